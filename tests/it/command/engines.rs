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
    assert!(failure(&output).starts_with("standard input: record 2: "), "{output:?}");
    // One line is one value.
    let output = run(&["--records", "jsonl"], "[1]\n1 2\n");
    assert!(failure(&output).starts_with("standard input: record 2: "), "{output:?}");
    assert_eq!(
        filtered(&["--records", "jsonl", "--on-error", "null"], "1 2\n{}{}\n"),
        "null\nnull\n"
    );
    // The number is that in the file which is named.
    let folder = scratch("no-json-in-a-file");
    let (first, second) = (file(&folder, "first", "[1]\n[2]"), file(&folder, "second", "[3]\n["));
    let output = run(&["--records", "jsonl", &first, &second], "");
    assert_eq!(output.stdout.as_bstr(), "[1]\n[2]\n[3]\n");
    assert!(failure(&output).contains("second: record 2: "), "{output:?}");
}

#[test]
fn a_line_that_is_too_long() {
    let flags = |on_error| ["--records", "jsonl", "--max-message", "3", "--on-error", on_error];
    for on_error in ["fail", "pass"] {
        let output = run(&flags(on_error), "[1]\n[22]\n[3]\n");
        assert_eq!(output.stdout.as_bstr(), "[1]\n");
        assert_eq!(
            failure(&output),
            "standard input: record 2: longer than 3 bytes: see --max-message"
        );
    }
    assert_eq!(filtered(&flags("null"), "[22]\n[1]\n[22]\r\n[22]"), "null\n[1]\nnull\r\nnull");
    // However it is cut.
    let long = format!("[\"{}\"]\n[1]\n", "x".repeat(600_000));
    assert_eq!(filtered(&flags("null"), long), "null\n[1]\n");
}

