//! What is told of messages besides the messages.

use std::error::Error as StdError;
use std::fmt;

/// Something that a filter for the protocol did, or found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Which line of the input, from 1.
    pub line: u64,
    /// The way there within the message, such as `result.tools[2].description`, safe to print; empty
    /// for a whole message.
    pub path: String,
    /// What it is.
    pub kind: NoteKind,
}

/// What a [`Note`] tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// A string was filtered.
    Changed,
    /// Characters of a string were replaced one for one.
    Masked,
    /// A name of a member, or an identifier, holds what the policy would change, and stays.
    Kept,
    /// An identifier holds what the policy would change: what it belongs to was left out.
    Dropped,
    /// A line is no message of JSON-RPC.
    Stray,
    /// A message was longer than allowed and was left out.
    TooLong,
    /// A tool is offered.
    Tool {
        /// As the server sent it.
        name: String,
        /// As the server sent it; empty where there is none.
        description: String,
    },
}

impl NoteKind {
    /// The name of the kind: one word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Masked => "masked",
            Self::Kept => "kept",
            Self::Dropped => "dropped",
            Self::Stray => "stray",
            Self::TooLong => "too-long",
            Self::Tool { .. } => "tool",
        }
    }
}

/// Why a filter for the protocol ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A line is no message of JSON-RPC, under [`OnInvalid::Fail`](super::OnInvalid::Fail).
    Stray {
        /// Which line, from 1.
        line: u64,
    },
    /// An identifier holds what the policy would change, under
    /// [`Protected::Fail`](super::Protected::Fail).
    Protected {
        /// Which line, from 1.
        line: u64,
        /// The way to it, safe to print.
        path: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stray { line } => write!(f, "line {line} is no JSON-RPC message"),
            Self::Protected { line, path } => {
                write!(f, "line {line}: the identifier {path} holds something hidden")
            }
        }
    }
}

impl StdError for Error {}
