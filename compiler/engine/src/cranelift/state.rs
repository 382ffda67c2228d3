//! What translations of functions share: the unit that grows, and what the current function refers to.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use cranelift_codegen::ir::{self as clif, SourceLoc, TrapCode, UserExternalName};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig, TargetIsa};
use cranelift_frontend::FunctionBuilder;
use foldhash::fast::FixedState;
use target_lexicon::Architecture;
use tvmlike_ir::{Context, FilePosition, Identifier, Location, Type};

use super::part::{Part, parts_of};
use crate::backend::CompileOptions;
use crate::error::Result;
use crate::program::{Linkage, Program, Symbol};
use crate::unit::{Definition, Line, SymbolId, Unit};

/// The code of a trap for `llvm.unreachable`.
pub(super) const UNREACHABLE: TrapCode = TrapCode::unwrap_user(1);
/// The code of a trap for `llvm.intr.trap` and `abort`.
pub(super) const ABORT: TrapCode = TrapCode::unwrap_user(2);

/// The code of a trap of a loop that was interrupted.
pub(super) const INTERRUPTED: TrapCode = TrapCode::unwrap_user(3);

/// What translations of functions share.
pub(super) struct ModuleState {
    pub(super) unit: Unit,
    pub(super) frontend: TargetFrontendConfig,
    pub(super) convention: CallConv,
    /// Whether the code is for a shared library.
    pub(super) position_independent: bool,
    /// Whether loops can be interrupted.
    pub(super) interruptible: bool,
    /// The symbols of the program: of functions, then of globals.
    pub(super) functions: Vec<SymbolId>,
    pub(super) globals: Vec<SymbolId>,
    /// The places of operations, by the numbers that Cranelift carries, with messages of assertions.
    pub(super) places: Vec<(Location, Option<Arc<str>>)>,
    /// Whether there are vectors of 128 bits.
    pub(super) has_vectors: bool,
    /// Whether any bytes of vectors can be shuffled.
    pub(super) has_shuffles: bool,
    /// Whether there is an instruction that multiplies and adds with one rounding.
    pub(super) has_fma: bool,
    parts: HashMap<Type, Rc<[Part]>, FixedState>,
    /// The numbers of the files of lines; `None` if there shall be no lines.
    files: Option<HashMap<Identifier, usize, FixedState>>,
    /// The functions that the current function refers to.
    imported: HashMap<(SymbolId, bool), clif::FuncRef, FixedState>,
}

impl ModuleState {
    /// The state before the first function.
    pub(super) fn new(isa: &dyn TargetIsa, options: &CompileOptions) -> Self {
        // Elsewhere, Cranelift's vectors are not tested, and vectors are done lane by lane.
        let has_vectors = isa.triple().architecture == Architecture::X86_64;
        let has = |name: &str| {
            isa.isa_flags()
                .iter()
                .any(|flag| flag.name == name && flag.as_bool() == Some(true))
        };
        Self {
            has_vectors,
            has_shuffles: has("has_ssse3"),
            has_fma: has("has_fma") && has("has_avx"),
            parts: HashMap::default(),
            unit: Unit::default(),
            frontend: isa.frontend_config(),
            convention: isa.default_call_conv(),
            position_independent: options.position_independent,
            interruptible: options.interruptible,
            functions: Vec::new(),
            globals: Vec::new(),
            places: Vec::new(),
            files: options.debug.then(HashMap::default),
            imported: HashMap::default(),
        }
    }

    /// Forgets what belongs to the previous function.
    pub(super) fn begin_function(&mut self) {
        self.imported.clear();
        self.places.clear();
    }

    /// The number of the place of an operation.
    pub(super) fn source_place(&mut self, location: Location) -> SourceLoc {
        if !matches!(self.places.last(), Some((last, None)) if *last == location) {
            self.places.push((location, None));
        }
        SourceLoc::new(self.places.len() as u32 - 1)
    }

    /// The number of the place of an assertion.
    pub(super) fn assertion_place(&mut self, location: Location, message: Arc<str>) -> SourceLoc {
        self.places.push((location, Some(message)));
        SourceLoc::new(self.places.len() as u32 - 1)
    }

    /// The parts of a type.
    pub(super) fn parts(&mut self, program: &Program<'_>, ty: Type) -> Result<Rc<[Part]>> {
        if let Some(found) = self.parts.get(&ty) {
            return Ok(Rc::clone(found));
        }
        let found = parts_of(program, ty, self.has_vectors)?;
        self.parts.insert(ty, Rc::clone(&found));
        Ok(found)
    }

    /// Whether there shall be lines for debuggers.
    pub(super) fn has_lines(&self) -> bool {
        self.files.is_some()
    }

    /// The line of the instructions from an offset on.
    pub(super) fn line(&mut self, context: &Context, offset: u32, position: FilePosition) -> Line {
        let Self { files, unit, .. } = self;
        let known = files.get_or_insert_default().entry(position.file);
        let file = known.or_insert_with(|| {
            // The format ends a name by NUL, and has no empty ones.
            let name = position.file.text(context).replace('\0', "?");
            unit.files
                .push(if name.is_empty() { "?".to_owned() } else { name });
            unit.files.len() - 1
        });
        Line {
            offset,
            file: *file,
            line: position.line,
            column: position.column,
        }
    }

    /// The symbol of the unit for one of the program.
    pub(super) fn symbol_of(&self, symbol: Symbol) -> SymbolId {
        match symbol {
            Symbol::Function(index) => self.functions[index],
            Symbol::Global(index) => self.globals[index],
        }
    }

    fn is_defined(&self, symbol: SymbolId) -> bool {
        self.unit.symbols[symbol].definition != Definition::Import
    }

    /// A function to call.
    pub(super) fn import_function(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        symbol: SymbolId,
        signature: clif::Signature,
    ) -> clif::FuncRef {
        self.import(builder, symbol, signature, self.is_defined(symbol))
    }

    /// A function whose address is taken.
    pub(super) fn import_address(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        symbol: SymbolId,
        signature: clif::Signature,
    ) -> clif::FuncRef {
        let near = self.is_near(symbol);
        self.import(builder, symbol, signature, near)
    }

    /// Whether the address of a symbol is a fixed distance away: in a shared library, others can replace what they see.
    pub(super) fn is_near(&self, symbol: SymbolId) -> bool {
        self.is_defined(symbol)
            && (!self.position_independent || self.unit.symbols[symbol].linkage == Linkage::Internal)
    }

    fn import(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        symbol: SymbolId,
        signature: clif::Signature,
        colocated: bool,
    ) -> clif::FuncRef {
        if let Some(found) = self.imported.get(&(symbol, colocated)) {
            return *found;
        }
        let name = UserExternalName::new(0, symbol as u32);
        let name = builder.func.declare_imported_user_function(name);
        let signature = builder.import_signature(signature);
        let function = builder.import_function(clif::ExtFuncData {
            name: clif::ExternalName::user(name),
            signature,
            colocated,
            patchable: false,
        });
        self.imported.insert((symbol, colocated), function);
        function
    }
}
