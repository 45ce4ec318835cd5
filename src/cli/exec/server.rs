//! A run of `--exec`: starts the server, hears what happens to it and to the client, and ends it.

use std::io::{self, ErrorKind};
use std::mem;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, sleep};
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, waitid};
use signal_hook::iterator::Signals;
use untrusted_filter::{CopyError, Show};

use super::super::args::Args;
use super::super::exit::Outcome;
use super::super::{failed, reason, say};
use super::activity::{Activity, Watched};
use super::group::Group;
use super::pump;
use super::relay::Relay;
use super::watch::Watcher;

/// How long a server may take where nobody says otherwise. Clients send SIGTERM two seconds after
/// they closed a server's input, and SIGKILL after two more.
const GRACE: Duration = Duration::from_secs(1);

/// The signals that are passed on.
const SIGNALS: [Signal; 4] = [Signal::HUP, Signal::INT, Signal::QUIT, Signal::TERM];

/// What happens while a server runs.
enum Event {
    /// The client has closed its end of a pipe.
    ClientGone,
    /// What the client says cannot be read.
    InputFailed,
    /// Somebody wants this program to do something.
    Signal(Signal),
    /// The server's own process has ended, whatever it started.
    Exited,
    /// Nothing more comes from the server.
    OutputEnd(Outcome),
    /// Nor on standard error.
    ErrorsEnd,
    /// All was done to end it.
    GivenUp,
}

/// Runs the server that the command line names, to its end.
pub(crate) fn run(args: &Args) -> ExitCode {
    let relay = match Relay::new(args) {
        Ok(relay) => relay,
        Err(message) => return failed(&message).into(),
    };
    // Before the server starts: no signal is to be missed.
    let signals = match Signals::new(SIGNALS.map(Signal::as_raw)) {
        Ok(signals) => signals,
        Err(error) => {
            return failed(&format_args!("cannot take signals: {}", reason(&error))).into();
        }
    };
    let watcher = Watcher::start();
    let server = match start(args) {
        Ok(server) => server,
        Err((message, status)) => {
            failed(&message);
            return status.into();
        }
    };
    let run = Run {
        leader: Pid::from_child(&server),
        grace: args.exec.grace.unwrap_or(GRACE),
        activity: Activity::default(),
    };
    let watcher = watcher.and_then(|mut watcher| {
        watcher.name(run.leader, run.grace)?;
        Ok(watcher)
    });
    if let Err(error) = &watcher {
        say(&format_args!("nobody ends the server if this is killed: {}", reason(error)));
    }
    let status = run.pass_on(server, relay, signals);
    if let Ok(watcher) = watcher {
        watcher.dismiss();
    }
    status.into()
}

/// Starts the server in a process group of its own. An error comes with its exit status.
fn start(args: &Args) -> Result<Child, (String, u8)> {
    let [program, arguments @ ..] = &args.files[..] else {
        return Err(("--exec needs a command".to_owned(), Outcome::Failed.code()));
    };
    let mut command = Command::new(program);
    command.args(arguments).process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().map_err(|error| {
        let status = if error.kind() == ErrorKind::NotFound { 127 } else { 126 };
        (format!("{}: {}", Show::path(program), reason(&error)), status)
    })
}

/// A server that runs.
struct Run {
    leader: Pid,
    grace: Duration,
    activity: Activity,
}

impl Run {
    /// Passes everything on until the server has ended, or is made to end; the exit status.
    fn pass_on(self, mut server: Child, relay: Relay, signals: Signals) -> u8 {
        let group = Arc::new(Group::new(self.leader));
        let (happens, events) = mpsc::channel();
        let (has_exited, outcome) = match self.start_threads(&mut server, relay, signals, &happens)
        {
            Ok(()) => self.hear(&group, &events, &happens),
            Err(error) => (false, no_thread(&error)),
        };
        let status = group.close(self.grace, || {
            // One that no signal ends is left, and counts as killed.
            if has_exited { server.wait().ok() } else { server.try_wait().ok().flatten() }
        });
        let status = status.map_or(Some(Signal::KILL.as_raw()), |status| {
            status.code().or_else(|| status.signal().map(|signal| 128 + signal))
        });
        let status = status.and_then(|status| u8::try_from(status).ok()).unwrap_or(u8::MAX);
        if outcome == Outcome::Clean { status } else { outcome.code() }
    }

