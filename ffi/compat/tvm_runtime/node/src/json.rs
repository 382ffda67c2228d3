//! Values as TVM's JSON: a list of nodes that refer to each other by index.
//!
//! It is compatible with TVM 0.10 to 0.19 in both directions, as far as they have the types. Invariant: an object that occurs several
//! times is one node, and one object again after loading.

mod document;
mod load;
mod records;
mod save;

pub use load::load;
pub use save::save;
