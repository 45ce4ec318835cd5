//! Remembers between which neighbours a character stayed: texts repeat them, and asking the rule
//! costs several times as much as knowing.

use crate::scan::tally::Group;

/// How many are remembered, each in the one place that its bytes choose.
const PLACES: usize = 256;

/// How many bytes before a character hold all of the two before it, and from it on all of the one
/// after it.
const REACH: usize = 8;

/// A character with its neighbours, as bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Between {
    /// The character before it, the last byte lowest; the two before it, if it is a joiner.
    before: u64,
    /// It and the character after it, the first byte lowest.
    after: u64,
}

impl Between {
    /// The character at `start` beyond ASCII, with whole neighbours if they are well-formed. `None` for
    /// ASCII, and too near to `from` or to the end of the bytes.
    #[inline]
    pub(super) fn of(bytes: &[u8], from: usize, start: usize) -> Option<Self> {
        let first = start.checked_sub(REACH).filter(|first| *first >= from)?;
        let near = bytes.get(first..)?.first_chunk::<{ 2 * REACH }>()?;
        let (before, after) = near.split_first_chunk()?;
        let after = u64::from_le_bytes(*after.first_chunk()?);
        if after & 0x80 == 0 {
            return None;
        }
        let own_len = char_len(after);
        let all = own_len + char_len(after >> (8 * own_len));
        let before = u64::from_be_bytes(*before);
        // The high bit of each byte that begins a character.
        let leads = (!before | before << 1) & LEADS;
        let others = leads & leads.wrapping_sub(1);
        let lead = if after & JOINER_MASK == JOINER { others } else { leads };
        // All bits up to the lead's high bit.
        let whole = lead ^ lead.wrapping_sub(1);
        Some(Self { before: before & whole, after: after & u64::MAX >> (64 - 8 * all) })
    }

    /// How many bytes of the text before the character count.
    pub(super) fn before_len(self) -> usize {
        REACH - self.before.leading_zeros() as usize / 8
    }

    /// How many bytes the character has.
    #[inline]
    pub(super) fn own_len(self) -> usize {
        char_len(self.after) as usize
    }

    #[inline]
    fn place(self) -> usize {
        let mixed = (self.after ^ self.before.rotate_left(24)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 56) as usize % PLACES
    }
}

/// The high bit of each byte.
const LEADS: u64 = 0x8080_8080_8080_8080;

/// U+200D in UTF-8: the rule of emoji looks at two characters before it.
const JOINER: u64 = 0x8D_80E2;
const JOINER_MASK: u64 = 0xFF_FFFF;

/// How many bytes the lowest one says that its character has, as far as it begins one.
#[inline]
fn char_len(bytes: u64) -> u32 {
    // A digit for each value of the upper four bits.
    const LENGTHS: u64 = 0x4322_1111_1111_1111;
    (LENGTHS >> ((bytes >> 4 & 0xF) * 4)) as u32 & 0xF
}

/// What stayed, and between what.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memo {
    /// None until there is something to remember.
    places: Vec<(Between, Group)>,
}

impl Memo {
    /// What a character is counted as, if it stayed between these neighbours.
    #[inline]
    pub(super) fn get(&self, between: Between) -> Option<Group> {
        let (known, group) = self.places.get(between.place())?;
        (*known == between).then_some(*group)
    }

    /// Remembers that a character stays between these neighbours, whatever else there is.
    pub(super) fn put(&mut self, between: Between, group: Group) {
        self.places.resize(PLACES, Default::default());
        self.places[between.place()] = (between, group);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(before: &str, character: char, after: &str) -> Between {
        let text = format!("{before}{character}{after}");
        Between::of(text.as_bytes(), 0, before.len()).unwrap()
    }

    #[test]
    fn the_neighbours_count_whole_and_nothing_else_does() {
        let neighbours = ["d", "\u{E9}", "\u{905}", "\u{1F468}"];
        for character in ['\u{200C}', '\u{200D}', '\u{61C}', '\u{E0100}'] {
            let reach = if character == '\u{200D}' { 2 } else { 1 };
            for (first, second, after) in neighbours.iter().flat_map(|first| {
                neighbours
                    .iter()
                    .flat_map(move |second| neighbours.map(|after| (*first, *second, after)))
            }) {
                let of = |far: &str, further: &str| {
                    let before = format!("{far}{first}{second}");
                    between(&before, character, &format!("{after}{further}"))
                };
                let one = of("abcdefgh", "abcdefgh");
                assert_eq!(one, of("\u{1F468}\u{1F468}", "\u{1F468}\u{1F468}"));
                let behind = [second, first][..reach].iter().map(|text| text.len()).sum::<usize>();
                assert_eq!(one.before_len(), behind);
                assert_eq!(one.own_len(), character.len_utf8());
                let others = neighbours.iter().filter(|other| **other != second);
                for other in others {
                    assert_ne!(
                        one,
                        between(
                            &format!("abcdefgh{first}{other}"),
                            character,
                            &format!("{after}abcdefgh")
                        )
                    );
                }
                assert_ne!(
                    one,
                    between(&format!("abcdefgh{first}{second}"), character, "-abcdefgh")
                );
            }
        }
    }

    #[test]
    fn it_wants_room_on_both_sides_and_leaves_ascii_out() {
        let text = "abcdefgh\u{200C}abcde".as_bytes();
        assert!(Between::of(text, 0, 8).is_some());
        assert_eq!(Between::of(text, 1, 8), None);
        assert_eq!(Between::of(&text[..15], 0, 8), None);
        assert_eq!(Between::of(b"abcdefgh\x1Babcdefgh", 0, 8), None);
    }

    #[test]
    fn what_was_put_is_found_until_another_takes_its_place() {
        let mut memo = Memo::default();
        let after = |c: char| between(&format!("abcdefgh{c}"), '\u{200C}', "\u{634}abcdefgh");
        assert!(memo.get(after('a')).is_none());
        for c in '\u{600}'..'\u{900}' {
            memo.put(after(c), Group::Joiner);
            assert!(memo.get(after(c)).is_some());
        }
        let known = ('\u{600}'..'\u{900}').filter(|c| memo.get(after(*c)).is_some()).count();
        assert!((PLACES / 2..=PLACES).contains(&known), "{known}");
    }
}
