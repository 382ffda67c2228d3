//! C functions: signatures, calls, closures.
//!
//! `signature` describes a function in the types of `ctype`. `call` makes a packed function from a C function, `closure` a
//! C function from a packed one. Both convert values with `store` and `load`, at the offsets from `layout`. Invariant: what
//! cannot be checked (that code has its signature, that an address is valid) is the contract of an unsafe function;
//! everything else is checked.

mod address;
pub mod call;
pub mod closure;
pub mod ctype;
pub mod errno;
mod frame;
pub mod handle;
mod layout;
pub(crate) mod load;
pub mod pending;
pub mod pointer;
pub(crate) mod prepared;
pub mod registers;
pub mod report;
pub mod signature;
pub(crate) mod store;
