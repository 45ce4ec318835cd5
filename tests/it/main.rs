//! Integration tests: one binary, one line a module on what it proves.

mod command; // the built command does what its flags say, streams, and fails in one line
mod corpus; // every case of corpus/ comes out exactly, through the library and the command
mod flow; // pieces and verdicts equal the reference
mod lint; // what the linter finds, and how it is run
mod manual; // the manual and completions are those that the command prints of itself
mod tidy; // the sources keep the rules of the house, and the README tells the truth
mod vectors; // every reference pair, through the library
