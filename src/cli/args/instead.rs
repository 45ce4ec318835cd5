//! Flags for what is done instead of filtering.

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

/// What to tell of the text instead of changing it.
#[derive(Args, Clone, Debug)]
pub(crate) struct InsteadArgs {
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
