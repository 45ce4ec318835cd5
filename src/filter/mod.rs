//! Spans → text: what may pass? The scanner tells what stays; this stage writes what stands in
//! the place of the rest, counts, caps and fences.
//!
//! Three layers over one engine: [`sanitize`] for whole text, [`Filter`] for chunks, and
//! [`FilterWriter`] and [`copy`] for streams.

mod cap;
mod fence;
mod guard;
mod policy;
mod reveal;
mod selectors;
mod show;
mod stages;
mod stream;
mod tildes;

use std::borrow::Cow;
use std::mem;

pub use fence::{Fence, Style};
pub use policy::Policy;
pub use reveal::Reveal;
pub use show::Show;
#[cfg(feature = "cli")]
pub(crate) use show::show;
pub(crate) use stream::{CHUNK, Output, read};
pub use stream::{CopyError, FilterWriter, copy};

use crate::scan::{Action, Class, Scanner, Sequences, is_visible_ascii};
use policy::MARKER;
use reveal::Instead;
use stages::{Out, Stages};

/// Text under a policy, borrowed when nothing in it has to change. Only ill-formed bytes make a
/// difference between this and a [`Filter`]: a `&str` has none.
///
/// ```
/// use std::borrow::Cow;
/// use untrusted_filter::{Policy, sanitize};
///
/// assert!(matches!(sanitize("plain", &Policy::text()), Cow::Borrowed(_)));
/// assert_eq!(sanitize("a\u{E0041}b\u{202E}c", &Policy::text()), "ab c");
/// ```
#[must_use]
pub fn sanitize<'a>(text: &'a str, policy: &Policy) -> Cow<'a, str> {
    let mut filter = Filter::new(policy);
    let mut output = Vec::new();
    let mut start = 0;
    // As long as the output is the input, nothing is copied.
    let mut put = |piece: &[u8]| {
        if output.is_empty() && text.as_bytes()[start..].starts_with(piece) {
            start += piece.len();
        } else {
            if output.is_empty() {
                output.extend_from_slice(&text.as_bytes()[..start]);
            }
            output.extend_from_slice(piece);
        }
    };
    filter.push(text.as_bytes(), &mut put);
    filter.finish(&mut put);
    if output.is_empty() && start == text.len() {
        return Cow::Borrowed(text);
    }
    if output.is_empty() {
        return Cow::Borrowed(&text[..start]);
    }
    Cow::Owned(into_text(output))
}

/// What a filter wrote, as text.
pub(crate) fn into_text(bytes: Vec<u8>) -> String {
    // The scanner lets nothing ill-formed through; were it to, U+FFFD is still the right answer.
    String::from_utf8(bytes)
        .unwrap_or_else(|error| bstr::BString::from(error.into_bytes()).to_string())
}

/// What ends a record. The caps hold for each record, and context ends with it. As many come out as
/// went in, but for a cap on lines: where nothing is left of a last one without an end, it gets one.
/// Records are UTF-8, whatever the first one begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Records {
    /// The whole input is one.
    #[default]
    Whole,
    /// LF ends one. What would become LF becomes a space, so that one record stays one.
    Line,
    /// NUL ends one.
    Nul,
}

impl Records {
    fn delimiter(self) -> Option<u8> {
        match self {
            Self::Whole => None,
            Self::Line => Some(b'\n'),
            Self::Nul => Some(b'\0'),
        }
    }
}

/// The incremental layer: chunks in, slices out.
///
/// Output is the same however the input is cut, and comes as soon as it is decided. Memory is
/// bounded by the policy's caps, whatever the input.
///
/// ```
/// use untrusted_filter::{Filter, Policy};
///
/// let (mut filter, mut text) = (Filter::new(&Policy::text()), Vec::new());
/// for chunk in [&b"one \x1b[3"[..], b"1mtwo\xE2", b"\x80\x8E three"] {
///     filter.push(chunk, |piece| text.extend_from_slice(piece));
/// }
/// filter.finish(|piece| text.extend_from_slice(piece));
/// assert_eq!(text, b"one two three");
/// ```
#[derive(Clone, Debug)]
pub struct Filter {
    scanner: Scanner,
    stages: Stages,
    policy: Policy,
    records: Records,
    fence: Option<Fence>,
    reveal: Option<Instead>,
    /// The record in progress has been opened.
    is_open: bool,
    /// A CR before a possible end of the line, where CRLF ends a record.
    has_cr: bool,
    /// How many records may still come, under a cap on lines, and the LF that waits until one does.
    lines_left: Option<u64>,
    has_line_end: bool,
    /// Something was given of the last record.
    is_begun: bool,
    /// That record ended with its input, without a delimiter, which comes before the next one.
    is_cut: bool,
    is_changed: bool,
}

