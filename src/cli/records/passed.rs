//! `--on-error pass`: a line that is not JSON is text, and hides nothing from whoever takes it for JSON
//! all the same.

use std::path::Path;

use bstr::ByteSlice as _;
use untrusted_filter::json::JsonFilter;
use untrusted_filter::lint::{self, Edit, Linter, Rules, repair};
use untrusted_filter::{Filter, Records};

use super::json::filtered;
use super::summary::Counts;

/// What such a line goes through.
pub(super) struct Passed {
    text: Filter,
    /// For what the text may have become.
    values: JsonFilter,
    /// Finds escapes in what is still not JSON, and says whether what they stand for may pass.
    linter: Linter,
    strings: JsonFilter,
}

impl Passed {
    /// With a filter for text and strings, and one for the JSON that was expected.
    pub(super) fn new(value: Filter, values: JsonFilter) -> Self {
        let mut rules = Rules::none();
        if let Some(escapes) = lint::rule("json-escape") {
            rules.set(escapes, true);
        }
        Self {
            text: value.clone().records(Records::Line),
            values,
            linter: Linter::new(rules),
            strings: JsonFilter::new(value).records(),
        }
    }

    /// Filters a line as text, and the outcome again where it is JSON: what was taken out may have
    /// been all that kept its escapes from meaning something.
    pub(super) fn filter(&mut self, line: &[u8], counts: &mut Counts, output: &mut Vec<u8>) {
        let mut text = Vec::new();
        self.text.push(line, |piece| text.extend_from_slice(piece));
        self.text.finish(|piece| text.extend_from_slice(piece));
        text.pop_if(|last| *last == b'\n');
        // Many programs read values that stand one after another, each with an end.
        text.push(b'\n');
        if filtered(&mut self.values, &text, counts, output).is_err() {
            output.extend_from_slice(&self.masked(text));
        }
        output.pop_if(|last| *last == b'\n');
    }

    /// The text with U+FFFD for escapes of what may not pass: many programs take more for JSON than
    /// is, such as `NaN` or a comma too many. U+FFFD is no JSON but in a string, so that the text
    /// becomes none by it. `\b` and `\f` are as likely parts of a path, and hide nothing.
    fn masked(&mut self, text: Vec<u8>) -> Vec<u8> {
        if !text.contains_str(b"\\u") {
            return text;
        }
        let mut edits: Vec<Edit> = Vec::new();
        for finding in self.linter.lint_record(Path::new("record.json"), &text, false) {
            let span = finding.span();
            let escapes = &text[span.clone()];
            let is_free = edits.last().is_none_or(|last| last.span.end <= span.start);
            if is_free && escapes.contains_str(b"\\u") && self.changes(escapes) {
                edits.push(Edit { span, with: "\u{FFFD}".into() });
            }
        }
        repair(&text, &edits)
    }

    /// Whether a string of these escapes would not come out as it is.
    fn changes(&mut self, escapes: &[u8]) -> bool {
        let string = [b"\"", escapes, b"\""].concat();
        let (mut counts, mut output) = (Counts::default(), Vec::new());
        let result = filtered(&mut self.strings, &string, &mut counts, &mut output);
        result.is_err() || output != string
    }
}
