//! Bytes → spans: what is here? The only stage that looks at bytes, and the only one that knows
//! code points.
//!
//! The scanner is the one loop. It decodes, finds terminal sequences, looks up what the plan says
//! of each class, asks the sequence rules where the plan says so, and tells its visitor what stays
//! and what does not. Chunks may end anywhere.

mod behind;
mod class;
mod decode;
mod fast;
mod lookup;
mod plan;
mod rules;
mod scanner;
mod sequence;
mod sgr;
#[rustfmt::skip] // Generated: long lists of numbers, and names one a line.
mod tables;
mod tally;
mod traits;
mod unit;
mod utf16;
mod visit;

#[cfg(test)]
mod codegen;
#[cfg(test)]
mod crosscheck;

pub use class::Class;
pub use plan::{Action, Sequences};
pub use tables::UNICODE_VERSION;

#[cfg(feature = "cli")]
pub(crate) use decode::visible_ascii;
pub(crate) use decode::{chars, count_chars, is_continuation, is_visible_ascii, last_char};
pub(crate) use fast::PrivateFinder;
pub(crate) use lookup::{draws_nothing, fold, is_pictographic, is_white_space, name};
pub(crate) use plan::{BIDI, CONTROLS, MARKS, Plan, SELECTORS};
pub(crate) use rules::FEW_MARKS;
pub(crate) use scanner::Scanner;
pub(crate) use sgr::Sgr;
pub(crate) use tally::{Group, Tally};
pub(crate) use unit::What;
pub(crate) use utf16::Transcoder;
pub(crate) use visit::{Hit, Visit};
