//! The watcher: a second process that ends a server's group if the filter is killed before it can.
//! A pipe joins the two; its end without a word is the filter's death.

use std::env;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::time::Duration;

use rustix::process::Pid;

use super::super::args::WATCH;
use super::super::exit::Outcome;
use super::super::stdio::Stdin;
use super::group;

/// What the filter says when all is done.
const DONE: &str = "done";

/// The filter's end of the pipe.
#[derive(Debug)]
pub(crate) struct Watcher {
    process: Child,
    pipe: ChildStdin,
}

impl Watcher {
    /// Starts this program a second time, in a group of its own: whoever kills the filter's group
    /// does not kill it, and it holds nothing that the client waits for.
    pub(crate) fn start() -> io::Result<Self> {
        let mut command = Command::new(env::current_exe()?);
        command.arg(WATCH).stdin(Stdio::piped()).stdout(Stdio::null());
        let mut process = command.stderr(Stdio::null()).process_group(0).spawn()?;
        let pipe = process.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self { process, pipe })
    }

    /// Names the group to end.
    pub(crate) fn name(&mut self, leader: Pid, grace: Duration) -> io::Result<()> {
        writeln!(self.pipe, "{} {}", leader.as_raw_nonzero(), grace.as_millis())
    }

    /// Says that nothing is left to do, and waits for the watcher to go.
    pub(crate) fn dismiss(self) {
        let Self { mut process, mut pipe } = self;
        // One that is gone has nothing to be told.
        let _told = writeln!(pipe, "{DONE}");
        drop(pipe);
        let _gone = process.wait();
    }
}

/// What the second process does.
pub(crate) fn watch() -> ExitCode {
    let mut said = String::new();
    // However it ended, the filter is gone.
    let _end = Stdin.read_to_string(&mut said);
    let mut lines = said.lines();
    let named = lines.next().and_then(|line| line.split_once(' '));
    let leader = named.and_then(|(leader, _)| Pid::from_raw(leader.parse().ok()?));
    let grace = named.and_then(|(_, grace)| grace.parse().ok()).map(Duration::from_millis);
    if let (Some(leader), Some(grace), None) = (leader, grace, lines.next()) {
        // Its input has ended, and it may well end by itself.
        if !group::is_gone_within(leader, grace) {
            group::end(leader, grace);
        }
    }
    Outcome::Clean.into()
}
