//! Finds what could pass for a fence's delimiter: a bracket of any script beside the fence's name
//! in any spelling that folds to it.

use bstr::ByteSlice;

use crate::scan::{draws_nothing, fold, is_white_space};

/// The most bytes between a bracket and the name that still count as beside it.
const REACH: usize = 1024;

/// What a guard found in some text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Find<'a> {
    /// Text that holds nothing of the kind.
    Text(&'a [u8]),
    /// A bracket beside the name.
    Bracket(char),
}

/// A search for brackets beside a name.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// Folded: lower-case ASCII.
    name: &'static [u8],
    /// What the brackets before the name fold to, and those after it, if they count.
    open: u8,
    close: Option<u8>,
    /// Whether the bracket in ASCII counts, or only its look-alikes.
    takes_ascii: bool,
    /// An opening bracket that may stand before the name, and what follows it so far.
    bracket: Option<char>,
    held: Vec<u8>,
    has_slash: bool,
    matched: usize,
    /// The end of the text so far, folded and without what is invisible or white space.
    recent: Vec<u8>,
}

impl Guard {
    /// For `<`, `>` and their like beside a tag's name.
    pub(crate) fn tag(name: &'static [u8]) -> Self {
        Self { open: b'<', close: Some(b'>'), takes_ascii: false, ..Self::line(name) }
    }

    /// For `(` and its like before a word.
    pub(crate) fn line(name: &'static [u8]) -> Self {
        Self {
            name,
            open: b'(',
            close: None,
            takes_ascii: true,
            bracket: None,
            held: Vec::new(),
            has_slash: false,
            matched: 0,
            recent: Vec::new(),
        }
    }

    /// Takes text: whole characters.
    pub(crate) fn text(&mut self, text: &[u8], mut found: impl FnMut(Find<'_>)) {
        // Where text begins that was neither given on nor held.
        let mut start = 0;
        for (at, end, c) in text.char_indices() {
            let folded = fold(c);
            if self.bracket.is_some() {
                let spelling = &text[at..end];
                if self.follows(c, folded) && self.held.len() < REACH {
                    self.held.extend_from_slice(spelling);
                    start = end;
                    if self.matched == self.name.len() {
                        self.release(true, &mut found);
                    }
                    self.remember(c, folded);
                    continue;
                }
                self.release(false, &mut found);
            }
            let counts = self.takes_ascii || !c.is_ascii();
            if counts && folded == Some(self.open) {
                found(Find::Text(&text[start..at]));
                start = end;
                self.bracket = Some(c);
            } else if counts && self.close.is_some() && folded == self.close && self.is_behind() {
                found(Find::Text(&text[start..at]));
                start = end;
                found(Find::Bracket(c));
            }
            self.remember(c, folded);
        }
        found(Find::Text(&text[start..]));
    }

    /// Ends the text; the state is then as new.
    pub(crate) fn finish(&mut self, mut found: impl FnMut(Find<'_>)) {
        self.release(false, &mut found);
        self.recent.clear();
    }

    /// Whether a character can stand where it does between a bracket and the end of the name.
    fn follows(&mut self, c: char, folded: Option<u8>) -> bool {
        if draws_nothing(c) {
            return true;
        }
        if folded == Some(self.name[self.matched]) {
            self.matched += 1;
            return true;
        }
        if self.matched > 0 {
            return false;
        }
        let is_slash = folded == Some(b'/') && !self.has_slash;
        self.has_slash |= is_slash;
        is_slash || is_white_space(c)
    }

    fn release(&mut self, is_match: bool, found: &mut impl FnMut(Find<'_>)) {
        let Some(bracket) = self.bracket.take() else { return };
        if is_match {
            found(Find::Bracket(bracket));
        } else {
            found(Find::Text(bracket.encode_utf8(&mut [0; 4]).as_bytes()));
        }
        found(Find::Text(&self.held));
        self.held.clear();
        (self.matched, self.has_slash) = (0, false);
    }

    fn remember(&mut self, c: char, folded: Option<u8>) {
        if self.close.is_none() || draws_nothing(c) || is_white_space(c) {
            return;
        }
        if self.recent.len() >= 4 * self.name.len() {
            let old = self.recent.len() - self.name.len();
            self.recent.drain(..old);
        }
        self.recent.push(folded.unwrap_or(0));
    }

    /// Whether the text so far ends with the name.
    fn is_behind(&self) -> bool {
        self.recent.ends_with(self.name)
    }
}
