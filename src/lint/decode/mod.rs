//! What hidden characters say.

use super::Decoded;

/// Reads a run of hidden code points.
#[must_use]
pub fn decode(_run: &[char]) -> Option<Decoded> {
    None
}

/// Reads the hidden characters of a whole file.
#[must_use]
pub fn decode_scattered(_all: impl Iterator<Item = char>) -> Option<Decoded> {
    None
}
