//! The code quality report of GitLab: one JSON array.

use std::io::{self, Write};

use serde::Serialize;

use super::fingerprint::Fingerprints;
use super::location::Base;
use super::visible::visible;
use super::{File, Report, Settings, Summary, ascii};
use crate::lint::Severity;

pub(super) struct Gitlab {
    base: Base,
    has_begun: bool,
}

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'static str,
    /// GitLab drops the second of two that are equal.
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
    end: usize,
}

impl Gitlab {
    pub(super) fn new(settings: &Settings) -> Self {
        Self { base: Base::new(settings), has_begun: false }
    }
}

impl Report for Gitlab {
    fn file(&mut self, file: &File<'_>, out: &mut dyn Write) -> io::Result<()> {
        let path = self.base.text(file.path);
        let mut fingerprints = Fingerprints::default();
        for finding in file.findings {
            let begin = finding.start.line.max(1);
            let issue = Issue {
                description: visible(&finding.message),
                check_name: finding.rule.id,
                fingerprint: fingerprints.next(&path, file.bytes, finding),
                severity: match finding.severity {
                    Severity::Error => "critical",
                    Severity::Warning => "major",
                    Severity::Note => "info",
                },
                location: Location {
                    path: &path,
                    lines: Lines { begin, end: finding.end.line.max(begin) },
                },
            };
            out.write_all(if self.has_begun { b",\n" } else { b"[\n" })?;
            self.has_begun = true;
            ascii::write(out, &issue)?;
        }
        Ok(())
    }

    fn finish(&mut self, _: &Summary, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.has_begun { b"\n]\n" } else { b"[]\n" })
    }
}
