//! The one loop: chunks in; what stays and what does not, in order, out.
//!
//! Text that stays is lent from the chunk in spans as long as may be. What is held between chunks
//! is bounded: 3 bytes of a character, 4 KiB of a terminal sequence, 128 units behind one that
//! waits for its verdict.

mod near;

use std::cell::Cell;
use std::collections::VecDeque;
use std::mem;
use std::ops::Range;

use super::behind::Tail;
use super::decode::{Step, decode, is_visible};
use super::fast::{Fast, Marks, Memo};
use super::plan::{Action, Plan, Sequences};
use super::rules::{Verdict, judge};
use super::sequence::{End, Parser};
use super::sgr::Sgr;
use super::unit::{Ahead, Unit, What};
use super::visit::{Hit, Visit};

/// The most units that wait, the one whose verdict is open among them. At the bound it is judged
/// as if the text ended.
const QUEUE: usize = 128;

/// The state between chunks.
#[derive(Clone, Debug)]
pub(crate) struct Scanner {
    plan: Plan,
    fast: Option<Fast>,
    memo: Memo,
    /// The beginning of a character that the last chunk cut.
    carry: Carry,
    /// A terminal sequence in progress, and its bytes so far.
    sequence: Option<Parser>,
    held: Vec<u8>,
    /// Units in the order of the input; only the first one's verdict is asked for.
    queue: VecDeque<Unit>,
    /// How many units at the front of the queue have their bytes in `aside`, not in the chunk.
    apart: usize,
    aside: Vec<u8>,
    /// The first unit was asked for in vain: until so many wait, more do not decide it.
    patience: usize,
    tail: Tail,
    sgr: Sgr,
    /// How many bytes of input have been decided.
    offset: u64,
}

/// How many bytes that have been decided may lie before those that wait.
const ASIDE: usize = 4096;

/// Up to three bytes that begin a character.
#[derive(Clone, Copy, Debug, Default)]
struct Carry {
    bytes: [u8; 4],
    len: usize,
    /// The character stands in a broken sequence and introduces none.
    is_literal: bool,
}

/// What one call works on: a slice of input, the span of it that stays and was not yet handed on,
/// and where what was not yet taken begins.
struct Work<'a, V> {
    bytes: &'a [u8],
    span: Range<usize>,
    next: usize,
    visit: &'a mut V,
}

/// More input decides: until so many units wait, asking is in vain.
struct Waits(usize);

impl Scanner {
    pub(crate) fn new(plan: Plan) -> Self {
        Self::with(plan, Marks::Many, false)
    }

    /// One that tells all that a rule accepts, but for [a few](super::FEW_MARKS) marks in a row.
    pub(crate) fn telling(plan: Plan) -> Self {
        Self::with(plan, Marks::Some, true)
    }

    /// The same, but it may tell [how many](Visit::accepted) it accepted instead.
    pub(crate) fn tallying(plan: Plan) -> Self {
        Self::with(plan, Marks::Some, false)
    }

    fn with(plan: Plan, marks: Marks, tells: bool) -> Self {
        let fast = Fast::for_plan(&plan, marks, tells);
        Self {
            plan,
            fast,
            memo: Memo::default(),
            carry: Carry::default(),
            sequence: None,
            held: Vec::new(),
            queue: VecDeque::new(),
            apart: 0,
            aside: Vec::new(),
            patience: 0,
            tail: Tail::new(),
            sgr: Sgr::default(),
            offset: 0,
        }
    }

    /// Whether a whole text is sure to stay as it is: a quick answer, which may be no where it could
    /// be yes.
    pub(crate) fn leaves(&self, text: &[u8]) -> bool {
        self.fast.is_some_and(|fast| fast.cursor(text, Memo::default()).clean(0) == text.len())
    }

    /// Takes the next chunk of the input.
    pub(crate) fn push<V: Visit>(&mut self, chunk: &[u8], visit: &mut V) {
        self.run(chunk, 0, visit);
        self.tail.flush(visit);
    }

