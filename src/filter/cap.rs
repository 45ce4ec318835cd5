//! Caps on characters, bytes and lines, with a marker that counts within them.

use super::policy::{Caps, MARKER};
use crate::scan::{count_chars, is_continuation};

/// The state within one value.
#[derive(Clone, Debug)]
pub(crate) struct Cap {
    /// What may pass in all.
    hard: Caps,
    /// What may pass before it is known that the marker is not needed.
    soft: Caps,
    marker: &'static str,
    chars: u64,
    bytes: u64,
    lines: u64,
    /// Text past the soft caps.
    held: Vec<u8>,
    /// The last line that may pass has ended; its LF is held.
    is_last_line: bool,
    is_cut: bool,
    /// Whether any value was cut.
    pub(crate) is_changed: bool,
}

impl Cap {
    /// `None` where there is nothing to cap. Lines of unmarked caps are for [`Lines`].
    pub(crate) fn new(mut hard: Caps) -> Option<Self> {
        if !hard.is_marked {
            hard.lines = None;
        }
        if (hard.chars, hard.bytes, hard.lines) == (None, None, None) {
            return None;
        }
        let chars = MARKER.chars().count() as u64;
        let fits = |cap: Option<u64>, size| cap.is_none_or(|cap| cap >= size);
        let has_room = hard.is_marked
            && fits(hard.chars, chars)
            && fits(hard.bytes, MARKER.len() as u64)
            && fits(hard.lines, 1);
        let marker = if has_room { MARKER } else { "" };
        let soft = Caps {
            chars: hard.chars.map(|cap| cap - marker.chars().count() as u64),
            bytes: hard.bytes.map(|cap| cap - marker.len() as u64),
            ..hard
        };
        Some(Self {
            hard,
            soft,
            marker,
            chars: 0,
            bytes: 0,
            lines: 0,
            held: Vec::new(),
            is_last_line: false,
            is_cut: false,
            is_changed: false,
        })
    }

    /// Takes text: whole characters.
    pub(crate) fn text(&mut self, text: &[u8], mut out: impl FnMut(&[u8])) {
        let mut rest = text;
        // Far from every cap text passes whole; near one, a character at a time.
        while !rest.is_empty() && !self.is_cut {
            if self.held.is_empty() && !self.is_last_line {
                let free = self.free(rest);
                if free > 0 {
                    let (fits, more) = rest.split_at(free);
                    self.count(fits);
                    out(fits);
                    rest = more;
                    continue;
                }
            }
            let (_, len) = bstr::decode_utf8(rest);
            let (character, more) = rest.split_at(len);
            self.one(character, &mut out);
            rest = more;
        }
        if !rest.is_empty() {
            self.is_changed = true;
        }
    }

    /// Ends the value; the state is then as new.
    pub(crate) fn finish(&mut self, mut out: impl FnMut(&[u8])) {
        if !self.is_cut && !self.held.is_empty() {
            out(&self.held);
        }
        self.held.clear();
        (self.chars, self.bytes, self.lines) = (0, 0, 0);
        (self.is_cut, self.is_last_line) = (false, false);
    }

    /// How many bytes at the front of `text` certainly stay within the soft caps: whole
    /// characters, and no LF that would be the last.
    fn free(&self, text: &[u8]) -> usize {
        let left =
            |cap: Option<u64>, used: u64| cap.map_or(u64::MAX, |cap| cap.saturating_sub(used));
        let room = left(self.soft.chars, self.chars).min(left(self.soft.bytes, self.bytes));
        let mut free = usize::try_from(room).map_or(text.len(), |room| room.min(text.len()));
        while free < text.len() && free > 0 && is_continuation(text[free]) {
            free -= 1;
        }
        if let Some(lines) = self.soft.lines {
            // In the last line, stop where it may end.
            let left = usize::try_from(lines.saturating_sub(self.lines)).unwrap_or(usize::MAX);
            let start = match left {
                0 => return 0,
                1 => Some(0),
                _ => memchr::memchr_iter(b'\n', &text[..free]).nth(left - 2).map(|at| at + 1),
            };
            if let Some(start) = start {
                let stop = memchr::memchr2(b'\r', b'\n', &text[start..free]);
                free = stop.map_or(free, |at| start + at);
            }
        }
        free
    }

