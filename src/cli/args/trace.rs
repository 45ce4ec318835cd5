//! Flags for tracing: whether the arguments of a call carry text that came from somewhere else.

use std::path::PathBuf;

use clap::builder::ValueParser;
use clap::{ArgAction, Args};

/// Where text may have come from, and where it is about to go.
#[derive(Args, Clone, Debug)]
pub(crate) struct TraceArgs {
    /// Say whether the arguments of a call, on standard input or in FILE, carry text that NAME gave,
    /// as it stands in this file or, with `NAME=sha256:FILE`, as --pieces --hash stored it; may be
    /// given several times.
    #[arg(
        long,
        value_name = "NAME=FILE",
        value_parser = ValueParser::from(source),
        requires = "sink",
        conflicts_with_all = ["lint", "agent_files", "input", "fence", "records", "null", "jsonl_field", "on_error", "summary", "reveal", "check", "pieces", "report"],
        help_heading = "Trace"
    )]
    pub(crate) trace: Vec<Source>,

    /// The tool or server that is called. Its own text may come back to it.
    #[arg(long, value_name = "NAME", requires = "trace", help_heading = "Trace")]
    pub(crate) sink: Option<String>,

    /// What the called tool says of itself: it changes nothing.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set, requires = "trace", help_heading = "Trace")]
    pub(crate) read_only: Option<bool>,

    /// What the called tool says of itself: it may overwrite or delete.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set, requires = "trace", help_heading = "Trace")]
    pub(crate) destructive: Option<bool>,

    /// What the called tool says of itself: it reaches beyond its server.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set, requires = "trace", help_heading = "Trace")]
    pub(crate) open_world: Option<bool>,

    /// By its name and arguments the called tool writes, sends or deletes: counts where it does not
    /// say that it only reads.
    #[arg(long, requires = "trace", help_heading = "Trace")]
    pub(crate) acts: bool,

    /// A source whose text may go anywhere; may be given several times.
    #[arg(long, value_name = "NAME", requires = "trace", help_heading = "Trace")]
    pub(crate) flow_trusted: Vec<String>,
}

/// What one `--trace` takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) file: PathBuf,
    /// The file has hashes of pieces, one a line.
    pub(crate) is_hashed: bool,
}

fn source(text: &str) -> Result<Source, String> {
    let (name, file) = text.split_once('=').unwrap_or_default();
    let (is_hashed, file) = match file.strip_prefix("sha256:") {
        Some(file) => (true, file),
        None => (false, file),
    };
    if name.is_empty() || file.is_empty() {
        return Err("give NAME=FILE or NAME=sha256:FILE".to_owned());
    }
    Ok(Source { name: name.to_owned(), file: file.into(), is_hashed })
}
