//! Places where nothing can be written, and limits: the old file stays, whole, with nothing beside it, and
//! it is said why.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bstr::ByteSlice as _;

use super::{BAD, GOOD, not_run};
use crate::command::{COMMAND, failure, file, scratch};

const OLD: &str = "{\"old\": true}\n";

/// Runs a script in which `$0` is the command; `before` starts the shell with other rights.
fn script(folder: &Path, before: &[&str], script: &str) -> Output {
    let words = [before, &["sh", "-c", script, COMMAND]].concat();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(folder).env("TMPDIR", folder).output().unwrap()
}

/// A folder in a file system of 64 KiB, which is gone with the script. `None` where none may be mounted.
fn small_disk(name: &str, inside: &str) -> Option<Output> {
    const UNSHARE: &[&str] = &["unshare", "--mount"];
    let folder = scratch(name);
    file(&folder, "large.txt", format!("{BAD}{}", "x".repeat(40_000)));
    file(&folder, "small.txt", BAD);
    fs::create_dir(folder.join("disk")).unwrap();
    let mount = "mount -t tmpfs -o size=64k,mode=755 none disk && cd disk";
    if !script(&folder, UNSHARE, mount).status.success() {
        not_run(&format!("{name}: no file system may be mounted here"));
        return None;
    }
    Some(script(&folder, UNSHARE, &format!("{mount} && {{ {inside}\n}}")))
}

/// Files of the script's own that are as they were, by `cmp` and `ls`.
const AS_BEFORE: &str = "cmp large.txt ../large.txt && cmp known.json ../known.json && ls -A";

#[test]
fn a_disk_that_is_full() {
    let inside = format!(
        "cp ../large.txt . ; printf '{OLD}' > known.json; cp known.json ..
        \"$0\" --lint --no-config --fix large.txt >&2; echo $?
        head -c 20000 /dev/zero > rest 2> /dev/null
        dd if=/dev/zero of=fill bs=4096 2> /dev/null
        \"$0\" --lint --no-config --write-baseline known.json large.txt >&2; echo $?
        \"$0\" ../large.txt > copy; echo $?
        rm rest fill copy; {AS_BEFORE}
        cp ../small.txt . && \"$0\" --lint --no-config --fix --quiet small.txt && cat small.txt"
    );
    let Some(output) = small_disk("faults-small-disk", &inside) else { return };
    let wanted = format!("2\n2\n2\nknown.json\nlarge.txt\n{GOOD}");
    assert_eq!(output.stdout.as_bstr(), wanted, "{output:?}");
    for line in [
        "untrusted-filter: large.txt: no space left on device",
        "untrusted-filter: known.json: no space left on device",
        "untrusted-filter: cannot write to standard output: no space left on device",
    ] {
        assert!(output.stderr.lines().any(|said| said == line.as_bytes()), "{output:?}");
    }
}

#[test]
fn a_file_system_that_is_read_only() {
    let inside = format!(
        "cp ../large.txt . ; printf '{OLD}' > known.json; cp known.json ..
        mount -o remount,ro disk 2> /dev/null || mount -o remount,ro \"$PWD\" || exit 9
        \"$0\" --lint --no-config --fix large.txt >&2; echo $?
        \"$0\" --lint --no-config --write-baseline known.json large.txt >&2; echo $?
        \"$0\" --lint --no-config --write-baseline new.json large.txt >&2; echo $?
        \"$0\" --report new.json large.txt; echo $?
        {AS_BEFORE}"
    );
    let Some(output) = small_disk("faults-read-only", &inside) else { return };
    assert_eq!(output.stdout.as_bstr(), "2\n2\n2\n2\nknown.json\nlarge.txt\n", "{output:?}");
    for name in ["large.txt", "known.json", "new.json"] {
        let line = format!("untrusted-filter: {name}: read-only file system");
        assert!(output.stderr.lines().any(|said| said == line.as_bytes()), "{output:?}");
    }
}

