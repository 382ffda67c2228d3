//! Tests of types by name.

use tvmlike_ir::{AttributeKind, Context, FloatKind, Signedness, Type, TypeKind};

use super::{Arguments, is_named};
use crate::transform::type_parameter;

/// A test of a type.
#[derive(Debug)]
pub(crate) enum TypeTest {
    /// An integer type, of a signedness, of a width.
    Integer(Option<Signedness>, Option<u32>),
    SignlessOrIndex,
    Float(Option<FloatKind>),
    /// A kind of type without arguments.
    Kind(KindTest),
    /// A shaped type with a number of dimensions from to.
    Rank(usize, usize),
    /// A shaped type with a number of elements from to.
    Elements(i64, i64),
    Shape(Box<[i64]>),
    LastSize(Box<[i64]>),
    NoSize(i64),
    AllSizes(i64),
    ScalableDims(usize),
    AllScalable,
    LastScalable,
    OthersNotScalable,
    NotScalable,
    StaticShape,
    Strided,
    /// A type of a dialect, with a name if it is not empty.
    Dialect(Box<str>, Box<str>),
    /// The first parameter of a type of a dialect, a string.
    TextParameter(Box<str>),
    /// The same, a number.
    NumberParameter(i64),
    /// A type that C++ code made of `emitc` can have.
    Emitc,
    /// A tensor of `sparse_tensor`; whether only a slice of one passes.
    Sparse(bool),
    LlvmType,
    LlvmLoadable,
    LlvmVector,
    LlvmFloat,
    /// A memref in the memory that a group of threads shares.
    SharedMemory,
}

/// The kinds of types.
#[derive(Clone, Copy, Debug)]
pub(crate) enum KindTest {
    Index,
    None,
    Complex,
    Tuple,
    Function,
    Graph,
    Vector,
    FixedVector,
    ScalableVector,
    Tensor,
    RankedTensor,
    UnrankedTensor,
    AnyMemRef,
    MemRef,
    UnrankedMemRef,
    Shaped,
    Ranked,
    ValueSemantics,
}

impl TypeTest {
    /// The test of a name; `None` if it is no test of types.
    pub(super) fn new(name: &str, arguments: &Arguments<'_>) -> Result<Option<Self>, String> {
        let number = || arguments.number();
        let rank = || usize::try_from(arguments.number()?).map_err(|_| arguments.wrong());
        Ok(Some(match name {
            "integer" => Self::Integer(None, arguments.optional_number()?),
            "signless" => Self::Integer(Some(Signedness::Signless), arguments.optional_number()?),
            "signed" => Self::Integer(Some(Signedness::Signed), arguments.optional_number()?),
            "unsigned" => Self::Integer(Some(Signedness::Unsigned), arguments.optional_number()?),
            "signless_or_index" => Self::SignlessOrIndex,
            "float" => Self::Float(match arguments.all {
                [] => None,
                _ => Some(FloatKind::from_name(arguments.text()?).ok_or_else(|| arguments.wrong())?),
            }),
            "rank" => Self::Rank(rank()?, rank()?),
            "rank_at_least" => Self::Rank(rank()?, usize::MAX),
            "elements" => Self::Elements(number()?, number()?),
            "elements_at_least" => Self::Elements(number()?, i64::MAX),
            "elements_at_most" => Self::Elements(0, number()?),
            "shape" => Self::Shape(arguments.numbers()?),
            "last_size" => Self::LastSize(arguments.numbers()?),
            "no_size" => Self::NoSize(number()?),
            "all_sizes" => Self::AllSizes(number()?),
            "scalable_dims" => Self::ScalableDims(rank()?),
            "all_scalable" => Self::AllScalable,
            "last_scalable" => Self::LastScalable,
            "others_not_scalable" => Self::OthersNotScalable,
            "not_scalable" => Self::NotScalable,
            "static_shape" => Self::StaticShape,
            "strided" => Self::Strided,
            "dialect_type" => Self::Dialect(arguments.text()?.into(), Box::default()),
            "type" => {
                let (dialect, name) = arguments
                    .text()?
                    .split_once('.')
                    .ok_or_else(|| arguments.wrong())?;
                Self::Dialect(dialect.into(), name.into())
            }
            "text_parameter" => Self::TextParameter(arguments.text()?.into()),
            "number_parameter" => Self::NumberParameter(number()?),
            "emitc_type" => Self::Emitc,
            "sparse_tensor" => Self::Sparse(false),
            "sparse_slice" => Self::Sparse(true),
            "llvm_type" => Self::LlvmType,
            "llvm_loadable" => Self::LlvmLoadable,
            "llvm_vector" => Self::LlvmVector,
            "llvm_float" => Self::LlvmFloat,
            "shared_memory" => Self::SharedMemory,
            _ => return Ok(KindTest::new(name).map(Self::Kind)),
        }))
    }

