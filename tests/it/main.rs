//! Integration tests: one binary, one line a module on what it proves.

mod flow; // pieces and verdicts equal the reference
mod vectors; // every reference pair, through the library and the command
