//! The name of a file: shown everywhere, and as untrusted as what is in the file.

use std::path::Path;

use super::finding::{Finding, Position, Severity};
use super::rule;
use super::{Linter, Rules};
use crate::scan::{Class, chars};

/// What is hidden or active in a path as it was given or found; at the start of the file, of no
/// length. A line break or a tab in a name counts too.
pub(super) fn finding(path: &Path) -> Option<Finding> {
    let bytes = path.as_os_str().as_encoded_bytes();
    if bytes.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        return None;
    }
    let found = Linter::new(Rules::default()).lint(Path::new(""), bytes);
    let worst = found.into_iter().filter(|finding| finding.severity > Severity::Note);
    let breaks = chars(bytes).filter_map(Result::ok).find(|c| Class::of(*c) == Class::TabLf);
    let message = match (worst.max_by_key(|finding| finding.severity), breaks) {
        (Some(worst), _) => worst.message,
        (None, Some(c)) => format!("U+{:04X}", c as u32),
        (None, None) => return None,
    };
    let start = Position { offset: 0, line: 1, column: 1, column_bytes: 1, column_utf16: 1 };
    Some(Finding {
        rule: &rule::FILE_NAME,
        severity: rule::FILE_NAME.severity,
        start,
        end: start,
        code_points: Vec::new(),
        count: 1,
        message: format!("{}: {message}", rule::FILE_NAME.title),
        decoded: None,
        fix: None,
    })
}
