//! Asynchronous copies, of blocks and of parts of tensors, prefetches, and addresses in other blocks of a cluster.

use tvmlike_define::Instance;
use tvmlike_ir::Failure;

use super::{SHARED_CLUSTER, is_set, keyword, optional_keyword, space};

/// The address spaces.
const GENERIC: u64 = 0;
const GLOBAL: u64 = 1;
const SHARED: u64 = 3;
const CONSTANT: u64 = 4;
const LOCAL: u64 = 5;

pub(super) fn map_address(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let result = instance.result_type("res").symbol(context);
    let result = result.and_then(|(_, parameters)| parameters.get(0));
    let result = result.and_then(|space| crate::llvm::keywords::integer(context, space));
    match (space(instance, "a"), result.unwrap_or_default()) {
        (SHARED, SHARED_CLUSTER) | (GENERIC, GENERIC) => Ok(()),
        _ => instance.refuse("failed to verify that Valid address-space check(or mapping) for mapa Op"),
    }
}

pub(super) fn shared(instance: &Instance<'_>) -> Result<(), Failure> {
    let (size, modifier) = (instance.integer("size"), keyword(instance, "modifier", ""));
    if !["cg", "ca"].contains(&modifier) {
        return instance.refuse_plainly("Only CG and CA cache modifiers are supported.");
    }
    if !matches!(size, Some(4 | 8 | 16)) {
        return instance.refuse_plainly("expected byte size to be either 4, 8 or 16.");
    }
    match modifier == "cg" && size != Some(16) {
        true => instance.refuse_plainly("CG cache modifier is only support for 16 bytes copy."),
        false => Ok(()),
    }
}

const MULTICAST: &str = "Multicast is not supported with shared::cta mode.";

pub(super) fn bulk(instance: &Instance<'_>) -> Result<(), Failure> {
    let is_multicast = instance.optional_operand("multicastMask").is_some();
    match is_multicast && space(instance, "dstMem") == SHARED {
        true => instance.refuse_plainly(MULTICAST),
        false => Ok(()),
    }
}

/// The largest rank of a tensor, the least one for `im2col`, and the coordinates of four rows.
const MAX_RANK: usize = 5;
const IM2COL_RANK: usize = 3;
const FOUR_ROWS: usize = 5;

/// Checks the number of coordinates.
fn rank(instance: &Instance<'_>) -> Result<usize, Failure> {
    let count = instance.operands("coordinates").len();
    match (1..=MAX_RANK).contains(&count) {
        true => Ok(count),
        false => instance
            .refuse_plainly("expects coordinates between 1 to 5 dimension")
            .map(|()| count),
    }
}

/// Checks the coordinates of a store.
fn stored(instance: &Instance<'_>, is_im2col: bool) -> Result<(), Failure> {
    let rank = rank(instance)?;
    match is_im2col && rank < IM2COL_RANK {
        true => instance.refuse_plainly("to use im2col mode, the tensor has to be at least 3-dimensional"),
        false => Ok(()),
    }
}

pub(super) fn tensor_store(instance: &Instance<'_>) -> Result<(), Failure> {
    let mode = keyword(instance, "mode", "tile");
    if instance.optional_operand("predicate").is_some() {
        if mode != "tile" {
            return instance.refuse_plainly("Inline-ptx lowering supported only for Tile mode.");
        }
        if instance.optional_operand("l2CacheHint").is_some() {
            return instance.refuse_plainly("Inline-ptx lowering unsupported with L2 cache-hint.");
        }
    }
    match mode {
        "tile_scatter4" if instance.operands("coordinates").len() != FOUR_ROWS => {
            instance.refuse_plainly("Scatter4 mode expects 5 coordinates")
        }
        "tile_scatter4" => Ok(()),
        _ => stored(instance, mode == "im2col"),
    }
}

pub(super) fn tensor_reduce(instance: &Instance<'_>) -> Result<(), Failure> {
    match keyword(instance, "mode", "tile") {
        "tile_scatter4" => instance.refuse_plainly("Scatter mode unsupported for CpAsyncBulkTensorReduceOp"),
        mode => stored(instance, mode == "im2col"),
    }
}

