//! Inputs for the laws: every class, the neighbours that the rules ask for, sequences and broken
//! bytes, alone, in small alphabets and in long runs.

use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use untrusted_filter::Class;

use crate::model;

/// Letters, marks, digits and blanks that some rule looks at, one or more of each kind.
const NEIGHBOURS: &str = concat!(
    "aZ1#*.<>&~ \t\n\r\u{a0}\u{2003}\u{202f}\u{3000}\u{fffd}\u{e000}\u{378}\u{fdd0}\u{fffc}",
    // Joining types D, R, L, C, T, U and RTL of many scripts; unassigned RTL.
    "\u{628}\u{6cc}\u{627}\u{648}\u{621}\u{640}\u{64e}\u{670}\u{6f1}\u{660}\u{600}\u{6dd}\u{70f}",
    "\u{710}\u{712}\u{711}\u{7ca}\u{7eb}\u{860}\u{8a0}\u{a840}\u{a872}\u{1e900}\u{1e944}\u{10ac0}",
    "\u{10ac5}\u{10ad0}\u{10d00}\u{10d24}\u{10bff}\u{590}\u{10f30}\u{10f46}",
    // Hebrew letters, points and accents.
    "\u{5d0}\u{5e9}\u{5b0}\u{5bc}\u{5c1}\u{591}\u{5be}\u{fb1e}\u{fb2a}",
    // Indic and other letters, vowel signs, viramas, stackers.
    "\u{915}\u{937}\u{930}\u{94d}\u{93f}\u{902}\u{966}\u{9b0}\u{9cd}\u{9af}\u{a95}\u{acd}\u{c95}",
    "\u{cb0}\u{ccd}\u{d28}\u{d4d}\u{d7b}\u{d9a}\u{dca}\u{dbb}\u{f40}\u{f77}\u{f84}\u{1b05}\u{1b44}",
    "\u{1780}\u{17d2}\u{17b6}\u{17b4}\u{17a3}\u{e01}\u{e31}\u{e3a}\u{e81}\u{eb1}\u{1000}\u{1039}",
    "\u{103a}\u{1019}\u{1950}\u{1980}\u{1a20}\u{1a60}\u{aa80}\u{11700}\u{2d30}\u{2d7f}\u{a9c0}",
    // Mongolian and Phags-pa.
    "\u{1820}\u{1828}\u{182d}\u{1887}\u{18a9}\u{1885}\u{180a}\u{1810}\u{a856}",
    // Hangul jamo and syllables.
    "\u{1100}\u{1112}\u{a960}\u{1161}\u{d7b0}\u{11a8}\u{d7cb}\u{ac00}\u{3131}",
    // Ideographs with and without registered variants.
    "\u{4e00}\u{845b}\u{8fbb}\u{9089}\u{3402}\u{20bb7}\u{fa10}",
    // Pictures.
    "\u{2764}\u{1f469}\u{1f4bb}\u{1f3fd}\u{1f3f4}\u{2620}\u{1f1e6}\u{20e3}\u{a9}\u{1faff}\u{2640}",
    // Marks of all categories.
    "\u{301}\u{338}\u{489}\u{20dd}\u{e0f}\u{93e}\u{1ab0}",
    // Egyptian, musical, Duployan, Khitan, braille, their blanks and formats.
    "\u{13000}\u{13430}\u{13437}\u{13440}\u{13447}\u{13441}\u{13442}\u{1d100}\u{1d158}\u{1d165}",
    "\u{1d167}\u{1d159}\u{1d173}\u{1d17a}\u{1d127}\u{1bc00}\u{1bc9d}\u{1bca0}\u{1bca3}\u{18b00}",
    "\u{16fe4}\u{2801}\u{28ff}\u{2800}",
);

/// What the rules judge.
const JUDGED: &str = concat!(
    "\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{61c}\u{34f}\u{fe00}\u{fe01}\u{fe0e}\u{fe0f}",
    "\u{fe07}\u{e0100}\u{e0101}\u{e011f}\u{e01ef}\u{180b}\u{180c}\u{180d}\u{180f}\u{180e}\u{115f}",
    "\u{1160}\u{2800}\u{13441}\u{1d159}\u{16fe4}\u{1bca0}\u{1d173}\u{13430}\u{ad}\u{2060}\u{feff}",
    "\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e007f}\u{e0001}\u{202e}\u{2066}\u{2028}\u{85}\u{b}\0",
    "\u{1b}\u{9b}\u{301}\u{1039}\r",
);

