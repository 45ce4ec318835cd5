//! Variation selectors: a byte each, two ways, or half a byte.

use super::super::Decoded;
use super::text::{GUESS, MAX_TEXT, shown, utf8, weigh};

/// The least gain in bits that tells a text from selectors that each belong to their base.
const SCATTERED_GAIN: f64 = 16.0;

/// A way of reading, with the bits by which its text is less surprising than its symbols.
struct Reading {
    codec: &'static str,
    text: String,
    gain: f64,
}

/// Whether a character is a selector, or the unassigned end of their block, which is used as one.
pub(super) fn is_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01FF}')
}

/// Whether a character is the style of an emoji.
pub(super) fn is_style(c: char) -> bool {
    matches!(c, '\u{FE0E}' | '\u{FE0F}')
}

/// The byte of a selector, the usual way: 0 to 15, then 16 to 255.
pub(super) fn byte(c: char) -> Option<u8> {
    match c {
        '\u{FE00}'..='\u{FE0F}' => u8::try_from(c as u32 - 0xFE00).ok(),
        '\u{E0100}'..='\u{E01EF}' => u8::try_from(c as u32 - 0xE0100 + 16).ok(),
        _ => None,
    }
}

/// Reads a run of selectors of any length.
pub(super) fn decode(run: &[char]) -> Option<Decoded> {
    if !run.iter().copied().all(is_selector) {
        return None;
    }
    // The first one may be the style of the emoji before it.
    let is_styled = run.len() > 1 && run.first().copied().is_some_and(is_style);
    let starts = if is_styled { 0..2 } else { 0..1 };
    let readings = starts.flat_map(|start| readings(&run[start..]));
    Some(decoded(&best(readings)?))
}

/// Reads the selectors of a file, those of emoji left out unless all are needed.
pub(super) fn scattered(all: &[char]) -> Option<Decoded> {
    let plain: Vec<char> = all.iter().copied().filter(|c| !is_style(*c)).collect();
    let readings = readings(all).into_iter().chain(readings(&plain));
    let reading = best(readings)?;
    (reading.gain >= SCATTERED_GAIN).then(|| decoded(&reading))
}

/// What a run says in each way, in the order of unicode.md, section 6.
fn readings(run: &[char]) -> Vec<Reading> {
    let bytes: Option<Vec<u8>> = run.iter().take(MAX_TEXT).map(|c| byte(*c)).collect();
    let offset: Option<Vec<u8>> = run.iter().take(MAX_TEXT).map(|c| plane_byte(*c)).collect();
    [
        ("variation selectors, a byte each", 1.0, bytes),
        ("variation selectors, a byte each from U+E0100", GUESS, offset),
        ("variation selectors, half a byte each", 1.0, nibbles(run)),
    ]
    .into_iter()
    .filter_map(|(codec, worth, bytes)| {
        let bytes = bytes?;
        let text = utf8(&bytes)?;
        let gain = worth * (8.0 * bytes.len() as f64 - weigh(&text)?.bits);
        Some(Reading { codec, text, gain })
    })
    .collect()
}

fn plane_byte(c: char) -> Option<u8> {
    u8::try_from((c as u32).checked_sub(0xE0100)?).ok()
}

fn nibbles(run: &[char]) -> Option<Vec<u8>> {
    let nibble = |c: char| byte(c).filter(|value| *value < 16);
    let (pairs, _) = run.as_chunks::<2>();
    pairs
        .iter()
        .take(MAX_TEXT)
        .map(|[high, low]| Some(nibble(*high)? << 4 | nibble(*low)?))
        .collect()
}

/// The reading with the greatest gain; the first of several.
fn best(readings: impl Iterator<Item = Reading>) -> Option<Reading> {
    readings.reduce(|best, next| if next.gain > best.gain { next } else { best })
}

fn decoded(reading: &Reading) -> Decoded {
    Decoded { codec: reading.codec, text: shown(&reading.text), is_legitimate: false }
}
