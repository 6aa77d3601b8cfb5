#include "core/runtime/partition_tasks.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>

#include "core/passes/plan_graph.h"
#include "core/runtime/kernel_select.h"

namespace runnel {
namespace {

// Constants up to this size are copied to every task that reads them instead of being sent.
constexpr uint64_t kMaxCopiedConstant = 64 << 10;

std::string OutputName(std::string_view node, int index) {
  return index == 0 ? std::string(node) : StrCat(node, ":", index);
}

bool TypesFit(const KernelInfo& kernel, const PlanNode& node) {
  for (const auto& [attr, allowed] : kernel.types) {
    if (const DType* one = node.attr<DType>(attr)) {
      if (std::find(allowed.begin(), allowed.end(), *one) == allowed.end()) return false;
    } else if (const auto* list = node.attr<std::vector<DType>>(attr)) {
      for (const DType dtype : *list) {
        if (std::find(allowed.begin(), allowed.end(), dtype) == allowed.end()) return false;
      }
    }
  }
  return true;
}

// A device of the cluster.
struct Place {
  size_t task = 0;
  size_t number = 0;  // in the task's list
  DeviceName name;
};

// ---- which task each node belongs to ----

class TaskPlacer {
 public:
  TaskPlacer(const PlanGraph& plan, std::span<const TaskInfo> tasks, const TaskPlacementOptions& options)
      : plan_(plan), tasks_(tasks), options_(options), parent_(plan.nodes.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (const TaskInfo& task : tasks) {
      auto& index = kernels_.emplace_back();
      for (const KernelInfo& kernel : task.kernels) index[kernel.op].push_back(&kernel);
    }
  }

  // by node; -1 for feeds, which go wherever they are read
  Result<std::vector<int>> Run() {
    for (size_t t = 0; t < tasks_.size(); ++t) {
      for (size_t d = 0; d < tasks_[t].devices.size(); ++d) {
        const auto& [type, id] = tasks_[t].devices[d];
        places_.push_back({t, d, {tasks_[t].job, 0, tasks_[t].index, type, id}});
      }
    }
    if (places_.empty()) return FailedPrecondition("no task of the cluster has a device");
    RUNNEL_ASSIGN_OR_RETURN(order_, plan_.TopologicalOrder());
    RUNNEL_ASSIGN_OR_RETURN(default_, FindDefault());
    RUNNEL_RETURN_IF_ERROR(GroupLoops());
    GroupByNamesAndResources();
    RUNNEL_RETURN_IF_ERROR(Constrain());
    place_of_.assign(plan_.nodes.size(), -1);
    RUNNEL_RETURN_IF_ERROR(Assign());
    FollowInputs();
    return std::move(place_of_);
  }

  const Place& place(int number) const { return places_[static_cast<size_t>(number)]; }
  // Whether the node asked for a type or number of device itself, which its task then has to respect.
  bool AsksForDevice(int node) {
    const DeviceName& want = want_[static_cast<size_t>(Find(node))];
    return want.type || want.id;
  }

 private:
  Result<size_t> FindDefault() const {
    RUNNEL_ASSIGN_OR_RETURN(const DeviceName want, DeviceName::Parse(options_.default_device));
    for (size_t p = 0; p < places_.size(); ++p) {
      if (want.Matches(places_[p].name)) return p;
    }
    return InvalidArgument("the session's default device \"", options_.default_device,
                           "\" matches none of ", PlaceList());
  }

  std::string PlaceList() const {
    std::string out;
    for (const Place& place : places_) out += StrCat(out.empty() ? "" : ", ", place.name.ToString());
    return out;
  }

  int Find(int i) {
    while (parent_[static_cast<size_t>(i)] != i) {
      parent_[static_cast<size_t>(i)] = parent_[static_cast<size_t>(parent_[static_cast<size_t>(i)])];
      i = parent_[static_cast<size_t>(i)];
    }
    return i;
  }
  void Union(int a, int b) { parent_[static_cast<size_t>(Find(a))] = Find(b); }

