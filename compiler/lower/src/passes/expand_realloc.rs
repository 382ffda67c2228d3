//! `expand-realloc`: makes allocations, copies and views of `memref.realloc`.
//!
//! Invariant: the memory is moved only if it is too small; else the result is a view of it.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Attribute, Context, DYNAMIC, Failure, InsertionPoint, Location, Op, OpState, Type, TypeKind, Value,
};
use tvmlike_transform::{
    ConversionPattern, ConversionPatterns, ConversionRewriter, ConversionTarget, ConvertedOperands, Legality,
    OptionRecord, Pass, PassRecord, Run,
};

use crate::make::{Make, build, index_constant, integer};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "expand-realloc",
        "Expand memref.realloc operations into its components",
        |_| Ok(Box::new(ExpandRealloc)),
    )
    .shown_as("ExpandReallocPass")
    .with_dialects(&["arith", "scf", "memref"])
    .with_options(vec![OptionRecord::bool(
        "emit-deallocs",
        true,
        "Emit deallocation operations for the original MemRef",
    )])
}

/// The operation that is expanded.
const REALLOC: &str = "memref.realloc";

struct ExpandRealloc;

impl Pass for ExpandRealloc {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut target = ConversionTarget::new();
        target.dialects(context, &["arith", "memref", "scf"], &Legality::Legal);
        target.op(context, REALLOC, Legality::Illegal);
        let is_freed = run.options().bool("emit-deallocs");
        let mut patterns = ConversionPatterns::new();
        patterns.add(Expansion { is_freed }, None);
        run.convert_partial(root, &target, &patterns)
    }
}

struct Expansion {
    /// Whether the memory is freed that is too small.
    is_freed: bool,
}

impl ConversionPattern for Expansion {
    fn name(&self) -> &str {
        REALLOC
    }

    fn root(&self) -> Option<&str> {
        Some(REALLOC)
    }

    fn rewrite(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        operands: &ConvertedOperands,
    ) -> Option<()> {
        expand(rewriter, op, &operands.each()?, self.is_freed)
    }
}

/// A size that is known or a value.
struct Size {
    known: i64,
    value: Value,
}

impl Size {
    fn dynamic(&self) -> Option<Value> {
        (self.known == DYNAMIC).then_some(self.value)
    }
}

/// The size, element and memory space of a memref of rank 1.
fn parts(context: &Context, ty: Type) -> Option<(i64, Type, Option<Attribute>)> {
    match ty.kind(context) {
        TypeKind::MemRef {
            shape,
            element,
            space,
            ..
        } => Some((shape.iter().next()?, element, space)),
        _ => None,
    }
}

fn expand(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &[Value],
    is_freed: bool,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let source = *operands.first()?;
    let ty = op.result(context, 0)?.ty(context);
    let (old_known, element, space) = parts(context, source.ty(context))?;
    let (new_known, ..) = parts(context, ty)?;
    let layout = context.strided_layout_attribute(0, &[1]);
    let part = context
        .memref_type(&[old_known], element, Some(layout), space)
        .ok()?;
    let index = context.index_type();
    let old = Size {
        known: old_known,
        value: match old_known {
            DYNAMIC => {
                let zero = index_constant(rewriter, location, 0);
                Make::new("memref.dim", &[source, zero], &[index]).value(rewriter, location)
            }
            known => index_constant(rewriter, location, known),
        },
    };
    let new = Size {
        known: new_known,
        value: match operands.get(1) {
            Some(value) => *value,
            None => index_constant(rewriter, location, new_known),
        },
    };
    // Less than, without signs.
    let predicate = integer(context, context.i64(), 6);
    let is_small = Make::new("arith.cmpi", &[old.value, new.value], &[context.i1()])
        .with(&[("predicate", predicate)])
        .value(rewriter, location);
    let regions = [rewriter.edit().create_region(), rewriter.edit().create_region()];
    let choice = rewriter.create(&OpState {
        operands: &[is_small],
        results: &[ty],
        regions: &regions.map(Some),
        ..OpState::new(context.identifier("scf.if"), location)
    });
    let block = rewriter.create_block(choice.region(context, 0)?, None, &[]);
    rewriter.set_insertion_point(Some(InsertionPoint::at_end(block)));
    let moved = move_memory(rewriter, op, source, [&old, &new], part, location);
    if is_freed {
        Make::new("memref.dealloc", &[source], &[]).at(rewriter, location);
    }
    Make::new("scf.yield", &[moved], &[]).at(rewriter, location);
    let block = rewriter.create_block(choice.region(context, 1)?, None, &[]);
    rewriter.set_insertion_point(Some(InsertionPoint::at_end(block)));
    let view = strided(rewriter, "memref.reinterpret_cast", source, &new, ty, location);
    Make::new("scf.yield", &[view], &[]).at(rewriter, location);
    let result = choice.result(context, 0)?;
    rewriter.replace_op(op, &[result]);
    Some(())
}

/// Copies the memory to the start of new memory, which is the result.
fn move_memory(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    source: Value,
    [old, new]: [&Size; 2],
    part: Type,
    location: Location,
) -> Value {
    let context = rewriter.context();
    let ty = op.result(context, 0).map_or(part, |result| result.ty(context));
    let mut memory = OpBuilder::new("memref.alloc")
        .operand("dynamicSizes", new.dynamic())
        .operand("symbolOperands", [])
        .result("memref", [ty]);
    if let Some(alignment) = op.property(context, context.identifier("alignment")) {
        memory = memory.attribute("alignment", alignment);
    }
    let memory = only_result(rewriter, memory, location);
    let start = strided(rewriter, "memref.subview", memory, old, part, location);
    Make::new("memref.copy", &[source, start], &[]).at(rewriter, location);
    memory
}

/// A view of as many elements from the first on.
fn strided(
    rewriter: &mut ConversionRewriter<'_, '_>,
    name: &str,
    source: Value,
    size: &Size,
    ty: Type,
    location: Location,
) -> Value {
    let context = rewriter.context();
    let view = OpBuilder::new(name)
        .operand("source", [source])
        .operand("offsets", [])
        .operand("sizes", size.dynamic())
        .operand("strides", [])
        .attribute("static_offsets", context.dense_i64_array(&[0]))
        .attribute("static_sizes", context.dense_i64_array(&[size.known]))
        .attribute("static_strides", context.dense_i64_array(&[1]))
        .result("result", [ty]);
    only_result(rewriter, view, location)
}

fn only_result(rewriter: &mut ConversionRewriter<'_, '_>, op: OpBuilder<'_>, location: Location) -> Value {
    let made = build(rewriter, op, location);
    let result = made.result(rewriter.context(), 0);
    result.expect("a view and an allocation have a result")
}
