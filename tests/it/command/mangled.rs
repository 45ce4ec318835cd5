//! Configurations and baselines that somebody mangled: read, or refused in one line that is safe.

use bstr::ByteSlice as _;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed};

use super::{command, failure, file, scratch};

const CONFIG: &str = r#"
[profile.chat]
base = "text"
max-chars = 20
marker = false
sequences = "keep-color"
[profile.chat.classes]
soft-hyphen = "keep"
tag = "escape"

[lint]
select = ["padding"]
ignore = ["soft-hyphen"]
exclude = ["vendor/", "*.min.js"]
fail-on = "error"
baseline = "known.json"

[[lint.paths]]
files = ["docs/*.md"]
ignore = ["private-use"]

[[lint.allow]]
path = "a.md"
rule = "bidi-control"
reason = "an example"
"#;

const BASELINE: &str =
    r#"{"version":1,"findings":[{"path":"a.md","rule":"tag","hash":"00ff","count":1}]}"#;

/// What is put in: syntax of both, numbers at the edge, what is hidden, what is no text.
const PIECES: &[&[u8]] = &[
    b"[",
    b"]",
    b"{",
    b"}",
    b"\"",
    b"'",
    b"\"\"\"",
    b"=",
    b",",
    b".",
    b"#",
    b"\\",
    b"\n",
    b"\r",
    b"\0",
    b"\\u202e",
    b"\\udb40",
    b"\x1b[2J",
    b"\xE2\x80\xAE",
    b"\xF3\xA0\x81\x81",
    b"\xFF\xFE",
    b"\xC3",
    b"-1",
    b"1e999",
    b"18446744073709551616",
    b"nan",
    b"null",
    b"true",
    b"0x",
    b"1979-05-27T07:32:00Z",
    b"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    b"**/**/[!a-",
    b"{a,{b,",
    b"..",
    b"base",
    b"[profile.x]",
    b"profile",
    b"lint",
    b"\"text\"",
    b"\"count\":",
];

/// One change: what is taken out, where, and what is put in.
fn mangled(text: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let change =
        (any::<Index>(), 0..12usize, prop_oneof![Just(&b""[..]), select(PIECES)], 1..4usize);
    vec(change, 1..5).prop_map(move |changes| {
        let mut bytes = text.as_bytes().to_vec();
        for (at, len, with, times) in changes {
            let start = at.index(bytes.len() + 1);
            let end = bytes.len().min(start + len);
            bytes.splice(start..end, with.repeat(times));
        }
        bytes
    })
}

fn config(cases: u32) -> Config {
    let given = Config { failure_persistence: None, ..Config::default() };
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { given.cases } else { cases };
    Config { cases, rng_seed: RngSeed::Fixed(0x6D61_6E67), ..given }
}

/// Runs the command; it does its work, or says in one line why not.
fn holds(args: &[&str]) {
    let output = command(args).write_stdin("text\n").output().unwrap();
    match output.status.code() {
        Some(0 | 1) => assert!(output.stderr.is_empty(), "{args:?}: {:?}", output.stderr.as_bstr()),
        _ => drop(failure(&output)),
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn a_configuration_is_read_or_refused(text in mangled(CONFIG)) {
        let folder = scratch("mangled-config");
        file(&folder, "known.json", BASELINE);
        let path = file(&folder, "own.toml", &text);
        let linted = file(&folder, "a.md", "plain\n");
        holds(&["--config", &path, "--profile", "chat"]);
        holds(&["--lint", "--config", &path, "--quiet", &linted]);
    }

    #[test]
    fn a_baseline_is_read_or_refused(text in mangled(BASELINE)) {
        let folder = scratch("mangled-baseline");
        let path = file(&folder, "known.json", &text);
        let linted = file(&folder, "a.md", "plain\n");
        holds(&["--lint", "--no-config", "--quiet", "--baseline", &path, &linted]);
    }
}
