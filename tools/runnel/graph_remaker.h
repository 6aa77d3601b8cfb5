// A frozen graph made anew node by node: each is taken by a rewriter, or copied. Names of tensors stay.
#ifndef RUNNEL_TOOLS_RUNNEL_GRAPH_REMAKER_H_
#define RUNNEL_TOOLS_RUNNEL_GRAPH_REMAKER_H_

#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tools/runnel/graph_copy.h"
#include "tools/runnel/quantize_graph.h"

namespace runnel::tools {

class GraphRemaker {
 public:
  // Of `from`, whose constants `session` computes, the part that `outputs` need. Throws Error
  // (UNIMPLEMENTED) for a graph with loops or functions.
  GraphRemaker(const rnl_graph_t* from, rnl_session_t* session,
               const std::vector<rnl_output_t>& outputs);
  virtual ~GraphRemaker() = default;
  QuantizedGraph Run();

 protected:
  using Key = std::pair<rnl_node_t, int32_t>;
  static Key KeyOf(rnl_output_t output) { return {output.node, output.index}; }
  // Why a node that computes nothing in real numbers was not taken.
  static constexpr const char* kNothing = "nothing";

  // Adds what stands for a node and answers nothing, or says why the node is to be copied.
  virtual std::string Take(rnl_node_t node) = 0;
  // The real numbers of a tensor that is no copy; nothing where a copy has them.
  virtual std::optional<rnl_output_t> MakeReal(rnl_output_t) { return {}; }
  // After all nodes.
  virtual void Finish() {}

  // ---- the graph as it is ----
  std::string NameOf(rnl_node_t node) const;
  std::string OpOf(rnl_node_t node) const;
  rnl_output_t Input(rnl_node_t node, size_t i) const { return rnl_graph_input(from_, node, i); }
  size_t NumInputs(rnl_node_t node) const { return rnl_graph_num_inputs(from_, node); }
  bool IsFloat(rnl_output_t output) const { return rnl_graph_output_dtype(from_, output) == RNL_FLOAT; }
  bool IsFirst(rnl_node_t node) const;  // channels first
  int32_t RankOf(rnl_output_t output) const;
  bool IsConstant(rnl_node_t node);
  Array ValueOf(rnl_output_t output);
  // The only reader of output 0, or -1.
  rnl_node_t Follower(rnl_node_t node) const;

  // ---- the graph as it becomes ----
  std::string Scope(rnl_node_t node) const { return NameOf(node) + "/"; }
  void Copy(rnl_node_t node);
  rnl_output_t Real(rnl_output_t output);
  rnl_output_t Transposed(rnl_output_t from, rnl_node_t node, const std::vector<int32_t>& order);
  // Strides and paddings of a window, with channels last.
  void SlideAs(NewNode& made, rnl_node_t node, std::initializer_list<const char*> lists);

  const rnl_graph_t* const from_;
  QuantizedGraph made_;
  rnl_graph_t* to_ = nullptr;
  std::set<rnl_node_t> inside_;       // nodes that others stand for
  std::map<Key, rnl_output_t> real_;  // tensors of floats that are no copies

 private:
  void FindReaders();

  rnl_session_t* const session_;
  const std::vector<rnl_output_t>& outputs_;
  std::vector<rnl_node_t> order_;
  std::map<rnl_node_t, std::vector<rnl_node_t>> readers_;
  std::set<rnl_node_t> fetched_, orders_;
  std::map<rnl_node_t, bool> constant_;
  std::map<rnl_node_t, rnl_node_t> nodes_;  // copies
};

// With products that have int8 weights and, where `dynamic`, inputs that each step quantises; or with
// weights alone that are stored in few bits.
QuantizedGraph StoreWeights(const rnl_graph_t* from, rnl_session_t* session,
                            const std::vector<rnl_output_t>& outputs, const QuantizeOptions& options);
// With weights of products, convolutions and tables that are looked up rounded to `type`, of 16 bits,
// and casts to floats behind them.
QuantizedGraph RoundWeights(const rnl_graph_t* from, rnl_session_t* session,
                            const std::vector<rnl_output_t>& outputs, rnl_dtype_t type);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_GRAPH_REMAKER_H_
