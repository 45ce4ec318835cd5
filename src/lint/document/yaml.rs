//! A tolerant reader of YAML that keeps places: keys with their mappings, scalars in double quotes,
//! and the scalars that keys at the top have. What it cannot read it passes over, line by line.
//!
//! Lines end at LF only. A quotation or a flow collection that is never closed ends the search for
//! more of its kind, so that time stays linear.

use std::mem;
use std::ops::Range;

use memchr::memchr;

use super::escape::{Escapes, Syntax};

/// What was read.
#[derive(Debug, Default)]
pub(super) struct Yaml {
    /// Every key, in the order of the text.
    pub(super) keys: Vec<Key>,
    /// What stands between double quotes.
    pub(super) quoted: Vec<Range<usize>>,
}

/// A key of a mapping.
#[derive(Debug)]
pub(super) struct Key {
    /// As it is written, without quotes.
    pub(super) span: Range<usize>,
    style: Style,
    /// Which mapping it is in. That at the top is 0.
    pub(super) mapping: usize,
    /// Its value, if that is a scalar and the key stands at the top.
    pub(super) value: Option<Scalar>,
}

/// A scalar and how it is written.
#[derive(Clone, Debug)]
pub(super) struct Scalar {
    /// Without quotes, and without the header of a block.
    pub(super) span: Range<usize>,
    style: Style,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plain,
    Single,
    Double,
    Literal,
    Folded,
}

impl Key {
    /// What it says.
    pub(super) fn text(&self, text: &[u8]) -> String {
        Scalar { span: self.span.clone(), style: self.style }.text(text)
    }
}

impl Scalar {
    /// What it says; ill-formed bytes are U+FFFD.
    pub(super) fn text(&self, text: &[u8]) -> String {
        let raw = &text[self.span.clone()];
        match self.style {
            Style::Plain => fold(raw),
            Style::Single => fold(raw).replace("''", "'"),
            Style::Double => {
                let (mut said, mut at) = (Vec::new(), self.span.start);
                for escape in Escapes::new(text, self.span.clone(), Syntax::Yaml) {
                    said.extend_from_slice(&text[at..escape.span.start]);
                    let c = escape.c.unwrap_or(char::REPLACEMENT_CHARACTER);
                    said.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                    at = escape.span.end;
                }
                said.extend_from_slice(&text[at..self.span.end]);
                fold(&said)
            }
            Style::Literal => String::from_utf8_lossy(&block(raw)).into_owned(),
            Style::Folded => fold(&block(raw)),
        }
    }

    /// Whether it is null in any of its spellings, or nothing.
    pub(super) fn is_null(&self, text: &[u8]) -> bool {
        self.style == Style::Plain
            && matches!(&text[self.span.clone()], b"" | b"~" | b"null" | b"Null" | b"NULL")
    }
}

/// Lines as one: a line break is a space, an empty line a line break.
fn fold(raw: &[u8]) -> String {
    let mut said = Vec::new();
    let mut is_first = true;
    let mut breaks = 0;
    for line in raw.split(|byte| *byte == b'\n') {
        let line = if is_first { line.trim_ascii_end() } else { line.trim_ascii() };
        if mem::take(&mut is_first) && !raw.contains(&b'\n') {
            return String::from_utf8_lossy(raw).into_owned();
        }
        if line.is_empty() {
            breaks += 1;
            continue;
        }
        match (said.is_empty(), breaks) {
            (true, _) => {}
            (false, 0) => said.push(b' '),
            (false, _) => said.resize(said.len() + breaks, b'\n'),
        }
        breaks = 0;
        said.extend_from_slice(line);
    }
    String::from_utf8_lossy(&said).into_owned()
}

/// The lines of a block without their common indentation and the empty ones at the end.
fn block(raw: &[u8]) -> Vec<u8> {
    let lines = || raw.split(|byte| *byte == b'\n');
    let is_blank = |line: &&[u8]| line.trim_ascii().is_empty();
    let indent = lines().find(|line| !is_blank(line)).map_or(0, |line| spaces(line));
    let mut said = Vec::new();
    for line in lines() {
        said.extend_from_slice(&line[indent.min(spaces(line))..]);
        said.push(b'\n');
    }
    said.truncate(said.trim_ascii_end().len());
    said
}

fn spaces(line: &[u8]) -> usize {
    line.iter().take_while(|byte| **byte == b' ').count()
}

/// A block mapping that is open.
#[derive(Debug)]
struct Level {
    column: usize,
    mapping: usize,
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    end: usize,
    levels: Vec<Level>,
    mappings: usize,
    /// The key whose value has not come yet.
    pending: Option<Pending>,
    /// What is never closed.
    lacks_double: bool,
    lacks_single: bool,
    lacks_flow: bool,
    yaml: Yaml,
}

/// Whose value a scalar is: how far its further lines are indented at least.
#[derive(Clone, Copy, Debug)]
struct Pending {
    key: usize,
    column: usize,
}

