#include "tools/runnel/quantize_graph.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "tools/runnel/graph_remaker.h"
#include "tools/runnel/quantize_weights.h"

namespace runnel::tools {
namespace {

// int8 numbers: each stands for scale * (itself - zero).
struct Stored {
  rnl_output_t output;
  float scale = 1;
  int64_t zero = 0;
};

// What follows a product: y = activation(product * factor + offset), channel by channel.
struct Tail {
  rnl_node_t last;
  std::vector<double> factor, offset;
  std::string activation = "NONE";
  std::vector<rnl_node_t> inside;  // what it stands for, without `last`
};

class Rewriter : public GraphRemaker {
 public:
  Rewriter(const rnl_graph_t* from, rnl_session_t* session, const std::vector<rnl_output_t>& outputs,
           const QuantizeOptions& options)
      : GraphRemaker(from, session, outputs), options_(options) {}

 private:
  std::string Take(rnl_node_t node) override { return Quantise(node); }
  std::optional<rnl_output_t> MakeReal(rnl_output_t output) override {
    const auto stored = stored_.find(KeyOf(output));
    if (stored == stored_.end()) return {};
    const Stored& s = stored->second;
    return NewNode(to_, "Runnel>AffineDequantize", NameOf(output.node))
        .In(s.output)
        .In(AddConstant(to_, Scope(output.node), Floats({s.scale})))
        .In(AddConstant(to_, Scope(output.node), Int32s({static_cast<int32_t>(s.zero)})))
        .Type("T", RNL_INT8)
        .Done();
  }
  // So that each layer can be compared; who needs none of it leaves it out.
  void Finish() override {
    for (const auto& [key, stored] : stored_) Real(rnl_output(key.first, key.second));
  }

  // ---- numbers ----

  const Range* RangeOf(rnl_output_t output) const {
    const auto range = options_.ranges.find(NameOf(output.node));
    const bool known = output.index == 0 && range != options_.ranges.end() &&
                       std::isfinite(range->second.low) && std::isfinite(range->second.high);
    return known ? &range->second : nullptr;
  }
  static Stored Steps(const Range& range) {
    const double low = std::min(0.0, static_cast<double>(range.low)),
                 high = std::max(0.0, static_cast<double>(range.high));
    Stored s;
    // Of what is always 0, or too small for a scale, any step will do.
    s.scale = high - low > 1e-30 ? static_cast<float>((high - low) / 255) : 1.0F;
    s.zero = std::clamp<int64_t>(std::llround(-128 - low / static_cast<double>(s.scale)), -128, 127);
    return s;
  }
  bool IsStored(rnl_output_t output) const { return stored_.contains(KeyOf(output)); }
  // Needs IsStored or RangeOf.
  Stored Whole(rnl_output_t output) {
    const Key key = KeyOf(output);
    if (const auto made = stored_.find(key); made != stored_.end()) return made->second;
    if (const auto made = quantised_.find(key); made != quantised_.end()) return made->second;
    Stored s = Steps(*RangeOf(output));
    s.output = NewNode(to_, "Runnel>AffineQuantize", Scope(output.node))
                   .In(Real(output))
                   .In(AddConstant(to_, Scope(output.node), Floats({s.scale})))
                   .In(AddConstant(to_, Scope(output.node), Int32s({static_cast<int32_t>(s.zero)})))
                   .Type("T", RNL_INT8)
                   .String("round_mode", "HALF_TO_EVEN")
                   .Done();
    return quantised_[key] = s;
  }
  bool CanBeWhole(rnl_output_t output) {
    return IsFloat(output) && !IsConstant(output.node) &&
           (IsStored(output) || RangeOf(output) != nullptr);
  }
  static void Describe(NewNode& node, const char* name, const Stored& s) {
    node.Float((std::string(name) + "_scale").c_str(), s.scale);
    node.Int((std::string(name) + "_zero_point").c_str(), s.zero);
  }
  void Give(rnl_node_t node, const Stored& stored) {
    stored_[{node, 0}] = stored;
    made_.layers.push_back(NameOf(node));
  }
  Stored Requantised(const Stored& x, const Stored& y, rnl_node_t node, const std::string& activation) {
    Stored out = y;
    NewNode made(to_, "Runnel>AffineRequantize", Scope(node));
    made.In(x.output).Type("T", RNL_INT8).Type("U", RNL_INT8);
    Describe(made, "x", x);
    Describe(made, "y", y);
    out.output = made.String("activation", activation).String("rounding", "REAL").Done();
    return out;
  }

