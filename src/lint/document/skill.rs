//! The Agent Skills specification, as far as a skill's front matter can break it.

use std::ffi::OsStr;
use std::ops::Range;
use std::path::Path;

use super::front_matter::FrontMatter;
use super::yaml::Scalar;
use super::{draft, shown};
use crate::lint::finding::Draft;
use crate::lint::rule::{self, Rule};

/// The most characters of a name.
const NAME: usize = 64;
/// The most characters of a description.
const DESCRIPTION: usize = 1024;

/// What breaks the specification.
pub(super) fn findings(
    path: &Path,
    text: &[u8],
    front: &FrontMatter,
    is_enabled: &dyn Fn(&'static Rule) -> bool,
    drafts: &mut Vec<Draft>,
) {
    // What has no mapping at the top was not understood, and is not to be judged.
    let has_keys = front.yaml.keys.iter().any(|key| key.mapping == 0);
    if !has_keys && !text[front.content.clone()].trim_ascii().is_empty() {
        return;
    }
    if is_enabled(&rule::SKILL_NAME) {
        let folder = path.parent().and_then(Path::file_name);
        let folder = folder.map(OsStr::as_encoded_bytes);
        check(&rule::SKILL_NAME, "name", text, front, drafts, |name| in_name(name, folder));
    }
    if is_enabled(&rule::SKILL_DESCRIPTION) {
        check(&rule::SKILL_DESCRIPTION, "description", text, front, drafts, in_description);
    }
}

fn check(
    rule: &'static Rule,
    field: &str,
    text: &[u8],
    front: &FrontMatter,
    drafts: &mut Vec<Draft>,
    judge: impl Fn(&str) -> Vec<String>,
) {
    let Some(key) = front.key(field) else {
        return drafts.push(draft(rule, front.opening.clone(), "it is missing"));
    };
    let value = key.value.as_ref().filter(|value| !value.is_null(text));
    let problems = match value {
        None => vec!["it is no text".to_owned()],
        Some(value) => judge(&value.text(text)),
    };
    if !problems.is_empty() {
        let span = value.map(|value| trimmed(text, value)).filter(|span| !span.is_empty());
        drafts.push(draft(rule, span.unwrap_or(key.span.clone()), &problems.join("; ")));
    }
}

/// The lines of a value without the end of the last.
fn trimmed(text: &[u8], value: &Scalar) -> Range<usize> {
    let Range { start, end } = value.span;
    let value = &text[start..end];
    let start = end - value.trim_ascii_start().len();
    start..start + value.trim_ascii().len()
}

fn in_name(name: &str, folder: Option<&[u8]>) -> Vec<String> {
    let mut problems = Vec::new();
    if name.is_empty() {
        problems.push("it is empty".to_owned());
        return problems;
    }
    let count = name.chars().count();
    if count > NAME {
        problems.push(format!("it has {count} characters, more than {NAME}"));
    }
    if !name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')) {
        problems.push("only a to z, 0 to 9 and hyphens may be in it".to_owned());
    }
    if name.starts_with('-') || name.ends_with('-') {
        problems.push("no hyphen may begin or end it".to_owned());
    }
    if name.contains("--") {
        problems.push("no hyphen may follow another".to_owned());
    }
    if let Some(folder) = folder
        && folder != name.as_bytes()
    {
        problems.push(format!("the folder is named \"{}\"", shown(folder)));
    }
    problems
}

fn in_description(description: &str) -> Vec<String> {
    let mut problems = Vec::new();
    if description.trim().is_empty() {
        problems.push("it is empty".to_owned());
    }
    let count = description.chars().count();
    if count > DESCRIPTION {
        problems.push(format!("it has {count} characters, more than {DESCRIPTION}"));
    }
    if description.contains(['<', '>']) {
        problems.push("it holds an angle bracket".to_owned());
    }
    problems
}
