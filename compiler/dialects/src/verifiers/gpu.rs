//! `gpu`: memory of a device, kernels, matrices, reductions and what lanes exchange.

mod kernel;
mod matrix;
mod warp;

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{Context, Failure, Op, Traits, Type, TypeKind};
use tvmlike_text::quote_attribute;

use super::function;
use super::memref::{num_symbols, verify_dynamic_sizes};
use super::types::{MemRef, is_compatible};
use crate::data_layout;

pub(super) const CHECKS: super::Table = &[
    ("gpu.all_reduce", Hook::VerifyRegions(all_reduce)),
    ("gpu.alloc", Hook::Verify(alloc)),
    ("gpu.dynamic_shared_memory", Hook::Verify(dynamic_shared_memory)),
    ("gpu.func", Hook::Interface("FunctionOpInterface", kernel::func)),
    ("gpu.launch", Hook::Verify(kernel::launch)),
    ("gpu.launch", Hook::VerifyRegions(kernel::launch_regions)),
    ("gpu.launch_func", Hook::Verify(kernel::launch_func)),
    ("gpu.memcpy", Hook::Verify(memcpy)),
    (
        "gpu.module",
        Hook::Interface("DataLayoutOpInterface", |op| {
            data_layout::verify(op.context, op.op)
        }),
    ),
    ("gpu.module", Hook::Implied),
    ("gpu.return", Hook::Verify(returns)),
    ("gpu.rotate", Hook::Verify(rotate)),
    ("gpu.subgroup_broadcast", Hook::Verify(broadcast)),
    ("gpu.subgroup_mma_compute", Hook::Verify(matrix::compute)),
    ("gpu.subgroup_mma_load_matrix", Hook::Verify(matrix::load)),
    ("gpu.subgroup_mma_store_matrix", Hook::Verify(matrix::store)),
    ("gpu.subgroup_reduce", Hook::Verify(subgroup_reduce)),
    (
        "gpu.warp_execute_on_lane_0",
        Hook::ImpliedInterface("RegionBranchOpInterface"),
    ),
    ("gpu.warp_execute_on_lane_0", Hook::Verify(warp::execute)),
];

fn alloc(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(memref) = MemRef::of(context, instance.result_type("memref")) else {
        return Ok(());
    };
    verify_dynamic_sizes(instance, &memref, instance.operands("dynamicSizes").len())?;
    let expected = match memref.is_identity(context) {
        true => 0,
        false => num_symbols(context, memref.layout),
    };
    match instance.operands("symbolOperands").len() == expected {
        true => Ok(()),
        false => instance.refuse("symbol operand count does not equal memref symbol count"),
    }
}

fn memcpy(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (source, target) = (instance.operand_type("src"), instance.operand_type("dst"));
    if source.element_type(context) != target.element_type(context) {
        return instance.refuse("arguments have incompatible element type");
    }
    match is_compatible(context, source, target) {
        true => Ok(()),
        false => instance.refuse("arguments have incompatible shape"),
    }
}

/// The word of a case of an enum, as in `#gpu<broadcast specific_lane>`.
fn case(instance: &Instance<'_>, attribute: &str) -> String {
    let text = instance
        .attribute(attribute)
        .map(|value| quote_attribute(instance.context, value));
    let text = text.unwrap_or_default();
    let word = text.trim_end_matches('>').rsplit(' ').next();
    word.unwrap_or_default().to_owned()
}

/// Checks that a reduction fits the type of what it reduces.
fn verify_reduction(instance: &Instance<'_>, element: Type, ty: Type) -> Result<(), Failure> {
    let reduction = case(instance, "op");
    let kind = element.kind(instance.context);
    let fits = match reduction.as_str() {
        "minnumf" | "maxnumf" | "minimumf" | "maximumf" => matches!(kind, TypeKind::Float(_)),
        "minsi" | "minui" | "maxsi" | "maxui" | "and" | "or" | "xor" => {
            matches!(kind, TypeKind::Integer { .. })
        }
        _ => true,
    };
    match fits {
        true => Ok(()),
        false => instance.refuse_plainly(format!(
            "`{reduction}` reduction operation is not compatible with type {}",
            instance.quote(ty)
        )),
    }
}