    /// Whether a type passes.
    pub(crate) fn passes(&self, context: &Context, ty: Type) -> bool {
        let kind = ty.kind(context);
        let sizes =
            |test: &dyn Fn(i64) -> bool| ty.shape(context).is_some_and(|shape| shape.iter().all(test));
        match self {
            Self::Integer(wanted, bits) => match kind {
                TypeKind::Integer { width, signedness } => {
                    wanted.is_none_or(|wanted| wanted == signedness) && bits.is_none_or(|bits| bits == width)
                }
                _ => false,
            },
            Self::SignlessOrIndex => is_signless(kind) || kind == TypeKind::Index,
            Self::Float(format) => match kind {
                TypeKind::Float(kind) => format.is_none_or(|format| format == kind),
                _ => false,
            },
            Self::Kind(test) => test.passes(kind),
            Self::Rank(least, most) => ty
                .rank(context)
                .or_else(|| own_rank(context, ty))
                .is_some_and(|rank| (*least..=*most).contains(&rank)),
            Self::Elements(least, most) => ty
                .num_elements(context)
                .is_some_and(|count| (*least..=*most).contains(&count)),
            Self::Shape(wanted) => ty
                .shape(context)
                .is_some_and(|shape| shape.iter().eq(wanted.iter().copied())),
            Self::LastSize(sizes) => ty
                .shape(context)
                .and_then(|shape| shape.iter().next_back())
                .is_some_and(|last| sizes.contains(&last)),
            Self::NoSize(size) => sizes(&|given| given != *size),
            Self::AllSizes(size) => sizes(&|given| given == *size),
            Self::ScalableDims(count) => {
                matches!(kind, TypeKind::Vector { scalable, .. } if scalable.count() == *count)
            }
            Self::AllScalable => {
                matches!(kind, TypeKind::Vector { shape, scalable, .. } if scalable.count() == shape.len())
            }
            Self::LastScalable => match kind {
                TypeKind::Vector { shape, scalable, .. } => {
                    !shape.is_empty() && scalable.get(shape.len() - 1)
                }
                _ => false,
            },
            Self::OthersNotScalable => match kind {
                TypeKind::Vector { shape, scalable, .. } => {
                    (0..shape.len().saturating_sub(1)).all(|index| !scalable.get(index))
                }
                _ => false,
            },
            Self::NotScalable => !matches!(kind, TypeKind::Vector { scalable, .. } if scalable.any()),
            Self::StaticShape => ty.has_static_shape(context),
            Self::Strided => ty.strides_and_offset(context).is_some(),
            Self::Dialect(dialect, name) => match kind {
                TypeKind::Dialect { info, .. } => match name.is_empty() {
                    true => info.dialect().bytes(context) == dialect.as_bytes(),
                    false => info.is_named(context, dialect, name),
                },
                TypeKind::Opaque { dialect: own, data } => {
                    own.bytes(context) == dialect.as_bytes()
                        && (name.is_empty() || is_named(data, name.as_bytes()))
                }
                _ => false,
            },
            Self::TextParameter(text) => match first_parameter(context, kind) {
                Some(AttributeKind::String { bytes, .. }) => bytes == text.as_bytes(),
                _ => false,
            },
            Self::NumberParameter(number) => match first_parameter(context, kind) {
                Some(AttributeKind::Integer { value, .. }) => value.to_i64() == Some(*number),
                _ => false,
            },
            Self::Emitc => is_emitc(context, ty),
            Self::Sparse(slice) => is_sparse(context, kind, *slice),
            Self::LlvmType => is_llvm_type(context, ty),
            Self::LlvmLoadable => is_llvm_loadable(context, ty),
            Self::LlvmVector => is_llvm_vector(context, kind),
            Self::LlvmFloat => is_llvm_float(kind) || ty.is_symbol(context, "llvm", "ppc_fp128"),
            Self::SharedMemory => is_shared(context, kind),
        }
    }
}

