//! Tags and comments of HTML, and markup that hides its text.

use std::ops::Range;

use memchr::{memchr, memmem};

use super::{draft, shown};
use crate::lint::finding::Draft;
use crate::lint::rule;

/// What begins with an angle bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A comment, or what a browser takes for one.
    Comment { span: Range<usize>, is_closed: bool },
    /// A tag that opens an element.
    Open { span: Range<usize>, name: Range<usize> },
}

/// The items in a part of a text. A tag that is not closed ends them, as it does in a browser.
#[derive(Clone, Debug)]
pub(super) struct Items<'a> {
    text: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Items<'a> {
    /// The items in `text[within]`.
    pub(super) fn new(text: &'a [u8], within: Range<usize>) -> Self {
        Self { text, at: within.start, end: within.end }
    }

    fn rest(&self, at: usize) -> &'a [u8] {
        self.text[..self.end].get(at..).unwrap_or_default()
    }

    /// Where what stands at `start` ends, by the bytes that end it; else the end of all.
    fn until(&self, start: usize, end: &[u8]) -> (usize, bool) {
        let found = memmem::find(self.rest(start), end);
        found.map_or((self.end, false), |at| (start + at + end.len(), true))
    }

    /// Where markup goes on after the tag of an element that may hold none.
    fn after_raw_text(&self, end: usize, name: Range<usize>) -> usize {
        let name = &self.text[name];
        if ![&b"script"[..], b"style"].iter().any(|raw| name.eq_ignore_ascii_case(raw)) {
            return end;
        }
        let closes = |at: &usize| {
            let after = self.rest(end + at + 2).get(..name.len());
            after.is_some_and(|after| after.eq_ignore_ascii_case(name))
        };
        memmem::find_iter(self.rest(end), b"</").find(closes).map_or(self.end, |at| end + at)
    }

    /// The end of a comment whose text begins at `start`.
    fn comment_end(&self, start: usize) -> (usize, bool) {
        if self.rest(start).starts_with(b">") {
            return (start + 1, true);
        }
        if self.rest(start).starts_with(b"->") {
            return (start + 2, true);
        }
        for dashes in memmem::find_iter(self.rest(start), b"--") {
            let after = start + dashes + 2;
            if self.rest(after).starts_with(b">") {
                return (after + 1, true);
            }
            if self.rest(after).starts_with(b"!>") {
                return (after + 2, true);
            }
            // Any number of dashes may stand before the bracket.
            if self.rest(after).starts_with(b"->") {
                return (after + 2, true);
            }
        }
        (self.end, false)
    }

    /// The end of a tag whose name ends at `at`.
    fn tag_end(&self, mut at: usize) -> Option<usize> {
        loop {
            let byte = *self.rest(at).first()?;
            at += 1;
            match byte {
                b'>' => return Some(at),
                b'"' | b'\'' => at += memchr(byte, self.rest(at))? + 1,
                _ => {}
            }
        }
    }
}

impl Iterator for Items<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            let start = self.at + memchr(b'<', self.rest(self.at))?;
            let rest = self.rest(start + 1);
            let (end, is_closed) = match rest.first()? {
                b'!' if rest.starts_with(b"!--") => self.comment_end(start + 4),
                b'!' if rest.starts_with(b"![CDATA[") => {
                    self.at = self.until(start, b"]]>").0;
                    continue;
                }
                b'!' if rest.get(1..8).is_some_and(|s| s.eq_ignore_ascii_case(b"doctype")) => {
                    self.at = self.until(start, b">").0;
                    continue;
                }
                // The declaration of XML, which is no text.
                b'?' if rest.starts_with(b"?xml") => {
                    self.at = self.until(start, b"?>").0;
                    continue;
                }
                b'!' | b'?' => self.until(start, b">"),
                b'a'..=b'z' | b'A'..=b'Z' => {
                    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'-';
                    let name = start + 1..start + 1 + rest.iter().take_while(is_name).count();
                    let Some(end) = self.tag_end(name.end) else {
                        self.at = self.end;
                        return None;
                    };
                    self.at = self.after_raw_text(end, name.clone());
                    return Some(Item::Open { span: start..end, name });
                }
                _ => {
                    self.at = start + 1;
                    continue;
                }
            };
            self.at = end;
            return Some(Item::Comment { span: start..end, is_closed });
        }
    }
}

