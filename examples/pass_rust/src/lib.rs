//! Example: a plugin with passes of the compiler, a pattern and a conversion.
//!
//! `tvmlike-opt --load-pass-plugin=target/release/libtvmlike_pass_rust.so --rust-drop` runs the first of them.

mod passes;
mod rewriting;

tvmlike::plugin!(name = "pass_rust", version = "0.1.0");
