//! The command: what was typed becomes policies, readers and writers of the library.

mod args;
mod config;
mod document;
#[cfg_attr(any(not(unix), target_os = "openbsd"), path = "exec/none.rs")]
mod exec;
mod exit;
mod flight;
mod input;
mod lint;
mod records;
mod stdio;
mod trace;

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::panic;
use std::path::PathBuf;
use std::process::{self, ExitCode};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style as Paint};
use sha2::{Digest, Sha256};
use untrusted_filter::{
    CopyError, Fence, Filter, Policy, Reveal, Sequences, Show, Style, compat, copy, sanitize,
};

use self::args::{Args, InputFormat, Shown, Typed, Unit};
use self::exit::Outcome;
use self::flight::Report;
use self::input::Input;
use self::stdio::Stdout;

/// Runs the command that was typed.
pub(crate) fn main() -> ExitCode {
    end_on_panic(Outcome::Failed);
    match args::parse() {
        Typed::Watch => exec::watch(),
        Typed::Run(args) if args.exec.exec => exec::run(&args),
        Typed::Run(args) => run(&args).into(),
        Typed::Print(text) => {
            let mut stdout = AutoStream::auto(io::stdout());
            let result = Stdout::open().and_then(|_| write!(stdout, "{}", text.ansi()));
            written(result.and_then(|()| stdout.flush())).into()
        }
        Typed::Wrong(message) => {
            failed(&format_args!("{}; see --help", Show::new(&message))).into()
        }
    }
}

fn run(args: &Args) -> Outcome {
    if let Some(document) = args.generate {
        return written(document::render(document).and_then(|text| Stdout.write_all(&text)));
    }
    if args.lint.list_agent_files {
        return written(Stdout.write_all(lint::AGENT_FILES.as_bytes()));
    }
    if args.lint.list_rules {
        let mut list = Vec::new();
        return written(lint::list_rules(&mut list).and_then(|()| Stdout.write_all(&list)));
    }
    if let Some(rule) = &args.lint.explain {
        return match lint::explain(rule, &mut Stdout) {
            Ok(result) => written(result),
            Err(message) => failed(&message),
        };
    }
    if args.lints() {
        return lint::run(args);
    }
    if args.flight.input == Some(InputFormat::Hook) {
        // Agents show the model why a hook ended with 2.
        end_on_panic(Outcome::Found);
        return filtered(args).min(Outcome::Found);
    }
    filtered(args)
}

/// Has a panic end the process, on whichever thread, with a status and one line. It is a fault of this
/// program; what it says may quote what was worked on.
fn end_on_panic(outcome: Outcome) {
    panic::set_hook(Box::new(move |panic| {
        let what = panic.payload();
        let what = what.downcast_ref::<String>().map(String::as_str);
        let what = what.or_else(|| panic.payload().downcast_ref().copied()).unwrap_or_default();
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        failed(&fault(what, &place));
        process::exit(outcome.code().into());
    }));
}

/// What there is to say of a panic.
fn fault(what: &str, place: &str) -> String {
    format!(
        "a fault of this program, please report it: {}, at {}",
        Show::new(what),
        Show::new(place)
    )
}

