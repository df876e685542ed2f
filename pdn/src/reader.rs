//! Games of a file, one by one.

use crate::error::{DEEPEST, LARGEST_GAME, Problem, ReadError, SyntaxError};
use crate::lexer::{Lexer, Piece, Word};
use crate::place::Place;
use crate::record::{GameRecord, Item, Tag, WrittenMove};
use crate::token::Token;
use manoury_rules::shown;
use std::io::{self, BufRead};

/// Reads games one by one; an iterator over them.
///
/// A game that is no PDN is an error, and the next one is read all the same. After
/// [`ReadError::Io`] nothing more comes.
///
/// ```
/// use manoury_pdn::{ReadError, Reader};
///
/// let file = "1. 32-28 {unfinished\n\n[Event \"next\"]\n1. 34-30 *\n";
/// let mut games = Reader::new(file.as_bytes());
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 10: the comment that begins here is never closed; end it with }",
/// );
/// assert_eq!(games.next().unwrap()?.tag("Event"), Some("next"));
/// assert!(games.next().is_none());
/// # Ok::<(), ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// A piece taken too early: it is the next one.
    kept: Option<Piece>,
    /// A tag that begins the next game, or what is wrong with it.
    tag_ahead: Option<Result<Tag, SyntaxError>>,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader of a file. Bytes are taken as they are needed.
    pub fn new(reader: R) -> Self {
        Reader { lexer: Lexer::new(reader), kept: None, tag_ahead: None, ended: false }
    }

    fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        match self.kept.take() {
            Some(piece) => Ok(Some(piece)),
            None => self.lexer.next(),
        }
    }

    /// The next word if it is of a kind; any other piece stays, and where it stands is told.
    fn next_if(&mut self, token: Token) -> io::Result<Result<Word, Option<Place>>> {
        let piece = self.next_piece()?;
        let place = match piece {
            Some(Piece::Word(word)) if word.token == token => return Ok(Ok(word)),
            Some(Piece::Word(Word { place, .. })) => Some(place),
            Some(Piece::Problem(SyntaxError { place, .. })) => Some(place),
            Some(Piece::Comment(_, place)) => Some(place),
            None => None,
        };
        self.kept = piece;
        Ok(Err(place))
    }

    /// The next game; `None` at the end of the file.
    fn game(&mut self) -> io::Result<Option<Result<GameRecord, SyntaxError>>> {
        let mut draft = Draft::default();
        match self.tag_ahead.take() {
            Some(Ok(tag)) => draft.tag(tag),
            Some(Err(error)) => draft.problem(error.place, error.problem),
            None => {}
        }
        while let Some(piece) = self.next_piece()? {
            match piece {
                Piece::Comment(text, place) => draft.item(place, text.len(), Item::Comment(text)),
                Piece::Problem(error) => draft.problem(error.place, error.problem),
                Piece::Word(word) if word.token == Token::TagStart => {
                    let tag = self.tag(word.place)?;
                    let begins = match &tag {
                        // A game may have neither moves nor a result.
                        Ok(tag) => draft.has_moves || draft.begins_with(&tag.name),
                        // A bracket in the middle of a line of moves is a slip.
                        Err(_) => draft.has_moves && word.first,
                    };
                    if begins {
                        self.tag_ahead = Some(tag);
                        return Ok(Some(draft.finish()));
                    }
                    match tag {
                        Ok(tag) => draft.tag(tag),
                        Err(error) => draft.problem(error.place, error.problem),
                    }
                }
                Piece::Word(word) => {
                    if draft.word(word) {
                        return Ok(Some(draft.finish()));
                    }
                }
            }
        }
        self.ended = true;
        Ok((!draft.is_empty()).then(|| draft.finish()))
    }

    /// Reads the rest of a tag whose bracket has been taken.
    fn tag(&mut self, start: Place) -> io::Result<Result<Tag, SyntaxError>> {
        let found = self.next_if(Token::Word)?;
        let name = match found {
            Ok(word) if is_tag_name(&word.text) => word.text,
            Ok(word) => return Ok(self.no_tag(start, Some(word.place), Problem::TagName)),
            Err(place) => return Ok(self.no_tag(start, place, Problem::TagName)),
        };
        let (value, place) = match self.next_if(Token::Quoted)? {
            Ok(word) => (unescaped(&word.text), word.place),
            Err(place) => {
                let problem = match self.next_if(Token::Quotes)? {
                    Ok(_) => Problem::UnclosedQuotes,
                    Err(_) => Problem::TagValue(shown(&name)),
                };
                return Ok(self.no_tag(start, place, problem));
            }
        };
        if let Err(end) = self.next_if(Token::TagEnd)? {
            return Ok(self.no_tag(start, end, Problem::TagEnd(shown(&name))));
        }
        Ok(Ok(Tag { name, value, place }))
    }

    /// What is wrong with a tag that began at `start`. Where that is told by its own line, the rest
    /// of it means nothing.
    fn no_tag(
        &mut self,
        start: Place,
        place: Option<Place>,
        problem: Problem,
    ) -> Result<Tag, SyntaxError> {
        let place = place.filter(|place| place.line == start.line);
        if place.is_some() {
            self.kept = None;
            self.lexer.skip_line();
        }
        Err(SyntaxError { place: place.unwrap_or(start), problem })
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        match self.game() {
            Ok(game) => game.map(|game| game.map_err(ReadError::from)),
            Err(error) => {
                self.ended = true;
                Some(Err(error.into()))
            }
        }
    }
}

