//! Pipelines: passes in an order, nested by operations; as text in MLIR's syntax.
//!
//! Invariant: the text of a pipeline, parsed again, gives the same pipeline.

mod text;

use crate::options::Options;
use crate::pass::ScheduledPass;
use crate::registry::try_find_pass;
use text::Element;

/// Passes that run on operations of one kind.
#[derive(Debug)]
pub struct Pipeline {
    /// The name of the operations; `None`: any.
    anchor: Option<String>,
    pub(crate) steps: Vec<Step>,
}

/// A step of a pipeline.
#[derive(Debug)]
pub enum Step {
    /// A pass.
    Pass(ScheduledPass),
    /// Passes that run on operations directly in the operation.
    Nested(Pipeline),
}

/// The anchor of a pipeline for any operation.
const ANY: &str = "any";

impl Pipeline {
    /// A pipeline without passes, on operations of a name, or on `any`.
    pub fn new(anchor: &str) -> Self {
        Self {
            anchor: (anchor != ANY).then(|| anchor.to_owned()),
            steps: Vec::new(),
        }
    }

    /// Reads a pipeline: `builtin.module(func.func(canonicalize{top-down=false},cse))`.
    ///
    /// # Errors
    /// The text is wrong, or names a pass or an option that does not exist. The message has the line of the text and the place.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (anchor, inner) = text::split_anchor(text)?;
        let mut pipeline = Self::new(anchor);
        pipeline.add_text(inner)?;
        Ok(pipeline)
    }

    /// Adds passes: `canonicalize,func.func(cse)`.
    ///
    /// # Errors
    /// As [`parse`](Self::parse); then none is added.
    pub fn add_text(&mut self, text: &str) -> Result<(), String> {
        let elements = text::parse(text)?;
        let mut added = Self::new(self.anchor());
        added.add_elements(&elements, text)?;
        self.steps.append(&mut added.steps);
        Ok(())
    }

    /// Adds the steps of another pipeline for the same operations.
    pub fn append(&mut self, mut other: Self) {
        self.steps.append(&mut other.steps);
    }

    fn add_elements(&mut self, elements: &[Element<'_>], text: &str) -> Result<(), String> {
        for element in elements {
            if let Some(inner) = &element.inner {
                let mut nested = Self::new(element.name);
                nested.add_elements(inner, text)?;
                self.steps.push(Step::Nested(nested));
                continue;
            }
            let found =
                try_find_pass(element.name).map_err(|reason| text::error(text, element.at, &reason))?;
            let Some(record) = found else {
                let message = format!(
                    "'{}' does not refer to a registered pass or pass pipeline",
                    element.name
                );
                return Err(text::error(text, element.at, &message));
            };
            let refused = |error: String| {
                let options = element.options.unwrap_or_default();
                format!(
                    "{error}\nfailed to add `{}` with options `{options}`",
                    element.name
                )
            };
            let options =
                Options::parse(&record.options, element.options.unwrap_or_default()).map_err(refused)?;
            if let Some(expansion) = record.expansion {
                self.add_text(&expansion(&options)).map_err(refused)?;
                continue;
            }
            let pass = ScheduledPass::new(&record, options).map_err(refused)?;
            self.add_pass(pass)?;
        }
        Ok(())
    }

    /// Adds a pass.
    ///
    /// # Errors
    /// The pass runs on other operations than the pipeline.
    pub fn add_pass(&mut self, pass: ScheduledPass) -> Result<(), String> {
        let anchor = pass.record().anchor.as_deref();
        if let (Some(needed), own) = (anchor, self.anchor.as_deref())
            && own != Some(needed)
        {
            return Err(format!(
                "Can't add pass '{}' restricted to '{needed}' on a PassManager intended to run on '{}', did you intend \
                 to nest?",
                pass.record().argument,
                own.unwrap_or(ANY),
            ));
        }
        self.steps.push(Step::Pass(pass));
        Ok(())
    }

    /// Adds a pass, in a nested pipeline if it runs on other operations than this one.
    pub fn add_pass_nested(&mut self, pass: ScheduledPass) {
        let anchor = pass.record().anchor.as_deref().map(str::to_owned);
        match anchor.filter(|needed| self.anchor.as_deref() != Some(needed)) {
            None => self.steps.push(Step::Pass(pass)),
            Some(needed) => self.nest(&needed).steps.push(Step::Pass(pass)),
        }
    }

    /// The pipeline for operations directly in the operation: the last step, if it is one for these, else a new one.
    pub fn nest(&mut self, anchor: &str) -> &mut Self {
        let wanted = (anchor != ANY).then_some(anchor);
        let is_last =
            matches!(self.steps.last(), Some(Step::Nested(last)) if last.anchor.as_deref() == wanted);
        if !is_last {
            self.steps.push(Step::Nested(Self::new(anchor)));
        }
        match self.steps.last_mut() {
            Some(Step::Nested(nested)) => nested,
            _ => unreachable!("a nested pipeline was added"),
        }
    }

    /// The name of the operations that the pipeline runs on; `any` for all.
    pub fn anchor(&self) -> &str {
        self.anchor.as_deref().unwrap_or(ANY)
    }

    /// Whether the pipeline runs on operations of any name.
    pub fn is_generic(&self) -> bool {
        self.anchor.is_none()
    }

    /// The steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The passes with those of nested pipelines.
    pub fn passes(&self) -> Vec<&ScheduledPass> {
        let mut all = Vec::new();
        for step in &self.steps {
            match step {
                Step::Pass(pass) => all.push(pass),
                Step::Nested(nested) => all.extend(nested.passes()),
            }
        }
        all
    }

    /// Prints the pipeline on one line.
    pub fn print(&self, out: &mut String) {
        out.push_str(self.anchor());
        out.push('(');
        for (index, step) in self.steps.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            match step {
                Step::Pass(pass) => pass.print(out),
                Step::Nested(nested) => nested.print(out),
            }
        }
        out.push(')');
    }

    /// Prints the pipeline with a line for each pass.
    pub fn print_lines(&self, out: &mut String, indent: usize) {
        out.push_str(&" ".repeat(indent));
        out.push_str(self.anchor());
        out.push_str("(\n");
        for (index, step) in self.steps.iter().enumerate() {
            if index > 0 {
                out.push_str(",\n");
            }
            match step {
                Step::Pass(pass) => {
                    out.push_str(&" ".repeat(indent + 2));
                    pass.print(out);
                }
                Step::Nested(nested) => nested.print_lines(out, indent + 2),
            }
        }
        out.push('\n');
        out.push_str(&" ".repeat(indent));
        out.push(')');
    }
}

impl std::fmt::Display for Pipeline {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = String::new();
        self.print(&mut text);
        f.write_str(&text)
    }
}
