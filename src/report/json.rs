//! JSON Lines: one object a line, ASCII only, `type` first. Keys are never renamed or taken away;
//! new ones may come after those that are there.
//!
//! `{"type":"finding"}`, one for each finding:
//!
//! | key | value |
//! |---|---|
//! | `path` | the file, as it was given or found; U+FFFD for what is not text in its name |
//! | `rule` | the id of the rule |
//! | `severity` | `error`, `warning` or `note` |
//! | `offset`, `length` | where it is, in bytes of the raw file, from 0 |
//! | `line` | the line of the first byte, from 1; a line ends at LF only |
//! | `column` | the column in code points, from 1 |
//! | `column_bytes`, `column_utf16` | the same in bytes of the raw file, and in UTF-16 code units |
//! | `code_points` | `U+202E`, or `byte 0xED` where bytes are ill-formed; the first 1,024 |
//! | `message` | one sentence |
//! | `decoded` | what it hides, escaped, at most 64 KiB; null where that is not known |
//! | `replacement` | what a repair puts in its place; null where there is no repair |
//! | `end_line`, `end_column` | the place after its last byte, in code points |
//! | `count` | how many code points there are in all |
//! | `fix` | `safe`, or `unsafe` where the repair may take away what is meant; null without a repair |
//! | `codec` | how `decoded` was encoded; null without it |
//! | `legitimate` | whether `decoded` is a known and honest use |
//! | `path_bytes` | base64 of the name; only where it is not UTF-8 |
//! | `record` | which record it is in, from 1; only where records are linted, and then places are in it |
//!
//! `{"type":"skipped"}` and `{"type":"failure"}`, for files that were passed over and that could
//! not be read, have `path`, `message` and `path_bytes`, and `record` where that is none. `{"type":"summary"}` is the last object:
//! `files`, `findings`, `errors`, `warnings`, `notes`, `skipped`, `failed`, `suppressed`.

use std::io::{self, Write};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use super::visible::visible;
use super::{File, Report, Summary, ascii, location};

pub(super) struct Json;

#[derive(Serialize)]
struct FindingLine<'a> {
    r#type: &'static str,
    path: &'a str,
    rule: &'static str,
    severity: &'static str,
    offset: usize,
    length: usize,
    line: usize,
    column: usize,
    column_bytes: usize,
    column_utf16: usize,
    code_points: Vec<String>,
    message: String,
    decoded: Option<&'a str>,
    replacement: Option<&'a str>,
    end_line: usize,
    end_column: usize,
    count: usize,
    fix: Option<&'static str>,
    codec: Option<&'static str>,
    legitimate: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<u64>,
}

#[derive(Serialize)]
struct FileLine<'a> {
    r#type: &'static str,
    path: &'a str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<u64>,
}

#[derive(Serialize)]
struct SummaryLine {
    r#type: &'static str,
    files: usize,
    findings: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    skipped: usize,
    failed: usize,
    suppressed: usize,
}

impl Report for Json {
    fn file(&mut self, file: &File<'_>, out: &mut dyn Write) -> io::Result<()> {
        let (path, path_bytes) = names(file.path);
        for finding in file.findings {
            let decoded = finding.decoded.as_ref();
            let fix = finding.fix.as_ref();
            let line = FindingLine {
                r#type: "finding",
                path: &path,
                rule: finding.rule.id,
                severity: finding.severity.name(),
                offset: finding.start.offset,
                length: finding.end.offset.saturating_sub(finding.start.offset),
                line: finding.start.line,
                column: finding.start.column,
                column_bytes: finding.start.column_bytes,
                column_utf16: finding.start.column_utf16,
                code_points: finding.code_points.iter().map(ToString::to_string).collect(),
                message: visible(&finding.message),
                decoded: decoded.map(|decoded| decoded.text.as_str()),
                replacement: fix.map(|fix| fix.replacement.as_str()),
                end_line: finding.end.line,
                end_column: finding.end.column,
                count: finding.count,
                fix: fix.map(|fix| if fix.is_safe { "safe" } else { "unsafe" }),
                codec: decoded.map(|decoded| decoded.codec),
                legitimate: decoded.is_some_and(|decoded| decoded.is_legitimate),
                path_bytes: path_bytes.as_deref(),
                record: file.record,
            };
            write(out, &line)?;
        }
        Ok(())
    }

    fn skipped(&mut self, path: &Path, reason: &str, out: &mut dyn Write) -> io::Result<()> {
        file_line("skipped", path, None, reason, out)
    }

    fn failure(&mut self, path: &Path, message: &str, out: &mut dyn Write) -> io::Result<()> {
        file_line("failure", path, None, message, out)
    }

    fn bad_record(
        &mut self,
        path: &Path,
        record: u64,
        message: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        file_line("failure", path, Some(record), message, out)
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let &Summary { files, findings, errors, warnings, notes, skipped, failed, suppressed } =
            summary;
        let r#type = "summary";
        write(
            out,
            &SummaryLine {
                r#type,
                files,
                findings,
                errors,
                warnings,
                notes,
                skipped,
                failed,
                suppressed,
            },
        )
    }
}

fn file_line(
    r#type: &'static str,
    path: &Path,
    record: Option<u64>,
    message: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (path, path_bytes) = names(path);
    let (path, path_bytes) = (path.as_str(), path_bytes.as_deref());
    write(out, &FileLine { r#type, path, message: visible(message), path_bytes, record })
}

/// A name as text, and as base64 if it is none.
fn names(path: &Path) -> (String, Option<String>) {
    let text = bstr::BStr::new(path.as_os_str().as_encoded_bytes()).to_string();
    (text, location::bytes_of(path).map(|bytes| STANDARD.encode(bytes)))
}

fn write(out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    ascii::write(out, line)?;
    out.write_all(b"\n")
}
