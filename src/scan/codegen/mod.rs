//! Generates `tables.rs` from the data files in `tests/ucd`, and checks that it is current.
//! `UPDATE=1 cargo test --lib codegen` writes it.

mod fold;
mod kinds;
mod names;
mod render;
mod tests;
mod ucd;
