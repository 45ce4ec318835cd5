//! The sequence rules: where an invisible character is what an orthography or an emoji needs.
//!
//! Each rule sees kept text behind and the text that will be kept ahead, so that accepting is
//! final: filtering once more accepts the same. The names of the rules are those of the manual.

mod joiner;
mod near;

use self::joiner::joiner;
pub(crate) use self::near::{beside, stays};
use super::Class;
use super::behind::Behind;
use super::lookup::{self, Kind};
use super::plan;
use super::tables::{FLAG_BASE, FLAG_END, FLAG_TAGS};
use super::traits::Traits;
use super::unit::{Ahead, Next, Unit, is_selector};

/// The most nonspacing marks that may follow one base (rule STACK).
pub(crate) const MARKS: usize = 8;
/// Up to this many marks on a base are not worth a word.
pub(crate) const FEW_MARKS: usize = 4;
/// How near right-to-left text has to be, in code points (rule RTL-NEAR).
const NEAR: usize = 64;
/// U+20E3 as the end of a keycap; the one code point that the data files give no property for.
const KEYCAP: u32 = 0x20E3;
/// U+2800, whose kind are the braille patterns.
const BRAILLE_BLANK: u32 = 0x2800;

/// What a rule says of one occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It stays.
    Keep,
    /// The fallback of its class applies.
    Reject,
    /// It repeats one that stays, and goes without a trace.
    Drop,
    /// More input decides.
    Wait,
}

impl Verdict {
    fn keep_if(accepted: bool) -> Self {
        if accepted { Self::Keep } else { Self::Reject }
    }
}

/// Judges `unit` by the rule of its class. `offset` is its place in the stream, in bytes.
pub(crate) fn judge(unit: &Unit, offset: u64, behind: Behind<'_>, ahead: Ahead<'_>) -> Verdict {
    let c = unit.code_point();
    match unit.kind.class {
        Class::Combining | Class::InvisibleStacker => Verdict::keep_if(marks(behind) < MARKS),
        Class::Zwj | Class::Zwnj => joiner(unit.kind.class, behind, ahead),
        Class::Zwsp => zwsp(behind, ahead),
        Class::Vs15Text | Class::Vs16Emoji => emoji_style(c, behind, ahead),
        Class::Vs1To14 => Verdict::keep_if(
            behind.last().is_some_and(|(base, _)| lookup::is_standardized(base, c)),
        ),
        Class::Vs17To256 => Verdict::keep_if(
            behind.last().is_some_and(|(base, _)| lookup::is_ideographic_variant(base, c)),
        ),
        Class::VsMongolian => Verdict::keep_if(behind.last().is_some_and(|(base, kind)| {
            kind.traits.any(Traits::MONGOLIAN) || lookup::is_standardized(base, c)
        })),
        Class::Mvs | Class::Nbsp => mongolian(unit, behind, ahead),
        Class::BidiMark | Class::ArabicLetterMark => rtl_near(behind, ahead),
        Class::Tag => flag(c, behind, &ahead),
        Class::Cgj => grapheme_joiner(behind, ahead),
        Class::HangulJamoFiller => jamo(unit.kind, behind, ahead),
        Class::ShorthandFormat => script_near(Traits::DUPLOYAN, behind, ahead),
        Class::MusicalFormat => script_near(Traits::MUSICAL, behind, ahead),
        Class::EgyptianFormat => script_near(Traits::HIEROGLYPH, behind, ahead),
        Class::BlankSymbol => blank(c, behind, ahead),
        Class::Cr => carriage_return(ahead),
        Class::Bom => Verdict::keep_if(offset == 0),
        _ => Verdict::Reject,
    }
}

/// STACK: the nonspacing marks at the end of kept text, what is invisible among them left out.
fn marks(behind: Behind<'_>) -> usize {
    behind
        .take_while(|(_, kind)| kind.traits.any(Traits::NONSPACING.with(Traits::IGNORABLE)))
        .filter(|(_, kind)| kind.traits.any(Traits::NONSPACING))
        .take(MARKS)
        .count()
}

