//! What holds for every input: filtered text is clean, repaired files are clean, reports are clean.

use std::path::Path;

use untrusted_filter::lint::{Finding, Linter, RULES, Repair, Rules, Severity, edits, repair};
use untrusted_filter::report::Format;
use untrusted_filter::{Class, Policy, sanitize};

use super::cases::cases;
use super::{Folder, findings};

/// A generator of hostile text: pieces of all kinds in any order.
struct Pieces(u64);

impl Pieces {
    fn next(&mut self) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        usize::try_from(self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 40).unwrap()
    }

    /// One character of each class, and text in which some of them are at home.
    fn alphabet() -> Vec<String> {
        let mut alphabet: Vec<String> = Class::ALL
            .iter()
            .filter_map(|class| {
                (0..=0x0010_FFFF).filter_map(char::from_u32).find(|c| Class::of(*c) == *class)
            })
            .map(String::from)
            .collect();
        let more = [
            "a",
            "word",
            " ",
            "\n",
            "\r\n",
            "\u{628}\u{646}",
            "\u{5D0}\u{5B8}",
            "\u{915}\u{94D}",
            "\u{E01}\u{E31}",
            "\u{1820}",
            "\u{2764}",
            "\u{1F468}",
            "\u{FE0F}",
            "\u{200D}",
            "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "\u{1B}[31m",
            "\u{1B}]0;t\u{7}",
            "\u{9B}1m",
            "\u{202B}",
            "\u{202C}",
            "\u{2067}",
            "\u{2069}",
            "\u{301}",
            "\u{2800}",
            "\u{2813}",
            "\u{115F}",
            "\u{1161}",
            "\u{11A8}",
            "\u{1D15F}",
            "\u{8FBB}\u{E0100}",
        ];
        alphabet.extend(more.map(String::from));
        alphabet
    }

    fn text(&mut self, alphabet: &[String]) -> String {
        let length = 1 + self.next() % 40;
        (0..length).map(|_| alphabet[self.next() % alphabet.len()].as_str()).collect()
    }
}

/// Findings that fail a run, those by density apart: repairing them is for a person.
fn failing(found: Vec<Finding>) -> Vec<Finding> {
    let is_density = |id: &str| {
        ["selector-pattern", "joiner-density", "ideograph-density", "private-use"].contains(&id)
    };
    found.into_iter().filter(|f| f.severity > Severity::Note && !is_density(f.rule.id)).collect()
}

fn lint(name: &str, text: &[u8]) -> Vec<Finding> {
    Linter::new(Rules::default()).lint(Path::new(name), text)
}

#[test]
fn what_the_text_profile_gives_is_clean() {
    let (mut pieces, alphabet) = (Pieces(7), Pieces::alphabet());
    for _ in 0..20_000 {
        let text = pieces.text(&alphabet);
        let filtered = sanitize(&text, &Policy::text());
        let left = failing(lint("a.txt", filtered.as_bytes()));
        assert!(left.is_empty(), "{text:?} gives {filtered:?}: {}", left[0].message);
    }
}

#[test]
fn a_long_run_lists_its_first_code_points_and_counts_all() {
    const MOST: usize = Finding::MAX_CODE_POINTS;
    for count in [1, MOST - 1, MOST, MOST + 1, 9 * MOST] {
        let found = lint("a.txt", format!("a{}", "\u{E0041}".repeat(count)).as_bytes());
        let [finding] = &found[..] else { panic!("{count}: {} findings", found.len()) };
        assert_eq!((finding.count, finding.code_points.len()), (count, count.min(MOST)));
    }
}

/// A large file that is not held has nothing that the linter would have found in it.
#[test]
fn a_glance_misses_nothing() {
    let linter = Linter::new(Rules::default());
    let (mut pieces, alphabet) = (Pieces(17), Pieces::alphabet());
    let (mut clean, mut other) = (0, 0);
    for round in 0..20_000 {
        let mut text = if round % 2 == 0 { pieces.text(&alphabet) } else { "plain text ".into() };
        text.push('e');
        text.extend((0..pieces.next() % 12).map(|nth| ['\u{301}', '\u{5B0}'][nth % 2]));
        text.push_str(" and so on");
        let mut glance = linter.glance(Path::new("a.txt")).unwrap();
        let size = 1 + pieces.next() % 40;
        let is_clean = text.as_bytes().chunks(size).all(|chunk| glance.push(chunk));
        let is_clean = glance.finish() && is_clean;
        let found = lint("a.txt", text.as_bytes());
        assert!(
            !is_clean || found.is_empty(),
            "{text:?} in chunks of {size}: {}",
            found[0].message
        );
        assert!(is_clean || round % 2 == 0 || !found.is_empty(), "{text:?} is clean");
        if is_clean { clean += 1 } else { other += 1 }
    }
    assert!(clean > 1_000 && other > 1_000, "{clean} {other}");
}

