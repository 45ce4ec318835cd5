//! Reads the data files of `tests/ucd`.

use std::path::{Path, PathBuf};

/// One past the last code point.
pub(super) const END: u32 = 0x11_0000;

/// Where the data files are.
pub(super) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ucd")
}

/// The text of one data file.
pub(super) fn text(file: &str) -> String {
    let path = folder().join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The trimmed fields of every row, without comments.
pub(super) fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.trim_start_matches('\u{FEFF}').lines().filter_map(|line| {
        let row = line.split('#').next().unwrap_or_default().trim();
        (!row.is_empty()).then(|| row.split(';').map(str::trim).collect())
    })
}

/// A code point in hexadecimal digits.
pub(super) fn code(hex: &str) -> u32 {
    u32::from_str_radix(hex, 16).unwrap_or_else(|_| panic!("not a code point: {hex:?}"))
}

/// Code points between spaces.
pub(super) fn codes(field: &str) -> Vec<u32> {
    field.split_ascii_whitespace().map(code).collect()
}

/// A base and a selector.
pub(super) fn pair(field: &str) -> (u32, u32) {
    match codes(field)[..] {
        [base, selector] => (base, selector),
        _ => panic!("not a pair: {field:?}"),
    }
}

/// The pairs of a file of variation sequences, sorted, each once.
pub(super) fn pairs(file: &str) -> Vec<(u32, u32)> {
    let text = text(file);
    let mut pairs: Vec<_> = rows(&text).map(|row| pair(row[0])).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Sorted ranges of code points, each with a value.
pub(super) struct Ranges<T>(Vec<(u32, u32, T)>);

impl<T> Ranges<T> {
    fn new(mut rows: Vec<(u32, u32, T)>) -> Self {
        rows.sort_unstable_by_key(|row| row.0);
        assert!(rows.is_sorted_by(|a, b| a.1 < b.0), "ranges overlap");
        Self(rows)
    }

    /// The value at a code point.
    pub(super) fn get(&self, cp: u32) -> Option<&T> {
        let next = self.0.partition_point(|row| row.0 <= cp);
        self.0[..next].last().filter(|row| cp <= row.1).map(|row| &row.2)
    }

    /// Whether a code point has a value.
    pub(super) fn has(&self, cp: u32) -> bool {
        self.get(cp).is_some()
    }
}

impl Ranges<String> {
    /// A property that has one value for each code point.
    pub(super) fn read(file: &str) -> Self {
        Self::rows_of(file, |_| true)
    }

    /// One binary property from a file that lists several.
    pub(super) fn only(file: &str, property: &str) -> Self {
        let ranges = Self::rows_of(file, |row| row[1] == property);
        assert!(!ranges.0.is_empty(), "no {property} in {file}");
        ranges
    }

    fn rows_of(file: &str, keep: impl Fn(&[&str]) -> bool) -> Self {
        let text = text(file);
        let row = |row: Vec<&str>| {
            let (start, end) = row[0].split_once("..").unwrap_or((row[0], row[0]));
            (code(start), code(end), row[1].to_owned())
        };
        Self::new(rows(&text).filter(|row| keep(row)).map(row).collect())
    }

    /// Whether a code point has this value.
    pub(super) fn is(&self, cp: u32, value: &str) -> bool {
        self.get(cp).is_some_and(|found| found == value)
    }
}

/// A row of UnicodeData.txt.
pub(super) struct Row {
    /// Name, or the label of a range.
    pub(super) name: String,
    /// General_Category.
    pub(super) category: String,
    /// Canonical_Combining_Class.
    pub(super) combining: String,
    /// Decomposition_Mapping, one step, canonical or compatibility.
    pub(super) decomposition: Vec<u32>,
    /// Bidi_Mirrored.
    pub(super) mirrored: bool,
}

impl Ranges<Row> {
    /// All of UnicodeData.txt.
    pub(super) fn unicode_data() -> Self {
        let text = text("UnicodeData.txt");
        let mut ranges: Vec<(u32, u32, Row)> = Vec::new();
        for row in rows(&text) {
            let cp = code(row[0]);
            if row[1].ends_with(", Last>") {
                ranges.last_mut().expect("a last has a first").1 = cp;
                continue;
            }
            let mapping = row[5].rsplit('>').next().unwrap_or_default();
            let record = Row {
                name: row[1].to_owned(),
                category: row[2].to_owned(),
                combining: row[3].to_owned(),
                decomposition: codes(mapping),
                mirrored: row[9] == "Y",
            };
            ranges.push((cp, cp, record));
        }
        Self::new(ranges)
    }
}