/// Whether a memref is in the memory that a group of threads shares, in the words of any dialect for it.
fn is_shared(context: &Context, kind: TypeKind<'_>) -> bool {
    /// The number without a dialect, and the enums that have a case for it.
    const NUMBER: i64 = 3;
    const SPACES: [(&str, &str, i64); 3] = [
        ("xegpu", "memory_space", 3),
        ("xevm", "addr_space", 3),
        ("gpu", "address_space", 2),
    ];
    let TypeKind::MemRef {
        space: Some(space), ..
    } = kind
    else {
        return false;
    };
    let is =
        |kind, number| matches!(kind, AttributeKind::Integer { value, .. } if value.to_i64() == Some(number));
    match space.symbol(context) {
        Some((info, parameters)) => SPACES.iter().any(|(dialect, name, number)| {
            let case = parameters.get(0);
            info.is_named(context, dialect, name) && case.is_some_and(|case| is(case.kind(context), *number))
        }),
        None => is(space.kind(context), NUMBER),
    }
}

/// Whether a type is one of LLVM's: of the dialect `llvm`, a signless integer, a float that LLVM has, or a vector of these.
pub fn is_llvm_type(context: &Context, ty: Type) -> bool {
    let kind = ty.kind(context);
    is_llvm(context, kind) || is_llvm_number(context, ty) || is_llvm_vector(context, kind)
}

/// Whether a type is one of LLVM's whose values can be in memory.
pub fn is_llvm_loadable(context: &Context, ty: Type) -> bool {
    is_llvm_type(context, ty) && is_llvm_in_memory(context, ty)
}

/// Whether values of one of LLVM's types can be in memory.
fn is_llvm_in_memory(context: &Context, ty: Type) -> bool {
    let kind = ty.kind(context);
    if ["void", "func"]
        .iter()
        .any(|name| ty.is_symbol(context, "llvm", name))
    {
        return false;
    }
    if ty.is_symbol(context, "llvm", "target") {
        return matches!(first_parameter(context, kind), Some(AttributeKind::String { bytes, .. })
            if bytes.starts_with(b"spirv.") || bytes == b"aarch64.svcount");
    }
    // The last parameter of a struct says whether it is opaque.
    let is_opaque = |kind| match kind {
        TypeKind::Dialect { parameters, .. } => parameters.get(3) == Some(context.bool_attribute(true)),
        _ => false,
    };
    !(ty.is_symbol(context, "llvm", "struct") && is_opaque(kind))
}

fn is_signless(kind: TypeKind<'_>) -> bool {
    matches!(
        kind,
        TypeKind::Integer {
            signedness: Signedness::Signless,
            ..
        }
    )
}

/// The formats of floats that LLVM has.
fn is_llvm_float(kind: TypeKind<'_>) -> bool {
    use FloatKind::{BF16, F16, F32, F64, F80, F128};
    matches!(kind, TypeKind::Float(BF16 | F16 | F32 | F64 | F80 | F128))
}

fn is_llvm_number(context: &Context, ty: Type) -> bool {
    let kind = ty.kind(context);
    is_signless(kind) || is_llvm_float(kind)
}

fn is_llvm(context: &Context, kind: TypeKind<'_>) -> bool {
    matches!(kind, TypeKind::Dialect { info, .. } if info.dialect().bytes(context) == b"llvm")
}

/// Whether C++ code made of `emitc` can have a type. An array is none of arrays, and no part of a tensor or a tuple.
pub fn is_emitc(context: &Context, ty: Type) -> bool {
    let is = |ty: Type, name: &str| ty.is_symbol(context, "emitc", name);
    let is_element = |ty: Type| !is(ty, "array") && is_emitc(context, ty);
    match ty.kind(context) {
        TypeKind::Index => true,
        TypeKind::Integer { width, .. } => matches!(width, 1 | 8 | 16 | 32 | 64),
        TypeKind::Float(kind) => {
            matches!(
                kind,
                FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 | FloatKind::F64
            )
        }
        TypeKind::RankedTensor { element, .. } => ty.has_static_shape(context) && is_element(element),
        TypeKind::Tuple(elements) => elements.iter().all(is_element),
        TypeKind::Dialect { .. } if is(ty, "array") => type_parameter(context, ty, 0).is_some_and(is_element),
        TypeKind::Dialect { .. } if is(ty, "ptr") => {
            type_parameter(context, ty, 0).is_some_and(|pointee| is_emitc(context, pointee))
        }
        TypeKind::Dialect { .. } => ["opaque", "size_t", "ssize_t", "ptrdiff_t"]
            .iter()
            .any(|name| is(ty, name)),
        _ => false,
    }
}

