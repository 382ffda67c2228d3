//! `rewrite.PDLModule`: patterns of the `pdl` dialect, with constraints and rewrites that are functions of front ends.
//!
//! Invariant: a function gets handles that are valid while it runs, and what it returns belongs to the context of the patterns.

use std::sync::{Arc, Mutex, PoisonError};

use smallvec::SmallVec;
use tvmlike_ir as ir;
use tvmlike_runtime::traverse::{Frozen, Taken, Traverse, Visitor};
use tvmlike_transform::{
    ConversionPatterns, DriverRewriter, PdlFunction, PdlFunctions, PdlModule, PdlRewriter, PdlValue,
};

use super::FrozenRewritePatternSet;
use super::conversion::ConversionPatternRewriter;
use super::pattern::{PatternRewriter, Recorder, context_of};
use crate::api::*;
use crate::handles::{Attribute, Context, OperationBase, Ref, Type, Value, in_pattern};
use crate::pass_manager::{Target, fail_with};
use crate::shared_function::SharedFunction;
use crate::{defined, diagnostics, errors};

/// A function with its name.
struct Named {
    name: String,
    function: SharedFunction,
}

impl Traverse for Named {
    fn traverse(&self, visitor: &mut Visitor) {
        self.function.traverse(visitor);
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.function.freeze(frozen)
    }
}

/// Functions of front ends for patterns.
#[derive(Default)]
struct Functions {
    constraints: Vec<Named>,
    rewrites: Vec<Named>,
}

impl Traverse for Functions {
    fn traverse(&self, visitor: &mut Visitor) {
        self.constraints.traverse(visitor);
        self.rewrites.traverse(visitor);
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.constraints.freeze(frozen) && self.rewrites.freeze(frozen)
    }

    fn take(&mut self, taken: &mut Taken) {
        taken.put(std::mem::take(self));
    }
}

impl Functions {
    /// The same functions for another object.
    fn copy(&self) -> Self {
        let copy = |list: &Vec<Named>| {
            let each = |one: &Named| Named {
                name: one.name.clone(),
                function: one.function.copy(),
            };
            list.iter().map(each).collect()
        };
        Self {
            constraints: copy(&self.constraints),
            rewrites: copy(&self.rewrites),
        }
    }

    /// The functions for a driver; in a conversion, for the operation that is converted.
    fn build(&self, tree: Option<ir::Handle>) -> PdlFunctions {
        let mut functions = PdlFunctions::new();
        for one in &self.constraints {
            functions.add_constraint(&one.name, native(one, tree));
        }
        for one in &self.rewrites {
            functions.add_rewrite(&one.name, native(one, tree));
        }
        functions
    }
}

/// Patterns for conversions.
pub(super) struct PdlPatterns {
    module: PdlModule,
    functions: Functions,
}

impl Traverse for PdlPatterns {
    fn traverse(&self, visitor: &mut Visitor) {
        self.functions.traverse(visitor);
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.functions.freeze(frozen)
    }
}

impl PdlPatterns {
    /// Adds the patterns to those of a conversion of an operation.
    pub(super) fn add_to(&self, patterns: &mut ConversionPatterns, tree: ir::Handle) -> Result<()> {
        let functions = self.functions.build(Some(tree));
        self.module
            .add_conversions(&functions, patterns)
            .map_err(errors::value_error)
    }
}

/// Patterns of the `pdl` dialect.
#[derive(Object)]
#[object(key = "rewrite.PDLModule")]
pub(crate) struct PDLModule {
    context: ObjectPtr<Context>,
    module: PdlModule,
    functions: Mutex<Functions>,
}

impl PDLModule {
    fn register(&self, name: &str, function: PackedFunc, select: fn(&mut Functions) -> &mut Vec<Named>) {
        let mut functions = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        let list = select(&mut functions);
        // A name keeps its first function.
        if list.iter().all(|known| known.name != name) {
            list.push(Named {
                name: name.to_owned(),
                function: SharedFunction::new(function),
            });
        }
    }
}

