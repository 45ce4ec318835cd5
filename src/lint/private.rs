//! Characters that every profile keeps and a rule tells all the same: private use, and U+FFFD. The
//! scan passes over them; here they are looked for.

use crate::scan::{Class, PrivateFinder, chars};

/// What they are.
const CLASSES: &[Class] = &[Class::PuaBmp, Class::PuaSupplementary, Class::ReplacementChar];

/// Gives each of them, and where it begins.
pub(super) fn each(text: &[u8], mut found: impl FnMut(usize, char)) {
    let finder = PrivateFinder::new();
    let mut at = 0;
    while let Some(next) = finder.next(text, at) {
        if let Some(Ok(c)) = chars(&text[next..]).next()
            && CLASSES.contains(&Class::of(c))
        {
            found(next, c);
        }
        at = next + 1;
    }
}

/// Whether there is one of them in a text that comes in chunks.
#[derive(Clone, Debug, Default)]
pub(super) struct Any {
    /// The end of the last chunk, where one may have been cut.
    cut: Vec<u8>,
}

impl Any {
    /// Whether there is one in this chunk, or one that ends in it.
    pub(super) fn is_in(&mut self, chunk: &[u8]) -> bool {
        let mut is_in = false;
        if !self.cut.is_empty() {
            let missing = chunk.len().min(char::MAX.len_utf8() - 1);
            self.cut.extend_from_slice(&chunk[..missing]);
            each(&self.cut, |_, _| is_in = true);
        }
        let last = &chunk[chunk.len().saturating_sub(char::MAX.len_utf8() - 1)..];
        let cut = last.iter().position(|byte| *byte >= 0xC0).map_or(&[][..], |at| &last[at..]);
        // A chunk that is shorter than a character may go on with what the one before began.
        if chunk.len() >= char::MAX.len_utf8() || !cut.is_empty() {
            self.cut.clear();
        }
        self.cut.extend_from_slice(cut);
        each(chunk, |_, _| is_in = true);
        is_in
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_found_however_it_is_cut() {
        let is_one = |c: &char| CLASSES.contains(&Class::of(*c));
        for c in ('\0'..=char::MAX).filter(|c| is_one(c) || (*c as u32).is_multiple_of(251)) {
            let text = format!("a{c}b\u{FF0C}");
            let mut found = Vec::new();
            each(text.as_bytes(), |at, c| found.push((at, c)));
            assert_eq!(found, if is_one(&c) { vec![(1, c)] } else { vec![] }, "{c:?}");
        }
        for text in ["\u{E000}", "ab\u{FFFD}", "\u{F0000}c", "\u{10FFFD}", "\u{FF0C}\u{FFFD}"] {
            for size in 1..6 {
                let mut any = Any::default();
                let found = text.as_bytes().chunks(size).filter(|chunk| any.is_in(chunk)).count();
                assert!(found > 0, "{text:?} {size}");
            }
        }
        for text in ["\u{FF0C}\u{FF0C}", "\u{1F600}\u{EFFF0}", "\u{E9}\u{FEFF}"] {
            for size in 1..6 {
                let mut any = Any::default();
                assert!(!text.as_bytes().chunks(size).any(|chunk| any.is_in(chunk)), "{text:?}");
            }
        }
    }
}
