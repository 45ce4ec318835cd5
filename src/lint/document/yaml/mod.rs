//! A tolerant reader of YAML that keeps places: keys with their mappings, scalars in double quotes,
//! and the scalars that keys at the top have. What it cannot read it passes over, line by line.
//!
//! Lines end at LF only. A quotation or a flow collection that is never closed ends the search for
//! more of its kind, so that time stays linear.

mod flow;
mod reader;
mod scalar;

use std::ops::Range;

pub(super) use reader::read;

use super::escape::{Escapes, Syntax};

/// What was read.
#[derive(Debug, Default)]
pub(super) struct Yaml {
    /// Every key, in the order of the text.
    pub(super) keys: Vec<Key>,
    /// What stands between double quotes.
    pub(super) quoted: Vec<Range<usize>>,
}

/// A key of a mapping.
#[derive(Debug)]
pub(super) struct Key {
    /// As it is written, without quotes.
    pub(super) span: Range<usize>,
    style: Style,
    /// Which mapping it is in. That at the top is 0.
    pub(super) mapping: usize,
    /// Its value, if that is a scalar and the key stands at the top.
    pub(super) value: Option<Scalar>,
}

/// A scalar and how it is written.
#[derive(Clone, Debug)]
pub(super) struct Scalar {
    /// Without quotes, and without the header of a block.
    pub(super) span: Range<usize>,
    style: Style,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plain,
    Single,
    Double,
    Literal,
    Folded,
}

impl Key {
    /// What it says.
    pub(super) fn text(&self, text: &[u8]) -> String {
        Scalar { span: self.span.clone(), style: self.style }.text(text)
    }
}

impl Scalar {
    /// What it says; ill-formed bytes are U+FFFD.
    pub(super) fn text(&self, text: &[u8]) -> String {
        let raw = &text[self.span.clone()];
        match self.style {
            Style::Plain => fold(raw),
            Style::Single => fold(raw).replace("''", "'"),
            Style::Double => unescape(fold(raw).as_bytes()),
            Style::Literal => String::from_utf8_lossy(&block(raw)).into_owned(),
            Style::Folded => fold(&block(raw)),
        }
    }

    /// Whether it is null in any of its spellings, or nothing.
    pub(super) fn is_null(&self, text: &[u8]) -> bool {
        self.style == Style::Plain
            && matches!(&text[self.span.clone()], b"" | b"~" | b"null" | b"Null" | b"NULL")
    }
}

/// Decodes the escapes of double quotes.
fn unescape(raw: &[u8]) -> String {
    let (mut said, mut at) = (Vec::new(), 0);
    for escape in Escapes::new(raw, 0..raw.len(), Syntax::Yaml) {
        said.extend_from_slice(&raw[at..escape.span.start]);
        let c = escape.c.unwrap_or(char::REPLACEMENT_CHARACTER);
        said.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        at = escape.span.end;
    }
    said.extend_from_slice(&raw[at..]);
    String::from_utf8_lossy(&said).into_owned()
}

/// Lines as one: a line break is a space, an empty line a line break.
fn fold(raw: &[u8]) -> String {
    if !raw.contains(&b'\n') {
        return String::from_utf8_lossy(raw).into_owned();
    }
    let mut said = Vec::new();
    let mut breaks = 0;
    for line in raw.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii) {
        if line.is_empty() {
            breaks += 1;
            continue;
        }
        if !said.is_empty() {
            said.resize(said.len() + breaks.max(1), if breaks == 0 { b' ' } else { b'\n' });
        }
        breaks = 0;
        said.extend_from_slice(line);
    }
    String::from_utf8_lossy(&said).into_owned()
}

/// The lines of a block without their common indentation and the empty ones at the end.
fn block(raw: &[u8]) -> Vec<u8> {
    let lines = || raw.split(|byte| *byte == b'\n');
    let is_blank = |line: &&[u8]| line.trim_ascii().is_empty();
    let indent = lines().find(|line| !is_blank(line)).map_or(0, spaces);
    let mut said = Vec::new();
    for line in lines() {
        said.extend_from_slice(&line[indent.min(spaces(line))..]);
        said.push(b'\n');
    }
    said.truncate(said.trim_ascii_end().len());
    said
}

fn spaces(line: &[u8]) -> usize {
    line.iter().take_while(|byte| **byte == b' ').count()
}
