//! Making operations and constants, by conversion rewriters and plain ones.

use std::ops::Range;

use smallvec::SmallVec;
use tvmlike_define::{Definition, OpBuilder, operand_range};
use tvmlike_ir::{
    Attribute, AttributeKind, Block, Context, CreateOps, Exclusive, InsertionPoint, Location, NamedAttribute,
    Op, OpState, Region, Rewriter, Type, Value, ValueOwner,
};

/// A dictionary of attributes; `None` if there are none.
pub(crate) fn dictionary(context: &Context, entries: &[NamedAttribute]) -> Option<Attribute> {
    match entries {
        [] => None,
        entries => Some(
            context
                .dictionary_attribute(entries)
                .expect("the properties of an operation have different names"),
        ),
    }
}

/// An operation that is to be made: its operands in order, the types of its results, the properties that are not the default
/// ones, and discardable attributes.
#[derive(Clone, Copy)]
pub(crate) struct Make<'a> {
    pub(crate) name: &'a str,
    pub(crate) operands: &'a [Value],
    pub(crate) results: &'a [Type],
    pub(crate) properties: &'a [(&'a str, Attribute)],
    pub(crate) attributes: Option<Attribute>,
}

impl<'a> Make<'a> {
    /// An operation with default properties.
    pub(crate) const fn new(name: &'a str, operands: &'a [Value], results: &'a [Type]) -> Self {
        Self {
            name,
            operands,
            results,
            properties: &[],
            attributes: None,
        }
    }

    /// The same with properties.
    pub(crate) const fn with(self, properties: &'a [(&'a str, Attribute)]) -> Self {
        Self { properties, ..self }
    }

    /// The same with discardable attributes.
    pub(crate) const fn with_attributes(self, attributes: Option<Attribute>) -> Self {
        Self { attributes, ..self }
    }

    /// Makes the operation at the place.
    pub(crate) fn at<'c>(self, rewriter: &mut impl CreateOps<'c>, location: Location) -> Op {
        let context = rewriter.context();
        let name = context.identifier(self.name);
        let info = context
            .load_op_info(name)
            .unwrap_or_else(|| panic!("'{}': the operation is not registered", self.name));
        let mut properties: SmallVec<[NamedAttribute; 4]> = self
            .properties
            .iter()
            .map(|(name, value)| NamedAttribute {
                name: context.identifier(*name),
                value: *value,
            })
            .collect();
        for (name, value) in info.default_properties() {
            if !properties.iter().any(|entry| entry.name == *name) {
                properties.push(NamedAttribute {
                    name: *name,
                    value: *value,
                });
            }
        }
        let state = OpState {
            operands: self.operands,
            results: self.results,
            properties: dictionary(context, &properties),
            attributes: self.attributes,
            ..OpState::new(name, location)
        };
        let made = rewriter.create_at_place(&state);
        made.unwrap_or_else(|error| panic!("'{}': {error}", self.name))
    }

    /// As [`at`](Self::at); the only result.
    pub(crate) fn value<'c>(self, rewriter: &mut impl CreateOps<'c>, location: Location) -> Value {
        let op = self.at(rewriter, location);
        let result = op.result(rewriter.context(), 0);
        result.unwrap_or_else(|| panic!("'{}' has no result", self.name))
    }
}

/// Makes an operation by the names of its parts, which are known to fit.
pub(crate) fn build<'c>(rewriter: &mut impl CreateOps<'c>, op: OpBuilder<'_>, location: Location) -> Op {
    op.create_at(rewriter, location)
        .unwrap_or_else(|error| panic!("a lowering made an operation whose parts do not fit: {error}"))
}

/// Makes an operation of vector by the names of its parts.
pub(crate) fn build_value<'c>(
    rewriter: &mut impl CreateOps<'c>,
    op: OpBuilder<'_>,
    location: Location,
) -> Value {
    let op: Op = crate::make::build(rewriter, op, location);
    op.result(rewriter.context(), 0)
        .expect("the operation was made with a result")
}

