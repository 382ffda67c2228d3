//! `ir.Value`, `ir.OpResult`, `ir.BlockArgument`.

use std::sync::atomic::{AtomicBool, Ordering};

use tvmlike_ir as ir;

use crate::api::*;
use crate::handles::{Block, Context, Location, OpView, OperationBase, Reading, Ref, Type, Value};
use crate::iterators::OpOperandIterator;
use crate::op_operand::OpOperand;
use crate::print::AsmState;
use crate::type_id::refinement_key;
use crate::{errors, text};

/// What defines a value.
/// Whether the class of a value depends on its type.
pub(crate) static BY_TYPE: AtomicBool = AtomicBool::new(false);

#[derive(Union)]
enum ValueOwner {
    Operation(ObjectPtr<OpView>),
    Block(ObjectPtr<Block>),
}

/// An operation or several.
#[derive(Union)]
enum Exceptions {
    One(ObjectPtr<OperationBase>),
    Many(Vec<ObjectPtr<OperationBase>>),
}

impl Value {
    fn class_name(&self) -> &'static str {
        if self.is_argument() {
            "BlockArgument"
        } else {
            "OpResult"
        }
    }

    /// The number of the argument or result.
    fn number(&self) -> Result<usize> {
        let core = self.part.read()?;
        Ok(match self.part.value()?.owner(&core) {
            ir::ValueOwner::Result { index, .. } | ir::ValueOwner::Argument { index, .. } => index,
        })
    }

    fn owner_in(&self, core: &Reading<'_>) -> Result<ValueOwner> {
        Ok(match self.part.value()?.owner(core) {
            ir::ValueOwner::Result { op, .. } => ValueOwner::Operation(OpView::make(&self.part, op)),
            ir::ValueOwner::Argument { block, .. } => ValueOwner::Block(Block::make(&self.part, block)),
        })
    }
}

#[methods]
impl Value {
    /// Makes another handle of a value.
    #[init]
    fn cast(value: &Self) -> Self {
        Self {
            part: value.part.clone(),
        }
    }

    /// The type.
    #[getter]
    #[name("type")]
    pub(crate) fn ty(&self) -> Result<ObjectPtr<Type>> {
        let core = self.part.read()?;
        Ok(Type::make(self.part.context(), self.part.value()?.ty(&core)))
    }

    /// Sets the type.
    fn set_type(&self, r#type: &Type) -> Result<()> {
        let mut edit = self.part.edit()?;
        let ty = r#type.in_context(self.part.context())?;
        self.part.value()?.set_type(&mut edit, ty);
        Ok(())
    }

    /// The operation that has the result, or the block that has the argument.
    #[getter]
    fn owner(&self) -> Result<ValueOwner> {
        let core = self.part.read()?;
        self.owner_in(&core)
    }

    /// The uses of the value, as they are now.
    #[getter]
    fn uses(&self) -> Result<OpOperandIterator> {
        let core = self.part.read()?;
        let uses = self.part.value()?.uses(&core);
        let uses = uses.map(|one| {
            let op = Ref::of_op(&self.part.owner, one.owner(&core));
            ObjectPtr::new(OpOperand::new(&op, one.index(&core)))
        });
        Ok(OpOperandIterator::new(uses.collect()))
    }

    /// Where the value comes from.
    #[getter]
    fn location(&self) -> Result<ObjectPtr<Location>> {
        let core = self.part.read()?;
        Ok(Location::make(
            self.part.context(),
            self.part.value()?.location(&core),
        ))
    }

    /// The context of the value.
    #[getter]
    fn context(&self) -> ObjectPtr<Context> {
        self.part.context().clone()
    }

    /// Makes all users of the value use another one.
    fn replace_all_uses_with(&self, with_: &Self) -> Result<()> {
        let mut edit = self.part.edit_noted()?;
        let other = with_.in_context(self.part.context())?;
        let value = self.part.value()?;
        self.part.context().note_users(&mut edit, value)?;
        value.replace_all_uses_with(&mut edit, other);
        Ok(())
    }

