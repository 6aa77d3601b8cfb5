// Runs a FlowGraph in every way that must give the same answer.
#ifndef RUNNEL_TESTS_SUPPORT_FLOW_RUN_H_
#define RUNNEL_TESTS_SUPPORT_FLOW_RUN_H_

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/runtime/session/session.h"
#include "tests/support/flow_graph.h"

namespace runnel::testing {

// What a step ended with.
struct FlowAnswer {
  Status status;
  std::vector<Tensor> fetched, variables;
};

// The graph is refused as it is imported, or its step ends, after timeout_ms at the latest.
inline FlowAnswer RunFlow(const Ref<Runtime>& runtime, const FlowGraph& flow, bool passes,
                          int64_t timeout_ms) {
  FlowAnswer answer;
  auto graph = std::make_shared<Graph>(&runtime->ops());
  answer.status = graph->Import(flow.def);
  if (!answer.status.ok()) return answer;
  SessionOptions options;
  if (!passes) options.disabled_passes = {"all"};
  auto session = Session::Create(runtime, graph, options);
  answer.status = session.status();
  if (!session.ok()) return answer;
  RunOptions run;
  run.timeout_ms = timeout_ms;
  const auto step = [&](const std::vector<std::pair<std::string, Tensor>>& feeds,
                        const std::vector<std::string>& fetches, const std::vector<std::string>& targets,
                        std::vector<Tensor>* out) -> Status {
    Signature signature;
    std::vector<Tensor> values;
    for (const auto& [name, value] : feeds) {
      RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, graph->FindOutput(name));
      signature.feeds.push_back(output);
      values.push_back(value);
    }
    for (const std::string& name : fetches) {
      RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, graph->FindOutput(name));
      signature.fetches.push_back(output);
    }
    for (const std::string& name : targets) signature.targets.push_back(graph->FindNode(name));
    out->assign(fetches.size(), Tensor());
    return (*session)->Run(signature, values, *out, run, nullptr);
  };
  std::vector<Tensor> none;
  if (!flow.init.empty()) answer.status = step({}, {}, flow.init, &none);
  // Twice: a step leaves nothing behind for the next.
  for (int i = 0; i < 2 && answer.status.ok(); ++i)
    answer.status = step(flow.feeds, flow.fetches, flow.targets, &answer.fetched);
  if (answer.status.ok() && !flow.variables.empty())
    answer.status = step({}, flow.variables, {}, &answer.variables);
  return answer;
}

inline bool SameValues(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].dtype() != b[i].dtype() || !(a[i].shape() == b[i].shape())) return false;
    for (int64_t k = 0; k < a[i].num_elements(); ++k) {
      if (a[i].dtype() == DType::kFloat) {
        const float x = a[i].values<const float>()[static_cast<size_t>(k)];
        const float y = b[i].values<const float>()[static_cast<size_t>(k)];
        // A product and a sum may be rounded once or twice.
        if (x != y && !(std::isnan(x) && std::isnan(y)) && !(std::abs(x - y) <= 1e-5f * std::abs(x)))
          return false;
      } else if (a[i].dtype() == DType::kInt32) {
        if (a[i].values<const int32_t>()[static_cast<size_t>(k)] !=
            b[i].values<const int32_t>()[static_cast<size_t>(k)])
          return false;
      } else if (a[i].values<const bool>()[static_cast<size_t>(k)] !=
                 b[i].values<const bool>()[static_cast<size_t>(k)]) {
        return false;
      }
    }
  }
  return true;
}

// Empty, or what is wrong: a status that no user's graph may end with, or, of a tame graph, two answers.
inline std::string CheckFlow(const FlowGraph& flow, const Ref<Runtime>& one_thread,
                             const Ref<Runtime>& two_threads, int64_t timeout_ms) {
  struct Way {
    const char* name;
    const Ref<Runtime>& runtime;
    bool passes;
  };
  const Way ways[] = {{"one thread, no passes", one_thread, false},
                      {"one thread", one_thread, true},
                      {"two threads, no passes", two_threads, false},
                      {"two threads", two_threads, true}};
  FlowAnswer first;
  for (const Way& way : ways) {
    FlowAnswer answer = RunFlow(way.runtime, flow, way.passes, timeout_ms);
    const Code code = answer.status.code();
    if (code == Code::kInternal || code == Code::kUnknown || code == Code::kDataLoss)
      return StrCat(way.name, ": ", answer.status.ToString());
    if (!answer.status.ok() && answer.status.message().empty()) return StrCat(way.name, ": no message");
    if (!flow.tame) continue;
    if (code == Code::kDeadlineExceeded) return StrCat(way.name, ": ", answer.status.ToString());
    if (&way == ways) {
      first = std::move(answer);
      continue;
    }
    if (first.status.ok() != answer.status.ok()) {
      return StrCat(way.name, ": ", answer.status.ToString(), "; ", ways[0].name, ": ",
                    first.status.ToString());
    }
    if (!answer.status.ok()) continue;
    if (!SameValues(first.fetched, answer.fetched) || !SameValues(first.variables, answer.variables)) {
      std::string text = StrCat(way.name, ", then ", ways[0].name, ":");
      for (const FlowAnswer* each : {&answer, &first}) {
        for (const auto* values : {&each->fetched, &each->variables}) {
          for (const Tensor& value : *values) text += StrCat(" ", value.ToString());
        }
        text += ";";
      }
      return text;
    }
  }
  return "";
}

// For whoever looks into a failure.
inline std::string Describe(const FlowGraph& flow) {
  std::string text;
  if (const auto printed = PrintTextGraphDef(flow.def); printed.ok()) text = *printed;
  for (const auto& [name, value] : flow.feeds)
    text += StrCat("# feed ", name, " = ", value.ToString(), "\n");
  for (const std::string& name : flow.fetches) text += StrCat("# fetch ", name, "\n");
  for (const std::string& name : flow.targets) text += StrCat("# target ", name, "\n");
  return text;
}

}  // namespace runnel::testing

#endif  // RUNNEL_TESTS_SUPPORT_FLOW_RUN_H_
