//! Conversion of maps: the entries are inserted into a new map, because each side hashes differently.
//!
//! tvm-ffi's maps are read and made by its own functions, because their layout is private.

use tvmlike_runtime::{Any, AnyView, Error, Map, Result, ToAny, TypeIndex};

use super::library::{Library, library};
use super::value::{Direction, convert_at};

/// Converts a map. `depth` is its depth in the converted value.
pub(super) fn convert(map: &AnyView<'_>, direction: Direction, depth: usize) -> Result<Any> {
    let library = library()?;
    match direction {
        Direction::FromTvmFfi => to_us(library, map, depth),
        Direction::ToTvmFfi => to_them(library, map, depth),
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
        .ok_or_else(|| Error::internal_error("tvm-ffi's map iterator is not a function"))?;
    // SAFETY: alive while `iterator` is.
    let iterator = unsafe { tvmlike_runtime::ObjectRef::from_borrowed(object) };
    // The iterator's commands: 0 returns the key, 1 the value, 2 advances and returns whether there is another entry.
    let step = |command: i64| library.call(&iterator, &[command.to_any()]);
    let mut pairs = Vec::with_capacity(size.min(1024));
    loop {
        pairs.push((
            convert_at(step(0)?.view(), Direction::FromTvmFfi, depth + 1)?,
            convert_at(step(1)?.view(), Direction::FromTvmFfi, depth + 1)?,
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
        flat.push(convert_at(key, Direction::ToTvmFfi, depth + 1)?);
        flat.push(convert_at(value, Direction::ToTvmFfi, depth + 1)?);
    }
    library.invoke(&library.maps.new, &flat)
}
