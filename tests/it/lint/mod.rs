//! The linter: what it finds, and how it is run.

mod cases;
mod hooks;
mod laws;
mod repairs;
mod running;

use std::path::{Path, PathBuf};

pub(crate) use std::process::Output;

use crate::command::command;

/// Runs the command in a folder.
pub(crate) fn run_in(folder: &Path, args: &[&str], input: &[u8]) -> Output {
    command(args).current_dir(folder).write_stdin(input).output().unwrap()
}

/// An empty folder of its own, removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("lint-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, and the folders that it is in.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).unwrap()
    }

    /// Runs `untrusted-filter --lint ARGS` in it.
    pub(crate) fn lint(&self, args: &[&str]) -> Output {
        let args: Vec<&str> = ["--lint"].into_iter().chain(args.iter().copied()).collect();
        run_in(self.path(), &args, b"")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _left_behind = std::fs::remove_dir_all(&self.0);
    }
}

/// The findings in JSON Lines.
pub(crate) fn findings(output: &[u8]) -> Vec<serde_json::Value> {
    let lines = std::str::from_utf8(output).unwrap().lines();
    let rows = lines.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    rows.filter(|row| row["type"] == "finding").collect()
}
