//! What the system can do to a run: every call that fails, is interrupted, or is the last one before the
//! process is killed. strace does it to the built command; a full disk and closed doors are real ones.

mod calls; // what strace does to calls: interrupted, failing, slow
mod doors; // places where nothing can be written, limits
mod ends; // standard input and output that are closed, hung up, slow

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use bstr::ByteSlice as _;

use crate::command::{COMMAND, file, scratch};

const BAD: &str = "name: a\u{202E}b\ndone\n";
const GOOD: &str = "name: a b\ndone\n";

/// Each way to take input and give output, and an input.
const MODES: &[(&[&str], &str)] = &[
    (&["-"], BAD),
    (&["--fence"], BAD),
    (&["--reveal"], BAD),
    (&["--records", "line"], BAD),
    (&["--records", "jsonl"], "{\"a\":\"x\\u202ey\"}\n"),
    (&["--pieces"], "see https://example.org/a-long-path and \u{202E} more\n"),
    (&["--input", "json"], "{\"a\":[\"x\\u202ey\", 1.50]}\n"),
    (&["--input", "mcp"], MESSAGE),
    (&["--input", "hook"], EVENT),
    (&["--lint", "--no-config", "-"], BAD),
    (&["--lint", "--no-config", "--format=json", "-"], BAD),
    (&["--lint", "--no-config", "--fix", "--quiet", "-"], BAD),
    (&["--lint", "--no-config", "--records", "line"], BAD),
    // A server that is as hard to confuse.
    (&["--exec", "--", COMMAND, "--input", "mcp"], MESSAGE),
];
const MESSAGE: &str = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\"a\\u202eb\"}}\n";
const EVENT: &str = "{\"hook_event_name\":\"PostToolUse\",\"tool_response\":\"a\\u202eb\"}\n";

/// What the command makes of an input.
fn with_input(args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(COMMAND);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    // What has failed need not read it.
    let _written = feeder.join().unwrap();
    output
}

/// Says that something could not be tried here, whether or not output of tests is captured.
#[expect(clippy::explicit_write, reason = "what is printed is captured")]
pub(crate) fn not_run(why: &str) {
    writeln!(std::io::stderr(), "NOT RUN: {why}").unwrap();
}

/// At the end of a text that was cut, so many bytes may be of a sequence or character that was begun.
const CUT: usize = 8;

/// Runs the command with a fault put in by strace; `what` as strace has it.
fn traced(call: &str, what: &str, nth: usize, args: &[&str], output: Stdio) -> Output {
    let mut strace = Command::new("strace");
    strace.args(["-qq", "-f", "-o", "/dev/null", "-e", &format!("trace={call}")]);
    strace.args(["-e", &format!("inject={call}:{what}:when={nth}")]);
    strace.arg(COMMAND).args(args).env_clear();
    strace.stdin(Stdio::null()).stdout(output).stderr(Stdio::piped()).output().unwrap()
}

/// How often each call of a kind is made in a run without faults.
fn count(call: &str, args: &[&str]) -> usize {
    let mut strace = Command::new("strace");
    strace.args(["-qq", "-f", "-e", &format!("trace={call}"), COMMAND]).args(args).env_clear();
    let output = strace.stdin(Stdio::null()).stdout(Stdio::null()).output().unwrap();
    let calls = output.stderr.lines().filter(|line| line.find(format!("{call}(")).is_some());
    calls.count()
}

/// The calls that a repair makes, but for those that only start the process.
const CALLS: &[&str] = &[
    "openat", "read", "pread64", "write", "statx", "lseek", "readlink", "getcwd", "fchown",
    "fchmod", "fsync", "renameat", "close", "fcntl", "ioctl",
];

/// A file to be repaired, and how to.
fn repair(name: &str) -> (std::path::PathBuf, String) {
    let folder = scratch(name);
    let path = file(&folder, "notes.txt", BAD);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    (folder, path)
}

/// The old file or the new one, whole and with its mode; what is said to be repaired is.
fn old_or_new(folder: &Path, path: &str, output: &Output, what: &str) {
    let content = fs::read_to_string(path).unwrap();
    assert!(content == BAD || content == GOOD, "{what}: {content:?}");
    assert_eq!(fs::metadata(path).unwrap().mode() & 0o777, 0o640, "{what}");
    let left = fs::read_dir(folder).unwrap().count();
    if output.status.signal().is_some() {
        assert!(left <= 2, "{what}");
        return;
    }
    assert_eq!(left, 1, "{what}: a temporary file is left");
    if output.status.code() == Some(0) {
        assert_eq!(content, GOOD, "{what}: {output:?}");
    }
    for line in output.stderr.lines() {
        assert!(!line.contains_str("panicked"), "{what}: {:?}", line.as_bstr());
    }
}

