//! No panics and sound spans, whatever the text, and an end to it however long it is.

use super::*;

/// A generator that is the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

const PATHS: &[&str] = &[
    SKILL,
    "CLAUDE.md",
    "a.md",
    "a.json",
    "a.jsonl",
    "a.ipynb",
    "a.yaml",
    "a.toml",
    "a.html",
    "a.rs",
    "a.py",
    "a.c",
    "a.css",
    "a.lua",
    "a.txt",
];

/// What mutations are made of.
const PARTS: &[&str] = &[
    "---\n",
    "...\n",
    "\n",
    "\r",
    " ",
    "  ",
    "- ",
    "? ",
    ": ",
    "a",
    "name: ",
    "description: ",
    "\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    ",",
    "#",
    " #",
    "|\n",
    ">-\n",
    "&x ",
    "!y ",
    "*z",
    "\\",
    "\\u200b",
    "\\x1b",
    "\\ud83d",
    "\\udb40\\udc41",
    "\\342\\200\\213",
    "\\xe2",
    "&#8203;",
    "&shy",
    "&#",
    "<",
    ">",
    "<!--",
    "-->",
    "<p hidden>",
    "</p>",
    "<script>",
    "`",
    "```\n",
    "    ",
    "[//]: # (x)\n",
    "\u{200B}",
    "\u{2028}",
    "\u{E0041}",
    "\u{FEFF}",
    "\u{430}",
    "e\u{301}",
    "\t",
    "\u{85}",
    "=",
    "style=\"",
    "font-size:0",
    ";",
    "<![CDATA[",
    "|",
    "> ",
    "\u{1F468}",
    "\u{200D}",
    "\u{1B}[",
];

#[test]
fn nothing_panics_and_spans_are_sound() {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    for round in 0..20_000 {
        let mut text = Vec::new();
        if numbers.below(2) == 0 {
            text.extend_from_slice(b"---\n");
        }
        for _ in 0..numbers.below(40) {
            match numbers.below(12) {
                0 => text.push(u8::try_from(numbers.below(256)).unwrap()),
                _ => text.extend_from_slice(PARTS[numbers.below(PARTS.len())].as_bytes()),
            }
        }
        if numbers.below(2) == 0 {
            text.extend_from_slice(b"\n---\n");
        }
        let path = PATHS[round % PATHS.len()];
        let document = Document::read(Path::new(path), &text, &|_| true);
        for draft in document.findings() {
            assert!(!draft.span.is_empty() && draft.span.end <= text.len(), "{path} {text:?}");
            assert!(!draft.message.chars().any(|c| Class::of(c).is_hidden()), "{}", draft.message);
        }
        for at in 0..=text.len() {
            document.place(at..at + 1);
        }
    }
}

#[test]
fn long_texts_come_to_an_end() {
    for part in PARTS {
        for path in [SKILL, "a.html", "a.yaml", "a.toml", "a.rs"] {
            let text = format!("---\n{}\n---\n{}", part.repeat(20_000), part.repeat(20_000));
            let document = Document::read(Path::new(path), text.as_bytes(), &|_| true);
            document.place(text.len() - 1..text.len());
        }
    }
}
