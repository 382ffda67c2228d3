//! C functions and closures, against C code that the tests compile.

mod arguments;
mod callables;
mod calls;
mod closures;
mod compiled;
mod complex;
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
