//! The only way in which untrusted text reaches a person: names, messages, excerpts.

use std::fmt;
use std::path::Path;

use crate::scan::Class;

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
        for chunk in self.0.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    '\n' => f.write_str("\\n")?,
                    '\t' => f.write_str("\\t")?,
                    _ if Class::of(c).is_hidden() => write!(f, "\\u{{{:X}}}", c as u32)?,
                    _ => write!(f, "{c}")?,
                }
            }
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02X}")?;
            }
        }
        Ok(())
    }
}
