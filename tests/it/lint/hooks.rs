//! The hooks for pre-commit: which files they take, and, where pre-commit is installed, both run
//! from a clone of this repository.

use std::process::Command;

use super::Folder;

fn manifest() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/.pre-commit-hooks.yaml")).unwrap()
}

#[test]
fn hooks_choose_files_by_name_alone() {
    let manifest = manifest();
    for id in ["untrusted-filter-lint", "untrusted-filter-fix", "untrusted-filter-lint-all"] {
        assert!(manifest.contains(&format!("- id: {id}\n")), "{id}");
    }
    let keys = manifest.lines().filter(|line| !line.trim_start().starts_with('#'));
    assert!(
        keys.clone().all(|line| !line.trim_start().starts_with("types")),
        "types can be evaded"
    );
    let entries = keys.filter(|line| line.trim_start().starts_with("entry:"));
    for entry in entries {
        assert!(entry.contains("--force-exclude"), "{entry}");
    }
}

/// Installs pre-commit from its package, which takes a minute: `cargo test -- --ignored pre_commit`.
#[test]
#[ignore = "installs a package and builds the program again; .ci/run runs it"]
fn pre_commit_runs_both_hooks() {
    let run = |folder: &Folder, program: &str, args: &[&str]| {
        let output = Command::new(program).current_dir(folder.path()).args(args).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        (output.status.success(), text)
    };
    let folder = Folder::new();
    assert!(run(&folder, "python3", &["-m", "venv", "venv"]).0);
    let (installed, said) = run(&folder, "venv/bin/pip", &["install", "--quiet", "pre-commit"]);
    assert!(installed, "{said}");
    let source = Folder::new();
    let (cloned, said) = run(&source, "git", &["clone", "-q", env!("CARGO_MANIFEST_DIR"), "."]);
    assert!(cloned, "{said}");

    folder.write("repo/SKILL.md", "---\nname: repo\ndescription: d\n---\nkey\u{200B}word\n");
    folder.write("repo/.cursorrules", "\u{1}rule \u{E0041}\u{E0042}\n");
    folder.write("repo/other.py", "x = '\u{200B}'\n");
    let repo = folder.path().join("repo");
    let git = |args: &[&str]| Command::new("git").current_dir(&repo).args(args).output().unwrap();
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    let (_, commit) = run(&source, "git", &["rev-parse", "HEAD"]);
    let config = format!(
        "repos:\n- repo: {}\n  rev: {}\n  hooks:\n  - id: untrusted-filter-lint\n  - id: untrusted-filter-fix\n",
        source.path().display(),
        commit.trim()
    );
    folder.write("repo/.pre-commit-config.yaml", config);
    let hook = |id: &str| {
        let output = Command::new("../venv/bin/pre-commit")
            .current_dir(&repo)
            .env("PRE_COMMIT_HOME", folder.path().join("cache"))
            .args(["run", id, "--all-files"])
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.success(), text)
    };
    let (passed, said) = hook("untrusted-filter-lint");
    assert!(!passed, "{said}");
    assert!(said.contains("SKILL.md:5:4") && said.contains(".cursorrules:1:"), "{said}");
    assert!(!said.contains("other.py"), "{said}");
    let (passed, said) = hook("untrusted-filter-fix");
    assert!(!passed && said.contains("files were modified"), "{said}");
    assert_eq!(folder.read("repo/.cursorrules"), b" rule \n");
    git(&["add", "-A"]);
    let (passed, said) = hook("untrusted-filter-lint");
    assert!(passed, "{said}");
}
