//! Every format says what was found, in its own units, and nothing else: hostile names, messages and
//! lines do not reach whoever reads the report.

mod diff; // patches apply, and what is shown of them is safe
mod human;
mod safe; // whatever is in a file, the report is clean // what people are shown

use std::path::Path;

use serde_json::Value;
use untrusted_filter::lint::{
    CodePoint, Decoded, Finding, Fix, Linter, Position, Repair, Rules, Severity, edits, rule,
};
use untrusted_filter::report::{File, Format, Settings, Summary, new};

/// A position, counted out the slow way.
fn position(text: &str, offset: usize) -> Position {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |lf| lf + 1);
    let in_line = &before[line_start..];
    Position {
        offset,
        line: before.matches('\n').count() + 1,
        column: in_line.chars().count() + 1,
        column_bytes: in_line.len() + 1,
        column_utf16: in_line.encode_utf16().count() + 1,
    }
}

/// A finding on the first place where `hit` stands.
fn finding(id: &str, severity: Severity, text: &str, hit: &str) -> Finding {
    let start = text.find(hit).expect("the hit is in the text");
    Finding {
        rule: rule(id).expect("a rule"),
        severity,
        start: position(text, start),
        end: position(text, start + hit.len()),
        code_points: hit.chars().map(CodePoint::Char).collect(),
        count: hit.chars().count(),
        message: "something is hidden".into(),
        decoded: None,
        fix: Some(Fix { replacement: " ".into(), is_safe: true }),
    }
}

/// One file, all kinds of calls, one report.
fn report(
    format: Format,
    settings: &Settings,
    path: &str,
    text: &[u8],
    found: &[Finding],
) -> String {
    let edits = edits(text, found, Repair::All);
    let file = File {
        path: Path::new(path),
        record: None,
        bytes: text,
        findings: found,
        edits: &edits,
        suppressed: 0,
    };
    let (mut report, mut out) = (new(format, settings), Vec::new());
    report.file(&file, &mut out).expect("memory takes it");
    report.skipped(Path::new(path), "it is a socket\u{202E}", &mut out).expect("memory takes it");
    report
        .failure(Path::new(path), "it is gone\n::error::x\x1b[2J", &mut out)
        .expect("memory takes it");
    let summary = Summary { files: 1, findings: found.len(), errors: 1, ..Summary::default() };
    report.finish(&summary, &mut out).expect("memory takes it");
    String::from_utf8(out).expect("UTF-8")
}

fn shown(format: Format, path: &str, text: &str, found: &[Finding]) -> String {
    report(format, &Settings { diff: true, ..Settings::default() }, path, text.as_bytes(), found)
}

fn lint(text: &[u8]) -> Vec<Finding> {
    Linter::new(Rules::default()).lint(Path::new("a.txt"), text)
}

#[test]
fn every_name_is_a_format() {
    for name in Format::NAMES {
        assert!(Format::from_name(name).is_some(), "{name}");
    }
    assert_eq!(Format::from_name("jsonl"), Some(Format::Json));
    assert_eq!(Format::from_name("concise"), Some(Format::Short));
    assert_eq!(Format::from_name("xml"), None);
}

