//! Making operations: `Operation.create`, and the constructors of `OpView`.

use smallvec::{SmallVec, smallvec};
use tvmlike_ir as ir;

use crate::api::*;
use crate::attributes::collections::named;
use crate::current::GivenLocation;
use crate::handles::{Attribute, Block, Context, Location, OperationBase};
use crate::insertion_point::{Place, location_and_place};
use crate::{diagnostics, errors};

/// The parts of an operation to be made, as front ends pass them.
pub(crate) struct Parts<'a, R, F> {
    pub(crate) name: &'a str,
    /// Whether the types of the results are inferred.
    pub(crate) infers: bool,
    /// Returns the types of the results.
    pub(crate) results: R,
    /// Returns the values of the operands; it is called while the context can be changed.
    pub(crate) operands: F,
    pub(crate) attributes: Attributes<'a>,
    pub(crate) successors: &'a [ObjectPtr<Block>],
    pub(crate) regions: i64,
    pub(crate) loc: GivenLocation,
    pub(crate) ip: Option<Place>,
}

/// The attributes of an operation to be made.
pub(crate) enum Attributes<'a> {
    Of(Option<&'a Map>),
    One(&'static str, &'a Attribute),
}

impl Attributes<'_> {
    fn entries(&self, context: &ObjectPtr<Context>) -> Result<SmallVec<[ir::NamedAttribute; 8]>> {
        Ok(match self {
            Self::Of(Some(map)) => named(map, context)?,
            Self::Of(None) => SmallVec::new(),
            Self::One(name, value) => smallvec![ir::NamedAttribute {
                name: context.core.identifier(name),
                value: value.in_context(context)?,
            }],
        })
    }
}

/// Operands or types of results.
pub(crate) struct Given<T> {
    pub(crate) items: SmallVec<[T; 8]>,
    /// The sizes of their groups, if a property has them.
    pub(crate) sizes: Option<SmallVec<[i32; 8]>>,
}

impl<T> Default for Given<T> {
    fn default() -> Self {
        Self {
            items: SmallVec::new(),
            sizes: None,
        }
    }
}

impl<R, F> Parts<'_, R, F>
where
    R: FnOnce(&ObjectPtr<Context>) -> Result<Given<ir::Type>>,
    F: FnOnce(&ObjectPtr<Context>) -> Result<Given<ir::Value>>,
{
    /// Makes the operation, and inserts it. Returns it with its location, which has the context.
    pub(crate) fn build(self) -> Result<(OperationBase, ObjectPtr<Location>)> {
        let (location, place) = location_and_place(self.loc, self.ip)?;
        let context: &ObjectPtr<Context> = &location.context;
        let successors = self.successors.len() as i64;
        for (what, count) in [("regions", self.regions), ("successors", successors)] {
            if !(0..=ir::OpState::MAX_REGIONS as i64).contains(&count) {
                return Err(errors::value_error(format!(
                    "number of {what} must be from 0 to 65535, got {count}"
                )));
            }
        }
        let core = &context.core;
        let mut results = (self.results)(context)?;
        if self.infers && !results.items.is_empty() {
            return Err(errors::value_error(
                "result types are given and are to be inferred; pass either results or infer_type=True",
            ));
        }
        let mut entries = self.attributes.entries(context)?;
        let name = core.identifier(self.name);
        let info = core.load_op_info(name);
        check_definition(self.name, info)?;
        let made = 'create: {
            let mut edit = context.edit_to_create(place.is_some())?;
            let operands = (self.operands)(context)?;
            let mut successors: SmallVec<[ir::Block; 4]> = SmallVec::new();
            for block in self.successors {
                successors.push(block.in_context(context)?);
            }
            for (name, sizes) in [
                ("operandSegmentSizes", &operands.sizes),
                ("resultSegmentSizes", &results.sizes),
            ] {
                if let Some(sizes) = sizes {
                    let (name, value) = (core.identifier(name), core.dense_i32_array(sizes));
                    entries.push(ir::NamedAttribute { name, value });
                }
            }
            let (properties, attributes) = split(core, info, entries)?;
            let regions: SmallVec<[Option<ir::Region>; 8]> = smallvec![None; self.regions as usize];
            let mut state = ir::OpState {
                name,
                location: location.id,
                operands: &operands.items,
                results: &[],
                attributes,
                properties,
                successors: &successors,
                regions: &regions,
            };
            if self.infers {
                match tvmlike_define::infer_result_types(core, &state) {
                    Ok(types) => results.items.extend(types),
                    Err(error) => break 'create Err(error.to_string()),
                }
            }
            state.results = &results.items;
            let op = edit.create(&state);
            if let Some(point) = &place
                && point.context().same_as(context)
            {
                let placed = point.place(&mut edit, op);
                if let Err(error) = placed.and_then(|()| context.note_inserted(&mut edit, op)) {
                    op.erase(&mut edit).map_err(errors::value_error)?;
                    return Err(error);
                }
                break 'create Ok((op, Some(OperationBase::inside(point.block_part(), op))));
            }
            Ok((op, None))
        };
        // The handlers of diagnostics run after the editor is released.
        let (op, placed) = made.map_err(|message| {
            diagnostics::error_at(context, "Operation creation failed", location.id, message)
        })?;
        let base = match (placed, place) {
            (Some(placed), _) => placed,
            (None, Some(point)) => point.take(context, op)?,
            (None, None) => OperationBase::of_root(context, op),
        };
        Ok((base, location))
    }
}

/// Refuses an operation whose dialect was withdrawn.
fn check_definition(name: &str, info: Option<&ir::OpInfo>) -> Result<()> {
    match info.and_then(ir::OpInfo::withdrawn) {
        Some(reason) => Err(errors::value_error(format!(
            "operation '{name}' cannot be made: {reason}"
        ))),
        None => Ok(()),
    }
}

/// Separates properties from discardable attributes, by the record of the operation.
fn split(
    core: &ir::Context,
    info: Option<&ir::OpInfo>,
    entries: SmallVec<[ir::NamedAttribute; 8]>,
) -> Result<(Option<ir::Attribute>, Option<ir::Attribute>)> {
    let defaults = info.map_or(&[][..], ir::OpInfo::default_properties);
    if entries.is_empty() && defaults.is_empty() {
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
    if entries.is_empty()
        && let Some(info) = info
    {
        let all = || dictionary(&all_defaults(defaults)).ok().flatten();
        return Ok((
            info.extensions().get_or_insert_with(|| AllDefaults(all())).0,
            None,
        ));
    }
    let (mut properties, attributes): (Vec<_>, Vec<_>) = entries
        .into_iter()
        .partition(|entry| declared.contains(&entry.name));
    for entry in &mut properties {
        entry.value = info.map_or(entry.value, |info| info.stored(core, entry.name, entry.value));
    }
    for default in all_defaults(defaults) {
        if !properties.iter().any(|given| given.name == default.name) {
            properties.push(default);
        }
    }
    Ok((dictionary(&properties)?, dictionary(&attributes)?))
}

/// The properties of an operation for which none are given, an extension of its record.
struct AllDefaults(Option<ir::Attribute>);

fn all_defaults(defaults: &[(ir::Identifier, ir::Attribute)]) -> Vec<ir::NamedAttribute> {
    let entry = |&(name, value): &(ir::Identifier, ir::Attribute)| ir::NamedAttribute { name, value };
    defaults.iter().map(entry).collect()
}
