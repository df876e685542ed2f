//! The draw limit where it bites, against a brute force with the clock as part of the position.
//!
//! No limit of a real variant binds below six pieces. Here a game with a limit of a few plies is
//! solved: the solver's second run, the values it stores, and the prober's answers for every state of
//! the clock.

mod common;

use manoury_generator::{Depth, Plan, Selection, Silent, build, verify};
use manoury_prober::{Outcome, Tablebase};
use manoury_rules::{
    Color, DrawClocks, DrawLimits, International, MoveList, Position, Reading, Variant,
};
use manoury_tables::{Framed, Index, Slice};
use std::collections::HashMap;

/// International draughts with one limit: `N` plies without a conversion draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Short<const N: u16>;

impl<const N: u16> Variant for Short<N> {
    const NAME: &'static str = "short";
    const CODE: u8 = 255;
    const ROW: u32 = International::ROW;
    const FLYING_KINGS: bool = International::FLYING_KINGS;
    const MEN_CAPTURE_BACKWARD: bool = International::MEN_CAPTURE_BACKWARD;
    const MAJORITY: bool = International::MAJORITY;
    const FIRST: Color = International::FIRST;
    const START_ROWS: u32 = International::START_ROWS;
    const PDN_GAME_TYPE: u8 = International::PDN_GAME_TYPE;
    const LIMITS: DrawLimits = DrawLimits { conversion: N, sixteen: None, five: None };
}

/// Values of a slice by side to move and plain index, for each number of plies on the clock:
/// −1 lost, 0 drawn, 1 won.
struct Brute<V> {
    index: Index<V>,
    /// `limited[clock][side][number]`.
    limited: Vec<[Vec<i8>; 2]>,
    /// The same without a limit.
    unlimited: [Vec<i8>; 2],
}

/// Every position of a slice with its moves: whether each converts, and what it leads to.
type Moves<V> = Vec<(usize, usize, Vec<(bool, Position<V>)>)>;

fn moves_of<V: Variant>(index: &Index<V>) -> Moves<V> {
    let mut all = Vec::new();
    let mut list = MoveList::new();
    for side in 0..2 {
        for number in 0..index.len() {
            let Some(position) = index.position(number, side) else { continue };
            position.legal_moves(&mut list);
            let moves =
                list.iter().map(|&mv| (position.is_conversion(mv), position.make(mv))).collect();
            all.push((side, number as usize, moves));
        }
    }
    all
}

/// The place of a position: its slice, side to move and number. Symmetric slices are kept for both
/// sides to move here.
fn place<V: Variant>(position: &Position<V>, slice: Slice) -> Option<(Slice, usize, usize)> {
    let framed = Framed::new(position)?;
    let index = Index::<V>::new(framed.slice);
    if framed.slice == slice && slice.is_symmetric() {
        return Some((slice, position.turn().index(), index.index(position) as usize));
    }
    Some((framed.slice, framed.side, index.index(&framed.position) as usize))
}

fn solve<V: Variant>(slice: Slice, below: &HashMap<Slice, Brute<V>>) -> Brute<V> {
    let index = Index::<V>::new(slice);
    let moves = moves_of(&index);
    let empty = || [vec![0i8; index.len() as usize], vec![0i8; index.len() as usize]];
    let look_up =
        |position: &Position<V>, own: &[Vec<i8>; 2], limited: bool| match place(position, slice) {
            None => -1,
            Some((found, side, number)) if found == slice => own[side][number],
            Some((found, side, number)) => {
                let brute = &below[&found];
                (if limited { &brute.limited[0] } else { &brute.unlimited })[side][number]
            }
        };
    // Without a limit: whatever is not decided when nothing changes any more is drawn.
    let mut unlimited = empty();
    let mut changed = true;
    while changed {
        changed = false;
        for (side, number, moves) in &moves {
            if unlimited[*side][*number] == 0 {
                let best = moves.iter().map(|(_, next)| -look_up(next, &unlimited, false)).max();
                let value = best.unwrap_or(-1);
                unlimited[*side][*number] = value;
                changed |= value != 0;
            }
        }
    }
    // With it: from the last ply of the clock down. Men's moves lead to a clock of 0 in the same
    // slice, so the whole is repeated until it stands.
    let plies = V::LIMITS.conversion as usize;
    let mut limited: Vec<[Vec<i8>; 2]> = (0..=plies).map(|_| empty()).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for clock in (0..=plies).rev() {
            for (side, number, moves) in &moves {
                let value = if moves.is_empty() {
                    -1
                } else if clock == plies {
                    0
                } else {
                    moves
                        .iter()
                        .map(|(converts, next)| {
                            let own = &limited[if *converts { 0 } else { clock + 1 }];
                            -look_up(next, own, true)
                        })
                        .max()
                        .unwrap_or(-1)
                };
                let cell = &mut limited[clock][*side][*number];
                changed |= *cell != value;
                *cell = value;
            }
        }
    }
    Brute { index, limited, unlimited }
}

