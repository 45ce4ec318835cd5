//! Which bidirectional controls are paired: GCC's rules with the line ends of UAX #9.

use crate::scan::Class;

/// How deep embeddings may nest (UAX #9, BD2).
const DEPTH: usize = 125;

/// Finds the controls that are not paired on their line. `controls` are places in the text, in
/// order; the result says for each whether it is unpaired.
///
/// PDF ends the innermost embedding or override, if nothing else is open within it. PDI ends the
/// innermost isolate and leaves what is open within it unpaired. The end of a line ends everything.
pub(crate) fn unpaired(text: &[u8], controls: impl Iterator<Item = (usize, Class)>) -> Vec<bool> {
    let mut result = Vec::new();
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut last = 0;
    for (index, (at, class)) in controls.enumerate() {
        if ends_paragraph(&text[last..at]) {
            open.drain(..).for_each(|(opener, _)| result[opener] = true);
        }
        last = at;
        let is_unpaired = match class {
            Class::BidiPdf => match open.last() {
                Some((_, false)) => open.pop().is_none(),
                _ => true,
            },
            Class::BidiPdi => match open.iter().rposition(|(_, is_isolate)| *is_isolate) {
                Some(isolate) => {
                    open.drain(isolate..).skip(1).for_each(|(opener, _)| result[opener] = true);
                    false
                }
                None => true,
            },
            _ if open.len() >= DEPTH => true,
            _ => {
                open.push((index, class == Class::BidiIsolate));
                false
            }
        };
        result.push(is_unpaired);
    }
    for (opener, _) in open {
        result[opener] = true;
    }
    result
}

/// Whether a character of Bidi_Class B is in the text: LF, CR, 1C to 1E, NEL, U+2029. U+2028 is none.
fn ends_paragraph(text: &[u8]) -> bool {
    text.iter().enumerate().any(|(at, byte)| match byte {
        b'\n' | b'\r' | 0x1C..=0x1E => true,
        0xC2 => text.get(at + 1) == Some(&0x85),
        0xE2 => text.get(at + 1..at + 3) == Some(b"\x80\xA9"),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which controls of a text are unpaired.
    fn marked(text: &str) -> Vec<bool> {
        let controls = text.char_indices().map(|(at, c)| (at, Class::of(c)));
        let is_control = |class: &Class| crate::scan::BIDI.contains(class);
        unpaired(text.as_bytes(), controls.filter(|(_, class)| is_control(class)))
    }

    #[test]
    fn pairs_and_strays() {
        assert_eq!(marked("\u{202B}a\u{202C} \u{2067}b\u{2069}"), [false; 4]);
        assert_eq!(marked("\u{202E}a"), [true]);
        assert_eq!(marked("a\u{202C}\u{2069}"), [true, true]);
        assert_eq!(marked("\u{2067}\u{202B}\u{2069}"), [false, true, false]);
        assert_eq!(marked("\u{2067}\u{202C}\u{2069}"), [false, true, false]);
    }

    #[test]
    fn lines_end_everything() {
        for end in ["\n", "\r", "\u{1C}", "\u{85}", "\u{2029}"] {
            assert_eq!(marked(&format!("\u{202A}{end}\u{202C}")), [true, true], "{end:?}");
        }
        assert_eq!(marked("\u{202A}\u{2028}\u{202C}"), [false, false]);
    }

    #[test]
    fn depth_is_bounded() {
        let deep = "\u{202A}".repeat(DEPTH + 1) + &"\u{202C}".repeat(DEPTH);
        let unpaired = marked(&deep).iter().filter(|unpaired| **unpaired).count();
        assert_eq!(unpaired, 1);
    }
}
