//! Every case of `tests/lint-cases`: which rule, how bad, where, through the library.

use std::path::Path;

use serde::Deserialize;
use untrusted_filter::lint::{Linter, Rules};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Case {
    pub(super) what: String,
    /// The file's name: it tells the kind of file.
    pub(super) name: String,
    input: Option<String>,
    input_hex: Option<String>,
    input_parts: Option<Vec<(String, usize)>>,
    /// Opinions differ; the manual says which one this program holds.
    #[serde(default)]
    contested: bool,
    /// Where characters begin that have to be found, in bytes: each in a finding, and in each
    /// finding at least one.
    hits: Vec<usize>,
    findings: Vec<Found>,
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct Found {
    rule: String,
    severity: String,
    offset: usize,
    length: usize,
}

impl Case {
    pub(super) fn input(&self) -> Vec<u8> {
        match (&self.input, &self.input_hex, &self.input_parts) {
            (Some(text), None, None) => text.clone().into_bytes(),
            (None, Some(digits), None) => {
                digits.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
            }
            (None, None, Some(parts)) => {
                parts.iter().flat_map(|(text, times)| text.repeat(*times).into_bytes()).collect()
            }
            _ => panic!("one of input, input-hex and input-parts"),
        }
    }
}

/// All cases with their names.
pub(super) fn cases() -> Vec<(String, Case)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lint-cases");
    let mut cases: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            let case = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, case)
        })
        .collect();
    cases.sort_by(|(a, _), (b, _)| a.cmp(b));
    cases
}

#[test]
fn every_hit_is_found_and_nothing_else() {
    let cases = cases();
    assert!(cases.len() >= 80);
    for (name, case) in &cases {
        let found = Linter::new(Rules::default()).lint(Path::new(&case.name), &case.input());
        for hit in &case.hits {
            assert!(found.iter().any(|f| f.span().contains(hit)), "{name}: {hit} is missed");
        }
        for finding in &found {
            let is_hit = case.hits.iter().any(|hit| finding.span().contains(hit));
            assert!(is_hit, "{name} ({}): {} is no hit", case.what, finding.message);
        }
    }
    assert!(cases.iter().filter(|(_, case)| case.contested).count() < 20);
}

#[test]
fn rules_and_severities_are_as_decided() {
    for (name, case) in cases() {
        let found = Linter::new(Rules::default()).lint(Path::new(&case.name), &case.input());
        let found = found.iter().map(|finding| Found {
            rule: finding.rule.id.into(),
            severity: finding.severity.name().into(),
            offset: finding.start.offset,
            length: finding.span().len(),
        });
        assert_eq!(found.collect::<Vec<_>>(), case.findings, "{name}");
    }
}
