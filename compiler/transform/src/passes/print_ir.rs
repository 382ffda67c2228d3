//! `print-ir`: prints the operation.

use tvmlike_ir::Failure;
use tvmlike_text::PrintOptions;

use super::output;
use crate::options::OptionRecord;
use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new("print-ir", "Print IR on the debug stream", |options| {
        let label = options.text("label").to_owned();
        Ok(Box::new(PrintIr { label }))
    })
    .shown_as("PrintIRPass")
    .with_options(vec![OptionRecord::text("label", "", "Label")])
}

struct PrintIr {
    label: String,
}

impl Pass for PrintIr {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let space = if self.label.is_empty() { "" } else { " " };
        let text = output::text_of(run.context(), run.op(), &PrintOptions::default());
        output::write(&format!(
            "// -----// IR Dump{space}{} //----- //\n{}\n",
            self.label,
            text.trim_end_matches('\n')
        ));
        run.preserved().all();
        Ok(())
    }
}
