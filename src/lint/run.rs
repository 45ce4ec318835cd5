//! Hits → runs: neighbours of one rule are one finding, and hidden characters of several rules side
//! by side are one finding of their own.

use super::finding::{CodePoint, Finding};
use std::mem;

use super::private;
use super::rule::{self, Rule};
use crate::scan::{Class, FEW_MARKS, Hit, Visit, What, chars};

/// A run of neighbouring hits, in bytes of the text.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) rule: &'static Rule,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The first of its code points, and how many there are.
    pub(crate) code_points: Vec<CodePoint>,
    pub(crate) count: usize,
    /// The classes in it, a bit each.
    classes: u64,
    /// Its characters draw nothing.
    pub(crate) is_hidden: bool,
    /// How many of them were rejected.
    pub(crate) rejected: usize,
    /// What the text rules put in its place; `None` where they leave it.
    pub(crate) replacement: Option<String>,
}

impl Run {
    /// Whether a character of this class is in it.
    pub(crate) fn has(&self, class: Class) -> bool {
        self.classes >> class as u32 & 1 != 0
    }
}

/// Takes what the scanner finds.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    pub(crate) runs: Vec<Run>,
    /// Bidirectional controls: where, what, and in which run.
    pub(crate) bidi: Vec<(usize, Class, usize)>,
    /// What the rules accepted, counted.
    pub(crate) accepted: Accepted,
    /// Accepted joiners and selectors next to which a rejected one may follow.
    neighbour: Option<Run>,
    marks: MarkRun,
}

/// Marks one after another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MarkRun {
    /// Where they end, in bytes of the stream.
    end: u64,
    count: usize,
}

impl MarkRun {
    /// Takes the next mark that stays; how many there are then on one base.
    pub(crate) fn add(&mut self, hit: Hit<'_>) -> usize {
        self.count = if self.end == hit.offset { self.count + 1 } else { 1 };
        self.end = hit.offset + hit.bytes.len() as u64;
        self.count
    }
}

/// Counts of what the rules accepted, for the rules by density.
#[derive(Debug, Default)]
pub(crate) struct Accepted {
    pub(crate) joiners: Vec<usize>,
    pub(crate) ideograph_selectors: Vec<usize>,
    /// Where an emoji selector stands, and whether it asks for text style.
    pub(crate) styles: Vec<(usize, bool)>,
}

impl Collector {
    /// The run of one hit on its own.
    fn single(rule: &'static Rule, hit: Hit<'_>, with: Option<&[u8]>) -> Run {
        let start = usize::try_from(hit.offset).unwrap_or(usize::MAX);
        let mut run = Run {
            rule,
            start,
            end: start,
            code_points: Vec::new(),
            count: 0,
            classes: 0,
            is_hidden: is_invisible(hit.class) && hit.what != What::Sequence,
            rejected: 0,
            replacement: with.map(|_| String::new()),
        };
        Self::extend(&mut run, hit, with);
        run
    }

    fn extend(run: &mut Run, hit: Hit<'_>, with: Option<&[u8]>) {
        run.end += hit.bytes.len();
        run.classes |= 1 << hit.class as u32;
        let mut add = |code_point| {
            run.count += 1;
            if run.code_points.len() < Finding::MAX_CODE_POINTS {
                run.code_points.push(code_point);
            }
        };
        match hit.what {
            What::Ill => hit.bytes.iter().for_each(|&byte| add(CodePoint::Byte(byte))),
            // Of a sequence its introducer.
            What::Char(_) | What::Sequence => {
                chars(hit.bytes)
                    .take(1)
                    .for_each(|c| add(c.map_or_else(CodePoint::Byte, CodePoint::Char)));
            }
        }
        match (&mut run.replacement, with) {
            (Some(replacement), Some(with)) => {
                replacement.push_str(&String::from_utf8_lossy(with));
            }
            (replacement, _) => *replacement = None,
        }
    }

    /// Takes a hit of a rule.
    fn hit(&mut self, rule: &'static Rule, hit: Hit<'_>, with: Option<&[u8]>) {
        let start = usize::try_from(hit.offset).unwrap_or(usize::MAX);
        let is_hidden = is_invisible(hit.class) && hit.what != What::Sequence;
        if let Some(neighbour) = self.neighbour.take()
            && neighbour.end == start
            && neighbour.rule == rule
        {
            self.push(neighbour);
        }
        match self.runs.last_mut() {
            Some(run)
                if run.end == start
                    && run.is_hidden == is_hidden
                    && (run.rule == rule || is_hidden)
                    && hit.what != What::Sequence =>
            {
                Self::extend(run, hit, with);
                if run.rule != rule {
                    run.rule = &rule::HIDDEN_RUN;
                }
            }
            _ => self.runs.push(Self::single(rule, hit, with)),
        }
        let last = self.runs.len() - 1;
        self.runs[last].rejected += 1;
        if rule == &rule::BIDI_CONTROL {
            self.bidi.push((start, hit.class, last));
        }
    }

