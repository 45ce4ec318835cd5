//! A process group, and how it is ended.

use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

/// How often it is looked whether a group is gone.
const LOOK: Duration = Duration::from_millis(10);

/// The group of a child process. Once the child is reaped its number may belong to somebody else, so
/// that nothing is sent any more.
#[derive(Debug)]
pub(crate) struct Group {
    leader: Pid,
    is_over: Mutex<bool>,
}

impl Group {
    /// The group that a child leads.
    pub(crate) fn new(leader: Pid) -> Self {
        Self { leader, is_over: Mutex::new(false) }
    }

    /// Sends a signal to every process in it.
    pub(crate) fn signal(&self, signal: Signal) {
        let is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        if !*is_over {
            // Nobody may be left.
            let _sent = kill_process_group(self.leader, signal);
        }
    }

    /// Ends what is left after the leader, which `reap` takes out of the list of processes.
    pub(crate) fn close<T>(&self, grace: Duration, reap: impl FnOnce() -> T) -> T {
        let mut is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        *is_over = true;
        let reaped = reap();
        end(self.leader, grace);
        reaped
    }
}

/// Ends a group: SIGTERM, then SIGKILL to what is still there.
pub(crate) fn end(leader: Pid, grace: Duration) {
    for signal in [Signal::TERM, Signal::KILL] {
        if kill_process_group(leader, signal).is_err() || is_gone_within(leader, grace) {
            return;
        }
    }
}

/// Waits for a group to be gone, so long at the most.
pub(crate) fn is_gone_within(leader: Pid, grace: Duration) -> bool {
    let start = Instant::now();
    loop {
        if test_kill_process_group(leader).is_err() {
            return true;
        }
        let Some(left) = grace.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) else {
            return false;
        };
        sleep(left.min(LOOK));
    }
}
