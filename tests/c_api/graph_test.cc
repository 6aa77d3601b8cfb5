// Graphs: building, its errors, looking around, GraphDef, functions.
#include <algorithm>
#include <map>

#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

class GraphTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph_.out()))); }
  rnl_output_t Placeholder(const char* name, rnl_dtype_t dtype, std::vector<int64_t> dims) {
    rnl_output_t out{};
    EXPECT_TRUE(IsOk(rnl_graph_add_placeholder(graph_, rnl_str(name), dtype,
                                               static_cast<int32_t>(dims.size()), dims.data(), &out)));
    return out;
  }
  rnl_output_t AddOp(const char* op, const char* name, std::vector<rnl_output_t> inputs) {
    rnl_output_t out{};
    EXPECT_TRUE(
        IsOk(rnl_graph_add_op(graph_, rnl_str(op), rnl_str(name), inputs.data(), inputs.size(), &out)));
    return out;
  }
  rnl_status_t* TryOp(const char* op, const char* name, std::vector<rnl_output_t> inputs) {
    rnl_output_t out{};
    rnl_status_t* status =
        rnl_graph_add_op(graph_, rnl_str(op), rnl_str(name), inputs.data(), inputs.size(), &out);
    EXPECT_TRUE(status == nullptr || out.node == RNL_NO_NODE);
    return status;
  }

  Runtime runtime_ = NewBareRuntime();
  Graph graph_;
};

TEST_F(GraphTest, NodesAreTypedAndShapedAsTheyAreAdded) {
  const auto x = Placeholder("x", RNL_FLOAT, {-1, 3});
  const auto w = Placeholder("w", RNL_FLOAT, {3, 4});
  const auto y = AddOp("MatMul", "y", {x, w});
  EXPECT_EQ(rnl_graph_num_nodes(graph_), 3u);
  EXPECT_EQ(Str(rnl_graph_node_name(graph_, y.node)), "y");
  EXPECT_EQ(Str(rnl_graph_node_op(graph_, y.node)), "MatMul");
  EXPECT_EQ(rnl_graph_output_dtype(graph_, y), RNL_FLOAT);
  int64_t dims[4];
  int32_t rank = 0;
  ASSERT_TRUE(IsOk(rnl_graph_output_shape(graph_, y, 4, dims, &rank)));
  EXPECT_EQ(rank, 2);
  EXPECT_EQ(dims[0], -1);
  EXPECT_EQ(dims[1], 4);
  ASSERT_EQ(rnl_graph_num_inputs(graph_, y.node), 2u);
  EXPECT_EQ(rnl_graph_input(graph_, y.node, 1).node, w.node);
  EXPECT_EQ(rnl_graph_input(graph_, y.node, 2).node, RNL_NO_NODE);
  EXPECT_EQ(rnl_graph_num_outputs(graph_, y.node), 1u);
  rnl_node_t consumers[2];
  size_t count = 0;
  ASSERT_TRUE(IsOk(rnl_graph_consumers(graph_, x, 2, consumers, &count)));
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(consumers[0], y.node);
  EXPECT_EQ(rnl_graph_runtime(graph_), runtime_.get());
}

TEST_F(GraphTest, ErrorsNameTheNodeAndWhatWasExpected) {
  const auto x = Placeholder("x", RNL_FLOAT, {2, 3});
  const auto i = Placeholder("i", RNL_INT32, {2, 3});
  const size_t before = rnl_graph_num_nodes(graph_);
  EXPECT_TRUE(Fails(TryOp("MatMul", "bad_types", {x, i}), RNL_INVALID_ARGUMENT,
                    {"bad_types", "MatMul", "int32", "float"}));
  EXPECT_TRUE(
      Fails(TryOp("MatMul", "bad_shapes", {x, x}), RNL_INVALID_ARGUMENT, {"bad_shapes", "3", "2"}));
  EXPECT_TRUE(Fails(TryOp("Frobnicate", "f", {x}), RNL_NOT_FOUND, {"Frobnicate"}));
  EXPECT_TRUE(Fails(TryOp("Add", "x", {x, x}), RNL_ALREADY_EXISTS, {"\"x\""}));
  EXPECT_TRUE(Fails(TryOp("Add", "few", {x}), RNL_INVALID_ARGUMENT, {"few"}));
  EXPECT_TRUE(Fails(TryOp("Add", "many", {x, x, x}), RNL_INVALID_ARGUMENT, {"many"}));
  EXPECT_TRUE(
      Fails(TryOp("Neg", "far", {{x.node, 1}}), RNL_INVALID_ARGUMENT, {"output number 1", "\"x\""}));
  EXPECT_TRUE(Fails(TryOp("Neg", "nowhere", {{77, 0}}), RNL_INVALID_ARGUMENT, {"77"}));
  EXPECT_TRUE(Fails(TryOp("Neg", "none", {{RNL_NO_NODE, 0}}), RNL_INVALID_ARGUMENT, {"-1"}));
  EXPECT_TRUE(Fails(TryOp("Neg", "bad name!", {x}), RNL_INVALID_ARGUMENT, {"bad name!"}));
  EXPECT_TRUE(Fails(TryOp("Neg", "logical", {}), RNL_INVALID_ARGUMENT, {"logical"}));
  EXPECT_EQ(rnl_graph_num_nodes(graph_), before);
}

