// cancel: how long a run goes on after it was told to end, at moments all over its length: while its
// functions are inlined, its constants folded, its kernels made, and while long kernels run.
#include <algorithm>
#include <cmath>
#include <thread>

#include "tools/benchmarks/bench.h"
#include "tools/common/error.h"

namespace runnel::tools {
namespace {

constexpr int kRounds = 25;
constexpr double kLimitMs = 100;

using CancellationHandle = Handle<rnl_cancellation_t, rnl_cancellation_release>;

// One node calls functions that each call the next ten times, `depth` deep.
std::string LaughsText(int depth) {
  const auto call = [](const std::string& kind, const std::string& name, const std::string& function,
                       const std::string& input) {
    return Cat(
        kind, " { name: '", name, "' op: 'PartitionedCall' input: '", input,
        "' attr { key: 'f' value { func { name: '", function,
        "' } } } attr { key: 'Tin' value { list { type: DT_FLOAT } } } attr { key: 'Tout' value { "
        "list { type: DT_FLOAT } } } }\n");
  };
  const auto function = [](const std::string& name, const std::string& nodes,
                           const std::string& result) {
    return Cat("function { signature { name: '", name,
               "' input_arg { name: 'x' type: DT_FLOAT } output_arg { name: 'y' type: DT_FLOAT } }\n",
               nodes, "ret { key: 'y' value: '", result, "' } }\n");
  };
  std::string functions;
  for (int level = 0; level < depth; ++level) {
    std::string nodes;
    for (int i = 0; i < 10; ++i) {
      nodes += call("node_def", Cat("c", i), Cat("f", level + 1),
                    i == 0 ? std::string("x") : Cat("c", i - 1, ":output:0"));
    }
    functions += function(Cat("f", level), nodes, "c9:output:0");
  }
  functions +=
      function(Cat("f", depth),
               "node_def { name: 'n' op: 'Neg' input: 'x' attr { key: 'T' value { type: DT_FLOAT } } "
               "}\n",
               "n:y:0");
  return Cat(
      "node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } attr { key: "
      "'shape' value { shape { } } } }\n",
      call("node", "y", "f0", "x"), "library { ", functions, "}");
}

rnl_output_t AddInts(rnl_graph_t* graph, const std::vector<int32_t>& values, bool scalar = false) {
  TensorHandle tensor;
  rnl_output_t out;
  const int64_t size = static_cast<int64_t>(values.size());
  Check(rnl_tensor_from_data(rnl_graph_runtime(graph), RNL_INT32, scalar ? 0 : 1, &size, values.data(),
                             values.size() * sizeof(int32_t), Out(&tensor)));
  Check(rnl_graph_add_constant(graph, rnl_str(""), tensor.get(), &out));
  return out;
}

rnl_output_t AddRandom(rnl_graph_t* graph, const char* op, const std::vector<int32_t>& dims) {
  rnl_node_builder_t* builder = rnl_node_builder_create(graph, Str(op), rnl_str(""));
  rnl_node_builder_add_input(builder, AddInts(graph, dims));
  rnl_node_builder_set_attr_type(builder, rnl_str("dtype"), RNL_FLOAT);
  rnl_node_t node = RNL_NO_NODE;
  Check(rnl_node_builder_finish(builder, &node));
  return rnl_output(node, 0);
}

struct Case {
  const char* name;
  bool plans;  // each run in a session of its own: planning is what takes long
  rnl_output_t (*build)(rnl_graph_t* graph);
};

rnl_output_t Laughs(rnl_graph_t* graph, int depth) {
  std::string text = LaughsText(depth);
  std::replace(text.begin(), text.end(), '\'', '"');
  Check(rnl_graph_import(graph, Str(text), nullptr));
  rnl_output_t out;
  Check(rnl_graph_find_output(graph, rnl_str("y"), &out));
  return out;
}

constexpr Case kCases[] = {
    {"plan 10^4 calls", true, [](rnl_graph_t* g) { return Laughs(g, 4); }},
    {"plan 10^5 calls", true, [](rnl_graph_t* g) { return Laughs(g, 5); }},
    {"fold constants", true,
     [](rnl_graph_t* g) {
       rnl_output_t value = AddOp(g, "Fill", {AddInts(g, {2'000'000}), AddScalar(g, 0.5)});
       for (int i = 0; i < 60; ++i) value = AddOp(g, "Tanh", {value});
       return AddOp(g, "Sum", {value, AddInts(g, {0}, true)});
     }},
    {"RandomUniform", false,
     [](rnl_graph_t* g) { return AddRandom(g, "RandomUniform", {100'000'000}); }},
    {"TruncatedNormal", false,
     [](rnl_graph_t* g) { return AddRandom(g, "TruncatedNormal", {20'000'000}); }},
    {"MatMul", false,
     [](rnl_graph_t* g) {
       const rnl_output_t a = AddRandom(g, "RandomUniform", {4000, 4000});
       return AddOp(g, "MatMul", {a, a});
     }},
    {"BatchMatMul", false,
     [](rnl_graph_t* g) {
       const rnl_output_t a = AddRandom(g, "RandomUniform", {2000, 128, 128});
       return AddOp(g, "BatchMatMulV2", {a, a});
     }},
    {"TopK", false,
     [](rnl_graph_t* g) {
       return AddOp(g, "TopKV2",
                    {AddRandom(g, "RandomUniform", {8'000'000}), AddInts(g, {4'000'000}, true)});
     }},
    {"element-wise", false,
     [](rnl_graph_t* g) {
       rnl_output_t value = AddRandom(g, "RandomUniform", {20'000'000});
       for (int i = 0; i < 12; ++i) value = AddOp(g, "Sin", {value});
       return value;
     }},
    {"Sum", false,
     [](rnl_graph_t* g) {
       return AddOp(g, "Sum", {AddRandom(g, "RandomUniform", {100'000'000}), AddInts(g, {0}, true)});
     }},
    {"Conv2D", false,
     [](rnl_graph_t* g) {
       rnl_node_builder_t* b = rnl_node_builder_create(g, rnl_str("Conv2D"), rnl_str(""));
       rnl_node_builder_add_input(b, AddRandom(g, "RandomUniform", {16, 224, 224, 32}));
       rnl_node_builder_add_input(b, AddRandom(g, "RandomUniform", {3, 3, 32, 64}));
       const int64_t strides[] = {1, 1, 1, 1};
       rnl_node_builder_set_attr_int_list(b, rnl_str("strides"), strides, 4);
       rnl_node_builder_set_attr_string(b, rnl_str("padding"), rnl_str("SAME"));
       rnl_node_t node = RNL_NO_NODE;
       Check(rnl_node_builder_finish(b, &node));
       return rnl_output(node, 0);
     }},
};

class Runs {
 public:
  Runs(const Case& c, int threads) : case_(c), runtime_(RuntimeWithThreads(threads)) {
    Check(rnl_graph_create(runtime_.get(), Out(&graph_)));
    const rnl_output_t out = c.build(graph_.get());
    name_ = Cat(View(rnl_graph_node_name(graph_.get(), out.node)), ":", out.index);
    rnl_node_t x = RNL_NO_NODE;
    rnl_status_t* const status = rnl_graph_find_node(graph_.get(), rnl_str("x"), &x);
    feeds_ = status == nullptr;
    rnl_status_release(status);
    if (feeds_) Check(rnl_tensor_from_scalar(runtime_.get(), RNL_FLOAT, 1, Out(&value_)));
    Check(rnl_session_create(graph_.get(), nullptr, Out(&session_)));
  }
  // Seconds of a whole run.
  double Whole() {
    if (!case_.plans) Check(Run(nullptr));
    const auto start = std::chrono::steady_clock::now();
    Check(Run(nullptr));
    return SecondsSince(start);
  }
  // Milliseconds from the cancel, `after` seconds into a run, to the run's end; NaN: it was over before.
  double CancelMs(double after) {
    CancellationHandle cancellation;
    Check(rnl_cancellation_create(Out(&cancellation)));
    RunOptionsHandle options;
    Check(rnl_run_options_create(Out(&options)));
    Check(rnl_run_options_set_cancellation(options.get(), cancellation.get()));
    std::chrono::steady_clock::time_point cancelled;
    std::thread canceller([&] {
      std::this_thread::sleep_for(std::chrono::duration<double>(after));
      cancelled = std::chrono::steady_clock::now();
      (void)rnl_cancellation_cancel(cancellation.get());
    });
    rnl_status_t* const status = Run(options.get());
    const auto end = std::chrono::steady_clock::now();
    canceller.join();
    const rnl_code_t code = rnl_status_code(status);
    rnl_status_release(status);
    if (code != RNL_CANCELLED) return std::nan("");
    return std::chrono::duration<double, std::milli>(end - cancelled).count();
  }