/// What text filtering takes out may be all that kept a line from being JSON with escapes in it.
#[test]
fn a_line_that_becomes_json_hides_nothing() {
    let pass: &[&str] = &["--records", "jsonl", "--on-error", "pass"];
    let field = &[pass, &["--jsonl-field", "a"]].concat();
    table(&[
        (pass, "{\"a\":\"\\u202e\"\u{200E}}\r\n", "{\"a\":\" \"}\r\n"),
        (pass, "{\"a\":\"\\u202e\"\u{200E}}", "{\"a\":\" \"}"),
        (pass, "{\u{1B}[m\"a\":\"\\udb40\\udc41\"}\n[]\n", "{\"a\":\"\"}\n[]\n"),
        (pass, "\u{200B}\"\\u200b\\u200b\"\n", " \"  \"\n"),
        // As many programs read them, one value after another.
        (pass, "\"\\u202e\" \"\\u202e\"\n", "\" \" \" \"\n"),
        (
            field,
            "\u{FEFF}\u{FEFF}{\"a\":\"\\u202e\",\"b\":\"\\u202e\"}",
            "{\"a\":\" \",\"b\":\"\\u202e\"}",
        ),
        // What is still none is read as JSON by some.
        (pass, "{\"a\":\"\\u202e\"\u{200E},}\n", "{\"a\":\"\u{FFFD}\",}\n"),
        (
            pass,
            "{\"a\":NaN,\"b\":\"x\\u20\\u200b0b \\udb40\\udc41\\ud83d\"}\r\n",
            "{\"a\":NaN,\"b\":\"x\\u20\u{FFFD}0b \u{FFFD}\u{FFFD}\"}\r\n",
        ),
        (
            pass,
            "C:\\bin \\\\u202e \\u00e9 \\u0622\\u200c\\u0622",
            "C:\\bin \\\\u202e \\u00e9 \\u0622\\u200c\\u0622",
        ),
        (&[pass, &["-p", "verbatim"]].concat(), "[\\u202e", "[\\u202e"),
        (field, "{\"b\":\"\\u202e\",}", "{\"b\":\"\u{FFFD}\",}"),
    ]);
    let cut = &[pass, &["--max-chars", "8"]].concat();
    assert_eq!(filtered(cut, "\"\\u202e\"!\n"), "\" \"\n");
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
    assert_eq!(summary(&folder, lines, "\u{FF}\n\u{FE}"), good([2, 2, 0, 0, 0]));
    assert_eq!(summary(&folder, &["-z"], "\0a\x1B[m\0"), good([2, 2, 1, 0, 0]));
    let jsonl = &["--records", "jsonl", "--on-error", "null"];
    assert_eq!(summary(&folder, jsonl, "[]\n\n{\n\"\\u202e\""), good([4, 4, 2, 1, 0]));
    assert_eq!(summary(&folder, jsonl, "{\"\\u202e\":1}\n"), good([1, 1, 0, 0, 1]));
    // A name that did not stay is none that stayed, and a fence is no change.
    assert_eq!(summary(&folder, jsonl, "{\"\\u202e\":1,}\n"), good([1, 1, 1, 1, 0]));
    let fenced = &[&jsonl[..], &["--fence"]].concat();
    assert_eq!(summary(&folder, fenced, "\"a\"\n\"\u{202E}\"\n"), good([2, 2, 1, 0, 0]));
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
        (&["--summary", "s", "--input", "json"], "--summary counts records: give --records"),
        (&["--pieces", "--records", "line"], "--pieces takes text: leave out --records"),
        (
            &["--records", "jsonl", "--on-error", "pass", "--fence"],
            "a line that --on-error pass lets through has no fence: leave out one of them",
        ),
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

/// Wherever what is broken breaks a line, and whatever it is.
#[test]
fn no_line_hides_what_it_says_as_json() {
    let line = r#"{"a":"x\u202ey","\u200b":["\udb40\udc41"]}"#;
    let broken =
        ["\u{200E}", "\u{1B}[m", "\u{FEFF}", "\0", "\u{E0041}", "\u{9B}", ",", "NaN", "\"", "\\"];
    let places = (0..=line.len()).flat_map(|at| broken.map(|what| (at, what)));
    let lines: Vec<_> =
        places.map(|(at, what)| [&line[..at], what, &line[at..], "\n"].concat()).collect();
    let flags = ["--records", "jsonl", "--json-keys", "--on-error", "pass"];
    let output = filtered(&flags, lines.concat());
    assert_eq!(output.lines().count(), lines.len());
    let mut values = 0;
    for (output, input) in output.lines().zip(&lines) {
        let text = output.to_str().unwrap();
        // Read strictly it is clean; read otherwise, no escape is left that could be read.
        if let Ok(value) = serde_json::from_str::<Value>(text) {
            values += 1;
            assert!(
                !value.to_string().contains(['\u{202E}', '\u{200B}', '\u{E0041}']),
                "{input:?}: {text}"
            );
        }
        for escape in ["\\u202e", "\\u200b", "\\udb40\\udc41"] {
            let at = text.find(escape);
            assert!(at.is_none_or(|at| text[..at].ends_with('\\')), "{input:?}: {text}");
        }
    }
    assert!(values > 100, "{values}");
}

/// What ends a record is its delimiter, or the end of its file.
#[test]
fn a_file_ends_a_record() {
    let folder = scratch("records-of-files");
    let file = |name, content: &str| file(&folder, name, content);
    let [one, two] = [file("one", "\"a\""), file("two", "\"b\"\n")];
    let [empty, nothing] = [file("empty", ""), file("nothing", "\u{200E}")];
    let missing = folder.join("missing").into_os_string().into_string().unwrap();
    let path = folder.join("summary").into_os_string().into_string().unwrap();
    for unit in ["line", "nul", "jsonl"] {
        let end = if unit == "nul" { "\0" } else { "\n" };
        let flags = ["--records", unit, "--on-error", "pass", "--summary", &path];
        let flags = if unit == "jsonl" { &flags[..] } else { &[&flags[..2], &flags[4..]].concat() };
        let run = |files: &[&String]| {
            let files = files.iter().map(|file| file.as_str());
            let output = run(&flags.iter().copied().chain(files).collect::<Vec<_>>(), "");
            let summary: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            assert_eq!(summary["in"], summary["out"], "{unit}");
            (
                output.stdout.to_str().unwrap().to_owned(),
                summary["in"].as_u64().unwrap(),
                output.status.code(),
            )
        };
        assert_eq!(run(&[&one, &empty, &one]), (format!("\"a\"{end}\"a\""), 2, Some(0)));
        assert_eq!(
            run(&[&one, &nothing, &empty, &one]),
            (format!("\"a\"{end}{end}\"a\""), 3, Some(0))
        );
        assert_eq!(run(&[&one, &nothing, &empty]), (format!("\"a\"{end}{end}"), 2, Some(0)));
        // Nothing is lost where a later file is.
        assert_eq!(run(&[&one, &missing]), ("\"a\"".to_owned(), 1, Some(2)));
        assert_eq!(run(&[&nothing, &missing]), (end.to_owned(), 1, Some(2)));
        if unit != "nul" {
            assert_eq!(run(&[&two, &missing, &one]), ("\"b\"\n\"a\"".to_owned(), 2, Some(2)));
        }
    }
    // Each flag takes one list of names.
    let one = &*one;
    assert_eq!(filtered(&["--records", "jsonl", "--jsonl-field", "a", one], ""), "\"a\"");
    let twice = ["--records", "jsonl", "--jsonl-field", "a,b", one, "--jsonl-field", "c"];
    assert_eq!(filtered(&twice, ""), "\"a\"");
}

/// A summary is true, or there is none.
#[test]
fn an_old_summary_is_never_taken_for_a_new_one() {
    let folder = scratch("old-summary");
    let path = file(&folder, "summary", "old");
    let flags = ["--records", "line", "--summary", &path];
    let mut child = std::process::Command::new(super::COMMAND)
        .args(flags)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), b"a\n").unwrap();
    // What came out came after the summary was emptied.
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut [0; 2]).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"");
    // It cannot be written: nothing else is.
    let nowhere = folder.join("none/summary").into_os_string().into_string().unwrap();
    assert!(refused(&["--records", "line", "--summary", &nowhere]).contains("summary: "));
    // It is not written over what is read.
    let input = file(&folder, "input", "text\n");
    assert!(refused(&["--records", "line", "--summary", &input, &input]).contains("is an input"));
    assert_eq!(fs::read(&input).unwrap(), b"text\n");
}