  // ---- products ----

  // A constant that has one number, or one for each channel.
  std::optional<std::vector<double>> Vector(rnl_output_t output, int64_t channels, bool channels_first) {
    if (!IsConstant(output.node) || !IsFloat(output)) return {};
    const Array array = ValueOf(output);
    const int64_t count = array.count();
    if (count != 1 && count != channels) return {};
    const size_t rank = array.shape.size(), place = channels_first ? 3 : 1;
    if (count != 1 && (rank < place || array.shape[rank - place] != channels)) return {};
    std::vector<double> out(static_cast<size_t>(channels));
    for (size_t c = 0; c < out.size(); ++c)
      out[c] = static_cast<double>(At<float>(array, count == 1 ? 0 : c));
    return out;
  }

  // Takes `next` into the tail if it is a step that a product can do.
  bool Append(rnl_node_t node, rnl_node_t next, int64_t channels, bool channels_first, Tail* tail) {
    const std::string op = OpOf(next);
    if (tail->activation == "NONE" && (op == "Relu" || op == "Relu6")) {
      tail->activation = op == "Relu" ? "RELU" : "RELU6";
      return true;
    }
    const bool from_left = NumInputs(next) > 0 && Input(next, 0).node == node;
    if (op == "Maximum" || op == "Minimum") {
      const auto limit = Vector(Input(next, from_left ? 1 : 0), 1, false);
      if (!limit) return false;
      if (op == "Maximum" && (*limit)[0] == 0 && tail->activation == "NONE") {
        tail->activation = "RELU";
        return true;
      }
      const bool fits = op == "Minimum" && (*limit)[0] == 6 && tail->activation == "RELU";
      if (fits) tail->activation = "RELU6";
      return fits;
    }
    if (tail->activation != "NONE") return false;
    if (op.starts_with("FusedBatchNorm") && !op.ends_with("Grad")) {
      if (BoolAttr(from_, next, "is_training") || IsFirst(next) != channels_first || !from_left)
        return false;
      std::optional<std::vector<double>> parts[4];
      for (size_t i = 0; i < 4; ++i) {
        parts[i] = Vector(Input(next, i + 1), channels, false);
        if (!parts[i]) return false;
      }
      const double epsilon = static_cast<double>(FloatAttr(from_, next, "epsilon", 1e-4F));
      for (size_t c = 0; c < tail->factor.size(); ++c) {
        const double scale = (*parts[0])[c] / std::sqrt((*parts[3])[c] + epsilon);
        tail->factor[c] *= scale;
        tail->offset[c] = (tail->offset[c] - (*parts[2])[c]) * scale + (*parts[1])[c];
      }
      return true;
    }
    const bool adds = op == "Add" || op == "AddV2" || op == "BiasAdd",
               subtracts = op == "Sub" && from_left;
    if (!adds && !subtracts && op != "Mul") return false;
    if (op == "BiasAdd" && IsFirst(next) != channels_first) return false;
    const auto vector =
        Vector(Input(next, from_left ? 1 : 0), channels, channels_first && op != "BiasAdd");
    if (!vector) return false;
    for (size_t c = 0; c < tail->factor.size(); ++c) {
      const double value = (*vector)[c];
      if (op == "Mul") {
        tail->factor[c] *= value;
        tail->offset[c] *= value;
      } else {
        tail->offset[c] += subtracts ? -value : value;
      }
    }
    return true;
  }
  Tail TailOf(rnl_node_t node, int64_t channels, bool channels_first) {
    Tail tail;
    tail.last = node;
    tail.factor.assign(static_cast<size_t>(channels), 1);
    tail.offset.assign(static_cast<size_t>(channels), 0);
    for (rnl_node_t next = Follower(node); next >= 0; next = Follower(tail.last)) {
      if (!Append(tail.last, next, channels, channels_first, &tail)) break;
      tail.inside.push_back(tail.last);
      tail.last = next;
    }
    return tail;
  }

