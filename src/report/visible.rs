//! Untrusted text in a report: as [`show`] has it, and what that leaves that a report must not carry:
//! characters that the linter would report again, and what a CI log takes for a command.

use std::fmt::Write;

use crate::filter::show;
use crate::scan::{Class, chars, visible_ascii};

/// So many marks may stand on one base: no orthography has more, and stacks cover other lines.
const MARKS: usize = 4;

/// Escapes text element by element. The state is what the text so far ends in.
#[derive(Debug, Default)]
pub(super) struct Escaper {
    text: String,
    marks: usize,
}

impl Escaper {
    /// Adds a character, or a byte that is none.
    pub(super) fn push(&mut self, element: Result<char, u8>) {
        let class = element.ok().map(Class::of);
        let is_mark = matches!(class, Some(Class::Combining | Class::InvisibleStacker));
        // A mark without a base would stand on what the report put before it.
        self.marks = if is_mark && !self.text.is_empty() { self.marks + 1 } else { 0 };
        let is_escaped = match (class, element) {
            (
                Some(
                    Class::ObjectReplacement
                    | Class::ReplacementChar
                    | Class::PuaBmp
                    | Class::PuaSupplementary,
                ),
                _,
            ) => true,
            (_, Ok('[')) => self.opens_command(),
            _ => is_mark && (self.marks == 0 || self.marks > MARKS),
        };
        // Writing to a string does not fail.
        _ = match element {
            Ok(c) if is_escaped => write!(self.text, "\\u{{{:X}}}", c as u32),
            _ => show(element, &mut self.text),
        };
    }

    /// Adds the visible ASCII that some text begins with. How many bytes that is.
    pub(super) fn push_ascii(&mut self, text: &[u8]) -> usize {
        let run = &text[..visible_ascii(text)];
        for &byte in run {
            if byte == b'[' {
                self.push(Ok('['));
            } else {
                self.text.push(byte.into());
            }
        }
        if !run.is_empty() {
            self.marks = 0;
        }
        run.len()
    }

    /// Adds our own text.
    pub(super) fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Whether a bracket would be part of `##[`, `##vso[` or `##teamcity[`, which CI systems obey in
    /// the middle of a line too.
    fn opens_command(&self) -> bool {
        let name = self.text.bytes().rev().take(16).take_while(u8::is_ascii_alphabetic).count();
        self.text[..self.text.len() - name].ends_with("##")
    }

    /// The text so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The text.
    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// Text for the middle of a line.
pub(super) fn visible(text: impl AsRef<[u8]>) -> String {
    let mut escaper = Escaper::default();
    chars(text.as_ref()).for_each(|element| escaper.push(element));
    escaper.into_text()
}

/// Text for the start of a line: no workflow command of GitHub, before which white space may stand.
pub(super) fn visible_start(text: impl AsRef<[u8]>) -> String {
    at_start(visible(text))
}

/// Text that has been escaped, for the start of a line.
pub(super) fn at_start(text: String) -> String {
    match text.trim_start() {
        // A colon alone is a name, after which the report puts one of its own.
        command if command.starts_with("::") || command == ":" => {
            let (space, command) = text.split_at(text.len() - command.len());
            format!("{space}\\u{{3A}}{}", &command[1..])
        }
        _ => text,
    }
}

/// The first so many characters, and a mark if there are more.
pub(super) fn capped(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_to_report() {
        assert_eq!(
            visible("a\u{FFFC}\u{FFFD}\u{E000}\u{202E}"),
            r"a\u{FFFC}\u{FFFD}\u{E000}\u{202E}"
        );
        assert_eq!(visible("\u{301}e\u{301}"), "\\u{301}e\u{301}");
        assert_eq!(
            visible("e\u{301}\u{301}\u{301}\u{301}\u{301}"),
            "e\u{301}\u{301}\u{301}\u{301}\\u{301}"
        );
        assert_eq!(visible(b"a\xFFb"), r"a\xFFb");
    }

    #[test]
    fn no_command_is_left() {
        assert_eq!(visible("## [x] ##[group]"), r"## [x] ##\u{5B}group]");
        assert_eq!(visible("##vso[x"), r"##vso\u{5B}x");
        assert_eq!(visible_start("\u{3000} ::error::x"), "\u{3000} \\u{3A}:error::x");
        assert_eq!(visible_start("a::b"), "a::b");
        assert_eq!(visible_start(" :"), r" \u{3A}");
    }
}
