//! Classes that are made at run time.

use tvmlike::prelude::*;
use tvmlike::{ClassBuilder, ObjectRef, new_object, remove_class, type_table};

/// An operation of some kind.
#[derive(Object)]
#[object(key = "testing.Operation")]
struct Operation {
    /// What kind of operation it is.
    #[field]
    name: String,
    #[field]
    operands: i64,
}

#[methods]
impl Operation {
    fn of(name: String, #[default(0)] operands: i64) -> Self {
        Self { name, operands }
    }
}

/// Makes the class of the operations with a name, which refines `testing.Operation`.
#[packed_func("testing.make_operation_class")]
fn make_operation_class(key: &str, name: String, #[default(false)] replace: bool) -> Result<i64> {
    let (own, kind) = (name.clone(), name.clone());
    let predicate = PackedFunc::typed(key, move |op: ObjectPtr<Operation>| op.name == own);
    let doubled = PackedFunc::typed("doubled", |op: ObjectPtr<Operation>| 2 * op.operands);
    let scaled = PackedFunc::typed("scaled", |op: ObjectPtr<Operation>, by: i64| by * op.operands);
    let make = PackedFunc::typed("make", move |operands: i64| {
        ObjectPtr::new(Operation::of(kind.clone(), operands))
    });
    let builder = ClassBuilder::new(key)
        .refines("testing.Operation", predicate)
        .doc(format!("The operation {name}."))
        .field("doubled", doubled)
        .method("scaled", scaled)
        .params(["by"])
        .function("make", make)
        .params(["operands"])
        .constant("OPERATION_NAME", name);
    let index = if replace {
        builder.replace()
    } else {
        builder.register()
    };
    Ok(index?.0.into())
}

/// Makes a class that refines another by any function, with a method, a static function and a field by any other.
#[packed_func("testing.refine")]
fn refine(
    key: &str,
    parent: &str,
    predicate: PackedFunc,
    #[default(None)] member: Option<PackedFunc>,
) -> Result<()> {
    let mut builder = ClassBuilder::new(key).refines(parent, predicate);
    if let Some(member) = member {
        builder = builder
            .method("ask", member.clone())
            .function("ask_any", member.clone())
            .writable_field("asked", member.clone(), member);
    }
    builder.register().map(|_| ())
}

/// Makes a class below `testing.Operation` with objects of its own.
#[packed_func("testing.make_class")]
fn make_class(key: &str, #[default(false)] replace: bool) -> Result<()> {
    let greet = PackedFunc::typed("greet", |this: ObjectPtr<Operation>, name: String| {
        format!("{name} from {}", this.name)
    });
    let index_of = key.to_owned();
    let make = PackedFunc::typed("make", move |name: String| -> Result<ObjectPtr<Operation>> {
        let index = type_table::index_of(&index_of).ok_or_else(|| Error::value_error("gone"))?;
        new_object(index, Operation::of(name, 1))
    });
    let builder = ClassBuilder::new(key)
        .inherits::<Operation>()
        .method("greet", greet)
        .params(["name"])
        .function("__init__", make)
        .record(format!(
            r#"{{"a":[["named","name","str"]],"r":[["object","{key}"]]}}"#
        ));
    if replace {
        builder.replace()
    } else {
        builder.register()
    }
    .map(|_| ())
}

/// Makes a class that cannot be.
#[packed_func("testing.make_bad_class")]
fn make_bad_class(key: &str, parent: &str, twice: bool) -> Result<()> {
    let function = PackedFunc::typed("f", |_this: ObjectRef| 0);
    let builder = ClassBuilder::new(key)
        .parent(parent)
        .method("f", function.clone());
    let builder = if twice {
        builder.field("f", function)
    } else {
        builder
    };
    builder.register().map(|_| ())
}

/// Removes a class that was made at run time.
#[packed_func("testing.remove_class")]
fn remove_class_of(key: &str) -> Result<()> {
    remove_class(key)
}
