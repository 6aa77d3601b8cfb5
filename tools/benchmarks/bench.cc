#include "tools/benchmarks/bench.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tools/common/error.h"
#include "tools/common/json.h"

namespace runnel::tools {

void Report::Add(const Line& line) {
  const bool at_least = line.at_least || line.share > 0;
  const double bound = line.share > 0 ? line.share * line.limit : line.limit;
  const bool holds = std::isnan(bound) || (at_least ? line.value >= bound : line.value <= bound);
  all_hold_ = all_hold_ && holds;
  const double ratio = line.limit != 0 ? line.value / line.limit : line.value;
  if (json_) {
    JsonWriter json;
    json.BeginObject().Key("section").String(line.section).Key("name").String(line.name);
    json.Key("threads").Int(line.threads).Key("value").Double(line.value).Key("unit").String(line.unit);
    json.Key("limit").Double(line.limit).Key("peers").BeginObject();
    for (const Peer& peer : line.peers) {
      json.Key(peer.name);
      if (std::isnan(peer.value)) {
        json.String("not_measured");
      } else {
        json.Double(peer.value);
      }
    }
    json.EndObject();
    if (line.share > 0) json.Key("share").Double(line.share);
    json.Key("ratio").Double(ratio).Key("holds").Bool(holds).EndObject();
    std::printf("%s\n", json.text().c_str());
  } else {
    std::printf("%-10s %-34s %2d threads %12.4g %-9s", std::string(line.section).c_str(),
                line.name.c_str(), line.threads, line.value, std::string(line.unit).c_str());
    if (!std::isnan(line.limit)) std::printf(" limit %10.4g  ratio %6.3f", line.limit, ratio);
    for (const Peer& peer : line.peers) {
      if (!std::isnan(peer.value)) std::printf("  %s %.4g", std::string(peer.name).c_str(), peer.value);
    }
    std::puts(holds ? "" : "  DOES NOT HOLD");
  }
  std::fflush(stdout);
}

double Median(std::vector<double> values) {
  if (values.empty()) Fail("a median of nothing");
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

RuntimeHandle RuntimeWithThreads(int threads) {
  RuntimeOptionsHandle options;
  Check(rnl_runtime_options_create(Out(&options)));
  Check(rnl_runtime_options_set_threads(options.get(), threads));
  RuntimeHandle runtime;
  Check(rnl_runtime_create(options.get(), Out(&runtime)));
  return runtime;
}

RuntimeHandle RuntimeWithPlugin(int threads, std::string_view plugin) {
  RuntimeHandle runtime = RuntimeWithThreads(threads);
  rnl_status_t* loaded = rnl_runtime_load_plugin(runtime.get(), Str(plugin));
  if (rnl_status_code(loaded) == RNL_NOT_FOUND) {
    rnl_status_release(loaded);
    return {};
  }
  Check(loaded);
  return runtime;
}

rnl_output_t AddPlaceholder(rnl_graph_t* graph, std::string_view name,
                            std::initializer_list<int64_t> dims) {
  rnl_output_t out;
  Check(rnl_graph_add_placeholder(graph, Str(name), RNL_FLOAT, static_cast<int32_t>(dims.size()),
                                  dims.begin(), &out));
  return out;
}

rnl_output_t AddScalar(rnl_graph_t* graph, double value) {
  TensorHandle tensor;
  rnl_output_t out;
  Check(rnl_tensor_from_scalar(rnl_graph_runtime(graph), RNL_FLOAT, value, Out(&tensor)));
  Check(rnl_graph_add_constant(graph, rnl_str(""), tensor.get(), &out));
  return out;
}

rnl_output_t AddOp(rnl_graph_t* graph, std::string_view op, std::initializer_list<rnl_output_t> inputs) {
  rnl_output_t out;
  Check(rnl_graph_add_op(graph, Str(op), rnl_str(""), inputs.begin(), inputs.size(), &out));
  return out;
}

TensorHandle MakeTensor(rnl_runtime_t* runtime, std::initializer_list<int64_t> dims) {
  TensorHandle tensor;
  Check(rnl_tensor_create(runtime, RNL_FLOAT, static_cast<int32_t>(dims.size()), dims.begin(),
                          Out(&tensor)));
  void* data = nullptr;
  Check(rnl_tensor_mutable_data(tensor.get(), &data));
  float* values = static_cast<float*>(data);
  const int64_t count = rnl_tensor_num_elements(tensor.get());
  for (int64_t i = 0; i < count; ++i) values[i] = 1.0f / static_cast<float>(1 + i % 17);
  return tensor;
}

double MedianSecondsOf(const std::function<void()>& call, double seconds) {
  std::vector<double> times;
  double elapsed = 0;
  for (auto last = std::chrono::steady_clock::now(); elapsed < seconds; elapsed += times.back()) {
    call();
    const auto now = std::chrono::steady_clock::now();
    times.push_back(std::chrono::duration<double>(now - last).count());
    last = now;
  }
  return Median(std::move(times));
}

Prepared::Prepared(rnl_graph_t* graph, rnl_output_t feed, rnl_output_t fetch, TensorHandle value,
                   Passes passes)
    : value_(std::move(value)) {
  SessionOptionsHandle options;
  Check(rnl_session_options_create(Out(&options)));
  for (const std::string_view pass :
       {"controls", "fold", "branches", "simplify", "cse", "pads", "scales", "layout", "weights",
        "lookups", "products", "norms", "attention", "epilogue", "fuse", "follow", "bands", "regions",
        "pack"}) {
    if ((pass == "regions" || pass == "pack") && passes != Passes::kNone) continue;
    if ((pass == "fuse" || pass == "follow") && passes == Passes::kFused) continue;
    Check(rnl_session_options_disable_pass(options.get(), Str(pass)));
  }
  Check(rnl_session_create(graph, options.get(), Out(&session_)));
  Check(rnl_session_prepare(session_.get(), &feed, 1, &fetch, 1, nullptr, 0, Out(&callable_)));
}

void Prepared::Run(rnl_metadata_t* metadata) {
  rnl_tensor_t* feed = value_.get();
  rnl_tensor_t* fetched = nullptr;
  Check(rnl_callable_run(callable_.get(), nullptr, &feed, 1, &fetched, 1, metadata));
  rnl_tensor_release(fetched);
}

double Prepared::MedianSeconds(double seconds) {
  return MedianSecondsOf([this] { Run(); }, seconds);
}

double Prepared::MeanSeconds(double seconds) {
  const auto start = std::chrono::steady_clock::now();
  int64_t runs = 0;
  double elapsed = 0;
  do {
    Run();
    ++runs;
    elapsed = SecondsSince(start);
  } while (elapsed < seconds);
  return elapsed / static_cast<double>(runs);
}

}  // namespace runnel::tools
