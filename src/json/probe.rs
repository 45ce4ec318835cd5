//! Strings that stay: looked at, or made well-formed at least.

use super::event::Part;
use crate::filter::{Filter, Policy};

/// Looks whether a policy would change a text, caps and markup apart.
#[derive(Clone, Debug)]
pub(crate) struct Probe(OneByOne);

impl Probe {
    pub(crate) fn new(filter: &Filter) -> Self {
        Self(OneByOne::new(Filter::new(filter.policy()).one_for_one()))
    }

    /// Takes a part of a text.
    pub(crate) fn part(&mut self, part: Part<'_>) {
        self.0.take(part.text, part.is_whole, |_| {});
    }

    /// Ends the text; whether it would be changed.
    pub(crate) fn end(&mut self) -> bool {
        self.0.end(|_| {})
    }
}

/// What stays as it is spelled; only ill-formed UTF-8 is replaced.
#[derive(Clone, Debug)]
pub(crate) struct Verbatim(OneByOne);

impl Verbatim {
    pub(crate) fn new() -> Self {
        Self(OneByOne::new(Filter::new(&Policy::verbatim())))
    }

    /// Takes a part of the spelling.
    pub(crate) fn part(&mut self, part: Part<'_>, out: impl FnMut(&[u8])) {
        self.0.take(part.raw, part.is_whole, out);
    }

    /// Ends the string; whether it was ill-formed.
    pub(crate) fn end(&mut self, out: impl FnMut(&[u8])) -> bool {
        self.0.end(out)
    }
}

/// A filter for one string after another, which leaves out those that it is sure to leave as they are.
#[derive(Clone, Debug)]
struct OneByOne {
    filter: Filter,
    /// The string in progress has been let through whole.
    is_left: bool,
}

impl OneByOne {
    fn new(filter: Filter) -> Self {
        Self { filter, is_left: false }
    }

    fn take(&mut self, bytes: &[u8], is_whole: bool, mut out: impl FnMut(&[u8])) {
        if is_whole && self.filter.leaves(bytes) {
            self.is_left = true;
            out(bytes);
        } else {
            self.filter.push(bytes, out);
        }
    }

    /// Ends the string; whether it was changed.
    fn end(&mut self, out: impl FnMut(&[u8])) -> bool {
        if std::mem::take(&mut self.is_left) {
            return false;
        }
        self.filter.finish(out);
        self.filter.take_changed()
    }
}
