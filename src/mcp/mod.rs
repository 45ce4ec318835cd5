//! The Model Context Protocol as a server writes it on standard output: a JSON-RPC message a line.
//! What people and models read in it is filtered; what programs compare or send back stays.
//!
//! ```
//! use untrusted_filter::mcp::{Event, McpFilter};
//! use untrusted_filter::{Filter, Policy};
//!
//! let mut filter = McpFilter::new(Filter::new(&Policy::text()));
//! let mut written = Vec::new();
//! let line = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a\u200bb"}]}}"#;
//! filter.push(format!("{line}\n").as_bytes(), |event| {
//!     if let Event::Message(line) = event {
//!         written.extend_from_slice(line);
//!     }
//! })?;
//! let wanted = line.replace("a\\u200bb", "a b") + "\n";
//! assert_eq!(written, wanted.as_bytes());
//! # Ok::<(), untrusted_filter::mcp::Error>(())
//! ```

mod envelope;
mod fields;
mod message;
mod note;

pub use note::{Error, Note, NoteKind};

use std::mem;

use crate::filter::{Fence, Filter, Policy, Records};
use crate::json::{Event as JsonEvent, Lexer, Probe, Speller, Verbatim, escape};
use envelope::Envelope;
use message::{Pass, Treatments};

/// How long a message may be unless somebody says otherwise, in bytes.
pub const MAX_MESSAGE: usize = 64 * 1024 * 1024;

/// What becomes of an identifier that holds what the policy would change: a name of a tool, a URI, a
/// word of the protocol or of a schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protected {
    /// What it identifies is left out of its list. What is in no list goes whole: an answer becomes
    /// an error, any other message is left out.
    #[default]
    Drop,
    /// It stays.
    Keep,
    /// The filter ends.
    Fail,
}

/// What becomes of a line that is no JSON-RPC message. One that is blank is left out, whatever this
/// says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnInvalid {
    /// It is filtered as [`Policy::text`] says, since it may reach a terminal, and given as
    /// [`Event::Stray`].
    #[default]
    Divert,
    /// It is filtered and written where messages are.
    Pass,
    /// It is left out.
    Drop,
    /// The filter ends.
    Fail,
}

