#include "tests/gradients/numeric.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/passes/gradients.h"
#include "tests/support/case_log.h"

namespace runnel::testing {
namespace {

using Values = std::vector<std::vector<double>>;

DType TypeOf(OutputRef edge) { return edge.node->output_type(edge.index); }

Tensor ToTensor(DType dtype, const Shape& shape, const std::vector<double>& values) {
  if (dtype == DType::kDouble) return *Tensor::FromValues<double>(shape, values);
  return *Tensor::FromValues<float>(shape, std::vector<float>(values.begin(), values.end()));
}

std::vector<double> FromTensor(const Tensor& tensor) {
  if (tensor.dtype() == DType::kDouble) {
    const auto values = tensor.values<const double>();
    return {values.begin(), values.end()};
  }
  if (tensor.dtype() == DType::kFloat) {
    const auto values = tensor.values<const float>();
    return {values.begin(), values.end()};
  }
  ADD_FAILURE() << "fetched a " << DTypeName(tensor.dtype());
  return {};
}

// sum_i weights_i * value_i
double Dot(const std::vector<double>& weights, const std::vector<double>& values) {
  double sum = 0;
  for (size_t i = 0; i < values.size(); ++i) sum += weights[i] * values[i];
  return sum;
}

void ExpectNear(const Values& got, const Values& want, double tolerance, const std::string& what) {
  ASSERT_EQ(got.size(), want.size()) << what;
  for (size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i].size(), want[i].size()) << what << ", input " << i;
    for (size_t k = 0; k < got[i].size(); ++k) {
      EXPECT_NEAR(got[i][k], want[i][k], tolerance * (1 + std::abs(want[i][k])))
          << what << ", input " << i << ", element " << k;
    }
  }
}

// Gradients of y, weighed; inputs that y does not depend on give zeros.
Values Symbolic(Evaluator& evaluator, const Values& at, const Edges& grads) {
  Edges fetches;
  for (const OutputRef& grad : grads) {
    if (grad) fetches.push_back(grad);
  }
  Values got = fetches.empty() ? Values() : evaluator.Run(at, fetches);
  Values out;
  size_t next = 0;
  for (size_t i = 0; i < grads.size(); ++i) {
    if (!grads[i]) {
      out.emplace_back(at[i].size(), 0.0);
    } else if (next < got.size()) {
      out.push_back(got[next++]);
    }
  }
  return out;
}

struct Outcome {
  Values first;  // gradients by input
  bool ran = false;
};

// `known`: the graph knows the inputs' shapes when the gradient is built.
Outcome CheckVariant(const GradientCase& c, const Values& at, DType dtype, bool known) {
  const std::string what = StrCat(DTypeName(dtype), known ? "" : ", shapes unknown");
  Evaluator evaluator;
  GraphBuilder b(&evaluator.graph(), "");
  Edges x;
  for (const Shape& shape : c.inputs) x.push_back(evaluator.Input(shape, dtype, known));
  const OutputRef y = c.function(b, x);
  if (!b.status().ok() || !y) {
    ADD_FAILURE() << what << ": " << b.status().ToString();
    return {};
  }
  const Values value = evaluator.Run(at, {y});
  if (value.empty()) return {};
  // One weight for each element of y: its gradient is then that of a scalar.
  const std::vector<double> weights = Draw(static_cast<int64_t>(value[0].size()), -1, 1, 77);
  const Shape y_shape = y.node->output_shape(y.index);
  OutputRef weight = b.Constant(ToTensor(dtype, Shape{static_cast<int64_t>(weights.size())}, weights));
  weight = b.Op("Reshape", {weight, b.Op("Shape", {y})});
  const Edges ys = {y}, grad_ys = {weight};
  const auto grads = AddGradients(&evaluator.graph(), ys, x, grad_ys);
  if (!grads.ok()) {
    ADD_FAILURE() << what << ": " << grads.status().ToString();
    return {};
  }
  Outcome outcome;
  outcome.first = Symbolic(evaluator, at, *grads);
  if (outcome.first.size() != at.size()) return outcome;
  outcome.ran = true;
  if (dtype != DType::kDouble) return outcome;
  ExpectNear(outcome.first, Differences(evaluator, at, y, weights), 2e-7, what);
  if (!c.second) return outcome;
  for (size_t i = 0; i < grads->size(); ++i) {
    if (!(*grads)[i]) continue;
    const std::string which = StrCat(what, ", second derivatives of input ", i);
    const std::vector<double> again = Draw(static_cast<int64_t>(at[i].size()), -1, 1, 99);
    OutputRef weight2 = b.Constant(ToTensor(dtype, Shape{static_cast<int64_t>(again.size())}, again));
    weight2 = b.Op("Reshape", {weight2, b.Op("Shape", {(*grads)[i]})});
    const Edges ys2 = {(*grads)[i]}, grad_ys2 = {weight2};
    const auto second = AddGradients(&evaluator.graph(), ys2, x, grad_ys2);
    if (!second.ok()) {
      ADD_FAILURE() << which << ": " << second.status().ToString();
      continue;
    }
    ExpectNear(Symbolic(evaluator, at, *second), Differences(evaluator, at, (*grads)[i], again), 5e-7,
               which);
  }
  return outcome;
}

}  // namespace

