//! The class and the traits of every code point, from properties.

use super::super::{class::Class, traits::Traits};
use super::ucd::{END, Ranges, Row, pairs};

type Property = Ranges<String>;

/// The properties that decide class and traits.
pub(super) struct Properties {
    pub(super) data: Ranges<Row>,
    pub(super) bidi: Property,
    pub(super) bidi_control: Property,
    pub(super) block: Property,
    pub(super) deprecated: Property,
    pub(super) grapheme: Property,
    pub(super) ignorable: Property,
    pub(super) indic: Property,
    pub(super) joining: Property,
    pub(super) line: Property,
    pub(super) modifier: Property,
    pub(super) noncharacter: Property,
    pub(super) pictographic: Property,
    pub(super) prepended: Property,
    pub(super) script: Property,
    pub(super) selector: Property,
    pub(super) styled: Vec<u32>,
    pub(super) white_space: Property,
}

impl Properties {
    /// Reads the files.
    pub(super) fn read() -> Self {
        let list = |property| Ranges::only("PropList.txt", property);
        let emoji = |property| Ranges::only("emoji/emoji-data.txt", property);
        let styles = pairs("emoji/emoji-variation-sequences.txt");
        Self {
            data: Ranges::unicode_data(),
            bidi: Ranges::read("extracted/DerivedBidiClass.txt"),
            bidi_control: list("Bidi_Control"),
            block: Ranges::read("Blocks.txt"),
            deprecated: list("Deprecated"),
            grapheme: Ranges::read("auxiliary/GraphemeBreakProperty.txt"),
            ignorable: Ranges::only("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point"),
            indic: Ranges::read("IndicSyllabicCategory.txt"),
            joining: Ranges::read("extracted/DerivedJoiningType.txt"),
            line: Ranges::read("LineBreak.txt"),
            modifier: emoji("Emoji_Modifier"),
            noncharacter: list("Noncharacter_Code_Point"),
            pictographic: emoji("Extended_Pictographic"),
            prepended: list("Prepended_Concatenation_Mark"),
            script: Ranges::read("Scripts.txt"),
            selector: list("Variation_Selector"),
            styled: styles.into_iter().map(|(base, _)| base).collect(),
            white_space: list("White_Space"),
        }
    }

    /// Class and traits of all code points.
    pub(super) fn kinds(&self) -> Vec<(Class, Traits)> {
        let kind = |cp| {
            let class = self.class(cp);
            (class, self.traits(cp, class))
        };
        (0..END).map(kind).collect()
    }

    fn category(&self, cp: u32) -> &str {
        self.data.get(cp).map_or("Cn", |row| &row.category)
    }

    fn class(&self, cp: u32) -> Class {
        let category = self.category(cp);
        let marks = matches!(category, "Mn" | "Me");
        match category {
            "Cs" => Class::Surrogate,
            "Co" if cp <= 0xFFFF => Class::PuaBmp,
            "Co" => Class::PuaSupplementary,
            "Cc" => control(cp),
            _ if self.white_space.has(cp) => space(cp, category),
            _ if self.noncharacter.has(cp) => Class::Nonchar,
            _ if self.ignorable.has(cp) => self.ignorable(cp, category),
            "Cn" => Class::Unassigned,
            "Cf" => self.drawn_format(cp),
            _ if is_blank(cp) => Class::BlankSymbol,
            _ if cp == 0xFFFC => Class::ObjectReplacement,
            _ if cp == 0xFFFD => Class::ReplacementChar,
            _ if self.stacks(cp) => Class::InvisibleStacker,
            _ if self.deprecated.has(cp) => Class::DeprecatedVisible,
            _ if marks => Class::Combining,
            _ => Class::Visible,
        }
    }

