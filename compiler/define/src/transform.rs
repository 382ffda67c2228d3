//! Types that follow from other types: the transformations of `TypesMatchWith`, by name.

use smallvec::SmallVec;
use tvmlike_ir::{Attribute, AttributeKind, Context, FloatKind, Signedness, Type, TypeKind};

/// How a type follows from another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Transform {
    /// It is the same.
    Same,
    /// The type of its elements.
    Element,
    /// The type of its elements, or itself if it has none.
    ElementOrSelf,
    /// `i1`, or a shaped type of `i1` with its shape.
    BoolsOfShape,
    /// A vector whose last dimension is twice as large.
    Interleaved,
    /// A vector whose last dimension is half as large.
    Deinterleaved,
    /// A struct of the dialect `llvm` with the type and `i1`.
    LlvmPairWithBool,
    /// The inputs of a function.
    Inputs,
    /// The results of a function.
    Results,
    /// The parameter of a dialect's type with this number among those that are types.
    Parameter(usize),
    /// The types in the first parameter of a dialect's type that is a list.
    ParameterList,
    /// The parameter of the parameter of a dialect's type.
    Inner,
    /// A vector whose elements are twice as wide.
    TwiceAsWide,
    /// An integer with a bit for each element of a vector's first dimension.
    Bits,
    /// A vector of another element type, with the first size times the one number, divided by the other.
    Resized(ElementKind, i64, i64),
    /// A vector without its first dimension, of `i1` or of the same element type.
    Row { of_bits: bool },
    /// A vector whose last size is this.
    LastSize(i64),
    /// A matrix with the size of a vector in both dimensions, which are scalable.
    Square,
    /// A type of a dialect, by namespace and name, with the type as its only parameter.
    In(&'static str, &'static str),
    /// The same for the first parameter of the type.
    Other(&'static str, &'static str),
    /// `!pdl.value` for `!pdl.type`, the range of one for the range of the other.
    PdlValue,
}

/// The element types of [`Transform::Resized`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ElementKind {
    Signless(u32),
    BFloat16,
}