    /// Ends the text: decides all that waits. The scanner is then as new.
    pub(crate) fn finish<V: Visit>(&mut self, visit: &mut V) {
        if let Some(sequence) = self.sequence.take() {
            let held = mem::take(&mut self.held);
            if sequence.is_certain() {
                let place = |at, len| Unit::sequence(Action::Remove, at, len);
                self.apart_unit(&held, place, visit);
            } else {
                self.release(&held, held.len() - sequence.back(), visit);
            }
            // An ESC at the very end is a sequence of its own, and broken too.
            if self.sequence.take().is_some() {
                let held = mem::take(&mut self.held);
                self.release(&held, held.len(), visit);
            }
        }
        if self.carry.len > 0 {
            let carry = mem::take(&mut self.carry);
            self.apart_unit(&carry.bytes[..carry.len], Unit::ill, visit);
        }
        let mut work = Work { bytes: &[], span: 0..0, next: 0, visit };
        self.drain(&mut work, true);
        self.tail.flush(visit);
        self.held.clear();
        self.aside.clear();
        self.tail.clear();
        self.sgr = Sgr::default();
        self.offset = 0;
    }

    /// Goes on with a sequence that earlier bytes began. Returns how many of these bytes are used.
    fn resume<V: Visit>(&mut self, bytes: &[u8], visit: &mut V) -> usize {
        let Some(mut sequence) = self.sequence.take() else { return 0 };
        let Some((at, end)) = sequence.advance(bytes) else {
            if !sequence.is_certain() {
                self.held.extend_from_slice(bytes);
            }
            self.sequence = Some(sequence);
            return bytes.len();
        };
        let mut held = mem::take(&mut self.held);
        match end {
            End::Complete => {
                if !sequence.is_certain() {
                    held.extend_from_slice(&bytes[..=at]);
                }
                let action = self.sequence_action(&held);
                self.apart_unit(&held, |at, len| Unit::sequence(action, at, len), visit);
                at + 1
            }
            End::Broken => {
                // What begins anew is scanned in place, unless an earlier chunk held it.
                let used = at.saturating_sub(sequence.back());
                held.extend_from_slice(&bytes[..used]);
                let literal = held.len() - (sequence.back() - (at - used));
                self.release(&held, literal, visit);
                used
            }
        }
    }

    /// Gives a broken sequence back: its introducer as a control, the rest as text in which, up to
    /// `literal`, nothing introduces a sequence again.
    fn release<V: Visit>(&mut self, held: &[u8], literal: usize, visit: &mut V) {
        let Step::Char(c, len) = decode(held) else { return };
        let plan = &self.plan;
        let unit = Unit::char(c, plan, 0, len);
        self.apart_unit(&held[..len], |at, len| Unit { at, len, ..unit }, visit);
        self.run(&held[len..], literal - len, visit);
    }

    /// Takes a unit whose bytes are not in the chunk.
    fn apart_unit<V: Visit>(
        &mut self,
        bytes: &[u8],
        unit: impl FnOnce(usize, usize) -> Unit,
        visit: &mut V,
    ) {
        debug_assert_eq!(self.apart, self.queue.len(), "what is apart comes before the chunk");
        let unit = unit(self.aside.len(), bytes.len());
        self.aside.extend_from_slice(bytes);
        self.queue.push_back(unit);
        self.apart += 1;
        self.drain(&mut Work { bytes: &[], span: 0..0, next: 0, visit }, false);
    }

