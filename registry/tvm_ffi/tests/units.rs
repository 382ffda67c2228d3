//! The unit tests of modules that need little else of the crate. They are compiled alone: a test build of the library would
//! compile all of it a second time.

extern crate tvmlike_registry as tvmlike;

#[path = "../src/registry_access.rs"]
mod registry_access;
#[path = "../src/signature.rs"]
mod signature;
