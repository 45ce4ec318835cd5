//! UTF-8, one character a step: a scalar value, a maximal ill-formed subpart, or too few bytes.
//!
//! The rule is table 3-7 of the Unicode Standard; ill-formed input is cut as its section 3.9 advises.

/// What stands at the front of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A scalar value and its length in bytes.
    Char(u32, usize),
    /// A maximal subpart of an ill-formed sequence: its length in bytes, 1 to 3.
    Ill(usize),
    /// All the bytes there are begin a character and none ends it.
    Incomplete,
}

/// Reads the character at the front of `bytes`, which must not be empty.
#[inline(always)]
pub(crate) fn decode(bytes: &[u8]) -> Step {
    let ascii = bytes[0];
    if ascii < 0x80 { Step::Char(u32::from(ascii), 1) } else { decode_wide(bytes) }
}

/// The same where the first byte is not ASCII.
#[inline]
fn decode_wide(bytes: &[u8]) -> Step {
    // Nearly always so many bytes are left that one check of the length is enough.
    if let [a, b, c, d, ..] = *bytes {
        match a {
            0xC2..=0xDF if is_continuation(b) => return Step::Char(two(a, b), 2),
            0xE0..=0xEF if is_continuation(b) && is_continuation(c) => {
                let scalar = three(a, b, c);
                if scalar >= 0x800 && scalar >> 11 != 0xD800 >> 11 {
                    return Step::Char(scalar, 3);
                }
            }
            0xF0..=0xF4 if is_continuation(b) && is_continuation(c) && is_continuation(d) => {
                let scalar = four(a, b, c, d);
                if matches!(scalar, 0x1_0000..=0x10_FFFF) {
                    return Step::Char(scalar, 4);
                }
            }
            _ => {}
        }
    }
    decode_rare(bytes)
}

/// The bits of a byte under a mask.
const fn bits(byte: u8, mask: u8) -> u32 {
    (byte & mask) as u32
}

/// The number that two bytes spell.
const fn two(a: u8, b: u8) -> u32 {
    bits(a, 0x1F) << 6 | bits(b, 0x3F)
}

/// The number that three bytes spell.
const fn three(a: u8, b: u8, c: u8) -> u32 {
    bits(a, 0x0F) << 12 | bits(b, 0x3F) << 6 | bits(c, 0x3F)
}

/// The number that four bytes spell.
const fn four(a: u8, b: u8, c: u8, d: u8) -> u32 {
    bits(a, 0x07) << 18 | bits(b, 0x3F) << 12 | bits(c, 0x3F) << 6 | bits(d, 0x3F)
}

/// All that is left: what is ill-formed, what is incomplete, and the end of the bytes.
#[cold]
fn decode_rare(bytes: &[u8]) -> Step {
    let lead = bytes[0];
    // How many bytes follow, and what the second one may be.
    let (more, low, high) = match lead {
        0xC2..=0xDF => (1, 0x80, 0xBF),
        0xE0 => (2, 0xA0, 0xBF),
        0xE1..=0xEC | 0xEE..=0xEF => (2, 0x80, 0xBF),
        0xED => (2, 0x80, 0x9F),
        0xF0 => (3, 0x90, 0xBF),
        0xF1..=0xF3 => (3, 0x80, 0xBF),
        0xF4 => (3, 0x80, 0x8F),
        _ => return Step::Ill(1),
    };
    let mut scalar = u32::from(lead) & (0x3F >> more);
    for at in 1..=more {
        let Some(&byte) = bytes.get(at) else {
            return Step::Incomplete;
        };
        let fits = if at == 1 { (low..=high).contains(&byte) } else { is_continuation(byte) };
        if !fits {
            return Step::Ill(at);
        }
        scalar = scalar << 6 | u32::from(byte & 0x3F);
    }
    Step::Char(scalar, more + 1)
}

