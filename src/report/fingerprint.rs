//! What a finding is recognised by when the lines before it have moved.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::visible::Escaper;
use super::window::{after, before, elements};
use crate::lint::{Encoding, Finding};

/// So many characters on both sides count, and so many of the finding.
const CONTEXT: usize = 64;

/// The findings of one file, by what stands round them.
#[derive(Debug, Default)]
pub(super) struct Fingerprints {
    seen: HashMap<[u8; 16], u64>,
}

impl Fingerprints {
    /// The fingerprint of the next finding: of the rule, the path, the line near the finding, and
    /// how many were alike before it. 32 hexadecimal digits.
    pub(super) fn next(&mut self, path: &str, bytes: &[u8], finding: &Finding) -> String {
        let encoding = Encoding::of(bytes);
        let (start, end) = (finding.start.offset.min(bytes.len()), finding.end.offset);
        let mut text = Escaper::default();
        if start < end {
            let (from, _) = before(bytes, start, CONTEXT, encoding);
            let (until, _) = after(bytes, end.min(bytes.len()), CONTEXT, encoding);
            let hit = elements(&bytes[start..], encoding).scan(start, |at, (element, len)| {
                *at += len;
                (*at <= end).then_some(element)
            });
            let around = |from: usize, until: usize| {
                elements(&bytes[from..until.max(from)], encoding).map(|(element, _)| element)
            };
            around(from, start).for_each(|element| text.push(element));
            hit.take(CONTEXT).for_each(|element| text.push(element));
            around(end.min(bytes.len()), until).for_each(|element| text.push(element));
        }
        let key = digest(&[finding.rule.id.as_bytes(), path.as_bytes(), text.text().as_bytes()]);
        let count = self.seen.entry(key).or_default();
        *count += 1;
        let print = digest(&[&key, &count.to_be_bytes()]);
        print.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

fn digest(parts: &[&[u8]]) -> [u8; 16] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    let mut digest = [0; 16];
    digest.copy_from_slice(&hash.finalize()[..16]);
    digest
}