/// Longer pieces: what a rule accepts whole, and what nearly passes.
const FRAGMENTS: &[&str] = &[
    "\r\n",
    "1\u{fe0f}\u{20e3}",
    "*\u{20e3}",
    "0\u{fe00}",
    "\u{1f469}\u{1f3fd}\u{200d}\u{1f4bb}",
    "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}",
    "\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\u{1f3f4}\u{e0075}\u{e0073}\u{e0063}\u{e0061}\u{e007f}",
    "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}",
    "\u{915}\u{94d}\u{200d}\u{937}",
    "\u{9b0}\u{200d}\u{9cd}\u{9af}",
    "\u{d28}\u{d4d}\u{200d}",
    "\u{5d1}\u{5bc}\u{200d}\u{5b0}",
    "\u{5d1}\u{5b0}\u{34f}\u{591}",
    "\u{115f}\u{1160}\u{11a8}",
    "\u{1100}\u{1160}",
    "\u{115f}\u{1161}",
    "\u{1d158}\u{1d165}\u{1d173}\u{1d158}\u{1d165}\u{1d174}",
    "\u{13000}\u{13430}\u{13001}",
    "\u{1820}\u{180e}\u{1820}\u{180b}",
    "\u{17d2}\u{200b}\u{1780}",
    "\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}",
    "\u{2801}\u{2800}\u{2800}\u{2802}",
];

/// What one rule and its neighbours are made of: an alphabet a line.
const SCENES: &[&[&str]] = &[
    &["\u{e01}", "\u{1780}", "\u{1039}", "\u{200b}", "\u{200c}", "\u{fe00}", "\u{34f}", "a", " "],
    &[
        "\u{628}", "\u{627}", "\u{621}", "\u{64e}", "\u{200c}", "\u{200d}", "\u{34f}", "\u{fe0f}",
        "a",
    ],
    &["\u{a872}", "\u{640}", "\u{f77}", "\u{200c}", "\u{200d}", "1", " ", "\u{e0061}", "\u{6f1}"],
    &[
        "\u{915}", "\u{94d}", "\u{93f}", "\u{9b0}", "\u{9cd}", "\u{200c}", "\u{200d}", "a",
        "\u{fe00}",
    ],
    &["\u{1f469}", "\u{1f3fd}", "\u{fe0f}", "\u{fe0e}", "\u{200d}", "\u{2764}", "\u{ad}", "a"],
    &["1", "#", "\u{fe0f}", "\u{fe0e}", "\u{20e3}", "\u{34f}", "\u{fe00}", "\u{200d}", "\u{301}"],
    &[
        "\u{1f3f4}",
        "\u{e0067}\u{e0062}",
        "\u{e0065}\u{e006e}\u{e0067}",
        "\u{e0073}\u{e0063}\u{e0074}",
        "\u{e0077}\u{e006c}\u{e0073}",
        "\u{e007f}",
        "\u{e0078}",
        "\u{2060}",
        "\u{fe0f}",
    ],
    &[
        "\u{1820}", "\u{1828}", "\u{180b}", "\u{180d}", "\u{180e}", "\u{202f}", "\u{200c}",
        "\u{34f}", "a",
    ],
    &[
        "\u{115f}", "\u{1160}", "\u{1100}", "\u{1161}", "\u{11a8}", "\u{ac00}", "\u{200c}",
        "\u{fe00}",
    ],
    &["\u{13000}", "\u{13430}", "\u{13437}", "\u{13440}", "\u{13441}", "\u{fe00}", "\u{200d}", "a"],
    &[
        "\u{1d158}",
        "\u{1d165}",
        "\u{1d167}",
        "\u{1d173}",
        "\u{1d17a}",
        "\u{1d159}",
        "\u{200c}",
        "a",
    ],
    &["\u{1bc00}", "\u{1bc9d}", "\u{1bca0}", "\u{1bca3}", "\u{200c}", "\u{fe00}", "\u{34f}", "a"],
    &["\u{18b00}", "\u{16fe4}", "\u{13440}", "\u{200d}", "\u{710}", "\u{34f}", "\u{301}", "a"],
    &["\u{2800}", "\u{2801}", "\u{fe00}", "\u{34f}", "\u{200c}", "\u{200b}", "\u{e0061}", "a", " "],
    &[
        "\u{5d1}", "\u{5bc}", "\u{5b0}", "\u{591}", "\u{200d}", "\u{34f}", "\u{fb1e}", "\u{301}",
        "a",
    ],
    &[
        "a",
        "\u{301}",
        "\u{489}",
        "\u{34f}",
        "\u{200d}",
        "\u{f77}",
        "\u{93e}",
        "\u{301}\u{301}\u{301}",
    ],
    &[
        "\u{200e}", "\u{200f}", "\u{61c}", "\u{5d0}", "\u{628}", "a", "\n", "\r", "\u{b}",
        "\u{2028}",
    ],
    &[
        "\r", "\n", "\u{b}", "\u{85}", "\u{2060}", "\u{200d}", "\u{200b}", "\u{fe00}", "\u{301}",
        "a",
    ],
    &[
        "\u{845b}",
        "\u{e0100}",
        "\u{e0101}",
        "\u{fe00}",
        "\u{4e00}",
        "\u{34f}",
        "\u{301}",
        "\u{200d}",
    ],
    &[
        "\u{1b}", "[", "]", "\\", "m", "\u{9b}", "\u{9c}", "\u{9d}", "\u{7}", "\u{18}", "\n", "(",
        "~",
    ],
    &["~", "~~", "~~~", "\u{2060}", " ", "\n", "\u{1b}[", "m", "<", "&"],
    &["\u{fe00}", "\u{fe0f}", "\u{e0100}", "\u{200e}", "\u{200b}", "a", "\u{845b}", "\u{e0041}"],
];

