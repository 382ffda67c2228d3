//! The custom forms of the `llvm` dialect that no format describes.

mod alias;
mod alloca;
mod call;
mod call_intrinsic;
mod compare;
mod function;
mod global;
mod invoke;
mod landing_pad;
mod signature;

use tvmlike_ir::{Context, NamedAttribute};
use tvmlike_text::{CustomForm, OpParts, OperationParser, Result};

/// The form of an operation.
pub(super) fn form(context: &Context, name: &str) -> Option<CustomForm> {
    Some(match name {
        "llvm.alloca" => CustomForm::new(alloca::Alloca),
        "llvm.call" => CustomForm::new(call::Call),
        "llvm.call_intrinsic" => CustomForm::new(call_intrinsic::CallIntrinsic),
        "llvm.fcmp" => CustomForm::new(compare::Compare::new("llvm.fcmp", "FCmpPredicate")),
        "llvm.func" => CustomForm::new(function::Function::new(context)),
        "llvm.icmp" => CustomForm::new(compare::Compare::new("llvm.icmp", "ICmpPredicate")),
        "llvm.invoke" => CustomForm::new(invoke::Invoke),
        "llvm.landingpad" => CustomForm::new(landing_pad::LandingPad),
        "llvm.mlir.alias" => CustomForm::new(alias::Alias),
        "llvm.mlir.global" => CustomForm::new(global::Global),
        _ => return None,
    })
}

/// Ends the reading of an operation by name: refuses what was read twice, and sets the properties with default values that were
/// not read.
fn finish(parser: &OperationParser<'_, '_, '_>, parts: &mut OpParts, name: &str) -> Result<()> {
    parser.refuse_duplicates(parts)?;
    let context = parser.context();
    let Some(info) = context.op_info(context.identifier(name)) else {
        return Ok(());
    };
    for &(name, value) in info.default_properties() {
        let mut read = parts.properties.iter().chain(&parts.attributes);
        if read.all(|entry| entry.name != name) {
            parts.properties.push(NamedAttribute { name, value });
        }
    }
    Ok(())
}
