//! The official SDK of the Model Context Protocol for Python, installed from its package: its own
//! client meets a server that hides something wherever it writes text, with `--exec` between them
//! and without. What the two see differs by what was hidden, and by nothing else.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use rustix::process::Pid;
use serde_json::Value;
use untrusted_filter::{Filter, Policy, sanitize};

use crate::command::exec::{is_alive, until};
use crate::command::{COMMAND, scratch};

const CLIENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mcp/client.py");
const SERVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mcp/server.py");

/// The SDK in a folder of its own.
struct Sdk(PathBuf);

/// What came of one meeting.
struct Met {
    /// What the client saw, if it lived to write it down.
    seen: Option<Value>,
    /// What calls the server got.
    calls: Vec<Value>,
    /// The server's processes.
    pids: Vec<Pid>,
    /// What the server said on standard error, and what the client did.
    said: String,
}

impl Sdk {
    fn install(version: &str) -> Self {
        let folder = scratch(&format!("sdk-{version}"));
        let run = |program: PathBuf, args: &[&str]| {
            let output = Command::new(program).args(args).current_dir(&folder).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        };
        run("python3".into(), &["-m", "venv", "venv"]);
        let package = format!("mcp=={version}");
        run(folder.join("venv/bin/pip"), &["install", "--quiet", &package]);
        Self(folder)
    }

    /// Lets the client meet the server; with flags, behind the filter.
    fn meet(&self, name: &str, handshake: &str, flags: Option<&[&str]>, more: &[&str]) -> Met {
        let path =
            |end: &str| self.0.join(format!("{name}{end}")).into_os_string().into_string().unwrap();
        let [seen, log, python] = [path(".seen"), path(".log"), "venv/bin/python".to_owned()];
        let mut command = Command::new(self.0.join(&python));
        command.current_dir(&self.0).args([CLIENT, handshake, &seen]);
        if let Some(flags) = flags {
            command.args([COMMAND, "--exec"]).args(flags).arg("--");
        }
        let output = command.args([&*python, SERVER, &log]).args(more).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() || handshake == "vanish", "{said}");
        let log = fs::read_to_string(log).unwrap();
        let (mut calls, mut pids) = (Vec::new(), Vec::new());
        for entry in log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            match entry["pid"].as_i64() {
                Some(pid) => pids.push(Pid::from_raw(pid.try_into().unwrap()).unwrap()),
                None => calls.push(entry),
            }
        }
        let seen = fs::read(seen).ok().map(|seen| serde_json::from_slice(&seen).unwrap());
        Met { seen, calls, pids, said }
    }
}

impl Met {
    fn assert_gone(&self, count: usize) {
        assert_eq!(self.pids.len(), count);
        until(|| !self.pids.iter().any(|&pid| is_alive(pid)), "no process is left");
    }
}

/// What is to be seen behind the filter of what is seen without it.
fn expected(value: &Value, is_structured: bool) -> Value {
    match value {
        Value::String(text) if is_structured => masked(text).into(),
        Value::String(text) => sanitize(text, &Policy::text()).into(),
        Value::Array(items) => {
            let is_sound =
                |item: &&Value| item["name"].as_str().is_none_or(is_clean) || is_structured;
            items.iter().filter(is_sound).map(|item| expected(item, is_structured)).collect()
        }
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| {
                let is_structured = is_structured || name == "structuredContent";
                (name.clone(), expected(value, is_structured))
            };
            Value::Object(members.iter().map(member).collect())
        }
        other => other.clone(),
    }
}

fn is_clean(text: &str) -> bool {
    sanitize(text, &Policy::text()) == text
}

/// One U+FFFD for each code point that is not to be there.
fn masked(text: &str) -> String {
    let (mut filter, mut masked) = (Filter::new(&Policy::text()).one_for_one(), Vec::new());
    filter.push(text.as_bytes(), |piece| masked.extend_from_slice(piece));
    filter.finish(|piece| masked.extend_from_slice(piece));
    String::from_utf8(masked).unwrap()
}

