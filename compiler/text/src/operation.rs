//! Operations: their parser, the names of values and blocks, their printer.
//!
//! | module | what |
//! |---|---|
//! | `values`, `blocks`, `names` | names in a text that is read |
//! | `progress` | how much was read |
//! | `properties` | which attributes of registered operations are properties |
//! | `tail` | a cache of what follows operands |
//! | `parallel` | reading on several threads (one layer with the next) |
//! | `parser`, `generic`, `custom` | reading operations, in generic and custom form |
//! | `numbering` | the names of values and blocks in printed text |
//! | `aliases` | what a text will contain, for its aliases |
//! | `print`, `print_region`, `print_custom`, `users` | printing operations |
//! | `top_level` | printing whole texts |

mod aliases;
mod blocks;
mod custom;
mod generic;
mod names;
mod numbering;
mod parallel;
mod parser;
mod print;
mod print_custom;
mod print_region;
mod progress;
mod properties;
mod tail;
mod top_level;
mod users;
mod values;

pub use parser::OperationParser;
pub(crate) use progress::Progress;
pub use top_level::{op_for_note, print_block, print_op, print_top_level, print_value_name};
pub use values::UnresolvedOperand;
