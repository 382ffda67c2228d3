//! `#[derive(Object)]` and `#[methods]`: declarations of types, and calls of their members.

mod built;
mod cycles;
mod held;
mod inherited;
mod members;
mod refined;
mod seen;
