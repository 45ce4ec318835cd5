//! One record in, one record out, in order: lines, NUL-ended records, and several files as one.

use super::{command, file, filtered, run, scratch, table};

#[test]
fn lines() {
    let args: &[&str] = &["--records", "line"];
    table(&[
        (args, "", ""),
        (args, "\n", "\n"),
        (args, "\n\n\n", "\n\n\n"),
        (args, "a\n\nb", "a\n\nb"),
        (args, "a\nb\n", "a\nb\n"),
        // CRLF ends a line too, and stays; any other CR is a control.
        (args, "a\r\nb\rc\r\n", "a\r\nb c\r\n"),
        (args, "\r\n\r\n", "\r\n\r\n"),
        (args, "a\r", "a "),
        // What becomes LF elsewhere would make two records of one.
        (args, "a\u{B}b\u{C}c\u{85}d\u{2028}e\u{2029}f\n", "a b c d e f\n"),
        // A sequence that a line does not end is none, and reaches no further.
        (args, "a\u{1B}]0;title\nb\u{7}\n", "a ]0;title\nb \n"),
        // Every profile, also one that keeps nothing of CR.
        (&["--records", "line", "-p", "field"], "a\tb\r\n\nc\n", "a b \n\nc\n"),
        (&["--records", "line", "-p", "description"], "a\r\n\nc", "a\n\nc"),
        (&["--records", "line", "--inline"], "<\n\n&\n", "&lt;\n\n&amp;\n"),
    ]);
}

#[test]
fn nul_ended() {
    let args: &[&str] = &["-z"];
    table(&[
        (args, "", ""),
        (args, "\0", "\0"),
        (args, "\0\0\0", "\0\0\0"),
        (args, "a\0\0b", "a\0\0b"),
        (args, "a\nb\0c\r\nd\0", "a\nb\0c\r\nd\0"),
        (args, "a\u{2028}b\0", "a\nb\0"),
        (&["--null", "-p", "field"], "a\nb\0\nc\0", "a b\0 c\0"),
        (&["--records", "nul", "-p", "digest"], "a\u{1}\0b", "a \0b"),
        (&["--records=whole"], "a\0b", "a b"),
    ]);
}

/// What stands in one record is no context for the next.
#[test]
fn context_ends_with_the_record() {
    table(&[
        (&["-z"], "\u{5D0}\0\u{200E}a", "\u{5D0}\0a"),
        (&["--records", "line"], "\u{263A}\n\u{FE0F}\n", "\u{263A}\n\n"),
        (&["-z"], "a\u{1B}[3\x001m", "a [3\x001m"),
        (&["-z"], "\u{5D0}\u{200E}\0", "\u{5D0}\u{200E}\0"),
    ]);
    // An ill-formed byte or half a character neither.
    assert_eq!(filtered(&["-z"], *b"\xE2\x80\0\xAEa\0"), "\u{FFFD}\0\u{FFFD}a\0");
    assert_eq!(
        filtered(&["--records", "line"], *b"\xE2\n\x80\xAEa"),
        "\u{FFFD}\n\u{FFFD}\u{FFFD}a"
    );
}

/// A last record without an end, of which nothing stays, is still one for whoever counts ends.
#[test]
fn a_last_record_does_not_vanish() {
    table(&[
        (&["--records", "line"], "a\n\u{200E}", "a\n\n"),
        (&["--records", "line"], "\u{E0041}", "\n"),
        (&["--records", "line", "--max-chars", "0"], "a\n\nb", "\n\n\n"),
        (&["--records", "line", "--max-lines", "2"], "a\n\u{200E}", "a\n\n"),
        (&["--records", "line", "-p", "description"], "\r", "\n"),
        (&["--records", "line", "--fence=json"], "\u{200E}", "\"\""),
        (&["-z"], "\u{E0041}", "\0"),
        (&["-z"], "a\0\u{E0041}", "a\0\0"),
    ]);
}

/// What ends records is bytes: a first record that looks like UTF-16 must not join the others.
#[test]
fn records_are_never_utf16() {
    for (args, end) in [(&["--records", "line"][..], "\n"), (&["-z"], "\0")] {
        for mark in [b"\xFF\xFE", b"\xFE\xFF"] {
            let input = [mark, &b"a"[..], end.as_bytes(), b"b", end.as_bytes()].concat();
            assert_eq!(filtered(args, input), format!("\u{FFFD}\u{FFFD}a{end}b{end}"));
        }
    }
}

/// As many records out as in, whatever is in them.
#[test]
fn the_number_of_records_never_changes() {
    let input: Vec<u8> =
        (0..=255).chain((0..=255).rev()).flat_map(|byte| [byte, b'\n', 27]).collect();
    for profile in untrusted_filter::Policy::NAMES {
        for (records, end) in [("line", b'\n'), ("nul", 0)] {
            let output = filtered(&["-p", profile, "--records", records], &*input);
            let count = |text: &[u8]| text.split_inclusive(|&byte| byte == end).count();
            assert_eq!(count(&output), count(&input), "{profile}, {records}");
        }
    }
}

/// Several inputs are filtered one after another into one value; context ends with each.
#[test]
fn several_files() {
    let folder = scratch("several-files");
    let first = file(&folder, "first", "one\u{263A}");
    let second = file(&folder, "second", "\u{FE0F}two\u{1B}[3");
    let third = file(&folder, "third", "1m three\n");
    let files = [&*first, "-", &*second, &*third];
    let output = command(&files).write_stdin("\u{200D}standard").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, "one\u{263A}standardtwo [31m three\n".as_bytes());
    // The second time it is at its end.
    assert_eq!(filtered(&["-", "-"], "once\n"), "once\n");
    // The cap and the fence are for all of them together.
    assert_eq!(filtered(&["--max-chars", "2", &first, &first], ""), "on");
    assert_eq!(filtered(&["--fence=json", &third, &third], ""), r#""1m three\n1m three\n""#);
    // Of records each file has its own.
    let lines = ["--records", "line", "--fence=json", &first, &third, &second];
    assert_eq!(filtered(&lines, ""), "\"one\u{263A}\"\n\"1m three\"\n\"two [3\"");
    let cut = file(&folder, "cut", "a\r");
    assert_eq!(filtered(&["--records", "line", &cut, &cut], ""), "a \na ");
    let capped = ["--records", "line", "--max-lines", "1", &cut, &cut];
    assert_eq!(filtered(&capped, ""), "a  \u{2026} [truncated]\n");
}

#[test]
fn nothing_in_nothing_out() {
    let folder = scratch("nothing-in");
    let empty = file(&folder, "empty", "");
    for profile in untrusted_filter::Policy::NAMES {
        for args in [&["-p", profile][..], &["-p", profile, &empty], &["-p", profile, "-z"]] {
            assert_eq!(filtered(args, ""), "", "{args:?}");
        }
    }
    assert_eq!(run(&["--check", &empty, &empty], "").status.code(), Some(0));
}

/// With `--` a file may be called what a flag is called.
#[test]
fn files_called_like_flags() {
    let folder = scratch("called-like-flags");
    file(&folder, "--check", "text\u{202E}\n");
    let output = command(&["--", "--check"]).current_dir(&folder).output().unwrap();
    assert_eq!(output.stdout, b"text \n");
}
