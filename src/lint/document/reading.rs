//! A text as a program reads it: escapes decoded, and what is hidden in the result, judged by the
//! rules that hold for raw text. So an escaped joiner is fine exactly where a raw one is.

use std::collections::VecDeque;
use std::ops::Range;

use crate::lint::decode::decode;
use crate::lint::finding::{CodePoint, Draft, Finding, Fix, Severity};
use crate::lint::rule::Rule;
use crate::scan::{Class, Hit, Plan, Scanner, Visit, What, chars};

/// How much of what a run says a message quotes, in characters.
const QUOTED: usize = 80;

/// A character, and where it is spelled: as an escape, or as itself where only some characters of a
/// text matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spelled {
    pub(super) span: Range<usize>,
    /// `None` for half of a surrogate pair, which is no character.
    pub(super) c: Option<char>,
}

impl Spelled {
    /// Whether it draws nothing.
    pub(super) fn is_hidden(&self) -> bool {
        self.c.is_some_and(|c| Class::of(c).is_hidden())
    }
}

/// A run of hidden characters that the text rules reject.
#[derive(Clone, Debug)]
pub(super) struct Hidden {
    pub(super) span: Range<usize>,
    chars: Vec<char>,
    count: usize,
    replacement: String,
}

/// The hidden characters among `spelled` that have no place in the text that `text[within]` says,
/// where neighbours make one run. What is hidden otherwise is not in the answer.
pub(super) fn hidden(
    text: &[u8],
    within: Range<usize>,
    spelled: impl Iterator<Item = Spelled> + Clone,
) -> Vec<Hidden> {
    if !spelled.clone().any(|spelled| spelled.is_hidden()) {
        return Vec::new();
    }
    let mut plan = Plan::text();
    // A replacement must not end a line in the middle of a string.
    plan.set_one_line();
    let mut scanner = Scanner::new(plan);
    let mut reader = Reader {
        said: 0,
        ends: VecDeque::new(),
        last: End { said: 0, spelled: within.start },
        runs: Vec::new(),
    };
    let mut at = within.start;
    for Spelled { span, c } in spelled {
        if span.start < at || span.end > within.end {
            continue;
        }
        let raw = &text[at..span.start];
        scanner.push(raw, &mut reader);
        let mut buffer = [0; 4];
        let said = c.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut buffer);
        reader.said += raw.len() + said.len();
        reader.ends.push_back(End { said: reader.said, spelled: span.end });
        scanner.push(said.as_bytes(), &mut reader);
        at = span.end;
    }
    scanner.push(&text[at..within.end], &mut reader);
    scanner.finish(&mut reader);
    reader.runs
}

/// Where an escape ends: in what the text says, and as it is spelled.
#[derive(Clone, Copy, Debug)]
struct End {
    said: usize,
    spelled: usize,
}

/// Takes the hits, and finds them in the text as it is spelled.
struct Reader {
    /// How many bytes were handed to the scanner.
    said: usize,
    /// The escapes that no hit has passed yet.
    ends: VecDeque<End>,
    /// The escape that was passed last.
    last: End,
    runs: Vec<Hidden>,
}

impl Reader {
    /// The place of a boundary between characters, and how many escapes end between the last one
    /// asked for and this. Boundaries are asked for in order.
    fn spelled(&mut self, said: usize) -> (usize, usize) {
        let mut passed = 0;
        while let Some(end) = self.ends.front()
            && end.said <= said
        {
            self.last = *end;
            self.ends.pop_front();
            passed += 1;
        }
        (self.last.spelled + (said - self.last.said), passed)
    }
}

impl Visit for Reader {
    fn keep(&mut self, _text: &[u8]) {}

