//! Names of the files.

use super::PLAIN_PIECES;
use manoury_tables::{Material, Pieces};

/// The name of a material's file, the side to move named first: `X` for a king, `O` for a man.
///
/// ```
/// use manoury_exports::mobydam::file_name;
/// assert_eq!(file_name("KMvM".parse()?), "XOvO.bin");
/// assert_eq!(file_name("KMvKM".parse()?), "XOvXO.cpr");
/// # Ok::<(), manoury_tables::MaterialError>(())
/// ```
pub fn file_name(material: Material) -> String {
    let extension = if material.total() <= PLAIN_PIECES { "bin" } else { "cpr" };
    format!("{}v{}.{extension}", side(material.first), side(material.second))
}

fn side(pieces: Pieces) -> String {
    let Pieces { kings, men } = pieces;
    "X".repeat(kings as usize) + &"O".repeat(men as usize)
}

/// The key of the order in which the index lists the files of four pieces: the alphabet, in which
/// `v` comes between `O` and `X`.
pub(super) fn order(material: Material) -> String {
    file_name(material).to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::super::materials;
    use super::*;

    #[test]
    fn the_index_is_in_the_order_of_names() {
        let names: Vec<String> = materials(4).into_iter().map(file_name).collect();
        let names: Vec<&str> = names.iter().map(|name| name.trim_end_matches(".cpr")).collect();
        let expected = "OOOvO OOOvX OOvOO OOvXO OOvXX OvOOO OvXOO OvXXO OvXXX XOOvO XOOvX XOvOO \
                        XOvXO XOvXX XvOOO XvXOO XvXXO XvXXX XXOvO XXOvX XXvOO XXvXO XXvXX XXXvO \
                        XXXvX";
        assert_eq!(names, expected.split_whitespace().collect::<Vec<_>>());
        assert_eq!([2, 3].map(|pieces| materials(pieces).len()), [4, 12]);
    }
}
