//! The encodings that hide a payload in what is not drawn, written forwards: payload to symbols.

/// An encoding by name.
pub(super) struct Codec {
    pub(super) name: &'static str,
    pub(super) encode: fn(&[u8]) -> Vec<char>,
}

/// All that are known by their mapping, and the ciphers by their alphabets.
pub(super) const CODECS: &[Codec] = &[
    Codec { name: "tags", encode: tags },
    Codec { name: "selectors, bytes", encode: selector_bytes },
    Codec { name: "selectors, offset", encode: |bytes| each(bytes, |b| point(0xe0100, b)) },
    Codec { name: "selectors, nibbles", encode: selector_nibbles },
    Codec { name: "C2PA manifest", encode: manifest },
    Codec { name: "sneaky bits", encode: |bytes| digits(bytes, 2, 8, "\u{2062}\u{2064}") },
    Codec { name: "bits", encode: |bytes| digits(bytes, 2, 8, "\u{200b}\u{200c}") },
    Codec { name: "bits, the other way", encode: |bytes| digits(bytes, 2, 8, "\u{200c}\u{200b}") },
    Codec { name: "bits, separated", encode: separated_bits },
    Codec { name: "steganographr", encode: steganographr },
    Codec {
        name: "subliminal, browser",
        encode: |bytes| subliminal(bytes, '\u{200c}', '\u{200d}'),
    },
    Codec { name: "subliminal, node", encode: |bytes| subliminal(bytes, '\u{200b}', '\u{200c}') },
    Codec { name: "stega", encode: stega },
    Codec { name: "stega, legacy", encode: stega_legacy },
    Codec {
        name: "UTF-16 units",
        encode: |bytes| units(bytes, 4, 8, "\u{200c}\u{200d}\u{202c}\u{feff}"),
    },
    Codec { name: "points, base 2", encode: |bytes| points(bytes, 2, 16, ALPHABET) },
    Codec { name: "points, base 3", encode: |bytes| points(bytes, 3, 11, ALPHABET) },
    Codec { name: "points, base 4", encode: |bytes| points(bytes, 4, 8, ALPHABET) },
    Codec { name: "five symbols", encode: |bytes| points(bytes, 5, 7, MARKED) },
    Codec { name: "three symbols", encode: |bytes| points(bytes, 3, 11, MARKED) },
    Codec { name: "unpadded base 5", encode: unpadded },
    Codec { name: "StegCloak", encode: cloak },
    Codec { name: "watermark", encode: |bytes| digits(bytes, 2, 8, "\u{2060}\u{feff}") },
    Codec { name: "Hangul fillers", encode: |bytes| digits(bytes, 2, 8, "\u{ffa0}\u{3164}") },
    Codec { name: "invisicode", encode: invisicode },
    Codec {
        name: "free selectors",
        encode: |bytes| digits(bytes, 4, 4, "\u{180b}\u{180c}\u{180d}\u{180f}"),
    },
    Codec { name: "overrides", encode: |bytes| digits(bytes, 2, 8, "\u{202d}\u{202e}") },
    Codec { name: "noncharacters", encode: |bytes| digits(bytes, 2, 8, "\u{fdd0}\u{ffff}") },
    Codec { name: "hyphens", encode: |bytes| digits(bytes, 2, 8, "\u{ad}\u{34f}") },
    Codec { name: "marks", encode: |bytes| digits(bytes, 2, 8, "\u{200e}\u{200f}") },
];

const ALPHABET: &str = "\u{200c}\u{200d}\u{2060}\u{feff}";
const MARKED: &str = "\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}";

fn point(base: u32, byte: u8) -> char {
    char::from_u32(base + u32::from(byte)).expect("a code point")
}

fn each(bytes: &[u8], symbol: fn(u8) -> char) -> Vec<char> {
    bytes.iter().map(|&byte| symbol(byte)).collect()
}

