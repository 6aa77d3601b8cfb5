// runnel grad: adds gradients to a graph.
#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/runnel/command.h"

namespace runnel::tools {
namespace {

std::vector<rnl_output_t> FindOutputs(const rnl_graph_t* graph, const std::vector<std::string>& names) {
  std::vector<rnl_output_t> outputs;
  for (const std::string& name : names) outputs.push_back(FindOutput(graph, name));
  return outputs;
}

int Run(const Args& args) {
  if (!args.Has("loss")) throw UsageError("expected --loss TENSOR");
  if (!args.Has("wrt")) throw UsageError("expected --wrt TENSOR");
  if (!args.Has("out")) throw UsageError("expected --out FILE");
  const RuntimeHandle runtime = MakeRuntime(args);
  const GraphHandle graph = LoadGraph(runtime.get(), args.positional()[0]);
  const std::vector<std::string> names = args.All("wrt");
  const std::vector<rnl_output_t> ys = FindOutputs(graph.get(), args.All("loss"));
  const std::vector<rnl_output_t> xs = FindOutputs(graph.get(), names);
  std::vector<rnl_output_t> gradients(xs.size());
  Check(rnl_graph_add_gradients(graph.get(), ys.data(), nullptr, ys.size(), xs.data(), xs.size(),
                                nullptr, 0, Str(args.Text("scope", "gradients")), gradients.data()));
  std::string unreached;
  for (size_t i = 0; i < xs.size(); ++i) {
    if (gradients[i].node == RNL_NO_NODE) unreached += Cat(unreached.empty() ? "" : ", ", names[i]);
  }
  if (!unreached.empty()) Fail("the loss does not depend on ", unreached);

  const std::string path = args.Text("out");
  BytesHandle bytes;
  if (path.ends_with(".pbtxt")) {
    Check(rnl_graph_export_text(graph.get(), Out(&bytes)));
  } else {
    Check(rnl_graph_export(graph.get(), Out(&bytes)));
  }
  WriteFile(path, View(rnl_bytes_view(bytes.get())));

  JsonWriter json;
  json.BeginObject().Key("graph").String(path).Key("gradients").BeginArray();
  std::string text;
  for (size_t i = 0; i < xs.size(); ++i) {
    const std::string name =
        Cat(View(rnl_graph_node_name(graph.get(), gradients[i].node)), ":", gradients[i].index);
    json.BeginObject().Key("wrt").String(names[i]).Key("gradient").String(name).EndObject();
    text += Cat(text.empty() ? "" : "\n", names[i], "  ", name);
  }
  PrintLine(args.Has("json") ? json.EndArray().EndObject().text() : text);
  return 0;
}

constexpr Option kOptions[] = {
    {"loss", "TENSOR", "what is differentiated; several are summed", true},
    {"wrt", "TENSOR", "with respect to what; a variable's handle will do", true},
    {"out", "FILE", "where the graph goes: .pbtxt is text, anything else binary"},
    {"scope", "NAME", "where the new nodes are named (default: gradients)"},
    kJsonOption,
    kPluginOption};

}  // namespace

constexpr Command kGradCommand = {"grad",
                                  "GRAPH",
                                  1,
                                  1,
                                  "Add the gradients of a loss to a graph.",
                                  "GRAPH is a GraphDef or MetaGraph, binary or text, or a model that a "
                                  "plugin imports. Prints the name of the gradient of each --wrt.",
                                  kOptions,
                                  Run};

}  // namespace runnel::tools
