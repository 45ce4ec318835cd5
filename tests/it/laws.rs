//! The laws that hold for every input, each tried on thousands that a fixed seed makes.

mod fences;
mod generate;
mod records;

use std::borrow::Cow;
use std::env;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed};
use untrusted_filter::sanitize;
use untrusted_filter::{Action, Class, Fence, Filter, Policy, Records, Reveal, Sequences, Style};

use crate::model;

/// The same cases in every run: a failure is shown reduced, and nothing is stored. The variables
/// of proptest, `PROPTEST_CASES` and `PROPTEST_RNG_SEED`, make longer and other runs.
fn config(cases: u32) -> Config {
    let given = Config { failure_persistence: None, ..Config::default() };
    let cases = if env::var_os("PROPTEST_CASES").is_some() { given.cases } else { cases };
    let fixed = RngSeed::Fixed(0x7265_7669_6577);
    let rng_seed = if given.rng_seed == RngSeed::Random { fixed } else { given.rng_seed };
    Config { cases, rng_seed, max_shrink_iters: 100_000, ..given }
}

fn policy(name: &str) -> Policy {
    Policy::named(name).unwrap_or_else(|| panic!("no profile named {name}"))
}

/// What the filter makes of these chunks.
fn run<'a, I: IntoIterator<Item = &'a [u8]>>(mut filter: Filter, chunks: I) -> Vec<u8> {
    let mut output = Vec::new();
    for chunk in chunks {
        filter.push(chunk, |bytes| output.extend_from_slice(bytes));
    }
    filter.finish(|bytes| output.extend_from_slice(bytes));
    output
}

/// What a profile makes of an input.
fn filtered(profile: &str, input: &[u8]) -> Vec<u8> {
    run(Filter::new(&policy(profile)), [input])
}

/// The input in chunks of these sizes, over and over.
fn chunks<'a>(mut rest: &'a [u8], sizes: &'a [usize]) -> impl Iterator<Item = &'a [u8]> {
    sizes.iter().cycle().map_while(move |&size| {
        let chunk = rest.split_off(..size.min(rest.len()))?;
        (!chunk.is_empty()).then_some(chunk)
    })
}

/// The bytes as an escaped string, broken ones as `\xNN`: what a report of a failure can hold.
fn shown(bytes: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                ' '..='~' => shown.push(c),
                _ => shown.extend(c.escape_unicode()),
            }
        }
        shown.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    shown
}

fn profile() -> impl Strategy<Value = &'static str> {
    prop_oneof![1 => Just("text"), 1 => select(&model::PROFILES[..])]
}

/// Profiles, and policies of the user's own.
fn any_policy() -> impl Strategy<Value = Policy> {
    let action = select(vec![
        Action::Keep,
        Action::Remove,
        Action::Space,
        Action::LineFeed,
        Action::Replace,
        Action::Escape,
        Action::KeepWhenValid,
        Action::Count,
    ]);
    let sequences = select(vec![
        Sequences::Remove,
        Sequences::KeepColor,
        Sequences::Csi,
        Sequences::Introducer,
    ]);
    let cap = prop_oneof![3 => Just(None), 1 => (0..600u64).prop_map(Some)];
    let own = (
        profile(),
        vec((select(Class::ALL), action), 0..12),
        sequences,
        [cap.clone(), cap.clone(), cap],
    );
    let own = own.prop_map(|(profile, actions, sequences, [chars, bytes, lines])| {
        let own = policy(profile).sequences(sequences);
        let own = actions.into_iter().fold(own, |own, (class, action)| own.action(class, action));
        own.max_chars(chars).max_bytes(bytes).max_lines(lines)
    });
    prop_oneof![2 => profile().prop_map(policy), 1 => own]
}

/// How a filter is made.
#[derive(Clone, Debug)]
struct Shape {
    policy: Policy,
    records: Records,
    style: Option<Style>,
    reveal: Option<Reveal>,
}

impl Shape {
    fn filter(&self) -> Filter {
        let mut filter = Filter::new(&self.policy).records(self.records);
        if let Some(style) = &self.style {
            filter = filter.fence(Fence::new(style.clone(), "a page"));
        }
        match self.reveal {
            Some(reveal) => filter.reveal(reveal),
            None => filter,
        }
    }
}

fn any_shape() -> impl Strategy<Value = Shape> {
    let styles = vec![
        Style::Tag,
        Style::Tilde,
        Style::Line,
        Style::Nonce("n0nce".to_owned()),
        Style::Datamark,
        Style::Base64,
        Style::Json,
    ];
    let style = prop_oneof![1 => Just(None), 1 => select(styles).prop_map(Some)];
    let reveal = prop_oneof![
        6 => Just(None),
        1 => any::<[bool; 2]>().prop_map(|[all, names]| Some(Reveal { all, names })),
    ];
    let records = select(vec![Records::Whole, Records::Line, Records::Nul]);
    (any_policy(), records, style, reveal).prop_map(|(policy, records, style, reveal)| Shape {
        policy,
        records,
        style,
        reveal,
    })
}

