//! The `[lint]` part of a configuration file, and where that file is looked for.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;
use untrusted_filter::lint::{Finding, Linter, RULES, Rule, Rules, Severity};

use super::super::config::{Fault, suggestion};
use super::glob::Globs;

/// `[lint]` as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct Table {
    select: Vec<Spanned<String>>,
    ignore: Vec<Spanned<String>>,
    fail_on: Option<Spanned<String>>,
    include: Vec<Spanned<String>>,
    exclude: Vec<Spanned<String>>,
    baseline: Option<PathBuf>,
    paths: Vec<PathTable>,
    allow: Vec<AllowTable>,
}

/// One `[[lint.paths]]`: rules for some files.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PathTable {
    files: Vec<Spanned<String>>,
    #[serde(default)]
    select: Vec<Spanned<String>>,
    #[serde(default)]
    ignore: Vec<Spanned<String>>,
}

/// One `[[lint.allow]]`: findings that are known and accepted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AllowTable {
    path: Spanned<String>,
    rule: Option<Spanned<String>>,
    line: Option<usize>,
    reason: Spanned<String>,
}

/// What the table means.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) rules: Rules,
    pub(crate) fail_on: Option<Severity>,
    pub(crate) include: Globs,
    pub(crate) exclude: Globs,
    pub(crate) baseline: Option<PathBuf>,
    /// Other rules for some files: the last that matches counts.
    paths: Vec<(Globs, Linter)>,
    allow: Vec<Allow>,
}

#[derive(Clone, Debug)]
struct Allow {
    path: Globs,
    rule: Option<&'static Rule>,
    line: Option<usize>,
}

impl Settings {
    /// Gives a table its meaning. Paths in it are relative to `folder`.
    pub(crate) fn new(table: &Table, folder: &Path) -> Result<Self, Fault> {
        let rules = selected(Rules::default(), &table.select, &table.ignore)?;
        let paths = table.paths.iter().map(|paths| {
            let own = selected(rules.clone(), &paths.select, &paths.ignore)?;
            Ok((globs(folder, &paths.files)?, Linter::new(own)))
        });
        let allow = table.allow.iter().map(|allow| {
            if allow.reason.get_ref().trim().is_empty() {
                return Err((allow.reason.span(), "give a reason".to_owned()));
            }
            Ok(Allow {
                path: globs(folder, std::slice::from_ref(&allow.path))?,
                rule: allow.rule.as_ref().map(rule).transpose()?,
                line: allow.line,
            })
        });
        Ok(Self {
            paths: paths.collect::<Result<_, Fault>>()?,
            allow: allow.collect::<Result<_, Fault>>()?,
            fail_on: table.fail_on.as_ref().map(severity).transpose()?,
            include: globs(folder, &table.include)?,
            exclude: globs(folder, &table.exclude)?,
            baseline: table.baseline.as_ref().map(|path| folder.join(path)),
            rules,
        })
    }

    /// Whether any of them is about some files and not about others.
    pub(crate) fn are_of_files(&self) -> bool {
        !self.paths.is_empty() || !self.allow.is_empty() || self.baseline.is_some()
    }

    /// The linter for a file that has rules of its own.
    pub(crate) fn linter_for(&self, path: &Path) -> Option<&Linter> {
        let own = self.paths.iter().rev().find(|(files, _)| files.matches(path));
        own.map(|(_, linter)| linter)
    }

    /// Takes out the findings that are allowed; says how many.
    pub(crate) fn take_allowed(&self, path: &Path, findings: &mut Vec<Finding>) -> usize {
        let before = findings.len();
        if before > 0 {
            let here: Vec<_> = self.allow.iter().filter(|allow| allow.path.matches(path)).collect();
            findings.retain(|finding| {
                !here.iter().any(|allow| {
                    allow.rule.is_none_or(|rule| rule == finding.rule)
                        && allow.line.is_none_or(|line| line == finding.start.line)
                })
            });
        }
        before - findings.len()
    }
}

/// Rules by names: ids, `default`, `all`. Selected ones take the place of those that were on.
pub(crate) fn select<'a>(
    rules: &mut Rules,
    select: impl IntoIterator<Item = &'a str>,
    ignore: impl IntoIterator<Item = &'a str>,
) -> Result<(), (&'a str, String)> {
    let mut chosen: Option<Rules> = None;
    for name in select {
        let chosen = chosen.get_or_insert_with(Rules::none);
        match name {
            "all" => *chosen = Rules::all(),
            "default" => {
                let default = Rules::default();
                RULES
                    .iter()
                    .filter(|rule| default.is_on(rule))
                    .for_each(|rule| chosen.set(rule, true));
            }
            _ => chosen.set(by_id(name).map_err(|message| (name, message))?, true),
        }
    }
    if let Some(chosen) = chosen {
        *rules = chosen;
    }
    for name in ignore {
        rules.set(by_id(name).map_err(|message| (name, message))?, false);
    }
    Ok(())
}

/// The rule of this id, or what may have been meant.
pub(crate) fn by_id(id: &str) -> Result<&'static Rule, String> {
    untrusted_filter::lint::rule(id).ok_or_else(|| {
        let ids: Vec<_> = RULES.iter().map(|rule| rule.id).collect();
        let close = similar::get_close_matches(id, &ids, 1, 0.6);
        match close[..] {
            [close, ..] => format!("unknown rule `{id}`; did you mean `{close}`?"),
            [] => format!("unknown rule `{id}`; --list-rules lists them"),
        }
    })
}

fn selected(
    mut rules: Rules,
    selected: &[Spanned<String>],
    ignored: &[Spanned<String>],
) -> Result<Rules, Fault> {
    let result = select(
        &mut rules,
        selected.iter().map(|name| name.get_ref().as_str()),
        ignored.iter().map(|name| name.get_ref().as_str()),
    );
    result.map_err(|(wrong, message)| {
        let all = selected.iter().chain(ignored);
        let span = all.clone().find(|name| name.get_ref() == wrong).map_or(0..0, Spanned::span);
        (span, message)
    })?;
    Ok(rules)
}

fn rule(id: &Spanned<String>) -> Result<&'static Rule, Fault> {
    by_id(id.get_ref()).map_err(|message| (id.span(), message))
}

fn severity(name: &Spanned<String>) -> Result<Severity, Fault> {
    let names = Severity::ALL.map(Severity::name);
    let found = Severity::ALL.into_iter().find(|severity| severity.name() == name.get_ref());
    found.ok_or_else(|| {
        let typed = name.get_ref();
        (name.span(), format!("unknown severity `{typed}`{}", suggestion(typed, &names)))
    })
}

fn globs(folder: &Path, patterns: &[Spanned<String>]) -> Result<Globs, Fault> {
    let all = patterns.iter().map(|pattern| &**pattern.get_ref());
    let span = patterns.first().map_or(0..0, Spanned::span);
    Globs::new(folder, all, false).map_err(|message| (span, message))
}

/// The names of a configuration file, the first first.
const NAMES: [&str; 2] = ["untrusted-filter.toml", ".untrusted-filter.toml"];

/// Looks for a configuration file in a folder and those above it, up to the top of the repository
/// or of the file system.
pub(crate) fn find(folder: &Path) -> Option<PathBuf> {
    for folder in folder.ancestors() {
        if let Some(found) = NAMES.iter().map(|name| folder.join(name)).find(|path| path.is_file())
        {
            return Some(found);
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}
