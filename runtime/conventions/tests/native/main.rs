//! C functions and closures, against C code that the tests compile.

mod arguments;
mod calls;
mod closures;
mod compiled;
mod fuzz;
mod lifetimes;
mod outs;
mod passing;
mod reports;
mod round_trip;
mod signatures;
mod structs;
mod threads;
mod variadic;
