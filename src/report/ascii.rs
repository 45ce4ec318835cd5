//! JSON of ASCII only: what a terminal, a CI log or an editor shows of it is what it says.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Writes a value on one line, without the end of the line.
pub(super) fn write(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Ascii)).map_err(io::Error::from)
}

/// Escapes everything but printable ASCII, and the second of two `#`: CI systems take `##[` for a
/// command wherever it stands.
struct Ascii;

impl Formatter for Ascii {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        let mut start = 0;
        let mut last = None;
        for (at, c) in fragment.char_indices() {
            if !matches!(c, ' '..='~') || c == '#' && last == Some('#') {
                writer.write_all(&fragment.as_bytes()[start..at])?;
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
                start = at + c.len_utf8();
            }
            last = Some(c);
        }
        writer.write_all(&fragment.as_bytes()[start..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_back_from_ascii() {
        let text = "a \u{7F}\u{202E}\u{E0041}\"\\\n\t\u{0} ##[error]###";
        let mut json = Vec::new();
        write(&mut json, &text).expect("memory takes it");
        assert!(json.iter().all(|byte| matches!(byte, b' '..=b'~')));
        assert!(!json.windows(2).any(|pair| pair == b"##"));
        assert_eq!(serde_json::from_slice::<String>(&json).expect("JSON"), text);
    }
}
