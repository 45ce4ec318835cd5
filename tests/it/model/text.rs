//! The `text` profile: what each unit becomes, judged left to right.

use untrusted_filter::Class;

use super::facts;
use super::sequences;

/// The most units that wait for a verdict, beside the one that is judged.
const WAITING: usize = 127;
/// How far RTL-NEAR sees, either way.
const NEAR: usize = 64;
/// The most transparent characters between a joiner and a joining letter.
const TRANSPARENT: usize = 16;
/// The most marks on one base.
const MARKS: usize = 8;

const FLAG: char = '\u{1f3f4}';
const CANCEL_TAG: char = '\u{e007f}';

/// What is known of a unit before any rule is asked.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    /// Goes.
    Goes,
    /// Stays.
    Is(char),
    /// Gives way to a space or a line feed.
    Becomes(char),
    /// Its rule decides; where it says no, this is left in its place.
    Ask(char, Option<char>),
}

/// What becomes of a character of this class.
fn fate(c: char) -> Fate {
    use Class as C;
    match Class::of(c) {
        C::Nul | C::Esc | C::C0Other | C::Del | C::C1Other => Fate::Becomes(' '),
        C::BidiEmbed | C::BidiOverride | C::BidiPdf | C::BidiIsolate | C::BidiPdi => {
            Fate::Becomes(' ')
        }
        C::VtFf | C::Nel | C::LineParaSep => Fate::Becomes('\n'),
        C::WordJoiner
        | C::InvisibleOp
        | C::Bom
        | C::TagLanguage
        | C::TagUnassigned
        | C::SoftHyphen
        | C::HangulCompatFiller
        | C::KhmerInherent
        | C::DeprecatedFormat
        | C::DiUnassigned
        | C::Interlinear
        | C::ObjectReplacement
        | C::Nonchar => Fate::Goes,
        C::Cr => Fate::Ask(c, Some('\n')),
        C::Zwsp | C::BlankSymbol => Fate::Ask(c, Some(' ')),
        C::BidiMark
        | C::ArabicLetterMark
        | C::Zwnj
        | C::Zwj
        | C::Tag
        | C::Vs15Text
        | C::Vs16Emoji
        | C::Vs1To14
        | C::Vs17To256
        | C::VsMongolian
        | C::Mvs
        | C::Cgj
        | C::HangulJamoFiller
        | C::ShorthandFormat
        | C::MusicalFormat
        | C::EgyptianFormat
        | C::Combining
        | C::InvisibleStacker => Fate::Ask(c, None),
        _ => Fate::Is(c),
    }
}

/// What `text` makes of the input.
pub(super) fn filter(input: &[u8]) -> String {
    let units: Vec<Fate> = sequences::remove(&super::units(input))
        .into_iter()
        .map(|unit| unit.map_or(Fate::Goes, fate))
        .collect();
    let mut kept = Vec::new();
    // How many of the next tags belong to a flag that was accepted.
    let mut flag = 0;
    for (at, unit) in units.iter().enumerate() {
        let (c, otherwise) = match *unit {
            Fate::Is(c) | Fate::Becomes(c) => {
                kept.push(c);
                continue;
            }
            Fate::Goes => continue,
            Fate::Ask(c, otherwise) => (c, otherwise),
        };
        let ahead = &units[at + 1..units.len().min(at + 1 + WAITING)];
        if Class::of(c) == Class::Tag && flag == 0 {
            flag = tags_of_flag(&kept, c, ahead);
        }
        let accepted = match Class::of(c) {
            Class::Tag => flag > 0,
            _ => Case { kept: &kept, c, ahead }.is_accepted(),
        };
        if accepted {
            kept.push(c);
            flag = flag.saturating_sub(usize::from(Class::of(c) == Class::Tag));
        } else if c == '\u{200b}' && kept.last() == Some(&c) {
            // Doubled: the one that was kept does for both.
        } else {
            kept.extend(otherwise);
        }
    }
    kept.into_iter().collect()
}

/// EMOJI-TAG: how many tags from this one on spell a flag, none if they do not.
fn tags_of_flag(kept: &[char], first: char, ahead: &[Fate]) -> usize {
    if kept.last() != Some(&FLAG) {
        return 0;
    }
    let mut spelt = vec![first];
    for unit in ahead {
        match *unit {
            Fate::Goes => continue,
            Fate::Ask(c, _) if Class::of(c) == Class::Tag => spelt.push(c),
            _ => break,
        }
        if spelt.last() == Some(&CANCEL_TAG) {
            break;
        }
    }
    let flags = ["gbeng", "gbsct", "gbwls"].map(|name| {
        let tag = |letter| char::from_u32(0xe0000 + u32::from(letter)).expect("a tag");
        name.bytes().map(tag).chain([CANCEL_TAG]).collect::<Vec<char>>()
    });
    if flags.contains(&spelt) { spelt.len() } else { 0 }
}

