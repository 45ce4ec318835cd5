//! The fast path's plain twin: one character after the other, nothing clever.

use super::{Marks, is_nonspacing, is_plain};
use crate::scan::decode::{Step, decode};
use crate::scan::lookup::Kind;

/// The length that [`Cursor::clean`](super::Cursor::clean) has to find.
pub(super) fn clean(bytes: &[u8], lines: bool, crlf: bool, most: Marks) -> usize {
    let mut at = 0;
    // The marks before `at`: how many, and where they begin.
    let (mut marks, mut marks_at) = (0, 0);
    while at < bytes.len() {
        let Step::Char(c, len) = decode(&bytes[at..]) else { break };
        let fits = match c {
            0x09 | 0x0A => lines,
            0x0D => crlf && bytes.get(at + 1) == Some(&b'\n'),
            _ => is_plain(Kind::of(c).class),
        };
        if !fits {
            break;
        }
        if is_nonspacing(c) {
            if marks == 0 {
                marks_at = at;
            }
            marks += 1;
            if marks > most.most() || at == 0 {
                return marks_at;
            }
        } else {
            marks = 0;
        }
        at += len;
    }
    // Marks that more input may follow are not yet counted.
    let is_cut = matches!(bytes.get(at..).map(decode_some), Some(None | Some(Step::Incomplete)));
    if is_cut && marks > 0 { marks_at } else { at }
}

fn decode_some(bytes: &[u8]) -> Option<Step> {
    (!bytes.is_empty()).then(|| decode(bytes))
}