  std::string QuantiseProduct(rnl_node_t node) {
    const std::string op = OpOf(node);
    const bool depthwise = op == "DepthwiseConv2dNative", matrix = op == "MatMul";
    const rnl_output_t x = Input(node, 0), filter = Input(node, 1);
    if (!IsFloat(x)) return "its numbers are not float";
    if (!IsConstant(filter.node)) return "its filter is not constant";
    if (matrix && BoolAttr(from_, node, "transpose_a")) return "transpose_a";
    if (!CanBeWhole(x)) return "the range of its input is not known";
    const Array weights = ValueOf(filter);
    if (weights.shape.size() != (matrix ? 2u : 4u) || weights.count() == 0) return "an empty filter";
    const bool first = !matrix && IsFirst(node);
    Rows rows = RowsOf(weights, depthwise, matrix && BoolAttr(from_, node, "transpose_b"));
    const Tail tail = TailOf(node, rows.count, first);
    const Range* const range = RangeOf(rnl_output(tail.last, 0));
    if (range == nullptr) return "the range of its output is not known";
    Stored in = Whole(x), out = Steps(*range);

    for (size_t i = 0; i < rows.values.size(); ++i)
      rows.values[i] *= tail.factor[i / static_cast<size_t>(rows.length)];
    const ByteRows bytes = BytesOf(rows);
    std::vector<int8_t> numbers = bytes.numbers;
    // Depthwise filters keep their order: [1, rows, columns, channels].
    for (int64_t i = 0; depthwise && i < std::ssize(numbers); ++i) {
      const int64_t at = i % rows.length * rows.count + i / rows.length;
      numbers[static_cast<size_t>(at)] = bytes.numbers[static_cast<size_t>(i)];
    }
    std::vector<int32_t> bias;
    for (size_t r = 0; r < bytes.scales.size(); ++r) {
      const double steps =
          tail.offset[r] / (static_cast<double>(in.scale) * static_cast<double>(bytes.scales[r]));
      bias.push_back(static_cast<int32_t>(std::clamp(std::nearbyint(steps), -2e9, 2e9)));
    }
    // Rows of convolutions are [rows, columns, in], as AffineConv2D has them.
    const auto& d = weights.shape;
    const std::vector<int64_t> shape = matrix      ? std::vector<int64_t>{rows.count, rows.length}
                                       : depthwise ? std::vector<int64_t>{1, d[0], d[1], rows.count}
                                                   : std::vector<int64_t>{rows.count, d[0], d[1], d[2]};
    const rnl_node_t last = tail.last;
    if (first) in.output = Transposed(in.output, last, {0, 2, 3, 1});
    NewNode made(to_,
                 matrix      ? "Runnel>AffineFullyConnected"
                 : depthwise ? "Runnel>AffineDepthwiseConv2D"
                             : "Runnel>AffineConv2D",
                 Scope(last));
    made.In(in.output)
        .In(AddConstant(to_, Scope(last), ArrayOf(RNL_INT8, shape, numbers)))
        .In(AddConstant(to_, Scope(last), Int32s(bias)))
        .In(AddConstant(to_, Scope(last), Floats(bytes.scales)))
        .Type("T", RNL_INT8)
        .Type("W", RNL_INT8)
        .Type("B", RNL_INT32);
    Describe(made, "x", in);
    Describe(made, "y", out);
    made.String("activation", tail.activation).String("rounding", "REAL");
    if (matrix) {
      made.Bool("keep_dims", true);
    } else {
      SlideAs(made, node, {"strides", "dilations"});
    }
    out.output = made.Done();
    if (first) out.output = Transposed(out.output, last, {0, 3, 1, 2});
    inside_.insert(tail.inside.begin(), tail.inside.end());
    inside_.insert(last);
    Give(last, out);
    return {};
  }

  // ---- all else ----