/// What may lie between a judged character and the neighbour that it needs.
const BETWEEN: &[&str] = &[
    "\u{2060}",
    "\u{ad}",
    "\u{fe00}",
    "\u{34f}",
    "\u{e0061}",
    "\u{200b}",
    "\u{200c}",
    "\u{200d}",
    "\u{200e}",
    "\u{f77}",
    "\u{301}",
    "\u{2800}",
    "\u{1b}[m",
    "a",
    " ",
    "\u{10400}",
];

/// Terminal sequences, whole and in parts.
const SEQUENCES: &[&str] = &[
    "\u{1b}",
    "\u{1b}[",
    "\u{1b}[31m",
    "\u{1b}[?25l",
    "\u{1b}[1 q",
    "31",
    ";",
    "m",
    "[",
    "]",
    "\\",
    "\u{9b}",
    "\u{9b}1m",
    "\u{1b}]",
    "\u{1b}]0;x\u{7}",
    "\u{1b}]8;;u\u{1b}\\",
    "\u{1b}\\",
    "\u{9c}",
    "\u{9d}",
    "\u{90}",
    "\u{98}",
    "\u{9e}",
    "\u{9f}",
    "\u{1b}P",
    "\u{1b}X",
    "\u{1b}^",
    "\u{1b}_",
    "\u{18}",
    "\u{1a}",
    "\u{7}",
    "\u{1b}(B",
    "\u{1b} F",
    "\u{1b}(",
    "\u{1b}7",
    "\u{1b}c",
    "\u{84}",
    "\u{7f}",
    "\u{1}",
    "\u{1b}[8m",
    "\u{1b}[38;5;1m",
    "\u{1b}[m",
];

/// Bytes that are not UTF-8.
const BROKEN: &[&[u8]] = &[
    b"\x80",
    b"\x9b",
    b"\xc2",
    b"\xe2",
    b"\xe2\x80",
    b"\xed\xa0\x80",
    b"\xf0\x9f",
    b"\xf0\x9f\x98",
    b"\xf3\xa0\x81",
    b"\xff",
    b"\xc0\xaf",
    b"\xf4\x90\x80\x80",
    b"\xef\xb8",
    b"\x9c",
    b"\xe2\xff\x80\xae",
];

fn pools() -> &'static [Vec<char>] {
    static POOLS: LazyLock<Vec<Vec<char>>> = LazyLock::new(|| {
        let mut pools = vec![Vec::new(); Class::COUNT];
        for c in '\0'..=char::MAX {
            pools[Class::of(c) as usize].push(c);
        }
        pools.retain(|pool| !pool.is_empty());
        pools
    });
    &POOLS
}

/// Any character, each class as likely as another.
fn character() -> impl Strategy<Value = char> {
    (0..pools().len(), any::<Index>()).prop_map(|(class, index)| *index.get(&pools()[class]))
}

fn one_of(characters: &str) -> impl Strategy<Value = char> + use<> {
    select(characters.chars().collect::<Vec<char>>())
}

