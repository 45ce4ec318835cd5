//! Spans → findings: what is wrong?
//!
//! The scanner judges by the table that the profile `text` has, so that what passed it is clean
//! here. A collector makes runs of the hits; then context decides how bad each is, the decoders say
//! what it hides, and positions are counted out in one pass.

mod bidi;
pub mod decode;
mod density;
mod document;
mod finding;
mod glance;
mod message;
mod name;
mod private;
mod repair;
mod rule;
mod run;
mod source;

use std::ops::Range;
use std::path::Path;

pub(crate) use finding::Draft;
pub use finding::{CodePoint, Decoded, Finding, Fix, Position, Severity};
pub use glance::Glance;
pub use repair::{Edit, Repair, edits, repair};
pub use rule::{RULES, Rule, rule};
pub use source::{Encoding, text_of};

use self::document::Document;
use self::message::Context;
use self::run::{Collector, Run};
use self::source::Locator;
use crate::scan::{Action, Class, Plan, Scanner, chars, is_pictographic, last_char};

/// Which rules are on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// One for each of [`RULES`].
    on: Vec<bool>,
}

impl Default for Rules {
    /// All but the optional ones.
    fn default() -> Self {
        Self { on: RULES.iter().map(|rule| !rule.is_optional).collect() }
    }
}

impl Rules {
    /// No rule at all.
    #[must_use]
    pub fn none() -> Self {
        Self { on: vec![false; RULES.len()] }
    }

    /// Every rule, the optional ones too.
    #[must_use]
    pub fn all() -> Self {
        Self { on: vec![true; RULES.len()] }
    }

    /// Turns a rule on or off.
    pub fn set(&mut self, rule: &Rule, is_on: bool) {
        for (on, known) in self.on.iter_mut().zip(RULES) {
            if *known == rule {
                *on = is_on;
            }
        }
    }

    /// Whether a rule is on.
    #[must_use]
    pub fn is_on(&self, rule: &Rule) -> bool {
        self.on.iter().zip(RULES).any(|(on, known)| *known == rule && *on)
    }
}

/// Finds what is hidden, active or deceptive in files.
///
/// ```
/// use std::path::Path;
/// use untrusted_filter::lint::{Linter, Rules};
///
/// let findings = Linter::new(Rules::default()).lint(Path::new("a.md"), b"a\xE2\x80\xAEb");
/// assert_eq!(findings[0].rule.id, "bidi-control");
/// assert_eq!(findings[0].start.offset, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Linter {
    rules: Rules,
    plan: Plan,
}

/// In a row, so many hidden characters that were rejected are an error, whatever each is.
const IN_A_ROW: usize = 3;
/// In a row, so many private-use characters are a warning.
const PRIVATE_IN_A_ROW: usize = 3;
/// From so many on, the hidden characters of a whole file are read as one sequence.
const SCATTERED: usize = 16;