  std::string QuantisePair(rnl_node_t node, const char* op) {
    const rnl_output_t x = Input(node, 0), y = Input(node, 1);
    if (!CanBeWhole(x) || !CanBeWhole(y)) return "the range of an input is not known, or it is constant";
    if (!IsStored(x) && !IsStored(y)) return "none of its inputs is quantised";
    rnl_node_t last = node;
    std::string activation = "NONE";
    if (const rnl_node_t next = Follower(node);
        next >= 0 && (OpOf(next) == "Relu" || OpOf(next) == "Relu6")) {
      activation = OpOf(next) == "Relu" ? "RELU" : "RELU6";
      last = next;
    }
    const Range* const range = RangeOf(rnl_output(last, 0));
    if (range == nullptr) return "the range of its output is not known";
    const Stored a = Whole(x), b = Whole(y);
    Stored out = Steps(*range);
    NewNode made(to_, op, Scope(last));
    made.In(a.output).In(b.output).Type("T", RNL_INT8);
    Describe(made, "x", a);
    Describe(made, "y", b);
    Describe(made, "z", out);
    out.output = made.String("activation", activation).String("rounding", "REAL").Done();
    inside_.insert({node, last});
    Give(last, out);
    return {};
  }

  std::string QuantiseMean(rnl_node_t node) {
    const rnl_output_t x = Input(node, 0), axes = Input(node, 1);
    const Range* const range = RangeOf(rnl_output(node, 0));
    if (range == nullptr) return "the range of its output is not known";
    if (!IsConstant(axes.node)) return "its axes are not constant";
    const Array array = ValueOf(axes);
    std::vector<int32_t> values;
    for (size_t i = 0; i < static_cast<size_t>(array.count()); ++i)
      values.push_back(array.dtype == RNL_INT64 ? static_cast<int32_t>(At<int64_t>(array, i))
                                                : At<int32_t>(array, i));
    std::sort(values.begin(), values.end());
    Stored in = Whole(x), out = Steps(*range);
    const bool first = RankOf(x) == 4 && values == std::vector<int32_t>{2, 3};
    const bool keeps = BoolAttr(from_, node, "keep_dims");
    if (first) {
      in.output = Transposed(in.output, node, {0, 2, 3, 1});
      values = {1, 2};
    }
    NewNode made(to_, "Runnel>AffineMean", Scope(node));
    made.In(in.output).In(AddConstant(to_, Scope(node), Int32s(values))).Type("T", RNL_INT8);
    Describe(made, "x", in);
    Describe(made, "y", out);
    out.output = made.Bool("keep_dims", keeps).String("rounding", "REAL").Done();
    if (first && keeps) out.output = Transposed(out.output, node, {0, 3, 1, 2});
    Give(node, out);
    return {};
  }

  std::string QuantisePool(rnl_node_t node, const char* op) {
    const bool first = IsFirst(node);
    const std::vector<int64_t> size = IntsAttr(from_, node, "ksize");
    if (size.size() != 4 || size[first ? 1 : 3] != 1) return "a pool over channels";
    Stored s = Whole(Input(node, 0));
    if (first) s.output = Transposed(s.output, node, {0, 2, 3, 1});
    NewNode made(to_, op, Scope(node));
    made.In(s.output).Type("T", RNL_INT8);
    SlideAs(made, node, {"ksize", "strides"});
    Describe(made, "y", s);
    s.output = made.Done();
    if (first) s.output = Transposed(s.output, node, {0, 3, 1, 2});
    Give(node, s);
    return {};
  }

