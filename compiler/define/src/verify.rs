//! The verifier of an operation, made from its record: MLIR's checks, in its order and words.
//!
//! A record is compiled once per context into an [`OpVerifier`]: constraints into tests, names into ids, traits into lists of
//! checks. Invariant: the check of the numbers of operands, results, regions and successors comes first (`OpInfo` has them),
//! so what runs here can rely on them.

mod combination;
mod matches;
mod shapes;
mod traits;
mod values;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use smallvec::SmallVec;
use tvmlike_ir::{Attribute, Context, Failure, Identifier, Op, Type, Unstorable};
use tvmlike_text::quote_type;

use crate::constraint::Constraint;
use crate::hook::{HandWritten, Hooks};
use crate::infer;
use crate::instance::Instance;
use crate::native::Native;
use crate::record::{Arity, Blocks, DialectRecord, OpRecord};
use crate::test::{Subject, Test};
use combination::{Combination, Combinations};
use matches::Match;
use traits::{Later, Structural, Types};
pub(crate) use values::Values;

/// A constraint of a dialect in the form in which it is checked.
#[derive(Debug)]
pub(crate) struct Check {
    pub(crate) summary: Box<str>,
    storage: Option<Test>,
    native: Option<Native>,
    test: Test,
    is_always: bool,
    /// The numbers of types or attributes that passed last: most operations of a kind have the same few.
    passed: [AtomicU32; 4],
}

impl Check {
    pub(crate) fn new(
        context: &Context,
        dialect: &DialectRecord,
        constraint: &Constraint,
    ) -> Result<Self, String> {
        let test = Test::new(&constraint.predicate)?;
        Ok(Self {
            native: Native::new(context, dialect, constraint),
            summary: constraint.summary.clone(),
            storage: constraint.storage.as_ref().map(Test::new).transpose()?,
            is_always: matches!(&test, Test::All(children) if children.is_empty()),
            test,
            passed: Default::default(),
        })
    }

    #[inline]
    fn type_passes(&self, context: &Context, ty: Type) -> bool {
        self.is_always
            || self.slot(ty.raw()).load(Relaxed) == ty.raw()
            || self.test_now(context, Subject::Type(ty), ty.raw())
    }

    /// The place in `passed` for a number.
    #[inline]
    fn slot(&self, number: u32) -> &AtomicU32 {
        // The upper bits of the product depend on all bits of the number.
        &self.passed[(number.wrapping_mul(0x9E37_79B1) >> 30) as usize]
    }

    /// Whether an attribute passes.
    #[inline]
    pub(crate) fn attribute_passes(&self, context: &Context, value: Attribute) -> bool {
        self.is_always
            || self.slot(value.raw()).load(Relaxed) == value.raw()
            || self.test_now(context, Subject::Attribute(value), value.raw())
    }

    /// Whether a property becomes another value than the one that it is set to.
    pub(crate) fn converts(&self) -> bool {
        self.native.is_some()
    }

    /// The attribute that a property becomes if a text sets it to a value.
    ///
    /// # Errors
    /// The property has values of another kind.
    pub(crate) fn store(&self, context: &Context, value: Attribute) -> Result<Attribute, Unstorable> {
        if let Some(native) = &self.native {
            return native.convert(context, value);
        }
        match &self.storage {
            Some(test) if !test.passes(context, Subject::Attribute(value)) => Err(Unstorable::Kind),
            _ => Ok(value),
        }
    }

    fn test_now(&self, context: &Context, subject: Subject, number: u32) -> bool {
        let passes = self.test.passes(context, subject);
        if passes {
            self.slot(number).store(number, Relaxed);
        }
        passes
    }
}

/// An inherent attribute.
#[derive(Debug)]
pub(crate) struct AttributeCheck {
    pub(crate) name: Identifier,
    pub(crate) check: usize,
    is_required: bool,
}

#[derive(Debug)]
struct RegionCheck {
    name: Box<str>,
    is_variadic: bool,
    blocks: Option<(Blocks, Box<str>)>,
}

