//! `--exec` where the system has no process groups to end, or no way to wait for one.

use std::process::ExitCode;

use super::args::Args;
use super::exit::Outcome;
use super::failed;

/// Says what there is instead.
pub(crate) fn run(_args: &Args) -> ExitCode {
    failed(&"--exec does not work on this system: write SERVER | untrusted-filter --input mcp")
        .into()
}

/// Nobody starts this here.
pub(crate) fn watch() -> ExitCode {
    Outcome::Failed.into()
}
