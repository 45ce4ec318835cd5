//! Checks of the data, and of the tables against it.

use std::path::Path;

use super::super::{class::Class, lookup, lookup::Kind, tables, traits::Traits};
use super::kinds::Properties;
use super::ucd::{END, Ranges, pairs};
use super::{fold, render};

#[test]
fn tables_are_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/scan/tables.rs");
    let fresh = render::tables();
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(&path, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap();
    assert!(committed == fresh, "src/scan/tables.rs is not current: run with UPDATE=1");
}

#[cfg(feature = "cli")]
#[test]
fn data_files_have_the_listed_sums() {
    use sha2::{Digest, Sha256};

    let sums = super::ucd::text("SHA256SUMS");
    for line in sums.lines() {
        let (sum, file) = line.split_once("  ").unwrap();
        let bytes = std::fs::read(super::ucd::folder().join(file)).unwrap();
        let found: String =
            Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, sum, "{file}");
    }
    assert_eq!(sums.lines().count(), 18);
}

/// How many code points each class has in Unicode 18.0.
const CLASS_COUNTS: &[(Class, usize)] = &[
    (Class::Nul, 1),
    (Class::TabLf, 2),
    (Class::Cr, 1),
    (Class::VtFf, 2),
    (Class::Esc, 1),
    (Class::C0Other, 25),
    (Class::Del, 1),
    (Class::Nel, 1),
    (Class::C1Other, 31),
    (Class::LineParaSep, 2),
    (Class::BidiMark, 2),
    (Class::ArabicLetterMark, 1),
    (Class::BidiEmbed, 2),
    (Class::BidiOverride, 2),
    (Class::BidiPdf, 1),
    (Class::BidiIsolate, 3),
    (Class::BidiPdi, 1),
    (Class::Zwsp, 1),
    (Class::Zwnj, 1),
    (Class::Zwj, 1),
    (Class::WordJoiner, 1),
    (Class::InvisibleOp, 4),
    (Class::Bom, 1),
    (Class::Tag, 96),
    (Class::TagLanguage, 1),
    (Class::TagUnassigned, 31),
    (Class::Vs15Text, 1),
    (Class::Vs16Emoji, 1),
    (Class::Vs1To14, 14),
    (Class::Vs17To256, 240),
    (Class::VsMongolian, 4),
    (Class::Mvs, 1),
    (Class::SoftHyphen, 1),
    (Class::Cgj, 1),
    (Class::HangulJamoFiller, 2),
    (Class::HangulCompatFiller, 2),
    (Class::KhmerInherent, 2),
    (Class::ShorthandFormat, 4),
    (Class::MusicalFormat, 8),
    (Class::DeprecatedFormat, 6),
    (Class::DiUnassigned, 3738),
    (Class::Interlinear, 3),
    (Class::ObjectReplacement, 1),
    (Class::ReplacementChar, 1),
    (Class::PrependedVisible, 13),
    (Class::EgyptianFormat, 16),
    (Class::BlankSymbol, 5),
    (Class::InvisibleStacker, 16),
    (Class::AsciiSpace, 1),
    (Class::Nbsp, 2),
    (Class::IdeographicSpace, 1),
    (Class::OtherSpace, 13),
    (Class::PuaBmp, 6400),
    (Class::PuaSupplementary, 131_068),
    (Class::Nonchar, 66),
    (Class::Surrogate, 2048),
    (Class::DeprecatedVisible, 8),
    (Class::Combining, 1821),
    (Class::Unassigned, 797_888),
];

#[test]
fn classes_have_their_counts() {
    let mut found = vec![0; Class::COUNT];
    (0..END).for_each(|cp| found[Kind::of(cp).class as usize] += 1);
    let mut rest = END as usize;
    for &(class, count) in CLASS_COUNTS {
        assert_eq!(found[class as usize], count, "{class:?}");
        rest -= count;
    }
    assert_eq!(CLASS_COUNTS.len() + 1, Class::COUNT, "all but the remainder");
    assert_eq!(found[Class::Visible as usize], rest);
}

#[test]
fn lookup_gives_what_was_derived() {
    let derived = Properties::read().kinds();
    for (cp, (class, traits)) in (0..).zip(derived) {
        assert_eq!(Kind::of(cp), Kind { class, traits }, "U+{cp:04X}");
    }
    assert_eq!(Kind::of(END).class, Class::Unassigned);
    assert_eq!(Kind::of(u32::MAX).class, Class::Unassigned);
}

