//! Maps: immutable, ordered by first insertion of each key.
//!
//! None, bool, int, float, strings, bytes, data types and devices are compared by content, all other objects by
//! identity. A bool, an int and a float are different keys even where Python's are equal. Each NaN is a key of its own;
//! a look-up finds the first with the same bits. Invariants: `cell.entries` points to `entries`; `index` holds the
//! position of every entry except NaNs that no look-up finds, or nothing as long as there are so few entries that a
//! linear search is faster.

use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::ptr;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use tvmlike_abi::{TVMLikeMapCell, TVMLikeMapEntry, TVMLikeObject, TVMLikeValue};

use crate::error::Result;
use crate::object::{ObjectBody, ObjectBox, ObjectPtr, allocate};
use crate::payload::out_of_memory;
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView};

/// An immutable map of values.
///
/// ```
/// use tvmlike_runtime::{Map, ToAny};
///
/// let map = Map::new([("a".to_any(), 1.to_any()), ("b".to_any(), 2.to_any())]);
/// let key = "b".to_any();
/// let found = map.get(key.view()).unwrap().to_owned()?;
/// assert_eq!(found.cast::<i64>()?, 2);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct Map(ObjectPtr<TVMLikeMapCell>);

// SAFETY: a map does not change, and its values are Send and Sync.
unsafe impl Send for Map {}
// SAFETY: as above.
unsafe impl Sync for Map {}

/// One pair, with the layout of `TVMLikeMapEntry`.
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

/// The maximum number of entries without an index.
const MOST_UNINDEXED: usize = 8;

impl MapBody {
    fn with_room(entries: usize) -> Self {
        Self {
            cell: TVMLikeMapCell {
                entries: ptr::null(),
                size: 0,
                find: Some(find),
            },
            entries: room_for(entries),
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

    /// Looks up a key with this hash in the index.
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

    /// Builds the index of the present entries, with the capacity of `entries`.
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

/// An empty vector with a capacity.
fn room_for(entries: usize) -> Vec<Entry> {
    let mut room = Vec::new();
    if room.try_reserve_exact(entries).is_err() {
        out_of_memory(entries.saturating_mul(size_of::<Entry>()));
    }
    room
}

/// The position of a key, or -1.
///
/// # Safety
/// `map` is NULL or a map made here, `key` is NULL or a valid value.
unsafe extern "C" fn find(map: *const TVMLikeObject, key: *const TVMLikeValue) -> i64 {
    if map.is_null() || key.is_null() {
        return -1;
    }
    // SAFETY: only cells of maps made here contain this function; the key is valid for the call.
    let (body, key) = unsafe {
        (
            &(*map.cast::<ObjectBox<MapBody>>()).body,
            &*key.cast::<AnyView<'_>>(),
        )
    };
    body.position(key).map_or(-1, |position| position as i64)
}

impl Map {
    /// Makes a map from pairs. Among equal keys, the first position and the last value count; NaNs are never equal.
    pub fn new(pairs: impl IntoIterator<Item = (Any, Any)>) -> Self {
        let pairs = pairs.into_iter();
        // A size hint is not a promise, so it must not cause a large allocation.
        let mut body = MapBody::with_room(pairs.size_hint().0.min(1024));
        for (key, value) in pairs {
            body.insert(key, value);
        }
        body.into_map()
    }

    /// Makes a map from borrowed values in the order key, value, key, value, …, which it copies (for objects, it copies
    /// the reference). A key without a value at the end is ignored.
    ///
    /// # Errors
    /// TypeError for a borrowed `DLTensor*`; ValueError for text that is not UTF-8.
    pub fn from_views(values: &[AnyView<'_>]) -> Result<Self> {
        let mut body = MapBody::with_room(values.len() / 2);
        for pair in values.chunks_exact(2) {
            body.insert(pair[0].to_owned()?, pair[1].to_owned()?);
        }
        Ok(body.into_map())
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        usize::try_from(self.0.size).unwrap_or(0)
    }

    /// Whether the map is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn entries(&self) -> &[Entry] {
        if self.is_empty() || self.0.entries.is_null() {
            return &[];
        }
        // SAFETY: `size` pairs of owned values are at `entries`.
        unsafe { std::slice::from_raw_parts(self.0.entries.cast::<Entry>(), self.len()) }
    }

    /// The value for a key.
    pub fn get(&self, key: &AnyView<'_>) -> Option<&AnyView<'_>> {
        // SAFETY: the library that made the map provides the function, which is called with its own map.
        let position = unsafe { (self.0.find?)(self.0.as_raw(), key.as_raw()) };
        Some(self.entries().get(usize::try_from(position).ok()?)?.value.view())
    }

    /// Iterates over the pairs.
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
        // SAFETY: the reference is moved into the value.
        unsafe { Self::from_owned_object(map.0.into_raw()) }
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// The content of a key.
#[derive(PartialEq, Eq)]
enum Content<'a> {
    Text(&'a [u8]),
    Bytes(&'a [u8]),
    Bits(i32, i64),
}

fn content<'a>(value: &'a AnyView<'_>) -> Content<'a> {
    // Keys are valid UTF-8, so invalid text equals none of them.
    if let Some(text) = value.text_bytes() {
        return Content::Text(text);
    }
    if let Some(bytes) = value.as_bytes() {
        return Content::Bytes(bytes);
    }
    match value.kind() {
        // Both zeros are equal numbers, hence one key.
        TypeIndex::FLOAT if value.float_bits() == 0.0 => Content::Bits(TypeIndex::FLOAT.0, 0),
        TypeIndex::NONE => Content::Bits(TypeIndex::NONE.0, 0),
        kind => Content::Bits(kind.0, value.bits()),
    }
}

/// Whether a key never equals another.
fn is_nan(key: &AnyView<'_>) -> bool {
    key.kind() == TypeIndex::FLOAT && key.float_bits().is_nan()
}

fn hash_of(entry: &Entry) -> u64 {
    hash(&content(entry.key.view()))
}

/// Without the kind of text, which derived hashing would add byte by byte; so different keys may have equal hashes.
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
