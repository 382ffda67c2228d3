//! The types of results that follow from the other parts of an operation: MLIR's `InferTypeOpInterface`.
//!
//! MLIR makes the interface of most operations from their traits; the rules here are made likewise, when an operation is
//! asked for the first time. For an operation that infers its types with hand-written code in MLIR, a [`TypeInference`]
//! is attached to its [`OpInfo`]. Invariant: an operation has rules if and only if MLIR gives it the interface.

use std::fmt;

use smallvec::SmallVec;
use tvmlike_ir::{
    Attribute, Context, Diagnostic, Failure, Identifier, Op, OpInfo, OpState, Region, Severity, Type, Value,
};
use tvmlike_text::quote_type;

use crate::definition::Definition;
use crate::layout::Layout;
use crate::record::{Arity, DialectRecord, OpRecord, TraitRecord};
use crate::transform::Transform;

/// The types of the results of an operation.
pub type ResultTypes = SmallVec<[Type; 4]>;

/// Why there are no types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InferError {
    /// The context does not know the operation of this name.
    Unregistered(Box<str>),
    /// The types of the results of the operation of this name do not follow from its other parts.
    Unsupported(Box<str>),
    /// MLIR infers the types with code for which there is no [`TypeInference`].
    Missing(Box<str>),
    /// The other parts are wrong, in words.
    Failed(String),
}

impl fmt::Display for InferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, cause) = match self {
            Self::Unregistered(name) => (
                name,
                "the operation was not registered; ensure that the dialect containing the operation is linked into \
                 MLIR and registered with the context",
            ),
            Self::Unsupported(name) => (
                name,
                "the operation does not support type inference; result types must be specified explicitly",
            ),
            Self::Missing(name) => (
                name,
                "its inference is hand-written in MLIR and not available here; result types must be specified \
                 explicitly",
            ),
            Self::Failed(message) => return f.write_str(message),
        };
        write!(
            f,
            "type inference was requested for the operation {name}, but {cause}"
        )
    }
}

impl std::error::Error for InferError {}

/// Infers the types of an operation's results from its other parts, which need not fit its record; or returns why it cannot.
pub type InferTypes = fn(&Context, &OpState<'_>) -> Result<ResultTypes, String>;

/// Returns the types of the results, or why it cannot, in words.
type Infer = dyn Fn(&Context, &OpState<'_>) -> Result<ResultTypes, String> + Send + Sync;

/// Whether an operation for which the first types were inferred can have the second ones.
type IsCompatible = dyn Fn(&Context, &[Type], &[Type]) -> bool + Send + Sync;

/// Hand-written inference of an operation's result types: an extension of its [`OpInfo`].
pub struct TypeInference {
    infer: Box<Infer>,
    is_compatible: Option<Box<IsCompatible>>,
}

impl fmt::Debug for TypeInference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypeInference").finish_non_exhaustive()
    }
}