#[test]
#[ignore = "needs strace; .ci/run runs it"]
fn a_repair_is_whole_whatever_call_fails_or_is_the_last() {
    let (_, path) = repair("faults-count");
    let args = |path: &str| ["--lint", "--no-config", "--fix", path].map(str::to_owned);
    let mut runs = 0;
    for call in CALLS {
        let (folder, again) = repair("faults-repair");
        let typed = args(&again);
        let typed: Vec<_> = typed.iter().map(String::as_str).collect();
        let calls = count(call, &typed);
        for what in ["error=EIO", "error=ENOSPC", "error=EACCES", "signal=KILL"] {
            for nth in 1..=calls {
                fs::write(&again, BAD).unwrap();
                let output = traced(call, what, nth, &typed, Stdio::piped());
                old_or_new(&folder, &again, &output, &format!("{call} {what} {nth}"));
                for entry in fs::read_dir(&folder).unwrap() {
                    let entry = entry.unwrap().path();
                    if entry != Path::new(&again) {
                        fs::remove_file(entry).unwrap();
                    }
                }
                runs += 1;
            }
        }
    }
    assert!(runs > 100, "{runs}: {path}");
    // With nothing in the way it is repaired.
    let typed = args(&path);
    assert_eq!(Command::new(COMMAND).args(&typed).status().unwrap().code(), Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), GOOD);
}

#[test]
#[ignore = "needs strace; .ci/run runs it"]
fn what_is_filtered_is_all_of_it_or_a_beginning_and_an_error() {
    let folder = scratch("faults-filter");
    let text = format!("{BAD}{}", "word \u{2019} \u{1B}[31m\u{6587}\n".repeat(40_000));
    let path = file(&folder, "text", &text);
    let whole = Command::new(COMMAND).arg(&path).output().unwrap().stdout;
    assert!(whole.len() > 500_000);
    let copy = folder.join("copy");
    for call in ["read", "write"] {
        let calls = count(call, &[&path]);
        assert!(calls > 2, "{call}");
        for what in ["error=EINTR", "error=EIO", "error=ENOSPC", "signal=WINCH", "signal=CONT"] {
            for nth in 1..=calls {
                let output = fs::File::create(&copy).unwrap();
                let output = traced(call, what, nth, &[&path], output.into());
                let written = fs::read(&copy).unwrap();
                let what = format!("{call} {what} {nth}");
                // The loader and the runtime read too, before there is a program that could say so.
                let has_started = output.status.code() != Some(127);
                // What was begun when reading failed is ended, as at the end of a text.
                let same = written.iter().zip(&whole).take_while(|(a, b)| a == b).count();
                assert!(written.len() - same <= CUT, "{what}");
                if output.status.success() {
                    assert_eq!(written.len(), whole.len(), "{what}: {output:?}");
                } else if has_started {
                    assert_eq!(output.status.code(), Some(2), "{what}: {output:?}");
                    assert!(output.stderr.starts_with(b"untrusted-filter: "), "{what}: {output:?}");
                }
                let is_harmless = what.contains("EINTR") || what.contains("signal");
                assert!(
                    !is_harmless || !has_started || output.status.success(),
                    "{what}: {output:?}"
                );
            }
        }
    }
}

#[test]
fn a_full_disk_is_told() {
    for args in [&["-"][..], &["--records", "jsonl"], &["--input", "json"], &["--lint", "-"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut child = Command::new(COMMAND)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"[\"\xE2\x80\xAE\"]\n")
            .unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stderr.contains_str("no space left on device"), "{args:?}: {output:?}");
    }
}

/// A limit on the size of files stops a repair before it begins to matter.
#[test]
fn a_repair_that_is_too_large_leaves_the_file() {
    let folder = scratch("faults-limit");
    let long = format!("{BAD}{}", "x".repeat(200_000));
    let path = file(&folder, "notes.txt", &long);
    let script =
        format!("trap '' XFSZ; ulimit -f 8; exec {COMMAND} --lint --no-config --fix {path}");
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), long);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}