  // Joins what is inside of one outermost loop, from its Enters to its Exits.
  Status GroupLoops() {
    // Frames by nesting: the outermost decides.
    std::vector<std::vector<std::string>> path(plan_.nodes.size());
    std::map<std::string, int> first;
    in_loop_.assign(plan_.nodes.size(), false);
    for (const int i : order_) {
      const PlanNode& node = plan_.at(i);
      auto& mine = path[static_cast<size_t>(i)];
      const auto inherit = [&](int source) {
        std::vector<std::string> from = path[static_cast<size_t>(source)];
        if (plan_.at(source).is("Exit") && !from.empty()) from.pop_back();
        if (from.size() > mine.size()) mine = std::move(from);
      };
      for (const PlanEdge& in : node.inputs) {
        if (!plan_.IsBackEdge(i, in)) inherit(in.node);
      }
      for (const int c : node.controls) inherit(c);
      if (node.is("Enter")) {
        const auto* name = node.attr<std::string>("frame_name");
        mine.push_back(name == nullptr ? std::string() : *name);
      }
      if (mine.empty()) continue;
      in_loop_[static_cast<size_t>(i)] = true;
      const auto [it, is_new] = first.emplace(mine.front(), i);
      if (!is_new) Union(i, it->second);
    }
    return OkStatus();
  }

  void GroupByNamesAndResources() {
    std::unordered_map<std::string_view, int> by_name;
    for (const int i : order_) by_name.emplace(plan_.at(i).name, i);
    for (const int i : order_) {
      const PlanNode& node = plan_.at(i);
      if (const auto* classes = node.attr<std::vector<std::string>>("_class")) {
        for (const std::string& text : *classes) {
          if (!text.starts_with("loc:@")) continue;
          const auto it = by_name.find(std::string_view(text).substr(5));
          if (it != by_name.end()) Union(i, it->second);
        }
      }
      for (const PlanEdge& in : node.inputs) {
        if (plan_.type(in) == DType::kResource) Union(i, in.node);
      }
    }
  }

  Status Constrain() {
    want_.resize(plan_.nodes.size());
    std::vector<int> source(plan_.nodes.size(), -1);
    for (const int i : order_) {
      const PlanNode& node = plan_.at(i);
      if (node.device.empty() || node.feed >= 0) continue;
      auto want = DeviceName::Parse(node.device);
      if (!want.ok())
        return want.status().WithPrefix(StrCat("node \"", node.name, "\"")).WithNode(node.name);
      const size_t root = static_cast<size_t>(Find(i));
      const std::string before = want_[root].ToString();
      if (!want_[root].MergeFrom(*want)) {
        const PlanNode& other = plan_.at(source[root]);
        if (in_loop_[static_cast<size_t>(i)] && in_loop_[static_cast<size_t>(source[root])]) {
          return Status(
              Code::kUnimplemented,
              StrCat("a loop over several tasks: node \"", node.name, "\" asks for \"", node.device,
                     "\", \"", other.name, "\" of the same loop for \"", before, "\""),
              node.name);
        }
        return Status(Code::kInvalidArgument,
                      StrCat("node \"", node.name, "\" asks for device \"", node.device,
                             "\", but it is colocated with \"", other.name, "\" on \"", before, "\""),
                      node.name);
      }
      source[root] = i;
    }
    return OkStatus();
  }

  // Ops that the task's planner takes apart, or that need no kernel, run anywhere.
  bool Supports(const PlanNode& node, const Place& place) const {
    if (node.feed >= 0 || KindOf(node) != NodeKind::kKernel) return true;
    const auto& index = kernels_[place.task];
    const auto it = index.find(node.op());
    if (it != index.end()) {
      for (const KernelInfo* kernel : it->second) {
        if (kernel->device_type == "*") return true;
        if (kernel->device_type == *place.name.type && TypesFit(*kernel, node)) return true;
      }
    }
    return node.schema->has_composition() ||
           plan_.registry().Find(node.op()).status().code() == Code::kNotFound;
  }

  Status Assign() {
    std::map<int, std::vector<int>> groups;
    for (const int i : order_) {
      if (plan_.at(i).feed < 0) groups[Find(i)].push_back(i);
    }
    for (const auto& [root, members] : groups) {
      RUNNEL_ASSIGN_OR_RETURN(const int chosen, Choose(want_[static_cast<size_t>(root)], members));
      for (const int i : members) place_of_[static_cast<size_t>(i)] = chosen;
    }
    return OkStatus();
  }

