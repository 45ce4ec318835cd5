//! `--lint --records`: each record is linted for itself, and told with its number. Nothing is read but
//! what is named.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use untrusted_filter::json::JsonFilter;
use untrusted_filter::lint::Severity;
use untrusted_filter::report::{self, File, Format, Report, Settings, Summary};
use untrusted_filter::{Filter, Policy};

use super::super::args::{Args, Unit};
use super::super::exit::Outcome;
use super::super::input::{Input, name as shown};
use super::super::records::LONGEST;
use super::super::{failed, reason, written};
use super::{BufWriter, Job, Stdout};

/// What a line of JSON is linted as; other records are plain text.
const JSON: &str = "record.json";

/// What records are linted as, if they are. With a list of files, `-z` belongs to the list.
pub(super) fn unit(args: &Args) -> Unit {
    if args.lint.files_from.is_some() { args.filter.records } else { args.filter.unit() }
}

/// What is wrong with the flags together.
pub(super) fn refusal(args: &Args) -> Option<&'static str> {
    let lint = &args.lint;
    if unit(args) == Unit::Whole {
        let is_wrong = args.flight.max_message.is_some();
        return is_wrong.then_some("--max-message with --lint needs --records");
    }
    let cases = [
        (
            lint.fix.is_some() || !lint.diff.is_empty(),
            "records are told, not repaired: leave out --records",
        ),
        (
            lint.format().is_some_and(|format| format != Format::Json),
            "--lint --records has the format json",
        ),
        (
            lint.baseline.is_some() || lint.write_baseline.is_some(),
            "a baseline is of files: leave out --records",
        ),
        (
            lint.agent_files
                || lint.files_from.is_some()
                || lint.error_on_empty
                || !lint.include.is_empty()
                || !lint.exclude.is_empty()
                || lint.force_exclude
                || lint.no_ignore,
            "--records reads what is named and looks for no files: leave out flags that choose files",
        ),
        (
            lint.files_with_findings || lint.count || lint.no_diff,
            "records are told one by one: leave out --files-with-findings, --count and --no-diff",
        ),
        (lint.trust_inline, "records do not excuse themselves: leave out --trust-inline"),
        (lint.threads.is_some(), "records are linted one after another: leave out --threads"),
    ];
    cases.iter().find(|(is_wrong, _)| *is_wrong).map(|(_, message)| *message)
}

impl Job<'_> {
    /// Lints the records of all inputs.
    pub(super) fn run_records(&self, unit: Unit) -> Outcome {
        if let Some(path) = self.source.as_ref().filter(|_| self.settings.are_of_files()) {
            return failed(&format_args!(
                "{}: paths, allow and baseline are of files: leave out --records",
                shown(path)
            ));
        }
        let mut told = Told {
            report: (!self.args.lint.quiet)
                .then(|| report::new(Format::Json, &Settings::default())),
            out: BufWriter::with_capacity(64 * 1024, Stdout),
            summary: Summary::default(),
            worst: None,
            bad: 0,
        };
        let inputs = self.args.inputs();
        let result = inputs.iter().try_for_each(|path| self.records_of(path, unit, &mut told));
        let result = result.and_then(|()| told.finish());
        // What was found before the reader went away was found all the same.
        told.outcome(self).max(written(result))
    }

    /// Lints the records of one input. The error is the writer's.
    fn records_of(&self, path: &Path, unit: Unit, told: &mut Told) -> io::Result<()> {
        let is_stdin = path.as_os_str() == "-";
        let name = self.args.lint.stdin_filename.as_deref().filter(|_| is_stdin).unwrap_or(path);
        let mut records = match Input::open(path) {
            Ok(input) => RecordReader {
                input: BufReader::with_capacity(64 * 1024, input),
                delimiter: if unit == Unit::Nul { b'\0' } else { b'\n' },
                longest: self.args.flight.max_message.unwrap_or(LONGEST),
            },
            Err(error) => return told.failure(name, &reason(&error)),
        };
        told.summary.files += 1;
        let kind = if unit == Unit::Jsonl { Path::new(JSON) } else { Path::new("") };
        let mut json = JsonFilter::new(Filter::new(&Policy::verbatim())).records();
        let mut record = Vec::new();
        for number in 1.. {
            let next = match records.next(&mut record) {
                Ok(next) => next,
                Err(error) => {
                    told.failure(name, &reason(&error))?;
                    break;
                }
            };
            match next {
                Next::End => break,
                Next::TooLong => {
                    let longest = records.longest;
                    let message = format!("longer than {longest} bytes: see --max-message");
                    told.bad_record(name, number, &message)?;
                    continue;
                }
                Next::Record => {}
            }
            if unit == Unit::Jsonl {
                let pushed = json.push(&record, |_| {});
                // It may hide something all the same.
                if let Err(error) = pushed.and(json.finish(|_| {})) {
                    told.bad_record(name, number, &error.to_string())?;
                }
            }
            // Text may begin with a byte order mark; what is NUL-ended is no text, but names and the
            // like.
            let may_have_mark = number == 1 && unit != Unit::Nul;
            let findings = self.linter.lint_record(kind, &record, may_have_mark);
            let file = File {
                path: name,
                record: Some(number),
                bytes: &record,
                findings: &findings,
                edits: &[],
                suppressed: 0,
            };
            told.record(&file)?;
        }
        told.end_input(name)
    }
}

