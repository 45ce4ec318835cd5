//! Memory is bounded, whatever the length of the input and whatever is in it.

use std::io::Write as _;
use std::process::{Command, Stdio};

use untrusted_filter::{Policy, Style};

use super::COMMAND;
use super::streaming::taken;

const MIB: usize = 1 << 20;
/// What the command may take at most, in KiB.
const BAR: usize = 16 * 1024;

/// Streams: a name, what is repeated, how many MiB of it. Hostile ones are slower in a test build,
/// and as long as it takes to pass the bar if they were held.
const STREAMS: &[(&str, &str, usize)] = &[
    ("prose", "The quick brown fox jumps over the lazy dog.\n", 64),
    ("one line", "The quick brown fox jumps over the lazy dog. ", 64),
    ("Chinese", "\u{5929}\u{5730}\u{7384}\u{9EC3}\u{FF0C}\u{5B87}\u{5B99}\u{6D2A}\u{8352}\u{3002}\n", 64),
    ("ESC", "\u{1B}", 20),
    ("strings without an end", "\u{1B}]0;title", 20),
    ("control sequences without an end", "\u{1B}[0;", 20),
    ("emoji selectors", "\u{FE0F}", 20),
    ("ideographic selectors", "\u{E0110}", 20),
    ("tags", "\u{E0041}", 20),
    ("tildes", "~", 20),
    ("non-joiners", "\u{200C}", 20),
    ("left-to-right marks", "\u{200E}", 20),
    ("accents", "\u{301}", 20),
    ("brackets", "\u{FF1C}(\u{FF1C} ", 20),
    ("NUL", "\0", 20),
];

/// The most memory that the command has taken, in KiB, when all of a stream was read and the end
/// has not come.
fn peak(args: &[&str], first: &[u8], stream: &str, size: usize) -> usize {
    let mut command = Command::new(COMMAND);
    let mut child =
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(first).unwrap();
    let chunk = stream.repeat(MIB / stream.len());
    for _ in 0..size {
        stdin.write_all(chunk.as_bytes()).unwrap();
    }
    taken(&stdin);
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(stdin);
    assert!(child.wait().unwrap().success(), "{args:?}");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

fn check(args: &[&str], first: &str) {
    for (name, stream, size) in STREAMS {
        let peak = peak(args, first.as_bytes(), stream, *size);
        assert!(peak < BAR, "{peak} KiB for {args:?} on {name}");
    }
}

#[test]
fn of_each_profile() {
    for profile in Policy::NAMES {
        check(&["-p", profile], "");
    }
}

/// The count of selectors holds text from the first one on.
#[test]
fn of_a_field_that_counts() {
    check(&["-p", "field"], "a\u{FE0F}");
}

#[test]
fn of_each_fence() {
    for style in Style::NAMES {
        check(&[&format!("--fence={style}")], "");
    }
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
        check(args, "");
    }
}

/// UTF-16 is decoded on the way.
#[test]
fn of_utf16() {
    let peak = peak(&[], b"\xFF\xFE", "a\0\n\0", 64);
    assert!(peak < BAR, "{peak} KiB");
}
