//! Current objects, which implicit parameters take.

use tvmlike::prelude::*;

/// The context of new objects.
#[derive(Object)]
#[object(key = "testing.Context", scope, repr)]
#[derive(Debug)]
struct Context {
    /// What it is called.
    #[field]
    name: String,
}

#[methods]
impl Context {
    /// Makes a context.
    #[init]
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
        }
    }

    /// The names of two contexts.
    fn beside(&self, #[implicit] other: ObjectPtr<Context>) -> String {
        format!("{} beside {}", self.name, other.name)
    }
}

/// Where things are made.
#[derive(Object)]
#[object(key = "testing.Position", scope)]
struct Position {
    /// A line in a file.
    #[field]
    line: i64,
}

#[methods]
impl Position {
    #[init]
    fn new(line: i64) -> Self {
        Self { line }
    }
}

#[packed_module("testing")]
mod functions {
    use super::*;

    /// The context and the line of new objects.
    #[packed_func]
    fn make_in(
        what: &str,
        #[implicit] context: ObjectPtr<Context>,
        #[implicit]
        #[keyword_only]
        place: Option<ObjectPtr<Position>>,
    ) -> String {
        let line = place
            .map(|place| format!(" at {}", place.line))
            .unwrap_or_default();
        format!("{what} in {}{line}", context.name)
    }

    /// Calls a function while a context is current.
    #[packed_func]
    fn call_in(context: ObjectPtr<Context>, f: &PackedFunc) -> Result<Any> {
        let _scope = tvmlike::current::enter(&context)?;
        f.call(())
    }
}
