//! `arith-emulate-unsupported-floats`, `math-extend-to-supported-types`: compute with another float type, to which operands are
//! converted and from which results are.
//!
//! Invariant: each operation rounds its result to the type that it had.

use std::rc::Rc;

use smallvec::SmallVec;
use tvmlike_define::enum_set;
use tvmlike_ir::{Attribute, Context, Failure, FloatKind, Location, Op, OpState, Type, TypeKind, Value};
use tvmlike_transform::{
    ConversionPattern, ConversionPatterns, ConversionRewriter, ConversionTarget, ConvertedOperands, Legality,
    OptionKind, OptionRecord, Pass, PassRecord, Run, TypeConverter,
};

use crate::make::Make;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "arith-emulate-unsupported-floats",
        "Emulate operations on unsupported floats with extf/truncf",
        |_| Ok(Box::new(EmulateFloats)),
    )
    .shown_as("ArithEmulateUnsupportedFloats")
    .with_dialects(&["vector"])
    .with_options(vec![
        OptionRecord::list(
            "source-types",
            OptionKind::Text,
            "MLIR types without arithmetic support on a given target",
        ),
        OptionRecord::text(
            "target-type",
            "f32",
            "MLIR type to convert the unsupported source types to",
        ),
    ])
}

struct EmulateFloats;

/// Operations that need no arithmetic; a fold can make poison.
const LEGAL: [&str; 6] = [
    "arith.bitcast",
    "arith.constant",
    "arith.extf",
    "arith.select",
    "arith.truncf",
    "ub.poison",
];

/// Operations of vector with arithmetic.
const OF_VECTOR: [&str; 6] = [
    "vector.contract",
    "vector.fma",
    "vector.multi_reduction",
    "vector.outerproduct",
    "vector.reduction",
    "vector.scan",
];

impl Pass for EmulateFloats {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let (target_kind, sources) = formats(run, "source-types")?;
        if sources.contains(&target_kind) {
            let message = "target type cannot be an unsupported source type";
            return Err(context.emit_error(context.unknown_location(), message).emit());
        }
        let converter = Rc::new(converter(move |kind| sources.contains(&kind), target_kind));
        let mut patterns = ConversionPatterns::new();
        patterns.add(Emulate, Some(&converter));
        let is_legal = Legality::when(move |context, op| converter.is_legal_op(context, op));
        let mut target = ConversionTarget::new();
        target
            .dialects(context, &["arith"], &is_legal)
            .ops(context, &OF_VECTOR, &is_legal)
            .ops(context, &LEGAL, &Legality::Legal);
        run.convert_partial(root, &target, &patterns)
    }
}

/// The format to compute with, and those that an option names.
fn formats(run: &Run<'_, '_>, option: &str) -> Result<(FloatKind, Vec<FloatKind>), Failure> {
    let context = run.context();
    let find = |role: &str, name: &str| {
        FloatKind::from_name(name).ok_or_else(|| {
            let message = format!("could not map {role} type '{name}' to a known floating-point type");
            context.emit_error(context.unknown_location(), message).emit()
        })
    };
    let target = find("target", run.options().text("target-type"))?;
    let names = run.options().texts(option);
    let named: Result<_, _> = names.iter().map(|name| find("source", name)).collect();
    Ok((target, named?))
}

pub(super) fn extension() -> PassRecord {
    PassRecord::new(
        "math-extend-to-supported-types",
        "Legalize floating-point math ops on low-precision floats",
        |_| Ok(Box::new(ExtendFloats)),
    )
    .shown_as("MathExtendToSupportedTypes")
    .with_dialects(&["arith", "math"])
    .with_options(vec![
        OptionRecord::list(
            "extra-types",
            OptionKind::Text,
            "MLIR types with arithmetic support on a given target (f64 and f32 are implicitly supported)",
        ),
        OptionRecord::text(
            "target-type",
            "f32",
            "MLIR type to convert the unsupported source types to",
        ),
    ])
}

