//! Flags for running a server behind the filter.

use std::time::Duration;

use clap::Args;

/// The only argument of the process that `--exec` starts for itself: no flag for people.
pub(crate) const WATCH: &str = "--exec-watch";

/// How a server is run.
#[derive(Args, Clone, Debug)]
pub(crate) struct ExecArgs {
    /// Run a server of the Model Context Protocol and filter what it writes, as --input mcp does: its
    /// command and arguments come after `--`.
    #[arg(
        long,
        requires = "files",
        conflicts_with_all = ["lint", "agent_files", "check", "pieces", "trace", "fence_hint", "generate"],
        help_heading = "In flight"
    )]
    pub(crate) exec: bool,

    /// How long a server may go on in silence once its input has ended, and how long after SIGTERM,
    /// before it is made to end. For --exec [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "exec", help_heading = "In flight")]
    pub(crate) grace: Option<Duration>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "give a number of seconds".to_owned())
}