  // The same numbers elsewhere.
  void Move(rnl_node_t node) {
    Stored s = Whole(Input(node, 0));
    NewNode made(to_, OpOf(node), Scope(node));
    made.In(s.output);
    for (size_t i = 1; i < NumInputs(node); ++i) made.In(Real(Input(node, i)));
    s.output = made.AttrsOf(from_, node, {"T"}).Type("T", RNL_INT8).Done();
    Give(node, s);
  }
  // What is padded is 0 or, before a MaxPool, less than all else.
  std::string Pad(rnl_node_t node) {
    Stored s = Whole(Input(node, 0));
    int64_t with = s.zero;
    if (NumInputs(node) > 2) {
      const auto value = Vector(Input(node, 2), 1, false);
      const rnl_node_t next = Follower(node);
      const bool lowest = value && (*value)[0] < -1e38 && next >= 0 && OpOf(next) == "MaxPool";
      if (!value || ((*value)[0] != 0 && !lowest)) return "it pads with another number than 0";
      if (lowest) with = -128;
    }
    const Array number = ArrayOf(RNL_INT8, {}, std::vector<int8_t>{static_cast<int8_t>(with)});
    s.output = NewNode(to_, "PadV2", Scope(node))
                   .In(s.output)
                   .In(Real(Input(node, 1)))
                   .In(AddConstant(to_, Scope(node), number))
                   .Done();
    Give(node, s);
    return {};
  }
  std::string Concat(rnl_node_t node) {
    const size_t parts = NumInputs(node) - 1;
    const Range* const range = RangeOf(rnl_output(node, 0));
    if (range == nullptr) return "the range of its output is not known";
    bool any = false;
    for (size_t i = 0; i < parts; ++i) {
      if (!CanBeWhole(Input(node, i))) return "the range of an input is not known, or it is constant";
      any |= IsStored(Input(node, i));
    }
    if (!any) return "none of its inputs is quantised";
    Stored out = Steps(*range);
    NewNode made(to_, "ConcatV2", Scope(node));
    for (size_t i = 0; i < parts; ++i) {
      const Stored part = Whole(Input(node, i));
      const bool same = part.scale == out.scale && part.zero == out.zero;
      made.In(same ? part.output : Requantised(part, out, node, "NONE").output);
    }
    out.output = made.In(Real(Input(node, parts))).Done();
    Give(node, out);
    return {};
  }

  // Empty where integers compute the node; else why not.
  std::string Quantise(rnl_node_t node) {
    const std::string op = OpOf(node);
    const rnl_output_t output = rnl_output(node, 0);
    if (rnl_graph_num_outputs(from_, node) == 0 || !IsFloat(output) || op == "Placeholder")
      return kNothing;
    if (op == "Conv2D" || op == "DepthwiseConv2dNative" || op == "MatMul") return QuantiseProduct(node);
    if (op == "Add" || op == "AddV2") return QuantisePair(node, "Runnel>AffineAdd");
    if (op == "Sub") return QuantisePair(node, "Runnel>AffineSub");
    if (op == "Mul") return QuantisePair(node, "Runnel>AffineMul");
    if (op == "ConcatV2") return Concat(node);
    const bool stored = NumInputs(node) > 0 && IsStored(Input(node, 0));
    static constexpr std::string_view kMoves[] = {"Reshape", "Squeeze", "ExpandDims", "Transpose",
                                                  "Identity"};
    if (std::find(std::begin(kMoves), std::end(kMoves), op) != std::end(kMoves)) {
      if (!stored) return kNothing;
      Move(node);
      return {};
    }
    if (!stored) return "its input is in real numbers";
    if (op == "Pad" || op == "PadV2") return Pad(node);
    if (op == "Mean") return QuantiseMean(node);
    if (op == "MaxPool") return QuantisePool(node, "Runnel>AffineMaxPool");
    if (op == "AvgPool") return QuantisePool(node, "Runnel>AffineAvgPool");
    if (op == "Relu" || op == "Relu6") {
      const Range* const range = RangeOf(output);
      if (range == nullptr) return "the range of its output is not known";
      Give(node,
           Requantised(Whole(Input(node, 0)), Steps(*range), node, op == "Relu" ? "RELU" : "RELU6"));
      return {};
    }
    return "no integer op does this";
  }

  const QuantizeOptions& options_;
  std::map<Key, Stored> stored_;     // what integers compute
  std::map<Key, Stored> quantised_;  // and what is quantised for them
};

}  // namespace

QuantizedGraph QuantizeGraph(const rnl_graph_t* from, rnl_session_t* session,
                             const std::vector<rnl_output_t>& outputs, const QuantizeOptions& options) {
  if (options.weight_type != RNL_INVALID)
    return RoundWeights(from, session, outputs, options.weight_type);
  if (options.weight_bits != 0) return StoreWeights(from, session, outputs, options);
  return Rewriter(from, session, outputs, options).Run();
}

}  // namespace runnel::tools
