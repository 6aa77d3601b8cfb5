// runnel inspect: what a model is, and what a session would make of it, without running it.
#include "tools/runnel/inspect.h"
#include "tools/runnel/map_option.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <set>

#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/runnel/request.h"
#include "tools/runnel/saved_model.h"
#include "tools/runnel/tensors.h"

namespace runnel::tools {
namespace {

// "8,?,3", "[]" of a scalar.
std::vector<int64_t> ParseShape(const std::string& text) {
  std::vector<int64_t> dims;
  std::string rest =
      text.starts_with('[') && text.ends_with(']') ? text.substr(1, text.size() - 2) : text;
  while (!rest.empty()) {
    const size_t comma = rest.find(',');
    const std::string dim = rest.substr(0, comma);
    rest = comma == std::string::npos ? "" : rest.substr(comma + 1);
    const bool digits =
        !dim.empty() && dim.size() < 19 && dim.find_first_not_of("0123456789") == std::string::npos;
    if (!digits && dim != "?") {
      throw UsageError(Cat("--feed: expected NAME=SHAPE such as x=8,?,3 or x=[], got \"", text, "\""));
    }
    dims.push_back(digits ? std::stoll(dim) : -1);
  }
  return dims;
}

SessionOptionsHandle ReadOptions(const std::string& device, const Args& args, bool with_passes) {
  SessionOptionsHandle options;
  Check(rnl_session_options_create(Out(&options)));
  if (!device.empty()) Check(rnl_session_options_set_default_device(options.get(), Str(device)));
  if (!with_passes || args.Choice("optimise", "on", {"on", "off"}) == "off") {
    Check(rnl_session_options_disable_pass(options.get(), rnl_str("all")));
  }
  Check(rnl_session_options_set_soft_placement(options.get(), args.Has("soft-placement")));
  Check(rnl_session_options_set_automatic_placement(options.get(), args.Has("automatic-placement")));
  return options;
}

struct Tensors {
  std::vector<std::string> keys, tensors;
};

Tensors TensorsOf(const rnl_saved_model_t* model, size_t signature, bool inputs, JsonWriter* json,
                  std::string* text) {
  Tensors all;
  const size_t count = inputs ? rnl_saved_model_num_inputs(model, signature)
                              : rnl_saved_model_num_outputs(model, signature);
  json->Key(inputs ? "inputs" : "outputs").BeginArray();
  for (size_t i = 0; i < count; ++i) {
    rnl_str_t key, tensor;
    rnl_dtype_t dtype = RNL_INVALID;
    Check((inputs ? rnl_saved_model_input : rnl_saved_model_output)(model, signature, i, &key, &tensor,
                                                                    &dtype));
    json->BeginObject().Key("key").String(View(key)).Key("tensor").String(View(tensor));
    json->Key("dtype").String(View(rnl_dtype_name(dtype))).EndObject();
    *text += Cat("    ", inputs ? "input " : "output ", View(key), " = ", View(tensor), " ",
                 View(rnl_dtype_name(dtype)), "\n");
    if (tensor.size == 0) continue;  // of several parts
    all.keys.emplace_back(View(key));
    all.tensors.emplace_back(View(tensor));
  }
  json->EndArray();
  return all;
}

// What the runtime logs: warnings go to standard error, the values of planning are kept while they are
// wanted.
struct InspectionLog {
  bool wanted = false;
  std::vector<std::string> values;

  static void Add(void* arg, rnl_severity_t severity, rnl_str_t message) {
    auto* const log = static_cast<InspectionLog*>(arg);
    if (severity >= RNL_LOG_WARNING) {
      std::fprintf(stderr, "runnel: %s: %.*s\n", severity == RNL_LOG_WARNING ? "warning" : "error",
                   static_cast<int>(message.size), message.data);
    } else if (log->wanted) {
      log->values.emplace_back(View(message));
    }
  }
};

class Inspection {
 public:
  explicit Inspection(const Args& args)
      : args_(args),
        runtime_(MakeRuntime(args, args.Has("values") ? InspectionLog::Add : nullptr, &log_)),
        device_(DeviceName(runtime_.get(), args)) {}

