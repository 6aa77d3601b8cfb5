// MNIST with layers: a model, its training, its score and its weights in twenty lines.
//
//   c++ -std=c++20 mnist_layers.cc $(pkg-config --cflags --libs runnel) -lz
//   ./a.out [DATA-DIR [CHECKPOINT]]
#include <cstdio>
#include <runnel/runnel.hpp>

#include "samples.hpp"

namespace layers = runnel::layers;

int main(int argc, char** argv) {
  const runnel::Runtime runtime = runnel::Runtime::Create();
  const std::filesystem::path folder = argc > 1 ? argv[1] : mnist::Folder();
  const runnel::Model model =
      runnel::Model::Sequential(runtime, {
                                             layers::Input(784, runnel::DType::kUint8),
                                             layers::Rescaling(1.0 / 255),
                                             layers::Dense(128, {.activation = "relu"}),
                                             layers::Dense(10, {.activation = "softmax"}),
                                         });
  model.Compile({.optimizer = runnel::optimizers::Adam({.learning_rate = 0.001}),
                 .losses = {runnel::losses::SparseCategoricalCrossentropy()},
                 .metrics = {"accuracy"}});
  model.Fit(mnist::LoadSamples(runtime, folder, "train"), {.batch_size = 100, .epochs = 2});
  const auto score = model.Evaluate(mnist::LoadSamples(runtime, folder, "t10k"), 1000);
  std::printf("%.2f %% of the test images are right\n", 100 * score.at("accuracy"));
  if (argc > 2) model.Save(argv[2], false);
}
