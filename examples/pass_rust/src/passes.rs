//! A pass of the compiler: `builtin.module(rust-drop{name=test.debug})`.

use tvmlike::ObjectRef;
use tvmlike::prelude::*;

/// Erases the operations with a name.
#[packed_func("ir.pass.rust-drop")]
fn drop_operations(op: ObjectRef, #[default(String::from("test.debug"))] name: String) -> Result<()> {
    let find = tvmlike::find("ir.find_operations").ok_or_else(|| Error::runtime_error("no compiler"))?;
    let erase = tvmlike::find("ir.erase_operation").ok_or_else(|| Error::runtime_error("no compiler"))?;
    for found in find.call_as::<Vec<ObjectRef>>((op, name))? {
        erase.call((found,))?;
    }
    Ok(())
}
