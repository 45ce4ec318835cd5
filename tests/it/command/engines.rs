//! Records as engines hand them over: counted both ways, lines of JSON among them, and told one by
//! one when they are linted.

use std::fs;
use std::path::Path;

use bstr::ByteSlice as _;
use serde_json::{Value, json};

use super::{failure, file, filtered, refused, run, scratch, table};

const HIDDEN: &str = r#"{"text":"a\u202eb","more":{"text":"c\u200b"},"n":1e400}"#;

/// The summary that a run wrote, and its exit status.
fn summary(folder: &Path, args: &[&str], input: impl Into<Vec<u8>>) -> (Value, Option<i32>) {
    let path = folder.join("summary").into_os_string().into_string().unwrap();
    let output = run(&[args, &["--summary", &path]].concat(), input);
    let summary = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    (summary, output.status.code())
}

#[test]
fn strings_of_json_lines() {
    let all: &[&str] = &["--records", "jsonl"];
    table(&[
        (all, "", ""),
        (all, "\n\n", "\n\n"),
        (all, HIDDEN, r#"{"text":"a b","more":{"text":"c "},"n":1e400}"#),
        (all, "[1]\r\n \r\n\"\\u202e\"", "[1]\r\n \r\n\" \""),
        // Half a surrogate pair cannot be passed on.
        (all, "{\"a\":\"\\ud83d\"}\n", "{\"a\":\"\u{FFFD}\"}\n"),
        (
            &["--records", "jsonl", "--jsonl-field", "text"],
            HIDDEN,
            r#"{"text":"a b","more":{"text":"c\u200b"},"n":1e400}"#,
        ),
        (
            &["--records", "jsonl", "--jsonl-field", "more,odd.name"],
            r#"{"more":["\u200b"],"odd.name":"\u200b","odd":{"name":"\u200b"}}"#,
            r#"{"more":[" "],"odd.name":" ","odd":{"name":"\u200b"}}"#,
        ),
        (
            &["--records", "jsonl", "--json-path", "more.text", "--max-chars", "1"],
            HIDDEN,
            r#"{"text":"a\u202eb","more":{"text":"c"},"n":1e400}"#,
        ),
        // What is no JSON stays one line, however it goes on.
        (
            &["--records", "jsonl", "--on-error", "pass"],
            "{\"a\":\n\u{202E}b\u{2028}c\r\n[",
            "{\"a\":\n b c\r\n[",
        ),
        (&["--records", "jsonl", "--on-error", "null"], "[\r\n[]\n{", "null\r\n[]\nnull"),
    ]);
    let long = format!("{{\"a\":\"{}\\u202e\"}}", "x".repeat(600_000));
    assert_eq!(filtered(all, &*long), long.replace("\\u202e", " "));
}

#[test]
fn a_line_that_is_no_json_ends_the_run() {
    let output = run(&["--records", "jsonl"], "[1]\n{,}\n[2]\n");
    assert_eq!(output.stdout.as_bstr(), "[1]\n");
    assert!(failure(&output).starts_with("record 2: "), "{output:?}");
    let output = run(&["--records", "jsonl", "--max-message", "3"], "[1]\n[22]\n");
    assert_eq!(failure(&output), "record 1 is longer than 3 bytes: see --max-message");
}

#[test]
fn records_are_counted_both_ways() {
    let folder = scratch("records-counted");
    let counts = |all: [u64; 5]| {
        let [r#in, out, changed, errors, kept_names] = all;
        json!({"in": r#in, "out": out, "changed": changed, "errors": errors, "kept_names": kept_names})
    };
    let good = |all| (counts(all), Some(0));
    let lines = &["--records", "line"];
    assert_eq!(summary(&folder, lines, ""), good([0, 0, 0, 0, 0]));
    assert_eq!(summary(&folder, lines, "\n\u{202E}\na"), good([3, 3, 1, 0, 0]));
    assert_eq!(summary(&folder, lines, "a\n\u{FEFF}"), good([2, 2, 1, 0, 0]));
    assert_eq!(summary(&folder, &["-z"], "\0a\x1B[m\0"), good([2, 2, 1, 0, 0]));
    let jsonl = &["--records", "jsonl", "--on-error", "null"];
    assert_eq!(summary(&folder, jsonl, "[]\n\n{\n\"\\u202e\""), good([4, 4, 2, 1, 0]));
    assert_eq!(summary(&folder, jsonl, "{\"\\u202e\":1}\n"), good([1, 1, 0, 0, 1]));
    // A cap on lines takes records away.
    let (cut, status) = summary(&folder, &["--records", "line", "--max-lines", "1"], "a\nb\nc\n");
    assert_eq!((&cut["in"], status), (&json!(3), Some(2)));
    let (ended, status) = summary(&folder, &["--records", "jsonl"], "[]\n{\n[]\n");
    assert_eq!((ended, status), (counts([2, 1, 0, 1, 0]), Some(2)));
    let (_, status) = summary(&folder, &["--records", "line", "--check"], "a\n\u{202E}\n");
    assert_eq!(status, Some(1));
}

#[test]
fn flags_that_make_no_sense_together() {
    for (args, wanted) in [
        (&["--summary", "s"][..], "--summary counts records: give --records"),
        (&["--jsonl-field", "a"], "--jsonl-field needs --records jsonl"),
        (&["--on-error", "null"], "--on-error needs --records jsonl"),
        (
            &["--records", "jsonl", "--jsonl-field", "a", "--json-path", "b"],
            "--jsonl-field and --json-path mean the same: give one",
        ),
        (
            &["--records", "line", "--summary", "s", "--report", "/dev/null"],
            "records are counted by --summary: leave out --report",
        ),
    ] {
        assert_eq!(refused(args), wanted, "{args:?}");
    }
}

#[test]
fn findings_have_the_number_of_their_record() {
    let found = |args: &[&str], input: &str| {
        let output = run(&[&["--lint", "--no-config"], args].concat(), input);
        assert!(output.stderr.is_empty(), "{output:?}");
        let lines =
            output.stdout.lines().map(|line| serde_json::from_slice::<Value>(line).unwrap());
        let lines = lines.filter(|line| line["type"] == "finding");
        let what = |line: Value| {
            (
                line["record"].as_u64().unwrap(),
                line["offset"].as_u64().unwrap(),
                line["rule"].clone(),
            )
        };
        (lines.map(what).collect::<Vec<_>>(), output.status.code())
    };
    let bidi = json!("bidi-control");
    assert_eq!(
        found(&["--records", "line"], "a\n\u{202E}\r\n\nab\u{202E}"),
        (vec![(2, 0, bidi.clone()), (4, 2, bidi.clone())], Some(1))
    );
    assert_eq!(found(&["-z"], "a\n\0b\u{202E}\0"), (vec![(2, 1, bidi.clone())], Some(1)));
    assert_eq!(
        found(&["--records", "jsonl"], "[\"\\u202e\"]\n[\"\u{202E}\"]\n"),
        (vec![(1, 2, json!("json-escape")), (2, 2, bidi.clone())], Some(1))
    );
    assert_eq!(found(&["--records", "line"], "a\n\nb\n"), (vec![], Some(0)));
    let folder = scratch("linted-records");
    let (first, second) = (file(&folder, "a.md", "a\u{202E}\n"), file(&folder, "b", "\n\u{202E}"));
    assert_eq!(
        found(&["--records", "line", &first, &second], ""),
        (vec![(1, 1, bidi.clone()), (2, 0, bidi)], Some(1))
    );
    assert!(refused(&["--lint", "--records", "line", "--fix"]).starts_with("records are told"));
}
