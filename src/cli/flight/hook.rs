//! `--input hook`: an event of a coding agent in, what the model is to see instead out. Nothing where
//! nothing has to change. An agent shows status 2 to the model, so failures end with 1.

use std::borrow::Cow;
use std::io::{Read, Write};
use std::path::PathBuf;

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use untrusted_filter::mcp::MAX_MESSAGE;
use untrusted_filter::{Fence, Filter, Show};

use super::super::args::Args;
use super::super::exit::Outcome;
use super::super::input::{self, Input};
use super::super::stdio::Stdout;
use super::super::{failed, reason, written};
use super::{Report, json};

/// The event that is answered.
const EVENT: &str = "PostToolUse";

/// What an event says, so far as it matters.
#[derive(Deserialize)]
struct Event<'a> {
    hook_event_name: String,
    #[serde(borrow, default, deserialize_with = "present")]
    tool_response: Option<&'a RawValue>,
}

/// A field that is there, whatever it is: `null` too.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

/// Answers one event.
pub(crate) fn run(
    files: &[PathBuf],
    filter: Filter,
    _fence: Option<&Fence>,
    args: &Args,
    report: &mut Report,
) -> Outcome {
    match answer(files, filter, args, report) {
        Ok(answer) => written(Stdout.write_all(&answer)),
        Err(message) => failed(&message),
    }
}

fn answer(
    files: &[PathBuf],
    filter: Filter,
    args: &Args,
    report: &mut Report,
) -> Result<Vec<u8>, String> {
    let [file] = files else { return Err("--input hook takes one event".to_owned()) };
    let name = input::name(file);
    let max = args.flight.max_message.unwrap_or(MAX_MESSAGE);
    let mut bytes = Vec::new();
    let mut input = Input::open(file).map_err(|error| format!("{name}: {}", reason(&error)))?;
    let read = (&mut input).take(max as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("{name}: {}", reason(&error)))?;
    if bytes.len() > max {
        return Err(format!("{name}: the event is longer than {max} bytes"));
    }
    let text = String::from_utf8_lossy(&bytes);
    let was_ill_formed = matches!(text, Cow::Owned(_));
    let event: Event<'_> = serde_json::from_str(&text).map_err(|error| {
        format!("{name}: no event of a hook: {}", Show::new(&error.to_string()))
    })?;
    if event.hook_event_name != EVENT {
        let given = Show::new(&event.hook_event_name).to_string();
        return Err(format!("{name}: an event {EVENT} was expected, not {given}"));
    }
    let response = event.tool_response.ok_or_else(|| format!("{name}: no tool_response"))?;
    let mut filter = json::build(filter, None, args)?;
    if report.is_open() {
        filter = filter.told();
    }
    let mut cleaned = Vec::new();
    let mut put = |piece: &[u8]| cleaned.extend_from_slice(piece);
    filter
        .push(response.get().as_bytes(), &mut put)
        .and_then(|()| filter.finish(&mut put))
        .map_err(|error| format!("{name}: tool_response: {error}"))?;
    for change in filter.take_changes() {
        report.change(&name, &change);
    }
    let is_changed = filter.is_changed() || was_ill_formed;
    report.summary(is_changed);
    if !is_changed {
        return Ok(Vec::new());
    }
    let mut answer =
        format!(r#"{{"hookSpecificOutput":{{"hookEventName":"{EVENT}","updatedToolOutput":"#)
            .into_bytes();
    answer.extend_from_slice(&cleaned);
    answer.extend_from_slice(b"}}\n");
    Ok(answer)
}
