//! Caps on characters, bytes and lines: exact, on character boundaries, the marker within them.

use super::{filtered, table};

const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";
const MARKER: &str = " \u{2026} [truncated]";

#[test]
fn characters() {
    table(&[
        (&["--max-chars", "0"], LETTERS, ""),
        (&["--max-chars", "1"], LETTERS, "a"),
        (&["--max-chars", "14"], LETTERS, MARKER),
        (&["--max-chars", "15"], LETTERS, "a \u{2026} [truncated]"),
        (&["--max-chars", "25"], LETTERS, "abcdefghijk \u{2026} [truncated]"),
        (&["--max-chars", "26"], LETTERS, LETTERS),
        (&["--max-chars=none"], LETTERS, LETTERS),
        (&["--max-chars", "18446744073709551615"], LETTERS, LETTERS),
    ]);
    // Too small for the marker: no marker.
    for cap in 0..14 {
        assert_eq!(filtered(&["--max-chars", &cap.to_string()], LETTERS), LETTERS[..cap]);
    }
}

#[test]
fn what_is_removed_does_not_count() {
    let padded = "\u{E0041}\u{1B}[31ma\u{200B}b\u{2060}cd";
    table(&[
        (&["--max-chars", "5"], padded, "a bcd"),
        (&["--max-chars", "4"], padded, "a bc"),
        (&["-p", "field", "--max-chars", "9"], padded, " [31ma bc"),
        (&["--max-chars", "0"], "\u{E0041}", ""),
    ]);
}

#[test]
fn bytes_are_cut_on_a_character_boundary() {
    let euros = "\u{20AC}".repeat(10);
    for cap in 0..16 {
        let wanted = "\u{20AC}".repeat(cap / 3);
        assert_eq!(filtered(&["--max-bytes", &cap.to_string()], &*euros), wanted, "{cap}");
    }
    for cap in 16..30 {
        let wanted = format!("{}{MARKER}", "\u{20AC}".repeat((cap - MARKER.len()) / 3));
        assert_eq!(filtered(&["--max-bytes", &cap.to_string()], &*euros), wanted, "{cap}");
    }
    assert_eq!(filtered(&["--max-bytes", "30"], &*euros), euros);
}

#[test]
fn both_caps_hold() {
    let euros = "\u{20AC}".repeat(30);
    let wanted = format!("\u{20AC}{MARKER}");
    for (chars, bytes) in [("15", "29"), ("29", "19"), ("15", "19")] {
        assert_eq!(filtered(&["--max-chars", chars, "--max-bytes", bytes], &*euros), wanted);
    }
}

#[test]
fn lines() {
    table(&[
        (&["--max-lines", "0"], "a\nb\nc\n", ""),
        (&["--max-lines", "1"], "a\nb\nc\n", "a \u{2026} [truncated]\n"),
        (&["--max-lines", "2"], "a\nb\nc\n", "a\nb \u{2026} [truncated]\n"),
        (&["--max-lines", "2"], "a\nb\nc", "a\nb \u{2026} [truncated]\n"),
        (&["--max-lines", "3"], "a\nb\nc\n", "a\nb\nc\n"),
        (&["--max-lines", "3"], "a\nb\nc", "a\nb\nc"),
        (&["--max-lines", "2"], "a\nb", "a\nb"),
        (&["--max-lines", "2"], "a\nb\n", "a\nb\n"),
        (&["--max-lines", "1"], "\n\n\n", " \u{2026} [truncated]\n"),
        (&["--max-lines", "none"], "a\nb\n", "a\nb\n"),
        // Lines of output: what becomes LF counts, what becomes a space does not.
        (&["--max-lines", "2"], "a\u{2028}b\u{B}c", "a\nb \u{2026} [truncated]\n"),
        (&["--max-lines", "1", "-p", "field"], "a\nb\n", "a b \n"),
        // As `cap_lines` has it.
        (&["--max-lines", "1", "-p", "verbatim"], "a\nb\n", "a\n"),
        (&["--max-lines", "3", "-p", "verbatim"], "a\r\nb", "a\nb\n"),
    ]);
}

#[test]
fn profiles_bring_their_own() {
    let long = "x".repeat(20_000);
    let marked = |cap: usize| format!("{}{MARKER}", "x".repeat(cap - MARKER.len()));
    for (profile, wanted) in [
        ("text", long.clone()),
        ("verbatim", long.clone()),
        ("digest", long.clone()),
        ("field", "x".repeat(500)),
        ("field-0.9", "x".repeat(500)),
        ("inline", "x".repeat(500)),
        ("description", marked(2_048)),
        ("tool-output", marked(16_384)),
    ] {
        assert_eq!(filtered(&["-p", profile], &*long), wanted, "{profile}");
    }
    assert_eq!(filtered(&["-p", "field", "--max-chars", "none"], &*long), long);
    assert_eq!(filtered(&["-p", "description", "--max-bytes", "none"], &*long), long);
    assert_eq!(filtered(&["-p", "field", "--max-chars", "600"], &*long), "x".repeat(600));
    // Markup is escaped after the cap.
    assert_eq!(filtered(&["--inline", "--max-chars", "3"], "<&>x"), "&lt;&amp;&gt;");
}

/// The value is the record.
#[test]
fn each_record_has_its_own() {
    table(&[
        (&["--records", "line", "--max-chars", "2"], "abc\n\nab\nabc", "ab\n\nab\nab"),
        (&["-z", "--max-chars", "2"], "abc\0\0ab\0a\nbc", "ab\0\0ab\0a\n"),
        (&["--records", "line", "--max-bytes", "17"], LETTERS, "a \u{2026} [truncated]"),
        (&["-p", "field", "--records", "line", "--max-chars", "1"], "ab\nc\nde\n", "a\nc\nd\n"),
        // Where records are lines, a cap on lines counts them.
        (&["--records", "line", "--max-lines", "1"], "a\nb\nc\n", "a \u{2026} [truncated]\n"),
        (&["--records", "line", "--max-lines", "3"], "a\nb\nc", "a\nb\nc"),
        (&["-z", "--max-lines", "1"], "a\nb\0c\0", "a \u{2026} [truncated]\n\0c\0"),
    ]);
}

/// After a cap the input is still read to its end, so that whoever writes it is not stopped.
#[test]
fn the_rest_is_drained() {
    let long = "x".repeat(4 << 20);
    assert_eq!(filtered(&["--max-chars", "1"], &*long), "x");
    assert_eq!(filtered(&["--max-lines", "0", "--records", "line"], &*long), "");
}

/// A cut falls within the fence.
#[test]
fn a_fence_stands_outside_the_cap() {
    let block = filtered(&["--fence", "--max-chars", "1"], "abc");
    assert!(block.ends_with(b"\na\n</untrusted-data>"), "{block:?}");
    assert_eq!(filtered(&["--fence=json", "--max-chars", "2"], "\"\"\""), r#""\"\"""#);
}
