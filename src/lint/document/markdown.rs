//! Markdown: where code and HTML are, and what is a comment.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memmem, memrchr};
use pulldown_cmark::{Event, Options, Parser, Tag};

use super::CodeKind;
use super::html::{Item, Items};

/// The longest text that is parsed. What is longer has no structure.
const LONGEST: usize = 16 << 20;
/// The longest title of a definition that is looked for.
const TITLE: usize = 4096;

/// A comment: of HTML, or a definition of a link that says something and leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    pub(super) span: Range<usize>,
    /// What it says.
    pub(super) body: Range<usize>,
    pub(super) is_closed: bool,
}

/// The structure of a text, each list in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Markdown {
    pub(super) code: Vec<(Range<usize>, CodeKind)>,
    /// Blocks of HTML, and tags in lines.
    pub(super) html: Vec<Range<usize>>,
    pub(super) comments: Vec<Comment>,
}

impl Markdown {
    /// Reads what begins at `from`.
    pub(super) fn read(text: &[u8], from: usize) -> Self {
        let from = from.min(text.len());
        let body = &text[from..];
        let mut markdown = Self::default();
        if body.len() > LONGEST {
            return markdown;
        }
        let definitions = definitions(text, from);
        let mut is_shown = vec![false; definitions.len()];
        let body = well_formed(body);
        let options =
            Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
        for (event, span) in Parser::new_ext(&body, options).into_offset_iter() {
            let span = from + span.start..from + span.end;
            let is_shown_block = matches!(
                event,
                Event::Start(
                    Tag::Paragraph
                        | Tag::Heading { .. }
                        | Tag::Table(_)
                        | Tag::CodeBlock(_)
                        | Tag::HtmlBlock
                )
            );
            if is_shown_block {
                let first = definitions.partition_point(|it| it.span.start < span.start);
                let last = definitions.partition_point(|it| it.span.start < span.end);
                is_shown[first..last].fill(true);
            }
            match event {
                Event::Start(Tag::CodeBlock(_)) => markdown.code.push((span, CodeKind::Block)),
                Event::Code(_) => markdown.code.push((span, CodeKind::Span)),
                Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_) => markdown.html.push(span),
                _ => {}
            }
        }
        let definitions = definitions.into_iter().zip(is_shown);
        let hidden = definitions.filter(|(_, is_shown)| !is_shown).map(|(comment, _)| comment);
        markdown.comments = html_comments(text, &markdown.html);
        markdown.comments.extend(hidden);
        markdown.comments.sort_by_key(|comment| comment.span.start);
        markdown
    }
}

/// The comments in the HTML of a text. One that its block does not close goes on after it, as it
/// does in a browser.
fn html_comments(text: &[u8], html: &[Range<usize>]) -> Vec<Comment> {
    let mut comments = Vec::new();
    let mut at = 0;
    for block in html {
        for item in Items::new(text, block.start.max(at)..block.end.max(at)) {
            if let Item::Comment { span, is_closed } = item {
                let comment = comment(text, span, is_closed);
                at = comment.span.end;
                comments.push(comment);
            }
        }
    }
    comments
}

/// One comment of HTML, whose end is looked for in the whole text.
pub(super) fn comment(text: &[u8], mut span: Range<usize>, mut is_closed: bool) -> Comment {
    let start = span.start;
    if !is_closed {
        let after = memmem::find(&text[span.end..], b"-->");
        is_closed = after.is_some();
        span.end = after.map_or(text.len(), |after| span.end + after + 3);
    }
    let is_dashed = text[start..span.end].starts_with(b"<!--");
    let begin = (start + if is_dashed { 4 } else { 1 }).min(span.end);
    let inner = &text[begin..span.end];
    let inner = inner.strip_suffix(b">").filter(|_| is_closed).unwrap_or(inner);
    let inner = inner.strip_suffix(b"--").filter(|_| is_dashed && is_closed).unwrap_or(inner);
    Comment { body: begin..begin + inner.len(), span, is_closed }
}

