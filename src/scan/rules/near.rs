//! What two neighbours decide: the common cases of the sequence rules, for the fast path.

use super::{KEYCAP, is_direction_mark, joiner, lookup};
use crate::scan::Class;
use crate::scan::behind::Behind;
use crate::scan::lookup::Kind;
use crate::scan::traits::Traits;

/// Whether an occurrence stays whatever else the text holds: [`judge`](super::judge) says so too,
/// and no run of marks goes on across it. `next` is the code point after it, if that is known, as
/// [`beside`] has it.
#[inline]
pub(crate) fn stays(class: Class, c: u32, behind: Behind<'_>, next: Option<(u32, Kind)>) -> bool {
    let Some((base, last)) = behind.last() else { return false };
    let traits = next.map_or(Traits::NONE, |(_, kind)| kind.traits);
    match class {
        Class::Vs15Text | Class::Vs16Emoji => {
            last.traits.any(Traits::STYLED)
                && if base < 0x80 {
                    next.is_some_and(|(next, _)| next == KEYCAP)
                } else {
                    !traits.any(Traits::NONSPACING) && next.is_some()
                }
        }
        Class::Vs17To256 => {
            next.is_some()
                && !traits.any(Traits::NONSPACING)
                && lookup::is_ideographic_variant(base, c)
        }
        Class::Zwj => {
            traits.any(Traits::PICTOGRAPHIC) && joiner::is_pictograph(behind)
                || last.traits.any(Traits::VIRAMA) && is_letter(traits)
        }
        Class::Zwnj => last.traits.any(Traits::VIRAMA.with(joiner::CURSIVE)) && is_letter(traits),
        Class::BidiMark | Class::ArabicLetterMark => {
            !is_direction_mark(last.class)
                && next.is_some()
                && !traits.any(Traits::NONSPACING)
                && last.traits.with(traits).any(Traits::RTL)
        }
        Class::Zwsp => {
            last.class != Class::Zwsp && last.traits.any(Traits::COMPLEX) && is_letter(traits)
        }
        _ => false,
    }
}

/// A neighbour: of one that might not stay only whether it is a mark counts.
#[inline]
pub(crate) fn beside(kind: Kind, stays: bool) -> Kind {
    if stays { kind } else { Kind { traits: kind.traits.only(Traits::NONSPACING), ..kind } }
}

/// Something drawn that is no mark.
fn is_letter(traits: Traits) -> bool {
    traits.any(Traits::DRAWN) && !traits.any(Traits::NONSPACING)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::{HashMap, VecDeque};

    use super::super::{Verdict, judge};
    use super::*;
    use crate::scan::Action;
    use crate::scan::plan::Plan;
    use crate::scan::unit::{Ahead, Unit};

    /// A character of each kind, in the order of the code points.
    fn kinds() -> Vec<char> {
        let mut seen = HashMap::new();
        for c in '\0'..=char::MAX {
            let kind = Kind::of(c.into());
            seen.entry(format!("{kind:?}")).or_insert(c);
        }
        let mut kinds: Vec<_> = seen.into_values().chain(['1', '\u{20E3}', '\u{E0101}']).collect();
        kinds.sort_unstable();
        kinds
    }

    #[test]
    fn what_stays_for_two_neighbours_stays_for_the_rule() {
        let (plan, kinds) = (Plan::text(), kinds());
        let judged: Vec<_> =
            kinds.iter().filter(|&&c| plan.action(Class::of(c)) == Action::KeepWhenValid).collect();
        let mut count = 0;
        for first in ["", "a", "\u{1F468}", "\u{5D0}", "\u{301}"] {
            // What is behind was kept.
            for base in kinds.iter().filter(|&&c| plan.action(Class::of(c)) != Action::Space) {
                let behind = format!("{first}{base}");
                for &&c in &judged {
                    for next in &kinds {
                        let rest = format!("{next}z");
                        let kind = Kind::of((*next).into());
                        let kind = beside(kind, plan.action(kind.class) == Action::Keep);
                        let behind = Behind::only(behind.as_bytes());
                        let class = Class::of(c);
                        if !stays(class, c.into(), behind, Some(((*next).into(), kind))) {
                            continue;
                        }
                        let unit = Unit::char(c.into(), &plan, 0, c.len_utf8());
                        let (none, left) = (VecDeque::new(), Cell::new(0));
                        let ahead =
                            Ahead::new(none.iter(), rest.as_bytes(), &plan, 127, false, &left);
                        let verdict = judge(&unit, 9, behind, ahead);
                        assert_eq!(verdict, Verdict::Keep, "{first:?} {base:?} {c:?} {next:?}");
                        count += 1;
                    }
                }
            }
        }
        assert!(count > 10_000, "{count}");
    }
}
