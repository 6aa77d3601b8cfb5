#include "core/eager/context.h"

#include <utility>

#include "core/eager/copy_nodes.h"
#include "core/eager/function.h"
#include "core/eager/op.h"
#include "core/eager/stage.h"
#include "core/eager/tape.h"
#include "core/graph/internal_ops.h"

namespace runnel {
namespace {

constexpr size_t kMaxOps = 4096;

// Equal attrs give equal keys. A tensor's bytes are all of them: text would be cut.
Status AddKey(const AttrValue& value, std::string* key) {
  RUNNEL_ASSIGN_OR_RETURN(const std::string bytes, EncodeAttrValue(value));
  key->append(StrCat(bytes.size(), ":"));
  key->append(bytes);
  return OkStatus();
}

}  // namespace

Result<Ref<EagerContext>> CreateEagerContext(Ref<Runtime> runtime, const SessionOptions& options) {
  if (!runtime) return InvalidArgument("an eager context needs a runtime");
  RUNNEL_RETURN_IF_ERROR(runtime->CheckProcess());
  for (const std::string& pass : options.disabled_passes) RUNNEL_RETURN_IF_ERROR(CheckPassName(pass));
  return Ref<EagerContext>(MakeRef<EagerContextImpl>(std::move(runtime), options));
}

EagerContextImpl::EagerContextImpl(Ref<Runtime> runtime, const SessionOptions& options)
    : state_(std::make_shared<EagerState>(std::move(runtime), options)),
      graph_(std::make_shared<Graph>(&state_->runtime->ops())),
      stages_(std::make_shared<StageCache>(state_)) {}

EagerContextImpl::~EagerContextImpl() { (void)Close(); }

Status EagerContextImpl::Close() {
  std::vector<Ref<Session>> sessions;
  {
    const std::lock_guard lock(state_->mutex);
    state_->closed = true;
    for (EagerResourceUser* entry : state_->entries) {
      if (entry->session()) sessions.push_back(entry->session());
    }
  }
  Status status;
  for (const Ref<Session>& session : sessions) {
    Status closed = session->Close();
    if (status.ok()) status = std::move(closed);
  }
  state_->options.resources->Clear();
  return status;
}

// Ops that nobody else holds go when there are too many, and are made again if they are wanted.
void EagerContextImpl::ForgetUnusedLocked() {
  if (ops_.size() < kMaxOps) return;
  std::erase_if(ops_, [](const auto& entry) { return entry.second->Unique(); });
}

Result<Ref<EagerOp>> EagerContextImpl::MakeOp(NodeSpec spec) {
  if (!spec.inputs.empty() || !spec.control_inputs.empty())
    return InvalidArgument("the builder of an eager op has inputs: they come with each call");
  if (spec.name.empty() || spec.name.ends_with('/')) spec.name += spec.op;
  RUNNEL_RETURN_IF_ERROR(CheckUsersOp(*graph_, spec.name, spec.op));
  std::string key = StrCat(spec.op, "|", spec.name, "|", spec.device, "|");
  for (const auto& [name, value] : spec.attrs) {
    key += StrCat(name, "=");
    RUNNEL_RETURN_IF_ERROR(AddKey(value, &key).WithPrefix(StrCat("attr \"", name, "\"")));
  }
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = ops_.find(key); found != ops_.end()) return found->second;
  }
  RUNNEL_ASSIGN_OR_RETURN(const OpSchema* schema, graph_->FindSchema(spec.op));
  Ref<EagerOp> made = MakeRef<EagerPlainOp>(state_, graph_, schema, std::move(spec));
  const std::lock_guard lock(mutex_);
  ForgetUnusedLocked();
  return ops_.emplace(std::move(key), std::move(made)).first->second;
}

Result<Ref<EagerOp>> EagerContextImpl::FindOp(std::string_view op) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = plain_.find(op); found != plain_.end()) return found->second;
  }
  NodeSpec spec;
  spec.op = op;
  RUNNEL_ASSIGN_OR_RETURN(Ref<EagerOp> made, MakeOp(std::move(spec)));
  const std::lock_guard lock(mutex_);
  return plain_.emplace(op, std::move(made)).first->second;
}

Result<OutputRef> EagerContextImpl::AddHandle(Graph* graph, const Tensor& handle) {
  const EagerHandle* const made = AsEagerHandle(handle);
  if (made == nullptr || made->state() != state_.get()) {
    return InvalidArgument("the tensor (", DTypeName(handle.dtype()),
                           ") is no handle of a resource that this eager context has made");
  }

  for (int i = 0; i < graph->num_nodes(); ++i) {
    const auto* id = graph->node(i)->attr<int64_t>(kEagerMakerAttr);
    if (id != nullptr && *id == static_cast<int64_t>(made->maker()->id))
      return OutputRef{graph->node(i), 0};
  }
  NodeSpec spec = made->maker()->spec;
  spec.name = graph->UniqueName(spec.name);
  SetAttr(&spec.attrs, kEagerMakerAttr, static_cast<int64_t>(made->maker()->id));
  RUNNEL_ASSIGN_OR_RETURN(Node * node, graph->AddNode(std::move(spec)));
  return OutputRef{node, 0};
}

Result<Ref<EagerOp>> EagerContextImpl::MakeFunction(std::shared_ptr<Graph> graph, std::string_view name,
                                                    const Signature& signature) {
  return MakeEagerFunction(state_, std::move(graph), name, signature);
}

Result<Ref<EagerTape>> EagerContextImpl::MakeTape(Ref<EagerTape> outer,
                                                  const EagerTapeOptions& options) {
  RUNNEL_RETURN_IF_ERROR(state_->runtime->CheckProcess());
  return Ref<EagerTape>(
      MakeRef<EagerTapeImpl>(Ref<EagerContext>::Share(this), stages_, std::move(outer), options));
}

}  // namespace runnel
