// Graphs written as GraphDef text, and runs by name: what a test of behaviour needs and no more.
#ifndef RUNNEL_TESTS_C_API_SUPPORT_NET_H_
#define RUNNEL_TESTS_C_API_SUPPORT_NET_H_

#include <algorithm>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tests/c_api/support/expect.h"

namespace runnel_test {

using Attrs = std::vector<std::pair<std::string, std::string>>;

// One node of a GraphDef. Attrs are given as text: {"T", "type: DT_FLOAT"}.
inline std::string NodeText(const std::string& name, const std::string& op,
                            const std::vector<std::string>& inputs = {}, const Attrs& attrs = {},
                            const std::string& device = "") {
  std::string text = "node { name: \"" + name + "\" op: \"" + op + "\"";
  if (!device.empty()) text += " device: \"" + device + "\"";
  for (const std::string& in : inputs) text.append(" input: \"").append(in).append("\"");
  for (const auto& [key, value] : attrs) {
    text.append(" attr { key: \"").append(key).append("\" value { ").append(value).append(" } }");
  }
  return text + " }\n";
}
inline std::string ShapeText(const std::vector<int64_t>& dims) {
  std::string text = "shape {";
  for (const int64_t d : dims) text += " dim { size: " + std::to_string(d) + " }";
  return text + " }";
}
inline const std::string kFloatT = "type: DT_FLOAT";
inline const std::string kInt32T = "type: DT_INT32";

inline std::string PlaceholderText(const std::string& name, const std::vector<int64_t>& dims,
                                   const std::string& type = kFloatT) {
  return NodeText(name, "Placeholder", {}, {{"dtype", type}, {"shape", ShapeText(dims)}});
}
// Of no known shape.
inline std::string AnyPlaceholderText(const std::string& name, const std::string& type = kFloatT) {
  return NodeText(name, "Placeholder", {}, {{"dtype", type}, {"shape", "shape { unknown_rank: true }"}});
}
inline std::string ConstText(const std::string& name, const std::string& tensor,
                             const std::string& device = "") {
  const std::string type =
      tensor.substr(tensor.find("DT_"), tensor.find(' ', tensor.find("DT_")) - tensor.find("DT_"));
  return NodeText(name, "Const", {},
                  {{"dtype", "type: " + type}, {"value", "tensor { " + tensor + " }"}}, device);
}
inline std::string ConstFloat(const std::string& name, float value, const std::string& device = "") {
  return ConstText(name, "dtype: DT_FLOAT tensor_shape { } float_val: " + std::to_string(value), device);
}
inline std::string ConstInt(const std::string& name, int64_t value, const std::string& device = "") {
  return ConstText(name, "dtype: DT_INT32 tensor_shape { } int_val: " + std::to_string(value), device);
}
inline std::string ConstInts(const std::string& name, const std::vector<int64_t>& values) {
  std::string text =
      "dtype: DT_INT32 tensor_shape { dim { size: " + std::to_string(values.size()) + " } }";
  for (const int64_t v : values) text += " int_val: " + std::to_string(v);
  return ConstText(name, text);
}

template <typename T>
Tensor TensorOf(rnl_runtime_t* runtime, rnl_dtype_t dtype, std::vector<int64_t> dims,
                std::vector<T> values) {
  Tensor tensor;
  EXPECT_TRUE(IsOk(rnl_tensor_from_data(runtime, dtype, static_cast<int32_t>(dims.size()), dims.data(),
                                        values.data(), values.size() * sizeof(T), tensor.out())));
  return tensor;
}
inline Tensor IntTensor(rnl_runtime_t* runtime, std::vector<int64_t> dims, std::vector<int32_t> values) {
  return TensorOf<int32_t>(runtime, RNL_INT32, std::move(dims), std::move(values));
}
inline Tensor BoolTensor(rnl_runtime_t* runtime, bool value) {
  return TensorOf<uint8_t>(runtime, RNL_BOOL, {}, {value ? uint8_t{1} : uint8_t{0}});
}

// What a runtime logs, line by line.
class LogLines {
 public:
  static void Take(void* self, rnl_severity_t, rnl_str_t message) {
    auto* log = static_cast<LogLines*>(self);
    const std::lock_guard lock(log->mutex_);
    log->lines_.push_back(Str(message));
  }
  bool Has(const std::string& piece) const { return Count(piece) > 0; }
  size_t Count(const std::string& piece) const {
    const std::lock_guard lock(mutex_);
    return static_cast<size_t>(std::count_if(lines_.begin(), lines_.end(), [&](const std::string& line) {
      return line.find(piece) != std::string::npos;
    }));
  }
  std::string All() const {
    const std::lock_guard lock(mutex_);
    return std::accumulate(lines_.begin(), lines_.end(), std::string(),
                           [](std::string a, const std::string& b) { return std::move(a) + b + "\n"; });
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

// The CPU and the virtual device, which has memory of its own and completes late.
inline Runtime NewVirtualRuntime(LogLines* log = nullptr, int threads = 2,
                                 const std::vector<std::pair<const char*, const char*>>& config = {}) {
  RuntimeOptions options;
  Runtime runtime;
  EXPECT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
  EXPECT_TRUE(IsOk(rnl_runtime_options_set_threads(options, threads)));
  EXPECT_TRUE(IsOk(rnl_runtime_options_add_plugin(options, rnl_str("virtual"))));
  for (const auto& [key, value] : config) {
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_config(options, rnl_str(key), rnl_str(value))));
  }
  if (log != nullptr) {
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_log(options, &LogLines::Take, log)));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_log_level(options, RNL_LOG_INFO)));
  }
  EXPECT_TRUE(IsOk(rnl_runtime_create(options, runtime.out())));
  return runtime;
}

