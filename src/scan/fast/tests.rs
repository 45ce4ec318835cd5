//! The fast path against its plain twin, at every level that the machine has.

use super::*;
use crate::scan::decode::{Step, decode};

/// A small generator of random numbers (xorshift64*), the same every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Compares a cursor's whole way through with the twin's: after each stretch, one character or
/// ill-formed sequence is passed by hand.
#[track_caller]
fn check(fast: Fast, bytes: &[u8]) {
    let mut cursor = fast.cursor(bytes, Memo::default());
    let mut at = 0;
    loop {
        let expected = at + plain::clean(&bytes[at..], fast.lines, fast.crlf, fast.marks);
        let end = cursor.clean(at);
        assert_eq!(end, expected, "{fast:?} from {at} in {bytes:x?}");
        at = end;
        match bytes.get(at..).filter(|rest| !rest.is_empty()).map(decode) {
            None | Some(Step::Incomplete) => return,
            Some(Step::Char(_, len) | Step::Ill(len)) => at += len,
        }
    }
}

/// Every level with every treatment of line ends.
fn every() -> Vec<Fast> {
    let ends = [(true, true), (true, false), (false, false)];
    let all = |(lines, crlf)| {
        [Marks::Many, Marks::Some].into_iter().flat_map(move |marks| Fast::all(lines, crlf, marks))
    };
    ends.into_iter().flat_map(all).collect()
}

fn everywhere(bytes: &[u8]) {
    for fast in every() {
        check(fast, bytes);
    }
}

#[test]
fn every_character_in_context() {
    let contexts = [("x", "x"), ("\u{6587}", "\u{6587}"), ("\u{E9}", "\u{1F600}")];
    let fasts = every();
    let mut random = Random(1);
    for c in (0..=0x0010_FFFF).filter_map(char::from_u32) {
        for (before, after) in contexts {
            let lead = 60 + random.below(9);
            let mut text = before.repeat(lead / before.len());
            text.push(c);
            text.push_str(&after.repeat(1 + random.below(30)));
            let fast = random.pick(&fasts);
            check(fast, text.as_bytes());
        }
    }
}

#[test]
fn every_character_at_block_borders() {
    for fast in Fast::all(true, true, Marks::Many) {
        for c in (0..=0x0010_FFFF).filter_map(char::from_u32).filter(|c| !is_plain(Class::of(*c))) {
            if c as u32 > 0xE01FF && c as u32 & 0xFF != 0xFE {
                continue;
            }
            for lead in 60..=68 {
                let text = format!("{}{c}{c}y", "x".repeat(lead));
                let mut cursor = fast.cursor(text.as_bytes(), Memo::default());
                let expected = plain::clean(text.as_bytes(), true, true, fast.marks);
                assert_eq!(cursor.clean(0), expected, "{fast:?} {lead} U+{:04X}", c as u32);
            }
        }
    }
}

/// Pieces that are hard in one way or another.
const PIECES: &[&[u8]] = &[
    b"a",
    b" ",
    b"\n",
    b"\t",
    b"\r",
    b"\r\n",
    b"\0",
    b"\x1B",
    b"\x7F",
    b"abcdefghijklmnopq",
    b"\xC2",
    b"\xC3",
    b"\xE0",
    b"\xE2",
    b"\xED",
    b"\xEF",
    b"\xF0",
    b"\xF4",
    b"\xF5",
    b"\xFF",
    b"\xC0",
    b"\x80",
    b"\x9F",
    b"\xA0",
    b"\xBF",
    b"\xE2\x80",
    b"\xF0\x9F",
    b"\xF0\x9F\x98",
    b"\xED\xA0\x80",
    b"\xF4\x90\x80\x80",
    b"\xF0\x80\x80\x80",
    b"\xE0\x80\x80",
    b"\xF0\xC3\xA9\x80",
    b"\xC3\xA9",
    b"\xC2\xA0",
    b"\xC2\x85",
    b"\xC2\xAD",
    b"\xCC\x81",
    b"\xCC\x80",
    b"\xCD\x8F",
    b"\xD7\xA9",
    b"\xD6\xB4",
    b"\xD8\x9C",
    b"\xD9\x8B",
    b"\xE0\xA4\x95",
    b"\xE0\xA5\x8D",
    b"\xE2\x80\x8D",
    b"\xE2\x80\x9C",
    b"\xE2\x80\xAE",
    b"\xE2\x81\xA0",
    b"\xE2\xA0\x80",
    b"\xE3\x82\x99",
    b"\xE3\x81\x82",
    b"\xE6\x96\x87",
    b"\xEF\xB8\x8F",
    b"\xEF\xBB\xBF",
    b"\xEF\xBF\xBD",
    b"\xEF\xBF\xBE",
    b"\xEF\xBC\x8C",
    b"\xF0\x9F\x98\x80",
    b"\xF0\x9D\x85\xB3",
    b"\xF0\x9D\x90\x80",
    b"\xF0\x9F\xBF\xBE",
    b"\xF3\xA0\x81\xA1",
    b"\xF3\xA0\x84\x80",
    b"\xF0\x90\xA8\x81",
    b"\xF4\x8F\xBF\xBF",
    b"\xE1\x85\xA0",
];

