//! Walks `corpus/`, one folder a case (its README says how one is written). Each goes through the
//! command, and through the library whole, cut anywhere, and byte by byte.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use bstr::{B, ByteSlice as _};
use serde::Deserialize;
use untrusted_filter::{Fence, Filter, Policy, Records, Reveal, Sequences, Style, copy, sanitize};

use crate::command::run;

/// `case.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Case {
    what: String,
    #[serde(default)]
    args: Vec<String>,
    input: Option<String>,
    input_hex: Option<String>,
    input_parts: Option<Vec<(String, usize)>>,
    /// Without it, or parts, the input.
    output: Option<String>,
    output_parts: Option<Vec<(String, usize)>>,
    #[serde(default)]
    status: i32,
    /// What the linter says: for its own test.
    #[expect(dead_code, reason = "read elsewhere")]
    findings: Option<toml::Value>,
}

impl Case {
    fn input(&self) -> Vec<u8> {
        match (&self.input, &self.input_hex, &self.input_parts) {
            (Some(text), None, None) => text.clone().into_bytes(),
            (None, Some(digits), None) => {
                let bytes = digits.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap());
                bytes.collect()
            }
            (None, None, Some(parts)) => joined(parts),
            _ => panic!("one of input, input-hex and input-parts"),
        }
    }

    fn output(&self) -> Vec<u8> {
        match (&self.output, &self.output_parts) {
            (Some(text), None) => text.clone().into_bytes(),
            (None, Some(parts)) => joined(parts),
            (None, None) => self.input(),
            (Some(_), Some(_)) => panic!("one of output and output-parts"),
        }
    }
}

fn joined(parts: &[(String, usize)]) -> Vec<u8> {
    parts.iter().flat_map(|(text, times)| text.repeat(*times).into_bytes()).collect()
}

/// Every case with its name, in order.
fn cases() -> Vec<(String, Case)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut cases = Vec::new();
    for entry in fs::read_dir(corpus).unwrap().map(Result::unwrap) {
        if !entry.file_type().unwrap().is_dir() {
            continue;
        }
        let name = entry.file_name().into_string().unwrap();
        let text = fs::read_to_string(entry.path().join("case.toml")).unwrap();
        let case = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        cases.push((name, case));
    }
    cases.sort_by(|(a, _), (b, _)| a.cmp(b));
    cases
}

/// Runs a check on every case, and says at the end which failed.
fn each(check: impl Fn(&Case) -> Result<(), String>) {
    let failed = cases().into_iter().filter_map(|(name, case)| {
        let error = check(&case).err()?;
        Some(format!("corpus/{name} ({}):\n{error}\n", case.what))
    });
    let failed: Vec<_> = failed.collect();
    assert!(failed.is_empty(), "{} failed\n{}", failed.len(), failed.join("\n"));
}

/// Compares outputs; long ones are cut around the first difference.
fn compare(how: &str, got: &[u8], wanted: &[u8]) -> Result<(), String> {
    if got == wanted {
        return Ok(());
    }
    let same = got.iter().zip(wanted).take_while(|(a, b)| a == b).count();
    let near = |text: &[u8]| {
        let near = &text[same.saturating_sub(60)..text.len().min(same + 200)];
        format!("{:?}", near.as_bstr())
    };
    Err(format!("{how}, from byte {same}:\n   got {}\nwanted {}", near(got), near(wanted)))
}

#[test]
fn cases_are_well_written() {
    let cases = cases();
    assert!(cases.len() >= 150, "only {} cases", cases.len());
    for (name, case) in cases {
        let is_slug = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(name.chars().all(is_slug), "{name}");
        assert!(!case.what.is_empty() && !case.what.contains('\n'), "{name}: {:?}", case.what);
        assert!(case.what.is_ascii() && !case.what.ends_with('.'), "{name}: {:?}", case.what);
    }
}

#[test]
fn through_the_command() {
    each(|case| {
        let args: Vec<_> = case.args.iter().map(String::as_str).collect();
        let output = run(&args, case.input());
        if output.status.code() != Some(case.status) || !output.stderr.is_empty() {
            return Err(format!("{}: {:?}", output.status, output.stderr.as_bstr()));
        }
        compare("the command", &output.stdout, &case.output())
    });
}

