//! What the strings of JSON say, for whoever compares text rather than passing it on.

use super::event::Event;
use super::lexer::Lexer;

/// Gives what each string stands for, names of members among them, in order and as far as the input
/// is JSON: one value, or several one after another. Half of a surrogate pair is the byte FF, which
/// is ill-formed.
///
/// ```
/// use untrusted_filter::json::strings;
///
/// let mut said = Vec::new();
/// strings(br#"{"to": ["a\u0040b", 1], "x"#, |string| said.push(string.to_owned()));
/// assert_eq!(said, [&b"to"[..], b"a@b"]);
/// ```
pub fn strings(input: &[u8], mut each: impl FnMut(&[u8])) {
    let mut said = Vec::new();
    let mut is_string = false;
    // What is no JSON has no strings beyond the place where that shows.
    let _end = Lexer::new().push(input, |event| match event {
        Event::Key | Event::String => {
            is_string = true;
            said.clear();
        }
        Event::Part(part) => said.extend_from_slice(part.text),
        Event::End if is_string => {
            is_string = false;
            each(&said);
        }
        _ => {}
    });
}
