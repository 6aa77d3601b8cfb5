// Datasets through the C ABI: pipelines, functions of the program and of graphs, groups, kept places.
#include <atomic>
#include <chrono>
#include <thread>

#include "tests/c_api/support/expect.h"

namespace runnel_test {
namespace {

using Dataset = Handle<rnl_dataset_t, rnl_dataset_release>;
using Iterator = Handle<rnl_iterator_t, rnl_iterator_release>;

class DatasetTest : public testing::Test {
 protected:
  Dataset Range(int64_t stop, int64_t start = 0) {
    Dataset d;
    EXPECT_TRUE(IsOk(rnl_dataset_range(runtime_, start, stop, 1, d.out())));
    return d;
  }
  static Iterator Iterate(rnl_dataset_t* dataset) {
    Iterator iterator;
    EXPECT_TRUE(IsOk(rnl_dataset_iterate(dataset, iterator.out())));
    return iterator;
  }
  // The next element, or how it failed; "end" at the end.
  static std::string Next(rnl_iterator_t* iterator) {
    Tensor t;
    bool end = false;
    const Status status(rnl_iterator_next(iterator, -1, nullptr, t.out(), 1, &end));
    if (!status.ok()) return status.ToString();
    if (end) return "end";
    Bytes text;
    EXPECT_TRUE(IsOk(rnl_tensor_to_text(t, 100, text.out())));
    return Str(rnl_bytes_view(text));
  }
  // Numbers of all elements, of int64, one after the other.
  static std::vector<int64_t> Numbers(rnl_iterator_t* iterator) {
    std::vector<int64_t> all;
    for (;;) {
      Tensor t;
      bool end = false;
      EXPECT_TRUE(IsOk(rnl_iterator_next(iterator, -1, nullptr, t.out(), 1, &end)));
      if (t.get() == nullptr) return all;
      const auto* data = static_cast<const int64_t*>(rnl_tensor_data(t));
      if (data != nullptr) all.insert(all.end(), data, data + rnl_tensor_num_elements(t));
    }
  }
  static std::vector<int64_t> All(rnl_dataset_t* dataset) { return Numbers(Iterate(dataset)); }

  // A function of graph_ with one placeholder for each input, made by `make` in its body.
  template <typename Make>
  void Define(const char* name, std::initializer_list<rnl_dtype_t> inputs, Make make) {
    Graph body;
    ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, body.out())));
    std::vector<rnl_output_t> places;
    for (const rnl_dtype_t dtype : inputs) {
      rnl_output_t place;
      ASSERT_TRUE(IsOk(rnl_graph_add_placeholder(body, rnl_str(""), dtype, 0, nullptr, &place)));
      places.push_back(place);
    }
    const rnl_output_t output = make(body.get(), places);
    ASSERT_TRUE(IsOk(
        rnl_graph_add_function(graph_, rnl_str(name), body, places.data(), places.size(), &output, 1)));
  }
  rnl_output_t Const(rnl_graph_t* graph, int64_t value) {
    Tensor t;
    EXPECT_TRUE(
        IsOk(rnl_tensor_from_data(runtime_, RNL_INT64, 0, nullptr, &value, sizeof(value), t.out())));
    rnl_output_t out{};
    EXPECT_TRUE(IsOk(rnl_graph_add_constant(graph, rnl_str(""), t, &out)));
    return out;
  }
  static rnl_output_t Op(rnl_graph_t* graph, const char* op,
                         std::initializer_list<rnl_output_t> inputs) {
    rnl_output_t out{};
    EXPECT_TRUE(
        IsOk(rnl_graph_add_op(graph, rnl_str(op), rnl_str(""), inputs.begin(), inputs.size(), &out)));
    return out;
  }
  // An op that gives a dataset of scalars or vectors of int64.
  static rnl_output_t DatasetOp(rnl_graph_t* graph, const char* op,
                                std::initializer_list<rnl_output_t> inputs, int32_t rank) {
    rnl_node_builder_t* b = rnl_node_builder_create(graph, rnl_str(op), rnl_str(""));
    for (const rnl_output_t input : inputs) rnl_node_builder_add_input(b, input);
    const rnl_dtype_t type = RNL_INT64;
    const int64_t unknown = -1;
    const int64_t* const dims[] = {&unknown};
    rnl_node_builder_set_attr_type_list(b, rnl_str("output_types"), &type, 1);
    rnl_node_builder_set_attr_shape_list(b, rnl_str("output_shapes"), &rank, dims, 1);
    rnl_node_t node = RNL_NO_NODE;
    EXPECT_TRUE(IsOk(rnl_node_builder_finish(b, &node)));
    return rnl_output(node, 0);
  }
  void DefineFunctions() {
    ASSERT_TRUE(IsOk(rnl_graph_create(runtime_, graph_.out())));
    Define("square", {RNL_INT64}, [](rnl_graph_t* g, auto& in) { return Op(g, "Mul", {in[0], in[0]}); });
    Define("parity", {RNL_INT64}, [&](rnl_graph_t* g, auto& in) {
      return Op(g, "FloorMod", {in[0], Const(g, 2)});
    });
    Define("odd", {RNL_INT64}, [&](rnl_graph_t* g, auto& in) {
      return Op(g, "Equal", {Op(g, "FloorMod", {in[0], Const(g, 2)}), Const(g, 1)});
    });
    Define("upto", {RNL_INT64}, [&](rnl_graph_t* g, auto& in) {
      return DatasetOp(g, "RangeDataset", {Const(g, 0), in[0], Const(g, 1)}, 0);
    });
    Define("three", {RNL_INT64}, [&](rnl_graph_t* g, auto& in) {
      return Op(g, "AddV2", {Op(g, "Sub", {in[0], in[0]}), Const(g, 3)});
    });
    Define("minus", {RNL_INT64}, [&](rnl_graph_t* g, auto& in) {
      return Op(g, "Sub", {in[0], Const(g, 5)});
    });
    Define("whole", {RNL_INT64, RNL_VARIANT}, [](rnl_graph_t*, auto& in) { return in[1]; });
  }

  Runtime runtime_ = NewRuntime();
  Graph graph_;
};

