//! Freeing what was allocated: who owns a memref at run time, and where its memory is freed.
//!
//! An `i1` goes with each memref: whether the place that has it must free its memory. Blocks and regions pass it on; at the end
//! of each block, `bufferization.dealloc` frees what is owned and not passed on. Callers own what functions return, and
//! functions do not own their arguments. Invariant: each allocation is owned by one value at a time.
//!
//! - `ownership`, `order`, `parts`: what is known of owners; the order of values; the operands of `bufferization.dealloc`
//! - `preconditions`: what is refused
//! - `insert`, `operations`, `ends`, `branch`: the pass, by block; operations; ends of regions and branches
//! - `origins`: which values are the same allocation
//! - `simplify`: patterns of `bufferization.dealloc` with this knowledge
//! - `lower`, `helper`, `copies`, `replace`: operations of memref and scf in the place of `bufferization.dealloc` and `clone`

mod branch;
mod copies;
mod ends;
mod helper;
mod insert;
mod lower;
mod operations;
mod order;
mod origins;
mod ownership;
mod parts;
mod preconditions;
mod replace;
mod simplify;

pub(crate) use copies::lower_copies;
pub(crate) use insert::insert_deallocations;
pub(crate) use origins::Origins;
pub(crate) use preconditions::ends_region;
pub(crate) use replace::lower_deallocations;
pub(crate) use simplify::simplifications;
