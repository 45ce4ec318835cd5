//! Memory is bounded, whatever the length of the input and whatever is in it. Hostile streams are
//! slow in a test build, so that they are short here, and the bar lower than the 16 MiB that are
//! promised: it is passed if what was read were held. `--ignored` runs all of them at 64 MiB.

use std::io::Write as _;
use std::process::{Command, Stdio};

use untrusted_filter::{Policy, Style};

use super::COMMAND;
use super::streaming::taken;

const MIB: usize = 1 << 20;
/// What the command may take at most, in KiB.
const BAR: usize = 10 * 1024;
/// The length of a hostile stream, in MiB.
const SHORT: usize = 8;

/// Streams: a name, what is repeated, how many MiB of it.
const STREAMS: &[(&str, &str, usize)] = &[
    ("prose", "The quick brown fox jumps over the lazy dog.\n", 64),
    ("one line", "The quick brown fox jumps over the lazy dog. ", 64),
    (
        "Chinese",
        "\u{5929}\u{5730}\u{7384}\u{9EC3}\u{FF0C}\u{5B87}\u{5B99}\u{6D2A}\u{8352}\u{3002}\n",
        64,
    ),
    ("ESC", "\u{1B}", SHORT),
    ("strings without an end", "\u{1B}]0;title", SHORT),
    ("control sequences without an end", "\u{1B}[0;", SHORT),
    ("emoji selectors", "\u{FE0F}", SHORT),
    ("ideographic selectors", "\u{E0110}", SHORT),
    ("tags", "\u{E0041}", SHORT),
    ("tildes", "~", SHORT),
    ("non-joiners", "\u{200C}", SHORT),
    ("left-to-right marks", "\u{200E}", SHORT),
    ("accents", "\u{301}", SHORT),
    ("brackets", "\u{FF1C}(\u{FF1C} ", SHORT),
    ("NUL", "\0", SHORT),
];

/// The most memory that the command has taken, in KiB, when all of a stream was read and the end
/// has not come.
fn peak(args: &[&str], first: &[u8], stream: &str, size: usize) -> usize {
    let mut command = Command::new(COMMAND);
    let mut child = command.args(args).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
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
    assert!(status_code == Some(0) || args == ["--check"], "{args:?}: {status_code:?}");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

fn check(args: &[&str], first: &str) {
    check_at_least(args, first, 0);
}

/// Checks all streams, each at least so many MiB long.
fn check_at_least(args: &[&str], first: &str, least: usize) {
    for (name, stream, size) in STREAMS {
        let peak = peak(args, first.as_bytes(), stream, least.max(*size));
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

#[test]
#[ignore = "takes minutes"]
fn of_each_profile_and_fence_at_64_mib() {
    for profile in Policy::NAMES {
        check_at_least(&["-p", profile], "", 64);
    }
    for style in Style::NAMES {
        check_at_least(&[&format!("--fence={style}")], "", 64);
    }
    check_at_least(&["-p", "field"], "a\u{FE0F}", 64);
}

/// UTF-16 is decoded on the way.
#[test]
fn of_utf16() {
    let peak = peak(&[], b"\xFF\xFE", "a\0\n\0", 64);
    assert!(peak < BAR, "{peak} KiB");
}