/// All strings in a value, names of members among them.
fn strings<'a>(value: &'a Value, each: &mut dyn FnMut(&'a str)) {
    match value {
        Value::String(text) => each(text),
        Value::Array(items) => items.iter().for_each(|item| strings(item, each)),
        Value::Object(members) => members.iter().for_each(|(name, value)| {
            each(name);
            strings(value, each);
        }),
        _ => {}
    }
}

fn count_unclean(value: &Value) -> usize {
    let mut count = 0;
    strings(value, &mut |text| count += usize::from(!is_clean(text)));
    count
}

fn works_as_before(sdk: &Sdk, handshake: &str, revision: &str) {
    let direct = sdk.meet(&format!("direct-{handshake}"), handshake, None, &[]);
    let flags: &[&str] = &["--report", "report"];
    let filtered = sdk.meet(&format!("filtered-{handshake}"), handshake, Some(flags), &[]);
    direct.assert_gone(1);
    filtered.assert_gone(1);

    let (was, is) = (direct.seen.unwrap(), filtered.seen.unwrap());
    let server = &was["server"];
    assert!(
        [&server["version"], &server["protocolVersion"]].contains(&&revision.into()),
        "{server}"
    );
    // Not a test of nothing: it is hidden in descriptions, results, errors, prompts, progress.
    assert!(count_unclean(&was) > 25, "{}", count_unclean(&was));
    assert_eq!(count_unclean(&is), 0);
    for (name, value) in was.as_object().unwrap() {
        assert_eq!(is[name], expected(value, false), "{name}");
    }
    assert_eq!(is.as_object().unwrap().len(), was.as_object().unwrap().len());

    // By one for one: the schema wants four characters, and the client has checked it.
    let person = &is["person"]["structuredContent"];
    assert_eq!(person["name"], "A\u{FFFD}\u{FFFD}B");
    assert_eq!(person["big"], 12_345_678_901_234_567_890_u64);
    assert_eq!(person["notes"]["honest"], was["person"]["structuredContent"]["notes"]["honest"]);
    assert_eq!(is["picture"], was["picture"]);
    assert_eq!(is["test://data"]["contents"][0]["blob"], was["test://data"]["contents"][0]["blob"]);
    assert_eq!(is["tools"]["tools"].as_array().unwrap().len(), 5);
    assert_eq!(was["tools"]["tools"].as_array().unwrap().len(), 6);

    // What the client sends is its own affair.
    assert_eq!(filtered.calls, direct.calls);
    let sent = filtered.calls.iter().map(count_unclean).sum::<usize>();
    assert!(filtered.calls.len() == 4 && sent == 2, "{:?}", filtered.calls);

    assert!(filtered.said.contains("Started. a b cd"), "{}", filtered.said);
    let lines = filtered.said.lines().filter(|line| !is_clean(line)).collect::<Vec<_>>();
    assert_eq!(lines, [""; 0]);
    let report = fs::read_to_string(sdk.0.join("report")).unwrap();
    for kind in ["changed", "masked", "tool", "dropped", "summary"] {
        assert!(report.contains(&format!("{{\"type\":\"{kind}\"")), "{kind}");
    }
}

/// A server that heeds nothing, with a child, ends with its client: whether that closes its input and
/// waits, or is killed.
fn ends_with_the_client(sdk: &Sdk) {
    for handshake in ["auto", "vanish"] {
        let name = format!("stubborn-{handshake}");
        let met = sdk.meet(&name, handshake, Some(&[]), &["stubborn"]);
        assert_eq!(met.seen.is_some(), handshake == "auto");
        met.assert_gone(2);
    }
}

#[test]
#[ignore = "installs a package; .ci/run runs it"]
fn sdk_of_today() {
    let sdk = Sdk::install("2.3.0");
    works_as_before(&sdk, "auto", "2026-07-28");
    works_as_before(&sdk, "legacy", "2025-11-25");
    ends_with_the_client(&sdk);
}

#[test]
#[ignore = "installs a package; .ci/run runs it"]
fn sdk_of_yesterday() {
    let sdk = Sdk::install("1.30.0");
    works_as_before(&sdk, "legacy", "2025-11-25");
    ends_with_the_client(&sdk);
}
