//! The options of the printer.

use tvmlike_ir::Op;

/// Options of the printer. The default is what `mlir-opt` does without options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintOptions {
    /// Write every operation in the generic form.
    pub generic: bool,
    /// Write locations.
    pub debug_info: bool,
    /// Write locations in a form for people, which cannot be read again.
    pub pretty_debug_info: bool,
    /// Write no aliases, so that the text of an operation stands alone.
    pub local_scope: bool,
    /// Skip the verification that decides whether custom forms can be written.
    pub assume_verified: bool,
    /// Write `{...}` for regions.
    pub skip_regions: bool,
    /// Write the users of values in comments.
    pub value_users: bool,
    /// Number values uniquely in the whole text.
    pub unique_ssa_ids: bool,
    /// Use the names of locations as prefixes of value names.
    pub name_loc_as_prefix: bool,
    /// The operation in which values are numbered, instead of one around the printed one. Values outside of it are
    /// written as `<<UNKNOWN SSA VALUE>>`.
    pub numbered_in: Option<Op>,
    /// Write `dense_resource<__elided__>` for dense elements that are more than this and no splat.
    pub elide_elements_above: Option<usize>,
    /// Write `...` for resources of more characters than this.
    pub elide_resources_above: Option<usize>,
    /// Write dense elements in hexadecimal if they are more than this and no splat.
    pub hex_elements_above: Option<usize>,
    /// Refuse an attribute, type or location with nested parts whose text exceeds so many bytes. Parts that are shared are
    /// written each time, so the text of a few of them can exceed any memory.
    pub most_nested_bytes: usize,
}

impl Default for PrintOptions {
    fn default() -> Self {
        Self {
            generic: false,
            debug_info: false,
            pretty_debug_info: false,
            local_scope: false,
            assume_verified: false,
            skip_regions: false,
            value_users: false,
            unique_ssa_ids: false,
            name_loc_as_prefix: false,
            numbered_in: None,
            elide_elements_above: None,
            elide_resources_above: None,
            hex_elements_above: Some(100),
            most_nested_bytes: 1 << 30,
        }
    }
}
