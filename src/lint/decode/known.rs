//! The tools that write numbers in a few symbols: unicode.md, section 6, from the source of each.

use super::form::{Form, Role, Unit};

/// How a tool writes.
struct Known {
    codec: &'static str,
    /// Its digits, 0 first.
    digits: &'static [char],
    /// The digits of a number; 0 where a separator ends it.
    width: usize,
    unit: Unit,
    /// What stands between numbers.
    separator: Option<char>,
    /// What stands around the message.
    frame: Option<char>,
}

/// A tool whose numbers all have as many digits.
const fn fixed(codec: &'static str, digits: &'static [char], width: usize, unit: Unit) -> Known {
    Known { codec, digits, width, unit, separator: None, frame: None }
}

/// A tool that separates its numbers.
const fn separated(
    codec: &'static str,
    digits: &'static [char],
    unit: Unit,
    separator: char,
) -> Known {
    Known { codec, digits, width: 0, unit, separator: Some(separator), frame: None }
}

const SPACE_JOINER: &[char] = &['\u{200B}', '\u{200C}'];
const SPACE_JOINERS: &[char] = &['\u{200B}', '\u{200C}', '\u{200D}'];
const SPACE_JOINERS_MARKS: &[char] = &['\u{200B}', '\u{200C}', '\u{200D}', '\u{200E}', '\u{200F}'];
const MARKS_JOINERS_BOM: &[char] = &['\u{200E}', '\u{200F}', '\u{200C}', '\u{200D}', '\u{FEFF}'];
const JOINERS: &[char] = &['\u{200C}', '\u{200D}'];
const JOINERS_WORD: &[char] = &['\u{200C}', '\u{200D}', '\u{2060}'];
const JOINERS_WORD_BOM: &[char] = &['\u{200C}', '\u{200D}', '\u{2060}', '\u{FEFF}'];
const JOINERS_PDF_BOM: &[char] = &['\u{200C}', '\u{200D}', '\u{202C}', '\u{FEFF}'];
const SNEAKY: &[char] = &['\u{2062}', '\u{2064}'];
const FILLERS: &[char] = &['\u{FFA0}', '\u{3164}'];

static KNOWN: &[Known] = &[
    fixed("sneaky bits", SNEAKY, 8, Unit::Byte),
    fixed("zero-width binary", SPACE_JOINER, 8, Unit::Byte),
    fixed("zero-width binary", JOINERS, 8, Unit::Byte),
    fixed("Hangul filler binary", FILLERS, 8, Unit::Byte),
    fixed("i18next-subliminal", JOINERS, 9, Unit::Nine),
    fixed("i18next-subliminal", SPACE_JOINER, 9, Unit::Nine),
    fixed("zwpy", JOINERS, 16, Unit::Wide),
    Known {
        frame: Some('\u{FEFF}'),
        ..separated("steganographr", SPACE_JOINER, Unit::Either, '\u{2060}')
    },
    separated("zero-width-js", SPACE_JOINER, Unit::Either, '\u{200D}'),
    fixed("zwsp-steg", SPACE_JOINERS, 11, Unit::Wide),
    fixed("zwpy", JOINERS_WORD, 11, Unit::Wide),
    fixed("zwpy", JOINERS_WORD_BOM, 8, Unit::Wide),
    fixed("unicode_steganography", JOINERS_PDF_BOM, 8, Unit::Wide),
    fixed("unicode_steganography", JOINERS_PDF_BOM, 4, Unit::Byte),
    fixed("zwsp-steg", SPACE_JOINERS_MARKS, 7, Unit::Wide),
    separated("zero-width-lib", MARKS_JOINERS_BOM, Unit::Wide, '\u{200B}'),
];

/// The digits of each tool.
pub(super) fn alphabets() -> impl Iterator<Item = &'static [char]> {
    KNOWN.iter().map(|known| known.digits)
}

/// The forms of the tools whose symbols these are, one of them perhaps put there to disturb.
pub(super) fn forms(alphabet: &[char], noise: Option<char>) -> impl Iterator<Item = Form> {
    KNOWN.iter().filter_map(move |known| known.form(alphabet, noise))
}

impl Known {
    fn form(&self, alphabet: &[char], noise: Option<char>) -> Option<Form> {
        // Digits half of which never occur are not the digits, nor are numbers separated by nothing.
        let used = alphabet.iter().filter(|c| self.digits.contains(c)).count();
        let is_separated = self.separator.is_none_or(|c| alphabet.contains(&c) && noise != Some(c));
        if used * 2 <= self.digits.len() || !is_separated {
            return None;
        }
        let shape = (self.digits.len(), self.width, self.unit);
        Form::new(self.codec, shape, alphabet, |c| {
            if Some(c) == noise || Some(c) == self.frame {
                Some(Role::Skipped)
            } else if Some(c) == self.separator {
                Some(Role::Separator)
            } else {
                self.digits.iter().position(|digit| *digit == c).map(Role::Digit)
            }
        })
    }
}
