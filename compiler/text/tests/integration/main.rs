//! What a program does with the crate, one file for each subject, in one program: a link of each takes longer than its tests.

mod affine;
mod aliases;
mod attributes;
mod common;
mod elements;
mod floats;
mod hostile;
mod locations;
mod numbers;
mod random;
mod robust;
mod threads;
mod types;
