//! `--input json`: the strings of JSON, and nothing else of it.

use std::io::{self, Write};
use std::path::PathBuf;

use untrusted_filter::json::{CopyError, JsonFilter, Path, copy};
use untrusted_filter::{Fence, Filter};

use super::super::args::Args;
use super::super::exit::Outcome;
use super::super::input::{self, Input};
use super::super::stdio::{self, Stdout};
use super::super::{failed, reason, say, written};
use super::Report;

/// Filters all files into one output, or only looks whether anything would change.
pub(crate) fn run(
    files: &[PathBuf],
    filter: Filter,
    fence: Option<&Fence>,
    args: &Args,
    report: &mut Report,
) -> Outcome {
    let mut json = match build(filter, fence, args) {
        Ok(json) => json,
        Err(message) => return failed(&message),
    };
    if report.is_open() {
        json = json.told();
    }
    stdio::widen_pipes();
    let mut outcome = Outcome::Clean;
    for path in files {
        let mut writer: Box<dyn Write> =
            if args.instead.check { Box::new(io::sink()) } else { Box::new(Stdout) };
        let name = input::name(path);
        let result = Input::open(path).map_err(CopyError::Read).and_then(|input| {
            copy(input, &mut writer, &mut json, |change| report.change(&name, &change))
        });
        outcome = outcome.max(match result {
            Ok(()) => Outcome::Clean,
            Err(CopyError::Read(error)) => failed(&format_args!("{name}: {}", reason(&error))),
            Err(CopyError::Json(error)) => failed(&format_args!("{name}: {error}")),
            Err(CopyError::Write(error)) => return outcome.max(written(Err(error))),
        });
    }
    match json.kept_keys() {
        0 => {}
        1 => say(&"1 name of a member holds something hidden and stays; --json-keys filters names"),
        n => say(&format_args!(
            "{n} names of members hold something hidden and stay; --json-keys filters names"
        )),
    }
    report.summary(json.is_changed());
    let is_found = args.instead.check && json.is_changed();
    outcome.max(if is_found { Outcome::Found } else { Outcome::Clean })
}

/// The filter that the flags describe.
pub(crate) fn build(
    filter: Filter,
    fence: Option<&Fence>,
    args: &Args,
) -> Result<JsonFilter, String> {
    let keys = filter.clone();
    let values = match fence {
        Some(fence) => filter.fence(fence.clone()),
        None => filter,
    };
    let mut json = JsonFilter::new(values);
    if args.flight.json_keys {
        json = json.keys(keys);
    }
    if !args.flight.json_path.is_empty() {
        let paths = json.paths(&args.flight.json_path);
        json = paths.map_err(|error| format!("--json-path: {error}"))?;
    }
    if !args.records.jsonl_field.is_empty() {
        let members: Vec<_> =
            args.records.jsonl_field.iter().map(|name| Path::member(name)).collect();
        json = json.paths(&members).map_err(|error| format!("--jsonl-field: {error}"))?;
    }
    Ok(json)
}