TEST_F(GraphTest, EmptyNamesAreMadeUp) {
  const auto x = Placeholder("", RNL_FLOAT, {});
  const auto a = AddOp("Neg", "", {x});
  const auto b = AddOp("Neg", "", {a});
  EXPECT_EQ(Str(rnl_graph_node_name(graph_, x.node)), "Placeholder");
  EXPECT_EQ(Str(rnl_graph_node_name(graph_, a.node)), "Neg");
  EXPECT_EQ(Str(rnl_graph_node_name(graph_, b.node)), "Neg_1");
}

TEST_F(GraphTest, NamesThatEndInASlashAreScopes) {
  const auto x = Placeholder("in/", RNL_FLOAT, {2});
  const auto a = AddOp("Neg", "layer/", {x});
  const auto b = AddOp("Neg", "layer/", {a});
  const auto c = AddOp("Neg", "layer/inner/", {b});
  EXPECT_EQ(Str(rnl_graph_node_name(graph_, x.node)), "in/Placeholder");
  EXPECT_EQ(Str(rnl_graph_node_name(graph_, a.node)), "layer/Neg");
  EXPECT_EQ(Str(rnl_graph_node_name(graph_, b.node)), "layer/Neg_1");
  EXPECT_EQ(Str(rnl_graph_node_name(graph_, c.node)), "layer/inner/Neg");
  rnl_node_builder_t* builder = rnl_node_builder_create(graph_, rnl_str("Neg"), rnl_str("layer/"));
  rnl_node_builder_add_input(builder, x);
  rnl_node_t d = RNL_NO_NODE;
  ASSERT_TRUE(IsOk(rnl_node_builder_finish(builder, &d)));
  EXPECT_EQ(Str(rnl_graph_node_name(graph_, d)), "layer/Neg_2");
  // Gradients and imports have scopes of their own.
  rnl_output_t gradient{};
  ASSERT_TRUE(IsOk(rnl_graph_add_gradients(graph_, &c, nullptr, 1, &x, 1, nullptr, 0,
                                           rnl_str("layer/back"), &gradient)));
  EXPECT_EQ(Str(rnl_graph_node_name(graph_, gradient.node)).rfind("layer/back/", 0), 0u);
  EXPECT_TRUE(Fails(TryOp("Neg", "/", {x}), RNL_INVALID_ARGUMENT, {"\"/Neg\""}));
}

TEST_F(GraphTest, BuilderSetsEverything) {
  const auto x = Placeholder("x", RNL_FLOAT, {2, 3});
  const auto w = Placeholder("w", RNL_FLOAT, {4, 3});
  rnl_node_builder_t* b = rnl_node_builder_create(graph_, rnl_str("MatMul"), rnl_str("y"));
  rnl_node_builder_add_input(b, x);
  rnl_node_builder_add_input(b, w);
  rnl_node_builder_add_control_input(b, w.node);
  rnl_node_builder_set_device(b, rnl_str("/device:CPU:0"));
  rnl_node_builder_colocate_with(b, x.node);
  rnl_node_builder_set_attr_bool(b, rnl_str("transpose_b"), true);
  rnl_node_t y = RNL_NO_NODE;
  ASSERT_TRUE(IsOk(rnl_node_builder_finish(b, &y)));
  EXPECT_EQ(Str(rnl_graph_node_device(graph_, y)), "/device:CPU:0");
  ASSERT_EQ(rnl_graph_num_control_inputs(graph_, y), 1u);
  EXPECT_EQ(rnl_graph_control_input(graph_, y, 0), w.node);
  EXPECT_EQ(rnl_graph_control_input(graph_, y, 1), RNL_NO_NODE);
  bool transpose = false;
  ASSERT_TRUE(IsOk(rnl_graph_attr_bool(graph_, y, rnl_str("transpose_b"), 0, &transpose)));
  EXPECT_TRUE(transpose);
  ASSERT_TRUE(IsOk(rnl_graph_attr_bool(graph_, y, rnl_str("transpose_a"), 0, &transpose)));
  EXPECT_FALSE(transpose) << "defaults are filled in";
  rnl_dtype_t type = 0;
  ASSERT_TRUE(IsOk(rnl_graph_attr_type(graph_, y, rnl_str("T"), 0, &type)));
  EXPECT_EQ(type, RNL_FLOAT) << "types are derived from the inputs";
  rnl_str_t location;
  ASSERT_TRUE(IsOk(rnl_graph_attr_string(graph_, y, rnl_str("_class"), 0, &location)));
  EXPECT_EQ(Str(location), "loc:@x");
  EXPECT_EQ(Str(rnl_graph_attr_kind(graph_, y, rnl_str("_class"))), "list(string)");
  EXPECT_EQ(rnl_graph_attr_count(graph_, y, rnl_str("_class")), 1u);
  EXPECT_EQ(rnl_graph_attr_count(graph_, y, rnl_str("T")), 1u);
  EXPECT_EQ(rnl_graph_attr_count(graph_, y, rnl_str("nothing")), 0u);
  EXPECT_EQ(Str(rnl_graph_attr_name(graph_, y, 0)), "T");
  EXPECT_EQ(rnl_graph_attr_name(graph_, y, 99).size, 0u);
  Bytes text;
  ASSERT_TRUE(IsOk(rnl_graph_attr_text(graph_, y, rnl_str("T"), text.out())));
  EXPECT_EQ(Str(rnl_bytes_view(text)), "float");
}

