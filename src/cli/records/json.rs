//! Lines of JSON: each is one value whose strings are filtered, or it is no record.

use std::mem;

use untrusted_filter::json::{Error, JsonFilter};
use untrusted_filter::{Fence, Filter};

use super::super::args::{Args, OnError};
use super::super::flight;
use super::passed::Passed;
use super::summary::Counts;

/// The most bytes of a record that has to be held, where nobody says otherwise.
pub(in super::super) const LONGEST: usize = 64 * 1024 * 1024;

/// The way of a line from input to output.
pub(super) struct Json {
    /// For one value.
    filter: JsonFilter,
    on_error: OnError,
    passed: Passed,
    /// The line in progress.
    line: Vec<u8>,
    is_too_long: bool,
    longest: usize,
    /// The last line ended with its input, without LF, which comes before the next one.
    is_cut: bool,
    /// That line is nothing in the output.
    is_nothing: bool,
}

impl Json {
    pub(super) fn new(value: Filter, fence: Option<&Fence>, args: &Args) -> Result<Self, String> {
        let filter = flight::json::build(value.clone(), fence, args)?;
        Ok(Self {
            passed: Passed::new(value, filter.clone()),
            filter: filter.records(),
            on_error: args.records.on_error.unwrap_or_default(),
            line: Vec::new(),
            is_too_long: false,
            longest: args.flight.max_message.unwrap_or(LONGEST),
            is_cut: false,
            is_nothing: false,
        })
    }

    /// Takes a part of a line, the last one if `is_end`.
    pub(super) fn take(
        &mut self,
        part: &[u8],
        is_end: bool,
        counts: &mut Counts,
        output: &mut Vec<u8>,
    ) -> Result<(), String> {
        if mem::take(&mut self.is_cut) {
            output.push(b'\n');
        }
        let (body, _) = parted(part);
        self.is_too_long |= self.line.len() + body.len() > self.longest;
        if self.is_too_long {
            return self.too_long(part, is_end, counts, output);
        }
        // A line that is whole in its chunk is not copied.
        if is_end && self.line.is_empty() {
            return self.record(part, counts, output);
        }
        self.line.extend_from_slice(part);
        if !is_end {
            return Ok(());
        }
        let line = mem::take(&mut self.line);
        let result = self.record(&line, counts, output);
        self.line = line;
        self.line.clear();
        result
    }

    /// Ends the output.
    pub(super) fn finish(&mut self, output: &mut Vec<u8>) {
        // Whoever counts ends has to see one where there is nothing else to see.
        if mem::take(&mut self.is_cut) && self.is_nothing {
            output.push(b'\n');
        }
    }

    /// Takes a part of a line that cannot be held.
    fn too_long(
        &mut self,
        part: &[u8],
        is_end: bool,
        counts: &mut Counts,
        output: &mut Vec<u8>,
    ) -> Result<(), String> {
        self.line = Vec::new();
        if self.on_error != OnError::Null {
            counts.errors += 1;
            return Err(format!("longer than {} bytes: see --max-message", self.longest));
        }
        if is_end {
            self.is_too_long = false;
            counts.errors += 1;
            counts.changed += 1;
            null(part, output);
            self.end(part, false, output);
        }
        Ok(())
    }

    /// Filters a whole line.
    fn record(
        &mut self,
        line: &[u8],
        counts: &mut Counts,
        output: &mut Vec<u8>,
    ) -> Result<(), String> {
        let (body, _) = parted(line);
        let start = output.len();
        let is_changed = match filtered(&mut self.filter, body, counts, output) {
            Ok(is_changed) => is_changed,
            Err(error) => {
                counts.errors += 1;
                match self.on_error {
                    OnError::Fail => return Err(error.to_string()),
                    OnError::Null => null(line, output),
                    OnError::Pass => self.passed.filter(line, counts, output),
                }
                output[start..] != *body
            }
        };
        counts.changed += u64::from(is_changed);
        let is_nothing = output.len() == start;
        self.end(line, is_nothing, output);
        Ok(())
    }

    /// Writes the end of a line if it has one.
    fn end(&mut self, line: &[u8], is_nothing: bool, output: &mut Vec<u8>) {
        let (_, end) = parted(line);
        output.extend_from_slice(end);
        self.is_cut = end.is_empty();
        self.is_nothing = is_nothing;
    }
}

/// Writes what a filter makes of JSON; whether that is something else.
pub(super) fn filtered(
    filter: &mut JsonFilter,
    json: &[u8],
    counts: &mut Counts,
    output: &mut Vec<u8>,
) -> Result<bool, Error> {
    let (start, kept_names) = (output.len(), filter.kept_keys());
    let pushed = filter.push(json, |piece| output.extend_from_slice(piece));
    let ended = filter.finish(|piece| output.extend_from_slice(piece));
    let is_changed = filter.take_changed();
    if let Err(error) = pushed.and(ended) {
        output.truncate(start);
        return Err(error);
    }
    // Names in what is no JSON stay nowhere.
    counts.kept_names += filter.kept_keys() - kept_names;
    Ok(is_changed)
}

/// Writes what stands in the place of a line that is no value, without LF.
fn null(line: &[u8], output: &mut Vec<u8>) {
    let is_crlf = line.ends_with(b"\r\n");
    output.extend_from_slice(if is_crlf { b"null\r" } else { b"null" });
}

/// A line without its LF, and that.
fn parted(line: &[u8]) -> (&[u8], &[u8]) {
    line.split_at(line.len() - usize::from(line.ends_with(b"\n")))
}
