//! `--trace`: which pieces of a call's arguments came from where, and what that means for the call.
//! What could not be read gives no verdict.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use sha2::{Digest, Sha256};
use untrusted_filter::compat::flow::{
    Decision, ToolEffect, ToolHints, Verdict, cross_server, every_piece,
};
use untrusted_filter::report::Format;
use untrusted_filter::{Action, Class, Filter, Policy, Show, json, lint};

use super::args::{Args, Source};
use super::exit::Outcome;
use super::input::{self, Input};
use super::stdio::Stdout;
use super::{failed, hexadecimal, reason, written};

/// Traces the arguments of one call.
pub(crate) fn run(files: &[PathBuf], policy: &Policy, args: &Args) -> Outcome {
    let write = match args.lint.format().unwrap_or_default() {
        Format::Human => human,
        Format::Json => json_lines,
        _ => return failed(&"--trace has the formats human and json"),
    };
    match trace(files, policy, args) {
        Ok(traced) if args.lint.quiet => traced.outcome(),
        Ok(traced) => written(Stdout.write_all(write(&traced).as_bytes())).max(traced.outcome()),
        Err(message) => failed(&message),
    }
}

/// What was found out. All text is safe to print.
struct Traced {
    sink: String,
    effect: ToolEffect,
    sources: Vec<Copied>,
    decision: Decision,
}

/// What the arguments have in common with one source.
struct Copied {
    name: String,
    exempt: Option<Exempt>,
    pieces: Vec<String>,
}

/// Why a source does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Exempt {
    Sink,
    Trusted,
}

impl Traced {
    fn outcome(&self) -> Outcome {
        if self.decision.verdict == Verdict::Allow { Outcome::Clean } else { Outcome::Found }
    }
}

fn trace(files: &[PathBuf], policy: &Policy, args: &Args) -> Result<Traced, String> {
    let flags = &args.trace;
    let sink = flags.sink.as_deref().unwrap_or_default();
    let inputs = files.iter().chain(flags.trace.iter().map(|source| &source.file));
    if inputs.filter(|file| file.as_os_str() == "-").count() > 1 {
        return Err("standard input has the arguments: name a file for each --trace".to_owned());
    }
    let views = [uncapped(policy), bare(&uncapped(policy))];
    let mut arguments = Pieces::default();
    for file in files {
        arguments.take(&read(file)?, &views);
    }
    let mut sources: Vec<(&str, Known)> = Vec::new();
    for source in &flags.trace {
        let at = sources.iter().position(|(name, _)| *name == source.name).unwrap_or_else(|| {
            sources.push((&source.name, Known::default()));
            sources.len() - 1
        });
        sources[at].1.take(source, &views)?;
    }
    let sources: Vec<_> = sources
        .iter()
        .map(|(name, known)| Copied {
            name: Show::new(name).to_string(),
            exempt: match () {
                () if *name == sink => Some(Exempt::Sink),
                () if flags.flow_trusted.iter().any(|trusted| trusted == name) => {
                    Some(Exempt::Trusted)
                }
                () => None,
            },
            pieces: known.among(&arguments.list),
        })
        .collect();
    let hints = ToolHints {
        read_only: flags.read_only,
        destructive: flags.destructive,
        open_world: flags.open_world,
    };
    let effect = ToolEffect::classify(hints, flags.acts);
    let sink = Show::new(sink).to_string();
    let mut decision = Decision::new(Verdict::Allow);
    if effect == ToolEffect::Act {
        let counts = |source: &&Copied| source.exempt.is_none() && !source.pieces.is_empty();
        let names: Vec<_> = sources.iter().filter(counts).map(|source| &source.name).collect();
        decision = cross_server(decision, &names, &sink);
    }
    Ok(Traced { sink, effect, sources, decision })
}

/// Pieces in the order in which they are found, each once.
#[derive(Default)]
struct Pieces {
    list: Vec<String>,
    seen: HashSet<String>,
}

impl Pieces {
    /// Takes the pieces of a text, of its strings if it is JSON, and of those together, in each view.
    fn take(&mut self, bytes: &[u8], views: &[Policy]) {
        for text in texts(&lint::text_of(bytes)) {
            for policy in views {
                for piece in every_piece(&filtered(&text, policy)) {
                    if !self.seen.contains(&piece) && self.seen.insert(piece.clone()) {
                        self.list.push(piece);
                    }
                }
            }
        }
    }
}

/// What is known of a source.
#[derive(Default)]
struct Known {
    pieces: Pieces,
    hashes: HashSet<String>,
}

impl Known {
    fn take(&mut self, source: &Source, views: &[Policy]) -> Result<(), String> {
        let bytes = read(&source.file)?;
        if !source.is_hashed {
            self.pieces.take(&bytes, views);
            return Ok(());
        }
        for (number, line) in bytes.trim_ascii_end().split(|&byte| byte == b'\n').enumerate() {
            let line = line.trim_ascii_end();
            let is_hash = line.len() == 64 && line.iter().all(u8::is_ascii_hexdigit);
            if !is_hash && !bytes.is_empty() {
                let (name, number) = (input::name(&source.file), number + 1);
                return Err(format!("{name}: line {number} is no SHA-256"));
            }
            self.hashes.extend(String::from_utf8(line.to_ascii_lowercase()));
        }
        Ok(())
    }