TEST_F(GraphTest, BuilderErrorsStickAndAreReportedOnce) {
  const auto x = Placeholder("x", RNL_FLOAT, {2});
  rnl_node_builder_t* b = rnl_node_builder_create(graph_, rnl_str("Neg"), rnl_str("n"));
  rnl_node_builder_add_input(b, rnl_output(x.node, 5));
  rnl_node_builder_set_attr_type(b, rnl_str("T"), 1234);
  rnl_node_builder_add_input(b, x);
  rnl_node_t node = 3;
  EXPECT_TRUE(Fails(rnl_node_builder_finish(b, &node), RNL_INVALID_ARGUMENT, {"output number 5"}));
  EXPECT_EQ(node, RNL_NO_NODE);

  b = rnl_node_builder_create(graph_, rnl_str("Neg"), rnl_str("n"));
  rnl_node_builder_add_input(b, x);
  rnl_node_builder_set_attr_int(b, rnl_str("axes"), 3);
  EXPECT_TRUE(Fails(rnl_node_builder_finish(b, &node), RNL_INVALID_ARGUMENT, {"axes", "n"}));

  b = rnl_node_builder_create(graph_, rnl_str("Neg"), rnl_str("n"));
  rnl_node_builder_add_input(b, x);
  rnl_node_builder_set_attr_int(b, rnl_str("T"), 3);
  EXPECT_TRUE(Fails(rnl_node_builder_finish(b, &node), RNL_INVALID_ARGUMENT, {"T", "int", "type"}));

  EXPECT_EQ(rnl_node_builder_create(nullptr, rnl_str("Neg"), rnl_str("n")), nullptr);
  rnl_node_builder_set_attr_int(nullptr, rnl_str("T"), 3);
  rnl_node_builder_add_input(nullptr, x);
  EXPECT_TRUE(Fails(rnl_node_builder_finish(nullptr, &node), RNL_RESOURCE_EXHAUSTED));
  rnl_node_builder_release(nullptr);
  b = rnl_node_builder_create(graph_, rnl_str("Neg"), rnl_str("n"));
  rnl_node_builder_release(b);
  b = rnl_node_builder_create(graph_, rnl_str("Neg"), rnl_str_t{nullptr, 3});
  EXPECT_TRUE(Fails(rnl_node_builder_finish(b, nullptr), RNL_INVALID_ARGUMENT, {"name"}));
}

