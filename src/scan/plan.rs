//! What becomes of each class: the table that a profile hands to the scanner.

use super::Class;
use super::sequence::Parser;

/// What becomes of a code point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// It stays.
    Keep,
    /// It goes, and leaves nothing.
    Remove,
    /// It becomes U+0020.
    Space,
    /// It becomes U+000A.
    LineFeed,
    /// It becomes U+FFFD.
    Replace,
    /// It becomes visible: `\u{202E}`.
    Escape,
    /// It stays where the sequence rule of its class accepts it; else the
    /// [fallback](Class::fallback) of the class applies.
    KeepWhenValid,
    /// It is a variation selector that stays unless there are too many: more than 16 in the whole
    /// value, or more than 2 in a row.
    Count,
}

impl Action {
    /// Every action with the name that configuration files use.
    pub const NAMES: &'static [(&'static str, Self)] = &[
        ("keep", Self::Keep),
        ("remove", Self::Remove),
        ("space", Self::Space),
        ("lf", Self::LineFeed),
        ("replace", Self::Replace),
        ("escape", Self::Escape),
        ("keep-when-valid", Self::KeepWhenValid),
        ("count", Self::Count),
    ];
}

impl Class {
    /// What becomes of an occurrence that the sequence rule of its class rejects; `None` for a
    /// class without a rule.
    #[must_use]
    pub const fn fallback(self) -> Option<Action> {
        match self {
            Self::Cr => Some(Action::LineFeed),
            Self::Zwsp | Self::BlankSymbol | Self::Nbsp => Some(Action::Space),
            Self::BidiMark
            | Self::ArabicLetterMark
            | Self::Zwnj
            | Self::Zwj
            | Self::Bom
            | Self::Tag
            | Self::Vs15Text
            | Self::Vs16Emoji
            | Self::Vs1To14
            | Self::Vs17To256
            | Self::VsMongolian
            | Self::Mvs
            | Self::Cgj
            | Self::HangulJamoFiller
            | Self::ShorthandFormat
            | Self::MusicalFormat
            | Self::EgyptianFormat
            | Self::Combining
            | Self::InvisibleStacker => Some(Action::Remove),
            _ => None,
        }
    }
}

impl Action {
    /// What stands in the place of anything that this becomes of, where that is always the same.
    pub(crate) const fn stand_in(self) -> Option<&'static [u8]> {
        match self {
            Self::Remove | Self::KeepWhenValid => Some(b""),
            Self::Space => Some(b" "),
            Self::LineFeed => Some(b"\n"),
            Self::Replace => Some("\u{FFFD}".as_bytes()),
            Self::Keep | Self::Escape | Self::Count => None,
        }
    }
}

/// What becomes of terminal sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sequences {
    /// Every complete sequence of ECMA-48, 7- and 8-bit, is removed whole.
    Remove,
    /// As `Remove`, but SGR stays (`ESC [ … m`: colours and weights) unless it conceals text.
    KeepColor,
    /// `ESC [` is removed with everything up to the next character from `@` to `~`, however far;
    /// any other ESC stands alone.
    Csi,
    /// Only the control itself is acted on; the rest of a sequence is text.
    Introducer,
}

/// Every control character but TAB and LF.
pub(crate) const CONTROLS: &[Class] = &[
    Class::Nul,
    Class::Cr,
    Class::VtFf,
    Class::Esc,
    Class::C0Other,
    Class::Del,
    Class::Nel,
    Class::C1Other,
];

/// Embeddings, overrides, isolates and what ends them.
pub(crate) const BIDI: &[Class] =
    &[Class::BidiEmbed, Class::BidiOverride, Class::BidiPdf, Class::BidiIsolate, Class::BidiPdi];

/// LRM, RLM and ALM.
pub(crate) const MARKS: &[Class] = &[Class::BidiMark, Class::ArabicLetterMark];

/// The variation selectors that are of no one script.
pub(crate) const SELECTORS: &[Class] =
    &[Class::Vs15Text, Class::Vs16Emoji, Class::Vs1To14, Class::Vs17To256];

/// The whole table: an action for each class, and the treatment of terminal sequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    actions: [Action; Class::COUNT],
    pub(crate) sequences: Sequences,
    /// Records end at LF: whatever would become LF becomes a space.
    one_line: bool,
}

impl Plan {
    /// The plan that keeps everything but ill-formed bytes, which always become U+FFFD.
    pub(crate) const fn new(sequences: Sequences) -> Self {
        Self { actions: [Action::Keep; Class::COUNT], sequences, one_line: false }
    }

    /// What is correct text: what is hidden or active goes, unless a sequence rule accepts it. The
    /// profile `text` and the linter share it.
    pub(crate) fn text() -> Self {
        let mut plan = Self::new(Sequences::Remove);
        plan.set_all(CONTROLS, Action::Space);
        plan.set_all(BIDI, Action::Space);
        plan.set_all(&[Class::VtFf, Class::Nel, Class::LineParaSep], Action::LineFeed);
        plan.set_all(
            &[
                Class::WordJoiner,
                Class::InvisibleOp,
                Class::Bom,
                Class::TagLanguage,
                Class::TagUnassigned,
                Class::SoftHyphen,
                Class::HangulCompatFiller,
                Class::KhmerInherent,
                Class::DeprecatedFormat,
                Class::DiUnassigned,
                Class::Interlinear,
                Class::ObjectReplacement,
                Class::Nonchar,
            ],
            Action::Remove,
        );
        plan.set_all(MARKS, Action::KeepWhenValid);
        plan.set_all(SELECTORS, Action::KeepWhenValid);
        plan.set_all(
            &[
                Class::Cr,
                Class::Zwsp,
                Class::Zwnj,
                Class::Zwj,
                Class::Tag,
                Class::VsMongolian,
                Class::Mvs,
                Class::Cgj,
                Class::HangulJamoFiller,
                Class::ShorthandFormat,
                Class::MusicalFormat,
                Class::EgyptianFormat,
                Class::BlankSymbol,
                Class::Combining,
                Class::InvisibleStacker,
            ],
            Action::KeepWhenValid,
        );
        plan
    }

    /// What becomes of a class.
    #[inline]
    pub(crate) const fn action(&self, class: Class) -> Action {
        self.actions[class as usize]
    }

    /// What becomes of an occurrence that its rule rejects.
    pub(crate) const fn rejected(&self, class: Class) -> Action {
        match class.fallback() {
            Some(Action::LineFeed) if self.one_line => Action::Space,
            Some(action) => action,
            None => Action::Remove,
        }
    }

    /// The parser of the terminal sequence that a code point introduces under this plan.
    #[inline]
    pub(crate) fn introduces(&self, c: u32) -> Option<Parser> {
        // The controls are U+0000 to U+001F and U+007F to U+009F.
        if c >= 0xA0 {
            return None;
        }
        match self.sequences {
            Sequences::Remove | Sequences::KeepColor => Parser::start(c),
            Sequences::Csi => Parser::start_csi_only(c),
            Sequences::Introducer => None,
        }
    }

    /// Sets the action of a class.
    pub(crate) const fn set(&mut self, class: Class, action: Action) {
        self.actions[class as usize] = action;
    }

    /// Sets the action of several classes.
    pub(crate) fn set_all(&mut self, classes: &[Class], action: Action) {
        for &class in classes {
            self.set(class, action);
        }
    }

    /// Makes everything that would become LF a space.
    pub(crate) fn set_one_line(&mut self) {
        self.one_line = true;
        for action in &mut self.actions {
            if *action == Action::LineFeed {
                *action = Action::Space;
            }
        }
    }
}
