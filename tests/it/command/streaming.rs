//! Output comes as soon as it is decided, while the input is still open; readers and writers may be
//! slow, take little at a time, or go away.

use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use bstr::ByteSlice as _;

use super::{COMMAND, filtered};

/// A guard against hanging; nothing is measured by it.
const PATIENCE: Duration = Duration::from_secs(120);

/// The command at work, its input open.
pub(super) struct Live {
    child: Child,
    pub(super) stdin: Option<ChildStdin>,
    chunks: Receiver<Vec<u8>>,
    /// What came out and was not expected yet.
    output: Vec<u8>,
}

impl Live {
    fn start(args: &[&str]) -> Self {
        let mut command = Command::new(COMMAND);
        command.env_clear().args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let (sender, chunks) = channel();
        thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(len @ 1..) = stdout.read(&mut buffer) {
                if sender.send(buffer[..len].to_vec()).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take();
        Self { child, stdin, chunks, output: Vec::new() }
    }

    fn write(&mut self, input: impl AsRef<[u8]>) {
        self.stdin.as_mut().unwrap().write_all(input.as_ref()).unwrap();
    }

    /// Waits for output, and checks that it is this and no more.
    fn expect(&mut self, wanted: &str) {
        while self.output.len() < wanted.len() {
            match self.chunks.recv_timeout(PATIENCE) {
                Ok(chunk) => self.output.extend_from_slice(&chunk),
                Err(_) => panic!("waiting for {wanted:?}, got {:?}", self.output.as_bstr()),
            }
        }
        assert_eq!(self.output.as_bstr(), wanted);
        self.output.clear();
    }

    /// Ends the input, and gives the rest of the output.
    fn end(mut self) -> Vec<u8> {
        self.stdin = None;
        self.output.extend(self.chunks.iter().flatten());
        assert!(wait(&mut self.child).success());
        std::mem::take(&mut self.output)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        // It has ended, or the test has failed.
        let _ended = self.child.kill().and_then(|()| self.child.wait());
    }
}

/// Waits for the end of a process, but not for ever.
fn wait(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("still running");
        }
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_line_comes_out_before_the_next_goes_in() {
    for profile in untrusted_filter::Policy::NAMES {
        let mut live = Live::start(&["-p", profile]);
        let is_one_line = matches!(*profile, "field" | "field-0.9" | "inline" | "digest");
        for line in ["one\n", "two, with \u{20AC}\n", "\n"] {
            live.write(line);
            live.expect(&if is_one_line { line.replace('\n', " ") } else { line.to_owned() });
        }
        assert_eq!(live.end(), b"", "{profile}");
    }
}

#[test]
fn a_line_comes_out_of_each_fence() {
    let opening = |style: &str, of: &str| {
        let block = filtered(&[style, "--nonce", "N"], of).to_string();
        block.split_once("\u{1F512}").unwrap().0.to_owned()
    };
    for (style, line, wanted) in [
        ("--fence=tag", "<one>\n", "&lt;one&gt;\n"),
        ("--fence=nonce", "one\n", "one\n"),
        ("--fence=tilde", "one\n", "one\n"),
        ("--fence=line", "one\n", "one\n"),
        ("--fence=datamark", "one\n", "one\u{E000}"),
        ("--fence=json", "one\n", "one\\n"),
    ] {
        let mut live = Live::start(&[style, "--nonce", "N"]);
        let opening = opening(style, "\u{1F512}");
        live.write(line);
        live.expect(&format!("{opening}{wanted}"));
        live.write("two\n");
        live.expect(&wanted.replace("&lt;one&gt;", "two").replace("one", "two"));
        live.end();
    }
    let mut live = Live::start(&["--fence=base64"]);
    live.write("abcde");
    let opening = filtered(&["--fence=base64"], "").to_string();
    live.expect(&format!("{}YWJj", opening.strip_suffix('\n').unwrap()));
    live.write("f\n");
    live.expect("ZGVm");
    assert_eq!(live.end(), b"Cg==\n");
}

#[test]
fn records_come_out_when_they_end() {
    let mut live = Live::start(&["--records", "line", "-p", "field"]);
    for _ in 0..3 {
        live.write("a\u{FE0F}b");
        live.expect("a");
        live.write("\n");
        live.expect("\u{FE0F}b\n");
    }
    live.end();
    let mut live = Live::start(&["-z", "--fence=json"]);
    live.write("a\0");
    live.expect("\"a\"\0");
    live.write("b\0c");
    live.expect("\"b\"\0\"c");
    assert_eq!(live.end(), b"\"");
}

/// Text without a line's end, right behind sequences that have ended.
#[test]
fn nothing_finished_is_held_back() {
    for (input, wanted) in [
        ("hello\u{1B}Pq#0;2;0;0;0\u{1B}\\world", "helloworld"),
        ("hello\u{1B}]0;title\u{7}world", "helloworld"),
        ("hello\u{1B}[31mworld", "helloworld"),
        ("hello\u{9D}0;title\u{9C}world", "helloworld"),
        ("hello\u{1B}(Bworld", "helloworld"),
        ("hello\u{202E}world", "hello world"),
        ("hello \u{5E9}\u{200F}", "hello \u{5E9}\u{200F}"),
        ("hello\u{E0041}world", "helloworld"),
        ("\u{FEFF}hello", "hello"),
        ("h", "h"),
    ] {
        let mut live = Live::start(&[]);
        live.write(input);
        live.expect(wanted);
        live.write("!");
        live.expect("!");
        assert_eq!(live.end(), b"");
    }
}

/// What waits for a verdict comes out with it, not later.
#[test]
fn what_waits_comes_out_with_its_verdict() {
    let mut live = Live::start(&[]);
    for (input, wanted) in [
        // A joiner, and what follows it decides.
        ("a \u{646}\u{645}\u{6CC}\u{200C}", "a \u{646}\u{645}\u{6CC}"),
        ("\u{62E}", "\u{200C}\u{62E}"),
        ("1", "1"),
        ("\u{FE0F}", ""),
        ("\u{20E3}", "\u{FE0F}\u{20E3}"),
        ("b\r", "b"),
        ("c", "\nc"),
        ("d\u{1B}]0;", "d"),
        ("title\n", " ]0;title\n"),
        ("\u{1F3F4}\u{E0067}", "\u{1F3F4}"),
        ("x", "x"),
    ] {
        live.write(input);
        live.expect(wanted);
    }
    // Half a character.
    live.write(b"\xE2\x82");
    live.write(b"\xAC");
    live.expect("\u{20AC}");
    live.write(b"\xE2\x82");
    live.write("x");
    live.expect("\u{FFFD}x");
    // A string that nothing ends comes back as text, and what follows is not held.
    let long = "x".repeat(4096);
    live.write("\u{1B}_");
    live.write(&long);
    live.expect(&format!(" _{long}"));
    live.write("y");
    live.expect("y");
    assert_eq!(live.end(), b"");
}

/// Every byte in a read of its own.
#[cfg(target_os = "linux")]
#[test]
fn byte_by_byte() {
    let input = "a\r\nb\rc\u{1B}[31mred\u{1B}]0;t\u{1B}\\\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\u{646}\u{645}\u{6CC}\u{200C}\u{62E}\u{202E}\u{FF1C}/untrusted-data> ~~~ (untrusted a\0b\n\u{2764}\u{FE0F}\u{FE0F} 1\u{FE0F}\u{20E3}\u{5D0}\u{200F}\u{9B}1mz";
    let mut flags = vec![
        vec![],
        vec!["-p", "field"],
        vec!["-p", "description"],
        vec!["--inline"],
        vec!["--records", "line"],
        vec!["-z", "--max-chars", "20"],
        vec!["--keep-color"],
        vec!["--reveal=all,names"],
    ];
    let fences = untrusted_filter::Style::NAMES.iter().map(|style| format!("--fence={style}"));
    let fences: Vec<_> = fences.collect();
    flags.extend(fences.iter().map(|fence| vec![&**fence, "--nonce", "N"]));
    let utf16: Vec<u8> =
        "\u{FEFF}".encode_utf16().chain(input.encode_utf16()).flat_map(u16::to_be_bytes).collect();
    let ill = [input.as_bytes(), b"\xE2\x80\xFF\xF0\x9F"].concat();
    for args in flags {
        for bytes in [&*ill, &*utf16] {
            let mut live = Live::start(&args);
            for byte in bytes {
                live.write([*byte]);
                taken(live.stdin.as_ref().unwrap());
            }
            assert_eq!(live.end().as_bstr(), filtered(&args, bytes), "{args:?}");
        }
    }
}

/// Waits until the other side has read all that was written.
#[cfg(target_os = "linux")]
pub(super) fn taken(stdin: &ChildStdin) {
    let start = Instant::now();
    while rustix::io::ioctl_fionread(stdin).unwrap() > 0 {
        assert!(start.elapsed() < PATIENCE, "nobody reads");
        thread::yield_now();
    }
}

/// A reader that takes a little at a time gets everything.
#[test]
fn a_slow_reader() {
    let input: Vec<u8> =
        (0..400_000).flat_map(|n: u32| format!("{n}\u{202E}\n").into_bytes()).collect();
    let wanted: Vec<u8> = (0..400_000).flat_map(|n: u32| format!("{n} \n").into_bytes()).collect();
    let mut command = Command::new(COMMAND);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || stdin.write_all(&input).unwrap());
    let mut stdout = child.stdout.take().unwrap();
    let mut output = Vec::new();
    let mut buffer = [0; 700];
    while let len @ 1.. = stdout.read(&mut buffer).unwrap() {
        output.extend_from_slice(&buffer[..len]);
        thread::yield_now();
    }
    writer.join().unwrap();
    assert!(wait(&mut child).success());
    assert!(output == wanted, "something was lost");
}

