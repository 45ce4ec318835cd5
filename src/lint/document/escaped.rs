//! Escapes and character references, in files that are full of them, that decode to what is hidden.

use std::ops::Range;

use memchr::{memchr, memchr2};

use super::escape::{Escapes, Syntax};
use super::kind::Kind;
use super::reading::{Hidden, Spelled, hidden};
use super::reference::{Dialect, References};
use super::{CodeKind, covering, draft, shown, yaml};
use crate::lint::finding::{Draft, Fix};
use crate::lint::rule::{self, Rule};

/// Escapes in JSON, which is judged as what it says: names of members too.
pub(super) fn in_json(text: &[u8], drafts: &mut Vec<Draft>) {
    let escapes = Escapes::new(text, 0..text.len(), Syntax::Json);
    drafts.extend(escapes.clone().filter(|it| it.c.is_none()).map(|it| half(text, &it)));
    let mut string = 0..0;
    let mut is_name = false;
    drafts.extend(hidden(text, 0..text.len(), escapes).into_iter().map(|run| {
        if !string.contains(&run.span.start) {
            let end = end_of_string(text, run.span.end);
            string = run.span.start..end;
            is_name = text[end..].get(1..).unwrap_or_default().trim_ascii_start().starts_with(b":");
        }
        let severity = run.severity();
        let more = if is_name { "; it stands in a name of a member" } else { "" };
        let mut draft = run.draft(&rule::JSON_ESCAPE, severity, more);
        // Another member may have the name that is left.
        draft.fix = draft.fix.map(|fix| Fix { is_safe: fix.is_safe && !is_name, ..fix });
        draft
    }));
}

/// Where the string ends that `at` is in, before its quote.
fn end_of_string(text: &[u8], mut at: usize) -> usize {
    while let Some(found) = memchr2(b'"', b'\\', text.get(at..).unwrap_or_default()) {
        at += found;
        if text[at] == b'"' {
            return at;
        }
        at += 2;
    }
    text.len()
}

/// Half of a surrogate pair, which is no character and which many programs choke on.
fn half(text: &[u8], spelled: &Spelled) -> Draft {
    let escape = shown(&text[spelled.span.clone()]);
    let what = format!("{escape} is half of a pair, and no character");
    let fix = Fix { replacement: "\\uFFFD".into(), is_safe: false };
    Draft { fix: Some(fix), ..draft(&rule::JSON_ESCAPE, spelled.span.clone(), &what) }
}

/// Escapes in the strings of source code, YAML and TOML.
pub(super) fn in_source(kind: Kind, text: &[u8], drafts: &mut Vec<Draft>) {
    let whole = 0..text.len();
    match kind {
        Kind::Source(language) => {
            spelled(text, Escapes::new(text, whole, Syntax::Source(language)), drafts);
        }
        Kind::Yaml => {
            let quoted = yaml::read(text, whole).quoted;
            let escapes =
                quoted.iter().cloned().flat_map(|span| Escapes::new(text, span, Syntax::Yaml));
            spelled(text, escapes, drafts);
        }
        Kind::Toml => {
            let quoted = basic_strings(text);
            let escapes =
                quoted.iter().cloned().flat_map(|span| Escapes::new(text, span, Syntax::Toml));
            spelled(text, escapes, drafts);
        }
        _ => {}
    }
}

fn spelled(text: &[u8], escapes: impl Iterator<Item = Spelled> + Clone, drafts: &mut Vec<Draft>) {
    tell(&rule::ESCAPED_HIDDEN, hidden(text, 0..text.len(), escapes), drafts);
}

/// Makes findings that are no worse than the rule, which is off unless somebody asks for it.
fn tell(rule: &'static Rule, runs: Vec<Hidden>, drafts: &mut Vec<Draft>) {
    drafts.extend(runs.into_iter().map(|run| {
        let severity = run.severity().min(rule.severity);
        run.draft(rule, severity, "")
    }));
}

/// Character references in HTML.
pub(super) fn in_html(text: &[u8], drafts: &mut Vec<Draft>) {
    references(text, 0, References::new(text, 0..text.len(), Dialect::Html), drafts);
}

/// Character references in Markdown that begins at `from`. The code in it is asked for only if need
/// be.
pub(super) fn in_markdown<'a>(
    text: &[u8],
    from: usize,
    code: impl FnOnce() -> &'a [(Range<usize>, CodeKind)],
    drafts: &mut Vec<Draft>,
) {
    let all = References::new(text, from..text.len(), Dialect::Markdown);
    if !all.clone().any(|reference| reference.is_hidden()) {
        return;
    }
    let code = code();
    let is_decoded = |reference: &Spelled| covering(code, reference.span.start).is_none();
    references(text, from, all.filter(is_decoded), drafts);
}

fn references(
    text: &[u8],
    from: usize,
    references: impl Iterator<Item = Spelled> + Clone,
    drafts: &mut Vec<Draft>,
) {
    tell(&rule::CHARACTER_REFERENCE, hidden(text, from..text.len(), references), drafts);
}

/// What stands between the double quotes of TOML, where escapes are decoded.
fn basic_strings(text: &[u8]) -> Vec<Range<usize>> {
    let mut strings = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].iter().position(|b| matches!(b, b'"' | b'\'' | b'#')) {
        let open = at + found;
        let quote = text[open];
        if quote == b'#' {
            at = memchr(b'\n', &text[open..]).map_or(text.len(), |lf| open + lf);
            continue;
        }
        let is_long = text[open..].starts_with(&[quote; 3]);
        let start = open + if is_long { 3 } else { 1 };
        let mut end = start;
        while let Some(&byte) = text.get(end) {
            let is_end = byte == quote && (!is_long || text[end..].starts_with(&[quote; 3]));
            if is_end || byte == b'\n' && !is_long {
                break;
            }
            end += if byte == b'\\' && quote == b'"' { 2 } else { 1 };
        }
        let end = end.min(text.len());
        if quote == b'"' {
            strings.push(start..end);
        }
        at = (end + if is_long { 3 } else { 1 }).min(text.len());
    }
    strings
}
