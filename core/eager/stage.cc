#include "core/eager/stage.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/eager/copy_nodes.h"
#include "core/eager/function.h"
#include "core/passes/gradients.h"
#include "core/runtime/open_gradients.h"

namespace runnel {
namespace {

constexpr size_t kMaxStages = 256;
constexpr size_t kMaxConstants = 4;  // values for which a spec has a stage of its own
constexpr size_t kMaxShapes = 8;     // likewise shapes

void AddNumber(std::string* key, uint64_t number) {
  key->append(reinterpret_cast<const char*>(&number), sizeof(number));
}

void AddShape(std::string* key, const Shape& shape) {
  AddNumber(key, static_cast<uint64_t>(shape.rank()));
  key->append(reinterpret_cast<const char*>(shape.data()), shape.dims().size_bytes());
}

// Nodes that may run again: what they give does not depend on when they do.
bool IsRepeatable(const Node& node) {
  if ((node.schema().flags & kOpStateful) == 0) return true;
  const std::string& op = node.op();
  // Gradients through calls and control flow have looked into the bodies.
  const bool calls = op == "StatefulPartitionedCall" || op == "If" || op == "While" || op == "Case";
  const bool makes_handle = node.num_outputs() == 1 && node.output_type(0) == DType::kResource;
  return calls || makes_handle || op == "Assert";
}

// What planning computes of shapes alone is better planned than fed.
bool IsOfShapes(const Node& node) {
  return node.op() == "Shape" || node.op() == "ShapeN" || node.op() == "Size" || node.op() == "Rank";
}

class Builder {
 public:
  Builder(const std::shared_ptr<EagerState>& state, const StageSpec& spec, bool with_constants)
      : state_(state),
        spec_(spec),
        with_constants_(with_constants),
        graph_(std::make_shared<Graph>(&state->runtime->ops())) {}

  Result<std::shared_ptr<const Stage>> Build() {
    RUNNEL_RETURN_IF_ERROR(AddExternals());
    for (size_t c = 0; c < spec_.calls.size(); ++c) RUNNEL_RETURN_IF_ERROR(AddCall(c));
    num_forward_ = graph_->num_nodes();
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> gradients, AddGradients());
    std::vector<OutputRef> outputs;
    for (const OutputRef& gradient : gradients) {
      stage_->results.push_back(gradient ? static_cast<int>(outputs.size()) : -1);
      if (gradient) outputs.push_back(gradient);
    }
    RUNNEL_RETURN_IF_ERROR(FindFeeds(outputs));
    body_.graph = graph_;
    body_.outputs = std::move(outputs);
    RUNNEL_ASSIGN_OR_RETURN(stage_->entry, EagerEntry::Create(state_, std::move(body_), nullptr));
    return std::shared_ptr<const Stage>(std::move(stage_));
  }

 private:
  using Edge = std::pair<const Node*, int>;

  Result<OutputRef> AddPlaceholder(std::string_view name, DType dtype, const Shape& shape) {
    NodeSpec spec;
    spec.name = graph_->UniqueName(name);
    spec.op = "Placeholder";
    SetAttr(&spec.attrs, "dtype", dtype);
    SetAttr(&spec.attrs, "shape", shape);
    RUNNEL_ASSIGN_OR_RETURN(Node * node, graph_->AddNode(std::move(spec)));
    return OutputRef{node, 0};
  }

