//! Rewrites a file in place: the old one or the new one, never a mix.
//!
//! The new content goes to a temporary file in the same folder, with the mode and owner of the old
//! one, is synced, and takes its place by a rename.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::reason;

/// Replaces the content of a file that still holds `before`. A link is followed.
pub(crate) fn rewrite(
    path: &Path,
    before: &[u8],
    after: &[u8],
    allows_hard_links: bool,
) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let meta = fs::metadata(&path)?;
    if meta.permissions().readonly() {
        return Err(io::Error::other("is read-only: not repaired"));
    }
    if hard_links(&meta) > 1 && !allows_hard_links {
        return Err(io::Error::other(
            "has several hard links, which a repair would part: not repaired without --fix-hard-links",
        ));
    }
    let new = beside(&path, after, Some(&meta))?;
    if fs::read(&path)? != before {
        return Err(io::Error::other("changed while it was read: not repaired"));
    }
    put(new, &path)
}

/// Writes a file that this program makes. What is no file, such as a pipe or a device, is written to.
pub(crate) fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let old = match fs::metadata(path) {
        // Not by its real path: what is behind `/dev/stdout` may have none.
        Ok(old) if !old.is_file() => return fs::write(path, content),
        Ok(old) if old.permissions().readonly() => return Err(io::Error::other("is read-only")),
        Ok(old) => Some(old),
        Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => None,
        Err(error) => return Err(error),
    };
    let path = if old.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
    put(beside(&path, content, old.as_ref())?, &path)
}

/// A temporary file in the folder where a file is to be, synced, with the mode and owner of the old one.
fn beside(path: &Path, content: &[u8], old: Option<&fs::Metadata>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    if old.is_none() {
        // As any new file. Otherwise nobody else reads it before it has the mode of the old one.
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let mut new = builder.prefix(".untrusted-filter-").tempfile_in(folder(path)?)?;
    new.write_all(content)?;
    if let Some(old) = old {
        keep_owner(new.as_file(), old)?;
        new.as_file().set_permissions(old.permissions())?;
    }
    new.as_file().sync_all()?;
    Ok(new)
}

/// The folder that a file is in.
fn folder(path: &Path) -> io::Result<&Path> {
    let folder = path.parent().ok_or_else(|| io::Error::other("has no folder"))?;
    Ok(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
}

/// Renames a temporary file to what it is to be.
fn put(new: NamedTempFile, path: &Path) -> io::Result<()> {
    new.persist(path).map_err(|error| error.error)?;
    // The rename itself is safe once the folder is; where folders cannot be synced it is not asked.
    if let Ok(folder) = folder(path).and_then(File::open) {
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

/// Gives a file the owner and group of another. Where that is not allowed, nothing is replaced: with
/// another group, the same mode would let others read it.
#[cfg(unix)]
fn keep_owner(file: &File, old: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let new = file.metadata()?;
    if (new.uid(), new.gid()) == (old.uid(), old.gid()) {
        return Ok(());
    }
    fchown(file, Some(old.uid()), Some(old.gid())).map_err(|error| {
        let why = reason(&error);
        io::Error::other(format!("its owner and group cannot be kept, {why}: not replaced"))
    })
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) -> io::Result<()> {
    Ok(())
}
