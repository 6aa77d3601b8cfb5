// What the reference of ops says of gradients, tried: each op, as far as a node of it can be made from
// placeholders, between a value and a sum.
#include <map>
#include <set>

#include "tests/c_api/support/expect.h"

namespace runnel_test {
namespace {

using Op = Handle<rnl_op_t, rnl_op_release>;
using Names = Handle<rnl_names_t, rnl_names_release>;

bool IsReal(rnl_dtype_t dtype) {
  return dtype == RNL_FLOAT || dtype == RNL_DOUBLE || dtype == RNL_HALF || dtype == RNL_BFLOAT16;
}

class GradientClaims : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph_.out()))); }

  rnl_output_t Placeholder(rnl_dtype_t dtype) {
    rnl_output_t out{RNL_NO_NODE, 0};
    EXPECT_TRUE(IsOk(rnl_graph_add_placeholder(graph_, rnl_str("in/"), dtype, -1, nullptr, &out)));
    return out;
  }

  // The type of an argument of an op: fixed, or what its attr may be, a float where that is allowed.
  rnl_dtype_t TypeOf(const rnl_op_t* op, const std::string& type) {
    const std::string word = type.substr(type.rfind(' ') + 1);
    for (rnl_dtype_t dtype = 1; dtype < 24; ++dtype) {
      if (Str(rnl_dtype_name(dtype)) == word) return dtype;
    }
    if (const auto it = chosen_.find(word); it != chosen_.end()) return it->second;
    rnl_dtype_t first = RNL_FLOAT;
    for (size_t i = 0; i < rnl_op_num_attrs(op); ++i) {
      if (Str(rnl_op_attr_name(op, i)) != word) continue;
      const size_t allowed = rnl_op_attr_num_allowed(op, i);
      for (size_t k = allowed; k-- > 0;) {
        const std::string name = Str(rnl_op_attr_allowed(op, i, k));
        for (rnl_dtype_t dtype = 1; dtype < 24; ++dtype) {
          if (Str(rnl_dtype_name(dtype)) == name &&
              (!IsReal(first) || k + 1 == allowed || name == "float"))
            first = dtype;
        }
      }
    }
    return chosen_[word] = first;
  }

  // A node with a placeholder for each input, two for each list; false if it needs more than that.
  bool Add(const rnl_op_t* op, rnl_node_t* out_node, std::vector<rnl_output_t>* reals) {
    chosen_.clear();
    rnl_node_builder_t* builder = rnl_node_builder_create(graph_, rnl_op_name(op), rnl_str(""));
    for (size_t i = 0; i < rnl_op_num_inputs(op); ++i) {
      const std::string type = Str(rnl_op_input_type(op, i));
      const bool is_list = type.find('*') != std::string::npos || IsListOfTypes(op, type);
      const rnl_dtype_t dtype = IsListOfTypes(op, type) ? RNL_FLOAT : TypeOf(op, type);
      rnl_output_t list[2] = {Placeholder(dtype), rnl_output_t{RNL_NO_NODE, 0}};
      if (is_list) list[1] = Placeholder(dtype);
      if (is_list) {
        rnl_node_builder_add_input_list(builder, list, 2);
      } else {
        rnl_node_builder_add_input(builder, list[0]);
      }
      if (IsReal(dtype)) reals->push_back(list[0]);
    }
    rnl_status_t* status = rnl_node_builder_finish(builder, out_node);
    const bool added = status == nullptr;
    rnl_status_release(status);
    return added;
  }
  static bool IsListOfTypes(const rnl_op_t* op, const std::string& type) {
    for (size_t i = 0; i < rnl_op_num_attrs(op); ++i) {
      if (Str(rnl_op_attr_name(op, i)) == type) return Str(rnl_op_attr_type(op, i)) == "list(type)";
    }
    return false;
  }

  Runtime runtime_ = NewRuntime();
  Graph graph_;
  std::map<std::string, rnl_dtype_t> chosen_;  // by type attr of the op at hand
};

TEST_F(GradientClaims, HoldForEveryOpThatCanBeTried) {
  Names names;
  ASSERT_TRUE(IsOk(rnl_runtime_ops(runtime_, names.out())));
  std::set<std::string> flow, none, refused;
  for (size_t n = 0; n < rnl_names_count(names); ++n) {
    const std::string name = Str(rnl_names_get(names, n));
    Op op;
    ASSERT_TRUE(IsOk(rnl_runtime_find_op(runtime_, rnl_names_get(names, n), op.out())));
    // A graph of its own: half a loop in it spoils it for the others.
    ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph_.out())));
    rnl_node_t node = RNL_NO_NODE;
    std::vector<rnl_output_t> xs;
    if (!Add(op, &node, &xs) || xs.empty()) continue;
    rnl_output_t y{node, -1};
    for (size_t i = 0; i < rnl_graph_num_outputs(graph_, node) && y.index < 0; ++i) {
      const rnl_output_t out = rnl_output(node, static_cast<int32_t>(i));
      if (IsReal(rnl_graph_output_dtype(graph_, out))) y = out;
    }
    bool gives_others = false;  // whose gradients are lists or complex
    for (size_t i = 0; i < rnl_graph_num_outputs(graph_, node); ++i) {
      const rnl_dtype_t dtype =
          rnl_graph_output_dtype(graph_, rnl_output(node, static_cast<int32_t>(i)));
      gives_others |= dtype == RNL_VARIANT || dtype == RNL_COMPLEX64 || dtype == RNL_COMPLEX128;
    }
    if (y.index < 0 && gives_others) continue;
    if (y.index < 0) {
      EXPECT_FALSE(rnl_op_has_gradient(op)) << name << " has no real output";
      continue;
    }
    std::vector<rnl_output_t> slopes(xs.size());
    const Status status(rnl_graph_add_gradients(graph_, &y, nullptr, 1, xs.data(), xs.size(), nullptr, 0,
                                                rnl_str(""), slopes.data()));
    bool flows = false;
    for (const rnl_output_t slope : slopes) flows |= status.ok() && slope.node != RNL_NO_NODE;
    // Some want shapes or values that placeholders have not, which is another refusal.
    const bool no_gradient = status.code() == RNL_UNIMPLEMENTED &&
                             status.message().find("the op has no gradient") != std::string::npos;
    if (rnl_op_has_gradient(op)) {
      EXPECT_FALSE(no_gradient) << name << ": " << status.ToString();
      flow.insert(name);
    } else {
      EXPECT_FALSE(flows) << name << " has a gradient after all";
      EXPECT_TRUE(status.ok() || no_gradient) << name << ": " << status.ToString();
      (status.ok() ? none : refused).insert(name);
    }
  }
  // Most are tried, and of each kind some.
  EXPECT_GT(flow.size(), 100u);
  EXPECT_GT(none.size(), 5u);
  for (const char* op : {"MatMul", "Switch", "Merge", "Exit", "Softmax"})
    EXPECT_TRUE(flow.count(op)) << op;
  for (const char* op : {"StopGradient", "Round", "ZerosLike"}) EXPECT_TRUE(none.count(op)) << op;
}

TEST_F(GradientClaims, OpsThatCallFunctionsAreDifferentiatedThroughThem) {
  for (const char* name : {"PartitionedCall", "StatefulPartitionedCall", "If", "StatelessIf", "While",
                           "StatelessWhile", "Case", "Enter", "NextIteration"}) {
    Op op;
    ASSERT_TRUE(IsOk(rnl_runtime_find_op(runtime_, rnl_str(name), op.out())));
    EXPECT_TRUE(rnl_op_has_gradient(op)) << name;
  }
}

}  // namespace
}  // namespace runnel_test
