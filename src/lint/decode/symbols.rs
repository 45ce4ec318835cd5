//! A run as numbers: which of its few symbols stands where.

/// The most different symbols that are taken for digits.
pub(super) const MAX_DIGITS: usize = 16;

/// The longest pattern whose repetition is padding, in symbols.
const MAX_PATTERN: usize = 6;

/// A pattern may break once in so many symbols.
const MAX_BREAKS: usize = 32;

/// A run, its symbols numbered by code point.
#[derive(Debug)]
pub(super) struct Symbols {
    /// The different symbols, the least code point first.
    pub(super) alphabet: Vec<char>,
    /// The numbers of the run.
    pub(super) run: Vec<u8>,
}

impl Symbols {
    /// Numbers a run of 2 to 16 different symbols that is not one short pattern over and over, as
    /// mail uses for padding.
    pub(super) fn new(run: &[char]) -> Option<Self> {
        let is_pattern = |length: usize| {
            let breaks = run.iter().zip(&run[length.min(run.len())..]).filter(|(a, b)| a != b);
            run.len() >= 2 * length && breaks.count() * MAX_BREAKS <= run.len()
        };
        if (1..=MAX_PATTERN).any(is_pattern) {
            return None;
        }
        let mut alphabet = Vec::new();
        for &c in run {
            if !alphabet.contains(&c) {
                if alphabet.len() == MAX_DIGITS {
                    return None;
                }
                alphabet.push(c);
            }
        }
        alphabet.sort_unstable();
        let number = |c: &char| alphabet.iter().position(|symbol| symbol == c);
        let numbers = run.iter().filter_map(|c| u8::try_from(number(c)?).ok()).collect();
        (alphabet.len() >= 2).then_some(Self { run: numbers, alphabet })
    }
}
