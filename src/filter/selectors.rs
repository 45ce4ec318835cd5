//! The count of variation selectors: runs of more than two go, and all of them when a value has
//! more than sixteen (step 4 of mcp-execution-core 0.10.0).
//!
//! Which of the two it will be is known only at the end of the value, so that from the first
//! selector on text is held: never more than the cap on characters lets through.

use super::reveal::Instead;
use crate::scan::{count_chars, is_continuation};

/// The most selectors in a value; with more, all go.
const TOTAL: usize = 16;
/// The most selectors in a row; a longer run goes whole.
const RUN: usize = 2;

/// The state within one value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selectors {
    /// How many characters of output the value may have.
    cap: Option<u64>,
    /// How many characters, selectors left out, have passed or are held; counted under a cap only.
    chars: u64,
    total: usize,
    /// The run that may go on, at most `RUN` selectors of it.
    run: Vec<u8>,
    run_length: usize,
    /// Text since the first selector, with those of the runs that stay.
    held: Vec<u8>,
    /// Where in `held` the selectors are: start and length.
    kept: Vec<(usize, usize)>,
    /// Whether dropped selectors are shown.
    reveal: Option<Instead>,
    /// Whether a selector was dropped.
    pub(crate) is_changed: bool,
}

impl Selectors {
    /// For values of at most `cap` characters. Where dropped selectors are shown, nothing is capped,
    /// and text is held from the first selector to the end of the value.
    pub(crate) fn new(cap: Option<u64>, reveal: Option<Instead>) -> Self {
        Self { cap: cap.filter(|_| reveal.is_none()), reveal, ..Self::default() }
    }

    /// Takes text without selectors.
    pub(crate) fn text(&mut self, text: &[u8], mut out: impl FnMut(&[u8])) {
        if self.total == 0 || self.total > TOTAL {
            if self.total == 0 && self.cap.is_some() {
                self.chars += count_chars(text);
            }
            return out(text);
        }
        self.end_run();
        // Text past the cap reaches nobody, whatever becomes of the selectors.
        let room = self.cap.map_or(u64::MAX, |cap| cap.saturating_sub(self.chars));
        let text = prefix(text, room);
        self.chars += count_chars(text);
        self.held.extend_from_slice(text);
    }

    /// Takes one selector.
    pub(crate) fn selector(&mut self, selector: &[u8], mut out: impl FnMut(&[u8])) {
        if self.total > TOTAL {
            self.is_changed = true;
            if let Some(reveal) = self.reveal {
                reveal.shown(selector, out);
            }
            return;
        }
        self.total += 1;
        self.run_length += 1;
        if self.run_length <= RUN || self.reveal.is_some() {
            self.run.extend_from_slice(selector);
        }
        if self.total > TOTAL {
            self.is_changed = true;
            self.release(false, &mut out);
            if let Some(reveal) = self.reveal {
                reveal.shown(&self.run, out);
            }
            self.run.clear();
            self.run_length = 0;
        }
    }

    /// Ends the value; the state is then as new.
    pub(crate) fn finish(&mut self, out: impl FnMut(&[u8])) {
        if self.total <= TOTAL {
            self.end_run();
            self.release(true, out);
        }
        self.total = 0;
        self.chars = 0;
    }

    fn end_run(&mut self) {
        if self.run_length > RUN {
            self.is_changed = true;
            if let Some(reveal) = self.reveal {
                reveal.shown(&self.run, |text| self.held.extend_from_slice(text));
            }
        } else if self.run_length > 0 {
            self.kept.push((self.held.len(), self.run.len()));
            self.held.extend_from_slice(&self.run);
        }
        self.run.clear();
        self.run_length = 0;
    }

    fn release(&mut self, with_selectors: bool, mut out: impl FnMut(&[u8])) {
        let mut start = 0;
        if !with_selectors {
            for (at, len) in self.kept.drain(..) {
                out(&self.held[start..at]);
                start = at + len;
                if let Some(reveal) = self.reveal {
                    reveal.shown(&self.held[at..start], &mut out);
                }
            }
        }
        if start < self.held.len() {
            out(&self.held[start..]);
        }
        self.kept.clear();
        self.held.clear();
    }
}

/// The first `limit` characters.
fn prefix(text: &[u8], limit: u64) -> &[u8] {
    if text.len() as u64 <= limit {
        return text;
    }
    let mut starts = (0..text.len()).filter(|&at| !is_continuation(text[at]));
    let end = usize::try_from(limit).ok().and_then(|limit| starts.nth(limit));
    &text[..end.unwrap_or(text.len())]
}
