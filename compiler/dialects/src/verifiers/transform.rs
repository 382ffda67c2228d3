//! `transform`: positions, permutations and options.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{AttributeKind, DYNAMIC, Failure};

use super::function;

pub(super) const CHECKS: super::Table = &[
    (
        "transform.affine.simplify_bounded_affine_ops",
        Hook::Verify(bounds),
    ),
    (
        "transform.bufferization.one_shot_bufferize",
        Hook::Verify(bufferize),
    ),
    (
        "transform.get_operand",
        Hook::Verify(|op| positions(op, "raw_position_list")),
    ),
    (
        "transform.get_result",
        Hook::Verify(|op| positions(op, "raw_position_list")),
    ),
    ("transform.gpu.map_forall_to_blocks", Hook::Verify(grid)),
    ("transform.match.structured.dim", Hook::Verify(dimensions)),
    (
        "transform.named_sequence",
        Hook::Interface("FunctionOpInterface", |op| function::verify(op, true)),
    ),
    (
        "transform.structured.bufferize_to_allocation",
        Hook::Verify(allocation),
    ),
    (
        "transform.structured.continuous_tile_sizes",
        Hook::Verify(same_results),
    ),
    (
        "transform.structured.hoist_pad",
        Hook::Verify(|op| permutation(op, "transpose")),
    ),
    (
        "transform.structured.hoist_pad.build_packing_loop_nest",
        Hook::Verify(|op| permutation(op, "transpose")),
    ),
    (
        "transform.structured.interchange",
        Hook::Verify(|op| permutation(op, "iterator_interchange")),
    ),
    ("transform.structured.multitile_sizes", Hook::Verify(same_results)),
    ("transform.structured.pack_transpose", Hook::Verify(transposition)),
    ("transform.structured.split", Hook::Verify(split)),
    ("transform.structured.tile_using_forall", Hook::Verify(tiles)),
    ("transform.structured.vectorize", Hook::Verify(vectors)),
];

/// The checks that operations share.
pub(super) const INTERFACES: &[Hook] = &[
    // What these ask for follows from the definition of an operation, not from its use.
    Hook::ImpliedInterface("MatchOpInterface"),
    Hook::ImpliedInterface("NavigationTransformOpTrait"),
    Hook::ImpliedInterface("ParamProducerTransformOpTrait"),
    Hook::ImpliedInterface("SingleOpMatcher"),
    Hook::ImpliedInterface("TransformEachOpTrait"),
    Hook::ImpliedInterface("TransformOpInterface"),
    Hook::Interface("StructuredPredicate", structured_predicate),
];

fn bounds(instance: &Instance<'_>) -> Result<(), Failure> {
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

fn text<'c>(instance: &Instance<'c>, name: &str) -> &'c [u8] {
    match instance.attribute(name).map(|value| value.kind(instance.context)) {
        Some(AttributeKind::String { bytes, .. }) => bytes,
        _ => b"",
    }
}

fn bufferize(instance: &Instance<'_>) -> Result<(), Failure> {
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

fn allocation(instance: &Instance<'_>) -> Result<(), Failure> {
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

/// Checks what `custom<TransformMatchDims>` shows.
fn positions(instance: &Instance<'_>, list: &str) -> Result<(), Failure> {
    let mut listed = instance.integers(list);
    match (
        instance.has("is_all"),
        instance.has("is_inverted"),
        listed.is_empty(),
    ) {
        (true, true, _) => {
            return instance.refuse("cannot request both 'all' and 'inverted' values in the list");
        }
        (true, false, false) => {
            return instance.refuse("cannot both request 'all' and specific values in the list");
        }
        (false, _, true) => {
            return instance.refuse("must request specific values in the list if 'all' is not specified");
        }
        _ => {}
    }
    let count = listed.len();
    // Only neighbours are compared.
    listed.dedup();
    match listed.len() == count {
        true => Ok(()),
        false => instance.refuse("expected the listed values to be unique"),
    }
}

fn dimensions(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.has("parallel") && instance.has("reduction") {
        true => instance.refuse("cannot request the same dimension to be both parallel and reduction"),
        false => positions(instance, "raw_dim_list"),
    }
}

fn grid(instance: &Instance<'_>) -> Result<(), Failure> {
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

fn permutation(instance: &Instance<'_>, name: &str) -> Result<(), Failure> {
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

fn transposition(instance: &Instance<'_>) -> Result<(), Failure> {
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

fn same_results(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut types = instance.op.results(context).map(|result| result.ty(context));
    let first = types.next();
    match types.all(|ty| Some(ty) == first) {
        true => Ok(()),
        false => instance.refuse("expects all results type to be the same"),
    }
}

fn split(instance: &Instance<'_>) -> Result<(), Failure> {
    let is_static = instance.integer("static_chunk_sizes") != Some(DYNAMIC);
    match is_static == instance.optional_operand("dynamic_chunk_sizes").is_some() {
        true => instance.refuse("expects either a dynamic or a static split point to be provided"),
        false => Ok(()),
    }
}

fn tiles(instance: &Instance<'_>) -> Result<(), Failure> {
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

fn vectors(instance: &Instance<'_>) -> Result<(), Failure> {
    let sizes = instance.integers("static_vector_sizes").len();
    let scalable = instance.integers("scalable_sizes").len();
    match sizes == scalable {
        true => Ok(()),
        false => instance.refuse(format!(
            "expected same number of vector sizes ({sizes}) and scalable sizes ({scalable})"
        )),
    }
}

/// Checks that a predicate of a structured operation is about the operation that the operation around it matches.
fn structured_predicate(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let parent = op.parent_op(context);
    let parent = parent.filter(|parent| parent.name(context).bytes(context) == b"transform.match.structured");
    let Some(parent) = parent else {
        return instance.refuse("expects parent op to be 'transform.match.structured'");
    };
    let body = parent
        .region(context, 0)
        .and_then(|body| body.first_block(context));
    let argument = body.and_then(|body| body.argument(context, 0));
    match argument.is_some() && op.operand(context, 0) == argument {
        true => Ok(()),
        false => instance.refuse("expected predicate to apply to the surrounding structured op"),
    }
}
