//! Patterns for paths, as in .gitignore, and the list of known agent files.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use untrusted_filter::Show;

/// The known agent files, as they are printed.
pub(crate) const AGENT_FILES: &str = include_str!("agent-files.txt");

/// A set of patterns. They are relative to a folder; a pattern without a slash matches at any depth.
#[derive(Clone, Debug)]
pub(crate) struct Globs {
    /// The folder, absolute, so that `./a`, `a` and `/x/a` are one path.
    root: PathBuf,
    patterns: Gitignore,
}

impl Globs {
    /// Reads patterns; the error names the one that is wrong.
    pub(crate) fn new<S: AsRef<str>>(
        root: &Path,
        patterns: impl IntoIterator<Item = S>,
        is_case_insensitive: bool,
    ) -> Result<Self, String> {
        let root = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
        let mut builder = GitignoreBuilder::new(&root);
        let wrong = |pattern: &str, error: &dyn std::fmt::Display| {
            format!("pattern `{}`: {}", Show::new(pattern), Show::new(&error.to_string()))
        };
        builder.case_insensitive(is_case_insensitive).map_err(|error| wrong("", &error))?;
        for pattern in patterns {
            let pattern = pattern.as_ref();
            builder.add_line(None, pattern).map_err(|error| wrong(pattern, &error))?;
        }
        let patterns = builder.build().map_err(|error| wrong("", &error))?;
        Ok(Self { root, patterns })
    }

    /// Whether no pattern was given.
    pub(crate) fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Whether a path, or a folder that it is in, matches.
    pub(crate) fn matches(&self, path: &Path) -> bool {
        self.holds(path, false)
    }

    /// Whether a folder matches, or one that it is in, and no pattern can take a file in it out again.
    pub(crate) fn matches_whole(&self, folder: &Path) -> bool {
        self.patterns.num_whitelists() == 0 && self.holds(folder, true)
    }

    fn holds(&self, path: &Path, is_folder: bool) -> bool {
        if self.is_empty() {
            return false;
        }
        let path = normal(path);
        // A path outside the root can match by its own parts only.
        let path = path
            .strip_prefix(&self.root)
            .unwrap_or_else(|_| path.strip_prefix("/").unwrap_or(&path));
        self.patterns.matched_path_or_any_parents(path, is_folder).is_ignore()
    }
}

/// An absolute path without `.` and `..`, by its text alone.
pub(crate) fn normal(path: &Path) -> Cow<'_, Path> {
    static HERE: LazyLock<PathBuf> = LazyLock::new(|| std::env::current_dir().unwrap_or_default());
    let text = path.as_os_str().as_encoded_bytes();
    let mut parts = text.split(|byte| std::path::is_separator(char::from(*byte)));
    let is_plain = !parts.any(|part| matches!(part, b"." | b".."));
    match (path.is_absolute(), is_plain) {
        (true, true) => path.into(),
        (false, true) if !path.has_root() => HERE.join(path).into(),
        _ => without_dots(path).into(),
    }
}

fn without_dots(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).components() {
        match part {
            Component::ParentDir => {
                normal.pop();
            }
            Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

/// Whether coding agents load a file of this name and place as instructions.
pub(crate) fn is_agent_file(path: &Path) -> bool {
    static KNOWN: LazyLock<Option<Globs>> =
        LazyLock::new(|| Globs::new(Path::new("/"), AGENT_FILES.lines(), true).ok());
    KNOWN.as_ref().is_some_and(|known| known.matches(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agent_files_are_known_wherever_they_are() {
        for path in [
            "SKILL.md",
            "a/skill.md",
            "/x/.claude/skills/a/scripts/run.py",
            ".cursor/rules/a/b.mdc",
            "sub/AGENTS.md",
            ".github/prompts/a.prompt.md",
            ".mcp.json",
            "../CLAUDE.local.md",
        ] {
            assert!(is_agent_file(Path::new(path)), "{path}");
        }
        for path in ["README.md", "src/skill.rs", "a/claude/rules/x.md", "skills/x/notes.txt"] {
            assert!(!is_agent_file(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn patterns_are_relative_to_their_folder() {
        let globs = Globs::new(Path::new("."), ["vendor/", "*.min.js", "/top.md"], false).unwrap();
        for path in ["vendor/a/b.md", "./vendor/x", "a/b.min.js", "top.md", "x/../top.md"] {
            assert!(globs.matches(Path::new(path)), "{path}");
        }
        assert!(!globs.matches(Path::new("a/top.md")));
        assert!(Globs::new(Path::new("."), ["[z-a]"], false).is_err());
    }
}
