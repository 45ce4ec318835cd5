//! The diagnostic format of reviewdog, rdjson: one object. Columns are bytes, from 1; repairs are
//! suggestions, which become suggested changes of a pull request.

use std::io::{self, Write};

use serde::Serialize;

use super::location::Base;
use super::visible::visible;
use super::{File, Report, Settings, Summary, ascii};
use crate::lint::{Finding, Position, Severity};

pub(super) struct Rdjson {
    base: Base,
    has_begun: bool,
}

#[derive(Serialize)]
struct Diagnostic<'a> {
    message: String,
    location: Location<'a>,
    severity: &'static str,
    code: Code,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestions: Option<[Suggestion<'a>; 1]>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    range: Range,
}

#[derive(Clone, Copy, Serialize)]
struct Range {
    start: Place,
    end: Place,
}

#[derive(Clone, Copy, Serialize)]
struct Place {
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct Code {
    value: &'static str,
}

#[derive(Serialize)]
struct Suggestion<'a> {
    range: Range,
    text: &'a str,
}

impl Rdjson {
    pub(super) fn new(settings: &Settings) -> Self {
        Self { base: Base::new(settings), has_begun: false }
    }

    fn separate(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.has_begun {
            b",\n"
        } else {
            b"{\"source\":{\"name\":\"untrusted-filter\"},\"diagnostics\":[\n"
        })?;
        self.has_begun = true;
        Ok(())
    }
}

impl Report for Rdjson {
    fn file(&mut self, file: &File<'_>, out: &mut dyn Write) -> io::Result<()> {
        let path = self.base.text(file.path);
        for finding in file.findings {
            self.separate(out)?;
            ascii::write(out, &diagnostic(&path, finding))?;
        }
        Ok(())
    }

    fn finish(&mut self, _: &Summary, out: &mut dyn Write) -> io::Result<()> {
        if self.has_begun {
            return out.write_all(b"\n]}\n");
        }
        out.write_all(b"{\"source\":{\"name\":\"untrusted-filter\"},\"diagnostics\":[]}\n")
    }
}

fn diagnostic<'a>(path: &'a str, finding: &'a Finding) -> Diagnostic<'a> {
    let range = Range { start: place(finding.start), end: place(finding.end) };
    Diagnostic {
        message: visible(&finding.message),
        location: Location { path, range },
        severity: match finding.severity {
            Severity::Error => "ERROR",
            Severity::Warning => "WARNING",
            Severity::Note => "INFO",
        },
        code: Code { value: finding.rule.id },
        suggestions: finding.fix.as_ref().map(|fix| [Suggestion { range, text: &fix.replacement }]),
    }
}

fn place(position: Position) -> Place {
    Place { line: position.line.max(1), column: position.column_bytes.max(1) }
}
