//! `--lint --records`: each record is linted for itself, and told with its number.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use untrusted_filter::CopyError;
use untrusted_filter::lint::{Finding, Severity};
use untrusted_filter::report::{self, File, Format, Report, Settings, Summary};

use super::super::args::Unit;
use super::super::exit::Outcome;
use super::super::input::{self, Input};
use super::super::{failed, reason, written};
use super::{BufWriter, Job, Stdout};

/// What a line of JSON is linted as; other records are plain text.
const JSON: &str = "record.json";

impl Job<'_> {
    /// Lints the records of all inputs.
    pub(super) fn run_records(&self, unit: Unit) -> Outcome {
        let lint = &self.args.lint;
        if lint.fix.is_some() || !lint.diff.is_empty() || lint.write_baseline.is_some() {
            return failed(&"records are told, not repaired: leave out --records");
        }
        if !matches!(Format::from_name(&lint.format), Some(Format::Human | Format::Json)) {
            return failed(&"--records has the format json");
        }
        let mut told = Told {
            report: report::new(Format::Json, &Settings::default()),
            out: BufWriter::with_capacity(64 * 1024, Stdout),
            summary: Summary::default(),
            is_quiet: lint.quiet,
            worst: None,
        };
        let mut outcome = Outcome::Clean;
        for path in &*self.args.inputs() {
            told.summary.files += 1;
            match self.records_of(path, unit, &mut told) {
                Ok(()) => {}
                Err(CopyError::Read(error)) => {
                    told.summary.failed += 1;
                    outcome = failed(&format_args!("{}: {}", input::name(path), reason(&error)));
                }
                Err(CopyError::Write(error)) => return outcome.max(written(Err(error))),
            }
        }
        let is_found = told.worst.is_some_and(|worst| worst >= self.fail_on);
        outcome = outcome.max(if is_found { Outcome::Found } else { Outcome::Clean });
        outcome.max(written(told.finish()))
    }

    fn records_of(&self, path: &Path, unit: Unit, told: &mut Told) -> Result<(), CopyError> {
        let delimiter = if unit == Unit::Nul { b'\0' } else { b'\n' };
        let kind = if unit == Unit::Jsonl { Path::new(JSON) } else { Path::new("") };
        let mut input =
            BufReader::with_capacity(64 * 1024, Input::open(path).map_err(CopyError::Read)?);
        let mut record = Vec::new();
        for number in 1.. {
            record.clear();
            if input.read_until(delimiter, &mut record).map_err(CopyError::Read)? == 0 {
                break;
            }
            // The delimiter is no part of it, nor is what ends a line with it.
            record.pop_if(|last| *last == delimiter);
            if delimiter == b'\n' {
                record.pop_if(|last| *last == b'\r');
            }
            let findings = self.linter.lint(kind, &record);
            told.record(path, number, &record, &findings).map_err(CopyError::Write)?;
        }
        Ok(())
    }
}

/// Where findings are told.
struct Told {
    report: Box<dyn Report + Send>,
    out: BufWriter<Stdout>,
    summary: Summary,
    is_quiet: bool,
    worst: Option<Severity>,
}

impl Told {
    fn record(
        &mut self,
        path: &Path,
        number: u64,
        bytes: &[u8],
        findings: &[Finding],
    ) -> io::Result<()> {
        if findings.is_empty() {
            return Ok(());
        }
        self.worst = self.worst.max(findings.iter().map(|finding| finding.severity).max());
        self.summary.add(findings);
        if self.is_quiet {
            return Ok(());
        }
        let record = Some(number);
        let file = File { path, record, bytes, findings, edits: &[], suppressed: 0 };
        self.report.file(&file, &mut self.out)
    }

    fn finish(mut self) -> io::Result<()> {
        if !self.is_quiet {
            self.report.finish(&self.summary, &mut self.out)?;
        }
        self.out.flush()
    }
}
