//! `ir.Module`: a top-level `builtin.module`.

use tvmlike::packed_func;
use tvmlike_ir as ir;

use crate::api::*;
use crate::current::{self, GivenLocation};
use crate::handles::{Block, Context, Operation, OperationBase, Ref};
use crate::table::{self, Selection};
use crate::{diagnostics, errors, parse, text};

/// A module. It is erased with the last handle of anything in it.
#[derive(Object)]
#[object(key = "ir.Module", eq, hash)]
pub(crate) struct Module {
    base: OperationBase,
}

impl PartialEq for Module {
    fn eq(&self, other: &Self) -> bool {
        self.base == other.base
    }
}

impl Eq for Module {}

impl std::hash::Hash for Module {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.base.hash(state);
    }
}

/// The text of a module.
#[derive(Union)]
enum Source {
    Text(String),
    Bytes(Bytes),
}

impl Module {
    /// The module as an operation, for calls that take either.
    pub(crate) fn part(&self) -> Ref {
        self.base.part()
    }

    fn of_root(context: &ObjectPtr<Context>, op: ir::Op) -> Self {
        Self {
            base: OperationBase::of_root(context, op),
        }
    }
}

/// Makes the context of a module know the dialects that the module defines in IRDL.
#[packed_func("ir.load_irdl")]
fn load_irdl(module: &Module) -> Result<()> {
    let context = module.base.context();
    let loaded = {
        let core = module.base.read()?;
        tvmlike_dialects::load_irdl(&core, module.base.op()?)
    };
    loaded.map_err(|error| {
        let message = "failed to load the dialects of the module";
        diagnostics::error_at(context, message, error.location, error.message)
    })
}

#[methods]
impl Module {
    /// Parses a module. Text that has no `builtin.module` around it gets one.
    fn parse(asm: Source, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
        let context = current::context(context)?;
        let bytes = match &asm {
            Source::Text(text) => text.as_bytes(),
            Source::Bytes(bytes) => bytes,
        };
        let op = parse::module(&context, bytes, "-")?;
        Ok(Self::of_root(&context, op))
    }

    /// Parses the module in a file.
    #[name("parseFile")]
    fn parse_file(path: &str, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
        let context = current::context(context)?;
        let bytes = std::fs::read(path).map_err(|error| {
            let location = context.core.unknown_location();
            let message = format!("cannot read {path}: {error}");
            diagnostics::error_at(&context, "Unable to parse module assembly", location, message)
        })?;
        let op = parse::module(&context, &bytes, path)?;
        Ok(Self::of_root(&context, op))
    }

    /// Makes an empty module.
    fn create(#[implicit] loc: GivenLocation) -> Result<Self> {
        let location = current::location(loc)?;
        let context = &location.context;
        let op = {
            let mut edit = context.edit_any()?;
            let name = edit.identifier("builtin.module");
            let op = edit.create(&ir::OpState {
                regions: &[None],
                ..ir::OpState::new(name, location.id)
            });
            let block = edit.create_block(&[]);
            let region = op.region(&edit, 0);
            let region = region.ok_or_else(|| errors::value_error("a module has a region"))?;
            region.append(&mut edit, block).map_err(errors::value_error)?;
            op
        };
        Ok(Self::of_root(context, op))
    }

    /// The context of the module.
    #[getter]
    fn context(&self) -> ObjectPtr<Context> {
        self.base.context().clone()
    }

    /// The module as an operation.
    #[getter]
    fn operation(&self) -> ObjectPtr<Operation> {
        self.base.operation_object()
    }

    /// The block of the module.
    #[getter]
    fn body(&self) -> Result<ObjectPtr<Block>> {
        let core = self.base.read()?;
        let block = self
            .base
            .op()?
            .region(&core, 0)
            .and_then(|region| region.first_block(&core));
        let block = block.ok_or_else(|| errors::value_error("the module has no block"))?;
        Ok(Block::make(&self.base.part(), block))
    }

    /// Prints the module to the standard error stream.
    fn dump(&self) -> Result<()> {
        eprint!("{}", self.text()?);
        Ok(())
    }

    #[name("__str__")]
    fn text(&self) -> Result<String> {
        let core = self.base.read()?;
        text::operation_text(&core, self.base.op()?, &text::Options::default())
    }

    /// What notebooks show: the text, in which large constants are elided.
    #[name("_repr_html_")]
    fn html(&self) -> Result<String> {
        let core = self.base.read()?;
        text::html(&core, self.base.op()?)
    }

    /// The operations with a name, an attribute, or both, in the order of the text.
    fn find(
        &self,
        #[keyword_only]
        #[default(None)]
        name: Option<&str>,
        #[keyword_only]
        #[default(None)]
        attribute: Option<&str>,
    ) -> Result<List<ObjectPtr<Operation>>> {
        table::find(&self.base, &Selection { name, attribute }).map(List)
    }

    /// The columns of a table with a row for each operation.
    #[name("_table")]
    fn table(&self, attributes: Vec<String>) -> Result<Map> {
        table::table(&self.base, &attributes)
    }
}