  Result<int> Choose(const DeviceName& want, const std::vector<int>& members) const {
    std::vector<size_t> candidates;
    if (want.Matches(places_[default_].name)) candidates.push_back(default_);
    for (size_t p = 0; p < places_.size(); ++p) {
      // Nothing wanted: another device of the default's task may have the kernel.
      const bool fits =
          want.empty() ? places_[p].task == places_[default_].task : want.Matches(places_[p].name);
      if (fits && p != default_) candidates.push_back(p);
    }
    const PlanNode& first = plan_.at(members[0]);
    if (candidates.empty()) {
      return Status(Code::kInvalidArgument,
                    StrCat("node \"", first.name, "\" asks for device \"", want.ToString(),
                           "\", but the cluster has only: ", PlaceList()),
                    first.name);
    }
    int unsupported = members[0];
    for (const size_t p : candidates) {
      const auto bad = std::find_if(members.begin(), members.end(),
                                    [&](int i) { return !Supports(plan_.at(i), places_[p]); });
      if (bad == members.end()) return static_cast<int>(p);
      unsupported = *bad;
    }
    const PlanNode& node = plan_.at(unsupported);
    return Status(Code::kInvalidArgument,
                  StrCat("node \"", node.name, "\" (", node.op(), ") has no kernel for its types on ",
                         want.empty() ? places_[default_].name.ToString() : want.ToString(),
                         ", as the tasks report"),
                  node.name);
  }

  // Free nodes that only hand on or describe a value stay where it is.
  void FollowInputs() {
    std::vector<int> size(plan_.nodes.size(), 0);
    for (const int i : order_) ++size[static_cast<size_t>(Find(i))];
    for (const int i : order_) {
      const PlanNode& node = plan_.at(i);
      const size_t root = static_cast<size_t>(Find(i));
      if (size[root] != 1 || !want_[root].empty() || node.inputs.empty()) continue;
      const NodeKind kind = KindOf(node);
      if (kind != NodeKind::kPassThrough && kind != NodeKind::kReshape && kind != NodeKind::kMetadata)
        continue;
      const int from = place_of_[static_cast<size_t>(node.inputs[0].node)];
      if (from >= 0) place_of_[static_cast<size_t>(i)] = from;
    }
  }

  const PlanGraph& plan_;
  const std::span<const TaskInfo> tasks_;
  const TaskPlacementOptions& options_;
  std::vector<std::unordered_map<std::string_view, std::vector<const KernelInfo*>>> kernels_;
  std::vector<Place> places_;
  size_t default_ = 0;
  std::vector<int> order_, parent_, place_of_;
  std::vector<bool> in_loop_;
  std::vector<DeviceName> want_;  // by group
};

// ---- the graphs ----

class TaskWriter {
 public:
  TaskWriter(const PlanGraph& plan, TaskPlacer* placer, const std::vector<int>& place_of,
             std::span<const TaskInfo> tasks, bool partial)
      : plan_(plan),
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
      if (plan_.at(i).feed < 0 && !IsConstant(i)) RUNNEL_RETURN_IF_ERROR(Write(i));
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
      NodeDef send{NewName(StrCat(name, "/_rnl_fetch_", f)), "_HostSend", {OutputName(name, source.index)},
                   {}, Ends(TaskOf(source.node), StrCat("out", f), false)};
      send.attrs.emplace(send.attrs.begin(), "T", AttrValue(plan_.type(source)));
      part.out.targets.push_back(send.name);
      part.out.graph.nodes.push_back(std::move(send));
    }
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

  // Constants are written where they are read.
  bool IsConstant(int i) const { return plan_.at(i).is("Const") && plan_.at(i).controls.empty(); }

  Status Write(int i) {
    const PlanNode& node = plan_.at(i);
    const size_t task = TaskOf(i);
    if (!parts_[task].written.insert(i).second) return OkStatus();
    NodeDef def;
    def.name = node.name;
    def.op = node.op();
    const Place& place = placer_->place(place_of_[static_cast<size_t>(i)]);
    if (placer_->AsksForDevice(i) || place.number != 0) {
      def.device = StrCat("/device:", *place.name.type, ":", *place.name.id);
    }
    def.attrs = *node.attrs;
    for (const PlanEdge& in : node.inputs) {
      // A back edge is inside of a loop, and thus here.
      RUNNEL_ASSIGN_OR_RETURN(std::string name, Input(in, task));
      def.inputs.push_back(std::move(name));
    }
    for (const int c : node.controls) {
      RUNNEL_ASSIGN_OR_RETURN(const std::string name, Input({c, -1}, task));
      if (!name.empty()) def.inputs.push_back("^" + name);
    }
    parts_[task].out.graph.nodes.push_back(std::move(def));
    return OkStatus();
  }