// Attrs that start with an underscore are free, so one node can hold every kind.
TEST_F(GraphTest, AttrsOfEveryKindGoInAndComeOut) {
  rnl_node_builder_t* b = rnl_node_builder_create(graph_, rnl_str("NoOp"), rnl_str("n"));
  const Tensor tensor = FloatTensor(runtime_, {2}, {1, 2});
  const int64_t dims[] = {2, -1};
  const rnl_str_t strings[] = {rnl_str("a"), {"b\0c", 3}};
  const int64_t ints[] = {-1, int64_t{1} << 60};
  const float floats[] = {0.5f, -2};
  const bool bools[] = {true, false, true};
  const rnl_dtype_t types[] = {RNL_FLOAT, RNL_STRING};
  const int32_t ranks[] = {2, -1, 0};
  const int64_t* const shape_dims[] = {dims, nullptr, nullptr};
  const rnl_tensor_t* const tensors[] = {tensor, tensor};
  rnl_node_builder_set_attr_string(b, rnl_str("_s"), {"x\0y", 3});
  rnl_node_builder_set_attr_int(b, rnl_str("_i"), -7);
  rnl_node_builder_set_attr_float(b, rnl_str("_f"), 0.25f);
  rnl_node_builder_set_attr_bool(b, rnl_str("_b"), true);
  rnl_node_builder_set_attr_type(b, rnl_str("_t"), RNL_INT8);
  rnl_node_builder_set_attr_shape(b, rnl_str("_sh"), 2, dims);
  rnl_node_builder_set_attr_tensor(b, rnl_str("_te"), tensor);
  rnl_node_builder_set_attr_func(b, rnl_str("_fn"), rnl_str("body"));
  rnl_node_builder_set_attr_string_list(b, rnl_str("_ls"), strings, 2);
  rnl_node_builder_set_attr_int_list(b, rnl_str("_li"), ints, 2);
  rnl_node_builder_set_attr_float_list(b, rnl_str("_lf"), floats, 2);
  rnl_node_builder_set_attr_bool_list(b, rnl_str("_lb"), bools, 3);
  rnl_node_builder_set_attr_type_list(b, rnl_str("_lt"), types, 2);
  rnl_node_builder_set_attr_shape_list(b, rnl_str("_lsh"), ranks, shape_dims, 3);
  rnl_node_builder_set_attr_tensor_list(b, rnl_str("_lte"), tensors, 2);
  rnl_node_builder_set_attr_func_list(b, rnl_str("_lfn"), strings, 1);
  rnl_node_builder_set_attr_int_list(b, rnl_str("_empty"), nullptr, 0);
  rnl_node_t n = RNL_NO_NODE;
  ASSERT_TRUE(IsOk(rnl_node_builder_finish(b, &n)));

  rnl_str_t s;
  int64_t i = 0;
  float f = 0;
  bool flag = false;
  rnl_dtype_t type = 0;
  int64_t got_dims[2] = {};
  int32_t rank = 0;
  Tensor t;
  ASSERT_TRUE(IsOk(rnl_graph_attr_string(graph_, n, rnl_str("_s"), 0, &s)));
  EXPECT_EQ(Str(s), std::string("x\0y", 3));
  ASSERT_TRUE(IsOk(rnl_graph_attr_int(graph_, n, rnl_str("_i"), 0, &i)));
  EXPECT_EQ(i, -7);
  ASSERT_TRUE(IsOk(rnl_graph_attr_float(graph_, n, rnl_str("_f"), 0, &f)));
  EXPECT_EQ(f, 0.25f);
  ASSERT_TRUE(IsOk(rnl_graph_attr_bool(graph_, n, rnl_str("_b"), 0, &flag)));
  EXPECT_TRUE(flag);
  ASSERT_TRUE(IsOk(rnl_graph_attr_type(graph_, n, rnl_str("_t"), 0, &type)));
  EXPECT_EQ(type, RNL_INT8);
  ASSERT_TRUE(IsOk(rnl_graph_attr_shape(graph_, n, rnl_str("_sh"), 0, 2, got_dims, &rank)));
  EXPECT_EQ(rank, 2);
  EXPECT_EQ(got_dims[1], -1);
  ASSERT_TRUE(IsOk(rnl_graph_attr_tensor(graph_, n, rnl_str("_te"), 0, t.out())));
  EXPECT_EQ(Floats(t), (std::vector<float>{1, 2}));
  ASSERT_TRUE(IsOk(rnl_graph_attr_func(graph_, n, rnl_str("_fn"), 0, &s)));
  EXPECT_EQ(Str(s), "body");
  ASSERT_TRUE(IsOk(rnl_graph_attr_string(graph_, n, rnl_str("_ls"), 1, &s)));
  EXPECT_EQ(Str(s), std::string("b\0c", 3));
  ASSERT_TRUE(IsOk(rnl_graph_attr_int(graph_, n, rnl_str("_li"), 1, &i)));
  EXPECT_EQ(i, int64_t{1} << 60);
  ASSERT_TRUE(IsOk(rnl_graph_attr_float(graph_, n, rnl_str("_lf"), 1, &f)));
  EXPECT_EQ(f, -2);
  ASSERT_TRUE(IsOk(rnl_graph_attr_bool(graph_, n, rnl_str("_lb"), 1, &flag)));
  EXPECT_FALSE(flag);
  ASSERT_TRUE(IsOk(rnl_graph_attr_type(graph_, n, rnl_str("_lt"), 1, &type)));
  EXPECT_EQ(type, RNL_STRING);
  ASSERT_TRUE(IsOk(rnl_graph_attr_shape(graph_, n, rnl_str("_lsh"), 1, 2, got_dims, &rank)));
  EXPECT_EQ(rank, -1);
  ASSERT_TRUE(IsOk(rnl_graph_attr_tensor(graph_, n, rnl_str("_lte"), 1, t.out())));
  ASSERT_TRUE(IsOk(rnl_graph_attr_func(graph_, n, rnl_str("_lfn"), 0, &s)));
  EXPECT_EQ(Str(s), "a");
  EXPECT_EQ(rnl_graph_attr_count(graph_, n, rnl_str("_lb")), 3u);
  EXPECT_EQ(rnl_graph_attr_count(graph_, n, rnl_str("_empty")), 0u);

  EXPECT_TRUE(
      Fails(rnl_graph_attr_int(graph_, n, rnl_str("_li"), 2, &i), RNL_OUT_OF_RANGE, {"2", "_li"}));
  EXPECT_TRUE(Fails(rnl_graph_attr_int(graph_, n, rnl_str("_i"), 1, &i), RNL_OUT_OF_RANGE));
  EXPECT_TRUE(Fails(rnl_graph_attr_int(graph_, n, rnl_str("_f"), 0, &i), RNL_INVALID_ARGUMENT,
                    {"float", "int"}));
  EXPECT_TRUE(Fails(rnl_graph_attr_int(graph_, n, rnl_str("_zz"), 0, &i), RNL_NOT_FOUND, {"_zz", "n"}));
  EXPECT_TRUE(Fails(rnl_graph_attr_int(graph_, 55, rnl_str("_i"), 0, &i), RNL_INVALID_ARGUMENT, {"55"}));
  EXPECT_TRUE(
      Fails(rnl_graph_attr_int(nullptr, n, rnl_str("_i"), 0, &i), RNL_INVALID_ARGUMENT, {"graph"}));

  // The same after a round trip through bytes and through text.
  for (const bool as_text : {false, true}) {
    Bytes bytes;
    ASSERT_TRUE(IsOk(as_text ? rnl_graph_export_text(graph_, bytes.out())
                             : rnl_graph_export(graph_, bytes.out())));
    Graph copy;
    ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, copy.out())));
    ASSERT_TRUE(IsOk(rnl_graph_import(copy, rnl_bytes_view(bytes), nullptr)))
        << Str(rnl_bytes_view(bytes));
    ASSERT_EQ(rnl_graph_num_attrs(copy, 0), rnl_graph_num_attrs(graph_, n));
    for (size_t a = 0; a < rnl_graph_num_attrs(copy, 0); ++a) {
      const rnl_str_t name = rnl_graph_attr_name(copy, 0, a);
      Bytes before, after;
      ASSERT_TRUE(IsOk(rnl_graph_attr_text(graph_, n, name, before.out())));
      ASSERT_TRUE(IsOk(rnl_graph_attr_text(copy, 0, name, after.out())));
      EXPECT_EQ(Str(rnl_bytes_view(before)), Str(rnl_bytes_view(after))) << Str(name);
    }
  }
}

