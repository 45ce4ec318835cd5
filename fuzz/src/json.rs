//! JSON and messages of a server: a string says what the filter makes of its text, however it is
//! spelled and cut; everything else stays.

use untrusted_filter::json::{Error, JsonFilter};
use untrusted_filter::mcp::{Event, McpFilter, Protected};
use untrusted_filter::{Filter, Policy};

use super::{chunks, policy, run, split};

/// Choices: profile, chunks, the spelling of the text, what is around it.
pub fn json(data: &[u8]) {
    let ([profile, cuts, spelling, around, ..], bytes) = split(data);
    let (policy, _) = policy(profile);
    as_it_is(&policy, bytes, cuts);
    messages(&policy, bytes, cuts);

    let text = String::from_utf8_lossy(bytes);
    let quoted = spelled(&text, spelling);
    let (before, after) = [("", ""), ("[1e400, ", "]\n"), ("{\"a\": [", ",0]}"), (" ", "\r\n{}")]
        [usize::from(around) % 4];
    let input = [before, &quoted, after].concat();
    let (output, result, is_changed) = filtered(&policy, input.as_bytes(), cuts);
    assert_eq!(result, Ok(()), "{input}");
    let output = String::from_utf8(output).expect("what comes out is text");
    let inner = output.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    let inner = inner.expect("what is round the string stays");
    let (wanted, would_change) = run(Filter::new(&policy), &[text.as_bytes()]);
    let said: String = serde_json::from_str(inner).expect("a string comes out");
    assert_eq!(said.as_bytes(), wanted);
    assert_eq!(is_changed, would_change);
    if !would_change {
        assert_eq!(output, input, "a string that stays keeps its spelling");
    }

    let message = |string: &str| {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"x\":{string},\"name\":\"n\"}}}}\n")
    };
    let (sent, wanted) = (message(&quoted), message(inner));
    assert_eq!(passed(&policy, sent.as_bytes(), cuts), [wanted.into_bytes()]);
}

/// The text as a JSON string: plainly, all of it escaped, or every other character.
fn spelled(text: &str, spelling: u8) -> String {
    let mut quoted = String::from("\"");
    for (nth, c) in text.chars().enumerate() {
        let must = matches!(c, '"' | '\\' | '\0'..='\x1F');
        let may = spelling % 3 == 1 || spelling % 3 == 2 && nth % 2 == 0;
        if must || may {
            for unit in c.encode_utf16(&mut [0; 2]) {
                quoted += &format!("\\u{unit:04x}");
            }
        } else {
            quoted.push(c);
        }
    }
    quoted + "\""
}

/// All that a filter gives for an input, how it ended, and whether it says that it changed anything.
fn filtered(policy: &Policy, input: &[u8], cuts: u8) -> (Vec<u8>, Result<(), Error>, bool) {
    let (mut filter, mut output) = (JsonFilter::new(Filter::new(policy)), Vec::new());
    let mut put = |piece: &[u8]| output.extend_from_slice(piece);
    let mut result = chunks(input, cuts).iter().try_for_each(|chunk| filter.push(chunk, &mut put));
    result = result.and(filter.finish(&mut put));
    let is_changed = filter.is_changed();
    (output, result, is_changed)
}

/// The bytes themselves, JSON or not.
fn as_it_is(policy: &Policy, bytes: &[u8], cuts: u8) {
    let (output, result, is_changed) = filtered(policy, bytes, cuts);
    assert_eq!((output.clone(), result), filtered_whole(policy, bytes));
    assert!(std::str::from_utf8(&output).is_ok(), "what comes out is text");
    if result.is_ok() && !is_changed {
        assert_eq!(output, bytes, "nothing changed");
    }
    if let Err(error) = result {
        assert!(error.offset <= bytes.len() as u64 && error.column >= 1 && error.line >= 1);
    } else if !bytes.is_empty() {
        let again = filtered(&Policy::verbatim(), &output, 0);
        assert_eq!((again.0, again.1), (output, Ok(())), "what comes out is JSON");
    }
}

fn filtered_whole(policy: &Policy, bytes: &[u8]) -> (Vec<u8>, Result<(), Error>) {
    let (output, result, _) = filtered(policy, bytes, 0);
    (output, result)
}

/// The messages that a server's output comes to.
fn passed(policy: &Policy, input: &[u8], cuts: u8) -> Vec<Vec<u8>> {
    // A table that is made up may take any letter away, and a name with it.
    let filter = McpFilter::new(Filter::new(policy)).protected(Protected::Keep);
    let (mut filter, mut messages) = (filter, Vec::new());
    let mut take = |event: Event<'_>| {
        if let Event::Message(line) = event {
            messages.push(line.to_vec());
        }
    };
    for chunk in chunks(input, cuts) {
        filter.push(chunk, &mut take).expect("nothing ends this filter");
    }
    filter.finish(&mut take).expect("nothing ends this filter");
    messages
}

/// Any lines: the same messages however they are cut, each a line of JSON.
fn messages(policy: &Policy, bytes: &[u8], cuts: u8) {
    let messages = passed(policy, bytes, cuts);
    assert_eq!(messages, passed(policy, bytes, 0));
    for message in messages {
        let line = message.strip_suffix(b"\n").unwrap_or(&message);
        assert!(!line.contains(&b'\n'), "a message is one line");
        let ended = filtered(&Policy::verbatim(), line, 0).1;
        assert_eq!(ended, Ok(()), "a message is JSON");
    }
}
