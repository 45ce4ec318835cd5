//! Unified diffs, built from the edits: files are not compared, so the cost is that of the edits and
//! of counting lines. The raw patch is exact; the visible diff is for eyes only.

mod blocks;
mod line;

use std::io::{self, Write};
use std::path::{Component, Path};

use anstyle::{AnsiColor, Style};
use similar::{DiffTag, TextDiff};

use self::blocks::{Block, Counter, blocks};
use self::line::Line;
use super::visible::{at_start, visible};
use super::window::{line_end, line_start};
use crate::lint::{Edit, Encoding};

/// Lines of context before and after a change.
const CONTEXT: usize = 3;
/// Changed parts are looked for in so many bytes: a long text has too many ways to differ.
const EMPHASISED: usize = 4096;
const NO_NEWLINE: &str = "\\ No newline at end of file";

/// How a diff is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A patch that `git apply` takes: the bytes as they are, whatever they do to a terminal.
    Raw,
    /// For people: everything hidden as an escape, long lines cut round the change.
    Visible {
        /// In colours, with the changed parts of a line set off.
        color: bool,
    },
}

/// Writes the diff of one file; nothing at all where no edit changes anything.
///
/// Edits are in order and do not overlap, as [`edits`](crate::lint::edits) gives them. The name in
/// the patch is the path without what would make it absolute.
///
/// # Errors
///
/// Those of `out`.
pub fn unified(
    path: &Path,
    bytes: &[u8],
    edits: &[Edit],
    look: Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    // In a patch a line is what ends in the byte of LF, whatever the encoding.
    let encoding = if look == Look::Raw { Encoding::Utf8 } else { Encoding::of(bytes) };
    let blocks = blocks(bytes, edits, encoding);
    if blocks.is_empty() {
        return Ok(());
    }
    head(path, look, out)?;
    let mut counter = Counter::new(bytes, encoding);
    let mut rest = blocks.as_slice();
    while !rest.is_empty() {
        let hunk = Hunk::first(bytes, rest, encoding);
        rest = &rest[hunk.blocks.len()..];
        hunk.write(&mut counter, look, out)?;
    }
    Ok(())
}

fn head(path: &Path, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let name = name(path);
    match look {
        Look::Raw => {
            let (old, new) = (quoted("a/", &name), quoted("b/", &name));
            // As git has it: a name with a space ends in a tab.
            let tab = if name.contains(&b' ') { "\t" } else { "" };
            writeln!(out, "diff --git {old} {new}\n--- {old}{tab}\n+++ {new}{tab}")
        }
        Look::Visible { color } => {
            let (name, bold) = (visible(name), paint(color, Style::new().bold()));
            writeln!(out, "{bold}--- a/{name}{bold:#}\n{bold}+++ b/{name}{bold:#}")
        }
    }
}

/// The name in a patch: relative, with forward slashes.
fn name(path: &Path) -> Vec<u8> {
    let parts = path
        .components()
        .filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir));
    let parts: Vec<_> = parts.map(|part| part.as_os_str().as_encoded_bytes()).collect();
    parts.join(&b'/')
}

/// A name as git writes it with `core.quotePath`.
fn quoted(prefix: &str, name: &[u8]) -> String {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !b"\"\\".contains(byte);
    let mut text = String::from(prefix);
    if name.iter().all(is_plain) {
        text.extend(name.iter().map(|&byte| char::from(byte)));
        return text;
    }
    text.insert(0, '"');
    for &byte in name {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}

/// Neighbouring blocks, and the lines round them.
struct Hunk<'a> {
    bytes: &'a [u8],
    encoding: Encoding,
    /// Where its lines start and end in the old file.
    start: usize,
    end: usize,
    blocks: &'a [Block<'a>],
}

