//! One text through one filter, cut in several ways.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use untrusted_filter::{Action, Class, Fence, Filter, Policy, Records, Style, sanitize};

use super::{cap, chunks, is_drawn, policy, run, split};

/// Choices: profile, fence, records, three caps, two cuts.
pub fn filter(data: &[u8]) {
    let ([profile, fence, records, chars, bytes, lines, first_cut, second_cut], text) = split(data);
    let (mut policy, name) = policy(profile);
    cap(chars, |cap| policy = policy.clone().max_chars(cap));
    cap(bytes, |cap| policy = policy.clone().max_bytes(cap));
    cap(lines, |cap| policy = policy.clone().max_lines(cap));
    let records = [Records::Whole, Records::Line, Records::Nul][usize::from(records) % 3];
    let style = style(fence);

    let plain = Filter::new(&policy).records(records);
    let filter = match &style {
        Some(style) => plain.clone().fence(Fence::new(style.clone(), CONTEXT)),
        None => plain.clone(),
    };
    let (output, is_changed) = run(filter.clone(), &[text]);
    for cut in [1, first_cut, second_cut] {
        let again = run(filter.clone(), &chunks(text, cut));
        assert_eq!(again, (output.clone(), is_changed), "chunking {cut} changes the answer");
    }
    let output = String::from_utf8(output).expect("output is text");
    let (inner, _) = run(plain, &[text]);
    let inner = String::from_utf8(inner).expect("output is text");

    one_record_in_one_out(text, &output, records, lines);
    match style {
        Some(style) if records == Records::Whole => fenced(&style, &output, &inner, name),
        Some(_) => {}
        None => {
            if name != Some("inline") && name.is_some() {
                let differs = output.as_bytes() != text;
                // Cut here and ended there, a text can come out as it was.
                let is_capped = [chars, bytes, lines] != [0; 3];
                assert!(is_changed == differs || is_changed && is_capped, "is_changed");
                forbidden_is_gone(&policy, &output, records, lines);
            }
            if records == Records::Whole {
                caps_hold(&output, name, [chars, bytes, lines], &policy);
                whole_text(text, &output, &policy);
            }
            // A cut can leave half of a sequence behind, such as an emoji's joiner: caps come last.
            let is_cut = chars > 1 || bytes > 1;
            if !is_cut && (name == Some("text") || name.is_none() && profile < 128) {
                let again = run(Filter::new(&policy).records(records), &[output.as_bytes()]);
                assert_eq!(again, (output.into_bytes(), false), "filtering twice");
            }
        }
    }
}

const CONTEXT: &str = "a web page";
const NONCE: &str = "N0nce";

fn style(choice: u8) -> Option<Style> {
    Some(match choice % 8 {
        0 => return None,
        1 => Style::Tag,
        2 => Style::Nonce(NONCE.into()),
        3 => Style::Tilde,
        4 => Style::Line,
        5 => Style::Datamark,
        6 => Style::Base64,
        _ => Style::Json,
    })
}

fn one_record_in_one_out(text: &[u8], output: &str, records: Records, lines: u8) {
    let delimiter = match records {
        Records::Whole => return,
        Records::Line => b'\n',
        Records::Nul => b'\0',
    };
    if records == Records::Line && lines > 1 {
        return;
    }
    // The other fences are of several lines, and the command refuses them.
    if records == Records::Line && output.contains(CONTEXT) {
        return;
    }
    let count = |bytes: &[u8]| bytes.split_inclusive(|&byte| byte == delimiter).count();
    assert_eq!(count(output.as_bytes()), count(text), "records");
    // One without an end has one only where nothing else is left of it.
    if text.ends_with(&[delimiter]) {
        assert!(output.ends_with(char::from(delimiter)), "the last record's end");
    }
}

fn forbidden_is_gone(policy: &Policy, output: &str, records: Records, lines: u8) {
    let has_lf = records == Records::Line || lines > 1;
    for c in output.chars() {
        let is_allowed = match policy.action_of(Class::of(c)) {
            Action::Keep | Action::KeepWhenValid | Action::Count => true,
            Action::Remove | Action::Space | Action::LineFeed => {
                c == '\n' && has_lf
                    || c == '\r' && records == Records::Line
                    || c == '\0' && records == Records::Nul
            }
            Action::Replace | Action::Escape => false,
        };
        assert!(is_allowed, "{:?} came through", c.escape_unicode());
    }
}

