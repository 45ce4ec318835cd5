//! Character references of HTML: `&#8203;`, `&#x200B;`, `&ZeroWidthSpace;`.

use std::ops::Range;

use memchr::memchr;

use super::reading::Spelled;

/// Names of characters that draw nothing, from the table of the HTML standard.
const NAMES: &[(&str, char)] = &[
    ("ApplyFunction", '\u{2061}'),
    ("InvisibleComma", '\u{2063}'),
    ("InvisibleTimes", '\u{2062}'),
    ("NegativeMediumSpace", '\u{200B}'),
    ("NegativeThickSpace", '\u{200B}'),
    ("NegativeThinSpace", '\u{200B}'),
    ("NegativeVeryThinSpace", '\u{200B}'),
    ("NoBreak", '\u{2060}'),
    ("ZeroWidthSpace", '\u{200B}'),
    ("af", '\u{2061}'),
    ("ic", '\u{2063}'),
    ("it", '\u{2062}'),
    ("lrm", '\u{200E}'),
    ("rlm", '\u{200F}'),
    ("shy", '\u{AD}'),
    ("zwj", '\u{200D}'),
    ("zwnj", '\u{200C}'),
    // What an emoji selector may follow.
    ("hearts", '\u{2665}'),
    ("clubs", '\u{2663}'),
    ("diams", '\u{2666}'),
    ("spades", '\u{2660}'),
    ("phone", '\u{260E}'),
    ("star", '\u{2606}'),
    ("starf", '\u{2605}'),
    ("copy", '\u{A9}'),
    ("reg", '\u{AE}'),
    ("trade", '\u{2122}'),
];

/// Whose references they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// The semicolon is needed, and a backslash before the ampersand undoes it.
    Markdown,
    /// The semicolon may be missing, and the C1 controls are characters of Windows-1252.
    Html,
}

/// The references in a part of a text, in order.
#[derive(Clone, Debug)]
pub(super) struct References<'a> {
    text: &'a [u8],
    at: usize,
    end: usize,
    dialect: Dialect,
}

impl<'a> References<'a> {
    /// The references in `text[within]`.
    pub(super) fn new(text: &'a [u8], within: Range<usize>, dialect: Dialect) -> Self {
        Self { text, at: within.start, end: within.end, dialect }
    }

    /// Reads a reference whose ampersand stands before `rest`: the character, and its length.
    fn read(&self, rest: &[u8]) -> Option<(char, usize)> {
        let is_html = self.dialect == Dialect::Html;
        let (start, radix, most) = match rest {
            [b'#', b'x' | b'X', ..] => (2, 16, 6),
            [b'#', ..] => (1, 10, 7),
            _ => {
                let is_name = |byte: &&u8| byte.is_ascii_alphanumeric();
                let len = rest.iter().take(32).take_while(is_name).count();
                let has_end = rest.get(len) == Some(&b';');
                let (name, c) = NAMES.iter().find(|(name, _)| name.as_bytes() == &rest[..len])?;
                // One of a few that browsers read without it.
                let is_read = has_end || is_html && *name == "shy";
                return is_read.then_some((*c, len + usize::from(has_end)));
            }
        };
        let digits = rest[start..].iter();
        let zeros = if is_html { digits.clone().take_while(|b| **b == b'0').count() } else { 0 };
        let count = digits.skip(zeros).take(most + 1);
        let count = zeros + count.take_while(|b| char::from(**b).is_digit(radix)).count();
        let end = start + count;
        let has_end = rest.get(end) == Some(&b';');
        if count == 0 || count - zeros > most || !(has_end || is_html) {
            return None;
        }
        let number = rest[start..end].iter().try_fold(0_u32, |number, digit| {
            Some(number * radix + char::from(*digit).to_digit(radix)?)
        })?;
        let c = match char::from_u32(number) {
            None | Some('\0') => char::REPLACEMENT_CHARACTER,
            Some('\u{80}'..='\u{9F}') if is_html => char::REPLACEMENT_CHARACTER,
            Some(c) => c,
        };
        Some((c, end + usize::from(has_end)))
    }
}

impl Iterator for References<'_> {
    type Item = Spelled;

    fn next(&mut self) -> Option<Spelled> {
        loop {
            let text = &self.text[..self.end];
            let at = self.at + memchr(b'&', text.get(self.at..)?)?;
            self.at = at + 1;
            let slashes = text[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
            if self.dialect == Dialect::Markdown && slashes % 2 == 1 {
                continue;
            }
            if let Some((c, len)) = self.read(&text[at + 1..]) {
                self.at = at + 1 + len;
                return Some(Spelled { span: at..at + 1 + len, c: Some(c) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, dialect: Dialect) -> Vec<(&str, char)> {
        References::new(text.as_bytes(), 0..text.len(), dialect)
            .map(|it| (&text[it.span.clone()], it.c.unwrap()))
            .collect()
    }

    #[test]
    fn references_are_read_as_each_dialect_has_them() {
        let markdown = |text| read(text, Dialect::Markdown);
        let html = |text| read(text, Dialect::Html);
        assert_eq!(
            markdown("a&#8203;b&#x202E;c&ZeroWidthSpace;&rlm;&shy;"),
            [
                ("&#8203;", '\u{200B}'),
                ("&#x202E;", '\u{202E}'),
                ("&ZeroWidthSpace;", '\u{200B}'),
                ("&rlm;", '\u{200F}'),
                ("&shy;", '\u{AD}'),
            ]
        );
        for none in ["&amp;#8203;", "&#8203", "\\&#8203;", "&#;", "&#x;", "&;", "&", "&#12345678;"]
        {
            assert_eq!(markdown(none), [], "{none}");
        }
        assert_eq!(markdown("\\\\&#8203;"), [("&#8203;", '\u{200B}')]);
        assert_eq!(markdown("&#0;&#xD800;").len(), 2);
        assert_eq!(html("&#8203b"), [("&#8203", '\u{200B}')]);
        assert_eq!(html("&#0000000008203;"), [("&#0000000008203;", '\u{200B}')]);
        assert_eq!(html("&shyx"), []);
        assert_eq!(html("&#x85;"), [("&#x85;", char::REPLACEMENT_CHARACTER)]);
    }
}
