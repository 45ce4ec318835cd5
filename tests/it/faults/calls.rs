//! What strace does to calls: they are interrupted, fail, or are slow, and each mode holds its promise.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use bstr::ByteSlice as _;

use super::{BAD, MODES, count, old_or_new, repair, traced, with_input};
use crate::command::{COMMAND, failure, file, scratch};

/// Runs the command on a file as input, with a fault in every call that fits; also what strace saw.
fn injected(folder: &Path, faults: &[&str], args: &[&str], input: &str) -> (Output, String) {
    let (log, stdin) = (folder.join("strace.log"), folder.join("stdin"));
    fs::write(&stdin, input).unwrap();
    let mut strace = Command::new("strace");
    strace.args(["-qq", "-f", "-y", "-o"]).arg(&log);
    for fault in faults {
        strace.args(["-e", &format!("inject={fault}")]);
    }
    let calls: Vec<_> = faults.iter().filter_map(|fault| fault.split(':').next()).collect();
    strace.args(["-e", &format!("trace={}", calls.join(",")), COMMAND]).args(args);
    strace.current_dir(folder).env_clear().stdin(fs::File::open(&stdin).unwrap());
    let output = strace.output().unwrap();
    (output, fs::read_to_string(log).unwrap())
}

/// Status of a process that the loader could not start.
const NOT_STARTED: i32 = 127;

/// An interrupted call is made again, in every mode.
#[test]
#[ignore = "needs strace; .ci/run runs it"]
fn interrupted_calls_are_made_again() {
    let folder = scratch("faults-interrupted");
    let mut tried = 0;
    for (args, input) in MODES {
        let whole = with_input(args, input.as_bytes());
        for call in ["read", "write", "poll", "openat", "statx", "waitid"] {
            // Most reads are those of the loader.
            for nth in 1..=24 {
                let fault = format!("{call}:error=EINTR:when={nth}");
                let (output, log) = injected(&folder, &[&fault], args, input);
                if !log.contains("(INJECTED)") {
                    break;
                }
                let has_started = output.status.code() != Some(NOT_STARTED);
                let is_loaders = log.lines().any(|line| {
                    line.contains("(INJECTED)") && (line.contains("/lib") || line.contains("/etc/"))
                });
                // Not every part of the system makes these again, nor has to: signals are not handled.
                if !has_started || is_loaders || call == "statx" || log.contains("/proc/") {
                    continue;
                }
                let what = format!("{args:?} {fault}: {output:?}\n{log}");
                assert_eq!(output.stdout.as_bstr(), whole.stdout.as_bstr(), "{what}");
                assert_eq!(output.status.code(), whole.status.code(), "{what}");
                tried += 1;
            }
        }
    }
    assert!(tried > MODES.len(), "{tried}");
}

/// A folder that cannot be read is named, and the rest is still done.
#[test]
#[ignore = "needs strace; .ci/run runs it"]
fn what_a_walk_cannot_read_is_named() {
    let folder = scratch("faults-walk");
    for name in ["a/b/c", "a/d", "e/f", "g"] {
        fs::create_dir_all(folder.join("top").join(name)).unwrap();
        file(&folder.join("top").join(name), "notes.txt", BAD);
    }
    let args = ["--lint", "--no-config", "--format=short", "-j1", "top"];
    let mut named = std::collections::BTreeSet::new();
    for call in ["getdents64", "openat"] {
        for nth in 1..=60 {
            let fault = format!("{call}:error=EIO:when={nth}");
            let (output, log) = injected(&folder, &[&fault], &args, "");
            let Some(line) = log.lines().find(|line| line.contains("(INJECTED)")) else { break };
            // The path that the call was about, below the folder.
            let quotes = if call == "openat" { ['"', '"'] } else { ['<', '>'] };
            let path = line.split(quotes).find(|part| part.contains("top")).unwrap_or_default();
            let path = path.rsplit("faults-walk/").next().unwrap();
            if path.is_empty() || path.ends_with("ignore") {
                continue;
            }
            let said = output.stderr.to_str().unwrap();
            let wanted = format!("untrusted-filter: {path}: input/output error\n");
            assert!(said.contains(&wanted), "{fault}: {said:?} without {wanted:?}");
            assert_eq!(output.status.code(), Some(2), "{fault}");
            assert!(output.stdout.contains_str("notes.txt") || path == "top", "{fault}");
            named.insert(path.to_owned());
        }
    }
    for path in ["top", "top/a", "top/a/b", "top/a/b/c", "top/a/b/c/notes.txt", "top/g"] {
        assert!(named.contains(path), "{path} is not among {named:?}");
    }
}

