//! A pass of the compiler: `builtin.module(rust-drop{also=test.a,test.b name=test.debug})`.

use tvmlike::ObjectRef;
use tvmlike::prelude::*;

/// Erases the operations with a name, and with the names of a list.
#[packed_func("ir.pass.rust-drop")]
fn drop_operations(
    op: ObjectRef,
    #[default(String::from("test.debug"))] name: String,
    #[default(Vec::new())] also: Vec<String>,
) -> Result<()> {
    let find = tvmlike::find("ir.find_operations").ok_or_else(|| Error::runtime_error("no compiler"))?;
    let erase = tvmlike::find("ir.erase_operation").ok_or_else(|| Error::runtime_error("no compiler"))?;
    for name in [name].into_iter().chain(also) {
        for found in find.call_as::<Vec<ObjectRef>>((&op, name))? {
            erase.call((found,))?;
        }
    }
    Ok(())
}