    fn count(&mut self, text: &[u8]) {
        self.bytes += text.len() as u64;
        if self.hard.chars.is_some() {
            self.chars += count_chars(text);
        }
        if self.hard.lines.is_some() {
            self.lines += memchr::memchr_iter(b'\n', text).count() as u64;
        }
    }

    /// Takes one character near a cap.
    fn one(&mut self, character: &[u8], out: &mut impl FnMut(&[u8])) {
        if self.is_last_line || self.hard.lines == Some(0) {
            return self.cut(out);
        }
        // A CR waited in vain for the LF that would end the last line.
        if self.held == b"\r" && character != b"\n" && self.is_within(self.soft) {
            out(b"\r");
            self.held.clear();
        }
        let may_end = character == b"\r" && self.hard.lines == Some(self.lines + 1);
        let before = (self.chars, self.bytes, self.lines);
        self.count(character);
        if !self.is_within(self.hard) {
            (self.chars, self.bytes, self.lines) = before;
            return self.cut(out);
        }
        self.is_last_line = self.hard.lines == Some(self.lines);
        if self.held.is_empty() && !self.is_last_line && !may_end && self.is_within(self.soft) {
            out(character);
        } else {
            self.held.extend_from_slice(character);
        }
    }

    /// Puts the marker where text past the soft caps was held.
    fn cut(&mut self, out: &mut impl FnMut(&[u8])) {
        self.is_cut = true;
        self.is_changed = true;
        if !self.marker.is_empty() {
            out(self.marker.as_bytes());
        }
        // The last line keeps its end where only what comes after it is cut.
        if matches!(&self.held[..], b"\n" | b"\r\n") && self.is_within(self.soft) {
            out(&self.held);
        }
        self.held.clear();
    }

    fn is_within(&self, caps: Caps) -> bool {
        caps.chars.is_none_or(|cap| self.chars <= cap)
            && caps.bytes.is_none_or(|cap| self.bytes <= cap)
    }
}

/// The first lines of a text as `str::lines` has them, each ended by LF: `cap_lines` of mushroomdb.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    cap: u64,
    left: u64,
    /// A CR whose next character is not known.
    has_cr: bool,
    /// The line in progress has text.
    is_open: bool,
    pub(crate) is_changed: bool,
}

impl Lines {
    pub(crate) fn new(cap: u64) -> Self {
        Self { cap, left: cap, has_cr: false, is_open: false, is_changed: false }
    }

    /// Takes text.
    pub(crate) fn text(&mut self, text: &[u8], mut out: impl FnMut(&[u8])) {
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            if self.left == 0 {
                self.is_changed = true;
                return;
            }
            let (body, ends) = match line.strip_suffix(b"\n") {
                Some(body) => (body, true),
                None => (line, false),
            };
            if self.has_cr && !body.is_empty() {
                out(b"\r");
            }
            self.is_changed |= self.has_cr && body.is_empty() && ends;
            self.has_cr &= body.is_empty();
            let body = match body.strip_suffix(b"\r") {
                Some(body) => {
                    self.is_changed |= ends;
                    self.has_cr = true;
                    body
                }
                None => body,
            };
            if !body.is_empty() {
                out(body);
            }
            if ends {
                out(b"\n");
                self.left -= 1;
                (self.has_cr, self.is_open) = (false, false);
            } else {
                self.is_open = true;
            }
        }
    }

    /// Ends the text; the state is then as new.
    pub(crate) fn finish(&mut self, mut out: impl FnMut(&[u8])) {
        if self.is_open && self.left > 0 {
            if self.has_cr {
                out(b"\r");
            }
            out(b"\n");
            self.is_changed = true;
        }
        *self = Self { is_changed: self.is_changed, ..Self::new(self.cap) };
    }
}
