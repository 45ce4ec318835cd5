//! Is it text? What a reading has to be before anyone is told of it, and how it is shown.

use std::fmt::Write as _;

use crate::scan::Class;

/// The most bytes of text that are shown, and the most bytes or characters that are read.
pub(super) const MAX_TEXT: usize = 64 << 10;

/// The fewest whole characters after which the text may end within one.
const CUT_AFTER: usize = 8;

/// The most combining marks on one base that are shown as they are.
const MAX_MARKS: usize = 4;

/// What the gain of a less likely way of reading is worth beside that of a likely one.
pub(super) const GUESS: f64 = 0.6;

/// The bits of a printable character of ASCII where all are as likely (keys, base64), and those
/// that say so.
const ANY_ASCII: f64 = 6.57;
const ANY: f64 = 4.0;

/// How surprising a text is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    /// The bits that a simple model of text needs to say it.
    pub(super) bits: f64,
    /// Its characters.
    pub(super) characters: u32,
}

/// Bytes as UTF-8. An incomplete character at the end is left out.
pub(super) fn utf8(bytes: &[u8]) -> Option<String> {
    let (valid, rest) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let text = std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()?;
            (text, Some(error.error_len()))
        }
    };
    let is_cut = rest == Some(None) && valid.chars().nth(CUT_AFTER - 1).is_some();
    (rest.is_none() || is_cut).then(|| valid.to_owned())
}

/// Numbers as UTF-16 units or code points.
pub(super) fn units(units: &[u32]) -> Option<String> {
    let mut text = String::new();
    let mut rest = units.iter().copied();
    while let Some(unit) = rest.next() {
        let code = match unit {
            0xD800..=0xDBFF => match rest.next() {
                Some(low @ 0xDC00..=0xDFFF) => 0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00),
                // The text was cut between the halves.
                None if units.len() > CUT_AFTER => break,
                _ => return None,
            },
            _ => unit,
        };
        text.push(char::from_u32(code)?);
    }
    Some(text)
}

/// Weighs a text, if it is valid: at least 90 % of it printable (unicode.md, section 6), and
/// something of it visible. The joiners and styles of emoji count neither way.
pub(super) fn weigh(text: &str) -> Option<Weight> {
    let (mut bits, mut characters, mut printable, mut counted) = (0.0, 0_u32, 0, 0);
    let mut model = Model::default();
    for c in text.chars() {
        let class = Class::of(c);
        characters += 1;
        match class {
            Class::Zwj | Class::Zwnj | Class::Vs15Text | Class::Vs16Emoji => {
                bits += 4.0;
                continue;
            }
            _ if is_printable(class) => {
                printable += 1;
                bits += model.cost(c);
            }
            _ => bits += 20.0,
        }
        counted += 1;
    }
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        bits = bits.min(f64::from(characters) * ANY_ASCII + ANY);
    }
    let is_blank = text.chars().all(char::is_whitespace);
    (!is_blank && printable * 10 >= counted * 9 && printable > 0)
        .then_some(Weight { bits, characters })
}

/// Weighs a text that took so many bits of symbols: how many bits less it needs, if that is more
/// than chance would give.
pub(super) fn gain(text: &str, bits: f64) -> Option<f64> {
    let weight = weigh(text)?;
    let gain = bits - weight.bits;
    // One character over and over is padding.
    let repeats = text.chars().zip(text.chars().skip(1)).filter(|(a, b)| a == b).count();
    let is_padding = weight.characters > 3 && repeats * 2 > text.chars().count();
    // A bit for each of the first characters: chance seldom gives even that.
    let demand = f64::from(weight.characters.min(12));
    (gain >= demand && !is_padding).then_some(gain)
}

/// Text on one line with everything hidden or active as an escape, such as `\u{202E}`; capped.
pub(super) fn shown(text: &str) -> String {
    let mut out = String::new();
    let mut marks = 0;
    for c in text.chars() {
        let class = Class::of(c);
        marks = if class == Class::Combining { marks + 1 } else { 0 };
        let before = out.len();
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ if is_harmless(class) && marks <= MAX_MARKS => out.push(c),
            // Writing to a string does not fail.
            _ => drop(write!(out, "\\u{{{:X}}}", c as u32)),
        }
        if out.len() > MAX_TEXT {
            out.truncate(before);
            break;
        }
    }
    out
}

