//! JUnit XML: a suite for each file, a test case for each finding, one that passes for a clean file.
//! Notes pass and are said in the output of their case.

use std::io::{self, Write};
use std::path::Path;

use super::location::Base;
use super::{File, Report, Settings, Summary, xml};
use crate::lint::{Finding, Severity};

pub(super) struct Junit {
    base: Base,
    has_begun: bool,
}

impl Junit {
    pub(super) fn new(settings: &Settings) -> Self {
        Self { base: Base::new(settings), has_begun: false }
    }

    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.has_begun {
            self.has_begun = true;
            writeln!(out, "{}<testsuites name=\"untrusted-filter\">", xml::HEAD)?;
        }
        Ok(())
    }

    /// A suite of one case that is about the file as a whole.
    fn one(
        &mut self,
        path: &Path,
        counts: [u8; 2],
        result: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.begin(out)?;
        let (path, [errors, skipped]) = (xml::text(self.base.text(path)), counts);
        writeln!(
            out,
            "<testsuite name=\"{path}\" tests=\"1\" failures=\"0\" errors=\"{errors}\" skipped=\"{skipped}\">"
        )?;
        writeln!(out, "<testcase classname=\"{path}\" name=\"lint\">{result}</testcase>")?;
        out.write_all(b"</testsuite>\n")
    }
}

impl Report for Junit {
    fn file(&mut self, file: &File<'_>, out: &mut dyn Write) -> io::Result<()> {
        if file.findings.is_empty() {
            return self.one(file.path, [0, 0], "", out);
        }
        self.begin(out)?;
        let path = xml::text(self.base.text(file.path));
        let failures = file.findings.iter().filter(|finding| is_failure(finding)).count();
        writeln!(
            out,
            "<testsuite name=\"{path}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">",
            file.findings.len()
        )?;
        for finding in file.findings {
            case(&path, finding, out)?;
        }
        out.write_all(b"</testsuite>\n")
    }

    fn skipped(&mut self, path: &Path, reason: &str, out: &mut dyn Write) -> io::Result<()> {
        let result = format!("<skipped message=\"{}\"/>", xml::text(reason));
        self.one(path, [0, 1], &result, out)
    }

    fn failure(&mut self, path: &Path, message: &str, out: &mut dyn Write) -> io::Result<()> {
        let result = format!("<error type=\"read\" message=\"{}\"/>", xml::text(message));
        self.one(path, [1, 0], &result, out)
    }

    fn finish(&mut self, _: &Summary, out: &mut dyn Write) -> io::Result<()> {
        self.begin(out)?;
        out.write_all(b"</testsuites>\n")
    }
}

fn is_failure(finding: &Finding) -> bool {
    finding.severity > Severity::Note
}

fn case(path: &str, finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    let (rule, severity, start) = (finding.rule.id, finding.severity.name(), finding.start);
    let (line, column) = (start.line.max(1), start.column.max(1));
    let message = xml::text(&finding.message);
    writeln!(
        out,
        "<testcase classname=\"{path}\" name=\"{rule} {line}:{column}\" file=\"{path}\" line=\"{line}\">"
    )?;
    let place = format!("{path}:{line}:{column}: {severity} {rule}: {message}");
    if is_failure(finding) {
        // The text stands on the line of the tag, so that no line begins with a name.
        writeln!(out, "<failure type=\"{severity}\" message=\"{message}\">{place}</failure>")?;
    } else {
        writeln!(out, "<system-out>{place}</system-out>")?;
    }
    out.write_all(b"</testcase>\n")
}
