//! The report for people: the worst first, each with the line it stands in and what it hides; what
//! repeats itself in a file is counted. Then the diff of the file's repair, and at the end the sum.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::diff::{Look, paint, unified};
use super::excerpt::excerpt;
use super::visible::{capped, visible, visible_start};
use super::{File, Report, Settings, Summary};
use crate::lint::{Decoded, Finding, Fix, Severity};

/// The width without a terminal, and the least that is of use.
const WIDTH: usize = 100;
const MIN_WIDTH: usize = 40;
/// Findings of a rule in a file that are shown in full before they are counted.
const WHOLE: usize = 3;
/// Findings with a payload that are shown in full.
const PAYLOADS: usize = 10;
/// Places that are named of those that are counted.
const PLACES: usize = 8;
/// Characters of a payload that are quoted.
const QUOTED: usize = 1000;
/// The rule about names, which no line shows.
const FILE_NAME: &str = "file-name";
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

pub(super) struct Human {
    color: bool,
    width: usize,
    diff: bool,
    has_begun: bool,
}

/// The findings of a rule and severity in one file.
struct Group<'a> {
    severity: Severity,
    rule: &'static str,
    findings: Vec<&'a Finding>,
}

impl Human {
    pub(super) fn new(settings: &Settings) -> Self {
        let width = settings.width.unwrap_or(WIDTH).max(MIN_WIDTH);
        Self { color: settings.color, width, diff: settings.diff, has_begun: false }
    }

    /// An empty line between the parts of the report.
    fn part(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.has_begun {
            writeln!(out)?;
        }
        self.has_begun = true;
        Ok(())
    }

    fn group(
        &mut self,
        file: &File<'_>,
        path: &str,
        group: &Group<'_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let is_few = group.findings.len() <= WHOLE;
        let mut payloads = 0;
        let (mut whole, mut more) = (Vec::new(), Vec::new());
        for (index, finding) in group.findings.iter().enumerate() {
            let has_payload = finding.decoded.is_some() && payloads < PAYLOADS;
            payloads += usize::from(has_payload);
            if is_few || index == 0 || has_payload {
                whole.push(*finding);
            } else {
                more.push(*finding);
            }
        }
        for finding in whole {
            self.part(out)?;
            self.finding(file, path, finding, out)?;
        }
        if more.is_empty() {
            return Ok(());
        }
        let mut places = String::new();
        for finding in more.iter().take(PLACES) {
            let _ = write!(places, " {}:{}", finding.start.line, finding.start.column);
        }
        if more.len() > PLACES {
            places.push_str(" \u{2026}");
        }
        let style = paint(self.color, level(group.severity));
        let (severity, rule, count) = (group.severity.name(), group.rule, more.len());
        writeln!(out, "  {style}and {count} more{style:#} {severity} {rule} at{places}")
    }

    fn finding(
        &self,
        file: &File<'_>,
        path: &str,
        finding: &Finding,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (bold, dim) = (paint(self.color, BOLD), paint(self.color, DIM));
        let level = paint(self.color, level(finding.severity));
        let Finding { start, end, .. } = finding;
        let (severity, rule) = (finding.severity.name(), finding.rule.id);
        writeln!(
            out,
            "{bold}{path}:{}:{}{bold:#}: {level}{severity} {rule}{level:#}: {}",
            start.line,
            start.column,
            visible(&finding.message)
        )?;
        if finding.rule.id != FILE_NAME {
            let gutter = start.line.to_string();
            let columns = self.width.saturating_sub(gutter.len() + 6).max(MIN_WIDTH / 2);
            let excerpt = excerpt(file.bytes, &finding.span(), columns);
            let (before, hit) = excerpt.text.split_at(excerpt.hit.start);
            let (hit, after) = hit.split_at(excerpt.hit.len());
            writeln!(out, "  {dim}{gutter} |{dim:#} {before}{level}{hit}{level:#}{after}")?;
            let (blank, space) = (" ".repeat(gutter.len()), " ".repeat(excerpt.column));
            let mark = "^".repeat(excerpt.width);
            writeln!(out, "  {dim}{blank} |{dim:#} {space}{level}{mark}{level:#}")?;
            let fix =
                finding.fix.as_ref().map_or_else(String::new, |fix| format!("; {}", said(fix)));
            writeln!(out, "  {dim}bytes {}..{}{fix}{dim:#}", start.offset, end.offset)?;
        }
        // The message quotes the start; what it has whole need not be said again.
        match &finding.decoded {
            Some(Decoded { codec, text, .. }) if !finding.message.contains(text.as_str()) => {
                let text = capped(&visible(text), QUOTED);
                writeln!(out, "  {dim}as {}:{dim:#} \"{text}\"", visible(codec))
            }
            _ => Ok(()),
        }
    }
}

impl Report for Human {
    fn file(&mut self, file: &File<'_>, out: &mut dyn Write) -> io::Result<()> {
        let path = visible_start(file.path.as_os_str().as_encoded_bytes());
        for group in groups(file.findings) {
            self.group(file, &path, &group, out)?;
        }
        if self.diff && !file.edits.is_empty() {
            self.part(out)?;
            unified(file.path, file.bytes, file.edits, Look::Visible { color: self.color }, out)?;
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        self.part(out)?;
        writeln!(out, "{}", self::summary(summary))
    }
}

/// The groups of a file: the worst first, then in the order of the file.
fn groups(findings: &[Finding]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for finding in findings {
        let (severity, rule) = (finding.severity, finding.rule.id);
        match groups.iter_mut().find(|group| (group.severity, group.rule) == (severity, rule)) {
            Some(group) => group.findings.push(finding),
            None => groups.push(Group { severity, rule, findings: vec![finding] }),
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.severity));
    groups
}

/// What a repair does.
fn said(fix: &Fix) -> String {
    let what = match fix.replacement.as_str() {
        "" => "take it out".to_owned(),
        with => format!("write \"{}\" instead", capped(&visible(with), 20)),
    };
    if fix.is_safe {
        format!("repair: {what}")
    } else {
        format!("repair, if it is not meant: {what}")
    }
}

const fn level(severity: Severity) -> Style {
    match severity {
        Severity::Error => AnsiColor::Red.on_default().bold(),
        Severity::Warning => AnsiColor::Yellow.on_default().bold(),
        Severity::Note => AnsiColor::Cyan.on_default().bold(),
    }
}

/// A run in one line.
pub(super) fn summary(summary: &Summary) -> String {
    let mut text = format!("{}: ", counted(summary.files, "file"));
    if summary.findings == 0 {
        text.push_str("nothing found");
    } else {
        text.push_str(&counted(summary.findings, "finding"));
        let kinds =
            [(summary.errors, "error"), (summary.warnings, "warning"), (summary.notes, "note")];
        let kinds = kinds.iter().filter(|(count, _)| *count > 0);
        let kinds: Vec<_> = kinds.map(|(count, noun)| counted(*count, noun)).collect();
        let _ = write!(text, " ({})", kinds.join(", "));
    }
    for (count, what) in [
        (summary.suppressed, "suppressed"),
        (summary.skipped, "skipped"),
        (summary.failed, "could not be read"),
    ] {
        if count > 0 {
            let _ = write!(text, "; {count} {what}");
        }
    }
    text
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
