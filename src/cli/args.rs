//! Flags. The only file that names the flag library; what was typed is given its meaning elsewhere.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Command, CommandFactory, Parser, ValueEnum};
use untrusted_filter::lint::Severity;
use untrusted_filter::report::Format;
use untrusted_filter::{Records, Style};

/// Make text that strangers wrote safe to show and to embed.
///
/// Reads FILEs, or standard input, and writes well-formed UTF-8 in which nothing is hidden or
/// active: terminal sequences, controls, bidi overrides, tags, stray joiners and selectors go;
/// correct text of every script, emoji and flags stay byte for byte. Output comes as soon as it is
/// decided.
#[derive(Clone, Debug, Parser)]
#[command(name = "untrusted-filter", version, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Args {
    /// Files to filter, one after another, or files and folders to lint; `-` or nothing is standard
    /// input.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// What may pass: a preset (text, field, field-0.9, inline, digest, description, tool-output,
    /// verbatim) or a profile from --config. Without this flag: text.
    #[arg(short, long, value_name = "NAME", help_heading = "Profile")]
    pub(crate) profile: Option<String>,

    /// The same as --profile inline: one line of at most 500 characters, with `&`, `<` and `>` as
    /// entities.
    #[arg(long, conflicts_with = "profile", help_heading = "Profile")]
    pub(crate) inline: bool,

    /// Read profiles and settings from a TOML file. Without this flag filters read no configuration;
    /// --lint looks for untrusted-filter.toml in the working directory and above.
    #[arg(long, value_name = "FILE", help_heading = "Profile")]
    pub(crate) config: Option<PathBuf>,

    /// Keep colours: SGR sequences that are well-formed and conceal nothing.
    #[arg(long, help_heading = "Profile")]
    pub(crate) keep_color: bool,

    /// At most N code points a value, or `none`.
    #[arg(long, value_name = "N", value_parser = cap(), help_heading = "Profile")]
    pub(crate) max_chars: Option<Cap>,

    /// At most N bytes a value, cut on a character boundary, or `none`.
    #[arg(long, value_name = "N", value_parser = cap(), help_heading = "Profile")]
    pub(crate) max_bytes: Option<Cap>,

    /// At most N lines of output, or `none`.
    #[arg(long, value_name = "N", value_parser = cap(), help_heading = "Profile")]
    pub(crate) max_lines: Option<Cap>,

    /// Wrap the output as inert data that cannot break out.
    #[arg(
        long,
        value_name = "STYLE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "tag",
        value_parser = PossibleValuesParser::new(Style::NAMES),
        help_heading = "Fence"
    )]
    pub(crate) fence: Option<String>,

    /// What the fenced text is, for whoever reads it: "a web page". For --fence=tilde, the tool's
    /// NAMESPACE.ACTION.
    #[arg(long, value_name = "TEXT", requires = "fence", help_heading = "Fence")]
    pub(crate) context: Option<String>,

    /// The identifier of --fence=nonce, for output that can be repeated: ASCII letters and digits.
    /// Without it, 128 random bits.
    #[arg(long, value_name = "ID", requires = "fence", value_parser = nonce, help_heading = "Fence")]
    pub(crate) nonce: Option<String>,

    /// Print the sentence for the system prompt that goes with --fence, and read nothing.
    #[arg(long, help_heading = "Fence")]
    pub(crate) fence_hint: bool,

    /// What a value is: the whole input, each line, or each NUL-ended record. One record in, one
    /// record out.
    #[arg(long, value_enum, default_value_t, value_name = "UNIT", help_heading = "Records")]
    pub(crate) records: Unit,

    /// The same as --records nul.
    #[arg(
        short = 'z',
        visible_short_alias = '0',
        long = "null",
        conflicts_with = "records",
        help_heading = "Records"
    )]
    pub(crate) null: bool,

    /// Show hidden characters as escapes instead of changing them, and change nothing else: those
    /// that the profile would change, or `all`; `names` adds their names.
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "changed",
        value_delimiter = ',',
        conflicts_with_all = ["fence", "check", "inline"],
        help_heading = "Instead of filtering"
    )]
    pub(crate) reveal: Vec<Shown>,

    /// Write nothing; exit with 1 if anything would change.
    #[arg(long, conflicts_with = "fence", help_heading = "Instead of filtering")]
    pub(crate) check: bool,

    /// Print the pieces by which a copy of the text is recognised, one a line: addresses, mail
    /// addresses, tokens, runs of eight words.
    #[arg(
        long,
        conflicts_with_all = ["fence", "check", "reveal"],
        help_heading = "Instead of filtering"
    )]
    pub(crate) pieces: bool,

    /// Print the pieces hashed, as they are stored.
    #[arg(
        long,
        value_name = "HASH",
        requires = "pieces",
        value_parser = PossibleValuesParser::new(["sha256"]),
        help_heading = "Instead of filtering"
    )]
    pub(crate) hash: Option<String>,

    /// Find what is hidden or active in files and folders, and say where it is and what it hides.
    #[arg(
        long,
        conflicts_with_all = ["profile", "inline", "keep_color", "fence", "records", "reveal", "check", "pieces"],
        help_heading = "Lint"
    )]
    pub(crate) lint: bool,

    /// Lint only files that coding agents load as instructions; without a FILE, those below the
    /// working directory.
    #[arg(long, help_heading = "Lint")]
    pub(crate) agent_files: bool,

    /// How findings are written: human, short, json, sarif, github, gitlab, rdjson, checkstyle,
    /// junit.
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = PossibleValuesParser::new(formats()), hide_possible_values = true, help_heading = "Lint")]
    pub(crate) format: String,

    /// Leave out the diff of the repair after each file.
    #[arg(long, help_heading = "Lint")]
    pub(crate) no_diff: bool,

    /// Print the safe repairs as a diff, with hidden characters visible; `raw` as a patch for git
    /// apply; `all` with the unsafe repairs.
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "visible",
        value_delimiter = ',',
        help_heading = "Lint"
    )]
    pub(crate) diff: Vec<DiffWhat>,

    /// Print the diff as a patch for git apply: the same as --diff=raw.
    #[arg(long, requires = "diff", help_heading = "Lint")]
    pub(crate) raw: bool,

    /// Repair files in place: what takes away nothing that could be meant, or `all`.
    #[arg(
        long,
        value_name = "WHICH",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "safe",
        help_heading = "Lint"
    )]
    pub(crate) fix: Option<FixWhat>,

    /// Repair files that have several hard links too, which parts them from the others.
    #[arg(long, requires = "fix", help_heading = "Lint")]
    pub(crate) fix_hard_links: bool,

    /// Turn these rules on and all others off; `default` and `all` stand for many.
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Lint")]
    pub(crate) select: Vec<String>,

    /// Turn these rules off.
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Lint")]
    pub(crate) ignore: Vec<String>,

    /// The least severity that makes the exit status 1 [default: warning]
    #[arg(long, value_name = "SEVERITY", value_enum, help_heading = "Lint")]
    pub(crate) fail_on: Option<Level>,

    /// Exit with 0 whatever is found.
    #[arg(long, help_heading = "Lint")]
    pub(crate) exit_zero: bool,

    /// Exit with 2 if there is no file to lint.
    #[arg(long, help_heading = "Lint")]
    pub(crate) error_on_empty: bool,

    /// Lint only files that match, as in .gitignore.
    #[arg(long, value_name = "GLOB", help_heading = "Lint")]
    pub(crate) include: Vec<String>,

    /// Pass over files that match, as in .gitignore.
    #[arg(long, value_name = "GLOB", help_heading = "Lint")]
    pub(crate) exclude: Vec<String>,

    /// Hold excludes for files that are named too, as hook runners name them.
    #[arg(long, help_heading = "Lint")]
    pub(crate) force_exclude: bool,

    /// Lint files that .gitignore names too.
    #[arg(long, help_heading = "Lint")]
    pub(crate) no_ignore: bool,

    /// Read paths from a file, one a line, or NUL-ended with -z.
    #[arg(long, value_name = "FILE", help_heading = "Lint")]
    pub(crate) files_from: Option<PathBuf>,

    /// The name that standard input has in the report and for the rules about files.
    #[arg(long, value_name = "NAME", help_heading = "Lint")]
    pub(crate) stdin_filename: Option<PathBuf>,

    /// Do not tell the findings in this baseline.
    #[arg(long, value_name = "FILE", help_heading = "Lint")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write the findings to a baseline instead of telling them.
    #[arg(long, value_name = "FILE", conflicts_with = "baseline", help_heading = "Lint")]
    pub(crate) write_baseline: Option<PathBuf>,

    /// Read no configuration that is not named.
    #[arg(long, conflicts_with = "config", help_heading = "Lint")]
    pub(crate) no_config: bool,

    /// Let files excuse themselves: a line that holds `untrusted-filter: allow RULE`. Never for
    /// files that strangers wrote.
    #[arg(long, help_heading = "Lint")]
    pub(crate) trust_inline: bool,

    /// Lint on so many threads.
    #[arg(short = 'j', long, value_name = "N", help_heading = "Lint")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Print only the names of files with findings.
    #[arg(short = 'l', long, help_heading = "Lint")]
    pub(crate) files_with_findings: bool,

    /// Print only how many findings each file has.
    #[arg(short, long, help_heading = "Lint")]
    pub(crate) count: bool,

    /// Print no report and no notices; the exit status tells.
    #[arg(short, long, help_heading = "Lint")]
    pub(crate) quiet: bool,

    /// When to colour the report.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, help_heading = "Lint")]
    pub(crate) color: Color,

    /// Print all rules, with their severities.
    #[arg(long, help_heading = "Lint")]
    pub(crate) list_rules: bool,

    /// Print why a rule is there, what it lets pass, and what to do.
    #[arg(long, value_name = "RULE", help_heading = "Lint")]
    pub(crate) explain: Option<String>,

    /// Print the patterns of known agent files.
    #[arg(long, help_heading = "Lint")]
    pub(crate) list_agent_files: bool,

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
    /// Whether this is a run of the linter.
    pub(crate) fn lints(&self) -> bool {
        self.lint || self.agent_files
    }
}

