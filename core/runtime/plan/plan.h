// Plan: everything that one signature needs to run, computed once: nodes in flat arrays with their
// kernels created, edges, frames, and the regions that run as straight code over a planned arena.
//
// Only the program: immutable after planning, and read by all steps of the signature. What a step
// changes lives in Step, of which the session has a pool for each plan, and in RegionArena objects,
// which regions pool.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PLAN_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PLAN_H_

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/graph/graph_def.h"
#include "core/runtime/kernels/kernel_select.h"
#include "core/runtime/placement/cost_model.h"
#include "core/runtime/placement/placement.h"
#include "core/runtime/region/region.h"
#include "core/runtime/resources/variable.h"

namespace runnel {

struct ExecEdge {
  int32_t dst;         // node
  int32_t dst_slot;    // within an iteration of dst's frame; -1: control
  int32_t src_output;  // -1: control
};

// What planning knows of one output.
struct ExecOutput {
  DType dtype = DType::kInvalid;
  bool on_host = true;
  bool preallocated = false;  // the shape is known, and the kernel expects memory
  Shape shape = Shape::Unknown();
  rnlp_tensor_t view{};  // as the kernel gets it, but for its memory
};

// A value that is there from the start, and an input that takes it.
struct ExecValue {
  Tensor value;
  rnlp_tensor_t view{};
};
struct ExecLiteral {
  int32_t input = 0;
  int32_t value = 0;  // in Plan::values
};

// What few executions touch, kept out of the way.
struct ExecDetails {
  std::string name;
  std::string op;
  Tensor constant;         // kConst
  Ref<Variable> variable;  // kVarHandle
  std::vector<uint32_t> input_marks;
  std::vector<Shape> variable_shapes;  // kKernel: by input, as planned; empty: it has no resources
  std::vector<int64_t> squeeze_dims;
  const PlannedKernel* kernel = nullptr;     // kKernel
  std::atomic<uint64_t>* counter = nullptr;  // kKernel: of random numbers
  HostKernel* host = nullptr;                // kHost
  Device* where = nullptr;                   // kTransfer: destination memory; null is the host
  std::atomic<uint64_t> last_buffer{0};      // kTransfer: serial of the one that it copied to last
};

// One node of the general executor. A region counts as one. A step streams through these, so details
// that few steps touch are kept apart, and what many nodes have in common is in the plan's tables.
struct ExecNode {
  NodeKind kind = NodeKind::kNoOp;
  bool expensive = false;
  bool is_async = false;
  bool takes_dead = false;  // kHost: a dead input does not keep it from running
  bool constant_enter = false;
  // kDestroyResource: fails if there is no value; kAssignVariable: if the shape would change.
  bool strict = false;
  bool has_resources = false;  // kKernel: takes variables
  bool has_workspace = false;  // kKernel
  int32_t frame = 0;           // static frame that it runs in
  int32_t count = -1;          // which of its frame's counts it awaits its inputs with; -1: there is one
  int32_t num_inputs = 0;
  int32_t first_slot = 0;  // within an iteration of the frame; literals take none
  int32_t num_outputs = 0;
  int32_t pending = 0;  // inputs and control inputs awaited; for a Merge 1 + 2 * controls
  int32_t first_edge = 0, last_edge = 0;
  int32_t index = -1;  // feed, fetch, region, child frame (Enter): which one; Merge: inputs ahead of it
  int32_t first_output = 0;                     // into Plan::output_kinds
  int32_t first_literal = 0, last_literal = 0;  // into Plan::literals
  Device* device = nullptr;
  const rnlp_kernel_row_t* row = nullptr;  // kKernel: these three
  rnlp_kernel_t* kernel = nullptr;
  const rnlp_host_t* host = nullptr;
  ExecDetails* details = nullptr;
};

// A loop's frame, or the root (number 0).
struct FrameInfo {
  std::string name;
  int32_t parent = -1;
  int32_t num_slots = 0;
  int32_t num_enters = 0;  // how many values the frame waits for
  int32_t parallel_iterations = 10;
  std::vector<int32_t> pending;  // of nodes that await several inputs, as an iteration begins
};

class Plan : public RefCounted {
 public:
  std::vector<ExecNode> nodes;
  std::vector<ExecEdge> edges;
  std::vector<ExecOutput> outputs;    // each kind once
  std::vector<int32_t> output_kinds;  // of the nodes' outputs, in order: which of `outputs`
  std::deque<ExecDetails> details;    // of the nodes, in order
  std::vector<ExecLiteral> literals;
  std::vector<ExecValue> values;
  std::vector<FrameInfo> frames;
  std::vector<int32_t> roots;  // nodes without inputs
  std::vector<std::unique_ptr<Region>> regions;
  int num_feeds = 0, num_fetches = 0;
  std::vector<std::string> fetch_names;
  std::vector<Shape> feed_shapes;
  std::vector<Device*> feed_devices;
  // Set when the whole plan is one region between feeds and fetches: then steps skip the executor.
  int only_region = -1;
  bool has_async = false;
  bool is_brief = false;  // a few nodes that hand on values or wait without a thread, and no kernels
  // Fetches stay on their device: a step then neither waits for their computation nor reports its
  // failure; their readers do.
  bool keeps_fetches = false;
  size_t max_inputs = 0, max_outputs = 0;  // of one node
  std::vector<int32_t> feed_nodes;
  std::vector<std::pair<std::string, std::string>> placement;
  std::vector<std::string> fallbacks;
  std::vector<std::string> dropped_wishes;  // PlacementOptions::dropped
  NodeParts parts;                          // of nodes that stand for several
  PlacementForecast forecast;               // of automatic placement
  uint32_t generation = 0;                  // likewise: how many plans of these feeds there were before
  std::vector<std::pair<std::string, GraphDef>> partition_graphs;
  int64_t num_launch_nodes = 0;
  uint64_t arena_bytes = 0;
  double planning_seconds = 0;
  uint64_t approximate_bytes = 0;  // for the plan cache
  // What the nodes' pointers lead to.
  std::vector<std::unique_ptr<PlannedKernel>> kernels;
  std::vector<std::unique_ptr<HostKernel>> host_kernels;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PLAN_H_