TEST_F(GraphTest, UnknownNodesAnswerHarmlessly) {
  for (const rnl_node_t node : {-1, 0, 12345}) {
    EXPECT_EQ(rnl_graph_node_name(graph_, node).size, 0u);
    EXPECT_EQ(rnl_graph_node_op(graph_, node).size, 0u);
    EXPECT_EQ(rnl_graph_node_device(graph_, node).size, 0u);
    EXPECT_EQ(rnl_graph_num_inputs(graph_, node), 0u);
    EXPECT_EQ(rnl_graph_num_outputs(graph_, node), 0u);
    EXPECT_EQ(rnl_graph_num_attrs(graph_, node), 0u);
    EXPECT_EQ(rnl_graph_num_control_inputs(graph_, node), 0u);
    EXPECT_EQ(rnl_graph_output_dtype(graph_, rnl_output(node, 0)), RNL_INVALID);
    EXPECT_EQ(rnl_graph_attr_kind(graph_, node, rnl_str("T")).size, 0u);
  }
  EXPECT_EQ(rnl_graph_num_nodes(nullptr), 0u);
  EXPECT_EQ(rnl_graph_runtime(nullptr), nullptr);
  rnl_node_t node = 5;
  rnl_output_t output{5, 5};
  EXPECT_TRUE(Fails(rnl_graph_find_node(graph_, rnl_str("absent"), &node), RNL_NOT_FOUND, {"absent"}));
  EXPECT_EQ(node, RNL_NO_NODE);
  EXPECT_TRUE(
      Fails(rnl_graph_find_output(graph_, rnl_str("absent:0"), &output), RNL_NOT_FOUND, {"absent"}));
  EXPECT_EQ(output.node, RNL_NO_NODE);
  Placeholder("x", RNL_FLOAT, {});
  EXPECT_TRUE(IsOk(rnl_graph_find_output(graph_, rnl_str("x:0"), &output)));
  EXPECT_TRUE(
      Fails(rnl_graph_find_output(graph_, rnl_str("x:1"), &output), RNL_INVALID_ARGUMENT, {"x"}));
  EXPECT_TRUE(Fails(rnl_graph_find_output(graph_, rnl_str("x:99999999999999999999"), &output),
                    RNL_INVALID_ARGUMENT));
}

