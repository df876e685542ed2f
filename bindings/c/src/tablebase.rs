//! A tablebase of whichever variant, asked through one interface.

use crate::failure::Failure;
use crate::guard::Places;
use crate::guard::put_text;
use crate::layout::ManouryLayout;
use crate::status::ManouryStatus;
use crate::values::{
    MANOURY_MOVE_SIZE, ManouryAccess, ManouryClocks, ManouryMove, ManouryPosition, constant,
};
use manoury_prober::{Options, Outcome, Probe, ProbeError, RankedMove, Tablebase};
use manoury_rules::{
    Board, DrawClocks, MoveList, Position, Reading, Setup, Variant, WithVariant, move_text,
};
use std::path::PathBuf;

/// A tablebase of one variant over one or several folders. Made by `manoury_open`, ended by
/// `manoury_close`; all threads may ask the same one at the same time.
pub struct ManouryTablebase {
    answers: Box<dyn Answers>,
}

impl ManouryTablebase {
    /// What answers the questions.
    pub(crate) fn answers(&self) -> &dyn Answers {
        &*self.answers
    }
}

/// The questions of the C interface, answered in whichever variant a tablebase is of.
pub(crate) trait Answers: Send + Sync {
    fn max_pieces(&self) -> u32;

    /// A FEN as a position, with the 25-clock that it may give.
    fn read_fen(
        &self,
        fen: &str,
        layout: ManouryLayout,
    ) -> Result<(ManouryPosition, ManouryClocks), Failure>;

    fn write_fen(&self, position: &ManouryPosition) -> Result<String, Failure>;

    fn probe_wdl(&self, position: &ManouryPosition) -> Result<Outcome, Failure>;

    fn probe_wdl_cached_only(&self, position: &ManouryPosition) -> Result<Outcome, Failure>;

    fn probe_wdl_many(&self, positions: &[ManouryPosition]) -> Vec<Result<Outcome, ManouryStatus>>;

    fn preload(&self, pieces: u32) -> Result<u64, Failure>;

    fn probe(&self, position: &ManouryPosition) -> Result<Probe, Failure>;

    fn probe_wdl_with_clocks(
        &self,
        position: &ManouryPosition,
        clocks: &ManouryClocks,
        reading: Reading,
    ) -> Result<Outcome, Failure>;

    fn probe_with_clocks(
        &self,
        position: &ManouryPosition,
        clocks: &ManouryClocks,
        reading: Reading,
    ) -> Result<Probe, Failure>;

    /// The best moves, at most `limit` of them, and how many there are in all.
    fn moves(
        &self,
        position: &ManouryPosition,
        clocks: &ManouryClocks,
        reading: Reading,
        limit: usize,
    ) -> Result<(Vec<ManouryMove>, usize), Failure>;

    /// The clocks after the legal move that leads from one position to another.
    fn clocks_after(
        &self,
        before: &ManouryPosition,
        clocks: &ManouryClocks,
        reading: Reading,
        after: &ManouryPosition,
    ) -> Result<ManouryClocks, Failure>;
}

/// A tablebase that is to be opened.
pub(crate) struct Open {
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) access: ManouryAccess,
    pub(crate) options: Options,
}

impl WithVariant for Open {
    type Output = Result<ManouryTablebase, Failure>;

    fn run<V: Variant>(self) -> Self::Output {
        let tablebase: Tablebase<V> = match self.access {
            ManouryAccess::Read => self.options.open(self.folders)?,
            // SAFETY: the header demands of whoever chooses this access what the prober demands.
            ManouryAccess::Mapped => unsafe { self.options.open_mapped(self.folders) }?,
        };
        Ok(ManouryTablebase { answers: Box::new(tablebase) })
    }
}

impl<V: Variant> Answers for Tablebase<V> {
    fn max_pieces(&self) -> u32 {
        Tablebase::max_pieces(self)
    }

    fn read_fen(
        &self,
        fen: &str,
        layout: ManouryLayout,
    ) -> Result<(ManouryPosition, ManouryClocks), Failure> {
        layout.check::<V>()?;
        let setup = Setup::<V>::parse(fen)?;
        let mut clocks = ManouryClocks::NONE;
        if let Some(plies) = setup.halfmoves {
            clocks.clock25 = plies.into();
        }
        Ok((ManouryPosition::of(&setup.position, layout), clocks))
    }

    fn write_fen(&self, position: &ManouryPosition) -> Result<String, Failure> {
        Ok(position.checked::<V>()?.to_string())
    }

    fn probe_wdl(&self, position: &ManouryPosition) -> Result<Outcome, Failure> {
        Ok(Tablebase::probe_wdl(self, &position.checked()?)?)
    }

