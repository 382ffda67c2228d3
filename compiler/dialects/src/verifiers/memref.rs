//! `memref`: allocation, access, symbols and views of memory.

mod dma;
mod reshape;
mod view;

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{Attribute, AttributeKind, Context, DYNAMIC, Failure, SymbolTables, Type, TypeKind};

use super::{cast, region_branch};
pub(crate) use reshape::{collapsed_type, expanded_type};
pub(super) use view::canonical_layout;
pub(crate) use view::{dropped_by_stride, subview_type};

use super::types::{MemRef, has_trait, is_free_of_effects, memref_parts, shapes_agree, sizes_agree};

pub(super) const CHECKS: super::Table = &[
    ("memref.alloc", Hook::Verify(verify_allocation)),
    ("memref.alloca", Hook::Verify(alloca)),
    (
        "memref.alloca_scope",
        Hook::InterfaceRegions("RegionBranchOpInterface", alloca_scope),
    ),
    ("memref.assume_alignment", Hook::Verify(assume_alignment)),
    ("memref.atomic_rmw", Hook::Verify(atomic_rmw)),
    ("memref.atomic_yield", Hook::Verify(atomic_yield)),
    ("memref.cast", Hook::Interface("CastOpInterface", cast)),
    ("memref.collapse_shape", Hook::Verify(reshape::collapse_shape)),
    ("memref.distinct_objects", Hook::Verify(distinct_objects)),
    ("memref.dma_start", Hook::Verify(dma::start)),
    ("memref.dma_wait", Hook::Verify(dma::wait)),
    ("memref.expand_shape", Hook::Verify(reshape::expand_shape)),
    ("memref.generic_atomic_rmw", Hook::Verify(generic_atomic_rmw)),
    ("memref.get_global", Hook::SymbolUses(get_global)),
    ("memref.global", Hook::Verify(global)),
    ("memref.load", Hook::Verify(load)),
    (
        "memref.memory_space_cast",
        Hook::Interface("CastOpInterface", memory_space_cast),
    ),
    ("memref.prefetch", Hook::Verify(prefetch)),
    ("memref.realloc", Hook::Verify(realloc)),
    (
        "memref.reinterpret_cast",
        Hook::Interface("OffsetSizeAndStrideOpInterface", view::reinterpret_cast_lists),
    ),
    ("memref.reinterpret_cast", Hook::Verify(view::reinterpret_cast)),
    ("memref.reshape", Hook::Verify(reshape::reshape)),
    ("memref.store", Hook::Verify(store)),
    (
        "memref.subview",
        Hook::Interface("OffsetSizeAndStrideOpInterface", view::subview_lists),
    ),
    ("memref.subview", Hook::Verify(view::subview)),
    ("memref.transpose", Hook::Verify(view::transpose)),
    ("memref.view", Hook::Verify(view::view)),
];

/// The number of symbols of a layout: what it has that is not known.
pub(super) fn num_symbols(context: &Context, layout: Attribute) -> usize {
    match layout.kind(context) {
        AttributeKind::AffineMap(map) => map.num_symbols(context) as usize,
        AttributeKind::StridedLayout { offset, strides } => {
            usize::from(offset == DYNAMIC) + strides.iter().filter(|stride| *stride == DYNAMIC).count()
        }
        _ => 0,
    }
}

/// Checks that there are as many operands for sizes as a shape has sizes that are not known.
pub(super) fn verify_dynamic_sizes(
    instance: &Instance<'_>,
    memref: &MemRef<'_>,
    given: usize,
) -> Result<(), Failure> {
    let expected = memref.shape.iter().filter(|size| *size == DYNAMIC).count();
    match given == expected {
        true => Ok(()),
        false => instance.refuse(format!(
            "incorrect number of dynamic sizes, has {given}, expected {expected}"
        )),
    }
}

fn verify_allocation(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(memref) = MemRef::of(context, instance.result_type("memref")) else {
        return Ok(());
    };
    verify_dynamic_sizes(instance, &memref, instance.operands("dynamicSizes").len())?;
    let expected = match memref.is_identity(context) {
        true => 0,
        false => num_symbols(context, memref.layout),
    };
    let given = instance.operands("symbolOperands").len();
    match given == expected {
        true => Ok(()),
        false => instance.refuse(format!(
            "symbol operand count does not equal memref symbol count: expected {expected}, got {given}"
        )),
    }
}

fn alloca(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut ancestors = std::iter::successors(instance.op.parent_op(context), |op| op.parent_op(context));
    if !ancestors.any(|op| has_trait(context, op, "AutomaticAllocationScope")) {
        return instance.refuse("requires an ancestor op with AutomaticAllocationScope trait");
    }
    verify_allocation(instance)
}

/// Checks what the region returns.
fn alloca_scope(instance: &Instance<'_>) -> Result<(), Failure> {
    let regions = instance.regions("bodyRegion");
    let edges = regions.flat_map(|region| region_branch::to_results(instance, region));
    region_branch::verify(instance, edges)
}

