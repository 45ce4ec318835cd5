//! Where the report goes. Files are repaired to the last one whether or not anybody reads of it.

use std::io::{self, ErrorKind, Write};

/// A writer. If it lasts, its first failure is kept for the end, and what comes after is dropped.
pub(crate) struct Lasting<W> {
    inner: W,
    lasts: bool,
    result: io::Result<()>,
}

impl<W: Write> Lasting<W> {
    /// Writes to `inner`.
    pub(crate) fn new(inner: W, lasts: bool) -> Self {
        Self { inner, lasts, result: Ok(()) }
    }

    /// Writes the rest; what came of writing.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush().and(self.result)
    }

    /// Makes a call, unless one has failed for good.
    fn call<T>(
        &mut self,
        otherwise: T,
        call: impl FnOnce(&mut W) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.result.is_err() {
            return Ok(otherwise);
        }
        match call(&mut self.inner) {
            Err(error) if self.lasts && error.kind() != ErrorKind::Interrupted => {
                self.result = Err(error);
                Ok(otherwise)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for Lasting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.call(bytes.len(), |inner| inner.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.call((), Write::flush)
    }
}
