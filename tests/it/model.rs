//! The profiles once more: slow, plain, whole text at a time, straight from the rules as written.
//!
//! Nothing here shares code or tables with the engine but the name of a code point's class. The
//! properties come from `icu_properties`, the lists of sequences from the files in `tests/ucd`.

mod facts;
mod sequences;
mod text;

/// The profiles that the model knows, by their names.
pub(crate) const PROFILES: [&str; 8] =
    ["text", "field", "field-0.9", "digest", "description", "tool-output", "inline", "verbatim"];

pub(crate) use facts::{is_ignorable, read, scalar, sequences as listed};

/// What the profile makes of the input.
pub(crate) fn expected(profile: &str, input: &[u8]) -> String {
    let text = decode(input);
    match profile {
        "text" => text::filter(input),
        "field" => field(&text),
        "field-0.9" => field_0_9(&text),
        "digest" => digest(&text),
        "description" => block(&text, 2_048),
        "tool-output" => block(&text, 16_384),
        "inline" => escape(&field(&text)),
        "verbatim" => text,
        other => panic!("no profile named {other}"),
    }
}

/// Each ill-formed maximal subpart becomes one U+FFFD.
fn decode(input: &[u8]) -> String {
    units(input).into_iter().map(|(c, _)| c).collect()
}

/// The characters of the input, each with the bytes that it had there.
fn units(input: &[u8]) -> Vec<(char, usize)> {
    let mut units = Vec::new();
    for chunk in input.utf8_chunks() {
        units.extend(chunk.valid().chars().map(|c| (c, c.len_utf8())));
        if !chunk.invalid().is_empty() {
            units.push(('\u{fffd}', chunk.invalid().len()));
        }
    }
    units
}

/// The `field` profile: out, to spaces, then selectors, then the first 500.
fn field(text: &str) -> String {
    let mut kept = Vec::new();
    for c in text.chars() {
        match c {
            '\u{200e}'
            | '\u{200f}'
            | '\u{61c}'
            | '\u{feff}'
            | '\u{2060}'..='\u{2064}'
            | '\u{e0000}'..='\u{e007f}' => {}
            '\u{2028}'
            | '\u{2029}'
            | '\u{200b}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => kept.push(' '),
            _ if c.is_control() => kept.push(' '),
            _ => kept.push(c),
        }
    }
    let is_selector = |c: &char| matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}');
    let crowded = kept.iter().filter(|c| is_selector(c)).count() > 16;
    let runs = kept.chunk_by(|a, b| is_selector(a) == is_selector(b));
    let calm = runs.filter(|run| !is_selector(&run[0]) || (!crowded && run.len() <= 2));
    calm.flatten().take(500).collect()
}

/// The `field-0.9` profile: controls and the two separators, then the first 500.
fn field_0_9(text: &str) -> String {
    let space = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.chars().map(|c| if space(c) { ' ' } else { c }).take(500).collect()
}

/// The `digest` profile: one character in, one character out.
fn digest(text: &str) -> String {
    let space = |c: char| {
        c.is_ascii_control()
            || matches!(c, '\u{85}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    text.chars().map(|c| if space(c) { ' ' } else { c }).collect()
}

/// The `description` and `tool-output` profiles, which differ in their caps alone.
fn block(text: &str, cap: usize) -> String {
    const MARKER: &str = " \u{2026} [truncated]";
    let mut plain = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => {
                if chars.next_if_eq(&'[').is_some() {
                    chars.by_ref().find(|c| ('@'..='~').contains(c));
                }
            }
            '\n' | '\t' => plain.push(c),
            _ if c.is_control() => {}
            _ => plain.push(c),
        }
    }
    let mut spaced = String::new();
    for run in plain.chunk_by(|a, b| (*a == '~') == (*b == '~')) {
        if run[0] == '~' && run.len() >= 3 {
            spaced.push_str(&vec!["~"; run.len()].join(" "));
        } else {
            spaced.extend(run);
        }
    }
    if spaced.len() > cap {
        let mut end = cap - MARKER.len();
        while !spaced.is_char_boundary(end) {
            end -= 1;
        }
        spaced.truncate(end);
        spaced.push_str(MARKER);
    }
    spaced
}

/// `&` first.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