impl TypeInference {
    /// Infers types with a function. Its state need not fit the record: a test of the operation comes later or never.
    pub fn new(
        infer: impl Fn(&Context, &OpState<'_>) -> Result<ResultTypes, String> + Send + Sync + 'static,
    ) -> Self {
        Self {
            infer: Box::new(infer),
            is_compatible: None,
        }
    }

    /// Lets operations have other types than the inferred ones, which are the first ones.
    pub fn with_compatible(
        mut self,
        is_compatible: impl Fn(&Context, &[Type], &[Type]) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.is_compatible = Some(Box::new(is_compatible));
        self
    }

    fn is_compatible(&self, context: &Context, inferred: &[Type], given: &[Type]) -> bool {
        match &self.is_compatible {
            Some(test) => test(context, inferred, given),
            None => inferred == given,
        }
    }
}

/// The types of the results of an operation with these parts. `state.results` is not used.
///
/// # Errors
/// The types do not follow from the other parts, or these are wrong.
pub fn infer_result_types(context: &Context, state: &OpState<'_>) -> Result<ResultTypes, InferError> {
    let Some(info) = context.op_info(state.name) else {
        return Err(InferError::Unregistered(name(context, state.name)));
    };
    if let Some(reason) = info.withdrawn() {
        return Err(InferError::Failed(reason.to_owned()));
    }
    if let Some(inference) = info.extensions().get::<TypeInference>() {
        return (inference.infer)(context, state).map_err(InferError::Failed);
    }
    let rules = info.extensions().get_or_insert_with(|| Rules::of(context, info));
    match &rules.kind {
        Kind::Rules(all) => {
            let ty = |rule: &Rule| rule.ty(context, state, &rules.operands);
            all.iter()
                .map(ty)
                .collect::<Result<_, _>>()
                .map_err(InferError::Failed)
        }
        Kind::Missing => Err(InferError::Missing(name(context, state.name))),
        Kind::None => Err(InferError::Unsupported(name(context, state.name))),
    }
}

/// Whether the types of the results of an operation follow from its other parts, and there is code for it.
pub fn infers_result_types(context: &Context, info: &OpInfo) -> bool {
    info.extensions().get::<TypeInference>().is_some()
        || matches!(
            info.extensions()
                .get_or_insert_with(|| Rules::of(context, info))
                .kind,
            Kind::Rules(_)
        )
}

fn name(context: &Context, name: Identifier) -> Box<str> {
    name.text(context).into()
}

/// Checks that the results of an operation have the types that follow from its other parts.
///
/// # Errors
/// They have others.
pub(crate) fn verify_result_types(context: &Context, op: Op) -> Result<(), Failure> {
    let operands: SmallVec<[Value; 8]> = op.operands(context).collect();
    let regions: SmallVec<[Option<Region>; 2]> = op.regions(context).map(Some).collect();
    let state = OpState {
        operands: &operands,
        attributes: op.attributes(context),
        properties: op.properties(context),
        regions: &regions,
        ..OpState::new(op.name(context), op.location(context))
    };
    let message = match infer_result_types(context, &state) {
        Ok(inferred) => {
            let given: ResultTypes = op.results(context).map(|result| result.ty(context)).collect();
            let info = op.info(context);
            let inference = info.and_then(|info| info.extensions().get::<TypeInference>());
            let fits = match inference {
                Some(inference) => inference.is_compatible(context, &inferred, &given),
                None => inferred == given,
            };
            if fits {
                return Ok(());
            }
            let list = |types: &[Type]| {
                let quoted = types.iter().map(|ty| format!("'{}'", quote_type(context, *ty)));
                quoted.collect::<Vec<_>>().join(", ")
            };
            format!(
                "'{}' op inferred type(s) {} are incompatible with return type(s) of operation {}",
                op.name(context).text(context),
                list(&inferred),
                list(&given)
            )
        }
        Err(InferError::Failed(message)) => message,
        // What has no code here is not checked.
        Err(_) => return Ok(()),
    };
    context.emit(&Diagnostic::new(Severity::Error, op.location(context), message));
    Err(op.emit_op_error(context, "failed to infer returned types").emit())
}

/// Whether an operation has MLIR's interface by hand, so that its traits say nothing about it.
pub(crate) fn is_by_hand(record: &OpRecord) -> bool {
    record
        .traits
        .iter()
        .any(|each| each.name.starts_with("InferTypeOp") || each.name.starts_with("InferTensorType"))
}

/// The rules of one kind of operation.
struct Rules {
    operands: Layout,
    kind: Kind,
}

enum Kind {
    /// One rule for each result.
    Rules(Box<[Rule]>),
    /// There is hand-written code in MLIR.
    Missing,
    /// The operation has no rules.
    None,
}

/// How the type of a result follows.
#[derive(Clone, Debug)]
struct Rule {
    root: Root,
    transforms: SmallVec<[Transform; 2]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Root {
    /// The first operand of an entry.
    Operand(usize),
    Attribute(Identifier),
    Only(Type),
}

impl Rules {
    fn of(context: &Context, info: &OpInfo) -> Self {
        let Some(definition) = info.extensions().get::<Definition>() else {
            return Self {
                operands: Layout::new([], None),
                kind: Kind::None,
            };
        };
        let record = definition.record();
        Self {
            operands: Layout::of_operands(context, record),
            kind: match rules(context, definition.dialect(), record) {
                Some(rules) => Kind::Rules(rules),
                None if is_by_hand(record) => Kind::Missing,
                None => Kind::None,
            },
        }
    }
}

/// The rules for all results, if there is one for each.
fn rules(context: &Context, dialect: &DialectRecord, record: &OpRecord) -> Option<Box<[Rule]>> {
    let is_single = |arity: Arity| arity == Arity::One;
    if dialect.without_inference
        || record.results.is_empty()
        || !record.results.iter().all(|result| is_single(result.arity))
    {
        return None;
    }
    if record
        .traits
        .iter()
        .any(|each| &*each.name == "SameOperandsAndResultType")
    {
        let first = record
            .operands
            .iter()
            .position(|operand| is_single(operand.arity))?;
        return Some(
            record
                .results
                .iter()
                .map(|_| Rule::new(Root::Operand(first)))
                .collect(),
        );
    }
    let mut known = Known::new(context, dialect, record);
    let edges: Vec<_> = record
        .traits
        .iter()
        .flat_map(|each| edges(record, each))
        .collect();
    // Each turn finds a type or is the last one.
    while edges
        .iter()
        .any(|(from, to, transform)| known.follow(*from, *to, *transform))
    {}
    known.results.into_iter().collect()
}

/// Something that has a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Operand(usize),
    Attribute(usize),
    Result(usize),
}

fn place(record: &OpRecord, name: &str) -> Option<Place> {
    let operand = record.operands.iter().position(|each| &*each.name == name);
    let attribute = || record.attributes.iter().position(|each| &*each.name == name);
    let result = || record.results.iter().position(|each| &*each.name == name);
    operand
        .map(Place::Operand)
        .or_else(|| attribute().map(Place::Attribute))
        .or_else(|| result().map(Place::Result))
}

/// What a trait says about types: from which place the type of which other one follows.
fn edges(record: &OpRecord, each: &TraitRecord) -> Vec<(Place, Place, Transform)> {
    let places: Vec<Option<Place>> = each.arguments.iter().map(|name| place(record, name)).collect();
    match (&*each.name, &places[..]) {
        ("TypesMatchWith" | "OptionalTypesMatchWith", [Some(from), Some(to), ..]) => {
            let transform = each.arguments.get(2).and_then(|name| Transform::by_name(name));
            transform
                .map(|transform| (*from, *to, transform))
                .into_iter()
                .collect()
        }
        ("AllTypesMatch", places) => {
            let all = || places.iter().flatten();
            let pairs = all().flat_map(|to| all().map(move |from| (*from, *to, Transform::Same)));
            pairs.filter(|(from, to, _)| from != to).collect()
        }
        _ => Vec::new(),
    }
}

/// The types that are known without a result's.
struct Known<'a> {
    record: &'a OpRecord,
    attributes: Vec<Identifier>,
    results: Vec<Option<Rule>>,
}

