//! JSON in, JSON out: every string goes through a filter as the text that it stands for, so that no
//! escape hides anything; every other byte passes as it is.
//!
//! ```
//! use untrusted_filter::json::JsonFilter;
//! use untrusted_filter::{Filter, Policy};
//!
//! let mut filter = JsonFilter::new(Filter::new(&Policy::text()));
//! let mut output = Vec::new();
//! for chunk in [&br#"{"big": 1e400, "a": "pay\u20"#[..], br#"0bload", "b": "caf\u00e9"}"#] {
//!     filter.push(chunk, |piece| output.extend_from_slice(piece))?;
//! }
//! filter.finish(|piece| output.extend_from_slice(piece))?;
//! assert_eq!(output, br#"{"big": 1e400, "a": "pay load", "b": "caf\u00e9"}"#);
//! # Ok::<(), untrusted_filter::json::Error>(())
//! ```

mod escape;
mod event;
mod lexer;
mod path;
mod probe;
mod spelling;
mod stream;
mod strings;
mod trail;

pub use event::Error;
pub use path::{Path, PathError};
pub use stream::{CopyError, copy};
pub use strings::strings;

pub(crate) use event::{Event, Kind, Part};
pub(crate) use lexer::Lexer;
pub(crate) use probe::{Probe, Verbatim};
pub(crate) use spelling::{Speller, escape};
pub(crate) use trail::Trail;

use crate::filter::Filter;
use path::{Matcher, Reached};

/// How much of a name is looked at to tell where it is, in bytes.
const TOLD_NAME: usize = 80;

/// What a filter for JSON did, or could not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// A string was filtered.
    Changed,
    /// A member's name was filtered.
    Renamed,
    /// A member's name holds what the policy would change, and stays.
    Kept,
}

/// One string or name that a filter for JSON has something to say of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The way there, such as `tools[2].description`, safe to print.
    pub path: String,
    /// What was done.
    pub kind: ChangeKind,
}

/// Chunks of JSON in, slices out: one value, or several one after another, as in JSON Lines.
///
/// Output comes as soon as it is decided. Strings that need no change keep their spelling; in others
/// it is kept up to the first difference. An input without any change comes out byte for byte, but
/// for a byte order mark at its start, which is left out. Memory is bounded by the caps of the filter
/// and by the depth of nesting, of which more than 1,000,000 levels are an error.
#[derive(Clone, Debug)]
pub struct JsonFilter {
    lexer: Lexer,
    body: Body,
    /// Whether the last byte of the input before was no line end, if there was one.
    needs_line_end: bool,
    last: Option<u8>,
    /// Each input is a record.
    is_records: bool,
}

/// Everything but the lexer.
#[derive(Clone, Debug)]
struct Body {
    values: Speller,
    keys: Keys,
    verbatim: Verbatim,
    matcher: Option<Matcher>,
    trail: Option<Trail>,
    changes: Vec<Change>,
    is_changed: bool,
    kept_keys: u64,
    /// The open arrays and objects, where anybody asks where a value is.
    frames: Vec<Frame>,
    is_placed: bool,
    string: Role,
    /// Whether the next value is meant.
    next: Reached,
    /// The start of the key in progress, so far as it matters.
    name: Vec<u8>,
    name_limit: usize,
}

/// An open array or object.
#[derive(Clone, Copy, Debug)]
struct Frame {
    kind: Kind,
    reached: Reached,
    /// Of the next item.
    index: u64,
}

/// What a string is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Key,
    Meant,
    Other,
}

/// What becomes of members' names.
#[derive(Clone, Debug)]
enum Keys {
    Filtered(Speller),
    /// They stay, and are looked at.
    Kept(Probe),
}

impl JsonFilter {
    /// Each string is one value of the filter, its fence and its caps; records do not count.
    #[must_use]
    pub fn new(filter: Filter) -> Self {
        let body = Body {
            keys: Keys::Kept(Probe::new(&filter)),
            values: Speller::new(filter),
            verbatim: Verbatim::new(),
            matcher: None,
            trail: None,
            changes: Vec::new(),
            is_changed: false,
            kept_keys: 0,
            frames: Vec::new(),
            is_placed: false,
            string: Role::Other,
            next: Reached::ALL,
            name: Vec::new(),
            name_limit: 0,
        };
        Self { lexer: Lexer::new(), body, needs_line_end: false, last: None, is_records: false }
    }

