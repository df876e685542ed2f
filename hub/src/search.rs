//! A shallow search for where no table tells: alpha-beta, deeper and deeper, captures played out,
//! tables probed wherever they reach.

use crate::control::Control;
use crate::evaluate::{Score, evaluate};
use crate::level::Level;
use crate::table_play::clocks_of;
use manoury_prober::{Outcome, ProbeError, Tablebase};
use manoury_rules::{DrawClocks, Game, Move, MoveList, Position, Variant};
use std::time::Duration;

#[cfg(test)]
mod tests;

/// The score of a game won on the board, less a hundredth for each ply until then.
pub(crate) const WON: Score = 10_000;
/// The score of a position that the tables call won, less a hundredth for each ply until then.
pub(crate) const WON_BY_TABLES: Score = 9_000;
/// The score of a win that a draw limit undoes.
pub(crate) const CURSED: Score = 1;

/// Greatest depth in plies, captures included.
const DEEPEST: usize = 100;
/// Positions between two looks at the time.
const POLL: u64 = 1024;

/// What a search knows after a depth is done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The depth in plies, captures at its end not counted.
    pub depth: u32,
    /// The mean depth of the positions where it ended.
    pub mean_depth: f64,
    /// For the side to move, in hundredths of a man: 10000 − plies for a win on the board, 9000 −
    /// plies for a position that the tables call won.
    pub score: i32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Best play of both sides; not empty.
    pub line: Vec<Move>,
}

/// Searches the position of a game that is not over, and reports each depth that is done. Ends when
/// the level is used up, when it is stopped, or when there is nothing more to find out; answers the
/// last that it found, and the first damage that it met in a table, if any.
///
/// ```
/// use manoury_hub::{Control, Level, search};
/// use manoury_rules::{DrawClocks, Game, International, Position, Reading, move_text};
///
/// // 33-28 gives a man and takes two.
/// let position: Position<International> = "W:W33,34,39,44:B13,22,24,27".parse()?;
/// let game = Game::new(position, DrawClocks::fresh(&position), Reading::Fmjd);
/// let level = Level { depth: Some(5), ..Level::default() };
/// let (found, damage) = search(&game, None, &level, &Control::new(false), |_| {});
/// assert_eq!((found.depth, damage.is_none()), (5, true));
/// assert!(!move_text(&position, found.line[0]).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search<V: Variant>(
    game: &Game<V>,
    tablebase: Option<&Tablebase<V>>,
    level: &Level,
    control: &Control,
    mut report: impl FnMut(&Found),
) -> (Found, Option<ProbeError>) {
    let mut search = Search::new(game, tablebase, level, control);
    let mut root = MoveList::new();
    game.position().legal_moves(&mut root);
    let mut found = Found { line: root.first().copied().into_iter().collect(), ..Found::default() };
    let clocks = clocks_of(game);
    let deepest = level.depth.unwrap_or(u32::MAX).min(DEEPEST as u32 / 2);
    for depth in 1..=deepest {
        let mut line = Vec::new();
        search.guide = found.line.clone();
        search.guided = true;
        let window = (-WON, WON);
        let score = search.node(game.position(), clocks, depth as i32, window, &mut line);
        if search.over {
            // What was found before the search was broken off stands.
            break;
        }
        found = Found {
            depth,
            mean_depth: search.leaf_plies as f64 / search.leaves.max(1) as f64,
            score,
            nodes: search.nodes,
            time: control.running(),
            line,
        };
        report(&found);
        let decided = score.abs() >= WON - depth as Score;
        let forced = root.len() == 1 && level.budget().is_some();
        if decided || forced && !control.is_pondering() || search.is_late() {
            break;
        }
    }
    (found, search.damage)
}

struct Search<'a, V: Variant> {
    game: &'a Game<V>,
    tablebase: Option<&'a Tablebase<V>>,
    /// Pieces up to which the tables are asked.
    pieces: u32,
    level: &'a Level,
    control: &'a Control,
    /// Positions from the root to the one looked at.
    path: Vec<Position<V>>,
    /// The best line of the last depth, and whether the path has kept to it so far.
    guide: Vec<Move>,
    guided: bool,
    /// The last quiet move at each ply that was too good to be allowed.
    killers: Vec<Option<Move>>,
    list: MoveList,
    nodes: u64,
    leaves: u64,
    leaf_plies: u64,
    /// Broken off: what is returned from here on means nothing.
    over: bool,
    damage: Option<ProbeError>,
}

