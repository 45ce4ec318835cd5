//! Text in XML 1.0, which cannot hold most control characters, not even as references: they are
//! shown as in the other reports.

use super::visible::visible;

/// The first line of a document.
pub(super) const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// Text for an attribute or an element.
pub(super) fn text(text: impl AsRef<[u8]>) -> String {
    let mut escaped = String::new();
    for c in visible(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            _ => escaped.push(c),
        }
    }
    escaped
}
