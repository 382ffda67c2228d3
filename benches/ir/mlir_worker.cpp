// MLIR's side of the benchmark: measures libMLIR in this process, with one thread.
//
//     mlir_worker FILE SECONDS CASE...
//
// Each case is repeated until SECONDS have passed, at least once; the best time is printed as a line of JSON:
// {"case": "parse", "seconds": 0.25, "ops": 100000}. The case `bytes` prints {"case": "bytes", "bytes": N, "ops": N}.
// The upstream dialects that the files use are loaded, and unregistered ones allowed.

#include <malloc.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

namespace {

using Clock = std::chrono::steady_clock;
using Module = mlir::OwningOpRef<mlir::ModuleOp>;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Bytes on the heap, with those of large blocks that have mappings of their own.
uint64_t heap_bytes() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void load_dialects(mlir::MLIRContext& context) {
  context.loadDialect<mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::memref::MemRefDialect,
                      mlir::scf::SCFDialect>();
}

struct Bench {
  std::string text;
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  Module module;
  uint64_t ops = 0;
  uint64_t sink = 0;

  explicit Bench(const char* path) {
    load_dialects(context);
    context.allowUnregisteredDialects();
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer) {
      std::fprintf(stderr, "mlir_worker: cannot read %s\n", path);
      std::exit(1);
    }
    text = (*buffer)->getBuffer().str();
    module = parse(context);
    module->walk([&](mlir::Operation*) { ++ops; });
  }

  Module parse(mlir::MLIRContext& into) {
    // Without verification, which has a case of its own.
    mlir::ParserConfig config(&into, /*verifyAfterParse=*/false);
    Module parsed = mlir::parseSourceString<mlir::ModuleOp>(text, config);
    if (!parsed) {
      std::fprintf(stderr, "mlir_worker: the file is not valid\n");
      std::exit(1);
    }
    return parsed;
  }

  // The time of the part of a case that counts.
  double parse_once() {
    auto start = Clock::now();
    Module parsed = parse(context);
    return since(start);
  }

  double print_once() {
    mlir::OpPrintingFlags flags;
    flags.printGenericOpForm();
    return print_with(flags);
  }

  double print_custom_once() { return print_with(mlir::OpPrintingFlags()); }

  double print_with(const mlir::OpPrintingFlags& flags) {
    std::string printed;
    printed.reserve(text.size() * 2);
    llvm::raw_string_ostream stream(printed);
    auto start = Clock::now();
    module->print(stream, flags);
    double seconds = since(start);
    sink += printed.size();
    return seconds;
  }

  double verify_once() {
    auto start = Clock::now();
    if (mlir::failed(mlir::verify(*module))) std::exit(1);
    return since(start);
  }

  double clone_once() {
    auto start = Clock::now();
    Module copy(module->clone());
    return since(start);
  }

  double erase_once() {
    mlir::ModuleOp copy = module->clone();
    auto start = Clock::now();
    copy->erase();
    return since(start);
  }

  // Reads the name and the type of the first operand of each operation.
  double walk_once() {
    auto start = Clock::now();
    module->walk([&](mlir::Operation* op) {
      sink += reinterpret_cast<uintptr_t>(op->getName().getAsOpaquePointer());
      if (op->getNumOperands() > 0)
        sink += reinterpret_cast<uintptr_t>(op->getOperand(0).getType().getAsOpaquePointer());
    });
    return since(start);
  }

  // Parsing and printing with a location per operation.
  double print_locations_once() {
    std::string printed;
    llvm::raw_string_ostream stream(printed);
    mlir::OpPrintingFlags flags;
    flags.printGenericOpForm().enableDebugInfo();
    auto start = Clock::now();
    module->print(stream, flags);
    double seconds = since(start);
    sink += printed.size();
    return seconds;
  }

  // The heap that a parsed module and a context of its own occupy.
  uint64_t bytes() {
    uint64_t empty = heap_bytes();
    mlir::MLIRContext fresh(mlir::MLIRContext::Threading::DISABLED);
    load_dialects(fresh);
    fresh.allowUnregisteredDialects();
    uint64_t context_only = heap_bytes() - empty;
    Module parsed = parse(fresh);
    return heap_bytes() - empty - context_only;
  }
};

struct Case {
  const char* name;
  double (Bench::*once)();
};

const Case kCases[] = {
    {"parse", &Bench::parse_once},   {"print", &Bench::print_once},
    {"verify", &Bench::verify_once}, {"clone", &Bench::clone_once},
    {"erase", &Bench::erase_once},   {"walk", &Bench::walk_once},
    {"print with locations", &Bench::print_locations_once},
    {"print custom form", &Bench::print_custom_once},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: mlir_worker FILE SECONDS CASE...\n");
    return 2;
  }
  Bench bench(argv[1]);
  double budget = std::atof(argv[2]);
  for (int i = 3; i < argc; ++i) {
    std::string name = argv[i];
    if (name == "bytes") {
      std::printf("{\"case\": \"bytes\", \"bytes\": %llu, \"ops\": %llu}\n", (unsigned long long)bench.bytes(),
                  (unsigned long long)bench.ops);
      continue;
    }
    const Case* found = nullptr;
    for (const Case& known : kCases)
      if (name == known.name) found = &known;
    // The runner leaves cases out that a worker does not know.
    if (!found) continue;
    double best = 1e9;
    auto start = Clock::now();
    do {
      double seconds = (bench.*found->once)();
      if (seconds < best) best = seconds;
    } while (since(start) < budget);
    std::printf("{\"case\": \"%s\", \"seconds\": %.9f, \"ops\": %llu}\n", found->name, best,
                (unsigned long long)bench.ops);
    std::fflush(stdout);
  }
  return bench.sink == 1;
}
