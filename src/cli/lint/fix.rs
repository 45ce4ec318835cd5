//! Rewrites a file in place: the old one or the new one, never a mix.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Replaces the content of a file that still holds `before`. A link is written through.
///
/// The new content goes to a temporary file in the same folder, with the mode and owner of the old
/// one, is synced, and takes its place by a rename.
pub(crate) fn rewrite(
    path: &Path,
    before: &[u8],
    after: &[u8],
    allows_hard_links: bool,
) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let folder = path.parent().ok_or_else(|| io::Error::other("has no folder"))?;
    let meta = fs::metadata(&path)?;
    if meta.permissions().readonly() {
        return Err(io::Error::other("is read-only: not repaired"));
    }
    if hard_links(&meta) > 1 && !allows_hard_links {
        return Err(io::Error::other(
            "has several hard links, which a repair would part: not repaired without --fix-hard-links",
        ));
    }
    let mut new = tempfile::Builder::new().prefix(".untrusted-filter-").tempfile_in(folder)?;
    new.write_all(after)?;
    keep_owner(new.as_file(), &meta);
    new.as_file().set_permissions(meta.permissions())?;
    new.as_file().sync_all()?;
    if fs::read(&path)? != before {
        return Err(io::Error::other("changed while it was read: not repaired"));
    }
    new.persist(&path).map_err(|error| error.error)?;
    // The rename itself is safe once the folder is; where folders cannot be synced it is not asked.
    if let Ok(folder) = File::open(folder) {
        let _unsynced = folder.sync_all();
    }
    Ok(())
}

#[cfg(unix)]
fn hard_links(meta: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(meta)
}

#[cfg(not(unix))]
fn hard_links(_: &fs::Metadata) -> u64 {
    1
}

/// Gives a file the owner of another, where that is allowed.
#[cfg(unix)]
fn keep_owner(file: &File, meta: &fs::Metadata) {
    use std::os::unix::fs::MetadataExt;
    let _not_allowed = std::os::unix::fs::fchown(file, Some(meta.uid()), Some(meta.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}