#[test]
fn json_is_what_is_documented() {
    let text = "name: \u{1F600}\u{E9} tes\u{202E}t";
    let found = finding("bidi-control", Severity::Error, text, "\u{202E}");
    let lines = shown(Format::Json, "SKILL.md", text, &[found]);
    let mut lines = lines.lines();
    assert_eq!(
        lines.next(),
        Some(concat!(
            r#"{"type":"finding","path":"SKILL.md","rule":"bidi-control","severity":"error","#,
            r#""offset":16,"length":3,"line":1,"column":13,"column_bytes":17,"column_utf16":14,"#,
            r#""code_points":["U+202E"],"message":"something is hidden","decoded":null,"#,
            r#""replacement":" ","end_line":1,"end_column":14,"count":1,"fix":"safe","#,
            r#""codec":null,"legitimate":false}"#,
        ))
    );
    let line = r#"{"type":"skipped","path":"SKILL.md","message":"it is a socket\\u{202E}"}"#;
    assert_eq!(lines.next(), Some(line));
    assert!(
        lines.next().expect("a failure").starts_with(r#"{"type":"failure","path":"SKILL.md","#)
    );
    let summary = r#"{"type":"summary","files":1,"findings":1,"errors":1,"warnings":0,"notes":0,"skipped":0,"failed":0,"suppressed":0}"#;
    assert_eq!((lines.next(), lines.next()), (Some(summary), None));
}

#[cfg(unix)]
#[test]
fn json_gives_the_bytes_of_a_name_that_is_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let mut out = Vec::new();
    let path = Path::new(OsStr::from_bytes(b"a\xFF.md"));
    new(Format::Json, &Settings::default()).failure(path, "no", &mut out).expect("memory takes it");
    let line: Value = serde_json::from_slice(&out).expect("JSON");
    assert_eq!((&line["path"], &line["path_bytes"]), (&"a\u{FFFD}.md".into(), &"Yf8ubWQ=".into()));
}

/// What the schema says of a SARIF log.
fn validated(log: &str) -> Value {
    let mut compiler = boon::Compiler::new();
    let mut schemas = boon::Schemas::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/schema/sarif-schema-2.1.0.json");
    let schema = compiler.compile(path, &mut schemas).expect("a schema");
    let log: Value = serde_json::from_str(log).expect("JSON");
    if let Err(error) = schemas.validate(&log, schema) {
        panic!("{error:#}");
    }
    log
}

#[test]
fn sarif_follows_its_schema() {
    let text = "a\n\u{1F600}b\u{E0053}\u{E0048}c";
    let mut found = finding("tag", Severity::Error, text, "\u{E0053}\u{E0048}");
    found.decoded = Some(Decoded { codec: "tags", text: "SH [a](b)".into(), is_legitimate: false });
    found.fix = Some(Fix { replacement: String::new(), is_safe: true });
    let log = validated(&shown(Format::Sarif, "tree/my dir/a#1 100%.md", text, &[found]));
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    let result = &run["results"][0];
    let physical = &result["locations"][0]["physicalLocation"];
    assert_eq!(physical["artifactLocation"]["uri"], "tree/my%20dir/a%231%20100%25.md");
    let region =
        serde_json::json!({"startLine": 2, "startColumn": 4, "endLine": 2, "endColumn": 8});
    assert_eq!(physical["region"], region);
    let change = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(change["deletedRegion"], region);
    assert_eq!(change["insertedContent"]["text"], "");
    assert_eq!(result["message"]["text"], r#"Something is hidden. It says: "SH [a\](b)""#);
    let rule =
        &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("an index") as usize];
    assert_eq!(rule["id"], "tag");
    for rule in run["tool"]["driver"]["rules"].as_array().expect("rules") {
        for text in [&rule["shortDescription"]["text"], &rule["fullDescription"]["text"]] {
            assert!((1..1024).contains(&text.as_str().expect("text").len()));
        }
    }
    let notes = run["invocations"][0]["toolExecutionNotifications"].as_array().expect("a list");
    assert_eq!(notes.len(), 2);
}

#[test]
fn sarif_keeps_the_worst_and_says_how_many_it_left_out() {
    let text = "a\u{AD}b\u{202E}c";
    let mut found = vec![finding("soft-hyphen", Severity::Note, text, "\u{AD}"); 25_010];
    found.push(finding("bidi-control", Severity::Error, text, "\u{202E}"));
    let log = validated(&shown(Format::Sarif, "a.md", text, &found));
    let run = &log["runs"][0];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(25_000));
    assert_eq!(run["results"][0]["ruleId"], "bidi-control");
    let notes = &run["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(notes[2]["message"]["text"], "11 findings were left out: a run may have 25000");
}