/// Whether no continuation of the text could keep `c` right after `kept`.
fn cannot_follow(kept: &[char], c: char) -> bool {
    let (Some(&last), Some(base)) = (kept.last(), base(kept)) else { return false };
    match Class::of(c) {
        Class::Tag => last != FLAG,
        Class::Vs15Text
        | Class::Vs16Emoji
        | Class::Vs1To14
        | Class::Vs17To256
        | Class::VsMongolian => !selects(last, c),
        Class::Cgj => !facts::is_letter_or_mark(base),
        Class::Zwj => facts::is_joiner(last),
        Class::Zwnj => !takes_non_joiner(base),
        Class::Zwsp | Class::Mvs => last == c,
        Class::Combining | Class::InvisibleStacker => marks(kept) >= MARKS,
        _ => false,
    }
}

/// What the joiners pass over in all they look for ahead.
fn never_joined(c: char) -> bool {
    facts::is_joiner(c) || facts::is_selector(c) || matches!(Class::of(c), Class::Cgj | Class::Tag)
}

/// Whether a ZWNJ can ever stand after this.
fn takes_non_joiner(base: char) -> bool {
    facts::is_virama(base)
        || facts::is_indic(base)
        || facts::is_drawn(base)
        || facts::is_cursive(base)
        || facts::is_transparent(base)
}

/// The last character, or what a selector there selects.
fn base(kept: &[char]) -> Option<char> {
    kept.iter().rev().copied().find(|&c| !facts::is_selector(c))
}

/// How many marks stand on the last base.
fn marks(kept: &[char]) -> usize {
    let stack = kept.iter().rev().filter(|&&c| !facts::is_ignorable(c));
    stack.take_while(|&&c| facts::is_stacking(c)).count()
}

/// Whether the selector may stand on this very character.
fn selects(base: char, selector: char) -> bool {
    facts::is_listed(base, selector)
        || (Class::of(selector) == Class::VsMongolian && facts::is_mongolian_letter(base))
}

/// One character to be judged between what was kept and what comes.
struct Case<'a> {
    kept: &'a [char],
    c: char,
    ahead: &'a [Fate],
}

