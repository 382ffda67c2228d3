//! Libraries: opening, finding, closing, and what is supplied to them.

#![cfg(target_os = "linux")]

mod compiled;
mod imports;
mod opening;