  int Run() {
    json_.BeginObject().Key("graph").String(args_.positional()[0]).Key("signatures").BeginArray();
    const SessionOptionsHandle options = ReadOptions(device_, args_, true);
    const SavedModel model(runtime_.get(), args_.positional()[0], "");
    if (!model.is_graph()) {
      LoadPart(model.raw(), options.get());
    } else {
      if (args_.Has("signature")) throw UsageError("--signature is for SavedModels and imported models");
      json_.EndArray();
      graph_ = model.Graph(runtime_.get());
      Check(rnl_session_create(graph_.get(), options.get(), Out(&session_)));
      ReadFetches();
    }
    ReadFeeds();
    DescribeSummary(runtime_.get(), graph_.get(), &json_, &text_);
    DescribePlans();
    Draw();
    json_.EndObject();
    if (text_.ends_with('\n')) text_.pop_back();
    PrintLine(args_.Has("json") ? json_.text() : text_);
    return 0;
  }

 private:
  // Of a SavedModel or an imported model: what a signature needs.
  void LoadPart(rnl_saved_model_t* model, const rnl_session_options_t* options) {
    const std::string chosen =
        args_.Has("signature") ? args_.Text("signature") : DefaultSignature(model);
    std::vector<std::string> inputs, outputs;
    bool found = false;
    for (size_t s = 0; s < rnl_saved_model_num_signatures(model); ++s) {
      const std::string key(View(rnl_saved_model_signature_key(model, s)));
      json_.BeginObject().Key("key").String(key).Key("method").String(
          View(rnl_saved_model_signature_method(model, s)));
      text_ += Cat("  signature ", key, "\n");
      const Tensors in = TensorsOf(model, s, true, &json_, &text_);
      const Tensors out = TensorsOf(model, s, false, &json_, &text_);
      json_.EndObject();
      if (key != chosen) continue;
      found = true;
      for (size_t i = 0; i < in.keys.size(); ++i) tensors_[in.keys[i]] = in.tensors[i];
      for (size_t i = 0; i < out.keys.size(); ++i) tensors_[out.keys[i]] = out.tensors[i];
      inputs = in.tensors;
      outputs = out.tensors;
    }
    json_.EndArray();
    if (!found) Fail("--signature: ", args_.positional()[0], " has no signature ", chosen);
    if (args_.Has("fetch")) {
      outputs.clear();
      for (const std::string& name : args_.All("fetch")) outputs.push_back(TensorOf(name));
    }
    const auto views = [](const std::vector<std::string>& names) {
      std::vector<rnl_str_t> all;
      for (const std::string& name : names) all.push_back(Str(name));
      return all;
    };
    const std::vector<rnl_str_t> in = views(inputs), out = views(outputs);
    Check(rnl_saved_model_load(model, in.data(), in.size(), out.data(), out.size(), options,
                               Out(&graph_), Out(&session_)));
    for (const std::string& name : outputs) what_.fetches.push_back(FindOutput(graph_.get(), name));
  }

  std::string TensorOf(const std::string& name) const {
    const auto it = tensors_.find(name);
    return it == tensors_.end() ? name : it->second;
  }

  // Without --fetch and --target: what nothing uses, or where that has no outputs, what does nothing
  // else.
  void ReadFetches() {
    for (const std::string& name : args_.All("fetch"))
      what_.fetches.push_back(FindOutput(graph_.get(), name));
    for (const std::string& name : args_.All("target"))
      what_.targets.push_back(FindNode(graph_.get(), name));
    if (!what_.fetches.empty() || !what_.targets.empty()) return;
    std::set<rnl_node_t> used;
    const auto count = static_cast<rnl_node_t>(rnl_graph_num_nodes(graph_.get()));
    for (rnl_node_t node = 0; node < count; ++node) {
      for (size_t k = 0; k < rnl_graph_num_inputs(graph_.get(), node); ++k)
        used.insert(rnl_graph_input(graph_.get(), node, k).node);
      for (size_t k = 0; k < rnl_graph_num_control_inputs(graph_.get(), node); ++k)
        used.insert(rnl_graph_control_input(graph_.get(), node, k));
    }
    for (rnl_node_t node = 0; node < count; ++node) {
      if (used.contains(node) || View(rnl_graph_node_op(graph_.get(), node)) == "Placeholder") continue;
      const bool fetchable = rnl_graph_num_outputs(graph_.get(), node) > 0 &&
                             rnl_graph_output_dtype(graph_.get(), rnl_output(node, 0)) != RNL_RESOURCE;
      if (fetchable) {
        what_.fetches.push_back(rnl_output(node, 0));
      } else {
        what_.targets.push_back(node);
      }
    }
    if (what_.fetches.empty() && what_.targets.empty())
      Fail(args_.positional()[0], ": has nothing to run");
  }