/// Elements that hold no text for a reader.
const TEXTLESS: &[&[u8]] = &[
    b"area",
    b"audio",
    b"base",
    b"br",
    b"canvas",
    b"col",
    b"embed",
    b"hr",
    b"iframe",
    b"img",
    b"input",
    b"link",
    b"meta",
    b"object",
    b"path",
    b"script",
    b"source",
    b"style",
    b"template",
    b"track",
    b"video",
    b"wbr",
];

/// Markup in `text[within]` that hides its text.
pub(super) fn findings(text: &[u8], within: Range<usize>, drafts: &mut Vec<Draft>) {
    for item in Items::new(text, within) {
        let Item::Open { span, name } = item else { continue };
        let attributes = &text[name.end..span.end - 1];
        let tag = text[name].to_ascii_lowercase();
        if TEXTLESS.contains(&&*tag) {
            continue;
        }
        let Some(how) = hides(attributes) else { continue };
        if is_empty(&text[span.end..], &tag) {
            continue;
        }
        let what = format!("{how} of <{}>", shown(&tag));
        drafts.push(draft(&rule::HIDDEN_ELEMENT, span, &what));
    }
}

/// Whether an element closes before it holds anything.
fn is_empty(rest: &[u8], tag: &[u8]) -> bool {
    let Some(rest) = rest.trim_ascii_start().strip_prefix(b"</") else { return false };
    rest.get(..tag.len()).is_some_and(|name| name.eq_ignore_ascii_case(tag))
}

/// What in the attributes of a tag hides its text.
fn hides(attributes: &[u8]) -> Option<&'static str> {
    let mut rest = attributes;
    loop {
        rest = rest.trim_ascii_start();
        if let Some(after) = rest.strip_prefix(b"/") {
            rest = after;
            continue;
        }
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'/');
        let len = rest.iter().position(is_end).unwrap_or(rest.len());
        let (name, after) = rest.split_at(len);
        let mut value: &[u8] = b"";
        rest = after;
        if let Some(after) = after.trim_ascii_start().strip_prefix(b"=") {
            let after = after.trim_ascii_start();
            let (start, len) = match after.first() {
                Some(&quote @ (b'"' | b'\'')) => {
                    (1, memchr(quote, &after[1..]).unwrap_or(after.len() - 1))
                }
                _ => {
                    let len = after.iter().position(u8::is_ascii_whitespace);
                    (0, len.unwrap_or(after.len()))
                }
            };
            value = &after[start..start + len];
            rest = after.get(start + len + start..).unwrap_or_default();
        } else if name.is_empty() {
            return None;
        }
        if name.eq_ignore_ascii_case(b"hidden") {
            return Some("the attribute `hidden`");
        }
        if name.eq_ignore_ascii_case(b"style")
            && let Some(how) = style_hides(value)
        {
            return Some(how);
        }
    }
}

/// What in the value of a `style` attribute hides text.
fn style_hides(style: &[u8]) -> Option<&'static str> {
    let mut colors: [Option<String>; 2] = [None, None];
    for declaration in style.split(|byte| *byte == b';') {
        let Some(colon) = memchr(b':', declaration) else { continue };
        let property = declaration[..colon].trim_ascii().to_ascii_lowercase();
        let value = String::from_utf8_lossy(&declaration[colon + 1..]).to_ascii_lowercase();
        let value = value.trim().trim_end_matches("!important").trim_end();
        match &*property {
            b"display" if value == "none" => return Some("`display: none`"),
            b"visibility" if matches!(value, "hidden" | "collapse") => {
                return Some("`visibility: hidden`");
            }
            b"font-size" if is_zero(value) => return Some("a font size of 0"),
            b"opacity" if is_zero(value) => return Some("an opacity of 0"),
            b"color" if value == "transparent" => return Some("a transparent colour"),
            b"color" => colors[0] = Some(color(value)),
            b"background" | b"background-color" => colors[1] = Some(color(value)),
            _ => {}
        }
    }
    let [text, ground] = colors;
    (text.is_some() && text == ground).then_some("text in the colour of its background")
}

