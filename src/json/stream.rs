//! Streams of JSON: the loop from a reader to a writer.

use std::error::Error as StdError;
use std::fmt;
use std::io::{self, Read, Write};

use super::{Change, Error, JsonFilter};
use crate::filter::{CHUNK, Output, read};

/// Why a [`copy`] ended early. What was read before has been filtered and written.
#[derive(Debug)]
pub enum CopyError {
    /// The reader failed.
    Read(io::Error),
    /// The writer failed.
    Write(io::Error),
    /// What was read is not JSON.
    Json(Error),
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "cannot read: {error}"),
            Self::Write(error) => write!(f, "cannot write: {error}"),
            Self::Json(error) => write!(f, "not JSON: {error}"),
        }
    }
}

impl StdError for CopyError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Read(error) | Self::Write(error) => Some(error),
            Self::Json(error) => Some(error),
        }
    }
}

/// Filters a reader into a writer, to the reader's end, and [finishes](JsonFilter::finish) the
/// input. Every read is answered by the writes that it decides before the next read. Each change is
/// told, where the filter keeps an account.
///
/// # Errors
///
/// [`CopyError`]; an interrupted call is made again.
pub fn copy<R: Read, W: Write>(
    mut reader: R,
    writer: W,
    filter: &mut JsonFilter,
    mut told: impl FnMut(Change),
) -> Result<(), CopyError> {
    let mut output = Output::new(writer);
    let mut chunk = vec![0; CHUNK];
    loop {
        let (size, failure) = match read(&mut reader, &mut chunk) {
            Ok(size) => (size, None),
            Err(error) => (0, Some(error)),
        };
        let result = match &chunk[..size] {
            [] => filter.finish(|piece| output.put(piece)),
            chunk => filter.push(chunk, |piece| output.put(piece)),
        };
        output.flush().map_err(CopyError::Write)?;
        filter.take_changes().into_iter().for_each(&mut told);
        match (failure, result) {
            (Some(error), _) => return Err(CopyError::Read(error)),
            (None, Err(error)) => {
                // Another input may come.
                let _ended = filter.finish(|_| {});
                return Err(CopyError::Json(error));
            }
            (None, Ok(())) if size == 0 => return Ok(()),
            (None, Ok(())) => {}
        }
    }
}
