//! The packed functions with which TVM's front ends make containers, inspect objects, write them as JSON and compare them.
//!
//! They are a crate of their own so that tests and fuzzers can call them without libtvm_runtime. A library or program links them by
//! naming this crate. Invariant: the containers are tvmlike's, so all front ends share them; only the form of returned text and the
//! type keys are TVM's.
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`):
//!
//! - `dtype`, `keys`, `reflect`, `tensor`, `text`: TVM's names of data types; its type keys; members of objects; arrays of tensors;
//!   returned text
//! - `container`, `record`, `repr`, `structural`: containers; tensors as bytes; objects as text; comparisons and hashes
//! - `json`, `params`: JSON; parameters as bytes
//! - `node`: the functions of `node`

mod container;
pub mod dtype;
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

pub use container::{Adt, BoxBool, FloatImm, IntImm};
pub use keys::{index_of, key_of};
