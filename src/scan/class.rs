//! Why a code point matters: one [`Class`] a reason, a partition of all code points.
//!
//! Sets come from the Unicode data by way of the generated tables; this file holds names and
//! order only.

use super::lookup::Kind;

/// Defines the enum, the list of all classes and their names in one place.
macro_rules! classes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)+) => {
        /// What a code point is, as far as hiding or acting goes. `Visible` is the remainder.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Class {
            $($(#[$doc])* $variant,)+
        }

        impl Class {
            /// Every class, in the order of the enum.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name that configuration files and reports use: lower case, hyphenated.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

classes! {
    /// Everything that no other class names: letters, digits, punctuation, symbols.
    Visible = "visible",
    /// U+0000.
    Nul = "nul",
    /// TAB and LF.
    TabLf = "tab-lf",
    /// CR.
    Cr = "cr",
    /// VT and FF.
    VtFf = "vt-ff",
    /// ESC.
    Esc = "esc",
    /// The other C0 controls.
    C0Other = "c0-other",
    /// U+007F.
    Del = "del",
    /// U+0085 NEXT LINE.
    Nel = "nel",
    /// The other C1 controls.
    C1Other = "c1-other",
    /// U+2028 and U+2029.
    LineParaSep = "line-para-sep",
    /// LRM and RLM.
    BidiMark = "bidi-mark",
    /// ALM, U+061C: apart from the other marks because profiles treat it apart.
    ArabicLetterMark = "arabic-letter-mark",
    /// LRE and RLE.
    BidiEmbed = "bidi-embed",
    /// LRO and RLO.
    BidiOverride = "bidi-override",
    /// PDF, U+202C.
    BidiPdf = "bidi-pdf",
    /// LRI, RLI and FSI.
    BidiIsolate = "bidi-isolate",
    /// PDI, U+2069.
    BidiPdi = "bidi-pdi",
    /// U+200B ZERO WIDTH SPACE.
    Zwsp = "zwsp",
    /// U+200C ZERO WIDTH NON-JOINER.
    Zwnj = "zwnj",
    /// U+200D ZERO WIDTH JOINER.
    Zwj = "zwj",
    /// U+2060 WORD JOINER.
    WordJoiner = "word-joiner",
    /// The invisible mathematical operators.
    InvisibleOp = "invisible-op",
    /// U+FEFF.
    Bom = "bom",
    /// The tag characters that mirror ASCII, and CANCEL TAG.
    Tag = "tag",
    /// U+E0001 LANGUAGE TAG.
    TagLanguage = "tag-language",
    /// The unassigned rest of the first 32 code points of the tags block.
    TagUnassigned = "tag-unassigned",
    /// U+FE0E, the text style selector.
    Vs15Text = "vs15-text",
    /// U+FE0F, the emoji style selector.
    Vs16Emoji = "vs16-emoji",
    /// VARIATION SELECTOR-1 to -14.
    Vs1To14 = "vs1-14",
    /// VARIATION SELECTOR-17 to -256.
    Vs17To256 = "vs17-256",
    /// The Mongolian free variation selectors.
    VsMongolian = "vs-mongolian",
    /// U+180E MONGOLIAN VOWEL SEPARATOR.
    Mvs = "mvs",
    /// U+00AD SOFT HYPHEN.
    SoftHyphen = "soft-hyphen",
    /// U+034F COMBINING GRAPHEME JOINER.
    Cgj = "cgj",
    /// The fillers of incomplete Hangul syllables.
    HangulJamoFiller = "hangul-jamo-filler",
    /// U+3164 and its half-width form.
    HangulCompatFiller = "hangul-compat-filler",
    /// The inherent vowels of Khmer.
    KhmerInherent = "khmer-inherent",
    /// The format controls of Duployan shorthand.
    ShorthandFormat = "shorthand-format",
    /// The beams, ties, slurs and phrases of musical notation.
    MusicalFormat = "musical-format",
    /// The deprecated format characters.
    DeprecatedFormat = "deprecated-format",
    /// Unassigned code points that are to be ignored when drawn.
    DiUnassigned = "di-unassigned",
    /// The interlinear annotation characters.
    Interlinear = "interlinear",
    /// U+FFFC.
    ObjectReplacement = "object-replacement",
    /// U+FFFD.
    ReplacementChar = "replacement-char",
    /// Format characters that are drawn, before a number or word.
    PrependedVisible = "prepended-visible",
    /// The joiners and segments of Egyptian hieroglyphs.
    EgyptianFormat = "egyptian-format",
    /// Symbols that draw nothing.
    BlankSymbol = "blank-symbol",
    /// Viramas that stack and draw nothing themselves.
    InvisibleStacker = "invisible-stacker",
    /// SPACE.
    AsciiSpace = "ascii-space",
    /// NO-BREAK SPACE and its narrow form.
    Nbsp = "nbsp",
    /// U+3000 IDEOGRAPHIC SPACE.
    IdeographicSpace = "ideographic-space",
    /// The other spaces.
    OtherSpace = "other-space",
    /// The private-use area of the first plane.
    PuaBmp = "pua-bmp",
    /// The private-use planes 15 and 16.
    PuaSupplementary = "pua-supplementary",
    /// The 66 noncharacters.
    Nonchar = "nonchar",
    /// Surrogate code points: never in well-formed text.
    Surrogate = "surrogate",
    /// Deprecated characters that are drawn.
    DeprecatedVisible = "deprecated-visible",
    /// Nonspacing and enclosing marks.
    Combining = "combining",
    /// Code points without a character yet.
    Unassigned = "unassigned",
}

impl Class {
    /// How many classes there are.
    pub const COUNT: usize = Self::ALL.len();

    /// The class of a scalar value.
    #[must_use]
    pub fn of(c: char) -> Self {
        Kind::of(c as u32).class
    }

    /// Whether its characters are drawn as nothing, or as a space that is not the plain one, or are
    /// acted on rather than drawn. TAB and LF are not hidden.
    #[must_use]
    pub const fn is_hidden(self) -> bool {
        !matches!(
            self,
            Self::Visible
                | Self::TabLf
                | Self::AsciiSpace
                | Self::IdeographicSpace
                | Self::ObjectReplacement
                | Self::ReplacementChar
                | Self::PrependedVisible
                | Self::InvisibleStacker
                | Self::PuaBmp
                | Self::PuaSupplementary
                | Self::DeprecatedVisible
                | Self::Combining
                | Self::Unassigned
        )
    }

    /// The class with this [name](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|class| class.name() == name)
    }
}
