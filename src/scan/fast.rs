//! The fast path: how much of some bytes needs no decision, 64 bytes a step.
//!
//! [`Fast`] remembers what the machine can do, a [`Cursor`] goes through one chunk and keeps what
//! it found in the block where it stopped.

mod kernel;
mod nibbles;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

use fearless_simd::{Level, Simd, dispatch};

use self::kernel::{BEHIND, BLOCK, Window, is_plain_ascii, look, look_for_crlf, look_for_firm};
use super::class::Class;
use super::decode::{Step, decode, decode_last, is_continuation};
use super::lookup::Kind;
use super::plan::{Action, Plan};
use super::traits::Traits;

/// The longest run of nonspacing marks that needs no decision.
pub(crate) const MARKS: usize = 8;

/// The classes that need no decision. What TAB, LF and CR are depends.
const PLAIN: &[Class] = &[
    Class::Visible,
    Class::AsciiSpace,
    Class::PrependedVisible,
    Class::DeprecatedVisible,
    Class::Combining,
    Class::InvisibleStacker,
    Class::Unassigned,
    Class::IdeographicSpace,
    Class::Nbsp,
    Class::OtherSpace,
    Class::PuaBmp,
    Class::PuaSupplementary,
    Class::ReplacementChar,
];

/// The same, a bit each.
const PLAIN_SET: u64 = {
    assert!(Class::COUNT <= 64);
    let mut set = 0;
    let mut at = 0;
    while at < PLAIN.len() {
        set |= 1 << PLAIN[at] as u32;
        at += 1;
    }
    set
};

/// Whether a code point is of a class that needs no decision; TAB and LF are not.
fn is_plain(c: u32) -> bool {
    PLAIN_SET >> Kind::of(c).class as u32 & 1 != 0
}

fn is_nonspacing(c: u32) -> bool {
    Kind::of(c).traits.any(Traits::NONSPACING)
}

/// How to go fast on this machine, and which line ends need no decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fast {
    level: Level,
    /// TAB and LF.
    lines: bool,
    /// CR before LF.
    crlf: bool,
}

impl Fast {
    /// The fast path of a plan; `None` if the plan does not keep all that it passes over.
    pub(crate) fn for_plan(plan: &Plan) -> Option<Self> {
        let is_kept = |class| match plan.action(class) {
            Action::Keep => true,
            // The rule of these counts marks, and of CR it asks for LF: so does this.
            Action::KeepWhenValid => {
                matches!(class, Class::Combining | Class::InvisibleStacker | Class::Cr)
            }
            _ => false,
        };
        PLAIN.iter().copied().all(is_kept).then(|| {
            let lines = is_kept(Class::TabLf);
            Self { level: Level::new(), lines, crlf: lines && is_kept(Class::Cr) }
        })
    }

    /// A cursor at the front of a chunk.
    pub(crate) fn cursor(self, bytes: &[u8]) -> Cursor<'_> {
        Cursor {
            fast: self,
            bytes,
            base: 0,
            end: 0,
            stops: 0,
            errors: 0,
            gaps: 0,
            empty: 0,
            calm: 0,
        }
    }

    /// How many bytes at the front need no decision: [`Cursor::clean`] for one stretch.
    pub(crate) fn clean(self, bytes: &[u8]) -> usize {
        self.cursor(bytes).clean(0)
    }

    /// One for every set of instructions that the machine has.
    #[cfg(test)]
    fn all(lines: bool, crlf: bool) -> Vec<Self> {
        let level = Level::new();
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        let levels = [
            level.as_sse2().map(Simd::level),
            level.as_sse4_2().map(Simd::level),
            level.as_avx2().map(Simd::level),
            level.as_avx512().map(Simd::level),
        ];
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        let levels = [Some(level)];
        levels.into_iter().flatten().map(|level| Self { level, lines, crlf }).collect()
    }
}

/// Goes through one chunk. It remembers the block in which it stopped, so that the next call there
/// costs a few instructions.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    fast: Fast,
    bytes: &'a [u8],
    /// Where the block begins, and where it or the chunk ends.
    base: usize,
    end: usize,
    /// What is to be looked at in the block, a bit each byte.
    stops: u64,
    errors: u64,
    gaps: u64,
    /// Which groups of four bytes may be marks only: the lowest bit of each.
    empty: u64,
    /// How many ASCII blocks came last.
    calm: u32,
}

/// The lowest bit of each group of four.
const GROUPS: u64 = 0x1111_1111_1111_1111;