/// A game that is being read.
#[derive(Debug, Default)]
struct Draft {
    record: GameRecord,
    /// The items around each variation that is open, and where it begins.
    around: Vec<(Place, Vec<Item>)>,
    /// Variations open beyond those that are allowed.
    too_deep: u64,
    /// The moves have begun: a tag belongs to the next game.
    has_moves: bool,
    /// What is wrong first. Once something is, nothing more is kept.
    error: Option<SyntaxError>,
    /// Bytes kept, roughly.
    size: usize,
}

impl Draft {
    fn is_empty(&self) -> bool {
        self.record.tags.is_empty() && !self.has_moves && self.error.is_none()
    }

    fn begins_with(&self, name: &str) -> bool {
        self.record.tags.first().is_some_and(|first| first.name == name)
    }

    fn problem(&mut self, place: Place, problem: Problem) {
        if self.error.is_none() {
            self.error = Some(SyntaxError { place, problem });
        }
    }

    /// Whether `bytes` more can be kept.
    fn has_room(&mut self, place: Place, bytes: usize) -> bool {
        self.size += bytes + size_of::<Item>();
        if self.size > LARGEST_GAME {
            self.problem(place, Problem::LargeGame);
        }
        self.error.is_none()
    }

    fn tag(&mut self, tag: Tag) {
        // The first tag tells where the next game begins, also when this one is in trouble.
        if self.has_room(tag.place, tag.name.len() + tag.value.len()) || self.record.tags.is_empty()
        {
            self.record.tags.push(tag);
        }
    }

    fn item(&mut self, place: Place, bytes: usize, item: Item) {
        if self.has_room(place, bytes) {
            self.record.items.push(item);
        }
    }

