//! Runs of a few symbols that more than one encoding uses: all are tried, the best text is taken.

use super::super::Decoded;
use super::form::Form;
use super::guess::forms;
use super::known;
use super::symbols::Symbols;
use super::text::{gain, shown};

/// The fewest symbols of a run (DESIGN.md, decision 5).
const MIN_SYMBOLS: usize = 8;

/// How much of a run decides how it is read.
const PROBE: usize = 512;

/// What an incomplete number at the end costs, in bits.
const REST: f64 = 8.0;

/// What a text costs whose symbols do not stand together, in bits.
const SCATTERED: f64 = 16.0;

/// How the messages of i18next-subliminal begin: its mark, or the data that follows the text.
const SUBLIMINAL: [&str; 2] = ["subliminal:start", "{\"k\":"];

/// The digits of StegCloak, which compresses and encrypts.
const STEGCLOAK: [char; 6] =
    ['\u{200C}', '\u{200D}', '\u{2061}', '\u{2062}', '\u{2063}', '\u{2064}'];

/// The digits of text_blind_watermark, which encrypts.
const BLIND_WATERMARK: [char; 2] = ['\u{2060}', '\u{FEFF}'];
const MIN_BLIND_WATERMARK: usize = 64;

/// Reads a run of at least eight symbols (of five kinds or more, seven).
pub(super) fn decode(run: &[char]) -> Option<Decoded> {
    if run.len() < MIN_SYMBOLS - 1 {
        return None;
    }
    let symbols = Symbols::new(run)?;
    read(&symbols, 0.0).or_else(|| named(&symbols))
}

/// Reads the symbols of a file as a whole, then those of each known alphabet.
pub(super) fn scattered(all: &[char]) -> Option<Decoded> {
    let read = |run: &[char]| read(&Symbols::new(run)?, SCATTERED);
    read(all).or_else(|| {
        known::alphabets().find_map(|alphabet| {
            let part: Vec<char> = all.iter().copied().filter(|c| alphabet.contains(c)).collect();
            read(&part)
        })
    })
}

fn read(symbols: &Symbols, price: f64) -> Option<Decoded> {
    let run = &symbols.run[..];
    let probe = &run[..run.len().min(PROBE)];
    let is_cut = probe.len() < run.len();
    let forms = forms(&symbols.alphabet, run.len());
    let forms = forms.into_iter().filter(|form| run.len() >= form.least());
    let weighed = forms.filter_map(|form| {
        let (_, gain) = judged(&form, probe, price, is_cut)?;
        Some((form.worth(gain), form))
    });
    let (_, form) = weighed.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    let (text, _) = judged(&form, run, price, false)?;
    Some(Decoded {
        codec: form.codec,
        is_legitimate: form.codec == "i18next-subliminal"
            && SUBLIMINAL.iter().any(|start| text.starts_with(start)),
        text: shown(&text),
    })
}

/// The text of a run in one way, and the bits that it saves.
fn judged(form: &Form, run: &[u8], price: f64, is_cut: bool) -> Option<(String, f64)> {
    let said = form.read(run, is_cut)?;
    let rest = if said.has_rest && !is_cut { REST } else { 0.0 };
    let gain = gain(&said.text, said.bits - form.price - price - rest)?;
    Some((said.text, gain))
}

/// The tools that cannot be read without a key, by their symbols.
fn named(symbols: &Symbols) -> Option<Decoded> {
    let alphabet = &symbols.alphabet[..];
    let length = symbols.run.len();
    let is_stegcloak = length >= MIN_SYMBOLS
        && alphabet.len() >= 5
        && alphabet.iter().all(|c| STEGCLOAK.contains(c));
    let codec = if is_stegcloak {
        "StegCloak"
    } else if length >= MIN_BLIND_WATERMARK && alphabet == BLIND_WATERMARK {
        "text_blind_watermark"
    } else {
        return None;
    };
    Some(Decoded { codec, text: String::new(), is_legitimate: false })
}
