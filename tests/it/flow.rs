//! Pieces of a text against the reference's own, and the verdict on a call that carries them.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde_json::Value;
use untrusted_filter::compat::flow::{
    Decision, FLOW_RULE, MAX_PIECES, SHINGLE_WORDS, ToolEffect, ToolHints, Verdict, cross_server,
    pieces,
};

#[test]
fn pieces_equal_the_reference() {
    let vectors = include_str!("../vectors/pieces.jsonl");
    let mut count = 0;
    for line in vectors.lines() {
        let vector: Value = serde_json::from_str(line).unwrap();
        let input = vector["input"].as_str().unwrap();
        assert_eq!(Value::from(pieces(input)), vector["output"], "input: {input:?}");
        count += 1;
    }
    assert_eq!(count, 60);
}

#[test]
fn an_address_loses_what_a_copy_may_change() {
    for (text, want) in [
        ("HTTPS://User:pw@Host.Example:8080/A/b/?q#f", "url:https://host.example:8080/A/b"),
        ("git+ssh://h/x.", "url:git+ssh://h/x"),
        ("see http://h.example!).", "url:http://h.example"),
        ("http://a@b@c/d", "url:http://c/d"),
        ("http://h\u{3000}x", "url:http://h"),
        ("http://h\u{200B}x", "url:http://h\u{200B}x"),
        // The text before the second address starts after the first: no scheme is left for it.
        ("a://b^://c", "url:a://b"),
        // An address that is refused takes the text after it along.
        ("1://b://c (d://e", "url:d://e"),
    ] {
        assert_eq!(pieces(text), [want], "{text:?}");
    }
    for text in ["://h", "1a://h", "-a://h", "a:// h", "a://@", "a://?h", "a:///p", "a://.,;:!/p"] {
        assert_eq!(pieces(text), [""; 0], "{text:?}");
    }
}

#[test]
fn mail_addresses_and_tokens() {
    for (text, want) in [
        ("(Mailto:A.b+c@D.Example!)", "mail:a.b+c@d.example"),
        ("a:b:c@d.e", "mail:c@d.e"),
        ("key=ghx_0123456789abcdef", "tok:key=ghx_0123456789abcdef"),
        ("/0123456789abcdefghij/", "tok:0123456789abcdefghij"),
    ] {
        assert_eq!(pieces(text), [want], "{text:?}");
    }
    for text in [
        "a@b",
        "a@.b.c",
        "@b.c",
        "a@b@c.d",
        "a b.c",
        "\u{E9}@b.c",
        "a@b..", // Mail.
        "0123456789abcdefghi",
        "01234567890123456789",
        "abcdefghijklmnopqrst", // Tokens.
    ] {
        assert_eq!(pieces(text), [""; 0], "{text:?}");
    }
}

/// Pieces of wording survive another layout, case and punctuation, and a frame of other words.
#[test]
fn wording_is_found_in_a_copy() {
    let text = "The quarterly figures are not yet public, and the committee expects that nobody \
                outside the building learns them before the announcement on Thursday morning.";
    let copy = format!("FYI:\n> {}\n--\nme", text.to_uppercase().replace(' ', " -\n\u{A0}"));
    let known: HashSet<String> = pieces(text).into_iter().collect();
    assert!(!known.is_empty());
    for piece in &known {
        let words = piece.strip_prefix("words:").unwrap();
        assert_eq!(words.split(' ').count(), SHINGLE_WORDS);
        assert!(words.len() >= 40);
    }
    let copied: HashSet<String> = pieces(&copy).into_iter().collect();
    assert!(known.is_subset(&copied));
}

#[test]
fn repeats_do_not_count_towards_the_cap() {
    let mut text = "https://h.example/0 ".repeat(10_000);
    for n in 0..2 * MAX_PIECES {
        write!(text, "a{n}@h.example ").unwrap();
    }
    let pieces = pieces(&text);
    assert_eq!(pieces.len(), MAX_PIECES);
    assert_eq!(pieces[0], "url:https://h.example/0");
    assert_eq!(pieces[1], "mail:a0@h.example");
    assert_eq!(pieces[MAX_PIECES - 1], format!("mail:a{}@h.example", MAX_PIECES - 2));
}

