//! What the scanner tells, and whom: text that stays, and hits.

use super::Class;
use super::tally::Tally;
use super::unit::{Unit, What};

/// Who is told what the scanner finds.
pub(crate) trait Visit {
    /// Text that stays: whole characters, well-formed.
    fn keep(&mut self, text: &[u8]);
    /// Something that stays and is told apart (`Action::Count`): a selector that is counted.
    fn count(&mut self, hit: Hit<'_>);
    /// Something that its rule accepted, before it is among what stays.
    #[inline]
    fn accept(&mut self, _hit: Hit<'_>) {}
    /// How many of some classes were accepted and not told one by one.
    #[inline]
    fn accepted(&mut self, _tally: &Tally) {}
    /// Something that does not stay, and what stands in its place.
    fn change(&mut self, hit: Hit<'_>, with: &[u8]);
    /// Whether what stands in the place of hits may come as kept text, joined with what is round it.
    /// That there were hits is then told by [`replaced`](Self::replaced) alone.
    fn joins(&self) -> bool {
        false
    }
    /// Something did not stay, one hit or several.
    fn replaced(&mut self) {}
}

/// One unit of input that somebody is told of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit<'a> {
    pub(crate) what: What,
    pub(crate) class: Class,
    /// Where it begins, in bytes of the stream.
    pub(crate) offset: u64,
    /// As it stood in the input.
    pub(crate) bytes: &'a [u8],
}

impl<'a> Hit<'a> {
    /// A unit whose bytes are in `source`.
    pub(super) fn new(unit: Unit, offset: u64, source: &'a [u8]) -> Self {
        let bytes = &source[unit.at..unit.at + unit.len];
        Self { what: unit.what, class: unit.kind.class, offset, bytes }
    }
}
