//! UTF-16 that says so by a byte order mark becomes UTF-8 before anything looks at it.

use super::decode::encode;

/// What the first two bytes of an input say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Fewer than two bytes yet; the first one, if it can begin a mark.
    Start(Option<u8>),
    /// Anything without a UTF-16 mark: bytes pass as they are.
    Bytes,
    /// UTF-16, most significant byte first if set.
    Utf16 { is_big: bool },
}

/// Turns an input into UTF-8, chunk by chunk. Unpaired surrogates and a last odd byte become U+FFFD.
#[derive(Clone, Debug)]
pub(crate) struct Transcoder {
    form: Form,
    /// The first byte of a code unit that the last chunk cut.
    odd: Option<u8>,
    /// A high surrogate that waits for its low one.
    high: Option<u16>,
    text: Vec<u8>,
}

impl Transcoder {
    /// Before the first byte of an input.
    pub(crate) fn new() -> Self {
        Self { form: Form::Start(None), odd: None, high: None, text: Vec::new() }
    }

    /// For an input whose bytes pass as they are, whatever they begin with.
    pub(crate) fn none() -> Self {
        Self { form: Form::Bytes, ..Self::new() }
    }

    /// Whether the input is UTF-16, as far as is known.
    pub(crate) fn is_utf16(&self) -> bool {
        matches!(self.form, Form::Utf16 { .. })
    }

    /// The UTF-8 of a chunk: the chunk itself where nothing has to be done.
    pub(crate) fn push<'a>(&'a mut self, mut chunk: &'a [u8]) -> &'a [u8] {
        self.text.clear();
        if let Form::Start(first) = self.form {
            let (first, rest) = match (first, chunk) {
                (Some(first), _) => (first, chunk),
                (None, [first, rest @ ..]) => (*first, rest),
                (None, []) => return chunk,
            };
            self.form = match (first, rest) {
                (0xFE | 0xFF, []) => Form::Start(Some(first)),
                (0xFE, [0xFF, ..]) => Form::Utf16 { is_big: true },
                (0xFF, [0xFE, ..]) => Form::Utf16 { is_big: false },
                _ => Form::Bytes,
            };
            match self.form {
                Form::Start(_) => return &[],
                Form::Utf16 { .. } => chunk = &rest[1..],
                // A held first byte goes out before the chunk.
                Form::Bytes if rest.len() == chunk.len() => {
                    self.text.push(first);
                    self.text.extend_from_slice(chunk);
                    return &self.text;
                }
                Form::Bytes => return chunk,
            }
        }
        let Form::Utf16 { is_big } = self.form else {
            return chunk;
        };
        for &byte in chunk {
            match self.odd.take() {
                None => self.odd = Some(byte),
                Some(first) if is_big => self.unit(u16::from_be_bytes([first, byte])),
                Some(first) => self.unit(u16::from_le_bytes([first, byte])),
            }
        }
        &self.text
    }

    /// What is left at the end of the input.
    pub(crate) fn finish(&mut self) -> &[u8] {
        self.text.clear();
        if let Form::Start(Some(first)) = self.form {
            self.text.push(first);
        }
        if self.high.take().is_some() {
            self.scalar(0xFFFD);
        }
        if self.odd.take().is_some() {
            self.scalar(0xFFFD);
        }
        self.form = Form::Start(None);
        &self.text
    }

    fn unit(&mut self, unit: u16) {
        let low = (0xDC00..0xE000).contains(&unit);
        match self.high.take() {
            Some(high) if low => {
                let scalar = (u32::from(high) - 0xD800) << 10 | (u32::from(unit) - 0xDC00);
                return self.scalar(0x1_0000 + scalar);
            }
            Some(_) => self.scalar(0xFFFD),
            None => {}
        }
        if (0xD800..0xDC00).contains(&unit) {
            self.high = Some(unit);
        } else {
            self.scalar(u32::from(unit));
        }
    }

    fn scalar(&mut self, scalar: u32) {
        self.text.extend_from_slice(encode(scalar, &mut [0; 4]));
    }
}

#[cfg(test)]
mod tests {
    use super::Transcoder;

    fn transcode(input: &[u8], size: usize) -> Vec<u8> {
        let (mut transcoder, mut output) = (Transcoder::new(), Vec::new());
        for chunk in input.chunks(size) {
            output.extend_from_slice(transcoder.push(chunk));
        }
        output.extend_from_slice(transcoder.finish());
        output
    }

    #[test]
    fn both_byte_orders_in_any_chunks() {
        let text = "a\u{20AC}\u{1F600}\r\n\u{FEFF}";
        let little: Vec<u8> = "\u{FEFF}"
            .chars()
            .chain(text.chars())
            .collect::<String>()
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let big: Vec<u8> = little.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
        for size in 1..=little.len() {
            assert_eq!(transcode(&little, size), text.as_bytes());
            assert_eq!(transcode(&big, size), text.as_bytes());
        }
    }

    #[test]
    fn what_is_cut_or_unpaired_becomes_the_replacement_character() {
        for size in 1..9 {
            assert_eq!(
                transcode(b"\xFF\xFE\x00\xD8a\x00\x00\xDCb", size),
                "\u{FFFD}a\u{FFFD}\u{FFFD}".as_bytes()
            );
            assert_eq!(transcode(b"\xFF\xFE\x00\xD8", size), "\u{FFFD}".as_bytes());
        }
    }

    #[test]
    fn other_bytes_pass() {
        for input in
            [&b""[..], b"\xFF", b"\xFE", b"\xFFa", b"\xEF\xBB\xBFx", b"plain", b"\xFE\xFE\xFF"]
        {
            for size in 1..9 {
                assert_eq!(transcode(input, size), input);
            }
        }
    }
}
