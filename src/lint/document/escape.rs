//! Escapes that begin with a backslash: how each language spells a character.

use std::ops::Range;

use memchr::{memchr, memrchr};

use super::kind::Language;
use super::reading::Spelled;
use crate::scan::{CONTROLS, Class, chars};

/// Whose escapes they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    Json,
    /// In double quotes.
    Yaml,
    /// In double quotes.
    Toml,
    Source(Language),
}

/// What one escape says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Char(char),
    /// Half of a surrogate pair.
    Half(u16),
    /// A byte of a text, which may be a character with others after it.
    Byte(u8),
    /// Nothing, or nothing that is known.
    None,
}

/// The escapes in a part of a text, in order.
#[derive(Clone, Debug)]
pub(super) struct Escapes<'a> {
    text: &'a [u8],
    at: usize,
    end: usize,
    syntax: Syntax,
    /// Where the line began that was looked at last, and whether it is a comment whole.
    line: Option<(usize, bool)>,
    /// Where the last byte ended that was no character.
    last_byte: usize,
}

impl<'a> Escapes<'a> {
    /// The escapes in `text[within]`.
    pub(super) fn new(text: &'a [u8], within: Range<usize>, syntax: Syntax) -> Self {
        let Range { start, end } = within;
        Self { text, at: start, end, syntax, line: None, last_byte: usize::MAX }
    }

    /// Whether a number that is too small for a code point outside ASCII is a byte.
    fn is_of_bytes(&self) -> bool {
        matches!(self.syntax, Syntax::Source(Language::C | Language::Go | Language::Lua))
    }

    fn rest(&self, at: usize) -> &'a [u8] {
        self.text[..self.end].get(at..).unwrap_or_default()
    }

    /// Whether an escape stands in a line that is a comment from its beginning.
    fn is_comment(&mut self, at: usize, from: usize) -> bool {
        let Syntax::Source(language) = self.syntax else { return false };
        // An escape may have ended in the LF.
        let from = from.saturating_sub(1);
        let found = memrchr(b'\n', &self.text[from..at]).map(|lf| from + lf + 1);
        let start = match (found, self.line) {
            (Some(start), _) => start,
            (None, Some((_, is_comment))) => return is_comment,
            (None, None) => from,
        };
        let line = self.rest(start).trim_ascii_start();
        let is_comment = language.comments().iter().any(|leader| line.starts_with(leader));
        self.line = Some((start, is_comment));
        is_comment
    }

    /// Reads an escape whose backslash stands at `at`: what it says, and its end.
    fn escape(&self, at: usize) -> (Said, usize) {
        let rest = self.rest(at);
        let (said, len) = match self.syntax {
            Syntax::Json => json(rest),
            Syntax::Yaml => yaml(rest),
            Syntax::Toml => toml(rest),
            Syntax::Source(language) => source(rest, language),
        };
        (said, at + len.min(rest.len()))
    }

    /// Whether an escape at `at` is a byte.
    fn is_byte(&self, at: usize) -> bool {
        self.rest(at).first() == Some(&b'\\') && matches!(self.escape(at).0, Said::Byte(_))
    }

    /// Takes bytes that stand side by side for the one character that they are in UTF-8.
    fn character(&self, first: u8, at: usize, end: usize) -> Option<(char, usize)> {
        let (mut bytes, mut len, mut end) = ([first, 0, 0, 0], 1, end);
        while len < bytes.len() && self.rest(end).first() == Some(&b'\\') {
            let (Said::Byte(byte), next) = self.escape(end) else { break };
            bytes[len] = byte;
            (len, end) = (len + 1, next);
            if let Some(Ok(c)) = chars(&bytes[..len]).next()
                && c.len_utf8() == len
            {
                debug_assert!(at < end, "an escape has a length");
                return Some((c, end));
            }
        }
        None
    }
}