 private:
  rnl_status_t* Run(const rnl_run_options_t* options) {
    if (case_.plans) Check(rnl_session_create(graph_.get(), nullptr, Out(&session_)));
    const rnl_str_t feed = rnl_str("x"), fetch = Str(name_);
    rnl_tensor_t* fed = value_.get();
    rnl_tensor_t* out = nullptr;
    rnl_status_t* const status = rnl_session_run(session_.get(), options, &feed, &fed, feeds_ ? 1 : 0,
                                                 &fetch, &out, 1, nullptr, 0, nullptr);
    rnl_tensor_release(out);
    return status;
  }

  const Case& case_;
  RuntimeHandle runtime_;
  GraphHandle graph_;
  std::string name_;
  bool feeds_ = false;
  TensorHandle value_;
  SessionHandle session_;
};

double Percentile99(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[(values.size() * 99 + 99) / 100 - 1];
}

}  // namespace

void BenchCancel(Report* report) {
  std::vector<double> all;
  const int rounds = report->trial() ? 2 : kRounds;
  for (const Case& c : kCases) {
    Runs runs(c, 2);
    const double whole = runs.Whole();
    std::vector<double> took;
    for (int i = 0; i < rounds; ++i) {
      const double ms = runs.CancelMs(whole * (i + 0.5) / rounds);
      if (!std::isnan(ms)) took.push_back(ms);
    }
    all.insert(all.end(), took.begin(), took.end());
    report->Add(
        {"cancel",
         Cat(c.name, ", the latest of ", took.size(), " in ", static_cast<int>(whole * 1e3), " ms"), 2,
         took.empty() ? 0 : *std::max_element(took.begin(), took.end()), "ms", std::nan("")});
  }
  report->Add({"cancel", "p99 of all", 2, Percentile99(all), "ms", kLimitMs});
}

}  // namespace runnel::tools
