//! `--report`: what was changed, one JSON object a line, each written at once.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use sha2::{Digest, Sha256};
use untrusted_filter::Show;
use untrusted_filter::json::{Change, ChangeKind};
use untrusted_filter::mcp::{Note, NoteKind};

use super::super::exit::Outcome;
use super::super::{failed, hexadecimal, reason};

/// Where the lines go, if anywhere.
pub(crate) struct Report {
    file: Option<(File, PathBuf)>,
    result: io::Result<()>,
}

/// One line. Absent fields are left out.
#[derive(Debug, Default, Serialize)]
struct Line<'a> {
    r#type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// Of a stream of messages, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Of a tool's description, as it was sent, in UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<bool>,
}

impl Report {
    /// Opens the file anew.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, String> {
        let file = match path {
            Some(path) => {
                let file = File::create(path);
                let failure = |error| format!("{}: {}", Show::path(path), reason(&error));
                Some((file.map_err(failure)?, path.to_owned()))
            }
            None => None,
        };
        Ok(Self { file, result: Ok(()) })
    }

    /// Whether there is one.
    pub(crate) fn is_open(&self) -> bool {
        self.file.is_some()
    }

    /// Writes what a filter for JSON did; the file's name is safe to print.
    pub(crate) fn change(&mut self, file: &str, change: &Change) {
        let kind = match change.kind {
            ChangeKind::Changed => "changed",
            ChangeKind::Renamed => "renamed",
            ChangeKind::Kept => "kept",
        };
        let (file, path) = (Some(file), Some(&*change.path));
        self.write(&Line { r#type: kind, file, path, ..Line::default() });
    }

    /// Writes what a filter for the protocol tells.
    pub(crate) fn note(&mut self, note: &Note) {
        let path = Some(&*note.path).filter(|path| !path.is_empty());
        let line = Some(note.line);
        let mut told = Line { r#type: note.kind.name(), line, path, ..Line::default() };
        if let NoteKind::Tool { name, description } = &note.kind {
            told.name = Some(Show::new(name).to_string());
            told.sha256 = Some(hexadecimal(&Sha256::digest(description)));
        }
        self.write(&told);
    }

    /// Writes the last line: whether anything was changed.
    pub(crate) fn summary(&mut self, is_changed: bool) {
        let changed = Some(is_changed);
        self.write(&Line { r#type: "summary", changed, ..Line::default() });
    }

    fn write(&mut self, line: &Line<'_>) {
        let Some((file, _)) = &mut self.file else { return };
        if self.result.is_ok() {
            self.result = serde_json::to_vec(line).map_err(Into::into).and_then(|mut bytes| {
                bytes.push(b'\n');
                file.write_all(&bytes)
            });
        }
    }

    /// What came of writing.
    pub(crate) fn finish(self) -> Outcome {
        match (self.file, self.result) {
            (Some((_, path)), Err(error)) => {
                failed(&format_args!("cannot write to {}: {}", Show::path(&path), reason(&error)))
            }
            _ => Outcome::Clean,
        }
    }
}
