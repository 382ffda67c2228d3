//! `vector.reduction`: all lanes combined to one value.

use tvmlike_define::{enum_number, enum_set};
use tvmlike_dialects::combining_kind;
use tvmlike_ir::{Attribute, Context, Op, Type, Value};
use tvmlike_transform::{ConversionPattern, ConversionRewriter, ConvertedOperands};

use super::masked::is_masked;
use super::vector_parts;
use crate::attributes::fast_math;
use crate::elementwise::result_type;
use crate::make::{Make, integer, property};

/// The pattern.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reductions {
    /// Whether the order of sums and products of floats does not matter.
    pub(crate) reassociates: bool,
}

/// How lanes are combined, by the names of `#vector.kind`.
const KINDS: [(&str, Kind); 13] = [
    ("add", Kind::new("add", Then::Sum("llvm.add"))),
    ("mul", Kind::new("mul", Then::Sum("llvm.mul"))),
    ("and", Kind::new("and", Then::Sum("llvm.and"))),
    ("or", Kind::new("or", Then::Sum("llvm.or"))),
    ("xor", Kind::new("xor", Then::Sum("llvm.xor"))),
    ("minui", Kind::new("umin", Then::Choice(ULE))),
    ("minsi", Kind::new("smin", Then::Choice(SLE))),
    ("maxui", Kind::new("umax", Then::Choice(UGE))),
    ("maxsi", Kind::new("smax", Then::Choice(SGE))),
    ("minnumf", Kind::new("fmin", Then::Call("llvm.intr.minnum"))),
    ("maxnumf", Kind::new("fmax", Then::Call("llvm.intr.maxnum"))),
    ("minimumf", Kind::new("fminimum", Then::Call("llvm.intr.minimum"))),
    ("maximumf", Kind::new("fmaximum", Then::Call("llvm.intr.maximum"))),
];

/// One way to combine lanes.
#[derive(Clone, Copy)]
struct Kind {
    /// The end of the name of the intrinsic.
    name: &'static str,
    then: Then,
}

impl Kind {
    const fn new(name: &'static str, then: Then) -> Self {
        Self { name, then }
    }
}

/// How the result is combined with a value that was there before.
#[derive(Clone, Copy)]
enum Then {
    /// By an operation on the value and the result.
    Sum(&'static str),
    /// By a comparison and a choice.
    Choice(i64),
    /// By an operation on the result and the value.
    Call(&'static str),
}

// The numbers of comparisons of integers.
const SLE: i64 = 3;
const SGE: i64 = 5;
const ULE: i64 = 7;
const UGE: i64 = 9;

/// The bit of `reassoc` in `#llvm.fastmath`.
const REASSOCIATE: u64 = 64;

/// The kind of an operation.
fn kind_of(context: &Context, op: Op) -> Option<Kind> {
    let name = combining_kind(context, op)?;
    KINDS.iter().find(|known| known.0 == name).map(|known| known.1)
}

impl ConversionPattern for Reductions {
    fn name(&self) -> &str {
        "vector.reduction"
    }

    fn root(&self) -> Option<&str> {
        Some("vector.reduction")
    }

    fn rewrite(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        operands: &ConvertedOperands,
    ) -> Option<()> {
        let context = rewriter.context();
        if is_masked(context, op) {
            return None;
        }
        let kind = kind_of(context, op)?;
        let ty = result_type(rewriter, op)?;
        vector_parts(context, op.operand(context, 0)?.ty(context))?;
        let vector = operands.one(0)?;
        let before = operands.one(1);
        let value = match ty.float_kind(context) {
            Some(_) => self.of_floats(rewriter, op, kind, ty, (vector, before))?,
            None => of_integers(rewriter, op, kind, ty, (vector, before)),
        };
        rewriter.replace_op(op, &[value]);
        Some(())
    }
}

fn of_integers(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    kind: Kind,
    ty: Type,
    (vector, before): (Value, Option<Value>),
) -> Value {
    let context = rewriter.context();
    let location = op.location(context);
    let name = format!("llvm.intr.vector.reduce.{}", kind.name);
    let value = Make::new(&name, &[vector], &[ty]).value(rewriter, location);
    let Some(before) = before else { return value };
    match kind.then {
        Then::Sum(name) => Make::new(name, &[before, value], &[ty]).value(rewriter, location),
        Then::Call(name) => Make::new(name, &[value, before], &[ty]).value(rewriter, location),
        Then::Choice(predicate) => {
            let predicate = integer(context, context.i64(), predicate);
            let holds = Make::new("llvm.icmp", &[before, value], &[context.i1()])
                .with(&[("predicate", predicate)])
                .value(rewriter, location);
            Make::new("llvm.select", &[holds, before, value], &[ty]).value(rewriter, location)
        }
    }
}

impl Reductions {
    fn of_floats(
        self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        kind: Kind,
        ty: Type,
        (vector, before): (Value, Option<Value>),
    ) -> Option<Value> {
        let context = rewriter.context();
        let location = op.location(context);
        let mut flags = fast_math(context, property(context, op, "fastmath")?)?;
        if self.reassociates {
            flags = with_reassociation(context, flags)?;
        }
        // Sums and products take the value from which they begin.
        let start = match kind.name {
            "add" => Some(0.0),
            "mul" => Some(1.0),
            _ => None,
        };
        if let Some(start) = start {
            let start = match before {
                Some(before) => before,
                None => {
                    let start = context.float_attribute(ty, start).ok()?;
                    Make::new("llvm.mlir.constant", &[], &[ty])
                        .with(&[("value", start)])
                        .value(rewriter, location)
                }
            };
            let name = format!("llvm.intr.vector.reduce.f{}", kind.name);
            let made = Make::new(&name, &[start, vector], &[ty])
                .with(&[("fastmathFlags", flags)])
                .value(rewriter, location);
            return Some(made);
        }
        let Then::Call(combine) = kind.then else {
            return None;
        };
        let name = format!("llvm.intr.vector.reduce.{}", kind.name);
        let value = Make::new(&name, &[vector], &[ty])
            .with(&[("fastmathFlags", flags)])
            .value(rewriter, location);
        Some(match before {
            Some(before) => Make::new(combine, &[value, before], &[ty]).value(rewriter, location),
            None => value,
        })
    }
}

fn with_reassociation(context: &Context, flags: Attribute) -> Option<Attribute> {
    enum_set(
        context,
        "llvm",
        "fastmath",
        enum_number(context, flags)? | REASSOCIATE,
    )
}
