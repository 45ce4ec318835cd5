//! What passes between a client and a server besides messages: input as it is, errors made safe.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::process::{ChildStderr, ChildStdin};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::stdio::{dup2_stdin, stdout};
use untrusted_filter::{CopyError, Filter, Policy, Records};

use super::super::input;
use super::super::stdio::Stdin;

/// How much is read at a time: what a pipe holds.
const CHUNK: usize = 64 * 1024;

/// Reads to the end, whatever interrupts, or until `take` has enough.
fn each(
    mut reader: impl Read,
    mut take: impl FnMut(&[u8]) -> io::Result<()>,
) -> Result<(), CopyError> {
    let mut chunk = vec![0; CHUNK];
    loop {
        match input::read(&mut reader, &mut chunk).map_err(CopyError::Read)? {
            0 => return Ok(()),
            size => take(&chunk[..size]).map_err(CopyError::Write)?,
        }
    }
}

/// Passes standard input to the server, to its end. If the server does not take it any more, whoever
/// writes it learns that.
pub(crate) fn feed(mut server: ChildStdin) -> Result<(), CopyError> {
    match each(Stdin, |chunk| server.write_all(chunk)) {
        // A client that goes while something is on its way to it resets the connection.
        Err(CopyError::Read(error)) if error.kind() == ErrorKind::ConnectionReset => Ok(()),
        Err(CopyError::Write(error)) => {
            if let Ok(null) = File::open("/dev/null") {
                // The other end of a pipe that nobody reads is told so.
                let _closed = dup2_stdin(&null);
            }
            Err(CopyError::Write(error))
        }
        result => result,
    }
}

/// Passes what the server says on standard error, each line as the profile `text` lets it through:
/// it may go to a terminal.
pub(crate) fn clean(server: ChildStderr) {
    let mut filter = Filter::new(&Policy::text()).records(Records::Line);
    let mut said = Vec::new();
    let write = |said: &mut Vec<u8>| {
        // If nobody hears it, the server must not wait.
        let _said = io::stderr().write_all(said);
        said.clear();
    };
    // What cannot be read has ended.
    let _end = each(server, |chunk| {
        filter.push(chunk, |piece| said.extend_from_slice(piece));
        write(&mut said);
        Ok(())
    });
    filter.finish(|piece| said.extend_from_slice(piece));
    write(&mut said);
}

/// Waits until nobody reads standard output any more. Where it is no pipe, that is never.
pub(crate) fn wait_for_reader_to_go() {
    let stdout = stdout();
    loop {
        let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
        match poll(&mut polled, None) {
            Ok(_) if polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => return,
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => return,
        }
    }
}
