//! `#[derive(Object)]` and `#[methods]`: what a type declares, and what callers of its members get.

mod built;
mod held;
mod inherited;
mod members;
mod refined;
mod seen;
