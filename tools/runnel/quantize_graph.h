// A frozen graph made anew with integers: what `runnel quantize` writes.
//
// Convolutions and products with constant filters, with the biases, batch norms and activations behind
// them, sums, products, means, pools and what moves numbers become Runnel's Affine ops; all else stays
// and gets real numbers. Names of tensors stay.
#ifndef RUNNEL_TOOLS_RUNNEL_QUANTIZE_GRAPH_H_
#define RUNNEL_TOOLS_RUNNEL_QUANTIZE_GRAPH_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tools/common/handle.h"

namespace runnel::tools {

// What a tensor's numbers fill.
struct Range {
  float low = 0, high = 0;
};

struct QuantizeOptions {
  std::map<std::string, Range> ranges;  // by the names of nodes, of their output 0
  int weight_bits = 0;  // 8 or 4: only weights are stored in so many; 0: all is computed in int8
  rnl_dtype_t weight_type = RNL_INVALID;  // of 16 bits: weights are rounded to it, and nothing else
  int64_t block = 32;                     // numbers that share a scale, of weights of 4 bits
  bool dynamic = false;  // weights of 8 bits; products are computed of inputs that each step quantises
};

struct QuantizedGraph {
  GraphHandle graph;
  std::vector<std::string> layers;  // nodes that are computed in integers, or whose weights are
  struct Left {
    std::string node, op, why;
  };
  std::vector<Left> left;  // nodes that compute in real numbers
};

// Of `from`, whose constants `session` computes, the part that `outputs` need. Throws Error
// (UNIMPLEMENTED) for a graph with loops or functions.
QuantizedGraph QuantizeGraph(const rnl_graph_t* from, rnl_session_t* session,
                             const std::vector<rnl_output_t>& outputs, const QuantizeOptions& options);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_QUANTIZE_GRAPH_H_