/// Where there are no more threads, fewer do.
#[test]
#[ignore = "needs strace; .ci/run runs it"]
fn threads_that_cannot_be_had() {
    let folder = scratch("faults-threads");
    let files: Vec<_> = (0..20).map(|n| file(&folder, format!("{n}.txt"), BAD)).collect();
    let args = ["--lint", "--no-config", "--format=short", "-j4"];
    let args: Vec<_> = args.into_iter().chain(files.iter().map(String::as_str)).collect();
    let whole = with_input(&args, b"");
    assert_eq!(whole.status.code(), Some(1));
    for first in 1..=4 {
        let fault = format!("clone3:error=EAGAIN:when={first}+");
        let (output, log) = injected(&folder, &[&fault], &args, "");
        assert!(log.contains("(INJECTED)"), "{log}");
        assert_eq!(output.stdout.as_bstr(), whole.stdout.as_bstr(), "{fault}");
        assert_eq!((output.status, output.stderr.as_bstr()), (whole.status, "".into()), "{fault}");
    }
    // A server needs them all: it is ended, and it is said.
    let (args, message) = (["--exec", "--grace=0.2", "--", "cat"], super::MESSAGE);
    let mut failed = 0;
    for first in 3..=12 {
        let fault = format!("clone3:error=EAGAIN:when={first}+");
        let (output, log) = injected(&folder, &[&fault], &args, message);
        if !log.contains("(INJECTED)") {
            break;
        }
        // The last thread begins when the input has ended, which may be late.
        if output.status.code() != Some(0) {
            let said = failure(&output);
            assert_eq!(said, "no thread to be had: resource temporarily unavailable", "{fault}");
            failed += 1;
        }
    }
    assert!(failed > 2, "{failed}");
}

/// A panic is said in one line and ends with the status of a failure.
#[test]
#[ignore = "needs strace; .ci/run runs it"]
fn a_panic_is_a_failure_like_others() {
    let folder = scratch("faults-panic");
    let source = file(&folder, "source", "a piece of text that is long enough to be one\n");
    let trace = ["--trace", &format!("server={source}"), "--sink", "x"];
    let (output, _) = injected(&folder, &["getrandom:error=EIO"], &trace, BAD);
    let said = failure(&output);
    assert!(said.starts_with("a fault of this program, please report it: "), "{said}");
    assert_eq!(output.stdout.as_bstr(), "");
}

/// A baseline as a repair: the old one or the new one, and what is not said to have failed is written.
#[test]
#[ignore = "needs strace; .ci/run runs it"]
fn a_baseline_is_whole_whatever_call_fails_or_is_the_last() {
    let folder = scratch("faults-calls-baseline");
    let known = folder.join("known.json");
    let known = known.to_str().unwrap();
    // Long enough for a cut to show.
    let notes: Vec<_> = (0..40).map(|n| file(&folder, format!("{n}.txt"), BAD)).collect();
    let args = ["--lint", "--no-config", "-j1", "--write-baseline", known];
    let args: Vec<_> = args.into_iter().chain(notes.iter().map(String::as_str)).collect();
    with_input(&args, b"");
    let new = fs::read_to_string(known).unwrap();
    let old = format!("{new} ");
    for call in ["write", "fchmod", "fsync", "renameat", "rename", "close"] {
        for nth in 1..=count(call, &args) {
            for what in ["error=EIO", "error=ENOSPC", "signal=KILL"] {
                fs::write(known, &old).unwrap();
                let output = traced(call, what, nth, &args, Stdio::piped());
                let left = fs::read_to_string(known).unwrap();
                let what = format!("{call} {what} {nth}: {output:?}");
                assert!(left == old || left == new, "{what}: {left:?}");
                assert!(left == new || output.status.code() != Some(0), "{what}");
                if let Some(code) = output.status.code().filter(|code| *code != NOT_STARTED) {
                    assert!(code == 0 || !failure(&output).is_empty(), "{what}");
                    assert_eq!(fs::read_dir(&folder).unwrap().count(), 41, "{what}");
                }
                remove_left(&folder);
            }
        }
    }
}

