//! Runs of three or more tildes get single spaces between them, so that no body holds a fence of
//! tildes (step 3 of brainos-intent 0.5.0).

/// The shortest run that is a fence.
const FENCE: usize = 3;

/// The state between pieces of text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tildes {
    /// The length of the run so far; shorter than a fence, it is held.
    run: usize,
    pub(crate) is_changed: bool,
}

impl Tildes {
    /// Takes text.
    pub(crate) fn text(&mut self, text: &[u8], mut out: impl FnMut(&[u8])) {
        let mut rest = text;
        while !rest.is_empty() {
            if rest[0] == b'~' {
                self.run += 1;
                match self.run {
                    ..FENCE => {}
                    FENCE => out(b"~ ~ ~"),
                    _ => out(b" ~"),
                }
                self.is_changed |= self.run >= FENCE;
                rest = &rest[1..];
            } else {
                self.end_run(&mut out);
                let len = memchr::memchr(b'~', rest).unwrap_or(rest.len());
                out(&rest[..len]);
                rest = &rest[len..];
            }
        }
    }

    /// Ends the text; the state is then as new.
    pub(crate) fn finish(&mut self, mut out: impl FnMut(&[u8])) {
        self.end_run(&mut out);
    }

    fn end_run(&mut self, out: &mut impl FnMut(&[u8])) {
        if (1..FENCE).contains(&self.run) {
            out(&b"~~"[..self.run]);
        }
        self.run = 0;
    }
}
