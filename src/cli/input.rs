//! Named inputs: standard input and files, opened one after another.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use untrusted_filter::Show;

use super::stdio::Stdin;

/// What there is to read.
pub(crate) enum Input {
    /// Standard input.
    Stdin(Stdin),
    /// A file, a pipe or a device.
    File(File),
}

impl Input {
    /// Opens a file; `-` is standard input.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Self::Stdin(Stdin));
        }
        // Opening a folder works, reading it does not: say so before anything is written.
        if path.is_dir() {
            return Err(io::Error::other("is a folder: name the files in it"));
        }
        File::open(path).map(Self::File)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stdin(stdin) => stdin.read(buffer),
            Self::File(file) => file.read(buffer),
        }
    }
}

/// How much is read at a time where the input is a file as often as a pipe.
pub(crate) const CHUNK: usize = 256 * 1024;

/// Reads what there is, once; an interrupted call is made again.
pub(crate) fn read(reader: &mut impl Read, chunk: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// The name of an input in messages.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".into() } else { Show::path(path).to_string() }
}
