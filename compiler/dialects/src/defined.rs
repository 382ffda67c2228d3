//! Dialects that a text defines at run time: the lines of a data file, or IRDL.
//!
//! A definition is read and checked as a whole in a context of its own, so that it is refused before any program meets it. It
//! can then be loaded into any number of contexts, and withdrawn from all of them at once. Invariant: a definition that was
//! read loads, unless the context has a withdrawn dialect of its name.

use std::sync::Arc;

use tvmlike_define::{
    DialectRecord, Hook, Hooks, InferTypes, Phase, RegisteredCheck, TraitRecord, TypeInference,
    attach_formats, check_forms, check_record, read_dialect, register_with,
};
use tvmlike_ir::{Context, OpInfo, Withdrawal};

use crate::irdl::Definitions;
use crate::library::{self, LoadError, embedded_record, names};
use crate::{directives, loading, symbols};

/// MLIR's interface of operations that infer the types of their results.
const INTERFACE: &str = "InferTypeOpInterface";

fn attach_inference(info: &OpInfo, infer: InferTypes) {
    info.extensions().get_or_insert_with(|| TypeInference::new(infer));
}

/// A dialect that a text defines.
pub struct Defined {
    record: Arc<DialectRecord>,
    irdl: Option<Definitions>,
    /// Knows the dialect; nothing else uses it.
    context: Context,
    checks: &'static [(&'static str, Hook)],
    check: Option<RegisteredCheck>,
    /// The operations, by their numbers, whose result types code infers.
    inference: Vec<(usize, InferTypes)>,
    withdrawal: Withdrawal,
}

/// Code outside of the definition: registered functions, which are found by the name of the operation.
#[derive(Clone, Copy)]
pub struct Registered<'a> {
    /// Whether there is a check for an operation.
    pub has: &'a dyn Fn(&str, Phase) -> bool,
    /// Runs it.
    pub check: RegisteredCheck,
    /// Whether there is a function that infers the types of an operation's results.
    pub infers: &'a dyn Fn(&str) -> bool,
    /// Runs it.
    pub infer: InferTypes,
}

/// Code of a Rust program that a definition needs, by the names of operations.
#[derive(Clone, Copy, Default, Debug)]
pub struct Code {
    /// Checks, sorted by operation.
    pub checks: &'static [(&'static str, Hook)],
    /// What infers the types of results.
    pub inference: &'static [(&'static str, InferTypes)],
}

impl Defined {
    /// Reads and checks a definition: a data file, which begins with `dialect`, or a module with one `irdl.dialect`.
    ///
    /// # Errors
    /// The definition is wrong or contradicts itself, or the library has a dialect of its name.
    pub fn read(text: &str, registered: Option<Registered<'_>>) -> Result<Self, String> {
        let infer = |name: &str| {
            registered
                .filter(|registered| (registered.infers)(name))
                .map(|it| it.infer)
        };
        Self::read_with(text, registered, &[], infer)
    }

    /// Reads and checks a definition with the code of a Rust program.
    ///
    /// # Errors
    /// As [`read`](Self::read); the checks are not sorted; code is for an operation that the definition lacks, or, if it is
    /// IRDL, checks one.
    pub fn with_code(text: &str, code: Code) -> Result<Self, String> {
        let infer = |name: &str| {
            let mut all = code.inference.iter();
            all.find_map(|(own, infer)| (*own == name).then_some(*infer))
        };
        let defined = Self::read_with(text, None, code.checks, infer)?;
        let in_dialect = |message: String| format!("dialect '{}': {message}", defined.name());
        if !code.checks.is_sorted_by_key(|(name, _)| *name) {
            return Err(in_dialect("the checks must be sorted by operation".to_owned()));
        }
        if defined.irdl.is_some() && !code.checks.is_empty() {
            return Err(in_dialect(
                "checks in Rust need a definition as data, not in IRDL".to_owned(),
            ));
        }
        let checks = code.checks.iter().map(|(name, _)| *name);
        let mut names = checks.chain(code.inference.iter().map(|(name, _)| *name));
        let has = |name: &str| defined.record.operations.iter().any(|op| *op.name == *name);
        match names.find(|name| !has(name)) {
            Some(name) => Err(in_dialect(format!(
                "code is given for '{name}', which it does not define"
            ))),
            None => Ok(defined),
        }
    }

