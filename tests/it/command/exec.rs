//! Servers behind the filter: what passes, what comes out, and that none outlives its client.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use bstr::ByteSlice as _;
use rustix::process::{Pid, Signal, kill_process};

use super::{COMMAND, failure, refused, scratch};

/// A shell that says who it is in the file `pids`, with a child in its group, and then does the rest.
const HELLO: &str = "sleep 1000 >/dev/null 2>&1 & echo $$ $! > pids.new; mv pids.new pids;";

/// One message, with what is hidden in it, and what the client sees of it.
const MESSAGE: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"a\u200bb"}}"#;

/// A server that is run by the shell, and the folder that it works in.
struct Run {
    process: Child,
    folder: PathBuf,
}

impl Run {
    fn start(name: &str, flags: &[&str], script: &str) -> Self {
        let folder = scratch(&format!("exec-{name}"));
        let mut command = Command::new(COMMAND);
        let is_patient = flags.iter().any(|flag| flag.starts_with("--grace"));
        command
            .arg("--exec")
            .args((!is_patient).then_some("--grace=0.2"))
            .args(flags)
            .args(["--", "sh", "-c", script]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let process = command.current_dir(&folder).spawn().unwrap();
        Self { process, folder }
    }

    /// The processes that the server has named, once it has.
    fn pids(&self) -> Vec<Pid> {
        let file = self.folder.join("pids");
        until(|| file.exists(), "the server starts");
        let pids = fs::read_to_string(file).unwrap();
        pids.split_whitespace().map(|pid| Pid::from_raw(pid.parse().unwrap()).unwrap()).collect()
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.process), signal).unwrap();
    }

    /// Writes the input, closes it, and reads the output to its end.
    fn output(mut self, input: &[u8]) -> Output {
        let mut stdin = self.process.stdin.take().unwrap();
        // A server need not read it.
        let _written = stdin.write_all(input);
        drop(stdin);
        self.process.wait_with_output().unwrap()
    }
}

/// Waits for something that has to come; how long it takes does not matter.
pub(crate) fn until(is_so: impl Fn() -> bool, what: &str) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "it never comes: {what}");
        sleep(Duration::from_millis(10));
    }
}

/// Whether a process is there and not only waits to be reaped.
pub(crate) fn is_alive(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    stat.is_ok_and(|stat| !stat.rsplit(") ").next().unwrap_or_default().starts_with('Z'))
}

fn assert_gone(pids: &[Pid]) {
    assert_eq!(pids.len(), 2);
    until(|| !pids.iter().any(|&pid| is_alive(pid)), "the server and its child are gone");
}

#[test]
fn input_passes_untouched_and_output_is_filtered() {
    let run = Run::start("bytes", &[], "cat > input; cat message; printf '\\033[2Jlog\\n'");
    fs::write(run.folder.join("message"), MESSAGE.to_owned() + "\n").unwrap();
    let input: Vec<u8> = (0..=255).cycle().take(300_000).chain(*b"\xE2\x80\x8B{").collect();
    let folder = run.folder.clone();
    let output = run.output(&input);
    assert!(fs::read(folder.join("input")).unwrap() == input);
    assert_eq!(output.stdout.as_bstr(), MESSAGE.replace("\\u200b", " ") + "\n");
    assert_eq!((output.stderr.as_bstr(), output.status.code()), ("log\n".into(), Some(0)));
}

