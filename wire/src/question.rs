//! What is asked: a position with its clocks.

use manoury_rules::{ClockError, DrawClocks, FenError, Position, Reading, Setup, Variant};

/// A position with its draw clocks and the reading of the rules by which they run.
#[derive(Clone, Copy, Debug)]
pub struct Question<V> {
    /// The position.
    pub position: Position<V>,
    /// The clocks, all of them.
    pub clocks: DrawClocks,
    /// The reading.
    pub reading: Reading,
}

/// Plies used on the clocks, as far as they were told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenClocks {
    /// On the 25-move clock.
    pub c25: Option<u16>,
    /// On the 16-move clock.
    pub c16: Option<u16>,
    /// On the 5-move clock.
    pub c5: Option<u16>,
}

/// Why something is no question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The text is no position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The clocks are ones that no game can reach.
    #[error(transparent)]
    Clocks(#[from] ClockError),
    /// The variant does not know the reading.
    #[error("{variant} has no 16-move rule to read; leave out the reading lidraughts")]
    Reading {
        /// The variant's name.
        variant: &'static str,
    },
}

impl<V: Variant> Question<V> {
    /// Reads a FEN. Clocks that are not given stand as the FEN or RULES §2.7 say.
    ///
    /// ```
    /// use manoury_rules::{DrawClocks, International, Reading};
    /// use manoury_wire::{GivenClocks, Question};
    ///
    /// let clocks = GivenClocks { c16: Some(9), ..GivenClocks::default() };
    /// let question = Question::<International>::parse("W:WK10:BK5:H3", clocks, Reading::Fmjd)?;
    /// assert_eq!(question.clocks, DrawClocks { c25: 3, c16: Some(9), c5: Some(3) });
    /// # Ok::<(), manoury_wire::QuestionError>(())
    /// ```
    ///
    /// # Errors
    /// The text is no position, the clocks are impossible, or the variant has no such reading.
    pub fn parse(fen: &str, clocks: GivenClocks, reading: Reading) -> Result<Self, QuestionError> {
        if reading == Reading::Lidraughts && V::LIMITS.sixteen.is_none() {
            return Err(QuestionError::Reading { variant: V::NAME });
        }
        let Setup { position, halfmoves, .. } = Setup::<V>::parse(fen)?;
        let c25 = clocks.c25.or(halfmoves);
        let clocks = DrawClocks::given(&position, c25, clocks.c16, clocks.c5, reading)?;
        Ok(Question { position, clocks, reading })
    }
}
