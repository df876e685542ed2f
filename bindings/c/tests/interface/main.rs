//! The C interface as programs in C and C++ meet it: the header, the library as it is installed,
//! the examples, wrong input, threads, and every value against the prober's.
//!
//! All but the first need a Unix with gcc and g++; without them a test says so and is skipped, or
//! fails where `CI` or `MANOURY_REQUIRE_ALL` is set.

mod header;

#[cfg(unix)]
mod examples;
#[cfg(unix)]
mod installed;
#[cfg(unix)]
mod tables;
#[cfg(unix)]
mod threads;
#[cfg(unix)]
mod toolchain;
#[cfg(unix)]
mod values;
#[cfg(unix)]
mod wrong_input;
