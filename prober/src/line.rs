//! Best play of both sides.

use crate::clocked::checked;
use crate::error::ProbeError;
use crate::ranking::RankedMove;
use crate::tablebase::Tablebase;
use manoury_rules::{DrawClocks, End, Game, Position, Reading, Variant};
use manoury_tables::Outcome;

/// One ply of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStep<V> {
    /// The move with the position, clocks and value after it.
    pub ranked: RankedMove<V>,
    /// How the game is over after it, if it is: always so in the last step of a line.
    pub end: Option<End>,
}

impl<V: Variant> Tablebase<V> {
    /// Best play of both sides, the first of [`Tablebase::moves`] each time, to the end of the
    /// game.
    ///
    /// A win leads to the loser's last position. A cursed win and a blessed loss are played until a
    /// limit or the third occurrence of a position draws. A draw has no best play: its line is
    /// empty, as it is where the game is over already.
    ///
    /// ```
    /// # let folder = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/two_pieces.rs"));
    /// # let tablebase = manoury_prober::Tablebase::open([folder.path()])?;
    /// use manoury_rules::{DrawClocks, End, International, Position, Reading};
    ///
    /// let position: Position<International> = "W:WK10:BK5".parse()?;
    /// let line = tablebase.line(&position, &DrawClocks::fresh(&position), Reading::Fmjd)?;
    /// assert_eq!(line.len(), 3);
    /// assert_eq!(line[2].end, Some(End::NoPiece));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Tablebase::moves`], of any position of the line.
    pub fn line(
        &self,
        position: &Position<V>,
        clocks: &DrawClocks,
        reading: Reading,
    ) -> Result<Vec<LineStep<V>>, ProbeError> {
        let Some(clocks) = checked(position, clocks, reading)? else { return Ok(Vec::new()) };
        let mut game = Game::new(*position, clocks, reading);
        let mut steps = Vec::new();
        while game.over().is_none() {
            let moves = self.ranked_moves(game.position(), &game.clocks(), reading)?;
            // Every move either converts, of which there are finitely many, or brings the
            // conversion limit nearer.
            let Some(&ranked) = moves.first().filter(|best| best.outcome != Outcome::Draw) else {
                break;
            };
            game.play(ranked.mv);
            steps.push(LineStep { ranked, end: game.over() });
        }
        Ok(steps)
    }
}