/// The checks of one kind of operation.
#[derive(Debug)]
pub(crate) struct OpVerifier {
    checks: Arc<[Check]>,
    structural: Box<[Structural]>,
    pub(crate) attributes: Box<[AttributeCheck]>,
    pub(crate) operands: Values,
    pub(crate) results: Values,
    matches: Box<[Match]>,
    /// Absent if a hand-written check is among the comparisons of types.
    combinations: Option<Combinations>,
    regions: Box<[RegionCheck]>,
    /// Traits and hand-written checks that come before the check of a terminator's place or a symbol, and those that come
    /// after it.
    later: [Box<[Later]>; 2],
    /// Hand-written checks after what is nested.
    after_nested: Box<[HandWritten]>,
}

/// Emits an error about an operation, after its name.
#[cold]
fn refuse(context: &Context, op: Op, message: impl std::fmt::Display) -> Result<(), Failure> {
    Err(op.emit_op_error(context, message).emit())
}

impl OpVerifier {
    /// Compiles a record.
    ///
    /// # Errors
    /// The record contradicts itself.
    pub(crate) fn new(
        context: &Context,
        record: &OpRecord,
        checks: Arc<[Check]>,
        hooks: &Hooks,
    ) -> Result<Self, String> {
        let attribute = |each: &crate::record::AttributeRecord| AttributeCheck {
            name: context.identifier(&*each.name),
            check: each.constraint.0 as usize,
            is_required: !each.is_optional && each.default == crate::record::Default::None,
        };
        let operands = Values::new(context, record, &record.operands, "operand")?;
        let results = Values::new(context, record, &record.results, "result")?;
        let used = record
            .operands
            .iter()
            .chain(&record.results)
            .map(|each| each.constraint);
        let mut used = used.chain(record.attributes.iter().map(|each| each.constraint));
        if used.any(|constraint| constraint.0 as usize >= checks.len()) {
            return Err(format!(
                "'{}' refers to a constraint that does not exist",
                record.name
            ));
        }
        let matches = Match::all(context, record, hooks)?;
        let with_properties = operands.depends_on_properties()
            || results.depends_on_properties()
            || matches.iter().any(Match::depends_on_properties);
        Ok(Self {
            structural: Structural::all(context, record),
            attributes: record.attributes.iter().map(attribute).collect(),
            combinations: (!matches.iter().any(Match::is_hand_written))
                .then(|| Combinations::new(with_properties)),
            matches,
            regions: region_checks(record),
            later: Later::all(record, hooks),
            after_nested: after_nested(record, hooks),
            operands,
            results,
            checks,
        })
    }

    /// The check of a constraint.
    pub(crate) fn check(&self, index: usize) -> &Check {
        &self.checks[index]
    }

    /// The checks up to that of a terminator's place.
    pub(crate) fn verify(&self, instance: &Instance<'_>) -> Result<(), Failure> {
        let (context, op) = (instance.context, instance.op);
        for structural in &self.structural {
            structural.verify(context, op)?;
        }
        self.verify_attributes(context, op)?;
        let mut words = Combination::new();
        let combinations = self.combinations.as_ref();
        if combinations.is_some_and(|all| all.contains(context, op, &mut words)) {
            self.verify_regions(context, op)?;
            let mut others = self.later[0].iter().filter(|each| !each.looks_at_types_only());
            return others.try_for_each(|each| each.verify(instance, Types::Other));
        }
        self.operands.verify_operands(context, op, &self.checks)?;
        self.results.verify_results(context, op, &self.checks)?;
        for each in &self.matches {
            each.verify(instance, &self.operands, &self.results)?;
        }
        self.verify_regions(context, op)?;
        self.verify_traits(instance, 0)?;
        if let Some(all) = combinations {
            all.add(&words);
        }
        Ok(())
    }

    /// The checks of traits before that of a terminator's place, or those after it.
    #[inline]
    fn verify_traits(&self, instance: &Instance<'_>, part: usize) -> Result<(), Failure> {
        let checks = &self.later[part];
        if checks.is_empty() {
            return Ok(());
        }
        let types = Types::of(instance.context, instance.op);
        checks.iter().try_for_each(|each| each.verify(instance, types))
    }

