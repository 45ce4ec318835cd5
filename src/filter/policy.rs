//! Profiles as data: class → action, how terminal sequences are treated, and caps.
//!
//! Nothing here knows a code point. The presets are named for the place that the text goes to.

use crate::scan::{Action, BIDI, CONTROLS, Class, MARKS, Plan, SELECTORS, Sequences};

/// What a profile's caps append to what they cut.
pub(crate) const MARKER: &str = " \u{2026} [truncated]";

/// A profile: what becomes of each class of characters, and how much text may pass.
///
/// ```
/// use untrusted_filter::{Action, Class, Policy, sanitize};
///
/// let policy = Policy::text().action(Class::Tag, Action::Escape).max_chars(Some(40));
/// assert_eq!(sanitize("a\u{E0041}b", &policy), r"a\u{E0041}b");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    pub(crate) plan: Plan,
    pub(crate) caps: Caps,
    /// Runs of three or more tildes get spaces between them.
    pub(crate) spaces_tildes: bool,
    /// `&`, `<` and `>` become entities, after the caps.
    pub(crate) escapes_markup: bool,
    /// The text describes a tool, rather than being what a tool said: chooses a fence's header.
    pub(crate) is_description: bool,
}

/// How much text may pass: of each value, that is, of each record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Caps {
    /// In code points.
    pub(crate) chars: Option<u64>,
    /// In bytes of UTF-8.
    pub(crate) bytes: Option<u64>,
    /// In lines of output, ended by LF.
    pub(crate) lines: Option<u64>,
    /// Whether a cut is marked, within the cap.
    pub(crate) is_marked: bool,
}

impl Policy {
    /// The names of the presets, in the order in which the manual has them.
    pub const NAMES: &'static [&'static str] = &[
        "text",
        "field",
        "field-0.9",
        "inline",
        "digest",
        "description",
        "tool-output",
        "verbatim",
    ];

    /// The preset of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "text" => Self::text(),
            "field" => Self::field(),
            "field-0.9" => Self::field_0_9(),
            "inline" => Self::inline(),
            "digest" => Self::digest(),
            "description" => Self::description(),
            "tool-output" => Self::tool_output(),
            "verbatim" => Self::verbatim(),
            _ => return None,
        })
    }

    /// Prose and documents: what is hidden or active goes, correct text of every script stays.
    #[must_use]
    pub fn text() -> Self {
        let mut policy = Self { plan: Plan::text(), ..Self::verbatim() };
        policy.caps.is_marked = true;
        policy
    }

    /// One line in a list or a prompt, at most 500 code points: `sanitize_untrusted_text` of
    /// mcp-execution-core 0.10.0.
    #[must_use]
    pub fn field() -> Self {
        Self::field_0_9()
            .actions(BIDI, Action::Space)
            .actions(&[Class::Zwsp], Action::Space)
            .actions(MARKS, Action::Remove)
            .actions(
                &[
                    Class::Bom,
                    Class::WordJoiner,
                    Class::InvisibleOp,
                    Class::Tag,
                    Class::TagLanguage,
                    Class::TagUnassigned,
                ],
                Action::Remove,
            )
            .actions(SELECTORS, Action::Count)
    }

    /// The older form of [`field`](Self::field), of mcp-execution-core 0.9.0.
    #[must_use]
    pub fn field_0_9() -> Self {
        Self::verbatim()
            .actions(CONTROLS, Action::Space)
            .actions(&[Class::TabLf, Class::LineParaSep], Action::Space)
            .max_chars(Some(500))
    }

    /// [`field`](Self::field), then `&`, `<` and `>` as entities: `sanitize_untrusted_inline` of
    /// mcp-execution-core 0.10.0.
    #[must_use]
    pub fn inline() -> Self {
        Self { escapes_markup: true, ..Self::field() }
    }

    /// One line of a digest: `digest::sanitize` of mushroomdb 0.9.
    #[must_use]
    pub fn digest() -> Self {
        Self::verbatim()
            .actions(CONTROLS, Action::Space)
            .actions(&[Class::C1Other], Action::Keep)
            .actions(&[Class::TabLf, Class::LineParaSep, Class::BidiMark], Action::Space)
            .actions(&[Class::Zwsp, Class::Zwnj, Class::Zwj, Class::Bom], Action::Space)
            .actions(BIDI, Action::Space)
    }

    /// A tool's description in a fenced block, at most 2,048 bytes: `sanitize_description_body` of
    /// brainos-intent 0.5.0.
    #[must_use]
    pub fn description() -> Self {
        Self { is_description: true, ..Self::tool_output() }.max_bytes(Some(2_048))
    }

    /// What a tool said in a fenced block, at most 16,384 bytes, of brainos-intent 0.5.0.
    #[must_use]
    pub fn tool_output() -> Self {
        let mut policy = Self::verbatim()
            .actions(CONTROLS, Action::Remove)
            .sequences(Sequences::Csi)
            .max_bytes(Some(16_384));
        policy.spaces_tildes = true;
        policy.caps.is_marked = true;
        policy
    }

    /// Everything as it stands; only ill-formed bytes become U+FFFD, as under every profile.
    #[must_use]
    pub const fn verbatim() -> Self {
        Self {
            plan: Plan::new(Sequences::Introducer),
            caps: Caps { chars: None, bytes: None, lines: None, is_marked: false },
            spaces_tildes: false,
            escapes_markup: false,
            is_description: false,
        }
    }

    /// Sets what becomes of a class. [`Action::KeepWhenValid`] for a class without a sequence rule
    /// ([`Class::fallback`] is `None`) removes it; [`Action::Count`] is for variation selectors.
    #[must_use]
    pub fn action(mut self, class: Class, action: Action) -> Self {
        self.plan.set(class, action);
        self
    }

    /// Sets how terminal sequences are treated.
    #[must_use]
    pub fn sequences(mut self, sequences: Sequences) -> Self {
        self.plan.sequences = sequences;
        self
    }

    /// Caps each value at this many code points; `None` is no cap.
    #[must_use]
    pub fn max_chars(mut self, cap: Option<u64>) -> Self {
        self.caps.chars = cap;
        self
    }

    /// Caps each value at this many bytes, cut on a character boundary; `None` is no cap.
    #[must_use]
    pub fn max_bytes(mut self, cap: Option<u64>) -> Self {
        self.caps.bytes = cap;
        self
    }

    /// Caps the output at this many lines; `None` is no cap. A policy that does not mark its cuts
    /// ends each kept line with LF, as `cap_lines` of mushroomdb does.
    #[must_use]
    pub fn max_lines(mut self, cap: Option<u64>) -> Self {
        self.caps.lines = cap;
        self
    }

    /// Whether a cut is marked by ` … [truncated]`, which counts within the cap.
    #[must_use]
    pub fn marker(mut self, is_marked: bool) -> Self {
        self.caps.is_marked = is_marked;
        self
    }

    /// What becomes of a class.
    #[must_use]
    pub const fn action_of(&self, class: Class) -> Action {
        self.plan.action(class)
    }

    fn actions(mut self, classes: &[Class], action: Action) -> Self {
        self.plan.set_all(classes, action);
        self
    }
}

impl Default for Policy {
    /// [`Policy::text`].
    fn default() -> Self {
        Self::text()
    }
}
