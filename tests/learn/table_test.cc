// Canned estimators over tables of real data against the losses of tf.estimator at each step
// (estimator_tables.txt, by make_estimator_tables.py).
#include <map>

#include "tests/learn/canned_support.h"

namespace runnel_test {
namespace {

constexpr int64_t kBatch = 50;

// What a row of estimator_tables.txt has in its columns.
enum Cell { kName, kSpec, kFile, kRows, kFeatures, kLabel, kSteps, kStart, kLosses, kTold, kCells };

class TableTest : public CannedSupport, public testing::WithParamInterface<std::string> {
 protected:
  // The first rows of a table, by column; the header gives their names.
  static std::map<std::string, std::vector<std::string>> ReadTable(const std::string& path,
                                                                   size_t rows) {
    std::map<std::string, std::vector<std::string>> columns;
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    const std::vector<std::string> header = CutAt(line.substr(0, line.find('\r')), ',');
    for (size_t row = 0; row < rows && std::getline(file, line); ++row) {
      const std::vector<std::string> cells = CutAt(line.substr(0, line.find('\r')), ',');
      for (size_t i = 0; i < header.size(); ++i)
        columns[header[i]].push_back(i < cells.size() ? cells[i] : "");
    }
    return columns;
  }
  Tensor Column(const std::vector<std::string>& cells, const std::string& kind,
                const std::vector<int64_t>& dims) {
    if (kind == "string") return Texts(cells, dims);
    std::vector<float> numbers;
    std::vector<int64_t> whole;
    for (const std::string& cell : cells) {
      numbers.push_back(cell.empty() ? 0 : std::stof(cell));
      whole.push_back(kind == "some" ? numbers.back() > 0
                      : cell.empty() ? -1
                                     : static_cast<int64_t>(std::stod(cell)));
    }
    return kind == "float" ? FloatTensor(runtime, dims, numbers) : Whole(whole, dims);
  }
};

TEST_P(TableTest, TrainsAsTensorFlow) {
  const char* const data = std::getenv("RUNNEL_DATA_DIR");
  if (data == nullptr) GTEST_SKIP() << "data: RUNNEL_DATA_DIR is unset";
  const std::vector<std::string> cells = CutAt(GetParam(), '\t');
  ASSERT_EQ(cells.size(), kCells);
  const std::string path = std::string(data) + "/datasets/tabular/" + cells[kFile];
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "data: RUNNEL_DATA_DIR lacks " << cells[kFile];
  const int64_t rows = std::stoll(cells[kRows]);
  std::map<std::string, std::vector<std::string>> table = ReadTable(path, static_cast<size_t>(rows));
  for (const std::string& feature : CutAt(cells[kFeatures], ',')) {
    const std::vector<std::string> parts = CutAt(feature, ':');
    ASSERT_EQ(static_cast<int64_t>(table[parts[0]].size()), rows) << parts[0];
    names.push_back(parts[0]);
    tensors.push_back(Column(table[parts[0]], parts[1], {rows, 1}));
  }
  const std::vector<std::string> label = CutAt(cells[kLabel], ':');
  tensors.push_back(Column(table[label[0]], label[1], {rows}));

  const Folder folder;
  const Estimator estimator =
      FromSpec("model_dir='" + (folder / "model") + "', save_summary_steps=1", cells[kSpec]);
  if (!cells[kStart].empty()) {
    WriteStart(folder / "start", cells[kStart]);
    ASSERT_TRUE(IsOk(rnl_learn_estimator_warm_start(estimator, View(folder / "start"),
                                                    View(PatternOf(cells[kStart])))));
  }
  ASSERT_TRUE(IsOk(TrainFor(estimator, Batches(-1, kBatch), "steps=" + cells[kSteps])));
  const std::vector<std::string> expected = CutAt(cells[kLosses], ',');
  const std::vector<float> losses = ScalarsIn(folder / "model", "loss");
  ASSERT_EQ(losses.size(), expected.size());
  for (size_t i = 0; i < losses.size(); ++i) {
    const double loss = std::stod(expected[i]);
    EXPECT_NEAR(losses[i], loss, 1e-4 * std::abs(loss)) << "step " << i + 1;
  }
  const Dataset once = Batches(1, kBatch);
  const rnl_learn_input_t input = Input(once);
  History found;
  ASSERT_TRUE(
      IsOk(rnl_learn_estimator_evaluate(estimator, &input, rnl_str(""), rnl_str(""), found.out())));
  ExpectTold(found, cells[kTold], 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Cases, TableTest, testing::ValuesIn(LinesOf("estimator_tables.txt")),
                         [](const auto& info) { return info.param.substr(0, info.param.find('\t')); });

}  // namespace
}  // namespace runnel_test
