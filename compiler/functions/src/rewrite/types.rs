//! `rewrite.TypeConverter`: the conversion of types by functions of front ends.

use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

use smallvec::SmallVec;
use tvmlike_ir as ir;
use tvmlike_runtime::traverse::{Frozen, Taken, Traverse, Visitor};
use tvmlike_transform as transform;
use tvmlike_transform::{Materialization, TypeList};

use super::pattern::PatternRewriter;
use crate::api::*;
use crate::handles::{Context, Location, OperationBase, Type, Value, in_materialization};
use crate::pass_manager::fail_with;
use crate::{defined, errors};

/// The functions of a converter, in the order in which they were added.
#[derive(Clone, Default)]
struct Functions {
    rules: Vec<PackedFunc>,
    sources: Vec<PackedFunc>,
    targets: Vec<PackedFunc>,
}

impl Traverse for Functions {
    fn traverse(&self, visitor: &mut Visitor) {
        for list in [&self.rules, &self.sources, &self.targets] {
            list.traverse(visitor);
        }
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        [&self.rules, &self.sources, &self.targets]
            .into_iter()
            .all(|list| list.freeze(frozen))
    }

    fn take(&mut self, taken: &mut Taken) {
        taken.put(std::mem::take(self));
    }
}

/// Converts types by functions, of which the newest is tried first.
#[derive(Object)]
#[object(key = "rewrite.TypeConverter")]
pub(crate) struct TypeConverter {
    functions: Mutex<Functions>,
}

/// What a type becomes: another one, or any number.
#[derive(Union)]
enum Converted {
    One(ObjectPtr<Type>),
    Many(Vec<ObjectPtr<Type>>),
}

impl TypeConverter {
    fn functions(&self) -> Functions {
        self.functions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn add(&self, list: impl FnOnce(&mut Functions) -> &mut Vec<PackedFunc>, function: PackedFunc) {
        let mut functions = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        list(&mut functions).push(function);
    }

    /// The types that a type becomes; `None`: no function converts it.
    fn convert(&self, context: &ObjectPtr<Context>, ty: ir::Type) -> Result<Option<TypeList>> {
        for rule in self.functions().rules.iter().rev() {
            let answer = rule.call((Type::make(context, ty),))?;
            match answer.view().convert::<Option<Converted>>()? {
                None => {}
                Some(Converted::One(one)) => {
                    return Ok(Some(SmallVec::from_slice(&[one.in_context(context)?])));
                }
                Some(Converted::Many(many)) => {
                    let types: Result<TypeList> = many.iter().map(|one| one.in_context(context)).collect();
                    return types.map(Some);
                }
            }
        }
        Ok(None)
    }

    /// The converter of a conversion of what is in a tree. An error of a function is kept, and ends the conversion.
    pub(super) fn build(this: &ObjectPtr<Self>, root: ir::Handle) -> Rc<transform::TypeConverter> {
        let mut converter = transform::TypeConverter::new();
        let own = this.clone();
        converter.add_many(move |_, core, ty| {
            let context = defined::object_of(core)?;
            match own.convert(&context, ty) {
                Ok(types) => types.map(Some),
                Err(error) => {
                    fail_with(error);
                    Some(None)
                }
            }
        });
        let functions = this.functions();
        for function in functions.sources {
            converter.add_source(move |rewriter, request| materialize(&function, root, rewriter, request));
        }
        for function in functions.targets {
            converter.add_target(move |rewriter, request| {
                let value = materialize(&function, root, rewriter, request)?;
                Some(SmallVec::from_slice(&[value]))
            });
        }
        Rc::new(converter)
    }
}

/// Calls the function of a materialization, and reports to the rewriter what it made.
fn materialize(
    function: &PackedFunc,
    root: ir::Handle,
    rewriter: &mut ir::Rewriter<'_, '_>,
    request: &Materialization<'_>,
) -> Option<ir::Value> {
    let [ty] = request.results else {
        return None;
    };
    let before = rewriter.insertion_point()?.next_op()?;
    let called = rewriter.edit().released(|core| -> (Result<_>, Vec<ir::Handle>) {
        let Some(context) = defined::object_of(core) else {
            return (Ok(None), Vec::new());
        };
        in_materialization(&context, root, |number| {
            let near = OperationBase::lent(&context, before).part();
            let rewriter = PatternRewriter::of_conversion(&context, &near, number)?;
            let inputs: Vec<_> = request
                .inputs
                .iter()
                .map(|value| Value::make(&near, *value))
                .collect();
            let location = Location::make(&context, request.location);
            let _scopes = defined::enter(&context, request.location)?;
            let answer = function.call((rewriter, Type::make(&context, *ty), inputs, location))?;
            let Some(value) = answer.view().convert::<Option<ObjectPtr<Value>>>()? else {
                return Ok(None);
            };
            let value = value.in_context(&context)?;
            match value.ty(core) == *ty {
                true => Ok(Some(value)),
                false => Err(errors::value_error(
                    "a materialization returned a value of another type than the requested one",
                )),
            }
        })
    });
    let (answer, made) = match called {
        Ok(called) => called,
        Err(refused) => (Err(errors::value_error(refused)), Vec::new()),
    };
    for handle in made {
        rewriter.report(|listener, context| {
            if let Ok(op) = context.resolve_op(handle) {
                listener.op_inserted(context, op, None);
            }
        });
    }
    answer.unwrap_or_else(|error| {
        fail_with(error);
        None
    })
}

#[methods]
impl TypeConverter {
    /// A converter without functions, which converts no type.
    #[init]
    fn new() -> Self {
        Self {
            functions: Mutex::default(),
        }
    }

    /// Adds a function that converts types. It is called with a type, and returns a type, a list of types, or None if it is not
    /// for the type; then the functions that were added before are tried.
    fn add_conversion(&self, convert: PackedFunc) {
        self.add(|functions| &mut functions.rules, convert);
    }

    /// Adds a function that makes a value of the type before the conversion. It is called with a rewriter, the type, the
    /// converted values and the location, and returns a value, or None if it is not for these types.
    fn add_source_materialization(&self, make: PackedFunc) {
        self.add(|functions| &mut functions.sources, make);
    }

    /// Adds a function that makes a value of a converted type. It is called with a rewriter, the type, the values that exist and
    /// the location, and returns a value, or None if it is not for these types.
    fn add_target_materialization(&self, make: PackedFunc) {
        self.add(|functions| &mut functions.targets, make);
    }

    /// The type that a type becomes; None if it is not converted, or not to exactly one.
    fn convert_type(&self, r#type: &Type) -> Result<Option<ObjectPtr<Type>>> {
        let context = &r#type.context;
        let types = self.convert(context, r#type.id)?;
        Ok(match types.as_deref() {
            Some([one]) => Some(Type::make(context, *one)),
            _ => None,
        })
    }
}
