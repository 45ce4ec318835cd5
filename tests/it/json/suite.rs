//! Every input of JSONTestSuite: what is JSON passes, what is not is an error, and nothing crashes.

use std::fs;
use std::path::Path;

use super::{filtered, json, run};

/// Refused there, since they are not one value; a stream of values may be so.
const STREAMS: &[&str] = &[
    "n_single_space",
    "n_structure_UTF8_BOM_no_data",
    "n_structure_double_array",
    "n_structure_no_data",
    "n_structure_object_with_trailing_garbage",
];

#[test]
fn of_public_inputs() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/json-suite/parsing.jsonl");
    let lines = fs::read_to_string(path).unwrap();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for line in lines.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let (name, input) = (case["name"].as_str().unwrap(), case["input"].as_str().unwrap());
        let results = [1, 7, usize::MAX].map(|size| run(json(), input.as_bytes(), &[size]));
        assert!(results.iter().all(|result| result == &results[0]), "{name}");
        let is_json = results[0].1.is_ok();
        let is_right = match &name[..2] {
            "y_" => is_json,
            "n_" => is_json == STREAMS.contains(&name),
            _ => true,
        };
        if !is_right {
            wrong.push(name.to_owned());
        }
        count += 1;
    }
    assert!(count > 280, "{count}");
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// The inputs that are too long for a table, and bytes that text cannot hold.
#[test]
fn of_what_is_built() {
    for input in ["[".repeat(100_000), "[{\"\":".repeat(50_000)] {
        assert!(run(json(), input.as_bytes(), &[4096]).1.is_err());
    }
    for byte in 0x80..=0xFF {
        for (before, after) in [
            ("[", "]"),
            ("[1", "]"),
            ("{\"a\":1", "}"),
            ("", ""),
            ("[\"\\", "\"]"),
            ("[\"\\u00", "\"]"),
        ] {
            let input = [before.as_bytes(), &[byte], after.as_bytes()].concat();
            assert!(run(json(), &input, &[1]).1.is_err(), "{before}{byte:x}");
        }
        let in_string = [&b"[\""[..], &[byte], b"\"]"].concat();
        assert_eq!(filtered(json(), in_string), "[\"\u{FFFD}\"]");
    }
}
