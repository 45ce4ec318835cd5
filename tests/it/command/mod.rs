//! The built command, as its users start it. Here: how the modules below run it.

mod caps; // caps hold, and say when they cut
mod config; // profiles of the user's own, and nothing read that was not named
mod encodings; // any bytes in, well-formed UTF-8 out
mod engines; // records counted both ways, lines of JSON, records linted
mod errors; // one safe line, the right status, the rest still done
#[cfg(target_os = "linux")]
pub(crate) mod exec; // what a server behind the filter may do, and that it does not outlive its client
mod fences; // each style as it is written, and nothing that breaks out
mod flight; // JSON, messages of a server, events of a hook
mod mangled; // configurations and baselines that are no such thing
#[cfg(target_os = "linux")]
mod memory; // memory does not grow with the input
mod modes; // check, reveal, colour, hints, pieces
mod records; // one record in, one record out
mod references; // every reference pair
mod streaming; // output as soon as it is decided, whoever reads and writes how
mod trace; // a copy is known again however it was dressed up

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use bstr::{BString, ByteSlice as _};

/// The built command.
pub(crate) const COMMAND: &str = env!("CARGO_BIN_EXE_untrusted-filter");

/// The command in an empty environment, with nothing on standard input.
pub(crate) fn command(args: &[&str]) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(COMMAND);
    command.env_clear().args(args).write_stdin("");
    command
}

/// Runs the command on an input, to its end.
pub(crate) fn run(args: &[&str], input: impl Into<Vec<u8>>) -> Output {
    command(args).write_stdin(input).output().unwrap()
}

/// What the command writes where nothing goes wrong.
pub(crate) fn filtered(args: &[&str], input: impl Into<Vec<u8>>) -> BString {
    let output = run(args, input);
    assert!(output.stderr.is_empty(), "{args:?}: {:?}", output.stderr.as_bstr());
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    output.stdout.into()
}

/// Checks outputs, one a row: flags, input, output.
pub(crate) fn table(rows: &[(&[&str], &str, &str)]) {
    for (args, input, wanted) in rows {
        assert_eq!(filtered(args, *input), *wanted, "{args:?} of {input:?}");
    }
}

/// Checks that a run failed as it should: status 2 and one line, safe to print, which is returned
/// without the command's name.
pub(crate) fn failure(output: &Output) -> &str {
    let line = output.stderr.to_str().unwrap();
    assert_eq!(output.status.code(), Some(2), "{line:?}");
    let line = line.strip_suffix('\n').unwrap();
    for c in line.chars() {
        let is_shown = untrusted_filter::Class::of(c) == untrusted_filter::Class::Visible;
        assert!(is_shown || c == ' ', "{c:?} in {line:?}");
    }
    line.strip_prefix("untrusted-filter: ").unwrap()
}

/// Runs what cannot be done at all: nothing on standard output. Returns the message.
pub(crate) fn refused(args: &[&str]) -> String {
    let output = run(args, "text\n");
    assert_eq!(output.stdout.as_bstr(), "", "{args:?}");
    failure(&output).to_owned()
}

/// An empty folder for one test.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A file in a folder; its path.
pub(crate) fn file(folder: &Path, name: impl AsRef<OsStr>, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(Path::new(name.as_ref()));
    fs::write(&path, content).unwrap();
    path.into_os_string().into_string().unwrap()
}
