//! The conversion of attributes to those of the llvm dialect.

use tvmlike_define::{enum_number, enum_set};
use tvmlike_ir::{Attribute, Context, Op};

use crate::make::entries;

/// The bits of fast-math flags: in arith, and in the llvm dialect.
const FAST_MATH: [(u64, u64); 7] = [(1, 64), (2, 1), (4, 2), (8, 4), (16, 8), (32, 16), (64, 32)];

/// `#llvm.fastmath` for `#arith.fastmath`.
pub(crate) fn fast_math(context: &Context, flags: Attribute) -> Option<Attribute> {
    let bits = enum_number(context, flags)?;
    let set = FAST_MATH.iter().filter(|(bit, _)| bits & bit != 0);
    enum_set(context, "llvm", "fastmath", set.map(|(_, bit)| bit).sum())
}

/// The number of `#arith.overflow`, whose bits are those of the llvm dialect.
fn overflow(context: &Context, flags: Attribute) -> Option<Attribute> {
    let bits = enum_number(context, flags)?;
    context.integer_attribute(context.i32(), bits.cast_signed()).ok()
}

/// The properties and discardable attributes of an operation, converted for an operation of a name.
pub(crate) fn converted<'a>(
    context: &Context,
    op: Op,
    target: &str,
) -> (Vec<(&'a str, Attribute)>, Option<Attribute>) {
    let name = context.identifier(target);
    let info = context
        .load_op_info(name)
        .unwrap_or_else(|| panic!("'{target}': the operation is not registered"));
    let has = |name: &str| info.properties().contains(&context.identifier(name));
    let mut properties = Vec::new();
    let mut discardable = op.attributes(context);
    for entry in entries(context, op.properties(context)) {
        match entry.name.bytes(context) {
            b"fastmath" if has("fastmathFlags") => {
                properties.extend(fast_math(context, entry.value).map(|flags| ("fastmathFlags", flags)));
            }
            // MLIR keeps what the other operation has no property for.
            b"fastmath" => {
                let others = entries(context, discardable);
                let all: Vec<_> = others.into_iter().chain([entry]).collect();
                discardable = context.dictionary_attribute(&all).ok();
            }
            b"overflowFlags" if has("overflowFlags") => {
                properties.extend(overflow(context, entry.value).map(|flags| ("overflowFlags", flags)));
            }
            b"isExact" if has("isExact") => properties.push(("isExact", entry.value)),
            _ => {}
        }
    }
    (properties, discardable)
}

/// `#llvm.linkage` with a keyword.
pub(crate) fn linkage(context: &Context, keyword: &str) -> Attribute {
    let made = tvmlike_text::parse_defined_attribute(context, format!("#llvm.linkage<{keyword}>"));
    made.unwrap_or_else(|error| panic!("'#llvm.linkage<{keyword}>': {error:?}"))
}

/// `#llvm.memory_effects` of a function that reads and writes nothing.
pub(crate) fn no_memory_effects(context: &Context) -> Attribute {
    let places = [
        "other",
        "argMem",
        "inaccessibleMem",
        "errnoMem",
        "targetMem0",
        "targetMem1",
    ];
    let text = places.map(|place| format!("{place} = none")).join(", ");
    let made = tvmlike_text::parse_defined_attribute(context, format!("#llvm.memory_effects<{text}>"));
    made.unwrap_or_else(|error| panic!("'#llvm.memory_effects': {error:?}"))
}