/// Makes `cf.br`.
pub(crate) fn branch<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    target: Block,
    operands: &[Value],
) -> Op {
    let op = OpBuilder::new("cf.br")
        .operand("destOperands", operands.iter().copied())
        .successor("dest", [target]);
    build(rewriter, op, location)
}

/// Makes `cf.cond_br`.
pub(crate) fn conditional_branch<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    condition: Value,
    yes: (Block, &[Value]),
    no: (Block, &[Value]),
) -> Op {
    let op = OpBuilder::new("cf.cond_br")
        .operand("condition", [condition])
        .operand("trueDestOperands", yes.1.iter().copied())
        .operand("falseDestOperands", no.1.iter().copied())
        .successor("trueDest", [yes.0])
        .successor("falseDest", [no.0]);
    build(rewriter, op, location)
}

/// An integer attribute whose value fits its type.
pub(crate) fn integer(context: &Context, ty: Type, value: i64) -> Attribute {
    context
        .integer_attribute(ty, value)
        .expect("the value of a constant that a lowering makes fits its type")
}

/// An attribute of a type: a value, or elements that are all the same. `None`: the type cannot have it.
pub(crate) fn uniform(
    context: &Context,
    ty: Type,
    value: impl FnOnce(Type) -> Option<Attribute>,
) -> Option<Attribute> {
    match ty.element_type(context) {
        None => value(ty),
        Some(element) => {
            let value = value(element)?;
            context.dense_elements_from_attributes(ty, &[value]).ok()
        }
    }
}

/// Makes `arith.constant` with an index.
pub(crate) fn index_constant<'c>(rewriter: &mut impl CreateOps<'c>, location: Location, value: i64) -> Value {
    let context = rewriter.context();
    let ty = context.index_type();
    let value = integer(context, ty, value);
    Make::new("arith.constant", &[], &[ty])
        .with(&[("value", value)])
        .value(rewriter, location)
}

/// Makes `arith.cmpi` of two numbers, by the number of its predicate.
pub(crate) fn compare<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    predicate: i64,
    operands: [Value; 2],
) -> Value {
    let context = rewriter.context();
    Make::new("arith.cmpi", &operands, &[context.i1()])
        .with(&[("predicate", integer(context, context.i64(), predicate))])
        .value(rewriter, location)
}

/// All entries of a dictionary.
pub(crate) fn entries(context: &Context, dictionary: Option<Attribute>) -> Vec<NamedAttribute> {
    match dictionary.map(|dictionary| dictionary.kind(context)) {
        Some(AttributeKind::Dictionary(entries)) => entries.iter().collect(),
        _ => Vec::new(),
    }
}

/// The property of a name.
pub(crate) fn property(context: &Context, op: Op, name: &str) -> Option<Attribute> {
    let properties = op.properties(context)?.entries(context)?;
    properties.get_by_bytes(context, name.as_bytes())
}

/// Whether a property that is there or not is there: a unit, or a bit.
pub(crate) fn is_set(context: &Context, op: Op, name: &str) -> bool {
    let value = property(context, op, name);
    value.is_some_and(|value| !matches!(value.kind(context), AttributeKind::Integer { value, .. } if value.to_i64() == Some(0)))
}

/// Whether the record of an operation names a trait or an interface.
pub(crate) fn has_trait(context: &Context, op: Op, name: &str) -> bool {
    let definition = op
        .info(context)
        .and_then(|info| info.extensions().get::<Definition>());
    definition.is_some_and(|definition| definition.record().traits.iter().any(|each| *each.name == *name))
}

/// The numbers of the operands of a name.
pub(crate) fn operand_group(context: &Context, op: Op, name: &str) -> Option<Range<usize>> {
    let definition = op.info(context)?.extensions().get::<Definition>()?;
    let record = definition.record();
    let index = record.operands.iter().position(|each| *each.name == *name)?;
    Some(operand_range(context, op, record, index))
}

