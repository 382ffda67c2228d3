//! Variables, pointers, and reading and writing memory.

use tvmlike_define::{Instance, enum_keyword, enum_number};
use tvmlike_ir::{Failure, Type};

use crate::spirv::{constant, defining_name, element_of, is, pointee, pointer};

/// Checks the alignment of an access: it is there if and only if the access is aligned.
fn access(instance: &Instance<'_>, access: &str, alignment: &str) -> Result<(), Failure> {
    const ALIGNED: u64 = 2;
    let has_alignment = instance.attribute(alignment).is_some();
    let bits = instance
        .attribute(access)
        .map(|access| enum_number(instance.context, access));
    match bits {
        None if has_alignment => {
            instance.refuse("invalid alignment specification without aligned memory access specification")
        }
        None => Ok(()),
        Some(bits) => match (bits.unwrap_or_default() & ALIGNED != 0, has_alignment) {
            (true, false) => instance.refuse("missing alignment value"),
            (false, true) => instance
                .refuse("invalid alignment specification with non-aligned memory access specification"),
            _ => Ok(()),
        },
    }
}

/// A pointer must point to the type of the value.
fn same_type(instance: &Instance<'_>, pointer: Type, value: Type) -> Result<(), Failure> {
    match pointee(instance.context, pointer) {
        Some((pointee, _)) if pointee != value => instance.refuse("mismatch in result type and pointer type"),
        _ => Ok(()),
    }
}

pub(super) fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    same_type(
        instance,
        instance.operand_type("ptr"),
        instance.result_type("value"),
    )?;
    access(instance, "memory_access", "alignment")
}

pub(super) fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    same_type(
        instance,
        instance.operand_type("ptr"),
        instance.operand_type("value"),
    )?;
    access(instance, "memory_access", "alignment")
}

pub(super) fn copy(instance: &Instance<'_>) -> Result<(), Failure> {
    let target = |name: &str| pointee(instance.context, instance.operand_type(name)).map(|(ty, _)| ty);
    if target("target") != target("source") {
        return instance.refuse("both operands must be pointers to the same type");
    }
    access(instance, "memory_access", "alignment")?;
    access(instance, "source_memory_access", "source_alignment")
}

pub(super) fn variable(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let class = instance.attribute("storage_class");
    if class.and_then(|class| enum_keyword(context, class)) != Some("Function") {
        return instance.refuse(
            "can only be used to model function-level variables. Use spirv.GlobalVariable for module-level variables.",
        );
    }
    if let Some(initializer) = instance.optional_operand("initializer")
        && !matches!(
            defining_name(context, initializer),
            Some("spirv.Constant" | "spirv.mlir.referenceof" | "spirv.mlir.addressof")
        )
    {
        return instance.refuse("initializer must be the result of a constant or spirv.GlobalVariable op");
    }
    for name in ["descriptor_set", "binding", "built_in"] {
        if instance.op.attribute(context, context.identifier(name)).is_some() {
            return instance.refuse(format!(
                "cannot have '{name}' attribute (only allowed in spirv.GlobalVariable)"
            ));
        }
    }
    Ok(())
}

/// Checks the type of a pointer to a part of what another one points to.
pub(super) fn access_chain(instance: &Instance<'_>) -> Result<(), Failure> {
    chain(instance, instance.result_type("component_ptr"))
}

/// Checks the type of a pointer to a part of an element of what another one points into.
pub(super) fn pointer_access_chain(instance: &Instance<'_>) -> Result<(), Failure> {
    chain(instance, instance.result_type("result"))
}

fn chain(instance: &Instance<'_>, result: Type) -> Result<(), Failure> {
    let context = instance.context;
    let Some((mut ty, class)) = pointee(context, instance.operand_type("base_ptr")) else {
        return Ok(());
    };
    for index in instance.operands("indices") {
        let mut number = 0;
        if is(context, ty, "struct") {
            let Some(found) = constant(context, index) else {
                let message = "index must be an integer spirv.Constant to access element of spirv.struct";
                return instance.refuse(message);
            };
            number = found;
        }
        ty = match element_of(context, ty, number) {
            Ok(element) => element,
            Err(message) => return instance.refuse(message),
        };
    }
    match pointer(context, ty, class) {
        Some(wanted) if wanted != result => instance.refuse(format!(
            "invalid result type: expected {}, but provided {}",
            instance.quote(wanted),
            instance.quote(result)
        )),
        _ => Ok(()),
    }
}
