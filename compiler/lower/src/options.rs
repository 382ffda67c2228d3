//! Options of lowerings to the llvm dialect, and the types that follow from them.

use tvmlike_ir::{Attribute, AttributeKind, Context, Signedness, Type};
use tvmlike_transform::TypeConverter;

/// How memory is allocated.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Allocation {
    /// `malloc`, with room for the alignment.
    #[default]
    Malloc,
    /// `aligned_alloc`.
    AlignedAlloc,
}

/// What all lowerings to the llvm dialect have to agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LlvmOptions {
    /// The number of bits of `index`.
    pub index_width: u32,
    /// Whether functions take memrefs with a static shape as one pointer.
    pub bare_pointers: bool,
    /// Whether some functions have the attribute `llvm.bareptr`, so that calls have to look for the function that they call.
    pub some_bare_pointers: bool,
    /// How memory is allocated.
    pub allocation: Allocation,
    /// Whether memory is allocated and freed by functions with MLIR's generic names.
    pub generic_functions: bool,
}

impl Default for LlvmOptions {
    fn default() -> Self {
        Self {
            index_width: 64,
            bare_pointers: false,
            some_bare_pointers: false,
            allocation: Allocation::Malloc,
            generic_functions: false,
        }
    }
}

/// The options of a converter.
pub(crate) fn of(converter: &TypeConverter) -> LlvmOptions {
    converter.options::<LlvmOptions>().copied().unwrap_or_default()
}

/// A signless integer type.
pub(crate) fn integer_type(context: &Context, width: u32) -> Type {
    context
        .integer_type(width, Signedness::Signless)
        .expect("the width is that of a type that exists")
}

/// The number of a memory space; `None`: it is no number.
pub(crate) fn address_space(context: &Context, space: Option<Attribute>) -> Option<u32> {
    match space.map(|space| space.kind(context)) {
        None => Some(0),
        Some(AttributeKind::Integer { value, .. }) => u32::try_from(value.to_i64()?).ok(),
        Some(_) => None,
    }
}