impl Linter {
    /// A linter with these rules on.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let mut plan = Plan::text();
        plan.set(Class::Bom, Action::KeepWhenValid);
        if rules.is_on(&rule::UNUSUAL_SPACE) {
            plan.set_all(rule::UNUSUAL_SPACE.classes, Action::Count);
        }
        Self { rules, plan }
    }

    /// The findings in a file, in the order of their places. The path tells what kind of file it
    /// is; it is not opened.
    #[must_use]
    pub fn lint(&self, path: &Path, bytes: &[u8]) -> Vec<Finding> {
        self.findings(path, bytes, Encoding::of(bytes), self.plan.clone())
    }

    /// The findings in one record of a stream, such as a line, its delimiter left out. A record is
    /// UTF-8, whatever it begins with, and a byte order mark at its start is one inside the stream.
    /// The first record of a file that is text may be linted as a file is but for its encoding:
    /// `may_have_mark` lets a mark stand there.
    #[must_use]
    pub fn lint_record(&self, path: &Path, record: &[u8], may_have_mark: bool) -> Vec<Finding> {
        let mut plan = self.plan.clone();
        if !may_have_mark {
            plan.set(Class::Bom, Action::Remove);
        }
        self.findings(path, record, Encoding::Utf8, plan)
    }

    fn findings(&self, path: &Path, bytes: &[u8], encoding: Encoding, plan: Plan) -> Vec<Finding> {
        let text = &*encoding.decoded(bytes);
        let mut collector = Collector::default();
        let mut scanner = Scanner::telling(plan);
        scanner.push(text, &mut collector);
        scanner.finish(&mut collector);
        collector.add_private(text);

        let is_on = |rule: &'static Rule| self.rules.is_on(rule);
        let document = Document::read(path, text, &is_on);
        let mut drafts = document.findings();
        drafts.extend(density::findings(text, &collector.accepted));
        self.hits(text, collector, &document, &mut drafts);
        drafts.retain(|draft| self.rules.is_on(draft.rule));
        drafts.sort_by_key(|draft| (draft.span.start, draft.span.end));

        let mut locator = Locator::new(text, encoding, bytes.len());
        let mut ends = Locator::new(text, encoding, bytes.len());
        let mut findings = Vec::with_capacity(drafts.len());
        // Spans may nest, and then ends go back: those are counted out first, in their own order.
        let mut order: Vec<usize> = drafts.iter().map(|draft| draft.span.end).collect();
        order.sort_unstable();
        order.dedup();
        let ends: Vec<_> = order.iter().map(|&end| ends.locate(end)).collect();
        let end_of =
            |end: usize| order.binary_search(&end).map_or(Position::default(), |at| ends[at]);
        for draft in drafts {
            let Range { start, end } = draft.span;
            findings.push(Finding {
                rule: draft.rule,
                severity: draft.severity,
                start: locator.locate(start),
                end: end_of(end),
                code_points: draft.code_points,
                count: draft.count,
                message: draft.message,
                decoded: draft.decoded,
                fix: draft.fix,
            });
        }
        findings
    }

    /// Looks at a file in chunks, for as long as there is nothing to find in it; `None` where rules
    /// are on that need the whole file.
    ///
    /// ```
    /// use std::path::Path;
    /// use untrusted_filter::lint::{Linter, Rules};
    ///
    /// let linter = Linter::new(Rules::default());
    /// let mut glance = linter.glance(Path::new("a.txt")).expect("a plain file");
    /// assert!(glance.push(b"a long") && glance.push(b" text"));
    /// assert!(glance.finish());
    /// assert!(linter.glance(Path::new("SKILL.md")).is_none());
    /// ```
    #[must_use]
    pub fn glance(&self, path: &Path) -> Option<Glance> {
        let whole = [&rule::PADDING, &rule::CONFUSABLE, &rule::ESCAPED_HIDDEN];
        let is_plain = !document::Kind::of(path).has_structure();
        let is_needed = whole.iter().any(|rule| self.rules.is_on(rule));
        (is_plain && !is_needed).then(|| Glance::new(Scanner::tallying(self.plan.clone())))
    }

    /// The finding about a file's own name, if something is hidden or active in it.
    #[must_use]
    pub fn lint_name(&self, path: &Path) -> Option<Finding> {
        name::finding(path).filter(|finding| self.rules.is_on(finding.rule))
    }

    /// Makes drafts of the runs.
    fn hits(
        &self,
        text: &[u8],
        collector: Collector,
        document: &Document<'_>,
        drafts: &mut Vec<Draft>,
    ) {
        let Collector { runs, bidi, .. } = collector;
        let unpaired = bidi::unpaired(text, bidi.iter().map(|&(at, class, _)| (at, class)));
        let mut is_unpaired = vec![false; runs.len()];
        for ((_, _, run), unpaired) in bidi.iter().zip(unpaired) {
            is_unpaired[*run] |= unpaired;
        }
        let mut scattered = self.scattered(text, &runs);
        let breaks = drafts.iter().filter(|draft| draft.rule == &rule::FRONT_MATTER_BREAK);
        let breaks: Vec<_> = breaks.map(|draft| draft.span.clone()).collect();
        for (run, is_unpaired) in runs.into_iter().zip(is_unpaired) {
            let span = run.start..run.end;
            // A break in front matter is told by the rule about it.
            let is_told = |told: &Range<usize>| told.start <= span.start && span.end <= told.end;
            if is_break(run.rule) && breaks.iter().any(is_told) {
                continue;
            }
            let context = Context { in_word: run.is_hidden && in_word(text, &span), is_unpaired };
            let mut severity = severity(&run, text, context);
            let hidden = run.is_hidden.then(|| chars(&text[span.clone()]).filter_map(Result::ok));
            let decoded = hidden
                .and_then(|hidden| decode::decode(&hidden.collect::<Vec<_>>()))
                .or_else(|| run.is_hidden.then(|| scattered.take()).flatten());
            if decoded.as_ref().is_some_and(|decoded| decoded.is_legitimate) {
                severity = Severity::Warning;
            }
            let place = document.place(span.clone());
            let mut said = message::message(&run, text, context, decoded.as_ref());
            said.push_str(place.phrase());
            let is_safe = severity == Severity::Error && run.rule != &rule::INVALID_UTF8;
            let replacement = run.replacement.filter(|with| with.as_bytes() != &text[span.clone()]);
            let fix = replacement.map(|with| Fix {
                replacement: if place.front_matter { with.replace('\n', " ") } else { with },
                is_safe,
            });
            drafts.push(Draft {
                rule: run.rule,
                severity: if place.field.is_some() { severity.raised() } else { severity },
                span,
                code_points: run.code_points,
                count: run.count,
                message: said,
                decoded,
                fix,
            });
        }
    }

    /// What all hidden characters of a file say together, if no run of them says it alone.
    fn scattered(&self, text: &[u8], runs: &[Run]) -> Option<Decoded> {
        let hidden = || runs.iter().filter(|run| run.is_hidden);
        let count: usize = hidden().map(|run| run.count).sum();
        if count < SCATTERED || hidden().count() < 2 {
            return None;
        }
        let all = hidden().flat_map(|run| chars(&text[run.start..run.end]).filter_map(Result::ok));
        decode::decode_scattered(all)
    }
}

