//! The examples of unicode.md, section 6, and the limits. Longer texts: tests/it/decode.rs.

use super::guess::forms;
use super::text::MAX_TEXT;
use super::{MAX_SCATTERED, MAX_SYMBOLS, decode, decode_scattered};

/// Code points as hexadecimal numbers.
fn run(codes: &str) -> Vec<char> {
    codes
        .split_whitespace()
        .map(|code| char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap())
        .collect()
}

#[track_caller]
fn says(codes: &str, codec: &str, text: &str, is_legitimate: bool) {
    let decoded = decode(&run(codes)).unwrap();
    assert_eq!(
        (decoded.codec, &*decoded.text, decoded.is_legitimate),
        (codec, text, is_legitimate)
    );
}

#[track_caller]
fn says_nothing(codes: &str) {
    assert_eq!(decode(&run(codes)), None, "{codes}");
}

#[test]
fn examples_without_guessing() {
    says("E0048 E0069", "tag characters", "Hi", false);
    says("E0001 E0048 E0069 E007F", "tag characters", "Hi", false);
    says("E0138 E0159", "variation selectors, a byte each", "Hi", false);
    says("E0148 E0169", "variation selectors, a byte each from U+E0100", "Hi", false);
    says("FE04 FE08 FE06 FE09", "variation selectors, half a byte each", "Hi", false);
    says("E0948 E0216", "invisicode", "Hi!", false);
    says("E0065 E0067", "tag characters", "eg", false);
    says("E0948 E0216 E0048 1D17A E0069", "invisicode", "Hi!Hi", false);
    says("E0948 E0216 E0048 E0069 E0FFF", "invisicode", "Hi!Hi", false);
    says("1D17A E0048 E0069 E0FFF", "invisicode", "Hi", false);
    // The README of invisicode.
    says(
        "E0548 E06C6 E0F6C E0206 E0F57 E0726 E046C E0216 E0220 E09DE E0FA4 E0B8E E008F",
        "invisicode",
        "Hello World! \u{2764}\\u{FE0F}",
        false,
    );
}

#[test]
fn examples_of_digits() {
    says("2062 2064 2062 2062 2064 2062 2062 2062", "sneaky bits", "H", false);
    says("200B 200C 200B 200B 200C 200B 200B 200B", "zero-width binary", "H", false);
    says("FFA0 3164 FFA0 FFA0 3164 FFA0 FFA0 FFA0", "Hangul filler binary", "H", false);
    says(
        "FEFF 200C 200B 200B 200C 200B 200B 200B 2060 200C 200C 200B 200C 200B 200B 200C FEFF",
        "steganographr",
        "Hi",
        false,
    );
    says("200B 200C 200B 200B 200C 200B 200B 200B 200B", "i18next-subliminal", "H", false);
    says("200C 200D 200C 200C 200D 200C 200C 200C 200C", "i18next-subliminal", "H", false);
    says(
        "200B 200B 200B 200B 200C FEFF 200D FEFF 200C FEFF FEFF 200C",
        "stega (CMS visual editing)",
        "{}",
        true,
    );
    says("200C 200C 200C 200C 200D 200C 202C 200C", "unicode_steganography", "H", false);
    says("200C 200C 200C 200C 200D 200C 2060 200C", "zwpy", "H", false);
    says("200B 200B 200B 200B 200D 200F 200D", "zwsp-steg", "H", false);
    says("200C FEFF 200C 200B FEFF 200F 200E", "zero-width-lib", "Hi", false);
    // "Hi" and a password, from StegCloak 1.1.1.
    says("2062 2064 2062 200D 2062 2061 2063 2061", "StegCloak", "", false);
}
