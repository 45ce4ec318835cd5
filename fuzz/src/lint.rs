//! The linter: places are where they are said to be, reports are safe and well-formed, repairs repair,
//! a glance finds nothing only where nothing is.

use std::path::Path;

use untrusted_filter::lint::{Finding, Linter, Repair, Rules, Severity, edits, repair, text_of};
use untrusted_filter::report::{self, File, Format, Look, Settings, Summary, unified};
use untrusted_filter::{Class, Filter, Policy};

use super::{chunks, run, split};

/// The kinds of files that there are.
const NAMES: &[&str] = &[
    "a.txt",
    "a.md",
    "SKILL.md",
    "AGENTS.md",
    "a.json",
    "a.jsonl",
    "a.ipynb",
    "a.yaml",
    "a.toml",
    "a.rs",
    "a.py",
    "a.go",
    "a.js",
    "a.css",
    "a.lua",
    "a.c",
    "a.html",
    "a.xml",
    "a.sh",
];

/// The name of a file in reports that may hold something itself.
const HOSTILE: &str = "a\u{202E}b\u{1B}[2J\n::error::x";

/// What is left after a repair: what a rule by density says, or one about structure, is for people.
const LEFT: &[&str] = &["selector-pattern", "joiner-density", "ideograph-density", "private-use"];

/// Choices: the kind of file, rules, the format, chunks.
pub fn lint(data: &[u8]) {
    let ([name, rules, format, cuts, ..], bytes) = split(data);
    let name = Path::new(NAMES[usize::from(name) % NAMES.len()]);
    let linter = Linter::new(if rules % 2 == 0 { Rules::default() } else { Rules::all() });
    let found = linter.lint(name, bytes);
    places_are_sound(&found, bytes);
    for which in [Repair::Safe, Repair::All] {
        let made = edits(bytes, &found, which);
        assert!(
            made.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start),
            "edits overlap"
        );
        let repaired = repair(bytes, &made);
        let mut diff = Vec::new();
        let look = Look::Visible { color: false };
        unified(name, bytes, &made, look, &mut diff).expect("memory takes everything");
        is_safe(&diff);
        assert!(!made.is_empty() || repaired == bytes, "repaired without an edit");
    }
    told(&found, bytes, usize::from(format));

    if let Some(mut glance) = linter.glance(name) {
        let is_clean =
            chunks(bytes, cuts).iter().all(|chunk| glance.push(chunk)) && glance.finish();
        assert!(!is_clean || found.is_empty(), "a glance passes over {:?}", found[0].message);
    }

    // What has passed the filter has no error and no warning, and a repair of all does the same.
    let plain = Linter::new(Rules::default());
    let path = Path::new("a.txt");
    let (text, _) = run(Filter::new(&Policy::text()), &[&text_of(bytes)]);
    bad(&plain.lint(path, &text), "filtered", &text);
    let found = plain.lint(path, bytes);
    let repaired = repair(bytes, &edits(bytes, &found, Repair::All));
    bad(&plain.lint(path, &repaired), "repaired", &repaired);
}

fn bad(found: &[Finding], what: &str, text: &[u8]) {
    let mut bad = found.iter().filter(|finding| finding.severity > Severity::Note);
    let bad = bad.find(|finding| !LEFT.contains(&finding.rule.id));
    assert!(bad.is_none(), "{what}, and still {:?} in {:x?}", bad.map(|bad| &bad.message), text);
}

fn places_are_sound(found: &[Finding], bytes: &[u8]) {
    for finding in found {
        let (start, end) = (finding.start, finding.end);
        assert!(start.offset <= end.offset && end.offset <= bytes.len(), "a place outside");
        assert!(
            start.line >= 1 && start.column >= 1 && start.line <= end.line,
            "a place before all"
        );
        assert!(!finding.message.is_empty());
    }
    assert!(
        found.windows(2).all(|pair| pair[0].start.offset <= pair[1].start.offset),
        "out of order"
    );
}

/// A report in one of the formats.
fn told(found: &[Finding], bytes: &[u8], format: usize) {
    let name = Format::NAMES[format % Format::NAMES.len()];
    let format = Format::from_name(name).expect("a name of its own");
    let settings = Settings { diff: true, ..Settings::default() };
    let mut report = report::new(format, &settings);
    let made = edits(bytes, found, Repair::All);
    let path = Path::new(HOSTILE);
    let file = File { path, record: None, bytes, findings: found, edits: &made, suppressed: 0 };
    let mut summary = Summary { files: 1, ..Summary::default() };
    summary.add(found);
    let mut out = Vec::new();
    report.file(&file, &mut out).expect("memory takes everything");
    report.skipped(path, HOSTILE, &mut out).expect("memory takes everything");
    report.failure(path, HOSTILE, &mut out).expect("memory takes everything");
    report.finish(&summary, &mut out).expect("memory takes everything");
    is_safe(&out);
    let text = String::from_utf8(out).expect("a report is text");
    match name {
        "json" => text.lines().for_each(|line| {
            let _: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        }),
        "sarif" | "gitlab" | "rdjson" => {
            let _: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        }
        _ => {}
    }
}

/// Nothing that hides or acts is in what is printed.
fn is_safe(printed: &[u8]) {
    let text = std::str::from_utf8(printed).expect("what is printed is text");
    for c in text.chars() {
        assert!(!Class::of(c).is_hidden(), "{:?} is printed", c.escape_unicode());
    }
}
