// Whether gradients flow through an op. Apart from how they are added, since whoever lists ops asks.
#include <algorithm>
#include <iterator>

#include "core/passes/gradients.h"

namespace runnel {

bool GradientsFlow(const OpSchema& schema) {
  // Those that the sweep itself takes care of.
  constexpr std::string_view kByTheSweep[] = {
      "PartitionedCall", "StatefulPartitionedCall", "If",     "StatelessIf", "Case",  "StatelessCase",
      "While",           "StatelessWhile",          "Switch", "Merge",       "Enter", "Exit",
      "NextIteration"};
  if ((schema.flags & kOpNotDifferentiable) != 0) return false;
  return schema.has_gradient() || schema.has_composition() ||
         std::find(std::begin(kByTheSweep), std::end(kByTheSweep), schema.name) != std::end(kByTheSweep);
}

}  // namespace runnel
