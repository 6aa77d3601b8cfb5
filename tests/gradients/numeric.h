// Compares symbolic gradients with finite differences, in float64, through a Session on the CPU.
#ifndef RUNNEL_TESTS_GRADIENTS_NUMERIC_H_
#define RUNNEL_TESTS_GRADIENTS_NUMERIC_H_

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "core/graph/builder.h"
#include "core/runtime/session/session.h"

namespace runnel::testing {

using Edges = std::vector<OutputRef>;

// A function of float64 (or float32) inputs to one output, and where it is differentiated.
struct GradientCase {
  const char* name;              // what the test is called
  std::vector<const char*> ops;  // whose gradients this witnesses
  std::vector<Shape> inputs;     // shapes of the differentiable inputs
  std::function<OutputRef(GraphBuilder& b, const Edges& x)> function;
  double low = -2, high = 2;                     // values of the inputs lie between these
  bool second = true;                            // check second derivatives as well
  bool dynamic = true;                           // check with shapes unknown at build time as well
  std::vector<std::vector<double>> values = {};  // given values, instead of drawn ones
};
inline std::ostream& operator<<(std::ostream& out, const GradientCase& c) { return out << c.name; }

// One runtime for all tests of a process: one thread, the CPU.
Ref<Runtime> SharedRuntime();

// A graph with a session: feeds doubles (in the inputs' types) and fetches doubles.
class Evaluator {
 public:
  Evaluator();
  Graph& graph() { return *graph_; }
  // A placeholder that Run feeds; `known` false hides its shape from the graph.
  OutputRef Input(const Shape& shape, DType dtype, bool known);
  // Values of float edges, flat. Fails the test on error and gives nothing.
  std::vector<std::vector<double>> Run(const std::vector<std::vector<double>>& values,
                                       const Edges& fetches);

 private:
  std::shared_ptr<Graph> graph_;
  Ref<Session> session_;
  Edges inputs_;
  std::vector<Shape> shapes_;
  Edges prepared_;
  Ref<Callable> callable_;
};

// The derivatives of sum_i weights_i * edge_i by all inputs, by differences.
std::vector<std::vector<double>> Differences(Evaluator& evaluator,
                                             const std::vector<std::vector<double>>& at, OutputRef edge,
                                             const std::vector<double>& weights);
// Numbers that look random and are the same every time, in [low,high], away from each other's copies.
std::vector<double> Draw(int64_t count, double low, double high, int seed);
// Fails the test unless all gradients of the case match.
void CheckGradients(const GradientCase& c);

}  // namespace runnel::testing

#endif  // RUNNEL_TESTS_GRADIENTS_NUMERIC_H_
