//! Clauses of OpenACC's operations.

mod devices;
mod gang;
mod operands;
mod routine;
mod segments;
mod variables;

use tvmlike_define::Directive;

/// The code of a directive of `acc`.
pub(super) fn directive(name: &str) -> Option<&'static Directive> {
    Some(match name {
        "AccVar" => &variables::DEVICE_VARIABLE,
        "BindName" => &routine::BIND,
        "CombinedConstructsLoop" => &variables::COMBINED,
        "DeviceTypeArrayAttr" => &routine::DEVICES,
        "DeviceTypeOperands" => &operands::BY_DEVICE,
        "DeviceTypeOperandsWithKeywordOnly" => &operands::BY_DEVICE_OR_KEYWORD,
        "DeviceTypeOperandsWithSegment" | "NumGangs" => &segments::SEGMENTS,
        "GangClause" => &gang::GANG,
        "LoopControl" => &variables::LOOP_CONTROL,
        "OperandWithKeywordOnly" => &operands::ONE_OR_KEYWORD,
        "OperandsWithKeywordOnly" => &operands::SEVERAL_OR_KEYWORD,
        "RecipeSym" => &variables::RECIPE,
        "RoutineGangClause" => &routine::GANG,
        "Var" => &variables::VARIABLE,
        "VarPtrType" => &variables::VARIABLE_TYPE,
        "WaitClause" => &segments::WAIT,
        _ => return None,
    })
}