    /// Each input, up to [`finish`](Self::finish), is one record, such as a line: one value or white
    /// space. Nothing is put between two of them.
    ///
    /// ```
    /// use untrusted_filter::json::JsonFilter;
    /// use untrusted_filter::{Filter, Policy};
    ///
    /// let mut filter = JsonFilter::new(Filter::new(&Policy::text())).records();
    /// assert!(filter.push(b"1 2", |_| {}).is_err());
    /// ```
    #[must_use]
    pub fn records(mut self) -> Self {
        self.lexer = Lexer::at_most_one();
        self.is_records = true;
        self
    }

    /// Filters only strings that one of these patterns means.
    ///
    /// # Errors
    ///
    /// When the patterns have more than 63 steps together.
    pub fn paths(mut self, paths: &[Path]) -> Result<Self, PathError> {
        let matcher = Matcher::new(paths)?;
        self.body.name_limit = self.body.name_limit.max(matcher.longest_name() + 1);
        self.body.next = matcher.start();
        self.body.matcher = Some(matcher);
        self.body.is_placed = true;
        Ok(self)
    }

    /// Filters members' names too, wherever they stand. Without this they stay, and
    /// [`kept_keys`](Self::kept_keys) counts those that hold what the policy would change.
    #[must_use]
    pub fn keys(mut self, filter: Filter) -> Self {
        self.body.keys = Keys::Filtered(Speller::new(filter));
        self
    }

    /// Keeps an account of each change, for [`take_changes`](Self::take_changes).
    #[must_use]
    pub fn told(mut self) -> Self {
        self.body.trail = Some(Trail::default());
        self.body.name_limit = self.body.name_limit.max(TOLD_NAME);
        self.body.is_placed = true;
        self
    }

    /// Whether anything so far came out otherwise than it went in, fences apart.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.body.is_changed || self.lexer.has_mark()
    }

    /// Whether anything came out otherwise than it went in since the last call: of records, each for
    /// itself.
    pub fn take_changed(&mut self) -> bool {
        let is_changed = self.is_changed();
        self.body.is_changed = false;
        is_changed
    }

    /// How many names of members hold what the policy would change, and stayed.
    #[must_use]
    pub fn kept_keys(&self) -> u64 {
        self.body.kept_keys
    }

    /// What was changed since the last call.
    pub fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.body.changes)
    }

    /// Takes a chunk, and gives the pieces of output that are decided.
    ///
    /// # Errors
    ///
    /// Where the input is not JSON. All that stands before has been given.
    pub fn push(&mut self, chunk: &[u8], mut out: impl FnMut(&[u8])) -> Result<(), Error> {
        let Some(&last) = chunk.last() else { return Ok(()) };
        if std::mem::take(&mut self.needs_line_end) {
            out(b"\n");
        }
        self.last = Some(last);
        let Self { lexer, body, .. } = self;
        lexer
            .push(chunk, |event| body.event(event, &mut out))
            .inspect_err(|_| body.abandon(&mut out))
    }

    /// Ends the input, and gives the rest of the output. Then another input may come; where this one
    /// did not end with a line, a line end is put between the two.
    ///
    /// # Errors
    ///
    /// When the input ends within a value.
    pub fn finish(&mut self, mut out: impl FnMut(&[u8])) -> Result<(), Error> {
        let Self { lexer, body, .. } = self;
        let result = lexer.finish(|event| body.event(event, &mut out));
        body.abandon(&mut out);
        body.is_changed |= lexer.has_mark();
        body.frames.clear();
        body.next = body.matcher.as_ref().map_or(Reached::ALL, Matcher::start);
        if body.trail.is_some() {
            body.trail = Some(Trail::default());
        }
        *lexer = lexer.anew();
        let is_line = self.last.take().is_none_or(|last| last == b'\n');
        self.needs_line_end |= !is_line && !self.is_records;
        result
    }
}