impl<'a> Known<'a> {
    fn new(context: &Context, dialect: &DialectRecord, record: &'a OpRecord) -> Self {
        let only = |result: &crate::record::ValueRecord| {
            let constraint = &dialect.constraints[result.constraint.0 as usize];
            let ty = tvmlike_text::parse_defined_type(context, constraint.only_type.as_deref()?).ok()?;
            Some(Rule::new(Root::Only(ty)))
        };
        let attribute = |each: &crate::record::AttributeRecord| context.identifier(&*each.name);
        Self {
            record,
            attributes: record.attributes.iter().map(attribute).collect(),
            results: record.results.iter().map(only).collect(),
        }
    }

    /// Learns the type of a result; whether it was not known.
    fn follow(&mut self, from: Place, to: Place, transform: Transform) -> bool {
        let Place::Result(to) = to else {
            return false;
        };
        let rule = match from {
            Place::Operand(index) => {
                (self.record.operands[index].arity == Arity::One).then(|| Rule::new(Root::Operand(index)))
            }
            Place::Attribute(index) => Some(Rule::new(Root::Attribute(self.attributes[index]))),
            Place::Result(index) => self.results[index].clone(),
        };
        match (&mut self.results[to], rule) {
            (known @ None, Some(mut rule)) => {
                rule.transforms.push(transform);
                *known = Some(rule);
                true
            }
            _ => false,
        }
    }
}

impl Rule {
    fn new(root: Root) -> Self {
        Self {
            root,
            transforms: SmallVec::new(),
        }
    }

    fn ty(&self, context: &Context, state: &OpState<'_>, operands: &Layout) -> Result<Type, String> {
        let mut ty = match self.root {
            Root::Only(ty) => ty,
            Root::Operand(index) => {
                let property = |name| inherent_attribute(context, state, name);
                let count = state.operands.len();
                let at = operands.range_with(context, property, count, index).start;
                let operand = state.operands.get(at);
                let missing = || {
                    let name = state.name.text(context);
                    format!("'{name}' op infers result types from operand #{at}, but has {count} operands")
                };
                operand.ok_or_else(missing)?.ty(context)
            }
            Root::Attribute(name) => {
                let value = inherent_attribute(context, state, name);
                let missing = || {
                    let (op, name) = (state.name.text(context), name.text(context));
                    format!("'{op}' op infers result types from attribute '{name}', which it does not have")
                };
                value.ok_or_else(missing)?.ty(context)
            }
        };
        for transform in &self.transforms {
            ty = transform.apply_to_one(context, ty).ok_or_else(|| {
                let (name, found) = (state.name.text(context), quote_type(context, ty));
                format!("'{name}' op cannot infer a result type from '{found}'")
            })?;
        }
        Ok(ty)
    }
}

/// An inherent attribute of an operation to be made: a property, an attribute, or the default value.
pub fn inherent_attribute(context: &Context, state: &OpState<'_>, name: Identifier) -> Option<Attribute> {
    let lookup = |dictionary: Option<Attribute>| dictionary?.entries(context)?.get(context, name);
    let default = || {
        let defaults = context.op_info(state.name)?.default_properties();
        let found = defaults.iter().find(|(each, _)| *each == name);
        found.map(|(_, value)| *value)
    };
    lookup(state.properties)
        .or_else(|| lookup(state.attributes))
        .or_else(default)
}
