#include "core/passes/frames.h"

#include <algorithm>
#include <map>

namespace runnel {
namespace {

constexpr int kMostParallelIterations = 1024;

class Finder {
 public:
  Finder(const PlanGraph& plan, std::vector<GraphFrames::Frame> known) : plan_(plan) {
    out_.frames = std::move(known);
    if (out_.frames.empty()) out_.frames.emplace_back();
    out_.of_node.assign(plan.nodes.size(), GraphFrames::kRoot);
    out_.of_outputs = out_.of_node;
    for (size_t f = 1; f < out_.frames.size(); ++f)
      children_.emplace(std::pair(out_.frames[f].parent, out_.frames[f].name), static_cast<int>(f));
  }

  Result<GraphFrames> Run() {
    if (HasLoops()) {
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan_.TopologicalOrder());
      for (const int i : order) RUNNEL_RETURN_IF_ERROR(Visit(i));
      for (const int i : order) CheckBackEdges(i);
      for (const PlanFetch& fetch : plan_.fetches) CheckFetch(fetch);
    }
    return std::move(out_);
  }

 private:
  bool HasLoops() const {
    return std::any_of(plan_.nodes.begin(), plan_.nodes.end(), [](const PlanNode& node) {
      return !node.removed && (node.is("Enter") || node.is("Exit") || node.is("NextIteration"));
    });
  }

  Status Visit(int i) {
    const PlanNode& node = plan_.at(i);
    const bool merges = node.is("Merge");
    int from = -1, frame = -1;  // its first source, and the innermost frame of all sources
    const auto join = [&](int source, bool by_control) {
      if (IsLiteral(plan_.at(source)) && (by_control || !merges)) return;
      const int theirs = out_.outputs(source);
      if (from < 0) {
        from = source;
        frame = theirs;
        return;
      }
      if (out_.outputs(from) != theirs) RefuseMixed(i, from, source, by_control);
      if (out_.frame(theirs).depth > out_.frame(frame).depth) frame = theirs;
    };
    for (const PlanEdge& in : node.inputs) {
      if (!plan_.IsBackEdge(i, in)) join(in.node, false);
    }
    for (const int c : node.controls) join(c, true);
    if (frame < 0) frame = GraphFrames::kRoot;
    int outputs = frame;
    if (node.is("Enter")) {
      RUNNEL_ASSIGN_OR_RETURN(outputs, Child(node, frame));
    } else if (node.is("Exit")) {
      if (frame != GraphFrames::kRoot) outputs = out_.frame(frame).parent;
    }
    if (frame == GraphFrames::kRoot && (node.is("Exit") || node.is("NextIteration"))) {
      Refuse(node, StrCat("stands outside of any loop; values come into a loop through Enter alone, and "
                          "what is fed is outside"));
    }
    out_.of_node[static_cast<size_t>(i)] = frame;
    out_.of_outputs[static_cast<size_t>(i)] = outputs;
    return OkStatus();
  }

  Result<int> Child(const PlanNode& enter, int parent) {
    const auto* name = enter.attr<std::string>("frame_name");
    const auto [it, is_new] =
        children_.emplace(std::pair(parent, name == nullptr ? std::string() : *name),
                          static_cast<int>(out_.frames.size()));
    if (!is_new) return it->second;
    GraphFrames::Frame frame;
    frame.name = it->first.second;
    frame.parent = parent;
    frame.depth = out_.frame(parent).depth + 1;
    if (frame.depth > kMaxFrameDepth) {
      return Unimplemented("node \"", enter.name, "\" (Enter): loops nest more than ", kMaxFrameDepth,
                           " deep");
    }
    if (const auto* parallel = enter.attr<int64_t>("parallel_iterations")) {
      frame.parallel_iterations =
          static_cast<int>(std::clamp<int64_t>(*parallel, 1, kMostParallelIterations));
    }
    out_.frames.push_back(std::move(frame));
    return it->second;
  }

  void CheckBackEdges(int i) {
    for (const PlanEdge& in : plan_.at(i).inputs) {
      if (!plan_.IsBackEdge(i, in) || out_.outputs(in.node) == out_.node(i)) continue;
      Refuse(plan_.at(i), StrCat("runs ", out_.Describe(out_.node(i)), ", its back edge comes from \"",
                                 plan_.at(in.node).name, "\" ", out_.Describe(out_.outputs(in.node))));
    }
  }

  void CheckFetch(const PlanFetch& fetch) {
    const int frame = out_.outputs(fetch.source.node);
    if (frame == GraphFrames::kRoot) return;
    Refuse(plan_.at(fetch.source.node),
           StrCat("gives the fetched value \"", fetch.name, "\" ", out_.Describe(frame),
                  ": inside a loop it has no single value to fetch; its values leave through Exit"));
  }

  void RefuseMixed(int i, int a, int b, bool by_control) {
    Refuse(plan_.at(i),
           StrCat("has inputs from two frames: from \"", NameOf(a), "\" ",
                  out_.Describe(out_.outputs(a)), by_control ? ", and by a control edge" : ", and",
                  " from \"", NameOf(b), "\" ", out_.Describe(out_.outputs(b)),
                  "; values enter a loop through Enter and leave it through Exit"));
  }

  // Feeds are named as the user knows them: a feed stands for an output.
  const std::string& NameOf(int i) const {
    const PlanNode& node = plan_.at(i);
    return node.feed < 0 ? node.name : plan_.feeds[static_cast<size_t>(node.feed)].output.node->name();
  }

  void Refuse(const PlanNode& node, const std::string& why) {
    if (!out_.fits.ok()) return;
    out_.fits = Status(Code::kInvalidArgument,
                       StrCat("node \"", node.name, "\" (", node.op(), ") ", why), node.name);
  }

  const PlanGraph& plan_;
  GraphFrames out_;
  std::map<std::pair<int, std::string>, int> children_;
};

}  // namespace

std::string GraphFrames::Describe(int f) const {
  if (f == kRoot) return "outside of any loop";
  std::string text;
  for (; f != kRoot; f = frame(f).parent)
    text += StrCat(text.empty() ? "in frame \"" : " of frame \"", frame(f).name, "\"");
  return text;
}

Result<GraphFrames> FindFrames(const PlanGraph& plan, std::vector<GraphFrames::Frame> known) {
  return Finder(plan, std::move(known)).Run();
}

}  // namespace runnel
