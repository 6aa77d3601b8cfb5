// A product with a kernel by an equation, as EinsumDense has it.
#include <algorithm>

#include "core/learn/row.h"
#include "core/learn/row_text.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

enum class Elided { kNone, kInFront, kBehind };

// "abc,cd->abd", "...x,xy->...y" or "xa...,xy->ya...".
struct Equation {
  std::string_view x, kernel, y;  // labels
  Elided elided = Elided::kNone;
};

constexpr std::string_view kDots = "...";

// Takes the dots at the given end away.
bool TakeDots(std::string_view* labels, Elided at) {
  if (at == Elided::kNone) return true;
  if (at == Elided::kInFront ? !labels->starts_with(kDots) : !labels->ends_with(kDots)) return false;
  if (at == Elided::kInFront) labels->remove_prefix(kDots.size());
  if (at == Elided::kBehind) labels->remove_suffix(kDots.size());
  return true;
}

bool AreLabels(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

Result<Equation> ParseEquation(std::string_view text) {
  const size_t comma = text.find(','), arrow = text.find("->");
  if (comma != std::string_view::npos && arrow != std::string_view::npos && comma < arrow) {
    for (const Elided elided : {Elided::kNone, Elided::kInFront, Elided::kBehind}) {
      Equation e = {text.substr(0, comma), text.substr(comma + 1, arrow - comma - 1),
                    text.substr(arrow + 2), elided};
      if (TakeDots(&e.x, elided) && TakeDots(&e.y, elided) && AreLabels(e.x) && AreLabels(e.kernel) &&
          AreLabels(e.y))
        return e;
    }
  }
  return InvalidArgument("equation: expected one as ab,bc->ac, ...b,bc->...c or ab...,bc->ac..., got \"",
                         text, "\"");
}

// Sizes by label; -1: not known.
class Sizes {
 public:
  // Those of the input, and those that output_shape says, without the batch. Errors: INVALID_ARGUMENT
  // for an input of other dimensions, and for two sizes of a label.
  static Result<Sizes> Of(const BoundRow& row, const Shape& in) {
    Sizes sizes;
    RUNNEL_ASSIGN_OR_RETURN(sizes.equation_, ParseEquation(row.arg<std::string>("equation")));
    const Equation& e = sizes.equation_;
    const auto named = static_cast<int>(e.x.size());
    if (!in.has_rank() || in.rank() < named || (e.elided == Elided::kNone && in.rank() != named)) {
      return InvalidArgument("equation \"", row.arg<std::string>("equation"), "\" is of an input of ",
                             e.elided == Elided::kNone ? "" : "at least ", named, " dimensions, got ",
                             in.ToString());
    }
    const int elided = in.rank() - named, front = e.elided == Elided::kInFront ? elided : 0;
    for (int i = 0; i < named; ++i) sizes.of_[Index(e.x[static_cast<size_t>(i)])] = in.dim(i + front);
    // The batch is the first dimension, elided or not; what is elided has the input's sizes.
    const auto& given = row.arg<std::vector<int64_t>>("output_shape");
    const size_t first = front > 0 ? 0 : 1;  // of the labels of y, the one that output_shape begins with
    if (given.size() != e.y.size() - first) {
      return InvalidArgument("output_shape: expected ", e.y.size() - first, " sizes, those of \"",
                             e.y.substr(first), "\", got ", given.size());
    }
    for (size_t i = 0; i < given.size(); ++i) {
      const char label = e.y[i + first];
      int64_t& size = sizes.of_[Index(label)];
      if (given[i] < 0) continue;  // as it comes
      if (size >= 0 && size != given[i]) {
        return InvalidArgument("output_shape: ", given[i], " for \"", std::string(1, label),
                               "\", which is ", size, " in its input ", in.ToString());
      }
      size = given[i];
    }
    return sizes;
  }

  const Equation& equation() const { return equation_; }
  Result<int64_t> Find(char label) const {
    const int64_t size = of_[Index(label)];
    if (size >= 0) return size;
    return InvalidArgument("the size of \"", std::string(1, label),
                           "\" is neither known of its input nor said by output_shape");
  }

 private:
  Sizes() { std::fill(std::begin(of_), std::end(of_), -1); }
  static size_t Index(char label) { return static_cast<unsigned char>(label) & 127; }

  Equation equation_;
  int64_t of_[128];
};

Result<std::optional<std::vector<int64_t>>> KernelSizes(const BoundRow& row, const RowCall& call) {
  RUNNEL_ASSIGN_OR_RETURN(const Sizes sizes, Sizes::Of(row, ShapeOf(call.inputs[0])));
  std::vector<int64_t> dims;
  for (const char label : sizes.equation().kernel) {
    RUNNEL_ASSIGN_OR_RETURN(dims.emplace_back(), sizes.Find(label));
  }
  return std::optional(dims);
}

// From the first of bias_axes on, with 1 for what is none of them.
Result<std::optional<std::vector<int64_t>>> BiasSizes(const BoundRow& row, const RowCall& call) {
  const std::string& axes = row.arg<std::string>("bias_axes");
  std::vector<int64_t> dims;
  if (axes.empty()) return std::optional<std::vector<int64_t>>();
  const Shape& in = ShapeOf(call.inputs[0]);
  RUNNEL_ASSIGN_OR_RETURN(const Sizes sizes, Sizes::Of(row, in));
  const Equation& e = sizes.equation();
  for (const char label : axes) {
    if (e.y.find(label) == std::string_view::npos)
      return InvalidArgument("bias_axes: \"", std::string(1, label), "\" is no dimension of \"", e.y,
                             "\"");
  }
  for (const char label : e.y.substr(e.y.find_first_of(axes))) {
    dims.push_back(1);
    if (axes.find(label) == std::string::npos) continue;
    RUNNEL_ASSIGN_OR_RETURN(dims.back(), sizes.Find(label));
  }
  if (e.elided == Elided::kBehind)
    dims.resize(dims.size() + static_cast<size_t>(in.rank()) - e.x.size(), 1);
  return std::optional(dims);
}

constexpr Row kEinsumLayers[] = {
    {
        .kind = RowKind::kLayer,
        .name = "EinsumDense",
        .args =
            "equation: string; output_shape: list(int); activation: string = ''; bias_axes: string = "
            "''; kernel_initializer: string = 'glorot_uniform'; bias_initializer: string = 'zeros'; "
            "kernel_regularizer: string = ''; bias_regularizer: string = ''; activity_regularizer: "
            "string = ''; kernel_constraint: string = ''; bias_constraint: string = ''",
        .doc = "The product of x and kernel by an equation of einsum, as abc,cd->abd, plus bias along "
               "bias_axes, if they are said. output_shape has the sizes of y behind the batch that x "
               "does not say; -1: those of x. In front of both or behind both dots may stand for more "
               "dimensions. Shapes: as the equation says; bias from the first of bias_axes on.",
        .call = "y: bias_axes == '' ? Einsum([x, kernel], equation = equation) : Einsum([x, kernel], "
                "equation = equation) + bias",
        .weights = {{.name = "kernel",
                     .initializer = "kernel_initializer",
                     .regularizer = "kernel_regularizer",
                     .constraint = "kernel_constraint",
                     .sizes = KernelSizes},
                    {.name = "bias",
                     .initializer = "bias_initializer",
                     .regularizer = "bias_regularizer",
                     .constraint = "bias_constraint",
                     .sizes = BiasSizes}},
    },
};

}  // namespace

std::span<const Row> EinsumLayerRows() { return kEinsumLayers; }

}  // namespace runnel::learn
