//! What passes between a client and a server besides messages: input as it is, errors made safe.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::{ChildStderr, ChildStdin};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::stdio::{dup2_stdin, stdout};
use untrusted_filter::{Filter, Policy, Records};

use super::super::input;
use super::super::stdio::Stdin;

/// How much is read at a time: what a pipe holds.
const CHUNK: usize = 64 * 1024;

/// Reads to the end, whatever interrupts, or until `take` has enough.
fn each(mut reader: impl Read, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK];
    loop {
        match input::read(&mut reader, &mut chunk) {
            // What cannot be read has ended.
            Ok(0) | Err(_) => return Ok(()),
            Ok(size) => take(&chunk[..size])?,
        }
    }
}

/// Passes standard input to the server. True when it has ended; false when the server does not take
/// it any more, and then whoever writes it learns that.
pub(crate) fn feed(mut server: ChildStdin) -> bool {
    let is_end = each(Stdin, |chunk| server.write_all(chunk)).is_ok();
    if !is_end && let Ok(null) = File::open("/dev/null") {
        // The other end of a pipe that nobody reads is told so.
        let _closed = dup2_stdin(&null);
    }
    is_end
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
