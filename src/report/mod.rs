//! Findings → output: who is told?
//!
//! A [`Report`] is told of each file as it is done and writes what its format needs: the findings,
//! never hidden or active text from a file, a name or a message. What it prints, linted, is clean.
//! Each format is one file with wire types of its own, so that a change inside the linter changes
//! no output.

mod ascii;
mod checkstyle;
mod diff;
mod excerpt;
mod fingerprint;
mod github;
mod gitlab;
mod human;
mod json;
mod junit;
mod location;
mod rdjson;
mod sarif;
mod short;
mod visible;
mod window;
mod xml;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub use diff::{Look, unified};

use crate::lint::{Edit, Finding, Severity};

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// For people: each finding with the line it stands in, then the diff of the repair.
    #[default]
    Human,
    /// One line a finding, as editors and grep have it: `path:line:col: severity rule: message`.
    Short,
    /// JSON Lines.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
    /// The code quality report of GitLab.
    Gitlab,
    /// The diagnostic format of reviewdog.
    Rdjson,
    /// Checkstyle XML.
    Checkstyle,
    /// JUnit XML.
    Junit,
}

impl Format {
    /// The names of the formats, in the order of the manual.
    pub const NAMES: &'static [&'static str] =
        &["human", "short", "json", "sarif", "github", "gitlab", "rdjson", "checkstyle", "junit"];

    /// The format of this name; `jsonl` and `concise` are other names of `json` and `short`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "human" => Self::Human,
            "short" | "concise" => Self::Short,
            "json" | "jsonl" => Self::Json,
            "sarif" => Self::Sarif,
            "github" => Self::Github,
            "gitlab" => Self::Gitlab,
            "rdjson" => Self::Rdjson,
            "checkstyle" => Self::Checkstyle,
            "junit" => Self::Junit,
            _ => return None,
        })
    }
}

/// What a caller may choose beside the format.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Colour, in the human format.
    pub color: bool,
    /// The columns of the terminal, for the human format; `None` is 100.
    pub width: Option<usize>,
    /// The diff of the repair after each file, in the human format.
    pub diff: bool,
    /// The folder that paths are relative to in the formats that services read (all but human, short
    /// and json), where they lie in it: absolute, and best the top of the repository. `None` leaves
    /// paths as they are.
    pub root: Option<PathBuf>,
    /// The absolute folder that relative paths start from: the working directory. Only used with
    /// `root`.
    pub dir: Option<PathBuf>,
}

/// A file that was read, and what was found in it.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// Its name, as it was given or found.
    pub path: &'a Path,
    /// Of a file that is taken record by record, which one this is, from 1; only the format json tells.
    pub record: Option<u64>,
    /// What is in it, in its own encoding.
    pub bytes: &'a [u8],
    /// What was found, in the order of the file.
    pub findings: &'a [Finding],
    /// The repair, in order and apart from each other, for the diff of the human format; empty
    /// where there is none to show.
    pub edits: &'a [Edit],
    /// How many findings the configuration or a baseline took out.
    pub suppressed: usize,
}

/// A run in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files that were linted.
    pub files: usize,
    /// Findings in all.
    pub findings: usize,
    /// Those that are errors.
    pub errors: usize,
    /// Those that are warnings.
    pub warnings: usize,
    /// Those that are notes.
    pub notes: usize,
    /// Files that were passed over.
    pub skipped: usize,
    /// Files that could not be read, and records that are none.
    pub failed: usize,
    /// Findings that the configuration or a baseline took out, which `findings` leaves out.
    pub suppressed: usize,
}

impl Summary {
    /// Counts the findings of one more file or record.
    pub fn add(&mut self, findings: &[Finding]) {
        self.findings += findings.len();
        for finding in findings {
            *match finding.severity {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
                Severity::Note => &mut self.notes,
            } += 1;
        }
    }
}

/// Writes a report in one format.
///
/// [`file`](Self::file), [`skipped`](Self::skipped) and [`failure`](Self::failure) are called once
/// for each path, in any order that is the same every time, and [`finish`](Self::finish) once after
/// them, also when there was nothing. `file` is to be called for clean files too: a format may list
/// them. All calls get the same `out`. Paths, messages and reasons may be hostile: every format makes
/// them safe itself. After an error of `out` nothing more is to be called.
///
/// The formats for people say nothing of files that were skipped or failed but in the last line: the
/// command does that on standard error, when it happens.
pub trait Report {
    /// A file was linted.
    ///
    /// # Errors
    ///
    /// Those of `out`, here as in the other calls.
    fn file(&mut self, file: &File<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// A file was passed over, which is no error.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn skipped(&mut self, path: &Path, reason: &str, out: &mut dyn Write) -> io::Result<()> {
        let _ = (path, reason, out);
        Ok(())
    }

    /// A file could not be read.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn failure(&mut self, path: &Path, message: &str, out: &mut dyn Write) -> io::Result<()> {
        let _ = (path, message, out);
        Ok(())
    }

    /// A record, of this number from 1, could not be taken for what it should be. Only the format
    /// json tells.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn bad_record(
        &mut self,
        path: &Path,
        record: u64,
        message: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let _ = (path, record, message, out);
        Ok(())
    }

    /// The run is over.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()>;
}

/// A report in this format.
#[must_use]
pub fn new(format: Format, settings: &Settings) -> Box<dyn Report + Send> {
    match format {
        Format::Human => Box::new(human::Human::new(settings)),
        Format::Short => Box::new(short::Short),
        Format::Json => Box::new(json::Json),
        Format::Sarif => Box::new(sarif::Sarif::new(settings)),
        Format::Github => Box::new(github::Github::new(settings)),
        Format::Gitlab => Box::new(gitlab::Gitlab::new(settings)),
        Format::Rdjson => Box::new(rdjson::Rdjson::new(settings)),
        Format::Checkstyle => Box::new(checkstyle::Checkstyle::new(settings)),
        Format::Junit => Box::new(junit::Junit::new(settings)),
    }
}
