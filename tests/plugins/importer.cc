// A plugin that reads a format of its own, "DOT": the word, then lines that say what the model is.
//   scale 3          y = 3 x
//   scale_of FILE    the factor is what FILE says, beside the model
//   body             y = 3 x in a function, whose nodes name tensors as graphs do
//   unknown          y is of an op that nobody has
//   broken           the result is no MetaGraph
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/sdk/graph_writer.h"
#include "plugins/sdk/plugin.h"

namespace {

using namespace runnel::plugin;  // NOLINT: a plugin of one file

constexpr std::string_view kMark = "DOT\n";

int32_t Sniff(const void* head, size_t size, uint64_t) {
  return std::string_view(static_cast<const char*>(head), size).starts_with(kMark) ? 1 : 0;
}

std::string Scalar(NodeList* list, float value) {
  const std::string_view bytes(reinterpret_cast<const char*>(&value), sizeof(value));
  return list->Const("factor", RNLP_FLOAT, TensorMessage(RNLP_FLOAT, {}, bytes));
}

// x times a factor, by way of a node with two outputs, so that one of them has a number.
std::string Scaled(NodeList* list, const std::string& x, float factor) {
  const int64_t halves = 2;
  int32_t axis = 0;
  const std::string_view bytes(reinterpret_cast<const char*>(&axis), sizeof(axis));
  const std::string dim = list->Const("axis", RNLP_INT32, TensorMessage(RNLP_INT32, {}, bytes));
  const std::string split =
      list->Node("Split", "split").In(dim).In(x).Int("num_split", halves).Type("T", RNLP_FLOAT).Done();
  const std::string swapped = list->Node("ConcatV2", "swapped")
                                  .In(Output(split, 1))
                                  .In(split)
                                  .In(dim)
                                  .Int("N", halves)
                                  .Type("T", RNLP_FLOAT)
                                  .Type("Tidx", RNLP_INT32)
                                  .Done();
  return list->Node("Mul", "the product")
      .In(swapped)
      .In(Scalar(list, factor))
      .Type("T", RNLP_FLOAT)
      .Done();
}

// x times the sum of many weights: the bytes of the model itself, wherever they lie, or twice as much in
// memory of the host.
std::string Weighed(NodeList* list, const std::string& x, std::string_view weights, bool is_computed) {
  const std::vector<int64_t> dims = {static_cast<int64_t>(weights.size() / sizeof(float))};
  std::string w;
  if (is_computed) {
    const auto content = list->NewContent(weights.size());
    for (size_t i = 0; i + sizeof(float) <= weights.size(); i += sizeof(float)) {
      float weight;
      std::memcpy(&weight, weights.data() + i, sizeof(weight));
      weight *= 2;
      std::memcpy(content->data() + i, &weight, sizeof(weight));
    }
    w = list->Const("weights", RNLP_FLOAT, dims, *content);
  } else {
    w = list->Const("weights", RNLP_FLOAT, dims, weights);
  }
  int32_t axis = 0;
  const std::string_view bytes(reinterpret_cast<const char*>(&axis), sizeof(axis));
  const std::string dim = list->Const("axis", RNLP_INT32, TensorMessage(RNLP_INT32, {}, bytes));
  const std::string sum =
      list->Node("Sum", "sum").In(w).In(dim).Type("T", RNLP_FLOAT).Type("Tidx", RNLP_INT32).Done();
  return list->Node("Mul", "the product").In(x).In(sum).Type("T", RNLP_FLOAT).Done();
}

rnlp_status_t* Import(const rnlp_host_t* host, rnlp_instance_t*, const rnlp_import_t* import) {
  std::string_view text(import->model.data, import->model.size);
  text.remove_prefix(kMark.size());
  const std::string what(text.substr(0, text.find_first_of(" \n")));
  std::string rest(text.substr(std::min(text.size(), what.size() + 1)));
  while (!rest.empty() && rest.back() == '\n') rest.pop_back();
  if (what == "broken") return import->append(import, "\xff\xff\xff", 3);
  if (what == "scale_of") {
    rnlp_str_t file;
    RNLP_TRY(import->open(import, rest.data(), rest.size(), &file));
    rest.assign(file.data, file.size);
  } else if (what != "scale" && what != "body" && what != "unknown" && what != "weights" &&
             what != "computed") {
    return Fail(host, RNLP_DATA_LOSS, "line 1: \"%s\" is no model", what.c_str());
  }
  float factor = rest.empty() ? 3 : std::strtof(rest.c_str(), nullptr);
  if (const rnlp_str_t more = import->option(import, "twice", 5); more.data != nullptr) factor *= 2;

  GraphWriter graph(host, import);
  const std::vector<int64_t> dims = {2};
  const std::string x =
      graph.Node("Placeholder", "the input").Type("dtype", RNLP_FLOAT).Shape("shape", dims).Done();
  std::string y;
  if (what == "weights" || what == "computed") {
    y = Weighed(&graph, x, text.substr(what.size() + 1), what == "computed");
  } else if (what == "unknown") {
    y = graph.Node("DOT>Nothing", "nothing").In(x).Type("T", RNLP_FLOAT).Done();
  } else if (what == "body") {
    FunctionWriter body;
    const std::string argument = body.Argument("input", RNLP_FLOAT);
    body.Result(Scaled(&body, argument, factor), RNLP_FLOAT);
    graph.Function("body", body);
    const int32_t type = RNLP_FLOAT;
    y = graph.Node("PartitionedCall", "call")
            .In(x)
            .Types("Tin", {&type, 1})
            .Types("Tout", {&type, 1})
            .Function("f", "body")
            .Done();
  } else {
    y = Scaled(&graph, x, factor);
  }
  const SignatureTensor input{"the input", x, RNLP_FLOAT, dims, false};
  const SignatureTensor output{"the output", y, RNLP_FLOAT, dims, false};
  graph.Signature("serving_default", {&input, 1}, {&output, 1});
  return graph.Finish();
}

constexpr rnlp_importer_row_t kRow = {
    .size_bytes = RNLP_SIZE_TO(rnlp_importer_row_t, import),
    .flags = 0,
    .id = "dot",
    .name = "DOT",
    .suffixes = ".dot",
    .options = "twice",
    .doc = "A format of tests.",
    .sniff = Sniff,
    .import = Import,
    .export_model = nullptr,
};
constexpr const rnlp_importer_row_t* kImporters[] = {&kRow};
constexpr rnlp_plugin_t kPlugin = MakePlugin({.id = "test.importer",
                                              .version = "1",
                                              .min_host_minor = 3,
                                              .importers = kImporters,
                                              .num_importers = 1});

}  // namespace

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) { return &kPlugin; }
