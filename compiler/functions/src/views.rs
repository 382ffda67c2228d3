//! Classes of operations: refinements of `ir.OpView` by the name of the operation, and the constructor that they share.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use smallvec::{SmallVec, smallvec};
use tvmlike::{ClassBuilder, packed_func};
use tvmlike_ir as ir;
use tvmlike_runtime::{AnyView, Array, FromArg, TypeIndex};

use crate::api::*;
use crate::create::{Attributes, Given, Parts};
use crate::current::GivenLocation;
use crate::defined;
use crate::front_end::{FrontEnd, front_end, set_front_end};
use crate::handles::{Attribute, Block, Context, OpView, OperationBase, Type, Value};
use crate::insertion_point::Place;
use crate::lists::{BlockArgumentList, OpOperandList, OpResultList};

/// The type key of the class of the operations of a name.
fn key_of(name: &str) -> String {
    format!("ir_view.{name}")
}

/// The class of the operations of a name, a refinement of `ir.OpView`; `None` if it is registered.
fn new_class(name: &str) -> Option<ClassBuilder> {
    let key = key_of(name);
    if tvmlike_runtime::type_table::index_of(&key).is_some() {
        return None;
    }
    let name = name.to_owned();
    let is_named = PackedFunc::typed("is_named", move |view: ObjectPtr<OpView>| {
        view.base.is_named(name.as_bytes())
    });
    Some(ClassBuilder::new(key).refines("ir.OpView", is_named))
}

/// Registers the class of the operations of a name. Returns its type key.
#[packed_func("ir._register_view")]
fn register_view(name: &str) -> Result<String> {
    ClassBuilder::register_all(new_class(name))?;
    Ok(key_of(name))
}

/// Registers the classes of all operations of a dialect: front ends clear their caches after each call that registers.
#[packed_func("ir._register_views")]
fn register_views(dialect: &str) -> Result<()> {
    let record = defined::record(dialect)?;
    let names = record.operations.iter().map(|operation| &*operation.name);
    ClassBuilder::register_all(names.filter_map(new_class))
}

/// The dialects that the front end was notified of.
static MET: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

/// Gives the functions of a front end, in place of those of an earlier one.
///
/// `meet_dialect` is called with the name of a dialect before the class of one of its operations is found for the first time;
/// it may register classes. `integer_signedness` returns the enumeration of signedness.
///
/// The first refinement of `ir.OpView` calls `meet_dialect`, and no view belongs to it. So the front end is notified when a view
/// needs a class and none is cached, and other views cost nothing more.
#[packed_func("ir._set_front_end")]
fn give_front_end(meet_dialect: PackedFunc, integer_signedness: PackedFunc) -> Result<()> {
    const KEY: &str = "ir_view._";
    set_front_end(FrontEnd {
        meet_dialect,
        integer_signedness,
    });
    if tvmlike_runtime::type_table::index_of(KEY).is_some() {
        return Ok(());
    }
    let notify = PackedFunc::typed("notify", |view: ObjectPtr<OpView>| -> Result<bool> {
        let Some(dialect) = view.base.dialect_name() else {
            return Ok(false);
        };
        let is_new = |met: &mut HashSet<String>| met.insert(dialect.clone());
        if is_new(&mut MET.lock().unwrap_or_else(PoisonError::into_inner))
            && let Some(front_end) = front_end()
            && let Err(error) = front_end.meet_dialect.call((&*dialect,))
        {
            MET.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(&dialect);
            return Err(error);
        }
        Ok(false)
    });
    ClassBuilder::new(KEY).refines("ir.OpView", notify).register()?;
    Ok(())
}

impl OperationBase {
    /// Whether the operation still exists and has a name.
    fn is_named(&self, name: &[u8]) -> bool {
        let Ok(core) = self.read() else { return false };
        self.op().is_ok_and(|op| op.name(&core).bytes(&core) == name)
    }

    /// The name of the operation's dialect, if the operation still exists and its name has one.
    fn dialect_name(&self) -> Option<String> {
        let core = self.read().ok()?;
        let name = self.op().ok()?.name(&core).text(&core).into_owned();
        Some(name.split_once('.')?.0.to_owned())
    }
}

/// The items of a list that front ends pass.
fn items(value: &AnyView<'_>) -> Option<Array> {
    match value.kind() {
        TypeIndex::ARRAY | TypeIndex::LIST => Array::from_arg(value).ok(),
        _ => None,
    }
}

#[cold]
fn wrong(kind: &str, position: usize, expected: &str, item: &AnyView<'_>) -> Error {
    Error::type_error(format!(
        "{kind} {position}: expected {expected}, got {}",
        item.type_name()
    ))
}

