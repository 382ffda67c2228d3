//! What the fuzz targets of the compiler's IR share.
//!
//! | module | what |
//! |---|---|
//! | [`text`] | the check of a text: it is refused, or what is printed of it reads back the same |
//! | [`corpus`] | the cases of `compiler/tests/corpus`, as tokens and groups |
//! | [`mutate`] | a mutator that keeps tokens and brackets whole |
//! | [`model`] | a copy of the IR in plain maps, which the IR must equal after every call |
//! | [`calls`] | bytes as a sequence of calls, made on the IR and on the model |

pub mod calls;
pub mod corpus;
pub mod model;
pub mod mutate;
pub mod text;
