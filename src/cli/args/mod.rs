//! Flags, a group a file. The only room that names the flag library; what was typed is given its
//! meaning elsewhere.

mod exec;
mod filter;
mod flight;
mod instead;
mod lint;
mod records;
mod trace;

use std::borrow::Cow;
use std::env;
use std::path::PathBuf;

use clap::{Command, CommandFactory, Parser, ValueEnum};

pub(crate) use self::exec::{ExecArgs, WATCH};
pub(crate) use self::filter::{FilterArgs, Unit};
pub(crate) use self::flight::{FlightArgs, InputFormat};
pub(crate) use self::instead::{InsteadArgs, Shown};
pub(crate) use self::lint::{Color, DiffWhat, FixWhat, LintArgs};
pub(crate) use self::records::{OnError, RecordArgs};
pub(crate) use self::trace::{Source, TraceArgs};

/// Make text that strangers wrote safe to show and to embed.
///
/// Reads FILEs, or standard input, and writes well-formed UTF-8 in which nothing is hidden or
/// active: terminal sequences, controls, bidi overrides, tags, stray joiners and selectors go;
/// correct text of every script, emoji and flags stay byte for byte. Output comes as soon as it is
/// decided.
#[derive(Clone, Debug, Parser)]
// Its own name, not the one that it was called by: that is whatever the caller likes.
#[command(
    name = "untrusted-filter",
    bin_name = "untrusted-filter",
    version,
    max_term_width = 100,
    disable_help_subcommand = true
)]
pub(crate) struct Args {
    /// Files to filter, one after another, or files and folders to lint; `-` or nothing is standard
    /// input.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    #[command(flatten)]
    pub(crate) records: RecordArgs,

    #[command(flatten)]
    pub(crate) flight: FlightArgs,

    #[command(flatten)]
    pub(crate) exec: ExecArgs,

    #[command(flatten)]
    pub(crate) instead: InsteadArgs,

    #[command(flatten)]
    pub(crate) trace: TraceArgs,

    #[command(flatten)]
    pub(crate) lint: LintArgs,

    /// Print a man page or a completion script, and read nothing.
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        hide_possible_values = false,
        help_heading = "Instead of filtering"
    )]
    pub(crate) generate: Option<Document>,
}

impl Args {
    /// The files to read, standard input if none was named.
    pub(crate) fn inputs(&self) -> Cow<'_, [PathBuf]> {
        if self.files.is_empty() { vec!["-".into()].into() } else { (&self.files[..]).into() }
    }

    /// Whether this is a run of the linter.
    pub(crate) fn lints(&self) -> bool {
        self.lint.lint || self.lint.agent_files
    }
}

/// What `--generate` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Document {
    /// The manual page, in roff.
    Man,
    /// Completions for bash.
    CompleteBash,
    /// Completions for elvish.
    CompleteElvish,
    /// Completions for fish.
    CompleteFish,
    /// Completions for PowerShell.
    CompletePowershell,
    /// Completions for zsh.
    CompleteZsh,
}

/// What came of reading the command line.
pub(crate) enum Typed {
    /// A run.
    Run(Box<Args>),
    /// The process that watches over a server.
    Watch,
    /// Help or the version, to print.
    Print(clap::builder::StyledStr),
    /// A usage error, in one line that is not yet safe to print.
    Wrong(String),
}

/// Reads the command line.
pub(crate) fn parse() -> Typed {
    if env::args_os().nth(1).is_some_and(|first| first == WATCH) {
        return Typed::Watch;
    }
    let error = match Args::try_parse() {
        Ok(args) => return Typed::Run(Box::new(args)),
        Err(error) => error,
    };
    if !error.use_stderr() {
        return Typed::Print(error.render());
    }
    // The library says it in paragraphs; here a line has to do.
    let said = error.to_string();
    let lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.take_while(|line| !line.starts_with("Usage:"));
    let mut line = String::new();
    for part in lines.filter(|line| !line.starts_with("For more information")) {
        if !line.is_empty() {
            line.push_str(if line.ends_with(':') { " " } else { "; " });
        }
        line.push_str(part);
    }
    Typed::Wrong(line.strip_prefix("error: ").unwrap_or(&line).to_owned())
}

/// The definition of all flags, for the manual and completions.
pub(crate) fn command() -> Command {
    Args::command()
}
