//! Where private-use characters and U+FFFD may begin, for those who tell of them: the fast path passes
//! over them.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch};

/// Finds the places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finder(Level);

impl Finder {
    /// For this machine.
    pub(crate) fn new() -> Self {
        Self(Level::new())
    }

    /// The first place from `from` on; a few other characters begin alike. A last byte begins nothing.
    pub(crate) fn next(self, text: &[u8], from: usize) -> Option<usize> {
        dispatch!(self.0, simd => next(simd, text, from))
    }
}

#[inline(always)]
fn next<S: Simd>(simd: S, text: &[u8], mut at: usize) -> Option<usize> {
    let splat = |byte| S::u8s::splat(simd, byte);
    while let Some(both) = text.get(at..=at + S::u8s::LEN) {
        let byte = S::u8s::from_slice(simd, &both[..S::u8s::LEN]);
        let next = S::u8s::from_slice(simd, &both[1..]);
        let is_ef =
            byte.simd_eq(splat(0xEF)) & (next.simd_le(splat(0xA3)) | next.simd_eq(splat(0xBF)));
        let is_other =
            byte.simd_eq(splat(0xEE)) | byte.simd_eq(splat(0xF3)) | byte.simd_eq(splat(0xF4));
        let found = is_ef | is_other;
        if found.any_true() {
            return Some(at + found.to_bitmask().trailing_zeros() as usize);
        }
        at += S::u8s::LEN;
    }
    let rest = text.get(at..)?;
    let may_begin = |pair: &[u8]| match *pair {
        [0xEF, next] => next <= 0xA3 || next == 0xBF,
        [byte, _] => matches!(byte, 0xEE | 0xF3 | 0xF4),
        _ => false,
    };
    rest.windows(2).position(may_begin).map(|found| at + found)
}