  Status AddExternals() {
    for (size_t i = 0; i < spec_.externals.size(); ++i) {
      const Tensor& value = spec_.externals[i].value;
      const EagerHandle* const handle = AsEagerHandle(value);
      if (with_constants_ && spec_.externals[i].MayBeConstant()) {
        NodeSpec node;
        node.name = graph_->UniqueName(StrCat("external_", i));
        node.op = "Const";
        SetAttr(&node.attrs, "dtype", value.dtype());
        SetAttr(&node.attrs, "value", value);
        RUNNEL_ASSIGN_OR_RETURN(Node * made, graph_->AddNode(std::move(node)));
        externals_.push_back({made, 0});
        continue;
      }
      if (handle != nullptr) {
        NodeSpec node = handle->maker()->spec;
        node.name = graph_->UniqueName(node.name);
        RUNNEL_ASSIGN_OR_RETURN(Node * made, graph_->AddNode(std::move(node)));
        externals_.push_back({made, 0});
      } else {
        Shape shape = IsPlainData(value.dtype()) ? value.shape() : Shape::Unknown();
        if (spec_.open_sizes) shape = Shape::UnknownOfRank(value.shape().rank());
        RUNNEL_ASSIGN_OR_RETURN(const OutputRef made,
                                AddPlaceholder(StrCat("external_", i), value.dtype(), shape));
        externals_.push_back(made);
      }
      known_[{externals_.back().node, 0}] = {Stage::From::kExternal, 0, static_cast<int>(i)};
      makers_[externals_.back().node] = handle == nullptr ? nullptr : handle->maker();
    }
    return OkStatus();
  }

  Status AddCall(size_t c) {
    const StageSpec::Call& call = spec_.calls[c];
    const EagerEntry::Body& body = call.record->entry->body();
    NodeCopier copier(*body.graph, graph_.get(), StrCat("call_", c));
    for (size_t i = 0; i < body.inputs.size(); ++i) {
      const StageSpec::Source& source = call.inputs[i];
      const auto index = static_cast<size_t>(source.index);
      copier.Cut(body.inputs[i], source.call < 0 ? externals_[index]
                                                 : outputs_[static_cast<size_t>(source.call)][index]);
    }
    RUNNEL_RETURN_IF_ERROR(copier.Copy(body.outputs));
    std::vector<OutputRef>& copies = outputs_.emplace_back();
    for (size_t k = 0; k < body.outputs.size(); ++k) {
      const OutputRef copy = copier.At(body.outputs[k]);
      copies.push_back(copy);
      if (IsOfShapes(*copy.node)) continue;
      known_.try_emplace({copy.node, copy.index},
                         Stage::Feed{Stage::From::kOutput, static_cast<int>(c), static_cast<int>(k)});
    }
    return OkStatus();
  }

  OutputRef OutputOf(int call, int output) const {
    return outputs_[static_cast<size_t>(call)][static_cast<size_t>(output)];
  }

  // By the wanted externals, then the inner ones; empty where nothing flows.
  Result<std::vector<OutputRef>> AddGradients() {
    std::vector<OutputRef> ys, grad_ys, xs;
    for (size_t i = 0; i < spec_.ys.size(); ++i) {
      const StageSpec::Y& y = spec_.ys[i];
      const OutputRef edge = OutputOf(y.call, y.output);
      OutputRef weight;
      if (y.given) {
        RUNNEL_ASSIGN_OR_RETURN(
            weight, AddPlaceholder(StrCat("gradient_", i), edge.node->output_type(edge.index),
                                   edge.node->output_shape(edge.index)));
        known_[{weight.node, 0}] = {Stage::From::kGradient, 0, static_cast<int>(i)};
        makers_[weight.node] = nullptr;
      }
      ys.push_back(edge);
      grad_ys.push_back(weight);
    }
    num_forward_ = graph_->num_nodes();
    std::vector<size_t> place;  // of each x
    size_t wanted = 0;
    const auto want = [&](const OutputRef& edge) {
      if (HasGradient(edge)) {
        xs.push_back(edge);
        place.push_back(wanted);
      }
      ++wanted;
    };
    for (size_t i = 0; i < spec_.externals.size(); ++i) {
      if (spec_.externals[i].wanted) want(externals_[i]);
    }
    for (const StageSpec::Inner& inner : spec_.inner) want(OutputOf(inner.call, inner.output));
    std::vector<OutputRef> found(wanted);
    if (xs.empty()) return found;
    RUNNEL_ASSIGN_OR_RETURN(const auto add_gradients, GradientsForPlans());
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> gradients,
                            add_gradients(graph_.get(), ys, xs, grad_ys, {}));
    for (size_t i = 0; i < xs.size(); ++i) found[place[i]] = gradients[i];
    return found;
  }

