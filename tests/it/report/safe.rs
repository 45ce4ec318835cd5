//! Law 9: the linter's output, linted, is clean, and no CI system takes a line of it for a command.

use std::path::Path;

use proptest::prelude::*;
use untrusted_filter::lint::{Decoded, Linter, Rules};
use untrusted_filter::report::{Format, Settings};
use untrusted_filter::{Policy, sanitize};

use super::{finding, lint, report};
use untrusted_filter::lint::Severity;

/// Names, messages and lines that try to get through.
const HOSTILE: &[&str] = &[
    "::error file=x::y",
    "  ::add-mask::y",
    "\u{3000}::group::y",
    "a ##[add-mask]y ##vso[task.setvariable x]y",
    "\n::error::y\r\n\t::warning::y\r::z",
    "\x1b[2J\x1b]0;t\x07\u{9B}31m\u{90}q",
    "\u{202E}\u{2066}\u{200F}\u{61C}",
    "\u{200B}\u{200D}\u{2060}\u{FEFF}\u{AD}\u{180E}",
    "\u{E0041}\u{E007F}\u{FE0F}\u{E0100}",
    "\u{2028}\u{2029}\u{85}\u{B}\u{C}\0\x7F",
    "\u{FFFC}\u{FFFD}\u{FFF9}\u{FFFF}\u{E000}\u{E001}\u{F0000}",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "\u{301}\u{115F}\u{3164}\u{2800}\u{FFA0}",
    "\u{1F468}\u{200D}\u{1F469} \u{1F3F4}\u{E0067}\u{E0062}",
    "\"'<&>]]>--><!-- %0A%25,:|\\ {0} [x](y)",
];

/// The styles of our own palette, taken out.
pub(crate) fn without_color(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or(part, |(_, rest)| rest))
}

fn check(name: &str, text: &[u8]) {
    let mut found = lint(text);
    let mut own = finding("tag", Severity::Error, "x", "x");
    own.message = name.into();
    own.decoded = Some(Decoded { codec: "tags", text: name.repeat(3), is_legitimate: false });
    own.end.offset = text.len();
    found.push(own);
    for format in Format::NAMES.iter().filter_map(|name| Format::from_name(name)) {
        for color in [false, true] {
            let settings = Settings { color, diff: true, ..Settings::default() };
            let out = without_color(&report(format, &settings, name, text, &found));
            assert_eq!(sanitize(&out, &Policy::text()), out, "{format:?}");
            let again = Linter::new(Rules::default()).lint(Path::new("out.txt"), out.as_bytes());
            assert!(again.is_empty(), "{format:?}: {again:?}\n{out}");
            assert!(!out.contains("##[") && !out.contains("##vso["), "{format:?}: {out}");
            let is_ours = |line: &str| {
                format == Format::Github
                    && ["::error file=", "::warning file=", "::notice file="]
                        .iter()
                        .any(|command| line.starts_with(command))
            };
            for line in out.lines() {
                assert!(
                    is_ours(line) || !line.trim_start().starts_with("::"),
                    "{format:?}: {line}"
                );
            }
            match format {
                Format::Checkstyle | Format::Junit => check_xml(&out),
                Format::Json => out.lines().for_each(check_json),
                Format::Sarif | Format::Gitlab | Format::Rdjson => check_json(&out),
                Format::Human | Format::Short | Format::Github => {}
            }
        }
    }
}

fn check_json(text: &str) {
    assert!(text.is_ascii());
    let _: serde_json::Value = serde_json::from_str(text).expect("JSON");
}

#[test]
fn the_output_on_hostile_text_is_clean() {
    for name in HOSTILE {
        for text in HOSTILE {
            check(name, text.as_bytes());
        }
    }
    check("a.md", HOSTILE.join("\n").as_bytes());
    check("a.md", b"a\xFF\xE2\x80b\n\xED\xA0\x80::error::\n \x80::x::y");
    let utf16 = HOSTILE.join("\n").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    check("a.md", &[&b"\xFF\xFE"[..], &utf16].concat());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_output_on_any_text_is_clean(
        name in "[a:# \u{202E}\u{301}]{0,8}",
        parts in proptest::collection::vec(
            prop_oneof![
                proptest::sample::select(HOSTILE).prop_map(|text| text.as_bytes().to_vec()),
                "[ -~\u{300}-\u{310}\u{5D0}\u{200C}\n\r]{0,12}".prop_map(String::into_bytes),
                proptest::collection::vec(any::<u8>(), 0..4),
            ],
            0..12,
        ),
    ) {
        check(&name, &parts.concat());
    }
}

/// A small check of XML: tags are paired, and text holds nothing that would be markup.
fn check_xml(text: &str) {
    let body = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").expect("a head");
    let mut open = Vec::new();
    for part in body.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a whole tag");
        assert!(!text.contains(['"', '\'']), "{text}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split(' ').next().expect("a name")),
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
    }
    assert_eq!(open, Vec::<&str>::new());
    assert!(text.split('&').skip(1).all(|rest| {
        ["amp;", "lt;", "gt;", "quot;", "apos;"].iter().any(|name| rest.starts_with(name))
    }));
}
