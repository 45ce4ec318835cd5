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

/// A [`Reveal`] at work on one value.
#[derive(Clone, Debug)]
pub(crate) struct Revealer {
    reveal: Reveal,
    /// A CR that stays, and whose next character is not known.
    has_cr: bool,
}

impl Revealer {
    pub(crate) fn new(reveal: Reveal) -> Self {
        Self { reveal, has_cr: false }
    }

    /// Takes text that stays.
    pub(crate) fn kept(&mut self, text: &[u8], mut out: impl FnMut(&[u8])) {
        if !self.reveal.all {
            return out(text);
        }
        if self.has_cr {
            self.has_cr = false;
            match text.first() {
                Some(b'\n') => out(b"\r"),
                _ => self.reveal.text(b"\r", |_| true, &mut out),
            }
        }
        let text = text.strip_suffix(b"\r").inspect(|_| self.has_cr = true).unwrap_or(text);
        self.reveal.text(text, Class::is_hidden, &mut out);
    }

    /// Takes something that the policy would change.
    pub(crate) fn hit(&mut self, hit: Hit<'_>, mut out: impl FnMut(&[u8])) {
        self.finish(&mut out);
        self.reveal.hit(hit, out);
    }

    /// Ends the text.
    pub(crate) fn finish(&mut self, mut out: impl FnMut(&[u8])) {
        if std::mem::take(&mut self.has_cr) {
            self.reveal.text(b"\r", |_| true, &mut out);
        }
    }
}

impl Reveal {
    /// Shows a character that the policy would change.
    pub(crate) fn shown(self, character: &[u8], mut out: impl FnMut(&[u8])) {
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
