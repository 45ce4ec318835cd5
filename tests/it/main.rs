//! Integration tests: one binary, one line a module on what it proves.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod command; // the built command does what its flags say, streams, and fails in one line
mod corpus; // every case of corpus/ comes out exactly, through the library and the command
mod decode; // what the codecs hide is read, and nothing else
mod docs; // examples are true, links lead somewhere, pictures and references are current
mod document; // front matter, skills and the optional rules
#[cfg(target_os = "linux")]
mod faults; // calls that fail, are interrupted, or are the last; closed doors and ends; limits
mod fidelity; // correct text of every kind comes out byte for byte, hidden text does not come out
mod flow; // pieces and verdicts equal the reference
mod growth; // cost grows with the length of hostile input, no faster
mod json; // only strings change, whatever their spelling, and only JSON is taken for JSON
mod laws; // chunking, idempotence, well-formedness, fences: on any input
mod lint; // what the linter finds, and how it is run
mod manual; // the manual and completions are those that the command prints of itself
mod mcp; // what is read is filtered, what is compared is not
mod model; // the profiles as plain, slow code, to compare with
mod packages; // what several packages have to say is the same in all
mod report; // every format says the same, and nothing unsafe
#[cfg(target_os = "linux")]
mod screen; // a real terminal shows what is printed, and does nothing
#[cfg(target_os = "linux")]
mod sdk; // the official client works with a server behind the filter as it does without
mod tidy; // the sources keep the rules of the house
mod vectors; // every reference pair, through the library
