//! Products of matrices on tensor cores.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Context, Failure, FloatKind, Type, TypeKind};

use super::super::types::element_or_self;
use super::{is_shared, sizes, type_in, width};

/// The threads that share a matrix.
const WARP: i64 = 32;

fn float(context: &Context, ty: Type) -> Option<FloatKind> {
    match ty.kind(context) {
        TypeKind::Float(kind) => Some(kind),
        _ => None,
    }
}

fn is_integer(context: &Context, ty: Type, width: u32) -> bool {
    matches!(ty.kind(context), TypeKind::Integer { width: own, .. } if own == width)
}

/// The numbers of an array of integers.
fn numbers(instance: &Instance<'_>, name: &str) -> Vec<i64> {
    let number = |value: tvmlike_ir::Attribute| match value.kind(instance.context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    instance.elements(name).into_iter().filter_map(number).collect()
}

pub(super) fn multiply(instance: &Instance<'_>) -> Result<(), Failure> {
    verify(instance, false)
}

pub(super) fn sparse(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.integer("sparsitySelector") {
        Some(0 | 1) => verify(instance, true),
        _ => instance.refuse("sparsity selector should be 0 or 1"),
    }
}

fn verify(instance: &Instance<'_>, is_sparse: bool) -> Result<(), Failure> {
    let context = instance.context;
    let [m, n, k] = numbers(instance, "mmaShape")[..] else {
        return instance.refuse("mmaShape must have exactly 3 elements");
    };
    let element = element_or_self(context, instance.operand_type("matrixA"));
    let kind = float(context, element);
    let has_narrow = matches!(kind, Some(FloatKind::F32 | FloatKind::BF16 | FloatKind::F16))
        || is_integer(context, element, 8)
        || is_integer(context, element, 4);
    let (depth, count) = match kind {
        Some(FloatKind::F64) if is_sparse => {
            return instance.refuse_plainly("f64 is not supported for sparse mode");
        }
        Some(FloatKind::F64) => (4, 1),
        _ if has_narrow => (128 / width(context, element), 32 / width(context, element)),
        _ => {
            let name = instance.op.name(context).text(context);
            return instance.refuse_plainly(format!(
                "expected input data type (i4,i8,f16,bf16,tf32,f64) supported by {name}"
            ));
        }
    };
    let mut shapes = Vec::new();
    for name in ["matrixA", "matrixB", "matrixC"] {
        let [rows, columns] = sizes(context, instance.operand_type(name))[..] else {
            return instance.refuse_plainly(format!("{name} must be 2 dimensional vector"));
        };
        shapes.push((rows, columns));
    }
    let factor = if is_sparse { 2 } else { 1 };
    let product = |one: i64, other: i64| one.wrapping_mul(other);
    let wanted = [product(m, k), product(k, n), product(m, n)];
    for (index, (name, (rows, columns))) in ["A", "B", "C"].iter().zip(&shapes).enumerate() {
        let held = product(product(*rows, *columns), WARP);
        let wanted_here = if index == 0 {
            wanted[0] / factor
        } else {
            wanted[index]
        };
        if held != wanted_here {
            return instance.refuse(format!(
                "expected {} warp-wide matrix {name} elements",
                wanted[index]
            ));
        }
    }
    if instance.has("tf32Enabled") && kind != Some(FloatKind::F32) {
        return instance.refuse("expected tf32 tensor cores only for F32 operands");
    }
    let (m, n, k) = (m / 8, n / 8, k / depth);
    let tiles = [product(m, k), product(k, n), product(m, n)];
    let counts = [count, count, 2];
    for (index, (name, shape)) in ["A", "B", "C"].iter().zip(&shapes).enumerate() {
        let factor = if index == 0 { factor } else { 1 };
        if *shape != (tiles[index] / factor, counts[index]) {
            return instance.refuse(format!(
                "expected matrix {name} to be shaped ({} x {})",
                tiles[index], counts[index]
            ));
        }
    }
    Ok(())
}

pub(super) fn same_element(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (source, result) = (instance.operand_type("srcMemref"), instance.result_type("res"));
    match element_or_self(context, source) == element_or_self(context, result) {
        true => Ok(()),
        false => instance.refuse("failed to verify that srcMemref and res have same element type"),
    }
}

pub(super) fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if !is_shared(context, instance.operand_type("srcMemref")) {
        return instance.refuse_plainly(
            "expected nvgpu.ldmatrix srcMemref must have a memory space attribute of IntegerAttr(3) or \
             gpu::AddressSpaceAttr(Workgroup)",
        );
    }
    let result = instance.result_type("res");
    let width = width(context, result);
    if width > 32 {
        return instance.refuse_plainly("nvgpu.ldmatrix works for 32b or lower");
    }
    let transpose = instance.attribute("transpose").map(|value| value.kind(context));
    let transposes = matches!(transpose, Some(AttributeKind::Integer { value, .. }) if !value.is_zero());
    if transposes && width != 16 {
        return instance.refuse_plainly("nvgpu.ldmatrix transpose works only at 16b granularity");
    }
    let [tiles, count] = sizes(context, result)[..] else {
        return instance.refuse_plainly("results must be 2 dimensional vector");
    };
    if count != 32 / width {
        return instance.refuse_plainly(format!("expected vector register shape[1] = {}", 32 / width));
    }
    match instance.integer("numTiles") == Some(tiles) {
        true => Ok(()),
        false => instance.refuse_plainly("expected vector register shape[0] and numTiles to match"),
    }
}

