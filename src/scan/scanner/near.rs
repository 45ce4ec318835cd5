//! What is near a hit: most often ASCII text and the next hit. Where nobody is told of each hit, both
//! are dealt with here in small steps, which then cost less than the large ones of the fast path.

use super::{QUEUE, Scanner, Work};
use crate::scan::decode::{Step, decode};
use crate::scan::fast::Cursor;
use crate::scan::plan::{Action, Sequences};
use crate::scan::sequence::{ESC, whole_sequence};
use crate::scan::unit::{Unit, What};
use crate::scan::visit::{Hit, Visit};

/// After so many bytes without a hit the next one is far.
const NEAR: usize = 64;

/// What stands behind ASCII text.
enum Stop {
    /// A hit whatever is round it: its length in bytes, and what stands in its place.
    Hit(usize, &'static [u8]),
    /// Something that its rule judges.
    Judged(Unit),
    /// Text that stays.
    Text,
    /// Something that has to be looked at more closely.
    Other,
}

impl Scanner {
    /// Goes on right behind a hit; nothing waits, and the visitor joins. Where it stops, and whether
    /// there is text or the end of the slice.
    pub(super) fn near<V: Visit>(
        &mut self,
        work: &mut Work<'_, V>,
        cursor: &Cursor<'_>,
    ) -> (usize, bool) {
        self.hand_on(work);
        let (bytes, start) = (work.bytes, work.next);
        let (mut at, mut is_changed) = (start, false);
        let is_text = loop {
            let near = &bytes[at..bytes.len().min(at + NEAR)];
            let ascii = cursor.ascii(near);
            if ascii > 0 {
                self.tail.join(&near[..ascii], work.visit);
                at += ascii;
            }
            if ascii == near.len() {
                break true;
            }
            let (len, with, spared) = match self.stop(bytes, at) {
                Stop::Hit(len, with) => (len, with, 1),
                Stop::Judged(unit) => {
                    (work.next, work.span) = (at + unit.len, at..at);
                    match self.ask(&unit, work, false) {
                        Ok(Action::Keep) => {
                            work.visit.accept(Hit::new(
                                unit,
                                self.offset + (at - start) as u64,
                                bytes,
                            ));
                            self.tail.join(&bytes[at..at + unit.len], work.visit);
                            at += unit.len;
                            continue;
                        }
                        Ok(action) => match action.stand_in() {
                            Some(with) => (unit.len, with, QUEUE),
                            None => break false,
                        },
                        Err(_) => break false,
                    }
                }
                Stop::Text => break true,
                Stop::Other => break false,
            };
            let hit = &bytes[at..at + len];
            at += len;
            is_changed = true;
            if !with.is_empty() {
                self.tail.join(with, work.visit);
            }
            // Sequences are seldom repeated.
            if hit[0] != ESC && bytes[at..].starts_with(hit) {
                at += self.copies(work, hit, at, with, spared);
            }
        };
        if is_changed {
            work.visit.replaced();
        }
        self.offset += (at - start) as u64;
        work.next = at;
        work.span = at..at;
        (at, is_text)
    }

    #[inline]
    fn stop(&self, bytes: &[u8], at: usize) -> Stop {
        let bytes = &bytes[at..];
        if bytes[0] == ESC {
            let is_removed = self.plan.sequences == Sequences::Remove;
            return match whole_sequence(&bytes[1..]) {
                Some(last) if is_removed => Stop::Hit(last + 2, b""),
                _ => Stop::Other,
            };
        }
        let unit = match decode(bytes) {
            Step::Char(c, _) if self.plan.introduces(c).is_some() => return Stop::Other,
            Step::Char(c, len) => Unit::char(c, &self.plan, at, len),
            Step::Ill(len) => Unit::ill(at, len),
            Step::Incomplete => return Stop::Other,
        };
        match (unit.action, unit.action.stand_in()) {
            (Action::Keep, _) => Stop::Text,
            (Action::KeepWhenValid, _) => Stop::Judged(unit),
            (_, None) => Stop::Other,
            (_, Some(with)) => Stop::Hit(unit.len, with),
        }
    }

    /// Takes the copies of a unit that did not stay which are sure to go the same way, where nobody
    /// is told of each. Where what was not taken begins then.
    #[inline]
    pub(super) fn repeat<V: Visit>(
        &mut self,
        work: &mut Work<'_, V>,
        unit: Unit,
        action: Action,
    ) -> usize {
        let next = work.next;
        let one = &work.bytes[unit.at..next];
        if !work.bytes[next..].starts_with(one) || !work.visit.joins() {
            return next;
        }
        // A rule that rejects one with so many of them behind it rejects all that are as far from what
        // comes then: what stands in its place, nothing or white space, is no reason to accept the
        // next. ESC before ESC introduces nothing.
        let (with, spared) = match (unit.what, unit.action, action.stand_in()) {
            (What::Sequence, ..) | (_, _, None) => return next,
            (What::Char(c), ..) if c != u32::from(ESC) && self.plan.introduces(c).is_some() => {
                return next;
            }
            (_, Action::KeepWhenValid, Some(with)) => (with, QUEUE),
            (_, _, Some(with)) => (with, 1),
        };
        let copies = self.copies(work, one, next, with, spared);
        self.offset += copies as u64;
        next + copies
    }

    /// Takes the copies of a hit that begin at `at`, but for the last ones: they may be, or begin,
    /// something else. How many bytes are taken.
    fn copies<V: Visit>(
        &mut self,
        work: &mut Work<'_, V>,
        one: &[u8],
        at: usize,
        with: &[u8],
        spared: usize,
    ) -> usize {
        let rest = &work.bytes[at..];
        let copies = match *one {
            [byte] => rest.iter().take_while(|copy| **copy == byte).count(),
            _ => rest.chunks_exact(one.len()).take_while(|copy| *copy == one).count(),
        };
        let copies = copies.saturating_sub(spared);
        if !with.is_empty() {
            let block = with.repeat(copies.min(NEAR));
            let mut left = copies * with.len();
            while left > 0 {
                let part = &block[..left.min(block.len())];
                self.tail.join(part, work.visit);
                left -= part.len();
            }
        }
        copies * one.len()
    }
}
