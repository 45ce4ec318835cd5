//! Findings → edits of the raw file, and the file with them.

use std::ops::Range;

use super::finding::Finding;
use super::source::Encoding;

/// Which repairs are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Those that take away nothing that could be meant.
    Safe,
    /// All.
    All,
}

/// One change to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Bytes of the raw file.
    pub span: Range<usize>,
    /// What stands there instead, in the encoding of the file.
    pub with: Vec<u8>,
}

/// The edits that repair a file, in order and without overlap.
#[must_use]
pub fn edits(bytes: &[u8], findings: &[Finding], which: Repair) -> Vec<Edit> {
    let encoding = Encoding::of(bytes);
    let mut edits: Vec<Edit> = Vec::new();
    for finding in findings {
        let Some(fix) = &finding.fix else { continue };
        let is_wanted = which == Repair::All || fix.is_safe;
        let is_free = edits.last().is_none_or(|last| last.span.end <= finding.start.offset);
        if is_wanted && is_free {
            let with = encoding.encode(&fix.replacement);
            edits.push(Edit { span: finding.span(), with });
        }
    }
    edits
}

/// A file with edits made.
#[must_use]
pub fn repair(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut repaired = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for edit in edits {
        repaired.extend_from_slice(&bytes[at..edit.span.start]);
        repaired.extend_from_slice(&edit.with);
        at = edit.span.end;
    }
    repaired.extend_from_slice(&bytes[at..]);
    repaired
}
