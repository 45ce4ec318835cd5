//! A file as the linter reads it: UTF-8 whatever the encoding, and the way back to raw bytes.

use std::borrow::Cow;

use super::finding::Position;
use crate::scan::Transcoder;

/// How a file is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, or what is to be read as such.
    Utf8,
    /// UTF-16 with a byte order mark, least significant byte first.
    Utf16Le,
    /// UTF-16 with a byte order mark, most significant byte first.
    Utf16Be,
}

impl Encoding {
    /// What the first bytes say.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        match bytes {
            [0xFF, 0xFE, ..] => Self::Utf16Le,
            [0xFE, 0xFF, ..] => Self::Utf16Be,
            _ => Self::Utf8,
        }
    }

    /// What is in this encoding as UTF-8; what is UTF-8 already, as it is.
    pub(crate) fn decoded(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        if self == Self::Utf8 {
            return Cow::Borrowed(bytes);
        }
        let mut transcoder = Transcoder::new();
        let mut text = transcoder.push(bytes).to_vec();
        text.extend_from_slice(transcoder.finish());
        Cow::Owned(text)
    }

    /// Text in this encoding.
    #[must_use]
    pub fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        }
    }
}

/// The text of a file as UTF-8; where the file is UTF-8 already, its bytes as they are.
#[must_use]
pub fn text_of(bytes: &[u8]) -> Cow<'_, [u8]> {
    Encoding::of(bytes).decoded(bytes)
}

/// Counts places out, going forward through a text.
#[derive(Debug)]
pub(crate) struct Locator<'a> {
    text: &'a [u8],
    raw_len: usize,
    encoding: Encoding,
    /// How far it has come, in bytes of the text.
    at: usize,
    position: Position,
}

impl<'a> Locator<'a> {
    /// Of a text, and how it was encoded in so many bytes.
    pub(crate) fn new(text: &'a [u8], encoding: Encoding, raw_len: usize) -> Self {
        // The byte order mark of UTF-16 is not part of the text; in UTF-8 it is.
        let mark = if encoding == Encoding::Utf8 { 0 } else { 2 };
        let position =
            Position { offset: mark, line: 1, column: 1, column_bytes: 1 + mark, column_utf16: 1 };
        Self { text, raw_len, encoding, at: 0, position }
    }

    /// The position of a byte of the text, not before the last one that was asked for.
    pub(crate) fn locate(&mut self, at: usize) -> Position {
        let mut rest = &self.text[self.at..at];
        self.at = at;
        if self.encoding == Encoding::Utf8
            && let Some(last) = memchr::memrchr(b'\n', rest)
        {
            let place = &mut self.position;
            place.offset += last + 1;
            place.line += memchr::memchr_iter(b'\n', &rest[..=last]).count();
            (place.column, place.column_bytes, place.column_utf16) = (1, 1, 1);
            rest = &rest[last + 1..];
        }
        let unit = if self.encoding == Encoding::Utf8 { 1 } else { 2 };
        for &byte in rest {
            let place = &mut self.position;
            let utf16 = match byte {
                0x80..=0xBF => 0,
                0xF0.. => 2,
                _ => 1,
            };
            let raw = if unit == 1 { 1 } else { utf16 * 2 };
            place.offset += raw;
            if byte == b'\n' {
                place.line += 1;
                (place.column, place.column_bytes, place.column_utf16) = (1, 1, 1);
            } else {
                place.column += usize::from(utf16 > 0);
                place.column_bytes += raw;
                place.column_utf16 += utf16;
            }
        }
        // A last odd byte of UTF-16 stands for a whole character.
        self.position.offset = self.position.offset.min(self.raw_len);
        self.position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_counts_its_own_way() {
        let text = "a\u{20AC}\n\u{1F600}b\u{2028}c".as_bytes();
        let mut locator = Locator::new(text, Encoding::Utf8, text.len());
        let place = locator.locate(text.len() - 1);
        assert_eq!((place.offset, place.line), (text.len() - 1, 2));
        assert_eq!((place.column, place.column_bytes, place.column_utf16), (4, 9, 5));
    }

    #[test]
    fn utf16_counts_raw_bytes() {
        let text = "\u{1F600}\nab";
        for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
            let raw = encoding.encode(&format!("\u{FEFF}{text}"));
            assert_eq!(Encoding::of(&raw), encoding);
            assert_eq!(&*text_of(&raw), text.as_bytes());
            let place = Locator::new(text.as_bytes(), encoding, raw.len()).locate(text.len() - 1);
            assert_eq!((place.offset, place.line, place.column), (raw.len() - 2, 2, 2));
            assert_eq!((place.column_bytes, place.column_utf16), (3, 2));
        }
    }
}
