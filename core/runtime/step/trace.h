// What a traced step notes as it runs, and the form in which others read it: Chrome's trace events, for
// Perfetto and chrome://tracing.
//
// A step that is not traced makes none of this. One that is notes pointers into its plan and times;
// names and texts are made when it has ended.
#ifndef RUNNEL_CORE_RUNTIME_STEP_TRACE_H_
#define RUNNEL_CORE_RUNTIME_STEP_TRACE_H_

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/runtime/exchange/run_metadata.h"
#include "core/tensor/shape.h"

namespace runnel {

struct ExecNode;
struct RegionOp;
class PluginDevice;
class Plan;

// Any thread.
class StepTrace {
 public:
  struct Record {
    NodeStats::Kind kind = NodeStats::Kind::kNode;
    const ExecNode* node = nullptr;  // the region's own where `op` is set
    const RegionOp* op = nullptr;
    const PluginDevice* from = nullptr;  // kTransfer; null is the host. kWait: the device waited for
    uint64_t thread = 0;
    int64_t start_ns = 0, end_ns = 0;  // MonotonicNs
    uint64_t bytes = 0;                // kTransfer
    std::vector<Shape> shapes = {};    // of outputs that came; of others nothing is known
  };
  // Drops what an earlier step left.
  void Clear();
  // Adds the record, with the calling thread as its own.
  void Add(Record record);
  // Fills node_stats and spans, with times since `start_ns`. Leaves it empty.
  void Take(const Plan& plan, int64_t start_ns, RunMetadata* metadata);

 private:
  std::mutex mutex_;  // guards records_
  std::vector<Record> records_;
};

// Steps one after another in one drawing: a process for each device with a track for each thread, one
// for transfers, one for nodes that wait without a thread, and one for the steps themselves.
class TraceFile {
 public:
  void AddStep(const RunMetadata& metadata);
  size_t num_steps() const { return num_steps_; }
  // Chrome's JSON object form. Units: microseconds since the first step began.
  std::string Json() const;

 private:
  // One bar. Those on one track nest.
  struct Span {
    int process = 0, track = 0;
    std::string name, category;
    int64_t start_ns = 0, end_ns = 0;
    std::vector<std::pair<std::string, std::string>> texts = {};
    std::vector<std::pair<std::string, int64_t>> numbers = {};
  };
  struct Process {
    std::string name;
    std::vector<std::string> tracks;      // names
    std::vector<int64_t> lane_ends = {};  // by track, where bars must not overlap
  };
  int ProcessNamed(const std::string& name);
  int TrackOf(int process, const std::string& name);
  // The first track called `name` whose last bar has ended.
  int LaneOf(int process, const std::string& name, int64_t start_ns, int64_t end_ns);
  void AddNode(const NodeStats& node, int64_t origin_ns);

  std::vector<Process> processes_;
  std::vector<Span> spans_;
  std::vector<uint64_t> threads_;  // in order of appearance
  int64_t first_ns_ = 0;
  int64_t num_steps_ = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_STEP_TRACE_H_