  // Which recorded values the gradients read.
  Status FindFeeds(const std::vector<OutputRef>& outputs) {
    std::set<const Node*> seen;
    std::vector<const Node*> todo;
    const auto visit = [&](const OutputRef& edge) {
      const auto known = known_.find({edge.node, edge.index});
      if (known == known_.end()) {
        if (seen.insert(edge.node).second) todo.push_back(edge.node);
        return;
      }
      if (!fed_.insert(known->first).second) return;
      stage_->feeds.push_back(known->second);
      body_.inputs.push_back(edge);
      const auto maker = makers_.find(edge.node);
      body_.makers.push_back(maker == makers_.end() ? nullptr : maker->second);
    };
    for (const OutputRef& output : outputs) visit(output);
    while (!todo.empty()) {
      const Node* const node = todo.back();
      todo.pop_back();
      if (node->id() < num_forward_ && !IsRepeatable(*node)) {
        return Unimplemented("the gradient needs a value of node \"", node->name(), "\" (", node->op(),
                             ") in a branch or loop of a function, which would have to run a second "
                             "time with the same result")
            .WithNode(node->name());
      }
      for (const OutputRef& in : node->inputs()) visit(in);
    }
    return OkStatus();
  }

  const std::shared_ptr<EagerState>& state_;
  const StageSpec& spec_;
  const bool with_constants_;
  const std::shared_ptr<Graph> graph_;
  const std::shared_ptr<Stage> stage_ = std::make_shared<Stage>();
  EagerEntry::Body body_;
  std::vector<OutputRef> externals_;
  std::vector<std::vector<OutputRef>> outputs_;  // by call
  std::map<Edge, Stage::Feed> known_;            // what the tape has a value of
  std::map<const Node*, std::shared_ptr<const EagerMaker>> makers_;
  std::set<Edge> fed_;
  int num_forward_ = 0;
};

}  // namespace

std::string StageSpec::Structure() const {
  std::string key;
  for (const Call& call : calls) {
    AddNumber(&key, call.record->entry->id());
    for (const Source& source : call.inputs) {
      AddNumber(&key, static_cast<uint64_t>(static_cast<uint32_t>(source.call)) << 32 |
                          static_cast<uint32_t>(source.index));
    }
  }
  AddNumber(&key, UINT64_MAX);
  for (const External& external : externals) {
    const EagerHandle* const handle = AsEagerHandle(external.value);
    AddNumber(&key, static_cast<uint64_t>(external.value.dtype()) << 1 | (external.wanted ? 1 : 0));
    if (handle != nullptr) AddNumber(&key, handle->maker()->id);
  }
  AddNumber(&key, UINT64_MAX);
  for (const Y& y : ys) {
    AddNumber(&key, static_cast<uint64_t>(y.call) << 32 | static_cast<uint64_t>(y.output) << 1 |
                        (y.given ? 1 : 0));
  }
  AddNumber(&key, UINT64_MAX);
  for (const Inner& each : inner) {
    AddNumber(&key, static_cast<uint64_t>(each.call) << 32 | static_cast<uint64_t>(each.output));
  }
  return key;
}

std::string StageSpec::Key() const {
  std::string key = Structure();
  AddNumber(&key, open_sizes ? 1 : 0);
  for (const External& external : externals) {
    if (!IsPlainData(external.value.dtype())) continue;
    if (open_sizes && !external.MayBeConstant()) {
      AddNumber(&key, static_cast<uint64_t>(external.value.shape().rank()));
    } else {
      AddShape(&key, external.value.shape());
    }
  }
  return key;
}

bool StageSpec::External::MayBeConstant() const {
  constexpr int64_t kFew = 32;
  const DType dtype = value.dtype();
  return !wanted && (dtype == DType::kInt32 || dtype == DType::kInt64) && value.on_host() &&
         value.shape().rank() <= 2 && value.num_elements() <= kFew;
}

