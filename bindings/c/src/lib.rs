//! The C interface of manoury: what `include/manoury.h` declares and documents.
//!
//! The doc comments of what is exported are written for people who program in C: `cbindgen` makes
//! the header of them, and a test compares. What a caller must keep to is told once, at the head of
//! the header (`cbindgen.toml`).
//!
//! From the border inward: `functions` are what C calls; each runs inside [`guard::guarded`], so
//! that nothing unwinds into C. They ask a [`tablebase::Answers`], which is a tablebase of any
//! variant. `values`, `layout` and `status` say what crosses the border and check what comes in.

#![allow(clippy::missing_safety_doc, reason = "the header tells it once for all functions")]

mod failure;
mod functions;
mod guard;
mod last_error;
mod layout;
mod status;
mod tablebase;
mod values;

pub use functions::*;
pub use layout::ManouryLayout;
pub use status::ManouryStatus;
pub use tablebase::ManouryTablebase;
pub use values::*;