/// A number in some base, most significant digit first.
fn number(value: u32, base: u32, width: u32, alphabet: &str) -> Vec<char> {
    let alphabet: Vec<char> = alphabet.chars().collect();
    let digit = |place| value / base.pow(place) % base;
    (0..width).rev().map(|place| alphabet[digit(place) as usize]).collect()
}

fn digits(bytes: &[u8], base: u32, width: u32, alphabet: &str) -> Vec<char> {
    bytes.iter().flat_map(|&byte| number(byte.into(), base, width, alphabet)).collect()
}

fn units(bytes: &[u8], base: u32, width: u32, alphabet: &str) -> Vec<char> {
    let text = String::from_utf8_lossy(bytes);
    text.encode_utf16().flat_map(|unit| number(unit.into(), base, width, alphabet)).collect()
}

/// The same of code points; those that the width cannot hold lose their high digits.
fn points(bytes: &[u8], base: u32, width: u32, alphabet: &str) -> Vec<char> {
    let text = String::from_utf8_lossy(bytes);
    text.chars().flat_map(|c| number(c.into(), base, width, alphabet)).collect()
}

fn tags(bytes: &[u8]) -> Vec<char> {
    let text = each(bytes, |byte| point(0xe0000, byte & 0x7f));
    [vec!['\u{e0001}'], text, vec!['\u{e007f}']].concat()
}

fn selector(byte: u8) -> char {
    if byte < 16 { point(0xfe00, byte) } else { point(0xe0100, byte - 16) }
}

fn selector_bytes(bytes: &[u8]) -> Vec<char> {
    each(bytes, selector)
}

fn selector_nibbles(bytes: &[u8]) -> Vec<char> {
    bytes.iter().flat_map(|byte| [point(0xfe00, byte >> 4), point(0xfe00, byte & 15)]).collect()
}

fn manifest(bytes: &[u8]) -> Vec<char> {
    let length = u32::try_from(bytes.len()).expect("short").to_be_bytes();
    let wrapped = [b"C2PATXT\0\x01", &length[..], bytes].concat();
    [vec!['\u{feff}'], selector_bytes(&wrapped)].concat()
}

fn separated_bits(bytes: &[u8]) -> Vec<char> {
    let bytes: Vec<Vec<char>> =
        bytes.iter().map(|&byte| number(byte.into(), 2, 8, "\u{200b}\u{200c}")).collect();
    bytes.join(&'\u{200d}')
}

fn steganographr(bytes: &[u8]) -> Vec<char> {
    let bytes: Vec<Vec<char>> = bytes
        .iter()
        .map(|&byte| number(byte.into(), 2, (8 - byte.leading_zeros()).max(1), "\u{200b}\u{200c}"))
        .collect();
    [vec!['\u{feff}'], bytes.join(&'\u{2060}'), vec!['\u{feff}']].concat()
}

fn subliminal(bytes: &[u8], zero: char, one: char) -> Vec<char> {
    let message = [b"subliminal:start", bytes].concat();
    let alphabet: String = [zero, one].iter().collect();
    message
        .iter()
        .flat_map(|&byte| [number(byte.into(), 2, 8, &alphabet), vec![zero]].concat())
        .collect()
}

fn stega(bytes: &[u8]) -> Vec<char> {
    let payload = digits(bytes, 4, 4, "\u{200b}\u{200c}\u{200d}\u{feff}");
    [vec!['\u{200b}'; 4], payload].concat()
}

fn stega_legacy(bytes: &[u8]) -> Vec<char> {
    let symbols = concat!(
        "\u{200b}\u{200c}\u{200d}\u{2062}\u{2063}\u{2060}\u{feff}\u{2061}\u{1d173}\u{1d174}",
        "\u{1d175}\u{1d176}\u{1d177}\u{1d178}\u{1d179}\u{1d17a}",
    );
    digits(bytes, 16, 2, symbols)
}

