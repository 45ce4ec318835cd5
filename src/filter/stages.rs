//! The way of the text from the scanner to the output: selectors counted, tildes spaced out, caps,
//! the fence's body. Each step is there only if the policy asks for it.

use super::cap::{Cap, Lines};
use super::fence::{Body, Fence};
use super::policy::{Caps, Policy};
use super::reveal::{Instead, Revealer};
use super::selectors::Selectors;
use super::tildes::Tildes;
use crate::scan::{Action, Class, Hit, Scanner, Visit};

/// Who takes the output.
pub(crate) type Out<'a> = &'a mut dyn FnMut(&[u8]);

/// All the steps.
#[derive(Clone, Debug)]
pub(crate) struct Stages {
    revealer: Option<Revealer>,
    selectors: Option<Selectors>,
    tildes: Option<Tildes>,
    last: Last,
    /// No step has anything to do: text passes as it is.
    is_plain: bool,
    is_changed: bool,
}

/// The steps after the tildes.
#[derive(Clone, Debug)]
struct Last {
    cap: Option<Cap>,
    lines: Option<Lines>,
    /// Entities for markup, before the fence does its own.
    markup: Option<Body>,
    /// Whether an entity was written before the fence.
    is_changed: bool,
    body: Body,
}

impl Stages {
    pub(crate) fn new(policy: &Policy, fence: Option<&Fence>, reveal: Option<Instead>) -> Self {
        // What is shown is shown whole and as it is.
        let is_revealed = reveal.is_some();
        let caps = if is_revealed { Caps::default() } else { policy.caps };
        let counts = Class::ALL.iter().any(|&class| policy.action_of(class) == Action::Count);
        let spaces_tildes =
            policy.spaces_tildes && !is_revealed || fence.is_some_and(Fence::spaces_tildes);
        let selectors = counts.then(|| Selectors::new(caps.chars, reveal));
        let tildes = spaces_tildes.then(Tildes::default);
        let last = Last {
            cap: Cap::new(caps),
            lines: caps.lines.filter(|_| !caps.is_marked).map(Lines::new),
            markup: (policy.escapes_markup && !is_revealed).then_some(Body::Markup(None)),
            is_changed: false,
            body: fence.map_or(Body::Plain, Fence::body),
        };
        let is_direct = reveal.is_none() && selectors.is_none();
        let revealer = reveal.map(Revealer::new);
        let stages = Self { revealer, selectors, tildes, last, is_plain: false, is_changed: false };
        Self { is_plain: is_direct && stages.leaves_text(), ..stages }
    }

    /// Whether anything so far came out otherwise than it went in; what fences do does not count.
    pub(crate) fn is_changed(&self) -> bool {
        self.is_changed
            || self.selectors.as_ref().is_some_and(|step| step.is_changed)
            || self.tildes.as_ref().is_some_and(|step| step.is_changed)
            || self.last.is_changed
            || self.last.cap.as_ref().is_some_and(|step| step.is_changed)
            || self.last.lines.as_ref().is_some_and(|step| step.is_changed)
    }

    /// Whether text without anything to change passes as it is, however much there is of it.
    pub(crate) fn leaves_text(&self) -> bool {
        self.tildes.is_none()
            && matches!(
                self.last,
                Last { cap: None, lines: None, markup: None, body: Body::Plain, .. }
            )
    }

    /// From here on only what comes counts as a change.
    pub(crate) fn forget_changes(&mut self) {
        let Self { selectors, tildes, last, is_changed, .. } = self;
        *is_changed = false;
        last.is_changed = false;
        let flags = [
            selectors.as_mut().map(|step| &mut step.is_changed),
            tildes.as_mut().map(|step| &mut step.is_changed),
            last.cap.as_mut().map(|step| &mut step.is_changed),
            last.lines.as_mut().map(|step| &mut step.is_changed),
        ];
        flags.into_iter().flatten().for_each(|flag| *flag = false);
    }

    /// Scans a chunk.
    pub(crate) fn scan(&mut self, scanner: &mut Scanner, chunk: &[u8], out: Out<'_>) {
        scanner.push(chunk, &mut Emit { stages: self, out });
    }

