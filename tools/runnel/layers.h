// Places nodes of an acyclic graph in layers, with few crossings.
// Source: Sugiyama, Tagawa and Toda 1981: layers by longest paths, order by barycentres, then
// coordinates; and a straight line for what would cross too many layers.
#ifndef RUNNEL_TOOLS_RUNNEL_LAYERS_H_
#define RUNNEL_TOOLS_RUNNEL_LAYERS_H_

#include <utility>
#include <vector>

namespace runnel::tools {

struct Layout {
  std::vector<int> layer;                  // by node
  std::vector<double> x;                   // by node: its centre
  std::vector<std::vector<double>> bends;  // by edge: x in each layer between its ends; empty: straight
  int num_layers = 0;
  double width = 0;
};

// `edges` from and to, acyclic; `widths` by node.
Layout PlaceInLayers(const std::vector<double>& widths, const std::vector<std::pair<int, int>>& edges);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_LAYERS_H_
