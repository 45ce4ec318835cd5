//! Ways of writing numbers in a few symbols: the known ones, and those that a run could be in.

use super::symbols::MAX_DIGITS;
use super::text::{MAX_TEXT, units, utf8};

/// In [`Form::roles`]: carries nothing.
const SKIPPED: u8 = 0xFE;
/// In [`Form::roles`]: stands between numbers.
const SEPARATOR: u8 = 0xFF;

/// The most digits of a number between separators.
const MAX_WIDTH: usize = 24;

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    /// A byte of UTF-8 (a code point, if they are no UTF-8).
    Byte,
    /// A byte of UTF-8 and a digit that is 0.
    Nine,
    /// A UTF-16 unit or a code point.
    Wide,
}

/// How a tool writes, with its own digits.
struct Known {
    codec: &'static str,
    /// The digits, 0 first.
    digits: &'static [char],
    /// The digits of a number; 0 where a separator ends it.
    width: usize,
    unit: Unit,
    separator: Option<char>,
    /// A symbol around the message.
    frame: Option<char>,
}

/// A tool whose numbers all have as many digits.
const fn fixed(codec: &'static str, digits: &'static [char], width: usize, unit: Unit) -> Known {
    Known { codec, digits, width, unit, separator: None, frame: None }
}

const JOINERS: &[char] = &['\u{200C}', '\u{200D}'];
const SPACE_AND_JOINER: &[char] = &['\u{200B}', '\u{200C}'];
const SPACE_AND_JOINERS: &[char] = &['\u{200B}', '\u{200C}', '\u{200D}'];
const MISAWA: &[char] = &['\u{200C}', '\u{200D}', '\u{202C}', '\u{FEFF}'];

/// unicode.md, section 6, as the source of each tool has it.
static KNOWN: &[Known] = &[
    fixed("sneaky bits", &['\u{2062}', '\u{2064}'], 8, Unit::Byte),
    fixed("zero-width binary", SPACE_AND_JOINER, 8, Unit::Byte),
    fixed("Hangul filler binary", &['\u{FFA0}', '\u{3164}'], 8, Unit::Byte),
    fixed("i18next-subliminal", JOINERS, 9, Unit::Nine),
    fixed("i18next-subliminal", SPACE_AND_JOINER, 9, Unit::Nine),
    fixed("zwpy", JOINERS, 16, Unit::Wide),
    Known {
        codec: "steganographr",
        digits: SPACE_AND_JOINER,
        width: 0,
        unit: Unit::Byte,
        separator: Some('\u{2060}'),
        frame: Some('\u{FEFF}'),
    },
    Known {
        codec: "zero-width-js",
        digits: SPACE_AND_JOINER,
        width: 0,
        unit: Unit::Byte,
        separator: Some('\u{200D}'),
        frame: None,
    },
    fixed("zwsp-steg", SPACE_AND_JOINERS, 11, Unit::Wide),
    fixed("zwpy", &['\u{200C}', '\u{200D}', '\u{2060}'], 11, Unit::Wide),
    fixed("zwpy", &['\u{200C}', '\u{200D}', '\u{2060}', '\u{FEFF}'], 8, Unit::Wide),
    fixed("unicode_steganography", MISAWA, 8, Unit::Wide),
    fixed("unicode_steganography", MISAWA, 4, Unit::Byte),
    fixed(
        "zwsp-steg",
        &['\u{200B}', '\u{200C}', '\u{200D}', '\u{200E}', '\u{200F}'],
        7,
        Unit::Wide,
    ),
    Known {
        codec: "zero-width-lib",
        digits: &['\u{200E}', '\u{200F}', '\u{200C}', '\u{200D}', '\u{FEFF}'],
        width: 0,
        unit: Unit::Wide,
        separator: Some('\u{200B}'),
        frame: None,
    },
];

/// Every alphabet that a known tool spreads over a text.
pub(super) fn alphabets() -> impl Iterator<Item = &'static [char]> {
    KNOWN.iter().map(|known| known.digits)
}

/// A way in which a run could be read.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) codec: &'static str,
    /// The digit that each symbol of the alphabet is, or what else.
    roles: [u8; MAX_DIGITS],
    base: u8,
    width: usize,
    unit: Unit,
    /// The bits that this way has to save, being one of many.
    pub(super) price: f64,
}

/// What a run says in one way.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) text: String,
    /// The bits that its symbols could hold.
    pub(super) bits: f64,
    /// Symbols were left at the end.
    pub(super) has_rest: bool,
}

