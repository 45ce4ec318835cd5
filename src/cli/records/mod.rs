//! Records for engines: exactly one out for one in, counted both ways; lines of JSON among them.

mod json;
mod passed;
mod summary;

use std::io::{self, Write};
use std::path::PathBuf;

use untrusted_filter::{Fence, Filter, Policy};

use self::json::Json;
use self::summary::{Counted, Counts, Summary, Tally};
use super::args::{Args, OnError, Unit};
use super::exit::Outcome;
use super::input::{self, CHUNK, Input};
use super::stdio::{self, Stdout};
use super::{failed, reason, revealed, written};

pub(super) use self::json::LONGEST;

/// Whether the flags ask for what is done here, and not for records alone.
pub(super) fn is_asked(args: &Args) -> bool {
    args.filter.unit() == Unit::Jsonl || args.records.summary.is_some()
}

/// What is wrong with the flags together.
fn refusal(args: &Args) -> Option<&'static str> {
    let cases = [
        (args.flight.report.is_some(), "records are counted by --summary: leave out --report"),
        (
            !args.records.jsonl_field.is_empty() && !args.flight.json_path.is_empty(),
            "--jsonl-field and --json-path mean the same: give one",
        ),
        (
            args.records.on_error == Some(OnError::Pass) && args.filter.fence.is_some(),
            "a line that --on-error pass lets through has no fence: leave out one of them",
        ),
    ];
    cases.iter().find(|(is_wrong, _)| *is_wrong).map(|(_, message)| *message)
}

/// Filters the records of all files, one after another, into one output.
pub(super) fn run(
    files: &[PathBuf],
    policy: &Policy,
    filter: Filter,
    fence: Option<&Fence>,
    args: &Args,
) -> Outcome {
    if let Some(message) = refusal(args) {
        return failed(&message);
    }
    let unit = args.filter.unit();
    let way = if unit == Unit::Jsonl {
        // Whatever a line of JSON is filtered with, one that is none is text.
        match Json::new(revealed(Filter::new(policy), args), fence, args) {
            Ok(json) => Way::Json(Box::new(json)),
            Err(message) => return failed(&message),
        }
    } else {
        Way::Text(Box::new(filter))
    };
    let summary = match args.records.summary.as_deref().map(|path| Summary::open(path, files)) {
        Some(Err(message)) => return failed(&message),
        Some(Ok(summary)) => Some(summary),
        None => None,
    };
    let writer: Box<dyn Write> =
        if args.instead.check { Box::new(io::sink()) } else { Box::new(Stdout) };
    let delimiter = if unit == Unit::Nul { b'\0' } else { b'\n' };
    let mut run = Run {
        way,
        delimiter,
        came: Tally::new(delimiter),
        before: 0,
        counts: Counts::default(),
        writer: Counted::new(writer, delimiter),
    };
    stdio::widen_pipes();
    let mut outcome = run.files(files);
    let counts = run.counted();
    if let Some(summary) = summary {
        outcome = outcome.max(summary.write(&counts));
        if outcome == Outcome::Clean {
            outcome = counts.agree();
        }
    }
    let is_found = args.instead.check && counts.changed > 0;
    outcome.max(if is_found { Outcome::Found } else { Outcome::Clean })
}

/// Why a run ends early.
enum Ended {
    /// An input cannot be read; the others can.
    Read(io::Error),
    /// Nobody takes the output.
    Write(io::Error),
    /// A record is none; the message says why.
    Record(String),
}

/// How a record is filtered.
enum Way {
    Text(Box<Filter>),
    Json(Box<Json>),
}

struct Run {
    way: Way,
    delimiter: u8,
    /// The records that came.
    came: Tally,
    /// Those before this input.
    before: u64,
    counts: Counts,
    writer: Counted<Box<dyn Write>>,
}

impl Run {
    /// Filters all files. What fails is said.
    fn files(&mut self, files: &[PathBuf]) -> Outcome {
        let mut outcome = Outcome::Clean;
        for path in files {
            let name = input::name(path);
            self.before = self.came.ended();
            match Input::open(path).map_err(Ended::Read).and_then(|input| self.copy(input)) {
                Ok(()) => {}
                Err(Ended::Read(error)) => {
                    outcome = failed(&format_args!("{name}: {}", reason(&error)));
                }
                Err(Ended::Write(error)) => return outcome.max(written(Err(error))),
                Err(Ended::Record(message)) => {
                    let number = self.came.begun() - self.before;
                    return failed(&format_args!("{name}: record {number}: {message}"));
                }
            }
        }
        match self.finish() {
            Ok(()) => outcome,
            Err(error) => outcome.max(written(Err(error))),
        }
    }

    /// Filters one input to its end, which ends a record.
    fn copy(&mut self, mut input: Input) -> Result<(), Ended> {
        let (mut chunk, mut output) = (vec![0; CHUNK], Vec::new());
        loop {
            let (size, failure) = match input::read(&mut input, &mut chunk) {
                Ok(size) => (size, None),
                Err(error) => (0, Some(error)),
            };
            let delimiter = self.delimiter;
            let result = match &chunk[..size] {
                [] => self.end_input(&mut output),
                chunk => chunk
                    .split_inclusive(|byte| *byte == delimiter)
                    .try_for_each(|part| self.take(part, &mut output)),
            };
            // What stands before a record that is none has been filtered.
            self.write(&mut output).map_err(Ended::Write)?;
            result.map_err(Ended::Record)?;
            match failure {
                Some(error) => return Err(Ended::Read(error)),
                None if size == 0 => return Ok(()),
                None => {}
            }
        }
    }

    /// Takes a part of a record, up to its delimiter if that is there.
    fn take(&mut self, part: &[u8], output: &mut Vec<u8>) -> Result<(), String> {
        self.came.see(part);
        let is_end = !self.came.is_open();
        match &mut self.way {
            Way::Text(filter) => {
                filter.push(part, |piece| output.extend_from_slice(piece));
                if is_end {
                    self.counts.changed += u64::from(filter.take_changed());
                }
                Ok(())
            }
            Way::Json(json) => json.take(part, is_end, &mut self.counts, output),
        }
    }

    /// Ends a record that has no delimiter.
    fn end_input(&mut self, output: &mut Vec<u8>) -> Result<(), String> {
        if !self.came.is_open() {
            return Ok(());
        }
        self.came.end();
        match &mut self.way {
            Way::Text(filter) => {
                filter.end_text(|piece| output.extend_from_slice(piece));
                self.counts.changed += u64::from(filter.take_changed());
                Ok(())
            }
            Way::Json(json) => json.take(b"", true, &mut self.counts, output),
        }
    }

    /// Ends the output. The error is the writer's.
    fn finish(&mut self) -> io::Result<()> {
        let mut output = Vec::new();
        match &mut self.way {
            Way::Text(filter) => filter.finish(|piece| output.extend_from_slice(piece)),
            Way::Json(json) => json.finish(&mut output),
        }
        self.write(&mut output)?;
        // Where the output breaks off, what has no delimiter is no record.
        self.writer.tally.end();
        Ok(())
    }

    fn write(&mut self, output: &mut Vec<u8>) -> io::Result<()> {
        self.writer.write_all(output)?;
        output.clear();
        Ok(())
    }

    /// What happened to the records.
    fn counted(mut self) -> Counts {
        self.came.end();
        Counts { r#in: self.came.ended(), out: self.writer.tally.ended(), ..self.counts }
    }
}
