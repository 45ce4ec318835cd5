//! Every way in which a run of a few symbols could be read, each at a price: the more ways of a
//! kind there are, the more text one of them has to make of the run.

use super::form::{Form, Role, Unit};
use super::known;
use super::symbols::MAX_DIGITS;

/// The price of one symbol that is passed over.
const NOISE: f64 = 4.0;
/// The most symbols one of which may be noise.
const MAX_NOISY: usize = 6;
/// The most digits that are tried in every order.
const MAX_ORDERED: usize = 4;
/// The price of numbers between separators that no known tool writes.
const SEPARATED: f64 = 3.0;

/// The name of numbers in each base.
const BASES: [&str; MAX_DIGITS + 1] = [
    "", "", "binary", "base 3", "base 4", "base 5", "base 6", "base 7", "base 8", "base 9",
    "base 10", "base 11", "base 12", "base 13", "base 14", "base 15", "base 16",
];

/// All forms of an alphabet, the known ones first. Not more than 200.
pub(super) fn forms(alphabet: &[char]) -> Vec<Form> {
    let mut forms = ways(alphabet, None);
    if (3..=MAX_NOISY).contains(&alphabet.len()) {
        let noisy = alphabet.iter().flat_map(|noise| ways(alphabet, Some(*noise)));
        forms.extend(noisy.map(|form| form.priced(NOISE)));
    }
    forms
}

fn ways(alphabet: &[char], noise: Option<char>) -> Vec<Form> {
    let digits: Vec<char> = alphabet.iter().copied().filter(|c| Some(*c) != noise).collect();
    let mut ways: Vec<Form> = known::forms(alphabet, noise).collect();
    let orders = orders(&digits).into_iter().enumerate();
    // Of many orders, beside a guess of the noise, only the first is tried.
    for (place, (order, price)) in orders.take(if noise.is_some() { 2 } else { usize::MAX }) {
        let base = order.len();
        let mut shapes = vec![(width(base, 1 << 8), Unit::Byte), (width(base, 1 << 16), Unit::Wide)];
        if base == 2 {
            shapes.push((9, Unit::Nine));
        }
        if place == 0 || base == 2 {
            shapes.push((width(base, 1 << 24), Unit::Wide));
        }
        for (width, unit) in shapes {
            let form = Form::new(BASES[base], (base, width, unit), alphabet, |c| {
                Some(order.iter().position(|digit| *digit == c).map_or(Role::Skipped, Role::Digit))
            });
            ways.extend(form.map(|form| form.priced(price)));
        }
    }
    if let (&[first, second, third], None) = (alphabet, noise) {
        for (zero, one) in [
            (first, second),
            (first, third),
            (second, third),
            (second, first),
            (third, first),
            (third, second),
        ] {
            let form = Form::new("binary with separators", (2, 0, Unit::Either), alphabet, |c| {
                Some(match c {
                    _ if c == zero => Role::Digit(0),
                    _ if c == one => Role::Digit(1),
                    _ => Role::Separator,
                })
            });
            ways.extend(form.map(|form| form.priced(SEPARATED)));
        }
    }
    ways
}

/// The digits in order, the least code point first, and in other orders at a price in bits: all
/// of a few digits, else the reverse.
fn orders(digits: &[char]) -> Vec<(Vec<char>, f64)> {
    if digits.len() > MAX_ORDERED {
        let reverse = digits.iter().rev().copied().collect();
        return vec![(digits.to_vec(), 1.0), (reverse, 3.0)];
    }
    let all = digits.iter().fold(vec![Vec::new()], |orders, next| {
        // The last place first, so that the given order is the first one.
        let longer = |order: Vec<char>| {
            (0..=order.len()).rev().map(move |place| {
                let mut order = order.clone();
                order.insert(place, *next);
                order
            })
        };
        orders.into_iter().flat_map(longer).collect()
    });
    let prices = match digits.len() {
        2 => (0.0, 1.0),
        3 => (1.0, 4.0),
        _ => (1.0, 6.0),
    };
    let price = |place| if place == 0 { prices.0 } else { prices.1 };
    all.into_iter().enumerate().map(|(place, order)| (order, price(place))).collect()
}

/// The digits that so many numbers need.
fn width(base: usize, numbers: usize) -> usize {
    (1..).find(|width| base.saturating_pow(*width) >= numbers).map_or(0, |width| width as usize)
}
