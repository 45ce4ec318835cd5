//! White space that pushes text out of sight.

use memchr::memchr;

use super::draft;
use crate::lint::finding::Draft;
use crate::lint::rule;

/// So many spaces and tabs, with text after them, are more than a screen is wide.
const SPACES: usize = 200;
/// So many empty lines, with text after them, are more than a screen is high.
const LINES: usize = 100;

/// The findings on padding.
pub(super) fn findings(text: &[u8], drafts: &mut Vec<Draft>) {
    let mut at = 0;
    // Where the empty lines in progress begin, and how many there are.
    let (mut empty_start, mut empty) = (0, 0);
    while at < text.len() {
        let end = memchr(b'\n', &text[at..]).map_or(text.len(), |lf| at + lf);
        let line = &text[at..end];
        if line.trim_ascii().is_empty() {
            empty += 1;
        } else {
            if empty >= LINES {
                let what = format!("{empty} empty lines");
                drafts.push(draft(&rule::PADDING, empty_start..at, &what));
            }
            in_line(line, at, drafts);
            (empty_start, empty) = (end + 1, 0);
        }
        at = end + 1;
    }
}

fn in_line(line: &[u8], offset: usize, drafts: &mut Vec<Draft>) {
    if line.len() < SPACES {
        return;
    }
    let is_table = line.trim_ascii_start().starts_with(b"|");
    let mut start = 0;
    for (at, byte) in line.iter().enumerate() {
        if matches!(byte, b' ' | b'\t') {
            continue;
        }
        let count = at - start;
        // The cells of a table are filled up to the widest of the column.
        if count >= SPACES && *byte != b'\r' && !(is_table && *byte == b'|') {
            let what = format!("{count} spaces");
            drafts.push(draft(&rule::PADDING, offset + start..offset + at, &what));
        }
        start = at + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(text: &str) -> Vec<(usize, usize)> {
        let mut drafts = Vec::new();
        findings(text.as_bytes(), &mut drafts);
        drafts.into_iter().map(|draft| (draft.span.start, draft.span.end)).collect()
    }

    #[test]
    fn long_white_space_before_text_is_padding() {
        let spaces = |count| " ".repeat(count);
        let lines = |count| "\n".repeat(count);
        assert_eq!(spans(&format!("a{}b", spaces(200))), [(1, 201)]);
        assert_eq!(spans(&format!("a\n{}\tb", spaces(199))), [(2, 202)]);
        assert_eq!(spans(&format!("a{}b", spaces(199))), []);
        assert_eq!(spans(&format!("a{}\nb", spaces(300))), []);
        assert_eq!(spans(&format!("a{}\r\nb", spaces(300))), []);
        assert_eq!(spans(&format!("| a{}| b |", spaces(300))), []);
        assert_eq!(spans(&format!("a\n{}b", lines(100))), [(2, 102)]);
        assert_eq!(spans(&format!("{}b", "  \r\n".repeat(100))), [(0, 400)]);
        assert_eq!(spans(&format!("a\n{}b", lines(99))), []);
        assert_eq!(spans(&format!("a\n{}", lines(500))), []);
    }
}
