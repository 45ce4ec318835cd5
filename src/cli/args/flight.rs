//! Flags for text in flight: within JSON, within messages of a protocol, within events of an agent.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use untrusted_filter::json::Path;
use untrusted_filter::mcp::{OnInvalid, Protected};

/// What the text is in.
#[derive(Args, Clone, Debug)]
pub(crate) struct FlightArgs {
    /// What the input is: text; JSON, of which strings are filtered; messages of a server of the
    /// Model Context Protocol, one a line; or an event of a coding agent's hook, which is answered.
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["lint", "agent_files"], help_heading = "In flight")]
    pub(crate) input: Option<InputFormat>,

    /// Filter only strings that this pattern leads to, such as `tools[*].description` or `..text`;
    /// may be given several times. For --input json.
    #[arg(long, value_name = "PATTERN", help_heading = "In flight")]
    pub(crate) json_path: Vec<Path>,

    /// Filter names of members in JSON too; without this flag they stay, and hidden characters in
    /// them are told.
    #[arg(long, help_heading = "In flight")]
    pub(crate) json_keys: bool,

    /// What becomes of lines that are no messages. For --input mcp.
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "In flight")]
    pub(crate) on_invalid: Option<Invalid>,

    /// What becomes of identifiers that hold something hidden, such as names of tools. For --input
    /// mcp.
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "In flight")]
    pub(crate) protected: Option<Identifiers>,

    /// The most that is read as one message, event or line of JSON, and with --lint --records as one
    /// record, in bytes [default: 67108864]
    #[arg(long, value_name = "BYTES", help_heading = "In flight")]
    pub(crate) max_message: Option<usize>,

    /// Write what was changed to this file, as JSON Lines.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["lint", "agent_files"], help_heading = "In flight")]
    pub(crate) report: Option<PathBuf>,
}

/// What `--input` takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputFormat {
    /// Text.
    #[default]
    Text,
    /// JSON values one after another, or JSON Lines.
    Json,
    /// Messages of the Model Context Protocol.
    Mcp,
    /// One event of a PostToolUse hook.
    Hook,
}

/// What `--on-invalid` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Invalid {
    /// Filtered, to standard error; the default.
    Stderr,
    /// Filtered, among the messages.
    Pass,
    /// Nowhere.
    Drop,
    /// The run fails.
    Fail,
}

impl From<Invalid> for OnInvalid {
    fn from(invalid: Invalid) -> Self {
        match invalid {
            Invalid::Stderr => Self::Divert,
            Invalid::Pass => Self::Pass,
            Invalid::Drop => Self::Drop,
            Invalid::Fail => Self::Fail,
        }
    }
}

/// What `--protected` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Identifiers {
    /// What they belong to is left out; the default.
    Drop,
    /// They stay.
    Keep,
    /// The run fails.
    Fail,
}

impl From<Identifiers> for Protected {
    fn from(identifiers: Identifiers) -> Self {
        match identifiers {
            Identifiers::Drop => Self::Drop,
            Identifiers::Keep => Self::Keep,
            Identifiers::Fail => Self::Fail,
        }
    }
}
