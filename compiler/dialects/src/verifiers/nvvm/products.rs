//! Products of matrices that the threads of a warp have in registers, dense and sparse.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, Type};
use tvmlike_text::quote_type;

use super::{Struct, half_pair, is_struct_of, keyword, numbers, optional_keyword};

/// Registers of one type.
type Registers = (usize, Type);

/// What a product can have: shapes, registers of the factors and of the sum, and elements of the result.
#[derive(Default)]
struct Variant {
    shapes: Vec<[i64; 3]>,
    one: Option<Registers>,
    other: Option<Registers>,
    sums: Vec<Registers>,
    results: Vec<Registers>,
}

const INTEGERS: [&str; 6] = ["s4", "u4", "s8", "u8", "b1", "s32"];

/// The types of registers.
#[derive(Clone, Copy)]
struct Types {
    half: Type,
    word: Type,
    float: Type,
    double: Type,
}

impl Types {
    fn of(context: &Context) -> Option<Self> {
        Some(Self {
            half: half_pair(context)?,
            word: context.i32(),
            float: context.f32(),
            double: context.f64(),
        })
    }
}

/// The variants with eight rows.
fn eight_rows(types: Types, element: &str, is_sparse: bool) -> Variant {
    let depth = match element {
        "f16" | "f64" => Some(4),
        "s8" | "u8" => Some(16),
        "s4" | "u4" => Some(32),
        "b1" if !is_sparse => Some(128),
        _ => None,
    };
    let (factor, sums) = match element {
        "f16" => ((2, types.half), vec![(4, types.half), (8, types.float)]),
        "f64" => ((1, types.double), vec![(2, types.double)]),
        _ if INTEGERS.contains(&element) => ((1, types.word), vec![(2, types.word)]),
        _ => return Variant::default(),
    };
    Variant {
        shapes: depth.map(|depth| [8, 8, depth]).into_iter().collect(),
        one: Some(factor),
        other: Some(factor),
        results: sums.clone(),
        sums,
    }
}

/// The variants with sixteen rows; `None`: the elements are none of those that a factor has.
fn sixteen_rows(types: Types, element: &str, [columns, depth]: [i64; 2], is_sparse: bool) -> Option<Variant> {
    let is_byte_float = ["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"].contains(&element);
    // The depth of what one register has of a row.
    let unit = match element {
        "tf32" => 4,
        "bf16" | "f16" => 8,
        "s8" | "u8" => 16,
        "s4" | "u4" => 32,
        "b1" if !is_sparse => 128,
        _ if is_byte_float && is_sparse => 32,
        _ => return None,
    };
    let depths: &[i64] = match (is_sparse, is_byte_float) {
        (false, _) => &[1, 2],
        (true, false) => &[2, 4],
        (true, true) => &[2],
    };
    let (halves, floats, words) = ((2, types.half), (4, types.float), (4, types.word));
    let is_integer = INTEGERS.contains(&element);
    let results = match element {
        _ if is_integer => vec![words],
        "tf32" | "bf16" => vec![floats],
        _ => vec![halves, floats],
    };
    let register = if element == "f16" { types.half } else { types.word };
    let registers = |count: i64| Some((usize::try_from(count).ok()?, register));
    let units = depth / unit;
    Some(Variant {
        shapes: depths.iter().map(|factor| [16, 8, unit * factor]).collect(),
        // Half of the elements of a sparse matrix are there.
        one: registers(if is_sparse { units } else { 2 * units }),
        other: registers(columns / 8 * units),
        sums: if is_integer {
            vec![words]
        } else {
            vec![halves, floats]
        },
        results,
    })
}

/// The kind of the elements of a sum; `None`: there is no sum of these.
fn sum_kind(types: Types, context: &Context, ty: Type) -> Option<&'static str> {
    if ty == types.double {
        return Some("f64");
    }
    if ty == types.half || ty.float_kind(context) == Some(tvmlike_ir::FloatKind::F16) {
        return Some("f16");
    }
    if ty == types.float {
        return Some("f32");
    }
    if matches!(ty.kind(context), tvmlike_ir::TypeKind::Integer { .. }) {
        return Some("s32");
    }
    sum_kind(types, context, *Struct::of(context, ty)?.elements.first()?)
}

/// Types as a message lists them.
fn listed(context: &Context, types: impl Iterator<Item = Type>) -> String {
    let names: Vec<String> = types.map(|ty| quote_type(context, ty)).collect();
    names.join(", ")
}