    /// Whether there are checks after that of a terminator's place.
    pub(crate) fn has_later(&self) -> bool {
        !self.later[1].is_empty()
    }

    /// The checks after that of a terminator's place.
    pub(crate) fn verify_later(&self, instance: &Instance<'_>) -> Result<(), Failure> {
        self.verify_traits(instance, 1)
    }

    /// Whether there are checks after what is nested.
    pub(crate) fn has_after_nested(&self) -> bool {
        !self.after_nested.is_empty()
    }

    /// The checks after what is nested.
    pub(crate) fn verify_after_nested(&self, instance: &Instance<'_>) -> Result<(), Failure> {
        self.after_nested.iter().try_for_each(|check| check(instance))
    }

    #[inline]
    fn verify_attributes(&self, context: &Context, op: Op) -> Result<(), Failure> {
        let mut values: SmallVec<[Option<Attribute>; 8]> = SmallVec::new();
        for attribute in &self.attributes {
            let value = op.property(context, attribute.name);
            if attribute.is_required && value.is_none() {
                let name = attribute.name.text(context);
                return refuse(context, op, format!("requires attribute '{name}'"));
            }
            values.push(value);
        }
        for (attribute, value) in self.attributes.iter().zip(&values) {
            let check = &self.checks[attribute.check];
            if let Some(value) = value
                && !check.attribute_passes(context, *value)
            {
                let name = attribute.name.text(context);
                let kind = if matches!(check.native, Some(Native::Enum { .. })) {
                    "property"
                } else {
                    "attribute"
                };
                let message = format!("{kind} '{name}' failed to satisfy constraint: {}", check.summary);
                return refuse(context, op, message);
            }
        }
        Ok(())
    }

    fn verify_regions(&self, context: &Context, op: Op) -> Result<(), Failure> {
        for (index, check) in self.regions.iter().enumerate() {
            let Some((blocks, words)) = &check.blocks else {
                continue;
            };
            let count = if check.is_variadic { usize::MAX } else { 1 };
            for (index, region) in op.regions(context).enumerate().skip(index).take(count) {
                let given = region.blocks(context).count();
                let fits = match blocks {
                    Blocks::Exactly(count) => given == *count as usize,
                    Blocks::AtLeast(count) => given >= *count as usize,
                    Blocks::AtMost(count) => given <= *count as usize,
                };
                if !fits {
                    let name = match &*check.name {
                        "" => String::new(),
                        name => format!("('{name}') "),
                    };
                    let message = format!("region #{index} {name}failed to verify constraint: {words}");
                    return refuse(context, op, message);
                }
            }
        }
        Ok(())
    }
}

fn after_nested(record: &OpRecord, hooks: &Hooks) -> Box<[HandWritten]> {
    let interface = |name: &str| hooks.interface_regions(&record.name, name);
    let interfaces = record.traits.iter().filter_map(|each| interface(&each.name));
    let infers = !record.regions.is_empty() && infer::is_by_hand(record);
    let inferred: Option<HandWritten> = infers.then_some(verify_inferred);
    interfaces
        .chain(inferred)
        .chain(hooks.verify_regions(&record.name))
        .collect()
}

/// The check of the types that an operation infers from its regions, too.
fn verify_inferred(instance: &Instance<'_>) -> Result<(), Failure> {
    infer::verify_result_types(instance.context, instance.op)
}

/// The checks of regions; none if every region can be anything.
fn region_checks(record: &OpRecord) -> Box<[RegionCheck]> {
    if record.regions.iter().all(|region| region.blocks.is_none()) {
        return Box::default();
    }
    let check = |region: &crate::record::RegionRecord| RegionCheck {
        name: region.name.clone(),
        is_variadic: region.arity != Arity::One,
        blocks: region.blocks.clone(),
    };
    record.regions.iter().map(check).collect()
}

/// The error for a value of a wrong type.
#[cold]
fn wrong_type(context: &Context, op: Op, kind: &str, index: usize, check: &Check, ty: Type) -> Failure {
    let (summary, ty) = (&check.summary, quote_type(context, ty));
    let message = format!("{kind} #{index} must be {summary}, but got '{ty}'");
    op.emit_op_error(context, message).emit()
}
