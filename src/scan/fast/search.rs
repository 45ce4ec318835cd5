//! The loop over blocks: from one that matters to the next.

use fearless_simd::{Level, Simd};

use super::found::{Found, Marks, empty_eight};
use super::kernel::{Seen, glance, look, look_at_ascii, look_for_crlf, look_for_firm};
use super::patterns::{Tables, leads};
use super::scripts::{Pairs, Script};
use super::{BEHIND, BLOCK, Fast, Window, scalar};
use crate::scan::decode::is_continuation;

/// The tables for single bytes, without and with lines.
static LEADS: [Tables; 2] = [leads(false), leads(true)];

/// The pairs of each script, `[exact][script]`.
static PAIRS: [[Pairs; Script::ALL.len()]; 2] = [pairs(false), pairs(true)];

const fn pairs(exact: bool) -> [Pairs; Script::ALL.len()] {
    let mut all = [const { Pairs::of(Script::Plain, false) }; Script::ALL.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = Pairs::of(Script::ALL[at], exact);
        at += 1;
    }
    all
}

/// After this many ASCII blocks in a row, more are expected.
const CALM: u32 = 4;

/// After this many blocks in a row that hold nothing, what was learnt is forgotten.
const STRETCH: u32 = 256;

/// A block, or what is left of the chunk, and what is to be looked at in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) base: usize,
    pub(super) end: usize,
    stops: u64,
    /// Groups of bytes that end in a row that may be too many marks: the lowest bit of each.
    gaps: u64,
    /// Groups of bytes that may be marks only, here and in the block before.
    pub(super) empty: u64,
    pub(super) before: u64,
    /// Found by a glance: a longer look may tell more.
    pub(super) is_rough: bool,
}

impl Block {
    #[inline]
    pub(super) fn has(&self, at: usize) -> bool {
        (self.base..self.end).contains(&at)
    }

    /// The next place to look at; `at` is in the block.
    #[inline]
    pub(super) fn next(&self, at: usize) -> Option<usize> {
        let todo = (self.stops | self.gaps) >> (at - self.base);
        (todo != 0).then(|| at + todo.trailing_zeros() as usize)
    }

    #[inline]
    pub(super) fn has_stop(&self, at: usize) -> bool {
        self.stops >> (at - self.base) & 1 != 0
    }

    /// Drops the stops before `at`.
    #[inline]
    pub(super) fn pass_stops(&mut self, at: usize) {
        self.stops &= self.from(at);
    }

    /// Drops the gaps of which the group with `at` is a part: no mark is there.
    pub(super) fn pass_gaps(&mut self, at: usize, marks: Marks) {
        self.gaps &= self.from(self.base + marks.past(at - self.base));
    }

    /// The bits from `at` on.
    #[inline]
    fn from(&self, at: usize) -> u64 {
        let shift = at - self.base;
        if shift < BLOCK { u64::MAX << shift } else { 0 }
    }
}

/// What the chunk was like so far, so that the next block is looked at in the cheapest way.
#[derive(Clone, Debug, Default)]
pub(super) struct Habits {
    /// Only ASCII came last.
    is_ascii: bool,
    script: Script,
    /// Punctuation of E2 80 is common.
    is_exact: bool,
    /// At how many blocks yet a glance is expected to be of no use.
    rough: u32,
}

/// Whether the machine has a lookup in vectors. The compiler knows, for each set of instructions.
#[inline(always)]
fn has_lookup(level: Level) -> bool {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    return level.as_sse4_2().is_some();
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    return !level.is_fallback();
}

/// Where the character begins that the byte at `at` belongs to, in text that is well-formed from
/// `from` to there.
#[inline(always)]
pub(super) fn char_start(bytes: &[u8], from: usize, mut at: usize) -> usize {
    while at > from && is_continuation(bytes[at]) {
        at -= 1;
    }
    at
}

/// Whether the last three bytes hold a lead without all of its continuations.
#[inline]
pub(super) fn is_cut(bytes: &[u8]) -> bool {
    match bytes {
        [.., a, b, c] => (*a >= 0xF0) | (*b >= 0xE0) | (*c >= 0xC0),
        [a, b] => (*a >= 0xE0) | (*b >= 0xC0),
        [a] => *a >= 0xC0,
        [] => false,
    }
}

/// The block at `base`, if it is whole.
#[inline(always)]
fn window(bytes: &[u8], base: usize) -> Option<&Window> {
    bytes.get(base.checked_sub(BEHIND)?..)?.first_chunk()
}