/// What a filter for the protocol gives.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A line for whoever reads the messages, with its line end: to be written at once and flushed.
    Message(&'a [u8]),
    /// A line that is no message, filtered, with its line end: for standard error.
    Stray(&'a [u8]),
    /// Something to tell.
    Note(&'a Note),
}

/// Chunks of a server's output in, messages out, each as soon as its line has ended.
///
/// One message is held in memory, and what it becomes: see [`max_message`](Self::max_message).
#[derive(Clone, Debug)]
pub struct McpFilter {
    treatments: Treatments,
    policy: Policy,
    on_invalid: OnInvalid,
    max_message: usize,
    /// The line in progress.
    line: Vec<u8>,
    number: u64,
    too_long: Option<TooLong>,
    out: Vec<u8>,
    notes: Vec<Note>,
    failure: Option<Error>,
    is_changed: bool,
}

/// A message that is not kept: read on, since its identifier may stand at its end.
#[derive(Clone, Debug)]
struct TooLong {
    lexer: Lexer,
    envelope: Envelope,
    is_json: bool,
}

impl TooLong {
    fn push(&mut self, chunk: &[u8]) {
        let Self { lexer, envelope, is_json } = self;
        *is_json &= lexer.push(chunk, |event: JsonEvent<'_>| envelope.see(&event)).is_ok();
    }
}

impl McpFilter {
    /// Text goes through a filter like this one, each string as one value. Its policy says what must
    /// not be in structured content and identifiers.
    #[must_use]
    pub fn new(filter: Filter) -> Self {
        let policy = filter.policy().clone();
        let treatments = Treatments {
            fenced: None,
            masked: Speller::new(Filter::new(&policy).one_for_one()),
            probe: Probe::new(&filter),
            text: Speller::new(filter),
            verbatim: Verbatim::new(),
            protected: Protected::default(),
            rewrites_keys: false,
        };
        Self {
            treatments,
            policy,
            on_invalid: OnInvalid::default(),
            max_message: MAX_MESSAGE,
            line: Vec::new(),
            number: 1,
            too_long: None,
            out: Vec::new(),
            notes: Vec::new(),
            failure: None,
            is_changed: false,
        }
    }

    /// Puts a fence round each text that a tool gives without structured content. A tool that has
    /// declared an output schema gives some, and its text is often read by a program.
    #[must_use]
    pub fn fence(mut self, fence: Fence) -> Self {
        self.treatments.fenced = Some(Speller::new(Filter::new(&self.policy).fence(fence)));
        self
    }

    /// Filters names of members too, where the protocol and schemas do not fix them.
    #[must_use]
    pub fn keys(mut self) -> Self {
        self.treatments.rewrites_keys = true;
        self
    }

    /// Sets what becomes of unsound identifiers.
    #[must_use]
    pub fn protected(mut self, protected: Protected) -> Self {
        self.treatments.protected = protected;
        self
    }

    /// Sets what becomes of lines that are no messages.
    #[must_use]
    pub fn on_invalid(mut self, on_invalid: OnInvalid) -> Self {
        self.on_invalid = on_invalid;
        self
    }

    /// Sets how long a message may be, in bytes. A longer one is left out; if it is an answer, whoever
    /// asked gets an error in its place.
    #[must_use]
    pub fn max_message(mut self, max: usize) -> Self {
        self.max_message = max;
        self
    }

    /// Whether anything so far came out otherwise than it went in, fences apart.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Takes a chunk, and gives what it decides.
    ///
    /// # Errors
    ///
    /// What ends the filter. All messages before have been given.
    pub fn push(&mut self, chunk: &[u8], mut out: impl FnMut(Event<'_>)) -> Result<(), Error> {
        let mut rest = chunk;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            let (line, more) = rest.split_at(end + 1);
            rest = more;
            if self.line.is_empty() && self.too_long.is_none() && line.len() <= self.max_message {
                self.end_line(line, &mut out)?;
            } else {
                self.hold(line);
                self.end_held(&mut out)?;
            }
        }
        self.hold(rest);
        match &self.failure {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }

    /// Ends the input, and gives what its last line decides.
    ///
    /// # Errors
    ///
    /// What ends the filter.
    pub fn finish(&mut self, mut out: impl FnMut(Event<'_>)) -> Result<(), Error> {
        if self.line.is_empty() && self.too_long.is_none() {
            return Ok(());
        }
        self.end_held(&mut out)
    }

    /// Takes a part of a line that did not come whole.
    fn hold(&mut self, part: &[u8]) {
        if let Some(too_long) = &mut self.too_long {
            return too_long.push(part);
        }
        if self.line.len() + part.len() <= self.max_message {
            return self.line.extend_from_slice(part);
        }
        let mut too_long =
            TooLong { lexer: Lexer::single(), envelope: Envelope::default(), is_json: true };
        too_long.push(&mem::take(&mut self.line));
        too_long.push(part);
        self.too_long = Some(too_long);
    }

    fn end_held(&mut self, out: &mut impl FnMut(Event<'_>)) -> Result<(), Error> {
        if let Some(too_long) = self.too_long.take() {
            self.end_too_long(too_long, out);
            self.number += 1;
            return Ok(());
        }
        let line = mem::take(&mut self.line);
        self.end_line(&line, out)
    }

    fn end_too_long(&mut self, mut too_long: TooLong, out: &mut impl FnMut(Event<'_>)) {
        self.is_changed = true;
        let note = Note { line: self.number, path: String::new(), kind: NoteKind::TooLong };
        out(Event::Note(&note));
        let TooLong { lexer, envelope, is_json } = &mut too_long;
        let is_message = *is_json && lexer.finish(|_| {}).is_ok() && envelope.is_message();
        if let Some(id) = envelope.answered().filter(|_| is_message) {
            let message = format!("the answer is longer than {} bytes", self.max_message);
            let mut answer = refusal(id, &message);
            answer.push(b'\n');
            out(Event::Message(&answer));
        }
    }

    /// A whole line, with its LF if it has one.
    fn end_line(&mut self, line: &[u8], out: &mut impl FnMut(Event<'_>)) -> Result<(), Error> {
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        let number = self.number;
        self.number += 1;
        let (body, end) = match line.strip_suffix(b"\n") {
            Some(body) => (body, &b"\n"[..]),
            None => (line, &b""[..]),
        };
        if body.iter().all(u8::is_ascii_whitespace) {
            self.is_changed = true;
            return Ok(());
        }
        self.out.clear();
        self.notes.clear();
        let Self { treatments, notes, .. } = self;
        let passed = Pass::run(treatments, body, number, &mut self.out, notes);
        let Some(passed) = passed else { return self.stray(line, number, out) };
        if let Some(path) = passed.fatal {
            return Err(self.fail(Error::Protected { line: number, path }));
        }
        if passed.is_written {
            self.out.extend_from_slice(end);
            self.is_changed |= self.out != line;
            out(Event::Message(&self.out));
        } else {
            self.is_changed = true;
        }
        self.notes.iter().for_each(|note| out(Event::Note(note)));
        Ok(())
    }

    fn stray(
        &mut self,
        line: &[u8],
        number: u64,
        out: &mut impl FnMut(Event<'_>),
    ) -> Result<(), Error> {
        let is_passed = self.on_invalid == OnInvalid::Pass;
        if self.on_invalid == OnInvalid::Fail {
            return Err(self.fail(Error::Stray { line: number }));
        }
        self.out.clear();
        if self.on_invalid != OnInvalid::Drop {
            // What goes to a log may reach a terminal, whatever the policy lets through.
            let text = Policy::text();
            let policy = if is_passed { &self.policy } else { &text };
            let mut filter = Filter::new(policy).records(Records::Line);
            filter.push(line, |piece| self.out.extend_from_slice(piece));
            filter.finish(|piece| self.out.extend_from_slice(piece));
            out(if is_passed { Event::Message(&self.out) } else { Event::Stray(&self.out) });
        }
        self.is_changed |= !is_passed || self.out != line;
        out(Event::Note(&Note { line: number, path: String::new(), kind: NoteKind::Stray }));
        Ok(())
    }

    fn fail(&mut self, error: Error) -> Error {
        self.failure = Some(error.clone());
        error
    }
}

/// The error that is given in the place of an answer.
fn refusal(id: &[u8], message: &str) -> Vec<u8> {
    let mut answer = b"{\"jsonrpc\":\"2.0\",\"id\":".to_vec();
    answer.extend_from_slice(id);
    answer.extend_from_slice(b",\"error\":{\"code\":-32603,\"message\":\"untrusted-filter: ");
    escape(message.as_bytes(), &mut |piece| answer.extend_from_slice(piece));
    answer.extend_from_slice(b"\"}}");
    answer
}