fn assume_alignment(instance: &Instance<'_>) -> Result<(), Failure> {
    let alignment = instance
        .integer("alignment")
        .and_then(|value| u64::try_from(value).ok());
    match alignment.is_some_and(u64::is_power_of_two) {
        true => Ok(()),
        false => instance.refuse("alignment must be power of 2"),
    }
}

fn atomic_rmw(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if instance.operand_type("memref").rank(context) != Some(instance.operands("indices").len()) {
        return instance.refuse("expects the number of subscripts to be equal to memref rank");
    }
    let (kind, wants_float) = match instance.integer("kind") {
        Some(0) => ("addf", true),
        Some(1) => ("addi", false),
        Some(2) => ("andi", false),
        Some(4) => ("maximumf", true),
        Some(6) => ("maxs", false),
        Some(7) => ("maxu", false),
        Some(8) => ("minimumf", true),
        Some(10) => ("mins", false),
        Some(11) => ("minu", false),
        Some(12) => ("mulf", true),
        Some(13) => ("muli", false),
        Some(14) => ("ori", false),
        Some(15) => ("xori", false),
        _ => return Ok(()),
    };
    let is_float = instance.operand_type("value").float_kind(context).is_some();
    match (wants_float, is_float) {
        (true, false) => instance.refuse(format!("with kind '{kind}' expects a floating-point type")),
        (false, true) => instance.refuse(format!("with kind '{kind}' expects an integer type")),
        _ => Ok(()),
    }
}

fn atomic_yield(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let parent = instance
        .op
        .parent_op(context)
        .and_then(|parent| parent.result(context, 0));
    let Some(expected) = parent.map(|result| result.ty(context)) else {
        return Ok(());
    };
    let given = instance.operand_type("result");
    if given == expected {
        return Ok(());
    }
    let (given, expected) = (instance.quote(given), instance.quote(expected));
    instance.refuse(format!(
        "types mismatch between yield op: {given} and its parent: {expected}"
    ))
}

/// Whether two layouts can describe the same memory: they are equal, or strided and differ in what is not known.
fn layouts_agree(context: &Context, one: &MemRef<'_>, other: &MemRef<'_>) -> bool {
    if one.layout == other.layout {
        return true;
    }
    match (
        one.ty.strides_and_offset(context),
        other.ty.strides_and_offset(context),
    ) {
        (Some((strides, offset)), Some((others, other_offset))) => {
            sizes_agree(offset, other_offset)
                && strides.len() == others.len()
                && strides
                    .iter()
                    .zip(&others)
                    .all(|(one, other)| sizes_agree(*one, *other))
        }
        _ => false,
    }
}

/// Whether a memref has the identity as its layout.
pub(crate) fn has_identity_layout(context: &Context, ty: Type) -> bool {
    MemRef::of(context, ty).is_some_and(|memref| memref.is_identity(context))
}

/// Whether `memref.cast` converts a type to another one.
pub(crate) fn can_cast(context: &Context, from: Type, to: Type) -> bool {
    match (MemRef::of(context, from), MemRef::of(context, to)) {
        (Some(from), Some(to)) => {
            from.element == to.element
                && layouts_agree(context, &from, &to)
                && from.space == to.space
                && shapes_agree(from.shape, to.shape)
        }
        (None, None) => false,
        _ => memref_parts(context, from) == memref_parts(context, to),
    }
}

fn cast(instance: &Instance<'_>) -> Result<(), Failure> {
    cast::verify(instance, can_cast)
}

fn memory_space_cast(instance: &Instance<'_>) -> Result<(), Failure> {
    cast::verify(instance, |context, from, to| {
        match (MemRef::of(context, from), MemRef::of(context, to)) {
            (Some(from), Some(to)) => {
                from.element == to.element && from.shape == to.shape && from.layout == to.layout
            }
            (None, None) => true,
            _ => false,
        }
    })
}

fn distinct_objects(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let types = instance.op.operands(context).map(|value| value.ty(context));
    if !types.eq(instance.op.results(context).map(|value| value.ty(context))) {
        return instance.refuse("operand types and result types must match");
    }
    match instance.op.num_operands(context) {
        0 => instance.refuse("expected at least one operand"),
        _ => Ok(()),
    }
}

fn generic_atomic_rmw(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let block = instance
        .op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let Some(block) = block.filter(|block| block.num_arguments(context) == 1) else {
        return instance.refuse("expected single number of entry block arguments");
    };
    let argument = block.argument(context, 0).map(|argument| argument.ty(context));
    if argument != Some(instance.result_type("result")) {
        return instance.refuse("expected block argument of the same type result type");
    }
    let mut at = block.first_op(context);
    while let Some(op) = at {
        if !is_free_of_effects(context, op) {
            let message =
                "body of 'memref.generic_atomic_rmw' should contain only operations with no side effects";
            return Err(op.emit_error(context, message).emit());
        }
        at = op.next(context);
    }
    Ok(())
}

