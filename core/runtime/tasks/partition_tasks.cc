// Partition of a signature's graph among tasks.
//
// PartitionByTask prunes the graph, inlines calls whose bodies ask for several tasks, puts the reads of
// ref variables where they belong, finds the loops, lets TaskPlacer choose a place for every node, and
// gives each task with nodes of a loop that another task drives a loop of its own
// (LoopFrames::AddDrivers). TaskWriter then writes one GraphDef per task.
//
// TaskWriter visits nodes in topological order and decides each input in Input. A feed is written where
// it is read. A constant Enter and a small constant are copied to the reader's task. An edge within a
// task stays. Every other edge becomes a _HostSend and a _HostRecv, shared by all readers on the
// destination (transfers_); a control edge is a transfer of an empty tensor. A receive inside of a loop
// has a control input from the Merge that drives the loop on its task, so that it runs once per
// iteration.
#include "core/runtime/tasks/partition_tasks.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/passes/references.h"
#include "core/passes/watched_passes.h"
#include "core/runtime/host_ops/host_kernel.h"
#include "core/runtime/tasks/task_placer.h"

namespace runnel {
namespace {

constexpr int64_t kAssumedDim = 32;  // of a placeholder's unknown sizes

// As a GraphDef writes an input: output 0 goes by the node's name alone.
std::string InputText(std::string_view node, int index) {
  return index == 0 ? std::string(node) : StrCat(node, ":", index);
}

// ---- the graphs ----

class TaskWriter {
 public:
  TaskWriter(const PlanGraph& plan, const LoopFrames& loops, TaskPlacer* placer,
             const std::vector<int>& place_of, std::span<const TaskInfo> tasks, bool partial)
      : plan_(plan),
        loops_(loops),
        placer_(placer),
        place_of_(place_of),
        tasks_(tasks),
        partial_(partial),
        parts_(tasks.size()) {
    for (const PlanNode& node : plan.nodes) names_.insert(node.name);
  }

  Status Run() {
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan_.TopologicalOrder());
    for (const int i : order) {
      if (plan_.at(i).feed < 0 && !IsWrittenWhereRead(i)) RUNNEL_RETURN_IF_ERROR(Write(i));
    }
    for (size_t f = 0; f < plan_.fetches.size(); ++f) {
      const PlanEdge source = plan_.fetches[f].source;
      if (plan_.at(source.node).feed >= 0) {
        return InvalidArgument("\"", plan_.fetches[f].name, "\" is both fed and fetched");
      }
      RUNNEL_RETURN_IF_ERROR(Write(source.node));
      Part& part = PartOf(source.node);
      part.out.fetches.emplace_back(static_cast<int>(f),
                                    StrCat(plan_.at(source.node).name, ":", source.index));
      if (!partial_) continue;
      const std::string& name = plan_.at(source.node).name;
      NodeDef send{NewName(StrCat(name, "/_rnl_fetch_", f)),
                   "_HostSend",
                   {InputText(name, source.index)},
                   {},
                   Ends(TaskOf(source.node), StrCat("out", f), false)};
      send.attrs.emplace(send.attrs.begin(), "T", AttrValue(plan_.type(source)));
      part.out.targets.push_back(send.name);
      part.out.graph.nodes.push_back(std::move(send));
    }
    for (const int target : loops_.targets())
      PartOf(target).out.targets.push_back(plan_.at(target).name);
    for (const int target : plan_.targets) {
      if (plan_.at(target).feed >= 0) continue;
      RUNNEL_RETURN_IF_ERROR(Write(target));
      PartOf(target).out.targets.push_back(plan_.at(target).name);
    }
    return OkStatus();
  }

  std::vector<TaskPartition> Take(const Graph& library) {
    std::vector<TaskPartition> out;
    for (size_t t = 0; t < parts_.size(); ++t) {
      TaskPartition& part = parts_[t].out;
      if (part.graph.nodes.empty()) continue;
      part.task = t;
      for (const FunctionDef* function : library.functions()) part.graph.functions.push_back(*function);
      out.push_back(std::move(part));
    }
    return out;
  }

 private:
  struct Part {
    TaskPartition out;
    std::set<int> written;  // nodes, feeds, and constants that are here too
  };

  size_t TaskOf(int node) const { return placer_->place(place_of_[static_cast<size_t>(node)]).task; }
  Part& PartOf(int node) { return parts_[TaskOf(node)]; }

  bool IsWrittenWhereRead(int i) const { return IsConstant(i) || loops_.IsConstantEnter(i); }
  bool IsConstant(int i) const { return plan_.at(i).is("Const") && plan_.at(i).controls.empty(); }

