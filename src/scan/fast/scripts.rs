//! What a glance looks for in each script: pairs of bytes, few enough for one lookup, at the price of
//! taking for unclear what is rare in that script.

use super::patterns::{
    ALM, C1, EMOJI, GEORGIAN, HYPHEN, Halves, INDIC, KANA, MORE_RTL_LETTERS, Pattern, RTL_LETTERS,
    SYMBOLS, THAI, Tables, one, pair, span, tables,
};

/// What the text seems to be written in, as far as it is hard to tell from marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Script {
    /// First bytes tell letters from marks: Latin, Greek, Cyrillic, Chinese, Korean.
    #[default]
    Plain,
    /// Hebrew, Arabic.
    Rtl,
    /// Devanagari to Sinhala.
    Indic,
    /// Thai, Lao.
    Thai,
    /// Japanese.
    Kana,
    /// Lines, arrows, bullets.
    Symbols,
    Emoji,
    /// Georgian, Ethiopic, Cherokee.
    Georgian,
}

impl Script {
    /// Every script, in order.
    pub(super) const ALL: [Self; 8] = [
        Self::Plain,
        Self::Rtl,
        Self::Indic,
        Self::Thai,
        Self::Kana,
        Self::Symbols,
        Self::Emoji,
        Self::Georgian,
    ];

    /// The script of a character, by its first bytes.
    pub(super) fn of(first: u8, second: u8) -> Option<Self> {
        match (first, second) {
            (0xD6..=0xDB, _) => Some(Self::Rtl),
            (0xE0, 0xA4..=0xB7) => Some(Self::Indic),
            (0xE0, 0xB8..=0xBB) => Some(Self::Thai),
            (0xE1, 0x83..=0x8F) => Some(Self::Georgian),
            (0xE2, _) => Some(Self::Symbols),
            (0xE3, _) => Some(Self::Kana),
            (0xF0, 0x9F) => Some(Self::Emoji),
            _ => None,
        }
    }
}

/// Pairs that make a block unclear, and some that are part only of characters that are no marks.
pub(super) struct Pairs {
    pub(super) tables: Tables,
    /// The patterns of the second sort.
    pub(super) firm: u8,
}

impl Pairs {
    /// Those of a script. With `exact`, what begins with E2 80 is not among them.
    pub(super) const fn of(script: Script, exact: bool) -> Self {
        // Punctuation and operators.
        let after_e2 = if exact { one(0x81) } else { one(0x80).or(one(0x81)) };
        match script {
            Script::Plain => plain(after_e2),
            Script::Rtl => rtl(after_e2),
            Script::Indic => after_e0(after_e2, INDIC),
            Script::Thai => after_e0(after_e2, [THAI[0], THAI[1], THAI[1]]),
            Script::Kana => plain_but(after_e2, KANA),
            Script::Symbols => plain_but(after_e2, SYMBOLS),
            Script::Emoji => plain_but(after_e2, EMOJI),
            Script::Georgian => plain_but(after_e2, GEORGIAN),
        }
    }
}

/// Tags, selectors, blocks of the first plane; jamo fillers; Khmer, Mongolian and the empty braille
/// pattern; other selectors, BOM, specials, noncharacters.
const HIGH: Pattern = pair(one(0xF0).or(one(0xF3)), HIGH_BLOCKS);
const HIGH_BLOCKS: Halves = one(0x93).or(one(0x96)).or(one(0x9B)).or(one(0x9D)).or(one(0xA0));
const JAMO: Pattern = pair(one(0xE1).or(one(0xE3)), one(0x85));
const KHMER_TO_BRAILLE: Pattern = pair(one(0xE1).or(one(0xE2)), one(0x9E).or(one(0xA0)));
const SPECIALS: Pattern = pair(
    one(0xEF).or(one(0xBF)),
    one(0xB7).or(one(0xB8)).or(one(0xBB)).or(one(0xBE)).or(one(0xBF)),
);

/// Any second byte.
const REST: Halves = span(0x80, 0xBF);

const fn plain(after_e2: Halves) -> Pairs {
    let punctuation = pair(one(0xE2), after_e2);
    let all = [C1, HYPHEN, ALM, HIGH, punctuation, JAMO, KHMER_TO_BRAILLE, SPECIALS];
    Pairs { tables: tables(&all), firm: 0 }
}

/// Not for Arabic.
const fn plain_but(after_e2: Halves, firm: Pattern) -> Pairs {
    let controls = pair(one(0xC2).or(one(0xCD)).or(one(0xD8)), span(0x80, 0x9F));
    let punctuation = pair(one(0xE2), after_e2);
    let all = [controls, HYPHEN, HIGH, punctuation, JAMO, KHMER_TO_BRAILLE, SPECIALS, firm];
    Pairs { tables: tables(&all), firm: 0b1000_0000 }
}

/// Not for much of what begins with E1, E3 or EF.
const fn rtl(after_e2: Halves) -> Pairs {
    let all = [
        pair(one(0xC2).or(one(0xCD)), span(0x80, 0x9F)),
        pair(one(0xC2).or(one(0xE2)), after_e2.or(one(0xAD))),
        ALM,
        pair(one(0xE2).or(one(0xF0)).or(one(0xF3)), HIGH_BLOCKS),
        pair(one(0xE1).or(one(0xE3)).or(one(0xEF)).or(one(0xBF)), REST),
        RTL_LETTERS,
        MORE_RTL_LETTERS,
        pair(one(0xD7), span(0x90, 0x9F)),
    ];
    Pairs { tables: tables(&all), firm: 0b1110_0000 }
}

/// Not for what begins with C0 to DF, or with a lead under which the patterns for letters are marks.
const fn after_e0(after_e2: Halves, firm: [Pattern; 3]) -> Pairs {
    let all = [
        pair(span(0xC0, 0xDF), REST),
        pair(one(0xE1).or(one(0xE3)).or(one(0xEA)).or(one(0xEF)), REST),
        pair(one(0xE2), after_e2.or(one(0xA0))),
        pair(span(0xF0, 0xFF), REST.but_low(0xF)),
        pair(one(0xBF), one(0xBE).or(one(0xBF))),
        firm[0],
        firm[1],
        firm[2],
    ];
    Pairs { tables: tables(&all), firm: 0b1110_0000 }
}