/// Who is nobody in particular, if that can be.
const NOBODY: &[&str] = &["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];

/// A folder with files that everybody may write, a baseline, and how to run as somebody whom only that
/// folder can stop.
fn someone_elses(name: &str) -> Option<(PathBuf, &'static [&'static str])> {
    let folder = scratch(name);
    for (name, content) in [("notes.txt", BAD), ("known.json", OLD)] {
        let path = file(&folder, name, content);
        fs::set_permissions(path, fs::Permissions::from_mode(0o666)).unwrap();
    }
    if fs::metadata(&folder).unwrap().uid() != 0 {
        return Some((folder, &[]));
    }
    if !script(&folder, NOBODY, "\"$0\" --version").status.success() {
        not_run(&format!("{name}: nobody else can run the command here"));
        return None;
    }
    Some((folder, NOBODY))
}

/// Runs a repair and writes a baseline; both fail, and leave what was.
fn both_fail(folder: &Path, before: &[&str], reason: &str) {
    for (name, args) in
        [("notes.txt", "--fix --quiet"), ("known.json", "--write-baseline known.json")]
    {
        let script =
            script(folder, before, &format!("\"$0\" --lint --no-config {args} notes.txt >&2"));
        // What is still found is told as well.
        let said = format!("untrusted-filter: {name}: {reason}");
        assert!(script.stderr.lines().any(|line| line == said.as_bytes()), "{script:?}");
        assert_eq!(script.status.code(), Some(2), "{script:?}");
    }
    assert_eq!(fs::read_to_string(folder.join("notes.txt")).unwrap(), BAD);
    assert_eq!(fs::read_to_string(folder.join("known.json")).unwrap(), OLD);
    assert_eq!(fs::read_dir(folder).unwrap().count(), 2);
}