impl Filter {
    /// A filter for one stream.
    #[must_use]
    pub fn new(policy: &Policy) -> Self {
        Self {
            scanner: Scanner::new(policy.plan.clone()),
            stages: Stages::new(policy, None, None),
            policy: policy.clone(),
            records: Records::Whole,
            fence: None,
            reveal: None,
            is_open: false,
            has_cr: false,
            lines_left: None,
            has_line_end: false,
            is_begun: false,
            is_cut: false,
            is_changed: false,
        }
    }

    /// Sets what ends a record.
    #[must_use]
    pub fn records(mut self, records: Records) -> Self {
        self.records = records;
        self.rebuilt()
    }

    /// Puts a fence round each record.
    #[must_use]
    pub fn fence(mut self, fence: Fence) -> Self {
        self.fence = Some(fence);
        self.rebuilt()
    }

    /// Shows what would be changed instead of changing it; caps do not hold then.
    #[must_use]
    pub fn reveal(mut self, reveal: Reveal) -> Self {
        self.reveal = Some(Instead::Shown(reveal));
        self.rebuilt()
    }

    /// Puts one U+FFFD for each code point that would be changed, and changes nothing else: for text
    /// whose length somebody has declared. Caps do not hold then.
    ///
    /// ```
    /// use untrusted_filter::{Filter, Policy};
    ///
    /// let (mut filter, mut text) = (Filter::new(&Policy::text()).one_for_one(), Vec::new());
    /// filter.push("pay\u{200B}load".as_bytes(), |piece| text.extend_from_slice(piece));
    /// filter.finish(|piece| text.extend_from_slice(piece));
    /// assert_eq!(text, "pay\u{FFFD}load".as_bytes());
    /// ```
    #[must_use]
    pub fn one_for_one(mut self) -> Self {
        self.reveal = Some(Instead::Masked);
        self.rebuilt()
    }

    /// The filter with its parts made anew, before any input.
    fn rebuilt(mut self) -> Self {
        let mut policy = self.policy.clone();
        if self.records == Records::Line {
            policy.plan.set_one_line();
            policy.caps.lines = None;
        }
        // What runs however far cannot be held to be shown: the control is, and the rest is text.
        if self.reveal.is_some() && policy.plan.sequences == Sequences::Csi {
            policy.plan.sequences = Sequences::Introducer;
        }
        self.stages = Stages::new(&policy, self.fence.as_ref(), self.reveal);
        self.scanner = Scanner::new(policy.plan);
        self.lines_left = self.max_lines();
        self
    }