struct ExtendFloats;

impl Pass for ExtendFloats {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let (target_kind, mut supported) = formats(run, "extra-types")?;
        supported.extend([FloatKind::F32, FloatKind::F64, target_kind]);
        let converter = Rc::new(converter(move |kind| !supported.contains(&kind), target_kind));
        let mut patterns = ConversionPatterns::new();
        patterns.add(Emulate, Some(&converter));
        let is_legal = Legality::when(move |context, op| converter.is_legal_op(context, op));
        let mut target = ConversionTarget::new();
        target.dialects(context, &["math"], &is_legal).ops(
            context,
            &["arith.extf", "arith.truncf", "math.fma"],
            &Legality::Legal,
        );
        run.convert_partial(root, &target, &patterns)
    }
}

/// Converts floats, and vectors and tensors of them.
fn converter(is_source: impl Fn(FloatKind) -> bool + 'static, target: FloatKind) -> TypeConverter {
    let mut converter = TypeConverter::new();
    converter.add(move |_, context, ty| {
        let converted = |element: Type| {
            let kind = element.float_kind(context);
            kind.is_some_and(&is_source).then(|| context.float_type(target))
        };
        Some(Some(match ty.kind(context) {
            TypeKind::Vector {
                shape,
                scalable,
                element,
            } => match converted(element) {
                Some(element) => {
                    let shape: Vec<i64> = shape.iter().collect();
                    let scalable: Vec<bool> = (0..shape.len()).map(|dim| scalable.get(dim)).collect();
                    context.vector_type(&shape, element, &scalable).ok()?
                }
                None => ty,
            },
            TypeKind::RankedTensor {
                shape,
                element,
                encoding,
            } => match converted(element) {
                Some(element) => {
                    let shape: Vec<i64> = shape.iter().collect();
                    context.ranked_tensor_type(&shape, element, encoding).ok()?
                }
                None => ty,
            },
            _ => converted(ty).unwrap_or(ty),
        }))
    });
    converter.add_target(|rewriter, request| {
        let (&[input], &[ty]) = (request.inputs, request.results) else {
            return None;
        };
        let flags = contract(rewriter.context())?;
        let value = Make::new("arith.extf", &[input], &[ty])
            .with(&[("fastmath", flags)])
            .value(rewriter, request.location);
        Some(SmallVec::from_slice(&[value]))
    });
    converter
}

/// `#arith.fastmath<contract>`.
fn contract(context: &Context) -> Option<Attribute> {
    enum_set(context, "arith", "fastmath", 1 << 5)
}

/// Makes an operation of the converted types.
struct Emulate;

impl ConversionPattern for Emulate {
    fn name(&self) -> &str {
        "EmulateFloatPattern"
    }

    fn root(&self) -> Option<&str> {
        None
    }

    fn rewrite(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        operands: &ConvertedOperands,
    ) -> Option<()> {
        let context = rewriter.context();
        if op.num_regions(context) > 0 || op.num_successors(context) > 0 {
            return None;
        }
        let location: Location = op.location(context);
        let old: Vec<Type> = op.results(context).map(|result| result.ty(context)).collect();
        let types = rewriter.converter()?.convert_all(context, old.iter().copied())?;
        let operands = operands.each()?;
        let new = rewriter.create(&OpState {
            operands: &operands,
            results: &types,
            properties: op.properties(context),
            attributes: op.attributes(context),
            ..OpState::new(op.name(context), location)
        });
        let flags = contract(context)?;
        let mut values: Vec<Value> = Vec::new();
        for (result, old) in new.results(context).zip(old) {
            values.push(match result.ty(context) == old {
                true => result,
                false => Make::new("arith.truncf", &[result], &[old])
                    .with(&[("fastmath", flags)])
                    .value(rewriter, location),
            });
        }
        rewriter.replace_op(op, &values);
        Some(())
    }
}