  // --feed, and the placeholders that it does not name, as the graph has them.
  void ReadFeeds() {
    std::set<rnl_node_t> fed;
    for (const std::string& text : args_.All("feed")) {
      const auto [name, shape] = SplitFeed(text, "NAME=SHAPE");
      what_.feeds.push_back(FindOutput(graph_.get(), TensorOf(name)));
      if (shape.ends_with(".npy")) {
        const rnl_dtype_t dtype = rnl_graph_output_dtype(graph_.get(), what_.feeds.back());
        TensorHandle tensor = ToTensor(runtime_.get(), ReadNpy(shape), dtype);
        const int64_t* dims = rnl_tensor_dims(tensor.get());
        what_.feed_dims.emplace_back(dims, dims + rnl_tensor_rank(tensor.get()));
        fed_.resize(what_.feeds.size());
        fed_.back() = std::move(tensor);
      } else {
        what_.feed_dims.push_back(ParseShape(shape));
      }
      what_.feed_ranks.push_back(static_cast<int32_t>(what_.feed_dims.back().size()));
      if (what_.feeds.back().index == 0) fed.insert(what_.feeds.back().node);
    }
    const auto count = static_cast<rnl_node_t>(rnl_graph_num_nodes(graph_.get()));
    for (rnl_node_t node = 0; node < count; ++node) {
      if (View(rnl_graph_node_op(graph_.get(), node)) != "Placeholder" || fed.contains(node) ||
          !IsOfTheModel(graph_.get(), node)) {
        continue;
      }
      what_.feeds.push_back(rnl_output(node, 0));
      what_.feed_dims.emplace_back();
      what_.feed_ranks.push_back(-1);
    }
  }

  void DescribePlans() {
    if (args_.Has("shapes")) {
      // Of the graph as it is: passes would take nodes away.
      SessionHandle plain;
      Check(rnl_session_create(graph_.get(), ReadOptions(device_, args_, false).get(), Out(&plain)));
      DescribeShapes(MakePlan(plain.get(), what_).get(), &json_, &text_);
    }
    if (args_.Has("passes")) DescribePasses(plan(), &json_, &text_);
    if (args_.Has("values")) DescribeValues();
    if (args_.Has("memory")) DescribeMemory(plan(), &json_, &text_);
    if (args_.Has("placement")) {
      RunSteps();
      DescribePlacement(plan(), &json_, &text_);
    }
  }

  void DescribeValues() {
    const SessionOptionsHandle options = ReadOptions(device_, args_, true);
    Check(rnl_session_options_set_print_passes(options.get(), true));
    SessionHandle printing;
    Check(rnl_session_create(graph_.get(), options.get(), Out(&printing)));
    log_.wanted = true;
    MakePlan(printing.get(), what_);
    log_.wanted = false;
    json_.Key("values").BeginArray();
    for (const std::string& value : log_.values) {
      json_.String(value);
      text_ += Cat("\n", value, "\n");
    }
    json_.EndArray();
  }

  // --init, then --steps, measured: what the plan is told with knows them.
  void RunSteps() {
    const int64_t steps = args_.Integer("steps", 0, 1, 1'000'000);
    if (steps == 0) return;
    for (const std::string& name : args_.All("init")) {
      const rnl_str_t target = Str(name);
      Check(rnl_session_run(session_.get(), nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0, &target,
                            1, nullptr));
    }
    Request request;
    request.fetches = what_.fetches;
    request.targets = what_.targets;
    fed_.resize(what_.feeds.size());
    for (size_t i = 0; i < what_.feeds.size(); ++i) {
      Feed& feed = request.feeds.emplace_back();
      feed.output = what_.feeds[i];
      feed.tensor = fed_[i] == nullptr ? Zeros(i) : std::move(fed_[i]);
    }
    Step step(session_.get(), request);
    Handle<rnl_run_options_t, rnl_run_options_release> options;
    Check(rnl_run_options_create(Out(&options)));
    step.Run(options.get(), nullptr);  // the first one allocates what later ones keep
    Check(rnl_run_options_set_profile(options.get(), true));
    for (int64_t i = 0; i < steps; ++i) step.Run(options.get(), nullptr);
  }

