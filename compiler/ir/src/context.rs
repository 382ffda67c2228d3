//! The context: the owner of everything that types, attributes and operations are made of.

pub(crate) mod diagnostic;
pub(crate) mod dialect;
pub(crate) mod registry;
pub(crate) mod symbol_info;

use std::sync::Mutex;
use std::sync::atomic::AtomicU32;

use crate::arena::{Arena, KeptArena};
use crate::busy::Access;

use crate::common::Common;
use crate::context::diagnostic::Diagnostics;
use crate::context::registry::Registry;
use crate::domain::Domains;
use crate::id::Identifier;
use crate::resource::Resources;
use crate::source::Sources;
use crate::space::Space;
use crate::unique::{Kind, Uniquer};

/// Owns uniqued types, attributes, locations and names, and the memory of all operations.
///
/// Reading needs a shared reference and takes no lock. Everything that an id of this context names is freed with it.
pub struct Context {
    pub(crate) uniquer: Uniquer,
    pub(crate) space: Space,
    /// The arena of the editor of everything.
    pub(crate) kept_arena: KeptArena,
    /// Arenas of other editors, that none uses at present.
    #[expect(
        clippy::vec_box,
        reason = "an arena is large, and every editor takes and returns one"
    )]
    pub(crate) arenas: Mutex<Vec<Box<Arena>>>,
    pub(crate) access: Access,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) registry: Registry,
    /// One, by the block, is held while operations of a block get order numbers.
    pub(crate) numbering: [Mutex<()>; NUMBERING_LOCKS],
    pub(crate) common: Common,
    pub(crate) resources: Resources,
    pub(crate) sources: Sources,
    /// The number of distinct attributes.
    pub(crate) distinct: AtomicU32,
    pub(crate) domains: Domains,
}

/// So many that threads which number different blocks seldom wait for each other.
pub(crate) const NUMBERING_LOCKS: usize = 64;

impl Context {
    /// A context that knows no dialect.
    pub(crate) fn without_dialects() -> std::io::Result<Self> {
        let uniquer = Uniquer::new();
        Ok(Self {
            common: Common::new(&uniquer),
            registry: Registry::new(&uniquer),
            uniquer,
            numbering: [const { Mutex::new(()) }; NUMBERING_LOCKS],
            resources: Resources::default(),
            sources: Sources::default(),
            distinct: AtomicU32::new(0),
            domains: Domains::new(),
            space: Space::new()?,
            kept_arena: KeptArena::default(),
            arenas: Mutex::default(),
            access: Access::new(),
            diagnostics: Diagnostics::default(),
        })
    }

    /// The bytes of memory that operations, blocks and uses take, free lists included.
    pub fn operation_bytes(&self) -> u64 {
        self.space.bytes()
    }

    pub(crate) fn is_identifier(&self, id: Identifier) -> bool {
        self.uniquer
            .get(id.raw())
            .is_some_and(|node| node.kind() == Kind::Identifier)
    }

    /// The id of a name. Names are bytes: MLIR's quoted names can contain any.
    pub fn identifier(&self, name: impl AsRef<[u8]>) -> Identifier {
        Identifier::new(self.uniquer.intern(Kind::Identifier, &[], name.as_ref()))
    }
}

impl Identifier {
    /// The bytes of the name.
    #[inline]
    pub fn bytes(self, context: &Context) -> &[u8] {
        context.uniquer.node(self.raw()).bytes()
    }

    /// The name as text, with U+FFFD for what is not UTF-8.
    pub fn text(self, context: &Context) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(context))
    }
}
