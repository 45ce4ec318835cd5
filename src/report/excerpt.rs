//! The line that a finding stands in: everything hidden in it is shown, and what was found is marked.

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::visible::Escaper;
use super::window::{after, before, elements};
use crate::lint::Encoding;

/// A tab is so many columns wide on paper; in positions it is one.
const TAB: &str = "    ";
/// What stands for text that was left out.
const CUT: &str = "\u{2026}";

/// A line, or a part of it, on paper.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// The text.
    pub(super) text: String,
    /// What was found, in bytes of the text.
    pub(super) hit: Range<usize>,
    /// Columns before the mark.
    pub(super) column: usize,
    /// Columns that are marked, at least one.
    pub(super) width: usize,
}

/// The line round a span, cut to about so many columns. Of a span that goes on, the first line.
pub(super) fn excerpt(bytes: &[u8], span: &Range<usize>, columns: usize) -> Excerpt {
    let encoding = Encoding::of(bytes);
    let at = span.start.min(bytes.len());
    let (start, is_cut_before) = before(bytes, at, columns, encoding);
    let (stop, _) = after(bytes, at, columns, encoding);
    let end = span.end.clamp(at, stop);
    let is_hit_cut = end < span.end;
    let (stop, is_cut_after) =
        if is_hit_cut { (end, false) } else { after(bytes, end, columns, encoding) };

    let mut line = Line::default();
    let left = line.add(&bytes[start..at], encoding, Some(TAB));
    let hit = line.add(&bytes[at..end], encoding, None);
    let right = line.add(&bytes[end..stop], encoding, Some(TAB));

    let (hit, is_cut) = line.head(hit, columns / 2);
    let is_hit_cut = is_hit_cut || is_cut;
    let right = if is_cut { hit.end..hit.end } else { right };
    let rest = columns.saturating_sub(line.width(hit.clone()));
    let share = (rest / 2).max(rest.saturating_sub(line.width(left.clone())));
    let (right, is_right_cut) = line.head(right, share);
    let (left, is_left_cut) = line.tail(left, rest.saturating_sub(line.width(right.clone())));

    let (mut text, mut column) = (String::new(), line.width(left.clone()));
    if is_left_cut || is_cut_before {
        text.push_str(CUT);
        column += 1;
    }
    text.push_str(line.text(left));
    let start = text.len();
    text.push_str(line.text(hit.clone()));
    let mut width = line.width(hit);
    if is_hit_cut {
        text.push_str(CUT);
        width += 1;
    }
    let marked = start..text.len();
    text.push_str(line.text(right));
    if !is_hit_cut && (is_right_cut || is_cut_after) {
        text.push_str(CUT);
    }
    Excerpt { text, hit: marked, column, width: width.max(1) }
}

/// Escaped text, and where each of its elements starts and how wide it is.
#[derive(Debug, Default)]
struct Line {
    escaper: Escaper,
    cells: Vec<(usize, usize)>,
}

impl Line {
    /// Adds text, and gives its cells.
    fn add(&mut self, bytes: &[u8], encoding: Encoding, tab: Option<&str>) -> Range<usize> {
        let first = self.cells.len();
        for (element, _) in elements(bytes, encoding) {
            let start = self.escaper.text().len();
            match tab {
                Some(tab) if element == Ok('\t') => self.escaper.push_str(tab),
                _ => self.escaper.push(element),
            }
            let width = self.escaper.text()[start..].chars().filter_map(char::width).sum();
            self.cells.push((start, width));
        }
        first..self.cells.len()
    }

    fn text(&self, cells: Range<usize>) -> &str {
        let text = self.escaper.text();
        let start = |cell| self.cells.get(cell).map_or(text.len(), |&(start, _)| start);
        &text[start(cells.start)..start(cells.end)]
    }

    fn width(&self, cells: Range<usize>) -> usize {
        self.cells[cells].iter().map(|&(_, width)| width).sum()
    }

    /// The first cells that fit, and whether there are more.
    fn head(&self, cells: Range<usize>, columns: usize) -> (Range<usize>, bool) {
        let mut width = 0;
        let fits = |&cell: &usize| {
            width += self.cells[cell].1;
            width <= columns
        };
        let end = cells.start + cells.clone().take_while(fits).count();
        (cells.start..end, end < cells.end)
    }

    /// The last cells that fit, and whether there are more. A mark does not lose its base.
    fn tail(&self, cells: Range<usize>, columns: usize) -> (Range<usize>, bool) {
        let mut width = 0;
        let fits = |&cell: &usize| {
            width += self.cells[cell].1;
            width <= columns
        };
        let mut start = cells.end - cells.clone().rev().take_while(fits).count();
        while start > cells.start && start < cells.end && self.cells[start].1 == 0 {
            start += 1;
        }
        (start..cells.end, start > cells.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, hit: &str, columns: usize) -> (String, String) {
        let start = text.find(hit).expect("the hit is in the text");
        let excerpt = excerpt(text.as_bytes(), &(start..start + hit.len()), columns);
        let mark = " ".repeat(excerpt.column) + &"^".repeat(excerpt.width);
        (excerpt.text, mark)
    }

    #[test]
    fn the_mark_stands_under_the_hit() {
        let (text, mark) = shown("x\n\ta\u{202E}b\u{200B}\r\ny", "\u{202E}", 80);
        assert_eq!(text, r"    a\u{202E}b\u{200B}");
        assert_eq!(mark, "     ^^^^^^^^");
        let (_, mark) = shown("\u{65E5}\u{672C}e\u{301}\u{200B}", "\u{200B}", 80);
        assert_eq!(mark, "     ^^^^^^^^");
    }

    #[test]
    fn long_lines_are_cut_on_both_sides() {
        let text = format!("{}\u{200B}{}", "ab".repeat(5000), "cd".repeat(5000));
        let (text, mark) = shown(&text, "\u{200B}", 20);
        assert_eq!(text, "\u{2026}ababab\\u{200B}cdcdcd\u{2026}");
        assert_eq!(mark, "       ^^^^^^^^");
    }

    #[test]
    fn a_long_hit_is_cut() {
        let (text, mark) =
            shown(&format!("a{}b", "\u{E0041}".repeat(5000)), &"\u{E0041}".repeat(5000), 40);
        assert_eq!(text, "a\\u{E0041}\\u{E0041}\u{2026}");
        assert_eq!(mark, " ^^^^^^^^^^^^^^^^^^^");
    }

    #[test]
    fn a_hit_over_lines_shows_the_first() {
        let (text, mark) = shown("a <!-- x\n y --> b", "<!-- x\n y -->", 40);
        assert_eq!(text, "a <!-- x\u{2026}");
        assert_eq!(mark, "  ^^^^^^^");
    }

    #[test]
    fn an_empty_hit_at_the_end_has_a_mark() {
        let excerpt = excerpt(b"ab", &(2..2), 40);
        assert_eq!((excerpt.text.as_str(), excerpt.column, excerpt.width), ("ab", 2, 1));
    }
}
