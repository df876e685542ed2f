//! How long and how far to think: the `level` command.

use crate::command::CommandError;
use crate::line::Line;
use std::time::Duration;

/// The limits of a search. Those that are given all hold; the protocol sends one kind at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// Greatest depth in plies.
    pub depth: Option<u32>,
    /// Greatest number of positions.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// What is on the game clock.
    pub game: Option<GameTime>,
    /// The search ends by `stop` alone.
    pub infinite: bool,
}

/// What is on the game clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameTime {
    /// Seconds left, the increment of this move not added yet: below 0 where a client took it off.
    pub left: f64,
    /// Moves to make in that time; without it, all the rest of the game.
    pub moves: Option<u32>,
    /// Seconds added before each move.
    pub increment: f64,
}

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After that much of it no deeper search is begun.
    pub soft: Duration,
    /// Then the search is broken off.
    pub hard: Duration,
}

/// Longest time that is counted, in seconds: some months, so that no sum overflows.
const LONGEST: f64 = 1e7;

/// Moves that the rest of a game is taken to have.
const REST_OF_GAME: u32 = 30;

/// Seconds kept back for what lies between the clock and the engine.
const LAG: f64 = 0.05;

/// Shortest time for a move, in seconds, even where none is left.
const SHORTEST: f64 = 0.001;

impl Level {
    /// The limits of a `level` line.
    pub(crate) fn read(line: &Line) -> Result<Self, CommandError> {
        let wrong = |name: &'static str, expected| move |_| CommandError::value(name, expected);
        let count = |name| -> Result<Option<u64>, CommandError> {
            let value = line.value(name).map(str::parse::<u64>).transpose();
            let value = value.map_err(|_| wrong(name, "a whole number, at least 1")(()))?;
            match value {
                Some(0) => Err(wrong(name, "a whole number, at least 1")(())),
                value => Ok(value),
            }
        };
        let small = |count: Option<u64>| count.map(|n| n.min(u32::MAX.into()) as u32);
        let seconds = |name, least: f64| -> Result<Option<f64>, CommandError> {
            let Some(value) = line.value(name) else { return Ok(None) };
            let seconds = value.parse::<f64>().ok().filter(|s| s.is_finite() && *s >= least);
            let error = wrong(name, "a number of seconds, like 2.5");
            Ok(Some(seconds.ok_or_else(|| error(()))?.clamp(-LONGEST, LONGEST)))
        };
        let moves = small(count("moves")?);
        let increment = seconds("inc", 0.0)?.unwrap_or(0.0);
        let left = seconds("time", f64::MIN)?;
        let level = Level {
            depth: small(count("depth")?),
            nodes: count("nodes")?,
            move_time: seconds("move-time", 0.0)?.map(Duration::from_secs_f64),
            game: left.map(|left| GameTime { left, moves, increment }),
            infinite: line.value("infinite").is_some(),
        };
        if level == Level::default() {
            let one = "depth, nodes, move-time, time or infinite";
            return Err(CommandError::Missing { command: "level", argument: one });
        }
        Ok(level)
    }

    /// The time for this move; `None` if nothing limits it.
    pub fn budget(&self) -> Option<Budget> {
        let of_move = self.move_time.map(|time| {
            let time = time.as_secs_f64();
            budget(time, time - LAG.min(time / 10.0))
        });
        let of_game = self.game.map(|GameTime { left, moves, increment }| {
            let there_is = (left + increment - LAG).max(SHORTEST);
            let share = left.max(0.0) / f64::from(moves.unwrap_or(REST_OF_GAME)) + increment;
            budget(share.min(there_is) / 2.0, share.min(there_is * 0.8))
        });
        match (of_move, of_game) {
            (Some(one), Some(other)) => {
                Some(Budget { soft: one.soft.min(other.soft), hard: one.hard.min(other.hard) })
            }
            (one, other) => one.or(other),
        }
    }
}

fn budget(soft: f64, hard: f64) -> Budget {
    let time = |seconds: f64| Duration::from_secs_f64(seconds.max(SHORTEST));
    Budget { soft: time(soft.min(hard)), hard: time(hard) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Result<Level, CommandError> {
        Level::read(&text.parse().unwrap())
    }

    fn hard(text: &str) -> f64 {
        level(text).unwrap().budget().unwrap().hard.as_secs_f64()
    }

    #[test]
    fn every_form_of_the_protocol_is_read() {
        let level = |text| level(text).unwrap();
        assert_eq!(level("level depth=7").depth, Some(7));
        assert_eq!(level("level nodes=5000000000").nodes, Some(5_000_000_000));
        assert_eq!(level("level move-time=0.5").move_time, Some(Duration::from_millis(500)));
        assert!(level("level infinite").infinite);
        let game = level("level moves=9 time=291.587 inc=2 colour=blue").game.unwrap();
        assert_eq!(game, GameTime { left: 291.587, moves: Some(9), increment: 2.0 });
        assert_eq!(level("level depth=3").budget(), None);
        assert_eq!(level("level depth=99999999999").depth, Some(u32::MAX));
    }

    #[test]
    fn wrong_numbers_are_refused() {
        for text in [
            "level",
            "level moves=3",
            "level depth=0",
            "level depth=-1",
            "level depth=x",
            "level depth",
            "level nodes=1.5",
            "level move-time=-1",
            "level move-time=nan",
            "level time=inf",
            "level time=3 inc=-1",
            "level time=3 moves=0",
        ] {
            assert!(level(text).is_err(), "{text}");
        }
        assert!(hard("level move-time=1e300") <= LONGEST);
        assert!(hard("level time=-1e300") > 0.0);
    }

    #[test]
    fn the_time_that_is_left_is_never_overdrawn() {
        for (time, inc) in [(0.1, 0.0), (1.0, 0.0), (300.0, 0.0), (-1.0, 2.0), (0.0, 5.0)] {
            for moves in ["", " moves=1", " moves=2", " moves=40"] {
                let used = hard(&format!("level time={time} inc={inc}{moves}"));
                assert!(used < time + inc && used > 0.0, "{time} {inc}{moves}: {used}");
                let many = if moves == " moves=1" { 1.0 } else { 2.0 };
                assert!(used <= (time.max(0.0) + inc * many).max(0.01) / many + 0.01);
            }
        }
        assert!(hard("level move-time=2") < 2.0 && hard("level move-time=2") > 1.5);
        // One move left until more time comes: most of it may go.
        assert!(hard("level time=10 moves=1") > 5.0);
    }
}
