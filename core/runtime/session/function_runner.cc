#include "core/runtime/session/function_runner.h"

#include <algorithm>
#include <utility>

#include "core/runtime/runtime.h"

namespace runnel {
namespace {

// The names of the functions that a list of attrs refers to.
void AddNames(const AttrList& attrs, std::vector<std::string>* names) {
  for (const auto& [name, value] : attrs) {
    if (const auto* function = value.get_if<FuncRef>()) {
      names->push_back(function->name);
      AddNames(function->attrs, names);
    }
    if (const auto* functions = value.get_if<std::vector<FuncRef>>()) {
      for (const FuncRef& function : *functions) {
        names->push_back(function.name);
        AddNames(function.attrs, names);
      }
    }
  }
}

}  // namespace

class FunctionRunner::Function final : public HostFunction {
 public:
  Function(Ref<FunctionRunner> runner, Ref<Callable> callable, std::vector<DType> output_types)
      : runner_(std::move(runner)),
        callable_(std::move(callable)),
        output_types_(std::move(output_types)) {}
  const std::vector<DType>& output_types() const override { return output_types_; }
  void Call(std::vector<Tensor> arguments, bool lend, const Ref<CancellationManager>& cancellation,
            Done done) override {
    RunOptions options;
    options.lends_thread = lend;
    options.cancellation = cancellation;
    // Nodes of the call may look for functions as long as it runs.
    callable_->RunAsync(std::move(arguments), options,
                        [self = Ref<Function>::Share(this), done = std::move(done)](
                            Status status, std::vector<Tensor> results) {
                          done(std::move(status), std::move(results));
                        });
  }

 private:
  const Ref<FunctionRunner> runner_;
  const Ref<Callable> callable_;
  const std::vector<DType> output_types_;
};

FunctionRunner::FunctionRunner(const Ref<Runtime>& runtime, std::shared_ptr<Graph> graph,
                               const SessionOptions& options, std::shared_ptr<ResourceManager> resources)
    : runtime_(runtime), graph_(std::move(graph)), resources_(std::move(resources)) {
  options_.soft_placement = options.soft_placement;
  options_.disabled_passes = options.disabled_passes;
  options_.planning = options.planning;
  options_.resources = resources_;
  options_.functions = this;
  // Each function has plans of its own, which its calls need again and again.
  options_.max_cached_plans = std::max<size_t>(options.max_cached_plans, 1024);
  // As in TensorFlow, what calls functions lives on the host.
  options_.default_device = "/device:CPU:0";
}

FunctionRunner::~FunctionRunner() { Close(); }

void FunctionRunner::Close() {
  Ref<Session> session;
  std::map<std::string, Ref<Callable>> callables;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    session = session_;
    callables.swap(callables_);
  }
  callables.clear();
  if (session) (void)session->Close();
}

Result<Ref<Session>> FunctionRunner::OpenLocked() {
  if (closed_) return FailedPrecondition("the session is closed");
  if (!session_) {
    calls_ = std::make_shared<Graph>(&runtime_->ops());
    RUNNEL_ASSIGN_OR_RETURN(session_, Session::Create(runtime_, calls_, options_));
  }
  return session_;
}

Status FunctionRunner::AddFunctions(const std::string& name) {
  std::vector<std::string> wanted{name};
  while (!wanted.empty()) {
    const std::string next = std::move(wanted.back());
    wanted.pop_back();
    if (calls_->FindFunction(next) != nullptr) continue;
    const FunctionDef* def = graph_->FindFunction(next);
    if (def == nullptr) continue;  // an op's name; or whoever calls it says that there is none
    RUNNEL_RETURN_IF_ERROR(calls_->AddFunction(*def));
    for (const NodeDef& node : def->nodes) {
      wanted.push_back(node.op);
      AddNames(node.attrs, &wanted);
    }
    AddNames(def->attrs, &wanted);
  }
  return OkStatus();
}

Result<Ref<HostFunction>> FunctionRunner::Find(const FuncRef& function,
                                               std::span<const DType> input_types) {
  std::string key = AttrValue(function).ToString();
  for (const DType type : input_types) key += StrCat(",", static_cast<int>(type));
  const std::lock_guard lock(mutex_);
  if (const auto it = callables_.find(key); it != callables_.end()) {
    return Ref<HostFunction>(
        MakeRef<Function>(Ref<FunctionRunner>::Share(this), it->second, output_types_[key]));
  }
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Session> session, OpenLocked());
  RUNNEL_RETURN_IF_ERROR(AddFunctions(function.name));
  std::vector<std::string> named;
  AddNames(function.attrs, &named);
  for (const std::string& name : named) RUNNEL_RETURN_IF_ERROR(AddFunctions(name));
  if (calls_->FindFunction(function.name) == nullptr)
    return NotFound("the graph has no function \"", function.name, "\"");
  Signature signature;
  NodeSpec call;
  call.name = calls_->UniqueName(function.name);
  call.op = function.name;
  call.attrs = function.attrs;
  for (size_t i = 0; i < input_types.size(); ++i) {
    NodeSpec argument;
    argument.name = calls_->UniqueName(StrCat(call.name, "_argument_", i));
    argument.op = "Placeholder";
    SetAttr(&argument.attrs, "dtype", input_types[i]);
    SetAttr(&argument.attrs, "shape", Shape::Unknown());
    RUNNEL_ASSIGN_OR_RETURN(Node * node, calls_->AddNode(std::move(argument)));
    signature.feeds.push_back({node, 0});
    call.inputs.push_back({node, 0});
  }
  RUNNEL_ASSIGN_OR_RETURN(Node * node, calls_->AddNode(std::move(call)));
  std::vector<DType> output_types;
  for (int i = 0; i < node->num_outputs(); ++i) {
    signature.fetches.push_back({node, i});
    output_types.push_back(node->output_type(i));
  }
  if (node->num_outputs() == 0) signature.targets.push_back(node);
  RUNNEL_ASSIGN_OR_RETURN(Ref<Callable> callable, session->MakeCallable(signature));
  callables_[key] = callable;
  output_types_[key] = output_types;
  return Ref<HostFunction>(
      MakeRef<Function>(Ref<FunctionRunner>::Share(this), std::move(callable), std::move(output_types)));
}

}  // namespace runnel
