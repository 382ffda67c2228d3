//! Allocations and copies in the place of `bufferization.clone`.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Context, DYNAMIC, Exclusive, Failure, FoldResult, Folded, Op, Rewriter, Type, TypeKind, Value, WalkOrder,
    WalkResult,
};

use super::lower::{Lowering, list_type};
use crate::bufferize::{can_cast, without_layout};
use crate::make::build;

/// Replaces each `bufferization.clone` in an operation.
///
/// # Errors
/// One is of a type that cannot be allocated, or another operation of the dialect is there.
pub(crate) fn lower_copies(edit: &mut Exclusive<'_>, root: Op) -> Result<(), Failure> {
    let context = edit.context();
    let mut all = Vec::new();
    root.walk(context, WalkOrder::PreOrder, |op| {
        if op != root && op.name(context).dialect_namespace(context) == Some(b"bufferization") {
            all.push(op);
        }
        WalkResult::Advance
    });
    for op in all {
        let mut rewriter = Rewriter::new(edit);
        rewriter.set_before(op);
        let mut lowering = Lowering {
            rewriter,
            location: op.location(context),
        };
        if lowering.copy(op).is_none() {
            let name = op.name(context).text(context);
            let message = format!("failed to legalize operation '{name}' that was explicitly marked illegal");
            return Err(op.emit_error(context, message).emit());
        }
    }
    Ok(())
}

impl Lowering<'_, '_> {
    /// The size of a dimension that is not static, as it was given if it is known.
    fn dim(&mut self, memref: Value, dim: usize) -> Value {
        let context = self.context();
        let at = self.index(dim);
        let op = self.make("memref.dim", &[memref, at], &[context.index_type()]);
        let folded = op.fold(self.rewriter.edit());
        if let Some(Folded::Results(results)) = folded
            && let Some(FoldResult::Value(value)) = results.first()
        {
            self.rewriter.erase_op(op);
            return *value;
        }
        op.result(context, 0).unwrap_or(at)
    }

    fn allocate(&mut self, name: &str, ty: Type, sizes: &[Value]) -> Value {
        let op = OpBuilder::new(name)
            .operand("dynamicSizes", sizes.iter().copied())
            .operand("symbolOperands", [])
            .result("memref", [ty]);
        let made = build(&mut self.rewriter, op, self.location);
        made.result(self.context(), 0)
            .expect("an allocation has a result")
    }

    fn copy(&mut self, op: Op) -> Option<()> {
        let context = self.context();
        if !op.is_named(context, "bufferization.clone") {
            return None;
        }
        let source = op.operand(context, 0)?;
        let ty = op.result(context, 0)?.ty(context);
        let copy = match ty.kind(context) {
            TypeKind::MemRef { shape, .. } => {
                let dense = dense(context, ty)?;
                let sizes: Vec<Value> = shape
                    .iter()
                    .enumerate()
                    .filter(|(_, size)| *size == DYNAMIC)
                    .map(|(dim, _)| dim)
                    .collect::<Vec<usize>>()
                    .into_iter()
                    .map(|dim| self.dim(source, dim))
                    .collect();
                let memory = self.allocate("memref.alloc", dense, &sizes);
                match dense == ty {
                    true => memory,
                    false => self.value("memref.cast", &[memory], ty),
                }
            }
            TypeKind::UnrankedMemRef { element, .. } => self.allocate_unranked(source, element, ty),
            _ => return None,
        };
        self.make("memref.copy", &[source, copy], &[]);
        self.rewriter.replace_op(op, &[copy]);
        Some(())
    }

    /// Memory for as many elements as a memref has, with its shape.
    fn allocate_unranked(&mut self, source: Value, element: Type, ty: Type) -> Value {
        let context = self.context();
        let index = context.index_type();
        let (zero, one) = (self.index(0), self.index(1));
        let rank = self.value("memref.rank", &[source], index);
        let shape = self.allocate("memref.alloca", list_type(context, DYNAMIC, index), &[rank]);
        let count = self.count([zero, rank, one], &[one], |lowering, at, passed| {
            let size = lowering.value("memref.dim", &[source, at], index);
            lowering.make("memref.store", &[size, shape, at], &[]);
            vec![lowering.value("arith.muli", &[passed[0], size], index)]
        });
        let list = list_type(context, DYNAMIC, element);
        let memory = self.allocate("memref.alloc", list, &count);
        self.value("memref.reshape", &[memory, shape], ty)
    }
}

/// The type of dense memory that can be cast to a type.
fn dense(context: &Context, ty: Type) -> Option<Type> {
    let dense = without_layout(context, ty)?;
    (dense == ty || can_cast(context, dense, ty)).then_some(dense)
}
