//! What a terminal shows, drawn: the screen of an emulator as SVG.

use std::fmt::Write as _;
use std::num::NonZero;

use untrusted_filter::Class;
use vt100::{Cell, Color, Parser, Screen};

const COLUMNS: NonZero<u16> = NonZero::new(84).unwrap();
const ROWS: NonZero<u16> = NonZero::new(40).unwrap();
/// The size of a cell, in tenths of a pixel, and the margin.
const WIDTH: u32 = 84;
const HEIGHT: u32 = 190;
const MARGIN: u32 = 140;
const BACKGROUND: &str = "#1c1e26";
const FOREGROUND: &str = "#d8dae4";
const PROMPT: &str = "\u{1B}[32m$\u{1B}[m ";
/// The first eight colours of a terminal, then the bright ones.
const COLORS: [&str; 16] = [
    "#4a4d5a", "#e06c75", "#8fbf7f", "#d9b26f", "#6fa8dc", "#c58fd6", "#6fc2c2", "#d8dae4",
    "#6a6d7a", "#f08c95", "#a8d898", "#eccb8a", "#8fc0ee", "#dcaeea", "#8fdada", "#ffffff",
];

/// Draws a terminal in which commands were typed and printed this.
pub(super) fn draw(commands: &[(&str, Vec<u8>)]) -> String {
    let mut terminal = Parser::new(ROWS, COLUMNS, 0);
    for (command, output) in commands {
        terminal.process(format!("{PROMPT}{command}\r\n").as_bytes());
        // As the line discipline of a terminal does.
        for line in output.split_inclusive(|byte| *byte == b'\n') {
            terminal.process(line);
            if line.ends_with(b"\n") {
                terminal.process(b"\r");
            }
        }
    }
    svg(terminal.screen())
}

/// Cells of a row that look alike.
struct Run {
    column: u32,
    columns: u32,
    text: String,
    style: Style,
}

#[derive(Clone, Copy, PartialEq)]
struct Style {
    color: &'static str,
    is_bold: bool,
}

fn svg(screen: &Screen) -> String {
    let (last, _) = screen.cursor_position();
    let pixels = |tenths: u32| format!("{}.{}", tenths / 10, tenths % 10);
    let (width, height) = (
        pixels(2 * MARGIN + u32::from(COLUMNS.get()) * WIDTH),
        pixels(2 * MARGIN + u32::from(last) * HEIGHT),
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n\
         <g font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\" xml:space=\"preserve\">\n"
    );
    for row in 0..last {
        for run in runs(screen, row) {
            let (x, y) = (MARGIN + run.column * WIDTH, MARGIN + u32::from(row) * HEIGHT + 140);
            let bold = if run.style.is_bold { " font-weight=\"bold\"" } else { "" };
            writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" textLength=\"{}\" fill=\"{}\"{bold}>{}</text>",
                pixels(x),
                pixels(y),
                pixels(run.columns * WIDTH),
                run.style.color,
                escaped(&run.text)
            )
            .unwrap();
        }
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// What is in a row, without the blanks at its end.
fn runs(screen: &Screen, row: u16) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for column in 0..COLUMNS.get() {
        let Some(cell) = screen.cell(row, column).filter(|cell| cell.has_contents()) else {
            continue;
        };
        let style = Style { color: color(cell), is_bold: cell.bold() };
        let columns = if cell.is_wide() { 2 } else { 1 };
        let column = u32::from(column);
        match runs.last_mut() {
            Some(run) if run.style == style && run.column + run.columns == column => {
                run.columns += columns;
                run.text.push_str(cell.contents());
            }
            _ => runs.push(Run { column, columns, text: cell.contents().to_owned(), style }),
        }
    }
    runs
}

fn color(cell: &Cell) -> &'static str {
    match cell.fgcolor() {
        Color::Idx(index) => COLORS[usize::from(index) % COLORS.len()],
        _ => FOREGROUND,
    }
}

/// As a text of XML, in which what is hidden is a reference.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if Class::of(c).is_hidden() || matches!(c, '&' | '<' | '>') {
            write!(escaped, "&#x{:X};", c as u32).unwrap();
        } else {
            escaped.push(c);
        }
    }
    escaped
}
