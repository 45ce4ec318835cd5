//! SGR, the control sequence for colours and weights: which ones may stay.

/// What the text on screen looks like so far, as far as hiding goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sgr {
    foreground: Option<Color>,
    background: Option<Color>,
}

/// A colour as SGR names it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Color {
    /// One of 256; the first 16 are also what 30 to 37 and 90 to 97 name.
    Indexed(u16),
    /// Red, green and blue.
    Rgb(u16, u16, u16),
}

impl Sgr {
    /// Takes a complete sequence. True when it is well-formed SGR in its 7-bit form that neither
    /// conceals text (8) nor paints it in the colour of its background; only then it counts.
    pub(crate) fn accept(&mut self, sequence: &[u8]) -> bool {
        let Some(parameters) = sequence.strip_prefix(b"\x1b[").and_then(|s| s.strip_suffix(b"m"))
        else {
            return false;
        };
        let mut after = self.clone();
        if after.apply(parameters).is_none()
            || after.foreground.is_some() && after.foreground == after.background
        {
            return false;
        }
        *self = after;
        true
    }

    /// Applies parameters; `None` if they are malformed or conceal.
    fn apply(&mut self, parameters: &[u8]) -> Option<()> {
        let mut fields = parameters.split(|&byte| byte == b';');
        while let Some(field) = fields.next() {
            // With colons the parts of one parameter stand together: `38:2::255:0:0`, `4:3`.
            let mut parts = field.split(|&byte| byte == b':').map(number);
            let first = parts.next()??;
            let color = match first {
                38 | 48 | 58 if field.contains(&b':') => {
                    let parts = parts.collect::<Option<Vec<u16>>>()?;
                    match parts[..] {
                        [5, index] => Color::Indexed(index),
                        [2, r, g, b] | [2, _, r, g, b] => Color::Rgb(r, g, b),
                        _ => return None,
                    }
                }
                38 | 48 | 58 => match number(fields.next()?)? {
                    5 => Color::Indexed(number(fields.next()?)?),
                    2 => {
                        let mut part = || number(fields.next()?);
                        Color::Rgb(part()?, part()?, part()?)
                    }
                    _ => return None,
                },
                30..=37 | 40..=47 => Color::Indexed(first % 10),
                90..=97 | 100..=107 => Color::Indexed(first % 10 + 8),
                8 => return None,
                0 => {
                    *self = Self::default();
                    continue;
                }
                39 => {
                    self.foreground = None;
                    continue;
                }
                49 => {
                    self.background = None;
                    continue;
                }
                _ => {
                    parts.collect::<Option<Vec<u16>>>()?;
                    continue;
                }
            };
            match first {
                30..=38 | 90..=97 => self.foreground = Some(color),
                58 => {}
                _ => self.background = Some(color),
            }
        }
        Some(())
    }
}

/// A parameter's number; one left out is 0.
fn number(digits: &[u8]) -> Option<u16> {
    digits.iter().try_fold(0_u16, |value, byte| {
        let digit = byte.is_ascii_digit().then(|| u16::from(byte - b'0'))?;
        value.checked_mul(10)?.checked_add(digit)
    })
}

#[cfg(test)]
mod tests {
    use super::Sgr;

    /// Which of the sequences, given one after another, stay.
    fn accepted(parameters: &[&str]) -> Vec<bool> {
        let mut sgr = Sgr::default();
        parameters.iter().map(|p| sgr.accept(format!("\x1b[{p}").as_bytes())).collect()
    }

    #[test]
    fn colours_and_weights_stay() {
        let fine = ["m", "0m", "1;31m", "38;5;8m", "38;2;8;8;8m", "38:2::8:8:8m", "4:3m", ";m"];
        for one in fine {
            assert_eq!(accepted(&[one]), [true], "{one}");
        }
    }

    #[test]
    fn what_conceals_or_is_not_sgr_goes() {
        let bad =
            ["8m", "1;8m", "08m", "30;40m", "38;5;1;41m", "2J", ">4m", "1 m", "38;7m", "1:xm"];
        for one in bad {
            assert_eq!(accepted(&[one]), [false], "{one}");
        }
        assert!(!Sgr::default().accept(b"\xC2\x9b1m"));
    }

    #[test]
    fn equal_colours_are_seen_across_sequences() {
        assert_eq!(accepted(&["31m", "41m", "42m"]), [true, false, true]);
        assert_eq!(accepted(&["31m", "0m", "41m"]), [true, true, true]);
        assert_eq!(accepted(&["38;5;9m", "101m", "91m", "48;5;9m"]), [true, false, true, false]);
    }
}
