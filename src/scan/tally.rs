//! How many characters of some classes the rules accepted, for rules by density.

use super::class::Class;

/// Counts of what the rules accepted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Joiners and non-joiners.
    pub(crate) joiners: usize,
    /// Selectors of ideographic variants.
    pub(crate) ideograph_selectors: usize,
    /// Selectors of emoji style and of text style.
    pub(crate) styles: [usize; 2],
}

impl Tally {
    /// Counts one more of a class.
    #[inline]
    pub(crate) fn add(&mut self, class: Class) {
        match class {
            Class::Zwj | Class::Zwnj => self.joiners += 1,
            Class::Vs17To256 => self.ideograph_selectors += 1,
            Class::Vs16Emoji => self.styles[0] += 1,
            Class::Vs15Text => self.styles[1] += 1,
            _ => {}
        }
    }

    /// Adds the counts of another part of the text.
    pub(crate) fn add_all(&mut self, other: &Self) {
        self.joiners += other.joiners;
        self.ideograph_selectors += other.ideograph_selectors;
        self.styles[0] += other.styles[0];
        self.styles[1] += other.styles[1];
    }
}
