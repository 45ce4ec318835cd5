//! Outcome → exit status, one table.

use std::process::ExitCode;

/// How a run ended. The worst of several counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// Filtered, or nothing found.
    Clean,
    /// `--check`: something would change.
    Found,
    /// A usage, configuration, read or write error.
    Failed,
}

impl Outcome {
    /// The exit status, as grep has it.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Found => 1,
            Self::Failed => 2,
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome.code())
    }
}
