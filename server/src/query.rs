//! The parameters of a question.

use crate::failure::{Code, Failure};
use manoury_rules::{Reading, Variant, shown};
use manoury_wire::{GivenClocks, Question};
use percent_encoding::percent_decode;
use std::borrow::Cow;

/// The parameters there are.
const NAMES: [&str; 5] = ["fen", "clock25", "clock16", "clock5", "rules"];

/// Reads the question that the query of a URI asks; `reading` is for one that names none.
pub(crate) fn question<V: Variant>(
    query: Option<&str>,
    reading: Reading,
) -> Result<Question<V>, Failure> {
    let mut values: [Option<String>; NAMES.len()] = Default::default();
    for pair in query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let name = decoded(name)?;
        let Some(place) = NAMES.iter().position(|known| *known == name) else {
            let message = format!("there is no parameter '{}'", shown(&name));
            return Err(wrong(format!("{message}; there are {}", NAMES.join(", "))));
        };
        if values[place].replace(decoded(value)?).is_some() {
            return Err(wrong(format!("{name} is given twice; give it once")));
        }
    }
    let [fen, clock25, clock16, clock5, rules] = values;
    let fen = fen.ok_or_else(|| wrong("name a position: ?fen=W:W31,K46:BK5".to_string()))?;
    let reading = match rules {
        Some(name) => {
            name.parse().map_err(|error| Failure::new(Code::BadRules, format!("{error}")))?
        }
        // The reading that the server was started with is not for games without class sixteen.
        None if V::LIMITS.sixteen.is_none() => Reading::default(),
        None => reading,
    };
    let clocks = GivenClocks {
        c25: plies("clock25", clock25)?,
        c16: plies("clock16", clock16)?,
        c5: plies("clock5", clock5)?,
    };
    Ok(Question::parse(&fen, clocks, reading)?)
}

fn plies(name: &str, value: Option<String>) -> Result<Option<u16>, Failure> {
    let Some(value) = value else { return Ok(None) };
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    value.parse().ok().filter(|_| digits).map(Some).ok_or_else(|| {
        let message = format!("{name} is no number of plies: '{}'", shown(&value));
        Failure::new(Code::BadClocks, message)
    })
}

/// Undoes percent encoding; `+` is a space.
fn decoded(text: &str) -> Result<String, Failure> {
    let text: Cow<str> =
        if text.contains('+') { text.replace('+', " ").into() } else { text.into() };
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        let digits = rest.get(at + 1..at + 3);
        if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
            return Err(wrong("'%' is not followed by two hexadecimal digits".to_string()));
        }
        rest = &rest[at + 3..];
    }
    let decoded = percent_decode(text.as_bytes()).decode_utf8();
    Ok(decoded.map_err(|_| wrong("a parameter is not UTF-8".to_string()))?.into_owned())
}

fn wrong(message: String) -> Failure {
    Failure::new(Code::BadQuery, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use manoury_rules::{DrawClocks, English, International};

    fn read(query: &str) -> Result<Question<International>, Failure> {
        question(Some(query), Reading::Fmjd)
    }

    #[test]
    fn questions_are_read() {
        let question = read("fen=W%3aWK10:BK5&clock5=3&&rules=lidraughts").unwrap();
        assert_eq!(question.position.to_string(), "W:WK10:BK5");
        assert_eq!(question.clocks, DrawClocks { c25: 0, c16: None, c5: Some(3) });
        assert_eq!(question.reading, Reading::Lidraughts);
        assert!(read("fen=+W:+WK10+:%20BK5").is_ok());
        // What the server was started with holds where it can.
        let query = Some("fen=W:WK10:BK5");
        let started = Reading::Lidraughts;
        assert_eq!(super::question::<International>(query, started).unwrap().reading, started);
        assert_eq!(super::question::<English>(query, started).unwrap().reading, Reading::Fmjd);
    }

    #[test]
    fn wrong_questions_are_refused_by_their_kind() {
        for (query, code) in [
            ("", Code::BadQuery),
            ("fen", Code::BadFen),
            ("fen=W:WK10:BK5&clock=3", Code::BadQuery),
            ("fen=W:WK10:BK5&fen=W:WK10:BK5", Code::BadQuery),
            ("fen=%", Code::BadQuery),
            ("fen=%4", Code::BadQuery),
            ("fen=%zz", Code::BadQuery),
            ("fen=%ff", Code::BadQuery),
            ("fen=W:WK10", Code::BadFen),
            ("fen=W:WK10:BK5&clock5=", Code::BadClocks),
            ("fen=W:WK10:BK5&clock5=-1", Code::BadClocks),
            ("fen=W:WK10:BK5&clock5=%2b1", Code::BadClocks),
            ("fen=W:WK10:BK5&clock5=99999", Code::BadClocks),
            ("fen=W:WK10:BK5&clock5=11", Code::BadClocks),
            ("fen=W:WK10:BK5&rules=chess", Code::BadRules),
        ] {
            let failure = read(query).unwrap_err();
            assert_eq!(failure.code, code, "{query}");
            assert!(!failure.message.contains('\n'));
        }
        let lidraughts = Some("fen=W:WK10:BK5&rules=lidraughts");
        let failure = question::<English>(lidraughts, Reading::Fmjd).unwrap_err();
        assert_eq!(failure.code, Code::BadRules);
        let long = read(&format!("{}=1", "%0a".repeat(1000))).unwrap_err().message;
        assert!(long.len() < 120 && !long.contains('\n'), "{long}");
    }
}
