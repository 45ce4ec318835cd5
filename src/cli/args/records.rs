//! Flags for engines that hand over records.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// How records are taken, and what is said of them.
#[derive(Args, Clone, Debug)]
pub(crate) struct RecordArgs {
    /// Filter only these members of each line's object, or every string in them, and leave every
    /// other byte; names may be parted by commas. For --records jsonl.
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Records")]
    pub(crate) jsonl_field: Vec<String>,

    /// What becomes of a line that is not one JSON value. For --records jsonl.
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Records")]
    pub(crate) on_error: Option<OnError>,

    /// Write how many records came in, went out, were changed and were no JSON to this file, as one
    /// JSON object; it is emptied when the run begins.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["lint", "agent_files"], help_heading = "Records")]
    pub(crate) summary: Option<PathBuf>,
}

/// What `--on-error` takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// The run ends there; the default.
    #[default]
    Fail,
    /// It is filtered as a line of text.
    Pass,
    /// `null` takes its place.
    Null,
}