#[test]
fn through_the_library() {
    each(|case| {
        let Some(filter) = filter(&case.args) else { return Ok(()) };
        let (input, wanted) = (case.input(), case.output());
        for size in [usize::MAX, 1, 2, 3, 5, 64] {
            let chunks = Chunks { rest: &input, size };
            compare(&format!("chunks of {size}"), &copied(chunks, filter.clone()), &wanted)?;
        }
        if input.starts_with(b"\xFF\xFE") || input.starts_with(b"\xFE\xFF") {
            return Ok(());
        }
        let cuts = if input.len() < 500 { (0..=input.len()).collect() } else { vec![8192, 65536] };
        for cut in cuts.into_iter().filter(|&cut| cut <= input.len()) {
            let (head, tail) = input.split_at(cut);
            compare(&format!("cut at {cut}"), &pushed(&[head, tail], filter.clone()), &wanted)?;
        }
        // Whole text, for those who have it as a string and want nothing else.
        if let (Ok(text), Some(policy)) = (input.to_str(), plain(&case.args)) {
            compare("sanitize", sanitize(text, &policy).as_bytes(), &wanted)?;
        }
        Ok(())
    });
}

/// What comes out of `text` is clean to `text`.
#[test]
fn twice_is_once() {
    each(|case| {
        let mut wanted = case.output();
        if !case.args.is_empty() {
            wanted = pushed(&[&case.input()], Filter::new(&Policy::text()));
        }
        compare("a second time", &pushed(&[&wanted], Filter::new(&Policy::text())), &wanted)
    });
}

/// A reader that gives so many bytes at a time.
struct Chunks<'a> {
    rest: &'a [u8],
    size: usize,
}

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.size.min(self.rest.len()).min(buffer.len());
        let (chunk, rest) = self.rest.split_at(size);
        buffer[..size].copy_from_slice(chunk);
        self.rest = rest;
        Ok(size)
    }
}

fn copied(reader: Chunks<'_>, mut filter: Filter) -> Vec<u8> {
    let mut output = Vec::new();
    copy(reader, &mut output, &mut filter).unwrap();
    filter.finish(|piece| output.extend_from_slice(piece));
    output
}

fn pushed(chunks: &[&[u8]], mut filter: Filter) -> Vec<u8> {
    let mut output = Vec::new();
    for chunk in chunks {
        filter.push(chunk, |piece| output.extend_from_slice(piece));
    }
    filter.finish(|piece| output.extend_from_slice(piece));
    output
}

/// The policy, where the flags ask for nothing beyond one.
fn plain(args: &[String]) -> Option<Policy> {
    match &args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Some(Policy::text()),
        ["-p", name] => Policy::named(name),
        ["--inline"] => Some(Policy::inline()),
        _ => None,
    }
}

/// The library's words for the flags of a case; `None` for `--check`, which has no output.
fn filter(args: &[String]) -> Option<Filter> {
    let mut policy = Policy::text();
    let (mut style, mut context, mut nonce) = (None, None, String::new());
    let (mut records, mut reveal) = (Records::Whole, None);
    let mut args = args.iter().map(String::as_str);
    while let Some(flag) = args.next() {
        let mut value = || args.next().unwrap();
        match flag {
            "-p" => policy = Policy::named(value()).unwrap(),
            "--inline" => policy = Policy::inline(),
            "--keep-color" => policy = policy.sequences(Sequences::KeepColor),
            "--max-lines" => policy = policy.max_lines(Some(value().parse().unwrap())),
            "--fence" => style = Some("tag"),
            "--context" => context = Some(sanitize(value(), &Policy::inline()).into_owned()),
            "--nonce" => nonce = value().to_owned(),
            "-z" => records = Records::Nul,
            "--records" if value() == "line" => records = Records::Line,
            "--reveal" => reveal = Some(Reveal::default()),
            "--reveal=all,names" => reveal = Some(Reveal { all: true, names: true }),
            "--check" => return None,
            _ => style = Some(flag.strip_prefix("--fence=").unwrap()),
        }
    }
    let mut filter = Filter::new(&policy).records(records);
    if let Some(style) = style {
        let style = match style {
            "tilde" => Style::Tilde,
            "line" => Style::Line,
            "nonce" => Style::Nonce(nonce),
            "datamark" => Style::Datamark,
            "base64" => Style::Base64,
            "json" => Style::Json,
            _ => Style::Tag,
        };
        filter = filter.fence(match context {
            Some(context) => Fence::new(style, &context),
            None => Fence::bare(style),
        });
    }
    if let Some(reveal) = reveal {
        filter = filter.reveal(reveal);
    }
    Some(filter)
}

/// The honest samples are borrowed, not copied.
#[test]
fn clean_text_is_borrowed() {
    for (name, case) in cases().iter().filter(|(name, _)| name.starts_with("keep-")) {
        let text = case.input.as_deref().unwrap();
        let output = sanitize(text, &Policy::text());
        assert!(matches!(output, std::borrow::Cow::Borrowed(same) if same == text), "{name}");
        assert_eq!(B(text), case.output(), "{name}: honest text has no output of its own");
    }
}