impl Body {
    fn event(&mut self, event: Event<'_>, out: &mut impl FnMut(&[u8])) {
        match event {
            Event::Bytes(bytes) => out(bytes),
            Event::Part(part) => self.part(part, out),
            Event::End => self.end(out),
            Event::Key => {
                self.string = Role::Key;
                self.name.clear();
            }
            Event::String => {
                let reached = self.value();
                self.string = if reached.is_meant() { Role::Meant } else { Role::Other };
            }
            Event::Scalar => {
                self.value();
                self.string = Role::Other;
            }
            Event::Open(kind) => {
                let reached = self.value();
                if self.is_placed {
                    self.frames.push(Frame { kind, reached, index: 0 });
                }
                if let Some(trail) = &mut self.trail {
                    trail.open();
                }
            }
            Event::Close => {
                self.frames.pop();
                if let Some(trail) = &mut self.trail {
                    trail.close();
                }
            }
        }
    }

    /// At the start of a value: whether it is meant.
    fn value(&mut self) -> Reached {
        match self.frames.last_mut() {
            Some(Frame { kind: Kind::Array, reached, index }) => {
                let item = match &self.matcher {
                    Some(matcher) => matcher.item(*reached, *index),
                    None => *reached,
                };
                if let Some(trail) = &mut self.trail {
                    trail.item(*index);
                }
                *index += 1;
                item
            }
            Some(_) => self.next,
            None => self.matcher.as_ref().map_or(Reached::ALL, Matcher::start),
        }
    }

    fn part(&mut self, part: Part<'_>, out: &mut impl FnMut(&[u8])) {
        match self.string {
            Role::Meant => self.values.part(part, out),
            Role::Other => self.verbatim.part(part, out),
            Role::Key => {
                let room = self.name_limit - self.name.len();
                self.name.extend_from_slice(&part.text[..part.text.len().min(room)]);
                match &mut self.keys {
                    Keys::Filtered(speller) => speller.part(part, out),
                    Keys::Kept(probe) => {
                        probe.part(part);
                        self.verbatim.part(part, out);
                    }
                }
            }
        }
    }

    /// At the end of a string, number or literal.
    fn end(&mut self, out: &mut impl FnMut(&[u8])) {
        let is_changed = match std::mem::replace(&mut self.string, Role::Other) {
            Role::Key => return self.end_key(out),
            Role::Meant => self.values.end(out),
            Role::Other => self.verbatim.end(out),
        };
        if is_changed {
            self.is_changed = true;
            self.tell(ChangeKind::Changed);
        }
    }

    fn end_key(&mut self, out: &mut impl FnMut(&[u8])) {
        if let (Some(matcher), Some(frame)) = (&self.matcher, self.frames.last()) {
            self.next = matcher.member(frame.reached, &self.name);
        }
        if let Some(trail) = &mut self.trail {
            trail.member(&self.name);
        }
        match &mut self.keys {
            Keys::Filtered(speller) => {
                if speller.end(out) {
                    self.is_changed = true;
                    self.tell(ChangeKind::Renamed);
                }
            }
            Keys::Kept(probe) => {
                self.is_changed |= self.verbatim.end(out);
                if probe.end() {
                    self.kept_keys += 1;
                    self.tell(ChangeKind::Kept);
                }
            }
        }
    }

    fn tell(&mut self, kind: ChangeKind) {
        if let Some(trail) = &self.trail {
            self.changes.push(Change { path: trail.text().to_owned(), kind });
        }
    }

    /// Gives what waits of a string that has no end.
    fn abandon(&mut self, out: &mut impl FnMut(&[u8])) {
        self.is_changed |= match (self.string, &mut self.keys) {
            (Role::Meant, _) => self.values.end(out),
            (Role::Key, Keys::Filtered(speller)) => speller.end(out),
            (Role::Key, Keys::Kept(probe)) => {
                self.kept_keys += u64::from(probe.end());
                self.verbatim.end(out)
            }
            (Role::Other, _) => self.verbatim.end(out),
        };
        self.string = Role::Other;
    }
}
