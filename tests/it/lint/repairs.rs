//! Diffs, patches and repairs in place: the old file or the new one, and nothing else changed.

use std::process::Command;

use super::Folder;

const HOSTILE: &str =
    "one\r\ntwo \u{E0041}\u{E0042}x\r\nkey\u{200B}word \u{628}\u{200C} end\r\nlast\u{202E}";

fn git(folder: &Folder, args: &[&str]) -> std::process::Output {
    Command::new("git").current_dir(folder.path()).args(args).output().unwrap()
}

#[test]
fn a_safe_repair_leaves_the_rest_byte_for_byte() {
    let folder = Folder::new();
    folder.write("a.md", HOSTILE);
    let output = folder.lint(&["--no-config", "--fix", "a.md"]);
    // The word-final joiner is left for a person: a warning.
    assert_eq!(output.status.code(), Some(1));
    let repaired = "one\r\ntwo x\r\nkey word \u{628}\u{200C} end\r\nlast ";
    assert_eq!(folder.read("a.md"), repaired.as_bytes());
    let output = folder.lint(&["--no-config", "--fix=all", "a.md"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(folder.read("a.md"), repaired.replace('\u{200C}', "").as_bytes());
}

#[test]
fn git_takes_the_patch_and_gets_what_the_repair_gives() {
    for which in [None, Some("all")] {
        let folder = Folder::new();
        for (name, text) in [
            ("a b.md", HOSTILE.to_owned()),
            ("dir/\u{E9}.txt", format!("{HOSTILE}\nmore\n")),
            ("q\"uote.md", "x\u{E0041}".into()),
        ] {
            folder.write(name, text);
        }
        assert!(git(&folder, &["init", "-q"]).status.success());
        let diff = if which.is_some() { "--diff=raw,all" } else { "--diff=raw" };
        let patch = folder.lint(&["--no-config", diff, "."]);
        assert_eq!(patch.status.code(), Some(1));
        let other = Folder::new();
        for name in ["a b.md", "dir/\u{E9}.txt", "q\"uote.md"] {
            other.write(name, folder.read(name));
        }
        other.write("fix.patch", &patch.stdout);
        assert!(git(&other, &["init", "-q"]).status.success());
        let applied = git(&other, &["apply", "--whitespace=nowarn", "fix.patch"]);
        assert!(applied.status.success(), "{}", String::from_utf8_lossy(&applied.stderr));
        folder.lint(&["--no-config", if which.is_some() { "--fix=all" } else { "--fix" }, "."]);
        for name in ["a b.md", "dir/\u{E9}.txt", "q\"uote.md"] {
            assert_eq!(other.read(name), folder.read(name), "{name}");
        }
    }
}

#[test]
fn utf16_is_repaired_in_its_own_encoding() {
    let encode = |text: &str| -> Vec<u8> {
        "\u{FEFF}"
            .chars()
            .chain(text.chars())
            .collect::<String>()
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect()
    };
    let folder = Folder::new();
    folder.write("a.ps1", encode("a\u{E0041}b\r\nkey\u{200B}word\r\n"));
    assert_eq!(folder.lint(&["--no-config", "--fix", "a.ps1"]).status.code(), Some(0));
    assert_eq!(folder.read("a.ps1"), encode("ab\r\nkey word\r\n"));
}

#[cfg(unix)]
#[test]
fn mode_and_links_stay() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let folder = Folder::new();
    let path = folder.write("run.sh", "echo \u{E0041}x\n");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o750)).unwrap();
    symlink("run.sh", folder.path().join("link.sh")).unwrap();
    assert_eq!(folder.lint(&["--no-config", "--fix", "link.sh"]).status.code(), Some(0));
    assert_eq!(folder.read("run.sh"), b"echo x\n");
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o750);
    assert!(folder.path().join("link.sh").is_symlink());

    let path = folder.write("hard.md", "a\u{E0041}b");
    std::fs::hard_link(&path, folder.path().join("other.md")).unwrap();
    let output = folder.lint(&["--no-config", "--fix", "hard.md"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("hard links"));
    assert_eq!(folder.read("hard.md"), "a\u{E0041}b".as_bytes());
    assert_eq!(
        folder.lint(&["--no-config", "--fix", "--fix-hard-links", "hard.md"]).status.code(),
        Some(0)
    );
    assert_eq!(folder.read("hard.md"), b"ab");
    assert_eq!(folder.read("other.md"), "a\u{E0041}b".as_bytes());
    assert_eq!(std::fs::metadata(&path).unwrap().nlink(), 1);
}

/// Killed at any moment, the repair leaves the old file or the new one, and at most a temporary
/// file beside it.
#[cfg(unix)]
#[test]
fn killed_in_the_middle_it_leaves_a_whole_file() {
    let folder = Folder::new();
    let before = "line \u{E0041}\u{E0042}\n".repeat(40_000);
    let after = "line \n".repeat(40_000);
    for round in 0..12 {
        folder.write("a.md", &before);
        let mut child = Command::new(env!("CARGO_BIN_EXE_untrusted-filter"))
            .current_dir(folder.path())
            .args(["--lint", "--no-config", "--quiet", "--fix", "a.md"])
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(round * 7));
        let _already_over = child.kill();
        child.wait().unwrap();
        let now = folder.read("a.md");
        assert!(now == before.as_bytes() || now == after.as_bytes(), "{} bytes", now.len());
    }
}

#[test]
fn the_repair_of_standard_input_goes_to_standard_output() {
    let output =
        crate::command::run(&["--lint", "--no-config", "--quiet", "--fix", "-"], "a\u{E0041}b");
    assert_eq!(output.stdout, b"ab");
    assert_eq!(output.status.code(), Some(0));
}