/// Whether a value is an argument of a function that has an attribute.
pub(crate) fn argument_has(context: &Context, value: Value, name: &str) -> bool {
    let ValueOwner::Argument { block, index } = value.owner(context) else {
        return false;
    };
    let function = block
        .parent_op(context)
        .filter(|op| op.is_named(context, "func.func"));
    let attributes = function
        .filter(|op| {
            op.region(context, 0)
                .and_then(|region| region.first_block(context))
                == Some(block)
        })
        .and_then(|op| property(context, op, "arg_attrs"));
    let Some(AttributeKind::Array(each)) = attributes.map(|attributes| attributes.kind(context)) else {
        return false;
    };
    let own = each.get(index).and_then(|own| own.entries(context));
    own.is_some_and(|own| own.get_by_bytes(context, name.as_bytes()).is_some())
}

/// Makes a block that belongs to no operation yet, and its region.
pub(crate) fn make_block(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    types: &[Type],
) -> Option<(Region, Block)> {
    make_body(rewriter.edit(), location, types)
}

/// As [`make_block`], by an editor.
pub(crate) fn make_body(
    edit: &mut Exclusive<'_>,
    location: Location,
    types: &[Type],
) -> Option<(Region, Block)> {
    let region = edit.create_region();
    let arguments: Vec<_> = types.iter().map(|ty| (*ty, location)).collect();
    let block = edit.create_block(&arguments);
    region.append(edit, block).ok()?;
    Some((region, block))
}

/// Makes `scf.for` with a lower bound, an upper bound and a step, which passes values on from these first ones. The loop, and its
/// body, which has to get its operations and its end.
pub(crate) fn make_for(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    bounds: [Value; 3],
    inits: &[Value],
) -> Option<(Op, Block)> {
    let (op, body) = detached_for(rewriter.edit(), location, bounds, inits)?;
    Some((build(rewriter, op, location), body))
}

/// As [`make_for`]; the loop is still to be built.
pub(crate) fn detached_for<'a>(
    edit: &mut Exclusive<'_>,
    location: Location,
    [lower, upper, step]: [Value; 3],
    inits: &[Value],
) -> Option<(OpBuilder<'a>, Block)> {
    let passed: Vec<Type> = inits.iter().map(|value| value.ty(edit)).collect();
    let arguments = [&[lower.ty(edit)], &passed[..]].concat();
    let (region, body) = make_body(edit, location, &arguments)?;
    let op = OpBuilder::new("scf.for")
        .operand("lowerBound", [lower])
        .operand("upperBound", [upper])
        .operand("step", [step])
        .operand("initArgs", inits.iter().copied())
        .result("results", passed)
        .region("region", [region]);
    Some((op, body))
}

/// Makes a branch of `scf.if`, which yields what the function returns.
pub(crate) fn branch_of_choice(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    make: impl FnOnce(&mut Rewriter<'_, '_>) -> Option<Vec<Value>>,
) -> Option<Region> {
    let (region, block) = make_block(rewriter, location, &[])?;
    rewriter.at(Some(InsertionPoint::at_end(block)), |rewriter| {
        let values = make(rewriter)?;
        Make::new("scf.yield", &values, &[]).at(rewriter, location);
        Some(region)
    })
}

/// Makes a choice between what is made and values as they are. Its results.
pub(crate) fn choose(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    condition: Value,
    otherwise: &[Value],
    make: impl FnOnce(&mut Rewriter<'_, '_>) -> Option<Vec<Value>>,
) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let yes = branch_of_choice(rewriter, location, make)?;
    let no = match otherwise.is_empty() {
        true => rewriter.edit().create_region(),
        false => branch_of_choice(rewriter, location, |_| Some(otherwise.to_vec()))?,
    };
    let types: Vec<Type> = otherwise.iter().map(|value| value.ty(context)).collect();
    let choice = OpBuilder::new("scf.if")
        .operand("condition", [condition])
        .result("results", types)
        .region("thenRegion", [yes])
        .region("elseRegion", [no]);
    let choice = build(rewriter, choice, location);
    Some(choice.results(context).collect())
}
