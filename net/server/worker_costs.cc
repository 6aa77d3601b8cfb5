// A worker's answer to a master that places automatically: what nodes cost here, and which variables
// exist here.
#include "net/server/worker.h"

#include "core/base/find_or_make.h"
#include "core/graph/device_name.h"
#include "core/graph/internal_ops.h"
#include "core/runtime/resources/resource.h"
#include "core/runtime/resources/variable.h"
#include "net/task/server_task.h"

namespace runnel::net {
namespace {

// The part of a device string that remains on the task `here`; nothing of another task's.
std::string DeviceWithin(const DeviceName& here, const std::string& device) {
  auto want = DeviceName::Parse(device);
  if (!want.ok()) return device;  // importing it says why
  const bool elsewhere =
      (want->job && *want->job != *here.job) || (want->task && *want->task != *here.task);
  if (elsewhere || (!want->type && !want->id)) return {};
  want->job.reset();
  want->replica.reset();
  want->task.reset();
  return want->ToString();
}

// Only placeholders that exist and accept such a feed.
FedShapes FedOf(const std::vector<FedShape>& shapes, const Graph& graph) {
  FedShapes out;
  for (const auto& [name, shape] : shapes) {
    const Node* const node = graph.FindNode(name);
    if (node != nullptr && node->num_outputs() == 1 && node->output_shape(0).IsCompatibleWith(shape))
      out.emplace(name, shape);
  }
  return out;
}

}  // namespace

const Worker::Common& Worker::CommonOf(Peer* peer, uint64_t session) {
  return FindOrMake(common_, {peer, session}, [] {
    return Common{std::make_shared<PlacementMemory>(), std::make_shared<RandomCounters>()};
  });
}

// Requests for tasks are the master's to decide; requests for devices count on the task that they name.
void Worker::EstimateCosts(const Answer<EstimateCostsReply>& answer, EstimateCostsRequest request) {
  const std::shared_ptr<PlacementMemory> memory = CommonOf(answer.peer().get(), request.session).memory;
  estimates_.push_back(
      [this, server = Ref<ServerTask>::Share(server_), answer, memory, request = std::move(request)] {
        EstimateCostsReply reply;
        const Status status = server->Guarded([&]() -> Status {
          RUNNEL_ASSIGN_OR_RETURN(GraphDef def, DecodeGraphDef(request.graph));
          RUNNEL_ASSIGN_OR_RETURN(const DeviceName here, DeviceName::Parse(server->task_name()));
          for (NodeDef& node : def.nodes) node.device = DeviceWithin(here, node.device);
          for (FunctionDef& function : def.functions)
            for (NodeDef& node : function.nodes) node.device = DeviceWithin(here, node.device);
          Graph graph(&server->runtime().ops());
          RUNNEL_RETURN_IF_ERROR(CheckOps(graph, def));
          RUNNEL_RETURN_IF_ERROR(graph.Import(def));
          const FedShapes fed = FedOf(request.fed_shapes, graph);
          RUNNEL_ASSIGN_OR_RETURN(
              reply.costs, server->core().estimate_costs(server->runtime_ref(), graph, fed, memory));
          for (const NodeDef& node : def.nodes) {
            if (node.op != "VarHandleOp") continue;
            const auto [container, name] = VariableName(node.name, node.attrs);
            if (server->resources()->Lookup(container, Variable::kTypeName, name).ok())
              reply.variables.push_back(node.name);
          }
          return OkStatus();
        });
        reply.status = status.ok() ? status : status.WithPrefix(server->task_name());
        answer.Send(std::move(reply));
        (void)server->Post([this, server] {
          if (!estimates_.empty()) estimates_.pop_front();
          NextEstimate();
        });
      });
  if (estimates_.size() == 1) NextEstimate();
}

void Worker::NextEstimate() {
  if (!stopped_.ok()) estimates_.clear();
  if (!estimates_.empty()) server_->RunApart(estimates_.front());
}

}  // namespace runnel::net
