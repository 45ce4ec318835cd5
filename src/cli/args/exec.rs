//! Flags for running a server behind the filter.

use std::time::Duration;

use clap::Args;

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

    /// Ends the process group that standard input names if whoever named it is killed. What --exec
    /// starts for itself.
    #[arg(long, hide = true, exclusive = true)]
    pub(crate) exec_watch: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "give a number of seconds".to_owned())
}
