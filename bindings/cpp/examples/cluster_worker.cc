// Joins a cluster as one of its tasks: a ps only serves, with the weights in its memory; a worker trains
// on MNIST.
//
//   RUNNEL_CLUSTER_TOKEN=secret ./cpp_cluster_worker "ps=127.0.0.1:2222;worker=127.0.0.1:2223" ps 0 &
//   RUNNEL_CLUSTER_TOKEN=secret RUNNEL_DATA_DIR=data ./cpp_cluster_worker "ps=...;worker=..." worker 0
//   [STEPS]
//
// A last argument is the number of a socket that listens already.
#include <unistd.h>

#include <cstdio>
#include <runnel/runnel.hpp>

#include "mnist.hpp"

namespace {

using namespace runnel;  // NOLINT: an example

constexpr std::int64_t kBatch = 100;

std::vector<Feed> Batch(const Runtime& runtime, const mnist::Set& set, const Output& image,
                        const Output& label, std::size_t first, std::int64_t count) {
  std::vector<std::uint8_t> pixels;
  std::vector<std::int64_t> labels;
  for (std::size_t i = first; i < first + static_cast<std::size_t>(count); ++i) {
    const std::size_t row = i % set.labels.size();
    const auto start = set.images.begin() + static_cast<std::ptrdiff_t>(row * mnist::kPixels);
    pixels.insert(pixels.end(), start, start + mnist::kPixels);
    labels.push_back(set.labels[row]);
  }
  return {{image, Tensor::Wrap(runtime, std::move(pixels), {count, mnist::kPixels})},
          {label, Tensor::Wrap(runtime, std::move(labels), {count})}};
}

int Work(const Runtime& runtime, const Server& server, int steps) {
  const std::filesystem::path data = mnist::Folder();
  if (data.empty()) {
    std::puts("SKIP: RUNNEL_DATA_DIR has no datasets/mnist");
    return 77;
  }
  const mnist::Set train = mnist::Load(data, "train"), test = mnist::Load(data, "t10k");
  const Graph graph = Graph::Create(runtime);
  const Output image = graph.Placeholder(DType::kUint8, Shape{-1, mnist::kPixels});
  const Output label = graph.Placeholder(DType::kInt64, Shape{-1});
  Variable weights, bias;
  {
    const DeviceScope on_ps(graph, "/job:ps/task:0");
    weights = graph.Variable(ops::Fill(graph.Constant<std::int32_t>({mnist::kPixels, 10}, {2}), 0.0F),
                             "weights");
    bias = graph.Variable(ops::Fill(graph.Constant<std::int32_t>({10}, {1}), 0.0F), "bias");
  }
  const DeviceScope here(graph, "/job:worker/task:0");
  const Output logits =
      ops::BiasAdd(ops::MatMul(ops::Cast(image, DType::kFloat) / 255.0, weights), bias);
  const Output axis = graph.Constant<std::int32_t>({0}, {1});
  const Output loss = ops::Mean(ops::SparseSoftmaxCrossEntropyWithLogits(logits, label).loss, axis);
  const Output right =
      ops::Sum(ops::Cast(ops::Equal(ops::ArgMax(logits, 1), label), DType::kInt32), axis);
  const Node step = Sgd(0.5).Minimize(graph, loss);  // the updates go where their variables are

  const Session session = Session::Create(graph, {.target = server.target(), .token = server.token()});
  session.Do(graph.Initializer());
  const std::vector<Output> fetches{loss}, counts{right};
  const std::vector<Node> targets{step};
  for (int i = 0; i < steps; ++i) {
    const std::vector<Tensor> got =
        session.Run(Batch(runtime, train, image, label, static_cast<std::size_t>(i) * kBatch, kBatch),
                    fetches, targets);
    if (i % 50 == 0) std::printf("step %4d  loss %.4f\n", i, static_cast<double>(got[0].item<float>()));
  }
  const auto size = static_cast<std::int64_t>(test.labels.size());
  const std::vector<Tensor> got = session.Run(Batch(runtime, test, image, label, 0, size), counts);
  const double accuracy = static_cast<double>(got[0].item<std::int32_t>()) / static_cast<double>(size);
  std::printf("accuracy %.4f\n", accuracy);
  return accuracy > 0.8 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: cpp_cluster_worker CLUSTER JOB TASK [STEPS [SOCKET]]\n");
    return 2;
  }
  try {
    const Runtime runtime = Runtime::Create();
    const Server server = Server::Start(runtime, Cluster::FromText(argv[1]), argv[2], std::atoi(argv[3]),
                                        {.listen_fd = argc > 5 ? std::atoi(argv[5]) : -1});
    if (argv[2] == std::string("worker"))
      return Work(runtime, server, argc > 4 ? std::atoi(argv[4]) : 200);
    std::printf("serving at %s\n", server.target().c_str());
    std::fflush(stdout);
    for (;;) pause();  // until it is killed
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