/// What comes next in an input.
enum Next {
    End,
    Record,
    /// It was passed over.
    TooLong,
}

/// The records of an input.
struct RecordReader {
    input: BufReader<Input>,
    delimiter: u8,
    longest: usize,
}

impl RecordReader {
    /// Reads a record. The delimiter is no part of it, nor is CR before LF.
    fn next(&mut self, record: &mut Vec<u8>) -> io::Result<Next> {
        record.clear();
        let most = (self.longest as u64).saturating_add(1);
        if self.input.by_ref().take(most).read_until(self.delimiter, record)? == 0 {
            return Ok(Next::End);
        }
        if record.pop_if(|last| *last == self.delimiter).is_none() {
            if record.len() > self.longest {
                self.input.skip_until(self.delimiter)?;
                return Ok(Next::TooLong);
            }
        } else if self.delimiter == b'\n' {
            record.pop_if(|last| *last == b'\r');
        }
        Ok(Next::Record)
    }
}

/// Where findings are told.
struct Told {
    report: Option<Box<dyn Report + Send>>,
    out: BufWriter<Stdout>,
    summary: Summary,
    worst: Option<Severity>,
    /// So many records of this input could not be taken for what they should be.
    bad: u64,
}

impl Told {
    fn record(&mut self, file: &File<'_>) -> io::Result<()> {
        let findings = file.findings;
        if findings.is_empty() {
            return Ok(());
        }
        self.worst = self.worst.max(findings.iter().map(|finding| finding.severity).max());
        self.summary.add(findings);
        match &mut self.report {
            Some(report) => report.file(file, &mut self.out),
            None => Ok(()),
        }
    }

    /// An input could not be read.
    fn failure(&mut self, path: &Path, message: &str) -> io::Result<()> {
        self.summary.failed += 1;
        failed(&format_args!("{}: {message}", shown(path)));
        match &mut self.report {
            Some(report) => report.failure(path, message, &mut self.out),
            None => Ok(()),
        }
    }

    /// A record is none. There may be millions: on standard error the first one has to do.
    fn bad_record(&mut self, path: &Path, number: u64, message: &str) -> io::Result<()> {
        self.summary.failed += 1;
        self.bad += 1;
        if self.bad == 1 {
            failed(&format_args!("{}: record {number}: {message}", shown(path)));
        }
        match &mut self.report {
            Some(report) => report.bad_record(path, number, message, &mut self.out),
            None => Ok(()),
        }
    }

    fn end_input(&mut self, path: &Path) -> io::Result<()> {
        let bad = std::mem::take(&mut self.bad);
        if bad > 1 {
            failed(&format_args!(
                "{}: {} more records are no JSON or too long",
                shown(path),
                bad - 1
            ));
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        if let Some(report) = &mut self.report {
            report.finish(&self.summary, &mut self.out)?;
        }
        self.out.flush()
    }

    fn outcome(&self, job: &Job<'_>) -> Outcome {
        let is_bad = self.worst.is_some_and(|worst| worst >= job.fail_on);
        if self.summary.failed > 0 {
            Outcome::Failed
        } else if is_bad && !job.args.lint.exit_zero {
            Outcome::Found
        } else {
            Outcome::Clean
        }
    }
}
