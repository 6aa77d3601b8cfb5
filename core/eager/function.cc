// A function has one entry for calls, and one for calls that a tape records. The latter also gives the
// values inside of the body that its gradient needs, so that the gradient neither computes them again
// nor draws or reads another value than the call has.
#include "core/eager/function.h"

#include <algorithm>
#include <set>

#include "core/eager/copy_nodes.h"
#include "core/eager/record.h"
#include "core/graph/internal_ops.h"
#include "core/passes/gradients.h"
#include "core/runtime/open_gradients.h"
#include "core/runtime/session/random_counters.h"

namespace runnel {

bool HasGradient(const OutputRef& edge) {
  DType dtype = edge.node->output_type(edge.index);
  if (dtype == DType::kResource) dtype = edge.node->output_handle(edge.index).dtype;
  return IsFloating(dtype) || IsComplex(dtype);
}

namespace {

using Edge = std::pair<int, int>;  // node and output, in the order of the nodes

// By node: it, or something that it reads, runs in a branch or a loop, where values cannot be fetched.
std::vector<char> UnderControlFlow(const Graph& graph) {
  std::vector<char> found(static_cast<size_t>(graph.num_nodes()), 0);
  for (int i = 0; i < graph.num_nodes(); ++i) {
    const Node* node = graph.node(i);
    const bool reads_one =
        std::any_of(node->inputs().begin(), node->inputs().end(), [&](const auto& in) {
          return in.node == nullptr || in.node->id() >= i ||
                 found[static_cast<size_t>(in.node->id())] != 0;
        });
    const bool after_one =
        std::any_of(node->control_inputs().begin(), node->control_inputs().end(),
                    [&](const Node* control) { return found[static_cast<size_t>(control->id())] != 0; });
    if (reads_one || after_one || (node->schema().flags & kOpControlFlow) != 0)
      found[static_cast<size_t>(i)] = 1;
  }
  return found;
}

class FunctionOp final : public EagerOp {
 public:
  FunctionOp(std::string name, Ref<EagerEntry> entry, std::shared_ptr<RandomCounters> counters)
      : name_(std::move(name)), entry_(std::move(entry)), counters_(std::move(counters)) {}

  Result<size_t> CountOutputs(std::span<const Tensor>) override { return entry_->body().outputs.size(); }

  Status Run(std::span<const Tensor> inputs, std::span<Tensor> outputs, size_t* count,
             const RunOptions* options, Ref<EagerRecord>* out_record) override {
    *count = 0;
    const size_t given = entry_->body().outputs.size();
    if (inputs.size() != entry_->body().inputs.size()) {
      return InvalidArgument("function \"", name_, "\" takes ", entry_->body().inputs.size(),
                             " inputs, got ", inputs.size());
    }
    if (given > outputs.size()) {
      return InvalidArgument("function \"", name_, "\" has ", given, " outputs, there is room for ",
                             outputs.size());
    }
    if (out_record == nullptr) {
      RUNNEL_RETURN_IF_ERROR(entry_->Run(inputs, outputs.first(given), options).WithPrefix(Prefix()));
      *count = given;
      return OkStatus();
    }
    RUNNEL_ASSIGN_OR_RETURN(const Ref<EagerEntry> entry, Recording());
    const size_t all = entry->body().outputs.size();
    auto record = MakeRef<EagerCall>();
    record->entry = entry;
    std::vector<Tensor> values(all);
    RUNNEL_RETURN_IF_ERROR(entry->Run(inputs, values, options).WithPrefix(Prefix()));
    for (const Tensor& input : inputs) record->inputs.push_back({nullptr, input});
    for (size_t k = 0; k < all; ++k) {
      if (k < given) outputs[k] = values[k];
      record->outputs.push_back(
          {k < given ? EagerId() : EagerId(MakeRef<EagerToken>()), std::move(values[k])});
    }
    *out_record = std::move(record);
    *count = given;
    return OkStatus();
  }

 private:
  std::string Prefix() const { return StrCat("function \"", name_, "\""); }

  Result<Ref<EagerEntry>> Recording() {
    const std::lock_guard lock(mutex_);
    if (recording_) return recording_;
    EagerEntry::Body body = entry_->body();
    RUNNEL_ASSIGN_OR_RETURN(const std::set<Edge> saved, Saved());
    for (const Edge& edge : saved) {
      const OutputRef output{body.graph->node(edge.first), edge.second};
      if (std::find(body.inputs.begin(), body.inputs.end(), output) == body.inputs.end() &&
          std::find(body.outputs.begin(), body.outputs.end(), output) == body.outputs.end())
        body.outputs.push_back(output);
    }
    RUNNEL_ASSIGN_OR_RETURN(recording_, EagerEntry::Create(entry_->state(), std::move(body), counters_));
    return recording_;
  }