/// A base and a selector from the lists, now and then one that is not listed.
fn pair() -> impl Strategy<Value = String> {
    static PAIRS: LazyLock<[Vec<String>; 3]> = LazyLock::new(|| {
        ["StandardizedVariants.txt", "emoji/emoji-variation-sequences.txt", "ivd/IVD_Sequences.txt"]
            .map(|file| model::listed(&model::read(file)).map(String::from_iter).collect())
    });
    let listed = (0..3usize, any::<Index>()).prop_map(|(list, at)| at.get(&PAIRS[list]).clone());
    prop_oneof![
        4 => listed,
        1 => (one_of(NEIGHBOURS), one_of(JUDGED)).prop_map(|(a, b)| [a, b].iter().collect()),
    ]
}

/// A short piece of input.
fn piece() -> impl Strategy<Value = Vec<u8>> + Clone {
    let text = prop_oneof![
        4 => character().prop_map(String::from),
        6 => one_of(NEIGHBOURS).prop_map(String::from),
        6 => one_of(JUDGED).prop_map(String::from),
        2 => pair(),
        3 => select(FRAGMENTS).prop_map(str::to_owned),
        2 => select(SEQUENCES).prop_map(str::to_owned),
    ];
    prop_oneof![
        24 => text.prop_map(String::into_bytes),
        1 => select(BROKEN).prop_map(<[u8]>::to_vec),
    ]
    .boxed()
}

/// Pieces of all kinds.
fn mixed() -> impl Strategy<Value = Vec<u8>> {
    vec(piece(), 0..24).prop_map(|pieces| pieces.concat())
}

/// Few kinds of pieces, often: rules meet their own leavings.
fn narrow() -> impl Strategy<Value = Vec<u8>> {
    let times = prop_oneof![8 => Just(1), 1 => 2..20usize];
    vec(piece(), 1..7).prop_flat_map(move |alphabet| {
        let run = (select(alphabet), times.clone()).prop_map(|(piece, times)| piece.repeat(times));
        vec(run, 1..24).prop_map(|runs| runs.concat())
    })
}

/// The pieces of one scene, and now and then something else.
fn scene() -> impl Strategy<Value = Vec<u8>> {
    select(SCENES).prop_flat_map(|alphabet| {
        let own = select(alphabet).prop_map(|piece| piece.as_bytes().to_vec());
        vec(prop_oneof![24 => own, 1 => piece()], 1..32).prop_map(|pieces| pieces.concat())
    })
}

/// A judged character and a neighbour with about as much between them as some rule allows.
fn far() -> impl Strategy<Value = Vec<u8>> {
    let times =
        (select(vec![8usize, 16, 64, 128]), 0..5usize).prop_map(|(limit, more)| limit - 2 + more);
    let ends = (one_of(JUDGED), one_of(NEIGHBOURS), any::<bool>());
    (ends, select(BETWEEN), times).prop_map(|((judged, neighbour, ahead), between, times)| {
        let (first, last) = if ahead { (judged, neighbour) } else { (neighbour, judged) };
        format!("{first}{}{last}", between.repeat(times)).into_bytes()
    })
}

/// Runs about as long as some limit: 16, 64 and 128 units, 500 characters, 2,048 and 4,096 bytes.
fn long() -> impl Strategy<Value = Vec<u8>> {
    let limit = select(vec![16usize, 64, 128, 500, 683, 1_024, 2_048, 4_090]);
    let run = (piece(), limit, 0..9usize).prop_map(|(piece, limit, more)| {
        piece.repeat((limit - 4 + more).min(20_000 / piece.len()))
    });
    (mixed(), run, mixed()).prop_map(|(before, run, after)| [before, run, after].concat())
}

/// Any input.
pub(super) fn input() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![6 => mixed(), 6 => narrow(), 12 => scene(), 2 => far(), 1 => long()]
}

/// Any well-formed text.
pub(super) fn text() -> impl Strategy<Value = String> {
    input().prop_map(|input| String::from_utf8_lossy(&input).into_owned())
}

/// Where to cut an input: as sizes of chunks.
pub(super) fn cuts() -> impl Strategy<Value = Vec<usize>> {
    prop_oneof![Just(vec![1]), vec(1..9usize, 1..9), vec(1..300usize, 1..9)]
}

/// Few pieces of one scene, some at a time, each time with plain text round them: the same neighbours
/// come again and again, and other ones.
pub(super) fn repeating() -> impl Strategy<Value = Vec<u8>> {
    let few = select(SCENES).prop_flat_map(|all| subsequence(all, 2..=all.len().min(9)));
    let places = few.prop_flat_map(|few| vec(vec(select(few), 2..6), 0..60));
    places.prop_map(|places| {
        places
            .into_iter()
            .flat_map(|pieces| {
                ["plain text ", &pieces.concat(), " as before"].concat().into_bytes()
            })
            .collect()
    })
}