#[methods]
impl PDLModule {
    /// The patterns in a module, or in another operation. Later changes of the module do not change them.
    #[init]
    fn new(module: Target) -> Result<Self> {
        let part = module.part();
        let context = part.context();
        let (read, found) = context.core.capture_diagnostics(|| -> Result<_> {
            let _reading = context.read()?;
            Ok(PdlModule::read(&context.core, part.op()?))
        });
        let module = match read? {
            Ok(module) => module,
            Err(message) if found.is_empty() => return Err(errors::value_error(message)),
            Err(message) => return Err(diagnostics::error(context, &message, found)),
        };
        Ok(Self {
            context: context.clone(),
            module,
            functions: Mutex::default(),
        })
    }

    /// Registers a constraint. The function is called with a rewriter and the list of the arguments; it returns the list of its
    /// results, or None if it does not hold. It must change nothing.
    fn register_constraint(&self, name: &str, function: PackedFunc) {
        self.register(name, function, |functions| &mut functions.constraints);
    }

    /// Registers a rewrite. The function is called with a rewriter and the list of the arguments; it returns the list of its
    /// results, or None if it has failed.
    fn register_rewrite(&self, name: &str, function: PackedFunc) {
        self.register(name, function, |functions| &mut functions.rewrites);
    }

    /// The patterns, ready to be applied. Functions that are registered later are not known to them.
    fn freeze(&self) -> Result<FrozenRewritePatternSet> {
        let functions = self
            .functions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .copy();
        let patterns = self
            .module
            .patterns(&functions.build(None))
            .map_err(errors::value_error)?;
        let pdl = PdlPatterns {
            module: self.module.clone(),
            functions,
        };
        Ok(FrozenRewritePatternSet::of_pdl(&self.context, &patterns, pdl))
    }
}

/// What a function returns for a value of a pattern.
#[derive(Union)]
enum Item {
    Attribute(ObjectPtr<Attribute>),
    Type(ObjectPtr<Type>),
    Value(ObjectPtr<Value>),
    Operation(ObjectPtr<OperationBase>),
    Range(Vec<Element>),
}

/// An element of a range; a range has elements of one kind.
#[derive(Union)]
enum Element {
    Type(ObjectPtr<Type>),
    Value(ObjectPtr<Value>),
}

impl Item {
    fn read(&self, context: &ObjectPtr<Context>) -> Result<PdlValue> {
        Ok(match self {
            Self::Attribute(attribute) => PdlValue::Attribute(attribute.in_context(context)?),
            Self::Type(ty) => PdlValue::Type(ty.in_context(context)?),
            Self::Value(value) => PdlValue::Value(value.in_context(context)?),
            Self::Operation(op) => PdlValue::Op(op.in_context(context)?),
            Self::Range(elements) => {
                let (mut types, mut values) = (SmallVec::new(), SmallVec::new());
                for element in elements {
                    match element {
                        Element::Type(ty) => types.push(ty.in_context(context)?),
                        Element::Value(value) => values.push(value.in_context(context)?),
                    }
                }
                match (types.is_empty(), values.is_empty()) {
                    (true, _) => PdlValue::Values(values),
                    (false, true) => PdlValue::Types(types),
                    (false, false) => {
                        return Err(errors::value_error(
                            "a range has types and values; expected one kind",
                        ));
                    }
                }
            }
        })
    }
}

