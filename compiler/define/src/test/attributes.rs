//! Tests of attributes by name.

use tvmlike_ir::{Attribute, AttributeKind, Context, Element, FloatKind, Type, TypeKind};

use super::{Arguments, is_named};

/// A test of an attribute.
#[derive(Debug)]
pub(crate) enum AttributeTest {
    /// A kind of attribute without arguments.
    Kind(KindTest),
    /// A dense array of an element type.
    DenseArray(ArrayElement),
    /// An integer from to.
    Range(i64, i64),
    /// An integer among these.
    Value(Box<[i64]>),
    /// An integer with no other bits than these.
    Bits(u64),
    PowerOf2,
    /// An array or a dense array with a number of elements from to.
    Count(usize, usize),
    NotEmpty,
    Sorted,
    /// A list of integers of which no two neighbours are equal.
    NoEqualNeighbours,
    ItemsAtLeast(i64),
    /// An attribute of a dialect by name.
    Dialect(Box<str>, Box<str>),
}

/// The kinds of attributes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum KindTest {
    Typed,
    Integer,
    /// An array of an integer, or of none: an integer that can be absent.
    OptionalInteger,
    Bool,
    Float,
    String,
    Array,
    Dictionary,
    Type,
    Unit,
    /// A unit attribute, or a truth value that stands for one or for its absence.
    Flag,
    SymbolRef,
    FlatSymbolRef,
    AffineMap,
    IntegerSet,
    Elements,
    DenseElements,
    DenseIntElements,
    DenseFloatElements,
    DenseStringElements,
    DenseResource,
    DenseArray,
    Layout,
    Location,
}

/// The element type of a dense array.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ArrayElement {
    Integer(u32),
    Float(FloatKind),
}

impl AttributeTest {
    /// The test of a name; `None` if it is no test of attributes.
    pub(super) fn new(name: &str, arguments: &Arguments<'_>) -> Result<Option<Self>, String> {
        let number = || arguments.number();
        let count = || usize::try_from(arguments.number()?).map_err(|_| arguments.wrong());
        Ok(Some(match name {
            "dense_array_attr" if !arguments.all.is_empty() => Self::DenseArray(match arguments.text()? {
                "f32" => ArrayElement::Float(FloatKind::F32),
                "f64" => ArrayElement::Float(FloatKind::F64),
                other => {
                    let width = other.strip_prefix('i').and_then(|width| width.parse().ok());
                    ArrayElement::Integer(width.ok_or_else(|| arguments.wrong())?)
                }
            }),
            "at_least" => Self::Range(number()?, i64::MAX),
            "at_most" => Self::Range(i64::MIN, number()?),
            "below" => Self::Range(i64::MIN, number()?.saturating_sub(1)),
            "value" => Self::Value(arguments.numbers()?),
            "bits" => Self::Bits(number()?.cast_unsigned()),
            // Its argument is for the format.
            "flags" => Self::Kind(KindTest::Integer),
            "power_of_2" => Self::PowerOf2,
            "count" => Self::Count(count()?, count()?),
            "count_at_least" => Self::Count(count()?, usize::MAX),
            "count_at_most" => Self::Count(0, count()?),
            "not_empty" => Self::NotEmpty,
            "sorted" => Self::Sorted,
            "no_equal_neighbours" => Self::NoEqualNeighbours,
            "items_at_least" => Self::ItemsAtLeast(number()?),
            "attr" => {
                let (dialect, name) = arguments
                    .text()?
                    .split_once('.')
                    .ok_or_else(|| arguments.wrong())?;
                Self::Dialect(dialect.into(), name.into())
            }
            _ => return Ok(KindTest::new(name).map(Self::Kind)),
        }))
    }

    /// Whether an attribute passes.
    pub(crate) fn passes(&self, context: &Context, attribute: Attribute) -> bool {
        let kind = attribute.kind(context);
        let value = || match kind {
            AttributeKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        };
        match self {
            Self::Kind(test) => test.passes(context, kind),
            Self::DenseArray(element) => match kind {
                AttributeKind::DenseArray(array) => element.is(context, array.element_type()),
                _ => false,
            },
            Self::Range(least, most) => value().is_some_and(|value| (*least..=*most).contains(&value)),
            Self::Value(values) => value().is_some_and(|value| values.contains(&value)),
            Self::Bits(bits) => value().is_some_and(|value| value.cast_unsigned() & !bits == 0),
            Self::PowerOf2 => value().is_some_and(|value| value.cast_unsigned().is_power_of_two()),
            Self::Count(least, most) => {
                let count = match kind {
                    AttributeKind::Array(elements) => elements.len(),
                    AttributeKind::DenseArray(array) => array.len(),
                    _ => return false,
                };
                (*least..=*most).contains(&count)
            }
            Self::NotEmpty => matches!(kind, AttributeKind::String { bytes, .. } if !bytes.is_empty()),
            Self::Sorted => integers(context, kind).is_some_and(|items| items.is_sorted()),
            Self::NoEqualNeighbours => {
                integers(context, kind).is_some_and(|items| items.windows(2).all(|pair| pair[0] != pair[1]))
            }
            Self::ItemsAtLeast(least) => {
                integers(context, kind).is_some_and(|items| items.iter().all(|item| item >= least))
            }
            Self::Dialect(dialect, name) => match kind {
                AttributeKind::Dialect { info, .. } => info.is_named(context, dialect, name),
                AttributeKind::Opaque {
                    dialect: own, data, ..
                } => own.bytes(context) == dialect.as_bytes() && is_named(data, name.as_bytes()),
                _ => false,
            },
        }
    }
}

