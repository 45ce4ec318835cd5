//! What people are shown: the line, the mark, the payload, the repair, and no more of equal ones than
//! they can read.

use untrusted_filter::lint::{Decoded, Encoding, Finding, Fix, Severity};
use untrusted_filter::report::{Format, Settings};

use super::safe::without_color;
use super::{finding, lint, report, shown};

/// The report without the diff and what comes after it.
fn human(text: &[u8], found: &[Finding]) -> String {
    let out = report(Format::Human, &Settings::default(), "a.md", text, found);
    let end = out.rfind("\n\n").expect("a summary");
    out[..end].to_owned()
}

#[test]
fn short_is_one_line_a_finding() {
    let text = "\tab\u{E9}\u{200B}";
    let found = finding("zero-width-space", Severity::Warning, text, "\u{200B}");
    let out = shown(Format::Short, "a.md", text, &[found]);
    assert_eq!(out, "a.md:1:5: warning zero-width-space: something is hidden\n");
}

#[test]
fn a_finding_is_shown_in_its_line() {
    let text = "one\n\tt\u{202E}wo\u{200B}\r\nthree";
    let found = finding("bidi-control", Severity::Error, text, "\u{202E}");
    assert_eq!(
        human(text.as_bytes(), &[found]),
        r#"a.md:2:3: error bidi-control: something is hidden
  2 |     t\u{202E}wo\u{200B}
    |      ^^^^^^^^
  bytes 6..9; repair: write " " instead"#
    );
}

#[test]
fn utf16_is_shown_as_text() {
    let text = "\u{FEFF}one\nt\u{1F600}\u{202E}wo";
    for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
        let bytes = encoding.encode(text);
        let out = human(&bytes, &lint(&bytes));
        assert!(
            out.contains("\n  2 | t\u{1F600}\\u{202E}wo\n    |    ^^^^^^^^\n  bytes 16..18"),
            "{out}"
        );
    }
}

#[test]
fn many_equal_findings_are_counted_and_hide_no_worse_one() {
    let text = format!("{}\nend \u{202E}x\u{202C}\n", "a\u{AD}b ".repeat(40));
    let out = human(text.as_bytes(), &lint(text.as_bytes()));
    let place = |text: &str| out.find(text).unwrap_or_else(|| panic!("{text} in {out}"));
    assert!(place("error bidi-control") < place("note soft-hyphen"));
    assert!(place("and 39 more note soft-hyphen at 1:6 1:10 1:14") > 0);
    assert!(out.lines().count() < 20, "{out}");
}

#[test]
fn a_payload_is_quoted_and_cut() {
    let text = "a\u{E0041}b";
    let mut found = finding("tag", Severity::Error, text, "\u{E0041}");
    found.fix = Some(Fix { replacement: String::new(), is_safe: false });
    let payload =
        |text: &str| Some(Decoded { codec: "tags", text: text.into(), is_legitimate: false });
    found.decoded = payload("say\n::x\x1b");
    let out = human(text.as_bytes(), &[found.clone()]);
    assert!(out.contains("; repair, if it is not meant: take it out\n"), "{out}");
    assert!(out.ends_with("\n  as tags: \"say\\n::x\\u{1B}\""), "{out}");
    found.decoded = payload(&"x".repeat(70_000));
    assert!(human(text.as_bytes(), &[found]).len() < 1500);
}

#[test]
fn the_diff_of_the_repair_comes_after_the_findings() {
    let text = "a\n\tb\u{202E}c\nd";
    let found = finding("bidi-control", Severity::Error, text, "\u{202E}");
    let out = shown(Format::Human, "a.md", text, &[found]);
    let (_, diff) = out.split_once("\n\n").expect("two parts");
    assert_eq!(
        diff,
        r"--- a/a.md
+++ b/a.md
@@ -1,3 +1,3 @@
 a
-	b\u{202E}c
+	b c
 d
\ No newline at end of file

1 file: 1 finding (1 error)
"
    );
}

#[test]
fn colour_only_adds_colour() {
    let text = "a\u{202E}b";
    let found = [finding("bidi-control", Severity::Error, text, "\u{202E}")];
    let settings = |color| Settings { color, diff: true, ..Settings::default() };
    let plain = report(Format::Human, &settings(false), "a.md", text.as_bytes(), &found);
    let colored = report(Format::Human, &settings(true), "a.md", text.as_bytes(), &found);
    assert!(!plain.contains('\x1b') && colored.contains('\x1b'));
    assert_eq!(without_color(&colored), plain);
}

#[test]
fn a_huge_line_is_not_looked_through() {
    let mut text = vec![b'a'; 32 << 20];
    text.extend_from_slice("\u{202E}".as_bytes());
    text.extend(vec![b'b'; 32 << 20]);
    let found = lint(&text);
    let begin = std::time::Instant::now();
    for _ in 0..1000 {
        assert!(human(&text, &found).len() < 400);
    }
    assert!(begin.elapsed().as_secs() < 5);
}
