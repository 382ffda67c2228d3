//! The custom forms of `spirv`'s operations that have no format.

mod constants;
mod control;
mod enums;
mod globals;
mod ternary;

use tvmlike_ir::{Context, Identifier, NamedAttribute, Op};
use tvmlike_text::{CustomForm, OpParts, OperationParser, Result};

/// The form of an operation, if it has no format.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    Some(match name {
        "spirv.BranchConditional" => CustomForm::new(control::Branch),
        "spirv.Constant" => CustomForm::new(constants::Constant),
        "spirv.EXT.SpecConstantCompositeReplicate" => CustomForm::new(constants::Replicate),
        "spirv.EntryPoint" => CustomForm::new(globals::EntryPoint),
        "spirv.GL.FClamp" | "spirv.GL.Fma" | "spirv.GL.SClamp" | "spirv.GL.UClamp" => {
            CustomForm::new(ternary::Ternary)
        }
        "spirv.GlobalVariable" => CustomForm::new(globals::Variable),
        "spirv.SpecConstant" => CustomForm::new(constants::SpecConstant),
        "spirv.SpecConstantComposite" => CustomForm::new(constants::Composite),
        "spirv.mlir.loop" => CustomForm::new(control::LOOP),
        "spirv.mlir.selection" => CustomForm::new(control::SELECTION),
        "spirv.module" => CustomForm::new(globals::Module),
        _ => return None,
    })
}

/// Reads `@name` as the name of the operation.
fn parse_name(parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
    let context = parser.context();
    let place = parser.place();
    let Some(name) = parser.parse_optional_symbol_name() else {
        return Err(parser.op_error(place, "expected valid '@'-identifier for symbol name"));
    };
    parts.properties.push(NamedAttribute {
        name: context.identifier("sym_name"),
        value: context.string_attribute(name.bytes(context)),
    });
    Ok(())
}

/// Whether a form shows all attributes of an operation: those that are no properties, and have other names than these,
/// would be lost.
fn shows_all(context: &Context, op: Op, shown: &[&str]) -> bool {
    let entries = op.attributes(context).and_then(|all| all.entries(context));
    let is_shown = |name: Identifier| shown.iter().any(|shown| shown.as_bytes() == name.bytes(context));
    entries.is_none_or(|entries| entries.iter().all(|entry| is_shown(entry.name)))
}