    /// Ends the text, but not the value.
    pub(crate) fn end_text(&mut self, scanner: &mut Scanner, out: Out<'_>) {
        scanner.finish(&mut Emit { stages: self, out });
        if let Some(mut revealer) = self.revealer.take() {
            revealer.finish(|text| self.text(text, out));
            self.revealer = Some(revealer);
        }
    }

    /// Ends the value; the steps are then as new.
    pub(crate) fn finish(&mut self, scanner: &mut Scanner, out: Out<'_>) {
        self.end_text(scanner, out);
        let Self { selectors, tildes, last, .. } = self;
        if let Some(selectors) = selectors {
            selectors.finish(|text| spaced(tildes, last, text, out));
        }
        if let Some(tildes) = tildes {
            tildes.finish(|text| last.text(text, out));
        }
        last.finish(out);
    }

    /// Text that passes the policy's table.
    fn text(&mut self, text: &[u8], out: Out<'_>) {
        let Self { selectors, tildes, last, .. } = self;
        match selectors {
            Some(selectors) => selectors.text(text, |text| spaced(tildes, last, text, out)),
            None => spaced(tildes, last, text, out),
        }
    }
}

fn spaced(tildes: &mut Option<Tildes>, last: &mut Last, text: &[u8], out: Out<'_>) {
    match tildes {
        Some(tildes) => tildes.text(text, |text| last.text(text, out)),
        None => last.text(text, out),
    }
}

impl Last {
    fn text(&mut self, text: &[u8], out: Out<'_>) {
        let Self { cap, lines, markup, body, is_changed } = self;
        if markup.is_some() && memchr::memchr3(b'&', b'<', b'>', text).is_some() {
            *is_changed = true;
        }
        match cap {
            Some(cap) => cap.text(text, |text| fenced(lines, markup, body, text, out)),
            None => fenced(lines, markup, body, text, out),
        }
    }

    fn finish(&mut self, out: Out<'_>) {
        let Self { cap, lines, markup, body, .. } = self;
        if let Some(cap) = cap {
            cap.finish(|text| fenced(lines, markup, body, text, out));
        }
        if let Some(lines) = lines {
            lines.finish(|text| fenced(&mut None, markup, body, text, out));
        }
        body.finish(out);
    }
}

fn fenced(
    lines: &mut Option<Lines>,
    markup: &mut Option<Body>,
    body: &mut Body,
    text: &[u8],
    out: Out<'_>,
) {
    let mut written = |text: &[u8]| match markup {
        Some(markup) => markup.text(text, |text| body.text(text, &mut *out)),
        None => body.text(text, &mut *out),
    };
    match lines {
        Some(lines) => lines.text(text, written),
        None => written(text),
    }
}

/// Takes what the scanner finds.
struct Emit<'a, 'b> {
    stages: &'a mut Stages,
    out: &'a mut (dyn FnMut(&[u8]) + 'b),
}

impl Visit for Emit<'_, '_> {
    #[inline]
    fn keep(&mut self, text: &[u8]) {
        if self.stages.is_plain {
            return (self.out)(text);
        }
        match self.stages.revealer.take() {
            Some(mut revealer) => {
                revealer.kept(text, |text| self.stages.text(text, self.out));
                self.stages.revealer = Some(revealer);
            }
            None => self.stages.text(text, self.out),
        }
    }

    fn count(&mut self, hit: Hit<'_>) {
        let Stages { selectors, tildes, last, .. } = &mut *self.stages;
        match selectors {
            Some(selectors) => {
                selectors.selector(hit.bytes, |text| spaced(tildes, last, text, self.out));
            }
            None => spaced(tildes, last, hit.bytes, self.out),
        }
    }

    /// Selectors are counted where they stand, and what is shown is shown hit by hit.
    fn joins(&self) -> bool {
        self.stages.revealer.is_none() && self.stages.selectors.is_none()
    }

    fn replaced(&mut self) {
        self.stages.is_changed = true;
    }

    fn change(&mut self, hit: Hit<'_>, with: &[u8]) {
        self.stages.is_changed = true;
        match self.stages.revealer.take() {
            Some(mut revealer) => {
                revealer.hit(hit, |text| self.stages.text(text, self.out));
                self.stages.revealer = Some(revealer);
            }
            None if with.is_empty() => {}
            None => self.stages.text(with, self.out),
        }
    }
}
