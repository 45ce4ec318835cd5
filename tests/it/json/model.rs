//! JSON as plain, slow code, to compare with: strings as bytes (an unpaired surrogate is FF) with their
//! spelling, numbers as they are spelled, members in order. What it is given is JSON.

use bstr::ByteSlice as _;
use untrusted_filter::Filter;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    /// A number or literal.
    Scalar(Vec<u8>),
    Text(Text),
    Array(Vec<Self>),
    Object(Vec<(Text, Self)>),
}

/// A string: what it stands for, and its spelling where that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) text: Vec<u8>,
    spelling: Option<Vec<u8>>,
}

/// All values of a stream.
pub(super) fn parse(input: &[u8]) -> Vec<Tree> {
    let mut parser = Parser { rest: input };
    let mut values = Vec::new();
    while parser.peek().is_some() {
        values.push(parser.value());
    }
    values
}

struct Parser<'a> {
    rest: &'a [u8],
}

impl Parser<'_> {
    /// The next byte that is no space.
    fn peek(&mut self) -> Option<u8> {
        self.rest = self.rest.trim_ascii_start();
        self.rest.first().copied()
    }

    fn take(&mut self, count: usize) -> &[u8] {
        let (taken, rest) = self.rest.split_at(count);
        self.rest = rest;
        taken
    }

    fn value(&mut self) -> Tree {
        match self.peek().unwrap() {
            b'"' => Tree::Text(self.string()),
            b'[' => {
                let mut items = Vec::new();
                self.list(b']', |parser| items.push(parser.value()));
                Tree::Array(items)
            }
            b'{' => {
                let mut members = Vec::new();
                self.list(b'}', |parser| {
                    parser.peek();
                    let name = parser.string();
                    assert_eq!(parser.peek(), Some(b':'));
                    parser.take(1);
                    members.push((name, parser.value()));
                });
                Tree::Object(members)
            }
            _ => {
                let end = self.rest.find_byteset(b" \t\r\n,]}\"[{").unwrap_or(self.rest.len());
                Tree::Scalar(self.take(end).to_vec())
            }
        }
    }

    fn list(&mut self, end: u8, mut item: impl FnMut(&mut Self)) {
        self.take(1);
        while self.peek() != Some(end) {
            item(self);
            if self.peek() == Some(b',') {
                self.take(1);
            }
        }
        self.take(1);
    }

    fn string(&mut self) -> Text {
        assert_eq!(self.take(1), b"\"");
        let (mut text, start) = (Vec::new(), self.rest);
        loop {
            match self.take(1)[0] {
                b'"' => break,
                b'\\' => self.escape(&mut text),
                byte => text.push(byte),
            }
        }
        let spelling = start[..start.len() - self.rest.len() - 1].to_vec();
        Text { text, spelling: Some(spelling) }
    }

    fn escape(&mut self, text: &mut Vec<u8>) {
        text.push(match self.take(1)[0] {
            b'b' => 8,
            b'f' => 12,
            b'n' => 10,
            b'r' => 13,
            b't' => 9,
            b'u' => {
                let high = self.unit();
                let low = self.rest.strip_prefix(b"\\u").filter(|_| high & 0xFC00 == 0xD800);
                let low =
                    low.map(|rest| Parser { rest }.unit()).filter(|low| low & 0xFC00 == 0xDC00);
                let c = match low {
                    Some(low) => char::from_u32(0x1_0000 + ((high & 0x3FF) << 10 | low & 0x3FF)),
                    None => char::from_u32(high),
                };
                if low.is_some() {
                    self.take(6);
                }
                match c {
                    Some(c) => text.extend_from_slice(c.to_string().as_bytes()),
                    None => text.push(0xFF),
                }
                return;
            }
            byte => byte,
        });
    }

    fn unit(&mut self) -> u32 {
        u32::from_str_radix(self.take(4).to_str().unwrap(), 16).unwrap()
    }
}

impl Tree {
    /// The tree with its strings, names apart, as a filter makes them.
    pub(super) fn filtered(self, filter: &Filter) -> Self {
        match self {
            Self::Scalar(_) => self,
            Self::Text(Text { text, spelling }) => {
                let (mut filter, mut made) = (filter.clone(), Vec::new());
                filter.push(&text, |piece| made.extend_from_slice(piece));
                filter.finish(|piece| made.extend_from_slice(piece));
                let spelling = spelling.filter(|_| made == text);
                Self::Text(Text { text: made, spelling })
            }
            Self::Array(items) => {
                Self::Array(items.into_iter().map(|item| item.filtered(filter)).collect())
            }
            Self::Object(members) => {
                let members = members.into_iter().map(|(name, value)| {
                    let well_formed = name.text.to_str().is_ok() || name.text.contains(&0xFF);
                    let spelling = name.spelling.clone().filter(|text| text.to_str().is_ok());
                    let name = match (well_formed, spelling) {
                        (_, Some(_)) => name,
                        // Ill-formed bytes are replaced in names too.
                        _ => {
                            let raw = name.spelling.unwrap().to_str_lossy().into_owned();
                            match parse(format!("\"{raw}\"").as_bytes()).remove(0) {
                                Self::Text(text) => text,
                                _ => unreachable!(),
                            }
                        }
                    };
                    (name, value.filtered(filter))
                });
                Self::Object(members.collect())
            }
        }
    }

    /// Whether no string has been changed.
    pub(super) fn is_as_it_was(&self) -> bool {
        match self {
            Self::Scalar(_) => true,
            Self::Text(text) => text.spelling.is_some(),
            Self::Array(items) => items.iter().all(Self::is_as_it_was),
            Self::Object(members) => members.iter().all(|(name, value)| {
                let is_clean = !name.spelling.as_ref().unwrap().contains_str("\u{FFFD}");
                is_clean && value.is_as_it_was()
            }),
        }
    }

    /// Whether this, which was read, is what was wanted; if not, how.
    pub(super) fn agrees(&self, wanted: &Self) -> Result<(), String> {
        match (self, wanted) {
            (Self::Text(got), Self::Text(wanted)) => got.agrees(wanted),
            (Self::Array(got), Self::Array(wanted)) if got.len() == wanted.len() => {
                got.iter().zip(wanted).try_for_each(|(got, wanted)| got.agrees(wanted))
            }
            (Self::Object(got), Self::Object(wanted)) if got.len() == wanted.len() => {
                got.iter().zip(wanted).try_for_each(|((a, got), (b, wanted))| {
                    a.agrees(b).and_then(|()| got.agrees(wanted))
                })
            }
            (Self::Scalar(got), Self::Scalar(wanted)) if got == wanted => Ok(()),
            _ => Err(format!("{self:?}, not {wanted:?}")),
        }
    }
}

impl Text {
    fn agrees(&self, wanted: &Self) -> Result<(), String> {
        let is_spelled = wanted.spelling.is_none() || wanted.spelling == self.spelling;
        if self.text == wanted.text && is_spelled {
            return Ok(());
        }
        let shown = |text: &Text| {
            let spelling = text.spelling.as_deref().map(<[u8]>::as_bstr);
            format!("{:?} {spelling:?}", text.text.as_bstr())
        };
        Err(format!("{}, not {}", shown(self), shown(wanted)))
    }
}
