//! The custom forms of operations that are functions and have the form of `func.func`.

use tvmlike_define::FunctionForm;
use tvmlike_ir::Context;
use tvmlike_text::CustomForm;

/// The form of an operation.
pub(super) fn form(context: &Context, name: &str) -> Option<CustomForm> {
    let form = FunctionForm::new(context);
    let form = match name {
        "async.func"
        | "shape.func"
        | "ml_program.func"
        | "ml_program.subgraph"
        | "transform.named_sequence" => form,
        "emitc.func" | "pdl_interp.func" => form.with_discardable_visibility(),
        _ => return None,
    };
    let form = CustomForm::new(form);
    Some(match name {
        "async.func" | "emitc.func" | "shape.func" => {
            let (dialect, _) = name.split_once('.')?;
            form.with_default_dialect(context.identifier(dialect))
        }
        _ => form,
    })
}
