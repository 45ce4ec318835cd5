//! Keys, and scalars of every style.

use std::ops::Range;

use super::reader::{Pending, Reader};
use super::{Scalar, Style, spaces};

impl Reader<'_> {
    /// The key that stands here, and where the text after its colon begins. Without `needs_colon`
    /// it may also end with the line.
    pub(super) fn key(&mut self, needs_colon: bool) -> Option<(Range<usize>, Style, usize)> {
        let line_end = self.line_end(self.at);
        let (span, style, after) = match self.peek(0)? {
            quote @ (b'"' | b'\'') => {
                let close = self.closing(quote, self.at + 1).filter(|close| *close < line_end)?;
                let style = if quote == b'"' { Style::Double } else { Style::Single };
                (self.at + 1..close, style, close + 1)
            }
            b'[' | b'{' | b'|' | b'>' | b'#' | b'@' | b'`' | b',' | b']' | b'}' => return None,
            _ => {
                let end = self.plain_end(self.at, line_end, true);
                (self.at..trim_end(self.text, self.at, end), Style::Plain, end)
            }
        };
        let spaces = self.text[after..line_end].iter().take_while(|b| matches!(b, b' ' | b'\t'));
        let colon = after + spaces.count();
        let is_colon = colon < line_end
            && self.text[colon] == b':'
            && matches!(self.text[..line_end].get(colon + 1), None | Some(b' ' | b'\t' | b'\r'));
        if !is_colon && needs_colon {
            return None;
        }
        if style == Style::Double {
            self.yaml.quoted.push(span.clone());
        }
        Some((span, style, if is_colon { colon + 1 } else { after }))
    }

    /// Where plain text ends in its line: at a comment, or at a colon that ends a key.
    fn plain_end(&self, start: usize, line_end: usize, is_key: bool) -> usize {
        let is_blank = |at: usize| at >= line_end || matches!(self.text[at], b' ' | b'\t' | b'\r');
        (start..line_end)
            .find(|&at| match self.text[at] {
                b':' => is_key && is_blank(at + 1),
                b'#' => at > start && is_blank(at - 1),
                _ => false,
            })
            .unwrap_or(line_end)
    }

    /// Reads what follows a key and its colon.
    pub(super) fn value(&mut self, key: Option<usize>, column: usize) {
        self.skip_spaces();
        self.skip_properties();
        if self.is_line_over() {
            self.pending = key.map(|key| Pending { key, column });
            return self.skip_line();
        }
        self.scalar(key, Some(column));
    }

    /// Reads a node that is no block collection, and the rest of its line.
    pub(super) fn scalar(&mut self, key: Option<usize>, parent: Option<usize>) {
        let start = self.at;
        let found = match self.peek(0) {
            Some(quote @ (b'"' | b'\'')) => self.closing(quote, start + 1).map(|close| {
                self.at = close + 1;
                let style = if quote == b'"' { Style::Double } else { Style::Single };
                Scalar { span: start + 1..close, style }
            }),
            Some(b'[' | b'{') => {
                if self.flow() {
                    return self.skip_line();
                }
                None
            }
            Some(b'|' | b'>') => self.block(parent),
            _ => None,
        };
        if let Some(Scalar { span, style: Style::Double }) = &found {
            self.yaml.quoted.push(span.clone());
        }
        let is_block = matches!(&found, Some(Scalar { style: Style::Literal | Style::Folded, .. }));
        let scalar = found.unwrap_or_else(|| self.plain(start, parent));
        if let Some(key) = key.and_then(|key| self.yaml.keys.get_mut(key))
            && key.mapping == 0
        {
            key.value = Some(scalar);
        }
        if !is_block {
            self.skip_line();
        }
    }

    /// Where a quotation ends whose text begins at `start`.
    pub(super) fn closing(&mut self, quote: u8, start: usize) -> Option<usize> {
        let lacks = if quote == b'"' { &mut self.lacks_double } else { &mut self.lacks_single };
        if *lacks {
            return None;
        }
        let mut at = start;
        while at < self.end {
            match self.text[at] {
                b'\\' if quote == b'"' => at += 1,
                b'\'' if quote == b'\'' && self.text[..self.end].get(at + 1) == Some(&b'\'') => {
                    at += 1;
                }
                byte if byte == quote => return Some(at),
                _ => {}
            }
            at += 1;
        }
        *lacks = true;
        None
    }

    /// Reads plain text that begins at `start`, over the lines that it goes on in.
    fn plain(&mut self, start: usize, parent: Option<usize>) -> Scalar {
        let mut line_end = self.line_end(start);
        let mut end = self.plain_end(start, line_end, false);
        let mut last = trim_end(self.text, start, end);
        while end == line_end && line_end < self.end {
            let next = line_end + 1;
            let next_end = self.line_end(next);
            let indent = spaces(&self.text[next..next_end]);
            let line = &self.text[next + indent..next_end];
            if line.trim_ascii().is_empty() {
                line_end = next_end;
                end = next_end;
                continue;
            }
            let is_more = parent.is_none_or(|parent| indent > parent)
                && line[0] != b'#'
                && !self.is_marker(next);
            let begin = next + indent;
            if !is_more || self.plain_end(begin, next_end, true) < next_end {
                break;
            }
            self.at = next;
            line_end = next_end;
            end = next_end;
            last = trim_end(self.text, begin, end);
        }
        Scalar { span: start..last, style: Style::Plain }
    }

    /// Reads a block scalar, if it is one. Ends at the beginning of the line after it.
    fn block(&mut self, parent: Option<usize>) -> Option<Scalar> {
        let line_end = self.line_end(self.at);
        let header = &self.text[self.at..line_end];
        let style = if header[0] == b'|' { Style::Literal } else { Style::Folded };
        let marks =
            header[1..].iter().take_while(|b| matches!(b, b'+' | b'-' | b'1'..=b'9')).count();
        let rest = &header[1 + marks..];
        let is_header = marks <= 2
            && (rest.trim_ascii().is_empty() || rest[0] == b' ' && rest.trim_ascii()[0] == b'#');
        if !is_header {
            return None;
        }
        let start = (line_end + 1).min(self.end);
        let mut at = start;
        while at < self.end {
            let end = self.line_end(at);
            let line = &self.text[at..end];
            let is_in = parent.is_none_or(|parent| spaces(line) > parent) && !self.is_marker(at);
            if !is_in && !line.trim_ascii().is_empty() {
                break;
            }
            at = (end + 1).min(self.end);
        }
        self.at = at;
        Some(Scalar { span: start..at, style })
    }
}

/// `end`, moved back over white space, not beyond `start`.
pub(super) fn trim_end(text: &[u8], start: usize, end: usize) -> usize {
    start + text[start..end].trim_ascii_end().len()
}
