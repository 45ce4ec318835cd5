//! Streaming filter and linter for text that strangers wrote and a model or a person will read.

pub mod compat;
pub mod filter;
pub mod lint;
#[cfg(feature = "cli")]
pub mod report;
pub mod scan;

pub use filter::{
    CopyError, Fence, Filter, FilterWriter, Policy, Records, Reveal, Show, Style, copy, sanitize,
};
pub use scan::{Action, Class, Sequences, UNICODE_VERSION};
