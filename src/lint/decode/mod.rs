//! What hidden characters say.

use super::Decoded;

/// Reads a run of hidden code points.
#[must_use]
pub fn decode(_run: &[char]) -> Option<Decoded> {
    None
}
