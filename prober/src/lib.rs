//! Opens a folder of endgame tables and answers: what an engine links.
