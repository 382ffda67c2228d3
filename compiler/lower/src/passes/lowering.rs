//! What passes that lower to the llvm dialect have in common.

use std::rc::Rc;

use tvmlike_ir::{Context, Op, WalkOrder, WalkResult};
use tvmlike_transform::{ConversionTarget, Legality, OptionRecord, Options, TypeConverter};

use crate::converter::llvm_converter;
use crate::options::LlvmOptions;

/// The option for the number of bits of `index`.
pub(super) fn index_option() -> OptionRecord {
    OptionRecord::uint(
        "index-bitwidth",
        0,
        "Bitwidth of the index type, 0 to use size of machine word",
    )
}

/// The number of bits of `index`.
///
/// # Errors
/// It is larger than any target's.
pub(super) fn index_width(options: &Options) -> Result<u32, String> {
    match u32::try_from(options.int("index-bitwidth")) {
        Ok(0) => Ok(64),
        Ok(width @ ..=128) => Ok(width),
        _ => Err(format!(
            "'index-bitwidth': expected at most 128, got {}",
            options.int("index-bitwidth")
        )),
    }
}

/// A target for which the llvm dialect is legal.
pub(super) fn llvm_target(context: &Context) -> ConversionTarget {
    let mut target = ConversionTarget::new();
    target.dialects(context, &["llvm"], &Legality::Legal);
    target
}

/// A converter with options.
pub(super) fn converter(options: LlvmOptions) -> Rc<TypeConverter> {
    Rc::new(llvm_converter(options))
}

/// Whether a function in a tree has the attribute `llvm.bareptr`.
pub(super) fn has_bare_pointers(context: &Context, root: Op) -> bool {
    let name = context.identifier("llvm.bareptr");
    let mut found = false;
    root.walk(context, WalkOrder::PreOrder, |op| {
        found |= op.discardable_attribute(context, name).is_some();
        if found {
            WalkResult::Interrupt
        } else {
            WalkResult::Advance
        }
    });
    found
}
