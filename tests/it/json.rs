//! JSON in flight: what is no string stays to the byte, what is one is filtered as the text that it
//! stands for, whatever its spelling and however the input is cut.

mod model;
mod paths; // patterns choose what they say
mod suite; // a public collection of what is JSON and what is not

use bstr::{BString, ByteSlice as _};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed};
use untrusted_filter::json::{ChangeKind, Error, JsonFilter};
use untrusted_filter::{Fence, Filter, Policy, Reveal, Style};

use model::{Tree, parse};

fn json() -> JsonFilter {
    JsonFilter::new(Filter::new(&Policy::text()))
}

/// What comes of an input in chunks of these sizes, and how it ended.
fn run(mut filter: JsonFilter, input: &[u8], sizes: &[usize]) -> (BString, Result<(), Error>) {
    let (mut output, mut rest) = (Vec::new(), input);
    let mut sizes = sizes.iter().cycle();
    let mut result = Ok(());
    while result.is_ok() && !rest.is_empty() {
        let (chunk, more) = rest.split_at((*sizes.next().unwrap()).min(rest.len()));
        result = filter.push(chunk, |piece| output.extend_from_slice(piece));
        rest = more;
    }
    let result = result.and(filter.finish(|piece| output.extend_from_slice(piece)));
    (output.into(), result)
}

/// What comes of a whole input where nothing goes wrong.
fn filtered(filter: JsonFilter, input: impl AsRef<[u8]>) -> BString {
    let (output, result) = run(filter, input.as_ref(), &[usize::MAX]);
    assert_eq!(result, Ok(()), "{:?}", input.as_ref().as_bstr());
    output
}

