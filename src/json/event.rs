//! What the lexer tells: events, and where something is not JSON.

use std::error::Error as StdError;
use std::fmt;

/// Why something is not JSON, and where. A later error than the first one is never told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// In bytes from the start of the input.
    pub offset: u64,
    /// From 1; a line ends at LF.
    pub line: u64,
    /// From 1, in bytes.
    pub column: u64,
    pub(super) what: &'static str,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, line, column, what } = self;
        write!(f, "line {line}, column {column} (offset {offset}): {what}")
    }
}

impl StdError for Error {}

/// What an array and an object have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Array,
    Object,
}

/// One step of the way through the input.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event<'a> {
    /// Bytes outside strings, quotes among them.
    Bytes(&'a [u8]),
    /// An array or object begins, before its bracket.
    Open(Kind),
    /// The innermost array or object has ended, after its bracket.
    Close,
    /// A member's name begins, before its quote.
    Key,
    /// A string begins, before its quote.
    String,
    /// A number or literal begins.
    Scalar,
    /// A part of a string or key.
    Part(Part<'a>),
    /// A key or string ends, before its closing quote, or a number or literal has ended.
    End,
}

/// A part of a string or key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    /// As it is spelled.
    pub(crate) raw: &'a [u8],
    /// What it stands for. An unpaired surrogate stands for the byte FF, which is one ill-formed byte.
    pub(crate) text: &'a [u8],
    /// Where the two differ, in order.
    pub(crate) escapes: &'a [Escape],
    /// The string has no other part.
    pub(crate) is_whole: bool,
}

/// One escape: where what it stands for ends in the text, and the lengths of both, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Escape {
    pub(crate) end: usize,
    pub(crate) text: usize,
    pub(crate) raw: usize,
}