  // What the gradient reads, found by making it once on a copy; and what cannot be computed a second
  // time.
  Result<std::set<Edge>> Saved() const {
    const EagerEntry::Body& body = entry_->body();
    Graph scratch(&entry_->state()->runtime->ops());
    NodeCopier copier(*body.graph, &scratch, "f");
    RUNNEL_RETURN_IF_ERROR(copier.Copy(body.outputs));
    const std::vector<char> hidden = UnderControlFlow(*body.graph);
    std::set<Edge> saved;
    std::vector<const Node*> original(static_cast<size_t>(scratch.num_nodes()), nullptr);
    const auto save = [&](const Node* node, int output) {
      const DType dtype = node->output_type(output);
      if (hidden[static_cast<size_t>(node->id())] != 0 || dtype == DType::kResource ||
          node->op() == "Const")
        return;
      saved.emplace(node->id(), output);
    };
    for (const auto& [from, to] : copier.nodes()) {
      original[static_cast<size_t>(to->id())] = from;
      if ((from->schema().flags & kOpStateful) == 0) continue;
      for (int k = 0; k < from->num_outputs(); ++k) save(from, k);
    }
    std::vector<OutputRef> ys, xs;
    for (const OutputRef& output : body.outputs) {
      if (HasGradient(output) && output.node->output_type(output.index) != DType::kResource)
        ys.push_back(copier.At(output));
    }
    for (const OutputRef& input : body.inputs) {
      if (const OutputRef copy = copier.At(input); copy && HasGradient(copy)) xs.push_back(copy);
    }
    if (ys.empty() || xs.empty()) return saved;
    RUNNEL_ASSIGN_OR_RETURN(const auto add_gradients, GradientsForPlans());
    const int first = scratch.num_nodes();
    // Where there is no gradient, whoever asks for one hears of it.
    if (!add_gradients(&scratch, ys, xs, {}, {}).ok()) return saved;
    for (int i = first; i < scratch.num_nodes(); ++i) {
      for (const OutputRef& in : scratch.node(i)->inputs()) {
        if (in.node == nullptr || in.node->id() >= first) continue;
        save(original[static_cast<size_t>(in.node->id())], in.index);
      }
    }
    return saved;
  }

  const std::string name_;
  const Ref<EagerEntry> entry_;
  const std::shared_ptr<RandomCounters> counters_;  // of both entries
  std::mutex mutex_;                                // guards recording_
  Ref<EagerEntry> recording_;
};

}  // namespace

Result<Ref<EagerOp>> MakeEagerFunction(std::shared_ptr<EagerState> state, std::shared_ptr<Graph> graph,
                                       std::string_view name, const Signature& signature) {
  EagerEntry::Body body;
  for (const OutputRef& feed : signature.feeds) {
    const auto* maker = feed.node->attr<int64_t>(kEagerMakerAttr);
    if (maker == nullptr && feed.node->op() != "Placeholder") {
      return InvalidArgument("input \"", feed.node->name(), "\" of function \"", name, "\" is a ",
                             feed.node->op(), ", expected a Placeholder or the node of a handle")
          .WithNode(feed.node->name());
    }
    if (std::find(body.inputs.begin(), body.inputs.end(), feed) != body.inputs.end()) {
      return InvalidArgument("input \"", feed.node->name(), "\" of function \"", name,
                             "\" is given twice")
          .WithNode(feed.node->name());
    }
    std::shared_ptr<EagerMaker> made;
    if (maker != nullptr) {
      made = std::make_shared<EagerMaker>();
      made->id = static_cast<uint64_t>(*maker);
      made->spec.name = feed.node->name();
      made->spec.op = feed.node->op();
      made->spec.attrs = feed.node->attrs();
      made->spec.device = feed.node->device();
    }
    body.inputs.push_back(feed);
    body.makers.push_back(std::move(made));
  }
  body.graph = std::move(graph);
  body.outputs = signature.fetches;
  body.targets = signature.targets;
  auto counters = std::make_shared<RandomCounters>();
  RUNNEL_ASSIGN_OR_RETURN(Ref<EagerEntry> entry,
                          EagerEntry::Create(std::move(state), std::move(body), counters));
  return Ref<EagerOp>(MakeRef<FunctionOp>(std::string(name), std::move(entry), std::move(counters)));
}

}  // namespace runnel
