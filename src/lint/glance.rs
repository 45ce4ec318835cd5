//! A look at a large file in chunks: in most there is nothing to find, and those need not be held.

use super::run::MarkRun;
use super::{density, private};
use crate::scan::{Class, FEW_MARKS, Group, Hit, Scanner, Tally, Visit};

/// Looks whether there is nothing to find in a file. See [`Linter::glance`](super::Linter::glance).
#[derive(Clone, Debug)]
pub struct Glance {
    scanner: Scanner,
    private: private::Any,
    seen: Seen,
    /// At least so many characters are beyond ASCII.
    beyond_ascii: usize,
}

/// What the scanner told.
#[derive(Clone, Copy, Debug)]
struct Seen {
    is_clean: bool,
    accepted: Tally,
    marks: MarkRun,
}

impl Glance {
    pub(super) fn new(scanner: Scanner) -> Self {
        let (accepted, marks) = (Tally::default(), MarkRun::default());
        let seen = Seen { is_clean: true, accepted, marks };
        Self { scanner, private: private::Any::default(), seen, beyond_ascii: 0 }
    }

    /// Takes the next chunk. Whether there is still nothing: once there is something, the file has
    /// to be linted whole.
    pub fn push(&mut self, chunk: &[u8]) -> bool {
        self.scanner.push(chunk, &mut self.seen);
        self.seen.is_clean &= !self.private.is_in(chunk);
        // So few are enough to say that nothing is too dense; then this need not be counted on.
        if density::can_find(&self.seen.accepted, self.beyond_ascii) {
            self.beyond_ascii += density::beyond_ascii(chunk);
        }
        self.seen.is_clean
    }

    /// Ends the file. Whether there was nothing.
    #[must_use]
    pub fn finish(mut self) -> bool {
        self.scanner.finish(&mut self.seen);
        self.seen.is_clean && !density::can_find(&self.seen.accepted, self.beyond_ascii)
    }
}

impl Visit for Seen {
    fn keep(&mut self, _text: &[u8]) {}

    fn count(&mut self, _hit: Hit<'_>) {
        self.is_clean = false;
    }

    fn accept(&mut self, hit: Hit<'_>) {
        match hit.class {
            Class::Combining | Class::InvisibleStacker => {
                self.is_clean &= self.marks.add(hit) <= FEW_MARKS;
            }
            class => self.accepted.add(Group::of(class)),
        }
    }

    fn accepted(&mut self, tally: &Tally) {
        self.accepted.add_all(tally);
    }

    fn change(&mut self, _hit: Hit<'_>, _with: &[u8]) {
        self.is_clean = false;
    }
}
