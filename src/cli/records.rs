//! Records for engines: exactly one out for one in, counted both ways; lines of JSON among them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use untrusted_filter::json::JsonFilter;
use untrusted_filter::{Fence, Filter, Policy, Records, Show};

use super::args::{Args, OnError, Unit};
use super::exit::Outcome;
use super::input::{self, CHUNK, Input};
use super::stdio::{self, Stdout};
use super::{failed, flight, reason, revealed, written};

/// The most bytes of a line of JSON, where nobody says otherwise.
const LONGEST: usize = 64 * 1024 * 1024;

/// Whether the flags ask for what is done here, and not for records alone.
pub(super) fn is_asked(args: &Args) -> bool {
    args.filter.unit() == Unit::Jsonl || args.records.summary.is_some()
}

/// What is wrong with the flags together.
fn refusal(args: &Args) -> Option<&'static str> {
    let unit = args.filter.unit();
    let is_jsonl = unit == Unit::Jsonl;
    let cases = [
        (unit == Unit::Whole, "--summary counts records: give --records"),
        (is_jsonl && args.instead.pieces, "--pieces takes text: leave out --records"),
        (args.flight.report.is_some(), "records are counted by --summary: leave out --report"),
        (
            !args.records.jsonl_field.is_empty() && !args.flight.json_path.is_empty(),
            "--jsonl-field and --json-path mean the same: give one",
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
        let value = revealed(Filter::new(policy), args);
        match Json::new(value, fence, args) {
            Ok(json) => Way::Json(Box::new(json)),
            Err(message) => return failed(&message),
        }
    } else {
        Way::Text(Box::new(filter))
    };
    let writer: Box<dyn Write> =
        if args.instead.check { Box::new(io::sink()) } else { Box::new(Stdout) };
    let delimiter = if unit == Unit::Nul { b'\0' } else { b'\n' };
    let mut run = Run { way, delimiter, is_open: false, counts: Counts::default(), writer };
    stdio::widen_pipes();
    let mut outcome = Outcome::Clean;
    for path in files {
        let result = Input::open(path).map_err(Ended::Read).and_then(|input| run.copy(input));
        match result {
            Ok(()) => {}
            Err(Ended::Read(error)) => {
                outcome = failed(&format_args!("{}: {}", input::name(path), reason(&error)));
            }
            Err(error) => {
                outcome = error.tell();
                break;
            }
        }
    }
    if outcome == Outcome::Clean
        && let Err(error) = run.finish()
    {
        outcome = error.tell();
    }
    if let Some(path) = &args.records.summary {
        outcome = outcome.max(run.counts.write(path));
        if outcome == Outcome::Clean {
            outcome = run.counts.agree();
        }
    }
    let is_found = args.instead.check && run.counts.changed > 0;
    outcome.max(if is_found { Outcome::Found } else { Outcome::Clean })
}

/// Why a run ends early.
enum Ended {
    /// An input cannot be read.
    Read(io::Error),
    /// Nobody takes the output.
    Write(io::Error),
    /// A record is none; the message says which and why.
    Record(String),
}

impl Ended {
    fn tell(self) -> Outcome {
        match self {
            Self::Read(error) => failed(&reason(&error)),
            Self::Write(error) => written(Err(error)),
            Self::Record(message) => failed(&message),
        }
    }
}

/// What happened to the records.
#[derive(Debug, Default, Serialize)]
struct Counts {
    r#in: u64,
    out: u64,
    changed: u64,
    errors: u64,
    /// Names of members that hold something hidden, and stay.
    kept_names: u64,
}

impl Counts {
    /// Writes them to a file.
    fn write(&self, path: &Path) -> Outcome {
        // Numbers are always JSON.
        let line = serde_json::to_string(self).unwrap_or_default() + "\n";
        match fs::write(path, line) {
            Ok(()) => Outcome::Clean,
            Err(error) => failed(&format_args!("{}: {}", Show::path(path), reason(&error))),
        }
    }

    /// Whether as many went out as came in.
    fn agree(&self) -> Outcome {
        let Self { r#in, out, .. } = self;
        if r#in == out {
            return Outcome::Clean;
        }
        failed(&format_args!("{in} records came in, {out} went out"))
    }
}

/// How a record is filtered.
enum Way {
    Text(Box<Filter>),
    Json(Box<Json>),
}

struct Run {
    way: Way,
    delimiter: u8,
    /// A record has begun.
    is_open: bool,
    counts: Counts,
    writer: Box<dyn Write>,
}

