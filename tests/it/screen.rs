//! A real terminal, that of tmux: whatever files, names, settings, arguments and servers hold, what the
//! command prints is text to it, line by line, and nothing else. The screen is what the bytes say.

use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Command, Output};

use bstr::{BString, ByteSlice as _};
use untrusted_filter::Class;

use crate::command::exec::until;
use crate::command::{COMMAND, scratch};
use crate::faults::not_run;

/// What a terminal obeys: titles, the clipboard, clearing, the cursor, names of windows, the other
/// screen, other letters, in 7 bits, 8 bits and UTF-8; and what it only shows in another order or not at all.
const HOSTILE: &[u8] = b"a\x1B]0;TITLE\x07\x1B]2;TITLE\x1B\\\x1B]52;c;aGlkZGVu\x07\x1B[2J\x1B[9;9Hb\x1BkNAME\x1B\\\
    \x1B[?1049h\x1B[?25l\x1B[?1000h\x1B[4h\x1B[?7l\x1B(0\x1B=\x0E\x9B5A\xC2\x9B5A\xC2\x9D0;TITLE\xC2\x9C\
    \xE2\x80\xAEc\xE2\x80\x8B\xF3\xA0\x81\x81\xE2\x81\xA6\xE2\x80\xA8\r\x08\x0B\x0C\x7Fd\xFF\xED\xA0\x80";

/// What of a terminal can be changed without a letter on the screen.
const STATE: &str = "#{pane_title}|#{window_name}|#{alternate_on}|#{cursor_flag}|#{insert_flag}|\
    #{wrap_flag}|#{origin_flag}|#{mouse_any_flag}|#{keypad_flag}|#{cursor_x}";

/// A server of tmux, whose files are gone with it.
struct Tmux(tempfile::TempDir);

impl Tmux {
    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new("tmux");
        command.arg("-S").arg(self.0.path().join("socket")).args(["-u", "-f", "/dev/null"]);
        command.args(args).env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
        command.env_remove("TMUX").output().unwrap()
    }

    fn said(&self, args: &[&str]) -> BString {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {output:?}");
        output.stdout.into()
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}

/// What happened on a screen.
struct Seen {
    before: BString,
    after: BString,
    /// The bytes that were written to the terminal.
    raw: BString,
    screen: BString,
}

/// Runs scripts of the shell, each on a terminal of its own, in a folder.
fn on_screens(folder: &Path, scripts: &[Vec<u8>]) -> Option<Vec<Seen>> {
    let Ok(version) = Command::new("tmux").arg("-V").output() else {
        not_run("there is no tmux");
        return None;
    };
    assert!(version.status.success());
    let tmux = Tmux(tempfile::tempdir().unwrap());
    let file = |kind: &str, n: usize| tmux.0.path().join(format!("{kind}{n}"));
    let mut states = Vec::new();
    for (n, script) in scripts.iter().enumerate() {
        let wait = format!("while [ ! -e '{}' ]; do sleep 0.02; done\n", file("go", n).display());
        let end = b"\nprintf '\\nEND %s\\n' $?\nexec sleep 1000\n";
        fs::write(
            file("script", n),
            [wait.as_bytes(), b"{\n", script, b"\n} < hostile", end].concat(),
        )
        .unwrap();
        let name = format!("s{n}");
        let shell = format!("exec bash '{}'", file("script", n).display());
        let folder = folder.to_str().unwrap();
        tmux.said(&[
            "new-session",
            "-d",
            "-s",
            &name,
            "-x",
            "150",
            "-y",
            "50",
            "-c",
            folder,
            &shell,
        ]);
        if n == 0 {
            tmux.said(&["set", "-g", "allow-rename", "on"]);
            tmux.said(&["set", "-g", "automatic-rename", "off"]);
            tmux.said(&["set", "-s", "set-clipboard", "on"]);
        }
        tmux.said(&["rename-window", "-t", &name, "mine"]);
        let raw = format!("cat > '{}'", file("raw", n).display());
        tmux.said(&["pipe-pane", "-O", "-t", &name, &raw]);
        states.push(tmux.said(&["display", "-p", "-t", &name, STATE]));
        fs::write(file("go", n), "").unwrap();
    }
    let see = |(n, before): (usize, BString)| {
        let name = format!("s{n}");
        let raw = || BString::from(fs::read(file("raw", n)).unwrap_or_default());
        until(
            || raw().lines().any(|line| line.starts_with(b"END ")),
            &format!("the end of script {n}"),
        );
        // The bytes have been read; the screen and the state are asked for after that.
        let capture = ["capture-pane", "-p", "-J", "-S", "-", "-t", &name];
        if !raw().contains_str("\x1B]") {
            until(|| tmux.said(&capture).contains_str("END "), "the end on the screen");
        }
        let buffers = tmux.said(&["list-buffers"]);
        let mut after = tmux.said(&["display", "-p", "-t", &name, STATE]);
        after.extend_from_slice(&buffers);
        Seen { before, after, raw: raw(), screen: tmux.said(&capture) }
    };
    Some(states.into_iter().enumerate().map(see).collect())
}

