//! Where an endgame table value lives: material, index, values, file format.
