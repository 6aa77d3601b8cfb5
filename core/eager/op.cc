#include "core/eager/op.h"

#include <algorithm>
#include <cstring>

#include "core/eager/copy_nodes.h"
#include "core/eager/record.h"
#include "core/runtime/session/random_counters.h"

namespace runnel {
namespace {

constexpr size_t kMaxEntries = 4096;

// The types and resources of some inputs, as bytes; short ones need no memory of their own.
class InputKey {
 public:
  explicit InputKey(std::span<const Tensor> inputs) {
    const size_t bound = inputs.size() * (1 + sizeof(uint64_t));
    if (bound > sizeof(inline_)) {
      heap_.resize(bound);
      data_ = heap_.data();
    }
    for (const Tensor& input : inputs) {
      data_[size_++] = static_cast<char>(input.dtype());
      if (input.dtype() != DType::kResource) continue;
      const EagerHandle* const handle = AsEagerHandle(input);
      const uint64_t maker = handle == nullptr ? 0 : handle->maker()->id;
      std::memcpy(data_ + size_, &maker, sizeof(maker));
      size_ += sizeof(maker);
    }
  }
  std::string_view view() const { return {data_, size_}; }

 private:
  char inline_[128];
  std::string heap_;
  char* data_ = inline_;
  size_t size_ = 0;
};

bool HasAttr(const OpSchema& schema, std::string_view name) { return schema.FindAttr(name) != nullptr; }

std::string TextOf(const AttrList& attrs, std::string_view name) {
  const AttrValue* value = FindAttr(attrs, name);
  const auto* text = value == nullptr ? nullptr : value->get_if<std::string>();
  return text == nullptr ? std::string() : *text;
}

}  // namespace

EagerPlainOp::EagerPlainOp(std::shared_ptr<EagerState> state, std::shared_ptr<Graph> library,
                           const OpSchema* schema, NodeSpec spec)
    : state_(std::move(state)), library_(std::move(library)), spec_(std::move(spec)) {
  makes_resource_ = schema->inputs.empty() && schema->outputs.size() == 1 &&
                    schema->outputs[0].dtype == DType::kResource && HasAttr(*schema, "shared_name") &&
                    HasAttr(*schema, "container");
}

Result<Ref<EagerEntry>> EagerPlainOp::Make(std::span<const Tensor> inputs) {
  EagerEntry::Body body;
  body.graph = std::make_shared<Graph>(&state_->runtime->ops());
  NodeSpec node = spec_;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].empty()) return InvalidArgument("input ", i, " of ", spec_.op, " is empty");
    const EagerHandle* const handle = AsEagerHandle(inputs[i]);
    if (handle != nullptr && handle->state() != state_.get()) {
      return InvalidArgument("input ", i, " of ", spec_.op, " is the handle of \"",
                             handle->maker()->spec.name, "\", which belongs to another eager context");
    }
    NodeSpec source;
    if (handle != nullptr) {
      const auto same = std::find(body.makers.begin(), body.makers.end(), handle->maker());
      if (same != body.makers.end()) {
        body.inputs.push_back(body.inputs[static_cast<size_t>(same - body.makers.begin())]);
        body.makers.push_back(handle->maker());
        continue;
      }
      source = handle->maker()->spec;
      source.name = body.graph->UniqueName(source.name);
    } else {
      source.name = body.graph->UniqueName(StrCat("input_", i));
      source.op = "Placeholder";
      SetAttr(&source.attrs, "dtype", inputs[i].dtype());
      SetAttr(&source.attrs, "shape", Shape::Unknown());
    }
    RUNNEL_ASSIGN_OR_RETURN(Node * made, body.graph->AddNode(std::move(source)));
    body.inputs.push_back({made, 0});
    body.makers.push_back(handle == nullptr ? nullptr : handle->maker());
  }
  node.inputs = body.inputs;
  node.name = body.graph->UniqueName(node.name);
  RUNNEL_RETURN_IF_ERROR(CopyFunctions(*library_, node.op, node.attrs, body.graph.get()));
  RUNNEL_ASSIGN_OR_RETURN(Node * made, body.graph->AddNode(std::move(node)));
  for (int k = 0; k < made->num_outputs(); ++k) body.outputs.push_back({made, k});
  if (made->num_outputs() == 0) body.targets.push_back(made);
  return EagerEntry::Create(state_, std::move(body), std::make_shared<RandomCounters>());
}

