//! Strings that stay: looked at, or made well-formed at least.

use super::event::Part;
use crate::filter::{Filter, Policy};

/// Looks whether a policy would change a text, caps and markup apart.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    filter: Filter,
    /// The text in progress is known to stay.
    is_left: bool,
}

impl Probe {
    pub(crate) fn new(filter: &Filter) -> Self {
        Self { filter: Filter::new(filter.policy()).one_for_one(), is_left: false }
    }

    /// Takes a part of a text.
    pub(crate) fn part(&mut self, part: Part<'_>) {
        if part.is_whole && self.filter.leaves(part.text) {
            self.is_left = true;
        } else {
            self.filter.push(part.text, |_| {});
        }
    }

    /// Ends the text; whether it would be changed.
    pub(crate) fn end(&mut self) -> bool {
        if std::mem::take(&mut self.is_left) {
            return false;
        }
        self.filter.finish(|_| {});
        self.filter.take_changed()
    }
}

/// What stays as it is spelled; only ill-formed UTF-8 is replaced.
#[derive(Clone, Debug)]
pub(crate) struct Verbatim {
    filter: Filter,
    is_left: bool,
}

impl Verbatim {
    pub(crate) fn new() -> Self {
        Self { filter: Filter::new(&Policy::verbatim()), is_left: false }
    }

    /// Takes a part of the spelling.
    pub(crate) fn part(&mut self, part: Part<'_>, mut out: impl FnMut(&[u8])) {
        if part.is_whole && self.filter.leaves(part.raw) {
            self.is_left = true;
            out(part.raw);
        } else {
            self.filter.push(part.raw, out);
        }
    }

    /// Ends the string; whether it was ill-formed.
    pub(crate) fn end(&mut self, out: impl FnMut(&[u8])) -> bool {
        if std::mem::take(&mut self.is_left) {
            return false;
        }
        self.filter.finish(out);
        self.filter.take_changed()
    }
}
