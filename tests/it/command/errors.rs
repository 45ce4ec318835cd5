//! What goes wrong is said on standard error in one line that names it and is safe to print; the
//! status is 2, and everything else is still done.

use std::process::Stdio;

use bstr::ByteSlice as _;

use super::{command, failure, file, refused, run, scratch};

/// Checks that a message has all these parts.
fn says(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "no {part:?} in {message:?}");
    }
}

#[test]
fn profiles_that_do_not_exist() {
    says(&refused(&["-p", "txt"]), &["unknown profile `txt`", "did you mean `text`?", "--config"]);
    says(&refused(&["--profile", "tool_output"]), &["did you mean `tool-output`?"]);
    says(&refused(&["-p", "qqqq"]), &["known are text, field, field-0.9, inline, digest"]);
    says(&refused(&["-p", ""]), &["unknown profile ``"]);
    says(&refused(&["-p", "Text"]), &["did you mean `text`?"]);
}

#[test]
fn flags_that_do_not_exist_or_do_not_go_together() {
    for (args, parts) in [
        (&["--fense"][..], &["'--fense'", "'--fence'"][..]),
        (&["--fence=tags"], &["'tags'", "--fence", "datamark"]),
        (&["--fence", "--records", "line"], &["--records line", "--fence=json"]),
        (&["--max-chars", "x"], &["'x'", "--max-chars", "give a whole number, or none"]),
        (&["--max-bytes=-1"], &["'-1'", "--max-bytes"]),
        (&["--max-lines", "1.5"], &["'1.5'"]),
        (&["--max-chars", "18446744073709551616"], &["'18446744073709551616'"]),
        (&["--records", "json"], &["'json'", "whole, line, nul"]),
        (&["-z", "--records", "line"], &["--null", "--records"]),
        (&["--inline", "-p", "text"], &["--inline", "--profile"]),
        (&["--context", "x"], &["--fence"]),
        (&["--nonce", "x"], &["--fence"]),
        (&["--fence=nonce", "--nonce", "a b"], &["'a b'", "give ASCII letters and digits"]),
        (&["--fence=nonce", "--nonce", ""], &["--nonce"]),
        (&["--check", "--fence"], &["--check", "--fence"]),
        (&["--reveal", "--check"], &["--reveal", "--check"]),
        (&["--reveal=some"], &["'some'", "changed, all, names"]),
        (&["--generate", "pdf"], &["'pdf'", "man"]),
        (&["-p"], &["--profile"]),
        (&["-p", "text", "-p", "field"], &["--profile"]),
    ] {
        let message = refused(args);
        says(&message, parts);
        assert!(message.ends_with("; see --help") || args.contains(&"line"), "{message:?}");
    }
}

#[test]
fn files_that_cannot_be_read() {
    let folder = scratch("cannot-be-read");
    let good = file(&folder, "good", "good\u{202E}\n");
    let missing = folder.join("missing").into_os_string().into_string().unwrap();
    let folder = folder.into_os_string().into_string().unwrap();
    for (path, reason) in [
        (&missing, "no such file"),
        (&folder, "is a folder: name the files in it"),
        (&format!("{good}/x"), "not a directory"),
    ] {
        let message = refused(&[path]);
        says(&message, &[&**path, reason]);
        assert!(!message.contains("os error"), "{message:?}");
        // The other files are still done.
        for args in [[path, &good], [&good, path]] {
            let output = run(&args.map(String::as_str), "");
            says(failure(&output), &[path]);
            assert_eq!(output.stdout, b"good \n");
        }
    }
    // One line for each.
    let output = run(&[&missing, &good, &folder], "");
    assert_eq!(output.stdout, b"good \n");
    assert_eq!(output.stderr.lines().count(), 2);
    assert_eq!(output.status.code(), Some(2));
    // Worse than what `--check` finds.
    assert_eq!(run(&["--check", &good, &missing], "").status.code(), Some(2));
    assert_eq!(run(&["--check", &missing, &good], "").status.code(), Some(2));
    // Pieces of the rest.
    assert_eq!(run(&["--pieces", &missing, "-"], "a://b").stdout, b"url:a://b\n");
}