    /// Takes a word that is no part of a tag; says whether it ends the game.
    fn word(&mut self, word: Word) -> bool {
        let Word { token, text, place, glued, .. } = word;
        let bytes = text.len();
        match token {
            Token::Number | Token::Ellipsis => self.has_moves = true,
            Token::Move => {
                self.has_moves = true;
                if is_move(&text) {
                    let text = text.chars().filter(|c| !c.is_whitespace()).collect();
                    self.item(place, bytes, Item::Move(WrittenMove { text, place }));
                } else {
                    self.problem(place, Problem::Malformed(shown(&text)));
                }
            }
            Token::SetUp => {
                self.has_moves = true;
                match fen_of(&text) {
                    Some(fen) => {
                        let text = fen.to_string();
                        self.item(place, bytes, Item::SetUp(WrittenMove { text, place }));
                    }
                    None => self.problem(place, Problem::SetUp(shown(&text))),
                }
            }
            Token::Star if glued && self.marks_move() => {
                self.item(place, bytes, Item::Mark(text));
            }
            Token::Star | Token::Result => return self.score(&text, place),
            Token::Mark => self.item(place, bytes, Item::Mark(text)),
            Token::Annotation => match text[1..].parse() {
                Ok(number) => self.item(place, bytes, Item::Annotation(number)),
                Err(_) => self.problem(place, Problem::Annotation(shown(&text))),
            },
            Token::VariationStart => self.open(place),
            Token::VariationEnd => self.close(place),
            Token::TagEnd => self.problem(place, Problem::UnopenedTag),
            Token::CommentEnd => self.problem(place, Problem::UnopenedComment),
            _ => self.problem(place, Problem::Unknown(shown(&text))),
        }
        false
    }

    /// Whether a star that follows at once is the mark of a forced move.
    fn marks_move(&self) -> bool {
        matches!(self.record.items.last(), Some(Item::Move(_) | Item::Mark(_)))
    }

    fn score(&mut self, text: &str, place: Place) -> bool {
        if !self.around.is_empty() {
            // It says how the variation would end, not the game.
            return false;
        }
        if self.is_empty() {
            // A result behind another one, or behind remarks alone, is no game.
            self.record.items.clear();
            return false;
        }
        match text.parse() {
            Ok(score) => {
                self.record.score = Some(score);
                true
            }
            Err(_) => {
                self.problem(place, Problem::Unknown(shown(text)));
                false
            }
        }
    }

    fn open(&mut self, place: Place) {
        self.has_moves = true;
        if self.around.len() == DEEPEST {
            self.too_deep += 1;
            return self.problem(place, Problem::TooDeep);
        }
        self.around.push((place, std::mem::take(&mut self.record.items)));
    }

    fn close(&mut self, place: Place) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        match self.around.pop() {
            Some((_, around)) => {
                let variation = std::mem::replace(&mut self.record.items, around);
                self.item(place, 0, Item::Variation(variation));
            }
            None => self.problem(place, Problem::UnopenedVariation),
        }
    }

    fn finish(mut self) -> Result<GameRecord, SyntaxError> {
        // Tournaments with points of their own end a game with them, as 6-4.
        if let (None, Some(Item::Move(last))) = (self.record.score, self.record.items.last())
            && self.record.tag("Result") == Some(&last.text)
        {
            self.record.items.pop();
        }
        if let Some(&(place, _)) = self.around.first() {
            self.problem(place, Problem::UnclosedVariation);
        }
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.record),
        }
    }
}

/// Whether a word can be the name of a tag.
pub(crate) fn is_tag_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Whether squares and separators make a step or a capture.
pub(crate) fn is_move(text: &str) -> bool {
    let steps = text.matches('-').count();
    steps == 0 || (steps == 1 && !text.contains(['x', 'X', ':', '×']))
}

/// The FEN of a position set up among the moves: `/FEN "…"/`.
fn fen_of(text: &str) -> Option<&str> {
    let command = text.strip_prefix('/')?.strip_suffix('/')?.trim();
    let fen = command.strip_prefix("FEN")?.trim_start().strip_prefix('"')?.strip_suffix('"')?;
    (!fen.contains('"')).then_some(fen)
}

/// A value without its quotes and escapes; a backslash before anything else is one.
fn unescaped(quoted: &str) -> String {
    let inside = quoted.get(1..quoted.len() - 1).unwrap_or_default();
    let mut value = String::with_capacity(inside.len());
    let mut chars = inside.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&escaped @ ('"' | '\\'))) => {
                value.push(escaped);
                chars.next();
            }
            _ => value.push(c),
        }
    }
    value
}
