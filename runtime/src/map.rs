//! Maps: pairs in the order in which their keys were first inserted. A map does not change.
//!
//! Keys are compared by content for None, bool, int, float, strings, bytes, data types and devices, and by
//! identity for every other object. A bool, an int and a float are different keys even where Python's are equal.
//! Invariant: `index` holds the position of every entry, and `cell.entries` points at `entries`.

use std::fmt;
use std::hash::BuildHasher;
use std::ptr;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use tvmlike_abi::{TVMLikeMapCell, TVMLikeMapEntry, TVMLikeObject, TVMLikeValue};

use crate::object::{ObjectBody, ObjectBox, ObjectPtr, allocate};
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView};

/// A map of values.
#[derive(Clone)]
#[repr(transparent)]
pub struct Map(ObjectPtr<TVMLikeMapCell>);

// SAFETY: a map does not change, and its values are Send and Sync.
unsafe impl Send for Map {}
// SAFETY: as above.
unsafe impl Sync for Map {}

/// One pair; the layout is that of `TVMLikeMapEntry`.
#[repr(C)]
struct Entry {
    key: Any,
    value: Any,
}

const _: () = assert!(size_of::<Entry>() == size_of::<TVMLikeMapEntry>());

#[repr(C)]
struct MapBody {
    cell: TVMLikeMapCell,
    entries: Vec<Entry>,
    index: HashTable<u32>,
}

// SAFETY: no trailing bytes.
unsafe impl ObjectBody for MapBody {}

impl MapBody {
    fn position(&self, key: &AnyView<'_>) -> Option<usize> {
        let same = |&position: &u32| equal(self.entries[position as usize].key.view(), key);
        self.index
            .find(hash(key), same)
            .map(|&position| position as usize)
    }
}

unsafe extern "C" fn find(map: *const TVMLikeObject, key: *const TVMLikeValue) -> i64 {
    if map.is_null() || key.is_null() {
        return -1;
    }
    // SAFETY: this function stands only in the cells of our own maps; the key is valid for the call.
    let (body, key) = unsafe {
        (
            &(*map.cast::<ObjectBox<MapBody>>()).body,
            &*key.cast::<AnyView<'_>>(),
        )
    };
    body.position(key).map_or(-1, |position| position as i64)
}

impl Map {
    /// Makes a map from pairs. Of equal keys the first position and the last value count.
    pub fn new(pairs: impl IntoIterator<Item = (Any, Any)>) -> Self {
        let cell = TVMLikeMapCell {
            entries: ptr::null(),
            size: 0,
            find: Some(find),
        };
        let mut body = MapBody {
            cell,
            entries: Vec::new(),
            index: HashTable::new(),
        };
        for (key, value) in pairs {
            match body.position(key.view()) {
                Some(position) => body.entries[position].value = value,
                None => {
                    let position = u32::try_from(body.entries.len()).expect("a map has less than 2^32 pairs");
                    let hash_of_key = hash(key.view());
                    body.entries.push(Entry { key, value });
                    let MapBody { entries, index, .. } = &mut body;
                    index.insert_unique(hash_of_key, position, |&at| hash(entries[at as usize].key.view()));
                }
            }
        }
        body.cell.entries = body.entries.as_ptr().cast();
        body.cell.size = body.entries.len() as i64;
        let object = allocate(TypeIndex::MAP, body, 0);
        // SAFETY: the body begins with the cell.
        Self(unsafe { ObjectPtr::from_owned(ptr::NonNull::new_unchecked(object.into_raw())) })
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        usize::try_from(self.0.size).unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn entries(&self) -> &[Entry] {
        if self.is_empty() || self.0.entries.is_null() {
            return &[];
        }
        // SAFETY: `size` pairs of owned values stand there.
        unsafe { std::slice::from_raw_parts(self.0.entries.cast::<Entry>(), self.len()) }
    }

    /// The value for a key.
    pub fn get(&self, key: &AnyView<'_>) -> Option<&AnyView<'_>> {
        // SAFETY: the function belongs to the library that made the map and is called with its own map.
        let position = unsafe { (self.0.find?)(self.0.as_raw(), key.as_raw()) };
        Some(self.entries().get(usize::try_from(position).ok()?)?.value.view())
    }

    /// The pairs in turn.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&AnyView<'_>, &AnyView<'_>)> {
        self.entries()
            .iter()
            .map(|entry| (entry.key.view(), entry.value.view()))
    }

    /// The map as an object.
    pub fn as_object(&self) -> &ObjectPtr<TVMLikeMapCell> {
        &self.0
    }
}

impl<K: Into<Any>, V: Into<Any>> FromIterator<(K, V)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        Self::new(pairs.into_iter().map(|(key, value)| (key.into(), value.into())))
    }
}

impl From<Map> for Any {
    fn from(map: Map) -> Self {
        // SAFETY: the reference is given up.
        unsafe { Self::from_owned_object(map.0.into_raw()) }
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// A key by its content.
#[derive(PartialEq, Eq, Hash)]
enum Content<'a> {
    Text(&'a str),
    Bytes(&'a [u8]),
    Bits(i32, i64),
}

fn content<'a>(value: &'a AnyView<'_>) -> Content<'a> {
    if let Some(Ok(text)) = value.as_str() {
        return Content::Text(text);
    }
    if let Some(bytes) = value.as_bytes() {
        return Content::Bytes(bytes);
    }
    match value.kind() {
        // Both zeros are one key, as they are equal numbers.
        TypeIndex::FLOAT if value.float_bits() == 0.0 => Content::Bits(TypeIndex::FLOAT.0, 0),
        TypeIndex::NONE => Content::Bits(TypeIndex::NONE.0, 0),
        kind => Content::Bits(kind.0, value.bits()),
    }
}

fn hash(value: &AnyView<'_>) -> u64 {
    FixedState::with_seed(0).hash_one(content(value))
}

fn equal(left: &AnyView<'_>, right: &AnyView<'_>) -> bool {
    content(left) == content(right)
}