/// Whatever could not be read, the fence round the rest is closed.
#[test]
fn a_fence_is_closed() {
    let folder = scratch("fence-is-closed");
    let good = file(&folder, "good", "good");
    let missing = folder.join("missing").into_os_string().into_string().unwrap();
    for (style, end) in [
        ("tag", "\ngood\n</untrusted-data>"),
        ("nonce", "\ngood\n</untrusted-data-N>"),
        ("tilde", "\n~~~\ngood\n~~~"),
        ("line", ")\ngood"),
        ("datamark", "\ngood\n"),
        ("base64", "\nZ29vZA==\n"),
        ("json", "\"good\""),
    ] {
        let fence = format!("--fence={style}");
        for files in [[&missing, &good], [&good, &missing]] {
            let mut args = vec![&*fence, "--nonce", "N"];
            args.extend(files.map(String::as_str));
            let output = run(&args, "");
            says(failure(&output), &[&missing]);
            assert!(output.stdout.ends_with(end.as_bytes()), "{:?}", output.stdout.as_bstr());
        }
    }
}

/// Reading fails after the file was opened.
#[cfg(target_os = "linux")]
#[test]
fn a_read_that_fails() {
    let output = run(&["--fence", "/proc/self/mem"], "");
    says(failure(&output), &["/proc/self/mem"]);
    assert!(output.stdout.ends_with(b"\n\n</untrusted-data>"));
    says(&refused(&["/proc/self/mem"]), &["/proc/self/mem"]);
    says(&refused(&["--check", "/proc/self/mem"]), &["/proc/self/mem"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_that_is_full() {
    for args in [
        &[][..],
        &["--fence"],
        &["-z"],
        &["--pieces"],
        &["--fence-hint"],
        &["--generate", "man"],
        &["--help"],
        &["--version"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(super::COMMAND);
        let folder = scratch("device-full");
        let input = file(&folder, "input", "http://example.org/\n");
        let input = std::fs::File::open(input).unwrap();
        let output = command.args(args).stdin(input).stdout(Stdio::from(full)).output().unwrap();
        says(failure(&output), &["standard output", "no space left on device"]);
    }
}

/// Names and arguments from strangers reach the terminal as escapes.
#[test]
fn hostile_names() {
    let hostile =
        "a\u{1B}]0;x\u{7}\u{202E}b\u{200B}\nuntrusted-filter: ok\r\u{9B}2J\u{E0041}\u{2028}";
    let shown =
        r"a\u{1B}]0;x\u{7}\u{202E}b\u{200B}\nuntrusted-filter: ok\u{D}\u{9B}2J\u{E0041}\u{2028}";
    says(&refused(&[hostile]), &[shown]);
    says(&refused(&["-p", hostile]), &[shown]);
    says(&refused(&["--config", hostile]), &[shown]);
    for args in [
        &["--fence", hostile, "--context", hostile][..],
        &["--check", hostile],
        &["--pieces", hostile],
    ] {
        says(failure(&run(args, "")), &[shown]);
    }
    // The flag parser's own words.
    let flag = format!("--{hostile}");
    for args in [
        &[&*flag][..],
        &["--fence", "--nonce", hostile],
        &["--max-chars", hostile],
        &["--records", hostile],
        &["--generate", hostile],
    ] {
        refused(args);
    }
}

#[cfg(unix)]
#[test]
fn names_that_are_not_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let name = OsStr::from_bytes(b"no\xFFt\x9B\x1B[31m");
    let output = command(&[]).arg(name).output().unwrap();
    says(failure(&output), &[r"no\xFFt\x9B\u{1B}[31m: no such file"]);
    let output = command(&["--config"]).arg(name).output().unwrap();
    says(failure(&output), &[r"no\xFFt\x9B\u{1B}[31m: "]);
    for flag in ["-p", "--max-chars"] {
        failure(&command(&[flag]).arg(name).output().unwrap());
    }
    let folder = scratch("names-not-text");
    let path = file(&folder, "plain", "text\n");
    std::fs::rename(path, folder.join(name)).unwrap();
    let output = command(&[]).arg(folder.join(name)).output().unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b"text\n"[..]));
}

/// Colour is for terminals.
#[test]
fn messages_have_no_colour_in_a_file() {
    for (name, value) in [("TERM", "xterm-256color"), ("CLICOLOR", "1"), ("COLORTERM", "truecolor")]
    {
        let output = command(&["missing"]).env(name, value).output().unwrap();
        says(failure(&output), &["missing: no such file"]);
    }
}
