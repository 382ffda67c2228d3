//! The conversion of types, and of the values that have them.
//!
//! Rules are tried from the newest on. Invariant: a converter gives one answer for a type, which it remembers.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;
use smallvec::SmallVec;
use tvmlike_ir::{Block, Context, Location, Op, Rewriter, Type, Value};

/// The types that one type becomes, of which there can be any number.
pub type TypeList = SmallVec<[Type; 1]>;

/// Converts types. `None`: the rule is not about the type; `Some(None)`: the type cannot be converted.
type Rule = Box<dyn Fn(&TypeConverter, &Context, Type) -> Option<Option<TypeList>>>;

/// Makes values of other types from values. `None`: the function is not for these types.
type Materialize = Box<dyn Fn(&mut Rewriter<'_, '_>, &Materialization<'_>) -> Option<SmallVec<[Value; 1]>>>;

/// A request for values of some types made from other values.
#[derive(Debug)]
pub struct Materialization<'a> {
    /// The types that are wanted.
    pub results: &'a [Type],
    /// The values that exist.
    pub inputs: &'a [Value],
    /// For values that a pattern uses: the type of the value before the conversion.
    pub original: Option<Type>,
    /// The location for new operations.
    pub location: Location,
}

/// Converts types by rules.
#[derive(Default)]
pub struct TypeConverter {
    rules: Vec<Rule>,
    sources: Vec<Materialize>,
    targets: Vec<Materialize>,
    known: RefCell<HashMap<Type, Option<TypeList>, FixedState>>,
    options: Option<Box<dyn Any>>,
}

impl std::fmt::Debug for TypeConverter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TypeConverter")
            .field("rules", &self.rules.len())
            .finish_non_exhaustive()
    }
}

impl TypeConverter {
    /// A converter without rules, which converts no type.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a rule for types that become one type each. `None`: the rule is not about the type; `Some(None)`: the type cannot
    /// be converted.
    pub fn add(&mut self, rule: impl Fn(&Self, &Context, Type) -> Option<Option<Type>> + 'static) {
        self.add_many(move |converter, context, ty| {
            Some(rule(converter, context, ty)?.map(|ty| SmallVec::from_slice(&[ty])))
        });
    }

    /// As [`add`](Self::add), for types that become any number of types.
    pub fn add_many(&mut self, rule: impl Fn(&Self, &Context, Type) -> Option<Option<TypeList>> + 'static) {
        self.rules.push(Box::new(rule));
        self.known.get_mut().clear();
    }