fn count(holds: impl Fn(u32) -> bool) -> usize {
    (0..END).filter(|&cp| holds(cp)).count()
}

#[test]
fn properties_have_their_counts() {
    let ucd = Properties::read();
    let gc = |cp, value| ucd.data.get(cp).is_some_and(|row| row.category == value);
    let joining = |value| count(|cp| ucd.joining.is(cp, value));
    assert_eq!(count(|cp| gc(cp, "Cf")), 170);
    assert_eq!(count(|cp| ucd.white_space.has(cp)), 25);
    assert_eq!(count(|cp| ucd.bidi_control.has(cp)), 12);
    assert_eq!(count(|cp| ucd.selector.has(cp)), 260);
    assert_eq!(count(|cp| ucd.noncharacter.has(cp)), 66);
    assert_eq!(count(|cp| ucd.ignorable.has(cp)), 4174);
    assert_eq!(count(|cp| ucd.ignorable.has(cp) && ucd.data.has(cp)), 405);
    assert_eq!(count(|cp| ucd.pictographic.has(cp) && !ucd.data.has(cp)), 1426);
    assert_eq!(["D", "R", "L", "C", "T"].map(joining), [615, 153, 27, 7, 2255]);

    let with = |traits| count(|cp| Kind::of(cp).traits.any(traits));
    assert_eq!(with(Traits::TRANSPARENT), 1861);
    assert_eq!(with(Traits::COMPLEX), 757);
    assert_eq!(with(Traits::VIRAMA), 69);
    assert_eq!(with(Traits::STYLED), 371);
    assert_eq!(with(Traits::BRAILLE), 255);
}

#[test]
fn emoji_styles_come_in_twos() {
    let styles = pairs("emoji/emoji-variation-sequences.txt");
    assert_eq!(styles.len(), 742);
    for two in styles.chunks(2) {
        assert_eq!((two[0].0, two[0].1, two[1].1), (two[1].0, 0xFE0E, 0xFE0F));
    }
    assert_eq!(styles.iter().filter(|(base, _)| *base <= 0x7F).count(), 24);
}

#[test]
fn standardized_pairs() {
    let ucd = Properties::read();
    let all = pairs("StandardizedVariants.txt");
    let bases: std::collections::BTreeSet<_> = all.iter().map(|(base, _)| *base).collect();
    assert_eq!((all.len(), bases.len()), (1437, 1190));
    assert!(all.iter().all(|&(base, selector)| lookup::is_standardized(base, selector)));
    assert_eq!(tables::STANDARDIZED.len(), all.len());

    let script = |script| all.iter().filter(|(base, _)| ucd.script.is(*base, script)).count();
    let scripts = ["Egyptian_Hieroglyphs", "Myanmar", "Manichaean", "Phags_Pa", "Mongolian"];
    assert_eq!(scripts.map(script), [146, 27, 5, 6, 117]);
    let compatibility = super::ucd::text("StandardizedVariants.txt");
    assert_eq!(compatibility.matches("; CJK COMPATIBILITY IDEOGRAPH-").count(), 1002);

    assert!(all.iter().all(|(_, selector)| !(0xFE07..=0xFE0D).contains(selector)));
    let ascii: Vec<_> = all.iter().filter(|(base, _)| *base <= 0x7F).collect();
    assert_eq!(ascii, [&(0x30, 0xFE00)]);
    for (base, selector) in [(0x30, 0xFE01), (0x31, 0xFE00), (0x30, 0x0600), (0x30, 0xE0100)] {
        assert!(!lookup::is_standardized(base, selector));
    }
}

#[test]
fn ideographic_pairs() {
    let unified = Ranges::only("PropList.txt", "Unified_Ideograph");
    let all = render::ideographs();
    let total: u32 = all.iter().map(|(_, count)| u32::from(*count)).sum();
    assert_eq!((total, all.len()), (29_437, 15_290));
    assert!(all.iter().all(|(base, count)| unified.has(*base) && *count <= 32));
    assert!(all.iter().all(|(base, count)| lookup::ideographic_variants(*base) == *count));
    let pairs = pairs("ivd/IVD_Sequences.txt");
    assert!(pairs.iter().all(|&(base, selector)| lookup::is_ideographic_variant(base, selector)));
    let others = [(0x3402, 0xE00FF), (0x3402, 0xFE00), (0x3402, 0xE0120), (0x41, 0xE0100)];
    assert!(!others.iter().any(|&(base, selector)| lookup::is_ideographic_variant(base, selector)));
    let found = count(|cp| lookup::ideographic_variants(cp) != 0);
    assert_eq!(found, all.len());
}

