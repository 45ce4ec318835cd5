//! One line a finding, in the order of the file: `path:line:col: severity rule: message`. Columns are
//! code points. Vim, Emacs and grep's friends read it.

use std::io::{self, Write};

use super::visible::{visible, visible_start};
use super::{File, Report, Summary};
use crate::lint::Finding;

pub(super) struct Short;

impl Report for Short {
    fn file(&mut self, file: &File<'_>, out: &mut dyn Write) -> io::Result<()> {
        let path = visible_start(file.path.as_os_str().as_encoded_bytes());
        for finding in file.findings {
            writeln!(out, "{}", line(&path, finding))?;
        }
        Ok(())
    }

    fn finish(&mut self, _: &Summary, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

fn line(path: &str, finding: &Finding) -> String {
    let Finding { rule, severity, start, message, .. } = finding;
    let message = visible(message);
    format!("{path}:{}:{}: {} {}: {message}", start.line, start.column, severity.name(), rule.id)
}