/// The items of a dense array of integers.
pub(crate) fn integers(context: &Context, kind: AttributeKind<'_>) -> Option<Vec<i64>> {
    let AttributeKind::DenseArray(array) = kind else {
        return None;
    };
    let item = |element: Element<'_>| match element {
        Element::Integer(value) => value.to_i64(),
        _ => None,
    };
    array.iter(context).map(item).collect()
}

impl ArrayElement {
    fn is(self, context: &Context, element: Type) -> bool {
        match self {
            Self::Integer(width) => element.is_signless_integer(context, width),
            Self::Float(format) => element.float_kind(context) == Some(format),
        }
    }
}

impl KindTest {
    fn new(name: &str) -> Option<Self> {
        Some(match name {
            "typed_attr" => Self::Typed,
            "integer_attr" => Self::Integer,
            "optional_integer" => Self::OptionalInteger,
            "bool_attr" => Self::Bool,
            "float_attr" => Self::Float,
            "string_attr" => Self::String,
            "array_attr" => Self::Array,
            "dictionary_attr" => Self::Dictionary,
            "type_attr" => Self::Type,
            "unit_attr" => Self::Unit,
            "flag" => Self::Flag,
            "symbol_ref_attr" => Self::SymbolRef,
            "flat_symbol_ref_attr" => Self::FlatSymbolRef,
            "affine_map_attr" => Self::AffineMap,
            "integer_set_attr" => Self::IntegerSet,
            "elements_attr" => Self::Elements,
            "dense_elements_attr" => Self::DenseElements,
            "dense_int_elements_attr" => Self::DenseIntElements,
            "dense_float_elements_attr" => Self::DenseFloatElements,
            "dense_string_elements_attr" => Self::DenseStringElements,
            "dense_resource_attr" => Self::DenseResource,
            "dense_array_attr" => Self::DenseArray,
            "layout_attr" => Self::Layout,
            "location_attr" => Self::Location,
            _ => return None,
        })
    }

    fn passes(self, context: &Context, kind: AttributeKind<'_>) -> bool {
        use AttributeKind as A;
        let element = |test: fn(TypeKind<'_>) -> bool| match kind {
            A::DenseElements(elements) => elements
                .ty()
                .element_type(context)
                .is_some_and(|element| test(element.kind(context))),
            _ => false,
        };
        match self {
            Self::Typed => {
                matches!(
                    kind,
                    A::Integer { .. } | A::Float { .. } | A::String { .. } | A::Opaque { .. }
                ) || Self::Elements.passes(context, kind)
            }
            Self::Integer => matches!(kind, A::Integer { .. }),
            Self::OptionalInteger => {
                let is_integer = |one: Attribute| matches!(one.kind(context), A::Integer { .. });
                matches!(kind, A::Array(all) if all.len() <= 1 && all.iter().all(is_integer))
            }
            Self::Bool => matches!(kind, A::Integer { ty, .. } if ty == context.i1()),
            Self::Float => matches!(kind, A::Float { .. }),
            Self::String => matches!(kind, A::String { .. }),
            Self::Array => matches!(kind, A::Array(_)),
            Self::Dictionary => matches!(kind, A::Dictionary(_)),
            Self::Type => matches!(kind, A::Type(_)),
            Self::Unit => kind == A::Unit,
            Self::Flag => Self::Unit.passes(context, kind) || Self::Bool.passes(context, kind),
            Self::SymbolRef => matches!(kind, A::SymbolRef { .. }),
            Self::FlatSymbolRef => matches!(kind, A::SymbolRef { nested, .. } if nested.is_empty()),
            Self::AffineMap => matches!(kind, A::AffineMap(_)),
            Self::IntegerSet => matches!(kind, A::IntegerSet(_)),
            Self::Elements => matches!(
                kind,
                A::DenseElements(_) | A::DenseStrings(_) | A::DenseResource { .. } | A::Sparse { .. }
            ),
            Self::DenseElements => matches!(kind, A::DenseElements(_) | A::DenseStrings(_)),
            Self::DenseIntElements => {
                element(|kind| matches!(kind, TypeKind::Integer { .. } | TypeKind::Index))
            }
            Self::DenseFloatElements => element(|kind| matches!(kind, TypeKind::Float(_))),
            Self::DenseStringElements => matches!(kind, A::DenseStrings(_)),
            Self::DenseResource => matches!(kind, A::DenseResource { .. }),
            Self::DenseArray => matches!(kind, A::DenseArray(_)),
            Self::Layout => matches!(kind, A::AffineMap(_) | A::StridedLayout { .. }),
            Self::Location => matches!(kind, A::Location(_)),
        }
    }
}
