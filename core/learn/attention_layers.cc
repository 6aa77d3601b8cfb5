// Attention: each step of a query gets a mean of values, weighted by how well its key fits.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/learn/layer_row.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

// Each is a number in a list that says which key is whose.
constexpr int64_t kMostHeads = 65536;

// As large as Keras makes it: what is added to, or stands for, scores that do not count.
double LargeNegative(DType dtype) { return -0.7 * (dtype == DType::kHalf ? 65500.0 : 3.38953e38); }

OutputRef Joined(GraphBuilder& b, OutputRef one, OutputRef other) {
  if (!one || !other) return one ? one : other;
  return b.Op("LogicalAnd", {one, other});
}

OutputRef Expand(GraphBuilder& b, OutputRef x, int64_t axis) {
  return b.Op("ExpandDims", {x, IntScalar(b, DType::kInt32, axis)});
}

OutputRef SizeOf(GraphBuilder& b, OutputRef x, int32_t at) {
  return b.Op("StridedSlice",
              {b.Op("Shape", {x}), b.Int32Vector({at}), b.Int32Vector({at + 1}), b.Int32Vector({1})},
              {{"shrink_axis_mask", 1}});
}

// The numbers of the steps.
OutputRef Positions(GraphBuilder& b, OutputRef of) {
  const Shape& shape = ShapeOf(of);
  const OutputRef size = shape.dim(1) >= 0 && shape.dim(1) <= INT32_MAX
                             ? IntScalar(b, DType::kInt32, shape.dim(1))
                             : SizeOf(b, of, 1);
  return b.Op("Range", {IntScalar(b, DType::kInt32, 0), size, IntScalar(b, DType::kInt32, 1)});
}

// [steps of x, steps of y]: true where a step of y is none behind that of x.
OutputRef CausalMask(GraphBuilder& b, OutputRef x, OutputRef y) {
  return b.Op("GreaterEqual", {Expand(b, Positions(b, x), 1), Expand(b, Positions(b, y), 0)});
}

// The same, true where they are less than `window` apart.
OutputRef WindowMask(GraphBuilder& b, OutputRef x, OutputRef y, int64_t window) {
  const OutputRef apart =
      b.Op("Abs", {b.Op("Sub", {Expand(b, Positions(b, x), 1), Expand(b, Positions(b, y), 0)})});
  return b.Op("Less", {apart, IntScalar(b, DType::kInt32, std::min<int64_t>(window, INT32_MAX))});
}

OutputRef Dropped(LayerContext& ctx, OutputRef weights) {
  const double rate = ctx.number("dropout");
  if (!ctx.training() || rate <= 0) return weights;
  return ctx.b().Op("Mul", {weights, ctx.Kept(ctx.b().Op("Shape", {weights}), rate, 1)});
}

// ---- MultiHeadAttention, GroupedQueryAttention ----

// How many heads there are, of queries and of keys and values, which divide these, and their sizes.
struct HeadSizes {
  int64_t queries = 0, keys = 0;
  int64_t key = 0, value = 0;
};

// The steps of an input, all axes between batch and features joined, times a kernel of heads:
// [batch, heads, steps, size].
OutputRef Heads(LayerContext& ctx, OutputRef x, int64_t features, int64_t heads, int64_t size,
                std::string_view kernel, std::string_view bias) {
  GraphBuilder& b = ctx.b();
  const OutputRef flat = b.Op("Reshape", {x, IntVector(b, DType::kInt64, {-1, features})});
  const OutputRef wide =
      b.Op("Reshape", {ctx.weight(kernel), IntVector(b, DType::kInt64, {features, heads * size})});
  OutputRef y = b.Op("MatMul", {flat, wide});
  if (ctx.weight(bias)) {
    y = b.Op("BiasAdd",
             {y, b.Op("Reshape", {ctx.weight(bias), IntVector(b, DType::kInt64, {heads * size})})});
  }
  const Shape& shape = ShapeOf(x);
  int64_t steps = 1;
  for (int i = 1; i + 1 < shape.rank(); ++i) {
    if (shape.dim(i) < 0) steps = -1;
    if (steps >= 0 && __builtin_mul_overflow(steps, shape.dim(i), &steps)) steps = -1;
  }
  OutputRef sizes;
  if (steps >= 0) {
    sizes = IntVector(b, DType::kInt64, {-1, steps, heads, size});
  } else {
    const OutputRef batch = b.Op("StridedSlice", {b.Op("Shape", {x}), b.Int32Vector({0}),
                                                  b.Int32Vector({1}), b.Int32Vector({1})});
    sizes = b.Op("ConcatV2", {batch, IntVector(b, DType::kInt32, {-1, heads, size}),
                              IntScalar(b, DType::kInt32, 0)});
  }
  return b.Op("Transpose", {b.Op("Reshape", {y, sizes}), b.Int32Vector({0, 2, 1, 3})});
}

