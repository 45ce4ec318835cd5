//! How many characters of some classes the rules accepted, for rules by density.

use super::class::Class;

/// Counts of what the rules accepted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    counts: [usize; Group::Other as usize + 1],
}

/// What is counted as one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Group {
    /// Joiners and non-joiners.
    Joiner,
    /// Selectors of ideographic variants.
    IdeographSelector,
    /// Selectors of emoji style.
    EmojiStyle,
    /// Selectors of text style.
    TextStyle,
    /// What no rule asks for.
    #[default]
    Other,
}

impl Group {
    /// What a class is counted as.
    pub(crate) const fn of(class: Class) -> Self {
        match class {
            Class::Zwj | Class::Zwnj => Self::Joiner,
            Class::Vs17To256 => Self::IdeographSelector,
            Class::Vs16Emoji => Self::EmojiStyle,
            Class::Vs15Text => Self::TextStyle,
            _ => Self::Other,
        }
    }
}

impl Tally {
    /// How many there are of a group.
    pub(crate) const fn count(&self, group: Group) -> usize {
        self.counts[group as usize]
    }

    /// Counts one more.
    #[inline]
    pub(crate) fn add(&mut self, group: Group) {
        self.counts[group as usize] += 1;
    }

    /// Adds the counts of another part of the text.
    pub(crate) fn add_all(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }
}