impl Transform {
    /// The transformation with a name: of ours, or the expression of MLIR's definition.
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        let compact: String = name.chars().filter(|c| !c.is_whitespace()).collect();
        let compact = compact.replace("::mlir::", "").replace("mlir::", "");
        let plain = compact.replace("::llvm::", "").replace("llvm::", "");
        Some(match plain.as_str() {
            "" | "same" | "$_self" => Self::Same,
            "element_or_self" | "getElementTypeOrSelf($_self)" => Self::ElementOrSelf,
            "i1_same_shape"
            | "::getI1SameShape($_self)"
            | "getI1SameShape($_self)"
            | "getUnaryOpResultType($_self)"
            | "cast<VectorType>($_self).cloneWith({},IntegerType::get($_ctxt,1))"
            | "cast<ShapedType>($_self).clone(IntegerType::get($_self.getContext(),1))" => Self::BoolsOfShape,
            "parameter" => Self::Parameter(0),
            "second_parameter" => Self::Parameter(1),
            "parameter_list" => Self::ParameterList,
            "inner_parameter" => Self::Inner,
            "twice_as_wide" => Self::TwiceAsWide,
            "bits" => Self::Bits,
            "vector_of_bits" => Self::Resized(ElementKind::Signless(1), 1, 1),
            "four_times_i8" => Self::Resized(ElementKind::Signless(8), 4, 1),
            "quarter_of_i32" => Self::Resized(ElementKind::Signless(32), 1, 4),
            "twice_bf16" => Self::Resized(ElementKind::BFloat16, 2, 1),
            "row" => Self::Row { of_bits: false },
            "row_of_bits" => Self::Row { of_bits: true },
            "last_size_16" => Self::LastSize(16),
            "square" => Self::Square,
            "ptr_metadata" => Self::In("ptr", "ptr_metadata"),
            "pdl_range" => Self::In("pdl", "range"),
            "emitc_lvalue" => Self::Other("emitc", "lvalue"),
            "emitc_ptr" => Self::Other("emitc", "ptr"),
            "pdl_value" => Self::PdlValue,
            "interleaved" => Self::Interleaved,
            "deinterleaved" => Self::Deinterleaved,
            "llvm_pair_with_bool" | "getValAndBoolStructType($_self)" => Self::LlvmPairWithBool,
            "function_inputs" | "cast<FunctionType>($_self).getInputs()" => Self::Inputs,
            "function_results" | "cast<FunctionType>($_self).getResults()" => Self::Results,
            "element"
            | "cast<ComplexType>($_self).getElementType()"
            | "cast<MemRefType>($_self).getElementType()"
            | "cast<TensorType>($_self).getElementType()"
            | "cast<VectorType>($_self).getElementType()"
            | "cast<ShapedType>($_self).getElementType()" => Self::Element,
            _ => return None,
        })
    }

    /// Whether any number of types can follow from one.
    pub(crate) fn is_list(self) -> bool {
        matches!(self, Self::Inputs | Self::Results | Self::ParameterList)
    }

    /// The types that follow from one; `None` if it is not of the right kind.
    pub(crate) fn apply(self, context: &Context, ty: Type, out: &mut impl Extend<Type>) -> Option<()> {
        match (self, ty.kind(context)) {
            (Self::Inputs, TypeKind::Function { inputs, .. }) => out.extend(inputs.iter()),
            (Self::Results, TypeKind::Function { results, .. }) => out.extend(results.iter()),
            (Self::ParameterList, _) => out.extend(list_parameter(context, ty)?),
            _ => out.extend([self.apply_to_one(context, ty)?]),
        }
        Some(())
    }

    /// The type that follows from one; `None` if it is not of the right kind, or several types follow.
    pub(crate) fn apply_to_one(self, context: &Context, ty: Type) -> Option<Type> {
        match self {
            Self::Same => Some(ty),
            Self::Element => ty.element_type(context),
            Self::ElementOrSelf => Some(element_or_self(context, ty)),
            Self::BoolsOfShape => with_element_type(context, ty, context.i1()).or(Some(context.i1())),
            Self::Interleaved => with_last_size(context, ty, |size| size.checked_mul(2)),
            Self::Deinterleaved => with_last_size(context, ty, |size| (size > 1).then_some(size / 2)),
            Self::Parameter(index) => type_parameter(context, ty, index),
            Self::Inner => type_parameter(context, type_parameter(context, ty, 0)?, 0),
            Self::TwiceAsWide => twice_as_wide(context, ty),
            Self::Bits => {
                let width = u32::try_from(first_size(context, ty)?).ok()?;
                context.integer_type(width, Signedness::Signless).ok()
            }
            Self::Resized(element, factor, divisor) => {
                let element = match element {
                    ElementKind::Signless(width) => context.integer_type(width, Signedness::Signless).ok()?,
                    ElementKind::BFloat16 => context.float_type(FloatKind::BF16),
                };
                let size = first_size(context, ty)?.checked_mul(factor)? / divisor;
                context.vector_type(&[size], element, &[]).ok()
            }
            Self::Row { of_bits } => row(context, ty, of_bits),
            Self::LastSize(size) => with_last_size(context, ty, |_| Some(size)),
            Self::Square => {
                let size = first_size(context, ty)?;
                let element = ty.element_type(context)?;
                context.vector_type(&[size, size], element, &[true, true]).ok()
            }
            Self::In(dialect, name) => with_parameter(context, dialect, name, ty),
            Self::Other(dialect, name) => {
                with_parameter(context, dialect, name, type_parameter(context, ty, 0)?)
            }
            Self::PdlValue => match type_parameter(context, ty, 0) {
                None => symbol(context, "pdl", "value", &[]),
                Some(_) => with_parameter(context, "pdl", "range", symbol(context, "pdl", "value", &[])?),
            },
            Self::LlvmPairWithBool => llvm_struct(context, &[ty, context.i1()]),
            Self::Inputs | Self::Results | Self::ParameterList => None,
        }
    }
}

/// A vector whose elements are twice as wide; a float has no wider one here than `f64`.
fn twice_as_wide(context: &Context, ty: Type) -> Option<Type> {
    let element = match ty.element_type(context)?.kind(context) {
        TypeKind::Integer { width, signedness } => {
            context.integer_type(width.checked_mul(2)?, signedness).ok()?
        }
        TypeKind::Float(FloatKind::F16 | FloatKind::BF16) => context.float_type(FloatKind::F32),
        TypeKind::Float(FloatKind::F32) => context.float_type(FloatKind::F64),
        _ => return None,
    };
    with_element_type(context, ty, element)
}

/// The parameter of a dialect's type with a number among those that are types.
pub fn type_parameter(context: &Context, ty: Type, index: usize) -> Option<Type> {
    let TypeKind::Dialect { parameters, .. } = ty.kind(context) else {
        return None;
    };
    let mut types = parameters
        .iter()
        .filter_map(|parameter| match parameter?.kind(context) {
            AttributeKind::Type(ty) => Some(ty),
            _ => None,
        });
    types.nth(index)
}

/// The types in the first parameter of a dialect's type that is a list.
pub(crate) fn list_parameter(context: &Context, ty: Type) -> Option<SmallVec<[Type; 4]>> {
    let TypeKind::Dialect { parameters, .. } = ty.kind(context) else {
        return None;
    };
    let list = parameters
        .iter()
        .find_map(|parameter| match parameter?.kind(context) {
            AttributeKind::Array(all) => Some(all),
            _ => None,
        })?;
    let ty = |one: Attribute| match one.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    };
    list.iter().map(ty).collect()
}

