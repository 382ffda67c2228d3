//! Structured transformations of `transform`, and those alike: sizes, permutations and options.

use tvmlike_define::Instance;
use tvmlike_ir::{Attribute, AttributeKind, Context, DYNAMIC, Failure, Traits};
use tvmlike_text::quote_attribute;

fn text<'c>(instance: &Instance<'c>, name: &str) -> &'c [u8] {
    match instance.attribute(name).map(|value| value.kind(instance.context)) {
        Some(AttributeKind::String { bytes, .. }) => bytes,
        _ => b"",
    }
}

pub(super) fn bufferize(instance: &Instance<'_>) -> Result<(), Failure> {
    if !matches!(text(instance, "memcpy_op"), b"memref.copy" | b"linalg.copy") {
        return instance.refuse("unsupported memcpy op");
    }
    let is_set = |name: &str| instance.attribute(name) == Some(instance.context.bool_attribute(true));
    for option in ["print_conflicts", "dump_alias_sets"] {
        if is_set(option) && !is_set("test_analysis_only") {
            return instance.refuse(format!("'{option}' requires 'test_analysis_only'"));
        }
    }
    Ok(())
}

pub(super) fn allocation(instance: &Instance<'_>) -> Result<(), Failure> {
    const COPIES: [&[u8]; 3] = [
        b"bufferization.materialize_in_destination",
        b"memref.copy",
        b"linalg.copy",
    ];
    if !COPIES.contains(&text(instance, "memcpy_op")) {
        return instance.refuse("unsupported memcpy op");
    }
    match text(instance, "alloc_op") {
        b"memref.alloc" | b"memref.alloca" => Ok(()),
        _ => instance.refuse("unsupported alloc op"),
    }
}

pub(super) fn grid(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.integers("grid_dims").len() {
        0 | 3 => Ok(()),
        _ => instance.refuse("transform requires empty or size-3 grid_dims"),
    }
}

fn is_permutation(values: &[i64]) -> bool {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.iter().copied().eq(0..values.len() as i64)
}

pub(super) fn permutation(instance: &Instance<'_>, name: &str) -> Result<(), Failure> {
    let values = instance.integers(name);
    if is_permutation(&values) {
        return Ok(());
    }
    let found: Vec<String> = values.iter().map(i64::to_string).collect();
    instance.refuse(format!(
        "expects {name} to be a permutation, found {}",
        found.join(", ")
    ))
}

pub(super) fn transposition(instance: &Instance<'_>) -> Result<(), Failure> {
    let [inner, outer] = ["inner_perm", "outer_perm"].map(|name| (name, instance.integers(name)));
    for (name, values) in [&inner, &outer] {
        if !is_permutation(values) {
            return instance.refuse(format!("\"{name}\" is not a valid permutation"));
        }
    }
    match inner.1.is_empty() && outer.1.is_empty() {
        true => instance.refuse(" at least one of \"inner_perm\" or \"outer_perm\" must be specified"),
        false => Ok(()),
    }
}

pub(super) fn same_results(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut types = instance.op.results(context).map(|result| result.ty(context));
    let first = types.next();
    match types.all(|ty| Some(ty) == first) {
        true => Ok(()),
        false => instance.refuse("expects all results type to be the same"),
    }
}

pub(super) fn split(instance: &Instance<'_>) -> Result<(), Failure> {
    let is_static = instance.integer("static_chunk_sizes") != Some(DYNAMIC);
    match is_static == instance.optional_operand("dynamic_chunk_sizes").is_some() {
        true => instance.refuse("expects either a dynamic or a static split point to be provided"),
        false => Ok(()),
    }
}

pub(super) fn tiles(instance: &Instance<'_>) -> Result<(), Failure> {
    let mut is_given = false;
    for name in ["num_threads", "tile_sizes"] {
        let listed = !instance.integers(&format!("static_{name}")).is_empty();
        let packed = instance.optional_operand(&format!("packed_{name}")).is_some();
        if listed && packed {
            return instance.refuse(format!("{name} and packed_{name} are mutually exclusive"));
        }
        is_given |= listed || packed;
    }
    match is_given {
        true => Ok(()),
        false => instance.refuse("either (packed_)num_threads or (packed_)tile_sizes must be specified"),
    }
}

pub(super) fn vectors(instance: &Instance<'_>) -> Result<(), Failure> {
    let sizes = instance.integers("static_vector_sizes").len();
    let scalable = instance.integers("scalable_sizes").len();
    match sizes == scalable {
        true => Ok(()),
        false => instance.refuse(format!(
            "expected same number of vector sizes ({sizes}) and scalable sizes ({scalable})"
        )),
    }
}

/// Checks `transform.structured.fuse`.
pub(super) fn fuse(instance: &Instance<'_>) -> Result<(), Failure> {
    let sizes = instance.integers("static_tile_sizes");
    let order = instance.integers("static_tile_interchange");
    let count = sizes.len();
    if order.len() > count {
        return instance.refuse(format!(
            "interchange length exceeds iteration space dimensions ({count}), found "
        ));
    }
    let mut seen = vec![false; count];
    for value in order.into_iter().filter(|value| *value != DYNAMIC) {
        let place = usize::try_from(value).ok().and_then(|index| seen.get_mut(index));
        match place {
            None => {
                return instance.refuse(format!(
                    "expects interchange values to be in range [0, {count}), found: {value}"
                ));
            }
            Some(true) => return instance.refuse(format!("found duplicate interchange value: {value}")),
            Some(place) => *place = true,
        }
    }
    let loops = match instance.has("use_forall") {
        true => 1,
        false => tiled(&sizes),
    };
    match loops == instance.results("loops").len() {
        true => Ok(()),
        false => instance.refuse(format!("expects {loops} loop results")),
    }
}

