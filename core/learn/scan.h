// A recurrence over time, as a loop of the graph or as so many steps beside each other.
#ifndef RUNNEL_CORE_LEARN_SCAN_H_
#define RUNNEL_CORE_LEARN_SCAN_H_

#include <functional>
#include <string>
#include <vector>

#include "core/graph/builder.h"

namespace runnel::learn {

// The next states after a step; the first one is the step's output. `constants` are what the step needs
// of outside: in a loop a value reaches it no other way.
using ScanStepFn = std::function<Result<std::vector<OutputRef>>(
    GraphBuilder& b, OutputRef x, const std::vector<OutputRef>& states,
    const std::vector<OutputRef>& constants)>;

struct Scan {
  std::string name;               // of the loop, made unique
  OutputRef x;                    // [time, batch, ...]
  OutputRef mask;                 // [time, batch], bool: where it is false states stay; empty: nowhere
  std::vector<OutputRef> states;  // before the first step, [batch, units]
  std::vector<OutputRef> constants;
  ScanStepFn step;
  int64_t units = 0;           // of the output
  bool starts_at_zero = true;  // the states are zeros
  bool zero_masked = false;    // the output of a masked step is zeros; else that of the step before
  bool sequence = false;       // whether all outputs are wanted
  bool unroll = false;
};

struct ScanResult {
  OutputRef last;      // [batch, units]: the last step's output
  OutputRef sequence;  // [time, batch, units]; empty unless it was asked for
  std::vector<OutputRef> states;
};

// Errors: INVALID_ARGUMENT to unroll over an unknown number of steps; those of the step.
Result<ScanResult> RunScan(GraphBuilder& b, const Scan& scan);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_SCAN_H_
