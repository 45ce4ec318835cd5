//! The only way in which untrusted text reaches a person: names, messages, excerpts.

use std::fmt;
use std::path::Path;

use crate::scan::{Class, chars};

/// Displays text from outside on one line, with everything hidden or active as an escape:
/// `\u{202E}` for a character, `\xFF` for an ill-formed byte, `\n` and `\t`.
///
/// ```
/// use untrusted_filter::Show;
///
/// assert_eq!(Show::new(b"a\x1b[31m\xFF").to_string(), r"a\u{1B}[31m\xFF");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Show<'a>(&'a [u8]);

impl<'a> Show<'a> {
    /// Shows text, or bytes that may not be text.
    #[must_use]
    pub fn new(text: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self(text.as_ref())
    }

    /// Shows the name of a file.
    #[must_use]
    pub fn path(path: &'a Path) -> Self {
        Self(path.as_os_str().as_encoded_bytes())
    }
}

impl fmt::Display for Show<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        chars(self.0).try_for_each(|element| show(element, f))
    }
}

/// Shows a character, or a byte that is part of none.
pub(crate) fn show(element: Result<char, u8>, out: &mut impl fmt::Write) -> fmt::Result {
    match element {
        Ok('\n') => out.write_str("\\n"),
        Ok('\t') => out.write_str("\\t"),
        Ok(c) if Class::of(c).is_hidden() => write!(out, "\\u{{{:X}}}", c as u32),
        Ok(c) => out.write_char(c),
        Err(byte) => write!(out, "\\x{byte:02X}"),
    }
}
