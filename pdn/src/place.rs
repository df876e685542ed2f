//! Where something stands in a file.

use std::fmt;

/// A place in a file: line and column, both from 1. Columns count characters, a tab as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The character in the line.
    pub column: u64,
}

impl Place {
    /// The place of what does not come from a file.
    pub const NOWHERE: Place = Place { line: 0, column: 0 };

    /// The first character of a file.
    pub const START: Place = Place { line: 1, column: 1 };
}

impl fmt::Display for Place {
    /// `line 3, column 14`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
