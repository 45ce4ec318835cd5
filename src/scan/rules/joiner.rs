//! The rules ZWJ and ZWNJ: Persian and Indic spelling, emoji, pointed Hebrew.

use super::super::Class;
use super::super::behind::Behind;
use super::super::traits::Traits;
use super::super::unit::{Ahead, Next, is_selector};
use super::{MARKS, Verdict, base_has, is_stacked, marks};
use crate::scan::lookup::Kind;

/// The most transparent marks that a joiner looks across (rules ZWJ and ZWNJ).
const TRANSPARENT: usize = 16;
/// Letters that join as Arabic letters do.
pub(super) const CURSIVE: Traits = Traits::DUAL.with(Traits::RIGHT).with(Traits::LEFT);

/// ZWJ and ZWNJ. What waits ahead and could not stay after a joiner is passed over.
pub(super) fn joiner(class: Class, behind: Behind<'_>, ahead: Ahead<'_>) -> Verdict {
    let last = match behind.last() {
        Some((_, last)) if matches!(last.class, Class::Zwj | Class::Zwnj) => {
            return Verdict::Reject;
        }
        // Every way to accept ZWNJ asks for something behind it.
        None if class == Class::Zwnj => return Verdict::Reject,
        last => last.map_or(Traits::NONE, |(_, last)| last.traits),
    };
    let letter_behind = joining(behind);
    // (b) after a virama; (d) for ZWJ, a letter that joins on this side.
    if last.any(Traits::VIRAMA) || class == Class::Zwj && letter_behind.any(CURSIVE) {
        return Verdict::Keep;
    }
    let mut look = LookPastMarks::new(marks(behind), ahead);
    let next = match look.next() {
        Next::Char(_, kind) => kind.traits,
        Next::End => return Verdict::Reject,
        Next::Unknown => return Verdict::Wait,
    };
    // (c) and (e): Indic conjuncts.
    let indic_behind = base_has(behind, Traits::INDIC);
    if indic_behind && next.any(Traits::VIRAMA.with(Traits::INDIC)) {
        return Verdict::Keep;
    }
    if class == Class::Zwj {
        // (a) emoji, GB11.
        if next.any(Traits::PICTOGRAPHIC) && is_pictograph(behind) {
            return Verdict::Keep;
        }
        // (f) between two points on one Hebrew letter.
        if next.any(Traits::HEBREW_POINT) && is_pointed(behind) {
            return Verdict::Keep;
        }
    }
    // (d) for ZWNJ with its letter behind: whatever is drawn may follow.
    if class == Class::Zwnj && letter_behind.any(CURSIVE) && next.any(Traits::DRAWN) {
        return Verdict::Keep;
    }
    match look.letter(next) {
        Err(verdict) => verdict,
        // (d) with the letter ahead. (a) of ZWNJ is within it: both its sides are letters.
        Ok(letter) => Verdict::keep_if(
            letter.any(CURSIVE) && (class == Class::Zwj || base_has(behind, Traits::DRAWN)),
        ),
    }
}

/// Looks ahead of a joiner, counting marks as STACK does: one that will not stay is not there.
struct LookPastMarks<'a> {
    ahead: Ahead<'a>,
    marks: usize,
}

impl<'a> LookPastMarks<'a> {
    fn new(marks: usize, ahead: Ahead<'a>) -> Self {
        Self { ahead, marks }
    }

    fn next(&mut self) -> Next {
        let marks = self.marks;
        let next = self.ahead.next(|_, kind| {
            marks >= MARKS && is_stacked(kind.class)
                || is_selector(kind.class)
                || matches!(kind.class, Class::Zwj | Class::Zwnj | Class::Cgj | Class::Tag)
        });
        if let Next::Char(_, kind) = next
            && kind.traits.any(Traits::NONSPACING)
        {
            self.marks += 1;
        }
        next
    }

    /// The traits of the next code point that is not transparent, `next` being the first.
    fn letter(&mut self, mut next: Traits) -> Result<Traits, Verdict> {
        for _ in 0..=TRANSPARENT {
            if !next.any(Traits::TRANSPARENT) {
                return Ok(next);
            }
            next = match self.next() {
                Next::Char(_, kind) => kind.traits,
                Next::End => break,
                Next::Unknown => return Err(Verdict::Wait),
            };
        }
        Err(Verdict::Reject)
    }
}

/// The traits of the nearest code point behind that is not transparent, as far as joining goes.
fn joining(behind: Behind<'_>) -> Traits {
    behind
        .into_iter()
        .filter(|(_, kind)| !is_selector(kind.class))
        .take(TRANSPARENT + 1)
        .find(|(_, kind)| !kind.traits.any(Traits::TRANSPARENT))
        .map_or(Traits::NONE, |(_, kind)| kind.traits)
}

/// A pictograph, with at most one emoji selector or modifier after it.
pub(super) fn is_pictograph(mut behind: Behind<'_>) -> bool {
    let Some((_, last)) = behind.next() else { return false };
    last.traits.any(Traits::PICTOGRAPHIC)
        || (last.class == Class::Vs16Emoji || last.traits.any(Traits::MODIFIER))
            && behind.last().is_some_and(|(_, kind)| kind.traits.any(Traits::PICTOGRAPHIC))
}

/// A Hebrew letter with at least one point.
fn is_pointed(behind: Behind<'_>) -> bool {
    let mut behind = behind.take(MARKS + 1).peekable();
    let is_point = |(_, kind): &(u32, Kind)| kind.traits.any(Traits::HEBREW_POINT);
    if !behind.peek().is_some_and(is_point) {
        return false;
    }
    behind
        .find(|last| !is_point(last))
        .is_some_and(|(_, kind)| kind.traits.any(Traits::HEBREW_LETTER))
}
