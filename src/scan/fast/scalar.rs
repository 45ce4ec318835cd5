//! The same as the vector part where the machine has no lookup in vectors: by tables of 256 entries.

use super::found::Found;
use super::patterns::{
    AFTER_E1, CANDIDATE_PAIRS, CANDIDATE_TRIPLES, FIRM_AFTER, FIRM_PAIRS, Tables, leads, utf8,
};
use super::{BEHIND, BLOCK, Window};

/// Eight bits for each set of patterns, in this order from the lowest on.
const SETS: [&Tables; 5] =
    [&CANDIDATE_PAIRS, &CANDIDATE_TRIPLES, &leads(false), &FIRM_PAIRS, &FIRM_AFTER];
const CANDIDATES: u64 = 0xFFFF;
const LEADS: u64 = 0xFF << 16;
const PAIRS: u64 = 0xFFFF << 24;
const AFTER: u64 = 0xFF << 32;
const ERRORS: u64 = 0xFF << 40;

/// What each of the last three bytes allows.
static ALLOWED: [[u64; 256]; 3] = {
    let mut all = [[0; 256]; 3];
    let mut byte = 0;
    while byte < 256 {
        let (high, low) = (byte >> 4, byte & 15);
        let mut back = 0;
        while back < 3 {
            let mut set = 0;
            while set < SETS.len() {
                let halves = &SETS[set][back];
                all[back][byte] |= ((halves[0][high] & halves[1][low]) as u64) << (8 * set);
                set += 1;
            }
            back += 1;
        }
        all[0][byte] |= ERRORS;
        // What FIRM_AFTER wants before its pairs.
        let wanted = match byte {
            0xE0 => !AFTER_E1,
            0xE1 => AFTER_E1,
            _ => 0,
        };
        all[0][byte] &= !AFTER | (wanted as u64) << 32;
        all[1][byte] |= ((utf8::FIRST_HIGH[high] & utf8::FIRST_LOW[low]) as u64) << 40;
        all[2][byte] |= (utf8::SECOND_HIGH[high] as u64) << 40;
        byte += 1;
    }
    all
};

/// What a block holds, byte by byte.
pub(super) fn look(window: &Window, is_text: impl Fn(u8) -> bool) -> Found {
    let mut found = Found::default();
    for at in 0..BLOCK {
        let [fourth, third, second, last] = [0, 1, 2, 3].map(|next| window[at + next]);
        let allowed = ALLOWED[0][usize::from(third)]
            & ALLOWED[1][usize::from(second)]
            & ALLOWED[2][usize::from(last)];
        let is_wanted = third >= 0xE0 || fourth >= 0xF0;
        let errors = (allowed & ERRORS) >> 40 ^ u64::from(is_wanted) << 7;
        let bit = |is_set: bool| u64::from(is_set) << at;
        let is_control = last < 0x20 && !is_text(last) || last == 0x7F;
        found.stops |= bit(is_control || errors != 0 || allowed & CANDIDATES != 0);
        found.leads |= bit(allowed & LEADS != 0);
        found.firm |= bit(allowed & (LEADS | PAIRS) != 0);
    }
    found
}

const _: () = assert!(BEHIND == 3);
