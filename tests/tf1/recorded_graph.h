// A session over a graph that TensorFlow wrote into this folder, and its values as numbers.
#ifndef RUNNEL_TESTS_TF1_RECORDED_GRAPH_H_
#define RUNNEL_TESTS_TF1_RECORDED_GRAPH_H_

#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "core/graph/graph_def.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {

class RecordedGraphTest : public RuntimeTest {
 protected:
  void ImportRecorded(const char* name, const ImportOptions& options = {}) {
    std::ifstream file(std::string(RUNNEL_TF1_TESTS) + "/" + name, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    auto def = DecodeGraphDef(bytes);
    ASSERT_TRUE(def.ok()) << def.status().ToString();
    if (change_) change_(&*def);
    const Status status = graph_->Import(*def, options);
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  // What is done to a graph before it is imported.
  std::function<void(GraphDef*)> change_;

  OutputRef Output(const std::string& name) {
    const auto output = graph_->FindOutput(name);
    EXPECT_TRUE(output.ok()) << output.status().ToString();
    return output.ok() ? *output : OutputRef();
  }
  // The elements of a tensor of float, int32, int64 or bool; none of an empty one.
  static std::vector<double> Doubles(const Tensor& t) {
    std::vector<double> out;
    const auto add = [&](auto example) {
      for (const auto v : t.values<const decltype(example)>()) out.push_back(static_cast<double>(v));
    };
    if (t.dtype() == DType::kFloat) add(0.0f);
    if (t.dtype() == DType::kInt32) add(int32_t{0});
    if (t.dtype() == DType::kInt64) add(int64_t{0});
    if (t.dtype() == DType::kBool) add(true);
    return out;
  }
};

}  // namespace runnel

#endif  // RUNNEL_TESTS_TF1_RECORDED_GRAPH_H_