/// Filters, or does what is done instead.
fn filtered(args: &Args) -> Outcome {
    let fence = match fence(args) {
        Ok(fence) => fence,
        Err(message) => return failed(&message),
    };
    if args.filter.fence_hint {
        let style = fence.map_or(Style::Tag, |(style, _)| style);
        return written(Stdout.write_all(format!("{}\n", style.hint()).as_bytes()));
    }
    let policy = match policy(args) {
        Ok(policy) => policy,
        Err(message) => return failed(&message),
    };
    let files = &*args.inputs();
    if !args.trace.trace.is_empty() {
        return trace::run(files, &policy, args);
    }
    if let Some(outcome) = flight::run(files, &policy, fence.as_ref().map(|(_, fence)| fence), args)
    {
        return outcome;
    }
    if args.instead.pieces {
        return pieces(files, &policy, args);
    }
    let unit = args.filter.unit();
    let mut filter = Filter::new(&policy).records(unit.into());
    if let Some((style, fence)) = &fence {
        if unit == Unit::Line && *style != Style::Json {
            return failed(
                &"a fence of this style takes several lines: with --records line, only --fence=json keeps one record one",
            );
        }
        filter = filter.fence(fence.clone());
    }
    filter = revealed(filter, args);
    if records::is_asked(args) {
        return records::run(files, &policy, filter, fence.as_ref().map(|(_, fence)| fence), args);
    }
    let mut report = match Report::open(args.flight.report.as_deref()) {
        Ok(report) => report,
        Err(message) => return failed(&message),
    };
    let (outcome, is_changed) =
        if args.instead.check { check(files, filter) } else { filter_into(Stdout, files, filter) };
    report.summary(is_changed);
    outcome.max(report.finish())
}

/// The filter, showing instead of changing if the flags say so.
fn revealed(filter: Filter, args: &Args) -> Filter {
    let shown = &args.instead.reveal;
    if shown.is_empty() {
        return filter;
    }
    let (all, names) = (shown.contains(&Shown::All), shown.contains(&Shown::Names));
    filter.reveal(Reveal { all, names })
}

/// The policy that the flags describe, or what is wrong with them.
fn policy(args: &Args) -> Result<Policy, String> {
    let mut own = match &args.filter.config {
        Some(path) => config::load(path)?.profiles,
        None => Default::default(),
    };
    let name = if args.filter.inline {
        "inline"
    } else {
        args.filter.profile.as_deref().unwrap_or("text")
    };
    let found = own.remove(name).or_else(|| Policy::named(name));
    let mut policy = found.ok_or_else(|| {
        let where_else = match &args.filter.config {
            Some(path) => format!(", nor is it in {}", Show::path(path)),
            None => "; profiles of your own come from --config FILE".into(),
        };
        let known = own.keys().map(String::as_str).chain(Policy::NAMES.iter().copied());
        let suggestion = config::suggestion(name, &known.collect::<Vec<_>>());
        format!("unknown profile `{}`{where_else}{}", Show::new(name), Show::new(&suggestion))
    })?;
    if args.filter.keep_color {
        policy = policy.sequences(Sequences::KeepColor);
    }
    if let Some(cap) = args.filter.max_chars {
        policy = policy.max_chars(cap.limit());
    }
    if let Some(cap) = args.filter.max_bytes {
        policy = policy.max_bytes(cap.limit());
    }
    if let Some(cap) = args.filter.max_lines {
        policy = policy.max_lines(cap.limit());
    }
    Ok(policy)
}

/// The fence that the flags describe.
fn fence(args: &Args) -> Result<Option<(Style, Fence)>, String> {
    let Some(style) = &args.filter.fence else { return Ok(None) };
    let style = match &**style {
        "tilde" => Style::Tilde,
        "line" => Style::Line,
        "nonce" => Style::Nonce(match &args.filter.nonce {
            Some(nonce) => nonce.clone(),
            None => random_nonce()?,
        }),
        "datamark" => Style::Datamark,
        "base64" => Style::Base64,
        "json" => Style::Json,
        _ => Style::Tag,
    };
    let fence = match &args.filter.context {
        Some(context) => Fence::new(style.clone(), &sanitize(context, &Policy::inline())),
        None => Fence::bare(style.clone()),
    };
    Ok(Some((style, fence)))
}

/// 128 bits from the system, in hexadecimal digits.
fn random_nonce() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        format!("the system gives no random numbers for --fence=nonce: {error}")
    })?;
    Ok(hexadecimal(&bytes))
}

/// Bytes as digits in lower case.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Filters all files into one output; how it went, and whether anything was changed. A file that
/// fails is said; the others are still done.
fn filter_into(mut writer: impl Write, files: &[PathBuf], mut filter: Filter) -> (Outcome, bool) {
    stdio::widen_pipes();
    let (outcome, has_utf16) = match filter_files(&mut writer, files, &mut filter) {
        Ok(done) => done,
        Err(error) => return (written(Err(error)), filter.is_changed()),
    };
    let mut rest = Vec::new();
    filter.finish(|piece| rest.extend_from_slice(piece));
    (outcome.max(written(writer.write_all(&rest))), has_utf16 || filter.is_changed())
}

