//! Records: each is filtered as if it came alone, and comes out one for one.

use proptest::prelude::*;
use untrusted_filter::{Action, Class, Filter, Policy, Records};

use super::{chunks, config, generate, policy, profile, run, shown};

/// What becomes a line end elsewhere becomes a space where a line is a record.
fn one_line(profile: &str) -> Policy {
    let policy = policy(profile);
    if profile != "text" {
        return policy;
    }
    let ends = [Class::VtFf, Class::Nel, Class::LineParaSep];
    ends.into_iter().fold(policy, |policy, class| policy.action(class, Action::Space))
}

/// Each CR that stands alone, as a VT.
fn without_lone_cr(mut input: Vec<u8>) -> Vec<u8> {
    for at in 0..input.len() {
        if input[at] == b'\r' && input.get(at + 1) != Some(&b'\n') {
            input[at] = b'\x0b';
        }
    }
    input
}

proptest! {
    #![proptest_config(config(2_048))]

    #[test]
    fn a_line_is_filtered_alone(
        input in generate::input(),
        sizes in generate::cuts(),
        profile in profile(),
    ) {
        // A CR of its own ends a line for some rules even where it becomes a space.
        let input = without_lone_cr(input);
        let mut expected = Vec::new();
        for line in input.split_inclusive(|&byte| byte == b'\n') {
            let end = if matches!(profile, "text" | "verbatim") { &b"\r\n"[..] } else { b"\n" };
            let body = line.strip_suffix(end).or(line.strip_suffix(b"\n")).unwrap_or(line);
            let stays = run(Filter::new(&one_line(profile)), [body]);
            // A last one of which nothing stays has to have an end.
            let end = if stays.is_empty() && line == body { b"\n" } else { &line[body.len()..] };
            expected.extend([&*stays, end].concat());
        }
        let filter = Filter::new(&policy(profile)).records(Records::Line);
        let output = run(filter, chunks(&input, &sizes));
        prop_assert_eq!(shown(&output), shown(&expected), "{} of {}", profile, shown(&input));
    }

    /// Inputs one after another are what they are with a delimiter between them.
    #[test]
    fn the_end_of_an_input_ends_a_record(
        first in generate::input(),
        second in generate::input(),
        sizes in generate::cuts(),
        profile in profile(),
        lines in proptest::option::of(0..4_u64),
    ) {
        for (records, end) in [(Records::Line, b'\n'), (Records::Nul, b'\0')] {
            // CR before LF is half of its end.
            let first = without_lone_cr([&*first, b"."].concat());
            let filter = Filter::new(&policy(profile).max_lines(lines)).records(records);
            let expected = run(filter.clone(), [&*[&*first, &[end], &*second].concat()]);
            let (mut filter, mut output) = (filter, Vec::new());
            for input in [&first, &second] {
                for chunk in chunks(input, &sizes) {
                    filter.push(chunk, |piece| output.extend_from_slice(piece));
                }
                filter.end_text(|piece| output.extend_from_slice(piece));
            }
            filter.finish(|piece| output.extend_from_slice(piece));
            if second.is_empty() {
                continue;
            }
            prop_assert_eq!(shown(&output), shown(&expected), "{} and {}", shown(&first), shown(&second));
        }
    }

    #[test]
    fn a_nul_ended_record_is_filtered_alone(
        input in generate::input(),
        sizes in generate::cuts(),
        profile in profile(),
    ) {
        let mut expected = Vec::new();
        for record in input.split_inclusive(|&byte| byte == 0) {
            let body = record.strip_suffix(b"\0").unwrap_or(record);
            let stays = run(Filter::new(&policy(profile)), [body]);
            let end = if stays.is_empty() && record == body { b"\0" } else { &record[body.len()..] };
            expected.extend([&*stays, end].concat());
        }
        let filter = Filter::new(&policy(profile)).records(Records::Nul);
        let output = run(filter, chunks(&input, &sizes));
        prop_assert_eq!(shown(&output), shown(&expected), "{} of {}", profile, shown(&input));
    }
}