Result<int64_t> FeaturesOf(OutputRef x, std::string_view what) {
  const Shape& shape = ShapeOf(x);
  if (!shape.has_rank() || shape.rank() < 3 || shape.dim(shape.rank() - 1) < 0) {
    return InvalidArgument(what, ": expected [batch, steps, ..., features] with known features, got ",
                           shape.ToString());
  }
  return shape.dim(shape.rank() - 1);
}

Status CheckThree(LayerContext& ctx) {
  for (size_t i = 0; i < 3; ++i)
    RUNNEL_RETURN_IF_ERROR(RankOf(ctx.input(i), 3,
                                  i == 0   ? "query"
                                  : i == 1 ? "value"
                                           : "key")
                               .status());
  return OkStatus();
}

// Which scores count, [batch, 1, steps, steps of values]; empty: all.
OutputRef ScoreMask(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  OutputRef mask;
  if (ctx.mask(0)) mask = Expand(b, ctx.mask(0), -1);
  if (ctx.mask(1)) mask = Joined(b, mask, Expand(b, ctx.mask(1), -2));
  if (ctx.num_inputs() > 2 && ctx.mask(2)) mask = Joined(b, mask, Expand(b, ctx.mask(2), -2));
  return mask ? Expand(b, mask, 1) : mask;
}

// Rows of what was mixed, times the output's kernel, in the query's shape but for the sizes `behind` the
// steps.
Result<OutputRef> Output(LayerContext& ctx, OutputRef rows, int64_t row_size, OutputRef query,
                         const std::vector<int64_t>& behind) {
  GraphBuilder& b = ctx.b();
  const Shape shape = ShapeOf(query);
  int64_t width = 1;
  for (const int64_t size : behind) {
    if (size < 1 || __builtin_mul_overflow(width, size, &width))
      return InvalidArgument("output_shape: expected sizes of at least 1, got ", size);
  }
  const OutputRef kernel = b.Op("Reshape", {ctx.weight("attention_output_kernel"),
                                            IntVector(b, DType::kInt64, {row_size, width})});
  OutputRef y = b.Op("MatMul", {rows, kernel});
  if (ctx.weight("attention_output_bias")) {
    y = b.Op("BiasAdd", {y, b.Op("Reshape", {ctx.weight("attention_output_bias"),
                                             IntVector(b, DType::kInt64, {width})})});
  }
  std::vector<int64_t> sizes = {-1};
  bool known = true;
  for (int i = 1; i + 1 < shape.rank(); ++i) {
    known &= shape.dim(i) >= 0;
    sizes.push_back(shape.dim(i));
  }
  sizes.insert(sizes.end(), behind.begin(), behind.end());
  OutputRef to;
  if (known) {
    to = IntVector(b, DType::kInt64, sizes);
  } else {
    const OutputRef front = b.Op("StridedSlice", {b.Op("Shape", {query}), b.Int32Vector({0}),
                                                  b.Int32Vector({-1}), b.Int32Vector({1})});
    to = b.Op("ConcatV2", {front, IntVector(b, DType::kInt32, behind), IntScalar(b, DType::kInt32, 0)});
  }
  y = b.Op("Reshape", {y, to});
  RUNNEL_RETURN_IF_ERROR(b.status());
  return y;
}

// What is attended with: query, value and key, [batch, steps, ..., features].
using Sequences = std::array<OutputRef, 3>;

// Each head of keys or values for as many queries' heads as share it.
OutputRef Shared(GraphBuilder& b, OutputRef heads, const HeadSizes& sizes) {
  if (sizes.keys == sizes.queries) return heads;
  std::vector<int64_t> from;
  for (int64_t i = 0; i < sizes.queries; ++i) from.push_back(i * sizes.keys / sizes.queries);
  return b.Op("GatherV2", {heads, IntVector(b, DType::kInt32, from), IntScalar(b, DType::kInt32, 1)});
}

