//! A record played out on the board: what the rules say about it.

use crate::error::SetUpError;
use crate::report::{Claim, Ending, IllegalMove, Illegality, Over};
use manoury_pdn::{GameRecord, GameType, Item, Place, WrittenMove};
use manoury_rules::{
    Article, DrawClocks, End, Game, MoveError, MoveList, Position, Reading, Setup, Variant,
    VariantName, move_text, parse_move,
};

/// The variant of a game: what its tag `GameType` says, or `otherwise` where it has none.
///
/// # Errors
/// The tag names another game, or none.
pub fn variant_of(record: &GameRecord, otherwise: VariantName) -> Result<VariantName, SetUpError> {
    let Some(tag) = record.whole_tag("GameType").filter(|tag| !tag.value.trim().is_empty()) else {
        return Ok(otherwise);
    };
    GameType::parse(&tag.value)
        .and_then(|game_type| game_type.variant())
        .map_err(|source| SetUpError::GameType { place: tag.place, source })
}

/// A position of a game with all that its value depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Situation<V> {
    pub(crate) position: Position<V>,
    pub(crate) clocks: DrawClocks,
    /// The game has been drawn by the rules, here or before, since the last position set up.
    pub(crate) drawn: bool,
}

/// A ply that was played.
#[derive(Clone, Debug)]
pub(crate) struct Ply<V> {
    pub(crate) ply: u32,
    pub(crate) text: String,
    pub(crate) before: Situation<V>,
    pub(crate) after: Situation<V>,
}

/// A game played out.
#[derive(Debug)]
pub(crate) struct Replay<V> {
    pub(crate) over: Option<Over>,
    /// The same since the last position that was set up.
    pub(crate) end: Option<Over>,
    pub(crate) illegal: Vec<IllegalMove>,
    pub(crate) claims: Vec<Claim>,
    pub(crate) plies: Vec<Ply<V>>,
    /// Where the record stops; `None` where it could not be followed up to there.
    pub(crate) last: Option<Situation<V>>,
    /// Plies of the record.
    pub(crate) played: u32,
    /// Plies that could not be followed, behind an illegal one.
    pub(crate) lost: u32,
    /// Positions set up among the moves.
    pub(crate) set_ups: u32,
}

impl<V: Variant> Replay<V> {
    /// Plays a record out.
    pub(crate) fn of(record: &GameRecord, reading: Reading) -> Result<Self, SetUpError> {
        let game = match record.whole_tag("FEN").filter(|tag| !tag.value.trim().is_empty()) {
            Some(tag) => set_up(&tag.value, tag.place, reading)?,
            None => {
                let start = Position::start();
                Game::new(start, DrawClocks::fresh(&start), reading)
            }
        };
        let mut replay = Replay {
            over: None,
            end: None,
            illegal: Vec::new(),
            claims: Vec::new(),
            plies: Vec::new(),
            last: None,
            played: 0,
            lost: 0,
            set_ups: 0,
        };
        replay.note_end(&game);
        let mut board = Some(game);
        for item in &record.items {
            match item {
                Item::Move(written) => {
                    replay.played += 1;
                    replay.play(&mut board, written);
                }
                Item::SetUp(fen) => {
                    let game = set_up(&fen.text, fen.place, reading)?;
                    replay.set_ups += 1;
                    replay.end = None;
                    replay.note_end(&game);
                    board = Some(game);
                }
                _ => {}
            }
        }
        for claim in &mut replay.claims {
            claim.played_on = replay.played - claim.ply;
        }
        replay.last = board.map(|game| replay.situation(&game));
        Ok(replay)
    }

    /// Plays the next ply; takes the board away if it is illegal.
    fn play(&mut self, board: &mut Option<Game<V>>, written: &WrittenMove) {
        let Some(game) = board else {
            self.lost += 1;
            return;
        };
        if game.position().is_over() {
            // What follows the end on the board is no move any more; that there is something is
            // told by the number of plies.
            return;
        }
        let ply = self.played;
        self.claims.extend(grounds(game).map(|article| Claim {
            ply: ply - 1,
            article,
            played_on: 0,
        }));
        match parse_move(game.position(), &written.text) {
            Ok(mv) => {
                let before = self.situation(game);
                let text = move_text(game.position(), mv);
                game.play(mv);
                self.note_end(game);
                let after = self.situation(game);
                self.plies.push(Ply { ply, text, before, after });
            }
            Err(error) => {
                self.illegal.push(illegal(ply, game.position(), written, &error));
                *board = None;
            }
        }
    }

    fn note_end(&mut self, game: &Game<V>) {
        if self.end.is_none() {
            self.end = game.over().map(|article| Over {
                ply: self.played,
                article,
                outcome: Ending::of(article, game.position().turn()),
            });
            self.over = self.over.or(self.end);
        }
    }

    fn situation(&self, game: &Game<V>) -> Situation<V> {
        let drawn = self.end.is_some_and(|over| over.outcome == Ending::Draw);
        Situation { position: *game.position(), clocks: game.clocks(), drawn }
    }
}

/// A game from a FEN.
fn set_up<V: Variant>(fen: &str, place: Place, reading: Reading) -> Result<Game<V>, SetUpError> {
    let Setup { position, halfmoves, .. } =
        Setup::parse(fen).map_err(|source| SetUpError::Fen { place, source })?;
    let clocks = DrawClocks::given(&position, halfmoves, None, None, reading)
        .map_err(|source| SetUpError::Clocks { place, source })?;
    Ok(Game::new(position, clocks, reading))
}

/// Every article by which the game has become a draw with the position on the board, which is not
/// over otherwise: each is told once, where its limit is reached.
fn grounds<V: Variant>(game: &Game<V>) -> impl Iterator<Item = End> + use<V> {
    let DrawClocks { c25, c16, c5 } = game.clocks();
    let is_at = |plies: Option<u16>, article| {
        (plies.is_some() && plies == V::LIMITS.of(article), End::Limit(article))
    };
    [
        is_at(Some(c25), Article::Conversion),
        is_at(c16, Article::Sixteen),
        is_at(c5, Article::Five),
        (game.occurrences() == 3, End::Threefold),
    ]
    .into_iter()
    .filter_map(|(stands, end)| stands.then_some(end))
}

fn illegal<V: Variant>(
    ply: u32,
    position: &Position<V>,
    written: &WrittenMove,
    error: &MoveError,
) -> IllegalMove {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let problem = match error {
        MoveError::Malformed(_) => Illegality::Malformed,
        MoveError::Ambiguous { .. } => Illegality::Ambiguous,
        _ => Illegality::Illegal,
    };
    let Place { line, column } = written.place;
    let legal = list.iter().map(|&mv| move_text(position, mv)).collect();
    let fen = position.to_string();
    IllegalMove { ply, text: written.text.clone(), problem, line, column, fen, legal }
}
