//! Assembly formats: what is refused and why, and the text of operations whose records are written here.
//!
//! The expected texts and messages are those of `mlir-opt` 22 and `mlir-tblgen` 22.

#[path = "format/functions.rs"]
mod functions;
#[path = "format/language.rs"]
mod language;
#[path = "format/operations.rs"]
mod operations;
#[path = "format/records.rs"]
mod records;
