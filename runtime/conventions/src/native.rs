//! C functions: libraries, signatures, calls, closures.
//!
//! `signature` says what a function takes and gives, in the types of `ctype`. `call` makes a packed function of a C
//! function, `closure` a C function of a packed one. Both move values by `store` and `load`, to places that `layout`
//! knows. Invariant: what C promises and cannot be checked (that code has its signature, that an address is good) is
//! asked for by an unsafe function; everything else is checked.

pub mod call;
pub mod closure;
pub mod ctype;
pub mod errno;
mod frame;
mod layout;
mod load;
pub mod pending;
pub mod pointer;
pub(crate) mod prepared;
pub mod registers;
pub mod report;
pub mod signature;
mod store;

mod elf;
mod imports;
pub mod library;
pub mod metadata;
mod support;
