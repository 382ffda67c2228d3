//! The unit tests of modules that need little else of the crate. They are compiled alone: a test build of the library would
//! compile all of it a second time.
#![expect(dead_code, reason = "the rest of the crate is not here")]
#![expect(unreachable_pub, reason = "items of another crate")]

#[path = "../src/domain.rs"]
mod domain;
#[path = "../src/dominator_tree.rs"]
mod dominator_tree;
#[path = "../src/dominance/exits.rs"]
mod exits;
#[path = "../src/id.rs"]
mod id;
#[path = "../src/record.rs"]
mod record;
#[path = "../src/side_table.rs"]
mod side_table;