    fn push(&mut self, run: Run) {
        match self.runs.last_mut() {
            Some(last) if last.end == run.start && last.rule == run.rule => {
                last.end = run.end;
                last.count += run.count;
                last.code_points.extend(run.code_points);
                match (&mut last.replacement, run.replacement) {
                    (Some(last), Some(more)) => last.push_str(&more),
                    (last, _) => *last = None,
                }
            }
            _ => self.runs.push(run),
        }
    }

    /// Adds the characters of the whole text that stay and are told all the same.
    pub(crate) fn add_private(&mut self, text: &[u8]) {
        let mut found = Self::default();
        private::each(text, |at, c| {
            let class = Class::of(c);
            let bytes = &text[at..at + c.len_utf8()];
            if let Some(rule) = rule::rule_of(class) {
                let what = What::Char(c.into());
                found.hit(rule, Hit { what, class, offset: at as u64, bytes }, None);
            }
        });
        if found.runs.is_empty() {
            return;
        }
        let mut more = found.runs.into_iter().peekable();
        let mut places = Vec::with_capacity(self.runs.len());
        let mut add = |runs: &mut Vec<Run>, end: usize| {
            while let Some(run) = more.next_if(|run| run.start < end) {
                // In a terminal sequence they are part of that.
                if runs.last().is_none_or(|last| last.end <= run.start) {
                    runs.push(run);
                }
            }
        };
        for run in mem::take(&mut self.runs) {
            add(&mut self.runs, run.start);
            places.push(self.runs.len());
            self.runs.push(run);
        }
        add(&mut self.runs, usize::MAX);
        for (_, _, run) in &mut self.bidi {
            *run = places[*run];
        }
    }

    /// Counts marks that stay; from the fifth on they are a finding.
    fn mark(&mut self, hit: Hit<'_>) {
        let start = usize::try_from(hit.offset).unwrap_or(usize::MAX);
        let count = self.marks.add(hit);
        match self.runs.last_mut() {
            Some(run) if count > FEW_MARKS + 1 && run.end == start => {
                Self::extend(run, hit, Some(hit.bytes));
            }
            _ if count == FEW_MARKS + 1 => {
                self.runs.push(Self::single(&rule::STACKED_MARKS, hit, Some(hit.bytes)));
            }
            _ => {}
        }
    }
}

impl Visit for Collector {
    fn keep(&mut self, _text: &[u8]) {}

    fn count(&mut self, hit: Hit<'_>) {
        if let Some(rule) = rule::rule_of(hit.class) {
            self.hit(rule, hit, None);
        }
    }

    fn accept(&mut self, hit: Hit<'_>) {
        let start = usize::try_from(hit.offset).unwrap_or(usize::MAX);
        let rule = match hit.class {
            Class::Zwj | Class::Zwnj => {
                self.accepted.joiners.push(start);
                &rule::JOINER
            }
            Class::Vs15Text | Class::Vs16Emoji => {
                self.accepted.styles.push((start, hit.class == Class::Vs15Text));
                &rule::VARIATION_SELECTOR
            }
            Class::Vs17To256 => {
                self.accepted.ideograph_selectors.push(start);
                &rule::VARIATION_SELECTOR
            }
            Class::Combining | Class::InvisibleStacker => return self.mark(hit),
            _ => return,
        };
        // A run that is rejected in part is told whole.
        let run = Self::single(rule, hit, Some(hit.bytes));
        match self.runs.last_mut() {
            Some(last) if last.end == start && last.rule == rule => {
                Self::extend(last, hit, Some(hit.bytes));
            }
            _ => self.neighbour = Some(run),
        }
    }

    fn change(&mut self, hit: Hit<'_>, with: &[u8]) {
        let rule = match hit.what {
            What::Ill => &rule::INVALID_UTF8,
            What::Sequence => &rule::ESCAPE_SEQUENCE,
            What::Char(0x0C) => &rule::FORM_FEED,
            What::Char(_) => match rule::rule_of(hit.class) {
                Some(rule) => rule,
                None => return,
            },
        };
        self.hit(rule, hit, Some(with));
    }
}

/// Whether characters of this class draw nothing where they stand in a line of text.
pub(crate) fn is_invisible(class: Class) -> bool {
    class.is_hidden()
        && !matches!(
            class,
            Class::Nul
                | Class::Cr
                | Class::VtFf
                | Class::Esc
                | Class::C0Other
                | Class::Del
                | Class::Nel
                | Class::C1Other
                | Class::LineParaSep
                | Class::Nbsp
                | Class::OtherSpace
                | Class::Nonchar
        )
}
