//! What has to hold on any input, one function a target. A broken law is a panic.
//!
//! The first bytes of an input are choices, the rest is the text. A choice of zero is the default,
//! so that a text behind zeros is that text filtered by `text`.

mod compat;
mod filter;
mod json;
mod lint;
mod reveal;
mod stream;
mod words;

pub use compat::compat;
pub use filter::filter;
pub use json::json;
pub use lint::lint;
pub use reveal::reveal;
pub use stream::stream;
pub use words::{dictionary, texts};

use untrusted_filter::{Action, Class, Filter, Policy, Sequences, Show};

/// How many bytes choose, in every target.
pub const CHOICES: usize = 8;

/// The choices, and the text.
fn split(data: &[u8]) -> ([u8; CHOICES], &[u8]) {
    let mut choices = [0; CHOICES];
    let (front, text) = data.split_at(data.len().min(CHOICES));
    choices[..front.len()].copy_from_slice(front);
    (choices, text)
}

/// A small generator of numbers that follow from their seed.
struct Numbers(u64);

impl Numbers {
    fn new(seed: u8) -> Self {
        Self(u64::from(seed) + 1)
    }

    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

/// Cuts bytes into chunks: whole, single bytes, or sizes drawn from the choice.
fn chunks(bytes: &[u8], choice: u8) -> Vec<&[u8]> {
    match choice {
        0 => vec![bytes],
        1 => bytes.chunks(1).collect(),
        _ => {
            let (mut numbers, mut rest, mut chunks) = (Numbers::new(choice), bytes, Vec::new());
            let most = [2, 5, 16, 100, 300][usize::from(choice) % 5];
            while !rest.is_empty() {
                // An empty chunk is a chunk.
                let (chunk, more) = rest.split_at(numbers.below(most + 1).min(rest.len()));
                chunks.push(chunk);
                rest = more;
            }
            chunks
        }
    }
}

/// All that a filter gives for these chunks.
fn run(mut filter: Filter, chunks: &[&[u8]]) -> (Vec<u8>, bool) {
    let mut output = Vec::new();
    let mut put = |piece: &[u8]| {
        // Pieces are whole characters, or what follows could not be trusted to be text.
        assert!(std::str::from_utf8(piece).is_ok(), "a piece is not text: {piece:?}");
        output.extend_from_slice(piece);
    };
    for chunk in chunks {
        filter.push(chunk, &mut put);
    }
    filter.finish(&mut put);
    let is_changed = filter.is_changed();
    (output, is_changed)
}

/// A preset, or a table made up from the choice.
fn policy(choice: u8) -> (Policy, Option<&'static str>) {
    if let Some(name) = Policy::NAMES.get(usize::from(choice)) {
        return (Policy::named(name).expect("a name from the list"), Some(name));
    }
    if choice < 128 {
        return (Policy::text().sequences(Sequences::KeepColor), None);
    }
    let mut numbers = Numbers::new(choice);
    let mut policy = Policy::text();
    for &class in Class::ALL {
        let (_, action) = Action::NAMES[numbers.below(Action::NAMES.len())];
        policy = policy.action(class, action);
    }
    let sequences =
        [Sequences::Remove, Sequences::KeepColor, Sequences::Csi, Sequences::Introducer];
    (policy.sequences(sequences[numbers.below(4)]), None)
}

/// A cap: the preset's own, none, or a number.
fn cap(choice: u8, set: impl FnOnce(Option<u64>)) {
    match choice {
        0 => {}
        1 => set(None),
        _ => set(Some(u64::from(choice - 2))),
    }
}

/// Whether a character can be seen, as far as the library shows it as it is.
fn is_drawn(c: char) -> bool {
    let text = c.to_string();
    Show::new(&text).to_string() == text
}
