// What the callback TensorBoard writes.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/learn/support.h"

namespace runnel_test {
namespace {

class TensorBoardTest : public LearnTest {
 protected:
  // Forty samples of two numbers, and which is larger.
  TensorBoardTest() {
    std::vector<float> xs;
    std::vector<int32_t> labels;
    for (int i = 0; i < 40; ++i) {
      for (int k = 0; k < 2; ++k) xs.push_back(static_cast<float>((7 * (2 * i + k)) % 11));
      labels.push_back(xs[xs.size() - 2] > xs.back() ? 1 : 0);
    }
    x = Of<float>(RNL_FLOAT, {40, 2}, xs);
    y = Of<int32_t>(RNL_INT32, {40}, labels);
  }
  Model Classifier() {
    Model model =
        Sequential("Input([2])|Dense(4, activation=relu)|Dense(2, activation=softmax)", "seed=3");
    Compile(model, "Adam(0.05)", "SparseCategoricalCrossentropy", "[accuracy]");
    return model;
  }
  void Fit(const Model& model, const std::string& options, const std::string& callbacks) {
    const Pairs samples(x, y);
    History history;
    EXPECT_TRUE(IsOk(rnl_learn_model_fit(model, &samples.samples, nullptr, View(options),
                                         View(callbacks), nullptr, nullptr, history.out())));
  }
  Tensor x, y;
};

// All bytes of a folder's only event file.
std::string EventsOf(const std::string& folder) {
  std::string all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    EXPECT_TRUE(all.empty());
    std::ifstream file(entry.path(), std::ios::binary);
    all.assign(std::istreambuf_iterator<char>(file), {});
  }
  return all;
}

size_t CountOf(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
  return count;
}

TEST_F(TensorBoardTest, HasValuesHistogramsAndTheGraph) {
  const std::string folder = testing::TempDir() + "/learn_board";
  std::filesystem::remove_all(folder);
  const Model model = Classifier();
  Fit(model, "epochs=4, batch_size=8, validation_split=0.5",
      "TensorBoard('" + folder + "', histogram_freq=2, update_freq=2)");
  const std::string trained = EventsOf(folder + "/train"), checked = EventsOf(folder + "/validation");
  // A tag is behind its length.
  EXPECT_EQ(CountOf(trained,
                    "\x0a"
                    "epoch_loss"),
            4u);
  EXPECT_EQ(CountOf(trained,
                    "\x0e"
                    "epoch_accuracy"),
            4u);
  EXPECT_EQ(CountOf(trained,
                    "\x13"
                    "epoch_learning_rate"),
            4u);
  EXPECT_EQ(CountOf(trained, "batch_loss"), 6u);  // of 12 batches
  EXPECT_EQ(CountOf(trained, "dense/kernel/histogram"), 2u);
  EXPECT_GE(CountOf(trained, "VarHandleOp"), 4u);  // the graph
  EXPECT_EQ(CountOf(checked,
                    "\x0a"
                    "epoch_loss"),
            4u);
  EXPECT_EQ(CountOf(checked, "VarHandleOp"), 0u);
  Fit(model, "epochs=1", "TensorBoard('" + folder + "/plain', write_graph=false)");
  const std::string plain = EventsOf(folder + "/plain/train");
  EXPECT_EQ(CountOf(plain, "batch_loss") + CountOf(plain, "histogram") + CountOf(plain, "VarHandleOp"),
            0u);
  EXPECT_FALSE(std::filesystem::exists(folder + "/plain/validation"));
  History history;
  const Pairs samples(x, y);
  for (const char* freq : {"often", "0", "1.5", "-2"}) {
    EXPECT_TRUE(
        Fails(rnl_learn_model_fit(model, &samples.samples, nullptr, View(""),
                                  View("TensorBoard('" + folder + "', update_freq='" + freq + "')"),
                                  nullptr, nullptr, history.out()),
              RNL_INVALID_ARGUMENT, {"update_freq", freq}));
  }
}

}  // namespace
}  // namespace runnel_test
