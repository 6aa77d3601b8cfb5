// Einsum as a composition. Pairs of operands are first summed over labels that nothing else needs, then
// transposed to [shared, own, summed] and multiplied as batches of matrices. If an input has a label
// several times, its diagonal is taken first; if the output has, zeros are put beside its diagonal last.
#include <algorithm>

#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// A label is a letter, or 256 + i for the dimension i before the end of an ellipsis, or kAgain + i for a
// letter that the term already had.
using Labels = std::vector<int>;
constexpr int kAgain = 1 << 16;
struct Equation {
  std::vector<Labels> inputs;
  Labels output;
};

bool Has(const Labels& labels, int label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}
Labels JoinedLabels(Labels a, const Labels& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
// The labels of `from` for which keep(label) is true, in order.
template <typename F>
Labels Chosen(const Labels& from, const F& keep) {
  Labels out;
  std::copy_if(from.begin(), from.end(), std::back_inserter(out), keep);
  return out;
}

// One term. rank is -1 where it is unknown; an ellipsis then cannot be resolved. For the output
// `ellipsis` says how many dimensions it stands for, for an input it is set.
Result<Labels> ParseTerm(std::string_view term, int rank, bool is_output, int* ellipsis) {
  const size_t dots = term.find("...");
  int named = 0;
  for (const char c : term) named += c != '.' ? 1 : 0;
  int covered = 0;
  if (dots != std::string_view::npos) {
    if (!is_output && rank < 0) {
      return Unimplemented("an equation with an ellipsis needs the ranks of all inputs");
    }
    covered = is_output ? *ellipsis : rank - named;
    if (!is_output) *ellipsis = covered;
  }
  if (!is_output && rank >= 0 && (covered < 0 || named + covered != rank)) {
    return InvalidArgument("\"", term, "\" does not label an input of rank ", rank);
  }
  Labels labels;
  for (size_t i = 0; i < term.size(); ++i) {
    const char c = term[i];
    if (i == dots) {
      for (int k = covered; k > 0; --k) labels.push_back(256 + k);
      i += 2;
      continue;
    }
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) {
      return InvalidArgument("\"", term, "\" has the character '", std::string_view(&c, 1),
                             "', expected letters and one ellipsis");
    }
    labels.push_back(c);
  }
  return labels;
}

Result<Equation> ParseEquation(std::string text, const std::vector<int>& ranks) {
  std::erase(text, ' ');
  const std::string_view all = text;
  const size_t arrow = all.find("->");
  if (arrow == std::string_view::npos || all.find("->", arrow + 2) != std::string_view::npos) {
    return InvalidArgument("equation \"", text, "\" should have one \"->\"");
  }
  Equation equation;
  int longest = 0;
  std::string_view rest = all.substr(0, arrow);
  for (bool more = true; more;) {
    const size_t comma = rest.find(',');
    const size_t i = equation.inputs.size();
    int ellipsis = 0;
    RUNNEL_ASSIGN_OR_RETURN(
        Labels labels,
        ParseTerm(rest.substr(0, comma), i < ranks.size() ? ranks[i] : -1, false, &ellipsis));
    longest = std::max(longest, ellipsis);
    equation.inputs.push_back(std::move(labels));
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);
  }
  if (equation.inputs.size() != ranks.size()) {
    return InvalidArgument("equation \"", text, "\" has ", equation.inputs.size(), " terms for ",
                           ranks.size(), " inputs");
  }
  RUNNEL_ASSIGN_OR_RETURN(equation.output, ParseTerm(all.substr(arrow + 2), -1, true, &longest));
  // Named dimensions that the output lacks are summed; those of an ellipsis are not.
  const bool has_dots = all.find("...", arrow + 2) != std::string_view::npos;
  if (longest > 0 && !has_dots) {
    return InvalidArgument("equation \"", text,
                           "\": the output needs an ellipsis, for that of the inputs stands for ",
                           longest, " dimensions");
  }
  for (const int label : equation.output) {
    if (std::none_of(equation.inputs.begin(), equation.inputs.end(),
                     [&](const Labels& labels) { return Has(labels, label); })) {
      return InvalidArgument("equation \"", text, "\" has an output label that no input has");
    }
  }
  return equation;
}

