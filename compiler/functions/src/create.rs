//! Making operations: `Operation.create`, and the constructors of `OpView`.

use smallvec::{SmallVec, smallvec};
use tvmlike_define::{ResultTypes, infer_result_types};
use tvmlike_ir as ir;

use crate::api::*;
use crate::attributes::collections::named;
use crate::current::GivenLocation;
use crate::handles::{Block, Context, Operation, OperationBase, Type};
use crate::insertion_point::{Place, location_and_place};
use crate::{diagnostics, errors};

/// The parts of an operation to be made, as front ends pass them.
pub(crate) struct Parts<'a, F> {
    pub(crate) name: &'a str,
    pub(crate) results: Option<Objects<'a, Type>>,
    /// Returns the values of the operands; it is called while the context can be changed.
    pub(crate) operands: F,
    pub(crate) attributes: Option<&'a Map>,
    pub(crate) successors: Option<Objects<'a, Block>>,
    pub(crate) regions: i64,
    pub(crate) loc: GivenLocation,
    pub(crate) ip: Option<Place>,
    /// Whether the types of the results are inferred from the other parts.
    pub(crate) infers: bool,
}

impl<F: FnOnce(&ObjectPtr<Context>) -> Result<SmallVec<[ir::Value; 8]>>> Parts<'_, F> {
    /// Makes the operation, and inserts it.
    pub(crate) fn build(self) -> Result<ObjectPtr<Operation>> {
        let (location, place) = location_and_place(self.loc, self.ip)?;
        let context: &ObjectPtr<Context> = &location.context;
        let successors = self.successors.as_ref().map_or(0, Objects::len) as i64;
        for (what, count) in [("regions", self.regions), ("successors", successors)] {
            if !(0..=ir::OpState::MAX_REGIONS as i64).contains(&count) {
                return Err(errors::value_error(format!(
                    "number of {what} must be from 0 to 65535, got {count}"
                )));
            }
        }
        let core = &context.core;
        let mut results: SmallVec<[ir::Type; 8]> = SmallVec::new();
        if self.infers && self.results.as_ref().is_some_and(|given| !given.is_empty()) {
            return Err(errors::value_error(
                "result types are given and are to be inferred; pass either results or infer_type=True",
            ));
        }
        for ty in self.results.iter().flat_map(Objects::iter) {
            results.push(ty.in_context(context)?);
        }
        let entries = match self.attributes {
            Some(map) => named(map, context)?,
            None => SmallVec::new(),
        };
        let name = core.identifier(self.name);
        let info = core.load_op_info(name);
        let op = {
            let mut edit = context.edit()?;
            let operands = (self.operands)(context)?;
            let mut successors: SmallVec<[ir::Block; 4]> = SmallVec::new();
            for block in self.successors.iter().flat_map(Objects::iter) {
                successors.push(block.in_context(context)?);
            }
            let (properties, attributes) = split(core, info, entries)?;
            let regions: SmallVec<[Option<ir::Region>; 8]> = smallvec![None; self.regions as usize];
            let state = ir::OpState {
                name,
                location: location.id,
                operands: &operands,
                results: &results,
                attributes,
                properties,
                successors: &successors,
                regions: &regions,
            };
            let op = if self.infers {
                let inferred = infer(context, &state)?;
                edit.create(&ir::OpState {
                    results: &inferred,
                    ..state
                })
            } else {
                edit.create(&state)
            };
            if let Some(point) = &place
                && point.context().same_as(context)
            {
                if let Err(error) = point.place(&mut edit, op) {
                    op.erase(&mut edit).map_err(errors::value_error)?;
                    return Err(error);
                }
                return Ok(OperationBase::inside(point.block_part(), op).into_operation(context));
            }
            op
        };
        let base = match place {
            Some(point) => point.take(context, op)?,
            None => OperationBase::of_root(context, op),
        };
        Ok(base.into_operation(context))
    }
}

/// The types of the results of an operation with these parts.
fn infer(context: &ObjectPtr<Context>, state: &ir::OpState<'_>) -> Result<ResultTypes> {
    infer_result_types(&context.core, state).map_err(|error| {
        diagnostics::error_at(
            context,
            "Operation creation failed",
            state.location,
            error.to_string(),
        )
    })
}

/// Separates properties from discardable attributes, by the record of the operation.
fn split(
    core: &ir::Context,
    info: Option<&ir::OpInfo>,
    entries: SmallVec<[ir::NamedAttribute; 8]>,
) -> Result<(Option<ir::Attribute>, Option<ir::Attribute>)> {
    if entries.is_empty() {
        return Ok((None, None));
    }
    let dictionary = |entries: &[ir::NamedAttribute]| {
        if entries.is_empty() {
            return Ok(None);
        }
        core.dictionary_attribute(entries)
            .map(Some)
            .map_err(errors::value_error)
    };
    let declared = info.map_or(&[][..], ir::OpInfo::properties);
    if declared.is_empty() {
        return Ok((None, dictionary(&entries)?));
    }
    let (properties, attributes): (Vec<_>, Vec<_>) = entries
        .into_iter()
        .partition(|entry| declared.contains(&entry.name));
    Ok((dictionary(&properties)?, dictionary(&attributes)?))
}
