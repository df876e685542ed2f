//! What an engine does with tables: `cargo run --release --example engine -- TABLES`.

use manoury_prober::{Options, Outcome, ProbeError, Tablebase};
use manoury_rules::{DrawClocks, Game, International, MoveList, Position, Reading, move_text};

/// A score for the side to move, or `None` where the tables do not know: the search goes on.
fn probe(tablebase: &Tablebase<International>, position: &Position<International>) -> Option<i32> {
    if position.occupied().count_ones() > tablebase.max_pieces() {
        return None;
    }
    match tablebase.probe_wdl(position) {
        Ok(Outcome::Win) => Some(10_000),
        Ok(Outcome::CursedWin) => Some(1),
        Ok(Outcome::Draw) => Some(0),
        Ok(Outcome::BlessedLoss) => Some(-1),
        Ok(Outcome::Loss) => Some(-10_000),
        // The set is not complete, or a file is damaged: as if there were no tables.
        Err(_) => None,
    }
}

/// The best score that the side to move reaches in so many plies; `asked` counts the answers of
/// tables.
fn search(
    tablebase: &Tablebase<International>,
    position: &Position<International>,
    depth: u32,
    asked: &mut u64,
) -> i32 {
    // A capture that must be played out costs several look-ups: ask where it is quiet.
    if !position.has_capture()
        && let Some(score) = probe(tablebase, position)
    {
        *asked += 1;
        return score;
    }
    if depth == 0 {
        return 0;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let after = |&mv| -search(tablebase, &position.make(mv), depth - 1, asked);
    moves.iter().map(after).max().unwrap_or(-10_000)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: engine TABLES")?;
    let tablebase: Tablebase<International> = Options::new().with_cache(64 << 20).open([folder])?;
    println!("tables of up to {} pieces", tablebase.max_pieces());

    let position: Position<International> = "B:W21,45:B12,K24,K36".parse()?;
    let mut asked = 0;
    let score = search(&tablebase, &position, 3, &mut asked);
    println!("{position} scores {score} by {asked} positions of the tables");

    // At the root: the best move under the clocks of the game, until the game is over.
    let position: Position<International> = "W:WK1,K7,K18:BK35".parse()?;
    let mut game = Game::new(position, DrawClocks::fresh(&position), Reading::Fmjd);
    let mut line = Vec::new();
    while game.over().is_none() {
        let moves = match tablebase.moves(game.position(), &game.clocks(), game.reading()) {
            Err(ProbeError::Missing(table)) => return Err(format!("no {}", table.name).into()),
            moves => moves?,
        };
        let best = moves[0];
        line.push(move_text(game.position(), best.mv).to_string());
        game.play(best.mv);
    }
    println!("{position} won in {} plies: {}", line.len(), line.join(" "));
    println!("the end: {:?}", game.over());
    Ok(())
}
