//! Readers and writers that stop short, are interrupted, or fail.

use std::io::{self, ErrorKind, Read, Write};

use untrusted_filter::{CopyError, Filter, FilterWriter, copy};

use super::{Numbers, policy, run, split};

/// Choices: profile, what the reader does, what the writer does, where reading fails.
pub fn stream(data: &[u8]) {
    let ([profile, reads, writes, failure, ..], bytes) = split(data);
    let (policy, _) = policy(profile);
    let fails_at = (failure > 0).then(|| usize::from(failure).min(bytes.len()));
    let read = &bytes[..fails_at.unwrap_or(bytes.len())];
    let (text, is_utf16) = decoded(read);
    let (expected, expected_change) = run(Filter::new(&policy), &[&text]);

    let mut filter = Filter::new(&policy);
    let mut output = Vec::new();
    let reader = Stumbling { bytes: read, numbers: Numbers::new(reads), fails: fails_at.is_some() };
    let writer = Halting { bytes: &mut output, numbers: Numbers::new(writes), fails: false };
    match copy(reader, writer, &mut filter) {
        Ok(was_utf16) => {
            assert!(fails_at.is_none(), "a failure went unnoticed");
            assert_eq!(was_utf16, is_utf16);
        }
        Err(CopyError::Read(_)) => assert!(fails_at.is_some(), "reading did not fail"),
        Err(CopyError::Write(error)) => panic!("writing did not fail: {error}"),
    }
    filter.finish(|piece| output.extend_from_slice(piece));
    assert_eq!(output, expected, "what was read before the end or the failure");
    assert_eq!(filter.is_changed(), expected_change);

    through_a_writer(bytes, &policy, reads, writes);
}

/// The `Write` adapter over a writer that fails at times: no byte is lost or written twice.
fn through_a_writer(bytes: &[u8], policy: &untrusted_filter::Policy, reads: u8, writes: u8) {
    let (expected, _) = run(Filter::new(policy), &[bytes]);
    let mut output = Vec::new();
    let inner = Halting { bytes: &mut output, numbers: Numbers::new(writes), fails: true };
    let mut writer = FilterWriter::new(inner, Filter::new(policy));
    let (mut numbers, mut rest) = (Numbers::new(reads), bytes);
    while !rest.is_empty() {
        let size = (numbers.below(64) + 1).min(rest.len());
        if let Ok(taken) = writer.write(&rest[..size]) {
            rest = &rest[taken..];
        }
    }
    while writer.flush().is_err() {}
    // Ending takes the writer away, so that a failure there cannot be made good.
    if writer.finish().is_ok() {
        assert_eq!(output, expected, "through a writer");
    }
}

/// The bytes as UTF-8, by the standard library: UTF-16 with a byte order mark, or what they are.
fn decoded(bytes: &[u8]) -> (Vec<u8>, bool) {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        _ => return (bytes.to_vec(), false),
    };
    let units = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let chars = char::decode_utf16(units);
    let mut text: String = chars.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    if bytes.len() % 2 == 1 {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    (text.into_bytes(), true)
}

/// Reads a little at a time, is interrupted, and may fail at the end.
struct Stumbling<'a> {
    bytes: &'a [u8],
    numbers: Numbers,
    fails: bool,
}

impl Read for Stumbling<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.numbers.below(5) == 0 {
            return Err(ErrorKind::Interrupted.into());
        }
        if self.bytes.is_empty() && self.fails {
            return Err(ErrorKind::ConnectionReset.into());
        }
        let size = (self.numbers.below(40) + 1).min(self.bytes.len()).min(buffer.len());
        let (front, rest) = self.bytes.split_at(size);
        buffer[..size].copy_from_slice(front);
        self.bytes = rest;
        Ok(size)
    }
}

/// Writes a little at a time, is interrupted, and may fail before it has written anything.
struct Halting<'a> {
    bytes: &'a mut Vec<u8>,
    numbers: Numbers,
    fails: bool,
}

impl Write for Halting<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.numbers.below(8) {
            0 => return Err(ErrorKind::Interrupted.into()),
            1 if self.fails => return Err(ErrorKind::WouldBlock.into()),
            _ => {}
        }
        let size = (self.numbers.below(30) + 1).min(buffer.len());
        self.bytes.extend_from_slice(&buffer[..size]);
        Ok(size)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