/// Reads `text[within]`, which begins at the beginning of a line.
pub(super) fn read(text: &[u8], within: Range<usize>) -> Yaml {
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
    fn peek(&self, ahead: usize) -> Option<u8> {
        let at = self.at + ahead;
        if at < self.end { self.text.get(at).copied() } else { None }
    }

    /// Whether nothing, or white space, is that far ahead.
    fn is_space(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), None | Some(b' ' | b'\t' | b'\n' | b'\r'))
    }

    fn skip_spaces(&mut self) -> usize {
        let start = self.at;
        while matches!(self.peek(0), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        self.at - start
    }

    /// Where the line at `at` ends, before its LF.
    fn line_end(&self, at: usize) -> usize {
        memchr(b'\n', &self.text[at..self.end]).map_or(self.end, |lf| at + lf)
    }

    fn skip_line(&mut self) {
        self.at = (self.line_end(self.at) + 1).min(self.end);
    }

    /// Whether nothing but a comment is left in the line.
    fn is_line_over(&self) -> bool {
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
        let rest = &self.text[self.at..self.end];
        let is_marker = rest.starts_with(b"---") || rest.starts_with(b"...");
        if self.at == start && (is_marker && self.is_space(3) || rest[0] == b'%') {
            self.levels.clear();
            self.pending = None;
            self.mappings += usize::from(!self.yaml.keys.is_empty());
            return self.skip_line();
        }
        let mut parent = None;
        while self.peek(0) == Some(b'-') && self.is_space(1) {
            let column = self.at - start;
            self.close(column + 1);
            if self.pending.is_some_and(|pending| column < pending.column) {
                self.pending = None;
            }
            parent = Some(column);
            self.pending = None;
            self.at += 1;
            self.skip_spaces();
            if self.is_line_over() {
                return self.skip_line();
            }
        }
        self.entry(self.at - start, parent);
    }

    /// Closes the mappings that begin at this column or further right.
    fn close(&mut self, column: usize) {
        while self.levels.last().is_some_and(|level| level.column >= column) {
            self.levels.pop();
        }
    }

    /// Reads a key with its value, or a node that has no key in this line.
    fn entry(&mut self, column: usize, parent: Option<usize>) {
        if matches!(self.peek(0), Some(b'?' | b':')) && self.is_space(1) {
            let is_key = self.peek(0) == Some(b'?');
            self.at += 1;
            self.skip_spaces();
            if is_key && !self.is_line_over() {
                if let Some((span, style, end)) = self.key(false) {
                    self.add_block_key(span, style, column);
                    self.at = end;
                }
                return self.skip_line();
            }
            return self.value(None, column);
        }
        self.skip_properties();
        if self.is_line_over() {
            return self.skip_line();
        }
        if let Some((span, style, end)) = self.key(true) {
            let key = self.add_block_key(span, style, column);
            self.at = end;
            return self.value(Some(key), column);
        }
        match self.pending.take() {
            Some(pending) if column > pending.column && parent.is_none() => {
                self.scalar(Some(pending.key), Some(pending.column));
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
    fn skip_properties(&mut self) {
        while matches!(self.peek(0), Some(b'&' | b'!')) {
            while !self.is_space(0) {
                self.at += 1;
            }
            self.skip_spaces();
        }
    }

    /// The key that stands here, and where the text after its colon begins. Without `needs_colon`
    /// it may also end with the line.
    fn key(&mut self, needs_colon: bool) -> Option<(Range<usize>, Style, usize)> {
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
    fn value(&mut self, key: Option<usize>, column: usize) {
        self.skip_spaces();
        self.skip_properties();
        if self.is_line_over() {
            self.pending = key.map(|key| Pending { key, column });
            return self.skip_line();
        }
        self.scalar(key, Some(column));
    }

    /// Reads a node that is no block collection, and the rest of its line.
    fn scalar(&mut self, key: Option<usize>, parent: Option<usize>) {
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
    fn closing(&mut self, quote: u8, start: usize) -> Option<usize> {
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
            let is_more = parent.is_none_or(|parent| indent > parent) && line[0] != b'#';
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
        let marks = header[1..].iter().take_while(|b| matches!(b, b'+' | b'-' | b'1'..=b'9')).count();
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
            let is_in = parent.is_none_or(|parent| spaces(line) > parent);
            if !is_in && !line.trim_ascii().is_empty() {
                break;
            }
            at = (end + 1).min(self.end);
        }
        self.at = at;
        Some(Scalar { span: start..at, style })
    }

    /// Reads a flow collection. If it is not closed, nothing is read.
    fn flow(&mut self) -> bool {
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
                    if let Some(&Some(mapping)) = open.last()
                        && is_item_start
                    {
                        self.yaml.keys.push(Key { span, style, mapping, value: None });
                    }
                    is_item_start = false;
                }
            }
        }
        false
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

/// `end`, moved back over white space, not beyond `start`.
fn trim_end(text: &[u8], start: usize, end: usize) -> usize {
    start + text[start..end].trim_ascii_end().len()
}
