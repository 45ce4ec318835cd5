//! Letters that look like the ASCII letters of the word they stand in.

use std::ops::Range;

use crate::lint::finding::{CodePoint, Draft, Finding, Fix};
use crate::lint::rule;
use crate::scan::{Class, chars, fold};

/// So many ASCII letters make a word of ASCII letters.
const LETTERS: usize = 2;

/// Letters of the Latin script, which are spelling wherever they stand: Turkish, Vietnamese, the
/// phonetic alphabet, superscripts. Its full-width and mathematical forms are not.
const LATIN: &[std::ops::RangeInclusive<char>] = &[
    '\u{80}'..='\u{2AF}',
    '\u{1D00}'..='\u{1DBF}',
    '\u{1E00}'..='\u{1EFF}',
    '\u{2070}'..='\u{209C}',
    '\u{2C60}'..='\u{2C7F}',
    '\u{A720}'..='\u{A7FF}',
    '\u{AB30}'..='\u{AB6F}',
];
/// Small letters of the Greek script, which are symbols after capitals: `TNFα`.
const GREEK: std::ops::RangeInclusive<char> = '\u{370}'..='\u{3FF}';

/// A word in progress: letters and marks.
#[derive(Debug, Default)]
struct Word {
    ascii: usize,
    has_small: bool,
    /// It holds a letter that looks like none of ASCII.
    is_foreign: bool,
    look_alikes: Vec<(usize, char, char)>,
}

/// The findings on look-alikes.
pub(super) fn findings(text: &[u8], drafts: &mut Vec<Draft>) {
    if text.is_ascii() {
        return;
    }
    let mut word = Word::default();
    let mut at = 0;
    for c in chars(text) {
        let start = at;
        at += c.map_or(1, char::len_utf8);
        match c {
            Ok(c) if c.is_ascii_alphabetic() => {
                word.ascii += 1;
                word.has_small |= c.is_ascii_lowercase();
            }
            Ok(c) if !c.is_ascii() && (c.is_alphabetic() || Class::of(c) == Class::Combining) => {
                match look_alike(c) {
                    Some(ascii) => word.look_alikes.push((start, c, ascii)),
                    None => word.is_foreign = true,
                }
            }
            _ => word.end(drafts),
        }
    }
    word.end(drafts);
}

/// The ASCII letter that a letter of another script looks like.
fn look_alike(c: char) -> Option<char> {
    let ascii = char::from(fold(c)?);
    let is_latin = LATIN.iter().any(|range| range.contains(&c));
    let ascii = if c.is_uppercase() { ascii.to_ascii_uppercase() } else { ascii };
    (ascii.is_ascii_alphabetic() && !is_latin).then_some(ascii)
}

impl Word {
    fn end(&mut self, drafts: &mut Vec<Draft>) {
        let word = std::mem::take(self);
        if word.is_foreign || word.ascii < LETTERS {
            return;
        }
        let is_symbol = |c: char| !word.has_small && GREEK.contains(&c) && c.is_lowercase();
        let found = word.look_alikes.iter().filter(|(_, c, _)| !is_symbol(*c));
        let mut runs: Vec<(Range<usize>, Vec<CodePoint>, usize, String)> = Vec::new();
        for &(start, c, ascii) in found {
            let end = start + c.len_utf8();
            if runs.last().is_none_or(|(span, ..)| span.end != start) {
                runs.push((start..start, Vec::new(), 0, String::new()));
            }
            if let Some((span, code_points, count, replacement)) = runs.last_mut() {
                span.end = end;
                *count += 1;
                replacement.push(ascii);
                if code_points.len() < Finding::MAX_CODE_POINTS {
                    code_points.push(CodePoint::Char(c));
                }
            }
        }
        drafts.extend(runs.into_iter().map(|(span, code_points, count, replacement)| {
            let rule = &rule::CONFUSABLE;
            let first = code_points.first().map(ToString::to_string).unwrap_or_default();
            let ascii: String = replacement.chars().take(8).collect();
            Draft {
                rule,
                severity: rule.severity,
                span,
                code_points,
                count,
                message: format!("{}: {first}, which looks like \"{ascii}\"", rule.title),
                decoded: None,
                fix: Some(Fix { replacement, is_safe: false }),
            }
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, String)> {
        let mut drafts = Vec::new();
        findings(text.as_bytes(), &mut drafts);
        let fixed = |draft: Draft| (text[draft.span].to_owned(), draft.fix.unwrap().replacement);
        drafts.into_iter().map(fixed).collect()
    }

    #[test]
    fn look_alikes_in_ascii_words_are_found() {
        let one = |from: &str, to: &str| vec![(from.to_owned(), to.to_owned())];
        assert_eq!(found("p\u{430}ypal.com"), one("\u{430}", "a"));
        assert_eq!(found("\u{0430}\u{0440}ple"), one("\u{430}\u{440}", "ap"));
        assert_eq!(found("\u{410}dmin"), one("\u{410}", "A"));
        assert_eq!(found("user_n\u{430}me"), one("\u{430}", "a"));
        assert_eq!(found("\u{FF50}aypal"), one("\u{FF50}", "p"));
        assert_eq!(found("g\u{3BF}ogle"), one("\u{3BF}", "o"));
    }

    #[test]
    fn words_of_other_scripts_and_symbols_are_not() {
        for text in [
            "\u{43E}\u{441}\u{430}",                      // Cyrillic, all look-alikes
            "\u{43F}\u{440}\u{438}\u{432}\u{435}\u{442}", // Cyrillic
            "C\u{43C}\u{43E}\u{442}\u{440}\u{435}\u{442}\u{44C} abc", // mixed by mistake
            "\u{3B1} : nat",
            "\u{3B1}-helix",
            "h\u{3BD}",
            "TNF\u{3B1}",
            "5 \u{B5}m, 10 k\u{3A9}, 20 k\u{2126}",
            "kad\u{131}n",
            "ab\u{2099}, xy\u{207F}",
            "N\u{BA} 5",
            "caf\u{E9}",
            "cafe\u{301} m\u{430}",
            "\u{65E5}\u{672C}abc",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
