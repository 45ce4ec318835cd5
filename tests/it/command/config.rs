//! Profiles from a configuration file: what they change, how a fault in one is said, and that no
//! file is read that was not named.

use std::fs;

use super::{command, file, filtered, refused, scratch};

#[test]
fn a_profile_stands_on_its_base() {
    let folder = scratch("config-base");
    let config = file(
        &folder,
        "profiles.toml",
        r#"
            [profile.chat]
            base = "text"
            max-chars = 20
            [profile.chat.classes]
            soft-hyphen = "keep"
            tag = "escape"
            zwsp = "replace"

            [profile.line]
            base = "field"
            max-chars = "none"
            max-bytes = 4
            marker = false

            [profile.plain]

            [profile.loose]
            base = "verbatim"
            sequences = "keep-color"

            [profile.field]
            base = "field"
            max-chars = 3
        "#,
    );
    for (profile, input, wanted) in [
        ("chat", "a\u{AD}b\u{E0041}c\u{200B}d\u{202E}", "a\u{AD}b\\u{E0041}c\u{FFFD}d "),
        ("chat", "abcdefghijklmnopqrstuvwxyz", "abcdef \u{2026} [truncated]"),
        ("line", "a\nb\u{20AC}cd", "a b"),
        // Without a base it is `text`.
        ("plain", "a\u{AD}\nb\u{1B}[31m\n", "a\nb\n"),
        ("loose", "a\u{1B}[31mb\u{1B}[2J\u{202E}", "a\u{1B}[31mb\u{202E}"),
        // A profile of one's own goes before a preset of its name; the other presets are there.
        ("field", "abcdef", "abc"),
        ("digest", "a\u{202E}", "a "),
    ] {
        let args = ["--config", &config, "-p", profile];
        assert_eq!(filtered(&args, input), wanted, "{profile} of {input:?}");
    }
    // Flags go before the file.
    let args = ["--config", &config, "-p", "chat", "--max-chars", "none"];
    assert_eq!(filtered(&args, "x".repeat(99)), "x".repeat(99));
    // Named, but no profile of it asked for.
    assert_eq!(filtered(&["--config", &config], "a\u{AD}\n"), "a\n");
}

/// Every class and every action can be written, and does what it says.
#[test]
fn every_class_and_action_has_its_name() {
    let folder = scratch("config-names");
    for (action, wanted) in [
        ("keep", "[\u{202E}]"),
        ("remove", "[]"),
        ("space", "[ ]"),
        ("lf", "[\n]"),
        ("replace", "[\u{FFFD}]"),
        ("escape", "[\\u{202E}]"),
    ] {
        let content = format!("[profile.x.classes]\nbidi-override = \"{action}\"\n");
        let config = file(&folder, "action.toml", content);
        assert_eq!(filtered(&["--config", &config, "-p", "x"], "[\u{202E}]"), wanted, "{action}");
    }
    let classes = untrusted_filter::Class::ALL.iter();
    let lines: String = classes.map(|class| format!("{} = \"keep\"\n", class.name())).collect();
    let head = "[profile.x]\nsequences = \"introducer\"\n[profile.x.classes]\n";
    let config = file(&folder, "classes.toml", format!("{head}{lines}"));
    let hidden =
        "\0\u{1B}[31m\r\u{7F}\u{85}\u{9B}\u{200B}\u{202E}\u{E0041}\u{FEFF}\u{FE0F}\u{FFFF}";
    assert_eq!(filtered(&["--config", &config, "-p", "x"], hidden), hidden);
}

