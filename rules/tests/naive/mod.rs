//! A second move generator, slow and plain: a mailbox of rows and columns, written from the rules
//! alone. It shares nothing with the library but the numbering of squares.

use std::collections::BTreeSet;

/// What differs between the variants.
#[derive(Clone, Copy)]
pub struct Rules {
    pub size: i32,
    pub flying: bool,
    pub backward: bool,
    pub majority: bool,
}

pub const INTERNATIONAL: Rules = Rules { size: 10, flying: true, backward: true, majority: true };
pub const BRAZILIAN: Rules = Rules { size: 8, ..INTERNATIONAL };
pub const ENGLISH: Rules = Rules { size: 8, flying: false, backward: false, majority: false };

/// A piece: the colour and whether it is a king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Piece {
    pub white: bool,
    pub king: bool,
}

/// From, to and the taken squares, all 1-based.
pub type NaiveMove = (u32, u32, BTreeSet<u32>);

#[derive(Clone)]
pub struct NaiveBoard {
    pub rules: Rules,
    cells: Vec<Option<Piece>>,
    pub white_moves: bool,
}

impl NaiveBoard {
    pub fn new(rules: Rules, white_moves: bool) -> Self {
        NaiveBoard { rules, cells: vec![None; (rules.size * rules.size) as usize], white_moves }
    }

    /// Row and column of a square: the dark fields, row by row from the top, the first of the top
    /// row in its second column.
    fn place(&self, square: u32) -> (i32, i32) {
        let half = self.rules.size / 2;
        let row = (square as i32 - 1) / half;
        (row, (square as i32 - 1) % half * 2 + (row + 1) % 2)
    }

    fn square(&self, (row, column): (i32, i32)) -> u32 {
        (row * (self.rules.size / 2) + column / 2 + 1) as u32
    }

    fn cell(&self, at: (i32, i32)) -> usize {
        (at.0 * self.rules.size + at.1) as usize
    }

    fn on_board(&self, at: (i32, i32)) -> bool {
        (0..self.rules.size).contains(&at.0) && (0..self.rules.size).contains(&at.1)
    }

    pub fn put(&mut self, square: u32, piece: Option<Piece>) {
        let cell = self.cell(self.place(square));
        self.cells[cell] = piece;
    }

    fn at(&self, at: (i32, i32)) -> Option<Piece> {
        self.cells[self.cell(at)]
    }

    fn pieces(&self) -> Vec<((i32, i32), Piece)> {
        (1..=(self.rules.size * self.rules.size / 2) as u32)
            .map(|square| self.place(square))
            .filter_map(|at| Some((at, self.at(at)?)))
            .collect()
    }

    pub fn moves(&self) -> BTreeSet<NaiveMove> {
        let mine = self.pieces().into_iter().filter(|(_, piece)| piece.white == self.white_moves);
        let mut captures = BTreeSet::new();
        let mut quiet = BTreeSet::new();
        for (from, piece) in mine {
            let mut lifted = self.clone();
            let cell = lifted.cell(from);
            lifted.cells[cell] = None;
            lifted.capture(piece, from, from, &BTreeSet::new(), &mut captures);
            for (dr, dc) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                let ahead = (dr < 0) == piece.white;
                if !piece.king && !ahead {
                    continue;
                }
                let mut to = (from.0 + dr, from.1 + dc);
                while self.on_board(to) && self.at(to).is_none() {
                    quiet.insert((self.square(from), self.square(to), BTreeSet::new()));
                    if !(piece.king && self.rules.flying) {
                        break;
                    }
                    to = (to.0 + dr, to.1 + dc);
                }
            }
        }
        if captures.is_empty() {
            return quiet;
        }
        let most = captures.iter().map(|(_, _, taken)| taken.len()).max().unwrap();
        captures.retain(|(_, _, taken)| !self.rules.majority || taken.len() == most);
        captures
    }

    /// Collects the captures that go on from `at`; `self` is the board without the mover.
    fn capture(
        &self,
        piece: Piece,
        from: (i32, i32),
        at: (i32, i32),
        taken: &BTreeSet<u32>,
        found: &mut BTreeSet<NaiveMove>,
    ) {
        let mut goes_on = false;
        for (dr, dc) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let ahead = (dr < 0) == piece.white;
            if !piece.king && !self.rules.backward && !ahead {
                continue;
            }
            let mut over = (at.0 + dr, at.1 + dc);
            while piece.king && self.rules.flying && self.on_board(over) && self.at(over).is_none()
            {
                over = (over.0 + dr, over.1 + dc);
            }
            if !self.on_board(over) {
                continue;
            }
            let theirs = self.at(over).is_some_and(|other| other.white != piece.white);
            if !theirs || taken.contains(&self.square(over)) {
                continue;
            }
            let mut to = (over.0 + dr, over.1 + dc);
            while self.on_board(to) && self.at(to).is_none() {
                goes_on = true;
                let mut more = taken.clone();
                more.insert(self.square(over));
                self.capture(piece, from, to, &more, found);
                if !(piece.king && self.rules.flying) {
                    break;
                }
                to = (to.0 + dr, to.1 + dc);
            }
        }
        if !goes_on && !taken.is_empty() {
            found.insert((self.square(from), self.square(at), taken.clone()));
        }
    }
}