/// Whether STACK judges a class: the filler of Khitan is a mark too, but a blank first.
fn is_stacked(class: Class) -> bool {
    matches!(class, Class::Combining | Class::InvisibleStacker)
}

/// The last code point behind that is not a variation selector: a selector belongs to its base.
fn base(behind: Behind<'_>) -> Option<(u32, Kind)> {
    behind.into_iter().find(|(_, kind)| !is_selector(kind.class))
}

fn base_has(behind: Behind<'_>, traits: Traits) -> bool {
    base(behind).is_some_and(|(_, kind)| kind.traits.any(traits))
}

/// SA-NEAR: a break opportunity in a script written without spaces. One is enough.
fn zwsp(behind: Behind<'_>, mut ahead: Ahead<'_>) -> Verdict {
    if behind.last().is_some_and(|(_, kind)| kind.class == Class::Zwsp) {
        return Verdict::Drop;
    }
    if base_has(behind, Traits::COMPLEX) {
        return Verdict::Keep;
    }
    let full = marks(behind) >= MARKS;
    let next = ahead.next(|_, kind| {
        is_selector(kind.class)
            || matches!(kind.class, Class::Zwsp | Class::Zwnj | Class::Cgj | Class::Tag)
            || full && is_stacked(kind.class)
    });
    match next {
        Next::Char(_, kind) => Verdict::keep_if(kind.traits.any(Traits::COMPLEX)),
        Next::End => Verdict::Reject,
        Next::Unknown => Verdict::Wait,
    }
}

/// EMOJI-VS: after a base of emoji-variation-sequences; after an ASCII one only in a keycap.
fn emoji_style(c: u32, behind: Behind<'_>, mut ahead: Ahead<'_>) -> Verdict {
    let Some((base, kind)) = behind.last() else {
        return Verdict::Reject;
    };
    if !kind.traits.any(Traits::STYLED) {
        return Verdict::keep_if(lookup::is_standardized(base, c));
    }
    if base >= 0x80 {
        return Verdict::Keep;
    }
    let next = ahead
        .next(|_, kind| is_selector(kind.class) || matches!(kind.class, Class::Cgj | Class::Tag));
    match next {
        Next::Char(c, _) => Verdict::keep_if(c == KEYCAP),
        Next::End => Verdict::Reject,
        Next::Unknown => Verdict::Wait,
    }
}

/// MONGOLIAN: U+180E and U+202F before a letter of the script, never doubled.
fn mongolian(unit: &Unit, behind: Behind<'_>, mut ahead: Ahead<'_>) -> Verdict {
    let (class, c) = (unit.kind.class, unit.code_point());
    if behind.last().is_some_and(|(last, _)| last == c) || class == Class::Nbsp && c < 0x100 {
        return Verdict::Reject;
    }
    let full = marks(behind) >= MARKS;
    let next = ahead.next(|_, kind| {
        full && is_stacked(kind.class)
            || kind.class == class && class == Class::Mvs
            || is_selector(kind.class)
            || matches!(kind.class, Class::Zwnj | Class::Cgj | Class::Tag)
    });
    match next {
        Next::Char(_, kind) => Verdict::keep_if(kind.traits.any(Traits::MONGOLIAN)),
        Next::End => Verdict::Reject,
        Next::Unknown => Verdict::Wait,
    }
}

/// RTL-NEAR: a right-to-left letter within 64 code points on the same line, on either side. Never
/// next to another mark: two of them can carry bits.
fn rtl_near(behind: Behind<'_>, mut ahead: Ahead<'_>) -> Verdict {
    if behind.last().is_some_and(|(_, kind)| is_direction_mark(kind.class)) {
        return Verdict::Reject;
    }
    // Visible ASCII is neither right-to-left nor a line end.
    let (mut behind, mut left) = (behind, NEAR);
    while left > 0 {
        left -= behind.skip_ascii(left);
        match behind.next() {
            Some((_, kind)) if left > 0 && kind.traits.any(Traits::RTL) => return Verdict::Keep,
            Some((c, kind)) if left > 0 && !ends_line(c, kind.class) => left -= 1,
            _ => break,
        }
    }
    left = NEAR;
    while left > 0 {
        left -= ahead.skip_ascii(left);
        if left == 0 {
            break;
        }
        match ahead.next(|_, _| false) {
            Next::Char(_, kind) if kind.traits.any(Traits::RTL) => return Verdict::Keep,
            Next::Char(c, kind) if ends_line(c, kind.class) => return Verdict::Reject,
            Next::Char(..) => left -= 1,
            Next::End => return Verdict::Reject,
            Next::Unknown => return Verdict::Wait,
        }
    }
    Verdict::Reject
}

