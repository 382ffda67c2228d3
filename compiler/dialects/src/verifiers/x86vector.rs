//! `x86vector`: elements that a mask keeps.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::Failure;

pub(super) const CHECKS: super::Table = &[("x86vector.avx512.mask.compress", Hook::Verify(compress))];

fn compress(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if instance.has("constant_src") && instance.optional_operand("src").is_some() {
        return instance.refuse_plainly("cannot use both src and constant_src");
    }
    let target = instance.result_type("dst");
    let source = instance.optional_operand("src").map(|source| source.ty(context));
    if source.is_some_and(|source| source != target) {
        return instance.refuse_plainly("failed to verify that src and dst have same type");
    }
    let constant = instance.attribute("constant_src").map(|value| value.ty(context));
    match constant.is_some_and(|constant| constant != target) {
        true => instance.refuse_plainly("failed to verify that constant_src and dst have same type"),
        false => Ok(()),
    }
}
