//! The older form of the functions: mcp-execution-core 0.9.0.

pub use super::{MAX_UNTRUSTED_FIELD_LEN, wrap_untrusted_block};
use crate::filter::{Policy, sanitize};

/// [`Policy::field_0_9`] with a cap of `max_len` code points.
///
/// ```
/// use untrusted_filter::compat::v0_9::sanitize_untrusted_text;
///
/// assert_eq!(sanitize_untrusted_text("a\nb", 2), "a ");
/// ```
#[must_use]
pub fn sanitize_untrusted_text(s: &str, max_len: usize) -> String {
    sanitize(s, &Policy::field_0_9().max_chars(Some(max_len as u64))).into_owned()
}
