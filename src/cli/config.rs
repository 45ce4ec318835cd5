//! The configuration file: profiles of the user's own, on top of a preset.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;
use untrusted_filter::{Action, Class, Policy, Sequences, Show};

use super::lint::settings::{Settings, Table};

/// What a configuration file says.
#[derive(Debug)]
pub(crate) struct Config {
    /// Profiles by name.
    pub(crate) profiles: BTreeMap<String, Policy>,
    /// What is to be linted, and how.
    pub(crate) lint: Settings,
}

/// The file as it is written. Unknown keys are errors.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    profile: BTreeMap<String, Profile>,
    #[serde(default)]
    lint: Table,
}

/// One `[profile.NAME]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Profile {
    base: Option<Spanned<String>>,
    sequences: Option<Spanned<String>>,
    max_chars: Option<Spanned<Limit>>,
    max_bytes: Option<Spanned<Limit>>,
    max_lines: Option<Spanned<Limit>>,
    marker: Option<bool>,
    #[serde(default)]
    classes: BTreeMap<Spanned<String>, Spanned<String>>,
}

/// A number, or `"none"`.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "give a whole number, or \"none\"")]
enum Limit {
    Number(u64),
    Word(String),
}

/// What `sequences` takes.
const SEQUENCES: &[(&str, Sequences)] = &[
    ("remove", Sequences::Remove),
    ("keep-color", Sequences::KeepColor),
    ("csi", Sequences::Csi),
    ("introducer", Sequences::Introducer),
];

