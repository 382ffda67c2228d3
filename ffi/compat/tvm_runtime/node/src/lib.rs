//! The packed functions by which TVM's front ends make containers, look into objects, write them as JSON and compare them.
//!
//! They are a crate of their own so that tests and fuzzers can call them without libtvm_runtime. A library or program that wants
//! them names this crate. Invariant: the containers are ours, so what one front end makes is the other's too; what
//! differs is only how text goes out, and by which names types are known.

mod container;
pub mod json;
mod keys;
mod node;
mod params;
mod record;
mod reflect;
mod repr;
mod structural;
mod tensor;
mod text;

pub use container::{Adt, BoxBool};
pub use keys::{index_of, key_of};
