//! Words and comments of a file, one after the other, with their places.

use crate::error::{LONGEST_LINE, Problem, SyntaxError};
use crate::lines::{Lines, Taken};
use crate::place::Place;
use crate::token::{Token, is_blank};
use logos::Logos;
use std::io::{self, BufRead};

/// What a file is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A word.
    Word(Word),
    /// A whole comment, and where it begins.
    Comment(String, Place),
    /// What is neither.
    Problem(SyntaxError),
}

/// A word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// What it is.
    pub(crate) token: Token,
    /// As it is written.
    pub(crate) text: String,
    /// Where it begins.
    pub(crate) place: Place,
    /// Whether it follows the word before it without a blank.
    pub(crate) glued: bool,
    /// Whether it is the first word of its line.
    pub(crate) first: bool,
}

/// Takes a file apart.
#[derive(Debug)]
pub(crate) struct Lexer<R> {
    lines: Lines<R>,
    line: String,
    /// Where in `line` what is not taken yet begins, in bytes.
    offset: usize,
    /// The same as a column.
    column: u64,
    /// The place behind the last word, if nothing has come between.
    behind: Option<Place>,
    /// Double quotes of this line are not closed: nor are those that follow, which it escapes.
    unclosed: bool,
    /// The line is only the beginning of one that is too long.
    cut: bool,
    /// Nothing more is to be read.
    ended: bool,
}

impl<R: BufRead> Lexer<R> {
    pub(crate) fn new(reader: R) -> Self {
        Lexer {
            lines: Lines::new(reader),
            line: String::new(),
            offset: 0,
            column: 1,
            behind: None,
            unclosed: false,
            cut: false,
            ended: false,
        }
    }

    /// The next piece; `None` at the end of the file.
    pub(crate) fn next(&mut self) -> io::Result<Option<Piece>> {
        while !self.ended {
            let rest = &self.line[self.offset..];
            let mut words = Token::lexer(self.without_quotes(rest));
            let Some(token) = words.next() else {
                if std::mem::take(&mut self.cut) {
                    self.skip_line();
                    return Ok(Some(self.problem(self.place(), Problem::LongLine)));
                }
                if let Some(problem) = self.next_line()? {
                    return Ok(Some(problem));
                }
                continue;
            };
            let (mut span, mut text) = (words.span(), words.slice());
            if token == Ok(Token::Quotes) {
                // What follows them may be words all the same.
                (span.end, text) = (span.start + 1, &text[..1]);
            }
            let text = text.to_string();
            if self.cut && span.end == rest.len() {
                // Nobody knows how the last word went on.
                self.skip_line();
                continue;
            }
            // Every character has a token, if it is none other.
            let token = token.unwrap_or(Token::Other);
            self.advance(span.start);
            let place = self.place();
            self.advance(span.end - span.start);
            self.unclosed |= token == Token::Quotes;
            return Ok(Some(match token {
                Token::CommentStart => self.comment(place)?,
                Token::LineComment => {
                    let comment = self.line[self.offset..].trim().to_string();
                    self.skip_line();
                    Piece::Comment(comment, place)
                }
                _ => {
                    let glued = self.behind == Some(place);
                    let first = self.behind.replace(self.place()).is_none();
                    Piece::Word(Word { token, text, place, glued, first })
                }
            }));
        }
        Ok(None)
    }

