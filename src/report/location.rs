//! Names of files for machines: relative to the top of the repository, with forward slashes, and
//! percent-encoded where a URI is wanted.

use std::path::{Component, Path, PathBuf};

use super::Settings;

/// Where paths in the formats for machines start.
#[derive(Clone, Debug, Default)]
pub(super) struct Base {
    root: Option<PathBuf>,
    dir: Option<PathBuf>,
}

impl Base {
    pub(super) fn new(settings: &Settings) -> Self {
        Self { root: settings.root.clone(), dir: settings.dir.clone() }
    }

    /// A path from the root, if it lies there; otherwise as it is, without `.` in it.
    pub(super) fn relative(&self, path: &Path) -> PathBuf {
        let inside = || {
            let path = self.dir.as_ref().map_or_else(|| path.to_owned(), |dir| dir.join(path));
            let relative = plain(&path).strip_prefix(self.root.as_ref()?).ok()?.to_owned();
            Some(relative).filter(|path| path.components().next().is_some())
        };
        let is_stdin = path == Path::new("-");
        (!is_stdin).then(inside).flatten().unwrap_or_else(|| plain(path))
    }

    /// The same as text, with forward slashes; what is not text in it becomes U+FFFD.
    pub(super) fn text(&self, path: &Path) -> String {
        slashed(&self.relative(path), |part| bstr::BStr::new(part).to_string())
    }

    /// The same as a URI reference. A path that is still absolute becomes a `file:` URI.
    pub(super) fn uri(&self, path: &Path) -> String {
        let path = self.relative(path);
        let uri = slashed(&path, encode);
        if path.is_absolute() {
            format!("file://{}{uri}", if uri.starts_with('/') { "" } else { "/" })
        } else {
            uri
        }
    }
}

/// Without `.`, and without what a `..` takes back.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        let is_name = matches!(plain.components().next_back(), Some(Component::Normal(_)));
        match component {
            Component::CurDir => {}
            Component::ParentDir if is_name => {
                plain.pop();
            }
            _ => plain.push(component),
        }
    }
    plain
}

fn slashed(path: &Path, part: impl Fn(&[u8]) -> String) -> String {
    let mut text = String::new();
    for component in path.components() {
        if component == Component::RootDir {
            text.push('/');
            continue;
        }
        if !(text.is_empty() || text.ends_with('/')) {
            text.push('/');
        }
        text.push_str(&part(component.as_os_str().as_encoded_bytes()));
    }
    text
}

/// Everything but what RFC 3986 calls unreserved.
fn encode(part: &[u8]) -> String {
    let mut text = String::new();
    for &byte in part {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

/// The bytes of a name that is not text.
pub(super) fn bytes_of(path: &Path) -> Option<&[u8]> {
    let bytes = path.as_os_str().as_encoded_bytes();
    std::str::from_utf8(bytes).is_err().then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Base {
        Base { root: Some("/repo".into()), dir: Some("/repo/sub".into()) }
    }

    #[test]
    fn paths_start_at_the_root() {
        for (path, expected) in [
            ("a.md", "sub/a.md"),
            ("./a.md", "sub/a.md"),
            ("../b/a.md", "b/a.md"),
            ("/repo/x/a.md", "x/a.md"),
            ("/other/a.md", "/other/a.md"),
            ("-", "-"),
        ] {
            assert_eq!(base().text(Path::new(path)), expected);
        }
        assert_eq!(Base::default().text(Path::new("./a/./b.md")), "a/b.md");
        assert_eq!(Base::default().text(Path::new("../b.md")), "../b.md");
    }

    #[test]
    fn uris_are_encoded() {
        let uri = |path: &str| Base::default().uri(Path::new(path));
        assert_eq!(uri("tree/my dir/a#1 100%.md"), "tree/my%20dir/a%231%20100%25.md");
        assert_eq!(uri("c:/\u{E9}\u{202E}"), "c%3A/%C3%A9%E2%80%AE");
        assert_eq!(uri("/a b"), "file:///a%20b");
    }
}
