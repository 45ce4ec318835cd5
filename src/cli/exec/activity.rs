//! Whether a server still has something to say: what is on its way to the client is not cut off.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is known of a server's output.
#[derive(Clone, Debug, Default)]
pub(crate) struct Activity {
    /// Something came since somebody asked.
    has_come: Arc<AtomicBool>,
    /// What came has not been written yet.
    is_busy: Arc<AtomicBool>,
}

impl Activity {
    /// Whether anything came since the last call, or is still on its way.
    pub(crate) fn take(&self) -> bool {
        self.has_come.swap(false, Ordering::SeqCst) | self.is_busy()
    }

    /// Whether something is on its way to a client that does not take it.
    pub(crate) fn is_busy(&self) -> bool {
        self.is_busy.load(Ordering::SeqCst)
    }
}

/// A reader whose every read says that what was read before has been written.
pub(crate) struct Watched<R>(pub(crate) R, pub(crate) Activity);

impl<R> Drop for Watched<R> {
    fn drop(&mut self) {
        // Nobody reads on: what has not been written will not be.
        self.1.is_busy.store(false, Ordering::SeqCst);
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self(reader, activity) = self;
        activity.is_busy.store(false, Ordering::SeqCst);
        let size = reader.read(buffer)?;
        activity.is_busy.store(size > 0, Ordering::SeqCst);
        activity.has_come.fetch_or(size > 0, Ordering::SeqCst);
        Ok(size)
    }
}
