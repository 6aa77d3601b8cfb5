#include "core/learn/summary.h"
#include "core/ops/gradient_helpers.h"

#include <algorithm>
#include <array>

namespace runnel::learn {

std::string SummaryOf(const Layers& layers) {
  std::vector<std::array<std::string, 4>> rows = {
      {"Layer (type)", "Output Shape", "Param #", "Connected to"}};
  int64_t trained = 0, fixed = 0;
  for (const int input : layers.inputs()) {
    const OutputRef edge = layers.value(input).predicted;
    rows.push_back(
        {StrCat(edge.node->name(), " (Input)"), edge.node->output_shape(0).ToString(), "0", "-"});
  }
  std::vector<bool> counted(layers.layers().size());
  for (const LayerCall& call : layers.calls()) {
    const Layer& layer = layers.layers()[static_cast<size_t>(call.layer)];
    int64_t params = 0;
    for (const int w : AllWeights(layer)) {
      const Weight& weight = layers.weights()[static_cast<size_t>(w)];
      params += weight.shape.num_elements();
      if (counted[static_cast<size_t>(call.layer)]) continue;
      (layer.trainable && weight.trainable ? trained : fixed) += weight.shape.num_elements();
    }
    counted[static_cast<size_t>(call.layer)] = true;
    std::string from;
    for (const int input : call.inputs) {
      const LayerValue& value = layers.value(input);
      from += StrCat(
          from.empty() ? "" : ", ",
          value.call < 0
              ? value.predicted.node->name()
              : layers
                    .layers()[static_cast<size_t>(layers.calls()[static_cast<size_t>(value.call)].layer)]
                    .name);
    }
    const OutputRef edge = layers.value(call.output).predicted;
    rows.push_back({StrCat(layer.name, " (", layer.row.name(), ")"), ShapeOf(edge).ToString(),
                    StrCat(params), from});
  }
  std::array<size_t, 4> widths{};
  for (const auto& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      text += row[i];
      text += i + 1 < row.size() ? std::string(widths[i] - row[i].size() + 2, ' ') : "\n";
    }
  }
  return text + StrCat("Total params: ", trained + fixed, "\nTrainable params: ", trained,
                       "\nNon-trainable params: ", fixed, "\n");
}

}  // namespace runnel::learn