    fn count(&mut self, _hit: Hit<'_>) {}

    fn change(&mut self, hit: Hit<'_>, with: &[u8]) {
        let Ok(start) = usize::try_from(hit.offset) else { return };
        let (at, _) = self.spelled(start);
        let (end, escapes) = self.spelled(start + hit.bytes.len());
        // An introducer is judged by what it introduces.
        let is_hidden = hit.what == What::Sequence || hit.class.is_hidden();
        if escapes == 0 || !is_hidden || hit.what == What::Ill {
            return;
        }
        let first = chars(hit.bytes).find_map(Result::ok);
        let with = String::from_utf8_lossy(with);
        match self.runs.last_mut() {
            Some(run) if run.span.end == at => {
                run.span.end = end;
                run.count += 1;
                if run.chars.len() < Finding::MAX_CODE_POINTS {
                    run.chars.extend(first);
                }
                // Several that part words leave one space, as one does.
                if !(with == " " && run.replacement.ends_with(' ')) {
                    run.replacement.push_str(&with);
                }
            }
            _ => self.runs.push(Hidden {
                span: at..end,
                chars: first.into_iter().collect(),
                count: 1,
                replacement: with.into_owned(),
            }),
        }
    }
}

impl Hidden {
    /// Makes a finding of it. A soft hyphen that has a right to be a note stays one.
    pub(super) fn draft(self, rule: &'static Rule, more: &str) -> Draft {
        let first = self.chars.first().map(|&c| CodePoint::Char(c));
        let first = first.map(|c| format!("{c} {}", c.name())).unwrap_or_default();
        let mut message = if self.count == 1 {
            format!("{}: {first}{more}", rule.title)
        } else {
            format!("{}: {} characters, the first {first}{more}", rule.title, self.count)
        };
        let decoded = decode(&self.chars);
        if let Some(decoded) = &decoded
            && !decoded.text.is_empty()
        {
            let quote: String = decoded.text.chars().take(QUOTED).collect();
            let cut = if quote.len() < decoded.text.len() { " \u{2026}" } else { "" };
            message.push_str(&format!("; as {} it says \"{quote}\"{cut}", decoded.codec));
        }
        let is_soft = self.chars.iter().all(|&c| Class::of(c) == Class::SoftHyphen);
        let severity = if is_soft && rule.is_optional { Severity::Note } else { rule.severity };
        Draft {
            rule,
            severity,
            span: self.span,
            code_points: self.chars.into_iter().map(CodePoint::Char).collect(),
            count: self.count,
            message,
            decoded,
            fix: Some(Fix { replacement: self.replacement, is_safe: severity == Severity::Error }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads `<hex>` as an escape.
    fn runs(text: &str) -> Vec<(String, usize)> {
        let mut spelled = Vec::new();
        let mut at = 0;
        while let Some(start) = text[at..].find('<').map(|start| at + start) {
            let end = start + text[start..].find('>').unwrap() + 1;
            let c = u32::from_str_radix(&text[start + 1..end - 1], 16).unwrap();
            spelled.push(Spelled { span: start..end, c: char::from_u32(c) });
            at = end;
        }
        hidden(text.as_bytes(), 0..text.len(), spelled.into_iter())
            .into_iter()
            .map(|run| (text[run.span.clone()].to_owned(), run.count))
            .collect()
    }

    #[test]
    fn escapes_are_judged_as_what_they_say() {
        let one = |run: &str, count| vec![(run.to_owned(), count)];
        assert_eq!(runs("a<200B>b"), one("<200B>", 1));
        assert_eq!(runs("a<200B><2060>b"), one("<200B><2060>", 2));
        assert_eq!(runs("a<E0041>b<E0042>c").len(), 2);
        assert_eq!(runs("a<1B>[8mx"), one("<1B>[8m", 1));
        assert_eq!(runs("a<41><20><A0><E9>b"), vec![]);
        assert_eq!(runs("\u{200B}<41>"), vec![]);
        // Persian, an emoji sequence and a lone half of a pair.
        assert_eq!(runs("<645><6CC><200C><62E>"), vec![]);
        assert_eq!(runs("<2764><FE0F>"), vec![]);
        assert_eq!(runs("x<FE0F>"), one("<FE0F>", 1));
        assert_eq!(runs("a<D800>b"), vec![]);
        assert_eq!(runs("a<D>b<A>"), one("<D>", 1));
        assert_eq!(runs("a<D><A>"), vec![]);
    }
}