impl Iterator for Escapes<'_> {
    type Item = Spelled;

    fn next(&mut self) -> Option<Spelled> {
        loop {
            let from = self.at;
            let at = from + memchr(b'\\', self.rest(from))?;
            if self.is_comment(at, from) {
                self.at = memchr(b'\n', self.rest(at)).map_or(self.end, |lf| at + lf);
                continue;
            }
            let (said, mut end) = self.escape(at);
            let c = match said {
                Said::Char(c) => Some(c),
                Said::Half(high) => match self.pair(high, end) {
                    Some((c, both)) => {
                        end = both;
                        Some(c)
                    }
                    None => None,
                },
                Said::Byte(byte @ 0x80..) => match self.character(byte, at, end) {
                    Some((c, all)) => {
                        end = all;
                        Some(c)
                    }
                    None => {
                        let is_binary =
                            self.is_of_bytes() || self.last_byte == at || self.is_byte(end);
                        self.last_byte = end;
                        // Where it is no byte among bytes, it is a code point.
                        Some(if is_binary { char::REPLACEMENT_CHARACTER } else { byte.into() })
                    }
                },
                Said::Byte(byte) => Some(char::from(byte)),
                Said::None => {
                    self.at = end;
                    continue;
                }
            };
            self.at = end;
            // Strings for terminals and byte formats are made of controls.
            let is_source = matches!(self.syntax, Syntax::Source(_));
            let c =
                c.map(
                    |c| {
                        if is_source && CONTROLS.contains(&Class::of(c)) { '\u{FFFD}' } else { c }
                    },
                );
            return Some(Spelled { span: at..end, c });
        }
    }
}

impl Escapes<'_> {
    /// The character of a pair whose first half ends at `end`.
    fn pair(&self, high: u16, end: usize) -> Option<(char, usize)> {
        if self.rest(end).first() != Some(&b'\\') {
            return None;
        }
        let (Said::Half(low), end) = self.escape(end) else { return None };
        let c = char::decode_utf16([high, low]).next()?.ok()?;
        Some((c, end))
    }
}

impl Language {
    /// What a line begins with that is a comment whole.
    const fn comments(self) -> &'static [&'static [u8]] {
        match self {
            Self::C | Self::Go | Self::Script | Self::Css => &[b"//", b"/*", b"* ", b"*/"],
            Self::Hash => &[b"#"],
            Self::Lua => &[b"--"],
        }
    }
}

/// `\u12AB`, and the letters.
fn json(rest: &[u8]) -> (Said, usize) {
    match rest.get(1) {
        Some(b'u') => hex(rest, 2, 4, 4),
        Some(b'b') => (Said::Char('\u{8}'), 2),
        Some(b'f') => (Said::Char('\u{C}'), 2),
        other => letter(other),
    }
}

/// The escapes of YAML 1.2, section 5.7.
fn yaml(rest: &[u8]) -> (Said, usize) {
    let c = match rest.get(1) {
        Some(b'x') => return hex(rest, 2, 2, 2),
        Some(b'u') => return hex(rest, 2, 4, 4),
        Some(b'U') => return hex(rest, 2, 8, 8),
        Some(b'0') => '\0',
        Some(b'a') => '\u{7}',
        Some(b'b') => '\u{8}',
        Some(b'v') => '\u{B}',
        Some(b'f') => '\u{C}',
        Some(b'e') => '\u{1B}',
        Some(b'N') => '\u{85}',
        Some(b'_') => '\u{A0}',
        Some(b'L') => '\u{2028}',
        Some(b'P') => '\u{2029}',
        Some(b' ') => ' ',
        other => return letter(other),
    };
    (Said::Char(c), 2)
}

/// The escapes of TOML 1.1.
fn toml(rest: &[u8]) -> (Said, usize) {
    match rest.get(1) {
        Some(b'x') => hex(rest, 2, 2, 2),
        Some(b'u') => hex(rest, 2, 4, 4),
        Some(b'U') => hex(rest, 2, 8, 8),
        Some(b'b') => (Said::Char('\u{8}'), 2),
        Some(b'f') => (Said::Char('\u{C}'), 2),
        Some(b'e') => (Said::Char('\u{1B}'), 2),
        other => letter(other),
    }
}

