//! `--lint`: files → findings → a report, a patch, a repair.

mod baseline;
mod fix;
mod glob;
mod lasting;
mod records;
pub(crate) mod settings;
mod tell;
mod walk;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, SendError, SyncSender};
use std::{mem, thread};

use untrusted_filter::Show;
use untrusted_filter::lint::{Finding, Linter, RULES, Severity};

use self::baseline::Baseline;
use self::lasting::Lasting;
use self::settings::Settings;
use self::tell::Teller;
use self::walk::{Target, Wanted};
use super::args::{Args, Unit};
use super::exit::Outcome;
use super::input::{self, CHUNK};
use super::stdio::{Stdin, Stdout};
use super::{config, failed, reason, written};

pub(crate) use self::glob::AGENT_FILES;

/// From this size on, in bytes, it is looked first whether a file has to be held.
const LARGE: u64 = 256 * 1024;

/// The most targets that a thread takes at a time.
const STEP: usize = 32;

/// What became of one target.
struct Done {
    target: Target,
    result: Result<Linted, String>,
}

impl Done {
    fn holds_bytes(&self) -> bool {
        self.result.as_ref().is_ok_and(|linted| !linted.bytes.is_empty())
    }
}

/// Some that follow one another, and the index of the first.
type Batch = (usize, Vec<Done>);

/// A file that was linted.
#[derive(Default)]
struct Linted {
    bytes: Vec<u8>,
    findings: Vec<Finding>,
    /// Taken out by the configuration, and by a baseline.
    allowed: usize,
    known: usize,
    /// Passed over, and why.
    skipped: Option<&'static str>,
}

/// Everything that is the same for all files.
struct Job<'a> {
    args: &'a Args,
    settings: Settings,
    /// Where the settings come from, for whoever asks why something is not told.
    source: Option<PathBuf>,
    linter: Linter,
    baseline: Option<(PathBuf, Baseline)>,
    fail_on: Severity,
}

/// Lints what the flags say.
pub(crate) fn run(args: &Args) -> Outcome {
    if let Some(message) = records::refusal(args) {
        return failed(&message);
    }
    match Job::new(args) {
        Ok(job) if records::unit(args) != Unit::Whole => job.run_records(records::unit(args)),
        Ok(job) => job.run(),
        Err(message) => failed(&message),
    }
}

impl<'a> Job<'a> {
    fn new(args: &'a Args) -> Result<Self, String> {
        let folder = std::env::current_dir().map_err(|error| format!(".: {}", reason(&error)))?;
        let source = match &args.filter.config {
            Some(path) => Some(path.clone()),
            // Records come from somewhere else than the folder, which may be hostile.
            None if args.lint.no_config || records::unit(args) != Unit::Whole => None,
            None => settings::find(&folder),
        };
        let mut settings = match &source {
            Some(path) => config::load(path)?.lint,
            None => Settings::new(&Default::default(), &folder).map_err(|(_, message)| message)?,
        };
        settings::select(
            &mut settings.rules,
            args.lint.select.iter().map(String::as_str),
            args.lint.ignore.iter().map(String::as_str),
        )
        .map_err(|(_, message)| Show::new(&message).to_string())?;
        let path = args.lint.baseline.clone().or_else(|| settings.baseline.clone());
        let baseline = match path.filter(|_| args.lint.write_baseline.is_none()) {
            Some(path) => {
                let said = |error: String| format!("{}: {error}", Show::path(&path));
                let text = fs::read(&path).map_err(|error| said(reason(&error)))?;
                let baseline = Baseline::parse(&text).map_err(said)?;
                Some((path, baseline))
            }
            None => None,
        };
        let fail_on = args.lint.fail_on.map(Into::into).or(settings.fail_on);
        Ok(Self {
            linter: Linter::new(settings.rules.clone()),
            fail_on: fail_on.unwrap_or(Severity::Warning),
            settings,
            source,
            baseline,
            args,
        })
    }

    fn run(&self) -> Outcome {
        let targets = match self.targets() {
            Ok(targets) => targets,
            Err(message) => return failed(&message),
        };
        let out = BufWriter::with_capacity(64 * 1024, Stdout);
        let makes_files = self.args.lint.fix.is_some() || self.args.lint.write_baseline.is_some();
        let mut out = Lasting::new(out, makes_files);
        let mut teller = Teller::new(self);
        let result = self.lint_all(&targets, |done| teller.done(done, &mut out));
        let result = result.and_then(|()| teller.finish(&mut out)).and_then(|()| out.finish());
        teller.outcome().max(written(result))
    }