  // What stands for `edge` on `task`; index -1 is the node's end. Empty: nothing to wait for.
  Result<std::string> Input(PlanEdge edge, size_t task) {
    const PlanNode& source = plan_.at(edge.node);
    if (source.feed >= 0) return edge.index < 0 ? std::string() : Feed(edge.node, task);
    const bool constant = IsConstant(edge.node);
    if (constant && edge.index < 0) return std::string();
    if (TaskOf(edge.node) == task) {
      if (constant) RUNNEL_RETURN_IF_ERROR(Write(edge.node));
      return edge.index < 0 ? source.name : OutputName(source.name, edge.index);
    }
    if (constant) {
      const Tensor* value = source.attr<Tensor>("value");
      if (value != nullptr && value->size_bytes() <= kMaxCopiedConstant) {
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

  // Of an edge between a task and the master.
  AttrList Ends(size_t task, std::string key, bool to_task) const {
    const std::string name = tasks_[task].name();
    return {{"client_terminated", AttrValue(false)},
            {"recv_device", AttrValue(to_task ? name : std::string(kClientEnd))},
            {"send_device", AttrValue(to_task ? std::string(kClientEnd) : name)},
            {"send_device_incarnation", AttrValue(int64_t{0})},
            {"tensor_name", AttrValue(std::move(key))}};
  }

  std::string NewName(std::string_view base) {
    std::string name = std::string(base);
    for (int k = 1; !names_.insert(name).second; ++k) name = StrCat(base, "_", k);
    return name;
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
      // Order is told by a tensor without elements.
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
      input = OutputName(source.name, edge.index);
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
    NodeDef send{NewName(StrCat(source.name, "/_rnl_send_", number)), "_HostSend", {input}, {}, ends};
    send.attrs.emplace(send.attrs.begin(), "T", AttrValue(dtype));
    from.out.targets.push_back(send.name);
    from.out.graph.nodes.push_back(std::move(send));
    NodeDef recv{
        NewName(StrCat(source.name, "/_rnl_recv_", number)), "_HostRecv", {}, {}, std::move(ends)};
    recv.attrs.emplace(recv.attrs.begin(), "_rnl_shape", AttrValue(shape));
    recv.attrs.emplace_back("tensor_type", AttrValue(dtype));
    std::string name = recv.name;
    parts_[task].out.graph.nodes.push_back(std::move(recv));
    transfers_.emplace(key, name);
    return name;
  }

  const PlanGraph& plan_;
  TaskPlacer* placer_;
  const std::vector<int>& place_of_;
  const std::span<const TaskInfo> tasks_;
  const bool partial_;
  std::vector<Part> parts_;
  std::set<std::string, std::less<>> names_;
  std::map<std::tuple<int, int, size_t>, std::string> transfers_;
};

}  // namespace

Result<std::vector<TaskPartition>> PartitionByTask(
    const Graph& graph, const Signature& signature, std::span<const TaskInfo> tasks,
    const TaskPlacementOptions& options, std::vector<std::pair<std::string, std::string>>* placement) {
  PlanGraph plan(&graph.registry());
  std::vector<PlanFeed> feeds;
  for (const OutputRef& output : signature.feeds) {
    feeds.push_back({output, output.node->output_type(output.index),
                     output.node->output_shape(output.index), nullptr});
  }
  RUNNEL_RETURN_IF_ERROR(Prune(graph, feeds, signature.fetches, signature.targets, &plan));
  TaskPlacer placer(plan, tasks, options);
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> place_of, placer.Run());
  if (placement != nullptr) {
    for (size_t i = 0; i < plan.nodes.size(); ++i) {
      if (plan.nodes[i].removed || place_of[i] < 0) continue;
      placement->emplace_back(plan.nodes[i].name, placer.place(place_of[i]).name.ToString());
    }
  }
  TaskWriter writer(plan, &placer, place_of, tasks, options.partial);
  RUNNEL_RETURN_IF_ERROR(writer.Run());
  return writer.Take(graph);
}

}  // namespace runnel
