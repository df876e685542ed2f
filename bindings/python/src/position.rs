//! `manoury.Position`.

use crate::errors::Error;
use crate::variant::{AnyPosition, Known, each_variant, from_dense, in_variant, to_dense};
use crate::whole::Whole;
use manoury_rules::{Bits, Board, Color, MoveList, Variant, VariantName, bits};
use manoury_rules::{move_text, parse_move};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

/// A position: the pieces on the board and the side to move. It never changes.
///
/// Read from a FEN such as 'W:W31,32,K40:BK3'. Counters at the end of a FEN (':H12') are no part
/// of a position: give such a FEN to Tablebase.probe or Game as it is.
#[pyclass(frozen, eq, hash, module = "manoury")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) AnyPosition);

/// The sets of a position: White's men and kings, Black's men and kings.
fn sets<V: Variant>(position: &manoury_rules::Position<V>) -> [Bits; 4] {
    let [white, black] = Color::ALL.map(|side| [position.men(side), position.kings(side)]);
    [white[0], white[1], black[0], black[1]]
}

/// A position from four sets of squares in the dense layout.
pub(crate) fn from_sets<V: Variant>(
    dense: [u64; 4],
    turn: Color,
) -> Result<manoury_rules::Position<V>, Error> {
    let mut sets = [0; 4];
    for (set, dense) in sets.iter_mut().zip(dense) {
        *set = from_dense::<V>(dense).ok_or(Error::OffBoard(dense))?;
    }
    let [white_men, white_kings, black_men, black_kings] = sets;
    Ok(manoury_rules::Position::new([white_men, black_men], [white_kings, black_kings], turn)?)
}

/// The side of a letter.
pub(crate) fn side(letter: &str) -> Result<Color, Error> {
    let found = Color::ALL.into_iter().find(|side| letter == side.letter().to_string());
    found.ok_or_else(|| Error::NoTurn(letter.chars().take(20).collect()))
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(
        signature = (fen, variant = "international".to_string()),
        text_signature = "(fen, variant='international')"
    )]
    fn new(fen: String, variant: String) -> Result<Self, Error> {
        Ok(Position(AnyPosition::parse(&fen, variant.parse()?)?))
    }

    /// The position every game of a variant starts from.
    #[staticmethod]
    #[pyo3(
        signature = (variant = "international".to_string()),
        text_signature = "(variant='international')"
    )]
    fn start(variant: String) -> Result<Self, Error> {
        let variant: VariantName = variant.parse()?;
        Ok(Position(in_variant!(variant, V => V::any(manoury_rules::Position::start()))))
    }

    /// A position from sets of squares, in which square n is bit n - 1.
    #[staticmethod]
    #[pyo3(
        signature = (
            white_men,
            white_kings,
            black_men,
            black_kings,
            turn = "W".to_string(),
            variant = "international".to_string(),
        ),
        text_signature = "(white_men, white_kings, black_men, black_kings, turn='W', \
                          variant='international')"
    )]
    fn from_bitboards(
        white_men: Whole,
        white_kings: Whole,
        black_men: Whole,
        black_kings: Whole,
        turn: String,
        variant: String,
    ) -> Result<Self, Error> {
        let (turn, variant) = (side(&turn)?, variant.parse()?);
        let mut sets = [0; 4];
        let given = [white_men, white_kings, black_men, black_kings];
        for (set, given) in sets.iter_mut().zip(given) {
            *set = given.bits().map_err(Error::NoSet)?;
        }
        Ok(Position(in_variant!(variant, V => V::any(from_sets(sets, turn)?))))
    }

    /// The position as text, without spaces, squares ascending.
    #[getter]
    fn fen(&self) -> String {
        each_variant!(AnyPosition, &self.0, position => position.to_string())
    }

    /// The side to move: 'W' or 'B'.
    #[getter]
    fn turn(&self) -> char {
        each_variant!(AnyPosition, &self.0, position => position.turn()).letter()
    }

    /// The variant: 'international', 'brazilian' or 'english'.
    #[getter]
    fn variant(&self) -> &'static str {
        self.0.variant().name()
    }

    /// The sets of White's men, White's kings, Black's men and Black's kings, in which square n is
    /// bit n - 1.
    #[getter]
    fn bitboards(&self) -> (u64, u64, u64, u64) {
        fn dense<V: Variant>(position: &manoury_rules::Position<V>) -> (u64, u64, u64, u64) {
            sets(position).map(to_dense::<V>).into()
        }
        each_variant!(AnyPosition, &self.0, position => dense(position))
    }

    /// The squares of White's men, ascending.
    #[getter]
    fn white_men<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.squares(py, 0)
    }

    /// The squares of White's kings, ascending.
    #[getter]
    fn white_kings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.squares(py, 1)
    }

    /// The squares of Black's men, ascending.
    #[getter]
    fn black_men<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.squares(py, 2)
    }

    /// The squares of Black's kings, ascending.
    #[getter]
    fn black_kings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.squares(py, 3)
    }

    /// The number of pieces.
    #[getter]
    fn pieces(&self) -> u32 {
        each_variant!(AnyPosition, &self.0, position => position.occupied()).count_ones()
    }

    /// Whether the side to move must capture.
    #[getter]
    fn must_capture(&self) -> bool {
        each_variant!(AnyPosition, &self.0, position => position.has_capture())
    }

    /// Whether the game is over on the board: the side to move has no piece or no move and has
    /// lost.
    #[getter]
    fn is_over(&self) -> bool {
        each_variant!(AnyPosition, &self.0, position => position.is_over())
    }

    /// The legal moves as text: '32-28', '32x23', and every landing square where two captures
    /// share their ends.
    fn legal_moves(&self) -> Vec<String> {
        fn texts<V: Variant>(position: &manoury_rules::Position<V>) -> Vec<String> {
            let mut list = MoveList::new();
            position.legal_moves(&mut list);
            list.iter().map(|&mv| move_text(position, mv)).collect()
        }
        each_variant!(AnyPosition, &self.0, position => texts(position))
    }

    /// The position after a legal move.
    fn make(&self, r#move: String) -> Result<Self, Error> {
        fn made<V: Known>(
            position: &manoury_rules::Position<V>,
            text: &str,
        ) -> Result<AnyPosition, Error> {
            Ok(V::any(position.make(parse_move(position, text)?)))
        }
        let made = each_variant!(AnyPosition, &self.0, position => made(position, &r#move))?;
        Ok(Position(made))
    }

    /// The same position for the other side: the board turned by 180 degrees, the colours and the
    /// side to move exchanged.
    fn reversed(&self) -> Self {
        fn turned<V: Known>(position: &manoury_rules::Position<V>) -> AnyPosition {
            V::any(position.reversed())
        }
        Position(each_variant!(AnyPosition, &self.0, position => turned(position)))
    }

    fn __str__(&self) -> String {
        self.fen()
    }

    fn __repr__(&self) -> String {
        match self.0.variant() {
            VariantName::International => format!("Position('{}')", self.fen()),
            variant => format!("Position('{}', variant='{variant}')", self.fen()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String, &'static str)) {
        (slf.get_type(), (slf.get().fen(), slf.get().variant()))
    }
}

impl Position {
    fn squares<'py>(&self, py: Python<'py>, set: usize) -> PyResult<Bound<'py, PyTuple>> {
        fn numbers<V: Variant>(position: &manoury_rules::Position<V>, set: usize) -> Vec<u32> {
            bits(sets(position)[set]).map(|bit| Board::<V>::square(bit) + 1).collect()
        }
        PyTuple::new(py, each_variant!(AnyPosition, &self.0, position => numbers(position, set)))
    }
}
