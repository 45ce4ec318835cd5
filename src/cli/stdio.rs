//! Standard input and output without the locks and line buffers of the standard library, where the
//! system has file descriptors.

#[cfg(not(unix))]
use std::io;

/// How much a pipe at either end is asked to hold; what the system refuses is no loss.
#[cfg(target_os = "linux")]
const PIPE: usize = 256 * 1024;

/// Standard input.
pub(crate) struct Stdin;

/// Standard output. It says each time what it could not write, and holds nothing back.
pub(crate) struct Stdout;

/// The width of the terminal on standard output, in columns.
pub(crate) fn width() -> Option<usize> {
    #[cfg(unix)]
    return rustix::termios::tcgetwinsize(rustix::stdio::stdout())
        .ok()
        .map(|size| usize::from(size.ws_col))
        .filter(|width| *width > 0);
    #[cfg(not(unix))]
    None
}

/// Asks for pipes that hold as much as is read at a time.
pub(crate) fn widen_pipes() {
    #[cfg(target_os = "linux")]
    for pipe in [rustix::stdio::stdin(), rustix::stdio::stdout()] {
        // Not a pipe, or not allowed.
        let _unchanged = rustix::pipe::fcntl_setpipe_size(pipe, PIPE);
    }
}

#[cfg(unix)]
mod imp {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::fd::BorrowedFd;
    use rustix::io::Errno;

    /// What was closed when the process began. By the time of `main` the standard library has put
    /// `/dev/null` in its place, where output is lost without a word and input is empty.
    static NO_STDIN: AtomicBool = AtomicBool::new(false);
    static NO_STDOUT: AtomicBool = AtomicBool::new(false);

    /// Runs before `main`, where no more is to be had of the standard library than this.
    #[ctor::ctor]
    fn look() {
        for (fd, is_closed) in
            [(rustix::stdio::stdin(), &NO_STDIN), (rustix::stdio::stdout(), &NO_STDOUT)]
        {
            let flags = rustix::io::fcntl_getfd(fd);
            is_closed.store(matches!(flags, Err(Errno::BADF)), Ordering::Relaxed);
        }
    }

    fn open(is_closed: &AtomicBool) -> io::Result<()> {
        if is_closed.load(Ordering::Relaxed) { Err(Errno::BADF.into()) } else { Ok(()) }
    }

    impl super::Stdout {
        /// An error if there was no standard output to begin with.
        pub(crate) fn open() -> io::Result<Self> {
            open(&NO_STDOUT).map(|()| Self)
        }
    }

    /// Makes a call again once the other side of a non-blocking descriptor is ready.
    fn wait(
        fd: BorrowedFd<'_>,
        flags: PollFlags,
        mut call: impl FnMut() -> Result<usize, Errno>,
    ) -> io::Result<usize> {
        loop {
            match call() {
                Err(Errno::AGAIN) => match poll(&mut [PollFd::new(&fd, flags)], None) {
                    Ok(_) | Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                },
                result => return result.map_err(Into::into),
            }
        }
    }

    impl io::Read for super::Stdin {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            open(&NO_STDIN)?;
            let stdin = rustix::stdio::stdin();
            wait(stdin, PollFlags::IN, || rustix::io::read(stdin, &mut *buffer))
        }
    }

    impl io::Write for super::Stdout {
        fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
            Self::open()?;
            let stdout = rustix::stdio::stdout();
            wait(stdout, PollFlags::OUT, || rustix::io::write(stdout, buffer))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}

#[cfg(not(unix))]
impl Stdout {
    /// An error if there was no standard output to begin with: here that is found by writing.
    pub(crate) fn open() -> io::Result<Self> {
        Ok(Self)
    }
}

#[cfg(not(unix))]
impl io::Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        io::stdin().lock().read(buffer)
    }
}

#[cfg(not(unix))]
impl io::Write for Stdout {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let mut stdout = io::stdout().lock();
        stdout.write_all(buffer)?;
        stdout.flush()?;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
