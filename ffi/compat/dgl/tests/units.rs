//! The unit tests of modules that need little else of the crate. They are compiled alone: a test build of the library would
//! compile all of it a second time.
#![expect(dead_code, reason = "the rest of the crate is not here")]

#[path = "../src/traceback.rs"]
mod traceback;
