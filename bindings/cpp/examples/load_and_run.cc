// Serves a frozen graph: loads the file that cpp_train_mnist wrote and tells which digits a few images
// show. Failures are results here: this file is compiled with RUNNEL_RESULTS.
//
//   RUNNEL_DATA_DIR=data ./cpp_load_and_run softmax.pb
#define RUNNEL_RESULTS 1
#include <cstdio>
#include <fstream>
#include <iterator>
#include <runnel/runnel.hpp>

#include "mnist.hpp"

namespace {

using namespace runnel;  // NOLINT: an example

constexpr std::int64_t kImages = 10;

Result<std::vector<Tensor>> Predict(const std::string& graph_def, std::vector<std::uint8_t> pixels) {
  RUNNEL_TRY_ASSIGN(runtime, Runtime::Create());
  RUNNEL_TRY_ASSIGN(graph, Graph::Create(runtime));
  RUNNEL_TRY(graph.Import(graph_def));
  RUNNEL_TRY_ASSIGN(image, graph.FindOutput("image"));
  RUNNEL_TRY_ASSIGN(prediction, graph.FindOutput("softmax/prediction"));
  RUNNEL_TRY_ASSIGN(session, Session::Create(graph));
  RUNNEL_TRY_ASSIGN(images, Tensor::Wrap(runtime, std::move(pixels), {kImages, mnist::kPixels}));
  return session.Run({{image, images}}, {prediction});
}

}  // namespace

int main(int argc, char** argv) {
  const std::filesystem::path data = mnist::Folder();
  if (data.empty()) {
    std::puts("SKIP: RUNNEL_DATA_DIR has no datasets/mnist");
    return 77;
  }
  std::ifstream file(argc > 1 ? argv[1] : "softmax.pb", std::ios::binary);
  const std::string graph_def{std::istreambuf_iterator<char>(file), {}};
  mnist::Set test = mnist::Load(data, "t10k");
  test.images.resize(kImages * mnist::kPixels);
  const Result<std::vector<Tensor>> digits = Predict(graph_def, std::move(test.images));
  if (!digits.ok()) {
    std::fprintf(stderr, "%s\n", digits.error().message().c_str());
    return 1;
  }
  const auto values = digits.value()[0].data<std::int64_t>();
  int right = 0;
  for (std::size_t i = 0; values.ok() && i < values->size(); ++i) {
    std::printf("label %d, predicted %d\n", test.labels[i], static_cast<int>((*values)[i]));
    right += (*values)[i] == test.labels[i];
  }
  return right >= 7 ? 0 : 1;
}
