//! Kept text behind the point of decision: what the rules look back at.
//!
//! Rules see what the output holds, not what the input held, so that filtering twice is filtering
//! once.

use super::decode::{decode_last, is_continuation, is_visible, is_visible_ascii};
use super::lookup::Kind;
use super::visit::Visit;

/// How many bytes of kept text are remembered. The longest look, RTL-NEAR, goes back 64 code
/// points, at most 256 bytes.
const REACH: usize = 256;

/// Joined text is handed on in pieces of up to this size.
const PIECE: usize = 32 * 1024;

/// The end of the kept text, as far as it is no longer lent from the chunk: what was handed on, and
/// what waits to be handed on as one.
#[derive(Clone, Debug)]
pub(crate) struct Tail {
    bytes: Vec<u8>,
    /// How much of it was handed on.
    handed: usize,
}

impl Tail {
    /// No text yet.
    pub(crate) fn new() -> Self {
        Self { bytes: Vec::with_capacity(2 * REACH), handed: 0 }
    }

    /// Adds text that was handed on. Nothing waits.
    pub(crate) fn absorb(&mut self, text: &[u8]) {
        if text.len() >= REACH {
            self.bytes.clear();
            self.bytes.extend_from_slice(&text[whole_start(text)..]);
        } else {
            if self.bytes.len() + text.len() > 2 * REACH {
                self.shorten();
            }
            self.bytes.extend_from_slice(text);
        }
        self.handed = self.bytes.len();
    }

    /// Whether joined text waits to be handed on.
    pub(crate) fn waits(&self) -> bool {
        self.handed < self.bytes.len()
    }

    /// Takes text that is next in order: joined to what waits, where the visitor takes it so.
    #[inline]
    pub(crate) fn pass<V: Visit>(&mut self, text: &[u8], visit: &mut V) {
        if !visit.joins() {
            return self.lend(text, visit);
        }
        if self.bytes.len() + text.len() > PIECE {
            self.flush(visit);
            if self.bytes.len() + text.len() > PIECE {
                return self.lend(text, visit);
            }
        }
        self.bytes.extend_from_slice(text);
    }

    /// Takes a little text for a visitor that takes it joined.
    #[inline]
    pub(crate) fn join<V: Visit>(&mut self, text: &[u8], visit: &mut V) {
        if self.bytes.len() + text.len() > PIECE {
            self.flush(visit);
        }
        self.bytes.extend_from_slice(text);
    }

    /// Hands on text from where it lies. Nothing waits.
    pub(crate) fn lend<V: Visit>(&mut self, text: &[u8], visit: &mut V) {
        visit.keep(text);
        self.absorb(text);
    }

    /// Hands on the joined text that waits.
    pub(crate) fn flush<V: Visit>(&mut self, visit: &mut V) {
        if self.waits() {
            visit.keep(&self.bytes[self.handed..]);
            self.shorten();
            self.handed = self.bytes.len();
        }
    }

    fn shorten(&mut self) {
        let start = whole_start(&self.bytes);
        self.bytes.drain(..start);
    }

    /// Forgets everything: what follows stands as at the start of a text.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.handed = 0;
    }

    /// This text with `span` after it.
    pub(crate) fn then<'a>(&'a self, span: &'a [u8]) -> Behind<'a> {
        Behind { tail: &self.bytes, span }
    }
}

/// Where the last `REACH` bytes of well-formed text begin, on a character boundary.
fn whole_start(text: &[u8]) -> usize {
    let mut start = text.len().saturating_sub(REACH);
    while start < text.len() && is_continuation(text[start]) {
        start += 1;
    }
    start
}

/// Kept text, read from its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Behind<'a> {
    tail: &'a [u8],
    span: &'a [u8],
}

impl<'a> Behind<'a> {
    /// Only this much of it.
    pub(crate) fn only(span: &'a [u8]) -> Self {
        Self { tail: &[], span }
    }

    /// Leaves out what is visible ASCII at the end, up to so many bytes; how many they were.
    pub(crate) fn skip_ascii(&mut self, most: usize) -> usize {
        let text = if self.span.is_empty() { &mut self.tail } else { &mut self.span };
        let near = &text[text.len().saturating_sub(most)..];
        let run = if near.last().is_some_and(|last| is_visible(*last)) && is_visible_ascii(near) {
            near.len()
        } else {
            near.iter().rev().take_while(|byte| is_visible(**byte)).count()
        };
        *text = &text[..text.len() - run];
        run
    }

    /// The last code point and what it is, `None` at the start of the text.
    pub(crate) fn last(mut self) -> Option<(u32, Kind)> {
        self.next()
    }
}

impl Iterator for Behind<'_> {
    type Item = (u32, Kind);

    /// The code point before the one that came last.
    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let text = if self.span.is_empty() { &mut self.tail } else { &mut self.span };
        let (c, len) = decode_last(text)?;
        *text = &text[..text.len() - len];
        Some((c, Kind::of(c)))
    }
}
