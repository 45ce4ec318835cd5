//! A text as a program reads it: escapes decoded, and what is hidden in the result, judged by the
//! rules that hold for raw text. So an escaped joiner is fine exactly where a raw one is.

use std::collections::VecDeque;
use std::ops::Range;

use crate::lint::IN_A_ROW;
use crate::lint::decode::decode;
use crate::lint::finding::{CodePoint, Draft, Finding, Fix, Severity};
use crate::lint::rule::{self, Rule};
use crate::lint::run::is_invisible;
use crate::scan::{CONTROLS, Class, Hit, Plan, Scanner, Sgr, Visit, What, chars};

/// How much of what a run says a message quotes, in characters.
const QUOTED: usize = 80;

/// What is worse than a leftover only where there is more of it.
const LEFTOVERS: &[Class] =
    &[Class::Vs15Text, Class::Vs16Emoji, Class::VsMongolian, Class::EgyptianFormat];

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
    /// How many of them draw nothing.
    invisible: usize,
    /// How bad the worst of them is.
    worst: Severity,
    /// It stands between ASCII letters or digits.
    in_word: bool,
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
        sgr: Sgr::default(),
        before: None,
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
    for run in &mut reader.runs {
        // What comes after it as an escape is seldom a letter.
        run.in_word &= text.get(run.span.end).is_some_and(u8::is_ascii_alphanumeric);
    }
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
    /// What a terminal would make of the sequences so far.
    sgr: Sgr,
    /// The last byte that was kept.
    before: Option<u8>,
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

    /// How bad a hit would be as it is. What is for terminals is spelled for a reason: it becomes
    /// text only where somebody prints it.
    fn severity(&mut self, hit: Hit<'_>) -> Severity {
        match hit.what {
            What::Sequence if self.sgr.accept(hit.bytes) => Severity::Note,
            What::Char(0x0C) => rule::FORM_FEED.severity,
            _ if CONTROLS.contains(&hit.class) => Severity::Warning,
            _ if hit.class == Class::BidiOverride => Severity::Error,
            // What an emoji or a script leaves behind.
            _ if LEFTOVERS.contains(&hit.class) => Severity::Warning,
            _ => rule::rule_of(hit.class).map_or(Severity::Warning, |rule| rule.severity),
        }
    }
}

impl Visit for Reader {
    fn keep(&mut self, text: &[u8]) {
        self.before = text.last().copied().or(self.before);
    }

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
        let severity = self.severity(hit);
        let invisible = usize::from(is_invisible(hit.class) && hit.what != What::Sequence);
        let with = String::from_utf8_lossy(with);
        match self.runs.last_mut() {
            Some(run) if run.span.end == at => {
                run.span.end = end;
                run.count += 1;
                run.invisible += invisible;
                run.worst = run.worst.max(severity);
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
                invisible,
                worst: severity,
                in_word: self.before.is_some_and(|byte| byte.is_ascii_alphanumeric()),
                replacement: with.into_owned(),
            }),
        }
    }
}

impl Hidden {
    /// How bad it would be as it is, rather than spelled.
    pub(super) fn severity(&self) -> Severity {
        let splits = |&c: &char| matches!(Class::of(c), Class::Zwsp | Class::Zwnj | Class::Zwj);
        let is_error = self.invisible >= IN_A_ROW || self.in_word && self.chars.iter().any(splits);
        if is_error { Severity::Error } else { self.worst }
    }

    /// Makes a finding of it.
    pub(super) fn draft(self, rule: &'static Rule, severity: Severity, more: &str) -> Draft {
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
