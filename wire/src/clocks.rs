//! Draw clocks.

use manoury_rules::DrawClocks;
use serde::Serialize;
use utoipa::ToSchema;

/// Plies used on the draw clocks; null for one that does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Clocks {
    /// Since the last capture or man's move.
    pub c25: u16,
    /// Since a lone king faces three pieces.
    pub c16: Option<u16>,
    /// Since a lone king faces one or two pieces.
    pub c5: Option<u16>,
}

impl From<DrawClocks> for Clocks {
    fn from(clocks: DrawClocks) -> Self {
        let DrawClocks { c25, c16, c5 } = clocks;
        Clocks { c25, c16, c5 }
    }
}