/// Checks the coordinates and the offsets of a load.
pub(super) fn tensor_prefetch(instance: &Instance<'_>) -> Result<(), Failure> {
    let rank = rank(instance)?;
    let mode = keyword(instance, "mode", "tile");
    if mode == "tile_gather4" && rank != FOUR_ROWS {
        return instance.refuse_plainly("Gather4 mode expects 5 coordinates");
    }
    let is_im2col = mode.starts_with("im2col");
    if is_im2col && rank < IM2COL_RANK {
        return instance.refuse_plainly(format!(
            "to use {mode} mode, the tensor has to be at least 3-dimensional"
        ));
    }
    let expected = match mode {
        "im2col" => rank - 2,
        _ if is_im2col => 2,
        _ => 0,
    };
    match instance.operands("im2colOffsets").len() {
        count if count == expected => Ok(()),
        count => instance.refuse_plainly(format!(" im2col offsets expected {expected} (provided {count})")),
    }
}

pub(super) fn tensor_load(instance: &Instance<'_>) -> Result<(), Failure> {
    let is_alone = is_set(instance, "isCTAOnly");
    let (space, mode) = (space(instance, "dstMem"), keyword(instance, "mode", "tile"));
    if instance.optional_operand("predicate").is_some() {
        if is_alone {
            return instance.refuse_plainly("Predicate is supported only for shared::cluster mode.");
        }
        if !["tile", "im2col"].contains(&mode) {
            return instance.refuse_plainly("Predicate is supported only for Tile and Im2col modes.");
        }
        return tensor_prefetch(instance);
    }
    if is_alone && space != SHARED {
        return instance.refuse_plainly("Shared::cta destination requires address-space 3.");
    }
    if !is_alone && space != SHARED_CLUSTER {
        return instance.refuse_plainly("Shared::cluster destination requires address-space 7.");
    }
    if is_alone && instance.optional_operand("multicastMask").is_some() {
        return instance.refuse_plainly(MULTICAST);
    }
    if is_alone && instance.has("group") {
        return instance.refuse_plainly("CTAGroup is not supported with shared::cta mode.");
    }
    tensor_prefetch(instance)
}

pub(super) fn prefetch(instance: &Instance<'_>) -> Result<(), Failure> {
    let space = space(instance, "addr");
    let level = optional_keyword(instance, "cacheLevel");
    let priority = optional_keyword(instance, "evictPriority");
    match (instance.has("tensormap"), level) {
        (true, Some(_)) => instance.refuse("cannot specify both tensormap and cache level"),
        (true, None) => prefetch_map(instance, space, priority.is_some()),
        (false, Some(level)) => prefetch_level(instance, space, level, priority),
        (false, None) => instance.refuse("requires specification of either cache level or tensormap"),
    }
}

fn prefetch_map(instance: &Instance<'_>, space: u64, has_priority: bool) -> Result<(), Failure> {
    if ![GENERIC, CONSTANT].contains(&space) {
        return instance.refuse("prefetch tensormap requires a generic or constant pointer");
    }
    if has_priority {
        return instance.refuse("prefetch tensormap does not support eviction priority");
    }
    match instance.has("in_param_space") && space != GENERIC {
        true => instance.refuse("in_param_space can only be specified for a generic pointer"),
        false => Ok(()),
    }
}

fn prefetch_level(
    instance: &Instance<'_>,
    space: u64,
    level: &str,
    priority: Option<&str>,
) -> Result<(), Failure> {
    if ![GENERIC, GLOBAL, LOCAL].contains(&space) {
        return instance.refuse("prefetch to cache level requires a generic, global, or local pointer");
    }
    if instance.has("uniform") {
        if level != "L1" {
            return instance.refuse("unsupported cache level, the only supported uniform cache level is L1");
        }
        if space != GENERIC {
            return instance.refuse("prefetch to uniform cache requires a generic pointer");
        }
    }
    if let Some(priority) = priority {
        if level != "L2" {
            return instance.refuse("cache eviction priority supported only for cache level L2");
        }
        if space != GLOBAL {
            return instance.refuse("cache eviction priority requires a global pointer");
        }
        if !["evict_normal", "evict_last"].contains(&priority) {
            return instance.refuse(
                "unsupported cache eviction priority, only evict_last and evict_normal are supported",
            );
        }
    }
    match instance.optional_operand("predicate") {
        Some(_) => instance.refuse("predicate supported only on prefetch tensormap"),
        None => Ok(()),
    }
}
