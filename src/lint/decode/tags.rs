//! Tag characters: ASCII, each letter moved by E0000.

use super::super::Decoded;
use super::text::{MAX_TEXT, shown, weigh};

const LANGUAGE: char = '\u{E0001}';
const CANCEL: char = '\u{E007F}';

/// The three flags that are well-formed: ends of sequences after U+1F3F4.
const FLAGS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];

pub(super) fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0000}'..='\u{E007F}')
}

pub(super) fn decode(run: &[char]) -> Option<Decoded> {
    if !run.iter().copied().all(is_tag) {
        return None;
    }
    let text: String = run
        .iter()
        .filter(|c| !matches!(**c, LANGUAGE | CANCEL))
        .take(MAX_TEXT)
        .map(|c| char::from((*c as u32 & 0x7F) as u8))
        .collect();
    // Even blanks are a message where nothing but a message can stand.
    let is_blank = !text.is_empty() && text.chars().all(|c| c == ' ');
    (is_blank || weigh(&text).is_some()).then(|| Decoded {
        codec: "tag characters",
        text: shown(&text),
        is_legitimate: false,
    })
}

/// The tags of a file without those of flags.
pub(super) fn without_flags(tags: &[char]) -> Vec<char> {
    let mut rest = tags;
    let mut out = Vec::new();
    while let Some((&first, after)) = rest.split_first() {
        let is_flag = rest.get(..6).is_some_and(|start| {
            let name = start[..5].iter().map(|c| char::from((*c as u32 & 0x7F) as u8));
            start[5] == CANCEL && FLAGS.iter().any(|flag| name.clone().eq(flag.chars()))
        });
        if is_flag {
            rest = &rest[6..];
        } else {
            out.push(first);
            rest = after;
        }
    }
    out
}