/// The part before the end of the value: how it went, and whether a file was UTF-16. The error is
/// the writer's.
fn filter_files(
    mut writer: impl Write,
    files: &[PathBuf],
    filter: &mut Filter,
) -> io::Result<(Outcome, bool)> {
    let (mut outcome, mut has_utf16) = (Outcome::Clean, false);
    for path in files {
        match Input::open(path)
            .map_err(CopyError::Read)
            .and_then(|input| copy(input, &mut writer, filter))
        {
            Ok(is_utf16) => has_utf16 |= is_utf16,
            Err(CopyError::Read(error)) => {
                outcome = failed(&format_args!("{}: {}", input::name(path), reason(&error)));
            }
            Err(CopyError::Write(error)) => return Err(error),
        }
        let mut rest = Vec::new();
        filter.end_text(|piece| rest.extend_from_slice(piece));
        writer.write_all(&rest)?;
    }
    Ok((outcome, has_utf16))
}

/// Says by the exit status whether anything would change; UTF-16 would.
fn check(files: &[PathBuf], filter: Filter) -> (Outcome, bool) {
    let (outcome, is_changed) = filter_into(io::sink(), files, filter);
    (outcome.max(if is_changed { Outcome::Found } else { Outcome::Clean }), is_changed)
}

/// Prints the pieces of all files as one text: as it stands, unless a profile was asked for.
fn pieces(files: &[PathBuf], policy: &Policy, args: &Args) -> Outcome {
    let plain = Policy::verbatim();
    let policy = if args.filter.inline || args.filter.profile.is_some() { policy } else { &plain };
    let mut text = Vec::new();
    let mut filter = Filter::new(policy);
    let outcome = match filter_files(&mut text, files, &mut filter) {
        Ok((outcome, _)) => outcome,
        Err(error) => return written(Err(error)),
    };
    filter.finish(|piece| text.extend_from_slice(piece));
    let mut lines = String::new();
    for piece in compat::flow::pieces(&String::from_utf8_lossy(&text)) {
        if args.instead.hash.is_some() {
            lines.push_str(&hexadecimal(&Sha256::digest(&piece)));
        } else {
            lines.push_str(&piece);
        }
        lines.push('\n');
    }
    outcome.max(written(Stdout.write_all(lines.as_bytes())))
}

/// What came of writing to standard output. A reader that went away is no error.
fn written(result: io::Result<()>) -> Outcome {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            failed(&format_args!("cannot write to standard output: {}", reason(&error)))
        }
        _ => Outcome::Clean,
    }
}

/// The system's reason, without its number.
fn reason(error: &io::Error) -> String {
    let said = error.to_string();
    said.split(" (os error").next().unwrap_or(&said).to_lowercase()
}

/// Says something on standard error that is no failure.
fn say(message: &dyn Display) {
    // Nobody is left to tell if this fails.
    let _said = writeln!(anstream::stderr(), "untrusted-filter: {message}");
}

/// Says on standard error, in one line that is safe to print, why the run failed.
fn failed(message: &dyn Display) -> Outcome {
    let red = Paint::new().fg_color(Some(AnsiColor::Red.into())).bold();
    // Nobody is left to tell if this fails.
    let _said = writeln!(anstream::stderr(), "{red}untrusted-filter:{red:#} {message}");
    Outcome::Failed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_said_in_one_safe_line() {
        let said = fault("not \u{1B}]0;x\u{7} a\u{202E}b\nc", "src/a.rs:1:2");
        let shown = r"not \u{1B}]0;x\u{7} a\u{202E}b\nc, at src/a.rs:1:2";
        assert_eq!(said.split(": ").nth(1), Some(shown));
    }
}
