#include "tools/runnel/graph_remaker.h"

#include "tools/common/error.h"
#include "tools/runnel/quantize_weights.h"
#include "tools/runnel/request.h"
#include "tools/runnel/tensors.h"

namespace runnel::tools {

GraphRemaker::GraphRemaker(const rnl_graph_t* from, rnl_session_t* session,
                           const std::vector<rnl_output_t>& outputs)
    : from_(from), session_(session), outputs_(outputs) {
  Check(rnl_graph_create(rnl_graph_runtime(from), Out(&made_.graph)));
  to_ = made_.graph.get();
  NamesHandle functions;
  Check(rnl_graph_functions(from, Out(&functions)));
  if (rnl_names_count(functions.get()) > 0)
    Fail("UNIMPLEMENTED: the graph calls functions, as \"", View(rnl_names_get(functions.get(), 0)),
         "\"; only graphs without calls, conditionals and loops can be quantised");
}

QuantizedGraph GraphRemaker::Run() {
  FindReaders();
  for (const rnl_node_t node : order_) {
    if (inside_.contains(node) || IsConstant(node)) continue;
    const std::string why = Take(node);
    if (why.empty()) continue;
    Copy(node);
    if (why != kNothing) made_.left.push_back({NameOf(node), OpOf(node), why});
  }
  for (const rnl_output_t output : outputs_) Real(output);
  Finish();
  return std::move(made_);
}

// ---- the graph as it is ----

std::string GraphRemaker::NameOf(rnl_node_t node) const {
  return std::string(View(rnl_graph_node_name(from_, node)));
}
std::string GraphRemaker::OpOf(rnl_node_t node) const {
  return std::string(View(rnl_graph_node_op(from_, node)));
}
bool GraphRemaker::IsFirst(rnl_node_t node) const {
  return StringAttr(from_, node, "data_format", "NHWC") == "NCHW";
}
int32_t GraphRemaker::RankOf(rnl_output_t output) const {
  int32_t rank = -1;
  Check(rnl_graph_output_shape(from_, output, 0, nullptr, &rank));
  return rank;
}

void GraphRemaker::FindReaders() {
  order_ = OrderOf(from_, outputs_);
  for (const rnl_output_t output : outputs_) fetched_.insert(output.node);
  for (const rnl_node_t node : order_) {
    for (size_t i = 0; i < NumInputs(node); ++i) readers_[Input(node, i).node].push_back(node);
    for (size_t i = 0; i < rnl_graph_num_control_inputs(from_, node); ++i)
      orders_.insert(rnl_graph_control_input(from_, node, i));
  }
}

bool GraphRemaker::IsConstant(rnl_node_t node) {
  if (const auto known = constant_.find(node); known != constant_.end()) return known->second;
  bool constant = OpOf(node) == "Const";
  if (!constant && NumInputs(node) > 0) {
    OpHandle op;
    Check(rnl_runtime_find_op(rnl_graph_runtime(from_), rnl_graph_node_op(from_, node), Out(&op)));
    constant = !rnl_op_is_stateful(op.get());
    for (size_t i = 0; i < NumInputs(node) && constant; ++i) constant = IsConstant(Input(node, i).node);
  }
  return constant_[node] = constant && rnl_graph_num_control_inputs(from_, node) == 0;
}

Array GraphRemaker::ValueOf(rnl_output_t output) {
  Request request;
  request.fetches = {output};
  Step step(session_, request);
  step.Run(nullptr, nullptr);
  return ToArray(step.fetched(0));
}

rnl_node_t GraphRemaker::Follower(rnl_node_t node) const {
  const auto readers = readers_.find(node);
  const bool alone = readers != readers_.end() && readers->second.size() == 1 &&
                     !fetched_.contains(node) && !orders_.contains(node);
  return alone ? readers->second[0] : rnl_node_t{-1};
}

// ---- the graph as it becomes ----

void GraphRemaker::Copy(rnl_node_t node) {
  NewNode copy(to_, OpOf(node), NameOf(node));
  for (size_t i = 0; i < NumInputs(node); ++i) copy.In(Real(Input(node, i)));
  for (size_t i = 0; i < rnl_graph_num_control_inputs(from_, node); ++i) {
    const rnl_node_t source = rnl_graph_control_input(from_, node, i);
    rnl_node_builder_add_control_input(copy.raw(), Real(rnl_output(source, 0)).node);
  }
  copy.AttrsOf(from_, node);
  nodes_[node] = copy.Done().node;
}

rnl_output_t GraphRemaker::Real(rnl_output_t output) {
  if (const auto made = real_.find(KeyOf(output)); made != real_.end()) return made->second;
  if (const auto made = MakeReal(output)) return real_[KeyOf(output)] = *made;
  if (!nodes_.contains(output.node)) Copy(output.node);  // a constant
  return rnl_output(nodes_[output.node], output.index);
}

rnl_output_t GraphRemaker::Transposed(rnl_output_t from, rnl_node_t node,
                                      const std::vector<int32_t>& order) {
  const rnl_output_t perm = AddConstant(to_, Scope(node), Int32s(order));
  return NewNode(to_, "Transpose", Scope(node)).In(from).In(perm).Done();
}

void GraphRemaker::SlideAs(NewNode& made, rnl_node_t node, std::initializer_list<const char*> lists) {
  const bool first = IsFirst(node);
  constexpr size_t kOrder[] = {0, 2, 3, 1};
  for (const char* name : lists) {
    std::vector<int64_t> values = IntsAttr(from_, node, name);
    if (values.size() != 4) continue;
    const std::vector<int64_t> old = values;
    for (size_t d = 0; d < 4 && first; ++d) values[d] = old[kOrder[d]];
    made.Ints(name, values);
  }
  made.String("padding", StringAttr(from_, node, "padding", "VALID"));
  std::vector<int64_t> pads = IntsAttr(from_, node, "explicit_paddings");
  if (pads.size() != 8) return;
  const std::vector<int64_t> old = pads;
  for (size_t d = 0; d < 8 && first; ++d) pads[d] = old[2 * kOrder[d / 2] + d % 2];
  made.Ints("explicit_paddings", pads);
}

}  // namespace runnel::tools