    /// The files to lint.
    fn targets(&self) -> Result<Vec<Target>, String> {
        let args = self.args;
        let here = Path::new(".");
        let globs = |patterns: &[String], else_from: &glob::Globs| {
            if patterns.is_empty() {
                return Ok(else_from.clone());
            }
            glob::Globs::new(here, patterns.iter().map(String::as_str), false)
        };
        let wanted = Wanted {
            include: globs(&args.lint.include, &self.settings.include)?,
            exclude: globs(&args.lint.exclude, &self.settings.exclude)?,
            force_exclude: args.lint.force_exclude,
            agent_files: args.lint.agent_files,
            respects_ignore: !args.lint.no_ignore,
        };
        let mut paths = args.files.clone();
        if let Some(list) = &args.lint.files_from {
            let read = walk::read_list(list, args.filter.null);
            paths.extend(
                read.map_err(|error| format!("{}: {}", walk::shown(list), reason(&error)))?,
            );
        } else if paths.is_empty() {
            if args.lint.agent_files {
                paths.push(here.into());
            } else if io::stdin().is_terminal() {
                return Err(
                    "no PATH, and standard input is a terminal: to lint this folder, --lint ."
                        .into(),
                );
            } else {
                paths.push("-".into());
            }
        }
        Ok(walk::targets(&paths, &wanted))
    }

    /// Lints all targets on several threads, and tells of each in their order.
    fn lint_all(
        &self,
        targets: &[Target],
        mut tell: impl FnMut(Done) -> io::Result<()>,
    ) -> io::Result<()> {
        let threads = match self.args.lint.threads {
            Some(threads) => threads.get(),
            None => thread::available_parallelism().map_or(1, Into::into),
        };
        if threads.min(targets.len()) <= 1 {
            return targets.iter().try_for_each(|target| tell(self.lint(target)));
        }
        let next = AtomicUsize::new(0);
        let step = (targets.len() / (4 * threads)).clamp(1, STEP);
        // A thread that is far ahead waits, so that little is held for the one that is behind.
        let (send, receive) = mpsc::sync_channel::<Batch>(4 * threads);
        thread::scope(|scope| {
            let mut started = 0;
            for _ in 0..threads.min(targets.len()) {
                let (send, next) = (send.clone(), &next);
                let work = move || {
                    loop {
                        let first = next.fetch_add(step, Ordering::Relaxed);
                        let Some(own) = targets.get(first..) else { return };
                        let is_sent = self.lint_some(first, &own[..step.min(own.len())], &send);
                        if is_sent.is_err() {
                            return;
                        }
                    }
                };
                // Where the system has no more of them, fewer do it.
                started += usize::from(thread::Builder::new().spawn_scoped(scope, work).is_ok());
            }
            drop(send);
            if started == 0 {
                return targets.iter().try_for_each(|target| tell(self.lint(target)));
            }
            let mut waiting = BTreeMap::new();
            let mut due = 0;
            for (first, some) in receive {
                waiting.insert(first, some);
                while let Some(some) = waiting.remove(&due) {
                    due += some.len();
                    some.into_iter().try_for_each(&mut tell)?;
                }
            }
            Ok(())
        })
    }

    /// Lints the targets from the `first` on. What holds the bytes of a file is sent at once.
    fn lint_some(
        &self,
        mut first: usize,
        targets: &[Target],
        send: &SyncSender<Batch>,
    ) -> Result<(), SendError<Batch>> {
        let mut some = Vec::with_capacity(targets.len());
        for target in targets {
            some.push(self.lint(target));
            if some.last().is_some_and(Done::holds_bytes) {
                let sent = mem::take(&mut some);
                let count = sent.len();
                send.send((first, sent))?;
                first += count;
            }
        }
        if some.is_empty() { Ok(()) } else { send.send((first, some)) }
    }

    /// Lints one target.
    fn lint(&self, target: &Target) -> Done {
        let result = match target {
            Target::Skipped(_, why) => Ok(Linted { skipped: Some(why), ..Linted::default() }),
            Target::Failed(_, why) => Err(why.clone()),
            Target::Stdin | Target::Named(_) | Target::Found(_) => self
                .read(target)
                .map(|bytes| self.lint_bytes(target, bytes))
                .map_err(|error| reason(&error)),
        };
        Done { target: target.clone(), result }
    }