TEST_F(GraphTest, ImportTakesPrefixInputMapControlAndDevice) {
  const auto x = Placeholder("x", RNL_FLOAT, {2});
  AddOp("Neg", "y", {x});
  Bytes bytes;
  ASSERT_TRUE(IsOk(rnl_graph_export(graph_, bytes.out())));
  const auto z = Placeholder("z", RNL_FLOAT, {2});
  ImportOptions options;
  ASSERT_TRUE(IsOk(rnl_import_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_import_options_set_prefix(options, rnl_str("again"))));
  ASSERT_TRUE(IsOk(rnl_import_options_map_input(options, rnl_str("x"), z)));
  ASSERT_TRUE(IsOk(rnl_import_options_add_control_dependency(options, z.node)));
  ASSERT_TRUE(IsOk(rnl_import_options_set_default_device(options, rnl_str("/device:CPU:0"))));
  ASSERT_TRUE(IsOk(rnl_graph_import(graph_, rnl_bytes_view(bytes), options)));
  rnl_node_t y = RNL_NO_NODE;
  ASSERT_TRUE(IsOk(rnl_graph_find_node(graph_, rnl_str("again/y"), &y)));
  EXPECT_EQ(rnl_graph_input(graph_, y, 0).node, z.node);
  EXPECT_EQ(Str(rnl_graph_node_device(graph_, y)), "/device:CPU:0");
  EXPECT_TRUE(
      Fails(rnl_graph_import(graph_, rnl_bytes_view(bytes), nullptr), RNL_ALREADY_EXISTS, {"x"}));
  ASSERT_TRUE(IsOk(rnl_import_options_map_input(options, rnl_str("x"), rnl_output(999, 0))));
  EXPECT_TRUE(
      Fails(rnl_graph_import(graph_, rnl_bytes_view(bytes), options), RNL_INVALID_ARGUMENT, {"999"}));
}

TEST_F(GraphTest, ImportExtendsAGraphByWhatItLacks) {
  const Attrs kFloat = {{"T", kFloatT}};
  const auto x = Placeholder("x", RNL_FLOAT, {2});
  AddOp("Neg", "y", {x});
  Bytes small, large;
  ASSERT_TRUE(IsOk(rnl_graph_export_text(graph_, small.out())));
  Graph grown;
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, grown.out())));
  ASSERT_TRUE(IsOk(rnl_graph_import(grown, rnl_bytes_view(small), nullptr)));
  const std::string more = Str(rnl_bytes_view(small)) + NodeText("z", "Abs", {"y", "^x"}, kFloat);
  ImportOptions options;
  ASSERT_TRUE(IsOk(rnl_import_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_import_options_set_extend(options, true)));
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(IsOk(rnl_graph_import(grown, rnl_str(more.c_str()), options)));
    EXPECT_EQ(rnl_graph_num_nodes(grown), 3u);
  }
  rnl_node_t y = RNL_NO_NODE, z = RNL_NO_NODE;
  ASSERT_TRUE(IsOk(rnl_graph_find_node(grown, rnl_str("y"), &y)));
  ASSERT_TRUE(IsOk(rnl_graph_find_node(grown, rnl_str("z"), &z)));
  EXPECT_EQ(rnl_graph_input(grown, z, 0).node, y);
  // Nothing is added if a name stands for something else, or the rest is wrong.
  const std::string other = NodeText("new", "Abs", {"x"}, kFloat) + NodeText("y", "Exp", {"x"}, kFloat) +
                            PlaceholderText("x", {2});
  EXPECT_TRUE(Fails(rnl_graph_import(grown, rnl_str(other.c_str()), options), RNL_INVALID_ARGUMENT,
                    {"\"y\"", "Exp", "Neg"}));
  const std::string bad = more + NodeText("new", "Abs", {"z:1"}, kFloat);
  EXPECT_TRUE(
      Fails(rnl_graph_import(grown, rnl_str(bad.c_str()), options), RNL_INVALID_ARGUMENT, {"\"new\""}));
  EXPECT_EQ(rnl_graph_num_nodes(grown), 3u);
  // Under a prefix all is new once.
  ASSERT_TRUE(IsOk(rnl_import_options_set_prefix(options, rnl_str("p"))));
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(IsOk(rnl_graph_import(grown, rnl_str(more.c_str()), options)));
    EXPECT_EQ(rnl_graph_num_nodes(grown), 6u);
  }
}

TEST_F(GraphTest, ExportIsDeterministic) {
  const auto x = Placeholder("x", RNL_FLOAT, {2});
  AddOp("Neg", "y", {x});
  Bytes a, b;
  ASSERT_TRUE(IsOk(rnl_graph_export(graph_, a.out())));
  ASSERT_TRUE(IsOk(rnl_graph_export(graph_, b.out())));
  EXPECT_EQ(Str(rnl_bytes_view(a)), Str(rnl_bytes_view(b)));
}