    /// Starts a thread for each thing that can happen, or that has to pass. An error is the system's,
    /// which has no more threads.
    fn start_threads(
        &self,
        server: &mut Child,
        relay: Relay,
        mut signals: Signals,
        happens: &Sender<Event>,
    ) -> io::Result<()> {
        if let Some(input) = server.stdin.take() {
            tell(happens, || match pump::feed(input) {
                Ok(()) => Some(Event::ClientGone),
                Err(CopyError::Read(error)) => {
                    failed(&format_args!("standard input: {}", reason(&error)));
                    Some(Event::InputFailed)
                }
                Err(CopyError::Write(_)) => None,
            })?;
        }
        if let Some(output) = server.stdout.take() {
            let output = Watched(output, self.activity.clone());
            tell(happens, || Some(Event::OutputEnd(relay.run(output))))?;
        }
        if let Some(errors) = server.stderr.take() {
            tell(happens, || {
                pump::clean(errors);
                Some(Event::ErrorsEnd)
            })?;
        }
        tell(happens, || {
            pump::wait_for_reader_to_go();
            Some(Event::ClientGone)
        })?;
        let leader = self.leader;
        tell(happens, move || {
            // It is left to be reaped, so that its number stays its own.
            let ends = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while matches!(waitid(WaitId::Pid(leader), ends), Err(Errno::INTR)) {}
            Some(Event::Exited)
        })?;
        let sender = happens.clone();
        tell(happens, move || {
            for signal in signals.forever().filter_map(Signal::from_named_raw) {
                // Once nobody listens, the program is about to end.
                let _told = sender.send(Event::Signal(signal));
            }
            None
        })
    }

    /// Hears what happens until the server has ended and all that it wrote is passed on, or until
    /// all was done to end it. Whether it has ended, and what came of passing on.
    fn hear(
        &self,
        group: &Arc<Group>,
        events: &Receiver<Event>,
        happens: &Sender<Event>,
    ) -> (bool, Outcome) {
        let (mut has_exited, mut output, mut has_errors) = (false, None, true);
        let mut own = Outcome::Clean;
        let (mut is_ending, mut is_told) = (false, false);
        while !has_exited || output.is_none() || has_errors {
            let Ok(event) = events.recv() else { break };
            match event {
                Event::Signal(signal) => {
                    group.signal(signal);
                    // An interrupt may be something that a server goes on after.
                    let is_last = [Signal::HUP, Signal::TERM].contains(&signal);
                    if is_last && !mem::replace(&mut is_told, true) {
                        own = own.max(self.end(group, true, happens));
                    }
                    continue;
                }
                Event::GivenUp => break,
                Event::ClientGone => {}
                Event::InputFailed => own = Outcome::Failed,
                Event::Exited => has_exited = true,
                Event::OutputEnd(outcome) => output = Some(outcome),
                Event::ErrorsEnd => {
                    has_errors = false;
                    continue;
                }
            }
            if !mem::replace(&mut is_ending, true) {
                own = own.max(self.end(group, false, happens));
            }
        }
        (has_exited, output.map_or(own, |output| own.max(output)))
    }

    /// Ends a server that does not end by itself, meanwhile. One that was told by a signal is not
    /// waited for until it is silent.
    fn end(&self, group: &Arc<Group>, is_told: bool, happens: &Sender<Event>) -> Outcome {
        let (ended, activity, grace) = (Arc::clone(group), self.activity.clone(), self.grace);
        let waiting = tell(happens, move || {
            let group = ended;
            let wait_while = |goes_on: &dyn Fn() -> bool| {
                sleep(grace);
                while !is_told && goes_on() {
                    sleep(grace);
                }
            };
            if !is_told {
                // What came before is no sign that more will.
                activity.take();
                wait_while(&|| activity.take());
                group.signal(Signal::TERM);
            }
            sleep(grace);
            group.signal(Signal::KILL);
            wait_while(&|| activity.is_busy());
            Some(Event::GivenUp)
        });
        waiting.map_or_else(
            |error| {
                // Nobody can wait while it ends.
                group.signal(Signal::KILL);
                no_thread(&error)
            },
            |()| Outcome::Clean,
        )
    }
}

/// Says that the system has no more threads.
fn no_thread(error: &io::Error) -> Outcome {
    failed(&format_args!("no thread to be had: {}", reason(error)))
}

/// Tells what comes of something that takes its time.
fn tell(
    happens: &Sender<Event>,
    what: impl FnOnce() -> Option<Event> + Send + 'static,
) -> io::Result<()> {
    let happens = happens.clone();
    let run = move || {
        if let Some(event) = what() {
            // Once nobody listens, the program is about to end.
            let _told = happens.send(event);
        }
    };
    thread::Builder::new().spawn(run).map(drop)
}