/// Whether a class has a place in text.
fn is_printable(class: Class) -> bool {
    is_harmless(class)
        || matches!(class, Class::TabLf | Class::Cr | Class::Nbsp | Class::OtherSpace)
}

/// Whether a class can be printed as it is.
fn is_harmless(class: Class) -> bool {
    matches!(
        class,
        Class::Visible
            | Class::AsciiSpace
            | Class::IdeographicSpace
            | Class::PrependedVisible
            | Class::InvisibleStacker
            | Class::DeprecatedVisible
            | Class::Combining
    )
}

/// A simple model of text: what came before, as far as it makes the next character likely.
///
/// The figures are rounded from the letters of English and the sizes of blocks. They need not be
/// exact: text and chance are many bits apart.
#[derive(Default)]
struct Model {
    /// The last letter of ASCII was a capital.
    is_upper: bool,
    /// The last character was a digit of ASCII.
    is_digit: bool,
    /// The script of the last character outside ASCII.
    script: Option<Script>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    EastAsian,
    Hangul,
    Symbols,
    /// 256 code points.
    Page(u32),
}

impl Model {
    /// The bits that a printable character costs.
    fn cost(&mut self, c: char) -> f64 {
        let was_digit = std::mem::replace(&mut self.is_digit, c.is_ascii_digit());
        match c {
            ' ' => 3.0,
            'a'..='z' | 'A'..='Z' => {
                let was_upper = std::mem::replace(&mut self.is_upper, c.is_ascii_uppercase());
                let shift = match (was_upper, self.is_upper) {
                    (_, false) => 0.0,
                    (true, true) => 0.5,
                    (false, true) => 2.5,
                };
                letter(c.to_ascii_lowercase()) + shift
            }
            '0'..='9' => {
                if was_digit {
                    5.0
                } else {
                    8.0
                }
            }
            '\0'..='\x7F' | '\u{2010}'..='\u{203A}' => 8.0,
            _ => {
                let (script, bits) = script(c);
                let change = if self.script == Some(script) { 0.0 } else { 12.0 };
                self.script = Some(script);
                bits + change
            }
        }
    }
}

fn letter(c: char) -> f64 {
    match c {
        'e' | 't' | 'a' | 'o' | 'i' | 'n' | 's' | 'h' | 'r' => 4.5,
        'd' | 'l' | 'c' | 'u' | 'm' | 'p' => 6.0,
        'j' | 'q' | 'x' | 'z' => 9.0,
        _ => 7.0,
    }
}

/// The ideographs of which a third of any Chinese text consists.
const COMMON: &str = "的一是不了在人有我他这個个們们中來来上大為为和國国地到以說说時时要就出會会可也你對对生能而子\
    那得於于著着下自之年過过發发後后作里用道行所家事成方多經经去法學学如都同現现當当沒没動动面起看定天分還还進进\
    好小部其些主樣样理心本前開开但因只從从想實实把給给將将";

/// The script of a character, and the bits that tell it from others of the script.
fn script(c: char) -> (Script, f64) {
    match c {
        '\u{3000}'..='\u{30FF}' | '\u{FF01}'..='\u{FF5E}' => (Script::EastAsian, 8.0),
        '\u{4E00}'..='\u{9FFF}' if COMMON.contains(c) => (Script::EastAsian, 8.0),
        '\u{4E00}'..='\u{9FFF}' => (Script::EastAsian, 15.5),
        '\u{3400}'..='\u{4DBF}' | '\u{FF5F}'..='\u{FFEF}' => (Script::EastAsian, 16.0),
        '\u{AC00}'..='\u{D7AF}' => (Script::Hangul, 13.5),
        '\u{2190}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}' => (Script::Symbols, 12.0),
        '\u{10000}'.. => (Script::Page(c as u32 >> 8), 16.0),
        _ => (Script::Page(c as u32 >> 8), 8.0),
    }
}