  Status Write(int i) { return WriteOn(TaskOf(i), i); }
  Status WriteOn(size_t task, int i) {
    const PlanNode& node = plan_.at(i);
    if (!parts_[task].written.insert(i).second) return OkStatus();
    NodeDef def;
    def.name = node.name;
    def.op = node.op();
    const TaskDevice& place = placer_->place(place_of_[static_cast<size_t>(i)]);
    if (task == place.task && (placer_->AsksForDevice(i) || place.number != 0)) {
      def.device = StrCat("/device:", *place.name.type, ":", *place.name.id);
    }
    def.attrs = *node.attrs;
    for (const PlanEdge& in : node.inputs) {
      // A back edge stays on the task that drives its loop, which is this one.
      RUNNEL_ASSIGN_OR_RETURN(std::string name, Input(in, task, loops_.frame_of(i) >= 0));
      def.inputs.push_back(std::move(name));
    }
    for (const int c : node.controls) {
      RUNNEL_ASSIGN_OR_RETURN(const std::string name, Input({c, -1}, task, loops_.frame_of(i) >= 0));
      if (!name.empty()) def.inputs.push_back("^" + name);
    }
    parts_[task].out.graph.nodes.push_back(std::move(def));
    return OkStatus();
  }

  // The input that stands for `edge` on `task`. Index -1: a control edge. in_loop: the reader is in a
  // loop. Empty: there is nothing to wait for.
  Result<std::string> Input(PlanEdge edge, size_t task, bool in_loop) {
    const PlanNode& source = plan_.at(edge.node);
    if (source.feed >= 0) return edge.index < 0 ? std::string() : Feed(edge.node, task);
    const bool constant = IsConstant(edge.node);
    if (constant && edge.index < 0) return std::string();
    if (loops_.IsConstantEnter(edge.node)) {
      const bool is_handle = source.output_types[0] == DType::kResource;
      const size_t where = edge.index < 0 && is_handle ? TaskOf(edge.node) : task;
      RUNNEL_RETURN_IF_ERROR(WriteOn(where, edge.node));
      // A handle stays with its resource, but another task may wait for it.
      return where == task ? source.name : Transfer(edge, task);
    }
    if (TaskOf(edge.node) == task) {
      if (constant) RUNNEL_RETURN_IF_ERROR(Write(edge.node));
      return edge.index < 0 ? source.name : InputText(source.name, edge.index);
    }
    if (constant) {
      const Tensor* value = source.attr<Tensor>("value");
      if (value != nullptr && (value->size_bytes() <= kMaxCopiedConstant || in_loop)) {
        if (parts_[task].written.insert(edge.node).second) {
          parts_[task].out.graph.nodes.push_back({source.name, "Const", {}, {}, *source.attrs});
        }
        return source.name;
      }
      RUNNEL_RETURN_IF_ERROR(Write(edge.node));
    }
    return Transfer(edge, task);
  }

  std::string Feed(int node, size_t task) {
    const PlanNode& feed = plan_.at(node);
    Part& part = parts_[task];
    if (part.written.insert(node).second) {
      if (partial_) {
        NodeDef recv{feed.name, "_HostRecv", {}, {}, Ends(task, StrCat("in", feed.feed), true)};
        recv.attrs.emplace(recv.attrs.begin(), "_rnl_shape", AttrValue(plan_.shape({node, 0})));
        recv.attrs.emplace_back("tensor_type", AttrValue(plan_.type({node, 0})));
        part.out.graph.nodes.push_back(std::move(recv));
      } else {
        part.out.graph.nodes.push_back({feed.name, "Placeholder", {}, {}, *feed.attrs});
      }
      part.out.feeds.emplace_back(feed.feed, StrCat(feed.name, ":0"));
    }
    return feed.name;
  }

  // Attrs of an edge between a task and the master.
  AttrList Ends(size_t task, const std::string& key, bool to_task) const {
    const std::string name = tasks_[task].name();
    return {{"client_terminated", AttrValue(false)},
            {"recv_device", AttrValue(to_task ? name : std::string(kClientEnd))},
            {"send_device", AttrValue(to_task ? std::string(kClientEnd) : name)},
            {"send_device_incarnation", AttrValue(int64_t{0})},
            {"tensor_name", AttrValue(key)}};
  }

  std::string NewName(std::string_view base) {
    std::string name = std::string(base);
    for (int k = 1; !names_.insert(name).second; ++k) name = StrCat(base, "_", k);
    return name;
  }