impl Run {
    /// Filters one input to its end. A record may go on in the next one.
    fn copy(&mut self, mut input: Input) -> Result<(), Ended> {
        let (mut chunk, mut output) = (vec![0; CHUNK], Vec::new());
        loop {
            let size = input::read(&mut input, &mut chunk).map_err(Ended::Read)?;
            if size == 0 {
                return Ok(());
            }
            let delimiter = self.delimiter;
            let result = chunk[..size]
                .split_inclusive(|byte| *byte == delimiter)
                .try_for_each(|part| self.take(part, &mut output));
            // What stands before a record that is none has been filtered.
            self.write(&mut output)?;
            result?;
        }
    }

    /// Takes a part of a record, up to its delimiter if that is there.
    fn take(&mut self, part: &[u8], output: &mut Vec<u8>) -> Result<(), Ended> {
        self.is_open = part.last() != Some(&self.delimiter);
        let Self { way, counts, is_open, .. } = self;
        match way {
            Way::Text(filter) => {
                filter.push(part, |piece| output.extend_from_slice(piece));
                if !*is_open {
                    counts.r#in += 1;
                    counts.changed += u64::from(filter.take_changed());
                }
                Ok(())
            }
            Way::Json(json) => json.take(part, !*is_open, counts, output).map_err(Ended::Record),
        }
    }

    /// Ends the last record, which may have no delimiter.
    fn finish(&mut self) -> Result<(), Ended> {
        let mut output = Vec::new();
        let Self { way, counts, is_open, .. } = self;
        let has_last = *is_open;
        let result = match way {
            Way::Text(filter) => {
                filter.finish(|piece| output.extend_from_slice(piece));
                counts.r#in += u64::from(has_last);
                counts.changed += u64::from(filter.take_changed());
                Ok(())
            }
            Way::Json(json) if has_last => json.take(b"", true, counts, &mut output),
            Way::Json(_) => Ok(()),
        };
        self.write(&mut output)?;
        result.map_err(Ended::Record)?;
        // Without a delimiter it is not among those that were counted.
        self.counts.out += u64::from(has_last);
        Ok(())
    }

    /// Writes output, and counts the records whose delimiter is in it.
    fn write(&mut self, output: &mut Vec<u8>) -> Result<(), Ended> {
        self.writer.write_all(output).map_err(Ended::Write)?;
        self.counts.out += memchr::memchr_iter(self.delimiter, output).count() as u64;
        output.clear();
        Ok(())
    }
}

/// Lines of JSON.
struct Json {
    filter: JsonFilter,
    text: Filter,
    on_error: OnError,
    /// The line in progress.
    line: Vec<u8>,
    longest: usize,
}

impl Json {
    fn new(value: Filter, fence: Option<&Fence>, args: &Args) -> Result<Self, String> {
        Ok(Self {
            text: value.clone().records(Records::Line),
            filter: flight::json::build(value, fence, args)?,
            on_error: args.records.on_error.unwrap_or_default(),
            line: Vec::new(),
            longest: args.flight.max_message.unwrap_or(LONGEST),
        })
    }

    /// Takes a part of a line, the last one if `is_end`.
    fn take(
        &mut self,
        part: &[u8],
        is_end: bool,
        counts: &mut Counts,
        output: &mut Vec<u8>,
    ) -> Result<(), String> {
        if self.line.len() + part.len() > self.longest {
            let (number, longest) = (counts.r#in + 1, self.longest);
            return Err(format!(
                "record {number} is longer than {longest} bytes: see --max-message"
            ));
        }
        // A line that is whole in its chunk is not copied.
        if is_end && self.line.is_empty() {
            return self.record(part, counts, output);
        }
        self.line.extend_from_slice(part);
        if !is_end {
            return Ok(());
        }
        let line = std::mem::take(&mut self.line);
        let result = self.record(&line, counts, output);
        self.line = line;
        self.line.clear();
        result
    }

    fn record(
        &mut self,
        line: &[u8],
        counts: &mut Counts,
        output: &mut Vec<u8>,
    ) -> Result<(), String> {
        counts.r#in += 1;
        let start = output.len();
        let mut put = |piece: &[u8]| output.extend_from_slice(piece);
        let result = self.filter.push(line, &mut put);
        let ended = self.filter.finish(&mut put);
        if let Err(error) = result.and(ended) {
            counts.errors += 1;
            output.truncate(start);
            match self.on_error {
                OnError::Fail => return Err(format!("record {}: {error}", counts.r#in)),
                OnError::Null => {
                    let end = line.iter().rev().take_while(|byte| matches!(byte, b'\r' | b'\n'));
                    output.extend_from_slice(b"null");
                    output.extend_from_slice(&line[line.len() - end.count()..]);
                }
                OnError::Pass => {
                    self.text.push(line, |piece| output.extend_from_slice(piece));
                    self.text.finish(|piece| output.extend_from_slice(piece));
                }
            }
        }
        counts.changed += u64::from(output[start..] != *line);
        counts.kept_names = self.filter.kept_keys();
        Ok(())
    }
}
