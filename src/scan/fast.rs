//! The fast path: how much of some bytes needs no decision, 64 bytes a step.
//!
//! [`Fast`] remembers what the machine can do, a [`Cursor`] goes through one chunk and keeps what
//! it found in the block where it stopped.

mod cursor;
mod found;
mod kernel;
mod memo;
#[cfg(test)]
mod pattern_tests;
mod patterns;
#[cfg(test)]
mod plain;
mod private;
mod scalar;
mod scripts;
mod search;
#[cfg(test)]
mod tests;

use fearless_simd::Level;

pub(crate) use self::cursor::Cursor;
pub(crate) use self::found::Marks;
pub(crate) use self::memo::Memo;
pub(crate) use self::private::Finder as PrivateFinder;
use super::class::Class;
use super::lookup::Kind;
use super::plan::{Action, Plan};
use super::rules::{FEW_MARKS, MARKS};

use super::traits::Traits;

/// Bytes in a block.
const BLOCK: usize = 64;

/// Bytes before a block that the patterns look back at.
const BEHIND: usize = 3;

/// A block and the bytes before it.
type Window = [u8; BEHIND + BLOCK];

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

/// Whether code points of a class need no decision; TAB and LF do.
fn is_plain(class: Class) -> bool {
    PLAIN_SET >> class as u32 & 1 != 0
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
    /// The classes that their rules judge, and accept without a word, a bit each.
    judged: u64,
    marks: Marks,
}

impl Fast {
    /// The fast path of a plan; `None` if the plan does not keep all that it passes over. It accepts
    /// what its rule accepts for its neighbours alone, if that need not be told one by one.
    pub(crate) fn for_plan(plan: &Plan, marks: Marks, tells: bool) -> Option<Self> {
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
            let crlf = lines && is_kept(Class::Cr);
            let judged = |class: &Class| plan.action(*class) == Action::KeepWhenValid && !tells;
            let judged = Class::ALL.iter().copied().filter(judged);
            let judged = judged.fold(0, |set, class| set | 1 << class as u32);
            Self { level: Level::new(), lines, crlf, judged, marks }
        })
    }

    /// A cursor at the front of a chunk. It remembers more in `memo`, which belongs to this plan.
    pub(crate) fn cursor(self, bytes: &[u8], memo: Memo) -> Cursor<'_> {
        Cursor::new(self, bytes, memo)
    }

    /// One for every set of instructions that the machine has.
    #[cfg(test)]
    fn all(lines: bool, crlf: bool, marks: Marks) -> Vec<Self> {
        let level = Level::new();
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        let levels = [
            level.as_sse2().map(fearless_simd::Simd::level),
            level.as_sse4_2().map(fearless_simd::Simd::level),
            level.as_avx2().map(fearless_simd::Simd::level),
            level.as_avx512().map(fearless_simd::Simd::level),
        ];
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        let levels = [Some(level)];
        levels
            .into_iter()
            .flatten()
            .map(|level| Self { level, lines, crlf, judged: 0, marks })
            .collect()
    }
}