/// Reads a configuration file. An error is one line, safe to print, that names
/// the file and the place.
pub(crate) fn load(path: &Path) -> Result<Config, String> {
    let at = |line: &dyn Display| format!("{}: {line}", Show::path(path));
    let bytes = std::fs::read(path).map_err(|error| at(&super::reason(&error)))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        at(&format_args!("not UTF-8 at byte {}", error.utf8_error().valid_up_to()))
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    parse(&text, folder).map_err(|(span, message)| {
        let before = &text[..span.start.min(text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        at(&format_args!("line {line}, column {column}: {}", Show::new(&message)))
    })
}

/// A place in the text, in bytes, and what is wrong there.
pub(crate) type Fault = (Range<usize>, String);

fn parse(text: &str, folder: &Path) -> Result<Config, Fault> {
    let file: File = toml::from_str(text).map_err(|error| {
        let message = error.message().lines().collect::<Vec<_>>().join(" ");
        (error.span().unwrap_or(0..0), message)
    })?;
    let profiles = file.profile.into_iter().map(|(name, profile)| Ok((name, policy(&profile)?)));
    Ok(Config {
        profiles: profiles.collect::<Result<_, Fault>>()?,
        lint: Settings::new(&file.lint, folder)?,
    })
}

fn policy(profile: &Profile) -> Result<Policy, Fault> {
    let mut policy = match &profile.base {
        None => Policy::text(),
        Some(base) => {
            Policy::named(base.get_ref()).ok_or_else(|| unknown("preset", base, Policy::NAMES))?
        }
    };
    if let Some(sequences) = &profile.sequences {
        policy = policy.sequences(named("treatment of sequences", sequences, SEQUENCES)?);
    }
    let classes: Vec<_> = Class::ALL.iter().map(|class| (class.name(), *class)).collect();
    for (class_name, action_name) in &profile.classes {
        let class = named("class", class_name, &classes)?;
        let action = named("action", action_name, Action::NAMES)?;
        check(class, action).map_err(|message| (action_name.span(), message))?;
        policy = policy.action(class, action);
    }
    if let Some(limit) = &profile.max_chars {
        policy = policy.max_chars(cap(limit)?);
    }
    if let Some(limit) = &profile.max_bytes {
        policy = policy.max_bytes(cap(limit)?);
    }
    if let Some(limit) = &profile.max_lines {
        policy = policy.max_lines(cap(limit)?);
    }
    if let Some(marker) = profile.marker {
        policy = policy.marker(marker);
    }
    Ok(policy)
}

/// Whether a class can have an action.
fn check(class: Class, action: Action) -> Result<(), String> {
    let is_selector =
        matches!(class, Class::Vs15Text | Class::Vs16Emoji | Class::Vs1To14 | Class::Vs17To256);
    match action {
        Action::KeepWhenValid if class.fallback().is_none() => Err(format!(
            "no sequence rule says when `{}` is valid: keep or remove it",
            class.name()
        )),
        Action::Count if !is_selector => {
            Err(format!("`count` is for variation selectors, which `{}` is not", class.name()))
        }
        _ => Ok(()),
    }
}

fn cap(limit: &Spanned<Limit>) -> Result<Option<u64>, Fault> {
    match limit.get_ref() {
        Limit::Number(number) => Ok(Some(*number)),
        Limit::Word(word) if word == "none" => Ok(None),
        Limit::Word(_) => Err((limit.span(), "give a whole number, or \"none\"".into())),
    }
}

fn named<T: Copy>(what: &str, name: &Spanned<String>, all: &[(&str, T)]) -> Result<T, Fault> {
    let found = all.iter().find(|(known, _)| known == name.get_ref());
    found.map(|(_, value)| *value).ok_or_else(|| {
        unknown(what, name, &all.iter().map(|(known, _)| *known).collect::<Vec<_>>())
    })
}

fn unknown(what: &str, name: &Spanned<String>, known: &[&str]) -> Fault {
    (
        name.span(),
        format!("unknown {what} `{}`{}", name.get_ref(), suggestion(name.get_ref(), known)),
    )
}

/// What may have been meant, as the end of a message.
pub(crate) fn suggestion(typed: &str, known: &[&str]) -> String {
    match similar::get_close_matches(typed, known, 1, 0.6)[..] {
        [close, ..] => format!("; did you mean `{close}`?"),
        [] => format!("; known are {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Action, Class, Policy, parse};

    #[test]
    fn a_profile_changes_its_base() {
        let text = r#"
            [profile.chat]
            base = "text"
            max-chars = 2000
            max-lines = "none"
            [profile.chat.classes]
            soft-hyphen = "keep"
            tag = "escape"
        "#;
        let wanted = Policy::text()
            .max_chars(Some(2000))
            .action(Class::SoftHyphen, Action::Keep)
            .action(Class::Tag, Action::Escape);
        assert_eq!(parse(text, Path::new("")).unwrap().profiles["chat"], wanted);
    }

    #[test]
    fn faults_are_located_and_say_what_to_do() {
        for (text, place, message) in [
            (
                "[profile.a]\nbase = \"txt\"",
                "\"txt\"",
                "unknown preset `txt`; did you mean `text`?",
            ),
            (
                "[profile.a.classes]\nzwx = \"keep\"",
                "zwx",
                "unknown class `zwx`; did you mean `zwj`?",
            ),
            (
                "[profile.a.classes]\nzwj = \"kep\"",
                "\"kep\"",
                "unknown action `kep`; did you mean `keep`?",
            ),
            (
                "[profile.a.classes]\nnul = \"keep-when-valid\"",
                "\"keep-when-valid\"",
                "no sequence rule",
            ),
            (
                "[profile.a.classes]\nnul = \"count\"",
                "\"count\"",
                "`count` is for variation selectors",
            ),
            ("[profile.a]\nmax-chars = \"many\"", "\"many\"", "give a whole number, or \"none\""),
            ("[profile.a]\nmax-char = 1", "max-char", "unknown field `max-char`"),
            ("profiles = 1", "profiles", "unknown field `profiles`"),
            ("[profile.a", "", ""),
        ] {
            let (span, said) = parse(text, Path::new("")).unwrap_err();
            assert!(said.contains(message) && !said.contains('\n'), "{text}: {said}");
            assert!(text[span.clone()].starts_with(place), "{text}: {span:?}");
        }
    }
}
