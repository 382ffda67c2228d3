func.func @clauses(%p: memref<i32>, %q: memref<i32>, %c: i1, %i: i32, %j: i64) {
  omp.parallel {
    omp.terminator
  }
  omp.parallel if(%c) num_threads(%i : i32) allocate(%j : i64 -> %p : memref<i32>, %j : i64 -> %q : memref<i32>) proc_bind(spread) private(@a %p -> %x, @b %q -> %y : memref<i32>, memref<i32>) private_barrier reduction(mod: inscan, byref @r %p -> %z loc("z"), @r %q -> %w : memref<i32>, memref<i32>) {
    omp.terminator
  } {foo}
  omp.teams num_teams(to %i : i32) thread_limit(%i : i32) {
    omp.terminator
  }
  omp.teams num_teams(%i : i32 to %i : i32) reduction(mod: defaultmod, @r %p -> %z : memref<i32>) {
    omp.terminator
  }
  omp.sections nowait allocate(%j : i64 -> %p : memref<i32>) reduction(@r %p -> %z : memref<i32>) {
    omp.section {
    ^bb0(%a: memref<i32>):
      omp.terminator
    }
    omp.terminator
  }
  omp.single copyprivate(%p -> @copy : memref<i32>, %q -> @m::@copy : memref<i32>) nowait private(@a %p -> %x : memref<i32>) {
    omp.terminator
  }
  omp.wsloop nowait ordered(1) order(reproducible:concurrent) linear(%p = %i : memref<i32>, %q = %i : memref<i32>) schedule(guided = %i : i32, nonmonotonic, simd) {
    omp.loop_nest (%a, %b) : i32 = (%i, %i) to (%i, %i) inclusive step (%i, %i) collapse(2) tiles(4, 5) {
      omp.yield
    }
  }
  omp.wsloop schedule(static) order(concurrent) private(@a %p -> %x : memref<i32>) {
    omp.simd aligned(%p : memref<i32> -> 8 : i64, %q : memref<i32> -> 16 : i64) if(%c) nontemporal(%p : memref<i32>) simdlen(2) safelen(4) {
      omp.loop_nest (%a) : index = (%n) to (%n) step (%n) {
        omp.yield
      }
    } {omp.composite}
  } {omp.composite}
  %n = arith.constant 1 : index
  omp.wsloop schedule(auto, simd) {
  }
  omp.wsloop schedule(runtime, monotonic) {
  }
  omp.wsloop schedule(dynamic, none, simd) {
  }
  omp.distribute dist_schedule_static dist_schedule_chunk_size(%i : i32) order(unconstrained:concurrent) allocate(%j : i64 -> %p : memref<i32>) private(@a %p -> %x : memref<i32>) {
  }
  omp.loop bind(teams) order(concurrent) private(@a %p -> %x : memref<i32>) reduction(@r %q -> %z : memref<i32>) {
  }
  omp.task if(%c) final(%c) untied mergeable depend(taskdependin -> %p : memref<i32>, taskdependmutexinoutset -> %q : memref<i32>) priority(%i : i32) detach(%p : memref<i32>) in_reduction(byref @r %p -> %z : memref<i32>) private(@a %p -> %x : memref<i32>) {
    omp.terminator
  }
  omp.taskgroup allocate(%j : i64 -> %p : memref<i32>) task_reduction(@r %p -> %z, byref @r %q -> %w : memref<i32>, memref<i32>) {
    omp.terminator
  }
  omp.taskloop grainsize(strict, %i: i32) nogroup in_reduction(@r %p -> %z : memref<i32>) private(@a %p -> %x : memref<i32>) reduction(mod: task, @r %q -> %w : memref<i32>) {
  }
  omp.taskloop num_tasks(%j: i64) priority(%i : i32) {
  }
  omp.taskloop num_tasks(strict, %j : i64) {
  }
  omp.taskwait depend(taskdependout -> %p : memref<i32>) nowait
  omp.taskwait
  return
}
// -----
func.func @target(%p: memref<i32>, %c: i1, %i: i32, %b: !omp.map_bounds_ty) {
  %0 = omp.map.info var_ptr(%p : memref<i32>, i32) map_clauses(always, close, tofrom) capture(ByRef) var_ptr_ptr(%p : memref<i32>) mapper(@m) members(%p, %p : [0], [1, -1] : memref<i32>, memref<i32>) bounds(%b) -> memref<i32> {name = "x"}
  %1 = omp.map.info var_ptr(%p : memref<i32>, i32) map_clauses(none) capture(ByCopy) -> memref<i32>
  %2 = omp.map.info var_ptr(%p : memref<i32>, i32) map_clauses(delete, private, foo, to) capture(VLAType) -> memref<i32>
  %3 = omp.map.info var_ptr(%p : memref<i32>, i32) map_clauses(exit_release_or_enter_alloc) capture(This) -> memref<i32>
  omp.target ompx_bare nowait device(%i : i32) if(%c) is_device_ptr(%p : memref<i32>) thread_limit(%i : i32) depend(taskdependinout -> %p : memref<i32>) has_device_addr(%0 -> %a : memref<i32>) host_eval(%i -> %b1, %i -> %b2 : i32, i32) in_reduction(@r %p -> %d : memref<i32>) map_entries(%0 -> %e, %1 -> %f : memref<i32>, memref<i32>) private(@p %p -> %g [map_idx=0], @q %p -> %h : memref<i32>, memref<i32>) private_barrier {
    omp.terminator
  }
  omp.target private(@p %p -> %g : memref<i32>) {
    omp.terminator
  }
  omp.target_data device(%i : i32) if(%c) map_entries(%0 : memref<i32>) use_device_addr(%0 -> %a : memref<i32>) use_device_ptr(%1 -> %b1, %0 -> %b2 : memref<i32>, memref<i32>) {
    omp.terminator
  }
  omp.target_enter_data nowait map_entries(%1 : memref<i32>) depend(taskdependinoutset -> %p : memref<i32>)
  omp.target_exit_data map_entries(%1, %2 : memref<i32>, memref<i32>) if(%c)
  omp.target_update map_entries(%2 : memref<i32>) device(%i : i32)
  %4 = omp.target_allocmem %i : i32, vector<3xf32>
  %n = arith.constant 1 : index
  %5 = omp.target_allocmem %i : i32, vector<3xf32>(%i, %n : i32, index), %n, %n {uniq_name = "a", foo}
  %6 = omp.target_allocmem %i : i32, i64, %n
  omp.target_freemem %i, %4 : i32, i64
  return
}
// -----
func.func @sync(%p: memref<i32>, %q: memref<i32>, %i: i32) {
  omp.atomic.read %p = %q hint(none) memory_order(acquire) : memref<i32>, memref<i32>, i32
  omp.atomic.read %p = %q hint(uncontended, speculative) : memref<i32>, memref<i32>, i32
  omp.atomic.write %p = %i memory_order(release) hint(contended, nonspeculative) : memref<i32>, i32
  omp.atomic.update hint(contended) memory_order(relaxed) %p : memref<i32> {
  ^bb0(%x: i32):
    omp.yield(%x : i32)
  }
  omp.atomic.capture memory_order(seq_cst) hint(speculative, speculative) {
    omp.atomic.read %p = %q : memref<i32>, memref<i32>, i32
    omp.atomic.write %q = %i : memref<i32>, i32
  }
  omp.cancel cancellation_construct_type(parallel)
  omp.cancellation_point cancellation_construct_type(taskgroup)
  return
}
omp.critical.declare @a hint(uncontended, nonspeculative)
omp.critical.declare @b
// -----
func.func @loops(%i: i32, %c: i1) {
  %a = omp.new_cli
  %b = omp.new_cli
  %d = omp.new_cli
  %e = omp.new_cli
  %f = omp.new_cli
  %g = omp.new_cli
  omp.canonical_loop(%a) %x : i32 in range(%i) {
    omp.canonical_loop(%b) %y : i32 in range(%i) {
      omp.canonical_loop %z : i32 loc("z") in range(%i) {
        omp.terminator
      }
      omp.terminator
    }
    omp.terminator
  } {foo}
  omp.canonical_loop(%d) %x : i32 in range(%i) {
    scf.if %c {
      omp.canonical_loop %y : i32 in range(%i) {
        omp.terminator
      }
    } else {
      omp.canonical_loop %y : i32 in range(%i) {
        omp.canonical_loop %z : i32 in range(%i) {
          omp.terminator
        }
        omp.canonical_loop %z : i32 in range(%i) {
          omp.terminator
        }
        omp.terminator
      }
    }
    omp.terminator
  }
  omp.tile <- (%a, %b) sizes(%i, %i : i32, i32)
  omp.tile (%e, %f) <- (%d) sizes(%i : i32) {foo}
  omp.unroll_heuristic(%e) {foo}
  omp.unroll_heuristic(%f) -> ()
  return
}
// -----
func.func @nest(%i: i32) {
  omp.parallel {
    omp.canonical_loop %x : i32 in range(%i) {
      omp.canonical_loop %y : i32 in range(%i) {
        omp.terminator
      }
      omp.terminator
    }
    omp.terminator
  }
  return
}
// -----
func.func @nest(%i: i32) {
  omp.canonical_loop %x : i32 in range(%i) {
    omp.parallel {
      omp.canonical_loop %y : i32 in range(%i) {
        omp.canonical_loop %z : i32 in range(%i) {
          omp.terminator
        }
        omp.terminator
      }
      omp.terminator
    }
    omp.terminator
  }
  return
}
// -----
func.func @f(%p: i32) { omp.parallel private(@a %p -> %x : i32, i32) { omp.terminator } return }
// -----
func.func @f(%p: i32) { omp.parallel private(%p -> %x : i32) { omp.terminator } return }
// -----
func.func @f(%p: i32) { omp.parallel private("a" %p -> %x : i32) { omp.terminator } return }
// -----
func.func @f(%p: i32) { omp.parallel map_entries(%p -> %x : i32) { omp.terminator } return }
// -----
func.func @f(%p: i32) { omp.parallel reduction(mod: foo, @a %p -> %x : i32) { omp.terminator } return }
// -----
func.func @f(%p: i32) { omp.parallel reduction(@a %p -> %x : i32) private(@a %p -> %y : i32) { omp.terminator } return }
// -----
func.func @f(%p: i32) { omp.parallel proc_bind(foo) { omp.terminator } return }
// -----
func.func @f(%p: i32) { omp.wsloop schedule(foo) { } return }
// -----
func.func @f(%p: i32) { omp.wsloop schedule(static, foo) { } return }
// -----
func.func @f(%p: i32) { omp.wsloop schedule(static, simd, none) { } return }
// -----
func.func @f(%p: i32) { omp.wsloop schedule(static, none, none) { } return }
// -----
func.func @f(%p: i32) { omp.wsloop schedule(static, none, simd, simd) { } return }
// -----
func.func @f(%p: i32) { omp.wsloop order(reproducible) { } return }
// -----
func.func @f(%p: i32) { omp.wsloop order(reproducible:foo) { } return }
// -----
func.func @f(%p: i32) { omp.taskloop grainsize(foo, %p: i32) { } return }
// -----
func.func @f(%p: i32) { omp.taskloop num_tasks(foo, %p: i32) { } return }
// -----
func.func @f(%p: i32) { omp.atomic.capture hint(foo) { } return }
// -----
func.func @f(%p: i32) { omp.loop_nest (%i, %j) : i32 = (%p) to (%p, %p) step (%p, %p) { } return }
// -----
func.func @f(%p: i32) { omp.loop_nest (%i) : i32 = (%p) to (%p) step (%p) collapse(%p) { } return }
// -----
func.func @f(%p: i32) { %0 = omp.target_allocmem %p : i32, i32(%p : i32, i32) return }
// -----
func.func @f(%p: i32) { omp.tile () (%p) return }
// -----
func.func @f(%p: i32) { omp.unroll_heuristic(%p) return }
// -----
func.func @f(%p: i32) { omp.task depend(foo -> %p : i32) { } return }
// -----
func.func @f(%p: i32) { omp.critical.declare @x hint(foo, none) return }