#[test]
fn random_pieces_at_all_lengths() {
    let fasts = every();
    let mut random = Random(2);
    for round in 0..300_000 {
        // Few kinds of pieces at a time, so that runs of each come about.
        let kinds: Vec<&[u8]> = (0..1 + random.below(6)).map(|_| random.pick(PIECES)).collect();
        let length = random.below(201);
        let mut bytes = vec![b'x'; random.below(70) * random.below(2)];
        while bytes.len() < length {
            bytes.extend_from_slice(random.pick(&kinds));
        }
        bytes.truncate(length);
        check(fasts[round % fasts.len()], &bytes);
    }
}

/// Words that keep a cursor in each of its ways to look at text.
const WORDS: &[&[&str]] = &[
    &["word ", "text\n", "plain, ", "\t", "x = 1;\r\n", "abcdefghijklmnopqrstuvwxyz "],
    &["caf\u{E9} ", "na\u{EF}ve ", "\u{AB}\u{A0}\u{F1}\u{A0}\u{BB} ", "\u{17F}"],
    &["\u{43F}\u{440}\u{438}\u{432}\u{435}\u{442} ", "\u{3BA}\u{3B1}\u{3B9} ", "\u{457}"],
    &["\u{201C}so\u{201D} ", "it\u{2019}s ", "\u{2026} ", "a\u{2014}b\u{2009}c "],
    &["\u{4E2D}\u{6587}", "\u{3002}", "\u{FF0C}", "\u{53FF}\u{5FFB}", "\u{FFE5}"],
    &[
        "\u{3072}\u{3089}\u{304C}\u{306A}",
        "\u{30AB}\u{3099}\u{30BF}\u{30AB}\u{30CA}",
        "\u{6587}\u{5B57}",
        "\u{FF76}\u{FF9E}",
    ],
    &[
        "\u{915}\u{94D}\u{937} ",
        "\u{928}\u{92E}\u{938}\u{94D}\u{924}\u{947} ",
        "\u{939}\u{93F}\u{902}\u{926}\u{940}\u{964} ",
        "\u{0B3F}\u{0B95}\u{0BCD}",
    ],
    &[
        "\u{645}\u{631}\u{62D}\u{628}\u{627}\u{60C} ",
        "\u{641}\u{627}\u{631}\u{633}\u{6CC} ",
        "\u{628}\u{650}\u{633}\u{652}\u{645}\u{650} ",
    ],
    &["\u{5E9}\u{5C1}\u{5B8}\u{5DC}\u{5D5}\u{5B9}\u{5DD} ", "\u{5D0}\u{5D1}\u{5D2}\u{5D3} "],
    &[
        "\u{E2A}\u{E27}\u{E31}\u{E2A}\u{E14}\u{E35}",
        "\u{E40}\u{E18}\u{E2D}",
        "\u{E97}\u{EB5}\u{EC8}",
    ],
    &[
        "\u{10D2}\u{10D0}\u{10DB}\u{10D0} ",
        "\u{1230}\u{120B}\u{121D} ",
        "\u{1797}\u{17B6}\u{179F}\u{17B6} ",
        "\u{1019}\u{103C}\u{1014}\u{103A} ",
    ],
    &["\u{1F600}", "\u{1F44D}\u{1F3FD}", "\u{2764}", "\u{2800}", "\u{2801}", "\u{1D400}"],
    &["\u{314B}\u{314B}\u{3160}\u{3160}", "\u{D55C}\u{AD6D}\u{C5B4} ", "\u{1112}\u{1161}\u{11AB} "],
];