    fn read_with(
        text: &str,
        registered: Option<Registered<'_>>,
        checks: &'static [(&'static str, Hook)],
        infer: impl Fn(&str) -> Option<InferTypes>,
    ) -> Result<Self, String> {
        let is_data = text.lines().find(|line| !line.trim().is_empty());
        let (mut record, irdl) = match is_data.is_some_and(|line| line.starts_with("dialect ")) {
            true => (read_dialect(text).map_err(|error| error.to_string())?, None),
            false => {
                let definitions = Definitions::read(text)?;
                (definitions.record(), Some(definitions))
            }
        };
        let in_dialect = |message: String| format!("dialect '{}': {message}", record.name);
        if names().any(|known| *known == *record.name) {
            return Err(in_dialect("the library has a dialect of this name".to_owned()));
        }
        if let Some(other) = record
            .depends
            .iter()
            .find(|other| !names().any(|known| *known == ***other))
        {
            return Err(in_dialect(format!(
                "it depends on '{other}', which the library does not have"
            )));
        }
        check_record(&record).map_err(in_dialect)?;
        let mut inference = Vec::new();
        for (index, op) in record.operations.iter_mut().enumerate() {
            if let Some(infer) = infer(&op.name) {
                inference.push((index, infer));
                // The verifier compares the types, unless the record says so already.
                if !op.traits.iter().any(|each| *each.name == *INTERFACE) {
                    let interface = TraitRecord {
                        name: INTERFACE.into(),
                        arguments: Vec::new(),
                        summary: None,
                    };
                    op.traits = op.traits.iter().cloned().chain([interface]).collect();
                }
            }
            let has = |phase| registered.is_some_and(|registered| (registered.has)(&op.name, phase));
            op.verified_by_hand = has(Phase::Operation);
            op.regions_verified_by_hand = has(Phase::Regions);
        }
        let _steady = loading::Steady::begin();
        let context = Context::try_new().map_err(|error| error.to_string())?;
        library::make_available(&context);
        let defined = Self {
            record: Arc::new(record),
            irdl,
            context,
            checks,
            check: registered.map(|registered| registered.check),
            inference,
            withdrawal: Withdrawal::default(),
        };
        defined.register(&defined.context)?;
        check_forms(
            &defined.context,
            &defined.record,
            embedded_record,
            directives::directive,
            symbols::sources(embedded_record),
        )
        .map_err(|message| format!("dialect '{}': {message}", defined.name()))?;
        Ok(defined)
    }

    /// The name of the dialect.
    pub fn name(&self) -> &str {
        &self.record.name
    }

    /// What the dialect has.
    pub fn record(&self) -> &Arc<DialectRecord> {
        &self.record
    }

    /// Whether registered code checks an operation in a phase, or without one, infers the types of its results; `None` if the
    /// dialect has no such operation.
    pub fn has_code(&self, operation: &str, phase: Option<Phase>) -> Option<bool> {
        let mut operations = self.record.operations.iter();
        let index = operations.position(|op| *op.name == *operation)?;
        let op = &self.record.operations[index];
        Some(match phase {
            Some(Phase::Operation) => op.verified_by_hand,
            Some(Phase::Regions) => op.regions_verified_by_hand,
            None => self.inference.iter().any(|(own, _)| *own == index),
        })
    }

    /// A context that knows the dialect, for questions about its operations.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Withdraws the definition from all contexts.
    pub fn withdraw(&self, reason: &str) {
        self.withdrawal.withdraw(reason);
    }

    /// Makes a context know the dialect. One that it knows by any definition stays as it is.
    ///
    /// # Errors
    /// The context has a dialect of the name that was withdrawn.
    pub fn load(&self, context: &Context) -> Result<(), LoadError> {
        let name = self.name();
        let Some(_loading) = loading::begin(context, name) else {
            return Ok(());
        };
        if let Some(known) = context.dialect(name.as_bytes()) {
            return match known.withdrawn() {
                Some(reason) => Err(LoadError::Refused(reason.to_owned())),
                None => Ok(()),
            };
        }
        self.register(context).map_err(LoadError::Refused)
    }

    fn register(&self, context: &Context) -> Result<(), String> {
        for other in &self.record.depends {
            library::load(context, other).map_err(|error| error.to_string())?;
        }
        match &self.irdl {
            Some(definitions) => {
                definitions.register(context, &self.record, self.check, &self.withdrawal)?;
                for (index, infer) in &self.inference {
                    let name = context.identifier(&*self.record.operations[*index].name);
                    if let Some(info) = context.op_info(name) {
                        attach_inference(info, *infer);
                    }
                }
            }
            None => {
                let hooks = Hooks {
                    operations: self.checks,
                    sources: symbols::sources(embedded_record),
                    registered: self.check,
                    ..Hooks::default()
                };
                register_with(context, Arc::clone(&self.record), &hooks, |infos| {
                    for (index, infer) in &self.inference {
                        attach_inference(&infos[*index], *infer);
                    }
                    attach_formats(
                        context,
                        infos,
                        &self.record,
                        embedded_record,
                        directives::directive,
                        |_| false,
                    );
                    self.bind(context, infos);
                })?;
            }
        }
        if let Some(dialect) = context.dialect(self.name().as_bytes()) {
            dialect.bind(&self.withdrawal);
        }
        Ok(())
    }

    /// Makes what the context knows of the dialect end with the definition.
    fn bind(&self, context: &Context, infos: &[OpInfo]) {
        infos.iter().for_each(|info| info.bind(&self.withdrawal));
        let namespace = context.identifier(self.name());
        for record in &self.record.types {
            if let Some(info) = context.type_info(namespace, context.identifier(&*record.name)) {
                info.bind(&self.withdrawal);
            }
        }
        for record in &self.record.attributes {
            if let Some(info) = context.attribute_info(namespace, context.identifier(&*record.name)) {
                info.bind(&self.withdrawal);
            }
        }
    }
}
