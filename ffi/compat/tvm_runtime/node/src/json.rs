//! Values as TVM's JSON: a list of nodes that refer to each other by their places.
//!
//! What every TVM from 0.10 to 0.19 wrote can be read, and what is written they can read, as far as they have the types. Invariant:
//! an object that stands in several places is one node, and one object again.

mod base64;
mod document;
mod load;
mod records;
mod save;

pub use load::load;
pub use save::save;
