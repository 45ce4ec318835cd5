//! The manual page and the completion scripts in `man/` are what the command prints of itself.
//! After a change to the flags, `UPDATE=1 cargo test --test it manual` writes them anew.

use std::fs;
use std::path::{Path, PathBuf};

use bstr::ByteSlice as _;

use crate::command::filtered;

/// What `--generate` takes, and the file in `man/` that it goes to.
const DOCUMENTS: &[(&str, &str)] = &[
    ("man", "untrusted-filter.1"),
    ("complete-bash", "completions/untrusted-filter.bash"),
    ("complete-elvish", "completions/untrusted-filter.elv"),
    ("complete-fish", "completions/untrusted-filter.fish"),
    ("complete-powershell", "completions/untrusted-filter.ps1"),
    ("complete-zsh", "completions/_untrusted-filter"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("man")
}

#[test]
fn documents_are_current() {
    let mut stale = Vec::new();
    for (document, name) in DOCUMENTS {
        let generated = filtered(&["--generate", document], "");
        let path = folder().join(name);
        if std::env::var_os("UPDATE").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &*generated).unwrap();
        }
        // A checkout may have changed the line ends.
        let stored = fs::read(&path).unwrap_or_default().replace("\r\n", "\n");
        if stored != **generated {
            stale.push(*name);
        }
    }
    assert!(
        stale.is_empty(),
        "run UPDATE=1 cargo test --test it manual: {stale:?} are not current"
    );
}

/// Nothing in `man/` but what is generated, and each document once.
#[test]
fn no_document_is_left_over() {
    let known: Vec<_> = DOCUMENTS.iter().map(|(_, name)| folder().join(name)).collect();
    for folder in [folder(), folder().join("completions")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            assert!(path.is_dir() || known.contains(&path), "{}", path.display());
        }
    }
    let help = filtered(&["--help"], "").to_string();
    for (document, _) in DOCUMENTS {
        assert!(help.contains(&format!("- {document}:")), "{document}");
    }
}

/// Every flag of the help stands in the manual and, long ones, in every completion script.
#[test]
fn every_flag_is_in_the_manual() {
    let help = filtered(&["--help"], "").to_string();
    let flags: Vec<_> = help.lines().filter_map(flags).flatten().collect();
    assert!(flags.iter().filter(|flag| flag.starts_with("--")).count() >= 15, "{flags:?}");
    for (document, name) in DOCUMENTS {
        let mut text = filtered(&["--generate", document], "").to_string();
        for (roff, plain) in [("\\-", "-"), ("\\fB", ""), ("\\fI", ""), ("\\fR", "")] {
            text = text.replace(roff, plain);
        }
        let words: Vec<_> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
        for flag in &flags {
            let written = match *document {
                // These write `-l help`, `-s h`.
                "complete-fish" => flag.trim_start_matches('-'),
                _ => flag,
            };
            assert!(words.contains(&written), "{name} has no {flag}");
        }
    }
}

/// The flags that a line of the help introduces: `  -p, --profile <NAME>`. Text is indented deeper.
fn flags(line: &str) -> Option<Vec<String>> {
    let (indent, line) = (line.len() - line.trim_start().len(), line.trim_start());
    (indent <= 6 && line.starts_with('-')).then(|| {
        let head = line.split(" <").next().unwrap().split('[').next().unwrap();
        let flags = head.split(", ").filter(|part| part.starts_with('-'));
        let flags = flags.filter(|flag| flag.len() > 1 && !flag.starts_with("- "));
        flags.map(|flag| flag.trim().to_owned()).collect()
    })
}

/// Short help names every flag that long help does.
#[test]
fn short_and_long_help_agree() {
    let named = |args: &[&str]| {
        let help = filtered(args, "").to_string();
        let lines: Vec<_> = help.lines().map(str::to_owned).collect();
        let flags = lines.iter().filter_map(|line| flags(line)).flatten();
        flags.map(|flag| flag.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(named(&["-h"]), named(&["--help"]));
}

#[test]
fn the_version_is_the_package_s() {
    let wanted = format!("untrusted-filter {}\n", env!("CARGO_PKG_VERSION"));
    for flag in ["-V", "--version"] {
        assert_eq!(filtered(&[flag], ""), wanted);
    }
}

/// The first line of the page has the version, the page has the sections that people look for.
#[test]
fn the_page_has_its_sections() {
    let page = filtered(&["--generate", "man"], "").to_string();
    assert!(page.contains(&format!("untrusted-filter {}", env!("CARGO_PKG_VERSION"))));
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "PROFILES", "VERSION"] {
        assert!(page.lines().any(|line| line == format!(".SH {section}")), "{section}");
    }
    assert!(!page.contains('\u{1B}'));
}
