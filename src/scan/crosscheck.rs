//! Checks the tables against another implementation of the same version of Unicode, for every
//! code point. Shares no code and no data with the generator.

use icu_properties::{CodePointMapData, CodePointSetData, props};
use props::{
    BidiClass, Block, CanonicalCombiningClass, GeneralCategory as Gc, GraphemeClusterBreak,
    HangulSyllableType, IndicSyllabicCategory, JoiningType, LineBreak, Script,
};

use super::{class::Class, lookup::Kind, traits::Traits};

const END: u32 = 0x11_0000;

/// Asserts for every code point that `ours` holds exactly where `theirs` does.
fn agree(what: &str, ours: impl Fn(Kind) -> bool, theirs: impl Fn(u32) -> bool) {
    for cp in 0..END {
        assert_eq!(ours(Kind::of(cp)), theirs(cp), "{what} at U+{cp:04X}");
    }
}

fn trait_is(traits: Traits, theirs: impl Fn(u32) -> bool) {
    let name = Traits::NAMES.iter().find(|(_, bit)| *bit == traits).map_or("?", |(name, _)| *name);
    agree(name, |kind| kind.traits.any(traits), theirs);
}

fn classes_are(classes: &[Class], theirs: impl Fn(u32) -> bool) {
    agree(classes[0].name(), |kind| classes.contains(&kind.class), theirs);
}

fn category(cp: u32) -> Gc {
    CodePointMapData::<Gc>::new().get32(cp)
}

fn script(cp: u32) -> Script {
    CodePointMapData::<Script>::new().get32(cp)
}

fn bidi(cp: u32) -> BidiClass {
    CodePointMapData::<BidiClass>::new().get32(cp)
}

fn block(cp: u32) -> Block {
    CodePointMapData::<Block>::new().get32(cp)
}

fn indic(cp: u32) -> IndicSyllabicCategory {
    CodePointMapData::<IndicSyllabicCategory>::new().get32(cp)
}

fn joining(cp: u32) -> JoiningType {
    CodePointMapData::<JoiningType>::new().get32(cp)
}

fn ignorable(cp: u32) -> bool {
    CodePointSetData::new::<props::DefaultIgnorableCodePoint>().contains32(cp)
}

fn white_space(cp: u32) -> bool {
    CodePointSetData::new::<props::WhiteSpace>().contains32(cp)
}

fn deprecated(cp: u32) -> bool {
    CodePointSetData::new::<props::Deprecated>().contains32(cp)
}

fn nonspacing(cp: u32) -> bool {
    matches!(category(cp), Gc::NonspacingMark | Gc::EnclosingMark)
}

fn letter(cp: u32) -> bool {
    matches!(
        category(cp),
        Gc::UppercaseLetter
            | Gc::LowercaseLetter
            | Gc::TitlecaseLetter
            | Gc::ModifierLetter
            | Gc::OtherLetter
    )
}

fn written(cp: u32) -> bool {
    letter(cp) || nonspacing(cp) || category(cp) == Gc::SpacingMark
}

#[test]
fn joining_and_indic_traits() {
    trait_is(Traits::DUAL, |cp| joining(cp) == JoiningType::DualJoining);
    trait_is(Traits::RIGHT, |cp| joining(cp) == JoiningType::RightJoining);
    trait_is(Traits::LEFT, |cp| joining(cp) == JoiningType::LeftJoining);
    trait_is(Traits::TRANSPARENT, |cp| joining(cp) == JoiningType::Transparent && !ignorable(cp));
    let combining = CodePointMapData::<CanonicalCombiningClass>::new();
    trait_is(Traits::VIRAMA, |cp| combining.get32(cp) == CanonicalCombiningClass::Virama);
    trait_is(Traits::INDIC, |cp| {
        written(cp) && indic(cp) != IndicSyllabicCategory::Other && !ignorable(cp)
    });
}

#[test]
fn script_traits() {
    let line = CodePointMapData::<LineBreak>::new();
    trait_is(Traits::COMPLEX, |cp| line.get32(cp) == LineBreak::ComplexContext);
    trait_is(Traits::RTL, |cp| {
        matches!(bidi(cp), BidiClass::RightToLeft | BidiClass::ArabicLetter)
            && category(cp) != Gc::Unassigned
            && !ignorable(cp)
    });
    trait_is(Traits::MONGOLIAN, |cp| letter(cp) && script(cp) == Script::Mongolian);
    trait_is(Traits::HEBREW_LETTER, |cp| letter(cp) && script(cp) == Script::Hebrew);
    trait_is(Traits::HEBREW_POINT, |cp| {
        category(cp) == Gc::NonspacingMark && script(cp) == Script::Hebrew
    });
    trait_is(Traits::DUPLOYAN, |cp| script(cp) == Script::Duployan && !ignorable(cp));
    trait_is(Traits::HIEROGLYPH, |cp| {
        script(cp) == Script::EgyptianHieroglyphs
            && category(cp) != Gc::Format
            && !matches!(cp, 0x13441 | 0x13442)
    });
    trait_is(Traits::MUSICAL, |cp| {
        block(cp) == Block::MusicalSymbols
            && !matches!(category(cp), Gc::Format | Gc::Unassigned)
            && cp != 0x1D159
    });
    trait_is(Traits::KHITAN, |cp| script(cp) == Script::KhitanSmallScript && cp != 0x16FE4);
    trait_is(Traits::BRAILLE, |cp| script(cp) == Script::Braille && cp != 0x2800);
}