/// Reads the last character of text that is well-formed but may begin inside a character: its
/// scalar value and its length in bytes. `None` when all of it is not there.
#[inline]
pub(crate) fn decode_last(text: &[u8]) -> Option<(u32, usize)> {
    let (&last, before) = text.split_last()?;
    if last < 0x80 {
        return Some((u32::from(last), 1));
    }
    match *before {
        _ if !is_continuation(last) => None,
        [.., b, c, d] if is_continuation(d) && is_continuation(c) => Some((four(b, c, d, last), 4)),
        [.., b, c] if is_continuation(c) => Some((three(b, c, last), 3)),
        [.., b] if !is_continuation(b) => Some((two(b, last), 2)),
        _ => None,
    }
}

/// The characters of some bytes, and each byte that is part of none.
pub(crate) fn chars(mut bytes: &[u8]) -> impl Iterator<Item = Result<char, u8>> {
    std::iter::from_fn(move || {
        let &first = bytes.first()?;
        let (item, len) = match decode(bytes) {
            Step::Char(scalar, len) => (char::from_u32(scalar).ok_or(first), len),
            Step::Ill(_) | Step::Incomplete => (Err(first), 1),
        };
        bytes = &bytes[len..];
        Some(item)
    })
}

/// The number of characters of well-formed text.
pub(crate) fn count_chars(text: &[u8]) -> u64 {
    text.iter().filter(|&&byte| !is_continuation(byte)).count() as u64
}

/// The last character of a text, if that is well-formed.
pub(crate) fn last_char(text: &[u8]) -> Option<char> {
    bstr::decode_last_utf8(text).0
}

/// Whether a byte is a letter, digit, punctuation mark or space of ASCII.
#[inline]
pub(crate) const fn is_visible(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

/// How many bytes at the front are letters, digits, punctuation and spaces of ASCII.
#[inline]
pub(crate) fn visible_ascii(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // The high bit of each byte that is over 7E or under 20; above the first of them a carry or a
        // borrow may set more.
        let stops = (word | word.wrapping_add(ONES) | word.wrapping_sub(ONES * 0x20)) & (ONES << 7);
        if stops != 0 {
            return index * 8 + stops.trailing_zeros() as usize / 8;
        }
    }
    let visible = rest.iter().take_while(|byte| is_visible(**byte));
    words.len() * 8 + visible.count()
}

/// Whether a text is letters, digits, punctuation and spaces of ASCII only.
pub(crate) fn is_visible_ascii(text: &[u8]) -> bool {
    // Without a way out early it is done many bytes at a time.
    text.iter().fold(true, |all, byte| all & is_visible(*byte))
}

/// Whether the byte is 80 to BF: inside a character, never at its start.
#[inline]
pub(crate) const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Writes a scalar value as UTF-8. Code points that are not scalar values become U+FFFD.
pub(crate) fn encode(scalar: u32, buffer: &mut [u8; 4]) -> &[u8] {
    char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(buffer).as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes everything with U+FFFD for each subpart, as the standard library does.
    fn lossy(bytes: &[u8]) -> String {
        let (mut text, mut at) = (String::new(), 0);
        while at < bytes.len() {
            match decode(&bytes[at..]) {
                Step::Char(scalar, len) => {
                    text.push(char::from_u32(scalar).unwrap());
                    at += len;
                }
                Step::Ill(len) => {
                    text.push('\u{FFFD}');
                    at += len;
                }
                Step::Incomplete => {
                    text.push('\u{FFFD}');
                    break;
                }
            }
        }
        text
    }

    #[test]
    fn every_pair_and_edge_decodes_as_std_does() {
        let edges = [0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xED, 0xF4, 0xFF];
        for first in 0..=255 {
            for second in 0..=255 {
                for third in edges {
                    for fourth in edges {
                        let bytes = [first, second, third, fourth];
                        assert_eq!(lossy(&bytes), String::from_utf8_lossy(&bytes), "{bytes:x?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_last_character_is_the_last_character() {
        for c in (0..=0x0010_FFFF).filter_map(char::from_u32) {
            let text = format!("x{c}");
            assert_eq!(decode_last(text.as_bytes()), Some((c as u32, c.len_utf8())));
        }
        assert_eq!(decode_last(b""), None);
        assert_eq!(decode_last(b"\x80\x80"), None);
    }
}
