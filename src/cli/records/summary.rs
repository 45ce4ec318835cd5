//! `--summary`: records counted in the bytes that were read and written, whatever the filter between
//! says of itself, and the file that they are told in.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use untrusted_filter::Show;

use super::super::exit::Outcome;
use super::super::{failed, reason};

/// Records that have come by.
pub(super) struct Tally {
    delimiter: u8,
    ended: u64,
    is_open: bool,
}

impl Tally {
    pub(super) fn new(delimiter: u8) -> Self {
        Self { delimiter, ended: 0, is_open: false }
    }

    pub(super) fn see(&mut self, bytes: &[u8]) {
        if let Some(last) = bytes.last() {
            self.ended += memchr::memchr_iter(self.delimiter, bytes).count() as u64;
            self.is_open = *last != self.delimiter;
        }
    }

    /// Ends the record in progress.
    pub(super) fn end(&mut self) {
        self.ended = self.begun();
        self.is_open = false;
    }

    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    pub(super) fn ended(&self) -> u64 {
        self.ended
    }

    /// Those that ended, and the one in progress.
    pub(super) fn begun(&self) -> u64 {
        self.ended + u64::from(self.is_open)
    }
}

/// A writer with its records counted.
pub(super) struct Counted<W> {
    inner: W,
    pub(super) tally: Tally,
}

impl<W> Counted<W> {
    pub(super) fn new(inner: W, delimiter: u8) -> Self {
        Self { inner, tally: Tally::new(delimiter) }
    }
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let size = self.inner.write(buffer)?;
        self.tally.see(&buffer[..size]);
        Ok(size)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// What happened to the records.
#[derive(Debug, Default, Serialize)]
pub(super) struct Counts {
    pub(super) r#in: u64,
    pub(super) out: u64,
    pub(super) changed: u64,
    pub(super) errors: u64,
    /// Names of members that hold something hidden, and stay.
    pub(super) kept_names: u64,
}

impl Counts {
    /// Whether as many went out as came in.
    pub(super) fn agree(&self) -> Outcome {
        let Self { r#in, out, .. } = self;
        if r#in == out {
            return Outcome::Clean;
        }
        failed(&format_args!("{in} records came in, {out} went out"))
    }
}

/// The file that a run is told in.
pub(super) struct Summary {
    file: File,
    path: PathBuf,
}

impl Summary {
    /// Opens the file and empties it, so that an old one is never taken for that of a run that was
    /// killed.
    pub(super) fn open(path: &Path, inputs: &[PathBuf]) -> Result<Self, String> {
        let is_input = fs::canonicalize(path).is_ok_and(|path| {
            inputs.iter().any(|input| fs::canonicalize(input).is_ok_and(|input| input == path))
        });
        if is_input {
            return Err(format!("{}: is an input, not a place for --summary", Show::path(path)));
        }
        // Standard output may be the same file: what comes, comes after what is there.
        let opened = OpenOptions::new().append(true).create(true).open(path).and_then(|file| {
            if file.metadata()?.is_file() {
                file.set_len(0)?;
            }
            Ok(file)
        });
        match opened {
            Ok(file) => Ok(Self { file, path: path.to_owned() }),
            Err(error) => Err(format!("{}: {}", Show::path(path), reason(&error))),
        }
    }

    /// Writes the counts, in one piece: whoever reads finds nothing or all of them.
    pub(super) fn write(mut self, counts: &Counts) -> Outcome {
        // Numbers are always JSON.
        let line = serde_json::to_string(counts).unwrap_or_default() + "\n";
        match self.file.write_all(line.as_bytes()) {
            Ok(()) => Outcome::Clean,
            Err(error) => failed(&format_args!("{}: {}", Show::path(&self.path), reason(&error))),
        }
    }
}
