//! What the linter knows of a file beyond its characters: what kind it is, where its front matter,
//! code and comments are, and the rules on those. Nothing here may stop the scan of characters: a
//! file that cannot be read as what it says it is has no structure, and no finding for that.

mod comment;
mod confusable;
mod escape;
mod escaped;
mod front_matter;
mod html;
mod kind;
mod markdown;
mod padding;
mod reading;
mod reference;
mod skill;
mod yaml;

#[cfg(test)]
mod tests;

use std::cell::OnceCell;
use std::ops::Range;
use std::path::Path;

pub(crate) use kind::Kind;

use front_matter::FrontMatter;
use html::{Item, Items};
use markdown::{Comment, Markdown};

use super::finding::Draft;
use super::rule::{self, Rule};
use crate::scan::{Class, chars};

/// One file.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    kind: Kind,
    text: &'a [u8],
    front: Option<FrontMatter>,
    /// Read when it is first asked for: most files have nothing of which the place matters.
    structure: OnceCell<Markdown>,
    drafts: Vec<Draft>,
}

/// Where a hit stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// In front matter, its delimiters not counted.
    pub(crate) front_matter: bool,
    /// In the value of `name` or `description` at the top of the front matter of a file that agents
    /// load.
    pub(crate) field: Option<&'static str>,
    /// In a key of front matter.
    pub(crate) is_key: bool,
    /// In Markdown's code.
    pub(crate) code: Option<CodeKind>,
    /// In a comment of Markdown or HTML.
    pub(crate) html_comment: bool,
}

/// The two kinds of code in Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeKind {
    /// Between backticks in a line.
    Span,
    /// Fenced or indented.
    Block,
}

impl Place {
    /// What a message says of the place, to be put at its end; empty where there is nothing to say.
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Self { field: Some("name"), .. } => "; it stands in `name`, which every prompt loads",
            Self { field: Some(_), .. } => "; it stands in `description`, which every prompt loads",
            Self { is_key: true, .. } => "; it stands in a key of the front matter",
            Self { front_matter: true, .. } => "; it stands in the front matter",
            Self { code: Some(CodeKind::Span), .. } => "; it stands in a code span",
            Self { code: Some(CodeKind::Block), .. } => "; it stands in a code block",
            Self { html_comment: true, .. } => "; it stands in a comment that is not shown",
            _ => "",
        }
    }
}

