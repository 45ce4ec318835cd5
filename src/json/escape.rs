//! Escapes of a JSON string (RFC 8259, 7): what one stands for, and the text of a run that has some.

use super::event::Escape;

/// The most bytes of an escape: two units that are a surrogate pair.
pub(super) const LONGEST: usize = 12;

/// How much text is gathered at a time, in bytes, but for the last run without an escape.
const GATHERED: usize = 16 * 1024;

/// What the front of some bytes is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelled {
    /// A whole escape: what it stands for, and its length in bytes.
    Char(char, usize),
    /// An unpaired surrogate, six bytes.
    Lone,
    /// All the bytes there are begin an escape and do not decide what it is.
    Partly,
    /// No escape; if all but the last byte began one, that byte is wrong.
    Malformed,
}

/// Reads the escape at the front of `bytes`.
pub(super) fn spelled(bytes: &[u8]) -> Spelled {
    let digits = match bytes {
        [] | [b'\\'] => return Spelled::Partly,
        [b'\\', b'u', digits @ ..] => digits,
        [b'\\', short, ..] => {
            return match short {
                b'"' | b'\\' | b'/' => Spelled::Char(char::from(*short), 2),
                b'b' => Spelled::Char('\u{8}', 2),
                b'f' => Spelled::Char('\u{C}', 2),
                b'n' => Spelled::Char('\n', 2),
                b'r' => Spelled::Char('\r', 2),
                b't' => Spelled::Char('\t', 2),
                _ => Spelled::Malformed,
            };
        }
        _ => return Spelled::Malformed,
    };
    let first = match unit(digits) {
        Ok(unit) => unit,
        Err(spelled) => return spelled,
    };
    if !(0xD800..0xDC00).contains(&first) {
        return char::from_u32(first.into()).map_or(Spelled::Lone, |c| Spelled::Char(c, 6));
    }
    match &digits[4..] {
        [] | [b'\\'] => Spelled::Partly,
        [b'\\', b'u', digits @ ..] => match unit(digits) {
            Ok(second) => match char::decode_utf16([first, second]).next() {
                Some(Ok(c)) => Spelled::Char(c, LONGEST),
                _ => Spelled::Lone,
            },
            Err(Spelled::Partly) => Spelled::Partly,
            Err(_) => Spelled::Lone,
        },
        _ => Spelled::Lone,
    }
}

/// The unit of UTF-16 that four digits spell.
fn unit(digits: &[u8]) -> Result<u16, Spelled> {
    let mut unit = 0;
    for at in 0..4 {
        let digit = digits.get(at).ok_or(Spelled::Partly)?;
        let digit = char::from(*digit).to_digit(16).ok_or(Spelled::Malformed)?;
        unit = unit << 4 | digit as u16;
    }
    Ok(unit)
}

/// How many bytes of a string stand for themselves, up to its end or the end of the bytes.
pub(super) fn plain(bytes: &[u8]) -> usize {
    let len = memchr::memchr2(b'"', b'\\', bytes).unwrap_or(bytes.len());
    // Without a way out early it is done many bytes at a time.
    if bytes[..len].iter().fold(false, |any, byte| any | (*byte < b' ')) {
        return bytes.iter().take_while(|byte| **byte >= b' ').count();
    }
    len
}

/// What a run with escapes says, and where they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Gathered {
    pub(super) text: Vec<u8>,
    pub(super) escapes: Vec<Escape>,
}

impl Gathered {
    /// Gathers from the front of `bytes`, of which the first `used` stand for themselves, as long as
    /// each escape is whole. How many bytes are used then.
    pub(super) fn gather(&mut self, bytes: &[u8], mut used: usize) -> usize {
        self.text.clear();
        self.escapes.clear();
        let mut start = 0;
        while self.text.len() < GATHERED
            && let Spelled::Char(c, raw) = spelled(&bytes[used..])
        {
            self.text.extend_from_slice(&bytes[start..used]);
            let (text, mut buffer) = (c.len_utf8(), [0; 4]);
            self.text.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
            self.escapes.push(Escape { end: self.text.len(), text, raw });
            start = used + raw;
            used = start + plain(&bytes[start..]);
        }
        self.text.extend_from_slice(&bytes[start..used]);
        used
    }
}
