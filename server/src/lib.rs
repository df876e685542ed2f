//! Answers of endgame tables over HTTP, and the explorer's page.
