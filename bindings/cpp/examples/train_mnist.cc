// Trains softmax regression on MNIST, saves the weights, restores them in another session, and freezes
// the graph.
//
//   RUNNEL_DATA_DIR=data ./cpp_train_mnist [FOLDER-TO-WRITE-TO] [STEPS]
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <runnel/runnel.hpp>

#include "mnist.hpp"

namespace {

using namespace runnel;  // NOLINT: an example

constexpr std::size_t kBatch = 100, kTestBatch = 1000;

struct Model {
  Output image, label, loss, prediction, correct;
  Node step;
};

Model Build(const Graph& graph) {
  Model m;
  m.image = graph.Placeholder(DType::kUint8, Shape{-1, mnist::kPixels}, "image");
  m.label = graph.Placeholder(DType::kInt64, Shape{-1}, "label");
  const Output classes = graph.Constant<std::int32_t>(10);
  const NameScope scope(graph, "softmax");
  const Output zeros = ops::Fill(graph.Constant<std::int32_t>({mnist::kPixels, 10}, {2}), 0.0f);
  const Variable weights = graph.Variable(zeros, "weights");
  const Variable bias = graph.Variable(ops::Fill(ops::ExpandDims(classes, 0), 0.0f), "bias");
  const Output scaled = ops::Cast(m.image, DType::kFloat) / 255.0;
  const Output logits = ops::BiasAdd(ops::MatMul(scaled, weights), bias);
  const Output axis = graph.Constant<std::int32_t>({0}, {1});
  m.loss = ops::Mean(ops::SparseSoftmaxCrossEntropyWithLogits(logits, m.label).loss, axis);
  m.prediction = ops::ArgMax(logits, 1, {.name = "prediction"});
  m.correct = ops::Sum(ops::Cast(ops::Equal(m.prediction, m.label), DType::kInt32), axis);
  m.step = Adam(0.003).Minimize(graph, m.loss);
  return m;
}

// The tensors take the vectors over: nothing is copied again.
std::vector<Tensor> Batch(const Runtime& runtime, const mnist::Set& set,
                          const std::vector<std::size_t>& rows) {
  std::vector<std::uint8_t> pixels;
  std::vector<std::int64_t> labels;
  for (const std::size_t row : rows) {
    const auto image = set.images.begin() + static_cast<std::ptrdiff_t>(row * mnist::kPixels);
    pixels.insert(pixels.end(), image, image + mnist::kPixels);
    labels.push_back(set.labels[row]);
  }
  const auto n = static_cast<std::int64_t>(rows.size());
  return {Tensor::Wrap(runtime, std::move(pixels), {n, mnist::kPixels}),
          Tensor::Wrap(runtime, std::move(labels), {n})};
}

double Accuracy(const Session& session, const Model& m, const Runtime& runtime, const mnist::Set& test) {
  const Callable count = session.Prepare({m.image, m.label}, {m.correct});
  std::int64_t right = 0;
  for (std::size_t first = 0; first < test.labels.size(); first += kTestBatch) {
    std::vector<std::size_t> rows;
    for (std::size_t i = first; i < std::min(first + kTestBatch, test.labels.size()); ++i)
      rows.push_back(i);
    right += count(Batch(runtime, test, rows))[0].item<std::int32_t>();
  }
  return static_cast<double>(right) / static_cast<double>(test.labels.size());
}

int Train(const std::filesystem::path& data, const std::string& folder, int steps) {
  const mnist::Set train = mnist::Load(data, "train"), test = mnist::Load(data, "t10k");
  const Runtime runtime = Runtime::Create();
  const Graph graph = Graph::Create(runtime);
  const Model m = Build(graph);
  const Session session = Session::Create(graph);
  session.Do(graph.Initializer());
  const Callable step = session.Prepare({m.image, m.label}, {m.loss}, {m.step});
  std::uint64_t state = 1;
  for (int i = 0; i < steps; ++i) {
    std::vector<std::size_t> rows(kBatch);
    for (std::size_t& row : rows) {  // Source: Knuth's MMIX, TAOCP 3.3.4
      state = state * 6364136223846793005u + 1442695040888963407u;
      row = (state >> 33) % train.labels.size();
    }
    const float loss = step(Batch(runtime, train, rows))[0].item<float>();
    if (i % 100 == 0) std::printf("step %4d  loss %.4f\n", i, static_cast<double>(loss));
  }
  const double accuracy = Accuracy(session, m, runtime, test);
  session.Save(folder + "/softmax");
  std::ofstream(folder + "/softmax.pb", std::ios::binary) << session.Freeze({"softmax/prediction"});
  const Session again = Session::Create(graph);
  again.Restore(folder + "/softmax");
  const double restored = Accuracy(again, m, runtime, test);
  std::printf("accuracy %.4f, restored %.4f, frozen graph in %s/softmax.pb\n", accuracy, restored,
              folder.c_str());
  return accuracy == restored && accuracy > 0.85 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::filesystem::path data = mnist::Folder();
  if (data.empty()) {
    std::puts("SKIP: RUNNEL_DATA_DIR has no datasets/mnist");
    return 77;
  }
  try {
    return Train(data, argc > 1 ? argv[1] : ".", argc > 2 ? std::atoi(argv[2]) : 500);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
