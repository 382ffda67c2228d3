//! Dialects that a text defines at run time: the lines of a data file, or IRDL.
//!
//! A definition is read and checked as a whole in a context of its own, so that it is refused before any program meets it. It
//! can then be loaded into any number of contexts, and withdrawn from all of them at once. Invariant: a definition that was
//! read loads, unless the context has a withdrawn dialect of its name.

use std::sync::Arc;

use tvmlike_define::{
    DialectRecord, Hooks, Phase, RegisteredCheck, attach_formats, check_forms, check_record, read_dialect,
    register_with,
};
use tvmlike_ir::{Context, OpInfo, Withdrawal};

use crate::irdl::Definitions;
use crate::library::{self, LoadError, embedded_record, names};
use crate::{directives, loading, symbols};

/// A dialect that a text defines.
pub struct Defined {
    record: Arc<DialectRecord>,
    irdl: Option<Definitions>,
    /// Knows the dialect; nothing else uses it.
    context: Context,
    check: Option<RegisteredCheck>,
    withdrawal: Withdrawal,
}

/// Checks that code outside of the definition makes.
#[derive(Clone, Copy)]
pub struct Registered<'a> {
    /// Whether there is one for an operation.
    pub has: &'a dyn Fn(&str, Phase) -> bool,
    /// Runs it.
    pub check: RegisteredCheck,
}

impl Defined {
    /// Reads and checks a definition: a data file, which begins with `dialect`, or a module with one `irdl.dialect`.
    ///
    /// # Errors
    /// The definition is wrong or contradicts itself, or the library has a dialect of its name.
    pub fn read(text: &str, registered: Option<Registered<'_>>) -> Result<Self, String> {
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
        for op in &mut record.operations {
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
            check: registered.map(|registered| registered.check),
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
            Some(definitions) => definitions.register(context, &self.record, self.check, &self.withdrawal)?,
            None => {
                let hooks = Hooks {
                    sources: symbols::sources(embedded_record),
                    registered: self.check,
                    ..Hooks::default()
                };
                register_with(context, Arc::clone(&self.record), &hooks, |infos| {
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
