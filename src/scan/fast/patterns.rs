//! The byte patterns that the kernel looks for, and their lookup tables by half bytes.
//!
//! A pattern is a set of byte strings of length 3: for each byte a set of high and a set of low
//! halves. Eight patterns share six tables of 16 bytes, a bit each.

/// Which high and which low halves a byte may have.
#[derive(Clone, Copy)]
pub(super) struct Halves {
    high: u16,
    low: u16,
}

impl Halves {
    /// Every byte.
    const ANY: Self = Self { high: 0xFFFF, low: 0xFFFF };

    /// The bytes from `first` to `last`, and whatever has a high and a low half of theirs.
    const fn span(first: u8, last: u8) -> Self {
        let mut all = Self { high: 0, low: 0 };
        let mut byte = first;
        loop {
            all.high |= 1 << (byte >> 4);
            all.low |= 1 << (byte & 15);
            if byte == last {
                return all;
            }
            byte += 1;
        }
    }

    /// One byte.
    const fn one(byte: u8) -> Self {
        Self::span(byte, byte)
    }

    /// The halves of both.
    pub(super) const fn or(self, other: Self) -> Self {
        Self { high: self.high | other.high, low: self.low | other.low }
    }

    /// The same without a low half.
    pub(super) const fn but_low(self, low: u8) -> Self {
        Self { high: self.high, low: self.low & !(1 << low) }
    }
}

/// Three bytes in a row; the last one is where a match is reported.
pub(super) type Pattern = [Halves; 3];

/// A lookup by half a byte.
pub(super) type Table = [u8; 16];

/// Lookups by the high and the low half of each of three bytes: `[byte][high, low]`.
pub(super) type Tables = [[Table; 2]; 3];

/// The tables of up to eight patterns.
pub(super) const fn tables(patterns: &[Pattern]) -> Tables {
    assert!(patterns.len() <= 8, "a bit for each pattern");
    let mut tables = [[[0; 16]; 2]; 3];
    let mut at = 0;
    while at < patterns.len() {
        let mut byte = 0;
        while byte < 3 {
            let mut half = 0;
            while half < 16 {
                let halves = patterns[at][byte];
                tables[byte][0][half] |= ((halves.high >> half & 1) as u8) << at;
                tables[byte][1][half] |= ((halves.low >> half & 1) as u8) << at;
                half += 1;
            }
            byte += 1;
        }
        at += 1;
    }
    tables
}

pub(super) const fn pair(first: Halves, second: Halves) -> Pattern {
    [Halves::ANY, first, second]
}

const fn single(byte: Halves) -> Pattern {
    [Halves::ANY, Halves::ANY, byte]
}

pub(super) const fn one(byte: u8) -> Halves {
    Halves::one(byte)
}

pub(super) const fn span(first: u8, last: u8) -> Halves {
    Halves::span(first, last)
}

/// Two bytes that are, or may be, part of a character that needs a decision.
pub(super) const CANDIDATE_PAIRS: Tables = tables(&[
    // C1 controls; soft hyphen and CGJ; ALM.
    C1,
    HYPHEN,
    ALM,
    // Tags and selectors; Egyptian, Khitan and shorthand blocks.
    pair(one(0xF0).or(one(0xF3)), one(0x93).or(one(0x96)).or(one(0x9B)).or(one(0xA0))),
    // Noncharacters and selectors.
    pair(one(0xEF), one(0xB7).or(one(0xB8))),
    // The ends of both Hangul fillers; musical symbols.
    pair(one(0xBE), one(0xA0)),
    pair(one(0x85), one(0xA4)),
    pair(one(0x9D), one(0x85)),
]);

/// Three bytes of the same sort.
pub(super) const CANDIDATE_TRIPLES: Tables = tables(&[
    // Zero-width, bidi, separators; invisible operators.
    [one(0xE2), one(0x80), span(0x8B, 0x8F)],
    [one(0xE2), one(0x80), span(0xA8, 0xAE)],
    [one(0xE2), one(0x81), span(0xA0, 0xAF)],
    // Mongolian selectors; the empty braille pattern; jamo fillers; Khmer vowels.
    [one(0xE1), one(0xA0), span(0x8B, 0x8F)],
    [one(0xE2), one(0xA0), one(0x80)],
    [one(0xE1), one(0x85), one(0x9F).or(one(0xA0))],
    [one(0xE1), one(0x9E), one(0xB4).or(one(0xB5))],
    // BOM, specials; noncharacters at the end of each plane.
    [
        one(0x8F).or(one(0x9F)).or(one(0xAF)).or(one(0xBF)).or(one(0xEF)),
        one(0xBB).or(one(0xBF)),
        span(0xB0, 0xBF).but_low(0xD),
    ],
]);

pub(super) const C1: Pattern = pair(one(0xC2), span(0x80, 0x9F));
pub(super) const HYPHEN: Pattern = pair(one(0xC2).or(one(0xCD)), one(0xAD).or(one(0x8F)));
pub(super) const ALM: Pattern = pair(one(0xD8), one(0x9C));

/// The third bytes of what needs a decision after E2 80, where much used punctuation is too.
pub(super) const AFTER_E2_80: Tables =
    tables(&[single(span(0x8B, 0x8F)), single(span(0xA8, 0xAE))]);