    fn probe_wdl_cached_only(&self, position: &ManouryPosition) -> Result<Outcome, Failure> {
        let outcome = Tablebase::probe_wdl_cached_only(self, &position.checked()?)?;
        outcome.ok_or(Failure::NotCached)
    }

    fn probe_wdl_many(&self, positions: &[ManouryPosition]) -> Vec<Result<Outcome, ManouryStatus>> {
        // What is no position is not asked for.
        let checked: Vec<_> = positions
            .iter()
            .map(|position| position.checked().map_err(|failure| failure.status()))
            .collect();
        let sound: Vec<Position<V>> = checked.iter().filter_map(|p| p.ok()).collect();
        let mut answers = Tablebase::probe_wdl_many(self, &sound).into_iter();
        let mut next = || answers.next().unwrap_or(Err(ProbeError::OneSided));
        let answer = |position: Result<Position<V>, ManouryStatus>| {
            position.and_then(|_| next().map_err(|error| Failure::Probe(error).status()))
        };
        checked.into_iter().map(answer).collect()
    }

    fn preload(&self, pieces: u32) -> Result<u64, Failure> {
        Ok(Tablebase::preload(self, pieces)?)
    }

    fn probe(&self, position: &ManouryPosition) -> Result<Probe, Failure> {
        Ok(Tablebase::probe(self, &position.checked()?)?)
    }

    fn probe_wdl_with_clocks(
        &self,
        position: &ManouryPosition,
        clocks: &ManouryClocks,
        reading: Reading,
    ) -> Result<Outcome, Failure> {
        let (position, clocks) = checked(position, clocks, reading)?;
        Ok(Tablebase::probe_wdl_with_clocks(self, &position, &clocks, reading)?)
    }

    fn probe_with_clocks(
        &self,
        position: &ManouryPosition,
        clocks: &ManouryClocks,
        reading: Reading,
    ) -> Result<Probe, Failure> {
        let (position, clocks) = checked(position, clocks, reading)?;
        Ok(Tablebase::probe_with_clocks(self, &position, &clocks, reading)?)
    }

    fn moves(
        &self,
        position: &ManouryPosition,
        clocks: &ManouryClocks,
        reading: Reading,
        limit: usize,
    ) -> Result<(Vec<ManouryMove>, usize), Failure> {
        let layout = constant(position.layout)?;
        let (position, clocks) = checked(position, clocks, reading)?;
        let moves = Tablebase::moves(self, &position, &clocks, reading)?;
        let best = moves.iter().take(limit).map(|ranked| move_for_c(&position, ranked, layout));
        Ok((best.collect::<Result<_, _>>()?, moves.len()))
    }

    fn clocks_after(
        &self,
        before: &ManouryPosition,
        clocks: &ManouryClocks,
        reading: Reading,
        after: &ManouryPosition,
    ) -> Result<ManouryClocks, Failure> {
        let (before, clocks) = checked::<V>(before, clocks, reading)?;
        let after = after.checked()?;
        let mut list = MoveList::new();
        before.legal_moves(&mut list);
        let mv = list.iter().find(|&&mv| before.make(mv) == after).ok_or(Failure::NoSuchMove)?;
        Ok(ManouryClocks::of(&clocks.after(&before, *mv, &after, reading)))
    }
}

/// A position and clocks that are possible in it.
fn checked<V: Variant>(
    position: &ManouryPosition,
    clocks: &ManouryClocks,
    reading: Reading,
) -> Result<(Position<V>, DrawClocks), Failure> {
    let position = position.checked()?;
    let clocks = clocks.checked(&position, reading)?;
    Ok((position, clocks))
}

fn move_for_c<V: Variant>(
    before: &Position<V>,
    ranked: &RankedMove<V>,
    layout: ManouryLayout,
) -> Result<ManouryMove, Failure> {
    let RankedMove { mv, position, clocks, outcome, dtc, dtw, conversion } = *ranked;
    let mut text = [0; MANOURY_MOVE_SIZE];
    // SAFETY: the array is written to nowhere else.
    let places = unsafe { Places::new(text.as_mut_ptr(), text.len(), "text") }?;
    put_text(&move_text(before, mv), places)?;
    let number = |bit: u8| Board::<V>::square(bit.into()) as i32 + 1;
    Ok(ManouryMove {
        from: number(mv.from),
        to: number(mv.to),
        captured: layout.write::<V>(mv.taken),
        position: ManouryPosition::of(&position, layout),
        clocks: ManouryClocks::of(&clocks),
        after: Probe { outcome, dtc, dtw }.into(),
        conversion,
        text,
    })
}

/// Threads share a tablebase: whatever makes that impossible does not compile.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<ManouryTablebase>();
};
