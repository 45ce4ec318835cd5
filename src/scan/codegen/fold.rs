//! Which characters can pass for one ASCII character.

use std::collections::BTreeMap;

use super::ucd::{END, Ranges, Row, codes, rows, text};

/// A run of look-alikes: first, length, ASCII of the first, step of the ASCII (0 or 1).
pub(super) type Run = (u32, u8, u8, u8);

/// Every non-ASCII code point that passes for an ASCII one.
pub(super) fn look_alikes(data: &Ranges<Row>) -> BTreeMap<u32, u8> {
    let mut folds = confusables();
    for cp in (0x80..END).filter(|&cp| data.has(cp)) {
        let row = data.get(cp).expect("just filtered");
        folds.extend(angle(row).map(|ascii| (cp, ascii)));
    }
    let dashes = Ranges::only("PropList.txt", "Dash");
    folds.extend((0x80..END).filter(|&cp| dashes.has(cp)).map(|cp| (cp, b'-')));
    for cp in (0x80..END).filter(|&cp| data.has(cp)) {
        let mut whole = Vec::new();
        decompose(data, cp, &mut whole);
        folds.extend(single(&whole).map(|ascii| (cp, ascii)));
    }
    folds
}

/// The runs that [`look_alikes`] falls in.
pub(super) fn runs(folds: &BTreeMap<u32, u8>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (&cp, &ascii) in folds {
        if let Some((start, length, first, step)) = runs.last_mut()
            && cp == *start + u32::from(*length)
            && *length < u8::MAX
        {
            if *length == 1 && (ascii == *first || ascii == *first + 1) {
                *step = ascii - *first;
            }
            if ascii == *first + *step * *length {
                *length += 1;
                continue;
            }
        }
        runs.push((cp, 1, ascii, 0));
    }
    runs
}

/// The prototypes of UTS #39 that are one ASCII character.
fn confusables() -> BTreeMap<u32, u8> {
    let text = text("security/confusables.txt");
    let look_alike = |row: Vec<&str>| {
        let [source] = codes(row[0])[..] else { return None };
        (source > 0x7F).then_some(())?;
        Some((source, single(&codes(row[1]))?))
    };
    rows(&text).filter_map(look_alike).collect()
}

/// The full compatibility decomposition.
fn decompose(data: &Ranges<Row>, cp: u32, whole: &mut Vec<u32>) {
    match data.get(cp) {
        Some(row) if !row.decomposition.is_empty() => {
            row.decomposition.iter().for_each(|&part| decompose(data, part, whole));
        }
        _ => whole.push(cp),
    }
}

/// One ASCII character that is drawn, in lower case.
fn single(whole: &[u32]) -> Option<u8> {
    let [one] = *whole else { return None };
    let ascii = u8::try_from(one).ok()?.to_ascii_lowercase();
    ascii.is_ascii_graphic().then_some(ascii)
}

/// What passes for an angle bracket, going by its name.
fn angle(row: &Row) -> Option<u8> {
    let has = |part| row.name.contains(part);
    let shaped = matches!(&*row.category, "Ps" | "Pe" | "Pi" | "Pf" | "Sm" | "So");
    let angled = has("ANGLE BRACKET") || has("ANGLE QUOTATION");
    let (less, greater) = (has("LESS-THAN"), has("GREATER-THAN"));
    let no = has("NOT ") || has("RECTANGLE") || has("TRIANGLE");
    if !(shaped || row.mirrored) || !(angled || less || greater) || no {
        return None;
    }
    let left = less || (!greater && (has("LEFT") || has("OPENING")));
    let right = greater || (!less && (has("RIGHT") || has("CLOSING")));
    match (left, right) {
        (true, false) => Some(b'<'),
        (false, true) => Some(b'>'),
        _ => None,
    }
}
