//! Clauses of OpenMP's operations.

mod clauses;
mod map;
mod regions;
mod schedule;

use tvmlike_define::Directive;

/// The code of a directive of `omp`.
pub(super) fn directive(name: &str) -> Option<&'static Directive> {
    Some(match name {
        "AlignedClause" => &clauses::ALIGNED,
        "AllocateAndAllocator" => &clauses::ALLOCATE,
        "CaptureType" => &map::CAPTURE_TYPE,
        "ClauseAttr" => &clauses::KEYWORD,
        "Copyprivate" => &clauses::COPYPRIVATE,
        "DependVarList" => &clauses::DEPEND,
        "GrainsizeClause" => &schedule::GRAINSIZE,
        "InReductionPrivateReductionRegion" => &regions::IN_REDUCTION_PRIVATE_REDUCTION,
        "InReductionPrivateRegion" => &regions::IN_REDUCTION_PRIVATE,
        "LinearClause" => &clauses::LINEAR,
        "LoopTransformClis" => &clauses::TRANSFORMED_LOOPS,
        "MapClause" => &map::MAP,
        "MembersIndex" => &map::MEMBERS_INDEX,
        "NumTasksClause" => &schedule::NUM_TASKS,
        "OrderClause" => &schedule::ORDER,
        "PrivateReductionRegion" => &regions::PRIVATE_REDUCTION,
        "PrivateRegion" => &regions::PRIVATE,
        "ScheduleClause" => &schedule::SCHEDULE,
        "SynchronizationHint" => &clauses::HINT,
        "TargetOpRegion" => &regions::TARGET,
        "TaskReductionRegion" => &regions::TASK_REDUCTION,
        "UseDeviceAddrUseDevicePtrRegion" => &regions::USE_DEVICE,
        _ => return None,
    })
}
