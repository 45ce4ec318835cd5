//! Chunks → events: where strings begin and end, and what they say. Strict (RFC 8259), incremental,
//! without recursion; every byte of the input is in one event, in order.

use super::escape::{self, Gathered, Spelled, plain, spelled};
use super::event::{Error, Escape, Event, Kind, Part};

/// The bytes of an escape that is an unpaired surrogate.
const LONE: usize = 6;

/// How deep arrays and objects may nest.
pub(crate) const MAX_DEPTH: usize = 1_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the first byte: how much of a byte order mark has been seen.
    Start(u8),
    /// Between values that are in nothing; white space has to come first where set.
    Top {
        is_glued: bool,
    },
    /// A value has to come.
    Value,
    /// A value, or the end of an array.
    FirstItem,
    /// A key, or the end of an object.
    FirstKey,
    Key,
    Colon,
    /// After a value: a comma, or the end.
    After,
    Number(Number),
    /// What is left of `true`, `false` or `null`.
    Literal(&'static [u8]),
    /// Within a string.
    Text,
    /// Within an escape, of which this many bytes have come.
    Escape(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Minus,
    Zero,
    Digits,
    Point,
    Fraction,
    E,
    Sign,
    Exponent,
}

impl Number {
    /// The state after one more byte, if it goes on.
    fn step(self, byte: u8) -> Option<Self> {
        Some(match (self, byte) {
            (Self::Minus, b'0') => Self::Zero,
            (Self::Minus, b'1'..=b'9') | (Self::Digits, b'0'..=b'9') => Self::Digits,
            (Self::Zero | Self::Digits, b'.') => Self::Point,
            (Self::Point | Self::Fraction, b'0'..=b'9') => Self::Fraction,
            (Self::Zero | Self::Digits | Self::Fraction, b'e' | b'E') => Self::E,
            (Self::E, b'+' | b'-') => Self::Sign,
            (Self::E | Self::Sign | Self::Exponent, b'0'..=b'9') => Self::Exponent,
            _ => return None,
        })
    }

    fn is_whole(self) -> bool {
        matches!(self, Self::Zero | Self::Digits | Self::Fraction | Self::Exponent)
    }
}

/// How many values there have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    Any,
    One,
    AtMostOne,
}

/// The state between two chunks: a byte for each open array or object.
#[derive(Clone, Debug)]
pub(crate) struct Lexer {
    state: State,
    open: Vec<Kind>,
    /// The string in progress is a key.
    is_key: bool,
    /// No part of it has come.
    is_fresh: bool,
    /// How many values there have to be.
    count: Count,
    has_value: bool,
    has_mark: bool,
    escape: [u8; escape::LONGEST],
    gathered: Gathered,
    offset: u64,
    line: u64,
    line_start: u64,
    failure: Option<Error>,
}

impl Lexer {
    /// For any number of values, one after another.
    pub(crate) fn new() -> Self {
        Self {
            state: State::Start(0),
            open: Vec::new(),
            is_key: false,
            is_fresh: false,
            count: Count::Any,
            has_value: false,
            has_mark: false,
            escape: [0; escape::LONGEST],
            gathered: Gathered::default(),
            offset: 0,
            line: 1,
            line_start: 0,
            failure: None,
        }
    }

    /// For exactly one value.
    pub(crate) fn single() -> Self {
        Self { count: Count::One, ..Self::new() }
    }

    /// For one value or white space.
    pub(crate) fn at_most_one() -> Self {
        Self { count: Count::AtMostOne, ..Self::new() }
    }

    /// The same lexer before any input.
    pub(crate) fn anew(&self) -> Self {
        Self { count: self.count, ..Self::new() }
    }

    /// Whether a byte order mark was left out.
    pub(crate) fn has_mark(&self) -> bool {
        self.has_mark
    }

