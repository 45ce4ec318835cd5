//! What was found in a block, one bit a byte, and what follows from it for runs of marks.

/// The bits of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// A control; part of a character that needs a decision or looks like one that does; or the text
    /// is ill-formed at most three bytes before.
    pub(super) stops: u64,
    /// Begins a character that is no nonspacing mark.
    pub(super) leads: u64,
    /// Part of such a character, the leads too.
    pub(super) firm: u64,
}

/// The lowest bit of each group of four bytes.
const FOURS: u64 = 0x1111_1111_1111_1111;

/// The lowest bit of each group of eight.
const EIGHTS: u64 = 0x0101_0101_0101_0101;

/// The groups of four of which no bit is set, by their lowest bits.
#[inline(always)]
pub(super) const fn empty_fours(bits: u64) -> u64 {
    let pairs = bits | bits >> 1;
    !(pairs | pairs >> 2) & FOURS
}

/// The first bit of the first group of eight of which none is set.
#[inline(always)]
pub(super) const fn empty_eight(bits: u64) -> Option<usize> {
    // Up to the first one, a borrow says where no bit is set.
    match bits.wrapping_sub(EIGHTS) & !bits & EIGHTS << 7 {
        0 => None,
        empty => Some(empty.trailing_zeros() as usize & !7),
    }
}

/// The empty groups of four that follow two others; `before` are those of the block before. Nine
/// marks are 18 bytes or more and leave three empty.
#[inline(always)]
pub(super) const fn gaps(empty: u64, before: u64) -> u64 {
    empty & (empty << 4 | before >> 60) & (empty << 8 | before >> 56)
}
