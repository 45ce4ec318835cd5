//! Hidden characters shown, and nothing else changed.

use untrusted_filter::{Filter, Policy, Reveal, Show};

use super::{chunks, is_drawn, run, split};

/// Choices: what is shown, with names or not, profile, two cuts.
pub fn reveal(data: &[u8]) {
    let ([all, names, profile, first_cut, second_cut, ..], text) = split(data);
    let reveal = Reveal { all: all % 2 == 1, names: names % 2 == 1 };
    // Caps and spaced tildes change more than what is hidden.
    let plain = ["text", "digest", "verbatim"][usize::from(profile) % 3];
    let policy = Policy::named(plain).expect("a preset");
    let filter = Filter::new(&policy).reveal(reveal);
    let (output, is_changed) = run(filter.clone(), &[text]);
    for cut in [1, first_cut, second_cut] {
        let again = run(filter.clone(), &chunks(text, cut));
        assert_eq!(again, (output.clone(), is_changed), "chunking {cut} changes the answer");
    }
    assert_eq!(is_changed, run(Filter::new(&policy), &[text]).1, "is_changed");
    let output = String::from_utf8(output).expect("output is text");
    if reveal.all {
        shows_safely(&output.replace("\r\n", "\n"));
    }
    // With backslashes of its own, text could not be told from escapes.
    if !text.contains(&b'\\') {
        assert_eq!(unescape(&output), text, "revealing changed something");
    }
    let shown = Show::new(text).to_string();
    assert!(!shown.contains(['\n', '\t']), "a name on several lines");
    shows_safely(&shown);
}

/// Nothing hidden is left, but line ends and tabs.
fn shows_safely(text: &str) {
    let hidden = text.chars().find(|&c| !is_drawn(c) && !matches!(c, '\n' | '\t'));
    assert_eq!(hidden, None, "still hidden");
}

fn unescape(shown: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut parts = shown.split('\\');
    bytes.extend_from_slice(parts.next().unwrap_or_default().as_bytes());
    for part in parts {
        let rest = if let Some(part) = part.strip_prefix("u{") {
            let (digits, rest) = part.split_once('}').expect("an escape ends");
            let digits = digits.split(' ').next().unwrap_or_default();
            let c = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
            bytes.extend_from_slice(c.expect("a scalar").encode_utf8(&mut [0; 4]).as_bytes());
            rest
        } else {
            let digits = part.strip_prefix('x').expect("an escape");
            bytes.push(u8::from_str_radix(&digits[..2], 16).expect("a byte"));
            &digits[2..]
        };
        bytes.extend_from_slice(rest.as_bytes());
    }
    bytes
}