#[test]
fn flags_of_tags() {
    let ascii: Vec<_> = tables::FLAG_TAGS.iter().map(<[u8; 5]>::as_slice).collect();
    assert_eq!(ascii, [b"gbeng", b"gbsct", b"gbwls"]);
    assert_eq!((tables::FLAG_BASE, tables::FLAG_END), (0x1F3F4, 0xE007F));
    assert_eq!(render::flag_sequences().len(), ascii.len());
}

#[test]
fn names_are_the_standard_ones() {
    let ucd = Properties::read();
    for c in '\0'..=char::MAX {
        let cp = c as u32;
        let name = lookup::name(c);
        if let Some(row) = ucd.data.get(cp).filter(|row| row.category != "Cc") {
            assert!(name == row.name || name.starts_with('<'), "U+{cp:04X} {name}");
        }
    }
    let samples = [
        ('\0', "NULL"),
        ('\r', "CARRIAGE RETURN"),
        ('\u{1B}', "ESCAPE"),
        (' ', "SPACE"),
        ('\u{80}', "PADDING CHARACTER"),
        ('\u{85}', "NEXT LINE"),
        ('\u{99}', "SINGLE GRAPHIC CHARACTER INTRODUCER"),
        ('\u{200D}', "ZERO WIDTH JOINER"),
        ('\u{202E}', "RIGHT-TO-LEFT OVERRIDE"),
        ('\u{180F}', "MONGOLIAN FREE VARIATION SELECTOR FOUR"),
        ('\u{FE00}', "VARIATION SELECTOR-1"),
        ('\u{E01EF}', "VARIATION SELECTOR-256"),
        ('\u{E0020}', "TAG SPACE"),
        ('\u{E0041}', "TAG LATIN CAPITAL LETTER A"),
        ('\u{E007A}', "TAG LATIN SMALL LETTER Z"),
        ('\u{E007F}', "CANCEL TAG"),
        ('\u{FFFD}', "REPLACEMENT CHARACTER"),
        ('\u{FFFE}', "<noncharacter-FFFE>"),
        ('\u{E000}', "<private-use-E000>"),
        ('\u{10FFFD}', "<private-use-10FFFD>"),
        ('\u{E0080}', "<unassigned-E0080>"),
        ('\u{378}', "<unassigned-0378>"),
        ('a', "<U+0061>"),
        ('\u{301}', "<U+0301>"),
    ];
    for (c, name) in samples {
        assert_eq!(lookup::name(c), name);
    }
}

#[test]
fn every_invisible_character_has_a_name() {
    let named = '\0'..=char::MAX;
    let mut named = named.filter(|c| lookup::name(*c).starts_with("<U+"));
    assert!(named.all(|c| {
        let Kind { class, traits } = Kind::of(c as u32);
        traits.any(Traits::DRAWN) || class == Class::InvisibleStacker
    }));
}

#[test]
fn look_alikes_fold() {
    let derived = fold::look_alikes(&Properties::read().data);
    for c in '\u{80}'..=char::MAX {
        assert_eq!(lookup::fold(c), derived.get(&(c as u32)).copied(), "U+{:04X}", c as u32);
    }
    for c in '\0'..='\x7F' {
        assert_eq!(lookup::fold(c).map(char::from), Some(c.to_ascii_lowercase()));
    }
    let samples = [
        ("\u{FF1C}\u{FE64}\u{2039}\u{27E8}\u{3008}\u{276E}\u{2770}\u{AB}\u{226A}\u{29FC}", '<'),
        ("\u{FF1E}\u{FE65}\u{203A}\u{27E9}\u{3009}\u{276F}\u{2771}\u{BB}\u{226B}\u{29FD}", '>'),
        ("\u{FF0F}\u{2215}\u{2044}", '/'),
        ("\u{2010}\u{2014}\u{2212}\u{FF0D}\u{301C}\u{FE58}", '-'),
        ("\u{FF21}\u{FF41}\u{1D400}\u{1D5BA}\u{430}", 'a'),
        ("\u{212A}", 'k'),
    ];
    for (text, ascii) in samples {
        assert!(text.chars().all(|c| lookup::fold(c).map(char::from) == Some(ascii)), "{ascii}");
    }
    for c in ['\u{E9}', '\u{A0}', '\u{2003}', '\u{2260}', '\u{4E00}', '\u{10FFFF}'] {
        assert_eq!(lookup::fold(c), None);
    }
}
