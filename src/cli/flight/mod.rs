//! Text in flight: `--input json`, `mcp` and `hook`. What was typed becomes filters of the library,
//! and what they tell becomes lines of a report.

mod hook;
pub(crate) mod json;
pub(crate) mod mcp;
mod report;

use std::path::PathBuf;

use untrusted_filter::{Fence, Filter, Policy};

use super::args::{Args, InputFormat, Unit};
use super::exit::Outcome;
use super::{failed, revealed};

pub(crate) use self::report::Report;

/// Filters what is in a format; `None` where it is text.
pub(crate) fn run(
    files: &[PathBuf],
    policy: &Policy,
    fence: Option<&Fence>,
    args: &Args,
) -> Option<Outcome> {
    let format = args.flight.input.unwrap_or_default();
    if let Some(message) = refusal(format, args) {
        return Some(failed(&message));
    }
    let run = match format {
        InputFormat::Text => return None,
        InputFormat::Json => json::run,
        InputFormat::Mcp => mcp::run,
        InputFormat::Hook => hook::run,
    };
    let mut report = match Report::open(args.flight.report.as_deref()) {
        Ok(report) => report,
        Err(message) => return Some(failed(&message)),
    };
    let outcome = run(files, revealed(Filter::new(policy), args), fence, args, &mut report);
    Some(outcome.max(report.finish()))
}

/// What is wrong with the flags together.
pub(crate) fn refusal(format: InputFormat, args: &Args) -> Option<&'static str> {
    let (flight, instead) = (&args.flight, &args.instead);
    let [is_text, is_json, is_mcp, is_hook] =
        [InputFormat::Text, InputFormat::Json, InputFormat::Mcp, InputFormat::Hook]
            .map(|other| format == other);
    let unit = args.filter.unit();
    let (has_records, is_jsonl) = (unit != Unit::Whole, unit == Unit::Jsonl);
    let has_fence = args.filter.fence.is_some();
    let cases = [
        (
            !is_json && !is_jsonl && !flight.json_path.is_empty(),
            "--json-path needs --input json or --records jsonl",
        ),
        (
            is_text && !is_jsonl && flight.json_keys,
            "--json-keys needs --input json, mcp or hook, or --records jsonl",
        ),
        (!is_jsonl && !args.records.jsonl_field.is_empty(), "--jsonl-field needs --records jsonl"),
        (
            !has_records && args.records.summary.is_some(),
            "--summary counts records: give --records",
        ),
        (!is_jsonl && args.records.on_error.is_some(), "--on-error needs --records jsonl"),
        (!is_mcp && flight.on_invalid.is_some(), "--on-invalid needs --input mcp"),
        (!is_mcp && flight.protected.is_some(), "--protected needs --input mcp"),
        (
            !is_mcp && !is_hook && !is_jsonl && flight.max_message.is_some(),
            "--max-message needs --input mcp or hook, or --records jsonl",
        ),
        (!is_text && has_records, "with --input, each string is a value: leave out --records"),
        (has_records && instead.pieces, "--pieces takes text: leave out --records"),
        (!is_text && instead.pieces, "--pieces takes text: leave out --input"),
        (instead.pieces && flight.report.is_some(), "--pieces changes nothing: leave out --report"),
        (is_hook && instead.check, "--input hook answers an event: leave out --check"),
        (
            is_hook && has_fence,
            "--input hook keeps the form of what a tool gave: leave out --fence",
        ),
    ];
    cases.iter().find(|(is_wrong, _)| *is_wrong).map(|(_, message)| *message)
}