/// This many ASCII blocks in a row, and ASCII is expected.
const CALM: u32 = 4;

impl Cursor<'_> {
    /// The end of the longest stretch from `from` on in which nothing needs a decision.
    ///
    /// `from` must not go down from call to call and is where a character begins, or an ill-formed
    /// sequence. The stretch is well-formed and ends on a character boundary. It has no code point
    /// of a class outside `PLAIN` but, with lines, TAB, LF and CR before an LF that is in it too.
    /// It does not begin with a nonspacing mark and has no part of a run of more than [`MARKS`] of
    /// them: at such a run, it ends before the first mark.
    ///
    /// At the end of the chunk it leaves out an incomplete character, a CR, and the marks before the end
    /// or before the incomplete character: what they are depends on what follows.
    pub(crate) fn clean(&mut self, from: usize) -> usize {
        let mut at = match self.enter(from) {
            Ok(at) => at,
            Err(end) => return end,
        };
        loop {
            if at >= self.end {
                if at >= self.bytes.len() {
                    return self.close(from);
                }
                let Fast { level, lines, .. } = self.fast;
                dispatch!(level, simd => self.seek(simd, at, lines));
                at = self.base;
            }
            let todo = self.stops | self.errors | self.gaps;
            let todo = if at < self.end { todo >> (at - self.base) } else { 0 };
            if todo == 0 {
                at = self.end;
                continue;
            }
            at += todo.trailing_zeros() as usize;
            let bit = 1 << (at - self.base);
            let end = if self.errors & bit != 0 {
                self.check_error(from, at)
            } else if self.stops & bit != 0 {
                self.check_stop(from, at)
            } else {
                self.check_gap(from, at)
            };
            if let Some(end) = end {
                return end;
            }
        }
    }

    /// Looks at the front by characters: at the first one, for marks have no business there, and at
    /// three bytes if an ill-formed sequence before them changes what a block holds.
    /// `Err` with the end of the stretch if it is that short.
    #[inline]
    fn enter(&self, from: usize) -> Result<usize, usize> {
        let (before, rest) = self.bytes.split_at(from);
        if rest.first().is_some_and(|first| !first.is_ascii()) {
            match decode(rest) {
                Step::Char(c, _) if is_plain(c) && !is_nonspacing(c) => {}
                _ => return Err(from),
            }
        }
        let mut ends = before.iter().rev().zip([0xC0, 0xE0, 0xF0]);
        if ends.all(|(byte, lead)| *byte < lead) { Ok(from) } else { self.step_over(from) }
    }

    /// The part of [`enter`](Self::enter) that is seldom needed.
    #[cold]
    fn step_over(&self, from: usize) -> Result<usize, usize> {
        let mut at = from;
        while at < from + BEHIND && at < self.bytes.len() {
            let rest = &self.bytes[at..];
            match decode(rest) {
                Step::Char(c, len) if self.is_text(c, rest.get(1)) => at += len,
                _ => return Err(at),
            }
        }
        Ok(at)
    }

    /// Whether a character, marks apart, needs no decision.
    fn is_text(&self, c: u32, next: Option<&u8>) -> bool {
        match c {
            0x09 | 0x0A => self.fast.lines,
            0x0D => self.fast.crlf && next == Some(&b'\n'),
            _ => is_plain(c),
        }
    }

    /// Where the character begins that the byte belongs to.
    #[inline]
    fn start(&self, from: usize, mut at: usize) -> usize {
        while at > from && is_continuation(self.bytes[at]) {
            at -= 1;
        }
        at
    }

    /// The start of the sequence that is ill-formed, unless nothing is.
    #[cold]
    fn check_error(&mut self, from: usize, at: usize) -> Option<usize> {
        let mut start = self.start(from, at.saturating_sub(BEHIND).max(from));
        while start <= at {
            match decode(&self.bytes[start..]) {
                Step::Char(_, len) => start += len,
                Step::Ill(_) => return Some(start),
                Step::Incomplete => return Some(self.close(from)),
            }
        }
        self.errors &= self.errors - 1;
        None
    }

    /// The start of a character that needs a decision, unless it is one of those that look alike.
    #[inline]
    fn check_stop(&mut self, from: usize, at: usize) -> Option<usize> {
        let start = self.start(from, at);
        let rest = &self.bytes[start..];
        match decode(rest) {
            Step::Char(c, len) if self.is_text(c, rest.get(1)) => {
                self.stops &= self.after(start + len);
                None
            }
            Step::Incomplete => Some(self.close(from)),
            _ => Some(start),
        }
    }

    /// The bits of the block from `at` on.
    fn after(&self, at: usize) -> u64 {
        u32::try_from(at - self.base)
            .ok()
            .and_then(|shift| u64::MAX.checked_shl(shift))
            .unwrap_or(0)
    }

    /// The start of a run of too many marks, unless there is none.
    fn check_gap(&mut self, from: usize, at: usize) -> Option<usize> {
        let start = self.start(from, at);
        let (mut first, mut end, mut count) = (start, start, 0);
        while let Some(Step::Char(c, len)) =
            self.bytes.get(end..).filter(|b| !b.is_empty()).map(decode)
            && is_nonspacing(c)
        {
            count += 1;
            end += len;
            if count > MARKS {
                break;
            }
        }
        if count > 0 {
            while let Some((c, len)) = decode_last(&self.bytes[from..first])
                && is_nonspacing(c)
            {
                count += 1;
                first -= len;
                if count > MARKS {
                    break;
                }
            }
        }
        // Go to the very first mark.
        if count > MARKS {
            while let Some((c, len)) = decode_last(&self.bytes[from..first])
                && is_nonspacing(c)
            {
                first -= len;
            }
            return Some(first);
        }
        // The character at `end` is no mark: no run is in the three groups that its group is part of.
        let group = (end.max(at) - self.base) & !3;
        self.gaps &= self.after(self.base + group + 9);
        None
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
        while let Some((c, len)) = decode_last(&rest[..end])
            && is_nonspacing(c)
        {
            end -= len;
        }
        from + end
    }

    /// Finds the next block that has anything to look at.
    #[inline(always)]
    fn seek<S: Simd>(&mut self, simd: S, from: usize, lines: bool) {
        let bytes = self.bytes;
        let mut base = from;
        let mut empty_before = self.empty;
        let mut calm = self.calm;
        (self.stops, self.errors, self.gaps) = (0, 0, 0);
        while base < bytes.len() {
            let padded: Window;
            let len = BLOCK.min(bytes.len() - base);
            let window =
                match base.checked_sub(BEHIND).and_then(|start| bytes[start..].first_chunk()) {
                    Some(window) => window,
                    None => {
                        padded = pad(bytes, base);
                        &padded
                    }
                };
            if calm >= CALM && len == BLOCK {
                if is_plain_ascii(simd, window, lines) {
                    empty_before = 0;
                    base += BLOCK;
                    continue;
                }
                calm = 0;
            }
            let mut found = look(simd, window, lines);
            let valid = u64::MAX >> (BLOCK - len);
            calm = if found.ascii == u64::MAX { calm + 1 } else { 0 };
            let mut empty = empty_groups(found.firm);
            let mut gaps = gaps(empty, empty_before);
            if gaps != 0 {
                empty = empty_groups(found.firm | look_for_firm(simd, window));
                gaps = self::gaps(empty, empty_before);
            }
            empty_before = empty;
            if found.stops != 0 && self.fast.crlf {
                found.stops &= !look_for_crlf(simd, window, bytes.get(base + BLOCK).copied());
            }
            self.stops = found.stops & valid;
            self.errors = found.errors & valid;
            self.gaps = gaps & valid;
            if self.stops | self.errors | self.gaps != 0 {
                self.base = base;
                self.end = base + len;
                self.empty = empty;
                self.calm = calm;
                return;
            }
            base += len;
        }
        self.base = bytes.len();
        self.end = bytes.len();
        self.empty = 0;
        self.calm = calm;
    }
}

/// The groups without a firm byte, by the lowest bit of each.
#[inline(always)]
fn empty_groups(firm: u64) -> u64 {
    let pairs = firm | firm >> 1;
    !(pairs | pairs >> 2) & GROUPS
}

/// The empty groups that follow two others: nine marks are 18 bytes or more and leave three empty.
#[inline(always)]
fn gaps(empty: u64, before: u64) -> u64 {
    empty & (empty << 4 | before >> 60) & (empty << 8 | before >> 56)
}

/// A window where the chunk has too few bytes: zeros before and after.
#[inline(never)]
fn pad(bytes: &[u8], base: usize) -> Window {
    let mut window = [0; BEHIND + BLOCK];
    let start = base.saturating_sub(BEHIND);
    let end = bytes.len().min(base + BLOCK);
    let offset = BEHIND - (base - start);
    window[offset..offset + end - start].copy_from_slice(&bytes[start..end]);
    window
}
