//! Both ends of a run: closed from the start, hung up, gone midway, slow, or taking little at a time.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt as _;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use bstr::ByteSlice as _;
use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::{BAD, EVENT, GOOD, MESSAGE, MODES, with_input};
use crate::command::{COMMAND, failure, file, scratch};

/// Runs the command by a shell that redirects it.
fn redirected(folder: &Path, args: &[&str], redirection: &str) -> Output {
    let script = format!("exec \"$0\" \"$@\" {redirection}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, COMMAND]).args(args).current_dir(folder).env_clear();
    shell.output().unwrap()
}

/// Output that goes nowhere is a failure, though the standard library has put `/dev/null` there.
#[test]
fn no_output_to_begin_with() {
    let folder = scratch("faults-closed-output");
    fs::write(folder.join("message"), MESSAGE).unwrap();
    fs::write(folder.join("event"), EVENT).unwrap();
    fs::write(folder.join("url"), "see https://example.org/a\n").unwrap();
    let closed = |args: &[&str]| {
        fs::write(folder.join("notes.txt"), BAD).unwrap();
        redirected(&folder, args, ">&-")
    };
    for args in [
        &["notes.txt"][..],
        &["--fence", "notes.txt"],
        &["--reveal", "notes.txt"],
        &["--pieces", "url"],
        &["--records", "line", "notes.txt"],
        &["--records", "jsonl", "message"],
        &["--input", "json", "message"],
        &["--input", "mcp", "message"],
        &["--lint", "--no-config", "notes.txt"],
        &["--lint", "--no-config", "--diff", "notes.txt"],
        &["--lint", "--no-config", "--fix", "notes.txt"],
        &["--lint", "--no-config", "--records", "line", "notes.txt"],
        &["--exec", "--", "cat", "message"],
        &["--help"],
        &["--version"],
        &["--list-rules"],
        &["--explain", "bidi-control"],
        &["--generate", "man"],
    ] {
        let output = closed(args);
        let said = failure(&output);
        assert_eq!(said, "cannot write to standard output: bad file descriptor", "{args:?}");
    }
    // All the same it is repaired.
    closed(&["--lint", "--no-config", "--fix", "notes.txt"]);
    assert_eq!(fs::read_to_string(folder.join("notes.txt")).unwrap(), GOOD);
    // A model is shown what ends with 2.
    let output = closed(&["--input", "hook", "event"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    // What writes nothing needs none; who wants `/dev/null` gets it, however it was opened.
    for (args, redirection) in [
        (&["--check", "url"][..], ">&-"),
        (&["notes.txt"], "> /dev/null"),
        (&["notes.txt"], "1<> /dev/null"),
    ] {
        assert_eq!(redirected(&folder, args, redirection).status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn no_input_to_begin_with() {
    let folder = scratch("faults-closed-input");
    for (args, _) in MODES {
        for redirection in ["<&-", "< ."] {
            let output = redirected(&folder, args, redirection);
            let is_hook = args.contains(&"hook");
            assert_eq!(output.status.code(), Some(2 - i32::from(is_hook)), "{args:?} {output:?}");
            let said = if redirection == "< ." { "is a directory" } else { "bad file descriptor" };
            assert!(output.stderr.contains_str(said), "{args:?} {output:?}");
        }
        let output = redirected(&folder, args, "< /dev/null");
        assert!(!output.stderr.contains_str("descriptor"), "{args:?} {output:?}");
    }
}

/// Both sides of a terminal.
fn terminal() -> (File, File) {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let master = openpt(flags).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let flags = OFlags::NOCTTY.bits().cast_signed();
    let slave = OpenOptions::new().read(true).write(true).custom_flags(flags).open(name).unwrap();
    (master.into(), slave)
}

#[test]
fn a_terminal_that_hangs_up_while_it_is_written_to() {
    let folder = scratch("faults-hang-up");
    let long = file(&folder, "long", "a line that stays as it is\n".repeat(100_000));
    for args in [&[&*long][..], &["--records", "line", &long]] {
        let (mut master, slave) = terminal();
        let mut command = Command::new(COMMAND);
        command.args(args).stdin(Stdio::null()).stdout(slave).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        drop(command);
        master.read_exact(&mut [0; 1000]).unwrap();
        drop(master);
        let output = child.wait_with_output().unwrap();
        let said = failure(&output);
        assert_eq!(said, "cannot write to standard output: input/output error", "{args:?}");
    }
}

/// What was typed before is done, a fence is closed, and if it is not taken for the end it is said.
#[test]
fn a_terminal_that_hangs_up_while_it_is_read() {
    for (args, typed) in [
        (&["--fence"][..], BAD),
        (&["--records", "line"], BAD),
        (&["--exec", "--", "cat"], MESSAGE),
    ] {
        let first = typed.split_inclusive('\n').next().unwrap();
        let whole = with_input(args, first.as_bytes()).stdout;
        let begun = &whole[..whole.find("a b").unwrap() + 3];
        let (mut master, slave) = terminal();
        let mut command = Command::new(COMMAND);
        command.args(args).stdin(slave).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(command);
        master.write_all(first.as_bytes()).unwrap();
        let mut written = vec![0; begun.len()];
        child.stdout.as_mut().unwrap().read_exact(&mut written).unwrap();
        assert_eq!(written.as_bstr(), begun.as_bstr(), "{args:?}");
        drop(master);
        let output = child.wait_with_output().unwrap();
        if output.status.code() != Some(0) {
            assert_eq!(failure(&output), "standard input: input/output error", "{args:?}");
        }
        let written = [written, output.stdout].concat();
        assert_eq!(written.as_bstr(), whole.as_bstr(), "{args:?}");
    }
}

/// A folder with files to repair whose report no buffer holds.
fn many(name: &str) -> std::path::PathBuf {
    let folder = scratch(name);
    for n in 0..200 {
        file(&folder, format!("{n}.txt"), BAD.repeat(20));
    }
    folder
}

/// Whoever reads of it, and whether or not it can be written: files are repaired to the last one.
#[test]
fn all_is_repaired_though_nobody_reads_of_it() {
    let gone = || Stdio::from(std::io::pipe().unwrap().1);
    let full = || Stdio::from(OpenOptions::new().write(true).open("/dev/full").unwrap());
    let hung_up = || Stdio::from(terminal().1);
    let outputs: [(&str, &dyn Fn() -> Stdio, i32); 3] =
        [("gone", &gone, 0), ("full", &full, 2), ("hung up", &hung_up, 2)];
    for (name, output, status) in outputs {
        for threads in ["1", "3"] {
            let folder = many("faults-unread");
            let mut command = Command::new(COMMAND);
            command.args(["--lint", "--no-config", "--fix", "--diff", "-j", threads, "."]);
            command.current_dir(&folder).stdin(Stdio::null()).stdout(output());
            let output = command.stderr(Stdio::piped()).spawn().unwrap();
            let output = output.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(status), "{name}: {output:?}");
            for n in 0..200 {
                let content = fs::read_to_string(folder.join(format!("{n}.txt"))).unwrap();
                assert_eq!(content, GOOD.repeat(20), "{name}: {n}");
            }
            if status == 2 {
                assert!(failure(&output).starts_with("cannot write to standard output: "));
            }
        }
    }
}

/// So with a baseline, which has all of them.
#[test]
fn a_baseline_is_whole_though_nobody_reads_on() {
    let folder = many("faults-unread-baseline");
    let mut command = Command::new(COMMAND);
    command.args(["--lint", "--no-config", "--count", "--write-baseline", "known.json", "."]);
    command.current_dir(&folder).stdin(Stdio::null()).stdout(std::io::pipe().unwrap().1);
    assert_eq!(command.status().unwrap().code(), Some(0));
    let check = ["--lint", "--no-config", "--baseline", "known.json", "--exclude=known.json", "."];
    let output = Command::new(COMMAND).args(check).current_dir(&folder).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// One byte at a time comes to the same as all at once.
#[test]
fn a_writer_that_gives_little_at_a_time() {
    for (args, input) in MODES {
        let whole = with_input(args, input.as_bytes());
        let mut command = Command::new(COMMAND);
        command.args(*args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        for byte in input.as_bytes() {
            stdin.write_all(&[*byte]).unwrap();
        }
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.stdout.as_bstr(), whole.stdout.as_bstr(), "{args:?}");
        assert_eq!(output.status, whole.status, "{args:?}");
    }
}

/// A reader that takes little, from an end that takes what there is room for and no more.
#[test]
fn a_reader_that_takes_little_at_a_time() {
    for (args, input) in MODES {
        // A hook is one event.
        let input = input.repeat(if args.contains(&"hook") { 1 } else { 3000 });
        let whole = with_input(args, input.as_bytes());
        let (mut ours, theirs) = UnixStream::pair().unwrap();
        theirs.set_nonblocking(true).unwrap();
        let mut command = Command::new(COMMAND);
        command.args(*args).stdin(Stdio::piped()).stdout(Stdio::from(OwnedFd::from(theirs)));
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        drop(command);
        let mut stdin = child.stdin.take().unwrap();
        let feeder = thread::spawn(move || stdin.write_all(input.as_bytes()));
        let (mut output, mut some) = (Vec::new(), [0; 61]);
        while let size @ 1.. = ours.read(&mut some).unwrap() {
            output.extend_from_slice(&some[..size]);
        }
        feeder.join().unwrap().unwrap();
        assert!(output == whole.stdout, "{args:?}");
        assert_eq!(child.wait().unwrap(), whole.status, "{args:?}");
    }
}

/// A file that is cut or taken away while it is read: what was read is filtered, and no more is made up.
#[test]
fn a_file_that_changes_while_it_is_read() {
    let folder = scratch("faults-changing");
    let long = format!("{BAD}a line that stays as it is\n").repeat(100_000);
    let filtered = long.replace('\u{202E}', " ");
    for is_cut in [true, false] {
        let path = file(&folder, "long", &long);
        let mut command = Command::new(COMMAND);
        command.arg(&path).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut begun = [0; 1000];
        // It waits with the rest until somebody takes it.
        child.stdout.as_mut().unwrap().read_exact(&mut begun).unwrap();
        if is_cut {
            OpenOptions::new().write(true).truncate(true).open(&path).unwrap();
        } else {
            let other = file(&folder, "other", "another file\n");
            fs::rename(other, &path).unwrap();
        }
        let output = child.wait_with_output().unwrap();
        let written = [&begun[..], &output.stdout].concat();
        assert_eq!((output.status.code(), output.stderr.as_bstr()), (Some(0), "".into()));
        assert!(filtered.as_bytes().starts_with(&written), "{is_cut}");
        assert_eq!(is_cut, written.len() < filtered.len());
    }
}
