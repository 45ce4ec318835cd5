//! Tells what was done: the report, a diff or names on standard output, faults and notices on
//! standard error; makes repairs on the way.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use untrusted_filter::Show;
use untrusted_filter::lint::{Edit, Repair, Severity, edits, repair};
use untrusted_filter::report::{self, Look, Report, Summary, unified};

use super::super::args::{Color, DiffWhat, FixWhat};
use super::super::exit::Outcome;
use super::super::{failed, reason, say, stdio};
use super::baseline::Baseline;
use super::walk::Target;
use super::{Done, Job, Linted, fix, walk};

/// Tells what was done, in order: the report on standard output, faults on standard error.
pub(super) struct Teller<'a> {
    job: &'a Job<'a>,
    report: Option<Box<dyn Report + Send>>,
    summary: Summary,
    allowed: usize,
    known: usize,
    /// The worst finding.
    worst: Option<Severity>,
    has_failed: bool,
    new_baseline: Baseline,
    color: bool,
    progress: Progress,
}

impl<'a> Teller<'a> {
    pub(super) fn new(job: &'a Job<'a>) -> Self {
        let args = job.args;
        let color = match args.lint.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
            }
        };
        let format = args.lint.format().unwrap_or_default();
        let settings = report::Settings {
            color,
            width: stdio::width(),
            diff: !args.lint.no_diff,
            root: repository(),
            dir: std::env::current_dir().ok(),
        };
        let only_diff = !args.lint.diff.is_empty() && args.lint.fix.is_none();
        let has_report = !only_diff
            && !args.lint.quiet
            && !args.lint.files_with_findings
            && !args.lint.count
            && args.lint.write_baseline.is_none();
        Self {
            job,
            report: has_report.then(|| report::new(format, &settings)),
            summary: Summary::default(),
            allowed: 0,
            known: 0,
            worst: None,
            has_failed: false,
            new_baseline: Baseline::default(),
            color,
            progress: Progress::new(),
        }
    }

    pub(super) fn done(&mut self, done: Done, out: &mut dyn Write) -> io::Result<()> {
        let Done { target, result } = done;
        self.progress.step();
        let path = self.job.name(&target);
        let linted = match result {
            Ok(linted) => linted,
            Err(message) => return self.failure(path, &message, out),
        };
        if let Some(why) = linted.skipped {
            self.summary.skipped += 1;
            if let Some(report) = &mut self.report {
                report.skipped(path, why, out)?;
            }
            if !self.job.args.lint.quiet {
                self.progress.clear();
                say(&format_args!("{}: skipped, {why}", walk::shown(path)));
            }
            return Ok(());
        }
        self.summary.files += 1;
        self.allowed += linted.allowed;
        self.known += linted.known;
        let args = self.job.args;
        if args.lint.write_baseline.is_some() {
            self.new_baseline.add(path, &linted.bytes, &linted.findings);
        }
        let mut linted = linted;
        if let Some(which) = args.lint.fix {
            let which = if which == FixWhat::All { Repair::All } else { Repair::Safe };
            let made = edits(&linted.bytes, &linted.findings, which);
            if !made.is_empty() {
                match self.fix(&target, &linted.bytes, &made, out) {
                    Ok(rest) => linted = rest,
                    Err(message) => self.failure(path, &message, out)?,
                }
            }
        }
        self.tell(path, &linted, out)
    }

    /// Repairs a file; returns what is left to find in it.
    fn fix(
        &mut self,
        target: &Target,
        bytes: &[u8],
        made: &[Edit],
        out: &mut dyn Write,
    ) -> Result<Linted, String> {
        let said = |error: io::Error| reason(&error);
        let after = repair(bytes, made);
        match target {
            Target::Stdin => out.write_all(&after).map_err(said)?,
            other => {
                fix::rewrite(other.path(), bytes, &after, self.job.args.lint.fix_hard_links)
                    .map_err(said)?;
                if !self.job.args.lint.diff.is_empty() {
                    self.diff(self.job.name(target), bytes, made, out).map_err(said)?;
                }
            }
        }
        Ok(self.job.lint_bytes(target, after))
    }

    fn diff(
        &self,
        path: &Path,
        bytes: &[u8],
        made: &[Edit],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let is_raw = self.job.args.lint.raw || self.job.args.lint.diff.contains(&DiffWhat::Raw);
        let look = if is_raw { Look::Raw } else { Look::Visible { color: self.color } };
        unified(path, bytes, made, look, out)
    }

    fn tell(&mut self, path: &Path, linted: &Linted, out: &mut dyn Write) -> io::Result<()> {
        let args = self.job.args;
        let findings = &linted.findings;
        self.summary.add(findings);
        self.worst = self.worst.max(findings.iter().map(|finding| finding.severity).max());
        if args.lint.files_with_findings || args.lint.count {
            self.progress.clear();
            if args.lint.count {
                return writeln!(out, "{}:{}", walk::shown(path), findings.len());
            }
            return if findings.is_empty() {
                Ok(())
            } else {
                writeln!(out, "{}", walk::shown(path))
            };
        }
        if !args.lint.diff.is_empty() && args.lint.fix.is_none() {
            let which =
                if args.lint.diff.contains(&DiffWhat::All) { Repair::All } else { Repair::Safe };
            return self.diff(path, &linted.bytes, &edits(&linted.bytes, findings, which), out);
        }
        let Some(report) = &mut self.report else { return Ok(()) };
        if !findings.is_empty() {
            self.progress.clear();
        }
        let edits = edits(&linted.bytes, findings, Repair::Safe);
        let suppressed = linted.allowed + linted.known;
        let file = report::File {
            path,
            record: None,
            bytes: &linted.bytes,
            findings,
            edits: &edits,
            suppressed,
        };
        report.file(&file, out)
    }

    fn failure(&mut self, path: &Path, message: &str, out: &mut dyn Write) -> io::Result<()> {
        self.has_failed = true;
        self.summary.failed += 1;
        self.progress.clear();
        failed(&format_args!("{}: {}", walk::shown(path), Show::new(message)));
        match &mut self.report {
            Some(report) => report.failure(path, message, out),
            None => Ok(()),
        }
    }

    pub(super) fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.progress.clear();
        self.summary.suppressed = self.allowed + self.known;
        if let Some(report) = &mut self.report {
            report.finish(&self.summary, out)?;
        }
        if let Some(path) = &self.job.args.lint.write_baseline {
            let text = self.new_baseline.render().map_err(io::Error::other)?;
            if let Err(error) = fix::write(path, text.as_bytes()) {
                failed(&format_args!("{}: {}", walk::shown(path), reason(&error)));
                self.has_failed = true;
            }
        }
        if !self.job.args.lint.quiet {
            self.say_suppressed();
        }
        if self.summary.files == 0 && !self.has_failed {
            if self.job.args.lint.error_on_empty {
                failed(&"no file to lint");
                self.has_failed = true;
            } else if !self.job.args.lint.quiet {
                say(&"no file to lint");
            }
        }
        Ok(())
    }

    /// Says what was not told, and which file is the reason.
    fn say_suppressed(&self) {
        let baseline = self.job.baseline.as_ref().map(|(path, _)| path);
        for (count, path) in [(self.allowed, self.job.source.as_ref()), (self.known, baseline)] {
            if count > 0 {
                let by = path.map_or_else(|| "marks in the files".into(), |path| walk::shown(path));
                say(&format_args!("{count} findings suppressed by {by}"));
            }
        }
    }

    pub(super) fn outcome(&self) -> Outcome {
        let args = self.job.args;
        if self.has_failed {
            Outcome::Failed
        } else if !args.lint.exit_zero
            && args.lint.write_baseline.is_none()
            && self.worst.is_some_and(|worst| worst >= self.job.fail_on)
        {
            Outcome::Found
        } else {
            Outcome::Clean
        }
    }
}

/// The top of the repository that the working directory is in.
fn repository() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let top = here.ancestors().find(|folder| folder.join(".git").exists());
    Some(top.unwrap_or(&here).to_owned())
}

/// A line on standard error that says how far a long run has come, if a person is there.
struct Progress {
    is_shown: bool,
    count: usize,
    has_line: bool,
}

/// So many files are no long run.
const SHORT_RUN: usize = 500;

impl Progress {
    fn new() -> Self {
        Self { is_shown: io::stderr().is_terminal(), count: 0, has_line: false }
    }

    fn step(&mut self) {
        self.count += 1;
        if self.is_shown && self.count.is_multiple_of(SHORT_RUN) {
            let _nobody = write!(io::stderr(), "\r{} files", self.count);
            self.has_line = true;
        }
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.has_line) {
            let _nobody = write!(io::stderr(), "\r{:20}\r", "");
        }
    }
}