struct AttendOptions {
  HeadSizes heads;
  std::vector<int64_t> behind;  // empty: the query's features
  bool is_gated = false;        // what heads give is multiplied with sigmoids of the query's product
  int64_t window = 0;           // how far apart steps no longer attend; 0: any attend
};

// The attention of all steps, shaped as the query with the sizes `behind` these.
Result<OutputRef> Attend(LayerContext& ctx, const Sequences& of, const AttendOptions& options) {
  GraphBuilder& b = ctx.b();
  const auto& [query, value, key] = of;
  RUNNEL_ASSIGN_OR_RETURN(const int64_t query_size, FeaturesOf(query, "query"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t value_size, FeaturesOf(value, "value"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t key_size, FeaturesOf(key, "key"));
  const bool causal = ctx.arg<bool>("use_causal_mask");
  const HeadSizes& heads = options.heads;
  int64_t keys_size = 0, row_size = 0;
  if (__builtin_mul_overflow(heads.queries, heads.key, &keys_size) ||
      __builtin_mul_overflow(heads.queries, heads.value, &row_size))
    return InvalidArgument(heads.queries, " heads of ", heads.key, " and ", heads.value,
                           " are too large");
  const OutputRef q =
      Heads(ctx, query, query_size, heads.queries, heads.key, "query_kernel", "query_bias");
  const OutputRef k =
      Shared(b, Heads(ctx, key, key_size, heads.keys, heads.key, "key_kernel", "key_bias"), heads);
  const OutputRef v = Shared(
      b, Heads(ctx, value, value_size, heads.keys, heads.value, "value_kernel", "value_bias"), heads);
  const DType dtype = ctx.dtype();
  OutputRef scores = b.Op("BatchMatMulV2", {q, k}, {{"adj_y", true}});
  scores = b.Op("Mul", {scores, b.Scalar(dtype, 1 / std::sqrt(static_cast<double>(heads.key)))});
  // Scores of small types are compared in float.
  const bool widens = dtype == DType::kHalf || dtype == DType::kBFloat16;
  const DType wide = widens ? DType::kFloat : dtype;
  if (widens) scores = b.Op("Cast", {scores}, {{"DstT", wide}});
  const OutputRef least = b.Scalar(wide, LargeNegative(wide));
  OutputRef mask = ScoreMask(ctx);
  if (options.window > 0) mask = Joined(b, mask, WindowMask(b, query, value, options.window));
  if (!mask && causal) {
    // Added, which is the same for rows where something counts: so that the whole can be one kernel.
    const OutputRef counts = CausalMask(b, query, value);
    scores = b.Op("AddV2", {scores, b.Op("SelectV2", {counts, b.Scalar(wide, 0), least})});
  } else if (mask) {
    if (causal) mask = Joined(b, mask, CausalMask(b, query, value));
    scores = b.Op("SelectV2", {mask, scores, least});
  }
  OutputRef weights = b.Op("Softmax", {scores});
  // With dropout Keras takes another way, on which rows where nothing counts are zeros.
  if (mask && ctx.number("dropout") > 0) {
    weights = b.Op("SelectV2", {mask, weights, b.Scalar(wide, 0)});
  }
  if (widens) weights = b.Op("Cast", {weights}, {{"DstT", dtype}});
  OutputRef mixed = b.Op("BatchMatMulV2", {Dropped(ctx, weights), v});
  if (options.is_gated) {
    const OutputRef gate =
        Heads(ctx, query, query_size, heads.queries, heads.value, "gate_kernel", "gate_bias");
    mixed = b.Op("Mul", {mixed, b.Op("Sigmoid", {gate})});
  }
  const OutputRef rows = b.Op("Reshape", {b.Op("Transpose", {mixed, b.Int32Vector({0, 2, 1, 3})}),
                                          IntVector(b, DType::kInt64, {-1, row_size})});
  return Output(ctx, rows, row_size, query,
                options.behind.empty() ? std::vector<int64_t>{query_size} : options.behind);
}

// Which axes between batch and features are attended over, and which are beside each other as those of
// the batch are.
struct Axes {
  std::vector<int64_t> beside, over;
};

Result<Axes> AxesOf(LayerContext& ctx, int rank) {
  Axes axes;
  std::vector<bool> is_over(static_cast<size_t>(rank));
  const auto& given = ctx.arg<std::vector<int64_t>>("attention_axes");
  for (int64_t axis : given) {
    if (axis < 0) axis += rank;
    if (axis < 1 || axis + 1 >= rank || is_over[static_cast<size_t>(axis)]) {
      return InvalidArgument("attention_axes: expected different axes between batch and features of ",
                             rank, " dimensions, got ", axis);
    }
    is_over[static_cast<size_t>(axis)] = true;
  }
  for (int i = 1; i + 1 < rank; ++i) {
    (given.empty() || is_over[static_cast<size_t>(i)] ? axes.over : axes.beside).push_back(i);
  }
  return axes;
}

// The sizes of x along its axes from `begin` up to `end`.
OutputRef SizesOf(GraphBuilder& b, OutputRef x, int32_t begin, int32_t end) {
  return b.Op("StridedSlice",
              {b.Op("Shape", {x}), b.Int32Vector({begin}), b.Int32Vector({end}), b.Int32Vector({1})});
}

// x with the axes that are beside joined to the batch.
OutputRef JoinedToBatch(GraphBuilder& b, OutputRef x, const Axes& axes, OutputRef* moved) {
  const Shape shape = ShapeOf(x);
  std::vector<int64_t> order = {0}, sizes = {-1};
  order.insert(order.end(), axes.beside.begin(), axes.beside.end());
  order.insert(order.end(), axes.over.begin(), axes.over.end());
  order.push_back(shape.rank() - 1);
  bool known = true;
  for (size_t i = 1 + axes.beside.size(); i < order.size(); ++i) {
    sizes.push_back(shape.dim(static_cast<int>(order[i])));
    known &= sizes.back() >= 0;
  }
  *moved = b.Op("Transpose", {x, IntVector(b, DType::kInt32, order)});
  if (known) return b.Op("Reshape", {*moved, IntVector(b, DType::kInt64, sizes)});
  const OutputRef rest = SizesOf(b, *moved, static_cast<int32_t>(1 + axes.beside.size()), shape.rank());
  return b.Op("Reshape",
              {*moved, b.Op("ConcatV2", {b.Int32Vector({-1}), rest, IntScalar(b, DType::kInt32, 0)})});
}

// The reverse of what was done to the query, of which y has other features.
OutputRef SplitFromBatch(GraphBuilder& b, OutputRef y, OutputRef moved, const Axes& axes) {
  const auto front = static_cast<int32_t>(1 + axes.beside.size());
  const Shape shape = ShapeOf(y), whole = ShapeOf(moved);
  std::vector<int64_t> sizes = {-1};
  for (int i = 1; i < front; ++i) sizes.push_back(whole.dim(i));
  for (int i = 1; i < shape.rank(); ++i) sizes.push_back(shape.dim(i));
  const bool known = std::count(sizes.begin(), sizes.end(), -1) == 1;
  const OutputRef to =
      known ? IntVector(b, DType::kInt64, sizes)
            : b.Op("ConcatV2", {SizesOf(b, moved, 0, front), SizesOf(b, y, 1, shape.rank()),
                                IntScalar(b, DType::kInt32, 0)});
  const OutputRef wide = b.Op("Reshape", {y, to});
  std::vector<int64_t> order = {0};
  order.resize(static_cast<size_t>(front) + axes.over.size());
  for (size_t i = 0; i < axes.beside.size(); ++i)
    order[static_cast<size_t>(axes.beside[i])] = static_cast<int64_t>(i) + 1;
  for (size_t i = 0; i < axes.over.size(); ++i)
    order[static_cast<size_t>(axes.over[i])] = static_cast<int64_t>(i) + front;
  const int rank = shape.rank() + static_cast<int>(axes.beside.size());
  while (static_cast<int>(order.size()) < rank) order.push_back(static_cast<int64_t>(order.size()));
  return b.Op("Transpose", {wide, IntVector(b, DType::kInt32, order)});
}

Status MultiHeadCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  if (!ctx.text("activity_regularizer").empty()) return Unimplemented("activity_regularizer");
  Sequences of = {ctx.input(0), ctx.input(1), ctx.input(2)};
  RUNNEL_RETURN_IF_ERROR(FeaturesOf(of[0], "query").status());
  const Shape shape = ShapeOf(of[0]);
  RUNNEL_ASSIGN_OR_RETURN(const Axes axes, AxesOf(ctx, shape.rank()));
  AttendOptions options;
  const int64_t heads = ctx.arg<int64_t>("num_heads"), value_dim = ctx.arg<int64_t>("value_dim");
  options.heads = {heads, heads, ctx.arg<int64_t>("key_dim"), value_dim};
  if (value_dim <= 0) options.heads.value = options.heads.key;
  options.behind = ctx.arg<std::vector<int64_t>>("output_shape");
  options.is_gated = ctx.arg<bool>("use_gate");
  options.window = ctx.arg<int64_t>("sliding_window");
  const bool masked = ctx.mask(0) || ctx.mask(1) || (ctx.num_inputs() > 2 && ctx.mask(2));
  if (shape.rank() != 3 && (masked || options.window > 0 || ctx.arg<bool>("use_causal_mask")))
    return Unimplemented("masks of queries ", shape.ToString(),
                         ", which are not [batch, steps, features]");
  if (axes.beside.empty()) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef y, Attend(ctx, of, options));
    ctx.Give(y, ctx.mask(0));
    return b.status();
  }
  std::array<OutputRef, 3> moved;
  for (size_t i = 0; i < of.size(); ++i) {
    if (ShapeOf(of[i]).rank() != shape.rank()) {
      return InvalidArgument("with attention_axes expected inputs of ", shape.rank(),
                             " dimensions, got ", ShapeOf(of[i]).ToString());
    }
    of[i] = JoinedToBatch(b, of[i], axes, &moved[i]);
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef y, Attend(ctx, of, options));
  ctx.Give(SplitFromBatch(b, y, moved[0], axes), ctx.mask(0));
  return b.status();
}