    /// Default_Ignorable_Code_Point.
    fn ignorable(&self, cp: u32, category: &str) -> Class {
        let tags = self.block.is(cp, "Tags");
        match cp {
            0x00AD => return Class::SoftHyphen,
            0x034F => return Class::Cgj,
            0x180E => return Class::Mvs,
            0x200B => return Class::Zwsp,
            0x200C => return Class::Zwnj,
            0x200D => return Class::Zwj,
            0x2060 => return Class::WordJoiner,
            0xFEFF => return Class::Bom,
            0xE0001 => return Class::TagLanguage,
            _ => {}
        }
        if category == "Cn" {
            return if tags { Class::TagUnassigned } else { Class::DiUnassigned };
        }
        if self.bidi_control.has(cp) {
            return self.bidi_control(cp);
        }
        if self.selector.has(cp) {
            return self.selector(cp);
        }
        if self.deprecated.has(cp) {
            return Class::DeprecatedFormat;
        }
        if tags {
            return Class::Tag;
        }
        let row = self.data.get(cp).expect("assigned");
        match (self.block.get(cp).map_or("", String::as_str), category) {
            ("Hangul Jamo", _) => Class::HangulJamoFiller,
            _ if row.name.ends_with("HANGUL FILLER") => Class::HangulCompatFiller,
            ("Khmer", "Mn") => Class::KhmerInherent,
            ("Shorthand Format Controls", _) => Class::ShorthandFormat,
            ("Musical Symbols", _) => Class::MusicalFormat,
            ("General Punctuation", "Cf") => Class::InvisibleOp,
            _ => panic!("no class for default-ignorable U+{cp:04X}"),
        }
    }

    fn bidi_control(&self, cp: u32) -> Class {
        match self.bidi.get(cp).map_or("", String::as_str) {
            "L" | "R" => Class::BidiMark,
            "AL" => Class::ArabicLetterMark,
            "LRE" | "RLE" => Class::BidiEmbed,
            "LRO" | "RLO" => Class::BidiOverride,
            "PDF" => Class::BidiPdf,
            "LRI" | "RLI" | "FSI" => Class::BidiIsolate,
            "PDI" => Class::BidiPdi,
            other => panic!("no class for bidi control U+{cp:04X} of {other}"),
        }
    }

    fn selector(&self, cp: u32) -> Class {
        let name = &self.data.get(cp).expect("assigned").name;
        let Some(number) = name.strip_prefix("VARIATION SELECTOR-") else {
            assert!(self.block.is(cp, "Mongolian"), "no class for selector U+{cp:04X}");
            return Class::VsMongolian;
        };
        match number.parse::<u32>().expect("a number") {
            1..=14 => Class::Vs1To14,
            15 => Class::Vs15Text,
            16 => Class::Vs16Emoji,
            _ => Class::Vs17To256,
        }
    }

    /// Format characters (Cf) that are not default-ignorable.
    fn drawn_format(&self, cp: u32) -> Class {
        if self.prepended.has(cp) {
            Class::PrependedVisible
        } else if self.block.is(cp, "Specials") {
            Class::Interlinear
        } else {
            assert!(self.block.is(cp, "Egyptian Hieroglyph Format Controls"), "U+{cp:04X}?");
            Class::EgyptianFormat
        }
    }

    /// The number joiner of Brahmi and the consonant joiner of Tifinagh (not an Indic script) stack
    /// as well, under another value and under none.
    fn stacks(&self, cp: u32) -> bool {
        cp == 0x2D7F
            || ["Invisible_Stacker", "Number_Joiner"].iter().any(|value| self.indic.is(cp, value))
    }

