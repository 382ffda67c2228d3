//! `ir.InferTypeOpInterface`: the types of an operation's results without the operation.

use smallvec::SmallVec;
use tvmlike::packed_func;
use tvmlike_define::{infer_result_types, infers_result_types};
use tvmlike_ir as ir;

use crate::api::*;
use crate::handles::{Attribute, Context, Region, Type};
use crate::lists::Values;
use crate::{current, errors, interrupts};

/// Whether the types of the results of an operation follow from its other parts.
#[packed_func("ir._infers_result_types")]
fn infers(name: &str, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<bool> {
    let context = current::context(context)?;
    let info = context.core.load_op_info(context.core.identifier(name));
    Ok(info.is_some_and(|info| infers_result_types(&context.core, info)))
}

/// The types of the results of an operation with these parts.
#[packed_func("ir._infer_result_types")]
fn infer(
    name: &str,
    operands: Values<'_>,
    attributes: Option<ObjectPtr<Attribute>>,
    properties: Option<ObjectPtr<Attribute>>,
    regions: Objects<'_, Region>,
    #[implicit] context: Option<ObjectPtr<Context>>,
) -> Result<Vec<ObjectPtr<Type>>> {
    let context = current::context(context)?;
    let core = &context.core;
    let name = core.identifier(name);
    core.load_op_info(name);
    let _reading = context.read()?;
    let operands = operands.in_context(&context)?;
    let dictionary = |given: Option<ObjectPtr<Attribute>>, what: &str| {
        let Some(given) = given else {
            return Ok(None);
        };
        let id = given.in_context(&context)?;
        match id.entries(core) {
            Some(_) => Ok(Some(id)),
            None => Err(errors::value_error(format!("{what} must be a DictAttr"))),
        }
    };
    let attributes = dictionary(attributes, "attributes")?;
    let properties = dictionary(properties, "properties")?;
    let mut bodies: SmallVec<[Option<ir::Region>; 2]> = SmallVec::new();
    for region in regions.iter() {
        bodies.push(Some(region.in_context(&context)?));
    }
    let state = ir::OpState {
        operands: &operands,
        attributes,
        properties,
        regions: &bodies,
        ..ir::OpState::new(name, core.unknown_location())
    };
    let types = infer_result_types(core, &state).map_err(|error| {
        interrupts::or(|| errors::value_error(format!("Failed to infer result types: {error}")))
    })?;
    Ok(types.iter().map(|ty| Type::make(&context, *ty)).collect())
}