    /// Where double quotes come next of which it is known that nothing closes them, only they are
    /// left of the rest of the line: it need not be searched again.
    fn without_quotes<'l>(&self, rest: &'l str) -> &'l str {
        let blanks = rest.len() - rest.trim_start_matches(is_blank).len();
        match self.unclosed && rest[blanks..].starts_with('"') {
            true => &rest[..=blanks],
            false => rest,
        }
    }

    /// Drops what is left of the line.
    pub(crate) fn skip_line(&mut self) {
        self.advance(self.line.len() - self.offset);
    }

    fn place(&self) -> Place {
        Place { line: self.lines.number(), column: self.column }
    }

    fn problem(&self, place: Place, problem: Problem) -> Piece {
        Piece::Problem(SyntaxError { place, problem })
    }

    fn advance(&mut self, bytes: usize) {
        let passed = &self.line[self.offset..self.offset + bytes];
        self.column += passed.chars().count() as u64;
        self.offset += bytes;
    }

    /// Goes to the next line, or to the end of the file.
    fn next_line(&mut self) -> io::Result<Option<Piece>> {
        let taken = self.lines.take(&mut self.line)?;
        (self.offset, self.column, self.behind) = (0, 1, None);
        self.unclosed = false;
        self.cut = taken == Some(Taken::Cut);
        self.ended = matches!(taken, None | Some(Taken::Utf16));
        Ok((taken == Some(Taken::Utf16)).then(|| self.problem(Place::START, Problem::Utf16)))
    }

    /// Takes a comment whose opening brace has been taken.
    fn comment(&mut self, start: Place) -> io::Result<Piece> {
        let mut comment = String::new();
        let mut too_long = false;
        let mut depth = 1;
        loop {
            let rest = &self.line[self.offset..];
            let braces = rest.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'{' | b'}'));
            let mut end = None;
            for (at, byte) in braces {
                if byte == b'{' {
                    depth += 1
                } else {
                    depth -= 1
                }
                if depth == 0 {
                    end = Some(at);
                    break;
                }
            }
            if !too_long {
                join(&mut comment, &rest[..end.unwrap_or(rest.len())]);
                // Too long to be kept: the end is looked for all the same.
                too_long = comment.len() > LONGEST_LINE;
            }
            if let Some(end) = end {
                self.advance(end + 1);
                if too_long {
                    return Ok(self.problem(start, Problem::LongComment));
                }
                return Ok(Piece::Comment(comment.trim().to_string(), start));
            }
            self.skip_line();
            if self.cut {
                self.cut = false;
                return Ok(self.problem(self.place(), Problem::LongLine));
            }
            if let Some(problem) = self.next_line()? {
                return Ok(problem);
            }
            // Nobody writes a tag into a comment on a line of its own: the next game begins here.
            if self.ended || is_tag(&self.line) {
                return Ok(self.problem(start, Problem::UnclosedComment));
            }
        }
    }
}

/// Adds a line to a comment. A line break with the blanks around it becomes one blank.
fn join(comment: &mut String, line: &str) {
    if comment.is_empty() {
        comment.push_str(line);
        return;
    }
    comment.truncate(comment.trim_end().len());
    let line = line.trim_start();
    if !line.is_empty() && !comment.is_empty() {
        comment.push(' ');
    }
    comment.push_str(line);
}