    fn traits(&self, cp: u32, class: Class) -> Traits {
        let category = self.category(cp);
        let ignorable = self.ignorable.has(cp);
        let letter = category.starts_with('L');
        let written = letter || category.starts_with('M');
        let drawn = is_drawn(class);
        let pictured = matches!(class, Class::Visible | Class::Combining);
        let strong = self.bidi.is(cp, "R") || self.bidi.is(cp, "AL");
        let script = self.script.get(cp).map_or("Unknown", String::as_str);
        let hangul = |value| script == "Hangul" && self.grapheme.is(cp, value);
        let joining = |value| self.joining.is(cp, value);
        let block = |value| self.block.is(cp, value);
        let combining = self.data.get(cp).map_or("0", |row| &row.combining);
        let holds = [
            (Traits::DUAL, joining("D")),
            (Traits::RIGHT, joining("R")),
            (Traits::LEFT, joining("L")),
            (Traits::TRANSPARENT, !ignorable && joining("T")),
            (Traits::VIRAMA, combining == "9"),
            (Traits::INDIC, !ignorable && written && self.indic.has(cp)),
            (Traits::COMPLEX, self.line.is(cp, "SA")),
            (Traits::RTL, !ignorable && category != "Cn" && strong),
            (Traits::PICTOGRAPHIC, self.pictographic.has(cp)),
            (Traits::MODIFIER, self.modifier.has(cp)),
            (Traits::STYLED, self.styled.binary_search(&cp).is_ok()),
            (Traits::NONSPACING, !ignorable && matches!(category, "Mn" | "Me")),
            (Traits::MN, !ignorable && category == "Mn"),
            (Traits::LETTER_OR_MARK, !ignorable && written),
            (Traits::MONGOLIAN, letter && script == "Mongolian"),
            (Traits::DUPLOYAN, pictured && script == "Duployan"),
            (Traits::MUSICAL, pictured && block("Musical Symbols")),
            (Traits::HIEROGLYPH, pictured && script == "Egyptian_Hieroglyphs"),
            (Traits::HEBREW_LETTER, letter && script == "Hebrew"),
            (Traits::HEBREW_POINT, category == "Mn" && script == "Hebrew"),
            (Traits::CHOSEONG, hangul("L")),
            (Traits::JUNGSEONG, hangul("V")),
            (Traits::JONGSEONG, hangul("T")),
            (Traits::BRAILLE, drawn && block("Braille Patterns")),
            (Traits::KHITAN, pictured && script == "Khitan_Small_Script"),
            (Traits::IGNORABLE, ignorable),
            (Traits::WHITE_SPACE, self.white_space.has(cp)),
            (Traits::DRAWN, drawn),
        ];
        assert_eq!(holds.len(), Traits::NAMES.len(), "a condition for every trait");
        let held = holds.into_iter().filter(|(_, holds)| *holds);
        held.fold(Traits::NONE, |all, (one, _)| all.with(one))
    }
}

fn control(cp: u32) -> Class {
    match cp {
        0x00 => Class::Nul,
        0x09 | 0x0A => Class::TabLf,
        0x0B | 0x0C => Class::VtFf,
        0x0D => Class::Cr,
        0x1B => Class::Esc,
        0x7F => Class::Del,
        0x85 => Class::Nel,
        0x80.. => Class::C1Other,
        _ => Class::C0Other,
    }
}

fn space(cp: u32, category: &str) -> Class {
    match cp {
        0x0020 => Class::AsciiSpace,
        0x00A0 | 0x202F => Class::Nbsp,
        0x3000 => Class::IdeographicSpace,
        _ if matches!(category, "Zl" | "Zp") => Class::LineParaSep,
        _ => Class::OtherSpace,
    }
}

/// No property tells a symbol that draws nothing.
fn is_blank(cp: u32) -> bool {
    matches!(cp, 0x2800 | 0x13441 | 0x13442 | 0x16FE4 | 0x1D159)
}

fn is_drawn(class: Class) -> bool {
    matches!(
        class,
        Class::Visible
            | Class::Combining
            | Class::PuaBmp
            | Class::PuaSupplementary
            | Class::PrependedVisible
            | Class::DeprecatedVisible
            | Class::ReplacementChar
            | Class::ObjectReplacement
            | Class::Unassigned
    )
}
