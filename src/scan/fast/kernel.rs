//! The vector part: what stands in 64 bytes.
//!
//! [`look`] says which bytes matter, [`glance`] only whether any may, for a fraction of the time.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16};

use super::patterns::{
    AFTER_E1, AFTER_E2_80, CANDIDATE_PAIRS, CANDIDATE_TRIPLES, CONTROLS, FIRM_AFTER, FIRM_PAIRS,
    Table, Tables, utf8,
};
use super::scripts::Pairs;
use super::{BEHIND, BLOCK, Window};

/// A vector of each of the last three bytes, as half bytes: `[byte][high, low]`.
type Halves<V> = [[V; 2]; 3];

/// How many vectors a block has at most.
const MAX_LANES: usize = BLOCK / 16;

#[inline(always)]
const fn lanes<S: Simd>() -> usize {
    BLOCK / S::u8s::LEN
}

#[inline(always)]
fn splat<S: Simd>(simd: S, byte: u8) -> S::u8s {
    S::u8s::splat(simd, byte)
}

#[inline(always)]
fn load<S: Simd>(simd: S, window: &Window, lane: usize, back: usize) -> S::u8s {
    let at = BEHIND + lane * S::u8s::LEN - back;
    S::u8s::from_slice(simd, &window[at..at + S::u8s::LEN])
}

#[inline(always)]
fn halves<S: Simd>(bytes: S::u8s) -> [S::u8s; 2] {
    [bytes >> 4u32, bytes & 0x0Fu8]
}

#[inline(always)]
fn look_up<S: Simd>(simd: S, table: &Table, halves: S::u8s) -> S::u8s {
    S::u8s::block_splat(u8x16::from_slice(simd, table)).swizzle_dyn_within_blocks(halves)
}

/// Which patterns end at each byte, looking at the last `COUNT` bytes.
#[inline(always)]
fn matches<S: Simd, const COUNT: usize>(
    simd: S,
    halves: &Halves<S::u8s>,
    tables: &Tables,
) -> S::u8s {
    let mut all = splat(simd, 0xFF);
    for byte in 3 - COUNT..3 {
        for half in 0..2 {
            all &= look_up(simd, &tables[byte][half], halves[byte][half]);
        }
    }
    all
}

/// Whether the bytes so far are no part of well-formed text: not zero where they are not.
#[inline(always)]
fn errors<S: Simd>(
    simd: S,
    halves: &Halves<S::u8s>,
    third_last: S::u8s,
    fourth_last: S::u8s,
) -> S::u8s {
    // A lead three or two bytes ago wants a continuation here, and nothing else allows two.
    let wanted = third_last.saturating_sub(splat(simd, 0xE0 - 0x80))
        | fourth_last.saturating_sub(splat(simd, 0xF0 - 0x80));
    let found = look_up(simd, &utf8::FIRST_HIGH, halves[1][0])
        & look_up(simd, &utf8::FIRST_LOW, halves[1][1])
        & look_up(simd, &utf8::SECOND_HIGH, halves[2][0]);
    (wanted & 0x80u8) ^ found
}

#[inline(always)]
fn is_set<S: Simd>(simd: S, bytes: S::u8s) -> u64 {
    bytes.simd_ne(splat(simd, 0)).to_bitmask()
}

/// The last four bytes up to each byte of a part of the window, the last one first.
#[inline(always)]
fn last_four<S: Simd>(simd: S, window: &Window, lane: usize) -> [S::u8s; 4] {
    [0, 1, 2, 3].map(|back| load(simd, window, lane, back))
}

/// What stops in a block, look-alikes told apart as far as may be; `leads` are the tables of that
/// name.
#[inline(always)]
pub(super) fn look<S: Simd>(simd: S, window: &Window, leads: &Tables) -> u64 {
    let mut stops = 0;
    for lane in 0..lanes::<S>() {
        let [last, second, third, fourth] = last_four(simd, window, lane);
        let halves: Halves<S::u8s> = [halves::<S>(third), halves::<S>(second), halves::<S>(last)];
        let stop = matches::<S, 1>(simd, &halves, leads) & CONTROLS
            | matches::<S, 2>(simd, &halves, &CANDIDATE_PAIRS)
            | matches::<S, 3>(simd, &halves, &CANDIDATE_TRIPLES)
            | errors(simd, &halves, third, fourth);
        stops |= is_set(simd, stop) << (lane * S::u8s::LEN);
    }
    stops
}