#[test]
fn flags_of_messages_hold() {
    let tool = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a\u200bb"}]}}"#;
    let script = format!("printf '%s\\n' '{tool}' log; echo log >&2; cat > input");
    let flags = ["--protected=keep", "--on-invalid=drop", "--report", "report", "--input=mcp"];
    let run = Run::start("flags", &flags, &script);
    let folder = run.folder.clone();
    let output = run.output(b"");
    assert_eq!(output.stdout.as_bstr(), tool.to_owned() + "\n");
    assert!(output.stderr.contains_str("log\n"));
    let report = fs::read_to_string(folder.join("report")).unwrap();
    assert!(report.contains(r#""type":"stray""#) && report.contains(r#""type":"summary""#));
    let output = Run::start("fail", &["--on-invalid=fail"], &format!("{HELLO} echo log; {STAYS}"))
        .output(b"");
    assert_eq!(failure(&output), "the server: line 1 is no JSON-RPC message");
}

/// A message is there before the next one is asked for.
#[test]
fn messages_pass_as_they_end() {
    let mut run = Run::start("latency", &[], "cat");
    let mut stdin = run.process.stdin.take().unwrap();
    let mut stdout = BufReader::new(run.process.stdout.take().unwrap());
    for round in 0..100 {
        writeln!(stdin, r#"{{"jsonrpc":"2.0","id":{round},"result":{{"x":"\u200b"}}}}"#).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(
            line,
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{round},\"result\":{{\"x\":\" \"}}}}\n")
        );
    }
    drop(stdin);
    assert_eq!(run.process.wait().unwrap().code(), Some(0));
}

#[test]
fn errors_are_safe_for_a_terminal() {
    let script = "printf '\\033]0;title\\007\\033[8ma\\342\\200\\256b\\nno end\\377' >&2; cat >&2";
    let output = Run::start("errors", &[], script).output("\u{200B}\u{9B}31mx".as_bytes());
    assert_eq!(output.stderr.to_str().unwrap(), "a b\nno end\u{FFFD} x");
    assert!(output.stdout.is_empty());
}

#[test]
fn the_status_is_the_server_s() {
    for (script, status) in [
        ("exit 0", 0),
        ("exit 7", 7),
        ("exit 255", 255),
        ("kill -KILL $$", 137),
        ("kill -TERM $$", 143),
        ("exec /no/such/program", 127),
    ] {
        let output = Run::start("status", &[], script).output(b"");
        assert_eq!(output.status.code(), Some(status), "{script}");
    }
    let folder = scratch("exec-start");
    let plain = folder.join("plain");
    fs::write(&plain, "").unwrap();
    let plain = plain.to_str().unwrap();
    for (program, status, said) in [
        ("/no/such/program", 127, "/no/such/program: no such file or directory".to_owned()),
        (
            "no-such\u{202E}program",
            127,
            r"no-such\u{202E}program: no such file or directory".into(),
        ),
        (plain, 126, format!("{plain}: permission denied")),
    ] {
        let output = Command::new(COMMAND).args(["--exec", "--", program]).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{program}");
        assert_eq!(output.stderr.as_bstr(), format!("untrusted-filter: {said}\n"));
    }
}

#[test]
fn signals_are_passed_on() {
    for (signal, name) in [(Signal::TERM, "TERM"), (Signal::INT, "INT"), (Signal::HUP, "HUP")] {
        // The shell hears of it when what it waits for is over, and so is that.
        let script = format!(
            "trap 'echo {name} > got; exit 9' {name}; {HELLO} while :; do sleep 0.02; done"
        );
        let mut run = Run::start(name, &[], &script);
        let pids = run.pids();
        run.signal(signal);
        assert_eq!(run.process.wait().unwrap().code(), Some(9), "{name}");
        assert_eq!(fs::read_to_string(run.folder.join("got")).unwrap(), format!("{name}\n"));
        assert_gone(&pids);
    }
}

/// An interrupt is the server's to heed; SIGTERM is an end, if not at once.
#[test]
fn a_server_that_heeds_no_signal() {
    let script =
        format!("trap 'echo > int' INT; trap '' TERM; {HELLO} while :; do sleep 0.02; done");
    let mut run = Run::start("deaf", &[], &script);
    let pids = run.pids();
    run.signal(Signal::INT);
    until(|| run.folder.join("int").exists(), "the interrupt");
    sleep(Duration::from_millis(500));
    assert!(is_alive(pids[0]) && run.process.try_wait().unwrap().is_none());
    run.signal(Signal::TERM);
    assert_eq!(run.process.wait().unwrap().code(), Some(137));
    assert_gone(&pids);
}

/// What a server does that does not end with its input.
const STAYS: &str = "while :; do sleep 0.02; done";

#[test]
fn no_server_outlives_a_closed_input() {
    for (name, trap, status) in [("stays", "", 143), ("deaf-too", "trap '' TERM HUP INT;", 137)] {
        let mut run = Run::start(name, &[], &format!("{trap} {HELLO} {STAYS}"));
        let pids = run.pids();
        drop(run.process.stdin.take());
        assert_eq!(run.process.wait().unwrap().code(), Some(status), "{name}");
        assert_gone(&pids);
    }
}

#[test]
fn no_server_outlives_its_reader() {
    for (name, script) in [("silent", STAYS), ("talks", "while echo log; do sleep 0.02; done; cat")]
    {
        let mut run = Run::start(name, &["--on-invalid=pass"], &format!("{HELLO} {script}"));
        let pids = run.pids();
        drop(run.process.stdout.take());
        run.process.wait().unwrap();
        assert_gone(&pids);
    }
}

/// Nothing is left to act on SIGKILL but the watcher, which is in no group with the rest.
#[test]
fn no_server_outlives_a_killed_filter() {
    let mut run = Run::start("killed", &[], &format!("trap '' TERM HUP INT; {HELLO} {STAYS}"));
    let pids = run.pids();
    run.signal(Signal::KILL);
    run.process.wait().unwrap();
    assert_gone(&pids);
    // Nor does it hold what the client reads.
    let mut rest = Vec::new();
    run.process.stdout.take().unwrap().read_to_end(&mut rest).unwrap();
    run.process.stderr.take().unwrap().read_to_end(&mut rest).unwrap();
    assert_eq!(rest.as_bstr(), "");
}

/// The other way round: the server goes first, and the filter waits for no more input.
#[test]
fn the_filter_ends_with_its_server() {
    let mut run = Run::start("first", &[], &format!("{HELLO} echo '{MESSAGE}'; exit 3"));
    let stdin = run.process.stdin.take();
    assert_eq!(run.process.wait().unwrap().code(), Some(3));
    assert_gone(&run.pids());
    let mut said = String::new();
    run.process.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, MESSAGE.replace("\\u200b", " ") + "\n");
    drop(stdin);
}