#[test]
fn a_folder_that_one_may_not_write_to() {
    let Some((folder, before)) = someone_elses("faults-folder") else { return };
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    both_fail(&folder, before, "permission denied");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The new file would be somebody else's, or readable by another group.
#[test]
fn an_owner_that_one_cannot_give() {
    let Some((folder, before)) = someone_elses("faults-owner") else { return };
    if before.is_empty() {
        return not_run("faults-owner: takes root, who has files that others may write");
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
    let reason = "its owner and group cannot be kept, operation not permitted: not replaced";
    both_fail(&folder, before, reason);
    // Root can, and keeps them.
    let path = folder.join("notes.txt");
    std::os::unix::fs::chown(&path, Some(65534), Some(65533)).unwrap();
    let output = script(&folder, &[], "\"$0\" --lint --no-config --fix notes.txt");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let meta = fs::metadata(&path).unwrap();
    assert_eq!((meta.uid(), meta.gid(), meta.mode() & 0o777), (65534, 65533, 0o666));
    assert_eq!(fs::read_to_string(&path).unwrap(), GOOD);
}

/// With a signal or without one.
#[test]
fn a_limit_on_the_size_of_files() {
    let folder = scratch("faults-size");
    // Each line is one of its own to a baseline.
    let lines = (0..2000).map(|n| format!("{n} {BAD}"));
    let long = lines.chain(["x".repeat(200_000)]).collect::<String>();
    file(&folder, "long.txt", &long);
    file(&folder, "known.json", OLD);
    for (args, said) in [
        ("--lint --no-config --fix long.txt", "long.txt: file too large"),
        ("--lint --no-config --write-baseline known.json long.txt", "known.json: file too large"),
        ("long.txt > copy", "cannot write to standard output: file too large"),
        ("--input mcp --report report long.txt", "cannot write to report: file too large"),
    ] {
        for trap in ["trap '' XFSZ;", ""] {
            let limited = format!("{trap} ulimit -f 8; exec \"$0\" {args}");
            let output = script(&folder, &[], &limited);
            if trap.is_empty() {
                assert_eq!(output.status.signal(), Some(25), "{args}: {output:?}");
            } else {
                assert_eq!(output.status.code(), Some(2), "{args}: {output:?}");
                let said = format!("untrusted-filter: {said}");
                assert!(output.stderr.lines().any(|line| line == said.as_bytes()), "{output:?}");
            }
            assert!(fs::read_to_string(folder.join("long.txt")).unwrap() == long, "{args}");
            assert_eq!(fs::read_to_string(folder.join("known.json")).unwrap(), OLD, "{args}");
        }
    }
}

/// Memory that ends while a file is read is a failure of that file. While its findings are gathered it ends
/// the process, as any program that is out of memory; files are whole either way.
#[test]
fn a_limit_on_memory() {
    let folder = scratch("faults-memory");
    let long = format!("{BAD}{}", "plain words\n".repeat(4 << 20));
    let dense = BAD.repeat(20_000);
    let mut refused = 0;
    for (content, may_abort) in [(&long, false), (&dense, true)] {
        for kibibytes in (4..=18).map(|n| n * 8 * 1024) {
            file(&folder, "notes.txt", content);
            file(&folder, "small.txt", BAD);
            let limited = format!(
                "ulimit -v {kibibytes}; exec \"$0\" --lint --no-config -q -j 1 notes.txt small.txt"
            );
            let output = script(&folder, &[], &limited);
            let what = format!("{kibibytes}: {output:?}");
            match output.status.code() {
                // Found, or not even loaded.
                Some(1 | 127) => {}
                Some(2) => {
                    assert_eq!(failure(&output), "notes.txt: out of memory", "{what}");
                    refused += 1;
                }
                _ => assert!(may_abort && output.status.signal() == Some(6), "{what}"),
            }
            let fix = script(&folder, &[], &limited.replace("-q", "-q --fix"));
            let left = fs::read_to_string(folder.join("notes.txt")).unwrap();
            let is_new = left == content.replace(BAD, GOOD);
            assert!(left == *content || is_new, "{kibibytes}: a mix");
            assert!(is_new || fix.status.code() != Some(0), "{kibibytes}: {fix:?}");
        }
    }
    assert!(refused > 0);
}

/// A baseline goes where it was told to: through a link, to a pipe, with the mode of a new file.
#[test]
fn a_baseline_is_written_where_it_was_told_to() {
    let folder = scratch("faults-baseline");
    file(&folder, "notes.txt", BAD);
    file(&folder, "real.json", OLD);
    fs::set_permissions(folder.join("real.json"), fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("real.json", folder.join("link.json")).unwrap();
    let write = |to: &str, rest: &str| {
        let args = format!("umask 027; \"$0\" --lint --no-config --write-baseline {to} notes.txt");
        let output = script(&folder, &[], &format!("{args} {rest}"));
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        output.stdout
    };
    write("new.json", "");
    let new = fs::read(folder.join("new.json")).unwrap();
    assert!(new.contains_str("notes.txt"));
    assert_eq!(fs::metadata(folder.join("new.json")).unwrap().mode() & 0o777, 0o640);
    write("link.json", "");
    assert_eq!(fs::read(folder.join("real.json")).unwrap(), new);
    assert!(folder.join("link.json").is_symlink());
    assert_eq!(fs::metadata(folder.join("real.json")).unwrap().mode() & 0o777, 0o640);
    // What `/dev/stdout` is.
    std::os::unix::fs::symlink("/proc/self/fd/1", folder.join("stdout")).unwrap();
    for to in ["stdout", "/proc/self/fd/1"] {
        assert_eq!(write(to, "").as_bstr(), new.as_bstr(), "{to}");
        assert_eq!(write(to, "| cat").as_bstr(), new.as_bstr(), "{to}");
    }
    assert!(folder.join("stdout").is_symlink());
    write("/dev/null", "");
    // A link to nothing, and a file that is not to be changed.
    std::os::unix::fs::symlink("nowhere", folder.join("dangling")).unwrap();
    fs::set_permissions(folder.join("new.json"), fs::Permissions::from_mode(0o440)).unwrap();
    for (to, said) in [
        ("dangling", "no such file or directory"),
        ("new.json", "is read-only"),
        ("missing/a.json", "no such file or directory"),
        ("notes.txt/a.json", "not a directory"),
        (".", "is a directory"),
    ] {
        let args = format!("exec \"$0\" --lint --no-config --write-baseline {to} notes.txt");
        let output = script(&folder, &[], &args);
        assert_eq!(failure(&output), format!("{to}: {said}"));
    }
}
