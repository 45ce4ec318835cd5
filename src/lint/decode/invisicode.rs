//! invisicode: 24 bits in two code points of E0000 to E0FFF.

use super::super::Decoded;
use super::text::{MAX_TEXT, gain, shown, units, utf8};

/// First, the mark of a text in place of bytes; last but one, that of two bytes left (older).
const MARK: char = '\u{1D17A}';

/// Last, the mark of two bytes left.
const PADDING: u32 = 0xFFF;

pub(super) fn is_symbol(c: char) -> bool {
    matches!(c, '\u{E0000}'..='\u{E0FFF}' | MARK)
}

pub(super) fn decode(run: &[char]) -> Option<Decoded> {
    if !run.iter().copied().all(is_symbol) {
        return None;
    }
    let text = match run {
        [MARK, rest @ ..] => base_128(&bytes(rest)?)?,
        _ => utf8(&bytes(run)?)?,
    };
    gain(&text, 12.0 * run.len().min(MAX_TEXT / 3 * 2) as f64)?;
    Some(Decoded { codec: "invisicode", text: shown(&text), is_legitimate: false })
}

fn bytes(run: &[char]) -> Option<Vec<u8>> {
    let value = |c: char| (c as u32).checked_sub(0xE0000).filter(|value| *value <= PADDING);
    let single = |c: char| u8::try_from(value(c)?).ok();
    let (whole, rest) = match *run {
        [ref whole @ .., first, MARK, second] => (whole, vec![single(first)?, single(second)?]),
        [ref whole @ .., first, second, last]
            if whole.len() % 2 == 0 && value(last) == Some(PADDING) =>
        {
            (whole, vec![single(first)?, single(second)?])
        }
        [ref whole @ .., last] if whole.len() % 2 == 0 => (whole, vec![single(last)?]),
        _ => (run, Vec::new()),
    };
    let (pairs, _) = whole.as_chunks::<2>();
    let mut bytes = Vec::new();
    for [low, high] in pairs.iter().take(MAX_TEXT / 3) {
        let bits = value(*low)? | value(*high)? << 12;
        bytes.extend_from_slice(&bits.to_le_bytes()[..3]);
    }
    bytes.extend(rest);
    Some(bytes)
}

/// Code points of seven bits a byte, the least first.
fn base_128(bytes: &[u8]) -> Option<String> {
    let mut values = Vec::new();
    let (mut value, mut shift) = (0, 0);
    for &byte in bytes {
        value |= u32::from(byte & 0x7F) << shift;
        shift += 7;
        if byte < 0x80 {
            values.push(value);
            (value, shift) = (0, 0);
        } else if shift > 14 {
            return None;
        }
    }
    units(&values)
}
