//! The laws hold for the corpus under many choices, without a fuzzer; and what the fuzzer starts
//! from is current. `UPDATE=1 cargo test` writes the dictionary, and lays the seeds out for it.

use std::fs;
use std::path::{Path, PathBuf};

use laws::{CHOICES, dictionary, texts};
use toml::{Table, Value};

/// A target: the name of its folder of seeds, and its laws.
type Target = (&'static str, fn(&[u8]));

const TARGETS: &[Target] = &[
    ("filter", laws::filter),
    ("compat", laws::compat),
    ("stream", laws::stream),
    ("reveal", laws::reveal),
    ("json", laws::json),
    ("lint", laws::lint),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

/// The inputs of the corpus, but those that are long only to fill a buffer.
fn seeds() -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder().join("../corpus")).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries.map(|entry| entry.path().join("case.toml")).collect();
    files.retain(|file| file.exists());
    files.sort();
    let cases = files.iter().map(|file| fs::read_to_string(file).unwrap().parse().unwrap());
    let mut seeds: Vec<Vec<u8>> = cases.map(|case| input(&case)).collect();
    seeds.retain(|seed| seed.len() < 5_000);
    assert!(seeds.len() > 100);
    seeds
}

/// The input of a case, as the README of the corpus says it is written.
fn input(case: &Table) -> Vec<u8> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    if let Some(input) = case.get("input") {
        return text(input).into_bytes();
    }
    if let Some(digits) = case.get("input-hex") {
        let bytes = text(digits);
        return bytes.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
    }
    let parts = case["input-parts"].as_array().unwrap().iter();
    let parts = parts.map(|part| (text(&part[0]), part[1].as_integer().unwrap()));
    parts.flat_map(|(text, times)| text.repeat(times.try_into().unwrap()).into_bytes()).collect()
}

/// Choices that reach every profile, fence, unit of records and way of cutting.
fn choices() -> impl Iterator<Item = [u8; CHOICES]> {
    let profiles = (0..9).chain(128..132);
    profiles.flat_map(|profile| {
        (0..8).map(move |fence| {
            let [chars, lines] = if fence == 0 { [0, 0] } else { [fence * 9, fence % 3] };
            [profile, fence, profile % 3, chars, 0, lines, fence + 2, profile]
        })
    })
}

#[test]
fn laws_hold_for_the_corpus() {
    for text in seeds() {
        for choices in choices() {
            let data = [&choices[..], &text].concat();
            for (_, law) in TARGETS {
                law(&data);
            }
        }
    }
}

/// Inputs that once broke a law, each a line of `regressions.txt`, choices first.
#[test]
fn laws_hold_for_what_broke_them() {
    for data in texts(&fs::read_to_string(folder().join("regressions.txt")).unwrap()) {
        for (_, law) in TARGETS {
            law(&data);
        }
    }
}

#[test]
fn the_dictionary_is_current() {
    let (path, fresh) = (folder().join("untrusted.dict"), dictionary());
    if is_update() {
        fs::write(&path, &fresh).unwrap();
        for (name, _) in TARGETS {
            lay_out(&folder().join("corpus").join(name));
        }
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == fresh, "untrusted.dict is not current: run with UPDATE=1");
}

/// Writes each seed behind two choices: all defaults, and another one.
fn lay_out(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let other: Vec<_> = choices().step_by(7).collect();
    let other = other.into_iter().cycle();
    for (number, (text, other)) in seeds().iter().zip(other).enumerate() {
        for (kind, choices) in [("plain", [0; CHOICES]), ("other", other)] {
            let path = folder.join(format!("seed-{number:03}-{kind}"));
            fs::write(path, [&choices[..], text].concat()).unwrap();
        }
    }
}
