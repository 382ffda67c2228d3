//! The packed functions with which TVM's front ends make containers, inspect objects, write them as JSON and compare them.
//!
//! They are a crate of their own so that tests and fuzzers can call them without libtvm_runtime. A library or program links them by
//! naming this crate. Invariant: the containers are tvmlike's, so all front ends share them; only the form of returned text and the
//! type keys are TVM's.

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