  TensorHandle Zeros(size_t feed) {
    const std::vector<int64_t>& dims = what_.feed_dims[feed];
    const bool whole = what_.feed_ranks[feed] >= 0 &&
                       std::none_of(dims.begin(), dims.end(), [](int64_t dim) { return dim < 0; });
    if (!whole) {
      throw UsageError(Cat("--steps: give ",
                           View(rnl_graph_node_name(graph_.get(), what_.feeds[feed].node)),
                           " by --feed, as NAME=FILE.npy or a shape without \"?\""));
    }
    TensorHandle tensor;
    Check(rnl_tensor_create(runtime_.get(), rnl_graph_output_dtype(graph_.get(), what_.feeds[feed]),
                            what_.feed_ranks[feed], dims.data(), Out(&tensor)));
    void* data = nullptr;
    Check(rnl_tensor_mutable_data(tensor.get(), &data));
    if (data != nullptr) std::memset(data, 0, rnl_tensor_size_bytes(tensor.get()));
    return tensor;
  }

  void Draw() {
    const auto write = [&](const char* option, const char* key, auto draw) {
      if (!args_.Has(option)) return;
      WriteFile(args_.Text(option), draw());
      json_.Key(key).String(args_.Text(option));
      text_ += Cat(args_.Text(option), "\n");
    };
    const bool all = !args_.Has("fetch") && !args_.Has("target");
    write("svg", "svg", [&] {
      return all ? GraphSvg(graph_.get(), {}, {}) : GraphSvg(graph_.get(), what_.fetches, what_.targets);
    });
    write("memory-svg", "memory_svg", [&] { return MemorySvg(plan()); });
  }

  const rnl_plan_t* plan() {
    if (plan_ == nullptr) plan_ = MakePlan(session_.get(), what_);
    return plan_.get();
  }

  const Args& args_;
  InspectionLog log_;
  const RuntimeHandle runtime_;
  const std::string device_;
  GraphHandle graph_;
  SessionHandle session_;
  std::map<std::string, std::string> tensors_;  // of a signature, by key
  Inspected what_;
  std::vector<TensorHandle> fed_;  // by feed; null: given by its shape
  PlanHandle plan_;
  JsonWriter json_;
  std::string text_;
};

int Run(const Args& args) { return Inspection(args).Run(); }

constexpr Option kOptions[] = {
    {"feed", "NAME=SHAPE",
     "plan for a feed of this shape: x=8,784, x=?,784, x=[] (default: the graph's)", true},
    {"fetch", "TENSOR", "plan and draw what this needs (default: all that nothing uses)", true},
    {"target", "NODE", "likewise, without fetching from it", true},
    {"shapes", "", "every node's outputs, inferred for those feeds"},
    {"passes", "", "what each pass did: nodes before and after"},
    {"values", "",
     "what planning makes: the graph after each pass, its loops, the regions, the program"},
    {"memory", "", "the arenas: every value's place, and from when to when it is used"},
    {"placement", "", "every node's device, what it is estimated to take there, and why it is there"},
    {"steps", "N",
     "with --placement: run so many steps first, and tell what they took; --feed then also takes "
     "NAME=FILE.npy, and a shape is fed with zeros"},
    kInitOption,
    {"svg", "FILE", "draw the graph; functions are single nodes, small constants are left out"},
    {"memory-svg", "FILE", "draw memory over time"},
    {"signature", "KEY", "of a SavedModel (default: serving_default, else the first)"},
    {"optimise", "on|off", "plan with or without passes (default: on)"},
    kDeviceOption,
    kSoftPlacementOption,
    kAutomaticPlacementOption,
    kMapOption,
    kPluginOption,
    kConfigOption,
    kJsonOption};

}  // namespace

constexpr Command kInspectCommand = {
    "inspect",
    "GRAPH",
    1,
    1,
    "Tell what a model is and how it would run.",
    "GRAPH is a GraphDef or MetaGraph, binary or text, the folder of a SavedModel, or a model that a "
    "plugin imports: ONNX, TFLite. Nothing is run "
    "but by --steps. "
    "Without "
    "options\n"
    "it counts nodes and parameters and lists inputs, outputs, functions and signatures.",
    kOptions,
    Run};

}  // namespace runnel::tools
