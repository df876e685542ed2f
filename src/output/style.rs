//! Colour, where it is wanted.

use std::env;
use std::io::{self, IsTerminal};

/// Whether standard output is coloured: only on a terminal, and not where `NO_COLOR` is set.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    colored: bool,
}

/// A colour of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Good,
    Bad,
    Middling,
    Faint,
    Strong,
}

impl Paint {
    const fn code(self) -> &'static str {
        match self {
            Paint::Good => "32",
            Paint::Bad => "31",
            Paint::Middling => "33",
            Paint::Faint => "2",
            Paint::Strong => "1",
        }
    }
}

impl Style {
    /// The style of standard output.
    pub fn of_stdout() -> Self {
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || env::var_os("TERM").is_some_and(|term| term == "dumb");
        Style { colored: io::stdout().is_terminal() && !refused }
    }

    /// Whether there is colour.
    pub fn is_colored(self) -> bool {
        self.colored
    }

    /// A text in a colour.
    pub fn paint(self, paint: Paint, text: &str) -> String {
        if self.colored && !text.is_empty() {
            format!("\x1b[{}m{text}\x1b[0m", paint.code())
        } else {
            text.to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_plain() {
        assert_eq!(Style { colored: false }.paint(Paint::Good, "x"), "x");
        assert_eq!(Style { colored: true }.paint(Paint::Good, "x"), "\x1b[32mx\x1b[0m");
    }
}