#[test]
fn faults_are_located() {
    let folder = scratch("config-faults");
    for (content, place, message) in [
        ("x = [", "line 1, column", "unclosed array"),
        ("nope = 1", "line 1, column 1", "unknown field `nope`"),
        ("\n[profile.a]\nbaze = \"text\"", "line 3, column 1", "unknown field `baze`"),
        ("[profile.a]\nbase = \"txt\"", "line 2, column 8", "did you mean `text`?"),
        ("[profile.a]\nbase = 1", "line 2, column 8", "expected a string"),
        ("[profile.a]\nsequences = \"cis\"", "line 2, column 13", "did you mean `csi`?"),
        (
            "[profile.a]\nmax-chars = \"many\"",
            "line 2, column 13",
            "give a whole number, or \"none\"",
        ),
        ("[profile.a]\nmax-chars = -1", "line 2, column 13", "give a whole number, or \"none\""),
        ("[profile.a]\nmax-lines = 1.5", "line 2, column 13", "give a whole number, or \"none\""),
        ("[profile.a.classes]\nzwx = \"keep\"", "line 2, column 1", "did you mean `zwj`?"),
        ("[profile.a.classes]\nzwj = \"kep\"", "line 2, column 7", "did you mean `keep`?"),
        ("[profile.a.classes]\nnul = \"count\"", "line 2, column 7", "`count` is for"),
        ("[profile.a]\n[profile.a]", "line 2, column", "duplicate"),
        // A column counts characters.
        ("[profile.\"\u{E9}\u{E9}\"]\nx = 1", "line 2, column 1", "unknown field `x`"),
        ("[profile]\n\"\u{E9}\" = 1", "line 2, column 7", "expected"),
        // Nothing from the file is printed as it stands.
        ("[profile.a]\nbase = \"\\u001B[31m\\u202Etext\"", "line 2", r"`\u{1B}[31m\u{202E}text`"),
        ("[profile.a]\n\"\\u001B[2J\\n\" = 1", "line 2", r"`\u{1B}[2J"),
    ] {
        let config = file(&folder, "fault.toml", content);
        for args in [&["--config", &config][..], &["--config", &config, "-p", "digest"]] {
            let said = refused(args);
            let place = format!("{config}: {place}");
            assert!(said.starts_with(&place) && said.contains(message), "{content:?}: {said:?}");
        }
    }
    let config = file(&folder, "bytes.toml", b"# \xFF\n");
    assert_eq!(refused(&["--config", &config]), format!("{config}: not UTF-8 at byte 2"));
    let message = refused(&["--config", &config.replace("bytes", "missing")]);
    assert!(message.contains("missing.toml: no such file"), "{message:?}");
    let folder = folder.to_str().unwrap();
    assert_eq!(refused(&["--config", folder]), format!("{folder}: is a directory"));
    // The name of a profile of the file is a suggestion too.
    let config = file(&scratch("config-near"), "near.toml", "[profile.newsletter]\n");
    let message = refused(&["--config", &config, "-p", "newsleter"]);
    assert!(message.contains("did you mean `newsletter`?"), "{message:?}");
}

/// The working directory and the home directory may be a stranger's.
#[test]
fn nothing_is_read_that_was_not_named() {
    const HOSTILE: &str = "[profile.text]\nbase = \"verbatim\"\n[profile.own]\n";
    let folder = scratch("hostile-folder");
    for name in ["untrusted-filter.toml", ".untrusted-filter.toml", "config.toml", ".env"] {
        file(&folder, name, HOSTILE);
        for inner in [".config", "untrusted-filter", ".config/untrusted-filter", ".git"] {
            fs::create_dir_all(folder.join(inner)).unwrap();
            file(&folder.join(inner), name, HOSTILE);
        }
    }
    let mut permissions = fs::metadata(&folder).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&folder, permissions.clone()).unwrap();

    let hostile = "a\u{202E}\u{1B}[31mb\n";
    let mut bare = command(&[]);
    let mut homely = command(&[]);
    for name in ["HOME", "XDG_CONFIG_HOME", "PWD", "UNTRUSTED_FILTER_CONFIG"] {
        homely.env(name, &folder);
    }
    homely.env("LC_ALL", "C").env("LANG", "xx_YY.UTF-16");
    for command in [&mut bare, &mut homely] {
        let output = command.current_dir(&folder).write_stdin(hostile).output().unwrap();
        assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b"a b\n"[..]));
        assert!(output.stderr.is_empty());
        let output = command.args(["-p", "own"]).output().unwrap();
        assert!(super::failure(&output).contains("unknown profile `own`"));
    }

    #[expect(clippy::permissions_set_readonly_false, reason = "so that the next run can clear it")]
    permissions.set_readonly(false);
    fs::set_permissions(&folder, permissions).unwrap();
}
