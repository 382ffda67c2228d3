//! Operations: their records, and the verifier that checks constraints across operands, results, attributes and regions.

use std::sync::Arc;

use tvmlike_define::{
    Arity, AttributeRecord, Blocks, Body, Constraint, ConstraintId, Default, Definition, DialectRecord,
    OpRecord, Predicate, RegionRecord, TraitRecord, ValueRecord,
};
use tvmlike_ir::{AttributeKind, Context, Element, Failure, Identifier, Op, OpInfo, Type};

use super::read::{Operation, Region, Value};
use super::system::Assignment;

/// The constraint that records have: what IRDL asks for is checked across all parts at once.
pub(super) fn any() -> Constraint {
    Constraint::new("any", Predicate::Test("anything".into(), Box::default()))
}

/// The record of an operation, from which builders and classes are made.
pub(super) fn record(operation: &Operation) -> OpRecord {
    let values = |values: &[Value]| -> Vec<ValueRecord> {
        let value = |value: &Value| ValueRecord {
            name: value.name.clone(),
            constraint: ConstraintId(0),
            arity: value.arity,
        };
        values.iter().map(value).collect()
    };
    let attribute = |(name, _): &(Box<str>, usize)| AttributeRecord {
        name: name.clone(),
        constraint: ConstraintId(0),
        is_optional: false,
        default: Default::None,
        position: 0,
    };
    let region = |region: &Region| RegionRecord {
        name: region.name.clone(),
        arity: Arity::One,
        blocks: region.blocks.map(|count| {
            let words = format!("region with {count} blocks");
            (Blocks::Exactly(count), words.into())
        }),
    };
    let segments = [
        ("AttrSizedOperandSegments", &operation.operands),
        ("AttrSizedResultSegments", &operation.results),
    ];
    let traits = segments.into_iter().filter(|(_, values)| needs_sizes(values));
    OpRecord {
        name: operation.name.clone(),
        class: OpRecord::class_of(operation.name.split_once('.').map_or("", |(_, name)| name)),
        summary: Box::default(),
        operands: values(&operation.operands),
        results: values(&operation.results),
        attributes: operation.attributes.iter().map(attribute).collect(),
        regions: operation.regions.iter().map(region).collect(),
        successors: Vec::new(),
        traits: traits
            .map(|(name, _)| TraitRecord {
                name: name.into(),
                arguments: Vec::new(),
                summary: None,
            })
            .collect(),
        body: Body::None,
        verified_by_hand: false,
        regions_verified_by_hand: false,
    }
}

/// Whether an attribute says how many values each entry has.
fn needs_sizes(values: &[Value]) -> bool {
    values.iter().filter(|value| value.arity != Arity::One).count() > 1
}

/// The definition of an operation for a context.
pub(super) fn info(
    context: &Context,
    dialect: &Arc<DialectRecord>,
    index: usize,
    operation: Operation,
) -> OpInfo {
    let name = context.identifier(&*operation.name);
    let verifier = Verifier::new(context, operation);
    let info = OpInfo::new(name).with_constraints(Arc::new(move |context, op| verifier.verify(context, op)));
    info.extensions()
        .get_or_insert_with(|| Definition::new(Arc::clone(dialect), index));
    info
}

struct Verifier {
    operation: Operation,
    attributes: Vec<(Identifier, usize)>,
    operand_sizes: Identifier,
    result_sizes: Identifier,
}

impl Verifier {
    fn new(context: &Context, operation: Operation) -> Self {
        let attribute = |(name, constraint): &(Box<str>, usize)| (context.identifier(&**name), *constraint);
        Self {
            attributes: operation.attributes.iter().map(attribute).collect(),
            operand_sizes: context.identifier("operandSegmentSizes"),
            result_sizes: context.identifier("resultSegmentSizes"),
            operation,
        }
    }

    /// Checks an operation; as in MLIR, regions are checked even if other parts are wrong.
    fn verify(&self, context: &Context, op: Op) -> Result<(), Failure> {
        let mut assignment = self.operation.system.begin();
        let refuse = |message: String| op.emit_error(context, message).emit();
        let values = self.verify_values(context, op, &mut assignment).map_err(refuse);
        let regions = self.verify_regions(context, op, &mut assignment).map_err(refuse);
        values.and(regions)
    }

    fn verify_values(
        &self,
        context: &Context,
        op: Op,
        assignment: &mut Assignment<'_>,
    ) -> Result<(), String> {
        let operands: Vec<Type> = op.operands(context).map(|value| value.ty(context)).collect();
        let results: Vec<Type> = op.results(context).map(|value| value.ty(context)).collect();
        let own = &self.operation;
        let operand_entries = entries(
            context,
            op,
            "operand",
            self.operand_sizes,
            &own.operands,
            operands.len(),
        )?;
        let result_entries = entries(
            context,
            op,
            "result",
            self.result_sizes,
            &own.results,
            results.len(),
        )?;
        for (name, constraint) in &self.attributes {
            let Some(value) = op.attribute(context, *name) else {
                let (op, name) = (op.name(context).text(context), name.text(context));
                return Err(format!(
                    "'{op}' op attribute \"{name}\" is expected but not provided"
                ));
            };
            assignment.verify(context, value, *constraint)?;
        }
        for (ty, entry) in operands.into_iter().zip(operand_entries) {
            assignment.verify_type(context, ty, own.operands[entry].constraint)?;
        }
        for (ty, entry) in results.into_iter().zip(result_entries) {
            assignment.verify_type(context, ty, own.results[entry].constraint)?;
        }
        Ok(())
    }

