//! stega: how content management systems tie a text on a preview page to its field.

use super::super::Decoded;
use super::text::{MAX_TEXT, shown, units, utf8, weigh};

const DIGITS: [char; 4] = ['\u{200B}', '\u{200C}', '\u{200D}', '\u{FEFF}'];
const PREFIX: [char; 4] = [DIGITS[0]; 4];

/// The digits of the older form, 0 to 15.
const HEXADECIMAL: [char; 16] = [
    '\u{200B}',
    '\u{200C}',
    '\u{200D}',
    '\u{2062}',
    '\u{2063}',
    '\u{2060}',
    '\u{FEFF}',
    '\u{2061}',
    '\u{1D173}',
    '\u{1D174}',
    '\u{1D175}',
    '\u{1D176}',
    '\u{1D177}',
    '\u{1D178}',
    '\u{1D179}',
    '\u{1D17A}',
];

/// Reads the JSON of either form. A JSON object is what these systems write; anything else in
/// the same clothes is not legitimate.
pub(super) fn decode(run: &[char]) -> Option<Decoded> {
    let (codec, text) = current(run)
        .map(|text| ("stega (CMS visual editing)", text))
        .or_else(|| Some(("stega, older form (CMS visual editing)", older(run)?)))?;
    Some(Decoded { codec, text: shown(&text), is_legitimate: text.starts_with('{') })
}

/// Up to three symbols before the prefix are passed over, as by its own decoder.
fn current(run: &[char]) -> Option<String> {
    let start = run.get(run.len() % 4..)?;
    let bytes: Option<Vec<u8>> = numbers(start.strip_prefix(&PREFIX)?, &DIGITS, 4)?
        .into_iter()
        .map(|byte| u8::try_from(byte).ok())
        .collect();
    let text = utf8(&bytes?)?;
    weigh(&text).map(|_| text)
}

fn older(run: &[char]) -> Option<String> {
    let text = units(&numbers(run, &HEXADECIMAL, 2)?)?;
    (text.starts_with('{') && weigh(&text).is_some()).then_some(text)
}

/// The numbers of so many digits each, if the run divides into them.
fn numbers(run: &[char], digits: &[char], width: usize) -> Option<Vec<u32>> {
    let base = u32::try_from(digits.len()).ok()?;
    let digit = |c: &char| digits.iter().position(|digit| digit == c);
    if !run.len().is_multiple_of(width) || run.iter().any(|c| digit(c).is_none()) {
        return None;
    }
    let number = |group: &[char]| {
        group.iter().try_fold(0, |number, c| Some(number * base + u32::try_from(digit(c)?).ok()?))
    };
    run.chunks_exact(width).take(MAX_TEXT).map(number).collect()
}
