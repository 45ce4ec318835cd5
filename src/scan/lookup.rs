//! Questions about one code point or one pair, answered from the generated tables.

use std::borrow::Cow;

use super::{class::Class, tables, traits::Traits};

/// What one code point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    /// Why it matters.
    pub(crate) class: Class,
    /// What the sequence rules need to know of it.
    pub(crate) traits: Traits,
}

/// [`tables::KINDS`] filled up, so that no byte is out of bounds.
static KINDS: [Kind; 256] = {
    let mut all = [Kind::UNASSIGNED; 256];
    let (known, _) = all.split_at_mut(tables::KINDS.len());
    known.copy_from_slice(&tables::KINDS);
    all
};

impl Kind {
    const UNASSIGNED: Self = Self { class: Class::Unassigned, traits: Traits::DRAWN };

    /// The kind of any code point; of a greater number, that of an unassigned one.
    #[inline]
    pub(crate) fn of(cp: u32) -> Self {
        let Some(&block) = tables::BLOCKS.get((cp >> tables::SHIFT) as usize) else {
            return Self::UNASSIGNED;
        };
        let Some(leaf) = tables::LEAVES.get(usize::from(block)) else {
            return Self::UNASSIGNED;
        };
        KINDS[usize::from(leaf[cp as usize % leaf.len()])]
    }
}

/// Whether the pair is in StandardizedVariants.
pub(crate) fn is_standardized(base: u32, selector: u32) -> bool {
    // The key has room for 11 bits of the selector: no other character may pass for one.
    matches!(selector, 0x180B..=0x180D | 0x180F | 0xFE00..=0xFE0F)
        && tables::STANDARDIZED.binary_search(&(base << 11 | selector & 0x7FF)).is_ok()
}

/// How many selectors, from VS17 on, make a registered ideographic variant of this base.
pub(crate) fn ideographic_variants(base: u32) -> u8 {
    let plane = tables::IDEOGRAPHIC.iter().find(|(plane, ..)| *plane == base >> 16);
    let count = plane.and_then(|(_, bases, counts)| {
        let index = bases.binary_search(&((base & 0xFFFF) as u16)).ok()?;
        counts.get(index).copied()
    });
    count.unwrap_or(0)
}

/// Whether the pair is a registered ideographic variation sequence.
pub(crate) fn is_ideographic_variant(base: u32, selector: u32) -> bool {
    selector.checked_sub(0xE0100).is_some_and(|nth| nth < u32::from(ideographic_variants(base)))
}

/// Whether a character may be drawn as nothing that takes room: what is ignorable, and also controls,
/// noncharacters and the like, which a program may keep.
pub(crate) fn draws_nothing(c: char) -> bool {
    let Kind { class, traits } = Kind::of(c.into());
    let takes_room = traits.any(Traits::WHITE_SPACE)
        || matches!(class, Class::BlankSymbol | Class::EgyptianFormat);
    traits.any(Traits::IGNORABLE) || class.is_hidden() && !takes_room
}

/// Whether a character is Extended_Pictographic, or may stand after one in an emoji.
pub(crate) fn is_pictographic(c: char) -> bool {
    let kind = Kind::of(c.into());
    kind.traits.any(Traits::PICTOGRAPHIC.with(Traits::MODIFIER)) || kind.class == Class::Vs16Emoji
}

/// Whether a character is White_Space.
pub(crate) fn is_white_space(c: char) -> bool {
    Kind::of(c.into()).traits.any(Traits::WHITE_SPACE)
}

/// The ASCII character, in lower case, that this one is or can pass for.
pub(crate) fn fold(c: char) -> Option<u8> {
    let cp = c as u32;
    if let Ok(ascii) = u8::try_from(c)
        && ascii.is_ascii()
    {
        return Some(ascii.to_ascii_lowercase());
    }
    let next = tables::FOLDS.partition_point(|run| run.0 <= cp);
    let &(start, length, ascii, step) = tables::FOLDS.get(next.checked_sub(1)?)?;
    let distance = u8::try_from(cp - start).ok().filter(|distance| *distance < length)?;
    Some(ascii + step * distance)
}

/// The name of a character that can be in a finding; of another, its label or number.
pub(crate) fn name(c: char) -> Cow<'static, str> {
    let cp = c as u32;
    if let Ok(index) = tables::NAMED.binary_search(&cp) {
        let start = index.checked_sub(1).map_or(0, |before| tables::NAME_ENDS[before]);
        return tables::NAME_TEXT[usize::from(start)..usize::from(tables::NAME_ENDS[index])].into();
    }
    if let Some(name) = regular_name(c) {
        return name.into();
    }
    let label = match Kind::of(cp).class {
        Class::Nonchar => "noncharacter-",
        Class::PuaBmp | Class::PuaSupplementary => "private-use-",
        Class::Unassigned | Class::DiUnassigned | Class::TagUnassigned => "unassigned-",
        _ => "U+",
    };
    format!("<{label}{cp:04X}>").into()
}

/// A name that a rule makes: of most variation selectors, and of the letters among the tags.
pub(super) fn regular_name(c: char) -> Option<String> {
    let cp = c as u32;
    Some(match cp {
        0xFE00..=0xFE0F => format!("VARIATION SELECTOR-{}", cp - 0xFE00 + 1),
        0xE0100..=0xE01EF => format!("VARIATION SELECTOR-{}", cp - 0xE0100 + 17),
        0xE0041..=0xE005A | 0xE0061..=0xE007A => {
            let letter = char::from((cp & 0x7F) as u8);
            let case = if letter.is_ascii_uppercase() { "CAPITAL" } else { "SMALL" };
            format!("TAG LATIN {case} LETTER {}", letter.to_ascii_uppercase())
        }
        _ => return None,
    })
}
