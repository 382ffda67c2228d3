//! Checks of parameters that MLIR has as code.

use tvmlike_define::SymbolCheck;
use tvmlike_ir::{Attribute, AttributeKind, Context};

use super::llvm;
use super::values::ty;

/// The check of a type, `!dialect.name`, or an attribute, `#dialect.name`.
pub(super) fn find(symbol: &str) -> Option<SymbolCheck> {
    Some(match symbol {
        "!amdgpu.tdm_gather_base" => |context, parameters| match ty(context, parameters, 1) {
            Some(index)
                if !index.is_signless_integer(context, 16) && !index.is_signless_integer(context, 32) =>
            {
                let index = tvmlike_text::quote_type(context, index);
                Err(format!(
                    "index type must be i16 or i32 but index type is '{index}'."
                ))
            }
            _ => Ok(()),
        },
        "!llvm.array" => llvm::check_array,
        "!llvm.func" => llvm::check_function,
        "!smt.bv" => |context, parameters| match number(context, parameters, 0) {
            Some(width) if width > 0 => Ok(()),
            _ => Err("bit-vector must have at least a width of one".to_owned()),
        },
        "!tosa.shape" => |context, parameters| match number(context, parameters, 0) {
            Some(rank) if rank < 0 => Err(format!("invalid rank (must be >= 0): {rank}")),
            _ => Ok(()),
        },
        _ => return None,
    })
}

/// The value of an integer parameter.
fn number(context: &Context, parameters: &[Option<Attribute>], index: usize) -> Option<i64> {
    match parameters.get(index)?.as_ref()?.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}