    /// The policy that it holds to.
    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Whether anything so far came out otherwise than it went in, fences apart.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.is_changed || self.stages.is_changed()
    }

    /// Whether what it takes is records: their ends are bytes, of UTF-16 they would not be.
    pub(crate) fn has_records(&self) -> bool {
        self.records != Records::Whole
    }

    /// Whether this value, as a whole, is sure to come out as it is: a quick answer, which may be no
    /// where it could be yes.
    pub(crate) fn leaves(&self, value: &[u8]) -> bool {
        let keeps = |class| self.policy.action_of(class) == Action::Keep;
        let is_left = is_visible_ascii(value) && keeps(Class::Visible) && keeps(Class::AsciiSpace);
        self.stages.leaves_text() && (is_left || self.scanner.leaves(value))
    }

    /// Whether anything came out otherwise than it went in since the last call: of records, each for
    /// itself.
    pub fn take_changed(&mut self) -> bool {
        let is_changed = self.is_changed();
        if is_changed {
            self.is_changed = false;
            self.stages.forget_changes();
        }
        is_changed
    }

    /// Takes a chunk, and gives the pieces of output that are decided: whole characters, in order.
    pub fn push(&mut self, chunk: &[u8], mut out: impl FnMut(&[u8])) {
        self.take(chunk, &mut out);
    }

    // From here on there is one copy of everything, whoever takes the output.
    fn take(&mut self, chunk: &[u8], out: Out<'_>) {
        let Some(delimiter) = self.records.delimiter() else {
            self.open(out);
            return self.stages.scan(&mut self.scanner, chunk, out);
        };
        if !chunk.is_empty() && mem::take(&mut self.is_cut) {
            self.is_begun = false;
            if !self.has_line_end {
                out(&[delimiter]);
            }
        }
        let mut rest = chunk;
        while let Some(end) = memchr::memchr(delimiter, rest) {
            self.part(&rest[..end], true, out);
            self.end_record(out);
            rest = &rest[end + 1..];
        }
        if !rest.is_empty() {
            self.noting(out, |filter, out| filter.part(rest, false, out));
        }
    }

    /// Gives a part of a record whose end has not come, and notes whether there is anything of it.
    fn noting(&mut self, out: Out<'_>, give: impl FnOnce(&mut Self, Out<'_>)) {
        let mut is_begun = self.is_begun;
        give(self, &mut |piece| {
            is_begun |= !piece.is_empty();
            out(piece);
        });
        self.is_begun = is_begun;
    }

    /// Ends the input, and gives the rest of the output. The filter is then as new.
    pub fn finish(&mut self, mut out: impl FnMut(&[u8])) {
        self.end(&mut out);
    }

    fn end(&mut self, out: Out<'_>) {
        if self.records == Records::Whole {
            self.open(out);
            return self.close(out);
        }
        self.cut(out);
        if mem::take(&mut self.is_cut) {
            self.has_line_end = false;
            // Whoever counts ends has to see one where there is nothing else to see.
            if !self.is_begun {
                out(self.records.delimiter().as_slice());
            }
        }
        self.end_last_line(out);
        self.is_begun = false;
        self.lines_left = self.max_lines();
    }

    /// Ends the record in progress where its input ends. With a delimiter there is none.
    fn cut(&mut self, out: Out<'_>) {
        if !self.is_open {
            return;
        }
        self.noting(out, |filter, out| {
            if mem::take(&mut filter.has_cr) {
                filter.text(b"\r", out);
            }
            filter.close(out);
        });
        self.count_line();
        self.is_cut = true;
    }

    /// Gives the end of the last line that a cap lets through, held until it is known whether it
    /// needs a marker.
    fn end_last_line(&mut self, out: Out<'_>) {
        if mem::take(&mut self.has_line_end) {
            if mem::take(&mut self.has_cr) {
                out(b"\r");
            }
            out(b"\n");
        }
    }

    /// Ends the text without ending the value: what follows is not seen as next to it. For inputs
    /// that are filtered one after another. It ends a record: what follows is another one.
    pub fn end_text(&mut self, mut out: impl FnMut(&[u8])) {
        if self.records == Records::Whole {
            self.stages.end_text(&mut self.scanner, &mut out);
        } else {
            self.cut(&mut out);
        }
    }

    /// Takes a part of a record; `is_last` when the delimiter follows.
    fn part(&mut self, mut record: &[u8], is_last: bool, out: Out<'_>) {
        if self.lines_left == Some(0) {
            self.is_changed = true;
            if self.has_line_end && self.policy.caps.is_marked {
                out(MARKER.as_bytes());
            }
            self.end_last_line(out);
            return;
        }
        self.open(out);
        if self.has_cr && !(is_last && record.is_empty()) {
            self.has_cr = false;
            self.text(b"\r", out);
        }
        if self.records == Records::Line
            && matches!(self.policy.action_of(Class::Cr), Action::Keep | Action::KeepWhenValid)
            && let Some(before) = record.strip_suffix(b"\r")
        {
            self.has_cr = true;
            record = before;
        }
        self.text(record, out);
    }

    /// Ends a record at its delimiter.
    fn end_record(&mut self, out: Out<'_>) {
        if !self.is_open {
            return;
        }
        self.close(out);
        self.is_begun = false;
        self.count_line();
        if !self.has_line_end {
            if mem::take(&mut self.has_cr) {
                out(b"\r");
            }
            out(self.records.delimiter().as_slice());
        }
    }

    /// One record less may come, under a cap on lines.
    fn count_line(&mut self) {
        if let Some(left) = &mut self.lines_left {
            *left -= 1;
            self.has_line_end = *left == 0;
        }
    }

    fn text(&mut self, text: &[u8], out: Out<'_>) {
        self.stages.scan(&mut self.scanner, text, out);
    }

    fn open(&mut self, out: Out<'_>) {
        if !mem::replace(&mut self.is_open, true)
            && let Some(fence) = &self.fence
        {
            out(fence.opening(&self.policy).as_bytes());
        }
    }

    fn close(&mut self, out: Out<'_>) {
        self.stages.finish(&mut self.scanner, out);
        if let Some(fence) = &self.fence {
            out(fence.closing().as_bytes());
        }
        self.is_open = false;
    }

    /// The cap on lines where records are lines: it then counts them, not what is in them.
    fn max_lines(&self) -> Option<u64> {
        let is_counted = self.records == Records::Line && self.reveal.is_none();
        self.policy.caps.lines.filter(|_| is_counted)
    }
}
