//! Making operations: `Operation.create`, and the constructors of `OpView`.

use tvmlike_ir as ir;

use crate::api::*;
use crate::attributes::collections::named;
use crate::handles::{Block, Context, Location, OperationBase, Type, Value, types_in};
use crate::insertion_point::{InsertionPoint, Place};
use crate::{current, errors};

/// The parts of an operation to be made, as front ends pass them.
pub(crate) struct Parts<'a> {
    pub(crate) name: &'a str,
    pub(crate) results: &'a [ObjectPtr<Type>],
    pub(crate) operands: &'a [ObjectPtr<Value>],
    pub(crate) attributes: Option<Map>,
    pub(crate) successors: &'a [ObjectPtr<Block>],
    pub(crate) regions: i64,
    pub(crate) loc: Option<ObjectPtr<Location>>,
    pub(crate) ip: Option<Place>,
}

impl Parts<'_> {
    /// Makes the operation, and inserts it.
    pub(crate) fn build(self) -> Result<OperationBase> {
        let location = current::location(self.loc)?;
        let context: &ObjectPtr<Context> = &location.context;
        let place = InsertionPoint::choose(self.ip, context)?;
        for (what, count) in [
            ("regions", self.regions),
            ("successors", self.successors.len() as i64),
        ] {
            if !(0..=ir::OpState::MAX_REGIONS as i64).contains(&count) {
                return Err(errors::value_error(format!(
                    "number of {what} must be from 0 to 65535, got {count}"
                )));
            }
        }
        let core = &context.core;
        let results = types_in(self.results, context)?;
        let entries = match &self.attributes {
            Some(map) => named(map, context)?,
            None => Vec::new(),
        };
        let name = core.identifier(self.name);
        let op = {
            let mut edit = context.edit()?;
            let operands = self
                .operands
                .iter()
                .map(|value| value.in_context(context))
                .collect::<Result<Vec<_>>>()?;
            let successors = self
                .successors
                .iter()
                .map(|block| block.in_context(context))
                .collect::<Result<Vec<_>>>()?;
            let (properties, attributes) = split(core, name, entries)?;
            let op = edit.create(&ir::OpState {
                name,
                location: location.id,
                operands: &operands,
                results: &results,
                attributes,
                properties,
                successors: &successors,
                regions: &vec![None; self.regions as usize],
            });
            if let Some(point) = &place
                && point.context().same_as(context)
            {
                if let Err(error) = point.place(&mut edit, op) {
                    op.erase(&mut edit).map_err(errors::value_error)?;
                    return Err(error);
                }
                return Ok(OperationBase::inside(point.block_part(), op));
            }
            op
        };
        match place {
            Some(point) => point.take(context, op),
            None => Ok(OperationBase::of_root(context, op)),
        }
    }
}

/// Separates properties from discardable attributes, by the record of the operation.
fn split(
    core: &ir::Context,
    name: ir::Identifier,
    entries: Vec<ir::NamedAttribute>,
) -> Result<(Option<ir::Attribute>, Option<ir::Attribute>)> {
    if entries.is_empty() {
        return Ok((None, None));
    }
    let declared = core.op_info(name).map_or(&[][..], ir::OpInfo::properties);
    let (properties, attributes): (Vec<_>, Vec<_>) = entries
        .into_iter()
        .partition(|entry| declared.contains(&entry.name));
    let dictionary = |entries: Vec<ir::NamedAttribute>| {
        if entries.is_empty() {
            return Ok(None);
        }
        core.dictionary_attribute(&entries)
            .map(Some)
            .map_err(errors::value_error)
    };
    Ok((dictionary(properties)?, dictionary(attributes)?))
}
