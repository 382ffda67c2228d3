//! Operations: their parser, the names of values and blocks, their printer.
//!
//! | module | what |
//! |---|---|
//! | `values`, `blocks`, `names` | names in a text that is read |
//! | `progress` | how much was read |
//! | `properties` | which attributes of registered operations are properties |
//! | `parts` | what was read of an operation in custom form |
//! | `tail`, `line` | caches of what follows operands, and of lines in custom form |
//! | `parallel` | reading on several threads (one layer with the next) |
//! | `parser`, `generic`, `custom`, `repeat` | reading operations, in generic and custom form |
//! | `affine` | affine maps of values |
//! | `arguments` | regions with arguments that the operation names |
//! | `form` | custom forms that dialects define |
//! | `result_names` | the names that a dialect gives to results |
//! | `numbering` | the names of values and blocks in printed text |
//! | `aliases` | what a text will contain, for its aliases |
//! | `print_repeat` | texts in custom form of operations that are alike |
//! | `print`, `print_region`, `print_custom`, `users` | printing operations |
//! | `top_level` | printing whole texts |

mod affine;
mod aliases;
mod arguments;
mod blocks;
mod custom;
mod form;
mod generic;
mod line;
mod names;
mod numbering;
mod parallel;
mod parser;
mod parts;
mod print;
mod print_custom;
mod print_region;
mod print_repeat;
mod progress;
mod properties;
mod repeat;
mod result_names;
mod tail;
mod top_level;
mod users;
mod values;

pub use affine::AffineOperands;
pub use arguments::RegionArgument;
pub use form::{CustomForm, OpSyntax};
pub use parser::OperationParser;
pub use parts::OpParts;
pub use print::{OperationPrinter, RegionStyle};
pub(crate) use progress::Progress;
pub use properties::unstorable;
pub use result_names::{ArgumentNames, ResultNames};
pub use top_level::{
    PrintedPlace, ValueNames, numbering_scope, op_for_note, print_block, print_op, print_op_with_places,
    print_ops, print_top_level, print_value_name,
};
pub use values::UnresolvedOperand;