fn get_global(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let context = instance.context;
    let Some(reference) = instance.attribute("name") else {
        return Ok(());
    };
    let AttributeKind::SymbolRef { root, .. } = reference.kind(context) else {
        return Ok(());
    };
    let name = root.text(context);
    let found = tables.lookup_nearest(context, instance.op, reference);
    let global = context.identifier("memref.global");
    let Some(found) = found.filter(|found| found.name(context) == global) else {
        return instance.refuse(format!("'{name}' does not reference a valid global memref"));
    };
    let expected = found.property(context, context.identifier("type"));
    let expected = match expected.map(|expected| expected.kind(context)) {
        Some(AttributeKind::Type(ty)) => ty,
        _ => return Ok(()),
    };
    let given = instance.result_type("result");
    if given == expected {
        return Ok(());
    }
    let (given, expected) = (instance.quote(given), instance.quote(expected));
    instance.refuse(format!(
        "result type {given} does not match type {expected} of the global memref @{name}"
    ))
}

fn global(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let ty = instance.type_in("type");
    let Some((ty, memref)) = ty.and_then(|ty| Some((ty, MemRef::of(context, ty)?))) else {
        return Ok(());
    };
    if !ty.has_static_shape(context) {
        let ty = instance.quote(ty);
        return instance.refuse(format!("type should be static shaped memref, but got {ty}"));
    }
    let Some(value) = instance.attribute("initial_value") else {
        return Ok(());
    };
    match value.kind(context) {
        AttributeKind::Unit => Ok(()),
        AttributeKind::DenseElements(_)
        | AttributeKind::DenseStrings(_)
        | AttributeKind::DenseResource { .. }
        | AttributeKind::Sparse { .. } => verify_initial_value(instance, &memref, value.ty(context)),
        _ => instance.refuse(format!(
            "initial value should be a unit or elements attribute, but got {}",
            tvmlike_text::quote_attribute(context, value)
        )),
    }
}

fn verify_initial_value(instance: &Instance<'_>, memref: &MemRef<'_>, given: Type) -> Result<(), Failure> {
    let context = instance.context;
    let TypeKind::RankedTensor { shape, element, .. } = given.kind(context) else {
        let given = instance.quote(given);
        return instance.refuse(format!(
            "initial value should be a tensor, but has the type {given}"
        ));
    };
    if element != memref.element {
        let (expected, given) = (instance.quote(memref.element), instance.quote(element));
        return instance.refuse(format!(
            "initial value element expected to be of type {expected}, but was of type {given}"
        ));
    }
    if shape != memref.shape {
        let text = |sizes: tvmlike_ir::Dims<'_>| {
            let sizes: Vec<String> = sizes.iter().map(|size| size.to_string()).collect();
            sizes.join(", ")
        };
        let (expected, given) = (text(memref.shape), text(shape));
        return instance.refuse(format!(
            "initial value shape expected to be {expected} but was {given}"
        ));
    }
    Ok(())
}

fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    let (rank, given) = rank_and_indices(instance);
    match rank == given {
        true => Ok(()),
        false => instance.refuse(format!(
            "incorrect number of indices for load, expected {rank} but got {given}"
        )),
    }
}

fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    let (rank, given) = rank_and_indices(instance);
    match rank == given {
        true => Ok(()),
        false => instance.refuse("store index operand count not equal to memref rank"),
    }
}

fn prefetch(instance: &Instance<'_>) -> Result<(), Failure> {
    let (rank, given) = rank_and_indices(instance);
    match rank == given {
        true => Ok(()),
        false => instance.refuse("too few indices"),
    }
}

fn rank_and_indices(instance: &Instance<'_>) -> (usize, usize) {
    let rank = instance
        .operand_type("memref")
        .rank(instance.context)
        .unwrap_or_default();
    (rank, instance.operands("indices").len())
}

fn realloc(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let result = instance.op.result(context, 0).map(|result| result.ty(context));
    let source = MemRef::of(context, instance.operand_type("source"));
    let (Some(source), Some(result)) = (source, result.and_then(|ty| MemRef::of(context, ty))) else {
        return Ok(());
    };
    let (from, to) = (instance.quote(source.ty), instance.quote(result.ty));
    if !source.is_identity(context) {
        return instance.refuse_plainly(format!("unsupported layout for source memref type {from}"));
    }
    if !result.is_identity(context) {
        return instance.refuse_plainly(format!("unsupported layout for result memref type {to}"));
    }
    if source.space != result.space {
        return instance.refuse_plainly(format!(
            "different memory spaces specified for source memref type {from} and result memref type {to}"
        ));
    }
    if source.element != result.element {
        return instance.refuse_plainly(format!(
            "different element types specified for source memref type {from} and result memref type {to}"
        ));
    }
    let is_dynamic = result.shape.iter().any(|size| size == DYNAMIC);
    match (is_dynamic, instance.optional_operand("dynamicResultSize")) {
        (true, None) => instance.refuse_plainly(format!("missing dimension operand for result type {to}")),
        (false, Some(_)) => {
            instance.refuse_plainly(format!("unnecessary dimension operand for result type {to}"))
        }
        _ => Ok(()),
    }
}
