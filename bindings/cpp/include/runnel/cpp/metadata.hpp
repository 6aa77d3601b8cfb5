// What a run tells of itself, and drawings of it.
#ifndef RUNNEL_CPP_METADATA_HPP_
#define RUNNEL_CPP_METADATA_HPP_

#include <map>

#include "handle.hpp"

RUNNEL_CPP_NAMESPACE

// Filled anew by each run that it is passed to.
class Metadata : public Unique<rnl_metadata_t, rnl_metadata_release> {
 public:
  Metadata() = default;
  static Outcome<Metadata> Create() {
    rnl_metadata_t* out = nullptr;
    rnl_status_t* status = rnl_metadata_create(&out);
    return detail::Finish(status, [&] { return Metadata(out); });
  }
  std::int64_t launches() const { return rnl_metadata_launches(get()); }
  std::int64_t copies() const { return rnl_metadata_copies(get()); }
  // 0: the plan was there already.
  double planning_seconds() const { return rnl_metadata_planning_seconds(get()); }
  std::uint64_t arena_bytes() const { return rnl_metadata_arena_bytes(get()); }
  // The device that each node ran on.
  std::map<std::string, std::string> placements() const {
    std::map<std::string, std::string> out;
    for (std::size_t i = 0; i < rnl_metadata_num_placements(get()); ++i) {
      rnl_str_t node{}, device{};
      if (rnl_status_t* status = rnl_metadata_placement(get(), i, &node, &device)) {
        rnl_status_release(status);  // i is within the count
      } else {
        out.emplace(View(node), View(device));
      }
    }
    return out;
  }
  // Nodes that soft placement moved: "node: wanted ..., runs on ...".
  std::vector<std::string> fallbacks() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < rnl_metadata_num_fallbacks(get()); ++i) {
      rnl_str_t text{};
      rnl_status_release(rnl_metadata_fallback(get(), i, &text));
      out.emplace_back(View(text));
    }
    return out;
  }
  // Of traced runs, in nanoseconds since the step began.
  struct NodeStats {
    std::string node, op, device;
    std::int64_t start_ns = 0, end_ns = 0;
  };
  std::vector<NodeStats> node_stats() const {
    std::vector<NodeStats> out;
    for (std::size_t i = 0; i < rnl_metadata_num_node_stats(get()); ++i) {
      rnl_str_t node{}, op{}, device{};
      NodeStats stats;
      rnl_status_release(
          rnl_metadata_node_stats(get(), i, &node, &op, &device, &stats.start_ns, &stats.end_ns));
      stats.node = View(node);
      stats.op = View(op);
      stats.device = View(device);
      out.push_back(std::move(stats));
    }
    return out;
  }
  // GraphDefs of what each device ran, of runs that asked for them.
  Outcome<std::map<std::string, std::string>> partitions() const {
    std::map<std::string, std::string> out;
    for (std::size_t i = 0; i < rnl_metadata_num_partitions(get()); ++i) {
      rnl_str_t device{};
      rnl_bytes_t* graph_def = nullptr;
      RUNNEL_TRY(detail::Check(rnl_metadata_partition(get(), i, &device, &graph_def)));
      out.emplace(View(device), detail::TakeBytes(graph_def));
    }
    return out;
  }
  // All of it as TensorFlow's RunMetadata, binary.
  Outcome<std::string> Export() const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_metadata_export(get(), &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }

 private:
  using Unique::Unique;
};

// Traced steps in one drawing, for Perfetto and chrome://tracing. One thread at a time.
class Trace : public Unique<rnl_trace_t, rnl_trace_release> {
 public:
  Trace() = default;
  static Outcome<Trace> Create() {
    rnl_trace_t* out = nullptr;
    rnl_status_t* status = rnl_trace_create(&out);
    return detail::Finish(status, [&] { return Trace(out); });
  }
  // The step that filled it. Errors: FAILED_PRECONDITION if it was not traced.
  Outcome<void> AddStep(const Metadata& metadata) const {
    return detail::Check(rnl_trace_add_step(get(), metadata.get()));
  }
  // Chrome's trace event format.
  Outcome<std::string> Json() const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_trace_json(get(), &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }

 private:
  using Unique::Unique;
};

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_METADATA_HPP_