/// LRM, RLM and ALM.
fn is_direction_mark(class: Class) -> bool {
    plan::MARKS.contains(&class)
}

/// Everything that ends a line, in any reader's eyes.
fn ends_line(c: u32, class: Class) -> bool {
    match class {
        Class::TabLf => c != u32::from(b'\t'),
        Class::Cr | Class::VtFf | Class::Nel | Class::LineParaSep => true,
        _ => false,
    }
}

/// EMOJI-TAG: the three flags of subdivisions that are recommended for interchange.
fn flag(c: u32, behind: Behind<'_>, ahead: &Ahead<'_>) -> Verdict {
    // The tags of this flag so far, this one last.
    let mut spelled = [0; FLAG_LENGTH];
    let mut length = 1;
    spelled[FLAG_LENGTH - 1] = c;
    let mut has_base = false;
    for (c, kind) in behind.take(FLAG_LENGTH) {
        if c == FLAG_BASE {
            has_base = true;
            break;
        }
        if kind.class != Class::Tag || length == FLAG_LENGTH {
            break;
        }
        length += 1;
        spelled[FLAG_LENGTH - length] = c;
    }
    if !has_base {
        return Verdict::Reject;
    }
    let spelled = &spelled[FLAG_LENGTH - length..];
    for tags in FLAG_TAGS {
        let flag = tags.iter().map(|&letter| FLAG_END - 0x7F + u32::from(letter));
        let mut flag = flag.chain([FLAG_END]);
        if spelled.iter().any(|&c| flag.next() != Some(c)) {
            continue;
        }
        let mut rest = ahead.clone();
        loop {
            let Some(expected) = flag.next() else {
                return Verdict::Keep;
            };
            match rest.next(|_, _| false) {
                Next::Char(c, _) if c == expected => {}
                Next::Unknown => return Verdict::Wait,
                Next::Char(..) | Next::End => break,
            }
        }
    }
    Verdict::Reject
}

/// The tags of a flag, the cancel tag among them.
const FLAG_LENGTH: usize = FLAG_TAGS[0].len() + 1;

/// CGJ: between a letter or mark and a nonspacing mark.
fn grapheme_joiner(behind: Behind<'_>, mut ahead: Ahead<'_>) -> Verdict {
    if !base_has(behind, Traits::LETTER_OR_MARK) {
        return Verdict::Reject;
    }
    if marks(behind) >= MARKS {
        return Verdict::Reject;
    }
    let next = ahead.next(|_, kind| {
        is_selector(kind.class) || matches!(kind.class, Class::Zwnj | Class::Cgj | Class::Tag)
    });
    match next {
        Next::Char(_, kind) => Verdict::keep_if(kind.traits.any(Traits::MN)),
        Next::End => Verdict::Reject,
        Next::Unknown => Verdict::Wait,
    }
}

