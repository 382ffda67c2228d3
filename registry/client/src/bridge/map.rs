//! Conversion of maps: the entries are inserted into a new map, because each side hashes differently.
//!
//! tvm-ffi's maps are read and made by its own functions, because their layout is private.

use tvmlike_runtime::{Any, AnyView, Error, Map, Result, ToAny, TypeIndex};

use super::direction::Direction;
use super::library::{Library, library};

/// Converts a map; `content` converts a key or a value.
pub(super) fn convert(
    map: &AnyView<'_>,
    direction: Direction,
    content: impl Fn(&AnyView<'_>) -> Result<Any>,
) -> Result<Any> {
    let library = library()?;
    match direction {
        Direction::FromTvmFfi => to_us(library, map, content),
        Direction::ToTvmFfi => to_them(library, map, content),
    }
}

fn to_us(library: &Library, map: &AnyView<'_>, content: impl Fn(&AnyView<'_>) -> Result<Any>) -> Result<Any> {
    let maps = &library.maps;
    let (size, iterator) = match (map.kind(), &maps.dict) {
        (TypeIndex::DICT, Some((size, iterator))) => (size, iterator),
        (TypeIndex::DICT, None) => {
            return Err(Error::type_error(format!(
                "tvm-ffi {} has no functions for dicts",
                library.version()
            )));
        }
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
        .ok_or_else(|| Error::internal_error("tvm-ffi's map iterator is not a function"))?;
    // SAFETY: alive while `iterator` is.
    let iterator = unsafe { tvmlike_runtime::ObjectRef::from_borrowed(object) };
    // The iterator's commands: 0 returns the key, 1 the value, 2 advances and returns whether there is another entry.
    let step = |command: i64| library.call(&iterator, &[command.to_any()]);
    let mut pairs = Vec::with_capacity(size.min(1024));
    loop {
        pairs.push((content(step(0)?.view())?, content(step(1)?.view())?));
        if !step(2)?.cast::<bool>()? {
            return Ok(Map::new(pairs).into());
        }
    }
}

fn to_them(
    library: &Library,
    map: &AnyView<'_>,
    content: impl Fn(&AnyView<'_>) -> Result<Any>,
) -> Result<Any> {
    let map: Map = map.convert()?;
    let mut flat = Vec::with_capacity(2 * map.len());
    for (key, value) in map.iter() {
        flat.push(content(key)?);
        flat.push(content(value)?);
    }
    library.invoke(&library.maps.new, &flat)
}
