//! Flags of the filter: what may pass, how it is fenced, what a value is.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Args, ValueEnum};
use untrusted_filter::{Records, Style};

/// How a value is filtered.
#[derive(Args, Clone, Debug)]
pub(crate) struct FilterArgs {
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

    /// What a value is: the whole input, each line, each NUL-ended record, or each string of a line of
    /// JSON. One record in, one record out.
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
}

impl FilterArgs {
    /// What a value is, by whichever flag.
    pub(crate) fn unit(&self) -> Unit {
        if self.null { Unit::Nul } else { self.records }
    }
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
    /// Lines of JSON, of which strings are filtered.
    Jsonl,
}

impl From<Unit> for Records {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Whole => Self::Whole,
            Unit::Line | Unit::Jsonl => Self::Line,
            Unit::Nul => Self::Nul,
        }
    }
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
