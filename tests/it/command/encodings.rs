//! Bytes of every kind in, well-formed UTF-8 out: ill-formed text, UTF-16, noise, one long line.

use bstr::ByteSlice as _;
use untrusted_filter::{Filter, Policy, Style};

use super::{filtered, run, table};

#[test]
fn ill_formed_bytes_become_one_mark_for_each_maximal_subpart() {
    for (input, wanted) in [
        (&b"a\xFFb"[..], "a\u{FFFD}b"),
        (b"\xC0\xBC", "\u{FFFD}\u{FFFD}"),
        (b"\xE2\x80", "\u{FFFD}"),
        (b"\xE2\x80x", "\u{FFFD}x"),
        (b"\xED\xA0\xBD\xED\xB8\x80", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        (b"\xF0\x9F\x98\xF0\x9F\x98\x80", "\u{FFFD}\u{1F600}"),
        (b"\xF4\x90\x80\x80", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        // Removed, the byte would leave an override behind.
        (b"\xE2\xFF\x80\xAE", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        // A raw C1 byte is no control.
        (b"a\x9B31mb", "a\u{FFFD}31mb"),
    ] {
        for profile in Policy::NAMES {
            assert_eq!(filtered(&["-p", profile], input), wanted, "{profile}: {input:?}");
        }
    }
}

fn utf16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(order).collect()
}

#[test]
fn utf16_by_its_mark() {
    let text = "na\u{EF}ve \u{1F600}\r\n\u{202E}x\u{E0041}";
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let input = utf16(text, order);
        assert_eq!(filtered(&[], &*input), "na\u{EF}ve \u{1F600}\r\n x");
        assert_eq!(filtered(&["-p", "verbatim"], &*input), text);
        assert_eq!(run(&["--check"], utf16("plain", order)).status.code(), Some(1));
        // Half a pair, and half a unit at the end.
        let mut broken = utf16("a", order);
        broken.extend(order(0xD83D));
        broken.extend(order(u16::from(b'b')));
        broken.push(0);
        assert_eq!(filtered(&[], broken), "a\u{FFFD}b\u{FFFD}");
    }
    // The mark alone; its first byte alone; both in the wrong place.
    assert_eq!(filtered(&[], *b"\xFF\xFE"), "");
    assert_eq!(filtered(&[], *b"\xFE"), "\u{FFFD}");
    assert_eq!(filtered(&[], *b"a\xFF\xFEb\0"), "a\u{FFFD}\u{FFFD}b ");
}

#[test]
fn byte_order_marks() {
    table(&[
        (&[], "\u{FEFF}", ""),
        (&[], "\u{FEFF}a\u{FEFF}b", "ab"),
        (&["-p", "field"], "\u{FEFF}a", "a"),
        (&["-p", "digest"], "\u{FEFF}a", " a"),
        (&["-p", "description"], "\u{FEFF}a", "\u{FEFF}a"),
    ]);
    assert_eq!(filtered(&[], *b"\xEF\xBB"), "\u{FFFD}");
}

/// A repeatable stream of bytes: Marsaglia's xorshift.
fn noise(len: usize, seed: u64) -> Vec<u8> {
    let mut state = seed;
    let step = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..len).map(step).collect()
}

/// Noise through every profile and fence: no crash, well-formed, and the same as through the
/// library in small pieces.
#[test]
fn noise_comes_out_as_text() {
    const SIZE: usize = 300_000;
    for (seed, mask) in [(0x9E37_79B9_7F4A_7C15, 0xFF), (0xD1B5_4A32_D192_ED03, 0x1F)] {
        // The first byte is none of a UTF-16 mark; the second stream is controls only.
        let mut input: Vec<u8> = noise(SIZE, seed).iter().map(|byte| byte & mask).collect();
        input[0] = b'x';
        for profile in Policy::NAMES {
            let mut filter = Filter::new(&Policy::named(profile).unwrap());
            let mut wanted = Vec::new();
            for chunk in input.chunks(7) {
                filter.push(chunk, |piece| wanted.extend_from_slice(piece));
            }
            filter.finish(|piece| wanted.extend_from_slice(piece));
            let output = filtered(&["-p", profile], &*input);
            assert!(output == wanted, "{profile}: not as in the library");
            assert!(output.is_utf8(), "{profile}");
        }
        for style in Style::NAMES {
            for records in ["whole", "nul"] {
                let fence = format!("--fence={style}");
                let output = filtered(&[&fence, "--records", records], &*input);
                assert!(output.is_utf8(), "{style}");
            }
        }
        for args in [&["--reveal=all,names"][..], &["--pieces"], &["--keep-color"]] {
            assert!(filtered(args, &*input).is_utf8(), "{args:?}");
        }
        assert_eq!(run(&["--check"], &*input).status.code(), Some(1));
    }
}

/// One line of 64 MiB, clean and hostile. (1 GiB is for running by hand.)
#[test]
fn one_line_of_64_mib() {
    const SIZE: usize = 64 << 20;
    let clean = vec![b'x'; SIZE];
    assert!(filtered(&[], &*clean) == clean);
    assert!(filtered(&["--records", "line"], &*clean) == clean);
    assert!(filtered(&["--fence=json"], &*clean).len() == SIZE + 2);
    let hostile = b"a\x1b[0;1m".repeat(SIZE / 7);
    let output = filtered(&[], hostile);
    assert!(output.len() == SIZE / 7 && output.iter().all(|&byte| byte == b'a'));
}