/// What has the shape of a definition that is used as a comment, `[//]: # (text)`, one a line.
fn definitions(text: &[u8], from: usize) -> Vec<Comment> {
    let mut comments = Vec::new();
    let mut at = from;
    while let Some(colon) = memmem::find(&text[at..], b"]:").map(|colon| at + colon) {
        let start = memrchr(b'\n', &text[at..colon]).map_or(at, |lf| at + lf + 1);
        let line_end = memchr(b'\n', &text[colon..]).map_or(text.len(), |lf| colon + lf);
        at = (line_end + 1).min(text.len());
        let is_before = |byte: &&u8| matches!(byte, b' ' | b'>' | b'\t');
        let label = start + text[start..colon].iter().take_while(is_before).count();
        let is_label =
            text[label..colon].starts_with(b"[") && memchr(b'[', &text[label + 1..colon]).is_none();
        if !is_label {
            continue;
        }
        let after = skip_blank(text, colon + 2);
        let target =
            [&b"<>"[..], b"<#>", b"#"].into_iter().find(|it| text[after..].starts_with(it));
        let Some(target) = target else { continue };
        let after_target = after + target.len();
        let open = skip_blank(text, after_target);
        if let Some(body) = title(text, open).filter(|_| open > after_target)
            && !text[body.clone()].trim_ascii().is_empty()
        {
            let end = (body.end + 1).min(text.len());
            at = at.max(end);
            comments.push(Comment { span: label..end, body, is_closed: true });
        }
    }
    comments
}

/// Passes white space that holds at most one LF.
fn skip_blank(text: &[u8], mut at: usize) -> usize {
    let mut breaks = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' => {}
            b'\n' if breaks == 0 => breaks = 1,
            _ => break,
        }
        at += 1;
    }
    at
}

/// The title of a link that opens at `open`.
fn title(text: &[u8], open: usize) -> Option<Range<usize>> {
    let close = match text.get(open)? {
        b'(' => b')',
        &quote @ (b'"' | b'\'') => quote,
        _ => return None,
    };
    let start = open + 1;
    let end = text.len().min(start + TITLE);
    let mut at = start;
    while at < end {
        match text[at] {
            b'\\' => at += 1,
            b'\n' if text[at + 1..].starts_with(b"\n") => return None,
            byte if byte == close => return Some(start..at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// A text in which each ill-formed byte is `?`, so that places hold.
fn well_formed(text: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(text) {
        return Cow::Borrowed(text);
    }
    let mut copy = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        copy.push_str(chunk.valid());
        copy.extend(chunk.invalid().iter().map(|_| '?'));
    }
    Cow::Owned(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comments(text: &str) -> Vec<(&str, &str, bool)> {
        let markdown = Markdown::read(text.as_bytes(), 0);
        let comments = markdown.comments.into_iter();
        comments.map(|it| (&text[it.span], &text[it.body], it.is_closed)).collect()
    }

    #[test]
    fn comments_are_those_of_the_rendered_page() {
        assert_eq!(comments("a <!-- b --> c"), [("<!-- b -->", " b ", true)]);
        assert_eq!(comments("<!-- a\n\nb -->\nc"), [("<!-- a\n\nb -->", " a\n\nb ", true)]);
        assert_eq!(comments("x\n\n<!-- a\n\nb\n"), [("<!-- a\n\nb\n", " a\n\nb\n", false)]);
        // It begins in a block that ends before it does.
        let text = "<div>\n<!-- a\n\n# b --> c\n\n<!-- d -->";
        assert_eq!(
            comments(text),
            [("<!-- a\n\n# b -->", " a\n\n# b ", true), ("<!-- d -->", " d ", true)]
        );
        assert_eq!(comments("`<!-- a -->`\n\n    <!-- b -->\n\n```\n<!-- c -->\n```\n"), []);
        assert_eq!(comments("a <!-- b\n\nc"), []);
        assert_eq!(comments("a <?b c?> d"), [("<?b c?>", "?b c?", true)]);
    }

    #[test]
    fn definitions_that_say_something_are_comments() {
        let one = |text| comments(text).into_iter().map(|(_, body, _)| body).collect::<Vec<_>>();
        assert_eq!(one("[//]: # (a)\n[//]: # (b)\n"), ["a", "b"]);
        assert_eq!(one("[comment]: <> 'a\nb'\n"), ["a\nb"]);
        assert_eq!(one("[x]: #\n  \"a\""), ["a"]);
        assert_eq!(one("> [//]: # (a)"), ["a"]);
        assert_eq!(one("- b\n\n  [//]: # (a)\n"), ["a"]);
        for none in [
            "text\n[//]: # (a)",
            "    [//]: # (a)",
            "```\n[//]: # (a)\n```",
            "[a]: https://a.example (title)",
            "[a]: #anchor",
            "[a]: # ( )",
            "[//]: # (a) b",
            "[//]: # (a\n\nb)",
        ] {
            assert_eq!(comments(none), [], "{none}");
        }
    }

    #[test]
    fn ill_formed_bytes_move_nothing() {
        let text = b"\xFF\xE2\x80 `a` \xF0\x9F";
        assert_eq!(Markdown::read(text, 0).code, [(4..7, CodeKind::Span)]);
        assert_eq!(Markdown::read(text, 4).code, [(4..7, CodeKind::Span)]);
        assert_eq!(Markdown::read(text, 99).code, []);
    }
}