/// A value of a pattern for a function.
fn argument(context: &ObjectPtr<Context>, near: &Ref, value: &PdlValue) -> Any {
    match value {
        PdlValue::Attribute(attribute) => Attribute::make(context, *attribute).to_any(),
        PdlValue::Type(ty) => Type::make(context, *ty).to_any(),
        PdlValue::Value(value) => Value::make(near, *value).to_any(),
        PdlValue::Op(op) => OperationBase::inside(near, *op).into_view(context).to_any(),
        PdlValue::Types(types) => {
            let types: Vec<_> = types.iter().map(|ty| Type::make(context, *ty)).collect();
            types.to_any()
        }
        PdlValue::Values(values) => {
            let values: Vec<_> = values.iter().map(|value| Value::make(near, *value)).collect();
            values.to_any()
        }
    }
}

/// The results of a function; `None`: it has failed.
type Returned = Option<Vec<PdlValue>>;

/// Calls a function with the rewriter that `rewriter` makes.
fn call(
    core: &ir::Context,
    root: Option<ir::Op>,
    function: &PackedFunc,
    arguments: &[PdlValue],
    rewriter: impl FnOnce(&ObjectPtr<Context>, &Ref) -> Option<Any>,
) -> Result<Returned> {
    let context = context_of(core)?;
    let root = root.ok_or_else(|| errors::value_error("the root of the pattern was erased before"))?;
    let operation = OperationBase::lent(&context, root);
    let near = operation.part();
    let rewriter = rewriter(&context, &near)
        .ok_or_else(|| errors::value_error("the root of the pattern is in no block"))?;
    let _scopes = defined::enter(&context, root.location(core))?;
    let arguments: Vec<Any> = arguments
        .iter()
        .map(|value| argument(&context, &near, value))
        .collect();
    let answer = function.call((rewriter, arguments))?;
    let items = answer.view().convert::<Option<Vec<Item>>>()?;
    let read = |items: Vec<Item>| {
        items
            .iter()
            .map(|item| item.read(&context))
            .collect::<Result<_>>()
    };
    items.map(read).transpose()
}

/// A function of a front end as a function of patterns.
fn native(named: &Named, tree: Option<ir::Handle>) -> PdlFunction {
    let (name, function) = (named.name.clone(), named.function.share());
    Arc::new(
        move |rewriter: &mut PdlRewriter<'_, '_, '_>, arguments: &[PdlValue]| {
            let root = rewriter.root();
            let answer = match (rewriter.driver(), tree) {
                (DriverRewriter::Greedy(driver), _) => {
                    let released = driver
                        .edit()
                        .released(|core| greedy(core, root, &function, arguments));
                    let (answer, changes) = released.map_err(|refused| refused.to_string())?;
                    changes.report(driver);
                    answer
                }
                (DriverRewriter::Conversion(driver), Some(tree)) => {
                    let released = driver.released(|core, state| {
                        let context = context_of(core)?;
                        in_pattern(&context, tree, state, |number| {
                            call(core, root, &function, arguments, |context, near| {
                                let base = PatternRewriter::new(context, near, Some(number))?;
                                Some(ObjectPtr::new(ConversionPatternRewriter::new(base)).to_any())
                            })
                        })
                    });
                    released.unwrap_or_else(|refused| Err(errors::value_error(refused)))
                }
                (DriverRewriter::Conversion(_), None) => {
                    return Err("the patterns were made for another driver".to_owned());
                }
            };
            answer.map_err(|error| {
                let message = format!(
                    "the function '{name}' raised {}: {}",
                    error.kind(),
                    error.message()
                );
                fail_with(error);
                message
            })
        },
    )
}

/// Calls a function in the greedy driver. Its results, and what it changed.
fn greedy(
    core: &ir::Context,
    root: Option<ir::Op>,
    function: &PackedFunc,
    arguments: &[PdlValue],
) -> (Result<Returned>, Recorder) {
    let mut made = None;
    let answer = call(core, root, function, arguments, |context, near| {
        let rewriter = ObjectPtr::new(PatternRewriter::new(context, near, None)?);
        made = Some(rewriter.clone());
        Some(rewriter.to_any())
    });
    let changes = made.map(|rewriter| rewriter.take_changes()).unwrap_or_default();
    (answer, changes)
}