/// The letters that all have, and the characters that stand for themselves.
fn letter(next: Option<&u8>) -> (Said, usize) {
    match next {
        Some(b'n') => (Said::Char('\n'), 2),
        Some(b'r') => (Said::Char('\r'), 2),
        Some(b't') => (Said::Char('\t'), 2),
        Some(&c @ (b'"' | b'\'' | b'/' | b'\\')) => (Said::Char(char::from(c)), 2),
        _ => (Said::None, 2),
    }
}

/// What the languages have in common is taken from all of them.
fn source(rest: &[u8], language: Language) -> (Said, usize) {
    if language == Language::Css {
        let digits = digits(rest, 1, 6, 16);
        if digits > 0 {
            let (said, len) = hex(rest, 1, 1, 6);
            let space = usize::from(matches!(rest.get(len), Some(b' ' | b'\t' | b'\n')));
            return (said, len + space);
        }
        return (Said::None, 2);
    }
    match rest.get(1) {
        Some(b'u' | b'x') if rest.get(2) == Some(&b'{') => braced(rest, 3),
        Some(b'N') if rest[2..].starts_with(b"{U+") => braced(rest, 5),
        Some(b'u') => {
            // Java takes any number of them.
            let us = rest[1..].iter().take(16).take_while(|&&byte| byte == b'u').count();
            hex(rest, 1 + us, 4, 4)
        }
        Some(b'U') => hex(rest, 2, 8, 8),
        Some(b'x') => match digits(rest, 2, 9, 16) {
            // C takes as many digits as there are.
            3..=8 if language == Language::C => hex(rest, 2, 3, 8),
            _ => byte(rest, 2, 2, 16),
        },
        Some(b'0'..=b'9') if language == Language::Lua => byte(rest, 1, 3, 10),
        Some(b'0'..=b'7') => byte(rest, 1, 3, 8),
        other => letter(other),
    }
}

/// How many digits stand at `start`, `most` at the most.
fn digits(rest: &[u8], start: usize, most: usize, radix: u32) -> usize {
    let is_digit = |byte: &&u8| char::from(**byte).is_digit(radix);
    rest.get(start..).unwrap_or_default().iter().take(most).take_while(is_digit).count()
}

/// The number that some digits are; `None` beyond the code points.
fn number(digits: &[u8], radix: u32) -> Option<u32> {
    digits.iter().try_fold(0_u32, |number, &digit| {
        let digit = char::from(digit).to_digit(radix)?;
        number.checked_mul(radix)?.checked_add(digit).filter(|number| *number <= 0x10_FFFF)
    })
}

/// A code point in hexadecimal.
fn hex(rest: &[u8], start: usize, least: usize, most: usize) -> (Said, usize) {
    let count = digits(rest, start, most, 16);
    if count < least {
        return (Said::None, 2);
    }
    let end = start + count;
    (code_point(number(&rest[start..end], 16)), end)
}

/// A byte, as a number of at most `most` digits.
fn byte(rest: &[u8], start: usize, most: usize, radix: u32) -> (Said, usize) {
    let count = digits(rest, start, most, radix);
    let end = start + count;
    match number(&rest[start..end], radix).map(u8::try_from) {
        Some(Ok(byte)) if count > 0 => (Said::Byte(byte), end),
        _ => (Said::None, 2),
    }
}

/// A code point in braces, which stand before `start`.
fn braced(rest: &[u8], start: usize) -> (Said, usize) {
    let count = digits(rest, start, 8, 16);
    let end = start + count;
    if count == 0 || rest.get(end) != Some(&b'}') {
        return (Said::None, 2);
    }
    (code_point(number(&rest[start..end], 16)), end + 1)
}

fn code_point(number: Option<u32>) -> Said {
    let Some(number) = number else { return Said::None };
    match (char::from_u32(number), u16::try_from(number)) {
        (Some(c), _) => Said::Char(c),
        (None, Ok(half)) => Said::Half(half),
        (None, Err(_)) => Said::None,
    }
}
