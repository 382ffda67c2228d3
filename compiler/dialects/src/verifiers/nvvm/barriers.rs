//! Barriers, barriers in memory, and fences.

use tvmlike_define::Instance;
use tvmlike_ir::Failure;

use super::{SHARED_CLUSTER, is_set, keyword, space};

pub(super) fn barrier(instance: &Instance<'_>) -> Result<(), Failure> {
    let has = |name: &str| instance.optional_operand(name).is_some();
    let has_id = has("barrierId");
    if has("numberOfThreads") && !has_id {
        return instance.refuse("barrier id is missing, it should be set between 0 to 15");
    }
    let reduces = instance.has("reductionOp");
    if has_id && reduces {
        return instance.refuse("reduction are only available when id is 0");
    }
    match reduces == has("reductionPredicate") {
        true => Ok(()),
        false => instance.refuse("reduction predicate and reduction operation must be specified together"),
    }
}

/// Checks for which threads a barrier in memory orders accesses.
pub(super) fn scope(instance: &Instance<'_>) -> Result<(), Failure> {
    match keyword(instance, "scope", "cta") {
        "cta" | "cluster" => Ok(()),
        _ => instance.refuse_plainly("mbarrier scope must be either CTA or Cluster"),
    }
}

/// Checks an arrival, which can have the state of the barrier as its result.
pub(super) fn arrive(instance: &Instance<'_>) -> Result<(), Failure> {
    scope(instance)?;
    match space(instance, "addr") == SHARED_CLUSTER && instance.results("res").len() != 0 {
        true => instance.refuse_plainly("mbarrier in shared_cluster space cannot return any value"),
        false => Ok(()),
    }
}

pub(super) fn arrive_expecting(instance: &Instance<'_>) -> Result<(), Failure> {
    if instance.optional_operand("predicate").is_none() {
        return arrive(instance);
    }
    if keyword(instance, "scope", "cta") != "cta" {
        return instance.refuse_plainly("mbarrier scope must be CTA when using predicate");
    }
    if space(instance, "addr") == SHARED_CLUSTER {
        return instance
            .refuse_plainly("mbarrier in shared_cluster space is not supported when using predicate");
    }
    if instance.results("res").len() != 0 {
        return instance.refuse_plainly("return-value is not supported when using predicate");
    }
    match is_set(instance, "relaxed") {
        true => {
            instance.refuse_plainly("mbarrier with relaxed semantics is not supported when using predicate")
        }
        false => Ok(()),
    }
}

pub(super) fn restricted(instance: &Instance<'_>) -> Result<(), Failure> {
    match keyword(instance, "order", "") {
        "acquire" | "release" => Ok(()),
        _ => instance.refuse("only acquire and release semantics are supported"),
    }
}

pub(super) fn proxy(instance: &Instance<'_>) -> Result<(), Failure> {
    let (kind, has_space) = (keyword(instance, "kind", ""), instance.has("space"));
    match (kind, has_space) {
        ("tensormap", _) => instance.refuse("tensormap proxy is not a supported proxy kind"),
        ("generic", _) => instance.refuse("generic proxy not a supported proxy kind"),
        ("async.shared", false) => instance.refuse("async_shared fence requires space attribute"),
        ("async.shared", true) | (_, false) => Ok(()),
        (_, true) => instance.refuse("only async_shared fence can have space attribute"),
    }
}

pub(super) fn one_way_proxy(instance: &Instance<'_>) -> Result<(), Failure> {
    if keyword(instance, "fromProxy", "generic") != "generic" {
        return instance.refuse("uni-directional proxies only support generic for from_proxy attribute");
    }
    match keyword(instance, "toProxy", "tensormap") {
        "tensormap" => Ok(()),
        _ => instance.refuse("uni-directional proxies only support tensormap for to_proxy attribute"),
    }
}

pub(super) fn restricted_proxy(instance: &Instance<'_>) -> Result<(), Failure> {
    restricted(instance)?;
    if keyword(instance, "fromProxy", "generic") != "generic" {
        return instance.refuse("only generic is support for from_proxy attribute");
    }
    match keyword(instance, "toProxy", "async") {
        "async" => Ok(()),
        _ => instance.refuse("only async is supported for to_proxy attribute"),
    }
}
