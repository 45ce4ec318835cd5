//! Properties of single code points and the listed sequences, from sources that are not ours.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use icu_properties::props::{
    BidiClass, BinaryProperty, CanonicalCombiningClass, DefaultIgnorableCodePoint, EmojiModifier,
    EnumeratedProperty, ExtendedPictographic, GeneralCategory, GeneralCategoryGroup,
    HangulSyllableType, IndicSyllabicCategory, JoiningType, LineBreak, Script, VariationSelector,
};
use untrusted_filter::Class;

pub(crate) fn is_ignorable(c: char) -> bool {
    DefaultIgnorableCodePoint::for_char(c)
}

pub(super) fn is_selector(c: char) -> bool {
    VariationSelector::for_char(c)
}

pub(super) fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

pub(super) fn is_pictographic(c: char) -> bool {
    ExtendedPictographic::for_char(c)
}

pub(super) fn is_emoji_modifier(c: char) -> bool {
    EmojiModifier::for_char(c)
}

fn in_group(c: char, group: GeneralCategoryGroup) -> bool {
    group.contains(GeneralCategory::for_char(c))
}

/// A mark that STACK counts.
pub(super) fn is_stacking(c: char) -> bool {
    let category = GeneralCategory::for_char(c);
    matches!(category, GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
        && !is_ignorable(c)
}

pub(super) fn is_nonspacing(c: char) -> bool {
    GeneralCategory::for_char(c) == GeneralCategory::NonspacingMark && !is_ignorable(c)
}

pub(super) fn is_letter_or_mark(c: char) -> bool {
    let letter = in_group(c, GeneralCategoryGroup::Letter);
    (letter || in_group(c, GeneralCategoryGroup::Mark)) && !is_ignorable(c)
}

pub(super) fn is_virama(c: char) -> bool {
    CanonicalCombiningClass::for_char(c) == CanonicalCombiningClass::Virama
}

pub(super) fn is_indic(c: char) -> bool {
    is_letter_or_mark(c) && IndicSyllabicCategory::for_char(c) != IndicSyllabicCategory::Other
}

pub(super) fn is_cursive(c: char) -> bool {
    let joining = JoiningType::for_char(c);
    matches!(
        joining,
        JoiningType::DualJoining | JoiningType::RightJoining | JoiningType::LeftJoining
    )
}

/// What a search for a joining letter looks through.
pub(super) fn is_transparent(c: char) -> bool {
    JoiningType::for_char(c) == JoiningType::Transparent && !is_ignorable(c)
}

/// Drawn with ink: the column `drawn` of the classes.
pub(super) fn is_drawn(c: char) -> bool {
    matches!(
        Class::of(c),
        Class::Visible
            | Class::ObjectReplacement
            | Class::ReplacementChar
            | Class::PrependedVisible
            | Class::PuaBmp
            | Class::PuaSupplementary
            | Class::DeprecatedVisible
            | Class::Combining
            | Class::Unassigned
    )
}

pub(super) fn is_right_to_left(c: char) -> bool {
    let class = BidiClass::for_char(c);
    matches!(class, BidiClass::RightToLeft | BidiClass::ArabicLetter)
        && GeneralCategory::for_char(c) != GeneralCategory::Unassigned
        && !is_ignorable(c)
}

pub(super) fn is_south_east_asian(c: char) -> bool {
    LineBreak::for_char(c) == LineBreak::ComplexContext
}

pub(super) fn is_mongolian_letter(c: char) -> bool {
    Script::for_char(c) == Script::Mongolian && in_group(c, GeneralCategoryGroup::Letter)
}

pub(super) fn is_hebrew_letter(c: char) -> bool {
    Script::for_char(c) == Script::Hebrew && in_group(c, GeneralCategoryGroup::Letter)
}

pub(super) fn is_hebrew_point(c: char) -> bool {
    Script::for_char(c) == Script::Hebrew && is_nonspacing(c)
}

pub(super) fn is_duployan(c: char) -> bool {
    Script::for_char(c) == Script::Duployan && is_drawn(c)
}

pub(super) fn is_egyptian(c: char) -> bool {
    Script::for_char(c) == Script::EgyptianHieroglyphs && is_drawn(c)
}

pub(super) fn is_khitan(c: char) -> bool {
    Script::for_char(c) == Script::KhitanSmallScript && is_drawn(c)
}

pub(super) fn is_musical(c: char) -> bool {
    ('\u{1d100}'..='\u{1d1ff}').contains(&c) && is_drawn(c)
}

pub(super) fn is_braille(c: char) -> bool {
    ('\u{2801}'..='\u{28ff}').contains(&c)
}

pub(super) fn is_choseong(c: char) -> bool {
    HangulSyllableType::for_char(c) == HangulSyllableType::LeadingJamo
}

pub(super) fn is_jungseong(c: char) -> bool {
    HangulSyllableType::for_char(c) == HangulSyllableType::VowelJamo
}

pub(super) fn is_jongseong(c: char) -> bool {
    HangulSyllableType::for_char(c) == HangulSyllableType::TrailingJamo
}

/// Whether a list of sequences has this pair of a base and a selector.
pub(super) fn is_listed(base: char, selector: char) -> bool {
    static PAIRS: LazyLock<HashSet<(char, char)>> = LazyLock::new(|| {
        let files = [
            "StandardizedVariants.txt",
            "emoji/emoji-variation-sequences.txt",
            "ivd/IVD_Sequences.txt",
        ];
        let texts = files.map(read);
        let sequences = texts.iter().flat_map(|text| sequences(text));
        sequences.filter_map(|s| <[char; 2]>::try_from(s).ok()).map(|[a, b]| (a, b)).collect()
    });
    PAIRS.contains(&(base, selector))
}

/// A file of the Unicode data.
pub(crate) fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ucd").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The first field of each row: a sequence of code points, or each one of a range.
pub(crate) fn sequences(text: &str) -> impl Iterator<Item = Vec<char>> {
    let rows = text.lines().filter(|line| !line.starts_with('#') && line.contains(';'));
    let fields = rows.filter_map(|row| row.split(';').next()).map(str::trim);
    fields.flat_map(|field| match field.split_once("..") {
        Some((first, last)) => {
            let range = scalar(first).zip(scalar(last)).map(|(first, last)| first..=last);
            range.into_iter().flatten().map(|c| vec![c]).collect()
        }
        None => vec![field.split_whitespace().filter_map(scalar).collect()],
    })
}

pub(crate) fn scalar(hex: &str) -> Option<char> {
    u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)
}