TEST_F(GraphTest, FunctionsAreMadeOfGraphs) {
  Graph body;
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, body.out())));
  rnl_output_t in{}, out{};
  ASSERT_TRUE(IsOk(rnl_graph_add_placeholder(body, rnl_str("Arg/In"), RNL_FLOAT, -1, nullptr, &in)));
  ASSERT_TRUE(IsOk(rnl_graph_add_op(body, rnl_str("Neg"), rnl_str("n"), &in, 1, &out)));
  EXPECT_TRUE(Fails(rnl_graph_add_function(graph_, rnl_str("f"), body, &out, 1, &out, 1),
                    RNL_INVALID_ARGUMENT, {"\"n\"", "Placeholder", "Neg"}));
  const rnl_output_t twice[] = {in, in};
  EXPECT_TRUE(Fails(rnl_graph_add_function(graph_, rnl_str("f"), body, twice, 2, &out, 1),
                    RNL_INVALID_ARGUMENT, {"twice"}));
  EXPECT_TRUE(
      Fails(rnl_graph_add_function(body, rnl_str("f"), body, &in, 1, &out, 1), RNL_INVALID_ARGUMENT));
  ASSERT_TRUE(IsOk(rnl_graph_add_function(graph_, rnl_str("f"), body, &in, 1, &out, 1)));
  ASSERT_TRUE(IsOk(rnl_graph_add_function(graph_, rnl_str("f"), body, &in, 1, &out, 1)))
      << "an equal one is fine";
  EXPECT_TRUE(Fails(rnl_graph_add_function(graph_, rnl_str("f"), body, &in, 1, &in, 1),
                    RNL_ALREADY_EXISTS, {"f"}));
  Names names;
  ASSERT_TRUE(IsOk(rnl_graph_functions(graph_, names.out())));
  ASSERT_EQ(rnl_names_count(names), 1u);
  EXPECT_EQ(Str(rnl_names_get(names, 0)), "f");

  const auto x = Placeholder("x", RNL_FLOAT, {2});
  rnl_node_builder_t* b = rnl_node_builder_create(graph_, rnl_str("PartitionedCall"), rnl_str("call"));
  const rnl_dtype_t types[] = {RNL_FLOAT};
  rnl_node_builder_add_input_list(b, &x, 1);
  rnl_node_builder_set_attr_type_list(b, rnl_str("Tin"), types, 1);
  rnl_node_builder_set_attr_type_list(b, rnl_str("Tout"), types, 1);
  rnl_node_builder_set_attr_func(b, rnl_str("f"), rnl_str("f"));
  EXPECT_TRUE(IsOk(rnl_node_builder_finish(b, nullptr)));
}

TEST_F(GraphTest, KeepsItsRuntimeAlive) {
  runtime_.reset();
  EXPECT_EQ(Placeholder("x", RNL_FLOAT, {}).node, 0);
}

TEST(Runtime, ListsOpsWithTheirSchemas) {
  const Runtime runtime = NewBareRuntime();
  Names names;
  ASSERT_TRUE(IsOk(rnl_runtime_ops(runtime, names.out())));
  ASSERT_GT(rnl_names_count(names), 60u);
  for (size_t i = 0; i < rnl_names_count(names); ++i) {
    Op op;
    ASSERT_TRUE(IsOk(rnl_runtime_find_op(runtime, rnl_names_get(names, i), op.out())));
    EXPECT_GT(rnl_op_doc(op).size, 0u) << Str(rnl_op_name(op));
    EXPECT_EQ(Str(rnl_op_name(op)), Str(rnl_names_get(names, i)));
  }
  Op matmul;
  ASSERT_TRUE(IsOk(rnl_runtime_find_op(runtime, rnl_str("MatMul"), matmul.out())));
  EXPECT_EQ(rnl_op_num_inputs(matmul), 2u);
  EXPECT_EQ(Str(rnl_op_input_name(matmul, 0)), "a");
  EXPECT_EQ(Str(rnl_op_input_type(matmul, 0)), "T");
  EXPECT_EQ(rnl_op_num_outputs(matmul), 1u);
  EXPECT_EQ(Str(rnl_op_output_name(matmul, 0)), "product");
  EXPECT_EQ(Str(rnl_op_attr_type(matmul, 0)), "bool");
  EXPECT_EQ(Str(rnl_op_attr_default(matmul, 0)), "false");
  EXPECT_EQ(rnl_op_attr_name(matmul, 9).size, 0u);
  EXPECT_EQ(rnl_op_attr_minimum(matmul, 0), INT64_MIN);
  EXPECT_EQ(rnl_op_attr_num_allowed(matmul, 9), 0u);
  Op pool;
  ASSERT_TRUE(IsOk(rnl_runtime_find_op(runtime, rnl_str("MaxPool"), pool.out())));
  std::map<std::string, std::string> attrs;  // "minimum default: choice, choice" by name
  for (size_t i = 0; i < rnl_op_num_attrs(pool); ++i) {
    std::string& text = attrs[Str(rnl_op_attr_name(pool, i))];
    const int64_t least = rnl_op_attr_minimum(pool, i);
    text =
        (least == INT64_MIN ? "any" : std::to_string(least)) + " " + Str(rnl_op_attr_default(pool, i));
    for (size_t k = 0; k < rnl_op_attr_num_allowed(pool, i); ++k) {
      text += (k == 0 ? ": " : ", ") + Str(rnl_op_attr_allowed(pool, i, k));
    }
    EXPECT_EQ(rnl_op_attr_allowed(pool, i, rnl_op_attr_num_allowed(pool, i)).size, 0u);
  }
  EXPECT_EQ(attrs["ksize"], "4 ");
  EXPECT_EQ(attrs["data_format"], "any \"NHWC\": NHWC, NCHW");
  EXPECT_FALSE(rnl_op_is_stateful(matmul));
  Op gelu;
  ASSERT_TRUE(IsOk(rnl_runtime_find_op(runtime, rnl_str("Runnel>Gelu"), gelu.out())));
  EXPECT_TRUE(rnl_op_has_composition(gelu));
  EXPECT_TRUE(Fails(rnl_runtime_find_op(runtime, rnl_str("MatMull"), gelu.out()), RNL_NOT_FOUND,
                    {"MatMull", "MatMul"}));
  EXPECT_EQ(rnl_op_num_inputs(nullptr), 0u);
  EXPECT_FALSE(rnl_op_has_gradient(nullptr));
}

