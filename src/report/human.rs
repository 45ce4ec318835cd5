//! To come.

use std::io::{self, Write};

use super::{File, Report, Settings, Summary};

pub(super) struct Human;

impl Human {
    pub(super) fn new(_: &Settings) -> Self {
        Self
    }
}

impl Report for Human {
    fn file(&mut self, _: &File<'_>, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, _: &Summary, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
