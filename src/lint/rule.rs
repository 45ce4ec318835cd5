//! The registry of rules: everything that lists rules, explains them or names one takes it from
//! here.

use super::finding::Severity;
use crate::scan::Class;

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// Short, lower-case, hyphenated, stable.
    pub id: &'static str,
    /// What a hit is, in a few words.
    pub title: &'static str,
    /// The severity of a hit that nothing raises or lowers.
    pub severity: Severity,
    /// Off unless selected.
    pub is_optional: bool,
    /// The classes of characters that it is about; empty where it is about more than one character.
    pub classes: &'static [Class],
    /// Why a hit is dangerous.
    pub why: &'static str,
    /// What is legitimate, and therefore no hit.
    pub legitimate: &'static str,
    /// What to do.
    pub remedy: &'static str,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

/// Defines a static for each rule, and the list of all.
macro_rules! rules {
    ($($name:ident = $id:literal, $severity:ident $($optional:ident)?, [$($class:ident),*],
        $title:literal, $why:literal, $legitimate:literal, $remedy:literal;)+) => {
        $(
            #[doc = $title]
            pub(crate) static $name: Rule = Rule {
                id: $id,
                title: $title,
                severity: Severity::$severity,
                is_optional: rules!(@optional $($optional)?),
                classes: &[$(Class::$class),*],
                why: $why,
                legitimate: $legitimate,
                remedy: $remedy,
            };
        )+

        /// Every rule, in the order of the manual.
        pub static RULES: &[&Rule] = &[$(&$name),+];
    };
    (@optional optional) => { true };
    (@optional) => { false };
}

