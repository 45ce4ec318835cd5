//! Paths → files to lint, in order: named ones, walked folders, lists.

use std::collections::HashSet;
use std::error::Error;
use std::ffi::OsStr;
use std::fs::{self, FileType};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};
use untrusted_filter::Show;
use untrusted_filter::lint::Encoding;

use super::super::input::Input;
use super::super::reason;
use super::glob::{Globs, is_agent_file};

/// What is to be linted, or said of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Standard input.
    Stdin,
    /// A file that was named: binary or not.
    Named(PathBuf),
    /// A file that was found in a folder.
    Found(PathBuf),
    /// Something that a folder holds and that is no file to read.
    Skipped(PathBuf, &'static str),
    /// What cannot be read.
    Failed(PathBuf, String),
}

/// Which files are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) include: Globs,
    pub(crate) exclude: Globs,
    /// Excludes hold for named files too.
    pub(crate) force_exclude: bool,
    /// Only known agent files.
    pub(crate) agent_files: bool,
    /// `.gitignore` files count.
    pub(crate) respects_ignore: bool,
}

impl Wanted {
    fn excludes(&self, path: &Path) -> bool {
        self.exclude.matches(path)
            || !self.include.is_empty() && !self.include.matches(path)
            || self.agent_files && !is_agent_file(path)
    }
}

/// Everything that the given paths stand for, sorted, each once.
pub(crate) fn targets(paths: &[PathBuf], wanted: &Wanted) -> Vec<Target> {
    let mut targets = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            targets.push(Target::Stdin);
            continue;
        }
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => walk(path, wanted, &mut targets),
            Ok(meta) if meta.is_file() => {
                if !(wanted.force_exclude && wanted.excludes(path)) {
                    targets.push(Target::Named(path.clone()));
                }
            }
            Ok(meta) => {
                let what = format!("is {}, not a file", special(meta.file_type()));
                targets.push(Target::Failed(path.clone(), what));
            }
            Err(error) => targets.push(Target::Failed(path.clone(), reason(&error))),
        }
    }
    targets.sort_by_cached_key(|target| key(target.path()));
    targets.dedup_by(|b, a| a.path() == b.path());
    targets
}

/// What orders paths as the library does, part by part, and is made once for each.
fn key(path: &Path) -> Vec<u8> {
    let mut key = Vec::with_capacity(path.as_os_str().len() + 1);
    for part in path.components() {
        key.extend_from_slice(part.as_os_str().as_encoded_bytes());
        key.push(0);
    }
    key
}

impl Target {
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Stdin => Path::new("-"),
            Self::Named(path)
            | Self::Found(path)
            | Self::Skipped(path, _)
            | Self::Failed(path, _) => path,
        }
    }
}

/// Walks a folder: dot folders too, since most agent files live there, but not what git keeps for
/// itself; links are not followed. Known agent files count even where they are ignored.
fn walk(root: &Path, wanted: &Wanted, targets: &mut Vec<Target>) {
    let mut seen = HashSet::new();
    let mut has_ignore_file = false;
    for entry in entries(root, wanted.respects_ignore, &wanted.exclude) {
        has_ignore_file |=
            entry.as_ref().is_ok_and(|entry| entry.file_name() == OsStr::new(".gitignore"));
        take(entry, wanted, targets, |path| {
            seen.insert(path.to_owned());
            true
        });
    }
    if wanted.respects_ignore && (has_ignore_file || is_below_ignore_file(root)) {
        for entry in entries(root, false, &wanted.exclude) {
            take(entry, wanted, targets, |path| !seen.contains(path) && is_agent_file(path));
        }
    }
}

/// What the walk meets: entries, and which path cannot be read and why. It leaves excluded folders
/// alone: what is going on in them is nobody's business.
fn entries(
    root: &Path,
    respects_ignore: bool,
    exclude: &Globs,
) -> impl Iterator<Item = Result<DirEntry, (PathBuf, String)>> {
    let exclude = exclude.clone();
    let mut builder = WalkBuilder::new(root);
    builder
        .standard_filters(false)
        .git_ignore(respects_ignore)
        .parents(respects_ignore)
        .require_git(false)
        .filter_entry(move |entry| {
            let is_folder =
                entry.depth() > 0 && entry.file_type().is_some_and(|kind| kind.is_dir());
            entry.file_name() != OsStr::new(".git")
                && !(is_folder && exclude.matches_whole(entry.path()))
        });
    let mut folder = (root.to_owned(), 0);
    builder.build().map(move |entry| {
        let entry = entry.map_err(|error| fault(&error, &folder))?;
        if entry.file_type().is_some_and(|kind| kind.is_dir()) {
            folder = (entry.path().to_owned(), entry.depth());
        }
        Ok(entry)
    })
}

/// Whether a folder above has an ignore file.
fn is_below_ignore_file(root: &Path) -> bool {
    let root = super::glob::normal(root);
    root.ancestors().any(|folder| folder.join(".gitignore").exists())
}

fn take(
    entry: Result<DirEntry, (PathBuf, String)>,
    wanted: &Wanted,
    targets: &mut Vec<Target>,
    is_new: impl FnOnce(&Path) -> bool,
) {
    let entry = match entry {
        Ok(entry) => entry,
        Err((path, what)) => {
            targets.push(Target::Failed(path, what));
            return;
        }
    };
    let (path, Some(kind)) = (entry.path(), entry.file_type()) else { return };
    if kind.is_dir() || !is_new(path) || wanted.excludes(path) {
        return;
    }
    targets.push(if kind.is_file() {
        Target::Found(path.to_owned())
    } else {
        Target::Skipped(path.to_owned(), special(kind))
    });
}