Status GroupedQueryCall(LayerContext& ctx) {
  if (!ctx.text("activity_regularizer").empty()) return Unimplemented("activity_regularizer");
  RUNNEL_RETURN_IF_ERROR(CheckThree(ctx));
  const int64_t queries = ctx.arg<int64_t>("num_query_heads");
  const int64_t keys = ctx.arg<int64_t>("num_key_value_heads"), size = ctx.arg<int64_t>("head_dim");
  if (queries % keys != 0 || queries > kMostHeads) {
    return InvalidArgument("num_query_heads: expected a multiple of num_key_value_heads, ", keys,
                           ", up to ", kMostHeads, ", got ", queries);
  }
  AttendOptions options;
  options.heads = {queries, keys, size, size};
  options.is_gated = ctx.arg<bool>("use_gate");
  options.window = ctx.arg<int64_t>("sliding_window");
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef y,
                          Attend(ctx, {ctx.input(0), ctx.input(1), ctx.input(2)}, options));
  ctx.Give(y, ctx.mask(0));
  return ctx.b().status();
}

// ---- Attention and AdditiveAttention ----

// What is common to both behind their scores, [batch, steps, steps of values].
Status Mix(LayerContext& ctx, OutputRef scores) {
  GraphBuilder& b = ctx.b();
  const DType dtype = ctx.dtype();
  OutputRef mask;
  if (ctx.mask(1)) mask = Expand(b, ctx.mask(1), -2);
  if (ctx.arg<bool>("use_causal_mask"))
    mask = Joined(b, mask, CausalMask(b, ctx.input(0), ctx.input(1)));
  if (mask) {
    const OutputRef lower =
        b.Op("Sub", {scores, b.Scalar(dtype, dtype == DType::kHalf ? 65504.0 : 1e9)});
    scores = b.Op("SelectV2", {mask, scores, lower});
  }
  const OutputRef weights = Dropped(ctx, b.Op("Softmax", {scores}));
  OutputRef y = b.Op("BatchMatMulV2", {weights, ctx.input(1)});
  if (ctx.mask(0)) y = b.Op("SelectV2", {Expand(b, ctx.mask(0), -1), y, b.Scalar(dtype, 0)});
  ctx.Give(y, ctx.mask(0));
  return b.status();
}

