//! What a program does with the crate, one file for each subject, in one program: a link of each takes longer than its tests.

mod affine;
mod attributes;
mod builder;
mod clone;
mod common;
mod diagnostics;
mod dialects;
mod dominance;
mod elements;
mod float;
mod freed_memory;
mod isolation;
mod locations;
mod model;
mod operations;
mod parallel;
mod sources;
mod structural;
mod symbols;
mod types;
mod verify;
