//! Which strings are meant: patterns of paths, matched step by step on the way down.

use std::error::Error as StdError;
use std::fmt;
use std::str::FromStr;

/// How many steps all patterns may have together.
const MAX_STEPS: usize = 63;
const TOO_MANY: &str = "the patterns have more than 63 steps together";

/// A pattern of paths, such as `tools[*].description`.
///
/// | | |
/// |---|---|
/// | `.name`, `["name"]` | the member of an object |
/// | `.*` | every member |
/// | `[*]` | every item of an array |
/// | `[2]` | one item, counted from 0 |
/// | `..` before any of these | at any depth |
///
/// A `$` may stand at the start, and the first `.` may be left out. A pattern means every string in
/// what it leads to: the string itself, or all of an array or object. In a stream of values it is
/// held against each.
///
/// ```
/// use untrusted_filter::json::Path;
///
/// assert!("tools[*].description".parse::<Path>().is_ok());
/// assert!(r#"$..["odd name"]"#.parse::<Path>().is_ok());
/// assert!("tools[".parse::<Path>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    /// Any number of steps may lie before it.
    is_deep: bool,
    to: To,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum To {
    Name(String),
    AnyName,
    Item(u64),
    AnyItem,
}

/// What is wrong with a pattern, and where, in bytes from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError {
    at: Option<usize>,
    what: &'static str,
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => write!(f, "{} at byte {}", self.what, at + 1),
            None => f.write_str(self.what),
        }
    }
}

impl StdError for PathError {}

impl Path {
    /// The member of this name, whatever stands in it, of an object that is a value of its own.
    #[must_use]
    pub fn member(name: &str) -> Self {
        Self { steps: vec![Step { is_deep: false, to: To::Name(name.to_owned()) }] }
    }
}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        let mut steps = Vec::new();
        let mut rest = text.strip_prefix('$').unwrap_or(text);
        while !rest.is_empty() {
            let at = text.len() - rest.len();
            let wrong = |what| PathError { at: Some(at), what };
            let is_first = steps.is_empty() && !text.starts_with('$');
            let is_deep = rest.starts_with("..");
            let after_dots = rest.trim_start_matches('.');
            let dots = rest.len() - after_dots.len();
            let (to, more) = if let Some(inner) = after_dots.strip_prefix('[') {
                if dots == 1 || dots > 2 {
                    return Err(wrong("a name was expected after `.`"));
                }
                bracket(inner).map_err(wrong)?
            } else {
                if dots > 2 || dots == 0 && !is_first {
                    return Err(wrong("`.`, `..` or `[` was expected"));
                }
                let end = after_dots.find(['.', '[']).unwrap_or(after_dots.len());
                match after_dots.split_at(end) {
                    ("", _) => return Err(wrong("a name was expected")),
                    ("*", more) => (To::AnyName, more),
                    (name, more) => (To::Name(name.to_owned()), more),
                }
            };
            steps.push(Step { is_deep, to });
            rest = more;
        }
        Ok(Self { steps })
    }
}

/// What stands in brackets, and what comes after them.
fn bracket(inner: &str) -> Result<(To, &str), &'static str> {
    const OPEN: &str = "`]` was expected";
    if let Some(more) = inner.strip_prefix("*]") {
        return Ok((To::AnyItem, more));
    }
    let Some(quoted) = inner.strip_prefix('"') else {
        let (digits, more) = inner.split_once(']').ok_or(OPEN)?;
        let index = digits.parse().map_err(|_| "a number, `*` or a name in quotes was expected")?;
        return Ok((To::Item(index), more));
    };
    let mut name = String::new();
    let mut chars = quoted.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => {
                let more = quoted[at + 1..].strip_prefix(']').ok_or(OPEN)?;
                return Ok((To::Name(name), more));
            }
            '\\' => match chars.next() {
                Some((_, c @ ('"' | '\\'))) => name.push(c),
                _ => return Err("in quotes, `\\` stands before `\"` or `\\` only"),
            },
            _ => name.push(c),
        }
    }
    Err("a closing quote was expected")
}

/// Where in the patterns the way down has come to: a bit for each step that may come next, the
/// lowest one for having come through one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reached(u64);

impl Reached {
    /// Where everything is meant.
    pub(crate) const ALL: Self = Self(1);

    /// Whether a string here is meant.
    pub(crate) fn is_meant(self) -> bool {
        self.0 & 1 != 0
    }
}

/// All patterns, one after another: bit `n + 1` is step `n`.
#[derive(Clone, Debug)]
pub(crate) struct Matcher {
    steps: Vec<Step>,
    /// The steps that are the last of their pattern.
    lasts: u64,
    start: Reached,
}

impl Matcher {
    pub(crate) fn new(paths: &[Path]) -> Result<Self, PathError> {
        let mut matcher = Self { steps: Vec::new(), lasts: 0, start: Reached(0) };
        if paths.iter().map(|path| path.steps.len()).sum::<usize>() > MAX_STEPS {
            return Err(PathError { at: None, what: TOO_MANY });
        }
        for path in paths {
            // The pattern without steps means everything.
            let first = matcher.steps.len() + 1;
            matcher.start.0 |= if path.steps.is_empty() { 1 } else { 1 << first };
            matcher.steps.extend(path.steps.iter().cloned());
            if !path.steps.is_empty() {
                matcher.lasts |= 1 << matcher.steps.len();
            }
        }
        Ok(matcher)
    }

    /// At a value that is in nothing.
    pub(crate) fn start(&self) -> Reached {
        self.start
    }

    /// One step down, to a member of this name.
    pub(crate) fn member(&self, from: Reached, name: &[u8]) -> Reached {
        self.step(from, |to| match to {
            To::Name(wanted) => wanted.as_bytes() == name,
            To::AnyName => true,
            To::Item(_) | To::AnyItem => false,
        })
    }

    /// One step down, to an item.
    pub(crate) fn item(&self, from: Reached, index: u64) -> Reached {
        self.step(from, |to| match to {
            To::Item(wanted) => *wanted == index,
            To::AnyItem => true,
            To::Name(_) | To::AnyName => false,
        })
    }

    /// The length of the longest name that makes a difference, in bytes.
    pub(crate) fn longest_name(&self) -> usize {
        let names = self.steps.iter().filter_map(|step| match &step.to {
            To::Name(name) => Some(name.len()),
            _ => None,
        });
        names.max().unwrap_or(0)
    }

    fn step(&self, from: Reached, fits: impl Fn(&To) -> bool) -> Reached {
        // Everything in what is meant is meant.
        let mut to = from.0 & 1;
        let mut rest = from.0 & !1;
        while rest != 0 {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let step = &self.steps[bit - 1];
            if step.is_deep {
                to |= 1 << bit;
            }
            if fits(&step.to) {
                to |= if self.lasts >> bit & 1 != 0 { 1 } else { 1 << (bit + 1) };
            }
        }
        Reached(to)
    }
}