// The sums of all pairs of steps: [batch, steps, steps of values, features].
OutputRef Pairs(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  return b.Op("AddV2", {Expand(b, ctx.input(0), 2), Expand(b, ctx.input(2), 1)});
}

Status AttentionCall(LayerContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckThree(ctx));
  GraphBuilder& b = ctx.b();
  const OutputRef scale = ctx.weight("scale");
  OutputRef scores;
  if (ctx.text("score_mode") == "dot") {
    scores = b.Op("BatchMatMulV2", {ctx.input(0), ctx.input(2)}, {{"adj_y", true}});
    if (scale) scores = b.Op("Mul", {scores, scale});
  } else {
    OutputRef pairs = Pairs(ctx);
    if (scale) pairs = b.Op("Mul", {pairs, scale});
    scores = b.Op("Mul", {b.Op("Sum", {b.Op("Tanh", {pairs}), b.Int32Vector({-1})}),
                          ctx.weight("concat_score_weight")});
  }
  return Mix(ctx, scores);
}

Status AdditiveCall(LayerContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckThree(ctx));
  GraphBuilder& b = ctx.b();
  OutputRef pairs = b.Op("Tanh", {Pairs(ctx)});
  if (ctx.weight("scale")) pairs = b.Op("Mul", {pairs, ctx.weight("scale")});
  return Mix(ctx, b.Op("Sum", {pairs, b.Int32Vector({-1})}));
}

