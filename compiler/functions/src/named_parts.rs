//! Operations by the names that their records give to operands, results, attributes, regions and successors.
//!
//! `ir.build` makes an operation, `ir.part` reads one; C++ headers of dialects are made of these two. A part without a name has
//! that of its kind and its number: `operand0`. Invariant: what `ir.build` got under a name, `ir.part` returns.

use smallvec::SmallVec;
use tvmlike::packed_func;
use tvmlike_define::{
    Arity, Definition, OpRecord, operand_range, region_range, result_range, successor_range,
};
use tvmlike_ir as ir;
use tvmlike_runtime::{Array, String as Text, TypeIndex};

use crate::api::*;
use crate::create::{Attributes, Given, Parts};
use crate::current::GivenLocation;
use crate::handles::{Attribute, Block, Context, OpView, OperationBase, Ref, Region, Value};
use crate::insertion_point::Place;
use crate::views::{add_blocks, add_types, add_values, groups};
use crate::{defined, errors};

/// Where the record of an operation has a part.
#[derive(Clone, Copy)]
enum Part {
    Operand(usize),
    Attribute(usize),
    Result(usize),
    Region(usize),
    Successor(usize),
}

fn is_called(wanted: &str, name: &str, kind: &str, index: usize) -> bool {
    match name {
        "" => wanted
            .strip_prefix(kind)
            .is_some_and(|number| number == index.to_string()),
        name => wanted == name,
    }
}

/// The part of a name.
fn find(record: &OpRecord, wanted: &str) -> Option<Part> {
    fn at<'r>(wanted: &str, kind: &str, mut names: impl Iterator<Item = &'r str>) -> Option<usize> {
        let mut index = 0;
        names.position(|name| {
            index += 1;
            is_called(wanted, name, kind, index - 1)
        })
    }
    let operand = at(wanted, "operand", record.operands.iter().map(|each| &*each.name));
    let attribute = at(
        wanted,
        "attribute",
        record.attributes.iter().map(|each| &*each.name),
    );
    let result = at(wanted, "result", record.results.iter().map(|each| &*each.name));
    let region = at(wanted, "region", record.regions.iter().map(|each| &*each.name));
    let successor = at(
        wanted,
        "successor",
        record.successors.iter().map(|each| &*each.name),
    );
    let found = operand.map(Part::Operand).or(attribute.map(Part::Attribute));
    let found = found.or(result.map(Part::Result)).or(region.map(Part::Region));
    found.or(successor.map(Part::Successor))
}

/// The record of an operation of the library or of a plugin.
fn operation_of(name: &str) -> Result<Definition> {
    let dialect = defined::record(name.split('.').next().unwrap_or_default())?;
    let index = dialect.operations.iter().position(|each| *each.name == *name);
    let index = index.ok_or_else(|| errors::value_error(format!("operation '{name}' is not registered")))?;
    Ok(Definition::new(dialect, index))
}

#[cold]
fn no_part(record: &OpRecord, name: &str) -> Error {
    errors::value_error(format!("'{}' has no part '{name}'", record.name))
}

/// The items that were given for the parts of one kind.
struct Groups {
    items: Vec<Any>,
    given: Vec<bool>,
}

impl Groups {
    fn new(count: usize) -> Self {
        Self {
            items: vec![Any::default(); count],
            given: vec![false; count],
        }
    }

    fn set(&mut self, index: usize, value: Any) {
        self.items[index] = value;
        self.given[index] = true;
    }

    fn into_array(self) -> Array {
        Array::new(self.items)
    }
}

/// The number of empty regions to be made for a part.
fn number_of_regions(record: &OpRecord, name: &str, arity: Arity, value: &Any) -> Result<i64> {
    let count = value.view().convert::<i64>()?;
    let fits = match arity {
        Arity::One => count == 1,
        Arity::Optional => (0..=1).contains(&count),
        Arity::Variadic | Arity::Groups(_) => count >= 0,
    };
    match fits {
        true => Ok(count),
        false => Err(errors::value_error(format!(
            "'{}': {count} is no number of regions for '{name}'",
            record.name
        ))),
    }
}

