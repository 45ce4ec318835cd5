//! The patterns against the table of classes: a change of a class that they miss fails here.

use super::patterns::{
    AFTER_E1, AFTER_E2_80, CANDIDATE_PAIRS, CANDIDATE_TRIPLES, CONTROLS, FIRM_AFTER, FIRM_PAIRS,
    Tables, leads,
};
use super::scripts::{Pairs, Script};
use super::{Kind, is_nonspacing, is_plain};
use crate::scan::Class;

/// The last three bytes up to each byte of a character in ASCII text.
fn windows(c: char) -> Vec<[u8; 3]> {
    let text = format!("xx{c}");
    text.as_bytes().windows(3).map(|window| [window[0], window[1], window[2]]).collect()
}

fn matches(tables: &Tables, window: [u8; 3]) -> u8 {
    tables.iter().zip(window).fold(0xFF, |all, (halves, byte)| {
        all & halves[0][usize::from(byte >> 4)] & halves[1][usize::from(byte & 15)]
    })
}

fn any(c: char, is_match: impl Fn([u8; 3]) -> bool) -> bool {
    windows(c).into_iter().any(is_match)
}

fn is_found_by_look(c: char) -> bool {
    any(c, |window| matches(&CANDIDATE_PAIRS, window) | matches(&CANDIDATE_TRIPLES, window) != 0)
}

fn is_unclear(pairs: &Pairs, exact: bool, c: char) -> bool {
    any(c, |window| {
        let is_after = exact && window[..2] == [0xE2, 0x80] && matches(&AFTER_E2_80, window) != 0;
        is_after || matches(&pairs.tables, window) & !pairs.firm != 0
    })
}

fn beyond_ascii() -> impl Iterator<Item = char> {
    ('\u{80}'..=char::MAX).filter(|c| !c.is_ascii())
}

fn ways() -> impl Iterator<Item = (Script, bool, Pairs)> {
    let each = Script::ALL.into_iter().flat_map(|script| [(script, false), (script, true)]);
    each.map(|(script, exact)| (script, exact, Pairs::of(script, exact)))
}

#[test]
fn scripts_are_in_order() {
    for (index, script) in Script::ALL.into_iter().enumerate() {
        assert_eq!(script as usize, index);
    }
}

#[test]
fn controls_are_found() {
    for lines in [false, true] {
        for byte in 0..=0xFF {
            let is_text = lines && matches!(byte, b'\t' | b'\n');
            let is_control = matches(&leads(lines), [b'x', b'x', byte]) & CONTROLS != 0;
            assert_eq!(is_control, byte.is_ascii_control() && !is_text, "{byte:x}");
        }
    }
}

#[test]
fn whatever_needs_a_decision_is_found() {
    for c in beyond_ascii().filter(|c| !is_plain(Class::of(*c))) {
        assert!(is_found_by_look(c), "U+{:04X}", c as u32);
    }
    for (script, exact, pairs) in ways() {
        for c in beyond_ascii().filter(|c| !is_plain(Class::of(*c))) {
            assert!(is_unclear(&pairs, exact, c), "{script:?} {exact} U+{:04X}", c as u32);
        }
    }
}

#[test]
fn no_mark_passes_for_a_letter() {
    let leads = leads(true);
    let marks: Vec<char> = beyond_ascii().filter(|c| is_nonspacing(*c as u32)).collect();
    for c in &marks {
        let is_firm = any(*c, |window| {
            // The ASCII letter before it is firm, and no part of it.
            let after = match window[0] {
                0xE0 => !AFTER_E1,
                0xE1 => AFTER_E1,
                _ => 0,
            };
            !window[2].is_ascii()
                && matches(&leads, window)
                    | matches(&FIRM_PAIRS, window)
                    | matches(&FIRM_AFTER, window) & after
                    != 0
        });
        assert!(!is_firm, "U+{:04X}", *c as u32);
    }
    for (script, exact, pairs) in ways() {
        for c in &marks {
            let is_firm = any(*c, |window| matches(&pairs.tables, window) & pairs.firm != 0);
            assert!(
                !is_firm || is_unclear(&pairs, exact, *c),
                "{script:?} {exact} U+{:04X}",
                *c as u32
            );
        }
    }
}

#[test]
fn little_else_is_found() {
    // Of the first plane: vertical and presentation forms, and one character in each of some blocks.
    let look_alikes = ('\u{80}'..='\u{FFFF}').filter(|c| {
        let class = Kind::of(*c as u32).class;
        let is_rare = matches!(class, Class::Unassigned | Class::PuaBmp);
        is_plain(Class::of(*c)) && !is_rare && is_found_by_look(*c)
    });
    assert!(look_alikes.count() < 200);
}
