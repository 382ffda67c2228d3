//! Making operations by the names that their records give to operands, attributes, results, regions and successors.
//!
//! Invariant: what is made has the parts of its record in the right numbers and order, the sizes of groups, and default
//! values; whether their types and values are right, the verifier checks.

use std::fmt;

use smallvec::SmallVec;
use tvmlike_ir::{
    Attribute, Block, Builder, Context, CreateOps, Identifier, Location, NamedAttribute, Op, OpInfo, OpState,
    Region, Type, Value,
};

use crate::definition::Definition;
use crate::infer::infer_result_types;
use crate::layout::Layout;
use crate::record::{Arity, Default, OpRecord};

/// Why an operation was not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildError(String);

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BuildError {}

/// The parts of an operation that is to be made, by their names.
///
/// Result types that are not given are inferred.
#[derive(Clone, Debug)]
pub struct OpBuilder<'a> {
    name: &'a str,
    operands: Parts<'a, Value>,
    results: Parts<'a, Type>,
    attributes: Vec<(&'a str, Attribute)>,
    regions: Parts<'a, Region>,
    successors: Parts<'a, Block>,
}

/// Groups by name.
type Parts<'a, T> = Vec<(&'a str, SmallVec<[T; 2]>)>;

impl<'a> OpBuilder<'a> {
    /// An operation of a name with its dialect: "arith.addi".
    pub fn new(name: &'a str) -> Self {
        Self {
            name,
            operands: Vec::new(),
            results: Vec::new(),
            attributes: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
        }
    }

    /// Adds the operands of a name: one value or several.
    pub fn operand(mut self, name: &'a str, values: impl IntoIterator<Item = Value>) -> Self {
        self.operands.push((name, values.into_iter().collect()));
        self
    }

    /// Adds the types of the results of a name.
    pub fn result(mut self, name: &'a str, types: impl IntoIterator<Item = Type>) -> Self {
        self.results.push((name, types.into_iter().collect()));
        self
    }

    /// Adds an attribute: an inherent one, or a discardable one, whose name has a dialect.
    pub fn attribute(mut self, name: &'a str, value: Attribute) -> Self {
        self.attributes.push((name, value));
        self
    }

    /// Adds the regions of a name, which stand on their own and are moved into the operation.
    pub fn region(mut self, name: &'a str, regions: impl IntoIterator<Item = Region>) -> Self {
        self.regions.push((name, regions.into_iter().collect()));
        self
    }

    /// Adds the successors of a name.
    pub fn successor(mut self, name: &'a str, blocks: impl IntoIterator<Item = Block>) -> Self {
        self.successors.push((name, blocks.into_iter().collect()));
        self
    }

    /// Makes the operation at the place of a builder and with its location.
    ///
    /// # Errors
    /// The operation is not registered with a record, a part is missing, unknown or given twice, the types of the results
    /// cannot be inferred, or the operation cannot be inserted.
    pub fn create(self, builder: &mut Builder<'_, '_>) -> Result<Op, BuildError> {
        let location = builder.location();
        self.create_at(builder, location)
    }

    /// Makes the operation at the place of a builder or a rewriter, with a location.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn create_at<'c>(
        self,
        builder: &mut impl CreateOps<'c>,
        location: Location,
    ) -> Result<Op, BuildError> {
        let in_op = |message: String| BuildError(format!("'{}': {message}", self.name));
        let context = builder.context();
        let name = context.identifier(self.name);
        let info = context.load_op_info(name);
        let definition = info.and_then(|info| Some((info, info.extensions().get::<Definition>()?)));
        let Some((info, definition)) = definition else {
            return Err(in_op("the operation is not registered with a record".to_owned()));
        };
        if let Some(reason) = info.withdrawn() {
            return Err(in_op(reason.to_owned()));
        }
        let record = definition.record();
        let mut attributes = self.attributes(context, info, record).map_err(in_op)?;
        let operands = record.operands.iter().map(|each| (&*each.name, each.arity));
        let layout = Layout::of_operands(context, record);
        let operands = arrange("operand", operands, self.operands, layout.segments).map_err(in_op)?;
        attributes.add_sizes(context, &layout, &operands.sizes);
        let is_given = !self.results.is_empty();
        let results = record.results.iter().map(|each| (&*each.name, each.arity));
        let layout = Layout::of_results(context, record);
        let results = match is_given {
            true => arrange("result", results, self.results, layout.segments).map_err(in_op)?,
            false => Arranged::default(),
        };
        if is_given {
            attributes.add_sizes(context, &layout, &results.sizes);
        }
        let regions = record.regions.iter().map(|each| (&*each.name, each.arity));
        let regions = arrange_regions(regions, self.regions).map_err(in_op)?;
        let successors = record.successors.iter().map(|each| (&*each.name, each.arity));
        let successors = arrange("successor", successors, self.successors, None).map_err(in_op)?;
        let mut state = OpState {
            operands: &operands.all,
            results: &results.all,
            attributes: dictionary(context, &attributes.discardable).map_err(in_op)?,
            properties: dictionary(context, &attributes.properties).map_err(in_op)?,
            successors: &successors.all,
            regions: &regions,
            ..OpState::new(name, location)
        };
        let inferred;
        if !is_given && !record.results.is_empty() {
            inferred = infer_result_types(context, &state).map_err(|error| in_op(error.to_string()))?;
            state.results = &inferred;
        }
        let made = builder.create_at_place(&state);
        made.map_err(|error| in_op(error.to_string()))
    }

    fn attributes(&self, context: &Context, info: &OpInfo, record: &OpRecord) -> Result<Attributes, String> {
        let mut all = Attributes::default();
        for (name, value) in &self.attributes {
            let id = context.identifier(*name);
            let is_inherent = record.attributes.iter().any(|each| &*each.name == *name);
            if !is_inherent && !name.contains('.') {
                return Err(format!("no attribute '{name}'"));
            }
            let list = match info.properties().contains(&id) {
                true => &mut all.properties,
                false => &mut all.discardable,
            };
            if list.iter().any(|entry| entry.name == id) {
                return Err(format!("attribute '{name}' is given twice"));
            }
            list.push(NamedAttribute {
                name: id,
                value: info.stored(context, id, *value),
            });
        }
        for attribute in &record.attributes {
            let is_given = self.attributes.iter().any(|(name, _)| *name == &*attribute.name);
            if !is_given && !attribute.is_optional && attribute.default == Default::None {
                let is_size = record.operands.iter().any(|operand| {
                    matches!(operand.arity, Arity::Groups(number)
                        if record.attributes.get(number as usize) == Some(attribute))
                });
                if !is_size {
                    return Err(format!("attribute '{}' is missing", attribute.name));
                }
            }
        }
        for (name, value) in info.default_properties() {
            if !all.properties.iter().any(|entry| entry.name == *name) {
                all.properties.push(NamedAttribute {
                    name: *name,
                    value: *value,
                });
            }
        }
        Ok(all)
    }
}

