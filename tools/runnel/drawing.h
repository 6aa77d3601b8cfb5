// Drawings as SVG: a graph in layers, and memory over time.
#ifndef RUNNEL_TOOLS_RUNNEL_DRAWING_H_
#define RUNNEL_TOOLS_RUNNEL_DRAWING_H_

#include <cstdint>
#include <string>
#include <vector>

namespace runnel::tools {

// A graph to draw: edges are numbers of nodes.
struct DrawnNode {
  enum class Look { kOp, kInput, kVariable, kConstant, kCall };
  std::string name, op, detail;
  Look look = Look::kOp;
};
struct DrawnEdge {
  int from = 0, to = 0;
  bool is_control = false;
  bool is_back = false;  // of a loop: takes no part in the layers
};
// Values flow downwards; nodes of one layer do not depend on each other. Loops must be broken by edges
// that are marked as going back.
std::string DrawGraph(const std::vector<DrawnNode>& nodes, const std::vector<DrawnEdge>& edges);

// What lies where, op after op.
struct DrawnValue {
  std::string name;
  uint64_t offset = 0, bytes = 0;
  size_t first = 0, last = 0;
};
struct DrawnRegion {
  std::string title;
  size_t num_ops = 0;
  uint64_t arena_bytes = 0;
  std::vector<DrawnValue> values;
};
// A panel for each region: ops to the right, offsets upwards, a box for each value.
std::string DrawMemory(const std::vector<DrawnRegion>& regions);

// Text between tags or in attributes.
std::string XmlText(const std::string& text);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_DRAWING_H_
