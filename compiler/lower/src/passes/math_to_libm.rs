//! `convert-math-to-libm`, and the part of it that is needed beside `convert-math-to-llvm`.

use tvmlike_ir::{Context, Failure, FloatKind, Op, Type, TypeKind, WalkOrder, WalkResult};
use tvmlike_transform::{ConversionPatterns, ConversionTarget, Legality, Pass, PassRecord, Run};

use crate::math::{OTHERS, PREPARED, WITHOUT_INTRINSIC, is_simple_power};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "convert-math-to-libm",
        "Convert Math dialect to libm calls",
        |_| Ok(Box::new(MathToLibm)),
    )
    .shown_as("ConvertMathToLibmPass")
    .on("builtin.module")
    .with_dialects(&["arith", "func", "vector"])
}

struct MathToLibm;

impl Pass for MathToLibm {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut patterns = ConversionPatterns::new();
        for pattern in WITHOUT_INTRINSIC.iter().chain(&OTHERS) {
            pattern.add_to(&mut patterns);
        }
        let mut target = ConversionTarget::new();
        target
            .dialects(context, &["arith", "builtin", "func", "vector"], &Legality::Legal)
            .dialects(context, &["math"], &Legality::Illegal);
        run.convert_partial(root, &target, &patterns)
    }
}

/// Not one of MLIR.
pub(super) fn preparation() -> PassRecord {
    PassRecord::new(
        "prepare-math-for-llvm",
        "Replace the operations of math that have no counterpart in the llvm dialect by others",
        |_| Ok(Box::new(PrepareMath)),
    )
    .on("builtin.module")
    .with_dialects(&["arith", "func", "vector"])
}

struct PrepareMath;

/// Whether operations on a type are replaced: on a float of 16, 32 or 64 bits, or a vector of them. Others stay.
fn is_supported(context: &Context, ty: Type) -> bool {
    let element = match ty.kind(context) {
        TypeKind::Vector { element, .. } => element,
        _ => ty,
    };
    matches!(
        element.float_kind(context),
        Some(FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 | FloatKind::F64)
    )
}

/// Reports operations whose functions have names that the module uses for something else.
fn check_names(context: &Context, root: Op) -> Result<(), Failure> {
    let mut result = Ok(());
    root.walk(context, WalkOrder::PreOrder, |op| {
        let by = WITHOUT_INTRINSIC.iter().find(|by| op.is_named(context, by.root));
        if let Some(by) = by
            && let Err(failure) = by.check_name(context, op)
        {
            result = Err(failure);
        }
        WalkResult::Advance
    });
    result
}

impl Pass for PrepareMath {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        check_names(context, root)?;
        let mut patterns = ConversionPatterns::new();
        let mut target = ConversionTarget::new();
        target.dialects(
            context,
            &["arith", "builtin", "func", "math", "vector"],
            &Legality::Legal,
        );
        let unless_supported = Legality::when(|context, op| {
            let ty = op.operand(context, 0).map(|operand| operand.ty(context));
            !ty.is_some_and(|ty| is_supported(context, ty))
        });
        for pattern in WITHOUT_INTRINSIC {
            pattern.add_to(&mut patterns);
            target.op(context, pattern.root, unless_supported.clone());
        }
        patterns.add_table(&PREPARED, None);
        for pattern in PREPARED {
            target.op(context, pattern.root, unless_supported.clone());
        }
        target.op(context, "math.fpowi", Legality::when(is_simple_power));
        run.convert_partial(root, &target, &patterns)
    }
}
