//! Flow collections: brackets and braces, over as many lines as they take.

use std::ops::Range;

use super::reader::Reader;
use super::scalar::trim_end;
use super::{Key, Style};

impl Reader<'_> {
    /// Reads a flow collection. If it is not closed, nothing is read.
    pub(super) fn flow(&mut self) -> bool {
        if self.lacks_flow {
            return false;
        }
        let start = self.at;
        let counts = (self.yaml.keys.len(), self.yaml.quoted.len(), self.mappings);
        if self.items() {
            return true;
        }
        self.lacks_flow = true;
        self.at = start;
        self.yaml.keys.truncate(counts.0);
        self.yaml.quoted.truncate(counts.1);
        self.mappings = counts.2;
        false
    }

    /// Reads up to the bracket that closes the one that stands here.
    fn items(&mut self) -> bool {
        // The mapping of each open brace; `None` for a square bracket.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut is_item_start = true;
        while let Some(byte) = self.peek(0) {
            let start = self.at;
            self.at += 1;
            match byte {
                b'{' | b'[' => {
                    let mapping = (byte == b'{').then(|| {
                        self.mappings += 1;
                        self.mappings
                    });
                    open.push(mapping);
                    is_item_start = true;
                }
                b'}' | b']' => {
                    open.pop();
                    is_item_start = false;
                    if open.is_empty() {
                        return true;
                    }
                }
                b',' => is_item_start = true,
                b' ' | b'\t' | b'\n' | b'\r' | b':' | b'?' => {}
                b'#' if self.text[start - 1].is_ascii_whitespace() => {
                    self.at = self.line_end(start);
                }
                _ => {
                    let Some((span, style)) = self.flow_scalar(byte, start) else { return false };
                    if style == Style::Double {
                        self.yaml.quoted.push(span.clone());
                    }
                    let mapping = match open.last() {
                        Some(Some(mapping)) => is_item_start.then_some(*mapping),
                        // One key in square brackets is a mapping of its own.
                        _ => self.is_colon_next().then(|| {
                            self.mappings += 1;
                            self.mappings
                        }),
                    };
                    if let Some(mapping) = mapping {
                        self.yaml.keys.push(Key { span, style, mapping, value: None });
                    }
                    is_item_start = false;
                }
            }
        }
        false
    }

    fn is_colon_next(&self) -> bool {
        let rest = &self.text[self.at..self.end];
        rest.iter().find(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b':')
    }

    fn flow_scalar(&mut self, first: u8, start: usize) -> Option<(Range<usize>, Style)> {
        if matches!(first, b'"' | b'\'') {
            let close = self.closing(first, start + 1)?;
            self.at = close + 1;
            let style = if first == b'"' { Style::Double } else { Style::Single };
            return Some((start + 1..close, style));
        }
        while let Some(byte) = self.peek(0) {
            let is_colon = byte == b':'
                && (self.is_space(1) || matches!(self.peek(1), Some(b',' | b'}' | b']')));
            if is_colon || matches!(byte, b',' | b'{' | b'}' | b'[' | b']' | b'\n') {
                break;
            }
            self.at += 1;
        }
        Some((start..trim_end(self.text, start, self.at), Style::Plain))
    }
}
