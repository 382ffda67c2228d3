//! Libraries: opening, looking up symbols, closing, and supplied symbols.

#![cfg(target_os = "linux")]

mod compiled;
mod imports;
mod opening;