#[test]
fn hangul_traits() {
    let syllable = CodePointMapData::<HangulSyllableType>::new();
    let grapheme = CodePointMapData::<GraphemeClusterBreak>::new();
    let hangul = |cp| script(cp) == Script::Hangul;
    for (traits, kind, broken) in [
        (Traits::CHOSEONG, HangulSyllableType::LeadingJamo, GraphemeClusterBreak::L),
        (Traits::JUNGSEONG, HangulSyllableType::VowelJamo, GraphemeClusterBreak::V),
        (Traits::JONGSEONG, HangulSyllableType::TrailingJamo, GraphemeClusterBreak::T),
    ] {
        trait_is(traits, |cp| syllable.get32(cp) == kind);
        trait_is(traits, |cp| hangul(cp) && grapheme.get32(cp) == broken);
    }
}

#[test]
fn other_traits() {
    let pictographic = CodePointSetData::new::<props::ExtendedPictographic>();
    let modifier = CodePointSetData::new::<props::EmojiModifier>();
    trait_is(Traits::PICTOGRAPHIC, |cp| pictographic.contains32(cp));
    trait_is(Traits::MODIFIER, |cp| modifier.contains32(cp));
    trait_is(Traits::WHITE_SPACE, white_space);
    trait_is(Traits::IGNORABLE, ignorable);
    trait_is(Traits::NONSPACING, |cp| nonspacing(cp) && !ignorable(cp));
    trait_is(Traits::MN, |cp| category(cp) == Gc::NonspacingMark && !ignorable(cp));
    trait_is(Traits::LETTER_OR_MARK, |cp| written(cp) && !ignorable(cp));

    // What is left after all that no property excludes: blank symbols and stackers.
    let noncharacter = CodePointSetData::new::<props::NoncharacterCodePoint>();
    let prepended = CodePointSetData::new::<props::PrependedConcatenationMark>();
    let may_draw = |cp| match category(cp) {
        Gc::Control | Gc::Surrogate => false,
        Gc::Format => prepended.contains32(cp),
        _ => !white_space(cp) && !ignorable(cp) && !noncharacter.contains32(cp),
    };
    let blank = |kind: Kind| matches!(kind.class, Class::BlankSymbol | Class::InvisibleStacker);
    agree("drawn", |kind| kind.traits.any(Traits::DRAWN) || blank(kind), may_draw);
}

#[test]
fn classes_by_general_category() {
    classes_are(
        &[
            Class::Nul,
            Class::TabLf,
            Class::Cr,
            Class::VtFf,
            Class::Esc,
            Class::C0Other,
            Class::Del,
            Class::Nel,
            Class::C1Other,
        ],
        |cp| category(cp) == Gc::Control,
    );
    classes_are(
        &[Class::AsciiSpace, Class::Nbsp, Class::IdeographicSpace, Class::OtherSpace],
        |cp| category(cp) == Gc::SpaceSeparator,
    );
    classes_are(&[Class::LineParaSep], |cp| {
        matches!(category(cp), Gc::LineSeparator | Gc::ParagraphSeparator)
    });
    classes_are(&[Class::Surrogate], |cp| category(cp) == Gc::Surrogate);
    classes_are(&[Class::PuaBmp, Class::PuaSupplementary], |cp| category(cp) == Gc::PrivateUse);
    classes_are(&[Class::PuaBmp], |cp| category(cp) == Gc::PrivateUse && cp <= 0xFFFF);
    let noncharacter = CodePointSetData::new::<props::NoncharacterCodePoint>();
    classes_are(&[Class::Nonchar], |cp| noncharacter.contains32(cp));
    let unassigned = |cp| category(cp) == Gc::Unassigned && !noncharacter.contains32(cp);
    classes_are(&[Class::Unassigned], |cp| unassigned(cp) && !ignorable(cp));
    classes_are(&[Class::TagUnassigned, Class::DiUnassigned], |cp| unassigned(cp) && ignorable(cp));
    classes_are(&[Class::Tag, Class::TagLanguage, Class::TagUnassigned], |cp| {
        block(cp) == Block::Tags
    });
    // The format characters (Cf) are all of these.
    classes_are(
        &[
            Class::BidiMark,
            Class::ArabicLetterMark,
            Class::BidiEmbed,
            Class::BidiOverride,
            Class::BidiPdf,
            Class::BidiIsolate,
            Class::BidiPdi,
            Class::Zwsp,
            Class::Zwnj,
            Class::Zwj,
            Class::WordJoiner,
            Class::InvisibleOp,
            Class::Bom,
            Class::Tag,
            Class::TagLanguage,
            Class::Mvs,
            Class::SoftHyphen,
            Class::ShorthandFormat,
            Class::MusicalFormat,
            Class::DeprecatedFormat,
            Class::Interlinear,
            Class::PrependedVisible,
            Class::EgyptianFormat,
        ],
        |cp| category(cp) == Gc::Format,
    );
}

