//! Goes through a chunk from one character that needs a decision to the next.

use fearless_simd::dispatch;

use super::memo::{Between, Memo};
use super::search::{Block, Habits, Search, char_start, is_cut};
use super::{BEHIND, Fast, is_nonspacing, is_plain};
use crate::scan::behind::Behind;
use crate::scan::class::Class;
use crate::scan::decode::{Step, decode, decode_last, is_continuation, visible_ascii};
use crate::scan::lookup::Kind;
use crate::scan::rules::{beside, stays};
use crate::scan::tally::{Group, Tally};

/// Goes through one chunk. It remembers what it found in the block where it stopped, so that the
/// next call there costs a few instructions.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    fast: Fast,
    bytes: &'a [u8],
    block: Block,
    habits: Habits,
    memo: Memo,
    /// What it accepted.
    tally: Tally,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(fast: Fast, bytes: &'a [u8], memo: Memo) -> Self {
        Self {
            fast,
            bytes,
            block: Block::default(),
            habits: Habits::default(),
            memo,
            tally: Tally::default(),
        }
    }

    /// The end of the longest stretch from `from` on in which nothing needs a decision.
    ///
    /// `from` must not go down from call to call and is where a character begins, or an ill-formed
    /// sequence. The stretch is well-formed and ends on a character boundary. It has no code point
    /// of a class outside `PLAIN` but, with lines, TAB, LF and CR before an LF that is in it too.
    /// Of the classes that their rules judge, it has what two neighbours in it [accept](stays).
    /// It does not begin with a nonspacing mark and has no part of a run of more than [`marks`](Fast::for_plan) of
    /// them: at such a run, it ends before the first mark.
    ///
    /// At the end of the chunk it leaves out an incomplete character, a CR, and the marks before the end
    /// or before the incomplete character: what they are depends on what follows.
    pub(crate) fn clean(&mut self, from: usize) -> usize {
        let mut at = match self.enter(from) {
            Ok(at) => at,
            Err(end) => return end,
        };
        let first = at;
        loop {
            if !self.block.has(at) {
                if at >= self.bytes.len() {
                    return self.close(from);
                }
                self.seek(from, at, at > first);
                at = self.block.base;
            }
            let Some(next) = self.block.next(at) else {
                at = self.block.end;
                continue;
            };
            at = next;
            if self.block.has_stop(at) {
                match self.check_stop(from, at) {
                    Check::Stop(end) => return end,
                    Check::Pass => {}
                    Check::Again => at = self.block.base.max(first),
                }
            } else if let Some(end) = self.check_gap(from, at) {
                return end;
            }
        }
    }

    /// What it accepted so far, by their rules.
    pub(crate) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// What it remembers, for the next chunk.
    pub(crate) fn into_memo(self) -> Memo {
        self.memo
    }

    /// How much at the front of some bytes of the chunk is ASCII that needs no decision.
    #[inline]
    pub(crate) fn ascii(&self, bytes: &[u8]) -> usize {
        let mut end = visible_ascii(bytes);
        while self.fast.lines && matches!(bytes.get(end), Some(b'\t' | b'\n')) {
            end += 1;
            end += visible_ascii(&bytes[end..]);
        }
        end
    }

    /// Finds the next block with anything to look at; `follows` when all of the block before was clean.
    fn seek(&mut self, from: usize, at: usize, follows: bool) {
        let Self { fast, bytes, .. } = *self;
        let Self { block, habits, .. } = self;
        let before = if follows { block.empty } else { 0 };
        dispatch!(fast.level, simd => Search { simd, fast, bytes, from, block, habits }.seek(at, before));
    }

    /// Looks at the block again, in detail.
    #[cold]
    fn look_again(&mut self) {
        let Self { fast, bytes, .. } = *self;
        let Self { block, habits, .. } = self;
        let Block { base: from, before, .. } = *block;
        dispatch!(fast.level, simd => Search { simd, fast, bytes, from, block, habits }.look(from, before));
    }

    /// Looks at the front by characters: at the first one, for marks have no business there, and at
    /// three bytes if an ill-formed sequence before them changes what a block holds.
    /// `Err` with the end of the stretch if it is that short.
    #[inline]
    fn enter(&self, from: usize) -> Result<usize, usize> {
        let (before, rest) = self.bytes.split_at(from);
        if rest.first().is_some_and(|first| !first.is_ascii()) && !rest.starts_with(b"\xF0\x9F") {
            match decode(rest) {
                Step::Char(c, _) if !is_nonspacing(c) => {}
                _ => return Err(from),
            }
        }
        if is_cut(before) { self.step_over(from) } else { Ok(from) }
    }

    /// The part of [`enter`](Self::enter) that is seldom needed.
    #[cold]
    fn step_over(&self, from: usize) -> Result<usize, usize> {
        let mut at = from;
        while at < from + BEHIND && at < self.bytes.len() {
            let rest = &self.bytes[at..];
            match decode(rest) {
                Step::Char(c, len) if self.is_text(c, Kind::of(c).class, rest.get(1)) => at += len,
                _ => return Err(at),
            }
        }
        Ok(at)
    }

    /// Whether a character, marks apart, needs no decision.
    fn is_text(&self, c: u32, class: Class, next: Option<&u8>) -> bool {
        match c {
            0x09 | 0x0A => self.fast.lines,
            0x0D => self.fast.crlf && next == Some(&b'\n'),
            0x00..0x20 | 0x7F => false,
            _ => is_plain(class),
        }
    }

    /// What it is that seems to stop.
    #[inline]
    fn check_stop(&mut self, from: usize, at: usize) -> Check {
        let start = char_start(self.bytes, from, at);
        if is_cut(&self.bytes[from..start]) {
            return Check::Stop(self.first_error(from, start));
        }
        let between = Between::of(self.bytes, from, start);
        if let Some(between) = between
            && let Some(group) = self.memo.get(between)
        {
            self.tally.add(group);
            self.block.pass_stops(start + between.own_len());
            return Check::Pass;
        }
        let rest = &self.bytes[start..];
        match decode(rest) {
            // A continuation that continues nothing.
            Step::Char(_, len) if start + len <= at => Check::Stop(start + len),
            Step::Char(c, len) => self.check_char(from, start, c, len, between),
            Step::Incomplete => Check::Stop(self.close(from)),
            Step::Ill(_) => Check::Stop(start),
        }
    }

    /// What the character at `start` is.
    #[inline]
    fn check_char(
        &mut self,
        from: usize,
        start: usize,
        c: u32,
        len: usize,
        between: Option<Between>,
    ) -> Check {
        let (character, rest) = self.bytes[start..].split_at(len);
        let class = Kind::of(c).class;
        let behind = |from: usize| Behind::only(&self.bytes[from..start]);
        if self.is_text(c, class, rest.first()) {
            if self.block.is_rough && c != u32::from(b'\r') {
                self.habits.learn_look_alike(character);
                self.look_again();
                return Check::Again;
            }
        } else if self.fast.judged >> class as u32 & 1 == 0
            || !stays(class, c, behind(from), after(rest))
        {
            return Check::Stop(start);
        } else {
            // Some stay for what is further behind: that is not between these two.
            if let Some(between) = between
                && stays(class, c, behind(start - between.before_len()), after(rest))
            {
                self.memo.put(between, Group::of(class));
            }
            self.tally.add(Group::of(class));
        }
        self.block.pass_stops(start + len);
        Check::Pass
    }

    /// The start of the ill-formed sequence in the last three bytes before `end`.
    #[cold]
    fn first_error(&self, from: usize, end: usize) -> usize {
        let mut start = char_start(self.bytes, from, end.saturating_sub(BEHIND).max(from));
        while let Step::Char(_, len) = decode(&self.bytes[start..]) {
            start += len;
        }
        start
    }

    /// The start of a run of too many marks, unless there is none.
    fn check_gap(&mut self, from: usize, at: usize) -> Option<usize> {
        let start = char_start(self.bytes, from, at);
        if mark_len(&self.bytes[start..]).is_none() {
            self.block.pass_gaps(at, self.fast.marks);
            return None;
        }
        let first = self.run_start(from, start);
        let (mut end, mut count) = (first, 0);
        while let Some(len) = mark_len(&self.bytes[end..]) {
            count += 1;
            if count > self.fast.marks.most() {
                return Some(first);
            }
            end += len;
        }
        self.block.pass_gaps(end.max(at), self.fast.marks);
        None
    }

    /// Where the marks begin that end at `end`.
    fn run_start(&self, from: usize, mut end: usize) -> usize {
        while let Some((c, len)) = decode_last(&self.bytes[from..end])
            && is_nonspacing(c)
        {
            end -= len;
        }
        end
    }

    /// The end of the stretch when all of the chunk is looked at.
    fn close(&self, from: usize) -> usize {
        let rest = &self.bytes[from..];
        let mut end = rest.len();
        if let Some(back) = rest.iter().rev().take(BEHIND).position(|byte| !is_continuation(*byte))
        {
            let last = end - 1 - back;
            match decode(&rest[last..]) {
                Step::Char(..) => {}
                Step::Incomplete => end = last,
                Step::Ill(_) => return from + last,
            }
        }
        self.run_start(from, from + end)
    }
}

/// The length of the mark that the bytes begin with.
fn mark_len(bytes: &[u8]) -> Option<usize> {
    bytes.first()?;
    match decode(bytes) {
        Step::Char(c, len) if is_nonspacing(c) => Some(len),
        _ => None,
    }
}

/// The character that some bytes begin with, as a rule may see it.
#[inline]
fn after(bytes: &[u8]) -> Option<(u32, Kind)> {
    let Step::Char(c, _) = bytes.first().map(|_| decode(bytes))? else { return None };
    let kind = Kind::of(c);
    Some((c, beside(kind, is_plain(kind.class))))
}

/// What became of a stop.
enum Check {
    /// It is one, or the end of what can be said.
    Stop(usize),
    /// It is none.
    Pass,
    /// The block is to be gone through again.
    Again,
}
