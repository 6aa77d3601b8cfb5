// What a stranger writes against the installed C++ headers. Prints the same as the consumer in C.
#include <cstdio>
#include <runnel/runnel.hpp>
#include <string>

int main() {
  const runnel::Runtime runtime = runnel::Runtime::Create();
  const runnel::Graph graph = runnel::Graph::Create(runtime);
  const runnel::Output x = graph.Placeholder(runnel::DType::kFloat, runnel::Shape{});
  const runnel::Session session = runnel::Session::Create(graph);
  const float six = session.Fetch(x * 2, {{x, runnel::Tensor::Scalar(runtime, 3.0F)}}).item<float>();
  const std::string version(runnel::View(rnl_version()));
  std::printf("runnel %s, %s: %g\n", version.c_str(), runtime.devices().at(0).type.c_str(),
              static_cast<double>(six));
}
