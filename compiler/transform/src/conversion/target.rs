//! Which operations a conversion has to convert.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::FixedState;
use tvmlike_ir::{Context, Exclusive, Identifier, Op};

/// Decides whether an operation is legal; `None`: nothing is known about it. It changes nothing.
type Decide = Rc<dyn Fn(&mut Exclusive<'_>, Op) -> Option<bool>>;

/// Whether operations of a name or of a dialect are legal.
#[derive(Clone)]
pub enum Legality {
    /// They are.
    Legal,
    /// They have to be converted.
    Illegal,
    /// A function decides about each.
    Dynamic(Decide),
}

impl std::fmt::Debug for Legality {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Legal => "Legal",
            Self::Illegal => "Illegal",
            Self::Dynamic(_) => "Dynamic",
        })
    }
}

impl Legality {
    /// Legal if a function says so.
    pub fn when(decide: impl Fn(&Context, Op) -> bool + 'static) -> Self {
        Self::Dynamic(Rc::new(move |edit, op| Some(decide(edit.context(), op))))
    }

    /// As [`when`](Self::when); `None` is no decision.
    pub fn when_known(decide: impl Fn(&Context, Op) -> Option<bool> + 'static) -> Self {
        Self::Dynamic(Rc::new(move |edit, op| decide(edit.context(), op)))
    }

    /// As [`when_known`](Self::when_known), for foreign code, which needs the editor to be released. It must change nothing.
    pub fn when_foreign(decide: impl Fn(&mut Exclusive<'_>, Op) -> Option<bool> + 'static) -> Self {
        Self::Dynamic(Rc::new(decide))
    }

    fn decide(&self, edit: &mut Exclusive<'_>, op: Op) -> Option<bool> {
        match self {
            Self::Legal => Some(true),
            Self::Illegal => Some(false),
            Self::Dynamic(decide) => decide(edit, op),
        }
    }
}

/// What a conversion aims at: the operations that are legal afterwards. An entry for an operation counts before that for its
/// dialect; about others the target knows nothing.
#[derive(Clone, Default, Debug)]
pub struct ConversionTarget {
    ops: HashMap<Identifier, Legality, FixedState>,
    /// Operations in whose regions everything is legal if they are.
    recursive: HashMap<Identifier, Option<Legality>, FixedState>,
    dialects: HashMap<Identifier, Legality, FixedState>,
    /// The dialects of names that were looked up.
    dialects_of: RefCell<HashMap<Identifier, Option<Identifier>, FixedState>>,
    unknown: Option<Legality>,
}

impl ConversionTarget {
    /// A target that knows nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the legality of operations of a name.
    pub fn op(&mut self, context: &Context, name: &str, legality: Legality) -> &mut Self {
        self.ops.insert(context.identifier(name), legality);
        self
    }

    /// Sets the legality of operations of several names.
    pub fn ops(&mut self, context: &Context, names: &[&str], legality: &Legality) -> &mut Self {
        for name in names {
            self.op(context, name, legality.clone());
        }
        self
    }

    /// Sets the legality of operations of dialects that have no entry of their own.
    pub fn dialects(&mut self, context: &Context, names: &[&str], legality: &Legality) -> &mut Self {
        for name in names {
            self.dialects.insert(context.identifier(*name), legality.clone());
        }
        self
    }

    /// Makes everything in the regions of legal operations of a name legal; with a legality, in those that it finds legal.
    pub fn recursively_legal(
        &mut self,
        context: &Context,
        name: &str,
        legality: Option<Legality>,
    ) -> &mut Self {
        self.recursive.insert(context.identifier(name), legality);
        self
    }

    /// Sets the legality of operations that no other entry is about.
    pub fn others(&mut self, legality: Legality) -> &mut Self {
        self.unknown = Some(legality);
        self
    }

    fn entry(&self, context: &Context, op: Op) -> Option<&Legality> {
        let name = op.name(context);
        if let Some(entry) = self.ops.get(&name) {
            return Some(entry);
        }
        let dialect = *self.dialects_of.borrow_mut().entry(name).or_insert_with(|| {
            let namespace = name.dialect_namespace(context)?;
            Some(context.identifier(namespace))
        });
        let entry = dialect.and_then(|dialect| self.dialects.get(&dialect));
        entry.or(self.unknown.as_ref())
    }

    /// Whether an operation is legal; `None`: nothing is known about it.
    pub fn is_legal(&self, edit: &mut Exclusive<'_>, op: Op) -> Option<bool> {
        self.entry(edit, op)?.decide(edit, op)
    }

    /// Whether an operation is known to be illegal.
    pub fn is_illegal(&self, edit: &mut Exclusive<'_>, op: Op) -> bool {
        match self.entry(edit, op) {
            None | Some(Legality::Legal) => false,
            Some(Legality::Illegal) => true,
            Some(Legality::Dynamic(decide)) => decide(edit, op) == Some(false),
        }
    }

    /// Whether everything in the regions of an operation that is legal is, too.
    pub fn is_recursively_legal(&self, edit: &mut Exclusive<'_>, op: Op) -> bool {
        match self.recursive.get(&op.name(edit)) {
            None => false,
            Some(None) => true,
            Some(Some(legality)) => legality.decide(edit, op) == Some(true),
        }
    }
}
