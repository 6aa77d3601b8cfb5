// runnel compile: a model after planning, in a file from which a start is quick.
#include "tools/runnel/compile.h"

#include <utility>

#include "tools/common/error.h"
#include "tools/runnel/map_option.h"
#include "tools/runnel/open_model.h"

namespace runnel::tools {
namespace {

int Run(const Args& args) {
  const std::string &in = args.positional()[0], &out = args.positional()[1];
  const RuntimeHandle runtime = MakeRuntime(args);
  const OpenedModel model = OpenModel(runtime.get(), args);
  const rnl_graph_t* graph = model.loaded.graph.get();
  InputShapes shapes(args);
  std::vector<std::vector<int64_t>> dims;
  std::vector<rnl_output_t> feeds;
  std::vector<rnl_str_t> feed_keys, fetch_keys;
  std::vector<int32_t> ranks;
  std::vector<const int64_t*> pointers;
  for (const Feed& feed : model.request.feeds) {
    feeds.push_back(feed.output);
    feed_keys.push_back(Str(feed.name));
    dims.push_back(shapes.Of(graph, feed.name, feed.output));
    ranks.push_back(static_cast<int32_t>(dims.back().size()));
  }
  shapes.CheckUsed();
  for (const std::vector<int64_t>& one : dims) pointers.push_back(one.data());
  for (const std::string& name : model.request.fetch_names) fetch_keys.push_back(Str(name));
  shapes.Explain([&] {
    Check(rnl_session_save_plan(model.loaded.session.get(), feeds.data(), feed_keys.data(), ranks.data(),
                                pointers.data(), feeds.size(), model.request.fetches.data(),
                                fetch_keys.data(), fetch_keys.size(), Str(out)));
  });
  if (args.Has("json")) {
    JsonWriter json;
    json.BeginObject().Key("in").String(in).Key("format").String(model.format);
    json.Key("out").String(out).Key("inputs").BeginArray();
    for (size_t i = 0; i < dims.size(); ++i) {
      json.BeginObject().Key("name").String(model.request.feeds[i].name).Key("shape").BeginArray();
      for (const int64_t dim : dims[i]) json.Int(dim);
      json.EndArray().EndObject();
    }
    json.EndArray().Key("outputs").BeginArray();
    for (const std::string& name : model.request.fetch_names) json.String(name);
    PrintLine(json.EndArray().EndObject().text());
    return 0;
  }
  std::string inputs;
  for (size_t i = 0; i < dims.size(); ++i) {
    inputs += Cat(i == 0 ? "" : ", ", model.request.feeds[i].name, "[");
    for (size_t d = 0; d < dims[i].size(); ++d) inputs += Cat(d == 0 ? "" : ",", dims[i][d]);
    inputs += "]";
  }
  PrintLine(Cat(out, ": a plan of ", in, " for ", inputs.empty() ? "no inputs" : inputs));
  return 0;
}

constexpr Option kOptions[] = {kShapeOption,   kBatchOption,         kOutputsOption, kSignatureOption,
                               kDeviceOption,  kSoftPlacementOption, kPassesOption,  kTimeoutOption,
                               kThreadsOption, kMapOption,           kPluginOption,  kConfigOption,
                               kJsonOption};

}  // namespace

constexpr Command kCompileCommand = {
    "compile",
    "MODEL OUT",
    2,
    2,
    "Write a model as planned, for quick starts.",
    "MODEL is whatever run takes, without variables (convert --freeze makes constants of them). OUT "
    "has\n"
    "the graph after all passes, and weights in the order in which kernels read them: whatever takes a\n"
    "model takes it, plans at once, and computes the same bits. It fits inputs of these shapes, this\n"
    "build, and processors with the same vector instructions.",
    kOptions,
    Run};

}  // namespace runnel::tools