/// Inputs on which a search that starts over from each hit, or looks back too far, takes hours.
#[test]
fn hostile_texts_are_read_once() {
    const MANY: usize = 1_000_000;
    let schemes = format!("{}://h", "a".repeat(10 * MANY));
    assert_eq!(pieces(&schemes).len(), 1);
    assert_eq!(pieces(&"://".repeat(MANY)), [""; 0]);
    assert_eq!(pieces(&"a://(".repeat(MANY)), [""; 0]);
    assert_eq!(pieces(&"-".repeat(10 * MANY)), [""; 0]);
    assert_eq!(pieces(&"1://^".repeat(MANY)), [""; 0]);
    assert_eq!(pieces(&"@".repeat(10 * MANY)), [""; 0]);
    assert_eq!(pieces(&"a:@.".repeat(MANY)), [""; 0]);
    assert_eq!(pieces(&"a ".repeat(MANY)), [""; 0]);
    assert_eq!(pieces(&"7a".repeat(5 * MANY)), [format!("tok:{}", "7a".repeat(5 * MANY))]);
    assert!(pieces(&"wording ".repeat(MANY)).len() <= 1);
}

#[test]
fn a_tool_reads_or_acts_by_its_hints() {
    const ANY: [Option<bool>; 3] = [None, Some(false), Some(true)];
    for read_only in ANY {
        for destructive in ANY {
            for open_world in ANY {
                for acts_by_shape in [false, true] {
                    let hints = ToolHints { read_only, destructive, open_world };
                    let said = [destructive, open_world].contains(&Some(true));
                    let want = match (read_only, said || acts_by_shape) {
                        (Some(true), _) | (None, false) => ToolEffect::Read,
                        (Some(false), _) | (None, true) => ToolEffect::Act,
                    };
                    assert_eq!(ToolEffect::classify(hints, acts_by_shape), want, "{hints:?}");
                }
            }
        }
    }
}

#[test]
fn a_crossing_is_held_for_review() {
    for verdict in [Verdict::Allow, Verdict::Defer] {
        let before = Decision {
            context: vec!["older".into()],
            ..Decision::single(verdict, "project", "inside the project")
        };
        let after = cross_server(before, &["docs", "mail", "web"], "http");
        assert_eq!(after.verdict, Verdict::Review);
        assert_eq!(after.rules, [FLOW_RULE]);
        assert_eq!(after.reasons.len(), 1);
        assert!(after.reasons[0].contains("`http`"), "{after:?}");
        assert!(after.reasons[0].contains("`docs`, `mail` and `web`"), "{after:?}");
        assert_eq!(after.context, ["older", "inside the project"]);
    }
}

#[test]
fn a_review_gets_one_more_reason_and_a_denial_stays() {
    let review = Decision::single(Verdict::Review, "new-tool", "seen for the first time");
    let once = cross_server(review, &["web"], "http");
    assert_eq!(once.verdict, Verdict::Review);
    assert_eq!(once.rules, ["new-tool", FLOW_RULE]);
    assert_eq!(once.reasons.len(), 2);
    assert!(once.context.is_empty());
    assert_eq!(cross_server(once.clone(), &["web"], "http"), once);

    let deny = Decision::single(Verdict::Deny, "no-http", "the network is off");
    let after = cross_server(deny, &[String::from("web")], "http");
    assert_eq!((after.verdict, after.rules.len()), (Verdict::Deny, 1));
    assert_eq!(after.reasons, ["the network is off"]);
    assert!(after.context[0].contains("`web`"), "{after:?}");
}

#[test]
fn without_a_source_nothing_changes() {
    let before = Decision::new(Verdict::Allow);
    assert_eq!(cross_server::<&str>(before.clone(), &[], "http"), before);
}

#[test]
fn verdicts_are_ordered_by_strictness() {
    let order = [Verdict::Allow, Verdict::Defer, Verdict::Review, Verdict::Deny];
    assert!(order.is_sorted());
    assert_eq!(order.map(|verdict| verdict.to_string()), ["allow", "defer", "review", "deny"]);
}