TEST_F(DatasetTest, ElementsComeInOrder) {
  const Dataset ten = Range(10);
  Dataset d, e;
  ASSERT_TRUE(IsOk(rnl_dataset_skip(ten, 2, d.out())));
  ASSERT_TRUE(IsOk(rnl_dataset_take(d, 3, e.out())));
  ASSERT_TRUE(IsOk(rnl_dataset_repeat(e, 2, d.out())));
  EXPECT_EQ(All(d), (std::vector<int64_t>{2, 3, 4, 2, 3, 4}));
  EXPECT_EQ(rnl_dataset_cardinality(d), 6);
  ASSERT_TRUE(IsOk(rnl_dataset_shard(ten, 3, 1, d.out())));
  ASSERT_TRUE(IsOk(rnl_dataset_batch(d, 2, true, e.out())));
  EXPECT_EQ(rnl_dataset_cardinality(e), 1);
  EXPECT_EQ(Next(Iterate(e)), "int64[2] = [1 4]");
  ASSERT_TRUE(IsOk(rnl_dataset_unbatch(e, d.out())));
  EXPECT_EQ(All(d), (std::vector<int64_t>{1, 4}));
  const Dataset five = Range(7, 5);
  ASSERT_TRUE(IsOk(rnl_dataset_concatenate(five, d, e.out())));
  ASSERT_TRUE(IsOk(rnl_dataset_prefetch(e, -1, d.out())));
  EXPECT_EQ(All(d), (std::vector<int64_t>{5, 6, 1, 4}));
  // tf.data.Dataset.range(10).shuffle(4, seed=7), TensorFlow 2.21.
  ASSERT_TRUE(IsOk(rnl_dataset_shuffle(ten, 4, 7, true, d.out())));
  EXPECT_EQ(All(d), (std::vector<int64_t>{0, 4, 2, 3, 5, 6, 1, 8, 7, 9}));
  rnl_dataset_t* const both[] = {ten, five};
  ASSERT_TRUE(IsOk(rnl_dataset_zip(both, 2, d.out())));
  EXPECT_EQ(rnl_dataset_num_components(d), 2u);
  EXPECT_EQ(rnl_dataset_component_dtype(d, 1), RNL_INT64);
  EXPECT_EQ(rnl_dataset_cardinality(d), 2);
}

