//! Flags of the linter.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use untrusted_filter::lint::Severity;
use untrusted_filter::report::Format;

/// Flags that say how text is filtered, which the linter does not do.
const FILTERS: [&str; 17] = [
    "profile",
    "inline",
    "keep_color",
    "max_chars",
    "max_bytes",
    "max_lines",
    "fence",
    "fence_hint",
    "jsonl_field",
    "on_error",
    "json_path",
    "json_keys",
    "on_invalid",
    "protected",
    "reveal",
    "check",
    "pieces",
];

/// What is linted, and how it is told.
#[derive(Args, Clone, Debug)]
pub(crate) struct LintArgs {
    /// Find what is hidden or active in files and folders, and say where it is and what it hides.
    #[arg(
        long,
        conflicts_with_all = FILTERS,
        help_heading = "Lint"
    )]
    pub(crate) lint: bool,

    /// Lint only files that coding agents load as instructions; without a FILE, those below the
    /// working directory.
    #[arg(long, conflicts_with_all = FILTERS, help_heading = "Lint")]
    pub(crate) agent_files: bool,

    /// How findings are written: human, short, json, sarif, github, gitlab, rdjson, checkstyle,
    /// junit [default: human; with --records json]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(formats()), hide_possible_values = true, help_heading = "Lint")]
    pub(crate) format: Option<String>,

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
}

impl LintArgs {
    /// The format that was asked for.
    pub(crate) fn format(&self) -> Option<Format> {
        self.format.as_deref().and_then(Format::from_name)
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

fn formats() -> impl Iterator<Item = &'static str> {
    Format::NAMES.iter().copied().chain(["jsonl", "concise"])
}