  // Implements the annotation _rnl_send_as: the node's outputs cross as bfloat16, rounded before the
  // send and widened behind the receive.
  Status Narrow(const PlanNode& source, size_t number, std::string* input, DType* dtype, Part* from) {
    const DType* const as = source.attr<DType>("_rnl_send_as");
    if (as == nullptr) return OkStatus();
    if (*as != DType::kBFloat16 || *dtype != DType::kFloat) {
      return Status(Code::kInvalidArgument,
                    StrCat("node \"", source.name, "\": _rnl_send_as is ", DTypeName(*as), " for a ",
                           DTypeName(*dtype), "; only float is sent as anything else, as bfloat16"),
                    source.name);
    }
    NodeDef narrow{NewName(StrCat(source.name, "/_rnl_narrow_", number)),
                   "Cast",
                   {*input},
                   {},
                   {{"DstT", AttrValue(*as)}, {"SrcT", AttrValue(*dtype)}}};
    *input = narrow.name;
    *dtype = *as;
    from->out.graph.nodes.push_back(std::move(narrow));
    return OkStatus();
  }

  Result<std::string> Transfer(PlanEdge edge, size_t task) {
    const auto key = std::tuple(edge.node, edge.index, task);
    if (const auto it = transfers_.find(key); it != transfers_.end()) return it->second;
    const PlanNode& source = plan_.at(edge.node);
    Part& from = PartOf(edge.node);
    const size_t number = transfers_.size();
    DType dtype = DType::kFloat;
    Shape shape = Shape({0});
    std::string input;
    if (edge.index < 0) {
      // A tensor without elements carries the order.
      RUNNEL_ASSIGN_OR_RETURN(const Tensor nothing,
                              Tensor::FromValues<float>(shape, std::span<const float>()));
      input = NewName(StrCat(source.name, "/_rnl_order_", number));
      from.out.graph.nodes.push_back({input,
                                      "Const",
                                      {"^" + source.name},
                                      {},
                                      {{"dtype", AttrValue(dtype)}, {"value", AttrValue(nothing)}}});
    } else {
      dtype = plan_.type(edge);
      shape = plan_.shape(edge);
      input = InputText(source.name, edge.index);
      if (dtype == DType::kResource) {
        return Status(Code::kInvalidArgument,
                      StrCat("node \"", source.name, "\": a resource cannot leave ",
                             tasks_[TaskOf(edge.node)].name(), " for ", tasks_[task].name()),
                      source.name);
      }
    }
    AttrList ends{{"client_terminated", AttrValue(false)},
                  {"recv_device", AttrValue(tasks_[task].name())},
                  {"send_device", AttrValue(tasks_[TaskOf(edge.node)].name())},
                  {"send_device_incarnation", AttrValue(int64_t{0})},
                  {"tensor_name", AttrValue(StrCat("e", number))}};
    const DType full = dtype;
    if (edge.index >= 0) RUNNEL_RETURN_IF_ERROR(Narrow(source, number, &input, &dtype, &from));
    NodeDef send{NewName(StrCat(source.name, "/_rnl_send_", number)), "_HostSend", {input}, {}, ends};
    send.attrs.emplace(send.attrs.begin(), "T", AttrValue(dtype));
    from.out.targets.push_back(send.name);
    from.out.graph.nodes.push_back(std::move(send));
    NodeDef recv{
        NewName(StrCat(source.name, "/_rnl_recv_", number)), "_HostRecv", {}, {}, std::move(ends)};
    // Within a loop the receive runs in every iteration.
    if (const int frame = loops_.frame_of_outputs(edge.node); frame >= 0) {
      const int driver = loops_.driver(frame, task);
      if (driver < 0)
        return Internal("loop of \"", source.name, "\" is not driven on ", tasks_[task].name());
      if (!loops_.RunsEachTime(edge.node)) {
        return Unimplemented("node \"", source.name, "\" (", source.op(),
                             "): its value is not there in ",
                             "every iteration of its loop, so it cannot be sent from ",
                             tasks_[TaskOf(edge.node)].name(), " to ", tasks_[task].name());
      }
      if (loops_.Depth(frame) > kMaxLoopDepth) {
        return Unimplemented("node \"", source.name, "\": loops nest more than ", kMaxLoopDepth,
                             " deep over several tasks");
      }
      recv.inputs.push_back("^" + plan_.at(driver).name);
    }
    recv.attrs.emplace(recv.attrs.begin(), "_rnl_shape", AttrValue(shape));
    recv.attrs.emplace_back("tensor_type", AttrValue(dtype));
    std::string name = recv.name;
    parts_[task].out.graph.nodes.push_back(std::move(recv));
    if (dtype != full) {
      NodeDef widen{NewName(StrCat(source.name, "/_rnl_widen_", number)),
                    "Cast",
                    {name},
                    {},
                    {{"DstT", AttrValue(full)}, {"SrcT", AttrValue(dtype)}}};
      name = widen.name;
      parts_[task].out.graph.nodes.push_back(std::move(widen));
    }
    transfers_.emplace(key, name);
    return name;
  }

