//! Lines of block style: indentation, sequences, and which mapping a key is in.

use std::ops::Range;

use memchr::memchr;

use super::{Key, Style, Yaml};

/// A block mapping that is open.
#[derive(Debug)]
struct Level {
    column: usize,
    mapping: usize,
}

/// The state of reading.
pub(super) struct Reader<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
    pub(super) end: usize,
    levels: Vec<Level>,
    pub(super) mappings: usize,
    /// The key whose value has not come yet.
    pub(super) pending: Option<Pending>,
    /// What is never closed.
    pub(super) lacks_double: bool,
    pub(super) lacks_single: bool,
    pub(super) lacks_flow: bool,
    pub(super) yaml: Yaml,
}

/// Whose value a scalar is: how far its further lines are indented at least.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) key: usize,
    pub(super) column: usize,
}

/// Reads `text[within]`, which begins at the beginning of a line.
pub(in super::super) fn read(text: &[u8], within: Range<usize>) -> Yaml {
    let mut reader = Reader {
        text,
        at: within.start,
        end: within.end,
        levels: Vec::new(),
        mappings: 0,
        pending: None,
        lacks_double: false,
        lacks_single: false,
        lacks_flow: false,
        yaml: Yaml::default(),
    };
    while reader.at < reader.end {
        reader.line();
    }
    reader.yaml
}

impl Reader<'_> {
    pub(super) fn peek(&self, ahead: usize) -> Option<u8> {
        let at = self.at + ahead;
        if at < self.end { self.text.get(at).copied() } else { None }
    }

    /// Whether nothing, or white space, is that far ahead.
    pub(super) fn is_space(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), None | Some(b' ' | b'\t' | b'\n' | b'\r'))
    }

    pub(super) fn skip_spaces(&mut self) -> usize {
        let start = self.at;
        while matches!(self.peek(0), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        self.at - start
    }

    /// Where the line at `at` ends, before its LF.
    pub(super) fn line_end(&self, at: usize) -> usize {
        memchr(b'\n', &self.text[at..self.end]).map_or(self.end, |lf| at + lf)
    }

    pub(super) fn skip_line(&mut self) {
        self.at = (self.line_end(self.at) + 1).min(self.end);
    }

    /// Whether nothing but a comment is left in the line.
    pub(super) fn is_line_over(&self) -> bool {
        matches!(self.peek(0), None | Some(b'\n' | b'#'))
            || self.peek(0) == Some(b'\r') && self.peek(1).is_none_or(|byte| byte == b'\n')
    }

    /// Reads a line, and the lines that what stands in it goes on in.
    fn line(&mut self) {
        let start = self.at;
        self.skip_spaces();
        if self.is_line_over() {
            return self.skip_line();
        }
        if self.at == start && (self.is_marker(start) || self.peek(0) == Some(b'%')) {
            self.levels.clear();
            self.pending = None;
            return self.skip_line();
        }
        let mut indicator = None;
        while let Some(byte @ (b'-' | b'?' | b':')) = self.peek(0)
            && self.is_space(1)
        {
            let column = self.at - start;
            self.close(column + 1);
            // A colon before the value of the key that waits for it.
            self.pending = self.pending.filter(|it| byte == b':' && it.column == column);
            indicator = Some((byte, column));
            self.at += 1;
            self.skip_spaces();
            if self.is_line_over() {
                return self.skip_line();
            }
        }
        self.entry(self.at - start, indicator);
    }

    /// Whether a line that begins at `at` ends a document.
    pub(super) fn is_marker(&self, at: usize) -> bool {
        let line = &self.text[at..self.end];
        (line.starts_with(b"---") || line.starts_with(b"..."))
            && line.get(3).is_none_or(u8::is_ascii_whitespace)
    }

    /// Closes the mappings that begin at this column or further right.
    fn close(&mut self, column: usize) {
        while self.levels.last().is_some_and(|level| level.column >= column) {
            self.levels.pop();
        }
    }

    /// Reads a key with its value, or a node that has no key in this line, after an indicator in
    /// its column.
    fn entry(&mut self, column: usize, indicator: Option<(u8, usize)>) {
        self.skip_properties();
        if self.is_line_over() {
            return self.skip_line();
        }
        if let Some((span, style, end)) = self.key(true) {
            let key = self.add_block_key(span, style, column);
            self.at = end;
            return self.value(Some(key), column);
        }
        if let Some((b'?', column)) = indicator
            && let Some((span, style, _)) = self.key(false)
        {
            let key = self.add_block_key(span, style, column);
            self.pending = Some(Pending { key, column });
            return self.skip_line();
        }
        let parent = indicator.map(|(_, column)| column);
        match self.pending.take() {
            Some(it) if column > it.column && parent.is_none_or(|parent| parent == it.column) => {
                self.scalar(Some(it.key), Some(it.column));
            }
            _ => self.scalar(None, parent),
        }
    }

    fn add_block_key(&mut self, span: Range<usize>, style: Style, column: usize) -> usize {
        self.close(column + 1);
        self.pending = None;
        let mapping = match self.levels.last() {
            Some(level) if level.column == column => level.mapping,
            _ => {
                let mapping = self.new_mapping();
                self.levels.push(Level { column, mapping });
                mapping
            }
        };
        self.yaml.keys.push(Key { span, style, mapping, value: None });
        self.yaml.keys.len() - 1
    }

    fn new_mapping(&mut self) -> usize {
        // Only the mapping that the text begins with is that at the top.
        let mapping = if self.yaml.keys.is_empty() { 0 } else { self.mappings + 1 };
        self.mappings = mapping;
        mapping
    }

    /// Passes anchors and tags.
    pub(super) fn skip_properties(&mut self) {
        while matches!(self.peek(0), Some(b'&' | b'!')) {
            while !self.is_space(0) {
                self.at += 1;
            }
            self.skip_spaces();
        }
    }
}
