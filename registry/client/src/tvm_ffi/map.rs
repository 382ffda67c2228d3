//! Maps from one side to the other: each side's hashing is its own, so the pairs are put into a new map.
//!
//! tvm-ffi's maps are read and made by its own functions only, since their layout is private to it.

use tvmlike_runtime::{Any, AnyView, Error, Map, Result, ToAny, TypeIndex};

use super::crossing::{Way, cross_at};
use super::library::{Library, library};

/// Has a map cross, at a depth in what is crossing.
pub(super) fn cross(map: &AnyView<'_>, way: Way, depth: usize) -> Result<Any> {
    let library = library()?;
    match way {
        Way::ToUs => to_us(library, map, depth),
        Way::ToThem => to_them(library, map, depth),
    }
}

fn to_us(library: &Library, map: &AnyView<'_>, depth: usize) -> Result<Any> {
    let maps = &library.maps;
    let (size, iterator) = match map.kind() {
        TypeIndex::DICT => (&maps.dict_size, &maps.dict_iterator),
        _ => (&maps.map_size, &maps.map_iterator),
    };
    let map = [map.to_owned()?];
    let size = library.invoke(size, &map)?.cast::<usize>()?;
    if size == 0 {
        return Ok(Map::new([]).into());
    }
    let iterator = library.invoke(iterator, &map)?;
    let object = iterator
        .view()
        .as_object()
        .ok_or_else(|| Error::internal_error("tvm-ffi's iterator over a map is no function"))?;
    // SAFETY: alive while `iterator` is.
    let iterator = unsafe { tvmlike_runtime::ObjectRef::from_borrowed(object) };
    // What the iterator does: 0 gives the key, 1 the value, 2 goes on and says whether there is a further pair.
    let step = |command: i64| library.call(&iterator, &[command.to_any()]);
    let mut pairs = Vec::with_capacity(size.min(1024));
    loop {
        pairs.push((
            cross_at(step(0)?.view(), Way::ToUs, depth + 1)?,
            cross_at(step(1)?.view(), Way::ToUs, depth + 1)?,
        ));
        if !step(2)?.cast::<bool>()? {
            return Ok(Map::new(pairs).into());
        }
    }
}

fn to_them(library: &Library, map: &AnyView<'_>, depth: usize) -> Result<Any> {
    let map: Map = map.convert()?;
    let mut flat = Vec::with_capacity(2 * map.len());
    for (key, value) in map.iter() {
        flat.push(cross_at(key, Way::ToThem, depth + 1)?);
        flat.push(cross_at(value, Way::ToThem, depth + 1)?);
    }
    library.invoke(&library.maps.new, &flat)
}