/// JAMO: a filler where a leading consonant or a vowel is missing from a Hangul syllable.
fn jamo(kind: Kind, behind: Behind<'_>, mut ahead: Ahead<'_>) -> Verdict {
    let full = marks(behind) >= MARKS;
    let passes = |_, kind: Kind| {
        is_selector(kind.class)
            || matches!(kind.class, Class::Zwnj | Class::Cgj | Class::Tag)
            || full && is_stacked(kind.class)
    };
    let is_filler = |kind: Kind| kind.class == Class::HangulJamoFiller;
    let before = behind.last().map(|(_, kind)| kind);
    // U+1160, the vowel's filler: after a consonant; after the consonant's filler, only if a
    // trailing consonant follows. U+115F: before a vowel, or before such a U+1160.
    let mut next = ahead.next(passes);
    if kind.traits.any(Traits::JUNGSEONG) {
        match before {
            Some(before) if before.traits.any(Traits::CHOSEONG) && !is_filler(before) => {
                return Verdict::Keep;
            }
            Some(before) if before.traits.any(Traits::CHOSEONG) => {}
            _ => return Verdict::Reject,
        }
    } else {
        match next {
            Next::Char(_, vowel) if vowel.traits.any(Traits::JUNGSEONG) => {
                if !is_filler(vowel) {
                    return Verdict::Keep;
                }
                next = ahead.next(passes);
            }
            Next::Unknown => return Verdict::Wait,
            Next::Char(..) | Next::End => return Verdict::Reject,
        }
    }
    match next {
        Next::Char(_, kind) => Verdict::keep_if(kind.traits.any(Traits::JONGSEONG)),
        Next::End => Verdict::Reject,
        Next::Unknown => Verdict::Wait,
    }
}

/// SCRIPT-NEAR: beside a drawn character of the notation that the format control belongs to.
fn script_near(script: Traits, behind: Behind<'_>, mut ahead: Ahead<'_>) -> Verdict {
    if base_has(behind, script) {
        return Verdict::Keep;
    }
    // The Egyptian ones are not ignorable: marks count anew after them, and they are transparent.
    let is_ignorable = !script.any(Traits::HIEROGLYPH);
    let full = is_ignorable && marks(behind) >= MARKS;
    let next = ahead.next(|_, kind| {
        is_selector(kind.class)
            || matches!(kind.class, Class::Cgj | Class::Tag)
            || is_ignorable && kind.class == Class::Zwnj
            || full && is_stacked(kind.class)
    });
    match next {
        Next::Char(_, kind) => Verdict::keep_if(kind.traits.any(script)),
        Next::End => Verdict::Reject,
        Next::Unknown => Verdict::Wait,
    }
}

/// A blank symbol among its kind: in a run beside a braille pattern, a hieroglyph, a note.
fn blank(c: u32, behind: Behind<'_>, mut ahead: Ahead<'_>) -> Verdict {
    let kind = match c {
        BRAILLE_BLANK => Traits::BRAILLE,
        0x1D159 => Traits::MUSICAL,
        0x16FE4 => Traits::KHITAN,
        _ => Traits::HIEROGLYPH,
    };
    // One that stayed had its neighbour.
    if behind.last().is_some_and(|(last, _)| last == c) || base_has(behind, kind) {
        return Verdict::Keep;
    }
    let own = Kind::of(c).traits;
    let full = own.any(Traits::NONSPACING) && marks(behind) + 1 >= MARKS;
    let next = ahead.next(|next, kind| {
        next == c
            || is_selector(kind.class)
            || kind.class == Class::Tag
            || kind.class == Class::Cgj && !own.any(Traits::LETTER_OR_MARK)
            || kind.class == Class::Zwnj && !own.any(Traits::TRANSPARENT)
            || full && is_stacked(kind.class)
    });
    match next {
        Next::Char(_, next) => Verdict::keep_if(next.traits.any(kind)),
        Next::End => Verdict::Reject,
        Next::Unknown => Verdict::Wait,
    }
}

/// CRLF: a carriage return directly before a line feed.
fn carriage_return(mut ahead: Ahead<'_>) -> Verdict {
    // Between CR and LF nothing else can stay but what becomes a space, or is drawn.
    let next = ahead.next(|_, kind| {
        !matches!(
            kind.class,
            Class::Cr
                | Class::Zwsp
                | Class::BlankSymbol
                | Class::Nbsp
                | Class::Combining
                | Class::InvisibleStacker
        )
    });
    match next {
        Next::Char(c, _) => Verdict::keep_if(c == u32::from(b'\n')),
        Next::End => Verdict::Reject,
        Next::Unknown => Verdict::Wait,
    }
}
