// References of products that take along what follows them: every case of the product by itself, with a
// bias, an activation, and both.
#include <algorithm>
#include <cmath>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

constexpr std::string_view kActivations[] = {"Relu", "Relu6",   "Elu",      "Selu",
                                             "Tanh", "Sigmoid", "Softplus", "Softsign"};

std::vector<Case> FusedCases(std::string_view product, const Types& types) {
  const int32_t dtype = types.at("T");
  Numbers numbers;
  std::vector<Case> cases;
  size_t turn = 0;
  for (const Case& plain : FindReference(product)->cases(types)) {
    const Shape& shape = plain.outputs[0].shape;
    const auto format = plain.attrs.find("data_format");
    const bool first = format != plain.attrs.end() && std::get<std::string>(format->second) == "NCHW";
    const size_t channel = first ? 1 : shape.size() - 1;
    for (const bool biased : {false, true}) {
      for (const bool activated : {false, true}) {
        if (!biased && !activated) continue;
        Case c = plain;
        c.label += biased ? " with a bias" : "";
        std::string epilogue = biased ? "BiasAdd" : "";
        Value bias = Make(numbers, dtype, {shape[channel]}, -2, 2);
        size_t at = 0;
        double low = 0, high = 0;
        const std::string_view op = kActivations[turn++ % std::size(kActivations)];
        double (*function)(double) = activated ? FindUnary(op, &low, &high) : nullptr;
        if (function != nullptr) {
          c.label += " and " + std::string(op);
          epilogue += (biased ? ";" : "") + std::string(op);
          c.exact = false;
        }
        ForEach(shape, [&](const Shape& index) {
          double& number = c.outputs[0].numbers[at++];
          if (biased) number += bias.Get(index[channel]);
          if (function != nullptr && !std::isnan(number)) number = function(number);  // NaN stays
        });
        c.attrs["epilogue"] = epilogue;
        c.attrs["N"] = static_cast<int64_t>(biased ? 1 : 0);
        if (biased) c.inputs.push_back(std::move(bias));
        cases.push_back(std::move(c));
      }
    }
  }
  return cases;
}

Reference FusedReference(std::string_view op, std::string_view product,
                         std::vector<std::string_view> inputs) {
  return {op, std::move(inputs), {"output"}, {}, [=](const Types& types) {
            return FusedCases(product, types);
          }};
}

// Whether the weights are one matrix that rows meet, or a filter of all channels.
bool TakesMixed(const Case& c) {
  const Shape &x = c.inputs[0].shape(), &weights = c.inputs[1].shape();
  const auto format = c.attrs.find("data_format");
  if (format != c.attrs.end()) {
    const bool first = std::get<std::string>(format->second) == "NCHW";
    return x[first ? 1 : 3] == weights[2];
  }
  int64_t matrices = 1;
  for (size_t i = 0; i + 2 < weights.size(); ++i) matrices *= weights[i];
  const auto turned = c.attrs.find("adj_x");
  const bool turns = turned != c.attrs.end() && std::get<bool>(turned->second);
  return matrices == 1 && weights.size() <= x.size() && !(turns && x.size() > 2);
}

// The cases of the weights' type, whose numbers the others hold, too.
Reference MixedReference(std::string_view op, std::string_view product,
                         std::vector<std::string_view> inputs) {
  return {op, std::move(inputs), {"output"}, {}, [=](const Types& types) {
            const int32_t wide = types.at("T");
            std::vector<Case> cases;
            for (Case& c : FusedCases(product, {{"T", types.at("Tw")}})) {
              if (!TakesMixed(c)) continue;
              for (size_t i = 0; i < c.inputs.size(); ++i) {
                if (i == 1) continue;
                Value as_wide(wide, c.inputs[i].shape());
                for (int64_t k = 0; k < as_wide.count(); ++k) as_wide.Set(k, c.inputs[i].Get(k));
                c.inputs[i] = std::move(as_wide);
              }
              c.outputs[0].dtype = wide;
              cases.push_back(std::move(c));
            }
            return cases;
          }};
}

}  // namespace

std::vector<Reference> EpilogueReferences() {
  return {FusedReference("_FusedMatMul", "MatMul", {"a", "b", "bias"}),
          FusedReference("_FusedBatchMatMulV2", "BatchMatMulV2", {"x", "y", "bias"}),
          FusedReference("_FusedConv2D", "Conv2D", {"input", "filter", "bias"}),
          FusedReference("_FusedDepthwiseConv2dNative", "DepthwiseConv2dNative",
                         {"input", "filter", "bias"}),
          MixedReference("_MixedMatMul", "MatMul", {"a", "b", "bias"}),
          MixedReference("_MixedBatchMatMulV2", "BatchMatMulV2", {"x", "y", "bias"}),
          MixedReference("_MixedConv2D", "Conv2D", {"input", "filter", "bias"})};
}

}  // namespace runnel::conformance
