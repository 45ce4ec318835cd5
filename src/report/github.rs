//! Annotations of GitHub Actions. GitHub shows ten of a kind for each step, so the worst come first,
//! and of equal ones in a file the first.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use super::location::Base;
use super::visible::visible;
use super::{File, Report, Settings, Summary};
use crate::lint::{Finding, Severity};

/// So many of a kind GitHub shows.
const SHOWN: usize = 10;
/// So many lines of a kind are kept; what comes after is only counted.
const KEPT: usize = 1000;

pub(super) struct Github {
    base: Base,
    errors: Kind,
    warnings: Kind,
    notices: Kind,
}

/// The annotations of one kind.
#[derive(Default)]
struct Kind {
    /// The first of each rule in each file.
    first: Vec<String>,
    more: Vec<String>,
    count: usize,
}

impl Kind {
    fn add(&mut self, is_first: bool, line: impl FnOnce() -> String) {
        let lines = if is_first { &mut self.first } else { &mut self.more };
        self.count += 1;
        if lines.len() < KEPT {
            lines.push(line());
        }
    }
}

impl Github {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            base: Base::new(settings),
            errors: Kind::default(),
            warnings: Kind::default(),
            notices: Kind::default(),
        }
    }

    fn kind(&mut self, severity: Severity) -> &mut Kind {
        match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Note => &mut self.notices,
        }
    }
}

impl Report for Github {
    fn file(&mut self, file: &File<'_>, _: &mut dyn Write) -> io::Result<()> {
        let path = self.base.text(file.path);
        let mut seen = HashSet::new();
        for finding in file.findings {
            let is_first = seen.insert((finding.severity, finding.rule.id));
            self.kind(finding.severity).add(is_first, || line(&path, finding));
        }
        Ok(())
    }

    fn failure(&mut self, path: &Path, message: &str, _: &mut dyn Write) -> io::Result<()> {
        let path = property(&self.base.text(path));
        let message = data(message);
        self.errors.add(true, || format!("::error file={path},title=untrusted-filter::{message}"));
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let mut hidden = 0;
        for kind in [&self.errors, &self.warnings, &self.notices] {
            for line in kind.first.iter().chain(&kind.more).take(KEPT) {
                writeln!(out, "{line}")?;
            }
            hidden += kind.count.saturating_sub(SHOWN);
        }
        let shown = if hidden == 0 { "" } else { "; GitHub shows ten annotations of a kind" };
        writeln!(out, "{}{shown}", super::human::summary(summary))
    }
}

fn line(path: &str, finding: &Finding) -> String {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let (start, end) = (finding.start, finding.end);
    let mut text = format!(
        "::{command} file={},line={},endLine={}",
        property(path),
        start.line.max(1),
        end.line.max(start.line).max(1)
    );
    // Columns over several lines are an error to GitHub.
    if start.line == end.line {
        let column = start.column.max(1);
        text.push_str(&format!(",col={column},endColumn={}", end.column.max(column)));
    }
    let (rule, message) = (finding.rule.id, data(&finding.message));
    text.push_str(&format!(",title=untrusted-filter {rule}::{message}"));
    text
}

/// The text of a command.
fn data(text: &str) -> String {
    visible(text).replace('%', "%25")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