/// Checks that an operand is registers of which there are some.
fn verify_operand(
    instance: &Instance<'_>,
    name: &str,
    letter: char,
    expected: &[Registers],
) -> Result<(), Failure> {
    let context = instance.context;
    let types = instance.operands(name).map(|value| value.ty(context));
    let is = |(count, ty): &Registers| types.len() == *count && types.clone().all(|each| each == *ty);
    if expected.iter().any(is) {
        return Ok(());
    }
    let choices: String = expected
        .iter()
        .map(|(count, ty)| format!("{count}x{} ", quote_type(context, *ty)))
        .collect();
    instance.refuse(format!(
        "Could not match types for the {letter} operands; expected one of {choices}but got {}",
        listed(context, types)
    ))
}

fn verify_result(instance: &Instance<'_>, expected: &[Registers]) -> Result<(), Failure> {
    let (context, result) = (instance.context, instance.result_type("res"));
    if expected
        .iter()
        .any(|(count, ty)| is_struct_of(context, result, *count, *ty))
    {
        return Ok(());
    }
    let choices: Vec<String> = expected
        .iter()
        .map(|(count, ty)| {
            let elements = listed(context, std::iter::repeat_n(*ty, *count));
            format!("!llvm.struct<({elements})>")
        })
        .collect();
    instance.refuse(format!(
        "Could not match allowed types for the result; expected one of {} but got {}",
        choices.join(", "),
        quote_type(context, result)
    ))
}

/// Checks a dense or a sparse product.
pub(super) fn verify(instance: &Instance<'_>, is_sparse: bool) -> Result<(), Failure> {
    let context = instance.context;
    let shape: [i64; 3] = numbers(instance, "shape");
    let element = optional_keyword(instance, "multiplicandAPtxType");
    let variant = match (shape[0], Types::of(context)) {
        (8 | 16, Some(types)) => {
            // mlir-opt crashes without this attribute.
            let Some(element) = element else {
                return instance.refuse("requires attribute 'multiplicandAPtxType' for its shape");
            };
            match shape[0] {
                8 => eight_rows(types, element, is_sparse),
                _ => sixteen(instance, types, element, is_sparse)?,
            }
        }
        _ => Variant::default(),
    };
    let (Some(one), Some(other), true) = (variant.one, variant.other, variant.shapes.contains(&shape)) else {
        let [m, n, k] = shape;
        return instance.refuse(format!("unimplemented variant for MMA shape <{m}, {n}, {k}>"));
    };
    verify_operand(instance, "operandA", 'A', &[one])?;
    verify_operand(instance, "operandB", 'B', &[other])?;
    verify_operand(instance, "operandC", 'C', &variant.sums)?;
    verify_result(instance, &variant.results)?;
    verify_options(instance, shape, element.unwrap_or_default(), is_sparse)
}

/// The variants with sixteen rows, of which the sum has the elements of the result.
fn sixteen(
    instance: &Instance<'_>,
    types: Types,
    element: &str,
    is_sparse: bool,
) -> Result<Variant, Failure> {
    let context = instance.context;
    let [_, columns, depth] = numbers(instance, "shape");
    let Some(variant) = sixteen_rows(types, element, [columns, depth], is_sparse) else {
        return instance
            .refuse_plainly(format!("invalid shape or multiplicand type: {element}"))
            .map(|()| Variant::default());
    };
    let sum = instance.operands("operandC").next();
    let sum = sum.and_then(|value| sum_kind(types, context, value.ty(context)));
    let result = sum_kind(types, context, instance.result_type("res"));
    match sum.is_some() && sum == result {
        true => Ok(variant),
        false => instance
            .refuse("ctype does not match dtype")
            .map(|()| Variant::default()),
    }
}

/// Checks how bits are counted, what integers do that overflow, and the layouts.
fn verify_options(
    instance: &Instance<'_>,
    shape: [i64; 3],
    element: &str,
    is_sparse: bool,
) -> Result<(), Failure> {
    let is_binary = !is_sparse && element == "b1";
    if is_binary && !instance.has("b1Op") {
        return instance.refuse("op requires b1Op attribute");
    }
    let is_small = ["s4", "u4", "s8", "u8"].contains(&element);
    if is_small && !instance.has("intOverflowBehavior") {
        return instance.refuse("op requires intOverflowBehavior attribute");
    }
    if is_sparse || (shape == [8, 8, 4] && element == "f16") {
        return Ok(());
    }
    let layouts = ["layoutA", "layoutB"].map(|name| keyword(instance, name, ""));
    if layouts == ["row", "col"] {
        return Ok(());
    }
    let [m, n, k] = shape;
    let other = keyword(instance, "multiplicandBPtxType", "");
    instance.refuse(format!(
        "requires layoutA = #nvvm.mma_layout<row> and layoutB = #nvvm.mma_layout<col> for shape <{m}, {n}, {k}> with \
         element types {element} and {other}. Only m8n8k4 with f16 supports other layouts."
    ))
}