/// Makes an operation from its parts by the names in its record: values for operands, types for results, attributes, blocks
/// for successors, the number of empty regions for regions. A part of any number takes a list. The types of results are
/// inferred if none are given.
#[packed_func("ir.build")]
fn build(
    name: &str,
    parts: &Map,
    #[implicit] loc: GivenLocation,
    #[default(None)] ip: Option<Place>,
) -> Result<OpView> {
    let dialect = defined::record(name.split('.').next().unwrap_or_default())?;
    let record = dialect.operations.iter().find(|each| *each.name == *name);
    let record =
        record.ok_or_else(|| errors::value_error(format!("operation '{name}' is not registered")))?;
    let mut operands = Groups::new(record.operands.len());
    let mut results = Groups::new(record.results.len());
    let mut successors = Groups::new(record.successors.len());
    let mut regions: Vec<i64> = record
        .regions
        .iter()
        .map(|each| i64::from(each.arity == Arity::One))
        .collect();
    let mut attributes: Vec<(Text, Any)> = Vec::new();
    for (key, value) in parts.iter() {
        let (key_text, value): (&str, Any) = (key.convert()?, value.to_owned()?);
        match find(record, key_text) {
            Some(Part::Operand(index)) => operands.set(index, value),
            Some(Part::Result(index)) => results.set(index, value),
            Some(Part::Successor(index)) => successors.set(index, value),
            Some(Part::Region(index)) => {
                regions[index] = number_of_regions(record, key_text, record.regions[index].arity, &value)?;
            }
            // None stands for an attribute that is absent.
            Some(Part::Attribute(_)) if value.view().kind() == TypeIndex::NONE => {}
            Some(Part::Attribute(_)) => attributes.push((key_text.into(), value)),
            None if key_text.contains('.') => attributes.push((key_text.into(), value)),
            None => return Err(no_part(record, key_text)),
        }
    }
    let attributes: Map = attributes.into_iter().collect();
    let has = |name: &str| record.traits.iter().any(|each| *each.name == *name);
    let infers = !record.results.is_empty() && !results.given.contains(&true);
    let (sized_operands, sized_results) = (has("AttrSizedOperandSegments"), has("AttrSizedResultSegments"));
    let mut blocks: SmallVec<[ObjectPtr<Block>; 4]> = SmallVec::new();
    for (position, item) in successors.items.iter().enumerate() {
        if item.view().kind() != TypeIndex::NONE {
            add_blocks(position, item.view(), &mut blocks)?;
        }
    }
    let (operands, results) = (operands.into_array(), results.into_array());
    let parts = Parts {
        name,
        infers,
        results: |context: &ObjectPtr<Context>| match infers {
            true => Ok(Given::default()),
            false => groups(context, Some(&results), sized_results, add_types),
        },
        operands: |context: &ObjectPtr<Context>| groups(context, Some(&operands), sized_operands, add_values),
        attributes: Attributes::Of(Some(&attributes)),
        successors: &blocks,
        regions: regions.iter().sum(),
        loc,
        ip,
    };
    Ok(OpView {
        base: parts.build()?.0,
    })
}

/// One of a part, or nothing if it is absent, or all if there can be any number.
fn of_arity(arity: Arity, mut all: Vec<Any>) -> Any {
    match arity {
        Arity::One | Arity::Optional => all.pop().unwrap_or_default(),
        Arity::Variadic | Arity::Groups(_) => Array::new(all).into(),
    }
}

/// A part of an operation by the name in its record: an operand, a result, an attribute, a region or a successor; None for one
/// that is absent, a list for a part of any number.
#[packed_func("ir.part")]
fn part(operation: &OperationBase, name: &str) -> Result<Any> {
    let near: Ref = operation.part();
    let core = near.read()?;
    let op = near.op()?;
    let info = op.info(&core);
    if let Some(reason) = info.and_then(ir::OpInfo::withdrawn) {
        let name = op.name(&core).text(&core);
        return Err(errors::value_error(format!("'{name}': {reason}")));
    }
    let found;
    let definition = info.and_then(|info| info.extensions().get::<Definition>());
    let record = match definition {
        Some(definition) => definition.record(),
        None => {
            found = operation_of(&op.name(&core).text(&core))?;
            found.record()
        }
    };
    Ok(match find(record, name).ok_or_else(|| no_part(record, name))? {
        Part::Operand(index) => {
            let range = operand_range(&core, op, record, index);
            let values = op.operands(&core).skip(range.start).take(range.len());
            let values = values.map(|value| Value::make(&near, value).to_any()).collect();
            of_arity(record.operands[index].arity, values)
        }
        Part::Result(index) => {
            let range = result_range(&core, op, record, index);
            let values = op.results(&core).skip(range.start).take(range.len());
            let values = values.map(|value| Value::make(&near, value).to_any()).collect();
            of_arity(record.results[index].arity, values)
        }
        Part::Attribute(index) => {
            let name = core.identifier(&*record.attributes[index].name);
            let value = op.property(&core, name).or_else(|| op.attribute(&core, name));
            value.map_or_else(Any::default, |value| {
                Attribute::make(near.context(), value).to_any()
            })
        }
        Part::Region(index) => {
            let range = region_range(&core, op, record, index);
            let regions = op.regions(&core).skip(range.start).take(range.len());
            let regions = regions
                .map(|region| Region::make(&near, region).to_any())
                .collect();
            of_arity(record.regions[index].arity, regions)
        }
        Part::Successor(index) => {
            let range = successor_range(&core, op, record, index);
            let blocks = op.successors(&core).skip(range.start).take(range.len());
            let blocks = blocks.map(|block| Block::make(&near, block).to_any()).collect();
            of_arity(record.successors[index].arity, blocks)
        }
    })
}