/// A type of a dialect whose only parameter is a type.
fn with_parameter(context: &Context, dialect: &str, name: &str, parameter: Type) -> Option<Type> {
    symbol(context, dialect, name, &[Some(context.type_attribute(parameter))])
}

fn symbol(context: &Context, dialect: &str, name: &str, parameters: &[Option<Attribute>]) -> Option<Type> {
    let info = context.type_info(context.identifier(dialect), context.identifier(name))?;
    context.dialect_type(info, parameters).ok()
}

/// A literal struct of the dialect `llvm`, if the dialect is loaded.
fn llvm_struct(context: &Context, elements: &[Type]) -> Option<Type> {
    let elements: SmallVec<[_; 4]> = elements.iter().map(|ty| context.type_attribute(*ty)).collect();
    let no = Some(context.bool_attribute(false));
    let parameters = [None, Some(context.array_attribute(&elements)), no, no];
    symbol(context, "llvm", "struct", &parameters)
}

/// A shaped type with another element type; `None` for a type without a shape, or one that cannot have such elements.
pub fn with_element_type(context: &Context, ty: Type, element: Type) -> Option<Type> {
    match ty.kind(context) {
        TypeKind::Vector { .. } => {
            let (sizes, flags, _) = vector(context, ty)?;
            context.vector_type(&sizes, element, &flags).ok()
        }
        TypeKind::RankedTensor { shape, encoding, .. } => context
            .ranked_tensor_type(&shape.to_vec(), element, encoding)
            .ok(),
        TypeKind::UnrankedTensor(_) => context.unranked_tensor_type(element).ok(),
        TypeKind::MemRef {
            shape, layout, space, ..
        } => context
            .memref_type(&shape.to_vec(), element, Some(layout), space)
            .ok(),
        TypeKind::UnrankedMemRef { space, .. } => context.unranked_memref_type(element, space).ok(),
        _ => None,
    }
}

/// The sizes of a vector, which of them are scalable, and the element type.
type VectorParts = (SmallVec<[i64; 4]>, SmallVec<[bool; 4]>, Type);

fn vector(context: &Context, ty: Type) -> Option<VectorParts> {
    let TypeKind::Vector {
        shape,
        scalable,
        element,
    } = ty.kind(context)
    else {
        return None;
    };
    let flags = (0..shape.len()).map(|index| scalable.get(index)).collect();
    Some((shape.iter().collect(), flags, element))
}

fn first_size(context: &Context, ty: Type) -> Option<i64> {
    vector(context, ty)?.0.first().copied()
}

/// A vector without its first dimension.
fn row(context: &Context, ty: Type, of_bits: bool) -> Option<Type> {
    let (sizes, flags, element) = vector(context, ty)?;
    let element = if of_bits { context.i1() } else { element };
    let (sizes, flags) = (
        sizes.get(1..).unwrap_or_default(),
        flags.get(1..).unwrap_or_default(),
    );
    context.vector_type(sizes, element, flags).ok()
}

/// A vector with another last size; one without dimensions counts as one of one element.
fn with_last_size(context: &Context, ty: Type, change: impl FnOnce(i64) -> Option<i64>) -> Option<Type> {
    let (mut sizes, mut flags, element) = vector(context, ty)?;
    if sizes.is_empty() {
        sizes.push(1);
        flags.push(false);
    }
    let last = sizes.last_mut()?;
    *last = change(*last)?;
    context.vector_type(&sizes, element, &flags).ok()
}

/// The types of dialects that have a shape and an element type, in parameters with these names.
const SHAPED: [(&str, &str); 6] = [
    ("amx", "tile"),
    ("emitc", "array"),
    ("spirv", "arm.tensor"),
    ("spirv", "coopmatrix"),
    ("xegpu", "mem_desc"),
    ("xegpu", "tensor_desc"),
];

fn shaped_parameter<'c>(context: &'c Context, ty: Type, name: &str) -> Option<AttributeKind<'c>> {
    let TypeKind::Dialect { info, .. } = ty.kind(context) else {
        return None;
    };
    let is_shaped = SHAPED
        .iter()
        .any(|(dialect, name)| info.is_named(context, dialect, name));
    match is_shaped {
        true => Some(ty.parameter(context, context.identifier(name))?.kind(context)),
        false => None,
    }
}

/// The sizes of a dialect's own shaped type.
pub(crate) fn own_shape(context: &Context, ty: Type) -> Option<SmallVec<[i64; 4]>> {
    let size = |size: Attribute| match size.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    match shaped_parameter(context, ty, "shape")? {
        AttributeKind::Array(sizes) => sizes.iter().map(size).collect(),
        _ => None,
    }
}

/// The element type of a shaped type, another type itself.
pub fn element_or_self(context: &Context, ty: Type) -> Type {
    if ty.is_shaped(context) {
        return ty.element_type(context).unwrap_or(ty);
    }
    match shaped_parameter(context, ty, "elementType") {
        Some(AttributeKind::Type(element)) => element,
        _ => ty,
    }
}