Status EinsumShape(ShapeContext& ctx) {
  std::vector<int> ranks;
  for (int i = 0; i < ctx.num_inputs(); ++i)
    ranks.push_back(ctx.input(i).has_rank() ? ctx.input(i).rank() : -1);
  auto parsed = ParseEquation(*ctx.attr<std::string>("equation"), ranks);
  if (parsed.status().code() == Code::kUnimplemented) return OkStatus();  // the composition says so
  RUNNEL_ASSIGN_OR_RETURN(const Equation equation, std::move(parsed));
  const auto dim_of = [&](int label) -> Result<int64_t> {
    const bool broadcasts = label >= 256;
    int64_t dim = kUnknownDim;  // what is known so far
    bool unknown = false;
    for (size_t i = 0; i < equation.inputs.size(); ++i) {
      const Labels& labels = equation.inputs[i];
      const Shape& shape = ctx.input(static_cast<int>(i));
      for (size_t k = 0; k < labels.size(); ++k) {
        if (labels[k] != label) continue;
        const int64_t next = shape.has_rank() ? shape.dim(static_cast<int>(k)) : kUnknownDim;
        unknown = unknown || next < 0;
        if (next < 0 || next == dim || (broadcasts && next == 1 && dim >= 0)) continue;
        if (dim >= 0 && !(broadcasts && dim == 1)) {
          return InvalidArgument("equation \"", *ctx.attr<std::string>("equation"),
                                 "\" gives one label to dimensions of ", dim, " and ", next);
        }
        dim = next;
      }
    }
    return unknown && broadcasts && dim == 1 ? kUnknownDim : dim;
  };
  for (const Labels& labels : equation.inputs) {
    for (const int label : labels) RUNNEL_RETURN_IF_ERROR(dim_of(label).status());
  }
  Shape out;
  for (const int label : equation.output) {
    RUNNEL_ASSIGN_OR_RETURN(const int64_t dim, dim_of(label));
    out.Append(dim);
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

// An intermediate operand, with a label for each of its dimensions.
struct Operand {
  OutputRef value;
  Labels labels;
};

// `x` with its dimensions in the order `to`, which has the same labels.
Operand Arranged(GraphBuilder& b, const Operand& x, const Labels& to) {
  if (x.labels == to) return x;
  std::vector<int64_t> perm;
  for (const int label : to)
    perm.push_back(std::find(x.labels.begin(), x.labels.end(), label) - x.labels.begin());
  return {b.Op("Transpose", {x.value, IntVector(b, DType::kInt32, perm)}), to};
}

// `x`, summed over the labels that are not in `needed`.
Operand Summed(GraphBuilder& b, const Operand& x, const Labels& needed) {
  std::vector<int64_t> axes;
  for (size_t i = 0; i < x.labels.size(); ++i) {
    if (!Has(needed, x.labels[i])) axes.push_back(static_cast<int64_t>(i));
  }
  if (axes.empty()) return x;
  return {b.Op("Sum", {x.value, IntVector(b, DType::kInt32, axes)}),
          Chosen(x.labels, [&](int label) { return Has(needed, label); })};
}

// Entries [first,first+count) of the shape of x, as a vector; their product as a vector of one.
OutputRef Dims(GraphBuilder& b, OutputRef x, size_t first, size_t count, bool product) {
  const Shape& known = ShapeOf(x);
  std::vector<int64_t> dims;
  int64_t total = 1;
  bool fixed = known.has_rank();
  for (size_t i = first; fixed && i < first + count; ++i) {
    dims.push_back(known.dim(static_cast<int>(i)));
    fixed = dims.back() >= 0 && !__builtin_mul_overflow(total, dims.back(), &total);
  }
  if (fixed) return IntVector(b, DType::kInt64, product ? std::vector<int64_t>{total} : dims);
  const OutputRef part = b.Op("Slice", {b.Op("Shape", {x}, {{"out_type", DType::kInt64}}),
                                        IntVector(b, DType::kInt32, {static_cast<int64_t>(first)}),
                                        IntVector(b, DType::kInt32, {static_cast<int64_t>(count)})});
  if (!product) return part;
  return b.Op("Prod", {part, IntVector(b, DType::kInt32, {0})}, {{"keep_dims", true}});
}
OutputRef Reshaped(GraphBuilder& b, OutputRef x, const std::vector<OutputRef>& parts) {
  std::vector<OutputRef> inputs = parts;
  inputs.push_back(b.Scalar(DType::kInt32, 0));
  return b.Op("Reshape", {x, b.Op("ConcatV2", inputs)});
}

// [first,last] of the last dimension, by steps.
OutputRef CutLast(GraphBuilder& b, OutputRef x, OutputRef end, OutputRef step) {
  const OutputRef zero = IntVector(b, DType::kInt64, {0}), one = IntVector(b, DType::kInt64, {1});
  const OutputRef axis = b.Scalar(DType::kInt32, 0);
  return b.Op("StridedSlice",
              {x, IntVector(b, DType::kInt64, {0, 0}), b.Op("ConcatV2", {zero, end, axis}),
               b.Op("ConcatV2", {one, step, axis})},
              {{"ellipsis_mask", int64_t{1}}});
}

// Labels[from..) of the last dimensions; the others before them, in order.
Labels WithLast(const Labels& labels, const Labels& last) {
  return JoinedLabels(Chosen(labels, [&](int label) { return !Has(last, label); }), last);
}

// The operand with each label once: the diagonal of labels that it had several times.
Operand Diagonal(GraphBuilder& b, Operand x) {
  const OutputRef one = IntVector(b, DType::kInt64, {1});
  std::vector<std::pair<int, int>> again;  // a label of its own for each, and the letter
  for (size_t k = 0; k < x.labels.size(); ++k) {
    int& label = x.labels[k];
    if (std::find(x.labels.begin(), x.labels.begin() + static_cast<ptrdiff_t>(k), label) ==
        x.labels.begin() + static_cast<ptrdiff_t>(k)) {
      continue;
    }
    again.emplace_back(kAgain + static_cast<int>(k), label);
    label = again.back().first;
  }
  for (const auto& [own, letter] : again) {
    // [..., n, n] as [..., n * n], of which every (n + 1)-th element stays. Unequal sizes do not fit the
    // reshape.
    x = Arranged(b, x, WithLast(x.labels, {letter, own}));
    const size_t rank = x.labels.size();
    const OutputRef n = Dims(b, x.value, rank - 2, 1, false);
    const OutputRef square = b.Op("Mul", {n, n});
    x.value = Reshaped(b, x.value, {Dims(b, x.value, 0, rank - 2, false), square});
    x.value = CutLast(b, x.value, square, b.Op("AddV2", {n, one}));
    x.labels.pop_back();
  }
  return x;
}

// x with the labels `to`, some of them repeated: zeros beside their diagonal.
Operand Spread(GraphBuilder& b, Operand x, Labels to) {
  const OutputRef one = IntVector(b, DType::kInt64, {1});
  for (size_t k = 0; k < to.size(); ++k) {
    const int label = to[k];
    const auto first = std::find(to.begin(), to.end(), label);
    if (first - to.begin() == static_cast<ptrdiff_t>(k)) continue;
    // [..., n, 1] padded to [..., n, n + 1]: its first n * n elements are [..., n, n].
    to[k] = kAgain + static_cast<int>(k);
    x = Arranged(b, x, WithLast(x.labels, {label}));
    const size_t rank = x.labels.size();
    const OutputRef n = Dims(b, x.value, rank - 1, 1, false);
    const OutputRef others = Dims(b, x.value, 0, rank - 1, false);
    const OutputRef padding = b.Op(
        "Reshape", {b.Op("ConcatV2", {IntVector(b, DType::kInt64, std::vector<int64_t>(2 * rank + 1, 0)),
                                      n, b.Scalar(DType::kInt32, 0)}),
                    IntVector(b, DType::kInt32, {static_cast<int64_t>(rank) + 1, 2})});
    x.value = b.Op("Pad", {Reshaped(b, x.value, {others, n, one}), padding});
    x.value = Reshaped(b, x.value, {others, b.Op("Mul", {n, b.Op("AddV2", {n, one})})});
    x.value = Reshaped(b, CutLast(b, x.value, b.Op("Mul", {n, n}), one), {others, n, n});
    x.labels.push_back(to[k]);
  }
  return Arranged(b, x, to);
}

// The product of two operands, with all labels of both that `needed` has.
Operand Product(GraphBuilder& b, Operand x, Operand y, const Labels& needed) {
  x = Summed(b, x, JoinedLabels(needed, y.labels));
  y = Summed(b, y, JoinedLabels(needed, x.labels));
  const auto both = [&](int label) { return Has(x.labels, label) && Has(y.labels, label); };
  const Labels shared = Chosen(x.labels, [&](int l) { return both(l) && Has(needed, l); });
  const Labels summed = Chosen(x.labels, [&](int l) { return both(l) && !Has(needed, l); });
  const Labels own_x = Chosen(x.labels, [&](int l) { return !both(l); });
  const Labels own_y = Chosen(y.labels, [&](int l) { return !both(l); });
  x = Arranged(b, x, JoinedLabels(JoinedLabels(shared, own_x), summed));
  y = Arranged(b, y, JoinedLabels(JoinedLabels(shared, summed), own_y));
  const size_t s = shared.size();
  const OutputRef dims_x = Dims(b, x.value, s, own_x.size(), false);
  const OutputRef dims_y = Dims(b, y.value, s + summed.size(), own_y.size(), false);
  OutputRef left = x.value, right = y.value;
  if (own_x.size() != 1 || summed.size() != 1) {
    left = Reshaped(b, left,
                    {Dims(b, left, 0, s, false), Dims(b, left, s, own_x.size(), true),
                     Dims(b, left, s + own_x.size(), summed.size(), true)});
  }
  if (own_y.size() != 1 || summed.size() != 1) {
    right = Reshaped(b, right,
                     {Dims(b, right, 0, s, false), Dims(b, right, s, summed.size(), true),
                      Dims(b, right, s + summed.size(), own_y.size(), true)});
  }
  OutputRef out = b.Op(summed.empty() ? "Mul" : "BatchMatMulV2", {left, right});
  if (own_x.size() != 1 || own_y.size() != 1)
    out = Reshaped(b, out, {Dims(b, out, 0, s, false), dims_x, dims_y});
  return {out, JoinedLabels(JoinedLabels(shared, own_x), own_y)};
}

Status EinsumComposition(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  std::vector<int> ranks;
  for (const OutputRef& input : ctx.input_refs())
    ranks.push_back(ShapeOf(input).has_rank() ? ShapeOf(input).rank() : -1);
  RUNNEL_ASSIGN_OR_RETURN(const Equation equation,
                          ParseEquation(*ctx.attr<std::string>("equation"), ranks));
  const auto operand = [&](size_t i) {
    OutputRef input = ctx.input(static_cast<int>(i));
    if (ranks[i] < 0) {  // checked when it is there
      const Shape labelled = Shape::UnknownOfRank(static_cast<int>(equation.inputs[i].size()));
      input = b.Op("EnsureShape", {input}, {{"shape", labelled}});
    }
    return Diagonal(b, {input, equation.inputs[i]});
  };
  Operand result = operand(0);
  for (size_t i = 1; i < ranks.size(); ++i) {
    Labels needed = equation.output;
    for (size_t later = i + 1; later < ranks.size(); ++later)
      needed = JoinedLabels(std::move(needed), equation.inputs[later]);
    result = Product(b, result, operand(i), needed);
  }
  result = Spread(b, Summed(b, result, equation.output), equation.output);
  if (result.value == ctx.input(0)) result.value = b.Op("Identity", {result.value});
  ctx.set_output(0, result.value);
  return OkStatus();
}

constexpr OpRow kEinsumOps[] = {
    {
        .name = "Einsum",
        .inputs = "inputs: N * T",
        .outputs = "output: T",
        .attrs = "equation: string; N: int >= 1; T: type",
        .doc =
            "Labels the dimensions of every input with letters, multiplies what has equal labels and "
            "sums over the labels that the output has not: \"bij,bjk->bik\" multiplies matrices. An "
            "ellipsis stands for dimensions that broadcast. A label that an input has twice means its "
            "diagonal, one that the output has twice zeros beside it: \"ii->i\", \"i->ii\". Shapes: "
            "dimensions of one label are equal. Errors: INVALID_ARGUMENT for an equation that does not "
            "fit "
            "the inputs, or whose output lacks the ellipsis that an input needs; UNIMPLEMENTED for an "
            "ellipsis over an unknown rank.",
        .shape = EinsumShape,
        .composition = EinsumComposition,
    },
};

}  // namespace

std::span<const OpRow> EinsumOps() { return ChosenRows<kEinsumOps>::All(); }

}  // namespace runnel