std::string StageSpec::Constants() const {
  std::string values;
  for (const External& external : externals) {
    if (!external.MayBeConstant()) continue;
    values.append(static_cast<const char*>(external.value.data()), external.value.size_bytes());
  }
  return values;
}

Result<std::shared_ptr<const Stage>> BuildStage(const std::shared_ptr<EagerState>& state,
                                                const StageSpec& spec, bool with_constants) {
  return Builder(state, spec, with_constants).Build();
}

std::shared_ptr<const Stage> StageCache::Known(Entry& entry, const std::string& constants) {
  const auto found = entry.by_constants.find(constants);
  std::shared_ptr<const Stage> stage = found == entry.by_constants.end() ? entry.generic : found->second;
  return stage != nullptr && stage->entry->abandoned() ? nullptr : stage;
}

// What was not used for long goes when there are too many, and what takes a resource that is gone.
void StageCache::Forget(std::vector<std::shared_ptr<const Stage>>* dropped) {
  for (auto it = stages_.begin(); it != stages_.end();) {
    Entry& entry = it->second;
    const bool old = stages_.size() >= kMaxStages && entry.last_use + kMaxStages / 2 < clock_;
    const auto drop = [&](std::shared_ptr<const Stage>& stage) {
      if (stage == nullptr || (!old && !stage->entry->abandoned())) return false;
      dropped->push_back(std::move(stage));
      return true;
    };
    if (drop(entry.generic)) entry.generic = nullptr;
    for (auto each = entry.by_constants.begin(); each != entry.by_constants.end();) {
      each = drop(each->second) ? entry.by_constants.erase(each) : std::next(each);
    }
    it = old ? stages_.erase(it) : std::next(it);
  }
}

Result<std::shared_ptr<const Stage>> StageCache::FindExact(const StageSpec& spec) {
  const std::string key = spec.Key(), constants = spec.Constants();
  bool generic = false;
  {
    const std::lock_guard lock(mutex_);
    Entry& entry = stages_[key];
    entry.last_use = ++clock_;
    if (std::shared_ptr<const Stage> known = Known(entry, constants)) return known;
    generic = entry.by_constants.size() >= kMaxConstants && !entry.needs_constants;
  }
  Result<std::shared_ptr<const Stage>> made = BuildStage(state_, spec, !generic);
  const bool refused = generic && made.status().code() == Code::kUnimplemented;
  if (refused) made = BuildStage(state_, spec, true);
  RUNNEL_RETURN_IF_ERROR(made.status());
  std::vector<std::shared_ptr<const Stage>> dropped;  // when the lock is not held
  const std::lock_guard lock(mutex_);
  Forget(&dropped);
  Entry& entry = stages_[key];
  entry.last_use = ++clock_;
  entry.needs_constants |= refused;
  if (generic && !refused) {
    entry.generic = *made;
  } else {
    if (entry.by_constants.size() >= kMaxStages) {
      for (auto& [values, stage] : entry.by_constants) dropped.push_back(std::move(stage));
      entry.by_constants.clear();
    }
    entry.by_constants[constants] = *made;
  }
  return made;
}

Result<std::shared_ptr<const Stage>> StageCache::Find(const StageSpec& spec) {
  const std::string structure = spec.Structure();
  bool open = false;
  {
    const std::lock_guard lock(mutex_);
    if (shapes_seen_.size() >= 4 * kMaxStages) shapes_seen_.clear();
    size_t& seen = shapes_seen_[structure];
    if (seen < kMaxShapes && !stages_.contains(spec.Key())) ++seen;
    open = seen == kMaxShapes;
  }
  if (!open) return FindExact(spec);
  StageSpec opened = spec;
  opened.open_sizes = true;
  auto found = FindExact(opened);
  if (found.ok() || found.status().code() != Code::kUnimplemented) return found;
  {
    const std::lock_guard lock(mutex_);
    shapes_seen_[structure] = kNeverOpen;
  }
  return FindExact(spec);
}

}  // namespace runnel
