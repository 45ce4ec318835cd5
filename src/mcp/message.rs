//! One line through the table of fields: text filtered, structured content masked, identifiers and
//! data left as they are, and entries with an unsound identifier left out. What it writes can be
//! taken back until the line is whole.

use super::envelope::Envelope;
use super::fields::{Place, Treatment};
use super::note::{Note, NoteKind};
use super::{Protected, refusal};
use crate::json::{Event, Kind, Lexer, Part, Probe, Speller, Trail, Verbatim};

/// How much of a name is looked at, in bytes: more than the longest field.
const NAME: usize = 80;

/// What strings go through.
#[derive(Clone, Debug)]
pub(crate) struct Treatments {
    pub(crate) text: Speller,
    pub(crate) fenced: Option<Speller>,
    pub(crate) masked: Speller,
    pub(crate) probe: Probe,
    pub(crate) verbatim: Verbatim,
    pub(crate) protected: Protected,
    pub(crate) rewrites_keys: bool,
}

/// An open array or object.
#[derive(Clone, Copy, Debug)]
struct Frame {
    place: Place,
    kind: Kind,
    /// Of the next item.
    index: u64,
    /// Where it begins in the output.
    start: usize,
    /// Where the first item begins in the output, and where the last one that stays ends.
    first: Option<usize>,
    kept: Option<usize>,
    /// It can be left out of what it is in, and will be.
    is_entry: bool,
    is_dropped: bool,
}

/// What the string in progress goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Text,
    Fenced,
    Masked,
    /// As it is, looked at.
    Name,
    /// As it is.
    Data,
}

/// What came of a line.
pub(crate) struct Passed {
    /// What there is to write; nothing where the message was left out.
    pub(crate) is_written: bool,
    /// The way to an identifier that ends everything.
    pub(crate) fatal: Option<String>,
}

/// A line on its way.
pub(crate) struct Pass<'a> {
    treatments: &'a mut Treatments,
    out: &'a mut Vec<u8>,
    notes: &'a mut Vec<Note>,
    line: u64,
    frames: Vec<Frame>,
    /// The place of the next member's value, and that of the string in progress.
    next: Place,
    place: Place,
    way: Way,
    in_key: bool,
    in_string: bool,
    name: Vec<u8>,
    trail: Trail,
    envelope: Envelope,
    tool: (Vec<u8>, Vec<u8>),
    is_stray: bool,
    has_structured: bool,
    has_fenced: bool,
    fatal: Option<String>,
}