impl Case<'_> {
    fn is_accepted(&self) -> bool {
        match Class::of(self.c) {
            Class::Cr => self.carriage_return(),
            Class::BidiMark | Class::ArabicLetterMark => self.near_right_to_left(),
            Class::Zwsp => {
                self.kept.last() != Some(&self.c) && self.beside(facts::is_south_east_asian)
            }
            Class::Zwnj => self.non_joiner(),
            Class::Zwj => self.joiner(),
            Class::Vs15Text | Class::Vs16Emoji => self.emoji_style(),
            Class::Vs1To14 | Class::Vs17To256 | Class::VsMongolian => {
                self.kept.last().is_some_and(|&last| selects(last, self.c))
            }
            Class::Mvs => {
                self.kept.last() != Some(&self.c)
                    && self.next().is_some_and(facts::is_mongolian_letter)
            }
            Class::Cgj => {
                self.previous().is_some_and(facts::is_letter_or_mark)
                    && self.next().is_some_and(facts::is_nonspacing)
                    && marks(self.kept) < MARKS
            }
            Class::HangulJamoFiller => self.jamo(),
            Class::ShorthandFormat => self.beside(facts::is_duployan),
            Class::MusicalFormat => self.beside(facts::is_musical),
            Class::EgyptianFormat => self.beside(facts::is_egyptian),
            Class::BlankSymbol => self.blank(),
            Class::Combining | Class::InvisibleStacker => marks(self.kept) < MARKS,
            other => panic!("{other:?} has no rule"),
        }
    }

    fn previous(&self) -> Option<char> {
        base(self.kept)
    }

    /// What comes next, less all that goes anyway or could never stand there.
    fn reach(&self) -> impl Iterator<Item = Fate> {
        let joiner = facts::is_joiner(self.c);
        let mut so_far = self.kept.to_vec();
        so_far.push(self.c);
        self.ahead.iter().copied().filter(move |unit| {
            let c = match *unit {
                Fate::Goes => return false,
                Fate::Ask(c, _) if joiner && never_joined(c) => return false,
                Fate::Ask(c, _) if cannot_follow(&so_far, c) => return false,
                Fate::Is(c) | Fate::Becomes(c) | Fate::Ask(c, _) => c,
            };
            so_far.push(c);
            true
        })
    }

    /// The next character, where it is sure to be one that is drawn or a space.
    fn next(&self) -> Option<char> {
        self.reach().next().and_then(known)
    }

    fn beside(&self, wanted: fn(char) -> bool) -> bool {
        self.previous().is_some_and(wanted) || self.next().is_some_and(wanted)
    }

    /// CRLF. What is dropped for want of a neighbour is dropped between two line ends.
    fn carriage_return(&self) -> bool {
        let mut ahead = self.ahead.iter().copied().filter(|unit| match *unit {
            Fate::Goes => false,
            Fate::Ask(c, None) => facts::is_stacking(c),
            Fate::Is(_) | Fate::Becomes(_) | Fate::Ask(..) => true,
        });
        ahead.next() == Some(Fate::Is('\n'))
    }

    fn near_right_to_left(&self) -> bool {
        // Never next to another mark.
        if self.kept.last().is_some_and(|c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}')) {
            return false;
        }
        let behind = self.kept.iter().rev().copied();
        let ahead = self.ahead.iter().filter_map(|unit| match *unit {
            Fate::Goes => None,
            Fate::Is(c) | Fate::Becomes(c) | Fate::Ask(c, _) => Some(c),
        });
        let on_line = |c: &char| !matches!(c, '\n' | '\r');
        behind.take(NEAR).take_while(on_line).any(facts::is_right_to_left)
            || ahead.take(NEAR).take_while(on_line).any(facts::is_right_to_left)
    }

    fn emoji_style(&self) -> bool {
        let Some(&base) = self.kept.last() else { return false };
        let keycap = !base.is_ascii() || self.next() == Some('\u{20e3}');
        keycap && facts::is_listed(base, self.c)
    }

    /// Whether the nearest letter behind, marks apart, joins.
    fn cursive_behind(&self) -> bool {
        let visible = self.kept.iter().rev().copied().filter(|&c| !facts::is_selector(c));
        nearest_is_cursive(visible)
    }

    /// The same ahead.
    fn cursive_ahead(&self) -> bool {
        nearest_is_cursive(self.reach().map_while(known))
    }

    /// What both joiners share: conjuncts, and never two of them.
    fn indic(&self) -> bool {
        let before = self.previous();
        let after = self.next();
        let indic = before.is_some_and(facts::is_indic);
        before.is_some_and(facts::is_virama)
            || (indic && after.is_some_and(facts::is_virama))
            || (indic && after.is_some_and(facts::is_indic))
    }

    fn doubled(&self) -> bool {
        self.kept.last().is_some_and(|&c| facts::is_joiner(c))
    }

    fn non_joiner(&self) -> bool {
        let before = self.previous().is_some_and(facts::is_drawn);
        let after = self.next().is_some_and(facts::is_drawn);
        let persian = (self.cursive_behind() && after) || (before && self.cursive_ahead());
        !self.doubled() && (self.indic() || persian)
    }

    fn joiner(&self) -> bool {
        let any = self.indic() || self.emoji() || self.cursive_behind() || self.cursive_ahead();
        !self.doubled() && (any || self.hebrew())
    }

    /// GB11.
    fn emoji(&self) -> bool {
        let element = match self.kept {
            [.., e, m] if *m == '\u{fe0f}' || facts::is_emoji_modifier(*m) => Some(*e),
            [.., e] => Some(*e),
            [] => None,
        };
        element.is_some_and(facts::is_pictographic)
            && self.next().is_some_and(facts::is_pictographic)
    }

    /// Between two points of a Hebrew letter that has nothing else behind them.
    fn hebrew(&self) -> bool {
        let mut behind = self.kept.iter().rev();
        self.previous().is_some_and(facts::is_hebrew_point)
            && self.next().is_some_and(facts::is_hebrew_point)
            && behind
                .find(|&&c| !facts::is_hebrew_point(c))
                .is_some_and(|&c| facts::is_hebrew_letter(c))
    }

    /// JAMO.
    fn jamo(&self) -> bool {
        let mut reach = self.reach().map(|unit| match unit {
            Fate::Is(c) | Fate::Ask(c, _) => Some(c),
            Fate::Becomes(_) | Fate::Goes => None,
        });
        let next = reach.next().flatten();
        let then = reach.next().flatten();
        if self.c == '\u{115f}' {
            return match next {
                Some('\u{1160}') => then.is_some_and(facts::is_jongseong),
                next => next.is_some_and(facts::is_jungseong),
            };
        }
        match self.previous() {
            Some('\u{115f}') => next.is_some_and(facts::is_jongseong),
            previous => previous.is_some_and(facts::is_choseong),
        }
    }

    /// Blanks beside the script that they belong to, and runs of one blank there.
    fn blank(&self) -> bool {
        let family = match self.c {
            '\u{2800}' => facts::is_braille,
            '\u{1d159}' => facts::is_musical,
            '\u{16fe4}' => facts::is_khitan,
            _ => facts::is_egyptian,
        };
        let same = |unit: &Fate| matches!(unit, Fate::Ask(c, _) if *c == self.c);
        let beyond = self.reach().find(|unit| !same(unit)).and_then(known);
        self.previous() == Some(self.c)
            || self.previous().is_some_and(family)
            || beyond.is_some_and(family)
    }
}

/// A unit ahead as a neighbour: a mark is one, what else waits is not.
fn known(unit: Fate) -> Option<char> {
    match unit {
        Fate::Is(c) | Fate::Becomes(c) => Some(c),
        Fate::Ask(c, _) if facts::is_stacking(c) && Class::of(c) != Class::BlankSymbol => Some(c),
        Fate::Goes | Fate::Ask(..) => None,
    }
}

fn nearest_is_cursive(characters: impl Iterator<Item = char>) -> bool {
    let mut passed = 0;
    for c in characters {
        if !facts::is_transparent(c) {
            return facts::is_cursive(c);
        }
        passed += 1;
        if passed > TRANSPARENT {
            return false;
        }
    }
    false
}
