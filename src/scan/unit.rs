//! A unit of input: one character, one ill-formed subpart or one terminal sequence, with its fate
//! as far as it is known, and the units that lie ahead of one that waits.

use std::cell::Cell;
use std::collections::vec_deque;

use super::Class;
use super::decode::{Step, decode, visible_ascii};
use super::lookup::Kind;
use super::plan::{Action, Plan};
use super::traits::Traits;

/// What ill-formed bytes become.
const REPLACEMENT: u32 = char::REPLACEMENT_CHARACTER as u32;

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A scalar value.
    Char(u32),
    /// A maximal subpart of ill-formed UTF-8.
    Ill,
    /// A complete terminal sequence.
    Sequence,
}

/// One unit and where its bytes are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub(crate) what: What,
    /// What becomes of it; `KeepWhenValid` until its rule has spoken.
    pub(crate) action: Action,
    pub(crate) kind: Kind,
    /// Where its bytes begin, in the chunk or among the bytes set aside.
    pub(crate) at: usize,
    /// How many bytes it has.
    pub(crate) len: usize,
}

impl Unit {
    /// A character under a plan.
    #[inline]
    pub(crate) fn char(c: u32, plan: &Plan, at: usize, len: usize) -> Self {
        let kind = Kind::of(c);
        Self { what: What::Char(c), action: plan.action(kind.class), kind, at, len }
    }

    /// Ill-formed bytes: always U+FFFD.
    pub(crate) fn ill(at: usize, len: usize) -> Self {
        let kind = Kind::of(REPLACEMENT);
        Self { what: What::Ill, action: Action::Replace, kind, at, len }
    }

    /// A terminal sequence.
    pub(crate) fn sequence(action: Action, at: usize, len: usize) -> Self {
        Self { what: What::Sequence, action, kind: Kind::of(0), at, len }
    }

    /// Its code point; for what is none, the replacement character.
    pub(crate) fn code_point(&self) -> u32 {
        match self.what {
            What::Char(c) => c,
            What::Ill | What::Sequence => REPLACEMENT,
        }
    }

    /// What a rule that looks ahead sees in its place: the character that the output will hold.
    fn seen(&self) -> (u32, Kind) {
        let c = match self.action {
            Action::Space => u32::from(b' '),
            // A line end, but not the one that CR may stand before.
            Action::LineFeed => 0x2028,
            Action::Replace => REPLACEMENT,
            Action::Escape => u32::from(b'\\'),
            // May stay or become a space: no neighbour either way.
            Action::KeepWhenValid
                if matches!(self.kind.class, Class::BlankSymbol | Class::EgyptianFormat) =>
            {
                return (self.code_point(), Kind { traits: Traits::NONE, ..self.kind });
            }
            Action::Keep | Action::Count | Action::KeepWhenValid | Action::Remove => {
                return (self.code_point(), self.kind);
            }
        };
        (c, Kind::of(c))
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Next {
    /// A code point of the output.
    Char(u32, Kind),
    /// The end of the text, or of the bound on looking ahead.
    End,
    /// Nothing yet: more input decides.
    Unknown,
}

/// What comes after a unit that waits for its verdict: units that wait behind it, then bytes that
/// have not been taken yet.
#[derive(Clone, Debug)]
pub(crate) struct Ahead<'a> {
    units: vec_deque::Iter<'a, Unit>,
    bytes: &'a [u8],
    plan: &'a Plan,
    /// How many units may be looked at.
    left: usize,
    /// No unit will follow.
    is_end: bool,
    /// Set when more input decides: how many units could still have been looked at.
    stopped: &'a Cell<usize>,
}

impl<'a> Ahead<'a> {
    /// Looks at up to `left` units: at `units`, then at `bytes`, in which nothing is a terminal
    /// sequence yet. `is_end` when no more will come. Where more input decides, `stopped` is told how
    /// many units were left to look at.
    pub(crate) fn new(
        units: vec_deque::Iter<'a, Unit>,
        bytes: &'a [u8],
        plan: &'a Plan,
        left: usize,
        is_end: bool,
        stopped: &'a Cell<usize>,
    ) -> Self {
        Self { units, bytes, plan, left, is_end, stopped }
    }

    /// The next unit, or what is known instead.
    fn unit(&mut self) -> Result<Unit, Next> {
        if self.left == 0 {
            return Err(Next::End);
        }
        let unit = match self.units.next() {
            Some(unit) => *unit,
            None if self.is_end => return Err(Next::End),
            None => self.peek().ok_or_else(|| {
                self.stopped.set(self.left);
                Next::Unknown
            })?,
        };
        self.left -= 1;
        Ok(unit)
    }

    /// The next unit of the bytes. What introduces a sequence has to be taken first.
    #[inline]
    fn peek(&mut self) -> Option<Unit> {
        self.bytes.first()?;
        let unit = match decode(self.bytes) {
            Step::Char(c, len) if self.plan.introduces(c).is_none() => {
                Unit::char(c, self.plan, 0, len)
            }
            Step::Ill(len) => Unit::ill(0, len),
            Step::Char(..) | Step::Incomplete => return None,
        };
        self.bytes = &self.bytes[unit.len..];
        Some(unit)
    }

    /// Leaves out what is visible ASCII, up to so many bytes, where no units come before it; how many
    /// they were.
    pub(crate) fn skip_ascii(&mut self, most: usize) -> usize {
        let keeps = |class| self.plan.action(class) == Action::Keep;
        if self.units.len() > 0 || !keeps(Class::Visible) || !keeps(Class::AsciiSpace) {
            return 0;
        }
        let most = most.min(self.left).min(self.bytes.len());
        let run = visible_ascii(&self.bytes[..most]);
        self.bytes = &self.bytes[run..];
        self.left -= run;
        run
    }

    /// The next code point that the output will hold. Units that are removed are passed over, and
    /// so are those that wait themselves where `passes` says that they cannot stay.
    pub(crate) fn next(&mut self, passes: impl Fn(u32, Kind) -> bool) -> Next {
        loop {
            let bytes = self.bytes;
            let unit = match self.unit() {
                Ok(unit) => unit,
                Err(next) => return next,
            };
            let is_passed = unit.action == Action::Remove
                || unit.action == Action::KeepWhenValid && passes(unit.code_point(), unit.kind);
            if !is_passed {
                let (c, kind) = unit.seen();
                return Next::Char(c, kind);
            }
            // Its copies are passed over too.
            let one = &bytes[..bytes.len() - self.bytes.len()];
            while !one.is_empty() && self.left > 0 && self.bytes.starts_with(one) {
                self.bytes = &self.bytes[one.len()..];
                self.left -= 1;
            }
        }
    }
}

/// Whether a class is one of the variation selectors.
pub(crate) fn is_selector(class: Class) -> bool {
    matches!(
        class,
        Class::Vs15Text | Class::Vs16Emoji | Class::Vs1To14 | Class::Vs17To256 | Class::VsMongolian
    )
}
