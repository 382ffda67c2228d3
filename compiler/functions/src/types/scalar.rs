//! Integers, `index`, `none`, complex numbers, tuples, functions, opaque types.

use tvmlike_ir::{self as ir, TypeKind};

use super::type_class;
use crate::api::*;
use crate::handles::{Context, Type, types_in};
use crate::type_id::TypeId;
use crate::{current, errors};

/// How the bits of an integer are read.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[enum_type("ir.IntegerSignedness")]
pub(crate) enum Signedness {
    /// The operation decides.
    Signless = 0,
    /// As a number with a sign.
    Signed = 1,
    /// As a number without a sign.
    Unsigned = 2,
}

impl From<Signedness> for ir::Signedness {
    fn from(one: Signedness) -> Self {
        match one {
            Signedness::Signless => Self::Signless,
            Signedness::Signed => Self::Signed,
            Signedness::Unsigned => Self::Unsigned,
        }
    }
}

fn integer(width: u32, signedness: Signedness, context: Option<ObjectPtr<Context>>) -> Result<IntegerType> {
    let context = current::context(context)?;
    let id = context
        .core
        .integer_type(width, signedness.into())
        .map_err(errors::value_error)?;
    Ok(IntegerType::of(Type::new(&context, id)))
}

type_class! {
    /// A type of integers.
    IntegerType(Type) = "ir.IntegerType", "IntegerType", "builtin.integer", [TypeKind::Integer { .. }] {
        /// Integers whose sign the operations decide: `i32`.
        #[constant]
        const SIGNLESS: Signedness = Signedness::Signless;

        /// Integers with a sign: `si32`.
        #[constant]
        const SIGNED: Signedness = Signedness::Signed;

        /// Integers without a sign: `ui32`.
        #[constant]
        const UNSIGNED: Signedness = Signedness::Unsigned;

        /// The enumeration of signedness.
        #[constant]
        #[name("Signedness")]
        fn signedness_class() -> Result<PackedFunc> {
            let missing = || Error::value_error("the enumeration of signedness is that of a front end, and none gave one".to_owned());
            let front_end = crate::front_end::front_end().ok_or_else(missing)?;
            front_end.integer_signedness.call(())?.view().convert()
        }

        /// The integers of a width.
        fn get(
            width: u32,
            #[default(Signedness::Signless)] signedness: Signedness,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            integer(width, signedness, context)
        }

        /// The integers of a width, whose sign the operations decide.
        fn get_signless(width: u32, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            integer(width, Signedness::Signless, context)
        }

        /// The integers of a width with a sign.
        fn get_signed(width: u32, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            integer(width, Signedness::Signed, context)
        }

        /// The integers of a width without a sign.
        fn get_unsigned(width: u32, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            integer(width, Signedness::Unsigned, context)
        }

        /// The number of bits.
        #[getter]
        fn width(&self) -> u32 {
            self.parts().0
        }

        /// How the bits are read.
        #[getter]
        fn signedness(&self) -> Signedness {
            self.parts().1
        }

        /// Whether the operations decide about the sign.
        #[getter]
        fn is_signless(&self) -> bool {
            self.parts().1 == Signedness::Signless
        }

        /// Whether the integers have a sign.
        #[getter]
        fn is_signed(&self) -> bool {
            self.parts().1 == Signedness::Signed
        }

        /// Whether the integers have no sign.
        #[getter]
        fn is_unsigned(&self) -> bool {
            self.parts().1 == Signedness::Unsigned
        }
    }
}

impl IntegerType {
    fn parts(&self) -> (u32, Signedness) {
        match self.kind() {
            TypeKind::Integer { width, signedness } => (
                width,
                match signedness {
                    ir::Signedness::Signless => Signedness::Signless,
                    ir::Signedness::Signed => Signedness::Signed,
                    ir::Signedness::Unsigned => Signedness::Unsigned,
                },
            ),
            _ => (0, Signedness::Signless),
        }
    }
}

type_class! {
    /// The type of sizes and indices.
    IndexType(Type) = "ir.IndexType", "IndexType", "builtin.index", [TypeKind::Index] {
        /// The type.
        fn get(#[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            let context = current::context(context)?;
            Ok(Self::of(Type::new(&context, context.core.index_type())))
        }
    }
}