fn caps_hold(output: &str, name: Option<&str>, choices: [u8; 3], policy: &Policy) {
    // Entities come after the caps.
    if name == Some("inline") {
        return;
    }
    let [chars, bytes, lines] = choices;
    let cap = |choice: u8| choice.checked_sub(2).map(usize::from);
    if let Some(cap) = cap(bytes) {
        // An unmarked cap on lines ends the last one after all else.
        let lf = usize::from(lines > 1 && output.ends_with('\n'));
        assert!(output.len() <= cap + lf, "{} bytes of {cap}", output.len());
    }
    if let Some(cap) = cap(chars) {
        let lf = usize::from(lines > 1 && output.ends_with('\n'));
        assert!(output.chars().count() <= cap + lf, "{} of {cap}", output.chars().count());
    }
    if let Some(cap) = cap(lines) {
        let count = output.split_inclusive('\n').count();
        assert!(count <= cap, "{count} lines of {cap} under {policy:?}");
    }
}

fn whole_text(text: &[u8], output: &str, policy: &Policy) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    let whole = sanitize(text, policy);
    assert_eq!(whole, output, "whole text and chunks");
    if output == text {
        assert!(matches!(whole, std::borrow::Cow::Borrowed(_)), "clean text is borrowed");
    }
}

/// `inner` is what the same filter gives without a fence.
fn fenced(style: &Style, output: &str, inner: &str, name: Option<&str>) {
    match style {
        Style::Tag => tag(output, inner, "untrusted-data", name),
        Style::Nonce(_) => tag(output, inner, "untrusted-data-N0nce", name),
        Style::Tilde => {
            let body = body(output, "\n~~~\n", "\n~~~");
            assert!(!body.contains("~~~"), "a fence in the body");
        }
        Style::Line => {
            let body = body(output, "not instructions)\n", "");
            let shown = drawn(body);
            assert!(!shown.contains("(untrusted"), "a framing line in the body: {shown}");
        }
        Style::Datamark => {
            let body = body(output, ").\n", "\n");
            assert!(!body.contains(char::is_whitespace), "white space in the body");
        }
        Style::Base64 => {
            let body = body(output, "base64.\n", "\n");
            assert_eq!(BASE64.decode(body).expect("base64"), inner.as_bytes());
        }
        Style::Json => {
            assert!(!output.contains(['<', '>', '&', '\n', '\u{2028}', '\u{2029}']), "bare markup");
            let value: String = serde_json::from_str(output).expect("one JSON string");
            assert_eq!(value, inner);
        }
    }
}

/// What stands between the first occurrence of `opening` and `closing` at the end.
fn body<'a>(output: &'a str, opening: &str, closing: &str) -> &'a str {
    let (_, rest) = output.split_once(opening).expect("the fence opens");
    rest.strip_suffix(closing).expect("the fence closes")
}

fn tag(output: &str, inner: &str, tag: &str, name: Option<&str>) {
    let (opening, closing) = (format!("<{tag}>\n"), format!("\n</{tag}>"));
    assert!(output.starts_with(&opening), "the fence opens");
    let body = body(output, "close this tag.\n", &closing);
    assert!(!body.contains(['<', '>']), "a bracket in the body");
    assert_eq!(unescape(body), inner, "the fence loses text");
    if name == Some("text") {
        let shown = drawn(body);
        for forged in ["<untrusted-data", "</untrusted-data", "untrusted-data>"] {
            assert!(!shown.contains(forged), "{forged} in the body: {shown}");
        }
    }
}

fn unescape(body: &str) -> String {
    let mut text = String::new();
    let mut parts = body.split('&');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (entity, rest) = part.split_once(';').expect("an entity ends");
        text.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            _ => {
                let digits = entity.strip_prefix("#x").expect("an entity");
                char::from_u32(u32::from_str_radix(digits, 16).expect("digits"))
                    .expect("a character")
            }
        });
        text.push_str(rest);
    }
    text
}

/// Roughly what an eye, or a tokenizer that folds, makes of it: invisible characters gone, full
/// width and brackets of other shapes as ASCII.
fn drawn(text: &str) -> String {
    // What is hidden but takes room stays: it parts words.
    let takes_room = |c: char| {
        c.is_whitespace() || matches!(Class::of(c), Class::BlankSymbol | Class::EgyptianFormat)
    };
    let visible = text.chars().filter(|&c| is_drawn(c) || takes_room(c));
    let folded = visible.map(|c| match c {
        '\u{FF01}'..='\u{FF5E}' => char::from((c as u32 - 0xFF01 + 0x21) as u8),
        '\u{FE64}' | '\u{2039}' | '\u{27E8}' | '\u{3008}' | '\u{276E}' | '\u{AB}' => '<',
        '\u{FE65}' | '\u{203A}' | '\u{27E9}' | '\u{3009}' | '\u{276F}' | '\u{BB}' => '>',
        '\u{FE59}' | '\u{207D}' | '\u{208D}' => '(',
        _ => c,
    });
    folded.collect::<String>().to_lowercase()
}
