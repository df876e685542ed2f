//! Games as a file.

use crate::error::{DEEPEST, WriteError};
use crate::reader::is_tag_name;
use crate::record::{GameRecord, Item, WrittenMove};
use crate::score::{GameResult, Score, ScoreStyle};
use manoury_rules::{Color, VariantName, shown};
use std::io::Write;

/// Columns that a line takes at most, where blanks allow it.
const WIDTH: usize = 79;

/// Columns that are kept free behind a move for its mark.
const MARK: usize = 3;

/// Writes games into a file, with a blank line after each.
///
/// Lines are wrapped, moves numbered, values escaped. A game that is read back is the same, but that
/// line breaks in comments have become blanks and a game without a score has the score `*`. What
/// the format has no way to write is an error, and then nothing of the game is written.
///
/// ```
/// use manoury_pdn::{GameRecord, Item, Writer, WrittenMove};
///
/// let mut game = GameRecord::default();
/// game.set_tag("White", "the \"Fly\"");
/// game.items.push(Item::Move(WrittenMove::new("32-28")));
/// game.items.push(Item::Mark("!".into()));
/// game.items.push(Item::Comment("why not".into()));
/// game.items.push(Item::Move(WrittenMove::new("19-23")));
/// let mut file = Vec::new();
/// Writer::new(&mut file).write(&game)?;
/// assert_eq!(
///     String::from_utf8(file)?,
///     "[White \"the \\\"Fly\\\"\"]\n\n1. 32-28! {why not} 1... 19-23 *\n\n",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    file: W,
}

impl<W: Write> Writer<W> {
    /// A writer into a file.
    pub fn new(file: W) -> Self {
        Writer { file }
    }

    /// Writes a game.
    ///
    /// # Errors
    /// The game has something that PDN cannot say, or writing fails.
    pub fn write(&mut self, game: &GameRecord) -> Result<(), WriteError> {
        let mut text = String::new();
        let says =
            |item: &Item| !matches!(item, Item::Comment(_) | Item::Mark(_) | Item::Annotation(_));
        if game.tags.is_empty() && !game.items.iter().any(says) {
            return Err(WriteError::Empty);
        }
        for (i, tag) in game.tags.iter().enumerate() {
            if !is_tag_name(&tag.name) {
                return Err(WriteError::TagName(shown(&tag.name)));
            }
            if i > 0 && tag.name == game.tags[0].name {
                return Err(WriteError::TagTwice(tag.name.clone()));
            }
            let value = on_one_line(&tag.value)?.replace('\\', "\\\\").replace('"', "\\\"");
            text += &format!("[{} \"{value}\"]\n", tag.name);
        }
        if !text.is_empty() {
            text.push('\n');
        }
        let mut moves = MoveText { text, column: 0 };
        moves.items(&game.items, &mut Numbering::of(game), 0)?;
        let unknown = Score { result: GameResult::Unknown, style: ScoreStyle::TwoPoints };
        // Behind a move without a blank a star would be its mark: words have one between them.
        moves.word(&game.score.unwrap_or(unknown).to_string());
        moves.text.push_str("\n\n");
        self.file.write_all(moves.text.as_bytes())?;
        Ok(())
    }

    /// The file.
    pub fn into_inner(self) -> W {
        self.file
    }
}

/// A text that can stand in quotes.
fn on_one_line(text: &str) -> Result<&str, WriteError> {
    if text.contains(char::is_control) {
        return Err(WriteError::Text(shown(text)));
    }
    Ok(text)
}

/// Which number the next move has.
#[derive(Clone, Copy, Debug)]
struct Numbering {
    number: u32,
    /// The side that moves first, which the numbers count.
    first: Color,
    /// Whether it is to move.
    is_first: bool,
}

impl Numbering {
    fn of(game: &GameRecord) -> Self {
        let english = game.variant() == Some(VariantName::English);
        let first = if english { Color::Black } else { Color::White };
        let fen = game.tag("FEN").filter(|fen| !fen.trim().is_empty());
        Numbering { number: 1, first, is_first: fen.is_none_or(|fen| moves(fen, first)) }
    }

    fn next(self) -> Self {
        let number = self.number + u32::from(!self.is_first);
        Numbering { number, is_first: !self.is_first, ..self }
    }

    fn previous(self) -> Self {
        let number = self.number - u32::from(self.is_first && self.number > 1);
        Numbering { number, is_first: !self.is_first, ..self }
    }
}

/// Whether a side is to move in a position.
fn moves(fen: &str, side: Color) -> bool {
    fen.trim_start().starts_with([side.letter(), side.letter().to_ascii_lowercase()])
}