#[test]
fn long_texts() {
    let fasts = every();
    let mut random = Random(5);
    for round in 0..6_000 {
        let mut bytes = Vec::new();
        let length = random.below(6_000);
        let rare = [4, 40, 400, 4_000][random.below(4)];
        while bytes.len() < length {
            let words = random.pick(WORDS);
            let mixed = random.pick(WORDS);
            for _ in 0..1 + random.below(120) {
                let words = if random.below(8) == 0 { mixed } else { words };
                bytes.extend_from_slice(random.pick(words).as_bytes());
                if random.below(rare) == 0 {
                    for _ in 0..1 + random.below(2) * random.below(14) {
                        bytes.extend_from_slice(random.pick(PIECES));
                    }
                }
                if random.below(rare) == 0 {
                    let mark = random.pick(PIECES);
                    (0..random.below(14)).for_each(|_| bytes.extend_from_slice(mark));
                }
            }
        }
        check(fasts[round % fasts.len()], &bytes);
    }
}

#[test]
fn random_bytes() {
    let fasts = every();
    let mut random = Random(3);
    for round in 0..200_000 {
        let high = random.below(2) == 0;
        let length = random.below(201);
        let bytes: Vec<u8> =
            (0..length).map(|_| random.below(256) as u8 | if high { 0x80 } else { 0 }).collect();
        check(fasts[round % fasts.len()], &bytes);
    }
}

#[test]
fn runs_of_marks() {
    for mark in [
        "\u{301}",
        "\u{5B4}",
        "\u{94D}",
        "\u{3099}",
        "\u{20DD}",
        "\u{1D167}",
        "\u{301}\u{94D}\u{1D167}",
    ] {
        for count in 5..=20 {
            for lead in 0..140 {
                for base in ["x", "\u{915}", "\u{6587}", "\u{200D}"] {
                    let marks: String = mark.chars().cycle().take(count).collect();
                    let text = format!("{}{base}{marks}", "x".repeat(lead));
                    for text in [format!("{text}yz"), text] {
                        for fast in Fast::all(true, true, Marks::Many) {
                            check(fast, text.as_bytes());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn runs_of_every_mark() {
    let fasts = every();
    let mut random = Random(6);
    for mark in (0..=0x0010_FFFF).filter_map(char::from_u32).filter(|c| is_nonspacing(*c as u32)) {
        for count in 7..=11 {
            for script in [
                "word ",
                "\u{915}\u{93F} ",
                "\u{E01}\u{E32}",
                "\u{3042}\u{30A2}",
                "\u{627}\u{644} ",
                "\u{2500}",
                "\u{1F600}",
                "\u{10D0}",
                "\u{2019}",
            ] {
                let marks: String = [mark].iter().cycle().take(count).collect();
                let text = format!("{}{marks}{script}", script.repeat(60 + random.below(60)));
                check(random.pick(&fasts), text.as_bytes());
            }
        }
    }
}

#[test]
fn cut_characters_before_ascii() {
    for lead in 0..140 {
        for cut in [&b"\xC2"[..], b"\xE2\x80", b"\xF0\x9F", b"\xF0\x9F\x98", b"\xFF"] {
            everywhere(&[&b"x".repeat(lead)[..], cut, &b"y".repeat(200)[..]].concat());
        }
    }
}

#[test]
fn line_ends() {
    let mut random = Random(4);
    for lead in 0..140 {
        for end in ["\r", "\r\n", "\n\r", "\r\r\n", "\r\n\r\n", "\rx", "\n", "\t"] {
            let text = format!("{}{end}", "x".repeat(lead));
            everywhere(text.as_bytes());
            everywhere(format!("{text}{}", "y".repeat(random.below(80))).as_bytes());
        }
    }
}
