//! Streaming filter and linter for text that strangers wrote and a model or a person will read.
//!
//! Such text can hide instructions in characters nobody sees, reorder what a reviewer reads, drive a
//! terminal, or forge the structure of what it is put into. This crate takes that out
//! ([`sanitize`], [`Filter`], [`FilterWriter`], [`copy`]), also within [`json`] and within messages of
//! the Model Context Protocol ([`mcp`]), wraps the rest as inert data ([`Fence`]), and finds it in
//! files ([`lint`]). Correct text of every script stays byte for byte.
//!
//! ```
//! use untrusted_filter::{Policy, sanitize};
//!
//! let text = "Adds two numbers.\u{E0072}\u{E0075}\u{E006E}\u{1B}[8m Hidden.\u{1B}[0m";
//! assert_eq!(sanitize(text, &Policy::text()), "Adds two numbers. Hidden.");
//! ```
//!
//! # The way of the data
//!
//! ```text
//! filter   bytes → scan (decode, terminal sequences, class, sequence rules) → policy → stages → out
//! json     bytes → lexer → text of each string → filter → its spelling → out
//! mcp      line → lexer → table of fields → filter, mask or leave → message
//! lint     bytes → scan (the same, with the table of `text`) → runs → findings → report
//! ```
//!
//! `scan` is the only stage that looks at the bytes of text and knows code points; it decides by a
//! table from [`Class`] to [`Action`], and knows no profile. `filter` turns what stays into text;
//! `lint` turns what does not into findings. The two do not know each other. `json` finds text by
//! its syntax, `mcp` by its place. `report` writes findings, behind the feature `cli`. [`compat`] has
//! the published functions that this crate equals.
//!
//! What holds for every input: output depends on content and policy, not on chunks or threads;
//! filtering twice is filtering once (with [`Policy::text`]); output is well-formed UTF-8; clean
//! text comes back as it was; memory is bounded by the policy's caps; nothing panics.

pub mod compat;
mod filter;
pub mod json;
pub mod lint;
pub mod mcp;
#[cfg(feature = "cli")]
pub mod report;
mod scan;

pub use filter::{
    CopyError, Fence, Filter, FilterWriter, Policy, Records, Reveal, Show, Style, copy, sanitize,
};
pub use scan::{Action, Class, Sequences, UNICODE_VERSION};