impl<'a, V: Variant> Search<'a, V> {
    fn new(
        game: &'a Game<V>,
        tablebase: Option<&'a Tablebase<V>>,
        level: &'a Level,
        control: &'a Control,
    ) -> Self {
        Search {
            game,
            tablebase,
            pieces: tablebase.map_or(0, Tablebase::max_pieces),
            level,
            control,
            path: Vec::new(),
            guide: Vec::new(),
            guided: false,
            killers: vec![None; DEEPEST + 1],
            list: MoveList::new(),
            nodes: 0,
            leaves: 0,
            leaf_plies: 0,
            over: false,
            damage: None,
        }
    }

    /// The score of a position within a window, and best play from it.
    fn node(
        &mut self,
        position: &Position<V>,
        clocks: DrawClocks,
        depth: i32,
        (mut alpha, beta): (Score, Score),
        line: &mut Vec<Move>,
    ) -> Score {
        line.clear();
        self.poll();
        if self.over {
            return 0;
        }
        let ply = self.path.len();
        if !position.has_move() {
            return self.leaf(ply as Score - WON);
        }
        if ply > 0 && self.is_drawn(position, clocks) {
            return self.leaf(0);
        }
        if let Some(score) = self.table_score(position, &clocks).filter(|_| ply > 0) {
            return self.leaf(score);
        }
        if ply == DEEPEST || depth <= 0 && !position.has_capture() {
            return self.leaf(evaluate(position));
        }
        let mut best = -WON;
        let mut below = Vec::new();
        self.path.push(*position);
        for mv in self.ordered(position, ply) {
            let next = position.make(mv);
            let after = clocks.after(position, mv, &next, self.game.reading());
            let window = (-beta, -alpha);
            let score = -self.node(&next, after, depth - 1, window, &mut below);
            self.guided = false;
            if self.over {
                break;
            }
            if score > best {
                best = score;
                line.clear();
                line.push(mv);
                line.append(&mut below);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                if !mv.is_capture() {
                    self.killers[ply] = Some(mv);
                }
                break;
            }
        }
        self.path.pop();
        best
    }

    fn leaf(&mut self, score: Score) -> Score {
        self.leaves += 1;
        self.leaf_plies += self.path.len() as u64;
        score
    }

    /// Whether a limit is reached, or the position has been there before: once on the way from the
    /// root, or twice in the game.
    fn is_drawn(&self, position: &Position<V>, clocks: DrawClocks) -> bool {
        if clocks.expired::<V>().is_some() {
            return true;
        }
        let since = self.path.len().min(clocks.c25.into());
        clocks.c25 >= 4
            && (self.path[self.path.len() - since..].contains(position)
                || self.game.occurrences_of(position) >= 2)
    }

    /// What the tables say, if they reach so far.
    fn table_score(&mut self, position: &Position<V>, clocks: &DrawClocks) -> Option<Score> {
        let tablebase = self.tablebase?;
        if position.occupied().count_ones() > self.pieces {
            return None;
        }
        let ply = self.path.len() as Score;
        match tablebase.probe_wdl_with_clocks(position, clocks, self.game.reading()) {
            Ok(Outcome::Win) => Some(WON_BY_TABLES - ply),
            Ok(Outcome::CursedWin) => Some(CURSED),
            Ok(Outcome::Draw) => Some(0),
            Ok(Outcome::BlessedLoss) => Some(-CURSED),
            Ok(Outcome::Loss) => Some(ply - WON_BY_TABLES),
            Err(error) => {
                if matches!(error, ProbeError::Table(_)) && self.damage.is_none() {
                    self.damage = Some(error);
                }
                None
            }
        }
    }

    /// The legal moves, likely good ones first: the best line of the last depth, what was too good
    /// elsewhere at this ply, captures and men's moves, kings' moves.
    fn ordered(&mut self, position: &Position<V>, ply: usize) -> Vec<Move> {
        position.legal_moves(&mut self.list);
        let mut moves = self.list.to_vec();
        let best = self.guide.get(ply).filter(|_| self.guided).copied();
        let killer = self.killers[ply];
        moves.sort_by_key(|&mv| match Some(mv) {
            found if found == best => 0,
            found if found == killer => 1,
            _ if position.is_conversion(mv) => 2,
            _ => 3,
        });
        moves
    }

    /// Counts a position, and now and then looks whether the search is to end.
    fn poll(&mut self) {
        self.nodes += 1;
        if self.level.nodes.is_some_and(|most| self.nodes > most && !self.control.is_pondering()) {
            self.over = true;
        }
        if self.nodes.is_multiple_of(POLL) || self.nodes == 1 {
            let late = self.level.budget().is_some_and(|budget| self.control.used() >= budget.hard);
            self.over |= late && !self.control.is_pondering() || self.control.is_stopped();
        }
    }

    /// Whether it is too late to begin another depth.
    fn is_late(&self) -> bool {
        let late = self.level.budget().is_some_and(|budget| self.control.used() >= budget.soft);
        late && !self.control.is_pondering() || self.control.is_stopped()
    }
}