TEST_F(DatasetTest, FunctionsOfAGraphMakeElements) {
  DefineFunctions();
  const Dataset ten = Range(10);
  Dataset d;
  for (const int64_t calls : {int64_t{1}, int64_t{4}, int64_t{-1}}) {
    ASSERT_TRUE(IsOk(rnl_dataset_map(ten, graph_, rnl_str("square"), calls, true, d.out())));
    EXPECT_EQ(All(d), (std::vector<int64_t>{0, 1, 4, 9, 16, 25, 36, 49, 64, 81}));
  }
  ASSERT_TRUE(IsOk(rnl_dataset_filter(ten, graph_, rnl_str("odd"), d.out())));
  EXPECT_EQ(All(d), (std::vector<int64_t>{1, 3, 5, 7, 9}));
  EXPECT_TRUE(
      Fails(rnl_dataset_map(ten, graph_, rnl_str("cube"), 1, true, d.out()), RNL_NOT_FOUND, {"cube"}));
  EXPECT_TRUE(Fails(rnl_dataset_filter(ten, graph_, rnl_str("square"), d.out()), RNL_INVALID_ARGUMENT,
                    {"bool"}));
  EXPECT_EQ(d.get(), nullptr);
}

TEST_F(DatasetTest, DatasetsOfElementsAreInterleaved) {
  DefineFunctions();
  const Dataset three = Range(4, 1);
  const rnl_dtype_t type = RNL_INT64;
  const struct {
    int64_t cycle, block;
    std::vector<int64_t> elements;
  } kCases[] = {{1, 1, {0, 0, 1, 0, 1, 2}},
                {3, 1, {0, 0, 0, 1, 1, 2}},
                {3, 2, {0, 0, 1, 0, 1, 2}},
                {2, 1, {0, 0, 1, 0, 1, 2}}};
  for (const auto& c : kCases) {
    for (const bool parallel : {false, true}) {
      Dataset d;
      ASSERT_TRUE(IsOk(rnl_dataset_interleave(three, graph_, rnl_str("upto"), &type, 1, c.cycle, c.block,
                                              parallel, true, d.out())));
      EXPECT_EQ(All(d), c.elements) << c.cycle << " " << c.block << " " << parallel;
    }
  }
  Dataset d;
  const rnl_str_t upto = rnl_str("upto");
  EXPECT_TRUE(Fails(rnl_dataset_interleave(three, graph_, upto, &type, 1, 0, 1, false, true, d.out()),
                    RNL_INVALID_ARGUMENT, {"cycle_length"}));
  EXPECT_TRUE(Fails(rnl_dataset_interleave(three, graph_, upto, nullptr, 0, 1, 1, false, true, d.out()),
                    RNL_INVALID_ARGUMENT, {"component"}));
  EXPECT_TRUE(Fails(
      rnl_dataset_interleave(three, graph_, rnl_str("square"), &type, 1, 1, 1, false, true, d.out()),
      RNL_INVALID_ARGUMENT, {"variant"}));
  const rnl_dtype_t other = RNL_FLOAT;
  ASSERT_TRUE(IsOk(rnl_dataset_interleave(three, graph_, upto, &other, 1, 1, 1, false, true, d.out())));
  EXPECT_NE(Next(Iterate(d)).find("other types"), std::string::npos);
}

TEST_F(DatasetTest, GroupsAreMadeByKeyAndKeptInSavedPlaces) {
  DefineFunctions();
  const Dataset elements = Range(8);
  const rnl_dtype_t type = RNL_INT64;
  Dataset d;
  ASSERT_TRUE(IsOk(rnl_dataset_group_by_window(elements, graph_, rnl_str("parity"), rnl_str("whole"),
                                               rnl_str("three"), &type, 1, d.out())));
  const std::vector<int64_t> all = {0, 2, 4, 1, 3, 5, 6, 7};
  EXPECT_EQ(All(d), all);
  for (size_t taken = 0; taken <= all.size(); ++taken) {
    const Iterator first = Iterate(d), second = Iterate(d);
    for (size_t i = 0; i < taken; ++i) Next(first);
    Bytes state;
    ASSERT_TRUE(IsOk(rnl_iterator_save(first, state.out())));
    const rnl_str_t view = rnl_bytes_view(state);
    ASSERT_TRUE(IsOk(rnl_iterator_restore(second, view.data, view.size)));
    EXPECT_EQ(Numbers(second),
              std::vector<int64_t>(all.begin() + static_cast<ptrdiff_t>(taken), all.end()));
  }
  ASSERT_TRUE(IsOk(rnl_dataset_group_by_window(elements, graph_, rnl_str("parity"), rnl_str("whole"),
                                               rnl_str("minus"), &type, 1, d.out())));
  EXPECT_NE(Next(Iterate(d)).find("Window size must be greater than zero"), std::string::npos);
  EXPECT_TRUE(Fails(rnl_dataset_group_by_window(elements, graph_, rnl_str("odd"), rnl_str("whole"),
                                                rnl_str("three"), &type, 1, d.out()),
                    RNL_INVALID_ARGUMENT, {"keys", "int64"}));
}

