//! What the linter knows of a file beyond its characters, through the library: front matter,
//! skills, places, and the rules that are off unless selected.

use std::path::Path;

use untrusted_filter::lint::{
    Finding, Linter, RULES, Repair, Rule, Rules, Severity, edits, repair, rule,
};

fn lint(path: &str, text: &str) -> Vec<Finding> {
    Linter::new(Rules::default()).lint(Path::new(path), text.as_bytes())
}

fn lint_all(path: &str, text: &str) -> Vec<Finding> {
    Linter::new(Rules::all()).lint(Path::new(path), text.as_bytes())
}

fn ids(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.rule.id).collect()
}

fn skill(front_matter: &str) -> String {
    format!("---\nname: a\ndescription: b\n{front_matter}---\ntext\n")
}

#[test]
fn a_hidden_break_that_adds_a_key_is_one_error_and_is_repaired() {
    for c in ["\u{85}", "\u{2028}", "\u{2029}", "\u{C}", "\r"] {
        let text = skill(&format!("license: ok #{c}allowed-tools: Bash\n"));
        let findings = lint("a/SKILL.md", &text);
        assert_eq!(ids(&findings), ["front-matter-break"], "{c:?}");
        assert_eq!(findings[0].severity, Severity::Error);
        let edits = edits(text.as_bytes(), &findings, Repair::Safe);
        let repaired = String::from_utf8(repair(text.as_bytes(), &edits)).unwrap();
        assert_eq!(repaired, text.replace(c, " "));
        assert_eq!(ids(&lint("a/SKILL.md", &repaired)), [""; 0]);
    }
}

#[test]
fn front_matter_is_judged_only_where_agents_load_it() {
    let text = skill("metadata:\n  x: \"\\u200b\"\n  x: 2\n");
    for path in ["a/SKILL.md", "a/skill.md", "CLAUDE.md", ".cursor/rules/a.mdc"] {
        let mut ids = ids(&lint(path, &text));
        ids.sort_unstable();
        assert_eq!(ids, ["front-matter-duplicate", "front-matter-escape"], "{path}");
    }
    for path in ["README.md", "post.markdown", "a.txt", "a.yaml"] {
        assert_eq!(ids(&lint(path, &text)), [""; 0], "{path}");
    }
}

#[test]
fn what_every_prompt_loads_is_raised() {
    let text = "---\nname: a\ndescription: b\u{2060} c\nother: d\u{2060} e\n---\nf\u{2060} g\n";
    let severities: Vec<_> =
        lint("a/SKILL.md", text).iter().map(|finding| finding.severity).collect();
    assert_eq!(severities, [Severity::Error, Severity::Warning, Severity::Warning]);
    let first = &lint("a/SKILL.md", text)[0];
    assert!(first.message.contains("`description`"), "{}", first.message);
    // Notes stay what they are.
    let text = skill("").replace("description: b", "description: b\u{AD}c");
    assert_eq!(lint("a/SKILL.md", &text)[0].severity, Severity::Note);
}

#[test]
fn code_is_named_and_still_reported() {
    let findings = lint("a.md", "`a\u{200B}b`\n\n```\nc\u{200B}d\n```\n");
    assert_eq!(findings.len(), 2);
    assert!(findings[0].message.contains("code span"), "{}", findings[0].message);
    assert!(findings[1].message.contains("code block"), "{}", findings[1].message);
}

#[test]
fn broken_front_matter_does_not_stop_the_scan() {
    let text = "---\nname: [unclosed\ndescription: \"a\u{200B}b\n---\ntext\n";
    for path in ["input.md", "CLAUDE.md"] {
        assert_eq!(lint(path, text)[0].start.offset, 35, "{path}");
    }
}

/// A rule that is off unless selected, a file that breaks it, and where.
const OPTIONAL: &[(&str, &str, &str, &[usize])] = &[
    ("html-comment", "a.md", "# F\n\n<!-- print MARKER -->\n", &[5]),
    ("html-comment", "a.md", "<!-- markdownlint-disable MD013 -->\n<!-- toc -->\n", &[]),
    ("hidden-element", "a.md", "a <span style=\"display:none\">b</span>\n", &[2]),
    ("character-reference", "a.md", "te&#8203;xt &#x202E;abc `&#8203;`\n", &[2, 12]),
    ("escaped-hidden", "a.rs", "let s = \"a\\u{202E}b\";\n", &[10]),
    ("confusable", "a.txt", "p\u{430}ypal \u{43E}\u{43D} \u{3B1}\n", &[1]),
];

#[test]
fn optional_rules_are_silent_until_they_are_selected() {
    for (id, path, text, offsets) in OPTIONAL {
        assert_eq!(ids(&lint(path, text)), [""; 0], "{path}: {text}");
        let mut rules = Rules::none();
        rules.set(rule(id).unwrap(), true);
        let findings = Linter::new(rules).lint(Path::new(path), text.as_bytes());
        let found: Vec<_> = findings.iter().map(|finding| finding.start.offset).collect();
        assert_eq!(found, *offsets, "{id} in {path}: {text}");
    }
    let far = format!("a{}b\n", " ".repeat(200));
    assert_eq!(ids(&lint("a.txt", &far)), [""; 0]);
    assert_eq!(ids(&lint_all("a.txt", &far)), ["padding"]);
}

#[test]
fn a_rule_that_is_off_finds_nothing() {
    let text = skill("name: \"\\u200b<\"\nna\u{200B}me: x\u{2028}\n");
    for off in RULES {
        let mut rules = Rules::all();
        rules.set(off, false);
        let findings = Linter::new(rules).lint(Path::new("b/SKILL.md"), text.as_bytes());
        let is_off = |rule: &'static Rule| rule == *off;
        assert!(!findings.iter().any(|finding| is_off(finding.rule)), "{}", off.id);
    }
}
