//! Front matter, which agents load before anything else: where it is, and what is wrong with it.

use std::collections::HashMap;
use std::ops::Range;

use memchr::memchr;

use super::escape::{Escapes, Syntax};
use super::reading::{Spelled, hidden};
use super::yaml::{self, Key, Yaml};
use super::{draft, shown};
use crate::lint::finding::{CodePoint, Draft, Finding, Fix};
use crate::lint::rule::{self, Rule};
use crate::scan::{Class, chars};

/// What stands between the delimiters at the beginning of a file.
#[derive(Debug)]
pub(super) struct FrontMatter {
    /// The delimiter before it.
    pub(super) opening: Range<usize>,
    pub(super) content: Range<usize>,
    pub(super) yaml: Yaml,
    /// The keys at the top that are [`FIELDS`].
    fields: Vec<(&'static str, usize)>,
}

/// The longest key that a message repeats, in bytes.
const LONGEST_KEY: usize = 256;

/// What every prompt loads.
pub(super) const FIELDS: [&str; 2] = ["name", "description"];

impl FrontMatter {
    /// Reads the front matter of a file that has some: its first line is `---`, and another is `---`
    /// or `...`.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        let start = if text.starts_with("\u{FEFF}".as_bytes()) { 3 } else { 0 };
        if !text[start..].starts_with(b"---") {
            return None;
        }
        let mut at = start;
        let mut content = None;
        loop {
            let end = memchr(b'\n', &text[at..]).map_or(text.len(), |lf| at + lf);
            let line = &text[at..end];
            let blank = line.iter().rev().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
            let line = &line[..line.len() - blank];
            match content {
                None if line != b"---" => return None,
                None => content = Some(end + 1),
                Some(begin) if line == b"---" || line == b"..." => {
                    let content = begin..at;
                    let yaml = yaml::read(text, content.clone());
                    let fields = fields(text, &yaml);
                    return Some(Self { opening: start..start + 3, content, yaml, fields });
                }
                Some(_) => {}
            }
            at = end + 1;
            if at > text.len() {
                return None;
            }
        }
    }

    /// The last key at the top that is this one, hidden characters apart.
    pub(super) fn key(&self, name: &str) -> Option<&Key> {
        let last = self.fields.iter().rev().find(|(field, _)| *field == name);
        last.and_then(|(_, key)| self.yaml.keys.get(*key))
    }

