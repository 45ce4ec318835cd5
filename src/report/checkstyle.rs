//! Checkstyle XML: a `file` for each file with findings, an `error` for each finding.

use std::io::{self, Write};
use std::path::Path;

use super::location::Base;
use super::{File, Report, Settings, Summary, xml};
use crate::lint::Severity;

pub(super) struct Checkstyle {
    base: Base,
    has_begun: bool,
}

impl Checkstyle {
    pub(super) fn new(settings: &Settings) -> Self {
        Self { base: Base::new(settings), has_begun: false }
    }

    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.has_begun {
            self.has_begun = true;
            writeln!(out, "{}<checkstyle version=\"4.3\">", xml::HEAD)?;
        }
        Ok(())
    }
}

impl Report for Checkstyle {
    fn file(&mut self, file: &File<'_>, out: &mut dyn Write) -> io::Result<()> {
        if file.findings.is_empty() {
            return Ok(());
        }
        self.begin(out)?;
        writeln!(out, "<file name=\"{}\">", xml::text(self.base.text(file.path)))?;
        for finding in file.findings {
            let severity = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "info",
            };
            let (start, rule) = (finding.start, finding.rule.id);
            let (line, column) = (start.line.max(1), start.column.max(1));
            let message = xml::text(&finding.message);
            writeln!(
                out,
                "<error line=\"{line}\" column=\"{column}\" severity=\"{severity}\" message=\"{message}\" source=\"untrusted-filter.{rule}\"/>"
            )?;
        }
        out.write_all(b"</file>\n")
    }

    fn failure(&mut self, path: &Path, message: &str, out: &mut dyn Write) -> io::Result<()> {
        self.begin(out)?;
        let (path, message) = (xml::text(self.base.text(path)), xml::text(message));
        writeln!(
            out,
            "<file name=\"{path}\">\n<error line=\"1\" severity=\"error\" message=\"{message}\" source=\"untrusted-filter\"/>\n</file>"
        )
    }

    fn finish(&mut self, _: &Summary, out: &mut dyn Write) -> io::Result<()> {
        self.begin(out)?;
        out.write_all(b"</checkstyle>\n")
    }
}