    fn verify_regions(
        &self,
        context: &Context,
        op: Op,
        assignment: &mut Assignment<'_>,
    ) -> Result<(), String> {
        let (expected, found) = (self.operation.regions.len(), op.num_regions(context));
        if expected != found {
            let op = op.name(context).text(context);
            return Err(format!(
                "'{op}' op unexpected number of regions: expected {expected} but got {found}"
            ));
        }
        for (index, (region, expected)) in op.regions(context).zip(&self.operation.regions).enumerate() {
            let entry = region.first_block(context);
            if let Some(arguments) = &expected.arguments {
                let found: Vec<Type> = entry
                    .into_iter()
                    .flat_map(|block| block.arguments(context))
                    .map(|argument| argument.ty(context))
                    .collect();
                if found.len() != arguments.len() {
                    let (expected, found) = (arguments.len(), found.len());
                    return Err(format!(
                        "expected region {index} to have {expected} arguments but got {found}"
                    ));
                }
                for (ty, constraint) in found.into_iter().zip(arguments) {
                    assignment.verify_type(context, ty, *constraint)?;
                }
            }
            let found = region.blocks(context).count();
            if let Some(expected) = expected.blocks
                && expected as usize != found
            {
                return Err(format!(
                    "expected region {index} to have {expected} block(s) but got {found}"
                ));
            }
        }
        Ok(())
    }
}

/// The entry of each value of an operation that has `count` of them.
fn entries(
    context: &Context,
    op: Op,
    kind: &str,
    sizes: Identifier,
    values: &[Value],
    count: usize,
) -> Result<Vec<usize>, String> {
    let single = values.iter().filter(|value| value.arity == Arity::One).count();
    let variable = values.iter().position(|value| value.arity != Arity::One);
    let sizes = if needs_sizes(values) {
        given_sizes(context, op, kind, sizes, values, count)?
    } else {
        let rest = count.saturating_sub(single);
        match variable.map(|index| values[index].arity) {
            None if count != single => {
                return Err(format!("op expects exactly {single} {kind}s, but got {count}"));
            }
            Some(_) if count < single => {
                return Err(format!("op expects at least {single} {kind}s, but got {count}"));
            }
            Some(Arity::Optional) if rest > 1 => {
                let most = single + 1;
                return Err(format!("op expects at most {most} {kind}s, but got {count}"));
            }
            _ => {}
        }
        let size = |value: &Value| if value.arity == Arity::One { 1 } else { rest };
        values.iter().map(size).collect()
    };
    let of_entry = |(entry, size): (usize, usize)| std::iter::repeat_n(entry, size);
    Ok(sizes.into_iter().enumerate().flat_map(of_entry).collect())
}

/// The sizes of entries that the attribute of an operation says.
fn given_sizes(
    context: &Context,
    op: Op,
    kind: &str,
    name: Identifier,
    values: &[Value],
    count: usize,
) -> Result<Vec<usize>, String> {
    let attribute = name.text(context);
    let Some(value) = op.attribute(context, name) else {
        return Err(format!("'{attribute}' attribute is expected but not provided"));
    };
    let AttributeKind::DenseArray(array) = value.kind(context) else {
        return Err(format!(
            "'{attribute}' attribute is expected to be a dense i32 array"
        ));
    };
    if array.element_type() != context.i32() {
        return Err(format!(
            "'{attribute}' attribute is expected to be a dense i32 array"
        ));
    }
    let number = |element| match element {
        Element::Integer(value) => value.to_i64().unwrap_or(-1),
        _ => -1,
    };
    let sizes: Vec<i64> = array.iter(context).map(number).collect();
    let start = format!("'{attribute}' attribute for specifying {kind} segments must have");
    if sizes.len() != values.len() {
        return Err(format!(
            "{start} {} elements, but got {}",
            values.len(),
            sizes.len()
        ));
    }
    if sizes.iter().any(|size| *size < 0) {
        return Err(format!("{start} non-negative values"));
    }
    for (index, (size, value)) in sizes.iter().zip(values).enumerate() {
        let allowed = match value.arity {
            Arity::One if *size != 1 => "1",
            Arity::Optional if *size > 1 => "0 or 1",
            _ => continue,
        };
        return Err(format!(
            "element {index} in '{attribute}' attribute must be equal to {allowed}"
        ));
    }
    let total: i64 = sizes.iter().sum();
    if total != count as i64 {
        return Err(format!(
            "sum of elements in '{attribute}' attribute must be equal to the number of {kind}s"
        ));
    }
    Ok(sizes.into_iter().map(|size| size as usize).collect())
}
