//! `memref-expand`, and what else memref needs before its conversion.

use tvmlike_ir::Failure;
use tvmlike_transform::{ConversionPatterns, ConversionTarget, Legality, Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "memref-expand",
        "Legalize memref operations to be convertible to LLVM.",
        |_| Ok(Box::new(MemRefExpand)),
    )
    .shown_as("ExpandOpsPass")
    .with_dialects(&["arith"])
}

struct MemRefExpand;

impl Pass for MemRefExpand {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut patterns = ConversionPatterns::new();
        crate::memref_expand::add_patterns(&mut patterns);
        let mut target = ConversionTarget::new();
        target
            .dialects(context, &["arith", "memref"], &Legality::Legal)
            .op(
                context,
                "memref.reshape",
                Legality::when(|context, op| {
                    let shape = op.operand(context, 1).map(|shape| shape.ty(context));
                    !shape.is_some_and(|shape| shape.has_static_shape(context))
                }),
            );
        run.convert_partial(root, &target, &patterns)
    }
}

pub(super) fn atomic_products() -> PassRecord {
    PassRecord::new(
        "expand-atomic-products",
        "Multiply atomically by comparing and exchanging",
        |_| Ok(Box::new(AtomicProducts)),
    )
    .with_dialects(&["arith"])
}

struct AtomicProducts;

impl Pass for AtomicProducts {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut patterns = ConversionPatterns::new();
        crate::memref_expand::add_product_pattern(&mut patterns);
        let mut target = ConversionTarget::new();
        let stays = Legality::when(|context, op| crate::memref_expand::multiplication(context, op).is_none());
        target
            .dialects(context, &["arith", "memref"], &Legality::Legal)
            .op(context, "memref.atomic_rmw", stays);
        run.convert_partial(root, &target, &patterns)
    }
}
