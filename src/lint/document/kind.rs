//! What a file is, going by its path.

use std::ffi::OsStr;
use std::path::{Component, Path};

/// What kind of file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing is known of it.
    Plain,
    /// Markdown that no agent loads by itself.
    Markdown,
    /// The SKILL.md of an agent skill.
    Skill,
    /// Instructions, rules, prompts or commands that an agent loads: Markdown, with front matter
    /// where it has some.
    Agent,
    /// One JSON text.
    Json,
    /// JSON texts, one a line.
    JsonLines,
    /// A notebook: JSON that holds source code and Markdown.
    Notebook,
    /// YAML.
    Yaml,
    /// TOML.
    Toml,
    /// Source code, or another text with string escapes.
    Source(Language),
    /// HTML, or XML of any kind.
    Html,
}

/// A family of languages that spell escapes and comments alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// `\u1234`, `\U12345678`, bytes in hexadecimal, as many digits as there are, and octal; `//`.
    C,
    /// As `C`, with two hexadecimal digits.
    Go,
    /// `\u1234`, `\u{1F600}`, `\xAD`; `//`.
    Script,
    /// As `Script`, with `#` before a comment.
    Hash,
    /// Six hexadecimal digits at most, and nothing before them.
    Css,
    /// Bytes in hexadecimal and decimal, `\u{1F600}`; `--`.
    Lua,
}

/// Names of files that agents load, in lower case.
const AGENT_FILES: &[&str] = &[
    "agent.md",
    "agents.local.md",
    "agents.md",
    "agents.override.md",
    "claude.local.md",
    "claude.md",
    "conventions.md",
    "copilot-instructions.md",
    "crush.md",
    "gemini.md",
    "global_rules.md",
    "llms-full.txt",
    "llms.txt",
    "soul.md",
    "warp.md",
    ".clinerules",
    ".cursorrules",
    ".goosehints",
    ".roorules",
    ".rules",
    ".windsurfrules",
];

/// Ends of the names of files that agents load, in lower case.
const AGENT_ENDS: &[&str] =
    &[".agent.md", ".chatmode.md", ".instructions.md", ".mdc", ".prompt.md"];

/// Folders whose Markdown agents load, in lower case.
const AGENT_FOLDERS: &[&str] = &[
    ".agents",
    ".amazonq",
    ".claude",
    ".cline",
    ".clinerules",
    ".codex",
    ".continue",
    ".cursor",
    ".devin",
    ".gemini",
    ".junie",
    ".kilocode",
    ".kiro",
    ".opencode",
    ".roo",
    ".windsurf",
];

/// Folders below `.github` whose Markdown agents load.
const GITHUB_FOLDERS: &[&str] = &["agents", "chatmodes", "instructions", "prompts", "skills"];

impl Kind {
    /// The kind of the file at a path, which is not opened.
    pub(crate) fn of(path: &Path) -> Self {
        let name = path.file_name().map(lower).unwrap_or_default();
        if name == "skill.md" {
            return Self::Skill;
        }
        if AGENT_FILES.contains(&&*name) || AGENT_ENDS.iter().any(|end| name.ends_with(end)) {
            return Self::Agent;
        }
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        match extension {
            "md" | "markdown" | "mdown" | "mkd" | "mkdn" | "mdx" | "qmd" | "rmd" => {
                if is_in_agent_folder(path) {
                    Self::Agent
                } else {
                    Self::Markdown
                }
            }
            "json" | "json5" | "jsonc" | "webmanifest" | "geojson" | "har" | "avsc" => Self::Json,
            "jsonl" | "ndjson" => Self::JsonLines,
            "ipynb" => Self::Notebook,
            "yaml" | "yml" => Self::Yaml,
            "toml" => Self::Toml,
            "html" | "htm" | "xhtml" | "xml" | "svg" | "vue" | "svelte" | "astro" | "rss"
            | "atom" | "xsd" | "xsl" | "xslt" | "plist" | "resx" | "xlf" | "xliff" => Self::Html,
            _ => Language::of(extension).map_or(Self::Plain, Self::Source),
        }
    }

    /// Whether it is read as Markdown.
    pub(super) const fn is_markdown(self) -> bool {
        matches!(self, Self::Markdown | Self::Skill | Self::Agent)
    }

    /// Whether rules that are on by default look at more than its characters.
    pub(crate) const fn has_structure(self) -> bool {
        self.is_markdown()
            || matches!(self, Self::Html | Self::Json | Self::JsonLines | Self::Notebook)
    }

    /// Whether agents load it by itself, front matter first.
    pub(super) const fn is_loaded(self) -> bool {
        matches!(self, Self::Skill | Self::Agent)
    }
}

impl Language {
    fn of(extension: &str) -> Option<Self> {
        Some(match extension {
            "c" | "h" | "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" | "inl" | "ino" | "m"
            | "mm" | "cu" => Self::C,
            "go" | "d" | "proto" | "zig" | "v" => Self::Go,
            "js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx" | "rs" | "java" | "kt"
            | "kts" | "scala" | "groovy" | "gradle" | "cs" | "fs" | "fsx" | "swift" | "dart"
            | "php" | "hx" | "as" | "gleam" | "sol" | "move" => Self::Script,
            "py" | "pyi" | "pyw" | "pyx" | "bzl" | "star" | "rb" | "rake" | "gemspec" | "pl"
            | "pm" | "sh" | "bash" | "zsh" | "fish" | "ksh" | "ex" | "exs" | "jl" | "r" | "nim"
            | "cr" | "tcl" | "ps1" | "psm1" | "properties" | "tf" | "hcl" | "nix" => Self::Hash,
            "css" | "scss" | "sass" | "less" => Self::Css,
            "lua" | "luau" => Self::Lua,
            _ => return None,
        })
    }
}

/// Whether Markdown at this path is in a folder from which agents load it.
fn is_in_agent_folder(path: &Path) -> bool {
    let mut is_github = false;
    path.parent().into_iter().flat_map(Path::components).any(|component| {
        let Component::Normal(name) = component else { return false };
        let name = lower(name);
        let found =
            AGENT_FOLDERS.contains(&&*name) || is_github && GITHUB_FOLDERS.contains(&&*name);
        is_github = name == ".github";
        found
    })
}

/// A name in lower case; what is no text in it does not matter here.
pub(super) fn lower(name: &OsStr) -> String {
    name.to_string_lossy().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_tells_the_kind() {
        for (path, kind) in [
            ("SKILL.md", Kind::Skill),
            ("a/skill.MD", Kind::Skill),
            ("a/CLAUDE.md", Kind::Agent),
            (".cursor/rules/x.mdc", Kind::Agent),
            ("x.instructions.md", Kind::Agent),
            (".github/prompts/deep/x.md", Kind::Agent),
            (".claude/agents/x.md", Kind::Agent),
            (".github/ISSUE_TEMPLATE/x.md", Kind::Markdown),
            ("README.md", Kind::Markdown),
            ("claude/x.md", Kind::Markdown),
            ("a.json", Kind::Json),
            ("a.jsonl", Kind::JsonLines),
            ("a.ipynb", Kind::Notebook),
            ("a.yml", Kind::Yaml),
            ("Cargo.toml", Kind::Toml),
            ("a.svg", Kind::Html),
            ("a.rs", Kind::Source(Language::Script)),
            ("a.py", Kind::Source(Language::Hash)),
            ("a.txt", Kind::Plain),
            ("a", Kind::Plain),
            ("", Kind::Plain),
            ("..", Kind::Plain),
        ] {
            assert_eq!(Kind::of(Path::new(path)), kind, "{path}");
        }
    }
}
