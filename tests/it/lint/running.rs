//! Which files are linted, what is said of the others, settings, baselines and exit statuses.

use serde_json::Value;

use super::{Folder, findings};

const BAD: &str = "key\u{200B}word\n";

fn paths(output: &[u8]) -> Vec<String> {
    findings(output).iter().map(|row| row["path"].as_str().unwrap().to_owned()).collect()
}

fn stderr(output: &super::Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn folders_are_walked_with_dot_folders_and_without_what_git_ignores() {
    let folder = Folder::new();
    folder.write(".gitignore", "ignored/\nCLAUDE.local.md\n*.log\n");
    for name in [
        "z.md",
        ".claude/skills/a/SKILL.md",
        "ignored/x.md",
        "a.log",
        "CLAUDE.local.md",
        "ignored/AGENTS.md",
    ] {
        folder.write(name, BAD);
    }
    folder.write(".git/config", BAD);
    let output = folder.lint(&["--no-config", "--format", "json", "."]);
    let wanted =
        ["./.claude/skills/a/SKILL.md", "./CLAUDE.local.md", "./ignored/AGENTS.md", "./z.md"];
    let mut found = paths(&output.stdout);
    found.dedup();
    assert_eq!(found, wanted);
    let output = folder.lint(&["--no-config", "--format", "json", "--no-ignore", "."]);
    assert!(paths(&output.stdout).contains(&"./a.log".to_owned()));
    let output = folder.lint(&["--no-config", "--format", "json", "--agent-files"]);
    let mut found = paths(&output.stdout);
    found.dedup();
    assert_eq!(found, &wanted[..3]);
}

#[cfg(unix)]
#[test]
fn special_files_are_skipped_in_a_walk_and_refused_by_name() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.write("real.md", BAD);
    symlink("missing.md", folder.path().join("dangling.md")).unwrap();
    symlink(".", folder.path().join("loop")).unwrap();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        folder.path().join("pipe.md"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    )
    .unwrap();
    let output = folder.lint(&["--no-config", "--format", "json", "."]);
    assert_eq!(output.status.code(), Some(1), "skipping is no failure");
    assert_eq!(paths(&output.stdout), ["./real.md"]);
    let said = stderr(&output);
    for name in ["dangling.md", "loop", "pipe.md"] {
        assert!(said.contains(&format!("./{name}: skipped")), "{said}");
    }
    for name in ["dangling.md", "pipe.md", "nosuch.md"] {
        let output = folder.lint(&["--no-config", "--format", "json", name, "real.md"]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert_eq!(paths(&output.stdout), ["real.md"], "the others are still done");
        assert!(stderr(&output).contains(name));
    }
}

#[test]
fn binary_files_are_skipped_but_not_what_a_name_says_is_text() {
    let folder = Folder::new();
    for name in ["a.png", "b.md", "c", "SKILL.md", ".cursorrules", "d.rs", "e.json"] {
        folder.write(name, format!("\0{BAD}"));
    }
    let output = folder.lint(&["--no-config", "--format", "json", "."]);
    let mut found = paths(&output.stdout);
    found.dedup();
    assert_eq!(found, ["./.cursorrules", "./SKILL.md", "./b.md", "./d.rs", "./e.json"]);
    assert!(stderr(&output).contains("./a.png: skipped, a binary file"));
}

#[test]
fn output_is_the_same_on_any_number_of_threads() {
    let folder = Folder::new();
    for n in 0..300 {
        folder.write(&format!("d{}/f{n}.md", n % 7), if n % 3 == 0 { BAD } else { "clean\n" });
    }
    let one = folder.lint(&["--no-config", "-j", "1", "."]);
    for threads in ["2", "5", "16"] {
        assert_eq!(folder.lint(&["--no-config", "-j", threads, "."]).stdout, one.stdout);
    }
}

#[test]
fn exit_statuses() {
    let folder = Folder::new();
    folder.write("clean.md", "text\n");
    folder.write("note.md", "a\u{AD}b\n");
    folder.write("warning.md", "a \u{200B}b\n");
    folder.write("error.md", "a\u{E0041}b\n");
    for (args, status) in [
        (&["clean.md"][..], 0),
        (&["note.md"], 0),
        (&["note.md", "--fail-on", "note"], 1),
        (&["warning.md"], 1),
        (&["warning.md", "--fail-on", "error"], 0),
        (&["error.md", "--fail-on", "error"], 1),
        (&["error.md", "--exit-zero"], 0),
        (&["error.md", "nosuch.md"], 2),
        (&["error.md", "nosuch.md", "--exit-zero"], 2),
        (&["--exclude", "*", "."], 0),
        (&["--exclude", "*", "--error-on-empty", "."], 2),
    ] {
        let output = folder.lint(&[&["--no-config"], args].concat());
        assert_eq!(output.status.code(), Some(status), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn lists_includes_and_excludes() {
    let folder = Folder::new();
    for name in ["a.md", "b.txt", "vendor/c.md"] {
        folder.write(name, BAD);
    }
    folder.write("list", "a.md\nvendor/c.md\n");
    folder.write("list0", "a.md\0b.txt\0");
    let json = |args: &[&str]| {
        let output = folder.lint(&[&["--no-config", "--format", "json"], args].concat());
        paths(&output.stdout)
    };
    assert_eq!(json(&["--files-from", "list"]), ["a.md", "vendor/c.md"]);
    assert_eq!(json(&["--files-from", "list0", "-0"]), ["a.md", "b.txt"]);
    assert_eq!(json(&["--include", "*.txt", "."]), ["./b.txt"]);
    assert_eq!(json(&["--exclude", "vendor/", "--exclude", "*.txt", "."]), ["./a.md"]);
    assert_eq!(json(&["--exclude", "vendor/", "vendor/c.md"]), ["vendor/c.md"]);
    assert_eq!(json(&["--exclude", "vendor/", "--force-exclude", "vendor/c.md", "a.md"]), ["a.md"]);
}

#[test]
fn configuration_is_found_upward_and_checked() {
    let folder = Folder::new();
    folder.write(".git/HEAD", "");
    folder.write(
        "untrusted-filter.toml",
        "[lint]\nignore = [\"zero-width-space\"]\n[[lint.paths]]\nfiles = [\"docs/\"]\nselect = [\"all\"]\n",
    );
    folder.write("sub/a.md", BAD);
    folder.write("docs/a.md", BAD);
    let output =
        super::run_in(&folder.path().join("sub"), &["--lint", "--format", "json", "a.md"], b"");
    assert_eq!(output.status.code(), Some(0));
    let output = super::run_in(&folder.path().join("sub"), &["--lint", "--no-config", "a.md"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(paths(&folder.lint(&["--format", "json", "."]).stdout), ["./docs/a.md"]);
    for (text, said) in [
        ("[lint]\nselct = []\n", "unknown field `selct`"),
        ("[lint]\nselect = [\"tags\"]\n", "did you mean `tag`?"),
        ("[lint]\nfail-on = \"eror\"\n", "did you mean `error`?"),
        ("[lint\n", "line 1"),
        ("[[lint.allow]]\npath = \"a\"\nreason = \"\"\n", "give a reason"),
    ] {
        folder.write("bad.toml", text);
        let output = folder.lint(&["--config", "bad.toml", "."]);
        assert_eq!(output.status.code(), Some(2));
        let message = stderr(&output);
        assert!(message.contains(said) && message.contains("bad.toml"), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn suppression_is_said_and_comes_from_outside_the_file() {
    let folder = Folder::new();
    folder.write("a.md", format!("{BAD}x\u{E0041}y <!-- untrusted-filter: allow tag -->\n"));
    let all = folder.lint(&["--no-config", "--format", "json", "a.md"]);
    assert_eq!(findings(&all.stdout).len(), 2, "a file cannot excuse itself");
    let trusted = folder.lint(&["--no-config", "--format", "json", "--trust-inline", "a.md"]);
    assert_eq!(findings(&trusted.stdout).len(), 1);

    folder.write(
        "allow.toml",
        "[[lint.allow]]\npath = \"a.md\"\nrule = \"tag\"\nline = 2\nreason = \"an example\"\n",
    );
    let output = folder.lint(&["--config", "allow.toml", "--format", "json", "a.md"]);
    assert_eq!(findings(&output.stdout).len(), 1);
    assert!(stderr(&output).contains("1 findings suppressed by allow.toml"), "{}", stderr(&output));

    let written = folder.lint(&["--no-config", "--write-baseline", "base.json", "a.md"]);
    assert_eq!(written.status.code(), Some(0));
    let known = folder.lint(&["--no-config", "--baseline", "base.json", "a.md"]);
    assert_eq!(known.status.code(), Some(0));
    assert!(stderr(&known).contains("2 findings suppressed by base.json"));
    folder.write(
        "a.md",
        format!("new line\n{BAD}{BAD}x\u{E0041}y <!-- untrusted-filter: allow tag -->\n"),
    );
    let more = folder.lint(&["--no-config", "--baseline", "base.json", "--format", "json", "a.md"]);
    assert_eq!(findings(&more.stdout).len(), 1, "one more than was known");
    folder.write("bad.json", "{\"version\":1}");
    let bad = folder.lint(&["--no-config", "--baseline", "bad.json", "a.md"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(stderr(&bad).contains("bad.json: is not a baseline"));
}

#[cfg(unix)]
#[test]
fn hostile_names_are_shown_and_found() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    for name in [&b"a\xFFz.md"[..], b"b\x1b[31m.md", b"c\xE2\x80\xAE.md", b"d\n::error::x.md"] {
        std::fs::write(folder.path().join(OsStr::from_bytes(name)), BAD).unwrap();
    }
    for format in
        ["human", "short", "json", "sarif", "github", "gitlab", "rdjson", "checkstyle", "junit"]
    {
        let output = folder.lint(&["--no-config", "--format", format, "."]);
        assert_eq!(output.status.code(), Some(1), "{format}: {}", stderr(&output));
        let text = String::from_utf8(output.stdout).unwrap();
        let is_safe = |c: char| c == '\n' || !c.is_control() && c != '\u{202E}';
        assert!(text.chars().all(is_safe), "{format}");
    }
    let output = folder.lint(&["--no-config", "--format", "json", "."]);
    let rows = findings(&output.stdout);
    let named: Vec<&Value> = rows.iter().filter(|row| row["rule"] == "file-name").collect();
    assert_eq!(named.len(), 4);
    assert!(rows.iter().any(|row| row.get("path_bytes").is_some_and(Value::is_string)));
}

#[test]
fn standard_input_and_names_for_it() {
    let skill = "---\nname: other\ndescription: d\n---\n";
    let args = ["--lint", "--no-config", "--format", "json", "--stdin-filename", "x/SKILL.md", "-"];
    let output = crate::command::run(&args, skill);
    let rows = findings(&output.stdout);
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["rule"], "skill-name");
    assert_eq!(rows[0]["path"], "x/SKILL.md");
}

#[test]
fn short_outputs() {
    let folder = Folder::new();
    folder.write("a.md", BAD);
    folder.write("b.md", "clean\n");
    assert_eq!(folder.lint(&["--no-config", "-l", "."]).stdout, b"./a.md\n");
    assert_eq!(folder.lint(&["--no-config", "-c", "."]).stdout, b"./a.md:1\n./b.md:0\n");
    let quiet = folder.lint(&["--no-config", "-q", "."]);
    assert_eq!((quiet.stdout, quiet.status.code()), (Vec::new(), Some(1)));
}

#[test]
fn rules_explain_themselves() {
    for rule in untrusted_filter::lint::RULES {
        let output = crate::command::run(&["--explain", rule.id], Vec::new());
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with(&format!("{}: {}\n", rule.id, rule.title)));
        assert!(text.contains(rule.why) && text.contains(rule.remedy));
    }
    let output = crate::command::run(&["--explain", "tagz"], Vec::new());
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn our_own_repository_is_clean() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = super::run_in(root, &["--lint", "--format", "short", "."], b"");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let bad: Vec<_> = text.lines().filter(|line| !line.contains(": note ")).collect();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), bad), (Some(0), Vec::new()), "{said}");
}
