//! Columns of text.

use std::fmt;

/// Which way a column is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// Rows of cells under a head, in columns as wide as they need to be.
#[derive(Debug)]
pub struct TextTable<const N: usize> {
    aligns: [Align; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> TextTable<N> {
    /// A table with a head and no rows.
    pub fn new(head: [(&str, Align); N]) -> Self {
        TextTable {
            aligns: head.map(|(_, align)| align),
            rows: vec![head.map(|(name, _)| name.to_string())],
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells);
    }
}

impl<const N: usize> fmt::Display for TextTable<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        let widths: [usize; N] = std::array::from_fn(width);
        for row in &self.rows {
            let mut line = String::new();
            for (i, (cell, width)) in row.iter().zip(widths).enumerate() {
                let gap = if i > 0 { "  " } else { "" };
                line += &match self.aligns[i] {
                    Align::Left => format!("{gap}{cell:<width$}"),
                    Align::Right => format!("{gap}{cell:>width$}"),
                };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = TextTable::new([("name", Align::Left), ("n", Align::Right)]);
        table.row(["a".into(), "100".into()]);
        table.row(["longer".into(), "1".into()]);
        assert_eq!(table.to_string(), "name      n\na       100\nlonger    1\n");
    }
}