/// Base 5 without leading zeros, a sixth symbol between characters.
fn unpadded(bytes: &[u8]) -> Vec<char> {
    let text = String::from_utf8_lossy(bytes);
    let width = |c: char| u32::from(c).checked_ilog(5).map_or(1, |log| log + 1);
    let symbols = "\u{200e}\u{200f}\u{200c}\u{200d}\u{feff}";
    let numbers: Vec<Vec<char>> =
        text.chars().map(|c| number(c.into(), 5, width(c), symbols)).collect();
    numbers.join(&'\u{200b}')
}

/// Two bits a symbol; a pair of one symbol twice is written as one of two others.
fn cloak(bytes: &[u8]) -> Vec<char> {
    let plain: Vec<u8> = bytes.iter().map(|byte| !byte).collect();
    let symbols = digits(&plain, 4, 4, "\u{200c}\u{200d}\u{2061}\u{2062}");
    let runs = symbols.chunk_by(|a, b| a == b);
    runs.flat_map(|run| match run {
        ['\u{200c}', '\u{200c}'] => vec!['\u{2063}'],
        ['\u{200d}', '\u{200d}'] => vec!['\u{2064}'],
        _ => run.to_vec(),
    })
    .collect()
}

/// Three bytes as two code points of plane 14.
fn invisicode(bytes: &[u8]) -> Vec<char> {
    let plane = |low| char::from_u32(0xe0000 + low).expect("a code point");
    bytes
        .chunks(3)
        .flat_map(|chunk| match *chunk {
            [a, b, c] => {
                let all = u32::from_le_bytes([a, b, c, 0]);
                vec![plane(all & 0xfff), plane(all >> 12)]
            }
            [a, b] => vec![point(0xe0000, a), '\u{1d17a}', point(0xe0000, b)],
            _ => vec![point(0xe0000, chunk[0])],
        })
        .collect()
}

/// The encoders are those that are met in the wild.
#[test]
fn worked_examples() {
    let encoded = |name: &str, payload: &str| {
        let codec = CODECS.iter().find(|codec| codec.name == name).expect("a codec");
        let symbols = (codec.encode)(payload.as_bytes());
        symbols.iter().map(|&c| format!("{:04X}", u32::from(c))).collect::<Vec<_>>().join(" ")
    };
    let examples = [
        ("tags", "Hi", "E0001 E0048 E0069 E007F"),
        ("selectors, bytes", "Hi", "E0138 E0159"),
        ("selectors, offset", "Hi", "E0148 E0169"),
        ("selectors, nibbles", "Hi", "FE04 FE08 FE06 FE09"),
        ("sneaky bits", "H", "2062 2064 2062 2062 2064 2062 2062 2062"),
        ("bits", "H", "200B 200C 200B 200B 200C 200B 200B 200B"),
        (
            "steganographr",
            "Hi",
            "FEFF 200C 200B 200B 200C 200B 200B 200B 2060 200C 200C 200B 200C 200B 200B 200C FEFF",
        ),
        ("stega", "{}", "200B 200B 200B 200B 200C FEFF 200D FEFF 200C FEFF FEFF 200C"),
        ("stega, legacy", "H", "2063 1D173"),
        ("UTF-16 units", "H", "200C 200C 200C 200C 200D 200C 202C 200C"),
        ("points, base 4", "H", "200C 200C 200C 200C 200D 200C 2060 200C"),
        ("five symbols", "H", "200B 200B 200B 200B 200D 200F 200D"),
        ("unpadded base 5", "Hi", "200C FEFF 200C 200B FEFF 200F 200E"),
        ("Hangul fillers", "H", "FFA0 3164 FFA0 FFA0 3164 FFA0 FFA0 FFA0"),
        ("invisicode", "Hi!", "E0948 E0216"),
    ];
    for (name, payload, expected) in examples {
        assert_eq!(encoded(name, payload), expected, "{name}");
    }
    assert!(
        encoded("subliminal, node", "H").ends_with("200B 200C 200B 200B 200C 200B 200B 200B 200B")
    );
    let magic = "FEFF E0133 E0122 E0140 E0131 E0144 E0148 E0144 FE00 FE01";
    assert!(encoded("C2PA manifest", "H").starts_with(magic));
}
