//! The manual page and completions, from the definition of the flags.

use std::io;

use clap_complete::{Shell, generate};
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};
use untrusted_filter::Class;
use untrusted_filter::lint::{RULES, Rule};

use super::args::{Document, command};

const NAME: &str = "untrusted-filter";

/// Renders a document.
pub(crate) fn render(document: Document) -> io::Result<Vec<u8>> {
    let shell = match document {
        Document::Man => return manual(),
        Document::CompleteBash => Shell::Bash,
        Document::CompleteElvish => Shell::Elvish,
        Document::CompleteFish => Shell::Fish,
        Document::CompletePowershell => Shell::PowerShell,
        Document::CompleteZsh => Shell::Zsh,
    };
    let mut script = Vec::new();
    generate(shell, &mut command(), NAME, &mut script);
    Ok(script)
}

/// The manual: what the flags say of themselves, and what is beyond one flag.
fn manual() -> io::Result<Vec<u8>> {
    let man = Man::new(command());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    let mut options = Vec::new();
    man.render_options_section(&mut options)?;
    page.extend_from_slice(subsections(&String::from_utf8_lossy(&options)).as_bytes());
    let text =
        include_str!("manual.txt").replace("@classes@", &classes()).replace("@rules@", &rules());
    for section in text.split("\n# ").map(|text| text.trim_start_matches("# ")) {
        render_section(section, &mut page)?;
    }
    man.render_version_section(&mut page)?;
    Ok(ascii(&String::from_utf8_lossy(&page)).into_bytes())
}

/// The names of all classes, for a sentence.
fn classes() -> String {
    Class::ALL.iter().map(|class| class.name()).collect::<Vec<_>>().join(", ")
}

/// The rules of the linter, as terms.
fn rules() -> String {
    let rule = |rule: &&Rule| {
        let state = if rule.is_optional { "off, " } else { "" };
        format!("  {}: {state}{}: {}.", rule.id, rule.severity.name(), rule.title)
    };
    RULES.iter().map(rule).collect::<Vec<_>>().join("\n")
}

/// Groups of flags as parts of their section, not as sections among the others.
fn subsections(options: &str) -> String {
    let mut lines = String::new();
    for line in options.lines() {
        match line.strip_prefix(".SH ") {
            Some(title) if title != "OPTIONS" => {
                let title = title.trim_matches('"').to_lowercase();
                let (first, rest) = title.split_at(title.len().min(1));
                lines.extend([".SS \"", &first.to_uppercase(), rest, "\"\n"]);
            }
            _ => lines.extend([line, "\n"]),
        }
    }
    lines
}

/// What the oldest formatter reads: other characters by number.
fn ascii(page: &str) -> String {
    let mut text = String::new();
    for c in page.chars() {
        if c.is_ascii() {
            text.push(c);
        } else {
            text.push_str(&format!("\\[u{:04X}]", c as u32));
        }
    }
    text
}

/// One section: its title, then paragraphs, terms (`term: text` after two spaces, going on after
/// six) and examples (after four spaces). What stands between backquotes is bold.
fn render_section(section: &str, page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    let (title, body) = section.split_once('\n').unwrap_or((section, ""));
    roff.control("SH", [title.trim()]);
    for (nth, paragraph) in body.trim_matches('\n').split("\n\n").enumerate() {
        // A section's first paragraph needs no space before it, and terms make their own.
        if nth > 0 && (paragraph.starts_with("    ") || !paragraph.starts_with("  ")) {
            roff.control("PP", []);
        }
        if paragraph.starts_with("    ") {
            roff.control("nf", []);
            for line in paragraph.lines() {
                roff.text([roman(line)]);
            }
            roff.control("fi", []);
        } else if paragraph.starts_with("  ") {
            for (term, text) in terms(paragraph) {
                roff.control("TP", []);
                roff.text([bold(term)]);
                roff.text(inlines(&text));
            }
        } else {
            roff.text(inlines(&one_line(paragraph)));
        }
    }
    roff.to_writer(page)
}

/// The terms of a paragraph, each with its text.
fn terms(paragraph: &str) -> Vec<(&str, String)> {
    let mut terms: Vec<(&str, String)> = Vec::new();
    for line in paragraph.lines() {
        match terms.last_mut() {
            Some((_, text)) if line.starts_with("      ") => {
                text.push(' ');
                text.push_str(line.trim());
            }
            _ => {
                let (term, text) = line.trim().split_once(": ").unwrap_or((line.trim(), ""));
                terms.push((term, text.to_owned()));
            }
        }
    }
    terms
}

fn one_line(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn inlines(text: &str) -> Vec<Inline> {
    let parts = text.split('`').enumerate();
    parts.map(|(nth, part)| if nth % 2 == 1 { bold(part) } else { roman(part) }).collect()
}
