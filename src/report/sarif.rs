//! To come.

use std::io::{self, Write};

use super::{File, Report, Settings, Summary};

pub(super) struct Sarif;

impl Sarif {
    pub(super) fn new(_: &Settings) -> Self {
        Self
    }
}

impl Report for Sarif {
    fn file(&mut self, _: &File<'_>, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, _: &Summary, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
