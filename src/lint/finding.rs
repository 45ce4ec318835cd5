//! What the linter says: plain data, in units that are named.

use std::fmt;
use std::ops::Range;

use super::rule::Rule;
use crate::scan::name;

/// How bad a finding is. The default of a rule may be raised or lowered by where a hit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Honest as often as not: shown, never fails a run by default.
    Note,
    /// Usually a leftover.
    Warning,
    /// Has no honest use where it stands.
    Error,
}

impl Severity {
    /// Every severity, the least first.
    pub const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// `note`, `warning` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// One level up, for text that every prompt loads. Notes stay notes.
    #[must_use]
    pub const fn raised(self) -> Self {
        match self {
            Self::Note => Self::Note,
            Self::Warning | Self::Error => Self::Error,
        }
    }
}

/// A place in a file. A line ends at LF only; all numbers but the offset count from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Bytes of the raw file before it.
    pub offset: usize,
    /// The line.
    pub line: usize,
    /// The column in code points.
    pub column: usize,
    /// The column in bytes of the raw file.
    pub column_bytes: usize,
    /// The column in UTF-16 code units.
    pub column_utf16: usize,
}

/// One element of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodePoint {
    /// A character.
    Char(char),
    /// A byte of ill-formed text.
    Byte(u8),
}

impl CodePoint {
    /// Its name, or what it is.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Char(c) => name(c).into_owned(),
            Self::Byte(_) => "ill-formed UTF-8".into(),
        }
    }
}

impl fmt::Display for CodePoint {
    /// `U+202E`, or `byte 0xED`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(c) => write!(f, "U+{:04X}", *c as u32),
            Self::Byte(byte) => write!(f, "byte 0x{byte:02X}"),
        }
    }
}

/// What hidden characters say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// How it was encoded.
    pub codec: &'static str,
    /// The text, with everything hidden in it escaped; not more than 64 KiB.
    pub text: String,
    /// A known and honest use of the encoding.
    pub is_legitimate: bool,
}

/// What stands in the place of a finding once it is repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The text instead of the whole span.
    pub replacement: String,
    /// It takes away nothing that could be meant.
    pub is_safe: bool,
}

/// One run of neighbouring hits of one rule.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule that was broken.
    pub rule: &'static Rule,
    /// How bad it is here.
    pub severity: Severity,
    /// The first byte.
    pub start: Position,
    /// The byte after the last one.
    pub end: Position,
    /// The code points of the run: the first [`Finding::MAX_CODE_POINTS`] of them.
    pub code_points: Vec<CodePoint>,
    /// How many there are in all.
    pub count: usize,
    /// One sentence without a stop at its end, safe to print.
    pub message: String,
    /// What the run hides, if that can be read.
    pub decoded: Option<Decoded>,
    /// How to repair it; `None` where only a person can tell.
    pub fix: Option<Fix>,
}

impl Finding {
    /// The most code points that are kept of one run.
    pub const MAX_CODE_POINTS: usize = 1024;

    /// The bytes of the raw file.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.start.offset..self.end.offset
    }
}

/// A finding whose place is not yet counted out: spans are bytes of the text as UTF-8.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) rule: &'static Rule,
    pub(crate) severity: Severity,
    pub(crate) span: Range<usize>,
    pub(crate) code_points: Vec<CodePoint>,
    pub(crate) count: usize,
    pub(crate) message: String,
    pub(crate) decoded: Option<Decoded>,
    pub(crate) fix: Option<Fix>,
}
