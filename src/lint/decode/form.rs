//! A way of writing numbers in a few symbols, and how a run is read in it.

use super::symbols::MAX_DIGITS;
use super::text::{GUESS, MAX_TEXT, units, utf8};

/// In [`Form::roles`]: carries nothing.
const SKIPPED: u8 = 0xFE;
/// In [`Form::roles`]: stands between numbers.
const SEPARATOR: u8 = 0xFF;

/// The most digits of a number between separators.
const MAX_WIDTH: usize = 24;

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// A byte of UTF-8.
    Byte,
    /// A byte of UTF-8, or a code point if the numbers are no UTF-8.
    Either,
    /// A byte of UTF-8 and a bit that is 0.
    Nine,
    /// A UTF-16 unit or a code point.
    Wide,
}

/// What a symbol is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Digit(usize),
    Separator,
    Skipped,
}

/// A way in which a run of some alphabet could be read.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) codec: &'static str,
    roles: [u8; MAX_DIGITS],
    base: u8,
    /// The symbols of the alphabet that are not skipped.
    kinds: u8,
    /// The digits of a number; 0 where a separator ends it.
    width: usize,
    unit: Unit,
    /// The bits that this way has to save over chance, for being one of many; not more than 1
    /// where it is known or in order.
    pub(super) price: f64,
}

/// What a run says in one way.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) text: String,
    /// The bits that the symbols could hold.
    pub(super) bits: f64,
    /// Symbols were left at the end.
    pub(super) has_rest: bool,
}

impl Form {
    /// A form of this alphabet, if each of its symbols (not more than 16) has a role.
    pub(super) fn new(
        codec: &'static str,
        (base, width, unit): (usize, usize, Unit),
        alphabet: &[char],
        role: impl Fn(char) -> Option<Role>,
    ) -> Option<Self> {
        let mut roles = [SKIPPED; MAX_DIGITS];
        let mut kinds = 0;
        for (place, c) in roles.iter_mut().zip(alphabet) {
            *place = match role(*c)? {
                Role::Digit(digit) => u8::try_from(digit).ok()?,
                Role::Separator => SEPARATOR,
                Role::Skipped => SKIPPED,
            };
            kinds += u8::from(*place != SKIPPED);
        }
        let base = u8::try_from(base).ok()?;
        Some(Self { codec, roles, base, kinds, width, unit, price: 0.0 })
    }

    /// The same form, dearer.
    pub(super) fn priced(self, price: f64) -> Self {
        Self { price: self.price + price, ..self }
    }

    /// What a gain is worth beside the gains of other forms: a guess has to be clearly better.
    pub(super) fn worth(&self, gain: f64) -> f64 {
        if self.price > 1.0 { gain * GUESS } else { gain }
    }

    /// The fewest symbols that are read: eight (DESIGN.md, decision 5), but one character of five
    /// or more digits is told well enough by seven.
    pub(super) fn least(&self) -> usize {
        if self.base < 5 { 8 } else { 7 }
    }

    /// Reads numbered symbols, up to [`MAX_TEXT`] numbers. A number that a cut ends is left out.
    pub(super) fn read(&self, run: &[u8], is_cut: bool) -> Option<Said> {
        let (mut numbers, mut number, mut digits, mut symbols) = (Vec::new(), 0, 0, 0);
        for &symbol in run {
            match self.roles[usize::from(symbol)] {
                SKIPPED => continue,
                // Two in a row do not stand between numbers.
                SEPARATOR if digits == 0 => return None,
                SEPARATOR => symbols += 1,
                digit => {
                    number = number * u64::from(self.base) + u64::from(digit);
                    digits += 1;
                    symbols += 1;
                    if digits > MAX_WIDTH {
                        return None;
                    }
                    if digits != self.width {
                        continue;
                    }
                }
            }
            numbers.push(u32::try_from(number).ok()?);
            (number, digits) = (0, 0);
            if numbers.len() == MAX_TEXT {
                break;
            }
        }
        let has_rest = digits > 0 && (self.width > 0 || is_cut);
        if has_rest {
            symbols -= digits;
        } else if digits > 0 {
            numbers.push(u32::try_from(number).ok()?);
        }
        let bits = symbols as f64 * f64::from(self.kinds).log2();
        Some(Said { text: self.text(&numbers)?, bits, has_rest })
    }

    fn text(&self, numbers: &[u32]) -> Option<String> {
        let bytes = |factor: u32| -> Option<Vec<u8>> {
            let byte = |number: &u32| u8::try_from(number / factor).ok();
            numbers.iter().map(byte).collect()
        };
        match self.unit {
            Unit::Byte => utf8(&bytes(1)?),
            Unit::Either => bytes(1).and_then(|bytes| utf8(&bytes)).or_else(|| units(numbers)),
            Unit::Nine if numbers.iter().any(|number| number % 2 == 1) => None,
            Unit::Nine => utf8(&bytes(2)?),
            Unit::Wide => units(numbers),
        }
    }
}