fn category(limited: i8, unlimited: i8) -> Outcome {
    match (limited, unlimited) {
        (1, _) => Outcome::Win,
        (-1, _) => Outcome::Loss,
        (_, 1) => Outcome::CursedWin,
        (_, -1) => Outcome::BlessedLoss,
        _ => Outcome::Draw,
    }
}

/// Checks every position of some slices for every state of the clock; how many cursed or blessed
/// values the tables hold for a fresh one.
fn check<V: Variant>(names: &[&str]) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join(V::NAME);
    let slices: Vec<Slice> = names
        .iter()
        .map(|name| name.parse::<manoury_tables::Material>().unwrap().slice())
        .collect();
    let plan = Plan::<V>::new(&Selection::Slices(slices), None).unwrap();
    build(&plan, &here, &common::options()).unwrap();
    let seen = verify::<V>(&[here], Depth::Values, &Silent).unwrap();
    assert_eq!(seen.findings, []);

    let tablebase = Tablebase::<V>::open([folder.path()]).unwrap();
    let mut solved: HashMap<Slice, Brute<V>> = HashMap::new();
    let mut bitten = 0;
    for slice in plan.tasks().iter().map(|task| task.slice) {
        let brute = solve::<V>(slice, &solved);
        let limit = V::LIMITS.conversion;
        for side in 0..slice.sides() {
            for number in 0..brute.index.len() {
                let Some(position) = brute.index.position(number, side) else { continue };
                let unlimited = brute.unlimited[side][number as usize];
                let fresh = tablebase.probe(&position).unwrap();
                bitten +=
                    u64::from(matches!(fresh.outcome, Outcome::CursedWin | Outcome::BlessedLoss));
                for clock in 0..=limit {
                    let limited = brute.limited[clock as usize][side][number as usize];
                    let clocks = DrawClocks { c25: clock, c16: None, c5: None };
                    let probe =
                        tablebase.probe_with_clocks(&position, &clocks, Reading::Fmjd).unwrap();
                    let expected = category(limited, unlimited);
                    assert_eq!(probe.outcome, expected, "{position} at {clock}");
                    assert_eq!((probe.dtc, probe.dtw), (fresh.dtc, fresh.dtw));
                    // The first move keeps what the position is worth.
                    if number % 41 == 0 {
                        let moves = tablebase.moves(&position, &clocks, Reading::Fmjd).unwrap();
                        if let Some(best) = moves.first().filter(|_| clock < limit) {
                            assert_eq!(best.outcome.opposite(), expected, "{position} at {clock}");
                        }
                    }
                }
            }
        }
        solved.insert(slice, brute);
    }
    bitten
}

#[test]
fn a_limit_of_six_plies_bites_among_kings() {
    assert!(check::<Short<6>>(&["KKvK"]) > 0);
}

#[test]
fn a_limit_of_four_plies_bites_among_men() {
    assert!(check::<Short<4>>(&["KMvM", "KvMM"]) > 0);
}

#[test]
fn a_limit_of_three_plies_bites_in_three_pieces() {
    assert!(check::<Short<3>>(&["KMvK", "MMvM"]) > 0);
}
