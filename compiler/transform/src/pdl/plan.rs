//! What a pattern is compiled to.

use tvmlike_ir::Identifier;

use super::functions::{FunctionKind, PdlValue};

/// The number of a value of the pattern.
pub(super) type Slot = u32;

/// Which of the operands or results of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    /// The one with a number.
    One(u32),
    /// The only one of a group of the declared operands or results.
    OneOf(u32),
    /// A group of the declared operands or results.
    Group(u32),
    /// All.
    All,
}

/// Where a step finds something.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// A constant.
    Constant(PdlValue),
    /// An attribute of an operation.
    Attribute(Slot, Identifier),
    /// Operands of an operation.
    Operand(Slot, Which),
    /// Results of an operation.
    Result(Slot, Which),
    /// The types of results of an operation.
    ResultType(Slot, Which),
    /// The operation that defines a value, or the first one of several.
    Definition(Slot),
    /// The type of an attribute or a value, or the types of values.
    Type(Slot),
}

/// A step of matching.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Binds a value of the pattern.
    Bind(Slot, Source),
    /// Compares something with what is bound.
    Equal(Slot, Source),
    /// Compares the name of an operation.
    Name(Slot, Identifier),
    /// Compares the number of operands of an operation; `true`: there can be more.
    Operands(Slot, u32, bool),
    /// Compares the number of results of an operation; `true`: there can be more.
    Results(Slot, u32, bool),
    /// Binds an operation to each user of a value in turn, until the steps behind succeed.
    User(Slot, Slot),
    /// Calls a constraint.
    Constraint(Call, bool),
}

/// A call of a function of the program.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// The number of the function in the plan.
    pub(super) function: usize,
    pub(super) arguments: Box<[Slot]>,
    /// The values that are bound to the results; `true`: it is bound already, and compared.
    pub(super) results: Box<[(Slot, bool)]>,
}

/// Where the types of the results of a new operation come from.
#[derive(Clone, Debug)]
pub(super) enum ResultTypes {
    /// These are the types.
    Given(Box<[Slot]>),
    /// They follow from the other parts.
    Inferred,
    /// They are those of an operation that is replaced.
    Of(Slot),
}

/// An action of a rewrite.
#[derive(Clone, Debug)]
pub(super) enum Action {
    /// Binds a value.
    Bind(Slot, Source),
    /// Binds the concatenation of values or types.
    Range(Slot, Box<[Slot]>, bool),
    /// Makes an operation.
    Create {
        slot: Slot,
        name: Identifier,
        operands: Box<[Slot]>,
        attributes: Box<[(Identifier, Slot)]>,
        types: ResultTypes,
    },
    /// Replaces an operation by values, or by the results of an operation.
    Replace(Slot, Box<[Slot]>),
    /// Erases an operation.
    Erase(Slot),
    /// Calls a rewrite.
    Call(Call),
}

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Plan {
    /// The symbol; empty if it has none.
    pub(super) name: String,
    pub(super) benefit: u16,
    /// The name of the operations that can match.
    pub(super) root: Option<String>,
    pub(super) root_slot: Slot,
    pub(super) slots: usize,
    /// The operations whose locations new ones get.
    pub(super) matched: Vec<Slot>,
    pub(super) steps: Vec<Step>,
    pub(super) actions: Vec<Action>,
    /// The functions of the program, each once.
    pub(super) functions: Vec<(FunctionKind, String)>,
}

impl Plan {
    /// The pattern in messages.
    pub(super) fn title(&self) -> String {
        match self.name.is_empty() {
            true => "a `pdl.pattern`".to_owned(),
            false => format!("`pdl.pattern` @{}", self.name),
        }
    }
}