    /// Makes all users of the value but some use another one.
    fn replace_all_uses_except(&self, with_: &Self, exceptions: Exceptions) -> Result<()> {
        let mut edit = self.part.edit()?;
        let kept = match &exceptions {
            Exceptions::One(op) => vec![op.in_context(self.part.context())?],
            Exceptions::Many(ops) => ops
                .iter()
                .map(|op| op.in_context(self.part.context()))
                .collect::<Result<_>>()?,
        };
        let other = with_.in_context(self.part.context())?;
        self.part
            .value()?
            .replace_uses_if(&mut edit, other, |context, one| {
                !kept.contains(&one.owner(context))
            });
        Ok(())
    }

    /// The name of the value in the printed operation.
    #[overload]
    #[name("get_name")]
    fn get_name(
        &self,
        #[default(false)] use_local_scope: bool,
        #[default(false)] use_name_loc_as_prefix: bool,
    ) -> Result<String> {
        let core = self.part.read()?;
        let options = text::Options {
            local_scope: use_local_scope,
            name_loc_as_prefix: use_name_loc_as_prefix,
            ..text::Options::default()
        };
        Ok(text::value_name(&core, self.part.value()?, &options))
    }

    /// The name of the value in the printed operation of a state.
    #[overload]
    #[name("get_name")]
    fn get_name_in(&self, state: &AsmState) -> Result<String> {
        let core = self.part.read()?;
        let options = state.options(self.part.context())?;
        Ok(text::value_name(&core, self.part.value()?, &options))
    }

    /// The value as an object of the class of its kind.
    fn maybe_downcast(&self) -> ObjectPtr<Self> {
        let pool = &self.part.context().pools.values;
        ObjectPtr::new_in(
            pool,
            Self {
                part: self.part.clone(),
            },
        )
    }

    /// Prints the value to the standard error stream.
    fn dump(&self) -> Result<()> {
        eprintln!("{}", self.text()?);
        Ok(())
    }

    #[name("__str__")]
    fn text(&self) -> Result<String> {
        let core = self.part.read()?;
        let value = self.part.value()?;
        let inner = match value.owner(&core) {
            ir::ValueOwner::Result { op, .. } => text::operation_text(&core, op, &text::Options::default())?,
            ir::ValueOwner::Argument { index, .. } => format!(
                "<block argument> of type '{}' at index: {index}",
                text::ty(&core, value.ty(&core))?
            ),
        };
        Ok(format!("{}({})", self.class_name(), inner.trim_end()))
    }

    #[name("__refinement_key__")]
    fn refinement_key(&self) -> i64 {
        let argument = i64::from(self.is_argument());
        if !BY_TYPE.load(Ordering::Relaxed) {
            return argument;
        }
        self.ty().map_or(argument, |ty| {
            refinement_key(ty.kind_name().as_bytes()) & !1 | argument
        })
    }
}

macro_rules! value_class {
    ($(#[$doc:meta])* $name:ident = $key:tt, $class:tt, $is_argument:literal; { $($body:tt)* }) => {
        $(#[$doc])*
        #[derive(Object)]
        #[object(key = $key, when = |value: &Value| value.is_argument() == $is_argument)]
        #[repr(transparent)]
        pub(crate) struct $name(Value);

        #[methods]
        impl $name {
            /// Casts a value.
            #[init]
            fn cast(value: &Value) -> Result<Self> {
                if value.is_argument() != $is_argument {
                    return Err(errors::value_error(format!(
                        "Cannot cast value to {} (from {})", $class, value.class_name()
                    )));
                }
                Ok(Self(Value::cast(value).of()))
            }

            $($body)*
        }
    };
}

value_class! {
    /// A result of an operation.
    OpResult = "ir.OpResult", "OpResult", false; {
        /// The number of the result.
        #[getter]
        fn result_number(&self) -> Result<usize> {
            self.number()
        }
    }
}

value_class! {
    /// An argument of a block.
    BlockArgument = "ir.BlockArgument", "BlockArgument", true; {
        /// The number of the argument.
        #[getter]
        fn arg_number(&self) -> Result<usize> {
            self.number()
        }

        /// Sets where the argument comes from.
        fn set_location(&self, loc: &Location) -> Result<()> {
            let mut edit = self.part.edit()?;
            let location = loc.in_context(self.part.context())?;
            self.part.value()?.set_location(&mut edit, location);
            Ok(())
        }
    }
}
