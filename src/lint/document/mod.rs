//! What the linter knows of a file beyond its characters: what kind it is, where its front matter,
//! code and comments are, and the rules on those. Nothing here may stop the scan of characters: a
//! file that cannot be read as what it says it is has no structure, and no finding for that.

mod kind;

use std::ops::Range;
use std::path::Path;

pub(crate) use kind::Kind;

use super::finding::Draft;
use super::rule::Rule;

/// One file.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    kind: Kind,
    text: &'a [u8],
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
        let _ = is_enabled;
        Self { kind: Kind::of(path), text, drafts: Vec::new() }
    }

    /// Where a span stands.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        let _ = (self.kind, self.text, span);
        Place::default()
    }

    /// What the rules of this module find.
    pub(crate) fn findings(&self) -> Vec<Draft> {
        self.drafts.clone()
    }
}