/// What is no mark in a block: `leads` and `firm` of [`Found`](super::found::Found).
#[inline(always)]
pub(super) fn look_for_firm<S: Simd>(simd: S, window: &Window, leads: &Tables) -> [u64; 2] {
    let mut found = [0; 2];
    for lane in 0..lanes::<S>() {
        let [last, second, third, _] = last_four(simd, window, lane);
        let halves: Halves<S::u8s> = [[third; 2], halves::<S>(second), halves::<S>(last)];
        let leads = matches::<S, 1>(simd, &halves, leads);
        let after = matches::<S, 2>(simd, &halves, &FIRM_AFTER);
        let zero = splat(simd, 0);
        let firm = leads
            | matches::<S, 2>(simd, &halves, &FIRM_PAIRS)
            | third.simd_eq(splat(simd, 0xE0)).select(after & !AFTER_E1, zero)
            | third.simd_eq(splat(simd, 0xE1)).select(after & AFTER_E1, zero);
        let shift = lane * S::u8s::LEN;
        found[0] |= is_set(simd, leads) << shift;
        found[1] |= is_set(simd, firm) << shift;
    }
    found
}

/// What a glance at a block tells.
#[derive(Clone, Copy)]
pub(super) struct Glance<S: Simd> {
    simd: S,
    /// Not zero where something stops, or may; a vector for each part of the block.
    unclear: [S::u8s; MAX_LANES],
    /// All bytes of the block, in one vector.
    all: S::u8s,
    /// Not zero where four bytes may all be marks.
    no_firm: S::u8s,
    /// With `FIRM`, as in [`Found`](super::found::Found).
    pub(super) firm: u64,
}

impl<S: Simd> Glance<S> {
    /// Whether nothing stops, and without `FIRM` no run of marks can be.
    #[inline(always)]
    pub(super) fn is_clean(&self) -> bool {
        let any = self.unclear.into_iter().fold(self.no_firm, |any, unclear| any | unclear);
        any.simd_eq(splat(self.simd, 0)).all_true()
    }

    /// Where something stops, or may.
    #[inline(always)]
    pub(super) fn stops(&self) -> u64 {
        let mut stops = 0;
        for lane in 0..lanes::<S>() {
            stops |= is_set(self.simd, self.unclear[lane]) << (lane * S::u8s::LEN);
        }
        stops
    }

    /// Whether, without `FIRM`, there can be a run of marks: five are ten bytes or more and fill a
    /// group of four.
    #[inline(always)]
    pub(super) fn has_no_firm(&self) -> bool {
        !self.no_firm.simd_eq(splat(self.simd, 0)).all_true()
    }

    /// The bytes of this block and of what was seen before.
    #[inline(always)]
    pub(super) fn and(&self, before: Seen<S>) -> Seen<S> {
        Seen { simd: self.simd, all: before.all | self.all }
    }
}

/// Bytes of several blocks, in one vector.
#[derive(Clone, Copy)]
pub(super) struct Seen<S: Simd> {
    simd: S,
    all: S::u8s,
}

impl<S: Simd> Seen<S> {
    /// None.
    #[inline(always)]
    pub(super) fn new(simd: S) -> Self {
        Self { simd, all: splat(simd, 0) }
    }

    /// Whether all are ASCII.
    #[inline(always)]
    pub(super) fn is_ascii(&self) -> bool {
        is_ascii(self.simd, self.all)
    }
}

