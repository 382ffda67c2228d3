//! Uniquing: types, attributes, locations, affine expressions and identifiers are nodes, and equal nodes have one id.
//!
//! A node is a kind, words (ids of other nodes, small numbers) and bytes (text, elements). Nodes are never changed and
//! live as long as their context, so they are read without a lock; a look-up locks one shard of the table for reading,
//! a new node locks it for writing. Invariant: two ids of one context are equal if and only if kind, words and bytes
//! are.

use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};

use dashmap::{DashMap, SharedValue};
use foldhash::fast::FixedState;

/// The kind of a node. The constructors in `types`, `attributes`, `location` and `affine` document the words of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(crate) enum Kind {
    Identifier,
    /// The name of a definition: whether of a type, dialect, name.
    SymbolName,
    // Types.
    IntegerType,
    FloatType,
    IndexType,
    NoneType,
    ComplexType,
    TupleType,
    VectorType,
    RankedTensorType,
    UnrankedTensorType,
    MemRefType,
    UnrankedMemRefType,
    FunctionType,
    GraphType,
    OpaqueType,
    DialectType,
    // Attributes.
    IntegerAttribute,
    FloatAttribute,
    StringAttribute,
    ArrayAttribute,
    DictionaryAttribute,
    SymbolRefAttribute,
    TypeAttribute,
    UnitAttribute,
    AffineMapAttribute,
    IntegerSetAttribute,
    DenseElements,
    DenseStrings,
    DenseArray,
    DenseResource,
    SparseElements,
    StridedLayout,
    OpaqueAttribute,
    DialectAttribute,
    DistinctAttribute,
    // Locations.
    UnknownLocation,
    FileRangeLocation,
    NameLocation,
    CallSiteLocation,
    FusedLocation,
    OpaqueLocation,
    // Affine expressions, maps and sets.
    AffineDim,
    AffineSymbol,
    AffineConstant,
    AffineAdd,
    AffineMul,
    AffineMod,
    AffineFloorDiv,
    AffineCeilDiv,
    AffineMap,
    IntegerSet,
}

/// Words that a node holds in itself. Integers, short strings, places of files and small dictionaries need no more, and
/// are compared without a further cache miss.
const INLINE: usize = 5;

/// The words of a node, then its bytes, padded with zeros to a multiple of four.
enum Data {
    Inline(u8, [u32; INLINE]),
    Heap(Box<[u32]>),
}

impl Data {
    fn new(words: &[u32], bytes: &[u8]) -> Self {
        let len = words.len() + bytes.len().div_ceil(4);
        let fill = |data: &mut [u32]| {
            data[..words.len()].copy_from_slice(words);
            bytemuck::cast_slice_mut(&mut data[words.len()..])[..bytes.len()].copy_from_slice(bytes);
        };
        if len <= INLINE {
            let mut data = [0; INLINE];
            fill(&mut data);
            return Self::Inline(len as u8, data);
        }
        let mut data = vec![0; len].into_boxed_slice();
        fill(&mut data);
        Self::Heap(data)
    }

    #[inline]
    fn all(&self) -> &[u32] {
        match self {
            Self::Inline(len, data) => &data[..usize::from(*len)],
            Self::Heap(data) => data,
        }
    }
}

/// An immutable, uniqued piece of data.
pub(crate) struct Node {
    hash: u64,
    data: Data,
    words: u32,
    /// Of an identifier: the number of the record of the operation that it names; of the name of a definition: the
    /// number of the definition; 0 for none.
    record: AtomicU32,
    kind: Kind,
    /// The bytes of padding at the end of the data.
    padding: u8,
}

impl Node {
    fn new(hash: u64, kind: Kind, words: &[u32], bytes: &[u8]) -> Self {
        Self {
            hash,
            data: Data::new(words, bytes),
            words: u32::try_from(words.len()).expect("a node of the IR has fewer than 2^32 words"),
            record: AtomicU32::new(0),
            kind,
            padding: (bytes.len().wrapping_neg() & 3) as u8,
        }
    }

    #[inline]
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of the record of the operation, or of the definition, that the node names.
    #[inline]
    pub(crate) fn record(&self) -> &AtomicU32 {
        &self.record
    }

