// Models whose products have int8 or int4 weights: computed in floats, or in integers with inputs that
// each step quantises.
#include "tools/runnel/graph_remaker.h"
#include "tools/runnel/quantize_weights.h"

namespace runnel::tools {
namespace {

class WeightStorer : public GraphRemaker {
 public:
  WeightStorer(const rnl_graph_t* from, rnl_session_t* session, const std::vector<rnl_output_t>& outputs,
               const QuantizeOptions& options)
      : GraphRemaker(from, session, outputs), options_(options) {}

 private:
  // A product with a constant filter.
  struct Product {
    rnl_output_t filter;
    Array weights;
    bool matrix = false, depthwise = false, transposed = false;
  };

  std::string Take(rnl_node_t node) override {
    const std::string op = OpOf(node);
    Product product;
    product.depthwise = op == "DepthwiseConv2dNative";
    product.matrix = op == "MatMul";
    if (!product.depthwise && !product.matrix && op != "Conv2D") return kNothing;
    product.filter = Input(node, 1);
    if (!IsConstant(product.filter.node) || !IsFloat(product.filter))
      return "its filter is no constant of floats";
    product.weights = ValueOf(product.filter);
    if (product.weights.shape.size() != (product.matrix ? 2u : 4u) || product.weights.count() < 64)
      return "a small filter";
    product.transposed = product.matrix && BoolAttr(from_, node, "transpose_b");
    if (options_.dynamic) return Quantise(node, product);
    Store(product);
    made_.layers.push_back(NameOf(node));
    Copy(node);
    return {};
  }

  // Lets the filter's real numbers come of few bits.
  void Store(const Product& product) {
    const rnl_node_t filter = product.filter.node;
    if (real_.contains(KeyOf(product.filter))) return;
    const Rows rows = RowsOf(product.weights, product.depthwise, product.transposed);
    rnl_output_t real = options_.weight_bits == 8
                            ? StoreEightBits(to_, Scope(filter), rows)
                            : StoreFourBits(to_, Scope(filter), rows, options_.block);
    if (!product.transposed) {
      real = Transposed(real, filter, {1, 0});
      const auto& dims = product.weights.shape;
      real = NewNode(to_, "Reshape", Scope(filter))
                 .In(real)
                 .In(AddConstant(to_, Scope(filter), Int32s({dims.begin(), dims.end()})))
                 .Done();
    }
    real_[KeyOf(product.filter)] = real;
  }

  // y = sums of (x - zero point) * weights, times the scales of x and of the output's channel.
  std::string Quantise(rnl_node_t node, const Product& product) {
    if (product.matrix && BoolAttr(from_, node, "transpose_a")) return "transpose_a";
    const auto& d = product.weights.shape;
    const Rows rows = RowsOf(product.weights, product.depthwise, product.transposed);
    const ByteRows bytes = BytesOf(rows);
    const std::vector<int64_t> shape =
        product.matrix ? std::vector<int64_t>{rows.count, rows.length}
                       : std::vector<int64_t>{rows.count, d[0], d[1], product.depthwise ? 1 : d[2]};
    const auto constant = [&](const Array& array) { return AddConstant(to_, Scope(node), array); };
    const rnl_output_t x = QuantisedInput(Input(node, 0)), scale = rnl_output(x.node, 1),
                       zero = rnl_output(x.node, 2);
    const bool first = !product.matrix && IsFirst(node);
    const char* const op =
        product.matrix ? "Runnel>AffineFullyConnectedSums" : "Runnel>AffineConv2DSums";
    NewNode made(to_, op, Scope(node));
    made.In(first ? Transposed(x, node, {0, 2, 3, 1}) : x)
        .In(constant(ArrayOf(RNL_INT8, shape, bytes.numbers)))
        .In(zero)
        .Type("T", RNL_UINT8)
        .Type("W", RNL_INT8);
    if (!product.matrix) SlideAs(made, node, {"strides", "dilations"});
    const rnl_output_t sums =
        NewNode(to_, "Cast", Scope(node)).In(made.Done()).Type("DstT", RNL_FLOAT).Done();
    const rnl_output_t factor =
        NewNode(to_, "Mul", Scope(node)).In(scale).In(constant(Floats(bytes.scales))).Done();
    rnl_output_t y = NewNode(to_, "Mul", first ? Scope(node) : NameOf(node)).In(sums).In(factor).Done();
    if (first) {
      const rnl_output_t perm = constant(Int32s({0, 3, 1, 2}));
      y = NewNode(to_, "Transpose", NameOf(node)).In(y).In(perm).Done();
    }
    real_[{node, 0}] = y;
    made_.layers.push_back(NameOf(node));
    return {};
  }
  rnl_output_t QuantisedInput(rnl_output_t x) {
    const auto [made, is_new] = quantised_.try_emplace(KeyOf(x));
    if (is_new) {
      made->second = NewNode(to_, "Runnel>AffineDynamicQuantize", Scope(x.node))
                         .In(Real(x))
                         .Type("T", RNL_UINT8)
                         .Done();
    }
    return made->second;
  }

  const QuantizeOptions& options_;
  std::map<Key, rnl_output_t> quantised_;
};

}  // namespace

QuantizedGraph StoreWeights(const rnl_graph_t* from, rnl_session_t* session,
                            const std::vector<rnl_output_t>& outputs, const QuantizeOptions& options) {
  return WeightStorer(from, session, outputs, options).Run();
}

}  // namespace runnel::tools
