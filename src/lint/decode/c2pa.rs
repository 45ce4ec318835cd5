//! C2PA manifests in text: provenance that a tool of the author's signed. They are binary, and
//! named rather than shown.

use super::super::Decoded;
use super::selectors;
use super::text::{shown, utf8, weigh};

const START: char = '\u{FEFF}';
const MAGIC: &[u8] = b"C2PATXT\0";
const VERSION: u8 = 1;

/// Reads a run that is one wrapper and nothing else. It is legitimate if it holds a manifest of
/// the length that it states and then, at most, the padding that writers use; not if a text
/// stands in the place of either.
pub(super) fn decode(run: &[char]) -> Option<Decoded> {
    let (&START, rest) = run.split_first()? else { return None };
    let start: Option<Vec<u8>> =
        rest.get(..MAGIC.len())?.iter().map(|c| selectors::byte(*c)).collect();
    if start.as_deref() != Some(MAGIC) {
        return None;
    }
    let bytes: Vec<u8> = rest.iter().map(|c| selectors::byte(*c)).collect::<Option<_>>()?;
    let (manifest, padding) = split(&bytes).unwrap_or((&bytes[MAGIC.len()..], &[]));
    let is_box = manifest.get(4..8) == Some(b"jumb");
    let is_padded = padding.iter().all(|byte| matches!(byte, 0 | 0xFF));
    let text = readable(padding).or_else(|| readable(manifest).filter(|_| !is_box));
    Some(Decoded {
        codec: "C2PA manifest",
        is_legitimate: text.is_none() && is_padded && split(&bytes).is_some(),
        text: text.unwrap_or_default(),
    })
}

/// The manifest and what stands behind it, if the header is well-formed.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (version, rest) = bytes.get(MAGIC.len()..)?.split_first()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    (*version == VERSION).then(|| rest.split_at_checked(length)).flatten()
}

fn readable(bytes: &[u8]) -> Option<String> {
    let text = utf8(bytes)?;
    weigh(&text).map(|_| shown(&text))
}