impl Form {
    /// Reads numbered symbols, up to [`MAX_TEXT`] numbers.
    pub(super) fn read(&self, run: &[u8]) -> Option<Said> {
        let (mut numbers, mut number, mut digits, mut symbols) = (Vec::new(), 0, 0, 0);
        for &symbol in run {
            match self.roles[usize::from(symbol)] {
                SKIPPED => continue,
                // Two in a row do not stand between numbers.
                SEPARATOR if digits == 0 => return None,
                SEPARATOR => symbols += 1,
                digit => {
                    number = number * u64::from(self.base) + u64::from(digit);
                    digits += 1;
                    symbols += 1;
                    if digits > MAX_WIDTH {
                        return None;
                    }
                    if digits != self.width {
                        continue;
                    }
                }
            }
            numbers.push(u32::try_from(number).ok()?);
            (number, digits) = (0, 0);
            if numbers.len() == MAX_TEXT {
                break;
            }
        }
        let has_rest = digits > 0 && self.width > 0;
        if has_rest {
            symbols -= digits;
        } else if digits > 0 {
            numbers.push(u32::try_from(number).ok()?);
        }
        let kinds = if self.width == 0 { self.base + 1 } else { self.base };
        let bits = symbols as f64 * f64::from(kinds).log2();
        Some(Said { text: self.text(&numbers)?, bits, has_rest })
    }

    fn text(&self, numbers: &[u32]) -> Option<String> {
        let bytes = |numbers: &[u32]| -> Option<Vec<u8>> {
            numbers.iter().map(|number| u8::try_from(*number).ok()).collect()
        };
        match self.unit {
            Unit::Byte => bytes(numbers).and_then(|bytes| utf8(&bytes)).or_else(|| units(numbers)),
            Unit::Nine => {
                let halves: Vec<u32> = numbers.iter().map(|number| number / 2).collect();
                numbers.iter().all(|number| number % 2 == 0).then(|| utf8(&bytes(&halves)?)).flatten()
            }
            Unit::Wide => units(numbers),
        }
    }
}

impl Known {
    /// This way of reading an alphabet, if it explains each of its symbols.
    fn form(&self, alphabet: &[char], noise: Option<char>) -> Option<Form> {
        let roles = roles(alphabet, |c| {
            let digit = self.digits.iter().position(|digit| *digit == c);
            match digit {
                Some(digit) => u8::try_from(digit).ok(),
                None if Some(c) == self.separator => Some(SEPARATOR),
                None => (Some(c) == self.frame || Some(c) == noise).then_some(SKIPPED),
            }
        })?;
        let base = u8::try_from(self.digits.len()).ok()?;
        let price = if noise.is_some() { NOISE } else { 0.0 };
        // Two symbols are digits alone: a number without an end.
        let is_told_apart = self.width > 0 || alphabet.len() > 2;
        is_told_apart.then_some(Form {
            codec: self.codec,
            roles,
            base,
            width: self.width,
            unit: self.unit,
            price,
        })
    }
}

/// Each way in which a run of this alphabet could be read: known ones first, and the digits in
/// the order of their code points before any other. Not more than 200.
pub(super) fn forms(alphabet: &[char]) -> Vec<Form> {
    let mut forms = ways(alphabet, None);
    if (3..=MAX_NOISY).contains(&alphabet.len()) {
        forms.extend(alphabet.iter().flat_map(|noise| ways(alphabet, Some(*noise))));
    }
    forms
}

fn ways(alphabet: &[char], noise: Option<char>) -> Vec<Form> {
    let mut ways: Vec<Form> = KNOWN.iter().filter_map(|known| known.form(alphabet, noise)).collect();
    let digits: Vec<char> = alphabet.iter().copied().filter(|c| Some(*c) != noise).collect();
    let added = if noise.is_some() { NOISE } else { 0.0 };
    for (order, price) in orders(&digits, noise.is_none()) {
        let position = |c| order.iter().position(|digit| *digit == c);
        let Some(roles) = roles(alphabet, |c| position(c).map_or(Some(SKIPPED), |at| u8::try_from(at).ok()))
        else {
            continue;
        };
        let base = order.len() as u8;
        let form = Form { codec: BASES[order.len()], roles, base, width: 0, unit: Unit::Wide, price: price + added };
        ways.push(Form { width: width(base, 1 << 8), unit: Unit::Byte, ..form.clone() });
        if base == 2 {
            ways.push(Form { width: 9, unit: Unit::Nine, ..form.clone() });
        }
        ways.push(Form { width: width(base, 1 << 16), ..form.clone() });
        ways.push(Form { width: width(base, 1 << 24), ..form });
    }
    if let ([first, second, third], None) = (alphabet, noise) {
        for (separator, zero, one) in [
        ] {
        }
    }
    ways
}
