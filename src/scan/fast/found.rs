//! What was found in a block, one bit a byte, and what follows from it for runs of marks.

use super::{FEW_MARKS, MARKS};

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

/// The lowest bit of each group of two.
const TWOS: u64 = 0x5555_5555_5555_5555;

/// The lowest bit of each group of eight.
const EIGHTS: u64 = 0x0101_0101_0101_0101;

/// The first bit of the first group of eight of which none is set.
#[inline(always)]
pub(super) const fn empty_eight(bits: u64) -> Option<usize> {
    // Up to the first one, a borrow says where no bit is set.
    match bits.wrapping_sub(EIGHTS) & !bits & EIGHTS << 7 {
        0 => None,
        empty => Some(empty.trailing_zeros() as usize & !7),
    }
}

/// How many marks in a row are left to the exact path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marks {
    /// More than a text may have.
    Many,
    /// So many that somebody may want to hear of them.
    Some,
}

impl Marks {
    /// The most that need no decision.
    pub(super) const fn most(self) -> usize {
        match self {
            Self::Many => MARKS,
            Self::Some => FEW_MARKS,
        }
    }

    /// How many bytes a group has. Nine marks are 18 bytes or more, and hold three groups of four
    /// one after another; five are ten or more, and hold four groups of two.
    const fn size(self) -> usize {
        match self {
            Self::Many => 4,
            Self::Some => 2,
        }
    }

    /// How many groups that are empty one after another may be a row of more.
    const fn groups(self) -> usize {
        match self {
            Self::Many => 3,
            Self::Some => 4,
        }
    }

    /// The groups of which no bit is set, by their lowest bits.
    #[inline(always)]
    pub(super) const fn empty(self, bits: u64) -> u64 {
        let pairs = bits | bits >> 1;
        match self {
            Self::Many => !(pairs | pairs >> 2) & FOURS,
            Self::Some => !pairs & TWOS,
        }
    }

    /// The empty groups that follow so many others that there may be a row; `before` are those of the
    /// block before.
    #[inline(always)]
    pub(super) const fn gaps(self, empty: u64, before: u64) -> u64 {
        match self {
            Self::Many => empty & (empty << 4 | before >> 60) & (empty << 8 | before >> 56),
            Self::Some => {
                empty
                    & (empty << 2 | before >> 62)
                    & (empty << 4 | before >> 60)
                    & (empty << 6 | before >> 58)
            }
        }
    }

    /// The first byte, from `at` on, at which a gap may stand that the group with `at` is no part of.
    pub(super) const fn past(self, at: usize) -> usize {
        let size = self.size();
        (at & !(size - 1)) + size * (self.groups() - 1) + 1
    }
}

const _: () = assert!(MARKS >= 8 && FEW_MARKS >= 4);
