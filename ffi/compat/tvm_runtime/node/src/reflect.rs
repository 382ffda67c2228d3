//! The members of an object's type.
//!
//! Invariant: a member is looked up in the object's type first, then in its base types.

use tvmlike::{
    Any, AnyView, Array, Error, FromArg, Map, PackedFunc, Result, TypeIndex, type_members, type_table,
};

/// A member of a type.
pub(crate) struct Member {
    pub(crate) name: String,
    /// `field`, `method` or `static`.
    kind: String,
    function: PackedFunc,
}

impl Member {
    pub(crate) fn is_field(&self) -> bool {
        self.kind == "field"
    }

    pub(crate) fn is_method(&self) -> bool {
        self.kind == "method"
    }

    /// Reads the field, or calls the method without arguments.
    pub(crate) fn read(&self, object: &AnyView<'_>) -> Result<Any> {
        self.function.invoke(&[*object])
    }

    /// Calls the static function.
    pub(crate) fn call(&self, args: &[AnyView<'_>]) -> Result<Any> {
        self.function.invoke(args)
    }

    /// The method, bound to its object.
    pub(crate) fn bound(self, object: &AnyView<'_>) -> Result<PackedFunc> {
        let object = object.to_owned()?;
        Ok(PackedFunc::new(move |args| {
            let mut all = vec![*object.view()];
            all.extend_from_slice(args.as_slice());
            self.function.invoke(&all)
        }))
    }
}

/// A type and its base types, the nearest first.
fn ancestry(index: TypeIndex) -> Vec<TypeIndex> {
    let Some(info) = type_table::info(index) else {
        return Vec::new();
    };
    let depth = usize::try_from(info.depth).unwrap_or(0);
    // SAFETY: `ancestors` has `depth` entries, which are never freed; it may be NULL if there are none.
    let above = (0..depth)
        .rev()
        .map(|at| TypeIndex(unsafe { *info.ancestors.add(at) }));
    std::iter::once(index).chain(above).collect()
}

/// The members of a type, including inherited ones that it does not override: the root's first, each type's in the order of their
/// declaration.
pub(crate) fn members(index: TypeIndex) -> Result<Vec<Member>> {
    let mut all: Vec<Member> = Vec::new();
    for of in ancestry(index).into_iter().rev() {
        for member in own_members(of)? {
            match all.iter_mut().find(|inherited| inherited.name == member.name) {
                Some(inherited) => *inherited = member,
                None => all.push(member),
            }
        }
    }
    Ok(all)
}

/// The member with a name, if there is one.
pub(crate) fn member(index: TypeIndex, name: &str) -> Result<Option<Member>> {
    Ok(members(index)?.into_iter().find(|member| member.name == name))
}

fn own_members(index: TypeIndex) -> Result<Vec<Member>> {
    let described = type_members(index)?;
    let members: Array = entry(&described, "members")?;
    members
        .iter()
        .map(|member| {
            let member: Map = member.convert()?;
            Ok(Member {
                name: entry(&member, "name")?,
                kind: entry(&member, "kind")?,
                function: entry(&member, "function")?,
            })
        })
        .collect()
}

fn entry<T: for<'a> FromArg<'a>>(map: &Map, key: &str) -> Result<T> {
    let value = map.get(Any::from(key).view());
    let value = value.ok_or_else(|| Error::internal_error(format!("a type's members have no `{key}`")))?;
    value.convert()
}
