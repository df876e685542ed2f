//! Reading what the client sends, beside everything else, so that a running search hears of it.

use crate::session::Event;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::Sender;

/// Longest line that is read, in bytes; a whole game of the longest moves is far shorter.
const LONGEST: u64 = 1 << 20;

/// Sends each line of `input`, then that it has ended. Returns when nobody listens any more.
pub(crate) fn forward(input: impl Read, events: &Sender<Event>) {
    let mut input = BufReader::new(input);
    loop {
        let event = match next_line(&mut input) {
            Ok(Some(event)) => event,
            Ok(None) | Err(_) => {
                let _ = events.send(Event::End);
                return;
            }
        };
        if events.send(event).is_err() {
            return;
        }
    }
}

/// The next line; `None` at the end.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Event>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') && read as u64 == LONGEST {
        // Nothing of it can be understood; the rest is passed over without being kept.
        input.skip_until(b'\n')?;
        return Ok(Some(Event::TooLong));
    }
    Ok(Some(Event::Text(String::from_utf8_lossy(&bytes).into_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_lines_are_cut() {
        let long = "x".repeat(3 << 20);
        let text = format!("hub\r\n{long}\n\u{0}\nlast");
        let mut input = BufReader::new(text.as_bytes());
        let mut events = Vec::new();
        while let Some(event) = next_line(&mut input).unwrap() {
            events.push(event);
        }
        let [Event::Text(first), Event::TooLong, Event::Text(third), Event::Text(last)] =
            &events[..]
        else {
            panic!()
        };
        assert_eq!((first.trim(), third.trim(), last.trim()), ("hub", "\u{0}", "last"));
    }
}
