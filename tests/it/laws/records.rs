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
            expected.extend(run(Filter::new(&one_line(profile)), [body]));
            expected.extend(&line[body.len()..]);
        }
        let filter = Filter::new(&policy(profile)).records(Records::Line);
        let output = run(filter, chunks(&input, &sizes));
        prop_assert_eq!(shown(&output), shown(&expected), "{} of {}", profile, shown(&input));
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
            expected.extend(run(Filter::new(&policy(profile)), [body]));
            expected.extend(&record[body.len()..]);
        }
        let filter = Filter::new(&policy(profile)).records(Records::Nul);
        let output = run(filter, chunks(&input, &sizes));
        prop_assert_eq!(shown(&output), shown(&expected), "{} of {}", profile, shown(&input));
    }
}