/// What `--diff` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffWhat {
    /// For people.
    Visible,
    /// For git apply.
    Raw,
    /// The unsafe repairs too.
    All,
}

/// What `--fix` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FixWhat {
    /// What takes away nothing that could be meant.
    Safe,
    /// Everything.
    All,
}

/// What `--fail-on` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// Notes and worse.
    Note,
    /// Warnings and errors.
    Warning,
    /// Errors only.
    Error,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Self {
        match level {
            Level::Note => Self::Note,
            Level::Warning => Self::Warning,
            Level::Error => Self::Error,
        }
    }
}

/// What `--color` takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless the environment says no.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// A cap as it was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cap {
    /// `none`.
    Unlimited,
    /// A number; 0 is zero.
    At(u64),
}

impl Cap {
    /// The cap as a policy has it.
    pub(crate) fn limit(self) -> Option<u64> {
        match self {
            Self::Unlimited => None,
            Self::At(limit) => Some(limit),
        }
    }
}

/// What `--records` takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Unit {
    /// The whole input.
    #[default]
    Whole,
    /// Lines, ended by LF.
    Line,
    /// Records ended by NUL.
    Nul,
}

impl From<Unit> for Records {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Whole => Self::Whole,
            Unit::Line => Self::Line,
            Unit::Nul => Self::Nul,
        }
    }
}

/// What `--reveal` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shown {
    /// What the profile would change.
    Changed,
    /// Everything hidden.
    All,
    /// With names.
    Names,
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

fn formats() -> impl Iterator<Item = &'static str> {
    Format::NAMES.iter().copied().chain(["jsonl", "concise"])
}

fn cap() -> ValueParser {
    ValueParser::from(|text: &str| match text {
        "none" => Ok(Cap::Unlimited),
        _ => text.parse().map(Cap::At).map_err(|_| "give a whole number, or none".to_owned()),
    })
}

fn nonce(text: &str) -> Result<String, String> {
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        Ok(text.to_owned())
    } else {
        Err("give ASCII letters and digits".to_owned())
    }
}

/// What came of reading the command line.
pub(crate) enum Typed {
    /// A run.
    Run(Box<Args>),
    /// Help or the version, to print.
    Print(clap::builder::StyledStr),
    /// A usage error, in one line that is not yet safe to print.
    Wrong(String),
}

/// Reads the command line.
pub(crate) fn parse() -> Typed {
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