    /// Adds a function that makes a value of an original type from converted ones.
    pub fn add_source(
        &mut self,
        make: impl Fn(&mut Rewriter<'_, '_>, &Materialization<'_>) -> Option<Value> + 'static,
    ) {
        self.sources.push(Box::new(move |rewriter, request| {
            Some(SmallVec::from_slice(&[make(rewriter, request)?]))
        }));
    }

    /// Adds a function that makes converted values.
    pub fn add_target(
        &mut self,
        make: impl Fn(&mut Rewriter<'_, '_>, &Materialization<'_>) -> Option<SmallVec<[Value; 1]>> + 'static,
    ) {
        self.targets.push(Box::new(make));
    }

    /// Adds what the rules and the patterns for this converter have to know beside types.
    pub fn set_options<T: Any>(&mut self, options: T) {
        self.options = Some(Box::new(options));
    }

    /// What [`set_options`](Self::set_options) has set, if it has this type.
    pub fn options<T: Any>(&self) -> Option<&T> {
        self.options.as_ref()?.downcast_ref()
    }

    /// The types that a type becomes; `None`: it cannot be converted.
    pub fn convert(&self, context: &Context, ty: Type) -> Option<TypeList> {
        if let Some(known) = self.known.borrow().get(&ty) {
            return known.clone();
        }
        let answer = self.rules.iter().rev().find_map(|rule| rule(self, context, ty));
        let converted = answer.flatten();
        self.known.borrow_mut().insert(ty, converted.clone());
        converted
    }

    /// The type that a type becomes; `None`: it cannot be converted to one.
    pub fn convert_one(&self, context: &Context, ty: Type) -> Option<Type> {
        match self.convert(context, ty)?.as_slice() {
            [ty] => Some(*ty),
            _ => None,
        }
    }

    /// The types that several types become, one behind the other; `None`: one of them cannot be converted.
    pub fn convert_all(&self, context: &Context, types: impl IntoIterator<Item = Type>) -> Option<Vec<Type>> {
        let mut all = Vec::new();
        for ty in types {
            all.extend(self.convert(context, ty)?);
        }
        Some(all)
    }

    /// Whether a type becomes itself.
    pub fn is_legal(&self, context: &Context, ty: Type) -> bool {
        self.convert_one(context, ty) == Some(ty)
    }

    /// Whether all operands and results of an operation have types that become themselves.
    pub fn is_legal_op(&self, context: &Context, op: Op) -> bool {
        op.operands(context)
            .chain(op.results(context))
            .all(|value| self.is_legal(context, value.ty(context)))
    }

    /// The arguments that a block gets for those that it has; `None`: a type cannot be converted.
    pub fn convert_block(&self, context: &Context, block: Block) -> Option<BlockSignature> {
        let mut signature = BlockSignature::new(block.num_arguments(context));
        for (index, argument) in block.arguments(context).enumerate() {
            signature.add(index, &self.convert(context, argument.ty(context))?);
        }
        Some(signature)
    }

    /// Makes a value of an original type; `None`: no function is for these types.
    pub(super) fn source(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        request: &Materialization<'_>,
    ) -> Option<SmallVec<[Value; 1]>> {
        self.sources.iter().rev().find_map(|make| make(rewriter, request))
    }

    /// Makes converted values; `None`: no function is for these types.
    pub(super) fn target(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        request: &Materialization<'_>,
    ) -> Option<SmallVec<[Value; 1]>> {
        self.targets.iter().rev().find_map(|make| make(rewriter, request))
    }
}

/// What becomes of an argument of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Becomes {
    /// Nothing is known: it has no uses, or gets a value without inputs.
    Nothing,
    /// These new arguments.
    Arguments(Range<usize>),
    /// This value.
    Value(Value),
}

/// The new arguments of a block, and which of its arguments they replace.
#[derive(Clone, Debug)]
pub struct BlockSignature {
    pub(super) types: Vec<Type>,
    pub(super) old: Vec<Becomes>,
}

impl BlockSignature {
    /// The signature for a block with a number of arguments, none of which is kept.
    pub fn new(arguments: usize) -> Self {
        Self {
            types: Vec::new(),
            old: vec![Becomes::Nothing; arguments],
        }
    }

    /// Replaces an argument by new ones of these types, behind those that were added before.
    ///
    /// # Panics
    /// The block has no argument with this number.
    pub fn add(&mut self, argument: usize, types: &[Type]) {
        let start = self.types.len();
        self.types.extend_from_slice(types);
        self.old[argument] = match types {
            [] => Becomes::Nothing,
            _ => Becomes::Arguments(start..self.types.len()),
        };
    }

    /// Replaces an argument by a value.
    ///
    /// # Panics
    /// The block has no argument with this number.
    pub fn replace(&mut self, argument: usize, value: Value) {
        self.old[argument] = Becomes::Value(value);
    }

    /// The types of all new arguments.
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// The number of the new argument that alone replaces one.
    pub fn single(&self, argument: usize) -> Option<usize> {
        match self.old.get(argument)? {
            Becomes::Arguments(range) if range.len() == 1 => Some(range.start),
            _ => None,
        }
    }

    /// The number of arguments that the block has had.
    pub fn len(&self) -> usize {
        self.old.len()
    }

    /// Whether the block has had no arguments.
    pub fn is_empty(&self) -> bool {
        self.old.is_empty()
    }
}