impl<'a> Hunk<'a> {
    fn first(bytes: &'a [u8], blocks: &'a [Block<'a>], encoding: Encoding) -> Self {
        let mut start = blocks[0].old.start;
        for _ in 0..CONTEXT {
            if start > 0 {
                start = line_start(bytes, start - 1, encoding);
            }
        }
        let lines_on = |mut at: usize, count: usize| {
            for _ in 0..count {
                at = line_end(bytes, at, encoding);
            }
            at
        };
        let is_near =
            |pair: &[Block<'_>]| lines_on(pair[0].old.end, 2 * CONTEXT) >= pair[1].old.start;
        let count = 1 + blocks.windows(2).take_while(|pair| is_near(pair)).count();
        let end = lines_on(blocks[count - 1].old.end, CONTEXT);
        Self { bytes, encoding, start, end, blocks: &blocks[..count] }
    }

    fn write(&self, counter: &mut Counter<'_>, look: Look, out: &mut dyn Write) -> io::Result<()> {
        let (old, new) = counter.lines(self.start);
        let old_count = counter.count(self.start, self.end);
        let mut new_count = old_count;
        for block in self.blocks {
            let (old, new) = (block.old_lines(self.encoding), block.new_lines(self.encoding));
            new_count = new_count + new.len() - old.len();
            counter.shift(old.len(), new.len());
        }
        let start = |line: usize, count: usize| if count == 0 { line - 1 } else { line };
        let cyan = paint(look == Look::Visible { color: true }, AnsiColor::Cyan.on_default());
        writeln!(
            out,
            "{cyan}@@ -{},{old_count} +{},{new_count} @@{cyan:#}",
            start(old, old_count),
            start(new, new_count)
        )?;
        let mut at = self.start;
        for block in self.blocks {
            self.context(at, block.old.start, look, out)?;
            self.change(block, look, out)?;
            at = block.old.end;
        }
        self.context(at, self.end, look, out)
    }

    fn context(
        &self,
        mut at: usize,
        end: usize,
        look: Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        while at < end {
            let next = line_end(self.bytes, at, self.encoding);
            let line = Line::of(&self.bytes[at..next], self.encoding);
            match look {
                Look::Raw => line.write(' ', out)?,
                Look::Visible { .. } => {
                    writeln!(out, " {}", at_start(line.visible()))?;
                    no_newline(&line, out)?;
                }
            }
            at = next;
        }
        Ok(())
    }

    fn change(&self, block: &Block<'_>, look: Look, out: &mut dyn Write) -> io::Result<()> {
        let (old, new) = (block.old_lines(self.encoding), block.new_lines(self.encoding));
        let Look::Visible { color } = look else {
            old.iter().try_for_each(|line| line.write('-', out))?;
            return new.iter().try_for_each(|line| line.write('+', out));
        };
        let text =
            |lines: &[Line<'_>]| -> Vec<String> { lines.iter().map(Line::visible).collect() };
        let (old_text, new_text) = (text(&old).join("\n"), text(&new).join("\n"));
        let is_emphasised = color && old_text.len() + new_text.len() <= EMPHASISED;
        let sides = if is_emphasised {
            emphasised(&old_text, &new_text)
        } else {
            plain(&old_text, &new_text)
        };
        let [red, green] = [AnsiColor::Red, AnsiColor::Green].map(AnsiColor::on_default);
        for (lines, sign, style, parts) in
            [(&old, '-', red, &sides[0]), (&new, '+', green, &sides[1])]
        {
            let mut rows = rows(parts).into_iter();
            for line in lines {
                let style = paint(color, style);
                write!(out, "{style}{sign}{style:#}")?;
                for (is_changed, part) in rows.next().unwrap_or_default() {
                    let style = if is_changed && color { style.invert() } else { style };
                    write!(out, "{style}{part}{style:#}")?;
                }
                writeln!(out)?;
                no_newline(line, out)?;
            }
        }
        Ok(())
    }
}

fn no_newline(line: &Line<'_>, out: &mut dyn Write) -> io::Result<()> {
    if line.is_ended() { Ok(()) } else { writeln!(out, "{NO_NEWLINE}") }
}

/// Parts of a text, and whether each differs from the other text.
type Parts<'a> = Vec<(bool, &'a str)>;

fn plain<'a>(old: &'a str, new: &'a str) -> [Parts<'a>; 2] {
    [vec![(false, old)], vec![(false, new)]]
}

fn emphasised<'a>(old: &'a str, new: &'a str) -> [Parts<'a>; 2] {
    let mut sides = [(old, Vec::new()), (new, Vec::new())];
    for op in TextDiff::from_chars(old, new).ops() {
        let is_changed = op.tag() != DiffTag::Equal;
        for ((rest, parts), range) in sides.iter_mut().zip([op.old_range(), op.new_range()]) {
            let end = rest.char_indices().nth(range.len()).map_or(rest.len(), |(at, _)| at);
            let (part, more) = rest.split_at(end);
            parts.push((is_changed, part));
            *rest = more;
        }
    }
    sides.map(|(_, parts)| parts)
}

/// Parts, line by line.
fn rows<'a>(parts: &Parts<'a>) -> Vec<Parts<'a>> {
    let mut rows = vec![Vec::new()];
    for &(is_changed, part) in parts {
        for (index, piece) in part.split('\n').enumerate() {
            if index > 0 {
                rows.push(Vec::new());
            }
            if let Some(row) = rows.last_mut()
                && !piece.is_empty()
            {
                row.push((is_changed, piece));
            }
        }
    }
    rows
}

/// A style, if there is to be colour.
pub(super) fn paint(color: bool, style: Style) -> Style {
    if color { style } else { Style::new() }
}
