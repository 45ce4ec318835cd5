//! Terminal sequences: where one that has begun ends (ECMA-48 5.3 to 5.6, and xterm for BEL, CAN
//! and SUB). State only; the bytes stay with the caller.

/// The most bytes a sequence may have, introducer included. One that is longer is none: its
/// introducer stands alone and the rest is text again.
pub(crate) const LIMIT: usize = 4096;

const BEL: u8 = 0x07;
const CAN: u8 = 0x18;
const SUB: u8 = 0x1A;
/// The introducer of every sequence in its 7-bit form.
pub(crate) const ESC: u8 = 0x1B;

/// Where in a sequence the parser stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// After ESC.
    Escape,
    /// After the intermediate bytes of an nF escape sequence.
    Intermediate,
    /// In a control sequence.
    Control,
    /// In a command or character string (OSC, DCS, SOS, PM, APC).
    Text,
    /// In a string, after ESC: `\` ends it.
    TextEscape,
    /// In a string, after the byte C2: 9C makes it ST in its 8-bit form.
    TextC1,
    /// After ESC, where only `ESC [` counts.
    CsiOnly,
    /// In what `ESC [` opens there: everything up to a final byte.
    CsiSkip,
}

/// How a sequence ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// With this byte, which belongs to it.
    Complete,
    /// It never was one. This byte is not part of it, nor are the last [`Parser::back`] before it.
    Broken,
}

/// A sequence in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parser {
    state: State,
    len: usize,
}

impl Parser {
    /// Starts at an introducer: ESC, or a C1 control that opens a sequence. `None` for every other
    /// code point.
    pub(crate) fn start(introducer: u32) -> Option<Self> {
        let (state, len) = match introducer {
            0x1B => (State::Escape, 1),
            0x9B => (State::Control, 2),
            0x90 | 0x98 | 0x9D | 0x9E | 0x9F => (State::Text, 2),
            _ => return None,
        };
        Some(Self { state, len })
    }

    /// Starts at ESC where nothing but `ESC [` is a sequence; it then runs, however long, to the
    /// next byte from `@` to `~`.
    pub(crate) fn start_csi_only(introducer: u32) -> Option<Self> {
        (introducer == 0x1B).then_some(Self { state: State::CsiOnly, len: 1 })
    }

    /// Whether the sequence is certain, so that its bytes need not be held any more.
    pub(crate) fn is_certain(&self) -> bool {
        self.state == State::CsiSkip
    }

    /// How many bytes at the end of an unterminated sequence begin anew: 1 after an ESC, else 0.
    pub(crate) fn back(&self) -> usize {
        usize::from(self.state == State::TextEscape)
    }

    /// Takes bytes up to the one at which the sequence ends: that byte's index, and how. `None`
    /// when it goes on after all of them.
    pub(crate) fn advance(&mut self, bytes: &[u8]) -> Option<(usize, End)> {
        if self.state == State::Escape
            && let Some(last) = whole_sequence(bytes)
        {
            return Some((last, End::Complete));
        }
        bytes.iter().enumerate().find_map(|(at, &byte)| Some((at, self.step(byte)?)))
    }

    /// Takes the next byte; `None` when the sequence goes on.
    #[expect(clippy::match_same_arms, reason = "an arm a rule of the standard")]
    fn step(&mut self, byte: u8) -> Option<End> {
        let next = match (self.state, byte) {
            (State::CsiOnly, b'[') => State::CsiSkip,
            (State::CsiOnly, _) => return Some(End::Broken),
            (State::CsiSkip, b'@'..=b'~') => return Some(End::Complete),
            (State::CsiSkip, _) => return None,

            (State::Escape, b'[') => State::Control,
            (State::Escape, b']' | b'P' | b'X' | b'^' | b'_') => State::Text,
            (State::Escape | State::Intermediate, b' '..=b'/') => State::Intermediate,
            (State::Escape | State::Intermediate, b'0'..=b'~') => return Some(End::Complete),

            (State::Control, b' '..=b'?') => State::Control,
            (State::Control, b'@'..=b'~') => return Some(End::Complete),

            (State::TextEscape, b'\\') => return Some(End::Complete),
            (State::TextEscape, _) => return Some(End::Broken),
            (State::TextC1, 0x9C) | (State::Text | State::TextC1, BEL) => {
                return Some(End::Complete);
            }
            (State::Text | State::TextC1, ESC) => State::TextEscape,
            (State::Text | State::TextC1, 0xC2) => State::TextC1,
            (State::Text | State::TextC1, b'\n') => return Some(End::Broken),

            (_, CAN | SUB) => return Some(End::Complete),
            (State::Text | State::TextC1, _) => State::Text,
            (State::Escape | State::Intermediate | State::Control, _) => return Some(End::Broken),
        };
        if self.len >= LIMIT {
            return Some(End::Broken);
        }
        self.state = next;
        self.len += 1;
        None
    }
}

/// The index of the last byte of the sequence after ESC that is whole and as short as nearly all are:
/// the same as step by step, at less cost.
#[inline]
pub(crate) fn whole_sequence(bytes: &[u8]) -> Option<usize> {
    let (&kind, rest) = bytes.split_first()?;
    let rest = &rest[..rest.len().min(SHORT)];
    let last = match kind {
        b'[' => {
            let last = rest.iter().position(|byte| !matches!(byte, b' '..=b'?'))?;
            matches!(rest[last], b'@'..=b'~').then_some(last)?
        }
        b']' | b'P' | b'X' | b'^' | b'_' => {
            let stop = |byte: &u8| matches!(*byte, BEL | b'\n' | CAN | SUB | ESC | 0xC2);
            let stop = rest.iter().position(stop)?;
            match rest[stop..] {
                [BEL | CAN | SUB, ..] => stop,
                [ESC, b'\\', ..] => stop + 1,
                _ => return None,
            }
        }
        b'0'..=b'~' => return Some(0),
        _ => return None,
    };
    Some(last + 1)
}

/// How far [`whole_sequence`] looks.
const SHORT: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_once_is_the_same_as_step_by_step() {
        let bytes = *b"[]P0m;a \n\\\x07\x18\x1B\xC2\x9C\xFF";
        let (mut whole, mut other) = (0, 0);
        for number in 0..bytes.len().pow(5) {
            let mut rest = number;
            let text: Vec<_> = std::iter::repeat_with(|| {
                let byte = bytes[rest % bytes.len()];
                rest /= bytes.len();
                byte
            })
            .take(5)
            .collect();
            let mut parser = Parser::start(ESC.into()).unwrap();
            let steps = text.iter().enumerate();
            let end =
                steps.map(|(at, byte)| (at, parser.step(*byte))).find(|(_, end)| end.is_some());
            match (whole_sequence(&text), end) {
                (Some(last), Some((at, Some(End::Complete)))) if last == at => whole += 1,
                (None, _) => other += 1,
                (last, end) => panic!("{text:x?}: {last:?}, step by step {end:?}"),
            }
        }
        assert!(whole > 100_000 && other > 100_000, "{whole} {other}");
    }
}