#define RUNNEL_PROJECTION_IF(part, kernel_shape, bias_shape, kernel_when, bias_when)       \
  {.name = part "_kernel",                                                                 \
   .shape = kernel_shape,                                                                  \
   .initializer = "kernel_initializer",                                                    \
   .regularizer = "kernel_regularizer",                                                    \
   .constraint = "kernel_constraint",                                                      \
   .when = kernel_when,                                                                    \
   .path = part,                                                                           \
   .keras_name = "kernel"},                                                                \
  {                                                                                        \
    .name = part "_bias", .shape = bias_shape, .initializer = "bias_initializer",          \
    .regularizer = "bias_regularizer", .constraint = "bias_constraint", .when = bias_when, \
    .path = part, .keras_name = "bias"                                                     \
  }
#define RUNNEL_PROJECTION(part, kernel_shape, bias_shape) \
  RUNNEL_PROJECTION_IF(part, kernel_shape, bias_shape, {}, "use_bias")
#define RUNNEL_ATTENTION_DOC                                                                            \
  " With use_causal_mask a step attends to none behind it. Masks: what the value's masks counts for "   \
  "nothing, and what the query's masks gives zeros. Shapes: query [b, n, c], value [b, m, d], key [b, " \
  "m, c], which is the value where it is left out; y [b, n, d]."

