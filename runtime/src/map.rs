//! Maps: pairs in the order in which their keys were first inserted. A map does not change.
//!
//! Keys are compared by content for None, bool, int, float, strings, bytes, data types and devices, and by
//! identity for every other object. A bool, an int and a float are different keys even where Python's are equal. NaNs are
//! keys of their own, as many as there are; the first with the bits is found.
//! Invariants: `cell.entries` points at `entries`; `index` holds the position of every entry but of NaNs that are not found,
//! or nothing while there are so few that looking at each is faster.

use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::ptr;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use tvmlike_abi::{TVMLikeMapCell, TVMLikeMapEntry, TVMLikeObject, TVMLikeValue};

use crate::error::Result;
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

/// Up to so many entries have no index.
const MOST_UNINDEXED: usize = 8;

impl MapBody {
    fn with_room(entries: usize) -> Self {
        Self {
            cell: TVMLikeMapCell {
                entries: ptr::null(),
                size: 0,
                find: Some(find),
            },
            entries: Vec::with_capacity(entries),
            index: HashTable::new(),
        }
    }

    fn position(&self, key: &AnyView<'_>) -> Option<usize> {
        let content = content(key);
        if self.index.is_empty() {
            let same = |entry: &Entry| self::content(entry.key.view()) == content;
            return self.entries.iter().position(same);
        }
        self.indexed(&content, hash(&content))
    }

    /// The position of a key with this hash, by the index.
    fn indexed(&self, wanted: &Content<'_>, hash: u64) -> Option<usize> {
        let same = |&position: &u32| content(self.entries[position as usize].key.view()) == *wanted;
        self.index.find(hash, same).map(|&position| position as usize)
    }

    fn insert(&mut self, key: Any, value: Any) {
        if self.index.is_empty() {
            if let Some(position) = self.position(key.view()).filter(|_| !is_nan(key.view())) {
                self.entries[position].value = value;
                return;
            }
            self.entries.push(Entry { key, value });
            if self.entries.len() > MOST_UNINDEXED {
                self.make_index();
            }
            return;
        }
        let content = content(key.view());
        let hash = hash(&content);
        if let Some(position) = self.indexed(&content, hash) {
            if is_nan(key.view()) {
                self.entries.push(Entry { key, value });
            } else {
                self.entries[position].value = value;
            }
            return;
        }
        let last = u32::try_from(self.entries.len()).expect("a map has less than 2^32 pairs");
        self.entries.push(Entry { key, value });
        let Self { entries, index, .. } = self;
        index.insert_unique(hash, last, |&at| hash_of(&entries[at as usize]));
    }

    /// Makes the index of the entries that are there, with room for those that were announced.
    fn make_index(&mut self) {
        let Self { entries, index, .. } = self;
        let hash_at = |&at: &u32| hash_of(&entries[at as usize]);
        index.reserve(entries.capacity(), hash_at);
        for position in 0..entries.len() as u32 {
            let hash = hash_at(&position);
            let key = entries[position as usize].key.view();
            let same = |&at: &u32| content(entries[at as usize].key.view()) == content(key);
            if is_nan(key) && index.find(hash, same).is_some() {
                continue;
            }
            index.insert_unique(hash, position, hash_at);
        }
    }

    fn into_map(mut self) -> Map {
        self.cell.entries = self.entries.as_ptr().cast();
        self.cell.size = self.entries.len() as i64;
        let object = allocate(TypeIndex::MAP, self, 0);
        // SAFETY: the body begins with the cell.
        Map(unsafe { ObjectPtr::from_owned(ptr::NonNull::new_unchecked(object.into_raw())) })
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
    /// Makes a map from pairs. Of equal keys the first position and the last value count; a NaN is equal to no other one.
    pub fn new(pairs: impl IntoIterator<Item = (Any, Any)>) -> Self {
        let pairs = pairs.into_iter();
        // A hint is no promise, so it does not decide about much memory.
        let mut body = MapBody::with_room(pairs.size_hint().0.min(1024));
        for (key, value) in pairs {
            body.insert(key, value);
        }
        body.into_map()
    }

    /// Makes a map from borrowed values that stand key, value, key, value, …; it keeps copies (of objects: references).
    /// A key at the end without a value is left out.
    ///
    /// # Errors
    /// Why a value cannot be kept: a borrowed `DLTensor*`, text that is not UTF-8.
    pub fn from_views(values: &[AnyView<'_>]) -> Result<Self> {
        let mut body = MapBody::with_room(values.len() / 2);
        for pair in values.chunks_exact(2) {
            body.insert(pair[0].to_owned()?, pair[1].to_owned()?);
        }
        Ok(body.into_map())
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
#[derive(PartialEq, Eq)]
enum Content<'a> {
    Text(&'a [u8]),
    Bytes(&'a [u8]),
    Bits(i32, i64),
}

fn content<'a>(value: &'a AnyView<'_>) -> Content<'a> {
    // Keys are UTF-8: what is not is equal to none of them.
    if let Some(text) = value.text_bytes() {
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

/// Whether a key is equal to no other one.
fn is_nan(key: &AnyView<'_>) -> bool {
    key.kind() == TypeIndex::FLOAT && key.float_bits().is_nan()
}

fn hash_of(entry: &Entry) -> u64 {
    hash(&content(entry.key.view()))
}

/// Without the kind of text, which derived hashing would add byte by byte: equal keys have equal hashes, and others may.
fn hash(content: &Content<'_>) -> u64 {
    let mut hasher = FixedState::with_seed(0).build_hasher();
    match content {
        Content::Text(bytes) | Content::Bytes(bytes) => hasher.write(bytes),
        Content::Bits(kind, bits) => {
            hasher.write_i32(*kind);
            hasher.write_i64(*bits);
        }
    }
    hasher.finish()
}