    /// Scans bytes that follow all that came before. Nothing before `literal` introduces a sequence.
    fn run<V: Visit>(&mut self, bytes: &[u8], mut literal: usize, visit: &mut V) {
        let mut at = self.complete_carry(bytes, visit);
        while self.sequence.is_some() && at < bytes.len() {
            at += self.resume(&bytes[at..], visit);
            // What was given back may end in the middle of a character.
            at += self.complete_carry(&bytes[at..], visit);
        }
        let mut work = Work { bytes, span: at..at, next: at, visit };
        let mut cursor = self.fast.map(|fast| fast.cursor(bytes, mem::take(&mut self.memo)));
        // Hits come in runs: right behind one, what is no ASCII text is looked at by itself.
        let mut is_behind_hit = false;
        while at < bytes.len() {
            if self.queue.is_empty()
                && let Some(cursor) = &mut cursor
            {
                let mut is_text = !is_behind_hit || is_visible(bytes[at]);
                if is_behind_hit && at >= literal && work.visit.joins() {
                    (at, is_text) = self.near(&mut work, cursor);
                }
                if is_text {
                    let end = cursor.clean(at);
                    self.keep(&mut work, at, end - at);
                    at = end;
                }
                if at == bytes.len() {
                    break;
                }
            }
            let unit = match decode(&bytes[at..]) {
                Step::Ill(len) => Unit::ill(at, len),
                Step::Incomplete => {
                    self.carry = Carry::new(&bytes[at..], at < literal);
                    break;
                }
                Step::Char(c, len) => match self.plan.introduces(c) {
                    Some(mut sequence) if at >= literal => {
                        let Some((last, end)) = sequence.advance(&bytes[at + len..]) else {
                            if !sequence.is_certain() {
                                self.held.extend_from_slice(&bytes[at..]);
                            }
                            self.sequence = Some(sequence);
                            break;
                        };
                        let end_at = at + len + last;
                        match end {
                            End::Complete => {
                                let action = self.sequence_action(&bytes[at..=end_at]);
                                Unit::sequence(action, at, end_at + 1 - at)
                            }
                            End::Broken => {
                                literal = end_at - sequence.back();
                                Unit::char(c, &self.plan, at, len)
                            }
                        }
                    }
                    _ => Unit::char(c, &self.plan, at, len),
                },
            };
            at += unit.len;
            work.next = at;
            let action = self.take(&mut work, unit);
            is_behind_hit = action.is_some_and(|action| action != Action::Keep);
            if let Some(action) = action.filter(|_| is_behind_hit) {
                at = self.repeat(&mut work, unit, action);
                work.next = at;
            }
        }
        if let Some(cursor) = cursor {
            work.visit.accepted(cursor.tally());
            self.memo = cursor.into_memo();
        }
        if self.tail.waits() || work.span.is_empty() {
            self.hand_on(&mut work);
        } else {
            self.tail.lend(&bytes[work.span], work.visit);
        }
        self.set_aside(bytes);
    }

    /// Ends the character that an earlier chunk began. Returns how many of these bytes are used.
    fn complete_carry<V: Visit>(&mut self, bytes: &[u8], visit: &mut V) -> usize {
        let mut used = 0;
        while self.carry.len > 0
            && let Some(&byte) = bytes.get(used)
        {
            let mut carry = self.carry;
            carry.bytes[carry.len] = byte;
            carry.len += 1;
            match decode(&carry.bytes[..carry.len]) {
                Step::Incomplete => {
                    self.carry = carry;
                    used += 1;
                }
                Step::Ill(len) => {
                    self.carry = Carry::default();
                    self.apart_unit(&carry.bytes[..len], Unit::ill, visit);
                }
                Step::Char(c, len) => {
                    self.carry = Carry::default();
                    used += 1;
                    match self.plan.introduces(c) {
                        Some(sequence) if !carry.is_literal => {
                            self.held.extend_from_slice(&carry.bytes[..len]);
                            self.sequence = Some(sequence);
                        }
                        _ => {
                            let unit = Unit::char(c, &self.plan, 0, len);
                            let place = |at, len| Unit { at, len, ..unit };
                            self.apart_unit(&carry.bytes[..len], place, visit);
                        }
                    }
                }
            }
        }
        used
    }

    /// What becomes of a complete sequence.
    fn sequence_action(&mut self, sequence: &[u8]) -> Action {
        let is_kept = self.plan.sequences == Sequences::KeepColor && self.sgr.accept(sequence);
        if is_kept { Action::Keep } else { Action::Remove }
    }

    /// Takes the next unit of the slice at work. What became of it, if nothing waits.
    #[inline]
    fn take<V: Visit>(&mut self, work: &mut Work<'_, V>, unit: Unit) -> Option<Action> {
        if !self.queue.is_empty() {
            self.queue.push_back(unit);
            self.drain(work, false);
            return None;
        }
        match self.decide(&unit, work, false) {
            Ok(action) => {
                self.apply(work, unit, action, false);
                Some(action)
            }
            Err(Waits(patience)) => {
                self.patience = patience;
                self.queue.push_back(unit);
                None
            }
        }
    }

    /// What becomes of the unit that is next in order, unless more input decides.
    #[inline]
    fn decide<V>(&self, unit: &Unit, work: &Work<'_, V>, is_end: bool) -> Result<Action, Waits> {
        if unit.action == Action::KeepWhenValid {
            self.ask(unit, work, is_end)
        } else {
            Ok(unit.action)
        }
    }