/// Takes away what a killed run has left.
fn remove_left(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().as_encoded_bytes().starts_with(b".untrusted-filter-") {
            fs::remove_file(path).unwrap();
        }
    }
}

/// An owner that the system does not give stops a repair, for root as well.
#[test]
#[ignore = "needs strace; .ci/run runs it"]
fn an_owner_that_is_not_given() {
    let (folder, path) = repair("faults-calls-owner");
    if std::os::unix::fs::chown(&path, Some(65534), None).is_err() {
        return super::not_run("faults-calls-owner: only root can give files away");
    }
    let args = ["--lint", "--no-config", "--fix", &path];
    assert_eq!(count("fchown", &args), 1);
    fs::write(&path, BAD).unwrap();
    for error in ["EPERM", "EINVAL", "EIO"] {
        let output = traced("fchown", &format!("error={error}"), 1, &args, Stdio::piped());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stderr.contains_str("its owner and group cannot be kept"), "{output:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), BAD);
        old_or_new(&folder, &path, &output, error);
    }
}

/// What somebody else does to a file, what is left of it, and what is said.
type Change<'a> = (&'a dyn Fn(&str), Option<&'a str>, &'a str);

/// Somebody else writes the file, or puts another in its place, while it is repaired: theirs stays.
#[test]
#[ignore = "needs strace; .ci/run runs it"]
fn a_file_that_somebody_else_changes_is_theirs() {
    const THEIRS: &str = "somebody else's\n";
    let cut = |path: &str| fs::write(path, "").unwrap();
    let write = |path: &str| fs::write(path, THEIRS).unwrap();
    let replace = |path: &str| {
        let other = PathBuf::from(format!("{path}.new"));
        fs::write(&other, THEIRS).unwrap();
        fs::rename(other, path).unwrap();
    };
    let remove = |path: &str| fs::remove_file(path).unwrap();
    let changes: [Change<'_>; 4] = [
        (&cut, Some(""), "changed while it was read: not repaired"),
        (&write, Some(THEIRS), "changed while it was read: not repaired"),
        (&replace, Some(THEIRS), "changed while it was read: not repaired"),
        (&remove, None, "no such file or directory"),
    ];
    for (change, left, said) in changes {
        let (folder, path) = repair("faults-calls-theirs");
        let mut strace = Command::new("strace");
        strace.args(["-qq", "-f", "-o", "/dev/null", "-e", "trace=fsync"]);
        strace.args(["-e", "inject=fsync:delay_enter=1000000:when=1", COMMAND]);
        strace.args(["--lint", "--no-config", "--fix", &path]).env_clear();
        let child = strace.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        // It has read the file once there is a second one.
        while fs::read_dir(&folder).unwrap().count() < 2 {
            sleep(Duration::from_millis(5));
        }
        change(&path);
        let output = child.wait_with_output().unwrap();
        let lines: Vec<_> = output.stderr.lines().map(<[u8]>::as_bstr).collect();
        assert_eq!(lines[0], format!("untrusted-filter: {path}: {said}"), "{output:?}");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), left);
        let count = fs::read_dir(&folder).unwrap().count();
        assert_eq!(count, usize::from(left.is_some()), "a temporary file is left");
    }
}