/// Whether a line is a tag and nothing else.
fn is_tag(line: &str) -> bool {
    let mut words = Token::lexer(line);
    let mut next = || words.next().and_then(Result::ok);
    (next(), next(), next()) == (Some(Token::TagStart), Some(Token::Word), Some(Token::Quoted))
        && next() == Some(Token::TagEnd)
        && next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<Piece> {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut pieces = Vec::new();
        while let Some(piece) = lexer.next().unwrap() {
            pieces.push(piece);
        }
        pieces
    }

    fn words(text: &str) -> Vec<(Token, String, u64, u64)> {
        pieces(text)
            .into_iter()
            .map(|piece| match piece {
                Piece::Word(Word { token, text, place, .. }) => {
                    (token, text, place.line, place.column)
                }
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn words_have_their_kinds_and_places() {
        let word = |token, text: &str, line, column| (token, text.to_string(), line, column);
        assert_eq!(
            words("[White \"É. \\\"x\\\"\"]\r\n 12.32-28!? 19 x 23\n(1-0 1/2-1/2 1-07)$3*… ..."),
            [
                word(Token::TagStart, "[", 1, 1),
                word(Token::Word, "White", 1, 2),
                word(Token::Quoted, "\"É. \\\"x\\\"\"", 1, 8),
                word(Token::TagEnd, "]", 1, 18),
                word(Token::Number, "12.", 2, 2),
                word(Token::Move, "32-28", 2, 5),
                word(Token::Mark, "!?", 2, 10),
                word(Token::Move, "19 x 23", 2, 13),
                word(Token::VariationStart, "(", 3, 1),
                word(Token::Result, "1-0", 3, 2),
                word(Token::Result, "1/2-1/2", 3, 6),
                word(Token::Move, "1-07", 3, 14),
                word(Token::VariationEnd, ")", 3, 18),
                word(Token::Annotation, "$3", 3, 19),
                word(Token::Star, "*", 3, 21),
                word(Token::Ellipsis, "…", 3, 22),
                word(Token::Ellipsis, "...", 3, 24),
            ]
        );
    }

    #[test]
    fn quotes_that_nothing_closes_hide_no_words() {
        let kinds = |text| words(text).into_iter().map(|(token, ..)| token).collect::<Vec<_>>();
        let (quotes, step) = (Token::Quotes, Token::Move);
        assert_eq!(kinds("\" 32-28 *"), [quotes, step, Token::Star]);
        assert_eq!(kinds("\"32-28 \\\" 19-23"), [quotes, step, Token::Word, quotes, step]);
        assert_eq!(kinds("\"\\\n\"a\""), [quotes, Token::Word, Token::Quoted]);
    }

    #[test]
    fn words_as_long_as_a_line_are_taken() {
        let count = LONGEST_LINE / 2 - 1;
        for (text, kind) in [
            ("1-".repeat(count) + "1", Token::Move),
            ("a3-".repeat(LONGEST_LINE / 3 - 1) + "a3", Token::Move),
            (format!("\"{}\"", "\\\"".repeat(count)), Token::Quoted),
            (format!("/{}/", " é".repeat(LONGEST_LINE / 3 - 1)), Token::SetUp),
            ("a1".repeat(count), Token::Word),
        ] {
            // A thread's small stack, not that of the main one.
            let lex = move || words(&text).into_iter().map(|(token, ..)| token).collect::<Vec<_>>();
            let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(lex).unwrap();
            assert_eq!(thread.join().unwrap(), [kind]);
        }
    }

    #[test]
    fn a_line_of_unclosed_quotes_is_gone_through_once() {
        // Going through it again for each of them would take minutes.
        assert_eq!(pieces(&"\"\\".repeat(LONGEST_LINE / 2)).len(), LONGEST_LINE);
    }

    #[test]
    fn comments_are_whole() {
        let comment =
            |text: &str, line, column| Piece::Comment(text.to_string(), Place { line, column });
        assert_eq!(
            pieces("{ a {b}  c\n\n  d }{}; e } { f\n% g\n{h\r\n[%clk 1:00]\n[x \"y\"] z}"),
            [
                comment("a {b}  c d", 1, 1),
                comment("", 3, 6),
                comment("e } { f", 3, 8),
                comment("g", 4, 1),
                comment("h [%clk 1:00] [x \"y\"] z", 5, 1),
            ]
        );
    }

    #[test]
    fn a_comment_that_is_never_closed_ends_before_the_next_tag() {
        let found = pieces("32-28 {a {b} \n\n [White \"x\"]\n");
        let problem = Problem::UnclosedComment;
        let place = Place { line: 1, column: 7 };
        assert_eq!(found[1], Piece::Problem(SyntaxError { place, problem }));
        assert_eq!(found.len(), 6);
        assert_eq!(pieces("{").len(), 1);
    }

    #[test]
    fn whatever_the_bytes_every_character_is_a_piece_of_something() {
        for text in ["\u{0}", "é", "-", "x", "32-", "/", "\\", "32 28", "½", "\"", "a\u{1a}b"] {
            assert!(!pieces(text).is_empty(), "{text}");
        }
    }
}