/// The lines that bytes put on a screen, where they are text and colours and nothing else.
fn plain(raw: &[u8]) -> Result<Vec<String>, String> {
    let text = raw.to_str().map_err(|error| error.to_string())?;
    let mut lines = vec![String::new()];
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\u{1B}' => {
                let after = rest.as_str().strip_prefix('[').ok_or("ESC without [")?;
                let end = after.find(|c: char| !(c.is_ascii_digit() || c == ';'));
                let end = end.filter(|&end| after[end..].starts_with('m')).ok_or("no colour")?;
                rest = after[end + 1..].chars();
            }
            '\r' if rest.as_str().starts_with('\n') => {}
            '\n' => lines.push(String::new()),
            ' ' | '\u{FFFD}' => lines.last_mut().unwrap().push(c),
            _ if Class::of(c) == Class::Visible => lines.last_mut().unwrap().push(c),
            _ => return Err(format!("{c:?} after {:?}", lines.last().unwrap())),
        }
    }
    Ok(lines)
}

fn trimmed<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut lines: Vec<_> = lines.map(str::trim_end).collect();
    while lines.pop_if(|line| line.is_empty()).is_some() {}
    lines
}

/// `$0` in a script is the command, `$H` is what is hostile: as it is, and the part of it that is UTF-8,
/// since some arguments have to be.
fn scripts(text: &str) -> [Vec<u8>; 2] {
    let well_formed = HOSTILE.utf8_chunks().map(|chunk| chunk.valid()).collect::<String>();
    [HOSTILE, well_formed.as_bytes()].map(|hostile| {
        let command = format!("'{COMMAND}'");
        let hostile = [b"'", hostile, b"'"].concat();
        text.as_bytes().replace("$0", command).replace("$H", hostile)
    })
}

