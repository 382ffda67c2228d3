//! Plugins at run time: unloading, reloading, and what stays valid meanwhile.

// Plugins of a host that is a program ask it by these functions.
extern crate tvmlike_builtin as _;

mod attached;
mod built;
mod exit;
mod reload;
mod unload;
