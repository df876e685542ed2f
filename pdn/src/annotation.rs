//! Commands inside comments: `{[%clock w1:23:45 B0:12:30] a remark}`.

use std::time::Duration;

/// A command in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Annotation<'a> {
    /// Its name, as `clk`.
    pub name: &'a str,
    /// What it says.
    pub value: &'a str,
}

/// Times of the players' clocks as a comment tells them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockTimes {
    /// White's time.
    pub white: Option<Duration>,
    /// Black's time.
    pub black: Option<Duration>,
    /// The time of who made the move, where no colour is told.
    pub mover: Option<Duration>,
}

/// The commands in a comment, `[%name value]` each.
///
/// ```
/// use manoury_pdn::annotations;
/// use std::time::Duration;
///
/// let comment = "late [%clock w0:00:10 B0:00:03] but sure";
/// let clock = annotations(comment).next().unwrap();
/// assert_eq!(clock.name, "clock");
/// assert_eq!(clock.clock_times().unwrap().white, Some(Duration::from_secs(10)));
/// ```
pub fn annotations(comment: &str) -> impl Iterator<Item = Annotation<'_>> {
    comment.split("[%").skip(1).filter_map(|rest| {
        let (command, _) = rest.split_once(']')?;
        let command = command.trim();
        let (name, value) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        (!name.is_empty()).then_some(Annotation { name, value: value.trim() })
    })
}

impl Annotation<'_> {
    /// The times that the commands `clock`, `clk` and `mct` tell; `None` for another command, or
    /// one whose times are none.
    ///
    /// A letter `w` or `b` in front says whose time it is, a capital that this clock runs.
    pub fn clock_times(&self) -> Option<ClockTimes> {
        if !matches!(self.name, "clock" | "clk" | "mct") {
            return None;
        }
        let mut times = ClockTimes::default();
        for word in self.value.split_whitespace() {
            let (whose, text) = match word.as_bytes()[0] {
                b'w' | b'W' => (&mut times.white, &word[1..]),
                b'b' | b'B' => (&mut times.black, &word[1..]),
                _ => (&mut times.mover, word),
            };
            if whose.replace(time(text)?).is_some() {
                return None;
            }
        }
        (times != ClockTimes::default()).then_some(times)
    }
}

/// Reads `h:mm:ss`, or `mm:ss`; the seconds may have a fraction.
fn time(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let number = |digits: &str| {
        let plain = (1..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse::<u64>().ok()).flatten()
    };
    let parts: Vec<u64> = whole.split(':').map(number).collect::<Option<_>>()?;
    let seconds = match parts[..] {
        [minutes, seconds @ 0..60] => minutes * 60 + seconds,
        [hours, minutes @ 0..60, seconds @ 0..60] => (hours * 60 + minutes) * 60 + seconds,
        _ => return None,
    };
    let nanoseconds = number(fraction)? * 10u64.pow(9 - fraction.len() as u32);
    Some(Duration::new(seconds, nanoseconds as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read() {
        let times = |comment| annotations(comment).next().and_then(|found| found.clock_times());
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let clock = |white, black, mover| Some(ClockTimes { white, black, mover });
        assert_eq!(times("[%clk 1:55:21]"), clock(None, None, seconds(6921)));
        assert_eq!(
            times("x [%clock W1:00:00 b0:59:59] y"),
            clock(seconds(3600), seconds(3599), None)
        );
        assert_eq!(times("[%clk 05:03.5]").unwrap().mover, Some(Duration::from_millis(303_500)));
        for wrong in ["[%clk]", "[%clk 1:60:00]", "[%clk w1:00 w2:00]", "[%clk x]", "[%eval 3]"] {
            assert_eq!(times(wrong), None, "{wrong}");
        }
        for wrong in ["[%clk -1:00]", "[%clk 9999999999:00]", "[%clk wé]", "[%clk 1:00.é]"] {
            assert_eq!(times(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn commands_stand_anywhere_in_a_comment() {
        let found: Vec<_> = annotations("[%emt 0:03]good[%eval 1,5 x ][% ][%open").collect();
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].name, found[0].value), ("emt", "0:03"));
        assert_eq!((found[1].name, found[1].value), ("eval", "1,5 x"));
    }
}