fn all_reduce(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let ty = instance.result_type("result");
    let Some(body) = instance.regions("body").next() else {
        return Ok(());
    };
    let Some(entry) = body.first_block(context) else {
        return match instance.has("op") {
            true => verify_reduction(instance, ty, ty),
            false => instance.refuse_plainly("expected either an op attribute or a non-empty body"),
        };
    };
    if instance.has("op") {
        return instance.refuse_plainly("expected either an op attribute or a non-empty body");
    }
    if entry.num_arguments(context) != 2 {
        return instance.refuse_plainly("expected two region arguments");
    }
    if entry
        .arguments(context)
        .any(|argument| argument.ty(context) != ty)
    {
        return instance.refuse_plainly("incorrect region argument type");
    }
    let is_yield = |op: &Op| op.is_named(context, "gpu.yield");
    let last = body.blocks(context).filter_map(|block| block.last_op(context));
    let mut yields = last.filter(is_yield).peekable();
    if yields.peek().is_none() {
        return instance.refuse_plainly("expected gpu.yield op in region");
    }
    for each in yields {
        let operand = each
            .operand(context, 0)
            .filter(|_| each.num_operands(context) == 1);
        let Some(operand) = operand else {
            return instance.refuse_plainly("expected one gpu.yield operand");
        };
        if operand.ty(context) != ty {
            return instance.refuse_plainly("incorrect gpu.yield type");
        }
    }
    Ok(())
}

fn subgroup_reduce(instance: &Instance<'_>) -> Result<(), Failure> {
    let ty = instance.result_type("result");
    verify_reduction(instance, super::types::element_or_self(instance.context, ty), ty)?;
    let is_power_of_2 = |number: i64| u32::try_from(number).is_ok_and(u32::is_power_of_two);
    let size = instance.integer("cluster_size");
    if let Some(size) = size
        && !is_power_of_2(size)
    {
        return instance.refuse(format!("cluster size {size} is not a power of two"));
    }
    let stride = instance.integer("cluster_stride").unwrap_or(1);
    if stride != 1 && size.is_none() {
        return instance.refuse("cluster stride can only be specified if cluster size is specified");
    }
    match is_power_of_2(stride) {
        true => Ok(()),
        false => instance.refuse(format!("cluster stride {stride} is not a power of two")),
    }
}

fn dynamic_shared_memory(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let parents = std::iter::successors(instance.op.parent_op(context), |op| op.parent_op(context));
    if !parents
        .into_iter()
        .any(|op| op.has_trait(context, Traits::SYMBOL_TABLE))
    {
        return instance.refuse("must be inside an op with symbol table");
    }
    let ty = instance.result_type("resultMemref");
    if !is_workgroup(context, ty) {
        return instance.refuse("address space must be address_space<workgroup>");
    }
    match ty.has_static_shape(context) {
        true => instance.refuse("result memref type must be memref<?xi8, #gpu.address_space<workgroup>>"),
        false => Ok(()),
    }
}

/// Whether a memref is in memory that a group of threads shares.
fn is_workgroup(context: &Context, ty: Type) -> bool {
    let TypeKind::MemRef {
        space: Some(space), ..
    } = ty.kind(context)
    else {
        return false;
    };
    quote_attribute(context, space) == "#gpu.address_space<workgroup>"
}

fn returns(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(parent) = op.parent_op(context) else {
        return Ok(());
    };
    let Some((_, results)) = function::signature(context, parent) else {
        return Ok(());
    };
    let wanted = results.len();
    if wanted != op.num_operands(context) {
        let error = op.emit_op_error(context, format!("expected {wanted} result operands"));
        return Err(error
            .note(parent.location(context), "return type declared here")
            .emit());
    }
    for (index, (operand, result)) in op.operands(context).zip(results.iter()).enumerate() {
        let operand = operand.ty(context);
        if operand != result {
            let operand = instance.quote(operand);
            return instance.refuse(format!("unexpected type `{operand}' for operand #{index}"));
        }
    }
    Ok(())
}

fn rotate(instance: &Instance<'_>) -> Result<(), Failure> {
    match (instance.integer("offset"), instance.integer("width")) {
        (Some(offset), Some(width)) if !(0..width).contains(&offset) => {
            instance.refuse(format!("offset must be in the range [0, {width})"))
        }
        _ => Ok(()),
    }
}

fn broadcast(instance: &Instance<'_>) -> Result<(), Failure> {
    let is_specific = case(instance, "broadcast_type") == "specific_lane";
    match (is_specific, instance.optional_operand("lane").is_some()) {
        (false, true) => instance.refuse("lane can only be specified for `specific_lane` broadcast"),
        (true, false) => instance.refuse("lane must be specified for `specific_lane` broadcast"),
        _ => Ok(()),
    }
}