/// The text of a game as it grows.
struct MoveText {
    text: String,
    column: usize,
}

impl MoveText {
    /// Adds a word after a blank, or on the next line if this one is full.
    fn word(&mut self, word: &str) {
        self.word_with_room(word, 0);
    }

    /// Adds a word that has room behind it on its line.
    fn word_with_room(&mut self, word: &str, room: usize) {
        let width = word.chars().count() + room;
        if self.column > 0 && self.column + 1 + width > WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.glue(word);
    }

    /// Adds to the last word.
    fn glue(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.chars().count();
    }

    fn items(
        &mut self,
        items: &[Item],
        numbering: &mut Numbering,
        depth: usize,
    ) -> Result<(), WriteError> {
        // The number of a second move is told at the beginning and after anything but a move.
        let mut told = false;
        // The word before is a move or a mark of it, so that a mark may be glued to it.
        let mut is_marked = false;
        for item in items {
            match item {
                Item::Move(WrittenMove { text, .. }) => {
                    if !is_move_text(text) {
                        return Err(WriteError::Move(shown(text)));
                    }
                    let Numbering { number, is_first, .. } = *numbering;
                    let number = match (is_first, told) {
                        (true, _) => format!("{number}. "),
                        (false, true) => String::new(),
                        (false, false) => format!("{number}... "),
                    };
                    self.word_with_room(&format!("{number}{text}"), MARK);
                    *numbering = numbering.next();
                    told = true;
                }
                Item::Mark(mark) => {
                    let bare = mark.strip_prefix('(').and_then(|mark| mark.strip_suffix(')'));
                    let bare = bare.unwrap_or(mark);
                    let plain = !bare.is_empty() && bare.bytes().all(|b| matches!(b, b'!' | b'?'));
                    if !(plain || mark == "*" && is_marked) {
                        return Err(WriteError::Mark(shown(mark)));
                    }
                    // Two marks in one word would be one.
                    if mark == "*" || (is_marked && !self.text.ends_with(['!', '?', ')'])) {
                        self.glue(mark);
                    } else {
                        self.word(mark);
                    }
                }
                Item::Annotation(number) => self.word(&format!("${number}")),
                Item::Comment(comment) => {
                    self.comment(comment)?;
                    told = false;
                }
                Item::Variation(variation) => {
                    if depth == DEEPEST {
                        return Err(WriteError::TooDeep);
                    }
                    // It stands for the move before it.
                    let mut inside = numbering.previous();
                    self.word("(");
                    self.items(variation, &mut inside, depth + 1)?;
                    self.word(")");
                    told = false;
                }
                Item::SetUp(WrittenMove { text, .. }) => {
                    if text.contains(['/', '"']) {
                        return Err(WriteError::Text(shown(text)));
                    }
                    self.word(&format!("/FEN \"{}\"/", on_one_line(text)?));
                    numbering.is_first = moves(text, numbering.first);
                    told = false;
                }
            }
            is_marked = matches!(item, Item::Move(_) | Item::Mark(_));
        }
        Ok(())
    }

    fn comment(&mut self, comment: &str) -> Result<(), WriteError> {
        let text = on_its_lines(comment);
        if !is_balanced(&text) {
            if comment.contains(['\n', '\r']) {
                return Err(WriteError::Comment(shown(comment)));
            }
            // It cannot stand in braces, but at the end of a line.
            self.word(&format!("; {text}"));
            self.text.push('\n');
            self.column = 0;
            return Ok(());
        }
        let text = format!("{{{text}}}");
        let mut begin = 0;
        // Only a single blank may become a line break, and no line may begin like a tag.
        for (at, _) in text.match_indices(' ') {
            let (before, after) = (&text[..at], &text[at + 1..]);
            if !before.ends_with(char::is_whitespace)
                && !after.starts_with(|c: char| c.is_whitespace() || c == '[')
            {
                self.word(&text[begin..at]);
                begin = at + 1;
            }
        }
        self.word(&text[begin..]);
        Ok(())
    }
}

/// A comment as it is read back: a line break with the blanks around it is one blank.
fn on_its_lines(comment: &str) -> String {
    let lines = comment.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// Whether every brace of a comment has its other one.
fn is_balanced(comment: &str) -> bool {
    let mut depth = 0;
    for byte in comment.bytes() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return false,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// Whether a text is read back as one move.
fn is_move_text(text: &str) -> bool {
    use crate::token::Token;
    use logos::Logos;
    let mut words = Token::lexer(text);
    let one = words.next() == Some(Ok(Token::Move)) && words.next().is_none();
    one && !text.contains(char::is_whitespace) && crate::reader::is_move(text)
}