rules! {
    HIDDEN_RUN = "hidden-run", Error, [],
        "a run of different hidden characters",
        "Several kinds of hidden characters side by side are how text is hidden in text: each carries a few bits, and a model reads what no reviewer sees.",
        "Nothing: correct text has at most one or two, each where its script needs it.",
        "Remove the run; if it decodes to something, treat the file as hostile.";
    TAG = "tag", Error, [Tag, TagLanguage, TagUnassigned],
        "tag characters",
        "Each mirrors one ASCII character and draws nothing: whole instructions fit between two letters.",
        "The flags of England, Scotland and Wales, which are a black flag, five or six tags and a cancel tag.",
        "Remove them.";
    VARIATION_SELECTOR = "variation-selector", Error,
        [Vs15Text, Vs16Emoji, Vs1To14, Vs17To256, VsMongolian],
        "a variation selector without its base",
        "There are 256 of them, one for each byte: any data can follow any character unseen.",
        "One selector after a base that is listed with it: emoji and text style, registered ideographs, mathematics, Mongolian.",
        "Remove it.";
    BIDI_CONTROL = "bidi-control", Warning,
        [BidiEmbed, BidiOverride, BidiPdf, BidiIsolate, BidiPdi],
        "a bidirectional control",
        "It reorders what a reviewer reads: the text on screen is not the text that is run or followed (CVE-2021-42574).",
        "Balanced embeddings and isolates round right-to-left text, which are warnings; overrides and unbalanced ones are errors.",
        "Remove it; use markup for direction.";
    BIDI_MARK = "bidi-mark", Warning, [BidiMark, ArabicLetterMark],
        "a direction mark without right-to-left text near",
        "It draws nothing and can carry bits, or split a word for a search.",
        "LRM, RLM and ALM on a line with right-to-left letters within 64 characters.",
        "Remove it.";
    JOINER = "joiner", Warning, [Zwnj, Zwj],
        "a joiner that joins nothing",
        "It splits words for searches and filters while the reader and the model see them whole, and carries bits.",
        "Persian, Urdu, Kurdish and Indic spelling, and emoji sequences.",
        "Remove it.";
    ZERO_WIDTH_SPACE = "zero-width-space", Warning, [Zwsp],
        "a zero-width space",
        "It splits words for searches and filters, and carries bits.",
        "Word breaks in Thai, Lao, Khmer, Burmese and related scripts.",
        "Remove it, or write a space.";
    WORD_JOINER = "word-joiner", Warning, [WordJoiner],
        "a word joiner",
        "It draws nothing and splits words for searches and filters.",
        "Typography that forbids a line break; plain text seldom needs it.",
        "Remove it.";
    INNER_BOM = "inner-bom", Warning, [Bom],
        "a byte order mark inside the text",
        "It draws nothing; files put together by hand have it, and so do payloads.",
        "At the start of a file.",
        "Remove it.";
    INVISIBLE_OPERATOR = "invisible-operator", Error, [InvisibleOp],
        "an invisible mathematical operator",
        "Two of them make the bits of a well-known way to hide instructions.",
        "Mathematical markup, not text.",
        "Remove it.";
    DEPRECATED_FORMAT = "deprecated-format", Error, [DeprecatedFormat],
        "a deprecated format character",
        "It draws nothing, and nothing has used it for decades.",
        "Nothing.",
        "Remove it.";
    FILLER = "filler", Error, [HangulJamoFiller, HangulCompatFiller],
        "a Hangul filler",
        "It counts as a letter and draws nothing: names and paths that look equal differ, and two of them make bits.",
        "U+115F and U+1160 in incomplete syllables of old Korean.",
        "Remove it.";
    INHERENT_VOWEL = "inherent-vowel", Warning, [KhmerInherent],
        "an invisible Khmer vowel",
        "It draws nothing, and its use is discouraged by the Unicode Standard.",
        "Nothing.",
        "Remove it.";
    SOFT_HYPHEN = "soft-hyphen", Note, [SoftHyphen],
        "a soft hyphen",
        "It is seen only at the end of a line, and splits words for searches and filters.",
        "Hyphenation, which cannot be told from splitting.",
        "Remove it unless the text is set in narrow columns.";
    GRAPHEME_JOINER = "grapheme-joiner", Warning, [Cgj],
        "a combining grapheme joiner that joins nothing",
        "It draws nothing and splits words for searches and filters.",
        "Between a letter or mark and a mark, as in pointed Hebrew.",
        "Remove it.";
    VOWEL_SEPARATOR = "vowel-separator", Warning, [Mvs],
        "a Mongolian vowel separator outside Mongolian",
        "It draws nothing or a small gap.",
        "Before a Mongolian letter.",
        "Remove it.";
    FORMAT_CONTROL = "format-control", Error, [ShorthandFormat, MusicalFormat, EgyptianFormat],
        "a notation's format control outside the notation",
        "It draws nothing, and codecs use it as a symbol.",
        "Beside a character of Duployan shorthand, musical notation or Egyptian hieroglyphs.",
        "Remove it.";
    UNASSIGNED_IGNORABLE = "unassigned-ignorable", Error, [DiUnassigned],
        "an unassigned code point that draws nothing",
        "Programs are told to draw nothing for it, so it can carry anything.",
        "Nothing.",
        "Remove it.";
    NONCHARACTER = "noncharacter", Error, [Nonchar],
        "a noncharacter",
        "It is for use inside a program only, and never for text that is passed on.",
        "Nothing.",
        "Remove it.";
    ANNOTATION = "annotation", Error, [Interlinear],
        "an interlinear annotation character",
        "It wraps text that may be hidden from the reader.",
        "Inside programs; never in text that is passed on.",
        "Remove it, and look at what it wraps.";
    OBJECT_REPLACEMENT = "object-replacement", Warning, [ObjectReplacement],
        "a placeholder for an object that is not there",
        "It is left when a picture is pasted as text; nobody can say what it stood for.",
        "Nothing in plain text.",
        "Remove it.";
    REPLACEMENT_CHARACTER = "replacement-character", Note, [ReplacementChar],
        "a replacement character",
        "Something could not be read when the text was made.",
        "Text about the character itself.",
        "Restore what was lost.";
    BLANK_SYMBOL = "blank-symbol", Warning, [BlankSymbol],
        "a symbol that draws nothing",
        "It passes for a name or an indentation and is neither empty nor white space.",
        "Among its kind: blank braille cells between braille, blanks between hieroglyphs or notes.",
        "Write a space.";
    CONTROL = "control", Error, [Nul, C0Other, Del],
        "a control character",
        "Terminals act on it: backspaces and the like overwrite what was written.",
        "TAB, LF and CR before LF.",
        "Remove it.";
    C1_CONTROL = "c1-control", Warning, [C1Other],
        "a C1 control character",
        "Some terminals act on it; more often it is the trace of text that was decoded wrongly.",
        "Nothing in text.",
        "If the text was meant to be Windows-1252, convert it; else remove it.";
    ESCAPE_SEQUENCE = "escape-sequence", Error, [Esc],
        "a terminal escape sequence",
        "Terminals act on it: it moves, hides, colours and replaces text, sets titles, makes links and asks the terminal to type.",
        "Nothing in a document; write `\\x1b` where one is meant.",
        "Remove it.";
    LINE_SEPARATOR = "line-separator", Warning, [LineParaSep, Nel, VtFf],
        "a line break that only some programs see",
        "Programs disagree on whether it ends a line: a reviewer sees one line, a parser two.",
        "Exports of word processors and mainframes.",
        "Write LF.";
    FORM_FEED = "form-feed", Note, [],
        "a form feed",
        "Some programs end a line at it.",
        "Page breaks in sources and in plain-text documents.",
        "Remove it where no printer needs it.";
    LONE_CR = "lone-cr", Warning, [Cr],
        "a carriage return that is not part of CRLF",
        "A terminal writes what follows over what came before; some parsers end a line at it.",
        "Before LF.",
        "Write LF.";
    INVALID_UTF8 = "invalid-utf8", Warning, [],
        "ill-formed UTF-8",
        "Programs drop, replace or misread it, each in its own way, and what is hidden between such bytes appears when they are dropped.",
        "Nothing in text.",
        "Restore the text, or mark the file as binary.";
    PRIVATE_USE = "private-use", Note, [PuaBmp, PuaSupplementary],
        "private-use characters",
        "What they mean is agreed between two parties, one of which may be a model; three or more in a row are a warning.",
        "Icons of a font.",
        "Write what they stand for.";
    STACKED_MARKS = "stacked-marks", Note, [Combining, InvisibleStacker],
        "many marks on one base",
        "Stacks of marks cover the lines above and below; more than eight are a warning.",
        "Up to four, which no orthography exceeds.",
        "Remove what is too much.";
    SELECTOR_PATTERN = "selector-pattern", Warning, [],
        "a character whose style changes again and again",
        "Text and emoji style of one character in turn can carry bits, each of them correct.",
        "One style throughout; fewer than eight changes of each kind.",
        "Look at the pattern; keep one style.";
    JOINER_DENSITY = "joiner-density", Warning, [],
        "more joiners than any orthography has",
        "A joiner after every other letter can carry bits, each of them correct.",
        "Persian and Indic text has fewer than one in ten letters; from one in five on, and 64 in all, it is reported.",
        "Look at the pattern; remove the joiners that change nothing.";
    IDEOGRAPH_DENSITY = "ideograph-density", Warning, [],
        "more ideographic variants than any text has",
        "A selector after every other ideograph can carry bits, each of them correct.",
        "Names and places; from one in four ideographs on, and 256 in all, it is reported.",
        "Look at the pattern; keep the selectors of names.";
    FILE_NAME = "file-name", Error, [],
        "a hidden character in the name of a file",
        "The name that is shown is not the name that is opened.",
        "What the rules of text accept.",
        "Rename the file.";
    FRONT_MATTER_BREAK = "front-matter-break", Error, [],
        "a line break in front matter that parsers disagree on",
        "Some YAML parsers end a line at NEL, U+2028, U+2029, FF or a lone CR, others do not: what looks like a comment adds a key.",
        "LF and CRLF.",
        "Remove it.";
    FRONT_MATTER_KEY = "front-matter-key", Error, [],
        "a hidden character in a key of front matter",
        "The key that is shown is not the key that is read.",
        "Joiners and selectors that the spelling of a key needs.",
        "Remove it.";
    FRONT_MATTER_DUPLICATE = "front-matter-duplicate", Error, [],
        "a key that front matter has twice",
        "Parsers disagree on which one counts: a reviewer reads the one, an agent the other.",
        "Merge keys, `<<`.",
        "Keep one.";
    FRONT_MATTER_ESCAPE = "front-matter-escape", Error, [],
        "an escape in front matter that decodes to a hidden character",
        "The file holds only ASCII; what an agent loads holds hidden text.",
        "Escapes of visible characters and of no-break spaces; joiners and selectors where raw ones are accepted.",
        "Remove it.";
    SKILL_NAME = "skill-name", Warning, [],
        "a skill's name that breaks the Agent Skills specification",
        "Clients reject the skill, or load another one than the reviewer thinks.",
        "1 to 64 lower-case ASCII letters, digits and hyphens; no hyphen at an end, none doubled; equal to the folder's name.",
        "Rename the skill.";
    SKILL_DESCRIPTION = "skill-description", Warning, [],
        "a skill's description that breaks the Agent Skills specification",
        "Clients reject or cut it; it is loaded into every prompt.",
        "1 to 1,024 characters, without angle brackets.",
        "Shorten it, and take out the markup.";
    HTML_COMMENT = "html-comment", Warning optional, [],
        "a comment that is not shown",
        "Nobody sees it in the rendered page; a model reads it.",
        "Short directives of known tools, such as markdownlint-disable and prettier-ignore.",
        "Remove it, or write it where it is seen.";
    HIDDEN_ELEMENT = "hidden-element", Warning optional, [],
        "markup that hides its text",
        "Nobody sees it in the rendered page; a model reads it.",
        "Markup that shows its text, if only when asked, such as `<details>`; elements that hold none.",
        "Remove it.";
    CHARACTER_REFERENCE = "character-reference", Warning optional, [],
        "a character reference that decodes to a hidden character",
        "The source holds only ASCII; the rendered page holds hidden text.",
        "References of visible characters and of no-break spaces; joiners and selectors where raw ones are accepted; code.",
        "Remove it.";
    JSON_ESCAPE = "json-escape", Warning, [],
        "an escape in JSON that decodes to a hidden character",
        "The file holds only ASCII; what a program or a model reads holds hidden text. Manifests of tools and logs of agents are JSON. A character is as bad as it would be unspelled, but controls are warnings, since JSON cannot hold them otherwise, and colours for terminals are notes.",
        "Escapes of visible characters and of no-break spaces; joiners, selectors and marks where raw ones are accepted.",
        "Remove it, or filter the file with --input json.";
    ESCAPED_HIDDEN = "escaped-hidden", Warning optional, [],
        "an escape that decodes to a hidden character",
        "The file holds only ASCII; what a program reads holds hidden text.",
        "Escapes of visible characters; joiners and selectors where raw ones are accepted; in source code, control characters, which strings for terminals are made of, and lines that are comments. JSON has a rule of its own.",
        "Remove it.";
    PADDING = "padding", Warning optional, [],
        "text pushed out of sight by white space",
        "It stands far to the right or far below, where nobody scrolls.",
        "Fewer than 200 spaces in a line, fewer than 100 empty lines; the cells of a table.",
        "Remove the white space, and read what comes after it.";
    CONFUSABLE = "confusable", Warning optional, [],
        "a letter of another script in an ASCII word",
        "It looks like the ASCII letter and is another: names and addresses that look equal differ.",
        "Words of one script, letters of the Latin script with or without marks, and Greek letters as symbols.",
        "Write the ASCII letter.";
    UNUSUAL_SPACE = "unusual-space", Note optional, [Nbsp, OtherSpace, IdeographicSpace],
        "a space that is not the plain one",
        "It looks like a space and is not one to programs.",
        "Typography: no-break spaces before French punctuation, between numbers and units.",
        "Write a plain space where nothing depends on it.";
}

/// The rule with this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}

/// The rule that a hit of this class breaks; `None` for classes that no rule is about.
pub(crate) fn rule_of(class: Class) -> Option<&'static Rule> {
    const BY_CLASS: [Option<&Rule>; Class::COUNT] = {
        let mut all = [None; Class::COUNT];
        let mut at = RULES.len();
        // The first one counts.
        while at > 0 {
            at -= 1;
            let classes = RULES[at].classes;
            let mut class = 0;
            while class < classes.len() {
                all[classes[class] as usize] = Some(RULES[at]);
                class += 1;
            }
        }
        all
    };
    BY_CLASS[class as usize]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_well_formed() {
        let ids: HashSet<_> = RULES.iter().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), RULES.len());
        for id in ids {
            assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
        }
    }

    #[test]
    fn no_class_belongs_to_two_rules() {
        for class in Class::ALL {
            let rules = RULES.iter().filter(|rule| rule.classes.contains(class)).count();
            assert!(rules <= 1, "{}", class.name());
        }
    }
}