/// The path and the reason in an error of the walk. One that names no path came from reading on in a
/// folder: the last that was entered, or one above it.
fn fault(error: &ignore::Error, (folder, depth): &(PathBuf, usize)) -> (PathBuf, String) {
    let above = error.depth().map_or(0, |at| (depth + 1).saturating_sub(at));
    let path = named(error).or_else(|| folder.ancestors().nth(above)).unwrap_or(folder);
    let mut what = error.io_error().map_or_else(|| error.to_string(), reason);
    let mut cause = error.io_error().and_then(Error::source);
    // The walk's own words name the path again.
    while let Some(error) = cause {
        what = error.downcast_ref().map_or_else(|| error.to_string(), reason);
        cause = error.source();
    }
    (path.to_owned(), what)
}

/// The path that an error names.
fn named(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } => named(err),
        _ => None,
    }
}

fn special(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a named pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_block_device() || kind.is_char_device() {
            return "a device";
        }
    }
    if kind.is_symlink() { "a link" } else { "a special file" }
}

/// The paths in a list: one a line, or NUL-ended.
pub(crate) fn read_list(path: &Path, is_null: bool) -> io::Result<Vec<PathBuf>> {
    let mut list = Vec::new();
    Input::open(path)?.read_to_end(&mut list)?;
    let delimiter = if is_null { b'\0' } else { b'\n' };
    let names = list.split(|&byte| byte == delimiter);
    let names =
        names.map(|name| if is_null { name } else { name.strip_suffix(b"\r").unwrap_or(name) });
    names.filter(|name| !name.is_empty()).map(path_of).collect()
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere names can be wrong")]
fn path_of(name: &[u8]) -> io::Result<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    Ok(OsStr::from_bytes(name).into())
}

#[cfg(not(unix))]
fn path_of(name: &[u8]) -> io::Result<PathBuf> {
    std::str::from_utf8(name).map(PathBuf::from).map_err(io::Error::other)
}

/// Whether to leave a found file alone: NUL among its first bytes, and nothing says that it is text.
pub(crate) fn is_binary(path: &Path, bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(8 * 1024)];
    let is_utf16 = Encoding::of(bytes) != Encoding::Utf8;
    memchr::memchr(0, head).is_some() && !is_utf16 && !is_agent_file(path) && !is_text_name(path)
}

/// Whether the name says text: one control byte must not hide such a file.
fn is_text_name(path: &Path) -> bool {
    const TEXT: &str = "\
        adoc asciidoc astro awk bash bat bazel bib bzl c cc cfg cjs clj cljs cmake cmd \
        coffee conf cpp cs cshtml css csv cts cxx d dart dhall diff dockerfile editorconfig \
        el elm env erl ex exs fish fs fsx go gql gradle graphql groovy h haml hbs hcl hh hpp \
        hrl hs htm html hxx ini ipynb java jinja jl js json json5 jsonc jsonl jsx kt kts \
        less lisp lock log lua m markdown md mdc mdown mdx mjs mk mkd ml mli mm mts ndjson \
        nim nix org patch php pl plist pm po pot prisma properties proto ps1 psm1 pug py pyi \
        r rb re rmd rs rst sass scala scm scss sh sql srt sv svelte svg swift tcl tex text \
        tf toml ts tsv tsx twig txt typ v vb vbs vhd vim vtt vue wat xhtml xml xsl xslt yaml \
        yml zig zsh";
    const NAMES: &[&str] =
        &["dockerfile", "makefile", "readme", "license", "changelog", "justfile"];
    let lower = |part: Option<&OsStr>| part.map(|part| part.to_string_lossy().to_lowercase());
    lower(path.extension()).is_some_and(|extension| TEXT.split(' ').any(|text| text == extension))
        || lower(path.file_name()).is_some_and(|name| NAMES.contains(&&*name))
}

/// The name of a target in messages.
pub(crate) fn shown(path: &Path) -> String {
    Show::path(path).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_control_byte_hides_no_text_file() {
        for name in ["a.md", "a.sv", "a.svelte", "a.SWIFT", "a.zsh", "Makefile", "x/SKILL.md"] {
            assert!(!is_binary(Path::new(name), b"\0text"), "{name}");
        }
        assert!(is_binary(Path::new("a.png"), b"\0text"));
        assert!(is_binary(Path::new("a"), b"\0text"));
        assert!(!is_binary(Path::new("a"), b"\xFF\xFEa\0"));
    }

    #[test]
    fn excluded_folders_are_not_entered() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("vendor")).unwrap();
        fs::write(folder.path().join("vendor/a.md"), "a").unwrap();
        let walked = |patterns: &[&str]| {
            let exclude = Globs::new(folder.path(), patterns, false).unwrap();
            let entries = entries(folder.path(), true, &exclude);
            entries.map(|entry| entry.unwrap().path().to_owned()).collect::<Vec<_>>()
        };
        let is_entered = |patterns: &[&str]| walked(patterns).len() > 1;
        assert!(is_entered(&[]));
        assert!(is_entered(&["a.md"]));
        assert!(!is_entered(&["vendor/"]));
        assert!(!is_entered(&["*"]));
        // One file in it may still be wanted.
        assert!(is_entered(&["vendor/", "!vendor/a.md"]));
    }
}