    #[inline]
    pub(crate) fn words(&self) -> &[u32] {
        &self.data.all()[..self.words as usize]
    }

    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        let bytes: &[u8] = bytemuck::cast_slice(&self.data.all()[self.words as usize..]);
        &bytes[..bytes.len() - usize::from(self.padding)]
    }

    fn is(&self, hash: u64, kind: Kind, words: &[u32], bytes: &[u8]) -> bool {
        self.hash == hash
            && self.kind == kind
            && are_equal(self.words(), words)
            && bytes_are_equal(self.bytes(), bytes)
    }
}

/// Whether two slices are equal. Short ones, which most are, are compared without a call of `memcmp`, whose masked loads
/// take 100 ns near the end of a page.
#[inline]
fn are_equal(a: &[u32], b: &[u32]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if a.len() > 16 {
        return a == b;
    }
    a.iter().zip(b).all(|(a, b)| a == b)
}

/// As [`are_equal`], by words that overlap.
#[inline]
pub(crate) fn bytes_are_equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    match a.len() {
        0..4 => a.iter().zip(b).all(|(a, b)| a == b),
        4..=8 => a.first_chunk::<4>() == b.first_chunk() && a.last_chunk::<4>() == b.last_chunk(),
        9..=16 => a.first_chunk::<8>() == b.first_chunk() && a.last_chunk::<8>() == b.last_chunk(),
        _ => a == b,
    }
}

/// The nodes of a context.
pub(crate) struct Uniquer {
    nodes: boxcar::Vec<Node>,
    /// Indices into `nodes`. The keys are hashed and compared by node, through dashmap's raw tables.
    table: DashMap<u32, (), FixedState>,
    hasher: FixedState,
    /// Ids that look-ups have found lately, by hash; 0 for none. A look-up that finds its node here takes no lock.
    recent: Box<[AtomicU32; RECENT]>,
}

/// The number of places for ids that were found lately.
const RECENT: usize = 512;

impl Uniquer {
    pub(crate) fn new() -> Self {
        let hasher = FixedState::with_seed(0x6972_6e6f);
        // A fixed number of shards: finding the number of processors reads files, and a context is made often.
        Self {
            nodes: boxcar::Vec::new(),
            table: DashMap::with_capacity_and_hasher_and_shard_amount(0, hasher.clone(), 16),
            hasher,
            recent: Box::new([const { AtomicU32::new(0) }; RECENT]),
        }
    }

    /// The node with an id.
    #[inline]
    pub(crate) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize - 1]
    }

    /// The node with an id that may be of another context.
    pub(crate) fn get(&self, id: u32) -> Option<&Node> {
        self.nodes.get((id as usize).checked_sub(1)?)
    }

    fn hash(&self, kind: Kind, words: &[u32], bytes: &[u8]) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write_u64(u64::from(kind as u8) | (words.len() as u64) << 8);
        words.hash(&mut hasher);
        hasher.write(bytes);
        hasher.finish()
    }

    /// The id of the node with this content; adds it when it is new.
    pub(crate) fn intern(&self, kind: Kind, words: &[u32], bytes: &[u8]) -> u32 {
        let hash = self.hash(kind, words, bytes);
        let recent = &self.recent[hash as usize % RECENT];
        // Acquire: pairs with the store below, so that the node is complete.
        let id = recent.load(Ordering::Acquire);
        if id != 0 && self.node(id).is(hash, kind, words, bytes) {
            return id;
        }
        // dashmap chooses the shard by the high bits, the shard's table by the others.
        let shard = &self.table.shards()[self.table.determine_shard(hash as usize)];
        let same = |(id, _): &(u32, SharedValue<()>)| self.node(*id).is(hash, kind, words, bytes);
        if let Some((id, _)) = shard.read().get(hash, same) {
            // New nodes are not stored: many are not looked up again, and threads that make some would share the line.
            recent.store(*id, Ordering::Release);
            return *id;
        }
        let mut shard = shard.write();
        if let Some((id, _)) = shard.get(hash, same) {
            return *id;
        }
        let index = self.nodes.push(Node::new(hash, kind, words, bytes));
        let id = u32::try_from(index + 1).unwrap_or(u32::MAX);
        // The top bit marks lazy locations.
        assert!(id < 1 << 31, "a context has fewer than 2^31 types and attributes");
        shard.insert(hash, (id, SharedValue::new(())), |(id, _)| self.node(*id).hash);
        id
    }
}