/// Single bytes that begin only characters that are no nonspacing marks, and those that are ASCII
/// controls; with `lines`, TAB and LF are none.
pub(super) const fn leads(lines: bool) -> Tables {
    let mut below_10 = span(0x00, 0x0F);
    if lines {
        below_10 = below_10.but_low(b'\t').but_low(b'\n');
    }
    tables(&[
        single(span(0x00, 0x7F)),
        single(span(0xC2, 0xCB).or(span(0xCE, 0xCF))),
        single(span(0xD0, 0xD1).or(span(0xD3, 0xD5)).or(one(0xDA))),
        single(span(0xE4, 0xE9).or(span(0xEB, 0xEE))),
        single(one(0xF1).or(one(0xF2)).or(one(0xF4))),
        single(below_10),
        single(span(0x10, 0x1F)),
        single(one(0x7F)),
    ])
}

/// The patterns of [`leads`] that are controls.
pub(super) const CONTROLS: u8 = 0b1110_0000;

/// Two bytes that are part only of such characters.
pub(super) const FIRM_PAIRS: Tables = tables(&[
    RTL_LETTERS,
    MORE_RTL_LETTERS,
    pair(one(0xD7), span(0x90, 0x9F)),
    KANA,
    SYMBOLS,
    EMOJI,
    GEORGIAN,
    // Latin and Greek with accents, full-width forms.
    pair(one(0xE1).or(one(0xEF)), span(0xB9, 0xBF)),
]);

/// Two bytes that are part only of such characters if E0 is before them, or E1 for those of
/// [`AFTER_E1`].
pub(super) const FIRM_AFTER: Tables = tables(&[
    INDIC[0],
    INDIC[1],
    INDIC[2],
    THAI[0],
    THAI[1],
    // Myanmar, Khmer.
    pair(one(0x80).or(one(0x9E)), span(0x80, 0x9F)),
]);

/// The patterns of [`FIRM_AFTER`] that want E1 before them.
pub(super) const AFTER_E1: u8 = 0b0010_0000;

pub(super) const RTL_LETTERS: Pattern = pair(span(0xD7, 0xD9), span(0xA1, 0xBF).but_low(0));
pub(super) const MORE_RTL_LETTERS: Pattern = pair(one(0xD9).or(one(0xDB)), span(0x80, 0x8A));
pub(super) const KANA: Pattern = pair(one(0xE3), span(0x80, 0xBF).but_low(0).but_low(2));
pub(super) const SYMBOLS: Pattern = pair(one(0xE2), span(0x80, 0xAF).but_low(3));
pub(super) const EMOJI: Pattern = pair(one(0xF0), one(0x9F));
/// Georgian, Ethiopic, Cherokee.
pub(super) const GEORGIAN: Pattern = pair(one(0xE1), span(0x83, 0x8F).but_low(0xD));

/// Letters of the first halves of the blocks after E0: from Devanagari to Tamil, a vowel sign with
/// them; from Telugu to Malayalam and Sinhala.
pub(super) const INDIC: [Pattern; 3] = {
    let earlier = one(0xA4).or(one(0xA6)).or(one(0xA8)).or(one(0xAA)).or(one(0xAC)).or(one(0xAE));
    let later = one(0xB0).or(one(0xB2)).or(one(0xB4)).or(one(0xB6));
    [
        pair(earlier, span(0x90, 0xAF)),
        pair(earlier, span(0xB0, 0xB9).or(one(0xBE))),
        pair(later, span(0x90, 0xAF)),
    ]
};

/// Letters of Thai and Lao after E0; vowels in front of letters.
pub(super) const THAI: [Pattern; 2] = [
    pair(one(0xB8).or(one(0xBA)), span(0x80, 0xAF)),
    pair(one(0xB9).or(one(0xBB)), span(0x80, 0x86)),
];

/// The tables of Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte":
/// by the high and low half of a byte and the high half of the next one. A bit that all three
/// have is an error.
pub(super) mod utf8 {
    use super::Table;

    const TOO_SHORT: u8 = 1 << 0;
    const TOO_LONG: u8 = 1 << 1;
    const OVERLONG_3: u8 = 1 << 2;
    const TOO_LARGE: u8 = 1 << 3;
    const SURROGATE: u8 = 1 << 4;
    const OVERLONG_2: u8 = 1 << 5;
    const TOO_LARGE_1000: u8 = 1 << 6;
    const OVERLONG_4: u8 = 1 << 6;
    const TWO_CONTS: u8 = 1 << 7;
    const CARRY: u8 = TOO_SHORT | TOO_LONG | TWO_CONTS;

    pub(in super::super) const FIRST_HIGH: Table = {
        let mut table = [TOO_LONG; 16];
        let mut half = 0x8;
        while half < 0xC {
            table[half] = TWO_CONTS;
            half += 1;
        }
        table[0xC] = TOO_SHORT | OVERLONG_2;
        table[0xD] = TOO_SHORT;
        table[0xE] = TOO_SHORT | OVERLONG_3 | SURROGATE;
        table[0xF] = TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4;
        table
    };

    pub(in super::super) const FIRST_LOW: Table = {
        let mut table = [CARRY | TOO_LARGE | TOO_LARGE_1000; 16];
        table[0x0] = CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4;
        table[0x1] = CARRY | OVERLONG_2;
        table[0x2] = CARRY;
        table[0x3] = CARRY;
        table[0x4] = CARRY | TOO_LARGE;
        table[0xD] |= SURROGATE;
        table
    };

    pub(in super::super) const SECOND_HIGH: Table = {
        const CONT: u8 = TOO_LONG | OVERLONG_2 | TWO_CONTS;
        let mut table = [TOO_SHORT; 16];
        table[0x8] = CONT | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4;
        table[0x9] = CONT | OVERLONG_3 | TOO_LARGE;
        table[0xA] = CONT | SURROGATE | TOO_LARGE;
        table[0xB] = CONT | SURROGATE | TOO_LARGE;
        table
    };
}
