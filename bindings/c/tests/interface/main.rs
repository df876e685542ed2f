//! The C interface as programs in C and C++ meet it: the header, the library as it is installed,
//! the examples, wrong input, threads, and every value against the prober's.

mod header;
