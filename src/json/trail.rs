//! The way to a value as text, for whoever is told of it: `tools[2].description`.

use std::fmt::Write as _;

use crate::filter::Show;

/// How long the text of a way may be, in bytes; what lies deeper is left out.
const LONGEST: usize = 512;
/// How much of one name is told, in bytes.
const NAME: usize = 64;

/// The names and indices on the way to where the reading is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    text: String,
    /// The length of the text at each open array or object.
    lengths: Vec<u32>,
}

impl Trail {
    /// An array or object begins.
    pub(crate) fn open(&mut self) {
        self.lengths.push(self.text.len() as u32);
    }

    /// It has ended.
    pub(crate) fn close(&mut self) {
        self.back();
        self.lengths.pop();
    }

    /// At a member of this name.
    pub(crate) fn member(&mut self, name: &[u8]) {
        self.back();
        if self.text.len() >= LONGEST {
            return;
        }
        let cut = &name[..name.len().min(NAME)];
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        if !cut.is_empty() && cut.iter().all(is_plain) {
            let dot = if self.text.is_empty() { "" } else { "." };
            self.text.push_str(dot);
            self.text.extend(cut.iter().map(|byte| char::from(*byte)));
        } else {
            // Writing to a string cannot fail.
            let _written = write!(self.text, "[\"{}\"]", Show::new(cut));
        }
    }

    /// At an item of this index.
    pub(crate) fn item(&mut self, index: u64) {
        self.back();
        if self.text.len() < LONGEST {
            // Writing to a string cannot fail.
            let _written = write!(self.text, "[{index}]");
        }
    }

    /// The way, safe to print; empty for a value that is in nothing.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Back to what the member or item is in.
    fn back(&mut self) {
        let length = self.lengths.last().copied().unwrap_or(0);
        self.text.truncate(length as usize);
    }
}