/// Ends that do not wait: the command has to.
#[cfg(target_os = "linux")]
#[test]
fn pipes_that_do_not_block() {
    let (input_end, mut input) = std::io::pipe().unwrap();
    let (mut output, output_end) = std::io::pipe().unwrap();
    rustix::io::ioctl_fionbio(&input_end, true).unwrap();
    rustix::io::ioctl_fionbio(&output_end, true).unwrap();
    let mut command = Command::new(COMMAND);
    let mut child = command.stdin(input_end).stdout(output_end).spawn().unwrap();
    // It holds the child's ends.
    drop(command);
    let text = "line\u{202E}\n".repeat(300_000);
    let wanted = text.replace('\u{202E}', " ");
    let writer = thread::spawn(move || {
        for part in text.as_bytes().chunks(50_000) {
            input.write_all(part).unwrap();
            thread::yield_now();
        }
    });
    let mut got = Vec::new();
    let mut buffer = [0; 3_000];
    while let len @ 1.. = output.read(&mut buffer).unwrap() {
        got.extend_from_slice(&buffer[..len]);
    }
    writer.join().unwrap();
    assert!(wait(&mut child).success());
    assert!(got == wanted.as_bytes(), "{} bytes of {}", got.len(), wanted.len());
}

/// A reader that goes away ends the command, without a word and without an error, however much
/// input is left.
#[test]
fn a_reader_that_goes_away() {
    for args in [&[][..], &["-z"], &["-p", "field"], &["--fence"], &["--fence=base64"]] {
        let mut command = Command::new(COMMAND);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let writer = thread::spawn(move || {
            let chunk = b"line\0".repeat(10_000);
            // Until the command goes; a profile with a cap goes on reading, to the end.
            (0..2_000).find(|_| stdin.write_all(&chunk).is_err())
        });
        let mut first = [0; 1];
        stdout.read_exact(&mut first).unwrap();
        drop(stdout);
        let end = writer.join().unwrap();
        assert!(end.is_some() || args.contains(&"field"), "{args:?}: still reading");
        assert_eq!(wait(&mut child).code(), Some(0), "{args:?}");
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "", "{args:?}");
    }
    // Nobody from the start; what does not come of an input neither.
    for args in [&["--help"][..], &["--generate", "man"], &["--fence-hint"], &["--pieces"], &[]] {
        let mut command = Command::new(COMMAND);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let _gone = child.stdin.take().unwrap().write_all(b"a://b\n");
        assert_eq!(wait(&mut child).code(), Some(0), "{args:?}");
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "", "{args:?}");
    }
}