TEST_F(DatasetTest, WindowsAreDatasetsOfTheirOwn) {
  const Dataset seven = Range(7);
  Dataset windows, one;
  ASSERT_TRUE(IsOk(rnl_dataset_window(seven, 3, 2, 1, false, windows.out())));
  EXPECT_EQ(rnl_dataset_component_dtype(windows, 0), RNL_VARIANT);
  const Iterator pass = Iterate(windows);
  for (const auto& expected : std::vector<std::vector<int64_t>>{{0, 1, 2}, {2, 3, 4}, {4, 5, 6}, {6}}) {
    Tensor window;
    bool end = false;
    ASSERT_TRUE(IsOk(rnl_iterator_next(pass, -1, nullptr, window.out(), 1, &end)));
    ASSERT_FALSE(end);
    ASSERT_TRUE(IsOk(rnl_dataset_from_variant(runtime_, window, one.out())));
    EXPECT_EQ(All(one), expected);
  }
  EXPECT_EQ(Next(pass), "end");
  Tensor variant, number;
  ASSERT_TRUE(IsOk(rnl_dataset_to_variant(seven, variant.out())));
  ASSERT_TRUE(IsOk(rnl_dataset_from_variant(runtime_, variant, one.out())));
  EXPECT_EQ(All(one).size(), 7u);
  ASSERT_TRUE(IsOk(rnl_tensor_from_scalar(runtime_, RNL_FLOAT, 1, number.out())));
  EXPECT_TRUE(Fails(rnl_dataset_from_variant(runtime_, number, one.out()), RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(
      Fails(rnl_dataset_window(seven, 0, 1, 1, false, one.out()), RNL_INVALID_ARGUMENT, {"size"}));
}

TEST_F(DatasetTest, ElementsOfDifferentSizesArePadded) {
  DefineFunctions();
  const Dataset five = Range(5);
  Dataset pairs, d;
  ASSERT_TRUE(IsOk(rnl_dataset_batch(five, 2, false, pairs.out())));
  const int32_t rank = 1;
  const int64_t any = -1, four = 4;
  const int64_t *needed[] = {&any}, *wide[] = {&four};
  ASSERT_TRUE(IsOk(rnl_dataset_padded_batch(pairs, 3, &rank, needed, nullptr, 1, false, d.out())));
  EXPECT_EQ(Next(Iterate(d)), "int64[3,2] = [0 1 2 3 4 0]");
  Tensor seven;
  ASSERT_TRUE(IsOk(rnl_tensor_from_scalar(runtime_, RNL_INT64, 7, seven.out())));
  rnl_tensor_t* const padding[] = {seven};
  ASSERT_TRUE(IsOk(rnl_dataset_padded_batch(pairs, 2, &rank, wide, padding, 1, true, d.out())));
  EXPECT_EQ(All(d), (std::vector<int64_t>{0, 1, 7, 7, 2, 3, 7, 7}));
  EXPECT_TRUE(Fails(rnl_dataset_padded_batch(pairs, 2, &rank, wide, padding, 2, true, d.out()),
                    RNL_INVALID_ARGUMENT, {"1 components", "2 shapes"}));
  const Tensor wrong = FloatTensor(runtime_, {}, {1});
  rnl_tensor_t* const floats[] = {wrong};
  EXPECT_TRUE(Fails(rnl_dataset_padded_batch(pairs, 2, &rank, wide, floats, 1, true, d.out()),
                    RNL_INVALID_ARGUMENT, {"padding[0]", "int64"}));
}

struct Source {
  rnl_runtime_t* runtime;
  std::atomic<int> dropped{0};
  static rnl_status_t* Give(void* arg, int64_t index, rnl_tensor_t** out, size_t) {
    if (index == 1) return rnl_status_create(RNL_UNAVAILABLE, rnl_str("not now, says the program"));
    if (index == 2) return nullptr;  // without an element
    if (index == 3) return rnl_tensor_from_scalar(static_cast<Source*>(arg)->runtime, RNL_FLOAT, 1, out);
    if (index > 4) return rnl_status_create(RNL_OUT_OF_RANGE, rnl_str("the end"));
    return rnl_tensor_from_scalar(static_cast<Source*>(arg)->runtime, RNL_INT64,
                                  static_cast<double>(index), out);
  }
  static void Drop(void* arg) { ++static_cast<Source*>(arg)->dropped; }
};

TEST_F(DatasetTest, AFunctionOfTheProgramGivesElementsAndFailuresWithTheirText) {
  Source source{runtime_};
  const rnl_dtype_t type = RNL_INT64;
  {
    Dataset d;
    ASSERT_TRUE(IsOk(
        rnl_dataset_from_generator(runtime_, &type, 1, Source::Give, &source, Source::Drop, d.out())));
    const Iterator pass = Iterate(d);
    EXPECT_EQ(Next(pass), "int64[] = [0]");
    const std::string failed = Next(pass);
    EXPECT_EQ(failed.rfind("UNAVAILABLE", 0), 0u) << failed;
    for (const char* piece : {"element 1", "not now, says the program"})
      EXPECT_NE(failed.find(piece), std::string::npos) << failed;
    EXPECT_NE(Next(pass).find("component 0 unset"), std::string::npos);
    EXPECT_NE(Next(pass).find("of type float, expected int64"), std::string::npos);
    EXPECT_EQ(Next(pass), "int64[] = [4]");
    EXPECT_EQ(Next(pass), "end");
    EXPECT_EQ(Next(pass), "end");
    Dataset without;
    ASSERT_TRUE(IsOk(rnl_dataset_ignore_errors(d, without.out())));
    EXPECT_EQ(All(without), (std::vector<int64_t>{0, 4}));
    EXPECT_EQ(source.dropped, 0);
  }
  EXPECT_EQ(source.dropped, 1);
  Dataset d;
  EXPECT_TRUE(
      Fails(rnl_dataset_from_generator(runtime_, &type, 1, nullptr, &source, Source::Drop, d.out()),
            RNL_INVALID_ARGUMENT));
  EXPECT_EQ(source.dropped, 2) << "also if this fails";
}

TEST_F(DatasetTest, AWaitEndsWithItsDeadlineAndLosesNothing) {
  struct Slow {
    rnl_runtime_t* runtime;
    std::atomic<bool> open{false};
    static rnl_status_t* Give(void* arg, int64_t index, rnl_tensor_t** out, size_t) {
      auto* slow = static_cast<Slow*>(arg);
      slow->open.wait(false);
      return rnl_tensor_from_scalar(slow->runtime, RNL_INT64, static_cast<double>(index), out);
    }
  } slow{runtime_};
  const rnl_dtype_t type = RNL_INT64;
  Dataset endless, d;
  ASSERT_TRUE(
      IsOk(rnl_dataset_from_generator(runtime_, &type, 1, Slow::Give, &slow, nullptr, endless.out())));
  ASSERT_TRUE(IsOk(rnl_dataset_prefetch(endless, 1, d.out())));
  const Iterator pass = Iterate(d);
  Tensor t;
  rnl_tensor_t* two[2];
  bool end = false;
  EXPECT_TRUE(
      Fails(rnl_iterator_next(pass, 1, nullptr, t.out(), 1, &end), RNL_DEADLINE_EXCEEDED, {"1 ms"}));
  EXPECT_TRUE(
      Fails(rnl_iterator_next(pass, -1, nullptr, two, 2, &end), RNL_INVALID_ARGUMENT, {"1", "2"}));
  slow.open = true;
  slow.open.notify_all();
  EXPECT_EQ(Next(pass), "int64[] = [0]");
  EXPECT_EQ(Next(pass), "int64[] = [1]");
}

}  // namespace
}  // namespace runnel_test
