//! Spans → findings: what is wrong?

pub mod decode;
mod finding;
mod rule;

pub(crate) use finding::Draft;
pub use finding::{CodePoint, Decoded, Finding, Fix, Position, Severity};
pub use rule::{RULES, Rule, rule};
