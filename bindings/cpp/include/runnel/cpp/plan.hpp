// What a run would do, to look at before anything runs.
#ifndef RUNNEL_CPP_PLAN_HPP_
#define RUNNEL_CPP_PLAN_HPP_

#include <optional>

#include "session.hpp"

RUNNEL_CPP_NAMESPACE

struct Plan {
  struct Pass {
    std::string name;
    std::int64_t nodes_before = 0, nodes_after = 0;
    std::string doc;  // what it does
  };
  // Which node's which output; output -1 is a control edge.
  struct Input {
    std::size_t node = 0;
    std::int32_t output = 0;
  };
  // No shape for an unknown rank, -1 for an unknown size.
  struct Output {
    DType dtype = DType::kInvalid;
    PartialShape shape;
  };
  struct Node {
    std::string name, op, device;
    std::string reason;        // why it is that device: "default device", "asks for ...", "with ..."
    std::int32_t region = -1;  // -1: the node runs on its own
    std::vector<Input> inputs;
    std::vector<Output> outputs;
    // In nanoseconds; below 0: nobody estimates it, or it was not measured there.
    double estimate_ns = -1, measured_ns = -1;
  };
  // What lies in a region's arena, from the op that fills it to the one that uses it last.
  struct Value {
    std::string name;  // "node:0" or "node (workspace)"
    std::uint64_t offset_bytes = 0, size_bytes = 0;
    std::size_t first_op = 0, last_op = 0;
  };
  // Runs its ops one after another in one arena.
  struct Region {
    std::string device;
    std::uint64_t arena_bytes = 0, live_bytes = 0;
    std::vector<std::string> ops;
    std::vector<Value> values;
  };

  std::int64_t launches = 0;  // kernels that a step runs; those of a loop count once
  std::uint64_t arena_bytes = 0;
  std::vector<Pass> passes;
  std::vector<Node> nodes;
  std::vector<Region> regions;
};

// What is known of a feed: no shape as the graph says, -1 for a size that is not known.
struct FeedShape {
  Output output;
  PartialShape shape;
};

namespace detail {

inline Outcome<Plan::Node> ReadPlanNode(const rnl_plan_t* plan, std::size_t index) {
  rnl_str_t name{}, op{}, device{}, reason{};
  Plan::Node node;
  RUNNEL_TRY(Check(rnl_plan_node(plan, index, &name, &op, &device, &reason, &node.region)));
  node.name = View(name);
  node.op = View(op);
  node.device = View(device);
  node.reason = View(reason);
  RUNNEL_TRY(Check(rnl_plan_node_cost(plan, index, &node.estimate_ns, &node.measured_ns)));
  for (std::size_t i = 0; i < rnl_plan_num_node_inputs(plan, index); ++i) {
    rnl_output_t input{};
    RUNNEL_TRY(Check(rnl_plan_node_input(plan, index, i, &input)));
    node.inputs.push_back({static_cast<std::size_t>(input.node), input.index});
  }
  for (std::size_t i = 0; i < rnl_plan_num_node_outputs(plan, index); ++i) {
    rnl_dtype_t dtype = RNL_INVALID;
    std::int32_t rank = -1;
    const std::int64_t* dims = nullptr;
    RUNNEL_TRY(Check(rnl_plan_node_output(plan, index, i, &dtype, &rank, &dims)));
    Plan::Output output{static_cast<DType>(dtype), {}};
    if (rank >= 0) output.shape.emplace(dims, dims + rank);
    node.outputs.push_back(std::move(output));
  }
  return node;
}

inline Outcome<Plan::Region> ReadPlanRegion(const rnl_plan_t* plan, std::size_t index) {
  rnl_str_t name{};
  std::size_t ops = 0;
  Plan::Region region;
  RUNNEL_TRY(Check(rnl_plan_region(plan, index, &name, &ops, &region.arena_bytes, &region.live_bytes)));
  region.device = View(name);
  for (std::size_t i = 0; i < ops; ++i) {
    RUNNEL_TRY(Check(rnl_plan_region_op(plan, index, i, &name)));
    region.ops.emplace_back(View(name));
  }
  for (std::size_t i = 0; i < rnl_plan_num_values(plan, index); ++i) {
    Plan::Value v;
    RUNNEL_TRY(Check(
        rnl_plan_value(plan, index, i, &name, &v.offset_bytes, &v.size_bytes, &v.first_op, &v.last_op)));
    v.name = View(name);
    region.values.push_back(std::move(v));
  }
  return region;
}

}  // namespace detail

