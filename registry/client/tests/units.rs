//! The unit tests of modules that need little else of the crate. They are compiled alone: a test build of the library would
//! compile all of it a second time.

#[path = "../src/bridge/version.rs"]
mod version;
