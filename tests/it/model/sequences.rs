//! Terminal sequences of ECMA-48, as the `text` profile takes them out.

/// The most bytes that a sequence may have: 4,096 that are held, and the one that ends it.
const LONGEST: usize = 4_097;

/// One step on the way through a text.
enum Step {
    /// A complete sequence of so many characters.
    Sequence(usize),
    /// A broken one: its introducer and so many characters after it are plain text.
    Broken(usize),
}

/// The text with nothing in the place of each complete sequence.
pub(super) fn remove(text: &[(char, usize)]) -> Vec<Option<char>> {
    let mut rest = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if !introduces(text[at].0) {
            rest.push(Some(text[at].0));
            at += 1;
            continue;
        }
        match measure(&text[at..]) {
            Step::Sequence(length) => {
                rest.push(None);
                at += length;
            }
            Step::Broken(length) => {
                rest.extend(text[at..at + length].iter().map(|unit| Some(unit.0)));
                at += length;
            }
        }
    }
    rest
}

fn introduces(c: char) -> bool {
    c == '\u{1b}' || opens_csi(c) || opens_string(c)
}

fn opens_csi(c: char) -> bool {
    c == '\u{9b}'
}

fn opens_string(c: char) -> bool {
    matches!(c, '\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}')
}

#[derive(Clone, Copy)]
enum State {
    Escape,
    Intermediate,
    Csi,
    String,
}

/// What one more character does to a sequence.
enum Turn {
    GoesOn(State),
    Ends,
    Breaks,
}

/// How far the sequence goes that the first character introduces.
fn measure(text: &[(char, usize)]) -> Step {
    let (introducer, mut bytes) = text[0];
    let mut state = match introducer {
        c if opens_csi(c) => State::Csi,
        c if opens_string(c) => State::String,
        _ => State::Escape,
    };
    for (at, &(c, length)) in text.iter().enumerate().skip(1) {
        bytes += length;
        if bytes > LONGEST {
            return Step::Broken(at);
        }
        match turn(state, c) {
            Turn::GoesOn(next) => state = next,
            Turn::Ends => return Step::Sequence(at + 1),
            Turn::Breaks => {
                let closes = matches!(state, State::String)
                    && text[at..].starts_with(&[('\u{1b}', 1), ('\\', 1)])
                    && bytes < LONGEST;
                return if closes { Step::Sequence(at + 2) } else { Step::Broken(at) };
            }
        }
    }
    Step::Broken(text.len())
}

fn turn(state: State, c: char) -> Turn {
    match (state, c) {
        (State::Escape, '[') | (State::Csi, ' '..='?') => Turn::GoesOn(State::Csi),
        (State::Escape, ']' | 'P' | 'X' | '^' | '_') => Turn::GoesOn(State::String),
        (State::Escape | State::Intermediate, ' '..='/') => Turn::GoesOn(State::Intermediate),
        (_, '\u{18}' | '\u{1a}')
        | (State::Escape | State::Intermediate, '0'..='~')
        | (State::Csi, '@'..='~')
        | (State::String, '\u{7}' | '\u{9c}') => Turn::Ends,
        (State::String, '\u{1b}' | '\n')
        | (State::Escape | State::Intermediate | State::Csi, _) => Turn::Breaks,
        (State::String, _) => Turn::GoesOn(State::String),
    }
}
