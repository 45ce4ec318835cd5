//! The vector part: what one block of 64 bytes holds, as one bit a byte.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16};

use super::nibbles::{
    CONTROLS, CONTROLS_OF_LINES, FIRM_LEADS, FIRM_PAIRS, FIRM_TRIPLES, PAIRS, TRIPLES, Table,
    Tables, utf8,
};

/// Bytes in a block.
pub(super) const BLOCK: usize = 64;

/// Bytes before a block that the patterns look back at.
pub(super) const BEHIND: usize = 3;

/// A block and the bytes before it.
pub(super) type Window = [u8; BEHIND + BLOCK];

/// What stands in a block, one bit a byte.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    /// A control, or the end of a pattern that may need a decision.
    pub(super) stops: u64,
    /// The text is ill-formed at most three bytes before.
    pub(super) errors: u64,
    /// Part of a character that is no nonspacing mark.
    pub(super) firm: u64,
    /// ASCII.
    pub(super) ascii: u64,
}

/// One vector of each of the last bytes, as half bytes: `[byte][high, low]`.
type Nibbles<V> = [[V; 2]; 3];

#[inline(always)]
fn table<S: Simd>(simd: S, table: &Table) -> S::u8s {
    S::u8s::block_splat(u8x16::from_slice(simd, table))
}

#[inline(always)]
fn halves<S: Simd>(bytes: S::u8s) -> [S::u8s; 2] {
    [bytes >> 4u32, bytes & 0x0Fu8]
}

/// The patterns that end at each byte, looking at the last `COUNT` bytes.
#[inline(always)]
fn matches<S: Simd, const COUNT: usize>(
    simd: S,
    nibbles: &Nibbles<S::u8s>,
    tables: &Tables,
) -> S::u8s {
    let mut all = S::u8s::splat(simd, 0xFF);
    for byte in 3 - COUNT..3 {
        for half in 0..2 {
            let table = table(simd, &tables[byte][half]);
            all &= table.swizzle_dyn_within_blocks(nibbles[byte][half]);
        }
    }
    all
}

#[inline(always)]
fn is_set<S: Simd>(simd: S, bytes: S::u8s) -> u64 {
    bytes.simd_ne(S::u8s::splat(simd, 0)).to_bitmask()
}

#[inline(always)]
fn load<S: Simd>(simd: S, window: &Window, lane: usize, back: usize) -> S::u8s {
    let at = BEHIND + lane * S::u8s::LEN - back;
    S::u8s::from_slice(simd, &window[at..at + S::u8s::LEN])
}

/// Whether all of a block is ASCII, and text: no control but, where there are lines, TAB and LF.
#[inline(always)]
pub(super) fn is_plain_ascii<S: Simd>(simd: S, window: &Window, lines: bool) -> bool {
    let [tab, lf] = if lines { [b'\t', b'\n'] } else { [b' '; 2] };
    let mut bad = S::mask8s::splat(simd, false);
    for lane in 0..BLOCK / S::u8s::LEN {
        let bytes = load(simd, window, lane, 0);
        // As signed numbers, the bytes from 80 on are below zero.
        let low = bytes.bitcast::<S::i8s>().simd_lt(S::i8s::splat(simd, 0x20));
        let fine = bytes.simd_eq(S::u8s::splat(simd, tab)) | bytes.simd_eq(S::u8s::splat(simd, lf));
        bad |= (low ^ fine) | bytes.simd_eq(S::u8s::splat(simd, 0x7F));
    }
    !bad.any_true()
}

/// Looks at a block.
#[inline(always)]
pub(super) fn look<S: Simd>(simd: S, window: &Window, lines: bool) -> Found {
    let mut found = Found::default();
    let controls = table(simd, if lines { &CONTROLS_OF_LINES } else { &CONTROLS });
    for lane in 0..BLOCK / S::u8s::LEN {
        let last = load(simd, window, lane, 0);
        let second = load(simd, window, lane, 1);
        let third = load(simd, window, lane, 2);
        let fourth = load(simd, window, lane, 3);
        let nibbles: Nibbles<S::u8s> = [halves::<S>(third), halves::<S>(second), halves::<S>(last)];

        // A lead three or two bytes ago wants a continuation here, and nothing else allows two.
        let wanted = third.saturating_sub(S::u8s::splat(simd, 0xE0 - 0x80))
            | fourth.saturating_sub(S::u8s::splat(simd, 0xF0 - 0x80));
        let errors = table(simd, &utf8::FIRST_HIGH).swizzle_dyn_within_blocks(nibbles[1][0])
            & table(simd, &utf8::FIRST_LOW).swizzle_dyn_within_blocks(nibbles[1][1])
            & table(simd, &utf8::SECOND_HIGH).swizzle_dyn_within_blocks(nibbles[2][0]);
        let errors = (wanted & 0x80u8) ^ errors;

        let low = last.simd_le(S::u8s::splat(simd, 0x1F));
        let entry = controls.swizzle_dyn_within_blocks(nibbles[2][1]).simd_eq(last);
        let patterns =
            matches::<S, 2>(simd, &nibbles, &PAIRS) | matches::<S, 3>(simd, &nibbles, &TRIPLES);
        let firm = matches::<S, 1>(simd, &nibbles, &FIRM_LEADS);

        let shift = lane * S::u8s::LEN;
        found.stops |= ((low ^ entry).to_bitmask() | is_set(simd, patterns)) << shift;
        found.errors |= is_set(simd, errors) << shift;
        found.firm |= is_set(simd, firm) << shift;
        let ascii = last.bitcast::<S::i8s>().simd_ge(S::i8s::splat(simd, 0));
        found.ascii |= ascii.to_bitmask() << shift;
    }
    found
}

/// More bytes of a block that are part of a character that is no nonspacing mark.
#[inline(always)]
pub(super) fn look_for_firm<S: Simd>(simd: S, window: &Window) -> u64 {
    let mut found = 0;
    for lane in 0..BLOCK / S::u8s::LEN {
        let nibbles: Nibbles<S::u8s> = [
            halves::<S>(load(simd, window, lane, 2)),
            halves::<S>(load(simd, window, lane, 1)),
            halves::<S>(load(simd, window, lane, 0)),
        ];
        let firm = matches::<S, 2>(simd, &nibbles, &FIRM_PAIRS)
            | matches::<S, 3>(simd, &nibbles, &FIRM_TRIPLES);
        found |= is_set(simd, firm) << (lane * S::u8s::LEN);
    }
    found
}

/// Which bytes of a block are CR before LF; `next` is the byte after the block.
#[inline(always)]
pub(super) fn look_for_crlf<S: Simd>(simd: S, window: &Window, next: Option<u8>) -> u64 {
    let (mut cr, mut lf) = (0, 0);
    for lane in 0..BLOCK / S::u8s::LEN {
        let bytes = load(simd, window, lane, 0);
        let shift = lane * S::u8s::LEN;
        cr |= bytes.simd_eq(S::u8s::splat(simd, b'\r')).to_bitmask() << shift;
        lf |= bytes.simd_eq(S::u8s::splat(simd, b'\n')).to_bitmask() << shift;
    }
    cr & (lf >> 1 | u64::from(next == Some(b'\n')) << (BLOCK - 1))
}