type_class! {
    /// A type with one value.
    NoneType(Type) = "ir.NoneType", "NoneType", "builtin.none", [TypeKind::None] {
        /// The type.
        fn get(#[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            let context = current::context(context)?;
            Ok(Self::of(Type::new(&context, context.core.none_type())))
        }
    }
}

type_class! {
    /// A type of complex numbers.
    ComplexType(Type) = "ir.ComplexType", "ComplexType", "builtin.complex", [TypeKind::Complex(_)] {
        /// The complex numbers of an element type.
        fn get(element_type: &Type) -> Result<Self> {
            let Ok(id) = element_type.core().complex_type(element_type.id) else {
                return Err(errors::value_error(format!(
                    "invalid '{}' and expected floating point or integer type.", element_type.repr()?
                )));
            };
            Ok(Self::of(Type::new(&element_type.context, id)))
        }

        /// The type of the real and the imaginary part.
        #[getter]
        fn element_type(&self) -> ObjectPtr<Type> {
            self.sibling(match self.kind() {
                TypeKind::Complex(element) => element,
                _ => self.id,
            })
        }
    }
}

type_class! {
    /// A fixed number of types.
    TupleType(Type) = "ir.TupleType", "TupleType", "builtin.tuple", [TypeKind::Tuple(_)] {
        /// The tuple of some types.
        fn get_tuple(
            elements: Vec<ObjectPtr<Type>>,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            let context = current::context(context)?;
            let id = context.core.tuple_type(&types_in(&elements, &context)?);
            Ok(Self::of(Type::new(&context, id)))
        }

        /// The type at a position.
        fn get_type(&self, pos: usize) -> Result<ObjectPtr<Type>> {
            let found = match self.kind() {
                TypeKind::Tuple(types) => types.get(pos),
                _ => None,
            };
            let found = found.ok_or_else(|| {
                Error::index_error(format!(
                    "TupleType.get_type: position {pos} is out of range for {} types", self.num_types()
                ))
            })?;
            Ok(self.sibling(found))
        }

        /// The number of types.
        #[getter]
        fn num_types(&self) -> usize {
            match self.kind() {
                TypeKind::Tuple(types) => types.len(),
                _ => 0,
            }
        }
    }
}

type_class! {
    /// A type of functions.
    FunctionType(Type) = "ir.FunctionType", "FunctionType", "builtin.function", [TypeKind::Function { .. }] {
        /// The functions with some parameters and results.
        fn get(
            inputs: Vec<ObjectPtr<Type>>,
            results: Vec<ObjectPtr<Type>>,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            let context = current::context(context)?;
            let (inputs, results) = (types_in(&inputs, &context)?, types_in(&results, &context)?);
            let id = context.core.function_type(&inputs, &results);
            Ok(Self::of(Type::new(&context, id)))
        }

        /// The types of the parameters.
        #[getter]
        fn inputs(&self) -> List<ObjectPtr<Type>> {
            match self.kind() {
                TypeKind::Function { inputs, .. } => inputs.iter().map(|ty| self.sibling(ty)).collect(),
                _ => List::default(),
            }
        }

        /// The types of the results.
        #[getter]
        fn results(&self) -> List<ObjectPtr<Type>> {
            match self.kind() {
                TypeKind::Function { results, .. } => results.iter().map(|ty| self.sibling(ty)).collect(),
                _ => List::default(),
            }
        }
    }
}

type_class! {
    /// A type of a dialect that is not loaded.
    OpaqueType(Type) = "ir.OpaqueType", "OpaqueType", "builtin.opaque", [TypeKind::Opaque { .. }] {
        /// The type with a text in a dialect.
        fn get(
            dialect_namespace: &str,
            buffer: &str,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            let context = current::context(context)?;
            let dialect = context.core.identifier(dialect_namespace);
            let id = context.core.opaque_type(dialect, buffer).map_err(errors::value_error)?;
            Ok(Self::of(Type::new(&context, id)))
        }

        /// The namespace of the dialect.
        #[getter]
        fn dialect_namespace(&self) -> String {
            match self.kind() {
                TypeKind::Opaque { dialect, .. } => dialect.text(self.core()).into_owned(),
                _ => String::new(),
            }
        }

        /// The text of the type.
        #[getter]
        fn data(&self) -> String {
            match self.kind() {
                TypeKind::Opaque { data, .. } => String::from_utf8_lossy(data).into_owned(),
                _ => String::new(),
            }
        }
    }
}
