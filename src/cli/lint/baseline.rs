//! The baseline: findings that were there before, and are not told again.
//!
//! A JSON object, `{"version":1,"findings":[{"path":…,"rule":…,"hash":…,"count":…}]}`. The hash is of
//! the rule and of what the finding holds and what stands beside it in its line, so that it holds
//! when lines move.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use untrusted_filter::Show;
use untrusted_filter::lint::Finding;

/// Findings by path, rule and hash, and how many of each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Baseline {
    known: BTreeMap<(String, String, String), usize>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    findings: Vec<Entry>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    path: String,
    rule: String,
    hash: String,
    count: usize,
}

/// How much of the line beside a finding is in its hash, in bytes on each side.
const BESIDE: usize = 64;

impl Baseline {
    /// Reads a baseline. An error is one line, safe to print, without the name of the file.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, String> {
        let file: File = serde_json::from_slice(text)
            .map_err(|error| format!("is not a baseline: {}", Show::new(&error.to_string())))?;
        if file.version != 1 {
            return Err(format!("has version {}; this program reads 1", file.version));
        }
        let entry = |entry: Entry| ((entry.path, entry.rule, entry.hash), entry.count);
        Ok(Self { known: file.findings.into_iter().map(entry).collect() })
    }

    /// The baseline as it is written.
    pub(crate) fn render(&self) -> Result<String, serde_json::Error> {
        let entry = |((path, rule, hash), count): (&(String, String, String), &usize)| Entry {
            path: path.clone(),
            rule: rule.clone(),
            hash: hash.clone(),
            count: *count,
        };
        let file = File { version: 1, findings: self.known.iter().map(entry).collect() };
        Ok(serde_json::to_string_pretty(&file)? + "\n")
    }

    /// Adds a file's findings.
    pub(crate) fn add(&mut self, path: &Path, bytes: &[u8], findings: &[Finding]) {
        for finding in findings {
            *self.known.entry(key(path, bytes, finding)).or_default() += 1;
        }
    }

    /// Takes out the findings that are known, as often as each is; says how many.
    pub(crate) fn take_known(
        &self,
        path: &Path,
        bytes: &[u8],
        findings: &mut Vec<Finding>,
    ) -> usize {
        let before = findings.len();
        let mut left: BTreeMap<_, usize> = BTreeMap::new();
        findings.retain(|finding| {
            let key = key(path, bytes, finding);
            let Some(&known) = self.known.get(&key) else { return true };
            let left = left.entry(key).or_insert(known);
            let is_known = *left > 0;
            *left -= usize::from(is_known);
            !is_known
        });
        before - findings.len()
    }
}

fn key(path: &Path, bytes: &[u8], finding: &Finding) -> (String, String, String) {
    let span = finding.span();
    let line = |byte: &u8| *byte == b'\n';
    let before = &bytes[span.start.saturating_sub(BESIDE)..span.start];
    let before = before.rsplit(line).next().unwrap_or_default();
    let after = &bytes[span.end..bytes.len().min(span.end + BESIDE)];
    let after = after.split(line).next().unwrap_or_default();
    let mut hasher = Sha256::new();
    for part in [finding.rule.id.as_bytes(), before, &bytes[span], after] {
        hasher.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
        hasher.update(part);
    }
    let hash = hasher.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let path =
        path.components().map(|part| Show::new(part.as_os_str().as_encoded_bytes()).to_string());
    (path.collect::<Vec<_>>().join("/"), finding.rule.id.to_owned(), hash)
}
