//! Memory is bounded, whatever the length of the input and whatever is in it. A test build is slow,
//! so most streams are short, and the bar is lower than the 16 MiB that are promised: held, even a
//! short stream would pass it. `--ignored` runs all of them at 64 MiB.

use std::io::Write as _;
use std::process::{Command, Stdio};

use untrusted_filter::{Policy, Style};

use super::COMMAND;
use super::streaming::taken;

const MIB: usize = 1 << 20;
/// What the command may take at most, in KiB.
const BAR: usize = 9 * 1024;
/// The length of a short stream and of a long one, in MiB.
const SHORT: usize = 6;
const LONG: usize = 64;

/// What is repeated, and its name.
const STREAMS: &[(&str, &str)] = &[
    ("prose", "The quick brown fox jumps over the lazy dog.\n"),
    ("one line", "The quick brown fox jumps over the lazy dog. "),
    (
        "Chinese",
        "\u{5929}\u{5730}\u{7384}\u{9EC3}\u{FF0C}\u{5B87}\u{5B99}\u{6D2A}\u{8352}\u{3002}\n",
    ),
    ("ESC", "\u{1B}"),
    ("strings without an end", "\u{1B}]0;title"),
    ("control sequences without an end", "\u{1B}[0;"),
    ("emoji selectors", "\u{FE0F}"),
    ("ideographic selectors", "\u{E0110}"),
    ("tags", "\u{E0041}"),
    ("tildes", "~"),
    ("non-joiners", "\u{200C}"),
    ("accents", "\u{301}"),
    ("brackets", "\u{FF1C}(\u{FF1C} "),
    ("NUL", "\0"),
];

/// The most memory that the command has taken, in KiB, when all of a stream was read and the end
/// has not come.
fn peak(args: &[&str], first: &[u8], stream: &str, size: usize) -> usize {
    let mut command = Command::new(COMMAND);
    let mut child = command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(first).unwrap();
    let chunk = stream.repeat(MIB / stream.len());
    for _ in 0..size {
        stdin.write_all(chunk.as_bytes()).unwrap();
    }
    taken(&stdin);
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(stdin);
    let status_code = child.wait().unwrap().code();
    // A stream of JSON ends within a value.
    let may_fail = args == ["--check"] || args.contains(&"json");
    assert!(status_code == Some(0) || may_fail, "{args:?}: {status_code:?}");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

/// Checks all streams, each so many MiB long.
fn check(args: &[&str], first: &str, size: usize) {
    for (name, stream) in STREAMS {
        let peak = peak(args, first.as_bytes(), stream, size);
        assert!(peak < BAR, "{peak} KiB for {args:?} on {name}");
    }
}

/// The flags of each profile and each fence.
fn profiles_and_fences() -> Vec<Vec<String>> {
    let profiles = Policy::NAMES.iter().map(|name| vec!["-p".to_owned(), (*name).to_owned()]);
    profiles.chain(Style::NAMES.iter().map(|style| vec![format!("--fence={style}")])).collect()
}

#[test]
fn of_each_profile_and_fence() {
    for args in profiles_and_fences() {
        let args: Vec<_> = args.iter().map(String::as_str).collect();
        check(&args, "", SHORT);
        let peak = peak(&args, b"", STREAMS[0].1, LONG);
        assert!(peak < BAR, "{peak} KiB for {args:?}");
    }
}

/// The count of selectors holds text from the first one on.
#[test]
fn of_a_field_that_counts() {
    check(&["-p", "field"], "a\u{FE0F}", SHORT);
}

#[test]
fn of_other_modes() {
    for args in [
        &["--check"][..],
        &["--reveal=all,names"],
        &["--keep-color"],
        &["-z"],
        &["--records", "line"],
        &["-z", "-p", "field"],
        &["--max-chars", "100000"],
        &["--max-lines", "1"],
    ] {
        check(args, "", SHORT);
    }
}

#[test]
#[ignore = "takes minutes"]
fn of_each_profile_and_fence_at_length() {
    for args in profiles_and_fences() {
        let args: Vec<_> = args.iter().map(String::as_str).collect();
        check(&args, "", LONG);
        check(&args, "a\u{FE0F}", LONG);
    }
}

/// Each of these waits for what comes within 64 characters; slower than the rest, so apart.
#[test]
fn of_marks_that_wait() {
    for args in [&[][..], &["--fence"], &["--reveal"]] {
        let peak = peak(args, b"", "\u{200E}", SHORT);
        assert!(peak < BAR, "{peak} KiB for {args:?}");
    }
}

/// UTF-16 is decoded on the way.
#[test]
fn of_utf16() {
    let peak = peak(&[], b"\xFF\xFE", "a\0\n\0", LONG);
    assert!(peak < BAR, "{peak} KiB");
}

/// Strings without an end, names, numbers, depth.
#[test]
fn of_json() {
    for (first, stream) in [
        ("\"", "The quick brown fox jumps over the lazy dog. "),
        ("\"", "\\u200b"),
        ("\"", "a\\u00e9\\n"),
        ("\"", "\\udb40\\udc41"),
        ("\"", "\\u200e"),
        ("\"\\u0645", "\\u200c"),
        ("{\"", "a long name "),
        ("[\"\"", ",\"\\u200b\""),
        ("[1", "123456789"),
        ("", "{\"a\": [1, \"x\\u200b\"]}\n"),
        ("[", "          "),
    ] {
        for args in [
            &["--input", "json"][..],
            &["--input", "json", "-p", "field"],
            &["--input", "json", "--fence"],
            &["--input", "json", "--json-path", "..a", "--json-keys", "--report", "/dev/null"],
        ] {
            let peak = peak(args, first.as_bytes(), stream, SHORT / 2);
            assert!(peak < BAR, "{peak} KiB for {args:?} on {stream}");
        }
    }
    let peak = peak(&["--input", "json"], b"", "[\"x\\u200b\", 1e400]\n", LONG);
    assert!(peak < BAR, "{peak} KiB");
}

/// A message is held up to the most that one may have.
#[test]
fn of_messages() {
    let args = ["--input", "mcp", "--max-message", "1000000"];
    let lines = "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"params\":{\"x\":\"\\u200b\"}}\n";
    for stream in [lines, "{\"jsonrpc\":\"2.0\",\"x\":\"", "\n", "[[[[", "x"] {
        let peak = peak(&args, b"", stream, SHORT);
        assert!(peak < BAR, "{peak} KiB for {stream}");
    }
}
