// Plans to look at and to save.
#include <set>
#include <string>
#include <utility>

#include "c_api/internal.h"
#include "core/graph/meta_graph.h"
#include "core/io/plan_file.h"
#include "core/runtime/session/session_impl.h"

using runnel::OutOfRange;
using runnel::PlanDescription;
using runnel::Ref;
using runnel::Shape;
using runnel::Signature;
using runnel::Status;
using namespace runnel::capi;

struct rnl_plan_t final : runnel::RefCounted {
  PlanDescription plan;
};

namespace {

template <typename T, typename V>
void Put(T* out, const V& value) {
  if (out != nullptr) *out = static_cast<T>(value);
}
void Put(rnl_str_t* out, std::string_view text) {
  if (out != nullptr) *out = ToC(text);
}
void Put(rnl_str_t* out, const std::string& text) { Put(out, std::string_view(text)); }
void Put(rnl_str_t* out, const rnl_str_t& text) {
  if (out != nullptr) *out = text;
}

// Entry `index` of a list, or the error that it has none.
template <typename T>
Status At(const std::vector<T>& list, size_t index, std::string_view what, const T** out) {
  if (index >= list.size()) return OutOfRange(what, " ", index, " of ", list.size());
  *out = &list[index];
  return runnel::OkStatus();
}

Status ToShapes(const int32_t* feed_ranks, const int64_t* const* feed_dims, size_t count,
                std::vector<Shape>* out) {
  std::span<const int32_t> ranks;
  std::span<const int64_t* const> dims;
  RUNNEL_RETURN_IF_ERROR(ToSpan(feed_ranks, count, "feed_ranks", &ranks));
  RUNNEL_RETURN_IF_ERROR(ToSpan(feed_dims, count, "feed_dims", &dims));
  for (size_t i = 0; i < count; ++i) {
    RUNNEL_ASSIGN_OR_RETURN(Shape shape, ToShape(ranks[i], dims[i], /*partial=*/true));
    out->push_back(std::move(shape));
  }
  return runnel::OkStatus();
}

// What a signature says of tensors, but how a plan calls them. `keys` may be null.
Status NameTensors(const std::vector<runnel::OutputRef>& tensors, const rnl_str_t* keys,
                   std::string_view what, std::vector<runnel::TensorInfo>* out) {
  std::set<std::string> known;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const auto& [node, index] = tensors[i];
    runnel::TensorInfo info;
    info.key = index == 0 ? node->name() : runnel::StrCat(node->name(), ":", index);
    if (keys != nullptr) {
      std::string_view key;
      RUNNEL_RETURN_IF_ERROR(ToView(keys[i], what, &key));
      info.key = key;
    }
    info.dtype = node->output_type(index);
    info.shape = node->output_shape(index);
    if (!known.insert(info.key).second)
      return runnel::InvalidArgument(what, ": \"", info.key, "\" comes twice");
    out->push_back(std::move(info));
  }
  return runnel::OkStatus();
}

}  // namespace

rnl_status_t* rnl_session_plan(rnl_session_t* session, const rnl_output_t* feed_outputs,
                               const int32_t* feed_ranks, const int64_t* const* feed_dims,
                               size_t num_feeds, const rnl_output_t* fetch_outputs, size_t num_fetches,
                               const rnl_node_t* targets, size_t num_targets, rnl_plan_t** out_plan) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_plan);
    *out_plan = nullptr;
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    RUNNEL_ASSIGN_OR_RETURN(const Signature signature,
                            ToSignature(*session->graph->graph, feed_outputs, num_feeds, fetch_outputs,
                                        num_fetches, targets, num_targets));
    std::vector<Shape> shapes;
    RUNNEL_RETURN_IF_ERROR(ToShapes(feed_ranks, feed_dims, num_feeds, &shapes));
    const auto handle = Ref<rnl_plan_t>::Adopt(new rnl_plan_t);
    RUNNEL_ASSIGN_OR_RETURN(handle->plan, session->session->DescribePlan(signature, shapes));
    *out_plan = Retain(handle.get());
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_save_plan(rnl_session_t* session, const rnl_output_t* feed_outputs,
                                    const rnl_str_t* feed_keys, const int32_t* feed_ranks,
                                    const int64_t* const* feed_dims, size_t num_feeds,
                                    const rnl_output_t* fetch_outputs, const rnl_str_t* fetch_keys,
                                    size_t num_fetches, rnl_str_t path) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    std::string_view file;
    RUNNEL_RETURN_IF_ERROR(ToView(path, "path", &file));
    RUNNEL_ASSIGN_OR_RETURN(const Signature signature,
                            ToSignature(*session->graph->graph, feed_outputs, num_feeds, fetch_outputs,
                                        num_fetches, nullptr, 0));
    std::vector<Shape> shapes;
    RUNNEL_RETURN_IF_ERROR(ToShapes(feed_ranks, feed_dims, num_feeds, &shapes));
    runnel::SignatureDef named{"serving_default", "tensorflow/serving/predict", {}, {}};
    RUNNEL_RETURN_IF_ERROR(NameTensors(signature.feeds, feed_keys, "feed_keys", &named.inputs));
    RUNNEL_RETURN_IF_ERROR(NameTensors(signature.fetches, fetch_keys, "fetch_keys", &named.outputs));
    auto* const local = dynamic_cast<runnel::LocalSession*>(session->session.get());
    if (local == nullptr)
      return runnel::Unimplemented("the plans of this session are not made in this process");
    RUNNEL_ASSIGN_OR_RETURN(runnel::SavedPlan plan, local->SavePlan(signature, shapes));
    for (size_t i = 0; i < num_feeds; ++i) named.inputs[i].name = plan.feeds[i];
    for (size_t i = 0; i < num_fetches; ++i) named.outputs[i].name = plan.fetches[i];
    runnel::MetaGraphDef meta;
    meta.tags = {"serve"};
    meta.graph = std::move(plan.graph);
    meta.signatures.push_back(std::move(named));
    return runnel::WritePlanFile(std::string(file), meta);
  });
}