    /// What its rule says of the unit that is next in order.
    fn ask<V>(&self, unit: &Unit, work: &Work<'_, V>, is_end: bool) -> Result<Action, Waits> {
        let mut units = self.queue.iter();
        units.next();
        let (bytes, left) = (&work.bytes[work.next..], Cell::new(0));
        let ahead = Ahead::new(units, bytes, &self.plan, QUEUE - 1, is_end, &left);
        let behind = self.tail.then(&work.bytes[work.span.clone()]);
        match judge(unit, self.offset, behind, ahead) {
            Verdict::Keep => Ok(Action::Keep),
            Verdict::Drop => Ok(Action::Remove),
            Verdict::Reject => Ok(self.plan.rejected(unit.kind.class)),
            // Itself, what was looked at, and one more.
            Verdict::Wait => Err(Waits(QUEUE - left.get() + 1)),
        }
    }

    /// Decides units from the front of the queue as far as can be.
    fn drain<V: Visit>(&mut self, work: &mut Work<'_, V>, is_end: bool) {
        while let Some(&unit) = self.queue.front() {
            if self.queue.len() < self.patience && !is_end {
                return;
            }
            let action = match self.decide(&unit, work, is_end) {
                Ok(action) => action,
                Err(Waits(patience)) => {
                    self.patience = patience;
                    return;
                }
            };
            self.patience = 0;
            self.queue.pop_front();
            let is_apart = self.apart > 0;
            self.apart -= usize::from(is_apart);
            self.apply(work, unit, action, is_apart);
        }
        self.aside.clear();
    }

    /// Carries out what was decided of the unit that is next in order.
    fn apply<V: Visit>(
        &mut self,
        work: &mut Work<'_, V>,
        unit: Unit,
        action: Action,
        is_apart: bool,
    ) {
        let offset = self.offset;
        if action == Action::Keep && unit.action == Action::KeepWhenValid {
            let source = if is_apart { &self.aside[..] } else { work.bytes };
            work.visit.accept(Hit::new(unit, offset, source));
        }
        if action == Action::Keep && !is_apart && unit.what != What::Sequence {
            return self.keep(work, unit.at, unit.len);
        }
        self.hand_on(work);
        self.offset += unit.len as u64;
        let source = if is_apart { &self.aside[..] } else { work.bytes };
        let hit = Hit::new(unit, offset, source);
        let visible;
        let with = match (action.stand_in(), action) {
            (Some(with), _) => with,
            (None, Action::Escape) => {
                visible = format!("\\u{{{:X}}}", unit.code_point());
                visible.as_bytes()
            }
            (None, Action::Count) => {
                work.visit.count(hit);
                return self.tail.absorb(hit.bytes);
            }
            (None, _) => {
                self.tail.pass(hit.bytes, work.visit);
                if unit.what == What::Sequence {
                    self.tail.flush(work.visit);
                    self.tail.clear();
                }
                return;
            }
        };
        if work.visit.joins() {
            work.visit.replaced();
            self.tail.pass(with, work.visit);
        } else {
            work.visit.change(hit, with);
            self.tail.absorb(with);
        }
    }

    /// Bytes of the slice at work stay; they are next in order.
    fn keep<V: Visit>(&mut self, work: &mut Work<'_, V>, at: usize, len: usize) {
        if work.span.end != at {
            self.hand_on(work);
            work.span = at..at;
        }
        work.span.end += len;
        self.offset += len as u64;
    }

    /// Hands on what stays so far.
    fn hand_on<V: Visit>(&mut self, work: &mut Work<'_, V>) {
        if !work.span.is_empty() {
            self.tail.pass(&work.bytes[work.span.clone()], work.visit);
            work.span.start = work.span.end;
        }
    }

    /// Copies the bytes of the units that still wait, since the slice they are in goes away.
    fn set_aside(&mut self, bytes: &[u8]) {
        // With small chunks the queue may never be empty; what has been decided goes all the same.
        let start = self.queue.front().filter(|_| self.apart > 0).map_or(0, |unit| unit.at);
        if start > ASIDE {
            self.aside.drain(..start);
            for unit in self.queue.iter_mut().take(self.apart) {
                unit.at -= start;
            }
        }
        for unit in self.queue.iter_mut().skip(self.apart) {
            let at = self.aside.len();
            self.aside.extend_from_slice(&bytes[unit.at..unit.at + unit.len]);
            unit.at = at;
        }
        self.apart = self.queue.len();
    }
}

impl Carry {
    fn new(start: &[u8], is_literal: bool) -> Self {
        let mut bytes = [0; 4];
        bytes[..start.len()].copy_from_slice(start);
        Self { bytes, len: start.len(), is_literal }
    }
}