    /// Those of the arguments' pieces that came from here.
    fn among(&self, arguments: &[String]) -> Vec<String> {
        let is_known = |piece: &&String| {
            self.pieces.seen.contains(*piece)
                || !self.hashes.is_empty()
                    && self.hashes.contains(&hexadecimal(&Sha256::digest(piece)))
        };
        arguments.iter().filter(is_known).map(|piece| Show::new(piece).to_string()).collect()
    }
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    Input::open(file)
        .and_then(|mut input| input.read_to_end(&mut bytes))
        .map_err(|error| format!("{}: {}", input::name(file), reason(&error)))?;
    Ok(bytes)
}

/// A text and, where it is JSON, what its strings say: each, all together since text may go on from
/// one to the next, and those within strings that are JSON again.
fn texts(text: &[u8]) -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    let mut waiting = vec![text.to_vec()];
    while let Some(text) = waiting.pop() {
        let mut strings = Vec::new();
        json::strings(&text, |string| strings.push(string.to_vec()));
        texts.push(text);
        if strings.len() > 1 {
            texts.push(strings.join(&b'\n'));
        }
        strings.reverse();
        waiting.append(&mut strings);
    }
    texts
}

/// What was cut off could be what was copied.
fn uncapped(policy: &Policy) -> Policy {
    policy.clone().max_chars(None).max_bytes(None).max_lines(None)
}

/// The policy without whatever draws nothing. Where it turns that into spaces, a word that was
/// threaded with it would not be known again.
fn bare(policy: &Policy) -> Policy {
    let text = Policy::text();
    let draws_nothing = |class: &Class| match text.action_of(*class) {
        Action::Space | Action::Remove => class.is_hidden(),
        Action::KeepWhenValid => class.is_hidden() && class.fallback() != Some(Action::LineFeed),
        _ => false,
    };
    let classes = Class::ALL.iter().copied().filter(draws_nothing);
    classes.fold(policy.clone(), |policy, class| policy.action(class, Action::Remove))
}

fn filtered(text: &[u8], policy: &Policy) -> String {
    let mut filtered = Vec::new();
    let mut filter = Filter::new(policy);
    filter.push(text, |piece| filtered.extend_from_slice(piece));
    filter.finish(|piece| filtered.extend_from_slice(piece));
    String::from_utf8_lossy(&filtered).into_owned()
}

/// A line for each piece, then the verdict.
fn human(traced: &Traced) -> String {
    let Traced { sink, effect, sources, decision } = traced;
    let mut lines = String::new();
    for Copied { name, exempt, pieces } in sources {
        let why = match exempt {
            Some(Exempt::Sink) => " (the sink itself)",
            Some(Exempt::Trusted) => " (trusted)",
            None => "",
        };
        lines.extend(pieces.iter().map(|piece| format!("{name}{why}: {piece}\n")));
    }
    let said = match (decision.verdict, effect) {
        (Verdict::Allow, ToolEffect::Read) => format!("`{sink}` only reads"),
        (Verdict::Allow, ToolEffect::Act) => {
            format!("nothing in the call of `{sink}` came from a source that counts")
        }
        _ => format!("{}: {}", decision.rules.join(", "), decision.reasons.join("; ")),
    };
    lines.push_str(&format!("{}: {said}\n", decision.verdict));
    lines
}

/// One line, `type` first.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'a> {
    Source {
        name: &'a str,
        exempt: Option<Exempt>,
        pieces: &'a [String],
    },
    Verdict {
        sink: &'a str,
        effect: &'a str,
        verdict: &'a str,
        rules: &'a [String],
        reasons: &'a [String],
    },
}

/// An object for each source, then one for the verdict.
fn json_lines(traced: &Traced) -> String {
    let Traced { sink, effect, sources, decision } = traced;
    let sources = sources.iter().map(|Copied { name, exempt, pieces }| Line::Source {
        name,
        exempt: *exempt,
        pieces,
    });
    let verdict = Line::Verdict {
        sink,
        effect: match effect {
            ToolEffect::Read => "read",
            ToolEffect::Act => "act",
        },
        verdict: decision.verdict.as_str(),
        rules: &decision.rules,
        reasons: &decision.reasons,
    };
    let lines = sources.chain([verdict]);
    // Strings and lists of strings are always JSON.
    lines.filter_map(|line| serde_json::to_string(&line).ok()).map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_draws_nothing_goes_and_what_parts_words_stays() {
        let bare = bare(&Policy::text());
        for c in '\0'..=char::MAX {
            let filtered = filtered(format!("a{c}b").as_bytes(), &bare);
            if c.is_whitespace() {
                assert_ne!(filtered, "ab", "{:X}", c as u32);
            } else if Class::of(c).is_hidden() {
                assert!(!filtered.contains([c, ' ']), "{:X}", c as u32);
            }
        }
    }

    #[test]
    fn strings_are_found_at_any_depth() {
        let found = |text: &str| -> Vec<String> {
            texts(text.as_bytes())
                .into_iter()
                .map(|text| String::from_utf8(text).unwrap())
                .collect()
        };
        assert_eq!(found("a"), ["a"]);
        assert_eq!(found("[\"a\"]"), ["[\"a\"]", "a"]);
        let inner = r#"{"x":"caf\u00e9"}"#;
        let outer = serde_json::to_string(&["y", inner]).unwrap();
        let joined = format!("y\n{inner}");
        assert_eq!(found(&outer), [&*outer, &joined, "y", inner, "x\ncaf\u{E9}", "x", "caf\u{E9}"]);
    }
}
