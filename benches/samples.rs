//! Samples: script × size × hostile share, the same bytes on every machine.
//!
//! Lines are drawn at random from small lists of words. What is invisible is written as escapes.

use std::fmt;

/// What a sample is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// Prose, Markdown, code and log lines in ASCII.
    Ascii,
    /// English with curly quotes, dashes and apostrophes: they share their lead bytes with what hides.
    Typographic,
    /// French, German and Spanish, with no-break spaces.
    Latin,
    /// Russian, Ukrainian and Greek.
    Cyrillic,
    /// Chinese and Japanese, with full-width punctuation.
    Cjk,
    /// Arabic, Hebrew, and Persian with its ZWNJ.
    Arabic,
    /// Hindi, with some ZWJ and ZWNJ.
    Hindi,
    /// English with many emoji: selectors, joiners, modifiers, flags, keycaps.
    Emoji,
    /// A coloured build log: terminal sequences everywhere.
    Ansi,
    /// Ascii, typographic, latin and cjk lines.
    Mixed,
}

impl Script {
    pub(crate) const ALL: [Self; 10] = [
        Self::Ascii,
        Self::Typographic,
        Self::Latin,
        Self::Cyrillic,
        Self::Cjk,
        Self::Arabic,
        Self::Hindi,
        Self::Emoji,
        Self::Ansi,
        Self::Mixed,
    ];
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ascii => "ascii",
            Self::Typographic => "typographic",
            Self::Latin => "latin",
            Self::Cyrillic => "cyrillic",
            Self::Cjk => "cjk",
            Self::Arabic => "arabic",
            Self::Hindi => "hindi",
            Self::Emoji => "emoji",
            Self::Ansi => "ansi",
            Self::Mixed => "mixed",
        })
    }
}

/// How much of a sample is hostile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    /// Nothing.
    Clean,
    /// One line in a thousand ends with something.
    Rare,
    /// One character in twenty is something, of all kinds.
    Hostile,
}

impl Share {
    pub(crate) const ALL: [Self; 3] = [Self::Clean, Self::Rare, Self::Hostile];
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Clean => "clean",
            Self::Rare => "rare",
            Self::Hostile => "hostile",
        })
    }
}

/// Which sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) script: Script,
    /// In bytes.
    pub(crate) size: usize,
    pub(crate) share: Share,
}

impl fmt::Display for Sample {
    /// `cjk/64K/rare`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.text(), self.share)
    }
}

impl Sample {
    /// Its name without the share: `cjk/64K`.
    pub(crate) fn text(self) -> String {
        match self.size {
            size if size % (1 << 20) == 0 => format!("{}/{}M", self.script, size >> 20),
            size => format!("{}/{}K", self.script, size >> 10),
        }
    }

    /// The bytes: exactly `size` of them, padded with LF after the last whole line that fits.
    pub(crate) fn bytes(self) -> Vec<u8> {
        let mut numbers = Numbers::new(&format!("{} {}", self.script, self.share));
        // A pool, from which large samples repeat lines, keeps making them fast.
        let pool: Vec<Vec<u8>> = (0..2_000).map(|_| self.line(&mut numbers)).collect();
        let mut bytes = Vec::with_capacity(self.size);
        loop {
            let line = &pool[numbers.below(pool.len())];
            let is_hit = self.share == Share::Rare && numbers.below(1_000) == 0;
            let hit = if is_hit { numbers.pick(&HOSTILE) } else { b"" };
            if bytes.len() + line.len() + hit.len() > self.size {
                break;
            }
            bytes.extend_from_slice(&line[..line.len() - 1]);
            bytes.extend_from_slice(hit);
            bytes.push(b'\n');
        }
        bytes.resize(self.size, b'\n');
        bytes
    }