// Plans a run without running it. Errors: as Session::Run, before anything runs; UNIMPLEMENTED for a
// session on a cluster.
inline Outcome<Plan> PlanRun(const Session& session, std::span<const FeedShape> feeds,
                             std::span<const Output> fetches, std::span<const Node> targets = {}) {
  std::vector<Feed> unfed;
  std::vector<std::int32_t> ranks;
  std::vector<const std::int64_t*> dims;
  for (const FeedShape& f : feeds) {
    unfed.push_back({f.output, {}});
    ranks.push_back(f.shape ? static_cast<std::int32_t>(f.shape->size()) : -1);
    dims.push_back(f.shape ? f.shape->data() : nullptr);
  }
  detail::Request r(unfed, fetches, targets);
  rnl_plan_t* raw = nullptr;
  RUNNEL_TRY(detail::Check(
      rnl_session_plan(session.get(), r.feed_outputs.data(), ranks.data(), dims.data(), ranks.size(),
                       r.fetches.data(), r.fetches.size(), r.targets.data(), r.targets.size(), &raw)));
  const Unique<rnl_plan_t, rnl_plan_release> owned(raw);
  Plan plan;
  plan.launches = rnl_plan_launches(raw);
  plan.arena_bytes = rnl_plan_arena_bytes(raw);
  for (std::size_t i = 0; i < rnl_plan_num_passes(raw); ++i) {
    rnl_str_t name{};
    Plan::Pass pass;
    RUNNEL_TRY(detail::Check(rnl_plan_pass(raw, i, &name, &pass.nodes_before, &pass.nodes_after)));
    pass.name = View(name);
    RUNNEL_TRY(detail::Check(rnl_plan_pass_doc(raw, i, &name)));
    pass.doc = View(name);
    plan.passes.push_back(std::move(pass));
  }
  for (std::size_t i = 0; i < rnl_plan_num_nodes(raw); ++i) {
    RUNNEL_TRY_ASSIGN(node, detail::ReadPlanNode(raw, i));
    plan.nodes.push_back(std::move(node));
  }
  for (std::size_t i = 0; i < rnl_plan_num_regions(raw); ++i) {
    RUNNEL_TRY_ASSIGN(region, detail::ReadPlanRegion(raw, i));
    plan.regions.push_back(std::move(region));
  }
  return plan;
}

// A feed or a fetch of a saved plan: what its signature calls it.
struct PlanInput {
  std::string key;
  Output output;
  PartialShape shape;
};
struct PlanOutput {
  std::string key;
  Output output;
};

// Saves the plan of a run to a file, which SavedModel and Graph::Load read: a session of it plans at
// once, and computes the same bits. Errors: as Session::Run, before anything runs; UNIMPLEMENTED naming
// a node for variables, other resources and functions that are called while steps run.
inline Outcome<void> SavePlan(const Session& session, std::span<const PlanInput> feeds,
                              std::span<const PlanOutput> fetches, std::string_view path) {
  std::vector<Feed> unfed;
  std::vector<Output> outputs;
  std::vector<std::string> feed_keys, fetch_keys;
  std::vector<std::int32_t> ranks;
  std::vector<const std::int64_t*> dims;
  for (const PlanInput& f : feeds) {
    unfed.push_back({f.output, {}});
    feed_keys.push_back(f.key);
    ranks.push_back(f.shape ? static_cast<std::int32_t>(f.shape->size()) : -1);
    dims.push_back(f.shape ? f.shape->data() : nullptr);
  }
  for (const PlanOutput& f : fetches) {
    outputs.push_back(f.output);
    fetch_keys.push_back(f.key);
  }
  detail::Request r(unfed, outputs, {});
  const auto feed_names = detail::Strs(feed_keys), fetch_names = detail::Strs(fetch_keys);
  return detail::Check(rnl_session_save_plan(session.get(), r.feed_outputs.data(), feed_names.data(),
                                             ranks.data(), dims.data(), ranks.size(), r.fetches.data(),
                                             fetch_names.data(), fetch_names.size(), Str(path)));
}

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_PLAN_HPP_
