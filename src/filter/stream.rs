//! Streams: a `Write` adapter, and the loop from a reader to a writer.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};

use super::Filter;
use crate::scan::Transcoder;

/// How much is read at a time: fits the second-level cache, and what a pipe may be raised to.
pub(crate) const CHUNK: usize = 256 * 1024;
/// Output in pieces is gathered up to this size; a longer piece is written from where it lies.
const GATHER: usize = 16 * 1024;

/// A writer that filters what goes through it.
///
/// ```
/// use std::io::Write;
/// use untrusted_filter::{Filter, FilterWriter, Policy};
///
/// let mut writer = FilterWriter::new(Vec::new(), Filter::new(&Policy::text()));
/// write!(writer, "a\u{200B}b")?;
/// assert_eq!(writer.finish()?, b"a b");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct FilterWriter<W> {
    inner: W,
    filter: Filter,
    /// Output that the inner writer has not taken yet.
    pending: Vec<u8>,
}

impl<W: Write> FilterWriter<W> {
    /// Filters into `inner`.
    pub fn new(inner: W, filter: Filter) -> Self {
        Self { inner, filter, pending: Vec::new() }
    }

    /// Ends the input and writes the rest of the output. Without this call what is undecided is
    /// lost, and a fence stays open.
    ///
    /// # Errors
    ///
    /// Those of the inner writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.filter.finish(|piece| self.pending.extend_from_slice(piece));
        self.drain()?;
        self.inner.flush()?;
        Ok(self.inner)
    }

    /// Writes what is pending. After an error only what was not written stays pending.
    fn drain(&mut self) -> io::Result<()> {
        let mut written = 0;
        let result = loop {
            if written == self.pending.len() {
                break Ok(());
            }
            match self.inner.write(&self.pending[written..]) {
                Ok(0) => break Err(ErrorKind::WriteZero.into()),
                Ok(n) => written += n,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        self.pending.drain(..written);
        result
    }
}

impl<W: Write> Write for FilterWriter<W> {
    /// Takes the whole buffer. When the inner writer fails, the next call says so and takes nothing
    /// before all that is pending has been written: no byte is lost or written twice.
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.drain()?;
        let buffer = &buffer[..buffer.len().min(CHUNK)];
        self.filter.push(buffer, |piece| self.pending.extend_from_slice(piece));
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.drain()?;
        self.inner.flush()
    }
}

/// Why a [`copy`] ended early.
#[derive(Debug)]
pub enum CopyError {
    /// The reader failed. What was read before has been filtered and written; the input was not
    /// ended, so that the caller can do it or go on.
    Read(io::Error),
    /// The writer failed.
    Write(io::Error),
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "cannot read: {error}"),
            Self::Write(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl Error for CopyError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Read(error) | Self::Write(error) => Some(error),
        }
    }
}

/// Filters a reader into a writer, to the reader's end, without [finishing](Filter::finish) the
/// filter: several readers can be copied one after another, [end_text](Filter::end_text) between
/// them. Every read is answered by the writes that it decides before the next read. UTF-16 with a
/// byte order mark is read as what it is, but not where the filter takes records, whose ends are
/// bytes. Returns whether any of it was.
///
/// # Errors
///
/// [`CopyError`], when reading or writing fails; an interrupted call is made again.
pub fn copy<R: Read, W: Write>(
    mut reader: R,
    writer: W,
    filter: &mut Filter,
) -> Result<bool, CopyError> {
    let mut output = Output::new(writer);
    let mut transcoder = if filter.has_records() { Transcoder::none() } else { Transcoder::new() };
    let mut chunk = vec![0; CHUNK];
    loop {
        let size = match read(&mut reader, &mut chunk) {
            Ok(0) => break,
            Ok(size) => size,
            Err(error) => {
                filter.push(transcoder.finish(), |piece| output.put(piece));
                output.flush().map_err(CopyError::Write)?;
                return Err(CopyError::Read(error));
            }
        };
        filter.push(transcoder.push(&chunk[..size]), |piece| output.put(piece));
        output.flush().map_err(CopyError::Write)?;
    }
    let is_utf16 = transcoder.is_utf16();
    filter.push(transcoder.finish(), |piece| output.put(piece));
    output.flush().map_err(CopyError::Write)?;
    Ok(is_utf16)
}

/// Reads what there is, once; an interrupted call is made again.
pub(crate) fn read(reader: &mut impl Read, chunk: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(chunk) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Gathers small pieces; writes large ones from where they lie. An error is kept until asked for.
pub(crate) struct Output<W> {
    writer: W,
    gathered: Vec<u8>,
    result: io::Result<()>,
}

impl<W: Write> Output<W> {
    pub(crate) fn new(writer: W) -> Self {
        Self { writer, gathered: Vec::new(), result: Ok(()) }
    }

    pub(crate) fn put(&mut self, piece: &[u8]) {
        if self.gathered.len() + piece.len() > GATHER {
            self.write_gathered();
        }
        if piece.len() > GATHER {
            self.write(piece);
        } else {
            self.gathered.extend_from_slice(piece);
        }
    }

    /// Writes everything; the first error since the last call, if there was one.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.write_gathered();
        if self.result.is_ok() {
            self.result = self.writer.flush();
        }
        std::mem::replace(&mut self.result, Ok(()))
    }

    fn write_gathered(&mut self) {
        let gathered = std::mem::take(&mut self.gathered);
        self.write(&gathered);
        self.gathered = gathered;
        self.gathered.clear();
    }

    fn write(&mut self, piece: &[u8]) {
        if self.result.is_ok() && !piece.is_empty() {
            self.result = self.writer.write_all(piece);
        }
    }
}