TEST(Runtime, OptionsAreChecked) {
  RuntimeOptions options;
  ASSERT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
  EXPECT_TRUE(Fails(rnl_runtime_options_set_threads(options, -1), RNL_INVALID_ARGUMENT, {"-1"}));
  EXPECT_TRUE(IsOk(rnl_runtime_options_set_threads(options, 1024)));
  EXPECT_TRUE(
      Fails(rnl_runtime_options_set_threads(options, 1025), RNL_INVALID_ARGUMENT, {"1025", "1024"}));
  EXPECT_TRUE(IsOk(rnl_runtime_options_set_threads(options, 0)));
  EXPECT_TRUE(Fails(rnl_runtime_options_set_threads(nullptr, 1), RNL_INVALID_ARGUMENT, {"options"}));
  EXPECT_TRUE(Fails(rnl_runtime_options_set_log_level(options, 9), RNL_INVALID_ARGUMENT, {"9"}));
  EXPECT_TRUE(Fails(rnl_runtime_options_set_allocator(options, nullptr, nullptr, nullptr),
                    RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(
      Fails(rnl_runtime_options_add_plugin(options, rnl_str_t{nullptr, 1}), RNL_INVALID_ARGUMENT));
  ASSERT_TRUE(IsOk(rnl_runtime_options_add_plugin(options, rnl_str("/nowhere/librunnel_none.so"))));
  Runtime runtime;
  EXPECT_TRUE(
      Fails(rnl_runtime_create(options, runtime.out()), RNL_NOT_FOUND, {"/nowhere/librunnel_none.so"}));
  EXPECT_EQ(runtime.get(), nullptr);
  EXPECT_TRUE(Fails(rnl_runtime_options_create(nullptr), RNL_INVALID_ARGUMENT, {"out_options"}));
}

TEST(Runtime, LogsToItsSinkFromItsLevelUp) {
  RuntimeOptions options;
  std::vector<std::pair<int, std::string>> lines;
  ASSERT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_runtime_options_set_default_plugins(options, false)));
  ASSERT_TRUE(IsOk(rnl_runtime_options_set_log_level(options, RNL_LOG_INFO)));
  ASSERT_TRUE(IsOk(rnl_runtime_options_set_log(
      options,
      [](void* arg, rnl_severity_t severity, rnl_str_t message) {
        static_cast<std::vector<std::pair<int, std::string>>*>(arg)->emplace_back(severity,
                                                                                  Str(message));
      },
      &lines)));
  Runtime runtime;
  ASSERT_TRUE(IsOk(rnl_runtime_create(options, runtime.out())));
  lines.clear();
  ASSERT_TRUE(IsOk(rnl_runtime_log(runtime, RNL_LOG_DEBUG, rnl_str("unheard"))));
  ASSERT_TRUE(IsOk(rnl_runtime_log(runtime, RNL_LOG_INFO, rnl_str("heard"))));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0], std::make_pair(1, std::string("heard")));
  EXPECT_TRUE(Fails(rnl_runtime_log(runtime, 7, rnl_str("x")), RNL_INVALID_ARGUMENT));
}

TEST(Runtime, UsesAnInjectedAllocatorForTensors) {
  struct Counts {
    int allocated = 0, freed = 0;
  } counts;
  {
    RuntimeOptions options;
    ASSERT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
    ASSERT_TRUE(IsOk(rnl_runtime_options_set_default_plugins(options, false)));
    ASSERT_TRUE(IsOk(rnl_runtime_options_set_allocator(
        options,
        [](void* arg, size_t size) -> void* {
          ++static_cast<Counts*>(arg)->allocated;
          return aligned_alloc(64, (size + 63) / 64 * 64);
        },
        [](void* arg, void* data, size_t) {
          ++static_cast<Counts*>(arg)->freed;
          free(data);
        },
        &counts)));
    Runtime runtime;
    ASSERT_TRUE(IsOk(rnl_runtime_create(options, runtime.out())));
    Tensor t;
    const int64_t dims[] = {1000};
    ASSERT_TRUE(IsOk(rnl_tensor_create(runtime, RNL_FLOAT, 1, dims, t.out())));
    EXPECT_GE(counts.allocated, 1);
  }
  EXPECT_EQ(counts.allocated, counts.freed);
}

}  // namespace
}  // namespace runnel_test
