//! Every reference function through its flags: the same pairs as through the library.

use serde_json::Value;

use super::filtered;
use crate::vectors::pairs;

/// Checks the command against the pairs of one file. `flags` makes flags of a pair's arguments.
fn check(name: &str, flags: impl Fn(&Value) -> Vec<String>) {
    for (args, input, output) in pairs(name) {
        let flags = flags(&args);
        let flags: Vec<_> = flags.iter().map(String::as_str).collect();
        assert_eq!(filtered(&flags, &*input), output.as_str().unwrap(), "{flags:?} of {input:?}");
    }
}

fn flags<const N: usize>(flags: [&str; N]) -> Vec<String> {
    flags.map(str::to_owned).to_vec()
}

#[test]
fn fields() {
    for profile in ["field", "field-0.9"] {
        check(profile, |args| flags(["-p", profile, "--max-chars", &args["max_len"].to_string()]));
    }
    check("inline", |_| flags(["--inline"]));
    check("inline", |_| flags(["--profile=inline"]));
}

/// The fence of the command also escapes look-alikes, of which the pairs hold none.
#[test]
fn blocks() {
    for name in ["wrap", "wrap-0.9"] {
        check(name, |args| {
            let context = args["context"].as_str().unwrap();
            flags(["-p", "verbatim", "--fence", "--context", context])
        });
    }
}

#[test]
fn prompts() {
    check("description-body", |_| flags(["-p", "description"]));
    let pairs = [("description-prompt", "description"), ("tool-output-prompt", "tool-output")];
    for (name, profile) in pairs {
        check(name, |args| {
            let [namespace, action] =
                ["namespace", "action"].map(|key| args[key].as_str().unwrap());
            let context = format!("{namespace}.{action}");
            flags(["-p", profile, "--fence=tilde", "--context", &context])
        });
    }
}

#[test]
fn digests() {
    check("digest", |_| flags(["-p", "digest"]));
    check("cap-lines", |args| flags(["-p", "verbatim", "--max-lines", &args["max"].to_string()]));
}

#[test]
fn pieces() {
    for (_, input, output) in pairs("pieces") {
        let lines = output.as_array().unwrap().iter().map(|piece| piece.as_str().unwrap());
        let wanted: String = lines.flat_map(|piece| [piece, "\n"]).collect();
        assert_eq!(filtered(&["--pieces"], &*input), *wanted, "{input:?}");
    }
}