// Central differences of the fourth order.
Values Differences(Evaluator& evaluator, const Values& at, OutputRef edge,
                   const std::vector<double>& weights) {
  constexpr double kStep = 1e-3;
  Values out;
  for (size_t i = 0; i < at.size(); ++i) {
    out.emplace_back();
    for (size_t k = 0; k < at[i].size(); ++k) {
      const auto shifted = [&](double by) {
        Values moved = at;
        moved[i][k] += by;
        const Values got = evaluator.Run(moved, {edge});
        return got.empty() ? 0 : Dot(weights, got[0]);
      };
      const double wide = shifted(2 * kStep) - shifted(-2 * kStep);
      const double narrow = shifted(kStep) - shifted(-kStep);
      out.back().push_back((8 * narrow - wide) / (12 * kStep));
    }
  }
  return out;
}

Ref<Runtime> SharedRuntime() {
  static const Ref<Runtime> runtime = [] {
    RuntimeOptions options;
    options.num_threads = 1;
    auto made = Runtime::Create(options);
    EXPECT_TRUE(made.ok()) << made.status().ToString();
    return made.ok() ? *made : Ref<Runtime>();
  }();
  return runtime;
}

Evaluator::Evaluator() : graph_(std::make_shared<Graph>(&SharedRuntime()->ops())) {
  auto session = Session::Create(SharedRuntime(), graph_);
  EXPECT_TRUE(session.ok()) << session.status().ToString();
  if (session.ok()) session_ = *session;
}

OutputRef Evaluator::Input(const Shape& shape, DType dtype, bool known) {
  GraphBuilder b(graph_.get(), "x");
  const Shape declared = known ? shape : Shape::UnknownOfRank(shape.rank());
  inputs_.push_back(
      b.Op("Placeholder", {}, {{"dtype", AttrValue(dtype)}, {"shape", AttrValue(declared)}}));
  shapes_.push_back(shape);
  return inputs_.back();
}

Values Evaluator::Run(const Values& values, const Edges& fetches) {
  if (!session_) return {};
  if (!callable_ || !(prepared_ == fetches)) {
    auto callable = session_->MakeCallable({inputs_, fetches, {}});
    if (!callable.ok()) {
      ADD_FAILURE() << callable.status().ToString() << " at " << callable.status().node();
      return {};
    }
    callable_ = *callable;
    prepared_ = fetches;
  }
  std::vector<Tensor> feeds;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    feeds.push_back(ToTensor(TypeOf(inputs_[i]), shapes_[i], values[i]));
  }
  std::vector<Tensor> got(fetches.size());
  const Status status = callable_->Run(feeds, got);
  if (!status.ok()) {
    ADD_FAILURE() << status.ToString() << " at " << status.node();
    return {};
  }
  Values out;
  for (const Tensor& tensor : got) out.push_back(FromTensor(tensor));
  return out;
}

std::vector<double> Draw(int64_t count, double low, double high, int seed) {
  std::vector<double> out;
  uint64_t state = 0x9E3779B97F4A7C15u * static_cast<uint64_t>(seed + 1);
  for (int64_t i = 0; i < count; ++i) {
    state += 0x9E3779B97F4A7C15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    out.push_back(low + (high - low) * static_cast<double>(z >> 11) * 0x1.0p-53);
  }
  return out;
}

void CheckGradients(const GradientCase& c) {
  Values at = c.values;
  for (size_t i = at.size(); i < c.inputs.size(); ++i) {
    at.push_back(Draw(c.inputs[i].num_elements(), c.low, c.high, static_cast<int>(i)));
  }
  const Outcome exact = CheckVariant(c, at, DType::kDouble, true);
  if (!exact.ran || ::testing::Test::HasFailure()) return;
  for (const char* op : c.ops) LogCase("gradient", op, "double", "*");
  if (c.dynamic) CheckVariant(c, at, DType::kDouble, false);
  const Outcome single = CheckVariant(c, at, DType::kFloat, true);
  if (single.ran) ExpectNear(single.first, exact.first, 2e-4, "float against double");
}

}  // namespace runnel::testing
