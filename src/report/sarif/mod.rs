//! SARIF 2.1.0, as code scanning takes it: columns in UTF-16 code units, which is said; relative URIs;
//! byte offsets among the properties, since viewers misread them in a region.
//!
//! At most 25,000 results, the worst: more would be refused as a whole. What was left out is said.

mod wire;

use std::cmp::Reverse;
use std::io::{self, Write};
use std::path::Path;

use self::wire::*;
use super::fingerprint::Fingerprints;
use super::location::Base;
use super::visible::{capped, visible};
use super::{File, Report, Settings, Summary, ascii};
use crate::lint::{Finding, RULES, Rule, Severity};

/// So many results one run may have.
const RESULTS: usize = 25_000;
/// Characters of a payload in a message.
const QUOTED: usize = 1000;

pub(super) struct Sarif {
    base: Base,
    results: Vec<(Severity, Entry)>,
    left_out: usize,
    notifications: Vec<Notification>,
}

impl Sarif {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            base: Base::new(settings),
            results: Vec::new(),
            left_out: 0,
            notifications: Vec::new(),
        }
    }

    /// Keeps the worst, and of those the first.
    fn cap(&mut self) {
        self.results.sort_by_key(|(severity, _)| Reverse(*severity));
        self.left_out += self.results.len().saturating_sub(RESULTS);
        self.results.truncate(RESULTS);
    }

    fn notify(&mut self, level: &'static str, path: Option<&Path>, text: String) {
        let locations = path.map(|path| {
            let artifact_location = Artifact { uri: self.base.uri(path) };
            [Location { physical_location: Physical { artifact_location, region: None } }]
        });
        let message = Message { text };
        self.notifications.push(Notification { level, message, locations });
    }
}

impl Report for Sarif {
    fn file(&mut self, file: &File<'_>, _: &mut dyn Write) -> io::Result<()> {
        let uri = self.base.uri(file.path);
        let mut fingerprints = Fingerprints::default();
        for finding in file.findings {
            let fingerprint = fingerprints.next(&uri, file.bytes, finding);
            self.results.push((finding.severity, entry(&uri, fingerprint, finding)));
        }
        if self.results.len() > 2 * RESULTS {
            self.cap();
        }
        Ok(())
    }

    fn skipped(&mut self, path: &Path, reason: &str, _: &mut dyn Write) -> io::Result<()> {
        self.notify("note", Some(path), plain(reason));
        Ok(())
    }

    fn failure(&mut self, path: &Path, message: &str, _: &mut dyn Write) -> io::Result<()> {
        self.notify("error", Some(path), plain(message));
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        self.cap();
        if self.left_out > 0 {
            let text =
                format!("{} findings were left out: a run may have {RESULTS}", self.left_out);
            self.notify("warning", None, text);
        }
        let log = Log {
            schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            version: "2.1.0",
            runs: [Run {
                tool: Tool {
                    driver: Driver {
                        name: "untrusted-filter",
                        semantic_version: env!("CARGO_PKG_VERSION"),
                        rules: RULES.iter().map(|rule| descriptor(rule)).collect(),
                    },
                },
                column_kind: "utf16CodeUnits",
                automation_details: Automation { id: "untrusted-filter/" },
                invocations: [Invocation {
                    execution_successful: summary.failed == 0,
                    tool_execution_notifications: std::mem::take(&mut self.notifications),
                }],
                results: self.results.drain(..).map(|(_, entry)| entry).collect(),
            }],
        };
        ascii::write(out, &log)?;
        out.write_all(b"\n")
    }
}

fn descriptor(rule: &'static Rule) -> Descriptor {
    let Rule { title, why, legitimate, remedy, .. } = rule;
    Descriptor {
        id: rule.id,
        short_description: Message { text: sentence(title) },
        full_description: Message { text: (*why).to_owned() },
        help: Help {
            text: format!("{why}\n\nLegitimate: {legitimate}\n\nWhat to do: {remedy}"),
            markdown: format!("{why}\n\n**Legitimate:** {legitimate}\n\n**What to do:** {remedy}"),
        },
        default_configuration: Configuration {
            enabled: !rule.is_optional,
            level: rule.severity.name(),
        },
        properties: RuleProperties {
            tags: ["security", "unicode"],
            security_severity: match rule.severity {
                Severity::Error => "8.0",
                Severity::Warning => "5.0",
                Severity::Note => "2.0",
            },
            precision: match rule.severity {
                Severity::Error => "very-high",
                Severity::Warning => "high",
                Severity::Note => "medium",
            },
        },
    }
}

fn entry(uri: &str, fingerprint: String, finding: &Finding) -> Entry {
    let (start, end) = (finding.start, finding.end);
    let region = || Region {
        start_line: start.line.max(1),
        start_column: start.column_utf16.max(1),
        end_line: end.line.max(start.line).max(1),
        end_column: end.column_utf16.max(1),
    };
    let artifact_location = || Artifact { uri: uri.to_owned() };
    let fixes = finding.fix.as_ref().map(|fix| {
        let text = if fix.is_safe { "Repair" } else { "Repair, if it is not meant" };
        let inserted_content = Content { text: fix.replacement.clone() };
        let replacements = [Replacement { deleted_region: region(), inserted_content }];
        let artifact_changes = [Change { artifact_location: artifact_location(), replacements }];
        [Fix { description: Message { text: text.to_owned() }, artifact_changes }]
    });
    let mut text = format!("{}.", sentence(&plain(&finding.message)));
    let decoded = finding.decoded.as_ref().map(|decoded| capped(&decoded.text, QUOTED));
    if let Some(decoded) = &decoded
        && !finding.message.contains(decoded.as_str())
    {
        text.push_str(&format!(" It says: \"{}\"", plain(decoded)));
    }
    Entry {
        rule_id: finding.rule.id,
        rule_index: RULES.iter().position(|rule| *rule == finding.rule),
        level: finding.severity.name(),
        message: Message { text },
        locations: [Location {
            physical_location: Physical {
                artifact_location: artifact_location(),
                region: Some(region()),
            },
        }],
        partial_fingerprints: Prints { own: fingerprint },
        fixes,
        properties: Properties {
            byte_offset: start.offset,
            byte_length: end.offset.saturating_sub(start.offset),
            code_points: finding.code_points.iter().take(16).map(ToString::to_string).collect(),
            count: finding.count,
            codec: finding.decoded.as_ref().map(|decoded| decoded.codec),
            decoded,
        },
    }
}

/// Text for a message, in which `[a](b)` would be a link.
fn plain(text: &str) -> String {
    visible(text).replace("](", "\\](")
}

/// With a capital letter.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