#[derive(core::default::Default)]
struct Attributes {
    properties: Vec<NamedAttribute>,
    discardable: Vec<NamedAttribute>,
}

impl Attributes {
    /// Sets the sizes of groups, if the operation has a property for them.
    fn add_sizes(&mut self, context: &Context, layout: &Layout, sizes: &[i32]) {
        let Some(name) = layout.segments else {
            return;
        };
        let value = context.dense_i32_array(sizes);
        let is_property = |entry: &&mut NamedAttribute| entry.name == name;
        match self.properties.iter_mut().find(is_property) {
            Some(entry) => entry.value = value,
            None => self.discardable.push(NamedAttribute { name, value }),
        }
    }
}

fn dictionary(context: &Context, entries: &[NamedAttribute]) -> Result<Option<Attribute>, String> {
    match entries {
        [] => Ok(None),
        entries => {
            let made = context.dictionary_attribute(entries);
            made.map(Some).map_err(|error| error.message().to_owned())
        }
    }
}

/// Parts in the order of the record.
struct Arranged<T> {
    all: Vec<T>,
    sizes: Vec<i32>,
}

impl<T> core::default::Default for Arranged<T> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            sizes: Vec::new(),
        }
    }
}

/// The given groups in the order of the record, whose entries have names and arities. `sizes` is the property that says how
/// many values each has.
fn arrange<'r, T: Copy>(
    kind: &str,
    entries: impl Iterator<Item = (&'r str, Arity)>,
    given: Parts<'_, T>,
    sizes: Option<Identifier>,
) -> Result<Arranged<T>, String> {
    let mut arranged = Arranged::default();
    let mut used = 0;
    let mut variable = None;
    for (name, arity) in entries {
        let mut groups = given.iter().filter(|(each, _)| *each == name);
        let group = groups.next().map_or(&[][..], |(_, group)| group.as_slice());
        if groups.next().is_some() {
            return Err(format!("{kind} '{name}' is given twice"));
        }
        used += usize::from(given.iter().any(|(each, _)| *each == name));
        let (count, fits, expected) = match arity {
            Arity::One => (group.len(), group.len() == 1, "one"),
            Arity::Optional => (group.len(), group.len() <= 1, "at most one"),
            Arity::Variadic | Arity::Groups(_) => (group.len(), true, ""),
        };
        if !fits {
            return Err(format!("{kind} '{name}': expected {expected}, got {count}"));
        }
        if arity != Arity::One && sizes.is_none() && *variable.get_or_insert(count) != count {
            return Err(format!(
                "{kind}s of any number must be as many in each group; '{name}' has {count}"
            ));
        }
        arranged.all.extend_from_slice(group);
        arranged.sizes.push(count as i32);
    }
    let unknown = given.len() - used;
    if unknown > 0 {
        let names: Vec<&str> = given.iter().map(|(name, _)| *name).collect();
        return Err(format!("unknown {kind} among '{}'", names.join("', '")));
    }
    Ok(arranged)
}

/// As [`arrange`], with empty regions for those that are not given.
fn arrange_regions<'r>(
    entries: impl Iterator<Item = (&'r str, Arity)>,
    mut given: Parts<'_, Region>,
) -> Result<Vec<Option<Region>>, String> {
    let mut regions = Vec::new();
    for (name, arity) in entries {
        let position = given.iter().position(|(each, _)| *each == name);
        let group = position
            .map(|position| given.remove(position).1)
            .unwrap_or_default();
        match (arity, group.len()) {
            (Arity::One, 0) => regions.push(None),
            (Arity::One, 2..) => return Err(format!("region '{name}': expected one, got {}", group.len())),
            _ => regions.extend(group.into_iter().map(Some)),
        }
    }
    match given.first() {
        None => Ok(regions),
        Some((name, _)) => Err(format!("no region '{name}', or it is given twice")),
    }
}
