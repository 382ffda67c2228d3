//! A pass `rust-rewrite` that applies a pattern, and a pass `rust-convert` that applies a conversion.

use tvmlike::prelude::*;
use tvmlike::{Members, ObjectRef, construct, current, static_function};

/// Makes an operation of a left and a right operand before the one that is rewritten, which it replaces.
fn replace(op: &ObjectRef, rewriter: &ObjectRef, name: &str, lhs: Any, rhs: Any) -> Result<()> {
    let point: ObjectRef = rewriter.get_field("ip")?.cast()?;
    let made = {
        let _before = current::enter(&point)?;
        let parts: Map = [("lhs", lhs), ("rhs", rhs)].into_iter().collect();
        tvmlike::get("ir.build")?.call((name, parts))?
    };
    rewriter.call_method("replace_op", (op.clone(), made)).map(drop)
}

/// Pattern: `arith.addi` becomes `arith.muli`.
fn to_muli(op: ObjectRef, rewriter: ObjectRef) -> Result<()> {
    let part = tvmlike::get("ir.part")?;
    let (lhs, rhs) = (part.call((&op, "lhs"))?, part.call((&op, "rhs"))?);
    replace(&op, &rewriter, "arith.muli", lhs, rhs)
}

/// Applies a pattern.
#[packed_func("ir.pass.rust-rewrite")]
fn rewrite(op: ObjectRef) -> Result<()> {
    let patterns = construct("rewrite.RewritePatternSet", ())?;
    patterns.call_method(
        "add_pattern",
        ("arith.addi", PackedFunc::typed("to_muli", to_muli), 2),
    )?;
    let apply = tvmlike::get("rewrite.apply_patterns_and_fold_greedily")?;
    apply.call((op, patterns.call_method("freeze", ())?)).map(drop)
}

/// An index becomes an i64; None stands for other types.
fn to_i64(ty: ObjectRef) -> Result<Option<Any>> {
    if ty.call_method("__str__", ())?.cast::<String>()? != "index" {
        return Ok(None);
    }
    static_function("ir.Type", "parse")?.call(("i64",)).map(Some)
}

/// Conversion pattern: `test.twice` becomes `arith.addi`.
fn add(op: ObjectRef, operands: Vec<ObjectRef>, _converter: ObjectRef, rewriter: ObjectRef) -> Result<()> {
    let operand = operands[0].clone().to_any();
    replace(&op, &rewriter, "arith.addi", operand.clone(), operand)
}

/// Materialization: a cast joins an index and an i64.
fn cast(rewriter: ObjectRef, ty: Any, inputs: Vec<ObjectRef>, _location: ObjectRef) -> Result<Any> {
    let point: ObjectRef = rewriter.get_field("ip")?.cast()?;
    let _before = current::enter(&point)?;
    let parts: Map = [("in", inputs[0].clone().to_any()), ("out", ty)]
        .into_iter()
        .collect();
    let made: ObjectRef = tvmlike::get("ir.build")?.call_as(("arith.index_cast", parts))?;
    made.get_field("result")
}

/// Applies a conversion.
#[packed_func("ir.pass.rust-convert")]
fn convert(op: ObjectRef) -> Result<()> {
    let converter = construct("rewrite.TypeConverter", ())?;
    converter.call_method("add_conversion", (PackedFunc::typed("to_i64", to_i64),))?;
    let cast = PackedFunc::typed("cast", cast);
    converter.call_method("add_source_materialization", (cast.clone(),))?;
    converter.call_method("add_target_materialization", (cast,))?;
    let patterns = construct("rewrite.RewritePatternSet", ())?;
    let add = PackedFunc::typed("add", add);
    patterns.call_method("add_conversion_pattern", ("test.twice", add, &converter))?;
    let target = construct("rewrite.ConversionTarget", ())?;
    target.call_method("add_illegal_ops", (["test.twice"],))?;
    target.call_method("add_legal_dialects", (["arith"],))?;
    let apply = tvmlike::get("rewrite.apply_partial_conversion")?;
    apply
        .call((op, target, patterns.call_method("freeze", ())?))
        .map(drop)
}
