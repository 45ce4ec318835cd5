//! One string through a filter: text in, spelling out. As long as the filter's output is its input,
//! the spelling of the input goes out; from the first difference on, what the filter gives, escaped
//! where JSON demands it. Memory is bounded by what the filter holds back.

use std::collections::VecDeque;

use super::event::{Escape, Part};
use crate::filter::Filter;

/// How much that has been dealt with may lie before what waits, in bytes.
const COMPACT: usize = 16 * 1024;

/// A filter for strings, one after another.
#[derive(Clone, Debug)]
pub(crate) struct Speller {
    filter: Filter,
    track: Track,
    /// The string in progress has been let through whole.
    is_left: bool,
}

/// How far output and input of one string are the same.
#[derive(Clone, Debug, Default)]
struct Track {
    has_parted: bool,
    /// Text that the filter has taken and not given, its spelling, and how the two hang together.
    text: Vec<u8>,
    raw: Vec<u8>,
    escapes: VecDeque<Escape>,
    /// How much of `text` and `raw` has been dealt with.
    done: (usize, usize),
}

impl Speller {
    /// Strings go through a filter like this one.
    pub(crate) fn new(filter: Filter) -> Self {
        Self { filter, track: Track::default(), is_left: false }
    }

    /// Takes a part of a string.
    pub(crate) fn part(&mut self, part: Part<'_>, mut out: impl FnMut(&[u8])) {
        let Part { mut raw, mut text, escapes, is_whole } = part;
        if is_whole && self.filter.leaves(text) {
            self.is_left = true;
            return out(raw);
        }
        // An escape at a time, so that it does not matter how the string is cut.
        let mut at = 0;
        for escape in escapes {
            let before = escape.end - escape.text - at;
            for len in [(before, before), (escape.raw, escape.text)] {
                let (raw_part, text_part);
                (raw_part, raw) = raw.split_at(len.0);
                (text_part, text) = text.split_at(len.1);
                self.piece(raw_part, text_part, &mut out);
            }
            at = escape.end;
        }
        self.piece(raw, text, &mut out);
    }

    /// Takes text without an escape, or one escape.
    fn piece(&mut self, raw: &[u8], text: &[u8], out: &mut impl FnMut(&[u8])) {
        if text.is_empty() {
            return;
        }
        let Self { filter, track, .. } = self;
        // The usual way: nothing waits, nothing has to change, nothing is escaped.
        let mut given = 0;
        let is_plain = track.text.is_empty() && raw.len() == text.len();
        if !is_plain {
            track.wait(raw, text);
        }
        filter.push(text, |piece| {
            if is_plain && !track.has_parted && text[given..].starts_with(piece) {
                given += piece.len();
                return out(piece);
            }
            if is_plain && !track.has_parted && track.text.is_empty() {
                track.wait(&text[given..], &text[given..]);
            }
            track.piece(piece, out);
        });
        if is_plain && !track.has_parted && track.text.is_empty() {
            track.wait(&text[given..], &text[given..]);
        }
        // What has been taken out would wait for ever.
        if filter.is_changed() {
            track.part();
        }
    }

    /// Ends the string; whether the filter changed it.
    pub(crate) fn end(&mut self, mut out: impl FnMut(&[u8])) -> bool {
        if std::mem::take(&mut self.is_left) {
            return false;
        }
        let Self { filter, track, .. } = self;
        filter.finish(|piece| track.piece(piece, &mut out));
        track.reset();
        filter.take_changed()
    }
}

impl Track {
    fn wait(&mut self, raw: &[u8], text: &[u8]) {
        if self.has_parted || text.is_empty() {
            return;
        }
        if self.done.0 > COMPACT {
            self.text.drain(..self.done.0);
            self.raw.drain(..self.done.1);
            for escape in &mut self.escapes {
                escape.end -= self.done.0;
            }
            self.done = (0, 0);
        }
        self.text.extend_from_slice(text);
        self.raw.extend_from_slice(raw);
        if raw != text {
            let end = self.text.len();
            self.escapes.push_back(Escape { end, text: text.len(), raw: raw.len() });
        }
    }

    fn piece(&mut self, piece: &[u8], out: &mut impl FnMut(&[u8])) {
        let mut piece = piece;
        if !self.has_parted {
            let waiting = &self.text[self.done.0..];
            let mut same = waiting.len().min(piece.len());
            if waiting[..same] != piece[..same] {
                same = waiting.iter().zip(piece).take_while(|(a, b)| a == b).count();
                // Not within a character.
                while same > 0 && piece[same] & 0xC0 == 0x80 {
                    same -= 1;
                }
            }
            self.give(same, out);
            piece = &piece[same..];
            if piece.is_empty() {
                return;
            }
            self.part();
        }
        escape(piece, out);
    }

    /// Gives the spelling of so many bytes of what waits.
    fn give(&mut self, size: usize, out: &mut impl FnMut(&[u8])) {
        let to = self.done.0 + size;
        let raw_start = self.done.1;
        while let Some(escape) = self.escapes.front().filter(|escape| escape.end <= to) {
            self.done.1 += escape.end - escape.text - self.done.0 + escape.raw;
            self.done.0 = escape.end;
            self.escapes.pop_front();
        }
        self.done.1 += to - self.done.0;
        self.done.0 = to;
        out(&self.raw[raw_start..self.done.1]);
        if to == self.text.len() {
            self.forget();
        }
    }

    /// From here on the output is spelled anew.
    fn part(&mut self) {
        self.has_parted = true;
        self.forget();
    }

    fn forget(&mut self) {
        self.text.clear();
        self.raw.clear();
        self.escapes.clear();
        self.done = (0, 0);
    }

    fn reset(&mut self) {
        self.forget();
        self.has_parted = false;
    }
}

/// Text as the inside of a JSON string, with the escapes that RFC 8259 demands.
pub(crate) fn escape(text: &[u8], out: &mut impl FnMut(&[u8])) {
    let needs = |byte: u8| matches!(byte, b'"' | b'\\' | 0..b' ');
    let mut start = 0;
    while let Some(len) = text[start..].iter().position(|byte| needs(*byte)) {
        let at = start + len;
        out(&text[start..at]);
        match text[at] {
            b'"' => out(b"\\\""),
            b'\\' => out(b"\\\\"),
            b'\n' => out(b"\\n"),
            b'\r' => out(b"\\r"),
            b'\t' => out(b"\\t"),
            byte => out(format!("\\u{byte:04x}").as_bytes()),
        }
        start = at + 1;
    }
    if start < text.len() {
        out(&text[start..]);
    }
}
