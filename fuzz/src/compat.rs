//! The reference functions against the plainest way to write down what they do.

use std::collections::HashSet;

use untrusted_filter::compat::{self, digest, flow, v0_9};

use super::split;

/// Choices: a length, a number of lines.
pub fn compat(data: &[u8]) {
    let ([length, lines, ..], text) = split(data);
    let text = &*String::from_utf8_lossy(text);
    let (length, lines) = (usize::from(length) * 2, usize::from(lines));

    assert_eq!(compat::sanitize_untrusted_text(text, length), field(text, length), "field");
    assert_eq!(v0_9::sanitize_untrusted_text(text, length), older_field(text, length), "field-0.9");
    let inline = entities(&field(text, 500));
    assert_eq!(compat::sanitize_untrusted_inline(text), inline, "inline");
    let block = compat::wrap_untrusted_block("a page", text);
    let body = format!("close this tag.\n{}\n</untrusted-data>", entities(text));
    assert!(block.starts_with("<untrusted-data>\nThe following is a page. It is "), "wrap");
    assert!(block.ends_with(&body), "wrap");

    let description = description(text, compat::MAX_DESCRIPTION_BYTES);
    assert_eq!(compat::sanitize_description_body(text), description, "description");
    let block = compat::render_tool_description_for_prompt("ns", "act", text);
    let header = "[UNTRUSTED MCP tool description for `ns.act`]";
    assert_eq!(block, format!("{header}\n~~~\n{description}\n~~~"));
    let said = self::description(text, compat::MAX_TOOL_OUTPUT_BYTES);
    let block = compat::render_tool_output_for_prompt("ns", "act", text);
    assert!(block.starts_with("[UNTRUSTED tool output from `ns.act` "), "tool output");
    assert!(block.ends_with(&format!("]\n~~~\n{said}\n~~~")), "tool output");

    assert_eq!(digest::sanitize(text), digested(text), "digest");
    let capped: String = text.lines().take(lines).flat_map(|line| [line, "\n"]).collect();
    assert_eq!(digest::cap_lines(text, lines), capped, "lines");

    assert_eq!(flow::pieces(text), pieces(text), "pieces");
}

fn is_break(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

fn older_field(text: &str, length: usize) -> String {
    text.chars().map(|c| if is_break(c) { ' ' } else { c }).take(length).collect()
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

fn field(text: &str, length: usize) -> String {
    let is_removed = |c| {
        matches!(c, '\u{200E}' | '\u{200F}' | '\u{61C}' | '\u{FEFF}')
            || matches!(c, '\u{E0000}'..='\u{E007F}' | '\u{2060}'..='\u{2064}')
    };
    let is_space = |c| {
        is_break(c) || matches!(c, '\u{200B}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    let kept = text.chars().filter(|&c| !is_removed(c));
    let kept: Vec<char> = kept.map(|c| if is_space(c) { ' ' } else { c }).collect();
    let is_many = kept.iter().filter(|&&c| is_selector(c)).count() > 16;
    let runs = kept.chunk_by(|&a, &b| is_selector(a) == is_selector(b));
    let runs = runs.filter(|run| !is_selector(run[0]) || !is_many && run.len() <= 2);
    runs.flatten().take(length).collect()
}

fn entities(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn description(text: &str, cap: usize) -> String {
    let mut kept = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\u{1B}' {
            if chars.next_if_eq(&'[').is_some() {
                let _skipped = chars.by_ref().find(|c| ('@'..='~').contains(c));
            }
        } else if !c.is_control() || matches!(c, '\n' | '\t') {
            kept.push(c);
        }
    }
    let kept: Vec<char> = kept.chars().collect();
    let mut spaced = String::new();
    for run in kept.chunk_by(|a, b| (*a == '~') == (*b == '~')) {
        if run[0] == '~' && run.len() >= 3 {
            spaced.push_str(&vec!["~"; run.len()].join(" "));
        } else {
            spaced.extend(run);
        }
    }
    if spaced.len() > cap {
        let marker = " \u{2026} [truncated]";
        spaced.truncate(spaced.floor_char_boundary(cap - marker.len()));
        spaced.push_str(marker);
    }
    spaced
}

fn digested(text: &str) -> String {
    let is_space = |c| {
        matches!(c, '\0'..='\u{1F}' | '\u{7F}' | '\u{85}' | '\u{200B}'..='\u{200F}' | '\u{FEFF}')
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}')
            || matches!(c, '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|c| if is_space(c) { ' ' } else { c }).collect()
}

fn pieces(text: &str) -> Vec<String> {
    let mut all = addresses(text);
    all.extend(text.split(is_mail_end).filter_map(mail));
    let runs = text.split(|c: char| !c.is_ascii_alphanumeric() && !"_-+=".contains(c));
    all.extend(runs.filter(|run| is_token(run)).map(|run| format!("tok:{run}")));
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    let windows = words.windows(flow::SHINGLE_WORDS).map(|window| window.join(" "));
    let windows = windows.filter(|window| window.len() >= 40 && fnv(window).is_multiple_of(4));
    all.extend(windows.map(|window| format!("words:{window}")));
    let mut seen = HashSet::new();
    all.retain(|piece| seen.insert(piece.clone()));
    all.truncate(flow::MAX_PIECES);
    all
}

fn addresses(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find("://").map(|at| from + at) {
        let before = &text[from..at];
        let scheme_is = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        let scheme = &before[before.trim_end_matches(scheme_is).len()..];
        let start = at + 3;
        let ends = |c: char| c.is_whitespace() || "\"'<>`()[]{}\\|^".contains(c);
        let end = text[start..].find(ends).map_or(text.len(), |len| start + len);
        let rest = text[start..end].split(['?', '#']).next().unwrap_or_default();
        let slash = rest.find('/').unwrap_or(rest.len());
        let (authority, path) = rest.split_at(slash);
        let host = authority.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
        let host = host.trim_end_matches(['.', ',', ';', ':', '!']);
        let path = path.trim_end_matches(['.', ',', ';', ':', '!', '/']);
        if scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && !host.is_empty() {
            found.push(format!("url:{}://{host}{path}", scheme.to_ascii_lowercase()));
        }
        from = end;
    }
    found
}

fn is_mail_end(c: char) -> bool {
    c.is_whitespace() || "\"'<>()[]{},;`".contains(c)
}

fn mail(word: &str) -> Option<String> {
    let word = word.rsplit(':').next()?.trim_matches(['.', '!', '?']);
    let (name, domain) = word.split_once('@')?;
    let is_plain = |part: &str| {
        let mut chars = part.chars();
        !part.is_empty() && chars.all(|c| c.is_ascii_alphanumeric() || "._%+-".contains(c))
    };
    let is_dotted = domain.contains('.') && !domain.starts_with('.') && !domain.ends_with('.');
    (is_plain(name) && is_plain(domain) && is_dotted)
        .then(|| format!("mail:{}", word.to_ascii_lowercase()))
}

fn is_token(run: &str) -> bool {
    run.len() >= 20
        && run.contains(|c: char| c.is_ascii_digit())
        && run.contains(|c: char| c.is_ascii_alphabetic())
}

fn fnv(text: &str) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
