// runnel quantize: a model with int8 arithmetic, or with its weights in few bits, made of one with
// floats.
//
// The model is frozen, run on samples for the ranges of its tensors, made anew with integers, and run
// beside the old one on the same samples, which says how exact each layer and output is.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <map>

#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/runnel/calibration.h"
#include "tools/runnel/command.h"
#include "tools/runnel/quantize_graph.h"
#include "tools/runnel/record_input.h"
#include "tools/runnel/request.h"
#include "tools/runnel/saved_model.h"
#include "tools/runnel/tensors.h"

namespace runnel::tools {
namespace {

constexpr int64_t kMostSamples = 100'000;

// A frozen graph with a session, and what its inputs and outputs are called.
struct Frozen {
  BytesHandle bytes;
  GraphHandle graph;
  SessionHandle session;
};
struct Named {
  std::string key, tensor;
};

Frozen Freeze(rnl_session_t* session, rnl_runtime_t* runtime, const std::vector<Named>& outputs) {
  std::vector<rnl_str_t> names;
  for (const Named& output : outputs) names.push_back(Str(output.tensor));
  Frozen frozen;
  Check(rnl_session_freeze(session, names.data(), names.size(), Out(&frozen.bytes)));
  Check(rnl_graph_create(runtime, Out(&frozen.graph)));
  Check(rnl_graph_import(frozen.graph.get(), rnl_bytes_view(frozen.bytes.get()), nullptr));
  Check(rnl_session_create(frozen.graph.get(), nullptr, Out(&frozen.session)));
  return frozen;
}

struct Model {
  std::vector<Named> inputs, outputs;
  Frozen frozen;
};

Model Open(rnl_runtime_t* runtime, const Args& args) {
  SavedModel file(runtime, args.positional()[0], args.Text("signature"));
  Model model;
  GraphHandle graph;
  SessionHandle session;
  const std::vector<std::string> fetches = args.All("fetch");
  if (file.is_graph()) {
    graph = file.Graph(runtime);
    Check(rnl_session_create(graph.get(), nullptr, Out(&session)));
    for (const std::string& name : fetches.empty() ? EndsOf(graph.get()) : fetches)
      model.outputs.push_back({name, name});
  } else {
    if (file.outputs().empty()) file.ReadSignature(DefaultSignature(file.raw()));
    std::vector<std::string> inputs, outputs;
    for (const SavedModel::Named& input : file.inputs()) {
      model.inputs.push_back({input.key, input.tensor});
      inputs.push_back(input.tensor);
    }
    for (const SavedModel::Named& output : file.outputs()) {
      const bool wanted =
          fetches.empty() || std::find(fetches.begin(), fetches.end(), output.key) != fetches.end();
      if (wanted) model.outputs.push_back({output.key, output.tensor});
    }
    for (const Named& output : model.outputs) outputs.push_back(output.tensor);
    file.Load(inputs, outputs, nullptr, &graph, &session);
  }
  if (model.outputs.empty()) Fail(args.positional()[0], ": there is nothing to fetch");
  model.frozen = Freeze(session.get(), runtime, model.outputs);
  if (!file.is_graph()) return model;
  std::vector<rnl_output_t> ends;
  for (const Named& output : model.outputs)
    ends.push_back(FindOutput(model.frozen.graph.get(), output.tensor));
  for (const std::string& name : StartsOf(model.frozen.graph.get(), ends))
    model.inputs.push_back({name, name});
  return model;
}

// ---- samples ----

std::vector<Sample> Samples(const Model& model, rnl_runtime_t* runtime, const Args& args) {
  std::vector<InputShape> shapes;
  for (const Named& input : model.inputs) {
    InputShape shape;
    shape.name = input.key;
    const rnl_output_t output = FindOutput(model.frozen.graph.get(), input.tensor);
    shape.dtype = rnl_graph_output_dtype(model.frozen.graph.get(), output);
    int32_t rank = -1;
    Check(rnl_graph_output_shape(model.frozen.graph.get(), output, 0, nullptr, &rank));
    shape.has_rank = rank >= 0;
    shape.dims.resize(static_cast<size_t>(std::max(rank, 0)));
    if (rank > 0)
      Check(rnl_graph_output_shape(model.frozen.graph.get(), output, shape.dims.size(),
                                   shape.dims.data(), &rank));
    shapes.push_back(std::move(shape));
  }
  if (shapes.empty()) Fail("the model has no inputs to calibrate");
  return ReadSamples(runtime, args, shapes,
                     static_cast<size_t>(args.Integer("samples", 128, 1, kMostSamples)));
}

// What tensors are on one sample. Names that the graph lacks are errors.
std::vector<Array> Fetch(const Model& model, const Frozen& frozen, rnl_runtime_t* runtime,
                         const Sample& sample, const std::vector<std::string>& names) {
  Request request;
  for (const Named& input : model.inputs) {
    const rnl_output_t output = FindOutput(frozen.graph.get(), input.tensor);
    request.feeds.push_back(
        {input.key, output,
         ToTensor(runtime, sample.at(input.key), rnl_graph_output_dtype(frozen.graph.get(), output))});
  }
  for (const std::string& name : names) request.fetches.push_back(FindOutput(frozen.graph.get(), name));
  Step step(frozen.session.get(), request);
  step.Run(nullptr, nullptr);
  std::vector<Array> values;
  for (size_t i = 0; i < names.size(); ++i) values.push_back(ToArray(step.fetched(i)));
  return values;
}

std::map<std::string, Range> Calibrate(const Model& model, rnl_runtime_t* runtime,
                                       const std::vector<Sample>& samples, const Args& args) {
  const std::string method = args.Choice("method", "minmax", {"minmax", "percentile", "entropy"});
  const double percent = args.Number("percentile", 99.99, 50, 100);
  const rnl_graph_t* const graph = model.frozen.graph.get();
  std::vector<std::string> names;
  for (size_t i = 0; i < rnl_graph_num_nodes(graph); ++i) {
    const auto node = static_cast<rnl_node_t>(i);
    const bool floats = rnl_graph_num_outputs(graph, node) > 0 &&
                        rnl_graph_output_dtype(graph, rnl_output(node, 0)) == RNL_FLOAT;
    const std::string_view op = View(rnl_graph_node_op(graph, node));
    if (floats && op != "Const" && op != "Placeholder")
      names.emplace_back(View(rnl_graph_node_name(graph, node)));
  }
  // What is fed cannot be fetched: samples say what it is.
  const size_t computed = names.size();
  std::vector<std::string> fed;
  for (const Named& input : model.inputs) {
    const rnl_output_t output = FindOutput(graph, input.tensor);
    if (rnl_graph_output_dtype(graph, output) != RNL_FLOAT) continue;
    names.emplace_back(View(rnl_graph_node_name(graph, output.node)));
    fed.push_back(input.key);
  }
  const std::vector<std::string> fetches(names.begin(),
                                         names.begin() + static_cast<std::ptrdiff_t>(computed));
  std::vector<Spread> spreads(names.size());
  const int passes = method == "minmax" ? 1 : 2;
  Progress progress("samples", static_cast<int64_t>(samples.size()) * passes, ProgressWhen(args));
  for (int pass = 0; pass < passes; ++pass) {
    for (size_t s = 0; s < samples.size(); ++s) {
      std::vector<Array> values = Fetch(model, model.frozen, runtime, samples[s], fetches);
      for (const std::string& key : fed) values.push_back(samples[s].at(key));
      for (size_t i = 0; i < names.size(); ++i)
        pass == 0 ? spreads[i].Widen(values[i]) : spreads[i].Count(values[i]);
      progress.Update(static_cast<int64_t>(static_cast<size_t>(pass) * samples.size() + s + 1), "");
    }
  }
  std::map<std::string, Range> ranges;
  for (size_t i = 0; i < names.size(); ++i) {
    ranges[names[i]] = method == "minmax"       ? spreads[i].Limits()
                       : method == "percentile" ? spreads[i].Percentile(percent)
                                                : spreads[i].Entropy();
  }
  return ranges;
}

// ---- how exact it is ----

struct Accuracy {
  std::string name;
  double signal = 0, noise = 0, max_error = 0;
  bool is_measured = false;  // there were samples
  // Infinite where nothing differs.
  double snr_db() const {
    return noise == 0 ? std::numeric_limits<double>::infinity() : 10 * std::log10(signal / noise);
  }
  void Add(const Array& exact, const Array& got) {
    if (exact.dtype != RNL_FLOAT || got.bytes.size() != exact.bytes.size()) return;
    is_measured = true;
    for (size_t i = 0; i + sizeof(float) <= exact.bytes.size(); i += sizeof(float)) {
      float a, b;
      std::memcpy(&a, exact.bytes.data() + i, sizeof a);
      std::memcpy(&b, got.bytes.data() + i, sizeof b);
      const double error = static_cast<double>(a) - static_cast<double>(b);
      signal += static_cast<double>(a) * static_cast<double>(a);
      noise += error * error;
      max_error = std::max(max_error, std::fabs(error));
    }
  }
};

std::vector<Accuracy> Compare(const Model& model, const Frozen& made, rnl_runtime_t* runtime,
                              const std::vector<Sample>& samples,
                              const std::vector<std::string>& names) {
  std::vector<Accuracy> all(names.size());
  for (size_t i = 0; i < names.size(); ++i) all[i].name = names[i];
  for (const Sample& sample : samples) {
    const std::vector<Array> exact = Fetch(model, model.frozen, runtime, sample, names),
                             got = Fetch(model, made, runtime, sample, names);
    for (size_t i = 0; i < names.size(); ++i) all[i].Add(exact[i], got[i]);
  }
  return all;
}

void WriteAccuracy(const std::vector<Accuracy>& all, JsonWriter* json) {
  json->BeginArray();
  for (const Accuracy& one : all) {
    json->BeginObject().Key("name").String(one.name).Key("snr_db");
    std::isfinite(one.snr_db()) ? json->Double(one.snr_db()) : json->Null();
    json->Key("max_error");
    one.is_measured ? json->Double(one.max_error) : json->Null();
    json->EndObject();
  }
  json->EndArray();
}

// ---- files ----

std::string KindOf(const Args& args, const std::string& path) {
  if (args.Has("to")) return args.Choice("to", "", {"graph", "text", "saved-model"});
  if (path.ends_with(".pb")) return "graph";
  return path.ends_with(".pbtxt") ? "text" : "saved-model";
}

void Write(const Model& model, const Frozen& made, const std::string& kind, const std::string& out,
           const std::string& signature) {
  if (kind == "graph") return WriteFile(out, View(rnl_bytes_view(made.bytes.get())));
  if (kind == "text") {
    BytesHandle bytes;
    Check(rnl_graph_export_text(made.graph.get(), Out(&bytes)));
    return WriteFile(out, View(rnl_bytes_view(bytes.get())));
  }
  MetaGraphHandle meta;
  Check(rnl_meta_graph_create(Out(&meta)));
  for (const Named& input : model.inputs)
    Check(rnl_meta_graph_add_input(meta.get(), Str(signature), Str(input.key), Str(input.tensor)));
  for (const Named& output : model.outputs)
    Check(rnl_meta_graph_add_output(meta.get(), Str(signature), Str(output.key), Str(output.tensor)));
  Check(rnl_saved_model_write(made.session.get(), meta.get(), Str(out)));
}

// What a model takes in memory: its graph with the weights, as large as in the file, and what a session
// holds that has run, such as packed weights.
struct Memory {
  uint64_t before = 0, after = 0;  // of the old model and the new one
};
Memory Measure(const Model& model, const Frozen& made, const Args& args, const Sample& sample) {
  const auto held = [&](const Frozen& frozen) {
    const RuntimeHandle runtime = MakeRuntime(args);
    Frozen own;
    Check(rnl_graph_create(runtime.get(), Out(&own.graph)));
    Check(rnl_graph_import(own.graph.get(), rnl_bytes_view(frozen.bytes.get()), nullptr));
    Check(rnl_session_create(own.graph.get(), nullptr, Out(&own.session)));
    std::vector<std::string> outputs;
    for (const Named& output : model.outputs) outputs.push_back(output.tensor);
    (void)Fetch(model, own, runtime.get(), sample, outputs);
    return View(rnl_bytes_view(frozen.bytes.get())).size() + rnl_runtime_memory_in_use(runtime.get());
  };
  return {held(model.frozen), held(made)};
}

void Tell(const QuantizedGraph& made, const std::vector<Accuracy>& outputs,
          const std::vector<Accuracy>& layers) {
  const auto line = [](const Accuracy& one) {
    if (!one.is_measured) return std::string("    not measured: there are no samples");
    char text[64];
    std::snprintf(text, sizeof text, "%8.1f dB, largest error %g", one.snr_db(), one.max_error);
    return std::string(text);
  };
  for (const Accuracy& one : outputs) PrintLine(Cat("  output ", one.name, line(one)));
  std::vector<Accuracy> worst = layers;
  std::sort(worst.begin(), worst.end(),
            [](const Accuracy& a, const Accuracy& b) { return a.snr_db() < b.snr_db(); });
  constexpr size_t kListed = 5;
  for (size_t i = 0; i < std::min(worst.size(), kListed); ++i)
    PrintLine(Cat("  layer ", worst[i].name, line(worst[i])));
  for (const QuantizedGraph::Left& left : made.left)
    PrintLine(Cat("  float: ", left.op, " ", left.node, ": ", left.why));
}

int Run(const Args& args) {
  const std::string &in = args.positional()[0], &out = args.positional()[1];
  const std::string kind = KindOf(args, out);
  const std::string weights = args.Choice("weights", "", {"", "float16", "bfloat16", "int8", "int4"});
  QuantizeOptions options;
  options.dynamic = args.Has("dynamic");
  if (weights.empty() && !options.dynamic && !args.Has("calibrate"))
    throw UsageError("--calibrate, --dynamic or --weights is missing: what shall be quantised?");
  if (options.dynamic && !weights.empty() && weights != "int8")
    throw UsageError(Cat("--dynamic has weights of int8: --weights ", weights, " computes in floats"));
  options.weight_bits = options.dynamic || weights == "int8" ? 8 : weights == "int4" ? 4 : 0;
  if (weights == "float16") options.weight_type = RNL_HALF;
  if (weights == "bfloat16") options.weight_type = RNL_BFLOAT16;
  options.block = args.Integer("block", 32, 2, 1 << 16);
  if (options.block % 2 != 0) throw UsageError("--block: expected an even number");
  const RuntimeHandle runtime = MakeRuntime(args);
  const Model model = Open(runtime.get(), args);
  std::vector<Sample> samples;
  if (args.Has("calibrate")) samples = Samples(model, runtime.get(), args);
  if (weights.empty() && !options.dynamic)
    options.ranges = Calibrate(model, runtime.get(), samples, args);

  std::vector<rnl_output_t> ends;
  for (const Named& output : model.outputs)
    ends.push_back(FindOutput(model.frozen.graph.get(), output.tensor));
  const QuantizedGraph made =
      QuantizeGraph(model.frozen.graph.get(), model.frozen.session.get(), ends, options);
  Frozen whole;  // with the real numbers of every layer
  whole.graph.reset(rnl_graph_retain(made.graph.get()));
  Check(rnl_session_create(whole.graph.get(), nullptr, Out(&whole.session)));
  std::vector<std::string> outputs;
  for (const Named& output : model.outputs) outputs.push_back(output.tensor);
  std::vector<Accuracy> of_outputs = Compare(model, whole, runtime.get(), samples, outputs);
  for (size_t i = 0; i < of_outputs.size(); ++i) of_outputs[i].name = model.outputs[i].key;
  const std::vector<Accuracy> of_layers = Compare(model, whole, runtime.get(), samples, made.layers);

  const Frozen result = Freeze(whole.session.get(), runtime.get(), model.outputs);
  Write(model, result, kind, out, args.Text("signature", "serving_default"));
  Memory memory;
  if (!samples.empty()) memory = Measure(model, result, args, samples[0]);
  const auto before = View(rnl_bytes_view(model.frozen.bytes.get())).size(),
             after = View(rnl_bytes_view(result.bytes.get())).size();
  if (args.Has("json")) {
    JsonWriter json;
    json.BeginObject().Key("in").String(in).Key("out").String(out).Key("kind").String(kind);
    json.Key("bytes_before").Uint(before).Key("bytes_after").Uint(after);
    if (!samples.empty())
      json.Key("memory_before").Uint(memory.before).Key("memory_after").Uint(memory.after);
    json.Key("samples").Uint(samples.size()).Key("outputs");
    WriteAccuracy(of_outputs, &json);
    json.Key("layers");
    WriteAccuracy(of_layers, &json);
    json.Key("float").BeginArray();
    for (const QuantizedGraph::Left& left : made.left)
      json.BeginObject()
          .Key("node")
          .String(left.node)
          .Key("op")
          .String(left.op)
          .Key("why")
          .String(left.why)
          .EndObject();
    PrintLine(json.EndArray().EndObject().text());
    return 0;
  }
  PrintLine(Cat(out, ": ", kind, ", ", made.layers.size(), " layers quantised, ", made.left.size(),
                " nodes left in floats, ", before, " bytes before and ", after, " after"));
  if (!samples.empty()) {
    PrintLine(Cat("  memory of the graph and of a session that has run: ", memory.before,
                  " bytes before and ", memory.after, " after"));
  }
  Tell(made, of_outputs, of_layers);
  return 0;
}

constexpr Option kOptions[] = {
    {"calibrate", "DATA",
     "samples: NAME=FILE.npy for each input, a FILE.npy if there is only one, a folder with NAME*.npy, "
     "a "
     "FILE.npz with an array for each input, or a file of records of Examples with a feature for each",
     true},
    {"method", "minmax|percentile|entropy", "how ranges follow from samples (default: minmax)"},
    {"percentile", "P", "how many percent of the numbers a range holds (default: 99.99)"},
    {"samples", "N", "use at most so many samples (default: 128)"},
    {"weights", "float16|bfloat16|int8|int4",
     "store the weights so and compute in floats; samples, if there are any, measure accuracy alone. "
     "float16 and bfloat16 stay so in memory, too, where products and convolutions use them"},
    {"dynamic", "",
     "store the weights as int8, and quantise the inputs of convolutions and products in each step; "
     "samples, if there are any, measure accuracy alone"},
    {"block", "N", "how many weights of int4 share a scale (default: 32)"},
    kCompressionOption,
    kSignatureOption,
    {"fetch", "TENSOR", "an output that the model shall have (default: all)", true},
    {"to", "graph|text|saved-model",
     "what OUT is (default: by its ending .pb or .pbtxt; else the folder of a SavedModel)"},
    kThreadsOption,
    kPluginOption,
    kConfigOption,
    kProgressOption,
    kJsonOption};

}  // namespace

constexpr Command kQuantizeCommand = {
    "quantize",
    "MODEL OUT",
    2,
    2,
    "Make a model with int8 arithmetic, or with smaller weights.",
    "MODEL is whatever `runnel run` takes. Filters get a scale for each output channel; tensors "
    "between\n"
    "layers one each, by what they are on the samples. What stays in floats is listed with the reason.\n"
    "Accuracy is measured on the samples: signal to noise, and the largest error, of outputs and "
    "layers.",
    kOptions,
    Run};

}  // namespace runnel::tools