impl<'a> Pass<'a> {
    /// Filters a line, without its LF, to the end of `out`. `None` where it is no message; what was
    /// written and noted then does not count.
    pub(crate) fn run(
        treatments: &'a mut Treatments,
        line: &[u8],
        number: u64,
        out: &'a mut Vec<u8>,
        notes: &'a mut Vec<Note>,
    ) -> Option<Passed> {
        let mut pass = Pass {
            treatments,
            out,
            notes,
            line: number,
            frames: Vec::new(),
            next: Place::Message,
            place: Place::Message,
            way: Way::Data,
            in_key: false,
            in_string: false,
            name: Vec::new(),
            trail: Trail::default(),
            envelope: Envelope::default(),
            tool: Default::default(),
            is_stray: false,
            has_structured: false,
            has_fenced: false,
            fatal: None,
        };
        let mut lexer = Lexer::single();
        let mut result = lexer.push(line, |event| pass.event(event));
        if result.is_ok() {
            result = lexer.finish(|event| pass.event(event));
        }
        if result.is_err() {
            pass.end_string();
            return None;
        }
        if pass.is_stray {
            return None;
        }
        let Pass { treatments, out, notes, has_structured, has_fenced, fatal, .. } = pass;
        if has_structured && has_fenced {
            // A tool with a schema: its text is often read by a program.
            out.clear();
            notes.clear();
            let fenced = treatments.fenced.take();
            let passed = Pass::run(treatments, line, number, out, notes);
            treatments.fenced = fenced;
            return passed;
        }
        let is_written = !out.iter().all(u8::is_ascii_whitespace);
        Some(Passed { is_written, fatal })
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Open(kind) => self.open(kind),
            Event::Key => {
                self.in_key = true;
                self.in_string = true;
                self.name.clear();
                let place = self.frames.last().map_or(Place::Message, |frame| frame.place);
                self.way = match place.key_treatment() {
                    Treatment::Text if self.treatments.rewrites_keys => Way::Text,
                    Treatment::Masked if self.treatments.rewrites_keys => Way::Masked,
                    _ => Way::Name,
                };
            }
            Event::String => {
                self.place = self.begin_value();
                self.in_string = true;
                self.way = self.way_of(self.place);
                match self.place {
                    Place::ToolName => self.tool.0.clear(),
                    Place::Description => self.tool.1.clear(),
                    _ => {}
                }
            }
            Event::Scalar => {
                self.begin_value();
            }
            Event::Part(part) => self.part(part),
            Event::Bytes(bytes) => self.out.extend_from_slice(bytes),
            Event::End => self.end(),
            Event::Close => {}
        }
        self.envelope.see(&event);
        if matches!(event, Event::Close) {
            self.close();
        }
        // A message is an object, and so is each item of a batch.
        let is_outside = self.frames.is_empty() || self.frames.len() == 1 && self.is_batch();
        self.is_stray |= is_outside && matches!(event, Event::String | Event::Scalar);
    }

    /// At the start of a value: its place.
    fn begin_value(&mut self) -> Place {
        let Some(frame) = self.frames.last_mut() else { return Place::Message };
        if frame.kind == Kind::Object {
            return self.next;
        }
        match (frame.first, frame.kept) {
            (None, _) => frame.first = Some(self.out.len()),
            // What came before has been left out: its comma goes too.
            (Some(first), None) => self.out.truncate(first),
            (Some(_), Some(_)) => {}
        }
        self.trail.item(frame.index);
        frame.index += 1;
        frame.place
    }

    fn is_batch(&self) -> bool {
        self.frames.first().is_some_and(|frame| frame.kind == Kind::Array)
    }

    /// At the end of a value that stays, with so many bytes of it still to come.
    fn end_value(&mut self, more: usize) {
        let end = self.out.len() + more;
        if let Some(frame) = self.frames.last_mut() {
            frame.kept = Some(end);
        }
    }

    fn open(&mut self, kind: Kind) {
        let place = self.begin_value();
        let in_array = self.frames.last().is_some_and(|frame| frame.kind == Kind::Array);
        let is_message = match &self.frames[..] {
            [] => kind == Kind::Object,
            [_] if in_array => true,
            _ => false,
        };
        if is_message {
            self.is_stray |= kind == Kind::Array;
            self.envelope = Envelope::default();
        }
        let is_entry = kind == Kind::Object && (is_message || in_array && place.is_entry());
        if place == Place::Tool {
            self.tool = Default::default();
        }
        self.frames.push(Frame {
            place,
            kind,
            index: 0,
            start: self.out.len(),
            first: None,
            kept: None,
            is_entry,
            is_dropped: false,
        });
        self.trail.open();
    }

    fn close(&mut self) {
        self.trail.close();
        let Some(frame) = self.frames.pop() else { return };
        let depth = self.frames.len();
        let is_message =
            frame.kind == Kind::Object && (depth == 0 || depth == 1 && self.is_batch());
        if is_message {
            self.is_stray |= !self.envelope.is_message();
        } else if depth == 0 {
            // An empty batch is no message; one of which nothing is left is not written.
            self.is_stray |= frame.index == 0;
            if frame.kept.is_none() {
                self.out.truncate(frame.start);
            }
        }
        if frame.place == Place::Tool && frame.kind == Kind::Object {
            let text = |bytes: &[u8]| bstr::BStr::new(bytes).to_string();
            let kind = NoteKind::Tool { name: text(&self.tool.0), description: text(&self.tool.1) };
            self.note(kind);
        }
        if !frame.is_dropped {
            return self.end_value(0);
        }
        if is_message && let Some(id) = self.envelope.answered() {
            // Whoever asked is waiting.
            self.out.truncate(frame.start);
            self.out.extend_from_slice(&refusal(
                id,
                "an identifier in the answer holds something hidden",
            ));
            return self.end_value(0);
        }
        let kept = self.frames.last().and_then(|list| list.kept);
        self.out.truncate(kept.unwrap_or(frame.start));
    }

    /// What a string in a place goes through.
    fn way_of(&mut self, place: Place) -> Way {
        match place.treatment() {
            Treatment::Text if place == Place::Body && self.is_fenced() => {
                self.has_fenced = true;
                Way::Fenced
            }
            Treatment::Text => Way::Text,
            Treatment::Masked => Way::Masked,
            Treatment::Name => Way::Name,
            Treatment::Data => Way::Data,
        }
    }

    /// Whether a text here is fenced: in `result.content[*]`.
    fn is_fenced(&self) -> bool {
        let [.., result, list, _item] = &self.frames[..] else { return false };
        self.treatments.fenced.is_some()
            && result.place == Place::Result
            && list.kind == Kind::Array
    }

    fn part(&mut self, part: Part<'_>) {
        let text = part.text;
        if self.in_key {
            let room = NAME - self.name.len();
            self.name.extend_from_slice(&text[..text.len().min(room)]);
        } else {
            match self.place {
                Place::ToolName => self.tool.0.extend_from_slice(text),
                Place::Description => self.tool.1.extend_from_slice(text),
                _ => {}
            }
        }
        let Treatments { text: filtered, fenced, masked, probe, verbatim, .. } = self.treatments;
        let out = |piece: &[u8]| self.out.extend_from_slice(piece);
        match self.way {
            Way::Text => filtered.part(part, out),
            Way::Fenced => fenced.as_mut().unwrap_or(filtered).part(part, out),
            Way::Masked => masked.part(part, out),
            Way::Name => {
                probe.part(part);
                verbatim.part(part, out);
            }
            Way::Data => verbatim.part(part, out),
        }
    }

    fn end(&mut self) {
        if !self.in_string {
            return self.end_value(0);
        }
        let way = self.way;
        if self.in_key {
            let place = self.frames.last().map_or(Place::Message, |frame| frame.place);
            self.next = place.member(&self.name);
            self.has_structured |= place == Place::Result && self.name == b"structuredContent";
            self.trail.member(&self.name);
        }
        let is_hit = self.end_string();
        match way {
            Way::Text | Way::Fenced if is_hit => self.note(NoteKind::Changed),
            Way::Masked if is_hit => self.note(NoteKind::Masked),
            Way::Name if is_hit => self.unsound(),
            _ => {}
        }
        if !std::mem::take(&mut self.in_key) {
            // Its closing quote is to come.
            self.end_value(1);
        }
    }

    /// Ends the string in progress; whether its way did or found anything.
    fn end_string(&mut self) -> bool {
        self.in_string = false;
        let Treatments { text, fenced, masked, probe, verbatim, .. } = self.treatments;
        let out = |piece: &[u8]| self.out.extend_from_slice(piece);
        match self.way {
            Way::Text => text.end(out),
            Way::Fenced => fenced.as_mut().unwrap_or(text).end(out),
            Way::Masked => masked.end(out),
            Way::Name => {
                verbatim.end(out);
                probe.end()
            }
            Way::Data => verbatim.end(out),
        }
    }

    /// An identifier, or a name of a member, holds what the policy would change.
    fn unsound(&mut self) {
        let place = self.frames.last().map_or(Place::Message, |frame| frame.place);
        let is_bare = self.in_key && place.key_treatment() != Treatment::Name;
        match self.treatments.protected {
            Protected::Drop if !is_bare => {}
            Protected::Fail if !is_bare => {
                self.fatal.get_or_insert_with(|| self.trail.text().to_owned());
                return;
            }
            _ => return self.note(NoteKind::Kept),
        }
        if let Some(entry) = self.frames.iter_mut().rev().find(|frame| frame.is_entry)
            && !std::mem::replace(&mut entry.is_dropped, true)
        {
            self.note(NoteKind::Dropped);
        }
    }

    fn note(&mut self, kind: NoteKind) {
        self.notes.push(Note { line: self.line, path: self.trail.text().to_owned(), kind });
    }
}
