// Specs of models of layers: nothing crashes, what parses prints as text that parses to the same again,
// and what a row takes becomes nodes or a status that says something. The text is a line of layers
// between |, which are called one after another; a first line that begins with # says what is compiled:
// optimizer, losses, metrics and, if it is there, a strategy, between |.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/compile.h"
#include "core/passes/gradients.h"

namespace {

using namespace runnel;         // NOLINT(google-build-using-namespace): a program of one file
using namespace runnel::learn;  // NOLINT(google-build-using-namespace)

void Require(bool holds) {
  if (!holds) std::abort();
}
void Told(const Status& status) { Require(status.ok() || !status.message().empty()); }

std::vector<std::string_view> Cut(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

void CheckText(std::string_view text) {
  if (const auto spec = ParseSpec(text, "spec"); spec.ok()) {
    const std::string printed = ToText(*spec);
    const auto again = ParseSpec(printed, "spec");
    Require(again.ok() && ToText(*again) == printed);
    for (const RowKind kind :
         {RowKind::kLayer, RowKind::kActivation, RowKind::kInitializer, RowKind::kRegularizer,
          RowKind::kConstraint, RowKind::kLoss, RowKind::kMetric, RowKind::kOptimizer,
          RowKind::kSchedule, RowKind::kCallback, RowKind::kStrategy}) {
      Told(BindRow(kind, *spec).status());
    }
  } else {
    Told(spec.status());
  }
  Told(ParseSpecs(text, "specs").status());
  Told(ParseArguments(text, "arguments").status());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size_bytes) {
  constexpr size_t kMaxBytes = 2000, kMaxLayers = 6;
  std::string_view text(reinterpret_cast<const char*>(data), std::min(size_bytes, kMaxBytes));
  std::vector<std::string_view> compiled;
  if (!text.empty() && text[0] == '#') {
    const size_t end = text.find('\n');
    compiled = Cut(text.substr(1, end - 1), '|');
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  static const OpRegistry registry;
  DTypePolicy policy;
  policy.compute = policy.variable = DType::kFloat;
  // Images, sequences, rows of numbers, whole numbers and strings.
  for (const auto& [dtype, shape] :
       {std::pair(DType::kFloat, Shape{-1, 4}), std::pair(DType::kFloat, Shape{-1, 5, 3}),
        std::pair(DType::kFloat, Shape{-1, 6, 6, 2}), std::pair(DType::kInt32, Shape{-1, 4}),
        std::pair(DType::kString, Shape{-1, 1})}) {
    Layers layers(&registry, policy, 1);
    const auto input = layers.AddInput("", dtype, shape);
    Require(input.ok());
    int value = *input;
    size_t count = 0;
    for (const std::string_view spec : Cut(text, '|')) {
      if (++count > kMaxLayers) break;
      CheckText(spec);
      const auto layer = layers.AddLayer(spec);
      Told(layer.status());
      if (!layer.ok()) continue;
      const size_t weights = layers.weights().size();
      const auto called = layers.Call(*layer, {&value, 1});
      Told(called.status());
      if (!called.ok()) {
        Require(layers.weights().size() == weights);
        continue;
      }
      value = *called;
    }
    if (compiled.size() < 3 || compiled.size() > 4 || value == *input) continue;
    Require(layers.SetOutputs({&value, 1}).ok());
    const auto strategy = BindStrategy(compiled.size() == 4 ? compiled[3] : std::string_view());
    Told(strategy.status());
    if (!strategy.ok()) continue;
    Told(Compile(&layers, &AddGradients, compiled[0], compiled[1], compiled[2], {}, "", *strategy)
             .status());
  }
  return 0;
}
