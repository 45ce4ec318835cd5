//! What the sequence rules need to know of a code point beside its class: a set of bits.

/// A set of properties of one code point. The sources are the Unicode data files named on each bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Traits(u32);

/// Defines the bits in order, so that none is counted by hand.
macro_rules! traits {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the order is the bit")]
        #[repr(u32)]
        enum Bit { $($name,)+ }

        impl Traits {
            $($(#[$doc])* pub(crate) const $name: Self = Self(1 << Bit::$name as u32);)+

            /// Each bit with its name, for the generator of the tables.
            #[cfg(test)]
            pub(crate) const NAMES: &'static [(&'static str, Self)] =
                &[$((stringify!($name), Self::$name),)+];
        }
    };
}

traits! {
    /// Joining_Type D (DerivedJoiningType).
    DUAL,
    /// Joining_Type R.
    RIGHT,
    /// Joining_Type L.
    LEFT,
    /// Joining_Type T, default-ignorable code points left out.
    TRANSPARENT,
    /// Canonical_Combining_Class 9.
    VIRAMA,
    /// A letter or mark (General_Category L*, M*) whose Indic_Syllabic_Category is not Other;
    /// default-ignorable code points left out.
    INDIC,
    /// Line_Break SA: scripts written without spaces between words.
    COMPLEX,
    /// Bidi_Class R or AL, assigned, default-ignorable code points left out.
    RTL,
    /// Extended_Pictographic.
    PICTOGRAPHIC,
    /// Emoji_Modifier.
    MODIFIER,
    /// A base of emoji-variation-sequences.
    STYLED,
    /// General_Category Mn or Me, default-ignorable code points left out.
    NONSPACING,
    /// General_Category Mn, default-ignorable code points left out.
    MN,
    /// General_Category L* or M*, default-ignorable code points left out.
    LETTER_OR_MARK,
    /// A letter (L*) of Script Mongolian.
    MONGOLIAN,
    /// Script Duployan, drawn.
    DUPLOYAN,
    /// Block Musical Symbols, assigned and drawn.
    MUSICAL,
    /// Script Egyptian_Hieroglyphs, drawn.
    HIEROGLYPH,
    /// A letter (L*) of Script Hebrew.
    HEBREW_LETTER,
    /// A nonspacing mark of Script Hebrew.
    HEBREW_POINT,
    /// A leading consonant of Hangul (GCB L, Script Hangul), the filler U+115F among them.
    CHOSEONG,
    /// A vowel of Hangul (GCB V, Script Hangul), the filler U+1160 among them.
    JUNGSEONG,
    /// A trailing consonant of Hangul (GCB T, Script Hangul).
    JONGSEONG,
    /// A braille pattern with a dot.
    BRAILLE,
    /// Script Khitan_Small_Script, drawn.
    KHITAN,
    /// Default_Ignorable_Code_Point.
    IGNORABLE,
    /// White_Space.
    WHITE_SPACE,
    /// Draws something of its own, if only a box: not white space, default-ignorable, control,
    /// noncharacter, blank symbol, format control or stacker.
    DRAWN,
}

impl Traits {
    /// No property at all.
    pub(crate) const NONE: Self = Self(0);

    /// Both sets together.
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What both sets have.
    pub(crate) const fn only(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether any bit of `other` is set.
    pub(crate) const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}
