//! Rules by density: each character is correct, and together they can carry bits. The margins are
//! wide, so that honest text stays silent; the figures stand in the rules.

use std::collections::HashMap;

use super::finding::{Draft, Severity};
use super::rule::{self, Rule};
use super::run::Accepted;
use crate::scan::{Group, Tally, chars, is_pictographic, last_char};

/// How often each of both styles of one character has to occur.
const STYLES: usize = 8;
/// How many joiners outside emoji there have to be.
const JOINERS: usize = 64;
/// One joiner to so many characters beyond ASCII.
const JOINER_SHARE: usize = 5;
/// How many ideographic selectors there have to be.
const IDEOGRAPH_SELECTORS: usize = 256;
/// One selector to so many characters beyond ASCII.
const SELECTOR_SHARE: usize = 4;

/// Whether anything can be too dense in a text of which the rules accepted so many, and of which so
/// many characters are [beyond ASCII](beyond_ascii).
pub(super) fn can_find(accepted: &Tally, beyond_ascii: usize) -> bool {
    let styles = [Group::EmojiStyle, Group::TextStyle];
    styles.iter().all(|style| accepted.count(*style) >= STYLES)
        || are_joiners_dense(accepted.count(Group::Joiner), || beyond_ascii)
        || are_selectors_dense(accepted.count(Group::IdeographSelector), || beyond_ascii)
}

/// Whether so many joiners are too many; what is beyond ASCII is counted only if it matters.
fn are_joiners_dense(count: usize, beyond_ascii: impl FnOnce() -> usize) -> bool {
    count >= JOINERS && count * JOINER_SHARE >= beyond_ascii()
}

/// The same of ideographic selectors.
fn are_selectors_dense(count: usize, beyond_ascii: impl FnOnce() -> usize) -> bool {
    count >= IDEOGRAPH_SELECTORS && count * SELECTOR_SHARE >= beyond_ascii()
}

/// What is too dense in a text.
pub(crate) fn findings(text: &[u8], accepted: &Accepted) -> Vec<Draft> {
    let mut drafts = Vec::new();
    let mut add = |rule: &'static Rule, at: usize, count: usize, what: &str| {
        let end = at + chars(&text[at..]).next().and_then(Result::ok).map_or(1, char::len_utf8);
        drafts.push(Draft {
            rule,
            severity: Severity::Warning,
            span: at..end,
            code_points: Vec::new(),
            count,
            message: format!("{}: {count} {what}", rule.title),
            decoded: None,
            fix: None,
        });
    };
    let mut styles: HashMap<Option<char>, (usize, [usize; 2])> = HashMap::new();
    for &(at, is_text) in &accepted.styles {
        let entry = styles.entry(last_char(&text[..at])).or_insert((at, [0, 0]));
        entry.1[usize::from(is_text)] += 1;
    }
    let mut toggled: Vec<_> =
        styles.into_values().filter(|(_, counts)| counts.iter().all(|n| *n >= STYLES)).collect();
    toggled.sort_unstable();
    for (at, [emoji, plain]) in toggled {
        add(&rule::SELECTOR_PATTERN, at, emoji + plain, "selectors after one character");
    }
    let is_emoji = |at: usize| last_char(&text[..at]).is_some_and(is_pictographic);
    let joiners: Vec<_> = accepted.joiners.iter().copied().filter(|&at| !is_emoji(at)).collect();
    if are_joiners_dense(joiners.len(), || beyond_ascii(text)) {
        add(&rule::JOINER_DENSITY, joiners[0], joiners.len(), "joiners in this file");
    }
    let selectors = &accepted.ideograph_selectors;
    if are_selectors_dense(selectors.len(), || beyond_ascii(text)) {
        add(&rule::IDEOGRAPH_DENSITY, selectors[0], selectors.len(), "selectors in this file");
    }
    drafts
}

/// How many characters are not ASCII.
pub(super) fn beyond_ascii(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte >= 0xC0).count()
}
