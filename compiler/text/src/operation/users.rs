//! Comments that name the users of values.

use tvmlike_ir::{Block, Op, Value};

use super::print::OperationPrinter;

impl OperationPrinter<'_> {
    /// Prints ` // user: %5` behind an operation.
    pub(super) fn print_users(&mut self, op: Op) {
        let context = self.context;
        if op.num_results(context) == 0 {
            if op.num_operands(context) > 0 {
                self.out.extend_from_slice(b" // id: ");
                self.numbering.write_op(&mut self.out, op);
            }
            return;
        }
        let users: Vec<Op> = op
            .results(context)
            .flat_map(|result| self.users(result))
            .collect();
        let Some(first) = users.first() else {
            self.out.extend_from_slice(b" // unused");
            return;
        };
        let several = op.num_results(context) > 1;
        let one = !several && users.len() == 1 && first.num_results(context) <= 1;
        let heading: &[u8] = if one { b" // user: " } else { b" // users: " };
        self.out.extend_from_slice(heading);
        for (index, result) in op.results(context).enumerate() {
            if index > 0 {
                self.out.extend_from_slice(b", ");
            }
            if several {
                self.out.push(b'(');
            }
            self.print_users_of(result);
            if several {
                self.out.push(b')');
            }
        }
    }

    /// Prints a line for each argument: `// %arg0 is used by %5`.
    pub(super) fn print_argument_users(&mut self, block: Block) {
        for argument in block.arguments(self.context) {
            self.write_indent();
            self.out.extend_from_slice(b"// ");
            self.numbering.write_value(&mut self.out, argument, true);
            self.out.extend_from_slice(b" is ");
            if argument.has_uses(self.context) {
                self.out.extend_from_slice(b"used by ");
            }
            self.print_users_of(argument);
            self.out.push(b'\n');
        }
    }

    /// The operations that use a value, each once, the newest use first.
    fn users(&self, value: Value) -> Vec<Op> {
        let mut users = Vec::new();
        for at in value.uses(self.context) {
            let user = at.owner(self.context);
            if !users.contains(&user) {
                users.push(user);
            }
        }
        users
    }

    fn print_users_of(&mut self, value: Value) {
        let users = self.users(value);
        if users.is_empty() {
            self.out.extend_from_slice(b"unused");
        }
        for (index, user) in users.into_iter().enumerate() {
            if index > 0 {
                self.out.extend_from_slice(b", ");
            }
            if user.num_results(self.context) == 0 {
                self.numbering.write_op(&mut self.out, user);
            }
            for (index, result) in user.results(self.context).enumerate() {
                if index > 0 {
                    self.out.extend_from_slice(b", ");
                }
                self.numbering.write_value(&mut self.out, result, true);
            }
        }
    }
}
