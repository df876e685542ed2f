//! The grammar of the protocol: a line is a command and its arguments.
//!
//! `command name=value name="a value" flag`. A value that is empty or holds a space or `=` stands
//! in double quotes. There is no way to write a double quote inside a value.

use std::fmt;
use std::str::FromStr;

/// A line of either side.
///
/// ```
/// use manoury_hub::Line;
///
/// let line: Line = r#"pos pos=WeWe moves="1-6 50-45""#.parse()?;
/// assert_eq!(line.command(), "pos");
/// assert_eq!(line.value("moves"), Some("1-6 50-45"));
/// assert_eq!(line.to_string(), r#"pos pos=WeWe moves="1-6 50-45""#);
/// # Ok::<(), manoury_hub::LineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    command: String,
    args: Vec<(String, String)>,
}

/// Why a text is no line of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// Nothing but spaces.
    #[error("the line is empty")]
    Empty,
    /// A command or an argument without a name, or with a quote in it.
    #[error("'{0}' is no name; write lines like: level move-time=5")]
    Name(String),
    /// A quoted value that does not end, or something sticks to its end.
    #[error("the quoted value of '{0}' does not end with a double quote and a space")]
    Quote(String),
    /// An argument that is there twice.
    #[error("'{0}' is there twice; give it once")]
    Twice(String),
}

impl Line {
    /// A line without arguments. Names are those of the protocol: no spaces, quotes or `=`.
    pub fn new(command: &str) -> Self {
        Line { command: command.to_string(), args: Vec::new() }
    }

    /// The line with one more argument. In the value double quotes become single ones and control
    /// characters spaces, since the protocol has no way to write them.
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        let clean = |c: char| match c {
            '"' => '\'',
            c if c.is_control() => ' ',
            c => c,
        };
        self.args.push((name.to_string(), value.to_string().chars().map(clean).collect()));
        self
    }

    /// The line with one more argument where there is a value for it.
    pub fn with_some(self, name: &str, value: Option<impl fmt::Display>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The command.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The arguments in their order, a flag's value empty.
    pub fn args(&self) -> impl Iterator<Item = (&str, &str)> {
        self.args.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of an argument, empty for a flag; `None` if the line has no such argument.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.args().find(|(other, _)| *other == name).map(|(_, value)| value)
    }
}

impl FromStr for Line {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        let mut rest = text.trim();
        if rest.is_empty() {
            return Err(LineError::Empty);
        }
        let command = take_until(&mut rest, char::is_whitespace);
        if command.contains(['=', '"']) {
            return Err(LineError::Name(shown(command)));
        }
        let mut line = Line::new(command);
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return Ok(line);
            }
            let name = take_until(&mut rest, |c| c == '=' || c.is_whitespace());
            if name.is_empty() || name.contains('"') {
                return Err(LineError::Name(shown(if name.is_empty() { rest } else { name })));
            }
            let value = match rest.strip_prefix('=') {
                Some(after) => {
                    rest = after;
                    take_value(&mut rest).ok_or_else(|| LineError::Quote(shown(name)))?
                }
                None => "",
            };
            if line.value(name).is_some() {
                return Err(LineError::Twice(shown(name)));
            }
            line.args.push((name.to_string(), value.to_string()));
        }
    }
}

/// Takes off the characters before the first that ends them.
fn take_until<'a>(rest: &mut &'a str, ends: impl Fn(char) -> bool) -> &'a str {
    let (token, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
    *rest = after;
    token
}

/// Takes off a value. `None` if its quotes are wrong. An `=` in a value without quotes is let pass:
/// clients send paths as they are.
fn take_value<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let Some(quoted) = rest.strip_prefix('"') else {
        return Some(take_until(rest, char::is_whitespace)).filter(|value| !value.contains('"'));
    };
    let (value, after) = quoted.split_once('"')?;
    *rest = after;
    (after.is_empty() || after.starts_with(char::is_whitespace)).then_some(value)
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in self.args() {
            let special = |c: char| c.is_whitespace() || c == '=';
            if value.is_empty() || value.contains(special) {
                write!(f, " {name}=\"{value}\"")?;
            } else {
                write!(f, " {name}={value}")?;
            }
        }
        Ok(())
    }
}

/// Characters of a wrong token that a message repeats.
const SHOWN: usize = 60;

/// As much of a wrong token as a message repeats.
pub(crate) fn shown(token: &str) -> String {
    let mut text: String = token.chars().take(SHOWN).collect();
    if token.chars().nth(SHOWN).is_some() {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn args(text: &str) -> Vec<(String, String)> {
        text.parse::<Line>().unwrap().args
    }

    #[test]
    fn lines_are_read_as_the_protocol_writes_them() {
        let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(args("  hub  "), []);
        assert_eq!(args("level infinite"), [pair("infinite", "")]);
        assert_eq!(
            args("level moves=9\ttime=291.587"),
            [pair("moves", "9"), pair("time", "291.587")]
        );
        assert_eq!(
            args(r#"a b="" c="x = y" d"#),
            [pair("b", ""), pair("c", "x = y"), pair("d", "")]
        );
        assert_eq!(
            args("set-param name=tables value=/a=b"),
            [pair("name", "tables"), pair("value", "/a=b")]
        );
    }

    #[test]
    fn malformed_lines_are_refused() {
        for (text, error) in [
            ("", LineError::Empty),
            (" \t", LineError::Empty),
            ("a=b", LineError::Name("a=b".into())),
            ("\"go\" think", LineError::Name("\"go\"".into())),
            ("go =think", LineError::Name("=think".into())),
            ("go \"think\"", LineError::Name("\"think\"".into())),
            ("a b=\"c", LineError::Quote("b".into())),
            ("a b=\"c\"d", LineError::Quote("b".into())),
            ("a b=c\"d\"", LineError::Quote("b".into())),
            ("a b=1 b=2", LineError::Twice("b".into())),
        ] {
            assert_eq!(text.parse::<Line>(), Err(error), "{text}");
        }
        let long = format!("a b=\"{}", "x".repeat(100_000));
        assert!(long.parse::<Line>().unwrap_err().to_string().len() < 200);
    }

    #[test]
    fn what_cannot_be_written_is_replaced() {
        let line = Line::new("error").with("message", "no \"x\"\nhere");
        assert_eq!(line.to_string(), "error message=\"no 'x' here\"");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            command in "[a-z][a-z-]{0,9}",
            values in prop::collection::btree_map("[a-z][a-z0-9-]{0,9}", "[^\"\\p{C}]{0,20}", 0..6),
        ) {
            let mut line = Line::new(&command);
            for (name, value) in values {
                line = line.with(&name, value);
            }
            prop_assert_eq!(line.to_string().parse(), Ok(line));
        }

        #[test]
        fn no_text_makes_reading_panic(text in "\\PC{0,80}") {
            if let Ok(line) = text.parse::<Line>() {
                let again: Line = line.to_string().parse().unwrap();
                prop_assert_eq!(again, line);
            }
        }

        #[test]
        fn nor_one_of_the_characters_that_matter(text in "[ab=\" \t-]{0,24}") {
            if let Ok(line) = text.parse::<Line>() {
                let again: Line = line.to_string().parse().unwrap();
                prop_assert_eq!(again, line);
            }
        }
    }
}