/// The block at `base` where the chunk has too few bytes: zeros before and after.
#[cold]
fn pad(bytes: &[u8], base: usize) -> Window {
    let mut window = [0; BEHIND + BLOCK];
    let start = base.saturating_sub(BEHIND);
    let end = bytes.len().min(base + BLOCK);
    let offset = BEHIND - (base - start);
    window[offset..offset + end - start].copy_from_slice(&bytes[start..end]);
    window
}

/// Goes through the blocks of a chunk.
pub(super) struct Search<'a, S> {
    pub(super) simd: S,
    pub(super) fast: Fast,
    pub(super) bytes: &'a [u8],
    /// A character begins here.
    pub(super) from: usize,
    /// What was found last.
    pub(super) block: &'a mut Block,
    pub(super) habits: &'a mut Habits,
}

impl<S: Simd> Search<'_, S> {
    /// Finds the next block, at `base` or after it, that has anything to look at. If there is none,
    /// that is the empty one at the end. `before` is what [`Block::empty`] says of the block before.
    #[inline(always)]
    pub(super) fn seek(&mut self, mut base: usize, mut before: u64) {
        let is_wide = has_lookup(self.simd.level());
        while base < self.bytes.len() {
            // Not all ways to look at a block report a character at the same byte, and one that lies
            // across blocks could be missed by both. The groups before then reach up to three bytes
            // into the block, which does no harm: so many marks still fill as many in a row.
            base = char_start(self.bytes, self.from, base);
            if (self.habits.is_ascii || !is_wide)
                && !is_cut(&self.bytes[..base])
                && self.skip_ascii(&mut base, &mut before)
            {
                return;
            }
            let step = if !is_wide || self.habits.rough > 0 {
                Step::Whole
            } else {
                match (self.habits.is_exact, self.habits.script != Script::Plain) {
                    (false, false) => self.skip::<false, false>(&mut base, &mut before),
                    (false, true) => self.skip::<false, true>(&mut base, &mut before),
                    (true, false) => self.skip::<true, false>(&mut base, &mut before),
                    (true, true) => self.skip::<true, true>(&mut base, &mut before),
                }
            };
            match step {
                Step::Found => return,
                Step::Again => continue,
                Step::Whole => {}
            }
            self.habits.rough = self.habits.rough.saturating_sub(1);
            if base < self.bytes.len() {
                if self.look(base, before) {
                    return;
                }
                (base, before) = (self.block.end, self.block.empty);
            }
        }
        *self.block = Block { base, end: base, ..Block::default() };
    }

    /// Looks at a block in detail: is there anything?
    #[inline(always)]
    pub(super) fn look(&mut self, base: usize, before: u64) -> bool {
        let padded;
        let window = match window(self.bytes, base) {
            Some(window) => window,
            None => {
                padded = pad(self.bytes, base);
                &padded
            }
        };
        let text = self.text();
        let found = if has_lookup(self.simd.level()) {
            let leads = self.leads();
            let stops = look(self.simd, window, leads);
            let [leads, firm] = look_for_firm(self.simd, window, leads);
            Found { stops, leads, firm }
        } else {
            scalar::look(window, |byte| text.contains(&byte))
        };
        let end = self.bytes.len().min(base + BLOCK);
        let valid = u64::MAX >> (BLOCK - (end - base));
        let stops = self.without_crlf(window, base, found.stops) & valid;
        let empty = self.fast.marks.empty(found.firm);
        let gaps = self.fast.marks.gaps(empty, before) & valid;
        *self.block = Block { base, end, stops, gaps, empty, before, is_rough: false };
        stops | gaps != 0
    }

    /// Glances at blocks and passes over those that hold nothing.
    #[inline(always)]
    fn skip<const EXACT: bool, const FIRM: bool>(
        &mut self,
        base: &mut usize,
        before: &mut u64,
    ) -> Step {
        let simd = self.simd;
        let leads = self.leads();
        let script = if FIRM { self.habits.script } else { Script::Plain };
        let pairs = &PAIRS[usize::from(EXACT)][script as usize];
        let mut seen = Seen::new(simd);
        let mut count = 0;
        let Some(start) = base.checked_sub(BEHIND) else { return Step::Whole };
        let mut rest = &self.bytes[start..];
        while let Some(window) = rest.first_chunk::<{ BEHIND + BLOCK }>() {
            let glance = glance::<S, EXACT, FIRM>(simd, window, leads, pairs);
            let mut empty = if FIRM { self.fast.marks.empty(glance.firm) } else { u64::MAX };
            let mut gaps = if FIRM { self.fast.marks.gaps(empty, *before) } else { 0 };
            if gaps != 0 || !glance.is_clean() {
                *base = self.bytes.len() - rest.len() + BEHIND;
                let stops = self.without_crlf(window, *base, glance.stops());
                if !FIRM && glance.has_no_firm() {
                    let [leads, firm] = look_for_firm(simd, window, leads);
                    empty = self.fast.marks.empty(firm);
                    gaps = self.fast.marks.gaps(empty, *before);
                    if gaps == 0 {
                        self.habits.learn_script(leads, window);
                    }
                }
                let end = *base + BLOCK;
                if stops | gaps != 0 {
                    let (base, before) = (*base, *before);
                    *self.block = Block { base, end, stops, gaps, empty, before, is_rough: true };
                    self.habits.is_ascii = glance.and(Seen::new(simd)).is_ascii();
                    return Step::Found;
                }
                (*base, *before) = (end, empty);
                return Step::Again;
            }
            rest = &rest[BLOCK..];
            *before = empty;
            seen = glance.and(seen);
            count += 1;
            if count % CALM == 0 {
                self.habits.is_ascii = seen.is_ascii();
                seen = Seen::new(simd);
                let is_long = count == STRETCH && (EXACT || FIRM);
                if is_long {
                    self.habits.is_exact = false;
                    self.habits.script = Script::Plain;
                }
                if is_long || self.habits.is_ascii {
                    *base = self.bytes.len() - rest.len() + BEHIND;
                    return Step::Again;
                }
            }
        }
        *base = self.bytes.len() - rest.len() + BEHIND;
        Step::Whole
    }

    /// Passes over ASCII: is there a block of ASCII with a control?
    #[inline(always)]
    fn skip_ascii(&mut self, base: &mut usize, before: &mut u64) -> bool {
        let text = self.text();
        while let Some(window) = window(self.bytes, *base) {
            let ascii = look_at_ascii(self.simd, window, text);
            if !ascii.is_clean() {
                if !ascii.is_ascii() {
                    self.habits.is_ascii = false;
                    return false;
                }
                let stops = self.without_crlf(window, *base, ascii.stops());
                if stops != 0 {
                    let (base, end) = (*base, *base + BLOCK);
                    *self.block = Block { base, end, stops, ..Block::default() };
                    return true;
                }
            }
            *base += BLOCK;
            *before = 0;
        }
        false
    }

    /// The stops without CR before LF, if the first stop is one; else one by one they cost less.
    #[inline(always)]
    fn without_crlf(&self, window: &Window, base: usize, stops: u64) -> u64 {
        let first = stops.trailing_zeros() as usize;
        if self.fast.crlf && window.get(BEHIND + first) == Some(&b'\r') {
            stops & !look_for_crlf(self.simd, window, self.bytes.get(base + BLOCK).copied())
        } else {
            stops
        }
    }

    #[inline(always)]
    fn leads(&self) -> &'static Tables {
        &LEADS[usize::from(self.fast.lines)]
    }

    /// The controls that are text.
    #[inline(always)]
    fn text(&self) -> [u8; 2] {
        if self.fast.lines { [b'\t', b'\n'] } else { [b' '; 2] }
    }
}

/// How a walk over blocks ended.
enum Step {
    /// There is something to look at.
    Found,
    /// It would better go on in another way.
    Again,
    /// The next block is not whole, or wants a longer look.
    Whole,
}

impl Habits {
    /// A block was unclear because of letters that their leads do not tell from marks.
    fn learn_script(&mut self, leads: u64, window: &Window) {
        let Some(at) = empty_eight(leads) else { return };
        let mut pairs = window[BEHIND + at..].windows(2);
        if let Some([first, second]) = pairs.find(|pair| pair[0] >= 0xC0)
            && let Some(script) = Script::of(*first, *second)
        {
            self.script = script;
        }
    }

    /// A block was unclear because of this character, which needs no decision.
    pub(super) fn learn_look_alike(&mut self, character: &[u8]) {
        if character.starts_with(b"\xE2\x80") && !self.is_exact {
            self.is_exact = true;
        } else {
            self.script = Script::Plain;
            self.rough = STRETCH / 16;
        }
    }
}