impl<'a> Document<'a> {
    /// Reads a file as far as the rules that are on need it. The path is not opened.
    pub(crate) fn read(
        path: &Path,
        text: &'a [u8],
        is_enabled: &dyn Fn(&'static Rule) -> bool,
    ) -> Self {
        let kind = Kind::of(path);
        let front = if kind.is_markdown() { FrontMatter::read(text) } else { None };
        let mut document =
            Self { kind, text, front, structure: OnceCell::new(), drafts: Vec::new() };
        let mut drafts = Vec::new();
        if let Some(front) = &document.front
            && kind.is_loaded()
        {
            front.findings(text, is_enabled, &mut drafts);
            if kind == Kind::Skill {
                skill::findings(path, text, front, is_enabled, &mut drafts);
            }
        }
        if matches!(kind, Kind::Json | Kind::JsonLines | Kind::Notebook)
            && is_enabled(&rule::JSON_ESCAPE)
        {
            escaped::in_json(text, &mut drafts);
        }
        document.optional(is_enabled, &mut drafts);
        document.drafts = drafts;
        document
    }

    /// What the rules find that are off unless selected.
    fn optional(&self, is_enabled: &dyn Fn(&'static Rule) -> bool, drafts: &mut Vec<Draft>) {
        let (kind, text) = (self.kind, self.text);
        let body = self.body();
        let has_tags = (kind.is_markdown() || kind == Kind::Html)
            && memchr::memchr(b'<', &text[body..]).is_some();
        let has_definitions = kind.is_markdown() && memchr::memmem::find(text, b"]:").is_some();
        let may_comment = kind.is_markdown() && (has_tags || has_definitions);
        if may_comment && is_enabled(&rule::HTML_COMMENT) {
            comment::findings(text, &self.structure().comments, drafts);
        }
        if has_tags && is_enabled(&rule::HIDDEN_ELEMENT) {
            for block in &self.structure().html {
                html::findings(text, block.clone(), drafts);
            }
        }
        if is_enabled(&rule::CHARACTER_REFERENCE) {
            if kind == Kind::Html {
                escaped::in_html(text, drafts);
            } else if kind.is_markdown() {
                escaped::in_markdown(text, body, || &self.structure().code, drafts);
            }
        }
        if is_enabled(&rule::ESCAPED_HIDDEN) {
            escaped::in_source(kind, text, drafts);
        }
        if is_enabled(&rule::PADDING) {
            padding::findings(text, drafts);
        }
        if is_enabled(&rule::CONFUSABLE) {
            confusable::findings(text, drafts);
        }
    }

    /// Where the text after the front matter begins.
    fn body(&self) -> usize {
        // The closing delimiter is three bytes, whichever it is.
        self.front.as_ref().map_or(0, |front| front.content.end + 3)
    }

    fn structure(&self) -> &Markdown {
        self.structure.get_or_init(|| {
            if self.kind.is_markdown() {
                return Markdown::read(self.text, self.body());
            }
            if self.kind != Kind::Html {
                return Markdown::default();
            }
            let whole = 0..self.text.len();
            let comments = Items::new(self.text, whole.clone()).filter_map(|item| match item {
                Item::Comment { span, is_closed } => {
                    Some(markdown::comment(self.text, span, is_closed))
                }
                Item::Open { .. } => None,
            });
            Markdown { comments: comments.collect(), html: vec![whole], code: Vec::new() }
        })
    }

    /// Where a span stands, by its first byte.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        let at = span.start;
        if let Some(front) = &self.front
            && at < front.content.end
        {
            return Place {
                front_matter: front.content.contains(&at),
                field: front.field(at).filter(|_| self.kind.is_loaded()),
                is_key: front.key_at(at).is_some(),
                ..Place::default()
            };
        }
        let structure = self.structure();
        let comment = |comment: &Comment| comment.span.contains(&at);
        let next = structure.comments.partition_point(|comment| comment.span.start <= at);
        let last = next.checked_sub(1).and_then(|last| structure.comments.get(last));
        Place {
            code: covering(&structure.code, at),
            html_comment: last.is_some_and(comment),
            ..Place::default()
        }
    }

    /// What the rules of this module find.
    pub(crate) fn findings(&self) -> Vec<Draft> {
        self.drafts.clone()
    }
}

/// A finding that is about more than characters.
fn draft(rule: &'static Rule, span: Range<usize>, what: &str) -> Draft {
    Draft {
        rule,
        severity: rule.severity,
        span,
        code_points: Vec::new(),
        count: 0,
        message: format!("{}: {what}", rule.title),
        decoded: None,
        fix: None,
    }
}

/// The code that a place is in.
fn covering(code: &[(Range<usize>, CodeKind)], at: usize) -> Option<CodeKind> {
    let next = code.partition_point(|(span, _)| span.start <= at);
    let (span, kind) = code.get(next.checked_sub(1)?)?;
    span.contains(&at).then_some(*kind)
}

/// The longest quotation in a message, in characters.
const SHOWN: usize = 60;

/// Text from the file for a message: on one line, with what is hidden as escapes, and cut.
fn shown(text: &[u8]) -> String {
    let mut said = String::new();
    for (count, c) in chars(text).enumerate() {
        if count == SHOWN {
            said.push_str(" \u{2026}");
            break;
        }
        match c {
            Ok('\n' | '\t' | '\r') => said.push(' '),
            Ok(c) if Class::of(c).is_hidden() => said.push_str(&format!("\\u{{{:X}}}", c as u32)),
            Ok(c) => said.push(c),
            Err(byte) => said.push_str(&format!("\\x{byte:02X}")),
        }
    }
    said
}