#[test]
fn strings_are_filtered_as_what_they_stand_for() {
    for (input, wanted) in [
        (r#""a\u200bb""#, r#""a b""#),
        (r#""\udb40\udc69\uDB40\uDC67x""#, r#""x""#),
        (r#""a\u001b[31mb""#, r#""ab""#),
        (r#""a\u202e\n\"\\\/""#, "\"a \\n\\\"\\\\/\""),
        (r#""caf\u00e9 \u200b caf\u00e9""#, "\"caf\\u00e9   caf\u{E9}\""),
        (r#""\ud83d\ude00\u200d\u2764""#, "\"\\ud83d\\ude00\\u200d\\u2764\""),
        (r#""\ud800""#, "\"\u{FFFD}\""),
        (r#""\ud800\ud83d\ude00\udc00x""#, "\"\u{FFFD}\u{1F600}\u{FFFD}x\""),
        (r#""\ud800\n""#, "\"\u{FFFD}\\n\""),
        (r#""\u0000""#, r#"" ""#),
        (r#"{"a\u200b":"\u200b"}"#, r#"{"a\u200b":" "}"#),
    ] {
        assert_eq!(filtered(json(), input), wanted, "{input}");
    }
    assert_eq!(filtered(json(), b"[\"\xFF\xE2\x80\",1]"), "[\"\u{FFFD}\u{FFFD}\",1]");
}

#[test]
fn everything_else_stays() {
    for input in [
        "",
        " \n\t\r\n",
        "1e400 -0 12345678901234567890 0.10E+5",
        "{\"a\":1,\"a\":2, \"\" : null }\r\n[true,false]\n\"\"",
        r#"["\u00e9\/\t\n\u0041", "\ud83d\ude00", "é"]"#,
        "[[],{}] {}[]\"\"1 2",
    ] {
        assert_eq!(filtered(json(), input), input);
    }
}

#[test]
fn a_mark_at_the_start_is_left_out() {
    let mut filter = json();
    let mut output = Vec::new();
    filter.push("\u{FEFF}{}".as_bytes(), |piece| output.extend_from_slice(piece)).unwrap();
    assert!(filter.is_changed());
    assert_eq!(output, b"{}");
    assert!(run(json(), "{}\u{FEFF}".as_bytes(), &[9]).1.is_err());
    assert!(run(json(), b"\xEF\xBB", &[1]).1.is_err());
}

#[test]
fn names_are_filtered_on_request() {
    let filter = json().keys(Filter::new(&Policy::text()));
    assert_eq!(
        filtered(filter, r#"{"a\u200b\u00e9":{"\u00e9":1}}"#),
        "{\"a \u{E9}\":{\"\\u00e9\":1}}"
    );
    let mut filter = json();
    filter.push(br#"{"a\u200b":1,"b":2,"\u202e":3}"#, |_| {}).unwrap();
    assert_eq!((filter.kept_keys(), filter.is_changed()), (2, false));
    // A name may be longer than a value.
    let mut filter = JsonFilter::new(Filter::new(&Policy::field()));
    filter.push(format!("{{\"{}\":1}}", "x".repeat(600)).as_bytes(), |_| {}).unwrap();
    assert_eq!(filter.kept_keys(), 0);
}

#[test]
fn errors_say_where() {
    for (input, written, said) in [
        ("{\"a\": tru}", "{\"a\": tru", "line 1, column 10 (offset 9): a value was expected"),
        ("[1,\n 2,\n x]", "[1,\n 2,\n ", "line 3, column 2 (offset 9): a value was expected"),
        ("[\"a\u{1}\"]", "[\"a", "line 1, column 4 (offset 3): a control character"),
        ("[\"a\\x\"]", "[\"a", "line 1, column 5 (offset 4): the escape is malformed"),
        ("[\"\\ud800\\uzz", "[\"\u{FFFD}", "line 1, column 11 (offset 10): the escape"),
        ("{\"a\" 1}", "{\"a\" ", "line 1, column 6 (offset 5): `:` was expected"),
        ("{1:2}", "{", "line 1, column 2 (offset 1): a name in quotes or `}`"),
        ("{\"a\":1,}", "{\"a\":1,", "line 1, column 8 (offset 7): a name in quotes"),
        ("[1 2]", "[1 ", "line 1, column 4 (offset 3): `,` or `]` was expected"),
        ("[1}", "[1", "line 1, column 3 (offset 2): `,` or `]` was expected"),
        ("1a", "1", "line 1, column 2 (offset 1): white space was expected"),
        ("[01]", "[0", "line 1, column 3 (offset 2): `,` or `]` was expected"),
        ("[1.]", "[1.", "line 1, column 4 (offset 3): the number is malformed"),
        ("[\"a", "[\"a", "line 1, column 4 (offset 3): the input ends too early"),
        ("\n[", "\n[", "line 2, column 2 (offset 2): the input ends too early"),
        ("-", "-", "line 1, column 2 (offset 1): the input ends too early"),
    ] {
        for size in [1, 100] {
            let (output, result) = run(json(), input.as_bytes(), &[size]);
            let message = result.unwrap_err().to_string();
            assert!(message.starts_with(said), "{input:?}: {message}");
            assert_eq!(output, written, "{input:?}");
        }
    }
}

#[test]
fn nesting_is_no_danger() {
    let deep = |open: &str, close: &str, times: usize| open.repeat(times) + &close.repeat(times);
    for input in [deep("[", "]", 100_000), deep("{\"a\":[", "]}", 50_000)] {
        assert!(filtered(json(), &input) == input);
        assert!(filtered(json().told(), &input) == input);
        let chosen = json().paths(&["..a".parse().unwrap()]).unwrap();
        assert!(filtered(chosen, &input) == input);
    }
    let (_, result) = run(json(), "[".repeat(1_000_001).as_bytes(), &[65536]);
    let message = result.unwrap_err().to_string();
    assert_eq!(
        message,
        "line 1, column 1000001 (offset 1000000): arrays and objects are nested too deep"
    );
}

#[test]
fn inputs_one_after_another_are_parted() {
    let (mut filter, mut output) = (json(), Vec::new());
    for input in ["1", "2\n", "", "3", "[4"] {
        filter.push(input.as_bytes(), |piece| output.extend_from_slice(piece)).unwrap();
        let _ended = filter.finish(|piece| output.extend_from_slice(piece));
    }
    filter.push(b"5", |piece| output.extend_from_slice(piece)).unwrap();
    assert_eq!(output.as_bstr(), "1\n2\n3\n[4\n5");
}

/// Chunks that always cut a character leave something waiting all the time.
#[test]
fn long_strings_keep_their_spelling() {
    let text = "\u{4E2D}".repeat(40_000);
    for input in [
        format!("\"{text}\\u4e2d{text}\""),
        format!("\"{}\"", "\\u0645\\u06cc\\u200c\\u062e \u{E9}".repeat(9_000)),
        format!("\"{}\"", "a\u{200E}".repeat(30) + "\\u05d0"),
    ] {
        for size in [2, 3, 7, 1000] {
            let (output, result) = run(json(), input.as_bytes(), &[size]);
            assert!(result.is_ok() && output == input, "{size}: {}", &input[..9]);
        }
    }
}

/// What is asked of the strings.
fn filters() -> Vec<Filter> {
    let policies = Policy::NAMES.iter().map(|name| Filter::new(&Policy::named(name).unwrap()));
    let text = || Filter::new(&Policy::text());
    let others = [
        text().fence(Fence::bare(Style::Json)),
        text().fence(Fence::new(Style::Tag, "x")),
        text().reveal(Reveal { all: true, names: false }),
        text().one_for_one(),
        Filter::new(&Policy::text().max_chars(Some(7))),
    ];
    policies.chain(others).collect()
}

fn config() -> Config {
    let fixed = RngSeed::Fixed(0x6A73_6F6E);
    Config { cases: 1500, rng_seed: fixed, failure_persistence: None, ..Config::default() }
}

/// A string as it is spelled: characters raw and escaped, halves of pairs, ill-formed bytes.
fn spelled() -> impl Strategy<Value = Vec<u8>> {
    let chars = select(
        "aaab .<&~[m8;\u{E9}\u{4E2D}\u{645}\u{5D0}\u{1F600}\u{2764}\u{FE0F}\u{FE0F}\u{200D}\u{200C}\u{200B}\
         \u{200F}\u{202E}\u{E0069}\u{301}\u{FEFF}\u{AD}\u{85}\u{2028}\u{1F3F4}"
            .chars()
            .collect::<Vec<_>>(),
    );
    let escaped = |c: char| {
        let mut units = [0; 2];
        let units = c.encode_utf16(&mut units).iter();
        units.map(|unit| format!("\\u{unit:04x}")).collect::<String>()
    };
    let piece = prop_oneof![
        6 => chars.clone().prop_map(|c| c.to_string().into_bytes()),
        4 => chars.prop_map(move |c| escaped(c).into_bytes()),
        2 => select(vec![r"\n", r"\r\n", r"\t", r"\/", r#"\""#, r"\\", r"\b", r"\u001b", r"\u0000", r"\uD800", r"\udc00"])
            .prop_map(|text| text.as_bytes().to_vec()),
        1 => select(vec![&b"\xFF"[..], b"\xE2\x80", b"\xF0\x9F"]).prop_map(<[u8]>::to_vec),
    ];
    let many = prop_oneof![9 => 1_usize..2, 1 => 8_usize..20];
    vec((piece, many), 0..8).prop_map(|pieces| {
        pieces.into_iter().flat_map(|(piece, times)| piece.repeat(times)).collect()
    })
}

fn space() -> impl Strategy<Value = &'static str> {
    select(vec!["", "", "", " ", "\r\n\t"])
}

/// A value as it is spelled.
fn value() -> impl Strategy<Value = Vec<u8>> {
    let quoted = || spelled().prop_map(|text| [b"\"", &*text, b"\""].concat());
    let numbers =
        vec!["null", "true", "false", "0", "-1.50", "1e400", "123456789012345678901", "2E-7"];
    let leaf = prop_oneof![
        3 => quoted(),
        1 => select(numbers).prop_map(|text| text.as_bytes().to_vec()),
    ];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        let item = (space(), inner.clone(), space())
            .prop_map(|(a, value, b)| [a.as_bytes(), &value, b.as_bytes()].concat());
        let member = (space(), quoted(), space(), inner).prop_map(|(a, key, b, value)| {
            [a.as_bytes(), &key, b.as_bytes(), b":", a.as_bytes(), &value].concat()
        });
        prop_oneof![
            vec(item, 0..4).prop_map(|items| [&b"["[..], &items.join(&b","[..]), b"]"].concat()),
            vec(member, 0..4).prop_map(|all| [&b"{"[..], &all.join(&b","[..]), b"}"].concat()),
        ]
    })
}

/// A stream of values.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    vec(value(), 0..3).prop_map(|values| values.join(&b"\n"[..]))
}

proptest! {
    #![proptest_config(config())]

    /// The output says what the input says, but for strings, which say what the filter makes of
    /// them; one that the filter leaves keeps its spelling.
    #[test]
    fn only_strings_change(input in stream(), which in 0..100_usize, sizes in vec(1..9_usize, 1..4)) {
        let filters = filters();
        let filter = &filters[which % filters.len()];
        let (output, result) = run(JsonFilter::new(filter.clone()), &input, &sizes);
        prop_assert!(result.is_ok());
        prop_assert!(output.to_str().is_ok());
        let wanted: Vec<_> = parse(&input).into_iter().map(|tree| tree.filtered(filter)).collect();
        let got = parse(&output);
        prop_assert_eq!(got.len(), wanted.len());
        for (got, wanted) in got.iter().zip(&wanted) {
            if let Err(message) = got.agrees(wanted) {
                prop_assert!(false, "{message}: {:?} of {:?}", output, input.as_bstr());
            }
        }
        if wanted.iter().all(Tree::is_as_it_was) {
            prop_assert_eq!(output.as_bstr(), input.as_bstr());
        }
        let whole = filtered(JsonFilter::new(filter.clone()), &input);
        prop_assert_eq!(output, whole);
        // The last filters wrap strings or mark them; what that changes does not count.
        let mut filter = JsonFilter::new(filter.clone()).told();
        let _ended = filter.push(&input, |_| {}).and_then(|()| filter.finish(|_| {}));
        if which % filters.len() < Policy::NAMES.len() {
            prop_assert_eq!(filter.is_changed(), !wanted.iter().all(Tree::is_as_it_was));
        }
        let told = filter.take_changes().iter().any(|change| change.kind != ChangeKind::Kept);
        prop_assert!(!told || filter.is_changed());
    }

    /// What is not JSON is refused at the same place however it is cut, and nothing panics.
    #[test]
    fn any_bytes_end_alike(input in stream(), at in any::<usize>(), byte in any::<u8>(), sizes in vec(1..9_usize, 1..4)) {
        let mut input = input;
        if !input.is_empty() {
            let at = at % input.len();
            input[at] = byte;
        }
        let (output, result) = run(json(), &input, &sizes);
        let (whole, wanted) = run(json(), &input, &[usize::MAX]);
        prop_assert_eq!(result, wanted);
        prop_assert_eq!(output.as_bstr(), whole.as_bstr());
        prop_assert!(output.to_str().is_ok());
        // Twice is once.
        if result.is_ok() {
            prop_assert_eq!(filtered(json(), &output), output);
        }
    }

    /// Serde agrees on what is JSON.
    #[test]
    fn serde_agrees(input in value(), at in any::<usize>(), byte in any::<u8>(), is_cut in any::<bool>()) {
        let mut input = input;
        let at = at % input.len();
        if is_cut { input[at] = byte; }
        let text = input.to_str_lossy();
        let serde = serde_json::from_str::<serde::de::IgnoredAny>(&text);
        let ours = run(json(), text.as_bytes(), &[usize::MAX]).1;
        // Several values are one too many for it.
        if serde.is_ok() || !serde.unwrap_err().to_string().contains("trailing characters") {
            prop_assert_eq!(ours.is_ok(), serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok(), "{}", text);
        }
    }
}