/// The rank of a dialect's own shaped type.
fn own_rank(context: &Context, ty: Type) -> Option<usize> {
    match ty.parameter(context, context.identifier("shape"))?.kind(context) {
        AttributeKind::Array(sizes) => Some(sizes.len()),
        _ => None,
    }
}

/// Whether a tensor has an encoding of `sparse_tensor`, with slices if `slice`.
fn is_sparse(context: &Context, kind: TypeKind<'_>, slice: bool) -> bool {
    let TypeKind::RankedTensor {
        encoding: Some(encoding),
        ..
    } = kind
    else {
        return false;
    };
    if !encoding.is_symbol(context, "sparse_tensor", "encoding") {
        return false;
    }
    let slices = encoding.parameter(context, context.identifier("dimSlices"));
    let has_slices = || slices.is_some_and(|slices| slices != context.array_attribute(&[]));
    !slice || has_slices()
}

fn first_parameter<'c>(context: &'c Context, kind: TypeKind<'c>) -> Option<AttributeKind<'c>> {
    match kind {
        TypeKind::Dialect { parameters, .. } => Some(parameters.get(0)?.kind(context)),
        _ => None,
    }
}

fn is_llvm_vector(context: &Context, kind: TypeKind<'_>) -> bool {
    matches!(kind, TypeKind::Vector { shape, element, .. }
        if shape.len() == 1
            && (is_llvm_number(context, element) || element.is_symbol(context, "llvm", "ptr")))
}

impl KindTest {
    fn new(name: &str) -> Option<Self> {
        Some(match name {
            "index" => Self::Index,
            "none" => Self::None,
            "complex" => Self::Complex,
            "tuple" => Self::Tuple,
            "function" => Self::Function,
            "graph" => Self::Graph,
            "vector" => Self::Vector,
            "fixed_vector" => Self::FixedVector,
            "scalable_vector" => Self::ScalableVector,
            "tensor" => Self::Tensor,
            "ranked_tensor" => Self::RankedTensor,
            "unranked_tensor" => Self::UnrankedTensor,
            "any_memref" => Self::AnyMemRef,
            "memref" => Self::MemRef,
            "unranked_memref" => Self::UnrankedMemRef,
            "shaped" => Self::Shaped,
            "ranked" => Self::Ranked,
            "value_semantics" => Self::ValueSemantics,
            _ => return None,
        })
    }

    fn passes(self, kind: TypeKind<'_>) -> bool {
        use TypeKind as T;
        match self {
            Self::Index => kind == T::Index,
            Self::None => kind == T::None,
            Self::Complex => matches!(kind, T::Complex(_)),
            Self::Tuple => matches!(kind, T::Tuple(_)),
            Self::Function => matches!(kind, T::Function { .. }),
            Self::Graph => matches!(kind, T::Graph { .. }),
            Self::Vector => matches!(kind, T::Vector { .. }),
            Self::FixedVector => matches!(kind, T::Vector { scalable, .. } if !scalable.any()),
            Self::ScalableVector => matches!(kind, T::Vector { scalable, .. } if scalable.any()),
            Self::Tensor => matches!(kind, T::RankedTensor { .. } | T::UnrankedTensor(_)),
            Self::RankedTensor => matches!(kind, T::RankedTensor { .. }),
            Self::UnrankedTensor => matches!(kind, T::UnrankedTensor(_)),
            Self::AnyMemRef => matches!(kind, T::MemRef { .. } | T::UnrankedMemRef { .. }),
            Self::MemRef => matches!(kind, T::MemRef { .. }),
            Self::UnrankedMemRef => matches!(kind, T::UnrankedMemRef { .. }),
            Self::Shaped => Self::ValueSemantics.passes(kind) || Self::AnyMemRef.passes(kind),
            Self::Ranked => matches!(kind, T::Vector { .. } | T::RankedTensor { .. } | T::MemRef { .. }),
            Self::ValueSemantics => {
                matches!(
                    kind,
                    T::Vector { .. } | T::RankedTensor { .. } | T::UnrankedTensor(_)
                )
            }
        }
    }
}
