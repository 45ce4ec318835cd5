//! One sentence on a run: what it is, where it stands, what it says. Safe to print.

use super::finding::{CodePoint, Decoded};
use super::rule;
use super::run::Run;
use crate::scan::Class;

/// How much of a decoded text a message quotes, in characters.
const QUOTED: usize = 80;

/// What is beside a run, for its message.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Context {
    /// Inside a word of ASCII letters and digits.
    pub(crate) in_word: bool,
    /// A bidirectional control that is not paired on its line.
    pub(crate) is_unpaired: bool,
}

/// The sentence.
pub(crate) fn message(
    run: &Run,
    text: &[u8],
    context: Context,
    decoded: Option<&Decoded>,
) -> String {
    let mut said = match run.code_points[..] {
        [one] if run.count == 1 => format!("{}: {}", run.rule.title, named(one)),
        [first, ..] => {
            let unit = if matches!(first, CodePoint::Byte(_)) { "bytes" } else { "characters" };
            format!("{}: {} {unit}, the first {}", run.rule.title, run.count, named(first))
        }
        [] => run.rule.title.to_owned(),
    };
    let more = if run.rule == &rule::ESCAPE_SEQUENCE {
        sequence(&text[run.start..run.end])
    } else if run.has(Class::BidiOverride) {
        "; it overrides the order of what is read"
    } else if context.is_unpaired {
        "; it is not closed on its line"
    } else if context.in_word {
        "; it stands inside a word"
    } else if run.rule == &rule::STACKED_MARKS {
        "; the fifth and further marks on one base"
    } else {
        ""
    };
    said.push_str(more);
    if run.has(Class::C1Other)
        && let Some(CodePoint::Char(c)) = run.code_points.first()
    {
        said.push_str(&format!(
            "; perhaps byte {:02X} of Windows-1252 that was read as Latin-1",
            *c as u32
        ));
    }
    if let Some(decoded) = decoded {
        let quote: String = decoded.text.chars().take(QUOTED).collect();
        let cut = if quote.len() < decoded.text.len() { " \u{2026}" } else { "" };
        if decoded.text.is_empty() {
            said.push_str(&format!("; encoded as {}", decoded.codec));
        } else {
            said.push_str(&format!("; as {} it says \"{quote}\"{cut}", decoded.codec));
        }
    }
    said
}

fn named(code_point: CodePoint) -> String {
    match code_point {
        CodePoint::Char(_) => format!("{code_point} {}", code_point.name()),
        CodePoint::Byte(_) => code_point.to_string(),
    }
}

/// What a terminal sequence does, as far as a reader should know.
fn sequence(bytes: &[u8]) -> &'static str {
    let text = bytes.strip_prefix(b"\x1b").unwrap_or(bytes);
    match text {
        [b'[', parameters @ .., b'm'] if conceals(parameters) => "; it conceals text (SGR 8)",
        [b'[', .., b'm'] => "; it sets colours or weights (SGR)",
        [b']', b'8', b';', ..] => "; it makes a link (OSC 8)",
        [b']', b'5', b'2', b';', ..] => "; it reads or writes the clipboard (OSC 52)",
        [b']', b'0' | b'1' | b'2', b';', ..] => "; it sets the title of the window",
        [b'[', .., b'n' | b'c' | b't'] => "; it may make the terminal type an answer",
        [b'[', .., b'A'..=b'H' | b'J' | b'K' | b'f'] => "; it moves the cursor or erases text",
        [b']' | b'P' | b'X' | b'^' | b'_', ..] => "; what it holds is not shown",
        _ => "",
    }
}

fn conceals(parameters: &[u8]) -> bool {
    parameters.split(|byte| *byte == b';').any(|parameter| parameter == b"8")
}
