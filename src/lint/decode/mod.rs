//! What hidden characters say: the encodings of text in characters that nobody sees.
//!
//! A run is tried as one family of encodings after another. Where the characters do not tell which
//! encoding was used, every way of reading is weighed, and the least surprising text wins.

mod ambiguous;
mod c2pa;
mod form;
mod guess;
mod invisicode;
mod known;
mod selectors;
mod stega;
mod symbols;
mod tags;
#[cfg(test)]
mod tests;
mod text;

use super::Decoded;

/// The most symbols of a run that are looked at: 64 KiB of text at 16 symbols a byte.
const MAX_SYMBOLS: usize = 1 << 20;

/// The most symbols of a file that are looked at.
const MAX_SCATTERED: usize = 1 << 18;

/// The fewest symbols of a file that are looked at.
const MIN_SCATTERED: usize = 16;

/// The longest run, in symbols, that is legitimate: longer ones are not read to their end.
const MAX_LEGITIMATE: usize = 4 * text::MAX_TEXT;

/// Reads a run of neighbouring hidden code points: its first 1,048,576. The order is that of
/// unicode.md, section 6; a known encoding that cannot be read is named, with an empty text.
/// Legitimate is a form, and only of a whole run: what the text says is not judged.
#[must_use]
pub fn decode(run: &[char]) -> Option<Decoded> {
    let start = &run[..run.len().min(MAX_SYMBOLS)];
    let parts = || parts(start).map(unexplained);
    let decoded = family(start).or_else(parts).or_else(|| ambiguous::decode(start))?;
    Some(if run.len() > MAX_LEGITIMATE { unexplained(decoded) } else { decoded })
}

/// Reads all hidden code points of a file, in order, as one text (the first 262,144; not fewer
/// than 16): for encodings that spread their symbols over the visible text. It makes sense where
/// no run of the file decodes by itself.
#[must_use]
pub fn decode_scattered(all: impl Iterator<Item = char>) -> Option<Decoded> {
    let all: Vec<char> = all.take(MAX_SCATTERED).collect();
    let long = |part: Vec<char>| (part.len() >= MIN_SCATTERED).then_some(part);
    let pick = |keep: fn(char) -> bool| long(all.iter().copied().filter(|c| keep(*c)).collect());
    pick(tags::is_tag)
        .and_then(|part| tags::decode(&long(tags::without_flags(&part))?))
        .or_else(|| selectors::scattered(&pick(selectors::is_selector)?))
        .or_else(|| ambiguous::scattered(&pick(|c| !is_apart(c))?))
        .or_else(|| ambiguous::scattered(&pick(selectors::is_style)?))
        .map(unexplained)
}

/// A text beside which something else may be hidden.
fn unexplained(decoded: Decoded) -> Decoded {
    Decoded { is_legitimate: false, ..decoded }
}

/// Reads a run of one family that is known by its symbols.
fn family(run: &[char]) -> Option<Decoded> {
    tags::decode(run)
        .or_else(|| c2pa::decode(run))
        .or_else(|| selectors::decode(run))
        .or_else(|| invisicode::decode(run))
        .or_else(|| stega::decode(run))
}

/// Reads the families of a mixed run apart: one foreign symbol must not hide what the rest says.
fn parts(run: &[char]) -> Option<Decoded> {
    let pick = |keep: fn(char) -> bool| -> Option<Vec<char>> {
        let part: Vec<char> = run.iter().copied().filter(|c| keep(*c)).collect();
        (!part.is_empty() && part.len() < run.len()).then_some(part)
    };
    // Any few tags or selectors say something: among as many of their neighbours that is chance.
    let apart = run.iter().filter(|c| is_apart(**c)).count();
    let most = |keep| pick(keep).filter(|part| part.len() * 2 > apart);
    pick(invisicode::is_symbol)
        .and_then(|part| invisicode::decode(&part))
        .or_else(|| tags::decode(&most(tags::is_tag)?))
        .or_else(|| selectors::decode(&most(selectors::is_selector)?))
        .or_else(|| {
            let rest = pick(|c| !is_apart(c))?;
            stega::decode(&rest).or_else(|| ambiguous::decode(&rest))
        })
}

/// Whether a character belongs to an encoding that needs no guessing.
fn is_apart(c: char) -> bool {
    selectors::is_selector(c) || matches!(c, '\u{E0000}'..='\u{E0FFF}')
}
