//! The types of results that MLIR infers with hand-written code, by operation.
//!
//! Most operations infer them by the rules that `tvmlike_define` makes from their traits. Invariant: what is inferred here
//! need not be an operation that verifies, so every part that a function reads can be missing or of another kind.

mod amdgpu;
mod shape;
mod smt;
mod sparse_tensor;
mod structured;
mod tosa;
mod vector;
mod wasmssa;

use tvmlike_define::{DialectRecord, ResultTypes, TypeInference, inherent_attribute};
use tvmlike_ir::{Attribute, AttributeKind, Context, Element, OpInfo, OpState, Type};

pub(crate) use amdgpu::fat_raw_buffer;

/// The types of the results, or why there are none.
type Inferred = Result<ResultTypes, String>;

/// Infers the types of results.
type Infer = fn(&Parts<'_>) -> Inferred;

/// Whether an operation for which the first types were inferred can have the second ones.
type Compatible = fn(&Context, &[Type], &[Type]) -> bool;

/// The operations of a dialect that infer types by hand, and which other types they allow.
type Table = &'static [(&'static str, Infer, Option<Compatible>)];

/// The tables by dialect.
const DIALECTS: &[(&str, Table)] = &[
    ("amdgpu", amdgpu::TABLE),
    ("async", structured::ASYNC),
    ("bufferization", structured::BUFFERIZATION),
    ("memref", structured::MEMREF),
    ("ptr", structured::PTR),
    ("scf", structured::SCF),
    ("shape", shape::TABLE),
    ("smt", smt::TABLE),
    ("sparse_tensor", sparse_tensor::TABLE),
    ("tosa", tosa::TABLE),
    ("vector", vector::TABLE),
    ("wasmssa", wasmssa::TABLE),
];

/// The parts of an operation whose types are inferred.
struct Parts<'a> {
    context: &'a Context,
    state: &'a OpState<'a>,
}

impl Parts<'_> {
    /// The type of an operand.
    fn operand(&self, index: usize) -> Result<Type, String> {
        let missing = || {
            let (name, count) = (self.name(), self.state.operands.len());
            format!("'{name}' op infers result types from operand #{index}, but has {count} operands")
        };
        let operand = self.state.operands.get(index).ok_or_else(missing)?;
        Ok(operand.ty(self.context))
    }

    /// An inherent attribute.
    fn attribute(&self, name: &str) -> Result<Attribute, String> {
        let value = inherent_attribute(self.context, self.state, self.context.identifier(name));
        value.ok_or_else(|| {
            let op = self.name();
            format!("'{op}' op infers result types from attribute '{name}', which it does not have")
        })
    }

    /// An inherent attribute that is a dense array of integers.
    fn integers(&self, name: &str) -> Result<Vec<i64>, String> {
        let value = self.attribute(name)?;
        let AttributeKind::DenseArray(array) = value.kind(self.context) else {
            return Err(format!(
                "'{}' op needs a dense array as attribute '{name}'",
                self.name()
            ));
        };
        let number = |element| match element {
            Element::Integer(value) => value.to_i64().unwrap_or(i64::MIN),
            _ => i64::MIN,
        };
        Ok(array.iter(self.context).map(number).collect())
    }

    fn name(&self) -> String {
        self.state.name.text(self.context).into_owned()
    }

    /// The error that an operand has a type of another kind.
    fn wrong<T>(&self, ty: Type) -> Result<T, String> {
        let found = tvmlike_text::quote_type(self.context, ty);
        Err(format!(
            "'{}' op cannot infer a result type from '{found}'",
            self.name()
        ))
    }
}

/// Lets the operations of a dialect, in the order of its record, infer types.
pub(crate) fn attach(dialect: &DialectRecord, infos: &[OpInfo]) {
    let tables = DIALECTS.iter().filter(|(name, _)| **name == *dialect.name);
    for (name, infer, compatible) in tables.flat_map(|(_, table)| table.iter()) {
        let position = dialect.operations.binary_search_by(|each| (*each.name).cmp(name));
        let position = position.unwrap_or_else(|_| panic!("'{name}' is an operation of its dialect"));
        let info = &infos[position];
        let inference = TypeInference::new(move |context: &Context, state: &OpState<'_>| {
            infer(&Parts { context, state })
        });
        info.extensions().get_or_insert_with(|| match compatible {
            Some(compatible) => inference.with_compatible(compatible),
            None => inference,
        });
    }
}