fn count_lines(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

/// A server that still answers is not cut off, and nor is what a slow client has not read.
#[test]
fn what_is_on_its_way_arrives() {
    // Longer than the grace together, and each answer well within it.
    let script = format!("cat > input; for i in 1 2 3 4 5; do sleep 0.5; echo '{MESSAGE}'; done");
    let output = Run::start("answers", &["--grace=2"], &script).output(b"");
    assert_eq!((count_lines(&output.stdout), output.status.code()), (5, Some(0)));

    let script = format!("yes '{MESSAGE}' | head -n 10000");
    let mut run = Run::start("slow", &[], &script);
    drop(run.process.stdin.take());
    sleep(Duration::from_millis(1500));
    let mut said = Vec::new();
    run.process.stdout.take().unwrap().read_to_end(&mut said).unwrap();
    assert_eq!((count_lines(&said), run.process.wait().unwrap().code()), (10_000, Some(0)));
}

/// A client that writes to a server which reads no more learns that, as it would without a filter.
#[test]
fn a_closed_input_is_told() {
    let mut run = Run::start("closed", &[], &format!("{HELLO} exec < /dev/null; {STAYS}"));
    let pids = run.pids();
    let mut stdin = run.process.stdin.take().unwrap();
    until_broken(&mut stdin);
    drop(run.process.stdout.take());
    run.process.wait().unwrap();
    assert_gone(&pids);
}

fn until_broken(stdin: &mut impl std::io::Write) {
    for _ in 0..1000 {
        if stdin.write_all(&[b'x'; 1024]).is_err() {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("everything is taken");
}

/// The server's own environment and folder are those of whoever started the filter.
#[test]
fn nothing_else_changes_for_the_server() {
    let folder = scratch("exec-environment");
    let mut command = Command::new(COMMAND);
    command.args([
        "--exec",
        "--",
        "sh",
        "-c",
        "echo \"$X\" > x; pwd > pwd; echo $# \"$0\" \"$1\" > args",
        "--exec",
        "--help",
    ]);
    let status = command.env("X", "y").current_dir(&folder).stdin(Stdio::null()).status().unwrap();
    assert_eq!(status.code(), Some(0));
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("x"), "y\n");
    assert_eq!(
        Path::new(read("pwd").trim_end()).canonicalize().unwrap(),
        folder.canonicalize().unwrap()
    );
    assert_eq!(read("args"), "1 --exec --help\n");
}

#[test]
fn flags_that_do_not_go_together() {
    for (args, said) in [
        (&["--exec"][..], "<FILE>"),
        (&["--exec", "--input", "json", "--", "x"], "leave out --input"),
        (&["--exec", "--json-path", "a", "--", "x"], "--json-path needs --input json"),
        (&["--exec", "-z", "--", "x"], "leave out --records"),
        (&["--exec", "--check", "--", "x"], "cannot be used with"),
        (&["--exec", "--lint", "--", "x"], "cannot be used with"),
        (&["--exec", "--grace=-1", "--", "x"], "give a number of seconds"),
        (&["--exec", "--grace", "x", "--", "x"], "give a number of seconds"),
        (&["--grace", "1"], "--exec"),
        (&["--exec", "-p", "none", "--", "x"], "unknown profile `none`"),
        (
            &["--exec", "--report", "/no/such/file", "--", "x"],
            "/no/such/file: no such file or directory",
        ),
    ] {
        assert!(refused(args).contains(said), "{args:?}: {}", refused(args));
    }
}