/// Looks at a block in less detail than [`look`]. `leads` are the tables of that name, `pairs` those
/// of a script. With `EXACT`, what begins with E2 80 is told apart.
#[inline(always)]
pub(super) fn glance<S: Simd, const EXACT: bool, const FIRM: bool>(
    simd: S,
    window: &Window,
    leads: &Tables,
    pairs: &Pairs,
) -> Glance<S> {
    let zero = splat(simd, 0);
    let mut glance = Glance { simd, unclear: [zero; MAX_LANES], all: zero, no_firm: zero, firm: 0 };
    for lane in 0..lanes::<S>() {
        let [last, second, third, fourth] = last_four(simd, window, lane);
        let halves: Halves<S::u8s> = [[third; 2], halves::<S>(second), halves::<S>(last)];
        let leads = matches::<S, 1>(simd, &halves, leads);
        let found = matches::<S, 2>(simd, &halves, &pairs.tables);
        let mut unclear = leads & CONTROLS | errors(simd, &halves, third, fourth);
        if EXACT {
            let after = matches::<S, 1>(simd, &halves, &AFTER_E2_80);
            let is_e2_80 = second.simd_eq(splat(simd, 0x80)) & third.simd_eq(splat(simd, 0xE2));
            unclear |= is_e2_80.select(after, zero);
        }
        if FIRM {
            unclear |= found & !pairs.firm;
            glance.firm |= is_set(simd, leads | found & pairs.firm) << (lane * S::u8s::LEN);
        } else {
            unclear |= found;
            let no_firm = leads.bitcast::<S::u32s>().simd_eq(S::u32s::splat(simd, 0));
            glance.no_firm |= no_firm.to_vector().bitcast::<S::u8s>();
        }
        glance.unclear[lane] = unclear;
        glance.all |= last;
    }
    glance
}

#[inline(always)]
fn is_ascii<S: Simd>(simd: S, bytes: S::u8s) -> bool {
    // As signed numbers, the bytes from 80 on are below zero.
    bytes.bitcast::<S::i8s>().simd_ge(S::i8s::splat(simd, 0)).all_true()
}

/// A block that is thought to be ASCII: where it is not, or is a control that is not in `text`.
#[inline(always)]
pub(super) fn look_at_ascii<S: Simd>(simd: S, window: &Window, text: [u8; 2]) -> Ascii<S> {
    let no = S::mask8s::splat(simd, false);
    let mut ascii = Ascii { simd, bad: [no; MAX_LANES], all: splat(simd, 0) };
    for lane in 0..lanes::<S>() {
        let bytes = load(simd, window, lane, 0);
        let low = bytes.bitcast::<S::i8s>().simd_lt(S::i8s::splat(simd, 0x20));
        let fine = bytes.simd_eq(splat(simd, text[0])) | bytes.simd_eq(splat(simd, text[1]));
        ascii.bad[lane] = (low ^ fine) | bytes.simd_eq(splat(simd, 0x7F));
        ascii.all |= bytes;
    }
    ascii
}

/// What [`look_at_ascii`] tells.
#[derive(Clone, Copy)]
pub(super) struct Ascii<S: Simd> {
    simd: S,
    bad: [S::mask8s; MAX_LANES],
    all: S::u8s,
}

impl<S: Simd> Ascii<S> {
    /// Whether nothing stops.
    #[inline(always)]
    pub(super) fn is_clean(&self) -> bool {
        let [a, b, c, d] = self.bad;
        !(a | b | c | d).any_true()
    }

    /// Whether all of the block is ASCII.
    #[inline(always)]
    pub(super) fn is_ascii(&self) -> bool {
        is_ascii(self.simd, self.all)
    }

    /// Where something stops, if all is ASCII.
    #[inline(always)]
    pub(super) fn stops(&self) -> u64 {
        let mut stops = 0;
        for lane in 0..lanes::<S>() {
            stops |= self.bad[lane].to_bitmask() << (lane * S::u8s::LEN);
        }
        stops
    }
}

/// Which bytes of a block are CR before LF, and cut no character; `next` is the byte after the block.
#[inline(always)]
pub(super) fn look_for_crlf<S: Simd>(simd: S, window: &Window, next: Option<u8>) -> u64 {
    let (mut cr, mut lf) = (0, 0);
    for lane in 0..lanes::<S>() {
        let [last, second, third, fourth] = last_four(simd, window, lane);
        let is_cut = second.simd_ge(splat(simd, 0xC0))
            | third.simd_ge(splat(simd, 0xE0))
            | fourth.simd_ge(splat(simd, 0xF0));
        let shift = lane * S::u8s::LEN;
        cr |= (last.simd_eq(splat(simd, b'\r')) & !is_cut).to_bitmask() << shift;
        lf |= last.simd_eq(splat(simd, b'\n')).to_bitmask() << shift;
    }
    cr & (lf >> 1 | u64::from(next == Some(b'\n')) << (BLOCK - 1))
}