constexpr Row kAttentionLayers[] = {
    {
        .kind = RowKind::kLayer,
        .name = "MultiHeadAttention",
        .inputs = "query: T, value: T, key: T",
        .args =
            "num_heads: int >= 1; key_dim: int >= 1; value_dim: int = 0; dropout: float = 0; "
            "use_bias: bool = true; output_shape: list(int) = []; attention_axes: list(int) = []; "
            "kernel_initializer: string = 'glorot_uniform'; bias_initializer: string = 'zeros'; "
            "kernel_regularizer: string = ''; bias_regularizer: string = ''; activity_regularizer: "
            "string = ''; kernel_constraint: string = ''; bias_constraint: string = ''; seed: int = 0; "
            "use_causal_mask: bool = false; sliding_window: int >= 0 = 0; use_gate: bool = false",
        .doc =
            "softmax(q k / sqrt(key_dim)) v for each head, where q, k and v are products of query, key "
            "and value with kernels, and the product of all heads' results with one more. value_dim is "
            "key_dim unless it is given, output_shape the query's features. With use_causal_mask a "
            "step attends to none behind it. attention_axes are those of query, value and key that are "
            "attended over, all between batch and features unless they are given. With sliding_window "
            "steps that are that far apart, or further, do not attend; with use_gate what heads give is "
            "multiplied with sigmoids of one more product of the query. Errors: UNIMPLEMENTED "
            "for masks of more than [b, n]. Shapes: query [b, n, c], value [b, m, d], key [b, m, e], "
            "which is the value where it is left out; y [b, n, c] or [b, n, output_shape]. Source: "
            "Vaswani et al. 2017.",
        .weights =
            {RUNNEL_PROJECTION("query", "[dim(query, -1), num_heads, key_dim]", "[num_heads, key_dim]"),
             RUNNEL_PROJECTION("key", "[dim(key, -1), num_heads, key_dim]", "[num_heads, key_dim]"),
             RUNNEL_PROJECTION_IF("gate",
                                  "[dim(query, -1), num_heads, value_dim == 0 ? key_dim : value_dim]",
                                  "[num_heads, value_dim == 0 ? key_dim : value_dim]", "use_gate",
                                  "use_gate ? use_bias : false"),
             RUNNEL_PROJECTION("value",
                               "[dim(value, -1), num_heads, value_dim == 0 ? key_dim : value_dim]",
                               "[num_heads, value_dim == 0 ? key_dim : value_dim]"),
             RUNNEL_PROJECTION("attention_output",
                               "output_shape == [] ? [num_heads, value_dim == 0 ? key_dim : value_dim, "
                               "dim(query, -1)] "
                               ": [num_heads, value_dim == 0 ? key_dim : value_dim, output_shape]",
                               "output_shape == [] ? [dim(query, -1)] : output_shape")},
        .num_optional = 1,
        .layer = MultiHeadCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "GroupedQueryAttention",
        .aliases = "GroupQueryAttention",
        .inputs = "query: T, value: T, key: T",
        .args = "head_dim: int >= 1; num_query_heads: int >= 1; num_key_value_heads: int >= 1; dropout: "
                "float = 0; use_bias: bool = true; sliding_window: int >= 0 = 0; kernel_initializer: "
                "string = 'glorot_uniform'; bias_initializer: string = 'zeros'; kernel_regularizer: "
                "string = ''; bias_regularizer: string = ''; activity_regularizer: string = ''; "
                "kernel_constraint: string = ''; bias_constraint: string = ''; use_gate: bool = false; "
                "seed: int = 0; use_causal_mask: bool = false",
        .doc = "MultiHeadAttention where heads of queries share those of keys and values, "
               "num_query_heads / num_key_value_heads of them each. With sliding_window steps that are "
               "that far apart, or further, do not attend; with use_gate what heads give is multiplied "
               "with sigmoids of one more product of the query. Shapes: query [b, n, c], value [b, m, "
               "d], key [b, m, e], which is the value where it is left out; y [b, n, c]. Source: "
               "Ainslie et al. 2023.",
        .weights = {RUNNEL_PROJECTION("query", "[dim(query, -1), num_query_heads, head_dim]",
                                      "[num_query_heads, head_dim]"),
                    RUNNEL_PROJECTION("key", "[dim(key, -1), num_key_value_heads, head_dim]",
                                      "[num_key_value_heads, head_dim]"),
                    RUNNEL_PROJECTION_IF("gate", "[dim(query, -1), num_query_heads, head_dim]",
                                         "[num_query_heads, head_dim]", "use_gate",
                                         "use_gate ? use_bias : false"),
                    RUNNEL_PROJECTION("value", "[dim(value, -1), num_key_value_heads, head_dim]",
                                      "[num_key_value_heads, head_dim]"),
                    RUNNEL_PROJECTION("attention_output", "[num_query_heads, head_dim, dim(query, -1)]",
                                      "[dim(query, -1)]")},
        .num_optional = 1,
        .layer = GroupedQueryCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Attention",
        .inputs = "query: T, value: T, key: T",
        .args =
            "use_scale: bool = false; score_mode: {'dot', 'concat'} = 'dot'; dropout: float = 0; seed: "
            "int = 0; use_causal_mask: bool = false",
        .doc =
            "softmax(scores) value, where the scores are products of query and key, by a trained scale "
            "with use_scale, or the sums of tanh(query + key)." RUNNEL_ATTENTION_DOC
            " Source: Luong et al. 2015.",
        .weights = {{.name = "scale", .shape = "[]", .initializer = "ones", .when = "use_scale"},
                    {.name = "concat_score_weight",
                     .shape = "[]",
                     .initializer = "ones",
                     .when = "score_mode == 'concat'"}},
        .num_optional = 1,
        .layer = AttentionCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "AdditiveAttention",
        .inputs = "query: T, value: T, key: T",
        .args =
            "use_scale: bool = true; dropout: float = 0; seed: int = 0; use_causal_mask: bool = false",
        .doc = "softmax(scores) value, where the scores are the sums of scale tanh(query + key) over "
               "features." RUNNEL_ATTENTION_DOC " Source: Bahdanau et al. 2014.",
        .weights = {{.name = "scale",
                     .shape = "[dim(query, -1)]",
                     .initializer = "glorot_uniform",
                     .when = "use_scale"}},
        .num_optional = 1,
        .layer = AdditiveCall,
    },
};

}  // namespace

std::span<const Row> AttentionLayerRows() { return kAttentionLayers; }

}  // namespace runnel::learn