// A graph and its session.
class Net {
 public:
  using Feeds = std::vector<std::pair<std::string, rnl_tensor_t*>>;

  // The first failure of graph, import and session.
  rnl_status_t* Load(rnl_runtime_t* runtime, const std::string& text,
                     const rnl_session_options_t* options = nullptr) {
    rnl_status_t* status = rnl_graph_create(runtime, graph_.out());
    if (status == nullptr) status = Add(text);
    if (status == nullptr) status = rnl_session_create(graph_, options, session_.out());
    return status;
  }
  rnl_status_t* Add(const std::string& text) {
    return rnl_graph_import(graph_, {text.data(), text.size()}, nullptr);
  }
  rnl_status_t* Run(const Feeds& feeds, const std::vector<std::string>& fetches,
                    std::vector<Tensor>* out = nullptr, const std::vector<std::string>& targets = {},
                    const rnl_run_options_t* options = nullptr,
                    rnl_metadata_t* metadata = nullptr) const {
    std::vector<rnl_str_t> feed_names, fetch_names, target_names;
    std::vector<rnl_tensor_t*> values;
    for (const auto& [name, value] : feeds) {
      feed_names.push_back({name.data(), name.size()});
      values.push_back(value);
    }
    for (const std::string& name : fetches) fetch_names.push_back({name.data(), name.size()});
    for (const std::string& name : targets) target_names.push_back({name.data(), name.size()});
    std::vector<rnl_tensor_t*> fetched(fetches.size(), reinterpret_cast<rnl_tensor_t*>(8));
    rnl_status_t* status = rnl_session_run(
        session_, options, feed_names.data(), values.data(), values.size(), fetch_names.data(),
        fetched.data(), fetched.size(), target_names.data(), target_names.size(), metadata);
    if (out != nullptr) out->clear();
    for (rnl_tensor_t* t : fetched) {
      EXPECT_TRUE(status == nullptr || t == nullptr) << "outputs are NULL on failure";
      Tensor tensor(t);
      if (out != nullptr) out->push_back(std::move(tensor));
    }
    return status;
  }
  // One fetch that must succeed and be float.
  std::vector<float> Fetch(const Feeds& feeds, const std::string& name) const {
    std::vector<Tensor> out;
    EXPECT_TRUE(IsOk(Run(feeds, {name}, &out)));
    return out.empty() ? std::vector<float>{} : Floats(out[0]);
  }
  rnl_output_t Output(const std::string& name) const {
    rnl_output_t output{};
    EXPECT_TRUE(IsOk(rnl_graph_find_output(graph_, {name.data(), name.size()}, &output)));
    return output;
  }
  rnl_graph_t* graph() const { return graph_; }
  rnl_session_t* session() const { return session_; }

 private:
  Graph graph_;
  Session session_;
};

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_C_API_SUPPORT_NET_H_