/// Whether the types of matrices can be multiplied and added.
fn are_allowed(context: &Context, sum: Type, one: Type, other: Type) -> bool {
    use FloatKind::{BF16, F8E4M3FN, F8E5M2, F16, F32, TF32};
    let to_float = matches!(float(context, sum), Some(F32 | F16));
    let integers = [1, 16].iter().any(|width| {
        is_integer(context, one, *width) && is_integer(context, other, *width) && is_integer(context, sum, 32)
    });
    integers
        || match (float(context, one), float(context, other)) {
            (Some(F16), Some(F16))
            | (Some(BF16), Some(BF16))
            | (Some(F8E5M2 | F8E4M3FN), Some(F8E5M2 | F8E4M3FN)) => to_float,
            (Some(TF32), Some(TF32)) => float(context, sum) == Some(F32),
            _ => false,
        }
}

fn is_allowed_width(context: &Context, size: i64, element: Type) -> bool {
    use FloatKind::{BF16, F8E4M3FN, F8E5M2, F16, F32, TF32};
    let is_multiple = (8..=256).contains(&size) && size % 8 == 0;
    match float(context, element) {
        Some(BF16 | F16 | F32 | TF32 | F8E5M2 | F8E4M3FN) => is_multiple,
        None if is_integer(context, element, 8) || is_integer(context, element, 1) => {
            is_multiple && (size % 16 == 0 || size == 8 || size == 24)
        }
        _ => false,
    }
}

pub(super) fn warpgroup(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if instance.has("transposeA") && !instance.has("transposeB") {
        return instance.refuse(
            "supports non-transpose A (Row Major) and transpose B (Column Major) for the time being ",
        );
    }
    let matrices = [
        type_in(context, instance.operand_type("descriptorA"), "tensor"),
        type_in(context, instance.operand_type("descriptorB"), "tensor"),
        type_in(context, instance.operand_type("matrixC"), "fragmented"),
        type_in(context, instance.result_type("matrixD"), "fragmented"),
    ];
    let [Some(a), Some(b), Some(c), Some(d)] = matrices else {
        return Ok(());
    };
    if c != d {
        return instance.refuse("type of matrix C and matrix D must be the same");
    }
    let shapes = [a, b, c].map(|ty| sizes(context, ty));
    let ([a0, a1], [b0, b1], [c0, c1]) = (&shapes[0][..], &shapes[1][..], &shapes[2][..]) else {
        return instance.refuse("has matrices A, B, C and D, they must be 2 dimensional");
    };
    if a1 != b0 {
        return instance.refuse(format!("2nd dim matrix-A ({a1})!= 1st dim matrix-B ({b0} )"));
    }
    if a0 != c0 {
        return instance.refuse(format!("1st dim matrix-A ( {a0} )!= 1st dim matrix-C ( {c0} )"));
    }
    if b1 != c1 {
        return instance.refuse(format!("2nd dim matrix-B ( {b1} ) != 2nd dim matrix-C ( {c1} )"));
    }
    let elements = [a, b, c].map(|ty| element_or_self(context, ty));
    let [one, other, sum] = elements;
    let product = || {
        let [one, other, sum] = elements.map(|ty| instance.quote(ty));
        format!("{sum} += {one} * {other}")
    };
    if !are_allowed(context, sum, one, other) {
        return instance.refuse(format!("{}, it is not supported.", product()));
    }
    if !is_allowed_width(context, *b1, one) {
        return instance.refuse(format!(
            "has input type {} n is set to {b1}, it is not supported",
            instance.quote(b)
        ));
    }
    let is_supported = float(context, sum) == Some(FloatKind::F32)
        || matches!(float(context, one), Some(FloatKind::F16 | FloatKind::BF16));
    match is_supported {
        true => Ok(()),
        false => instance.refuse(format!(
            "hit a limitation: {}, it is not supported yet",
            product()
        )),
    }
}

pub(super) fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(fragment) = type_in(context, instance.operand_type("matrixD"), "fragmented") else {
        return Ok(());
    };
    if float(context, element_or_self(context, fragment)) != Some(FloatKind::F32) {
        return instance.refuse("hit a limitation: only f32 results for the time being");
    }
    let (own, target) = (
        sizes(context, fragment),
        sizes(context, instance.operand_type("dstMemref")),
    );
    // MLIR reads sizes that are not there.
    let size = |shape: &[i64], index: usize| shape.get(index).copied().unwrap_or_default();
    match (0..2).all(|index| size(&own, index) == size(&target, index)) {
        true => Ok(()),
        false => instance.refuse(format!(
            "results [{}][{}] values. However, destination memref[{}][{}]  does not have same size as results",
            instance.quote(fragment),
            size(&own, 1),
            size(&target, 0),
            size(&target, 1)
        )),
    }
}

pub(super) fn accumulator(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(fragment) = type_in(context, instance.result_type("matrixC"), "fragmented") else {
        return Ok(());
    };
    let shape = sizes(context, fragment);
    let size = |index: usize| shape.get(index).copied().unwrap_or_default();
    match size(0) % 64 == 0 && is_allowed_width(context, size(1), element_or_self(context, fragment)) {
        true => Ok(()),
        false => instance.refuse(format!(
            "has type {}. It does not fit into warp-group level (wgmma) matrix multiplication instruction (or not \
             supported yet)",
            instance.quote(fragment)
        )),
    }
}