/// Files and settings of a stranger.
fn lay_out(folder: &Path) {
    let name = std::ffi::OsStr::from_bytes(HOSTILE);
    let line = |parts: &[&[u8]]| parts.concat();
    fs::write(folder.join("hostile"), line(&[HOSTILE, b"\nmore\n"])).unwrap();
    let files = folder.join("files");
    fs::create_dir_all(files.join(name)).unwrap();
    let mut named = name.to_owned();
    named.push("\nuntrusted-filter: all is well\n.md");
    fs::write(files.join(&named), line(&[b"---\nname: ", HOSTILE, b"\n---\n", HOSTILE])).unwrap();
    fs::write(files.join(name).join(&named), line(&[b"\0", HOSTILE, b"\n"])).unwrap();
    fs::write(files.join(name).join("binary"), line(&[b"\0", HOSTILE])).unwrap();
    std::os::unix::fs::symlink("nowhere", files.join(name).join("link")).unwrap();
    let list = line(&[HOSTILE, b"\n", HOSTILE, b".md\n"]);
    fs::write(folder.join("list"), list).unwrap();
    // No TOML at all, an unknown key, a wrong value, an unknown rule, a pattern that is none.
    for (number, settings) in [
        line(&[HOSTILE]),
        line(&[b"[lint]\nselect = [\"", HOSTILE, b"\n"]),
        "[lint]\n\"a\\u001b]0;TITLE\\u0007\\u202e\\n\" = 1\n".into(),
        "[lint]\nselect = [\"a\\u001b]0;TITLE\\u0007\\u202e\\n\"]\n".into(),
        "[lint]\nbaseline = \"a\\u001b]0;TITLE\\u0007\\u202e\\n\"\n".into(),
        "[lint]\nexclude = [\"a\\u001b]0;TITLE\\u0007[\\u202e\\n\"]\n".into(),
        "[profiles.\"a\\u001b]0;TITLE\\u0007\"]\nbase = \"\\u001b]0;TITLE\\u0007\\u202e\"\n".into(),
        "[profile.\"a\\u001b]0;TITLE\\u0007\"]\nbase = \"\\u001b]0;TITLE\\u0007\\u202e\"\n".into(),
    ]
    .iter()
    .enumerate()
    {
        let folder = folder.join(format!("settings{number}"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("untrusted-filter.toml"), settings).unwrap();
        fs::write(folder.join("notes.txt"), "text\n").unwrap();
    }
}

/// What is run. Of commands that read standard input, it is the hostile file.
const SCRIPTS: &[&str] = &[
    "$0 hostile",
    "$0 -p field hostile; $0 --inline hostile",
    "$0 --reveal hostile; $0 --reveal=all hostile; $0 --reveal=names hostile",
    "$0 --fence --context $H hostile",
    "$0 --records line < hostile; $0 --records jsonl < hostile; $0 --records jsonl --on-error=pass < hostile",
    "$0 --lint --no-config files",
    "$0 --lint --no-config --format short files; $0 --lint --no-config hostile",
    "$0 --lint --no-config --format json files; $0 --lint --no-config --format github files",
    "$0 --lint --no-config --diff files",
    "$0 --lint --no-config --count files; $0 --lint --no-config -l files",
    "$0 --lint --no-config --files-from list",
    "$0 --lint --no-config --stdin-filename $H < hostile",
    "$0 --lint --no-config --records line < hostile",
    "rm -rf copy; cp -r files copy; chmod -R a-w copy/*md; $0 --lint --no-config --fix copy",
    "$0 $H; $0 --lint --no-config $H; $0 --check $H; $0 --pieces $H; $0 --input json $H",
    "$0 --$H; $0 $H --$H=$H; $0 -$H; $0 --fence=$H; $0 --max-chars=$H; $0 --fence --nonce $H",
    "$0 -p $H hostile; $0 --config $H hostile; $0 --report $H/$H hostile; $0 --explain $H",
    "$0 --lint --select $H hostile; $0 --lint --include \"[\"$H hostile; $0 --lint --baseline $H hostile",
    "$0 --lint --no-config --baseline hostile hostile; $0 --lint --no-config --write-baseline $H/$H hostile",
    "$0 --input json < hostile; $0 --input json --json-path $H < hostile; $0 --jsonl-field $H < hostile",
    "$0 --input mcp < hostile; $0 --input hook < hostile",
    "$0 --trace $H=hostile --sink $H hostile; $0 --trace $H hostile; $0 --trace $H=$H --sink x hostile",
    "$0 --exec -- sh -c 'cat hostile; cat hostile >&2' < /dev/null",
    "$0 --exec -- $H; $0 --exec -- files/$H; $0 --exec --grace $H -- true",
    "(exec -a $H $0 --help); (exec -a $H $0 -h); (exec -a $H $0 --no-such)",
    "for f in settings*; do $0 --config $f/untrusted-filter.toml hostile; (cd $f; $0 --lint .); done",
    "for f in settings*; do $0 -p $H --config $f/untrusted-filter.toml hostile; done",
];

#[test]
fn a_terminal_shows_what_is_printed_and_does_nothing() {
    let folder = scratch("screen");
    lay_out(&folder);
    let texts: Vec<_> = SCRIPTS.iter().flat_map(|text| [text, text]).collect();
    let scripts: Vec<_> = SCRIPTS.iter().flat_map(|text| scripts(text)).collect();
    let Some(seen) = on_screens(&folder, &scripts) else { return };
    for (text, Seen { before, after, raw, screen }) in texts.iter().zip(seen) {
        assert_eq!(after, before, "{text}: it has changed the terminal");
        let lines = plain(&raw).unwrap_or_else(|why| panic!("{text}: {why}\n{raw:?}"));
        let shown = trimmed(screen.to_str().unwrap().lines());
        let wanted = trimmed(lines.iter().map(String::as_str));
        for (shown, wanted) in shown.iter().zip(&wanted) {
            assert_eq!(shown, wanted, "{text}");
        }
        assert_eq!(shown.len(), wanted.len(), "{text}");
        assert!(lines.len() > 2, "{text}: it says nothing");
    }
}

/// What is tested above would show: printed as it is, the hostile text takes over.
#[test]
fn a_terminal_obeys_what_is_hostile() {
    let folder = scratch("screen-control");
    lay_out(&folder);
    let Some(seen) = on_screens(&folder, &scripts("cat hostile")) else { return };
    let Seen { before, after, raw, .. } = &seen[0];
    assert_ne!(before, after);
    for change in ["TITLE", "NAME", "buffer"] {
        assert!(after.contains_str(change), "{change}: {after:?}");
    }
    assert!(plain(raw).is_err());
}
