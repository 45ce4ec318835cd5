//! Is it text? What a reading has to be before anyone is told of it, and how it is shown.

use std::fmt::Write as _;

use crate::scan::Class;

/// The most bytes of text that are shown, and the most bytes or characters that are read.
pub(super) const MAX_TEXT: usize = 64 << 10;

/// The fewest whole characters after which the text may end within one.
const CUT_AFTER: usize = 8;

/// The most combining marks on one base that are shown as they are.
const MAX_MARKS: usize = 4;

/// How surprising a text is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    /// The bits that a simple model of text needs to say it.
    pub(super) bits: f64,
    /// Its characters.
    pub(super) characters: usize,
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
    let (mut bits, mut characters, mut printable, mut counted) = (0.0, 0, 0, 0);
    let mut script = Script::Ascii;
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
                bits += script.cost(c);
            }
            _ => bits += 20.0,
        }
        counted += 1;
    }
    let is_blank = text.chars().all(char::is_whitespace);
    (!is_blank && printable * 10 >= counted * 9 && printable > 0).then_some(Weight { bits, characters })
}

/// Weighs a text that took so many bits of symbols: how many bits less it needs, if that is more
/// than chance would give.
pub(super) fn gain(text: &str, bits: f64) -> Option<f64> {
    let weight = weigh(text)?;
    let gain = bits - weight.bits;
    let mut characters = text.chars();
    let first = characters.next();
    let is_one_character = weight.characters > 3 && characters.all(|c| Some(c) == first);
    // A bit for each of the first characters: chance seldom gives even that.
    let demand = weight.characters.min(5) as f64;
    (gain >= demand && !is_one_character).then_some(gain)
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
    is_harmless(class) || matches!(class, Class::TabLf | Class::Cr | Class::Nbsp | Class::OtherSpace)
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

/// The script of the last character outside ASCII: text seldom changes it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Ascii,
    EastAsian,
    Hangul,
    Symbols,
    Page(u32),
}

impl Script {
    /// The bits that a printable character costs after what came before. The figures are rounded
    /// from the letters of English and the sizes of blocks; they need not be exact, since text
    /// and chance are many bits apart.
    fn cost(&mut self, c: char) -> f64 {
        let (script, bits) = match c {
            ' ' => return 3.0,
            'a' | 'd' | 'e' | 'h' | 'i' | 'l' | 'n' | 'o' | 'r' | 's' | 't' | 'u' => return 5.0,
            'a'..='z' | 'A'..='Z' | '0'..='9' => return 7.0,
            '\0'..='\x7F' | '\u{2010}'..='\u{203A}' => return 8.0,
            '\u{3000}'..='\u{30FF}' | '\u{FF00}'..='\u{FFEF}' => (Self::EastAsian, 8.0),
            '\u{4E00}'..='\u{9FFF}' => (Self::EastAsian, 14.0),
            '\u{3400}'..='\u{4DBF}' => (Self::EastAsian, 16.0),
            '\u{AC00}'..='\u{D7AF}' => (Self::Hangul, 13.5),
            '\u{2190}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}' => (Self::Symbols, 12.0),
            _ if c as u32 > 0xFFFF => (Self::Page(c as u32 >> 8), 16.0),
            _ => (Self::Page(c as u32 >> 8), 8.0),
        };
        let change = if script == *self { 0.0 } else { 8.0 };
        *self = script;
        bits + change
    }
}
