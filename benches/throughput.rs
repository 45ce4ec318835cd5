//! The filter beside the loop that one would write, on named samples, in one process by turns.
//!
//! `cargo bench` prints how many times faster the filter is: the median over the rounds, so that
//! figures of different machines and days can be compared. `digest` is the same work on both sides;
//! under `text` the loop does less: it knows no context and no terminal sequences. The answers are
//! checked first, against `expected.txt`, which `UPDATE=1` writes anew. Words after `--` choose
//! samples by name; `--write DIR MIB` writes samples as files, for `compare.sh`. Without `--bench`,
//! which cargo gives, the answers are checked and nothing is measured.

#![allow(clippy::print_stdout, reason = "the table is the output")]

mod samples;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

use untrusted_filter::{Action, Class, Filter, Policy};

use samples::{Sample, Script, Share};

const SIZES: [usize; 3] = [1 << 10, 64 << 10, 4 << 20];
/// How much one measurement goes through: a small sample many times.
const AMOUNT: usize = 4 << 20;
const ROUNDS: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> =
        args.iter().map(String::as_str).filter(|arg| *arg != "--bench").collect();
    if let ["--write", folder, size] = words[..] {
        return write_files(Path::new(folder), size.parse()?);
    }
    let is_measured = words.len() < args.len();
    let mut answers = Answers::read()?;
    if is_measured {
        let shares = Share::ALL.map(|share| format!("{:>9}", share.to_string())).concat();
        println!("{:<17}{:<29}digest:", "times faster", "text:");
        println!("{}{shares}  {shares}", " ".repeat(17));
    }
    for (script, size) in chosen(&words) {
        let samples = Share::ALL.map(|share| Sample { script, size, share });
        let mut row = [Policy::text(), Policy::digest()].map(|policy| (policy, String::new()));
        for sample in samples {
            let bytes = sample.bytes();
            answers.check(sample, &bytes)?;
            for (policy, cells) in &mut row {
                if is_measured {
                    write!(cells, "{:>8.1}x", ratio(&bytes, policy))?;
                }
            }
        }
        if is_measured {
            println!("{:<17}{}  {}", samples[0].text(), row[0].1, row[1].1);
        }
    }
    answers.write()
}

/// The scripts and sizes that a word names, or all: `cjk/64K`, `cjk`.
fn chosen(words: &[&str]) -> impl Iterator<Item = (Script, usize)> {
    let all = Script::ALL.into_iter().flat_map(|script| SIZES.map(|size| (script, size)));
    all.filter(|&(script, size)| {
        let name = Sample { script, size, share: Share::Clean }.text();
        words.is_empty() || words.iter().any(|word| name.contains(word))
    })
}

/// The filter of the library.
fn filtered(bytes: &[u8], policy: &Policy) -> Vec<u8> {
    let (mut filter, mut output) = (Filter::new(policy), Vec::with_capacity(bytes.len()));
    filter.push(bytes, |piece| output.extend_from_slice(piece));
    filter.finish(|piece| output.extend_from_slice(piece));
    output
}

/// The loop that one would write: decode, look at each character, collect. It knows no terminal
/// sequences and no context.
fn naive(bytes: &[u8], policy: &Policy) -> String {
    let text = String::from_utf8_lossy(bytes);
    let chars = text.chars().filter_map(|c| match policy.action_of(Class::of(c)) {
        Action::Remove => None,
        Action::Space => Some(' '),
        Action::LineFeed => Some('\n'),
        _ => Some(c),
    });
    chars.collect()
}

/// How many times faster than the naive loop the filter is: the median of the rounds.
fn ratio(bytes: &[u8], policy: &Policy) -> f64 {
    let times = (AMOUNT / bytes.len()).max(1);
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        (0..times).for_each(|_| run());
        start.elapsed()
    };
    let mut ratios: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let ours: Duration = time(&mut || drop(black_box(filtered(black_box(bytes), policy))));
            let theirs: Duration = time(&mut || drop(black_box(naive(black_box(bytes), policy))));
            theirs.as_secs_f64() / ours.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ROUNDS / 2]
}

/// The length and hash of what `text` makes of each sample.
struct Answers {
    known: BTreeMap<String, String>,
    is_update: bool,
}

impl Answers {
    const PATH: &'static str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/expected.txt");

    fn read() -> Result<Self, Box<dyn Error>> {
        let is_update = env::var_os("UPDATE").is_some_and(|value| value == "1");
        let lines = match fs::read_to_string(Self::PATH) {
            Err(_) if is_update => String::new(),
            lines => lines?,
        };
        let known = lines.lines().filter_map(|line| line.split_once(' '));
        let known = known.map(|(name, answer)| (name.to_owned(), answer.to_owned())).collect();
        Ok(Self { known, is_update })
    }

    fn check(&mut self, sample: Sample, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
        let output = filtered(bytes, &Policy::text());
        if sample.share == Share::Clean && sample.script != Script::Ansi && output != bytes {
            return Err(format!("{sample}: clean text was changed").into());
        }
        let output_of_digest = filtered(bytes, &Policy::digest());
        if output_of_digest != naive(bytes, &Policy::digest()).as_bytes() {
            return Err(format!("{sample}: the naive loop gives another digest").into());
        }
        let answer = format!("{} {:016x}", output.len(), hash(&output));
        if self.is_update {
            self.known.insert(sample.to_string(), answer);
        } else if self.known.get(&sample.to_string()) != Some(&answer) {
            return Err(format!("{sample}: {answer} is not in expected.txt").into());
        }
        Ok(())
    }

    /// Writes the answers if they were to be made anew.
    fn write(&self) -> Result<(), Box<dyn Error>> {
        if !self.is_update {
            return Ok(());
        }
        let mut lines = String::new();
        for (name, answer) in &self.known {
            writeln!(lines, "{name} {answer}")?;
        }
        Ok(fs::write(Self::PATH, lines)?)
    }
}

/// FNV-1a, in 64 bits.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Writes samples as files: every script clean, and some of the hostile ones.
fn write_files(folder: &Path, mebibytes: usize) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let size = mebibytes << 20;
    let clean = Script::ALL.map(|script| (script, Share::Clean));
    let other = [(Script::Mixed, Share::Rare), (Script::Mixed, Share::Hostile)];
    for (script, share) in clean.into_iter().chain(other) {
        let sample = Sample { script, size, share };
        let name = if share == Share::Clean { script.to_string() } else { share.to_string() };
        fs::write(folder.join(name + ".txt"), sample.bytes())?;
    }
    let small = Sample { script: Script::Ascii, size: 1 << 10, share: Share::Clean };
    fs::write(folder.join("start.txt"), small.bytes())?;
    Ok(())
}
