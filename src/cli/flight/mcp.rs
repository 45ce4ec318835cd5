//! `--input mcp`: a server's messages, each written as its line ends.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use untrusted_filter::mcp::{Event, McpFilter, NoteKind};
use untrusted_filter::{Fence, Filter};

use super::super::args::Args;
use super::super::exit::Outcome;
use super::super::input::{self, Input};
use super::super::stdio::Stdout;
use super::super::{failed, reason, say, written};
use super::Report;

/// How much is read at a time: what a pipe holds.
const CHUNK: usize = 64 * 1024;

/// Filters all files into one output, or only looks whether anything would change.
pub(crate) fn run(
    files: &[PathBuf],
    filter: Filter,
    fence: Option<&Fence>,
    args: &Args,
    report: &mut Report,
) -> Outcome {
    let mut filter = build(filter, fence, args);
    let is_check = args.instead.check;
    let mut teller = Teller::new(report, is_check);
    let mut outcome = Outcome::Clean;
    for path in files {
        let name = input::name(path);
        outcome = outcome.max(match Input::open(path).map_err(Ended::Read) {
            Ok(input) => match one(input, &mut filter, &mut teller) {
                Ok(()) => Outcome::Clean,
                Err(error) => error.tell(&name),
            },
            Err(error) => error.tell(&name),
        });
        if teller.result.is_err() {
            break;
        }
    }
    outcome = outcome.max(teller.finish(filter.is_changed()));
    let is_found = is_check && filter.is_changed();
    outcome.max(if is_found { Outcome::Found } else { Outcome::Clean })
}

/// The filter that the flags describe.
pub(crate) fn build(filter: Filter, fence: Option<&Fence>, args: &Args) -> McpFilter {
    let mut mcp = McpFilter::new(filter);
    if let Some(fence) = fence {
        mcp = mcp.fence(fence.clone());
    }
    if args.flight.json_keys {
        mcp = mcp.keys();
    }
    if let Some(protected) = args.flight.protected {
        mcp = mcp.protected(protected.into());
    }
    if let Some(on_invalid) = args.flight.on_invalid {
        mcp = mcp.on_invalid(on_invalid.into());
    }
    if let Some(max) = args.flight.max_message {
        mcp = mcp.max_message(max);
    }
    mcp
}

/// Why an input was not read to its end.
pub(crate) enum Ended {
    /// It cannot be read.
    Read(io::Error),
    /// The filter was told to end.
    Filter(untrusted_filter::mcp::Error),
}

impl Ended {
    /// Says so, with the name of the input.
    pub(crate) fn tell(&self, name: &str) -> Outcome {
        match self {
            Self::Read(error) => failed(&format_args!("{name}: {}", reason(error))),
            Self::Filter(error) => failed(&format_args!("{name}: {error}")),
        }
    }
}

/// Filters one input to its end, or until nobody takes what it gives.
pub(crate) fn one(
    mut input: impl Read,
    filter: &mut McpFilter,
    teller: &mut Teller<'_>,
) -> Result<(), Ended> {
    let mut chunk = vec![0; CHUNK];
    loop {
        let size = match input::read(&mut input, &mut chunk) {
            Ok(0) => break,
            Ok(size) => size,
            Err(error) => {
                filter.finish(|event| teller.tell(event)).map_err(Ended::Filter)?;
                return Err(Ended::Read(error));
            }
        };
        filter.push(&chunk[..size], |event| teller.tell(event)).map_err(Ended::Filter)?;
        if teller.result.is_err() {
            // Nobody reads the rest.
            return Ok(());
        }
    }
    filter.finish(|event| teller.tell(event)).map_err(Ended::Filter)
}

/// Puts each event where it belongs.
pub(crate) struct Teller<'a> {
    report: &'a mut Report,
    is_check: bool,
    kept: u64,
    /// What came of writing messages.
    pub(crate) result: io::Result<()>,
}

impl<'a> Teller<'a> {
    /// Writes messages to standard output, unless this is a check.
    pub(crate) fn new(report: &'a mut Report, is_check: bool) -> Self {
        Self { report, is_check, kept: 0, result: Ok(()) }
    }

    /// Takes an event.
    pub(crate) fn tell(&mut self, event: Event<'_>) {
        match event {
            Event::Message(line) if self.result.is_ok() && !self.is_check => {
                self.result = Stdout.write_all(line).and_then(|()| Stdout.flush());
            }
            Event::Stray(line) if !self.is_check => {
                let end = if line.ends_with(b"\n") { "" } else { "\n" };
                let line = [line, end.as_bytes()].concat();
                // Nobody is left to tell if this fails.
                let _said = io::stderr().write_all(&line);
            }
            Event::Message(_) | Event::Stray(_) => {}
            Event::Note(note) => {
                match &note.kind {
                    NoteKind::Dropped => say(&format_args!(
                        "line {}: left out, since an identifier holds something hidden: {}",
                        note.line, note.path
                    )),
                    NoteKind::TooLong => {
                        say(&format_args!("line {}: a message too long was left out", note.line));
                    }
                    NoteKind::Kept => self.kept += 1,
                    _ => {}
                }
                self.report.note(note);
            }
        }
    }

    /// Says what is said once, and what came of writing.
    pub(crate) fn finish(self, is_changed: bool) -> Outcome {
        if self.kept > 0 {
            let Self { kept, .. } = self;
            say(&format_args!("{kept} names hold something hidden and stay"));
        }
        self.report.summary(is_changed);
        written(self.result)
    }
}