    /// Takes a chunk. On an error all that stands before it has been given.
    pub(crate) fn push(
        &mut self,
        chunk: &[u8],
        mut out: impl FnMut(Event<'_>),
    ) -> Result<(), Error> {
        if let Some(error) = self.failure {
            return Err(error);
        }
        let mut reading = Reading { lexer: self, chunk, start: 0, at: 0, out: &mut out };
        let result = reading.run();
        reading.give();
        let read = reading.at;
        if let Err(what) = result {
            return Err(self.fail(read, what));
        }
        self.offset += chunk.len() as u64;
        Ok(())
    }

    /// Ends the input.
    pub(crate) fn finish(&mut self, mut out: impl FnMut(Event<'_>)) -> Result<(), Error> {
        if let Some(error) = self.failure {
            return Err(error);
        }
        match self.state {
            State::Number(number) if self.open.is_empty() && number.is_whole() => out(Event::End),
            State::Start(0) | State::Top { .. } => {}
            _ => return Err(self.fail(0, "the input ends too early")),
        }
        if self.count == Count::One && !self.has_value {
            return Err(self.fail(0, "there is no value"));
        }
        Ok(())
    }

    fn fail(&mut self, read: usize, what: &'static str) -> Error {
        let offset = self.offset + read as u64;
        let error = Error { offset, line: self.line, column: offset - self.line_start + 1, what };
        self.failure = Some(error);
        error
    }

    /// The state after a value.
    fn after(&self, is_glued: bool) -> State {
        if self.open.is_empty() { State::Top { is_glued } } else { State::After }
    }
}

/// A chunk on its way through the lexer.
struct Reading<'a, F> {
    lexer: &'a mut Lexer,
    chunk: &'a [u8],
    /// What has not been given begins here, and what has not been read here.
    start: usize,
    at: usize,
    out: &'a mut F,
}

impl<F: FnMut(Event<'_>)> Reading<'_, F> {
    fn run(&mut self) -> Result<(), &'static str> {
        while let Some(&byte) = self.chunk.get(self.at) {
            match self.lexer.state {
                State::Text => self.text()?,
                State::Escape(len) => self.escape(len, byte)?,
                State::Number(number) => match number.step(byte) {
                    Some(number) => {
                        self.lexer.state = State::Number(number);
                        self.at += 1;
                    }
                    None if number.is_whole() => self.end_scalar(),
                    None => return Err("the number is malformed"),
                },
                State::Literal([next, rest @ ..]) => {
                    if byte != *next {
                        return Err("a value was expected");
                    }
                    self.at += 1;
                    self.lexer.state = State::Literal(rest);
                    if rest.is_empty() {
                        self.end_scalar();
                    }
                }
                State::Literal([]) => self.end_scalar(),
                State::Start(seen) => self.mark(seen, byte)?,
                _ => self.between(byte)?,
            }
        }
        Ok(())
    }

    /// Gives the bytes that have been read and not given.
    fn give(&mut self) {
        if self.start < self.at {
            (self.out)(Event::Bytes(&self.chunk[self.start..self.at]));
            self.start = self.at;
        }
    }

    fn tell(&mut self, event: Event<'_>) {
        self.give();
        (self.out)(event);
    }

    fn end_scalar(&mut self) {
        self.tell(Event::End);
        self.lexer.state = self.lexer.after(true);
    }

    /// A byte order mark at the start is no JSON, and is left out.
    fn mark(&mut self, seen: u8, byte: u8) -> Result<(), &'static str> {
        const MARK: &[u8] = "\u{FEFF}".as_bytes();
        if byte == MARK[usize::from(seen)] {
            self.at += 1;
            self.start = self.at;
            self.lexer.has_mark = usize::from(seen) + 1 == MARK.len();
            let after = State::Top { is_glued: false };
            self.lexer.state = if self.lexer.has_mark { after } else { State::Start(seen + 1) };
            return Ok(());
        }
        self.lexer.state = State::Top { is_glued: false };
        if seen == 0 { Ok(()) } else { Err("a value was expected") }
    }