/// Adds the values of an item: one, none for None, or those of a list or of an operation's results.
pub(crate) fn add_values(
    context: &ObjectPtr<Context>,
    position: usize,
    item: &AnyView<'_>,
    found: &mut SmallVec<[ir::Value; 8]>,
) -> Result<()> {
    let mut add = |value: &Value| value.in_context(context).map(|value| found.push(value));
    if let Some(value) = item.downcast_ref::<Value>() {
        return add(value);
    }
    let all = if let Some(list) = item.downcast_ref::<OpResultList>() {
        list.all()?
    } else if let Some(list) = item.downcast_ref::<BlockArgumentList>() {
        list.all()?
    } else if let Some(list) = item.downcast_ref::<OpOperandList>() {
        list.all()?
    } else if let Some(operation) = item.downcast_ref::<OperationBase>() {
        OpResultList::new(&operation.part()).all()?
    } else if item.kind() == TypeIndex::NONE {
        Vec::new()
    } else {
        let list = items(item).ok_or_else(|| wrong("operand", position, "ir.Value", item))?;
        for item in list.as_slice() {
            add_values(context, position, item.view(), found)?;
        }
        return Ok(());
    };
    all.iter().try_for_each(|value| add(value))
}

/// Adds the types of an item: one, none for None, or those of a list.
pub(crate) fn add_types(
    context: &ObjectPtr<Context>,
    position: usize,
    item: &AnyView<'_>,
    found: &mut SmallVec<[ir::Type; 8]>,
) -> Result<()> {
    if let Some(ty) = item.downcast_ref::<Type>() {
        found.push(ty.in_context(context)?);
        return Ok(());
    }
    if item.kind() == TypeIndex::NONE {
        return Ok(());
    }
    let list = items(item).ok_or_else(|| wrong("result", position, "ir.Type", item))?;
    for item in list.as_slice() {
        add_types(context, position, item.view(), found)?;
    }
    Ok(())
}

/// Adds the blocks of an item: one, or those of a list.
pub(crate) fn add_blocks(
    position: usize,
    item: &AnyView<'_>,
    found: &mut SmallVec<[ObjectPtr<Block>; 4]>,
) -> Result<()> {
    if let Some(block) = item.downcast_ref::<Block>() {
        found.push(block.clone());
        return Ok(());
    }
    let list = items(item).ok_or_else(|| wrong("successor", position, "ir.Block", item))?;
    list.as_slice()
        .iter()
        .try_for_each(|item| add_blocks(position, item.view(), found))
}

/// The things of all groups, and the sizes of the groups if they are asked for.
pub(crate) fn groups<T>(
    context: &ObjectPtr<Context>,
    list: Option<&Array>,
    sized: bool,
    add: impl Fn(&ObjectPtr<Context>, usize, &AnyView<'_>, &mut SmallVec<[T; 8]>) -> Result<()>,
) -> Result<Given<T>> {
    let mut given = Given::default();
    let mut sizes: SmallVec<[i32; 8]> = SmallVec::new();
    for (position, item) in list.map_or(&[][..], Array::as_slice).iter().enumerate() {
        let before = given.items.len();
        add(context, position, item.view(), &mut given.items)?;
        if sized {
            sizes.push((given.items.len() - before) as i32);
        }
    }
    given.sizes = sized.then_some(sizes);
    Ok(given)
}

/// Makes an operation from the groups of its operands and results; without types, they are inferred. `sized` says what has
/// an attribute with the sizes of its groups: 1 for operands, 2 for results.
#[packed_func("ir._build_view")]
#[expect(clippy::too_many_arguments, reason = "these are the parts of an operation")]
fn build_view(
    name: &str,
    sized: i64,
    results: Option<Array>,
    operands: Option<Array>,
    attributes: Option<&Map>,
    successors: Option<Array>,
    regions: i64,
    #[implicit] loc: GivenLocation,
    #[default(None)] ip: Option<Place>,
) -> Result<ObjectPtr<OpView>> {
    let mut blocks: SmallVec<[ObjectPtr<Block>; 4]> = SmallVec::new();
    for (position, item) in successors.iter().flat_map(Array::as_slice).enumerate() {
        add_blocks(position, item.view(), &mut blocks)?;
    }
    let infers = results.is_none();
    let parts = Parts {
        name,
        infers,
        results: |context: &ObjectPtr<Context>| {
            groups(context, results.as_ref(), sized & 2 != 0 && !infers, add_types)
        },
        operands: |context: &ObjectPtr<Context>| {
            groups(context, operands.as_ref(), sized & 1 != 0, add_values)
        },
        attributes: Attributes::Of(attributes),
        successors: &blocks,
        regions,
        loc,
        ip,
    };
    let (base, location) = parts.build()?;
    Ok(base.into_view(&location.context))
}

/// Makes an `arith.constant`, the most frequent operation of programs, and returns its result.
#[packed_func("ir._arith_constant")]
fn arith_constant(
    result: &Type,
    value: &Attribute,
    #[implicit] loc: GivenLocation,
    #[default(None)] ip: Option<Place>,
) -> Result<ObjectPtr<Value>> {
    let parts = Parts {
        name: "arith.constant",
        infers: false,
        results: |context: &ObjectPtr<Context>| {
            let items = smallvec![result.in_context(context)?];
            Ok(Given { items, sizes: None })
        },
        operands: |_: &ObjectPtr<Context>| Ok(Given::default()),
        attributes: Attributes::One("value", value),
        successors: &[],
        regions: 0,
        loc,
        ip,
    };
    parts.build()?.0.result()
}