#[test]
fn fingerprints_tell_findings_apart_and_do_not_mind_lines_before() {
    let prints = |text: &str| -> Vec<String> {
        let found = lint(text.as_bytes());
        let issues: Value =
            serde_json::from_str(&shown(Format::Gitlab, "./a.md", text, &found)).expect("JSON");
        assert!(
            issues
                .as_array()
                .expect("an array")
                .iter()
                .all(|issue| issue["location"]["path"] == "a.md")
        );
        let prints = issues.as_array().expect("an array").iter();
        prints.map(|issue| issue["fingerprint"].as_str().expect("text").to_owned()).collect()
    };
    let text = "x\u{202E}y\nx\u{202E}y\nz\u{202E}y\n";
    let plain = prints(text);
    assert_eq!(plain.iter().collect::<std::collections::HashSet<_>>().len(), 3);
    assert_eq!(prints(&format!("new\n\n{text}")), plain);
}

#[test]
fn paths_for_services_start_at_the_root() {
    let text = "a\u{202E}b";
    let settings = Settings {
        root: Some("/repo".into()),
        dir: Some("/repo/sub".into()),
        ..Settings::default()
    };
    let found = finding("bidi-control", Severity::Error, text, "\u{202E}");
    for (format, expected) in [
        (Format::Sarif, r#""uri":"sub/a.md""#),
        (Format::Github, "file=sub/a.md,"),
        (Format::Gitlab, r#""path":"sub/a.md""#),
        (Format::Json, r#""path":"./a.md""#),
        (Format::Short, "./a.md:1:2: error"),
    ] {
        let found = std::slice::from_ref(&found);
        let out = report(format, &settings, "./a.md", text.as_bytes(), found);
        assert!(out.contains(expected), "{out}");
    }
}

#[test]
fn github_has_one_command_a_finding_and_the_worst_first() {
    let text = "a\u{AD}b\n\u{202E}c\n<!--\n-->";
    let mut note = finding("soft-hyphen", Severity::Note, text, "\u{AD}");
    note.message = "100% x\n::error::y".into();
    let lines = finding("html-comment", Severity::Warning, text, "<!--\n-->");
    let error = finding("bidi-control", Severity::Error, text, "\u{202E}");
    let out = shown(Format::Github, "a,b:c.md", text, &[note, error, lines]);
    let expected = [
        "::error file=a%2Cb%3Ac.md,line=2,endLine=2,col=1,endColumn=2,title=untrusted-filter bidi-control::something is hidden",
        r"::error file=a%2Cb%3Ac.md,title=untrusted-filter::it is gone\n::error::x\u{1B}[2J",
        "::warning file=a%2Cb%3Ac.md,line=3,endLine=4,title=untrusted-filter html-comment::something is hidden",
        r"::notice file=a%2Cb%3Ac.md,line=1,endLine=1,col=2,endColumn=3,title=untrusted-filter soft-hyphen::100%25 x\n::error::y",
        "1 file: 3 findings (1 error)",
    ];
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn rdjson_counts_bytes_and_suggests_the_repair() {
    let text = "a\u{E9}\u{202E}b";
    let found = finding("bidi-control", Severity::Error, text, "\u{202E}");
    let out: Value =
        serde_json::from_str(&shown(Format::Rdjson, "a.md", text, &[found])).expect("JSON");
    let range =
        serde_json::json!({"start": {"line": 1, "column": 4}, "end": {"line": 1, "column": 7}});
    let diagnostic = &out["diagnostics"][0];
    assert_eq!(diagnostic["location"]["range"], range);
    assert_eq!(diagnostic["suggestions"], serde_json::json!([{"range": range, "text": " "}]));
    assert_eq!(
        (&diagnostic["severity"], &diagnostic["code"]["value"]),
        (&"ERROR".into(), &"bidi-control".into())
    );
}
