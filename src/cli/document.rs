//! The manual page and completions, from the definition of the flags.

use std::io;

use clap_complete::{Shell, generate};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

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
    man.render_options_section(&mut page)?;
    for section in include_str!("manual.txt").split("\n# ").map(|text| text.trim_start_matches("# ")) {
        render_section(section, &mut page)?;
    }
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// One section: its title, then paragraphs, terms (`term: text`, both on one line after two
/// spaces) and examples (after four spaces).
fn render_section(section: &str, page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    let (title, body) = section.split_once('\n').unwrap_or((section, ""));
    roff.control("SH", [title.trim()]);
    for paragraph in body.trim_end().split("\n\n").filter(|text| !text.trim().is_empty()) {
        if paragraph.trim_start_matches('\n').starts_with("    ") {
            roff.control("PP", []);
            roff.control("nf", []);
            for line in paragraph.trim_matches('\n').lines() {
                roff.text([roman(line)]);
            }
            roff.control("fi", []);
        } else if paragraph.trim_start_matches('\n').starts_with("  ") {
            for line in paragraph.trim_matches('\n').lines() {
                let (term, text) = line.trim().split_once(": ").unwrap_or((line.trim(), ""));
                roff.control("TP", []);
                roff.text([bold(term)]);
                roff.text([roman(text)]);
            }
        } else {
            roff.control("PP", []);
            roff.text([roman(paragraph.split_whitespace().collect::<Vec<_>>().join(" "))]);
        }
    }
    roff.to_writer(page)
}