rnl_plan_t* rnl_plan_retain(rnl_plan_t* plan) { return Retain(plan); }

void rnl_plan_release(rnl_plan_t* plan) { Release(plan); }

int64_t rnl_plan_launches(const rnl_plan_t* plan) { return plan == nullptr ? 0 : plan->plan.launches; }

uint64_t rnl_plan_arena_bytes(const rnl_plan_t* plan) {
  return plan == nullptr ? 0 : plan->plan.arena_bytes;
}

size_t rnl_plan_num_passes(const rnl_plan_t* plan) {
  return plan == nullptr ? 0 : plan->plan.passes.size();
}

rnl_status_t* rnl_plan_pass(const rnl_plan_t* plan, size_t index, rnl_str_t* out_name,
                            int64_t* out_nodes_before, int64_t* out_nodes_after) {
  return Guard([&]() -> Status {
    Put(out_name, kEmpty);
    Put(out_nodes_before, 0);
    Put(out_nodes_after, 0);
    RNL_CHECK_NOT_NULL(plan);
    const PlanDescription::Pass* pass = nullptr;
    RUNNEL_RETURN_IF_ERROR(At(plan->plan.passes, index, "pass", &pass));
    Put(out_name, pass->name);
    Put(out_nodes_before, pass->nodes_before);
    Put(out_nodes_after, pass->nodes_after);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_plan_pass_doc(const rnl_plan_t* plan, size_t index, rnl_str_t* out_doc) {
  return Guard([&]() -> Status {
    Put(out_doc, kEmpty);
    RNL_CHECK_NOT_NULL(plan);
    const PlanDescription::Pass* pass = nullptr;
    RUNNEL_RETURN_IF_ERROR(At(plan->plan.passes, index, "pass", &pass));
    Put(out_doc, pass->doc);
    return runnel::OkStatus();
  });
}

size_t rnl_plan_num_nodes(const rnl_plan_t* plan) {
  return plan == nullptr ? 0 : plan->plan.nodes.size();
}

rnl_status_t* rnl_plan_node(const rnl_plan_t* plan, size_t node, rnl_str_t* out_name, rnl_str_t* out_op,
                            rnl_str_t* out_device, rnl_str_t* out_reason, int32_t* out_region) {
  return Guard([&]() -> Status {
    for (rnl_str_t* out : {out_name, out_op, out_device, out_reason}) Put(out, kEmpty);
    Put(out_region, -1);
    RNL_CHECK_NOT_NULL(plan);
    const PlanDescription::Node* of = nullptr;
    RUNNEL_RETURN_IF_ERROR(At(plan->plan.nodes, node, "node", &of));
    Put(out_name, of->name);
    Put(out_op, of->op);
    Put(out_device, of->device);
    Put(out_reason, of->reason);
    Put(out_region, of->region);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_plan_node_cost(const rnl_plan_t* plan, size_t node, double* out_estimate_ns,
                                 double* out_measured_ns) {
  return Guard([&]() -> Status {
    Put(out_estimate_ns, -1);
    Put(out_measured_ns, -1);
    RNL_CHECK_NOT_NULL(plan);
    const PlanDescription::Node* of = nullptr;
    RUNNEL_RETURN_IF_ERROR(At(plan->plan.nodes, node, "node", &of));
    Put(out_estimate_ns, of->estimate_ns);
    Put(out_measured_ns, of->measured_ns);
    return runnel::OkStatus();
  });
}

size_t rnl_plan_num_node_inputs(const rnl_plan_t* plan, size_t node) {
  return plan == nullptr || node >= plan->plan.nodes.size() ? 0 : plan->plan.nodes[node].inputs.size();
}

rnl_status_t* rnl_plan_node_input(const rnl_plan_t* plan, size_t node, size_t index,
                                  rnl_output_t* out_input) {
  return Guard([&]() -> Status {
    Put(out_input, rnl_output_t{RNL_NO_NODE, 0});
    RNL_CHECK_NOT_NULL(plan);
    const PlanDescription::Node* of = nullptr;
    const PlanDescription::Input* input = nullptr;
    RUNNEL_RETURN_IF_ERROR(At(plan->plan.nodes, node, "node", &of));
    RUNNEL_RETURN_IF_ERROR(At(of->inputs, index, "input", &input));
    Put(out_input, rnl_output_t{input->node, input->output});
    return runnel::OkStatus();
  });
}

size_t rnl_plan_num_node_outputs(const rnl_plan_t* plan, size_t node) {
  return plan == nullptr || node >= plan->plan.nodes.size() ? 0 : plan->plan.nodes[node].outputs.size();
}

rnl_status_t* rnl_plan_node_output(const rnl_plan_t* plan, size_t node, size_t index,
                                   rnl_dtype_t* out_dtype, int32_t* out_rank, const int64_t** out_dims) {
  return Guard([&]() -> Status {
    Put(out_dtype, RNL_INVALID);
    Put(out_rank, -1);
    if (out_dims != nullptr) *out_dims = nullptr;
    RNL_CHECK_NOT_NULL(plan);
    const PlanDescription::Node* of = nullptr;
    const PlanDescription::Output* output = nullptr;
    RUNNEL_RETURN_IF_ERROR(At(plan->plan.nodes, node, "node", &of));
    RUNNEL_RETURN_IF_ERROR(At(of->outputs, index, "output", &output));
    Put(out_dtype, output->dtype);
    Put(out_rank, output->shape.rank());
    if (out_dims != nullptr) *out_dims = output->shape.data();
    return runnel::OkStatus();
  });
}

size_t rnl_plan_num_regions(const rnl_plan_t* plan) {
  return plan == nullptr ? 0 : plan->plan.regions.size();
}

rnl_status_t* rnl_plan_region(const rnl_plan_t* plan, size_t region, rnl_str_t* out_device,
                              size_t* out_num_ops, uint64_t* out_arena_bytes, uint64_t* out_live_bytes) {
  return Guard([&]() -> Status {
    Put(out_device, kEmpty);
    Put(out_num_ops, 0);
    Put(out_arena_bytes, 0);
    Put(out_live_bytes, 0);
    RNL_CHECK_NOT_NULL(plan);
    const PlanDescription::Region* of = nullptr;
    RUNNEL_RETURN_IF_ERROR(At(plan->plan.regions, region, "region", &of));
    Put(out_device, of->device);
    Put(out_num_ops, of->ops.size());
    Put(out_arena_bytes, of->arena_bytes);
    Put(out_live_bytes, of->live_bytes);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_plan_region_op(const rnl_plan_t* plan, size_t region, size_t index,
                                 rnl_str_t* out_node) {
  return Guard([&]() -> Status {
    Put(out_node, kEmpty);
    RNL_CHECK_NOT_NULL(plan);
    const PlanDescription::Region* of = nullptr;
    const std::string* name = nullptr;
    RUNNEL_RETURN_IF_ERROR(At(plan->plan.regions, region, "region", &of));
    RUNNEL_RETURN_IF_ERROR(At(of->ops, index, "op", &name));
    Put(out_node, *name);
    return runnel::OkStatus();
  });
}

size_t rnl_plan_num_values(const rnl_plan_t* plan, size_t region) {
  return plan == nullptr || region >= plan->plan.regions.size()
             ? 0
             : plan->plan.regions[region].values.size();
}

rnl_status_t* rnl_plan_value(const rnl_plan_t* plan, size_t region, size_t index, rnl_str_t* out_name,
                             uint64_t* out_offset_bytes, uint64_t* out_size_bytes, size_t* out_first_op,
                             size_t* out_last_op) {
  return Guard([&]() -> Status {
    Put(out_name, kEmpty);
    for (uint64_t* out : {out_offset_bytes, out_size_bytes}) Put(out, 0);
    for (size_t* out : {out_first_op, out_last_op}) Put(out, 0);
    RNL_CHECK_NOT_NULL(plan);
    const PlanDescription::Region* of = nullptr;
    const PlanDescription::Value* value = nullptr;
    RUNNEL_RETURN_IF_ERROR(At(plan->plan.regions, region, "region", &of));
    RUNNEL_RETURN_IF_ERROR(At(of->values, index, "value", &value));
    Put(out_name, value->name);
    Put(out_offset_bytes, value->offset);
    Put(out_size_bytes, value->bytes);
    Put(out_first_op, value->first);
    Put(out_last_op, value->last);
    return runnel::OkStatus();
  });
}
