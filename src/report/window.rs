//! What stands round a place in a file, without looking at more of it than is shown: a line may be
//! as long as the file.

use crate::lint::Encoding;
use crate::scan::{chars, visible_ascii};

/// The elements of text in an encoding, each with its length in bytes.
pub(super) fn elements(
    bytes: &[u8],
    encoding: Encoding,
) -> impl Iterator<Item = (Result<char, u8>, usize)> {
    let utf8 = (encoding == Encoding::Utf8)
        .then(|| chars(bytes).map(|element| (element, element.map_or(1, char::len_utf8))));
    let utf16 = (encoding != Encoding::Utf8).then(|| {
        let odd = (bytes.len() % 2 == 1).then_some((Ok(char::REPLACEMENT_CHARACTER), 1));
        char::decode_utf16(units(bytes, encoding))
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .map(|c| (Ok(c), 2 * c.len_utf16()))
            .chain(odd)
    });
    utf8.into_iter().flatten().chain(utf16.into_iter().flatten())
}

fn units(bytes: &[u8], encoding: Encoding) -> impl DoubleEndedIterator<Item = u16> {
    bytes.chunks_exact(2).map(move |pair| match encoding {
        Encoding::Utf16Be => u16::from_be_bytes([pair[0], pair[1]]),
        _ => u16::from_le_bytes([pair[0], pair[1]]),
    })
}

/// Where the text begins of which at most so many elements stand before a place on its line, and
/// whether the line begins earlier.
pub(super) fn before(bytes: &[u8], at: usize, limit: usize, encoding: Encoding) -> (usize, bool) {
    let mut start = at.min(bytes.len());
    for _ in 0..limit {
        let Some(len) = last_element(&bytes[..start], encoding) else { return (start, false) };
        start -= len;
    }
    (start, last_element(&bytes[..start], encoding).is_some())
}

/// The length of the last element of a line; none at its start.
fn last_element(bytes: &[u8], encoding: Encoding) -> Option<usize> {
    if encoding != Encoding::Utf8 {
        let mut last = units(&bytes[bytes.len() % 2..], encoding).rev();
        return match last.next()? {
            0x000A => None,
            0xDC00..=0xDFFF if matches!(last.next(), Some(0xD800..=0xDBFF)) => Some(4),
            _ => Some(2),
        };
    }
    match bytes.last()? {
        b'\n' => None,
        ..0x80 => Some(1),
        _ => Some(bstr::decode_last_utf8(bytes)).map(|(c, len)| if c.is_some() { len } else { 1 }),
    }
}

/// Where the text ends of which at most so many elements stand after a place on its line, and
/// whether the line ends later. Neither LF nor a CR before it is part of the text.
pub(super) fn after(bytes: &[u8], at: usize, limit: usize, encoding: Encoding) -> (usize, bool) {
    let (mut end, mut left, mut last) = (at, limit, None);
    loop {
        if encoding == Encoding::Utf8 {
            let near = &bytes[end..bytes.len().min(end + left)];
            let run = visible_ascii(near);
            if run > 0 {
                (end, left, last) = (end + run, left - run, None);
            }
        }
        match elements(&bytes[end..], encoding).next() {
            None => return (end, false),
            Some((Ok('\n'), _)) => {
                let cr = if last == Some(Ok('\r')) { unit(encoding) } else { 0 };
                return (end - cr, false);
            }
            Some(_) if left == 0 => return (end, true),
            Some((element, len)) => (end, left, last) = (end + len, left - 1, Some(element)),
        }
    }
}

const fn unit(encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => 1,
        Encoding::Utf16Le | Encoding::Utf16Be => 2,
    }
}

/// Where the line starts that holds the byte at this place.
pub(super) fn line_start(bytes: &[u8], at: usize, encoding: Encoding) -> usize {
    let mut end = at;
    while let Some(lf) = memchr::memrchr(b'\n', &bytes[..end]) {
        match after_lf(bytes, lf, encoding) {
            Some(start) if start <= at => return start,
            _ => end = lf,
        }
    }
    0
}

/// Where the next line starts: after the next LF, or at the end.
pub(super) fn line_end(bytes: &[u8], at: usize, encoding: Encoding) -> usize {
    memchr::memchr_iter(b'\n', &bytes[at..])
        .find_map(|lf| after_lf(bytes, at + lf, encoding).filter(|&end| end > at))
        .unwrap_or(bytes.len())
}

/// Where the LF ends that this byte is part of, if it is one.
fn after_lf(bytes: &[u8], lf: usize, encoding: Encoding) -> Option<usize> {
    match encoding {
        Encoding::Utf8 => Some(lf + 1),
        Encoding::Utf16Le => {
            (lf.is_multiple_of(2) && bytes.get(lf + 1) == Some(&0)).then_some(lf + 2)
        }
        Encoding::Utf16Be => (lf % 2 == 1 && bytes[lf - 1] == 0).then_some(lf + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_end_at_lines_and_limits() {
        let text = "one\r\nt\u{1F600}wo\r\nthree";
        for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be] {
            let bytes = encoding.encode(text);
            let at = encoding.encode("one\r\nt\u{1F600}").len();
            let start = encoding.encode("one\r\n").len();
            let end = encoding.encode("one\r\nt\u{1F600}wo").len();
            let next = encoding.encode("one\r\nt\u{1F600}wo\r\n").len();
            assert_eq!(before(&bytes, at, 9, encoding), (start, false));
            assert_eq!(before(&bytes, at, 2, encoding), (start, false));
            assert_eq!(before(&bytes, at, 1, encoding), (encoding.encode("one\r\nt").len(), true));
            assert_eq!(after(&bytes, at, 9, encoding), (end, false));
            assert!(after(&bytes, at, 1, encoding).1);
            assert_eq!(line_start(&bytes, at, encoding), start);
            assert_eq!(line_start(&bytes, start, encoding), start);
            assert_eq!(line_end(&bytes, at, encoding), next);
            assert_eq!(line_end(&bytes, next, encoding), bytes.len());
        }
    }

    #[test]
    fn a_unit_that_holds_the_byte_of_lf_ends_no_line() {
        for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
            let bytes = encoding.encode("a\u{A00}\u{A0A}\u{10A}b\nc");
            assert_eq!(line_end(&bytes, 0, encoding), 12);
            assert_eq!(line_start(&bytes, 10, encoding), 0);
        }
    }
}
