//! Edits → blocks of whole lines that change, and the numbers of lines.

use std::ops::Range;

use super::Line;
use crate::lint::{Edit, Encoding};
use crate::report::window::{line_end, line_start};

/// Whole lines of the old file, and the edits in them.
pub(super) struct Block<'a> {
    bytes: &'a [u8],
    /// The old lines.
    pub(super) old: Range<usize>,
    edits: Vec<&'a Edit>,
    /// The new text so far ends a line, or starts the file.
    is_at_line: bool,
}

/// The blocks of a file, in order. They may touch, and then are lines of their own.
pub(super) fn blocks<'a>(bytes: &'a [u8], edits: &'a [Edit], encoding: Encoding) -> Vec<Block<'a>> {
    let mut blocks: Vec<Block<'a>> = Vec::new();
    for edit in edits {
        if bytes[edit.span.clone()] == *edit.with {
            continue;
        }
        let start = match blocks.last() {
            Some(block) if edit.span.start < block.old.end => block.old.start,
            _ => line_start(bytes, edit.span.start, encoding),
        };
        match blocks.last_mut() {
            Some(block) if start < block.old.end => block.add(edit, encoding),
            _ => {
                let old = start..start;
                let mut block = Block { bytes, old, edits: Vec::new(), is_at_line: true };
                block.add(edit, encoding);
                blocks.push(block);
            }
        }
    }
    blocks
}

impl<'a> Block<'a> {
    fn add(&mut self, edit: &'a Edit, encoding: Encoding) {
        let Range { start, end } = edit.span;
        if !edit.with.is_empty() {
            self.is_at_line = ends_line(&edit.with, encoding);
        } else if self.edits.last().map_or(self.old.start, |last| last.span.end) < start {
            self.is_at_line = ends_line(&self.bytes[..start], encoding);
        }
        self.edits.push(edit);
        let is_whole = self.is_at_line && (end == 0 || ends_line(&self.bytes[..end], encoding));
        let end = if is_whole { end } else { line_end(self.bytes, end, encoding) };
        self.old.end = self.old.end.max(end);
    }

    /// The lines before the edits.
    pub(super) fn old_lines(&self, encoding: Encoding) -> Vec<Line<'a>> {
        self.lines(|edit| &self.bytes[edit.span.clone()], encoding)
    }

    /// The lines after them.
    pub(super) fn new_lines(&self, encoding: Encoding) -> Vec<Line<'a>> {
        self.lines(|edit| &edit.with, encoding)
    }

    fn lines(&self, side: impl Fn(&'a Edit) -> &'a [u8], encoding: Encoding) -> Vec<Line<'a>> {
        let mut lines = vec![Line::new(encoding)];
        let mut at = self.old.start;
        for edit in &self.edits {
            split(&mut lines, false, &self.bytes[at..edit.span.start], encoding);
            split(&mut lines, true, side(edit), encoding);
            at = edit.span.end;
        }
        split(&mut lines, false, &self.bytes[at..self.old.end], encoding);
        lines.retain(|line| !line.is_empty());
        lines
    }
}

/// Adds a piece to the lines.
fn split<'a>(lines: &mut Vec<Line<'a>>, is_changed: bool, mut piece: &'a [u8], encoding: Encoding) {
    while !piece.is_empty() {
        let (line, rest) = piece.split_at(line_end(piece, 0, encoding));
        piece = rest;
        if let Some(last) = lines.last_mut() {
            last.add(is_changed, line);
        }
        if ends_line(line, encoding) {
            lines.push(Line::new(encoding));
        }
    }
}

/// Whether text ends in LF.
pub(super) fn ends_line(text: &[u8], encoding: Encoding) -> bool {
    match encoding {
        Encoding::Utf8 => text.ends_with(b"\n"),
        Encoding::Utf16Le => text.ends_with(b"\n\0"),
        Encoding::Utf16Be => text.ends_with(b"\0\n"),
    }
}

/// Counts lines, going forward.
pub(super) struct Counter<'a> {
    bytes: &'a [u8],
    encoding: Encoding,
    at: usize,
    line: usize,
    added: usize,
    removed: usize,
}

impl<'a> Counter<'a> {
    pub(super) fn new(bytes: &'a [u8], encoding: Encoding) -> Self {
        Self { bytes, encoding, at: 0, line: 1, added: 0, removed: 0 }
    }

    /// The numbers, from 1, of the line that starts here: in the old file and in the new one.
    pub(super) fn lines(&mut self, start: usize) -> (usize, usize) {
        self.line += self.count(self.at, start);
        self.at = start;
        (self.line, self.line + self.added - self.removed)
    }

    /// Takes note that lines become more or fewer.
    pub(super) fn shift(&mut self, old: usize, new: usize) {
        self.removed += old;
        self.added += new;
    }

    /// How many lines there are from one start to another.
    pub(super) fn count(&self, mut start: usize, end: usize) -> usize {
        if self.encoding == Encoding::Utf8 {
            let text = &self.bytes[start..end];
            let is_open = !text.is_empty() && !ends_line(text, self.encoding);
            return memchr::memchr_iter(b'\n', text).count() + usize::from(is_open);
        }
        let mut count = 0;
        while start < end {
            start = line_end(self.bytes, start, self.encoding);
            count += 1;
        }
        count
    }
}