/// Nobody takes the output: what was found is still told by the status.
#[cfg(target_os = "linux")]
#[test]
fn a_reader_that_goes_away() {
    let folder = scratch("records-without-reader");
    let path = folder.join("summary").into_os_string().into_string().unwrap();
    let many = "a\u{202E}\n".repeat(100_000);
    let status = |args: &[&str]| {
        let input = file(&folder, "input", &many);
        let mut child = std::process::Command::new(super::COMMAND)
            .args(args)
            .arg(input)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut [0; 1]).unwrap();
        drop(child.stdout.take());
        child.wait().unwrap().code()
    };
    assert_eq!(status(&["--lint", "--records", "line"]), Some(1));
    assert_eq!(status(&["--records", "line"]), Some(0));
    assert_eq!(status(&["--records", "line", "--summary", &path]), Some(2));
    let summary: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert!(summary["out"].as_u64() < summary["in"].as_u64(), "{summary}");
}

#[test]
fn findings_have_the_number_of_their_record() {
    let found = |args: &[&str], input: &[u8]| {
        let output = run(&[&["--lint"], args].concat(), input);
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
    let lines: &[&str] = &["--records", "line"];
    assert_eq!(
        found(lines, "a\n\u{202E}\r\n\nab\u{202E}".as_bytes()),
        (vec![(2, 0, bidi.clone()), (4, 2, bidi.clone())], Some(1))
    );
    assert_eq!(
        found(&["-z"], "a\n\0b\u{202E}\0".as_bytes()),
        (vec![(2, 1, bidi.clone())], Some(1))
    );
    assert_eq!(
        found(&["--records", "jsonl"], "[\"\\u202e\"]\n[\"\u{202E}\"]\n".as_bytes()),
        (vec![(1, 2, json!("json-escape")), (2, 2, bidi.clone())], Some(1))
    );
    assert_eq!(found(lines, b"a\n\nb\n"), (vec![], Some(0)));
    // What begins a record is no mark of UTF-16, and only a text begins with one of UTF-8.
    assert_eq!(
        found(lines, b"\xFF\xFEa\xE2\x80\xAEb\n\xFE\xFF\n"),
        (
            vec![
                (1, 0, json!("invalid-utf8")),
                (1, 3, bidi.clone()),
                (2, 0, json!("invalid-utf8"))
            ],
            Some(1)
        )
    );
    let bom = json!("inner-bom");
    let marked = "\u{FEFF}a\n\u{FEFF}a\n".as_bytes();
    assert_eq!(found(lines, marked), (vec![(2, 0, bom.clone())], Some(1)));
    assert_eq!(found(&["-z"], "\u{FEFF}a\0".as_bytes()), (vec![(1, 0, bom)], Some(1)));
    let folder = scratch("linted-records");
    let (first, second) = (file(&folder, "a.md", "a\u{202E}\n"), file(&folder, "b", "\n\u{202E}"));
    assert_eq!(
        found(&["--records", "line", &first, &second], b""),
        (vec![(1, 1, bidi.clone()), (2, 0, bidi)], Some(1))
    );
}

#[test]
fn records_that_are_none_are_told() {
    let flags =
        ["--lint", "--records", "jsonl", "--stdin-filename", "part-7", "--max-message", "10"];
    let output = run(&flags, "[\n[1]\n\n\u{202E}\r\n[\"12345678\"]\n\"\\u202e\",");
    let lines = output.stdout.lines().map(|line| serde_json::from_slice::<Value>(line).unwrap());
    let told: Vec<_> = lines.map(|line| (line["type"].clone(), line["record"].as_u64())).collect();
    let [finding, failure, end] = ["finding", "failure", "summary"].map(Value::from);
    let wanted = [
        (failure.clone(), Some(1)),
        (failure.clone(), Some(4)),
        (finding.clone(), Some(4)),
        (failure.clone(), Some(5)),
        (failure, Some(6)),
        (finding, Some(6)),
        (end, None),
    ];
    assert_eq!(told, wanted);
    assert!(output.stdout.lines().take(6).all(|line| line.contains_str(r#""path":"part-7""#)));
    assert_eq!(output.status.code(), Some(2));
    let said: Vec<_> = output.stderr.lines().map(|line| line.as_bstr().to_string()).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("untrusted-filter: part-7: record 1: line 1, "), "{said:?}");
    assert_eq!(said[1], "untrusted-filter: part-7: 3 more records are no JSON or too long");
}

/// Flags and settings are held to or refused.
#[test]
fn what_linting_records_asks_for() {
    let folder = scratch("linting-records");
    let hidden = file(&folder, "hidden", "\u{202E}\n");
    file(&folder, "untrusted-filter.toml", "[lint]\nselect = [\"tag\"]\n");
    let status = |args: &[&str]| {
        let all = [&["--lint", "--records", "line"], args, &[&*hidden]].concat();
        let output = super::command(&all).current_dir(&folder).output().unwrap();
        (output.status.code(), output.stdout.is_empty())
    };
    // The folder's own settings are not read.
    assert_eq!(status(&[]), (Some(1), false));
    assert_eq!(status(&["--config", "untrusted-filter.toml"]), (Some(0), false));
    assert_eq!(status(&["--ignore", "bidi-control", "--format", "json"]), (Some(0), false));
    assert_eq!(status(&["-q"]), (Some(1), true));
    assert_eq!(status(&["--exit-zero"]), (Some(0), false));
    file(&folder, "of-files.toml", "[lint]\nbaseline = \"hidden\"\n");
    for flags in [
        &["--fix"][..],
        &["--diff"],
        &["--format", "human"],
        &["--baseline", "b"],
        &["--write-baseline", "b"],
        &["--agent-files"],
        &["--files-from", "f"],
        &["--error-on-empty"],
        &["--include", "a"],
        &["--exclude", "a"],
        &["--force-exclude"],
        &["--no-ignore"],
        &["-l"],
        &["-c"],
        &["--no-diff"],
        &["--trust-inline"],
        &["-j", "2"],
        &["--jsonl-field", "a"],
        &["--on-error", "null"],
        &["--json-path", "a"],
        &["--json-keys"],
        &["--max-chars", "1"],
        &["--summary", "s"],
        &["--config", "of-files.toml"],
    ] {
        assert_eq!(status(flags), (Some(2), true), "{flags:?}");
    }
    assert!(refused(&["--lint", "--max-message", "9"]).ends_with("needs --records"));
    assert_eq!(status(&["--max-message", &usize::MAX.to_string()]), (Some(1), false));
}