/// Whether a length or number is nothing, whatever its unit.
fn is_zero(value: &str) -> bool {
    let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    number.trim().parse() == Ok(0.0_f32)
}

/// A colour in the one spelling that the commonest ones share.
fn color(value: &str) -> String {
    let value: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    let value = match &*value {
        "white" | "rgb(255,255,255)" | "rgba(255,255,255,1)" => "#ffffff",
        "black" | "rgb(0,0,0)" | "rgba(0,0,0,1)" => "#000000",
        other => other,
    };
    match value.strip_prefix('#') {
        Some(digits) if digits.len() == 3 => {
            let doubled = digits.chars().flat_map(|digit| [digit, digit]);
            ['#'].into_iter().chain(doubled).collect()
        }
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let mut drafts = Vec::new();
        findings(text.as_bytes(), 0..text.len(), &mut drafts);
        drafts.into_iter().map(|draft| text[draft.span].to_owned()).collect()
    }

    #[test]
    fn hidden_text_is_found() {
        for tag in [
            "<div hidden>",
            "<DIV HIDDEN=\"\">",
            "<p class=x hidden id=y>",
            "<span style=\"display:none\">",
            "<span style='color:red; DISPLAY : None !important'>",
            "<span style=visibility:hidden>",
            "<span style=\"font-size:0\">",
            "<span style=\"font-size: 0.0px;\">",
            "<span style=\"opacity:0%\">",
            "<span style=\"color:#fff;background:white\">",
            "<span style=\"background-color: rgb(255, 255, 255); color: #FFFFFF\">",
            "<span style=\"color:transparent\">",
        ] {
            assert_eq!(found(&format!("a {tag}secret</x> b")), [tag], "{tag}");
        }
    }

    #[test]
    fn what_is_shown_or_holds_no_text_is_not() {
        for text in [
            "<details><summary>more</summary>text</details>",
            "<span style=\"opacity:0.5\">x</span>",
            "<span style=\"font-size:10px;color:#fff;background:#000\">x</span>",
            "<div title=\"hidden\" class=hidden>x</div>",
            "<div title=' hidden '>x</div>",
            "<div data-x=\"<p hidden>\">x</div>",
            "<a hidden></a>",
            "<img hidden src=x>",
            "<input style=\"display:none\">",
            "a < b hidden >",
            "<!-- <p hidden>x -->",
            "<script>'<p hidden>x'</SCRIPT>",
            "<style>/* <p hidden>x */",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn comments_end_as_browsers_end_them() {
        for (text, expected) in [
            ("a<!-- b -->c", Some(("<!-- b -->", true))),
            ("<!-->b", Some(("<!-->", true))),
            ("<!--->b", Some(("<!--->", true))),
            ("<!-- b --!>c", Some(("<!-- b --!>", true))),
            ("<!-- b --->c", Some(("<!-- b --->", true))),
            ("<!-- b -- >c", Some(("<!-- b -- >c", false))),
            ("<!x y>c", Some(("<!x y>", true))),
            ("<?x y?>c", Some(("<?x y?>", true))),
            ("<!DOCTYPE html>c", None),
            ("<?xml version='1.0'?>c", None),
            ("<![CDATA[<!--]]>", None),
            ("<a title=\"<!-- x -->\">", None),
            ("<", None),
            ("<a", None),
        ] {
            let mut items = Items::new(text.as_bytes(), 0..text.len());
            let comment = items.find_map(|item| match item {
                Item::Comment { span, is_closed } => Some((&text[span], is_closed)),
                Item::Open { .. } => None,
            });
            assert_eq!(comment, expected, "{text}");
        }
    }
}
