//! Retrograde analysis: plan, solve, compress and verify endgame tables.