    fn line(self, numbers: &mut Numbers) -> Vec<u8> {
        let line = line(self.script, numbers);
        if self.share != Share::Hostile {
            return line.into_bytes();
        }
        let mut bytes = Vec::new();
        for c in line.chars() {
            if c != '\n' && numbers.below(20) == 0 {
                bytes.extend_from_slice(numbers.pick(&HOSTILE));
            } else {
                bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        bytes
    }
}

/// One line, LF included.
fn line(script: Script, numbers: &mut Numbers) -> String {
    match script {
        Script::Ascii => ascii(numbers),
        Script::Typographic => typographic(numbers),
        Script::Latin => {
            let words = numbers.words(LATIN, 14, " ");
            if numbers.below(3) == 0 {
                format!("\u{AB}\u{A0}{words}\u{A0}\u{BB}\n")
            } else {
                format!("{words}.\n")
            }
        }
        Script::Cyrillic => numbers.words(CYRILLIC, 12, " ") + ".\n",
        Script::Cjk => {
            let end = numbers.pick(&["\u{3002}", "\u{FF01}", "\u{FF08}ok\u{FF09}"]);
            numbers.words(CJK, 16, "") + end + "\n"
        }
        Script::Arabic => {
            let words = numbers.pick(&[ARABIC, PERSIAN, PERSIAN, HEBREW]);
            numbers.words(words, 12, " ") + numbers.pick(&[".", "\u{61F}", ""]) + "\n"
        }
        Script::Hindi => numbers.words(HINDI, 12, " ") + "\u{964}\n",
        Script::Emoji => emoji(numbers),
        Script::Ansi => ansi(numbers),
        Script::Mixed => match numbers.below(20) {
            0..13 => ascii(numbers),
            13..17 => typographic(numbers),
            17 | 18 => line(Script::Latin, numbers),
            _ => line(Script::Cjk, numbers),
        },
    }
}

fn ascii(numbers: &mut Numbers) -> String {
    let words = numbers.words(ENGLISH, 9, " ");
    match numbers.below(8) {
        0 => format!("## {words}\n"),
        1 => format!("- [`{words}`](https://example.com/{})\n", numbers.below(999)),
        2 => format!("\tlet value = {}({}); // {words}\n", numbers.below(99), numbers.below(99)),
        3 | 4 => format!("2026-01-02T03:04:{:02}Z INFO {words}\n", numbers.below(60)),
        5 => "\n".to_owned(),
        _ => format!("{words}, {}.\n", numbers.words(ENGLISH, 6, " ")),
    }
}

fn typographic(numbers: &mut Numbers) -> String {
    let mut line = String::new();
    for _ in 0..16 {
        let word = numbers.pick(ENGLISH);
        match numbers.below(24) {
            0 => line.extend(["\u{201C}", word, "\u{201D}"]),
            1 => line.extend([word, "\u{2019}s"]),
            2 => line.extend([word, " \u{2014}"]),
            3 => line.extend([word, "\u{2026}"]),
            _ => line.push_str(word),
        }
        line.push(' ');
    }
    line.push('\n');
    line
}

fn emoji(numbers: &mut Numbers) -> String {
    let mut line = String::new();
    for _ in 0..12 {
        line.push_str(numbers.pick(ENGLISH));
        if numbers.below(5) < 2 {
            line.push(' ');
            line.push_str(numbers.pick(EMOJI));
        }
        line.push(' ');
    }
    line.push('\n');
    line
}

fn ansi(numbers: &mut Numbers) -> String {
    let words = numbers.words(ENGLISH, 4, " ");
    match numbers.below(6) {
        0 | 1 => format!("\x1b[1m\x1b[32m   Compiling\x1b[0m {words}\n"),
        2 => format!("\x1b[0m\x1b[1m\x1b[33mwarning\x1b[0m\x1b[1m: {words}\x1b[0m\n"),
        3 => format!("\x1b[0m\x1b[1m\x1b[38;5;12m--> \x1b[0msrc/{}.rs\n", numbers.pick(ENGLISH)),
        4 => format!("see \x1b]8;;https://example.com/\x1b\\{words}\x1b]8;;\x1b\\\n"),
        _ => format!("  | {words}\n"),
    }
}

/// A generator of numbers that follow from a name.
struct Numbers(u64);

impl Numbers {
    fn new(name: &str) -> Self {
        Self(crate::hash(name.as_bytes()))
    }

    /// A number below `end`: SplitMix64.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn words(&mut self, all: &[&str], about: usize, between: &str) -> String {
        let count = about / 2 + self.below(about);
        (0..count.max(1)).map(|_| self.pick(all)).collect::<Vec<_>>().join(between)
    }
}

/// What hides or acts, of every kind.
static HOSTILE: [&[u8]; 56] = [
    b"\x00",
    b"\x01",
    b"\x08",
    b"\x0B",
    b"\x0C",
    b"\x1A",
    b"\x1B",
    b"\x7F",
    b"\x1b[31m",
    b"\x1b[0m",
    b"\x1b[2J",
    b"\x1b]0;title\x07",
    b"\x1b]8;;http://example.com\x1b\\",
    b"\x1bc",
    b"\x80",
    b"\xFF",
    b"\xC0\xAF",
    b"\xE2\x80",
    b"\xED\xA0\x80",
    b"\xF0\x9F\x98",
    "\u{80}".as_bytes(),
    "\u{85}".as_bytes(),
    "\u{9B}".as_bytes(),
    "\u{AD}".as_bytes(),
    "\u{34F}".as_bytes(),
    "\u{61C}".as_bytes(),
    "\u{115F}".as_bytes(),
    "\u{180E}".as_bytes(),
    "\u{200B}".as_bytes(),
    "\u{200C}".as_bytes(),
    "\u{200D}".as_bytes(),
    "\u{200E}".as_bytes(),
    "\u{200F}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{2029}".as_bytes(),
    "\u{202A}".as_bytes(),
    "\u{202C}".as_bytes(),
    "\u{202E}".as_bytes(),
    "\u{2060}".as_bytes(),
    "\u{2062}".as_bytes(),
    "\u{2066}".as_bytes(),
    "\u{2069}".as_bytes(),
    "\u{206A}".as_bytes(),
    "\u{3164}".as_bytes(),
    "\u{FEFF}".as_bytes(),
    "\u{FFA0}".as_bytes(),
    "\u{FFF9}".as_bytes(),
    "\u{1D173}".as_bytes(),
    "\u{E0001}".as_bytes(),
    "\u{E0041}".as_bytes(),
    "\u{E0062}\u{E0063}".as_bytes(),
    "\u{E007F}".as_bytes(),
    "\u{FE00}".as_bytes(),
    "\u{FE0E}".as_bytes(),
    "\u{E0100}".as_bytes(),
    "\u{E01EF}".as_bytes(),
];

#[rustfmt::skip] // Words, not code.
const ENGLISH: &[&str] = &[
    "the", "of", "and", "to", "in", "is", "that", "for", "it", "as", "was", "with", "be", "by", "on",
    "not", "he", "but", "at", "are", "this", "have", "from", "or", "which", "you", "were", "all",
    "build", "release", "parser", "buffer", "stream", "network", "request", "response", "config",
    "version", "module", "package", "index", "search", "update", "error", "warning", "connection",
    "timeout", "server", "client", "token", "prompt", "agent", "review", "comment", "issue", "branch",
];
#[rustfmt::skip] // Words, not code.
const LATIN: &[&str] = &[
    "le", "la", "les", "des", "un", "être", "avoir", "où", "déjà", "après", "très", "même", "français",
    "élève", "garçon", "œuvre", "cœur", "château", "fenêtre", "hôtel", "préférée", "für", "größer",
    "können", "schön", "Straße", "Änderung", "natürlich", "während", "año", "niño", "mañana", "señor",
    "corazón", "también", "según", "más", "qué", "cómo", "está", "aquí", "información", "página",
];
#[rustfmt::skip] // Words, not code.
const CYRILLIC: &[&str] = &[
    "и", "в", "не", "на", "я", "быть", "он", "с", "что", "а", "это", "она", "этот", "к", "но", "они",
    "мы", "весь", "который", "год", "человек", "время", "рука", "дело", "жизнь", "день", "слово",
    "система", "проблема", "решение", "також", "якщо", "може", "українська", "мова", "світ", "λόγος",
    "και", "της", "για", "από", "είναι", "άνθρωπος", "κόσμος", "νερό", "ημέρα",
];
#[rustfmt::skip] // Words, not code.
const CJK: &[&str] = &[
    "我们", "他们", "可以", "这个", "没有", "时候", "问题", "中国", "公司", "工作", "系统", "数据",
    "网络", "软件", "开发", "文件", "程序", "用户", "安全", "字符", "过滤", "输入", "输出", "，", "的",
    "これは", "です", "という", "日本語", "文字", "ファイル", "プログラム", "システム", "サーバー",
    "エラー", "更新", "テスト", "について", "における", "しかし", "私たち", "東京", "、", "の",
];
#[rustfmt::skip] // Words, not code.
const ARABIC: &[&str] = &[
    "هذا", "هذه", "التي", "الذي", "على", "إلى", "من", "في", "عن", "مع", "كان", "العالم", "الناس",
    "اليوم", "العمل", "النظام", "البيانات", "الشبكة", "البرنامج", "المستخدم", "خطأ", "تحذير",
];
#[rustfmt::skip] // Words, not code.
const PERSIAN: &[&str] = &[
    "می\u{200C}شود", "می\u{200C}کنند", "نمی\u{200C}توان", "کتاب\u{200C}ها", "داده\u{200C}ها",
    "خانه\u{200C}ای", "رفته\u{200C}اند", "بزرگ\u{200C}تر", "این", "آن", "است", "برای", "که", "با",
    "از", "سیستم", "کاربر", "امنیت", "پرونده", "خطا", "شهر", "زندگی", "مدرسه", "زمان",
];
#[rustfmt::skip] // Words, not code.
const HEBREW: &[&str] = &[
    "זה", "זאת", "אשר", "על", "אל", "מן", "עם", "היה", "העולם", "האנשים", "היום", "העבודה",
    "המערכת", "הנתונים", "הרשת", "התוכנה", "המשתמש", "קובץ", "שרת", "לקוח", "שגיאה", "גרסה",
];
#[rustfmt::skip] // Words, not code.
const HINDI: &[&str] = &[
    "यह", "वह", "है", "हैं", "था", "और", "के", "की", "का", "में", "से", "को", "पर", "लिए", "साथ",
    "नहीं", "हम", "आप", "लोग", "समय", "दिन", "काम", "प्रणाली", "डेटा", "नेटवर्क", "प्रोग्राम",
    "क्\u{200D}षेत्र", "राष्\u{200D}ट्र", "शक्\u{200C}ति", "विश्व", "हिन्दी", "भाषा",
];
#[rustfmt::skip] // Emoji, not code.
const EMOJI: &[&str] = &[
    "\u{1F600}", "\u{1F44D}", "\u{2764}\u{FE0F}", "\u{1F680}", "\u{26A0}\u{FE0F}", "\u{2705}",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}",
    "\u{1F1E9}\u{1F1EA}", "\u{1F44B}\u{1F3FD}", "1\u{FE0F}\u{20E3}", "\u{2714}\u{FE0F}",
    "\u{1F9D1}\u{200D}\u{1F4BB}", "\u{2B50}", "\u{1F389}", "\u{267B}\u{FE0F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
];