    fn read(&self, target: &Target) -> io::Result<Vec<u8>> {
        match target {
            Target::Stdin => {
                let mut bytes = Vec::new();
                Stdin.read_to_end(&mut bytes)?;
                Ok(bytes)
            }
            other => {
                let mut file = File::open(other.path())?;
                let size = file.metadata()?.len();
                if size >= LARGE {
                    if self.is_clean(self.name(target), &mut file)? {
                        // There is nothing in it to tell.
                        return Ok(Vec::new());
                    }
                    file.rewind()?;
                }
                // `take` keeps the library from asking for the size again.
                let mut bytes = Vec::new();
                bytes.try_reserve_exact(
                    usize::try_from(size).unwrap_or(usize::MAX).saturating_add(1),
                )?;
                file.take(u64::MAX).read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }

    /// Whether there is nothing to find in a file, so far as can be said without holding it.
    fn is_clean(&self, path: &Path, file: &mut File) -> io::Result<bool> {
        let linter = self.settings.linter_for(path).unwrap_or(&self.linter);
        let Some(mut glance) = linter.glance(&glob::normal(path)) else { return Ok(false) };
        let mut chunk = vec![0; CHUNK];
        loop {
            match input::read(file, &mut chunk)? {
                0 => return Ok(glance.finish()),
                size if glance.push(&chunk[..size]) => {}
                _ => return Ok(false),
            }
        }
    }

    fn lint_bytes(&self, target: &Target, bytes: Vec<u8>) -> Linted {
        let path = self.name(target);
        if matches!(target, Target::Found(_)) && walk::is_binary(path, &bytes) {
            return Linted { skipped: Some("a binary file"), ..Linted::default() };
        }
        let linter = self.settings.linter_for(path).unwrap_or(&self.linter);
        // Rules about files ask for the folder, which `SKILL.md` alone does not name.
        let mut findings = linter.lint(&glob::normal(path), &bytes);
        if let Some(finding) = linter.lint_name(path) {
            findings.insert(0, finding);
        }
        let mut allowed = self.settings.take_allowed(path, &mut findings);
        if self.args.lint.trust_inline {
            allowed += take_marked(&bytes, &mut findings);
        }
        let known = match &self.baseline {
            Some((_, baseline)) => baseline.take_known(path, &bytes, &mut findings),
            None => 0,
        };
        let keeps_bytes = !findings.is_empty();
        Linted {
            bytes: if keeps_bytes { bytes } else { Vec::new() },
            findings,
            allowed,
            known,
            skipped: None,
        }
    }

    /// The name that a target has in the report.
    fn name<'t>(&'t self, target: &'t Target) -> &'t Path {
        match target {
            Target::Stdin => self.args.lint.stdin_filename.as_deref().unwrap_or(Path::new("-")),
            other => other.path(),
        }
    }
}

/// Takes out findings on lines that carry `untrusted-filter: allow RULE[, RULE…]`, and on the line
/// after one that holds nothing else; says how many.
fn take_marked(bytes: &[u8], findings: &mut Vec<Finding>) -> usize {
    const MARK: &[u8] = b"untrusted-filter: allow ";
    let before = findings.len();
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let allows = |line: &[u8], finding: &Finding| {
        memchr::memmem::find(line, MARK).is_some_and(|at| {
            let list = &line[at + MARK.len()..];
            let ids = list.split(|byte| !(byte.is_ascii_alphanumeric() || b"-_".contains(byte)));
            let mut ids = ids.filter(|id| !id.is_empty());
            ids.any(|id| id == finding.rule.id.as_bytes())
        })
    };
    findings.retain(|finding| {
        let line = finding.start.line - 1;
        let own = lines.get(line).copied().unwrap_or_default();
        let above = line.checked_sub(1).map_or(&[][..], |above| lines[above]);
        let is_comment = above.trim_ascii_start().starts_with(b"<!--")
            || above.trim_ascii_start().starts_with(b"#")
            || above.trim_ascii_start().starts_with(b"//");
        !(allows(own, finding) || is_comment && allows(above, finding))
    });
    before - findings.len()
}

/// The rules, one a line.
pub(crate) fn list_rules(out: &mut dyn Write) -> io::Result<()> {
    for rule in RULES {
        let state = if rule.is_optional { "off" } else { rule.severity.name() };
        writeln!(out, "{:24}{:9}{}", rule.id, state, rule.title)?;
    }
    Ok(())
}

/// What there is to say of a rule.
pub(crate) fn explain(id: &str, out: &mut dyn Write) -> Result<io::Result<()>, String> {
    let rule = settings::by_id(id).map_err(|message| Show::new(&message).to_string())?;
    let state = if rule.is_optional { "off unless selected, " } else { "" };
    let classes: Vec<_> = rule.classes.iter().map(|class| class.name()).collect();
    let mut text = format!(
        "{}: {}\n\nSeverity: {state}{}\n\nWhy: {}\n\nLegitimate: {}\n\nRemedy: {}\n",
        rule.id,
        rule.title,
        rule.severity.name(),
        rule.why,
        rule.legitimate,
        rule.remedy
    );
    if !classes.is_empty() {
        text.push_str(&format!("\nClasses: {}\n", classes.join(", ")));
    }
    Ok(out.write_all(text.as_bytes()))
}