/// How bad a run is where it stands.
fn severity(run: &Run, text: &[u8], context: Context) -> Severity {
    if run.is_hidden && run.rejected >= IN_A_ROW {
        return Severity::Error;
    }
    let rule = run.rule;
    let raised = if rule == &rule::BIDI_CONTROL {
        run.has(Class::BidiOverride) || context.is_unpaired
    } else if rule == &rule::JOINER || rule == &rule::ZERO_WIDTH_SPACE {
        context.in_word
    } else {
        false
    };
    if raised {
        return Severity::Error;
    }
    // What an emoji or a script leaves behind.
    let is_leftover = if rule == &rule::VARIATION_SELECTOR {
        run.has(Class::VsMongolian)
            || run.count == 1
                && (run.has(Class::Vs15Text) || run.has(Class::Vs16Emoji))
                && last_char(&text[..run.start]).is_some_and(is_pictographic)
    } else {
        rule == &rule::FORMAT_CONTROL && run.has(Class::EgyptianFormat)
    };
    let is_long = rule == &rule::PRIVATE_USE && run.count >= PRIVATE_IN_A_ROW
        || rule == &rule::STACKED_MARKS && run.rejected > 0;
    if is_leftover || is_long { Severity::Warning } else { rule.severity }
}

/// Whether the rule is about characters that some programs end a line at.
fn is_break(rule: &Rule) -> bool {
    [&rule::LINE_SEPARATOR, &rule::FORM_FEED, &rule::LONE_CR].contains(&rule)
}

/// Whether ASCII letters or digits stand on both sides.
fn in_word(text: &[u8], span: &Range<usize>) -> bool {
    let before = last_char(&text[..span.start]);
    let after = chars(&text[span.end..]).next().and_then(Result::ok);
    [before, after].iter().all(|c| c.is_some_and(|c| c.is_ascii_alphanumeric()))
}
