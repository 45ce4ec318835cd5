//! Patches apply, byte for byte, and what is shown of them is safe to look at.

use std::fs;
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use untrusted_filter::lint::{Edit, Encoding, repair};
use untrusted_filter::report::{Look, unified};

fn edit(start: usize, end: usize, with: &[u8]) -> Edit {
    Edit { span: start..end, with: with.to_vec() }
}

fn diff(path: &str, bytes: &[u8], edits: &[Edit], look: Look) -> Vec<u8> {
    let mut out = Vec::new();
    unified(Path::new(path), bytes, edits, look, &mut out).expect("memory takes it");
    out
}

fn visible(bytes: &[u8], edits: &[Edit]) -> String {
    String::from_utf8(diff("a.md", bytes, edits, Look::Visible { color: false })).expect("UTF-8")
}

/// Applies the patch with git, and checks that the file is then what the repair makes of it.
fn apply(name: &str, bytes: &[u8], edits: &[Edit]) {
    let dir = tempfile::tempdir().expect("a folder");
    let (file, patch) = (dir.path().join(name), dir.path().join("a patch"));
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(&file, bytes).expect("a file");
    let text = diff(name, bytes, edits, Look::Raw);
    fs::write(&patch, &text).expect("a file");
    let git = Command::new("git")
        .args(["apply", "--whitespace=nowarn", "-p1"])
        .arg(&patch)
        .current_dir(dir.path())
        .env("GIT_CEILING_DIRECTORIES", "/")
        .env("GIT_DIR", dir.path().join("none"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("HOME", dir.path())
        .output()
        .expect("git runs");
    let error = String::from_utf8_lossy(&git.stderr);
    let shown = bstr::BStr::new(&text);
    assert!(git.status.success(), "{error}\n{shown}\n{edits:?}");
    let repaired = repair(bytes, edits);
    assert_eq!(
        bstr::BStr::new(&fs::read(&file).expect("the file")),
        bstr::BStr::new(&repaired),
        "{shown}"
    );
}

#[test]
fn git_takes_the_patch() {
    let crlf = b"one\r\ntw\xE2\x80\x8Bo\r\nthree\r\n";
    apply("a.md", crlf, &[edit(7, 10, b"")]);
    apply("a.md", b"a\xFF\x80b\x1b[31m\x01\n\xE2\x80", &[edit(1, 3, b"?"), edit(4, 9, b"")]);
    apply("a.md", b"last \xE2\x80\x8B line", &[edit(5, 8, b"")]);
    apply("a.md", b"a\rb\nc", &[edit(1, 2, b"\n")]);
    apply("a.md", b"a\nb\n", &[edit(1, 4, b"")]);
    apply("a.md", b"a\nb\nc\n", &[edit(2, 4, b"")]);
    apply("a.md", b"a", &[edit(1, 1, b"\n")]);
    let many: String = (0..40).map(|line| format!("line {line}\n")).collect();
    apply(
        "a.md",
        many.as_bytes(),
        &[edit(0, 1, b""), edit(100, 101, b"\n\n"), edit(200, 230, b"")],
    );
}

#[cfg(unix)]
#[test]
fn git_takes_any_name() {
    for name in ["a b.md", "sub dir/a\"b\\.md", "\u{E9}/\u{202E}\n\t.md", ".claude/x\u{7F} y"] {
        apply(name, b"a\xE2\x80\x8Bb\n", &[edit(1, 4, b"")]);
    }
}

#[test]
fn utf16_is_patched_byte_for_byte_and_shown_as_text() {
    for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
        let before = encoding.encode("\u{FEFF}one\nt\u{A0A}");
        let hidden = encoding.encode("\u{202E}");
        let bytes = [&before[..], &hidden, &encoding.encode("wo\nthree\n")].concat();
        let edits = [edit(before.len(), before.len() + hidden.len(), &encoding.encode(" "))];
        apply("a.md", &bytes, &edits);
        let text = visible(&bytes, &edits);
        let lines: Vec<_> = text.lines().skip(2).collect();
        let expected =
            ["@@ -1,3 +1,3 @@", r" \u{FEFF}one", "-t\u{A0A}\\u{202E}wo", "+t\u{A0A} wo", " three"];
        assert_eq!(lines, expected);
    }
}

#[test]
fn nothing_is_written_where_nothing_changes() {
    assert_eq!(visible(b"a\nb", &[]), "");
    assert_eq!(visible(b"a\nb", &[edit(0, 1, b"a")]), "");
}

#[test]
fn hunks_far_from_each_other_are_apart() {
    let text: String = (1..30).map(|line| format!("{line}\n")).collect();
    let at = |line: &str| text.find(&format!("\n{line}\n")).expect("a line") + 1;
    let edits = [
        edit(at("5"), at("5") + 1, b"x"),
        edit(at("12"), at("12"), b"y"),
        edit(at("25"), at("25") + 3, b""),
    ];
    let out = visible(text.as_bytes(), &edits);
    let heads: Vec<_> = out.lines().filter(|line| line.starts_with("@@")).collect();
    assert_eq!(heads, ["@@ -2,14 +2,14 @@", "@@ -22,7 +22,6 @@"]);
}

#[test]
fn a_line_end_that_goes_takes_the_next_line_along() {
    let out = visible(b"a\nb\nc\n", &[edit(1, 2, b"")]);
    assert_eq!(
        out.lines().skip(2).collect::<Vec<_>>(),
        ["@@ -1,3 +1,2 @@", "-a", "-b", "+ab", " c"]
    );
}

#[test]
fn long_lines_are_cut_where_they_are_shown_only() {
    let text = format!("{}\u{202E}{}\n", "a".repeat(9000), "b".repeat(9000));
    let edits = [edit(9000, 9003, b"")];
    let out = visible(text.as_bytes(), &edits);
    assert!(out.lines().all(|line| line.chars().count() < 200), "{out}");
    assert!(out.contains(r"a\u{202E}b") && out.contains("ab"));
    apply("a.md", text.as_bytes(), &edits);
}

#[test]
fn changed_parts_are_set_off_in_colour() {
    let out =
        diff("a.md", "a\u{202E}b\n".as_bytes(), &[edit(1, 4, b"")], Look::Visible { color: true });
    let out = String::from_utf8(out).expect("UTF-8");
    assert!(out.contains("\x1b[7m\x1b[31m\\u{202E}\x1b[0m"), "{out:?}");
}

/// What stands in the place of something.
const WITH: &[&[u8]] = &[b"", b" ", b"\n", b"x\ny", b"\r\n", b"\xE2\x80"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn git_takes_any_patch(
        bytes in proptest::collection::vec(proptest::sample::select(&b"ab\n\n\r\xFF "[..]), 1..60),
        cuts in proptest::collection::vec((0_usize..60, 0_usize..4, proptest::sample::select(WITH)), 1..6),
    ) {
        let mut cuts = cuts;
        cuts.sort_by_key(|cut| cut.0);
        let mut edits: Vec<Edit> = Vec::new();
        for (start, len, with) in cuts {
            let start = start.max(edits.last().map_or(0, |last| last.span.end)).min(bytes.len());
            edits.push(edit(start, (start + len).min(bytes.len()), with));
        }
        // A patch without a change is no patch, and git deletes a file that becomes empty.
        let repaired = repair(&bytes, &edits);
        prop_assume!(edits.iter().any(|edit| bytes[edit.span.clone()] != *edit.with));
        prop_assume!(!repaired.is_empty());
        apply("a.md", &bytes, &edits);
    }
}
