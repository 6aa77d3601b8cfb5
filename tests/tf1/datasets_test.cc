// Pipelines of tf.data as programs of TensorFlow write them into a graph: every element that TensorFlow
// gives for them, in its order, with its failures (make_datasets.py).
#include "tests/tf1/recorded_graph.h"

namespace runnel {
namespace {

using std::string_literals::operator""s;

struct DatasetValue {
  std::vector<int64_t> shape;
  std::vector<double> numbers;
  std::vector<std::string> strings;
};
struct DatasetAnswer {
  int code;
  std::vector<DatasetValue> values;
};
struct DatasetCase {
  const char* begins;  // the operation that begins a pass; empty: the first request does
  std::vector<const char*> files;
  std::vector<const char*> fetches;
  std::vector<DatasetAnswer> answers;
};
#include "tests/tf1/datasets.inc"

class Datasets : public RecordedGraphTest {
 protected:
  static void ExpectValue(const DatasetValue& wanted, const Tensor& got, const std::string& what) {
    const auto dims = got.shape().dims();
    EXPECT_EQ(std::vector<int64_t>(dims.begin(), dims.end()), wanted.shape) << what;
    if (got.dtype() == DType::kString) {
      ASSERT_EQ(static_cast<size_t>(got.num_elements()), wanted.strings.size()) << what;
      for (size_t i = 0; i < wanted.strings.size(); ++i)
        EXPECT_EQ(got.string_at(static_cast<int64_t>(i)), wanted.strings[i])
            << what << ", element " << i;
      return;
    }
    const std::vector<double> numbers = Doubles(got);
    ASSERT_EQ(numbers.size(), wanted.numbers.size()) << what;
    for (size_t i = 0; i < numbers.size(); ++i)
      EXPECT_FLOAT_EQ(numbers[i], wanted.numbers[i]) << what << ", element " << i;
  }
  void Begin(const DatasetCase& c) {
    if (*c.begins == '\0') return;
    std::vector<std::pair<OutputRef, Tensor>> feeds;
    if (!c.files.empty()) {
      std::vector<std::string> paths;
      for (const char* file : c.files) paths.push_back(StrCat(RUNNEL_TF1_TESTS, "/", file));
      feeds.emplace_back(Output("files"),
                         *Tensor::FromStrings(Shape{static_cast<int64_t>(paths.size())}, paths));
    }
    std::vector<Tensor> none;
    const Status status = TryRun({}, feeds, {graph_->FindNode(c.begins)}, &none);
    EXPECT_TRUE(status.ok()) << c.begins << ": " << status.ToString();
  }
  void RunRecorded() {
    ImportRecorded("datasets.pb");
    for (const DatasetCase& c : kCases) {
      Begin(c);
      std::vector<OutputRef> fetches;
      for (const char* name : c.fetches) fetches.push_back(Output(name));
      for (size_t n = 0; n < c.answers.size(); ++n) {
        const std::string what = StrCat(c.fetches[0], ", request ", n);
        std::vector<Tensor> got;
        const Status status = TryRun(fetches, {}, {}, &got);
        EXPECT_EQ(static_cast<int>(status.code()), c.answers[n].code)
            << what << ": " << status.ToString();
        if (static_cast<int>(status.code()) != c.answers[n].code) break;
        if (status.code() == Code::kDataLoss && !c.files.empty()) {
          for (const std::string& text : {std::string(c.files[0]), "byte "s})
            EXPECT_NE(status.message().find(text), std::string::npos)
                << what << ": " << status.ToString();
        }
        for (size_t i = 0; status.ok() && i < got.size(); ++i)
          ExpectValue(c.answers[n].values[i], got[i], StrCat(what, ", component ", i));
      }
    }
  }
};

TEST_F(Datasets, GiveWhatTensorFlowGives) { RunRecorded(); }

TEST_F(Datasets, DoSoWithoutPassesToo) {
  session_options_.disabled_passes = {"all"};
  RunRecorded();
}

TEST_F(Datasets, DoSoOnOneThread) {
  RuntimeOptions options;
  options.num_threads = 1;
  Restart(options);
  RunRecorded();
}

}  // namespace
}  // namespace runnel