    /// Which of the [`FIELDS`] has its value at this place.
    pub(super) fn field(&self, at: usize) -> Option<&'static str> {
        let keys = &self.yaml.keys;
        let next = self.fields.partition_point(|(_, key)| keys[*key].span.start <= at);
        let (field, key) = self.fields.get(next.checked_sub(1)?)?;
        let value = keys[*key].value.as_ref()?;
        value.span.contains(&at).then_some(*field)
    }

    /// The key at this place.
    pub(super) fn key_at(&self, at: usize) -> Option<&Key> {
        let next = self.yaml.keys.partition_point(|key| key.span.start <= at);
        let key = next.checked_sub(1).and_then(|last| self.yaml.keys.get(last));
        key.filter(|key| at < key.span.end)
    }

    /// What the rules on front matter find.
    pub(super) fn findings(
        &self,
        text: &[u8],
        is_enabled: &dyn Fn(&'static Rule) -> bool,
        drafts: &mut Vec<Draft>,
    ) {
        if is_enabled(&rule::FRONT_MATTER_BREAK) {
            self.breaks(text, drafts);
        }
        if is_enabled(&rule::FRONT_MATTER_KEY) {
            self.keys(text, drafts);
        }
        if is_enabled(&rule::FRONT_MATTER_DUPLICATE) {
            self.duplicates(text, drafts);
        }
        if is_enabled(&rule::FRONT_MATTER_ESCAPE) {
            self.escapes(text, drafts);
        }
    }

    /// Line breaks that parsers disagree on.
    fn breaks(&self, text: &[u8], drafts: &mut Vec<Draft>) {
        let content = &text[self.content.clone()];
        let mut at = 0;
        let mut run: Option<(Range<usize>, Vec<CodePoint>, usize)> = None;
        let mut runs = Vec::new();
        for c in chars(content) {
            let start = at;
            at += c.map_or(1, char::len_utf8);
            let Ok(c) = c else { continue };
            let is_crlf = c == '\r' && content.get(at) == Some(&b'\n');
            if !is_break(c) || is_crlf {
                continue;
            }
            if run.as_ref().is_none_or(|(span, ..)| span.end != start) {
                runs.extend(run.replace((start..start, Vec::new(), 0)));
            }
            if let Some((span, code_points, count)) = &mut run {
                span.end = at;
                *count += 1;
                if code_points.len() < Finding::MAX_CODE_POINTS {
                    code_points.push(CodePoint::Char(c));
                }
            }
        }
        runs.extend(run);
        let begin = self.content.start;
        drafts.extend(runs.into_iter().map(|(span, code_points, count)| {
            let rule = &rule::FRONT_MATTER_BREAK;
            let first = code_points.first().map(|c| format!("{c} {}", c.name()));
            let message = format!(
                "{}: {}; what follows may be a line, and a key, of its own",
                rule.title,
                first.unwrap_or_default()
            );
            Draft {
                rule,
                severity: rule.severity,
                span: begin + span.start..begin + span.end,
                code_points,
                count,
                message,
                decoded: None,
                fix: Some(Fix { replacement: " ".into(), is_safe: true }),
            }
        }));
    }

    /// Hidden characters in keys.
    fn keys(&self, text: &[u8], drafts: &mut Vec<Draft>) {
        let spelled = self.yaml.keys.iter().flat_map(|key| {
            let mut at = key.span.start;
            chars(&text[key.span.clone()]).filter_map(move |c| {
                let start = at;
                at += c.map_or(1, char::len_utf8);
                c.ok().map(|c| Spelled { span: start..at, c: Some(c) })
            })
        });
        // A break is told by the rule on breaks.
        let spelled = spelled.filter(|it| it.is_hidden() && !it.c.is_some_and(is_break));
        let spelled: Vec<_> = spelled.collect();
        let runs = hidden(text, self.content.clone(), spelled.into_iter());
        drafts.extend(runs.into_iter().map(|run| {
            let key = self.key_at(run.span.start).filter(|key| key.span.len() <= LONGEST_KEY);
            let read = key.map(|key| shown(read_as(&key.text(text)).as_bytes()));
            let more = read.map(|read| format!("; the key looks like \"{read}\""));
            let rule = &rule::FRONT_MATTER_KEY;
            run.draft(rule, rule.severity, &more.unwrap_or_default())
        }));
    }

    /// Keys that a mapping has twice.
    fn duplicates(&self, text: &[u8], drafts: &mut Vec<Draft>) {
        let mut known: HashMap<(usize, String), &Key> = HashMap::new();
        for key in &self.yaml.keys {
            let said = key.text(text);
            let read = read_as(&said);
            // Merge keys may be repeated.
            if read == "<<" {
                continue;
            }
            let Some(first) = known.insert((key.mapping, read.clone()), key) else { continue };
            let how = if text[first.span.clone()] == text[key.span.clone()] {
                ""
            } else if first.text(text) == said {
                "; the two are spelled differently"
            } else {
                "; the two differ only in what is hidden"
            };
            let what = format!("\"{}\"{how}", shown(read.as_bytes()));
            drafts.push(draft(&rule::FRONT_MATTER_DUPLICATE, key.span.clone(), &what));
        }
    }

    /// Escapes that decode to hidden characters.
    fn escapes(&self, text: &[u8], drafts: &mut Vec<Draft>) {
        let quoted = self.yaml.quoted.iter();
        let escapes = quoted.flat_map(|span| Escapes::new(text, span.clone(), Syntax::Yaml));
        let runs = hidden(text, self.content.clone(), escapes);
        drafts.extend(runs.into_iter().map(|run| {
            let more =
                if self.key_at(run.span.start).is_some() { "; it stands in a key" } else { "" };
            let rule = &rule::FRONT_MATTER_ESCAPE;
            run.draft(rule, rule.severity, more)
        }));
    }
}

fn fields(text: &[u8], yaml: &Yaml) -> Vec<(&'static str, usize)> {
    let top = yaml.keys.iter().enumerate().filter(|(_, key)| key.mapping == 0);
    let fields = top.filter_map(|(index, key)| {
        let read = read_as(&key.text(text));
        FIELDS.into_iter().find(|field| *field == read).map(|field| (field, index))
    });
    fields.collect()
}

/// Whether only some parsers end a line at this character.
fn is_break(c: char) -> bool {
    match Class::of(c) {
        Class::Nel | Class::LineParaSep | Class::Cr => true,
        Class::VtFf => c == '\u{C}',
        _ => false,
    }
}

/// What a reader takes a key for.
fn read_as(key: &str) -> String {
    let seen = key.chars().filter_map(|c| match Class::of(c) {
        Class::Nbsp | Class::OtherSpace => Some(' '),
        class => (!class.is_hidden()).then_some(c),
    });
    seen.collect::<String>().trim().to_owned()
}
