//! A game as it is written down.

use crate::{GameType, Place, Score};
use manoury_rules::{Move, Position, Variant, VariantName, move_text};

/// A game as a file has it, or for a file to have it.
///
/// Games are equal that say the same, wherever they stand in their files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The tags in their order.
    pub tags: Vec<Tag>,
    /// Moves and what is said about them.
    pub items: Vec<Item>,
    /// The result behind the moves; `None` where the game just stops.
    pub score: Option<Score>,
}

/// A tag: what is known about the game.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The name, as `White`.
    pub name: String,
    /// The value, without quotes and escapes.
    pub value: String,
    /// Where its value stands.
    pub place: Place,
}

/// One of the things that follow the tags.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Item {
    /// A move.
    Move(WrittenMove),
    /// What the annotator thinks of the move before it: `!?`, `(!)`; `*` for a forced move.
    Mark(String),
    /// The same by number, without the `$`.
    Annotation(u16),
    /// A remark, without its braces; line breaks are blanks.
    Comment(String),
    /// Other moves than the last one and those that follow it.
    Variation(Vec<Item>),
    /// A position that the game goes on from, as a FEN.
    SetUp(WrittenMove),
}

/// A move as it is written, whether it is legal or not; or a FEN.
#[derive(Clone, Debug)]
pub struct WrittenMove {
    /// The text, without blanks: `32-28`, `32x23`, `32:23`, `c3-d4`.
    pub text: String,
    /// Where it stands.
    pub place: Place,
}

impl PartialEq for Tag {
    fn eq(&self, other: &Tag) -> bool {
        (&self.name, &self.value) == (&other.name, &other.value)
    }
}

impl Eq for Tag {}

impl PartialEq for WrittenMove {
    fn eq(&self, other: &WrittenMove) -> bool {
        self.text == other.text
    }
}

impl Eq for WrittenMove {}

impl WrittenMove {
    /// A text that stands nowhere yet.
    pub fn new(text: impl Into<String>) -> Self {
        WrittenMove { text: text.into(), place: Place::NOWHERE }
    }
}

impl GameRecord {
    /// A record for a game of a variant that begins with `position`: the tag `GameType`, and `SetUp`
    /// and `FEN` unless it is the usual start.
    ///
    /// ```
    /// use manoury_pdn::GameRecord;
    /// use manoury_rules::{International, MoveList, Position};
    ///
    /// let position: Position<International> = "W:W32:BK3".parse()?;
    /// let mut record = GameRecord::beginning(&position);
    /// let mut list = MoveList::new();
    /// position.legal_moves(&mut list);
    /// record.push(&position, list[0]);
    /// assert_eq!(record.tag("FEN"), Some("W:W32:BK3"));
    /// assert_eq!(record.main_line().count(), 1);
    /// # Ok::<(), manoury_rules::FenError>(())
    /// ```
    pub fn beginning<V: Variant>(position: &Position<V>) -> Self {
        let mut record = GameRecord::default();
        record.set_tag("GameType", V::PDN_GAME_TYPE.to_string());
        if *position != Position::<V>::start() {
            record.set_tag("SetUp", "1");
            record.set_tag("FEN", position.to_string());
        }
        record
    }

    /// Adds a legal move of `position`.
    pub fn push<V: Variant>(&mut self, position: &Position<V>, mv: Move) {
        self.items.push(Item::Move(WrittenMove::new(move_text(position, mv))));
    }

    /// The value of the first tag of a name. Names are compared without regard to case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.whole_tag(name).map(|tag| tag.value.as_str())
    }

    /// The first tag of a name.
    pub fn whole_tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// Gives a tag a value, whether it was there or not.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.value = value,
            None => self.tags.push(Tag { name: name.into(), value, place: Place::NOWHERE }),
        }
    }

    /// The moves that were played, without variations.
    pub fn main_line(&self) -> impl Iterator<Item = &WrittenMove> {
        self.items.iter().filter_map(|item| match item {
            Item::Move(written) => Some(written),
            _ => None,
        })
    }

    /// The variant that the tag `GameType` names; `None` where there is no such tag, or it names a
    /// game that is not known here.
    pub fn variant(&self) -> Option<VariantName> {
        GameType::parse(self.tag("GameType")?).ok()?.variant().ok()
    }
}