#[test]
fn a_file_repaired_whole_is_clean_and_otherwise_as_it_was() {
    let (mut pieces, alphabet) = (Pieces(11), Pieces::alphabet());
    for round in 0..20_000 {
        let mut bytes = pieces.text(&alphabet).into_bytes();
        if round % 3 == 0 {
            let at = pieces.next() % (bytes.len() + 1);
            bytes.insert(at, u8::try_from(0x80 + pieces.next() % 0x80).unwrap());
        }
        let found = lint("a.txt", &bytes);
        let made = edits(&bytes, &found, Repair::All);
        let repaired = repair(&bytes, &made);
        let left = failing(lint("a.txt", &repaired));
        assert!(left.is_empty(), "{bytes:x?} gives {repaired:x?}: {}", left[0].message);
        let kept: usize = bytes.len() - made.iter().map(|edit| edit.span.len()).sum::<usize>();
        let added: usize = made.iter().map(|edit| edit.with.len()).sum();
        assert_eq!(repaired.len(), kept + added);
    }
}

#[test]
fn findings_do_not_overlap_but_for_document_rules_and_stand_in_order() {
    let (mut pieces, alphabet) = (Pieces(13), Pieces::alphabet());
    for _ in 0..5_000 {
        let text = pieces.text(&alphabet);
        let found = lint("a.txt", text.as_bytes());
        for pair in found.windows(2) {
            assert!(pair[0].end.offset <= pair[1].start.offset, "{text:?}");
        }
        for finding in &found {
            let before = &text[..finding.start.offset];
            let line = before.rsplit('\n').next().unwrap();
            assert_eq!(finding.start.line, before.matches('\n').count() + 1, "{text:?}");
            assert_eq!(finding.start.column, line.chars().count() + 1, "{text:?}");
            assert_eq!(finding.start.column_bytes, line.len() + 1, "{text:?}");
            assert_eq!(finding.start.column_utf16, line.encode_utf16().count() + 1, "{text:?}");
        }
    }
}

#[test]
fn every_report_of_every_case_is_clean() {
    let folder = Folder::new();
    for (name, case) in cases() {
        folder.write(&format!("{name}/{}", case.name), case.input());
    }
    for format in Format::NAMES {
        for color in ["never", "always"] {
            let output = folder.lint(&["--no-config", "--format", format, "--color", color, "."]);
            assert_eq!(output.status.code(), Some(1), "{format}");
            let text = String::from_utf8(output.stdout).expect("a report is UTF-8");
            assert_eq!(
                color == "always" && *format == "human",
                text.contains('\u{1B}'),
                "{format}"
            );
            let plain = without_color(&text);
            let left = failing(lint("report", plain.as_bytes()));
            assert!(left.is_empty(), "{format}: {}", left[0].message);
            for line in plain.lines() {
                let is_command = line.starts_with("::") || line.starts_with("##[");
                assert!(!is_command || *format == "github", "{format}: {line}");
                assert!(
                    !line.starts_with("::set") && !line.starts_with("::add"),
                    "{format}: {line}"
                );
            }
        }
    }
}

/// Our own palette taken out: `ESC [ digits m`.
fn without_color(text: &str) -> String {
    let mut parts = text.split("\u{1B}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find('m').unwrap();
        assert!(part[..end].bytes().all(|b| b.is_ascii_digit() || b == b';'), "{part:?}");
        plain.push_str(&part[end + 1..]);
    }
    plain
}

#[test]
fn rules_can_be_taken_one_by_one() {
    let folder = Folder::new();
    for (name, case) in cases() {
        folder.write(&format!("{name}/{}", case.name), case.input());
    }
    let all = findings(&folder.lint(&["--no-config", "--format", "json", "."]).stdout);
    for rule in RULES.iter().filter(|rule| !rule.is_optional) {
        let output = folder.lint(&["--no-config", "--format", "json", "--select", rule.id, "."]);
        let own = findings(&output.stdout);
        let wanted = all.iter().filter(|row| row["rule"] == rule.id).count();
        assert_eq!(own.len(), wanted, "{}", rule.id);
        assert!(own.iter().all(|row| row["rule"] == rule.id));
    }
}
