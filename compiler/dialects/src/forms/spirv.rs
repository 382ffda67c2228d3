//! The custom forms of `spirv`'s operations that have no format.

mod composites;
mod constants;
mod control;
mod enums;
mod functions;
mod globals;
mod memory;
mod ternary;

use super::cf;
use tvmlike_ir::{Attribute, AttributeKind, Context, Identifier, NamedAttribute, Op, Type};
use tvmlike_text::{CustomForm, OpParts, OperationParser, Result};

/// The form of an operation, if it has no format.
pub(super) fn form(context: &Context, name: &str) -> Option<CustomForm> {
    Some(match name {
        "spirv.BranchConditional" => CustomForm::new(control::Branch),
        "spirv.CompositeExtract" => CustomForm::new(composites::Extract),
        "spirv.CompositeInsert" => CustomForm::new(composites::Insert),
        "spirv.CopyMemory" => CustomForm::new(memory::Copy),
        "spirv.ExecutionMode" => CustomForm::new(globals::ExecutionMode),
        "spirv.IAddCarry" | "spirv.ISubBorrow" | "spirv.SMulExtended" | "spirv.UMulExtended" => {
            CustomForm::new(composites::Extended)
        }
        "spirv.Load" => CustomForm::new(memory::Load),
        "spirv.Store" => CustomForm::new(memory::Store),
        "spirv.INTEL.SubgroupBlockWrite" => CustomForm::new(memory::BlockWrite),
        "spirv.Switch" => CustomForm::new(cf::Switch { values: "literals" }),
        "spirv.Variable" => CustomForm::new(memory::Variable),
        "spirv.Constant" => CustomForm::new(constants::Constant),
        "spirv.EXT.SpecConstantCompositeReplicate" => CustomForm::new(constants::Replicate),
        "spirv.ARM.Graph" => CustomForm::new(functions::Function::graph(context)),
        "spirv.ARM.GraphEntryPoint" => CustomForm::new(globals::EntryPoint { is_graph: true }),
        "spirv.EntryPoint" => CustomForm::new(globals::EntryPoint { is_graph: false }),
        "spirv.GL.FClamp" | "spirv.GL.Fma" | "spirv.GL.SClamp" | "spirv.GL.UClamp" => {
            CustomForm::new(ternary::Ternary)
        }
        "spirv.GlobalVariable" => CustomForm::new(globals::Variable),
        "spirv.SpecConstant" => CustomForm::new(constants::SpecConstant),
        "spirv.SpecConstantComposite" => CustomForm::new(constants::Composite),
        "spirv.func" => CustomForm::new(functions::Function::new(context)),
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

/// Reads an attribute of a kind.
fn parse_kind(
    parser: &mut OperationParser<'_, '_, '_>,
    hint: Option<Type>,
    is: fn(AttributeKind<'_>) -> bool,
) -> Result<Attribute> {
    let context = parser.context();
    let place = parser.place();
    let value = parser.parse_attribute(hint)?;
    match is(value.kind(context)) {
        true => Ok(value),
        false => Err(parser.op_error(place, "invalid kind of attribute specified")),
    }
}

/// Reads a number of 32 bits.
fn parse_number(parser: &mut OperationParser<'_, '_, '_>) -> Result<Attribute> {
    let is = |kind: AttributeKind<'_>| matches!(kind, AttributeKind::Integer { .. });
    let hint = parser.context().i32();
    parse_kind(parser, Some(hint), is)
}
