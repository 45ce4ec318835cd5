//! What JSON-RPC says of a message: its version, its identifier, whether it answers something.

use crate::json::{Event, Kind, Part};

/// How long an identifier, a name or a version may be to be known, in bytes.
const LONGEST: usize = 1024;

/// The outside of one message, read as it passes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Envelope {
    depth: usize,
    is_object: bool,
    /// The name of the member in progress, or the text of its string.
    text: Vec<u8>,
    in_key: bool,
    member: Member,
    has_version: bool,
    /// As it is spelled.
    id: Vec<u8>,
    is_response: bool,
    is_request: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Member {
    Version,
    Id,
    #[default]
    Other,
}

impl Envelope {
    /// Whether this is a message of JSON-RPC 2.0.
    pub(crate) fn is_message(&self) -> bool {
        self.is_object && self.has_version && (self.is_response || self.is_request)
    }

    /// The identifier of what this answers, as it is spelled.
    pub(crate) fn answered(&self) -> Option<&[u8]> {
        (self.is_response && !self.id.is_empty()).then_some(&*self.id)
    }

    /// Takes the next event.
    pub(crate) fn see(&mut self, event: &Event<'_>) {
        match *event {
            Event::Open(kind) => {
                self.is_object |= self.depth == 0 && kind == Kind::Object;
                self.depth += 1;
                // Neither a version nor an identifier.
                self.member = Member::Other;
            }
            // In a batch, the array outside has been forgotten.
            Event::Close => self.depth = self.depth.saturating_sub(1),
            _ if self.depth != 1 || !self.is_object => {}
            Event::Key => {
                self.in_key = true;
                self.text.clear();
            }
            Event::String | Event::Scalar => {
                self.text.clear();
                if self.member == Member::Id {
                    self.id.clear();
                    self.id.extend_from_slice(if matches!(event, Event::String) {
                        b"\""
                    } else {
                        b""
                    });
                }
            }
            Event::Part(Part { raw, text, .. }) => {
                self.text.extend_from_slice(&text[..text.len().min(LONGEST - self.text.len())]);
                if !self.in_key {
                    self.spelled(raw);
                }
            }
            // Of a number; of a string only quotes are outside its parts.
            Event::Bytes(bytes) if self.id.first() != Some(&b'"') => self.spelled(bytes),
            Event::Bytes(_) => {}
            Event::End if self.in_key => self.end_key(),
            Event::End => {
                if self.member == Member::Version {
                    self.has_version = self.text == b"2.0";
                }
                if self.member == Member::Id && self.id.first() == Some(&b'"') {
                    self.id.push(b'"');
                }
                self.member = Member::Other;
            }
        }
    }

    fn spelled(&mut self, raw: &[u8]) {
        if self.member != Member::Id {
            return;
        }
        self.id.extend_from_slice(raw);
        if self.id.len() > LONGEST {
            self.id.clear();
            self.member = Member::Other;
        }
    }

    fn end_key(&mut self) {
        self.in_key = false;
        self.member = match &*self.text {
            b"jsonrpc" => Member::Version,
            b"id" => Member::Id,
            _ => Member::Other,
        };
        self.is_response |= matches!(&*self.text, b"result" | b"error");
        self.is_request |= &*self.text == b"method";
    }
}