/// Classes whose members are default-ignorable; no other class has any.
const IGNORABLE: &[Class] = &[
    Class::BidiMark,
    Class::ArabicLetterMark,
    Class::BidiEmbed,
    Class::BidiOverride,
    Class::BidiPdf,
    Class::BidiIsolate,
    Class::BidiPdi,
    Class::Zwsp,
    Class::Zwnj,
    Class::Zwj,
    Class::WordJoiner,
    Class::InvisibleOp,
    Class::Bom,
    Class::Tag,
    Class::TagLanguage,
    Class::TagUnassigned,
    Class::Vs15Text,
    Class::Vs16Emoji,
    Class::Vs1To14,
    Class::Vs17To256,
    Class::VsMongolian,
    Class::Mvs,
    Class::SoftHyphen,
    Class::Cgj,
    Class::HangulJamoFiller,
    Class::HangulCompatFiller,
    Class::KhmerInherent,
    Class::ShorthandFormat,
    Class::MusicalFormat,
    Class::DeprecatedFormat,
    Class::DiUnassigned,
];

#[test]
fn ignorable_classes() {
    classes_are(IGNORABLE, ignorable);
    let selector = CodePointSetData::new::<props::VariationSelector>();
    classes_are(
        &[Class::Vs15Text, Class::Vs16Emoji, Class::Vs1To14, Class::Vs17To256, Class::VsMongolian],
        |cp| selector.contains32(cp),
    );
    classes_are(&[Class::VsMongolian, Class::Mvs], |cp| {
        ignorable(cp) && block(cp) == Block::Mongolian
    });
    classes_are(&[Class::HangulJamoFiller, Class::HangulCompatFiller], |cp| {
        ignorable(cp) && script(cp) == Script::Hangul
    });
    classes_are(&[Class::KhmerInherent], |cp| ignorable(cp) && script(cp) == Script::Khmer);
    classes_are(&[Class::MusicalFormat], |cp| ignorable(cp) && block(cp) == Block::MusicalSymbols);
    classes_are(&[Class::ShorthandFormat], |cp| {
        block(cp) == Block::ShorthandFormatControls && ignorable(cp)
    });
    classes_are(&[Class::DeprecatedFormat, Class::TagLanguage], |cp| {
        ignorable(cp) && deprecated(cp)
    });
    let join = CodePointSetData::new::<props::JoinControl>();
    classes_are(&[Class::Zwnj, Class::Zwj], |cp| join.contains32(cp));
}

#[test]
fn bidi_classes() {
    let control = CodePointSetData::new::<props::BidiControl>();
    let marks = [Class::BidiMark, Class::ArabicLetterMark];
    let rest = [
        (Class::BidiEmbed, [BidiClass::LeftToRightEmbedding, BidiClass::RightToLeftEmbedding]),
        (Class::BidiOverride, [BidiClass::LeftToRightOverride, BidiClass::RightToLeftOverride]),
        (Class::BidiPdf, [BidiClass::PopDirectionalFormat; 2]),
        (Class::BidiPdi, [BidiClass::PopDirectionalIsolate; 2]),
    ];
    for (class, values) in rest {
        classes_are(&[class], |cp| values.contains(&bidi(cp)));
    }
    let isolates = [
        BidiClass::LeftToRightIsolate,
        BidiClass::RightToLeftIsolate,
        BidiClass::FirstStrongIsolate,
    ];
    classes_are(&[Class::BidiIsolate], |cp| isolates.contains(&bidi(cp)));
    let strong = [BidiClass::LeftToRight, BidiClass::RightToLeft, BidiClass::ArabicLetter];
    classes_are(&marks, |cp| control.contains32(cp) && strong.contains(&bidi(cp)));
    classes_are(&[Class::ArabicLetterMark], |cp| {
        control.contains32(cp) && bidi(cp) == BidiClass::ArabicLetter
    });
}

#[test]
fn drawn_classes() {
    let prepended = CodePointSetData::new::<props::PrependedConcatenationMark>();
    classes_are(&[Class::PrependedVisible], |cp| prepended.contains32(cp));
    classes_are(&[Class::DeprecatedVisible], |cp| deprecated(cp) && !ignorable(cp));
    let stacks = |cp| {
        let joins = [IndicSyllabicCategory::InvisibleStacker, IndicSyllabicCategory::NumberJoiner];
        joins.contains(&indic(cp)) || cp == 0x2D7F
    };
    classes_are(&[Class::InvisibleStacker], stacks);
    classes_are(&[Class::Combining], |cp| {
        nonspacing(cp) && !ignorable(cp) && !stacks(cp) && !deprecated(cp) && cp != 0x16FE4
    });
}
