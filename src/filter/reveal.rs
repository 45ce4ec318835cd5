//! Hidden characters made visible: each as an escape, and nothing else changed.

use bstr::ByteSlice;

use crate::scan::{Class, Hit, What, name};

/// Which hidden characters are shown, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reveal {
    /// Everything hidden, not only what the policy would change.
    pub all: bool,
    /// `\u{202E RIGHT-TO-LEFT OVERRIDE}` rather than `\u{202E}`.
    pub names: bool,
}

/// What stands where something would be changed, so that nothing else changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instead {
    /// An escape that a person can read.
    Shown(Reveal),
    /// One U+FFFD for each code point.
    Masked,
}

impl Instead {
    /// Shows a character that the policy would change.
    pub(crate) fn shown(self, character: &[u8], out: impl FnMut(&[u8])) {
        match self {
            Self::Shown(reveal) => reveal.shown(character, out),
            Self::Masked => masked(character, out),
        }
    }
}

/// One U+FFFD for each code point and each ill-formed sequence.
fn masked(bytes: &[u8], mut out: impl FnMut(&[u8])) {
    for _ in bytes.chars() {
        out("\u{FFFD}".as_bytes());
    }
}

/// An [`Instead`] at work on one value.
#[derive(Clone, Debug)]
pub(crate) struct Revealer {
    instead: Instead,
    /// A CR that stays, and whose next character is not known.
    has_cr: bool,
}

impl Revealer {
    pub(crate) fn new(instead: Instead) -> Self {
        Self { instead, has_cr: false }
    }

    /// Takes text that stays.
    pub(crate) fn kept(&mut self, text: &[u8], mut out: impl FnMut(&[u8])) {
        let Instead::Shown(reveal @ Reveal { all: true, .. }) = self.instead else {
            return out(text);
        };
        if self.has_cr {
            self.has_cr = false;
            match text.first() {
                Some(b'\n') => out(b"\r"),
                _ => reveal.shown(b"\r", &mut out),
            }
        }
        let text = text.strip_suffix(b"\r").inspect(|_| self.has_cr = true).unwrap_or(text);
        reveal.text(text, Class::is_hidden, &mut out);
    }

    /// Takes something that the policy would change.
    pub(crate) fn hit(&mut self, hit: Hit<'_>, mut out: impl FnMut(&[u8])) {
        self.finish(&mut out);
        match self.instead {
            Instead::Shown(reveal) => reveal.hit(hit, out),
            Instead::Masked => masked(hit.bytes, out),
        }
    }

    /// Ends the text.
    pub(crate) fn finish(&mut self, mut out: impl FnMut(&[u8])) {
        if std::mem::take(&mut self.has_cr) {
            self.instead.shown(b"\r", &mut out);
        }
    }
}

impl Reveal {
    /// Shows a character that the policy would change.
    fn shown(self, character: &[u8], mut out: impl FnMut(&[u8])) {
        self.text(character, |_| true, &mut out);
    }

    /// Shows something that the policy would change.
    fn hit(self, hit: Hit<'_>, mut out: impl FnMut(&[u8])) {
        match hit.what {
            What::Char(_) => self.text(hit.bytes, |_| true, &mut out),
            What::Ill => ill(hit.bytes, &mut out),
            // In a terminal sequence only what is no visible text: the introducer, the terminator.
            What::Sequence => {
                self.text(hit.bytes, |class| class.is_hidden() || class == Class::TabLf, &mut out);
            }
        }
    }

    fn text(self, text: &[u8], shows: impl Fn(Class) -> bool, out: &mut impl FnMut(&[u8])) {
        let mut start = 0;
        for (at, end, c) in text.char_indices() {
            // U+FFFD over other bytes: ill-formed bytes within a terminal sequence.
            let is_ill =
                c == char::REPLACEMENT_CHARACTER && &text[at..end] != "\u{FFFD}".as_bytes();
            let is_crlf = c == '\r' && text.get(end) == Some(&b'\n');
            if !is_ill && (is_crlf || !shows(Class::of(c))) {
                continue;
            }
            out(&text[start..at]);
            start = end;
            if is_ill {
                ill(&text[at..end], out);
            } else if self.names {
                out(format!("\\u{{{:04X} {}}}", c as u32, name(c)).as_bytes());
            } else {
                out(format!("\\u{{{:X}}}", c as u32).as_bytes());
            }
        }
        out(&text[start..]);
    }
}

fn ill(bytes: &[u8], out: &mut impl FnMut(&[u8])) {
    for byte in bytes {
        out(format!("\\x{byte:02X}").as_bytes());
    }
}
