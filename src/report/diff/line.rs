//! One line of a diff, in pieces of the file and of the edits: nothing is copied.

use std::io::{self, Write};

use super::NO_NEWLINE;
use super::blocks::ends_line;
use crate::lint::Encoding;
use crate::report::visible::Escaper;
use crate::report::window::{after, before, elements};

/// So many characters are shown on each side of a change.
const AROUND: usize = 60;
/// So many characters are shown of a change, or of a line without one.
const WHOLE: usize = 200;
const CUT: &str = "\u{2026}";

/// A line, its end included.
pub(super) struct Line<'a> {
    encoding: Encoding,
    /// Pieces, and whether each is part of a change.
    pieces: Vec<(bool, &'a [u8])>,
}

impl<'a> Line<'a> {
    pub(super) fn new(encoding: Encoding) -> Self {
        Self { encoding, pieces: Vec::new() }
    }

    /// A line that does not change.
    pub(super) fn of(bytes: &'a [u8], encoding: Encoding) -> Self {
        Self { encoding, pieces: vec![(false, bytes)] }
    }

    pub(super) fn add(&mut self, is_changed: bool, piece: &'a [u8]) {
        self.pieces.push((is_changed, piece));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Whether it ends in LF.
    pub(super) fn is_ended(&self) -> bool {
        self.pieces.last().is_some_and(|(_, piece)| ends_line(piece, self.encoding))
    }

    /// Writes it as a line of a patch, byte for byte.
    pub(super) fn write(&self, sign: char, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{sign}")?;
        for (_, piece) in &self.pieces {
            out.write_all(piece)?;
        }
        if self.is_ended() { Ok(()) } else { writeln!(out, "\n{NO_NEWLINE}") }
    }

    /// The text without its end, escaped, and cut far from changes.
    pub(super) fn visible(&self) -> String {
        let encoding = self.encoding;
        let mut text = Escaper::default();
        let last = self.pieces.len() - 1;
        for (index, &(is_changed, piece)) in self.pieces.iter().enumerate() {
            let piece =
                if index == last { without_end(piece, is_changed, encoding) } else { piece };
            let (head, tail) = match (is_changed, index == 0, index == last) {
                (true, ..) | (_, true, true) => (WHOLE, 0),
                (_, true, _) => (0, AROUND),
                (_, _, true) => (AROUND, 0),
                _ => (AROUND, AROUND),
            };
            let (head_end, _) = after(piece, 0, head, encoding);
            let (tail_start, _) = before(piece, piece.len(), tail, encoding);
            if tail_start <= head_end {
                put(piece, is_changed, encoding, &mut text);
            } else {
                put(&piece[..head_end], is_changed, encoding, &mut text);
                text.push_str(CUT);
                put(&piece[tail_start..], is_changed, encoding, &mut text);
            }
        }
        text.into_text()
    }
}

fn put(mut piece: &[u8], is_changed: bool, encoding: Encoding, text: &mut Escaper) {
    loop {
        if encoding == Encoding::Utf8 {
            piece = &piece[text.push_ascii(piece)..];
        }
        let Some((element, len)) = elements(piece, encoding).next() else { return };
        match element {
            Ok('\t') if !is_changed => text.push_str("\t"),
            _ => text.push(element),
        }
        piece = &piece[len..];
    }
}

/// A piece without LF, and without a CR before it that stays.
fn without_end(piece: &[u8], is_changed: bool, encoding: Encoding) -> &[u8] {
    let (lf, cr): (&[u8], &[u8]) = match encoding {
        Encoding::Utf8 => (b"\n", b"\r"),
        Encoding::Utf16Le => (b"\n\0", b"\r\0"),
        Encoding::Utf16Be => (b"\0\n", b"\0\r"),
    };
    match piece.strip_suffix(lf) {
        Some(text) if !is_changed => text.strip_suffix(cr).unwrap_or(text),
        Some(text) => text,
        None => piece,
    }
}
