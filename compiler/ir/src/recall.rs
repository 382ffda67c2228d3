//! What caches have in common that remember what was done before: a hash, and the decision whether a cache is worth its time.

/// Look-ups after which a cache is given up if it serves fewer than one in eight.
const TRIAL: u32 = 4096;

/// How often a cache had what was looked up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trial {
    hits: u32,
    misses: u32,
}

impl Trial {
    /// Whether the cache is worth its time.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.misses < TRIAL || self.hits >= self.misses / 8
    }

    /// Counts a look-up.
    #[inline]
    pub fn count(&mut self, found: bool) {
        match found {
            true => self.hits = self.hits.saturating_add(1),
            false => self.misses = self.misses.saturating_add(1),
        }
    }
}

/// Mixes eight bytes into a hash.
#[inline]
pub fn mix(hash: u64, bytes: u64) -> u64 {
    let product = u128::from(hash ^ bytes) * 0x9E37_79B9_7F4A_7C15;
    product as u64 ^ (product >> 64) as u64
}
