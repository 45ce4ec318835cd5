//! What hostile input costs grows with its length and no faster: instructions, which valgrind counts, at
//! one, two, four and eight times the length.

use std::fs;
use std::process::{Command, Stdio};

use bstr::ByteSlice as _;

use crate::command::{COMMAND, scratch};

/// The first length, in bytes.
const LENGTH: usize = 16 * 1024;

/// Flags and what is repeated, after what.
const KINDS: &[(&[&str], &str, &str)] = &[
    (&[], "\u{1B}]0;", "title "),
    (&[], "\u{1B}P", "\u{1B}P"),
    (&[], "", "\u{1B}"),
    (&[], "", "\u{1B}]\u{1B}\\"),
    (&[], "", "\u{9D}a"),
    (&[], "a", "\u{301}"),
    (&[], "a", "\u{200D}"),
    (&[], "a", "\u{200D}\u{200C}"),
    (&[], "", "\u{200B}"),
    (&[], "1", "\u{FE0F}"),
    (&[], "", "\u{200E}a"),
    (&[], "", "\u{200E}\u{E9}"),
    (&[], "", "\u{34F}a"),
    (&[], "\u{1F3F4}", "\u{E0067}"),
    (&[], "", "\u{1F3F4}\u{E0067}\u{E0062}"),
    (&[], "", "\r"),
    (&[], "", "\u{115F}"),
    (&["-p", "description"], "", "a\u{FE0F}\u{FE0E}"),
    (&["-p", "field-0.9"], "", "\u{1B}[1"),
    (&["--fence=tilde"], "", "~"),
    (&["--fence"], "", "</untrusted-data>"),
    (&["--fence"], "", "\u{FF1C}\u{FF1C}/"),
    (&["--fence=line"], "", "(untruste"),
    (&["--max-chars", "9"], "", "a\u{301}"),
    (&["--reveal"], "", "\u{E0041}\u{1B}[1m"),
    (&["--records", "line"], "", "\n"),
    (&["--input", "json"], "", "["),
    (&["--input", "json"], "\"", "\\u0041\\ud83d"),
    (&["--input", "json"], "\"", "\\u200d"),
    (&["--records", "jsonl", "--on-error", "pass"], "", "{\n"),
    (&["--input", "mcp"], "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"", "\\u202e"),
    (&["--pieces"], "", "http://a@"),
    (&["--pieces"], "", "a1_"),
    (&["--lint", "--no-config", "-q"], "", "a\u{200B}b"),
    (&["--lint", "--no-config", "-q"], "", "\u{202B}"),
    (&["--lint", "--no-config", "-q"], "", "\u{E0041} "),
    (&["--lint", "--no-config", "-q", "--select", "all"], "", "<!--"),
    (&["--lint", "--no-config", "-q", "--select", "all"], "", "&#8203;"),
    (&["--lint", "--no-config", "-q", "--select", "all"], "---\n", "a: \"\\u202e\"\n"),
    (&["--lint", "--no-config", "-q", "--select", "all"], "", "[a]: <"),
];

/// How many instructions a run takes.
fn instructions(args: &[&str], input: &std::path::Path) -> f64 {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", COMMAND]).args(args);
    valgrind.arg(input).env_clear().stdin(Stdio::null()).stdout(Stdio::null());
    let output = valgrind.output().expect("valgrind is there");
    let said = output.stderr.to_str_lossy();
    let count = said.lines().find_map(|line| line.split("Collected : ").nth(1));
    count.expect("a count").trim().parse().unwrap()
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures are what it is run for")]
#[ignore = "needs valgrind, and minutes: cargo test --test it -- --ignored growth --nocapture"]
fn cost_grows_with_length() {
    let folder = scratch("growth");
    for (args, front, unit) in KINDS {
        // Markdown, so that the rules on its structure are asked too.
        let path = folder.join("input.md");
        let cost = |times: usize| {
            let text = front.to_string() + &unit.repeat(LENGTH * times / unit.len());
            fs::write(&path, text).unwrap();
            instructions(args, &path)
        };
        fs::write(folder.join("empty"), "").unwrap();
        let none = instructions(args, &folder.join("empty"));
        let costs = [1, 2, 4, 8].map(|times| cost(times) - none);
        let each = costs.map(|cost| cost / LENGTH as f64);
        println!("{args:?} {front:?} {unit:?}: {each:.0?} instructions a byte of the first length");
        for pair in costs.windows(2) {
            assert!(pair[1] < pair[0] * 2.3 + 400_000.0, "{args:?} {front:?} {unit:?}: {costs:?}");
        }
    }
}