/// The number of loops that are tiled: those whose size is not 0.
fn tiled(sizes: &[i64]) -> usize {
    sizes.iter().filter(|size| **size != 0).count()
}

/// Checks `transform.structured.pack_greedily`.
pub(super) fn pack_greedily(instance: &Instance<'_>) -> Result<(), Failure> {
    if !is_permutation(&instance.integers("matmul_inner_dims_order")) {
        return instance.refuse("\"matmul_inner_dims_order\" is not a valid permutation");
    }
    let sizes = instance.integers("static_matmul_packed_sizes");
    let multiples = instance.integers("matmul_padded_sizes_next_multiple_of");
    let mut pairs = sizes.iter().zip(&multiples);
    match pairs.any(|(size, multiple)| *size != 0 && *multiple != 0) {
        true => instance.refuse(
            "at most one of the packed_size and the padded_sizes_next_multiple_of can be nonzero for the matmul \
             strategy",
        ),
        false => Ok(()),
    }
}

/// The numbers in an array of them.
fn numbers(context: &Context, list: Attribute) -> Vec<i64> {
    let AttributeKind::Array(all) = list.kind(context) else {
        return Vec::new();
    };
    let number = |one: Attribute| match one.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    all.iter().filter_map(number).collect()
}

/// Checks `transform.structured.pad`.
pub(super) fn pad(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let list = |name: &str| {
        instance
            .attribute(name)
            .map(|list| (list, numbers(context, list)))
    };
    let refuse = |message: &str, found: Attribute| {
        instance.refuse(format!(
            "expects {message}, found {}",
            quote_attribute(context, found)
        ))
    };
    if let Some((found, flags)) = list("nofold_flags")
        && flags.iter().any(|flag| !matches!(flag, 0 | 1))
    {
        return refuse("nofold_flags to contain booleans (0/1)", found);
    }
    let dimensions = list("padding_dimensions");
    if let Some((found, dimensions)) = &dimensions
        && dimensions.iter().any(|dimension| *dimension < 0)
    {
        return refuse("padding_dimensions to contain positive integers", *found);
    }
    let multiples = instance.integers("static_pad_to_multiple_of").len();
    if multiples > 0 && multiples != dimensions.map_or(0, |(_, dimensions)| dimensions.len()) {
        return instance.refuse("expects as many multiples as padding_dimensions");
    }
    let mut orders = instance.elements("transpose_paddings").into_iter();
    if let Some(found) = orders.find(|order| !is_permutation(&numbers(context, *order))) {
        return refuse("transpose_paddings to be a permutation", found);
    }
    match text(instance, "copy_back_op") {
        b"bufferization.materialize_in_destination" | b"linalg.copy" | b"none" => Ok(()),
        _ => instance.refuse("invalid copy_back_op"),
    }
}

/// Checks `transform.structured.replace`: the body is one operation that stands for itself.
pub(super) fn replace(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut regions = instance.regions("bodyRegion");
    let block = regions.next().and_then(|region| region.first_block(context));
    let mut ops = block.into_iter().flat_map(|block| block.operations(context));
    let (Some(op), None) = (ops.next(), ops.next()) else {
        return instance.refuse("expected one operation in block");
    };
    if op.num_operands(context) > 0 {
        let message = "expected replacement without operands";
        return Err(op.emit_op_error(context, message).emit());
    }
    match op.num_regions(context) == 0 || op.has_trait(context, Traits::ISOLATED_FROM_ABOVE) {
        true => Ok(()),
        false => Err(op
            .emit_op_error(context, "expect op that is isolated from above")
            .emit()),
    }
}

/// Checks `transform.structured.tile_using_for`.
pub(super) fn tile_using_for(instance: &Instance<'_>) -> Result<(), Failure> {
    let sizes = instance.integers("static_sizes");
    let (count, scalable) = (sizes.len(), instance.integers("scalable_sizes").len());
    if count != scalable {
        return instance.refuse(format!(
            "expected same number of sizes ({count}) and scalable sizes ({scalable})"
        ));
    }
    let (loops, results) = (tiled(&sizes), instance.results("loops").len());
    match loops == results {
        true => Ok(()),
        false => instance.refuse(format!(
            "expected number of loops to tile ({loops}) to match number of `loops` results ({results})"
        )),
    }
}

/// Checks `transform.affine.simplify_bounded_affine_ops`.
pub(super) fn bounds(instance: &Instance<'_>) -> Result<(), Failure> {
    let expected = instance.operands("bounded_values").len();
    for (name, words) in [("lower_bounds", "lower"), ("upper_bounds", "upper")] {
        let found = instance.integers(name).len();
        if found != expected {
            return instance.refuse(format!(
                "incorrect number of {words} bounds, expected {expected} but found {found}"
            ));
        }
    }
    Ok(())
}
