//! What a client may ask for.

use crate::level::Level;
use crate::line::Line;

/// A command of the client, its texts not yet understood as positions and moves of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Say who you are and what can be set.
    Hub,
    /// Get ready.
    Init,
    /// Are you there?
    Ping,
    /// Set a parameter.
    SetParam {
        /// Which.
        name: String,
        /// To what.
        value: String,
    },
    /// The next search has nothing to do with the last.
    NewGame,
    /// A position and the moves made in it.
    Pos(Pos),
    /// The limits of the next search.
    Level(Level),
    /// Search.
    Go(Mode),
    /// The move that is pondered on was played.
    PonderHit,
    /// Answer now.
    Stop,
    /// Go away.
    Quit,
}

/// A position as a `pos` command sets it up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pos {
    /// The position in the protocol's 51 (or, on 8×8, 33) characters.
    pub position: String,
    /// The moves made since.
    pub moves: Vec<String>,
    /// Plies used in the set-up position on the 25-, 16- and 5-clock: `clock25`, `clock16` and
    /// `clock5`, which are this engine's own extension of the protocol.
    pub clocks: [Option<u16>; 3],
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A move in a game.
    Think,
    /// A move in the opponent's time, after the answer that is expected.
    Ponder,
    /// The value of a position.
    Analyze,
}

/// Why a command cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// An argument that the command needs is not there.
    #[error("'{command}' needs {argument}")]
    Missing {
        /// The command.
        command: &'static str,
        /// What it needs.
        argument: &'static str,
    },
    /// The value of an argument is wrong.
    #[error("the value of '{argument}' is to be {expected}")]
    Value {
        /// The argument.
        argument: &'static str,
        /// What is let pass.
        expected: &'static str,
    },
}

impl CommandError {
    pub(crate) fn value(argument: &'static str, expected: &'static str) -> Self {
        CommandError::Value { argument, expected }
    }
}

impl Command {
    /// The command of a line; `None` for one that this engine does not know, which the protocol
    /// wants ignored, like arguments that it does not know.
    ///
    /// ```
    /// use manoury_hub::{Command, Line, Mode};
    ///
    /// let line: Line = "go think".parse()?;
    /// assert_eq!(Command::read(&line)?, Some(Command::Go(Mode::Think)));
    /// let line: Line = "make tea=green".parse()?;
    /// assert_eq!(Command::read(&line)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An argument is missing or has a wrong value.
    pub fn read(line: &Line) -> Result<Option<Self>, CommandError> {
        let needed = |command, argument| {
            line.value(argument).ok_or(CommandError::Missing { command, argument })
        };
        Ok(Some(match line.command() {
            "hub" => Command::Hub,
            "init" => Command::Init,
            "ping" => Command::Ping,
            "set-param" => Command::SetParam {
                name: needed("set-param", "name")?.to_string(),
                value: needed("set-param", "value")?.to_string(),
            },
            "new-game" => Command::NewGame,
            "pos" => Command::Pos(Pos {
                position: needed("pos", "pos")?.to_string(),
                moves: line
                    .value("moves")
                    .unwrap_or("")
                    .split_whitespace()
                    .map(Into::into)
                    .collect(),
                clocks: [plies(line, "clock25")?, plies(line, "clock16")?, plies(line, "clock5")?],
            }),
            "level" => Command::Level(Level::read(line)?),
            "go" => Command::Go(Mode::read(line)?),
            "ponder-hit" => Command::PonderHit,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => return Ok(None),
        }))
    }

    /// Whether the command is meant to come while a search is running.
    pub(crate) fn is_for_search(&self) -> bool {
        matches!(self, Command::Ping | Command::PonderHit | Command::Stop)
    }
}

/// Plies of a clock.
fn plies(line: &Line, argument: &'static str) -> Result<Option<u16>, CommandError> {
    let value = line.value(argument).map(str::parse).transpose();
    value.map_err(|_| CommandError::value(argument, "a number of plies"))
}

impl Mode {
    fn read(line: &Line) -> Result<Self, CommandError> {
        let modes = [("think", Mode::Think), ("ponder", Mode::Ponder), ("analyze", Mode::Analyze)];
        let found = modes.into_iter().find(|(name, _)| line.value(name).is_some());
        let argument = "think, ponder or analyze";
        found.map(|(_, mode)| mode).ok_or(CommandError::Missing { command: "go", argument })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Option<Command>, CommandError> {
        Command::read(&text.parse().unwrap())
    }

    #[test]
    fn commands_are_read() {
        let pos = |moves: &[&str], clocks| {
            let moves = moves.iter().map(|text| text.to_string()).collect();
            Ok(Some(Command::Pos(Pos { position: "Wee".into(), moves, clocks })))
        };
        assert_eq!(read("pos pos=Wee"), pos(&[], [None; 3]));
        assert_eq!(read("pos pos=Wee moves=\"\""), pos(&[], [None; 3]));
        assert_eq!(read("pos start=1 pos=Wee moves=32-28"), pos(&["32-28"], [None; 3]));
        let two = pos(&["38-15", "5x41x10"], [None, Some(31), Some(0)]);
        assert_eq!(read("pos pos=Wee clock16=31 clock5=0 moves=\"38-15  5x41x10 \""), two);
        assert_eq!(read("go infinite analyze"), Ok(Some(Command::Go(Mode::Analyze))));
        let (name, value) = ("book".to_string(), String::new());
        let set = Command::SetParam { name, value };
        assert_eq!(read("set-param name=book value"), Ok(Some(set)));
        assert_eq!(read("uci"), Ok(None));
    }

    #[test]
    fn incomplete_commands_are_refused() {
        for text in [
            "pos",
            "pos moves=32-28",
            "go",
            "go now",
            "set-param name=x",
            "set-param value=x",
            "pos pos=W clock16=-1",
            "pos pos=W clock5=70000",
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(!error.contains('"') && error.len() < 100, "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn no_line_makes_reading_panic(
            command in "hub|init|ping|set-param|new-game|pos|level|go|stop|quit|[a-z]{1,5}",
            args in "( (name|value|pos|moves|depth|time|inc|think|clock5)(=[\"0-9a-z.-]{0,9})?){0,4}",
        ) {
            if let Ok(line) = format!("{command}{args}").parse::<Line>() {
                let _ = Command::read(&line);
            }
        }
    }
}
