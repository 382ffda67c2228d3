//! What front ends see of a type, and calls as they make them.

use tvmlike::function::Arguments;
use tvmlike::prelude::*;
use tvmlike::{ObjectType, TypeIndex};

/// A member as front ends see it.
pub(crate) struct Seen {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) flags: i64,
    pub(crate) function: PackedFunc,
    pub(crate) setter: Option<PackedFunc>,
    pub(crate) record: String,
}

pub(crate) fn members(index: TypeIndex) -> (String, Vec<Seen>) {
    let of = |map: &Map, key: &str| map.get(Any::from(key).view()).unwrap().to_owned().unwrap();
    let described = tvmlike::type_members(index).unwrap();
    let seen = |member: &AnyView<'_>| {
        let member: Map = member.convert().unwrap();
        Seen {
            name: of(&member, "name").cast().unwrap(),
            kind: of(&member, "kind").cast().unwrap(),
            flags: of(&member, "flags").cast().unwrap(),
            function: of(&member, "function").cast().unwrap(),
            setter: of(&member, "setter").cast().unwrap(),
            record: of(&member, "record").cast().unwrap(),
        }
    };
    let list: Array = of(&described, "members").cast().unwrap();
    (
        of(&described, "doc").cast().unwrap(),
        list.iter().map(seen).collect(),
    )
}

pub(crate) fn member<T: ObjectType>(name: &str) -> Seen {
    let (_, members) = members(T::type_index());
    members.into_iter().find(|member| member.name == name).unwrap()
}

pub(crate) fn call<T: ObjectType>(name: &str, args: impl Arguments) -> Result<Any> {
    member::<T>(name).function.call(args)
}

pub(crate) fn set<T: ObjectType>(name: &str, args: impl Arguments) -> Result<Any> {
    member::<T>(name).setter.unwrap().call(args)
}

pub(crate) fn message(result: Result<Any>) -> String {
    result.expect_err("the call should fail").to_string()
}