Result<Ref<EagerEntry>> EagerPlainOp::Find(std::span<const Tensor> inputs) {
  const InputKey key(inputs);
  {
    const std::lock_guard lock(mutex_);
    if (last_ && key.view() == last_key_) return last_;
    const auto found = entries_.find(key.view());
    if (found != entries_.end()) {
      last_key_ = found->first;
      last_ = found->second;
      return last_;
    }
  }
  RUNNEL_ASSIGN_OR_RETURN(Ref<EagerEntry> made, Make(inputs));
  std::vector<Ref<EagerEntry>> dropped;  // when the lock is not held
  const std::lock_guard lock(mutex_);
  for (auto it = entries_.begin(); it != entries_.end();) {
    const bool goes = it->second->abandoned() || entries_.size() >= kMaxEntries;
    if (goes) dropped.push_back(std::move(it->second));
    it = goes ? entries_.erase(it) : std::next(it);
  }
  // Another thread may have been faster; then its entry stays.
  last_ = entries_.emplace(key.view(), std::move(made)).first->second;
  last_key_ = key.view();
  return last_;
}

Result<size_t> EagerPlainOp::CountOutputs(std::span<const Tensor> inputs) {
  if (makes_resource_) return 1;
  RUNNEL_ASSIGN_OR_RETURN(const Ref<EagerEntry> entry, Find(inputs));
  return entry->body().outputs.size();
}

Status EagerPlainOp::CheckRoom(size_t outputs, size_t room) const {
  if (outputs <= room) return OkStatus();
  return InvalidArgument(spec_.op, " has ", outputs, " outputs, there is room for ", room);
}

Status EagerPlainOp::Run(std::span<const Tensor> inputs, std::span<Tensor> outputs, size_t* count,
                         const RunOptions* options, Ref<EagerRecord>* out_record) {
  *count = 0;
  if (makes_resource_ && inputs.empty()) {
    RUNNEL_RETURN_IF_ERROR(CheckRoom(1, outputs.size()));
    RUNNEL_RETURN_IF_ERROR(MakeResource(outputs, options));
    *count = 1;
    return OkStatus();
  }
  RUNNEL_ASSIGN_OR_RETURN(const Ref<EagerEntry> entry, Find(inputs));
  const size_t given = entry->body().outputs.size();
  RUNNEL_RETURN_IF_ERROR(CheckRoom(given, outputs.size()));
  RUNNEL_RETURN_IF_ERROR(entry->Run(inputs, outputs.first(given), options));
  if (out_record != nullptr) {
    auto record = MakeRef<EagerCall>();
    record->entry = entry;
    for (const Tensor& input : inputs) record->inputs.push_back({nullptr, input});
    for (size_t k = 0; k < given; ++k) record->outputs.push_back({nullptr, outputs[k]});
    *out_record = std::move(record);
  }
  *count = given;
  return OkStatus();
}

Status EagerPlainOp::MakeResource(std::span<Tensor> outputs, const RunOptions* options) {
  auto maker = std::make_shared<EagerMaker>();
  maker->id = state_->next_id.fetch_add(1, std::memory_order_relaxed);
  maker->spec = spec_;
  // TensorFlow's eager ops, too, make a resource of their own where none is named.
  maker->owned = TextOf(spec_.attrs, "shared_name").empty();
  if (maker->owned) {
    SetAttr(&maker->spec.attrs, "container", StrCat("_eager_", maker->id));
    SetAttr(&maker->spec.attrs, "shared_name", spec_.name);
  }
  EagerEntry::Body body;
  body.graph = std::make_shared<Graph>(&state_->runtime->ops());
  RUNNEL_ASSIGN_OR_RETURN(Node * node, body.graph->AddNode(maker->spec));
  body.outputs.push_back({node, 0});
  RUNNEL_ASSIGN_OR_RETURN(const Ref<EagerEntry> entry,
                          EagerEntry::Create(state_, std::move(body), nullptr));
  RUNNEL_RETURN_IF_ERROR(entry->Run({}, outputs.first(1), options));
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Resource> resource, ResourceFromHandle(outputs[0], ""));
  outputs[0] =
      Tensor(DType::kResource, Shape(), MakeRef<EagerHandle>(resource, state_, std::move(maker)));
  return OkStatus();
}

}  // namespace runnel