  const PlanGraph& plan_;
  const LoopFrames& loops_;
  TaskPlacer* placer_;
  const std::vector<int>& place_of_;
  const std::span<const TaskInfo> tasks_;
  const bool partial_;
  std::vector<Part> parts_;
  std::set<std::string, std::less<>> names_;
  std::map<std::tuple<int, int, size_t>, std::string> transfers_;
};

// With soft placement: places of the graph's variables at which all of its steps find kernels. Empty
// where there is no choice, or where the whole graph cannot be analysed: then each step places what it
// sees.
VariablePlaces FindHomes(const Graph& graph, std::span<const TaskInfo> tasks,
                         const TaskPlacementOptions& options) {
  const bool may_choose =
      options.soft && options.costs == nullptr &&
      (tasks.size() > 1 || std::any_of(tasks.begin(), tasks.end(),
                                       [](const TaskInfo& task) { return task.devices.size() > 1; }));
  if (!may_choose) return {};
  PlanGraph plan(&graph.registry());
  if (!PruneNothing(graph, -1, {}, &plan).ok()) return {};
  if (!InlineSpreadCalls(graph, false, &plan).ok()) return {};
  LoopFrames loops(plan);
  if (!loops.Find().ok()) return {};
  Result<VariablePlaces> homes = TaskPlacer(plan, loops, tasks, options).FindHomes();
  return homes.ok() ? std::move(*homes) : VariablePlaces();
}

}  // namespace

Result<std::vector<TaskPartition>> PartitionByTask(const Graph& graph, const Signature& signature,
                                                   std::span<const TaskInfo> tasks,
                                                   const TaskPlacementOptions& options,
                                                   TaskPlacement* placement) {
  return PartitionByTask(graph, signature, tasks, options, placement, nullptr);
}

Result<std::vector<TaskPartition>> PartitionByTask(const Graph& graph, const Signature& signature,
                                                   std::span<const TaskInfo> tasks,
                                                   const TaskPlacementOptions& options,
                                                   TaskPlacement* placement, PlanWatch* watch) {
  PlanGraph plan(&graph.registry());
  std::vector<PlanFeed> feeds;
  for (const OutputRef& output : signature.feeds) {
    feeds.push_back({output, output.node->output_type(output.index),
                     output.node->output_shape(output.index), nullptr});
  }
  RUNNEL_RETURN_IF_ERROR(Prune(graph, feeds, signature.fetches, signature.targets, &plan));
  RUNNEL_RETURN_IF_ERROR(InlineSpreadCalls(graph, options.costs != nullptr, &plan, watch));
  RUNNEL_RETURN_IF_ERROR(LookAt(watch));
  {
    // As in one process: before anything is moved.
    LoopFrames frames(plan);
    RUNNEL_RETURN_IF_ERROR(frames.Find());
    RUNNEL_RETURN_IF_ERROR(frames.fits());
  }
  RUNNEL_RETURN_IF_ERROR(ResolveReferences(options.partial, &plan, /*settled=*/true));
  LoopFrames loops(plan);
  RUNNEL_RETURN_IF_ERROR(loops.Find());
  RUNNEL_RETURN_IF_ERROR(loops.fits());
  TaskPlacer placer(plan, loops, tasks, options);
  const VariablePlaces homes = FindHomes(graph, tasks, options);
  placer.set_homes(&homes);
  RUNNEL_ASSIGN_OR_RETURN(std::vector<int> place_of, placer.Run());
  RUNNEL_RETURN_IF_ERROR(LookAt(watch));
  if (placement != nullptr) placer.Describe(place_of, placement);
  RUNNEL_RETURN_IF_ERROR(loops.AddDrivers(
      &plan, &place_of, [&](int place) { return placer.place(place).task; },
      [&](size_t task) { return placer.PlaceOfTask(task); }));
  TaskWriter writer(plan, loops, &placer, place_of, tasks, options.partial);
  RUNNEL_RETURN_IF_ERROR(writer.Run());
  return writer.Take(graph);
}

Result<VariableTasks> PlaceVariablesByTask(const Graph& graph, std::span<const TaskInfo> tasks,
                                           const TaskPlacementOptions& options) {
  PlanGraph plan(&graph.registry());
  RUNNEL_RETURN_IF_ERROR(PruneNothing(graph, kAssumedDim, options.fed, &plan));
  PlanWatch limits;
  RUNNEL_RETURN_IF_ERROR(InlineSpreadCalls(graph, true, &plan, &limits));
  LoopFrames loops(plan);
  RUNNEL_RETURN_IF_ERROR(loops.Find());
  TaskPlacer placer(plan, loops, tasks, options);
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> place_of, placer.Run());
  TaskPlacement placement;
  placer.Describe(place_of, &placement);
  return std::move(placement.variables);
}

}  // namespace runnel