proptest! {
    #![proptest_config(config(4_096))]

    /// Law 1, with law 7: it does not panic either.
    #[test]
    fn chunks_make_no_difference(
        input in generate::input(),
        sizes in generate::cuts(),
        shape in any_shape(),
    ) {
        let whole = run(shape.filter(), [&input[..]]);
        let pieces = run(shape.filter(), chunks(&input, &sizes));
        prop_assert_eq!(shown(&pieces), shown(&whole), "of {}", shown(&input));
    }

    /// Law 2, for the profiles that do not escape.
    #[test]
    fn twice_is_once(input in generate::input(), profile in profile()) {
        let profile = if profile == "inline" { "field" } else { profile };
        let once = filtered(profile, &input);
        let twice = filtered(profile, &once);
        prop_assert_eq!(shown(&twice), shown(&once), "{} of {}", profile, shown(&input));
    }

    /// Law 3.
    #[test]
    fn nothing_forbidden_is_left(input in generate::input(), profile in profile()) {
        let output = filtered(profile, &input);
        let output = str::from_utf8(&output).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let left: Vec<Class> = output.chars().map(Class::of).filter(|c| is_forbidden(profile, *c)).collect();
        prop_assert!(left.is_empty(), "{profile} left {left:?} of {}", shown(&input));
    }

    /// Law 4: what is clean is not touched, what is touched is said.
    #[test]
    fn clean_is_borrowed(input in generate::input(), profile in profile()) {
        let policy = policy(profile);
        let text = String::from_utf8_lossy(&input);
        let once = sanitize(&text, &policy).into_owned();
        let twice = sanitize(&once, &policy);
        prop_assert!(once != twice || matches!(twice, Cow::Borrowed(_)), "copied {}", shown(once.as_bytes()));

        let mut filter = Filter::new(&policy);
        let mut output = Vec::new();
        filter.push(&input, |bytes| output.extend_from_slice(bytes));
        filter.finish(|bytes| output.extend_from_slice(bytes));
        prop_assert_eq!(filter.is_changed(), output != input, "{} of {}", profile, shown(&input));
    }

    /// The whole text and the stream are one filter.
    #[test]
    fn whole_text_is_the_stream(text in generate::text(), profile in profile()) {
        let whole = sanitize(&text, &policy(profile));
        let stream = filtered(profile, text.as_bytes());
        prop_assert_eq!(shown(whole.as_bytes()), shown(&stream), "{} of {}", profile, shown(text.as_bytes()));
    }

    /// Law 5.
    #[test]
    fn engine_is_the_model(input in generate::input(), profile in profile()) {
        let engine = filtered(profile, &input);
        let model = model::expected(profile, &input);
        prop_assert_eq!(shown(&engine), shown(model.as_bytes()), "{} of {}", profile, shown(&input));
    }

    /// The same for text in which the same neighbours come again and again, further ones apart: what
    /// is remembered of them must not hold elsewhere.
    #[test]
    fn repeated_neighbours_are_the_model(input in generate::repeating()) {
        let engine = filtered("text", &input);
        let model = model::expected("text", &input);
        prop_assert_eq!(shown(&engine), shown(model.as_bytes()), "text of {}", shown(&input));
    }
}

/// What a profile never lets through, whatever the context.
fn is_forbidden(profile: &str, class: Class) -> bool {
    use Class as C;
    let control = matches!(
        class,
        C::Nul | C::Cr | C::VtFf | C::Esc | C::C0Other | C::Del | C::Nel | C::C1Other
    );
    let bidi =
        matches!(class, C::BidiEmbed | C::BidiOverride | C::BidiPdf | C::BidiIsolate | C::BidiPdi);
    match profile {
        "text" => {
            (control && class != C::Cr)
                || bidi
                || matches!(
                    class,
                    C::LineParaSep
                        | C::WordJoiner
                        | C::InvisibleOp
                        | C::Bom
                        | C::TagLanguage
                        | C::TagUnassigned
                        | C::SoftHyphen
                        | C::HangulCompatFiller
                        | C::KhmerInherent
                        | C::DeprecatedFormat
                        | C::DiUnassigned
                        | C::Interlinear
                        | C::ObjectReplacement
                        | C::Nonchar
                )
        }
        "field" | "inline" => {
            control
                || bidi
                || matches!(
                    class,
                    C::TabLf
                        | C::LineParaSep
                        | C::BidiMark
                        | C::ArabicLetterMark
                        | C::Zwsp
                        | C::WordJoiner
                        | C::InvisibleOp
                        | C::Bom
                        | C::Tag
                        | C::TagLanguage
                        | C::TagUnassigned
                )
        }
        "field-0.9" => control || matches!(class, C::TabLf | C::LineParaSep),
        "digest" => {
            (control && class != C::C1Other)
                || bidi
                || matches!(
                    class,
                    C::TabLf | C::LineParaSep | C::BidiMark | C::Zwsp | C::Zwnj | C::Zwj | C::Bom
                )
        }
        "description" | "tool-output" => control,
        _ => false,
    }
}

/// What waits is bounded, however small the chunks: all that a filter holds is in its `Debug`.
#[test]
fn small_chunks_are_let_go() {
    for (profile, text) in
        [("text", "\u{200B}"), ("text", "\u{200E}"), ("text", "\u{200D}"), ("field", "\u{FE0F}")]
    {
        let mut filter = Filter::new(&policy(profile));
        filter.push(b"a", |_| {});
        for _ in 0..20_000 {
            filter.push(text.as_bytes(), |_| {});
        }
        let held = format!("{filter:?}").len();
        assert!(held < 40_000, "{held} for {} in {profile}", shown(text.as_bytes()));
    }
}
