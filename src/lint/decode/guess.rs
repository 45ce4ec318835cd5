//! Every way in which a run of a few symbols could be read, each at a price: the more ways of a
//! kind there are, the more text one of them has to make of the run.

use super::form::{Form, Role, Unit};
use super::known;
use super::symbols::MAX_DIGITS;

/// The price of one symbol that is passed over.
const NOISE: f64 = 4.0;
/// The most symbols one of which may be noise.
const MAX_NOISY: usize = 6;
/// The fewest symbols of which a text could pay for a guess.
const MIN_GUESS: usize = 32;
/// The fewest symbols for which all 24 orders of four digits are tried.
const MIN_ORDERS_OF_FOUR: usize = 128;
/// The price of numbers between separators that no known tool writes.
const SEPARATED: f64 = 3.0;

/// The name of numbers in each base.
const BASES: [&str; MAX_DIGITS + 1] = [
    "", "", "binary", "base 3", "base 4", "base 5", "base 6", "base 7", "base 8", "base 9",
    "base 10", "base 11", "base 12", "base 13", "base 14", "base 15", "base 16",
];

/// All forms in which a run of so many symbols is worth reading, the known ones first. Not more
/// than 160.
pub(super) fn forms(alphabet: &[char], length: usize) -> Vec<Form> {
    let mut forms = ways(alphabet, None, length);
    if (3..=MAX_NOISY).contains(&alphabet.len()) && length >= MIN_GUESS {
        for noise in alphabet {
            let ways = ways(alphabet, Some(*noise), MIN_GUESS);
            forms.extend(ways.into_iter().map(|form| form.priced(NOISE)));
        }
    }
    forms
}

fn ways(alphabet: &[char], noise: Option<char>, length: usize) -> Vec<Form> {
    let mut ways: Vec<Form> = known::forms(alphabet, noise).collect();
    let digits: Vec<char> = alphabet.iter().copied().filter(|c| Some(*c) != noise).collect();
    let base = digits.len();
    let shapes = [
        (Some(width(base, 1 << 8)), Unit::Byte),
        ((base == 2).then_some(9), Unit::Nine),
        (Some(width(base, 1 << 16)), Unit::Wide),
        (Some(width(base, 1 << 24)), Unit::Wide),
    ];
    for (order, price) in orders(&digits, length) {
        for (width, unit) in shapes {
            let Some(width) = width else { continue };
            let form = Form::new(BASES[base], (base, width, unit), alphabet, |c| {
                Some(order.iter().position(|digit| *digit == c).map_or(Role::Skipped, Role::Digit))
            });
            ways.extend(form.map(|form| form.priced(price)));
        }
    }
    if noise.is_none() && length >= MIN_GUESS {
        ways.extend(separated(alphabet));
    }
    ways
}

/// Binary numbers between separators, in six ways.
fn separated(alphabet: &[char]) -> impl Iterator<Item = Form> {
    let orders = if alphabet.len() == 3 { permutations(alphabet) } else { Vec::new() };
    orders.into_iter().filter_map(|order| {
        let role = |c| match order.iter().position(|symbol| *symbol == c) {
            Some(digit @ 0..=1) => Role::Digit(digit),
            _ => Role::Separator,
        };
        let shape = (2, 0, Unit::Either);
        let form = Form::new("binary with separators", shape, alphabet, |c| Some(role(c)));
        form.map(|form| form.priced(SEPARATED))
    })
}

/// The digits in the order of their code points and, at a price in bits, in other orders: all
/// that a run of so many symbols could pay for.
fn orders(digits: &[char], length: usize) -> Vec<(Vec<char>, f64)> {
    let (given, other) = match digits.len() {
        2 => (0.0, 1.0),
        3 => (1.0, 4.0),
        4 => (1.0, 6.0),
        _ => (1.0, 3.0),
    };
    let mut orders = match digits.len() {
        2 => permutations(digits),
        _ if length < MIN_GUESS => vec![digits.to_vec()],
        3 => permutations(digits),
        4 if length >= MIN_ORDERS_OF_FOUR => permutations(digits),
        _ => vec![digits.to_vec(), digits.iter().rev().copied().collect()],
    };
    let first = orders.remove(0);
    let others = orders.into_iter().map(|order| (order, other));
    [(first, given)].into_iter().chain(others).collect()
}

/// Every order, the given one first.
fn permutations(digits: &[char]) -> Vec<Vec<char>> {
    digits.iter().fold(vec![Vec::new()], |orders, next| {
        let longer = |order: Vec<char>| {
            (0..=order.len()).rev().map(move |place| {
                let mut order = order.clone();
                order.insert(place, *next);
                order
            })
        };
        orders.into_iter().flat_map(longer).collect()
    })
}

/// The digits that so many numbers need.
fn width(base: usize, numbers: usize) -> usize {
    (1..).find(|width| base.saturating_pow(*width) >= numbers).map_or(0, |width| width as usize)
}