    /// A byte outside strings, numbers and literals.
    fn between(&mut self, byte: u8) -> Result<(), &'static str> {
        if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
            self.at += 1;
            if byte == b'\n' {
                self.lexer.line += 1;
                self.lexer.line_start = self.lexer.offset + self.at as u64;
            }
            if self.lexer.state == (State::Top { is_glued: true }) {
                self.lexer.state = State::Top { is_glued: false };
            }
            return Ok(());
        }
        match (self.lexer.state, byte) {
            (State::After, b',') => {
                let is_object = self.lexer.open.last() == Some(&Kind::Object);
                self.lexer.state = if is_object { State::Key } else { State::Value };
                self.at += 1;
            }
            (State::Colon, b':') => {
                self.lexer.state = State::Value;
                self.at += 1;
            }
            (State::FirstKey | State::Key, b'"') => self.open_string(true),
            (State::After | State::FirstKey, b'}') => self.close(Kind::Object)?,
            (State::After | State::FirstItem, b']') => self.close(Kind::Array)?,
            (State::After, _) if self.lexer.open.last() == Some(&Kind::Object) => {
                return Err("`,` or `}` was expected");
            }
            (State::After, _) => return Err("`,` or `]` was expected"),
            (State::Colon, _) => return Err("`:` was expected"),
            (State::FirstKey, _) => return Err("a name in quotes or `}` was expected"),
            (State::Key, _) => return Err("a name in quotes was expected"),
            (State::Top { .. }, _) if self.lexer.count != Count::Any && self.lexer.has_value => {
                return Err("nothing was expected after the value");
            }
            (State::Top { is_glued: true }, byte) if !matches!(byte, b'"' | b'[' | b'{') => {
                return Err("white space was expected");
            }
            _ => self.value(byte)?,
        }
        Ok(())
    }

    fn value(&mut self, byte: u8) -> Result<(), &'static str> {
        let state = match byte {
            b'"' => {
                self.open_string(false);
                return Ok(());
            }
            b'[' => return self.open(Kind::Array),
            b'{' => return self.open(Kind::Object),
            b'-' => State::Number(Number::Minus),
            b'0' => State::Number(Number::Zero),
            b'1'..=b'9' => State::Number(Number::Digits),
            b't' => State::Literal(b"rue"),
            b'f' => State::Literal(b"alse"),
            b'n' => State::Literal(b"ull"),
            _ => return Err("a value was expected"),
        };
        self.tell(Event::Scalar);
        self.lexer.has_value = true;
        self.lexer.state = state;
        self.at += 1;
        Ok(())
    }

    fn open(&mut self, kind: Kind) -> Result<(), &'static str> {
        if self.lexer.open.len() == MAX_DEPTH {
            return Err("arrays and objects are nested too deep");
        }
        self.tell(Event::Open(kind));
        self.lexer.has_value = true;
        self.lexer.open.push(kind);
        self.lexer.state = match kind {
            Kind::Array => State::FirstItem,
            Kind::Object => State::FirstKey,
        };
        self.at += 1;
        Ok(())
    }

    fn close(&mut self, kind: Kind) -> Result<(), &'static str> {
        if self.lexer.open.last() != Some(&kind) {
            return Err(match kind {
                Kind::Array => "`,` or `}` was expected",
                Kind::Object => "`,` or `]` was expected",
            });
        }
        self.lexer.open.pop();
        self.at += 1;
        self.tell(Event::Close);
        self.lexer.state = self.lexer.after(false);
        Ok(())
    }

    fn open_string(&mut self, is_key: bool) {
        self.tell(if is_key { Event::Key } else { Event::String });
        self.lexer.has_value = true;
        self.lexer.is_key = is_key;
        self.lexer.is_fresh = true;
        self.lexer.state = State::Text;
        self.at += 1;
    }

    /// A part of a string, up to its end, the end of the chunk, or an escape to be looked at alone.
    fn text(&mut self) -> Result<(), &'static str> {
        self.give();
        let Self { lexer, chunk, at, out, .. } = self;
        let rest = &chunk[*at..];
        let mut used = plain(rest);
        let mut part = (&rest[..used], &[][..]);
        if rest.get(used) == Some(&b'\\') {
            used = lexer.gathered.gather(rest, used);
            part = (&lexer.gathered.text, &lexer.gathered.escapes);
        }
        let stop = rest.get(used);
        if used > 0 {
            let (text, escapes) = part;
            let is_whole = lexer.is_fresh && stop == Some(&b'"');
            out(Event::Part(Part { raw: &rest[..used], text, escapes, is_whole }));
            lexer.is_fresh = false;
        }
        self.at += used;
        self.start = self.at;
        match stop {
            Some(b'"') => {
                self.tell(Event::End);
                self.at += 1;
                let is_key = self.lexer.is_key;
                self.lexer.state = if is_key { State::Colon } else { self.lexer.after(false) };
            }
            Some(b'\\') => self.lexer.state = State::Escape(0),
            Some(_) => return Err("a control character in a string has to be escaped"),
            None => {}
        }
        Ok(())
    }

    /// A byte of an escape, or the one after a high surrogate. Escapes are given whole.
    fn escape(&mut self, len: usize, byte: u8) -> Result<(), &'static str> {
        self.lexer.is_fresh = false;
        self.lexer.escape[len] = byte;
        let mut len = len + 1;
        loop {
            match spelled(&self.lexer.escape[..len]) {
                Spelled::Partly => {
                    self.lexer.state = State::Escape(len);
                    break;
                }
                Spelled::Char(c, _) => {
                    self.escaped(len, c.encode_utf8(&mut [0; 4]).as_bytes());
                    self.lexer.state = State::Text;
                    break;
                }
                Spelled::Lone => {
                    self.escaped(LONE, &[0xFF]);
                    self.lexer.escape.copy_within(LONE..len, 0);
                    len -= LONE;
                    if len == 0 {
                        self.lexer.state = State::Text;
                        break;
                    }
                    // What comes after it is looked at anew.
                    if self.lexer.escape[0] != b'\\' {
                        self.lexer.state = State::Text;
                        return Ok(());
                    }
                }
                Spelled::Malformed => return Err("the escape is malformed"),
            }
        }
        self.at += 1;
        self.start = self.at;
        Ok(())
    }

    /// Gives an escape, whose bytes need not be in the chunk.
    fn escaped(&mut self, len: usize, text: &[u8]) {
        let raw = &self.lexer.escape[..len];
        let escapes = &[Escape { end: text.len(), text: text.len(), raw: len }];
        (self.out)(Event::Part(Part { raw, text, escapes, is_whole: false }));
    }
}
