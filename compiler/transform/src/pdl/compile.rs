//! Compiling a pattern: its matcher, from a root, and its rewrite.

use tvmlike_ir::{Block, Context, Op};

use super::actions;
use super::compiler::Compiler;
use super::plan::{Plan, Slot};
use super::reader;

/// Compiles a `pdl.pattern`.
pub(super) fn compile(context: &Context, pattern: Op) -> Result<Plan, String> {
    let mut compiler = Compiler::new(context);
    let name = reader::text(context, pattern, "sym_name").unwrap_or_default();
    let body = pattern
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let body = body.ok_or("a `pdl.pattern` has no body")?;
    let rewrite = body.last_op(context).ok_or("a `pdl.pattern` has no rewrite")?;
    let root = root(context, body, rewrite).ok_or("a `pdl.pattern` has no root")?;
    let root_slot = compiler.match_all(body, root);
    let mut matched: Vec<(usize, Slot)> = std::mem::take(&mut compiler.definitions);
    matched.sort_by_key(|(depth, _)| *depth);
    let mut matched: Vec<Slot> = matched.into_iter().map(|(_, slot)| slot).collect();
    matched.push(root_slot);
    matched.append(&mut compiler.users);
    let actions = actions::compile(&mut compiler, rewrite)?;
    Ok(Plan {
        name,
        benefit: reader::number(context, pattern, "benefit").map_or(0, |benefit| benefit as u16),
        root: reader::text(context, root, "opName"),
        root_slot,
        slots: compiler.slots.len(),
        matched,
        steps: compiler.steps,
        actions,
        functions: compiler.functions,
    })
}

/// The operation from which a pattern is matched: that of the rewrite, or the first one whose results the pattern does not
/// use.
fn root(context: &Context, body: Block, rewrite: Op) -> Option<Op> {
    if let Some(root) = reader::group(context, rewrite, 0).first() {
        return root.defining_op(context);
    }
    let uses_result = |op: Op| {
        let handle = op.result(context, 0);
        let users = handle.into_iter().flat_map(|handle| handle.uses(context));
        let results = users.map(|one| one.owner(context)).filter(|user| {
            user.block(context) == Some(body) && ["result", "results"].contains(&reader::kind(context, *user))
        });
        let values = results.filter_map(|result| result.result(context, 0));
        values.flat_map(|value| value.uses(context)).any(|one| {
            reader::is(context, one.owner(context), "operation")
                && one.owner(context).block(context) == Some(body)
        })
    };
    let mut operations = body
        .operations(context)
        .filter(|op| reader::is(context, *op, "operation"));
    operations.find(|op| !uses_result(*op))
}
