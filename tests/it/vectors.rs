//! The reference vectors: every pair through the library and, for each function, through the command.

use serde_json::Value;
use untrusted_filter::compat::{self, digest, v0_9};

/// The pairs of one file: arguments, input, output.
pub(crate) fn pairs(name: &str) -> Vec<(Value, String, Value)> {
    let path = format!("{}/tests/vectors/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let lines = std::fs::read_to_string(&path).unwrap();
    let pairs: Vec<_> = lines
        .lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).unwrap();
            (row["args"].clone(), row["input"].as_str().unwrap().to_owned(), row["output"].clone())
        })
        .collect();
    assert!(pairs.len() >= 60, "{path} holds {} pairs", pairs.len());
    pairs
}

/// Checks a function against the pairs of one file.
fn check(name: &str, function: impl Fn(&Value, &str) -> String) {
    for (args, input, output) in pairs(name) {
        let got = function(&args, &input);
        assert_eq!(Some(&*got), output.as_str(), "{name} {args} of {input:?}");
    }
}

fn number(args: &Value, key: &str) -> usize {
    usize::try_from(args[key].as_u64().unwrap()).unwrap()
}

#[test]
fn fields() {
    check("field", |args, input| compat::sanitize_untrusted_text(input, number(args, "max_len")));
    check("field-0.9", |args, input| v0_9::sanitize_untrusted_text(input, number(args, "max_len")));
    check("inline", |_, input| compat::sanitize_untrusted_inline(input));
}

#[test]
fn blocks() {
    let context = |args: &Value| args["context"].as_str().unwrap().to_owned();
    check("wrap", |args, input| compat::wrap_untrusted_block(&context(args), input));
    check("wrap-0.9", |args, input| v0_9::wrap_untrusted_block(&context(args), input));
}

#[test]
fn prompts() {
    let named =
        |args: &Value| ["namespace", "action"].map(|key| args[key].as_str().unwrap().to_owned());
    check("description-body", |_, input| compat::sanitize_description_body(input));
    check("description-prompt", |args, input| {
        let [namespace, action] = named(args);
        compat::render_tool_description_for_prompt(&namespace, &action, input)
    });
    check("tool-output-prompt", |args, input| {
        let [namespace, action] = named(args);
        compat::render_tool_output_for_prompt(&namespace, &action, input)
    });
}

#[test]
fn digests() {
    check("digest", |_, input| digest::sanitize(input));
    check("cap-lines", |args, input| digest::cap_lines(input, number(args, "max")));
}
