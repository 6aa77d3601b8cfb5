#include "core/tensor/reshape.h"

#include <algorithm>
#include <string>
#include <vector>

namespace runnel {

Result<Shape> ReshapedTo(const Shape& from, std::span<const int64_t> dims) {
  const auto wanted = [&] {
    std::string text = "[";
    for (const int64_t d : dims) text += StrCat(text.size() > 1 ? "," : "", d);
    return text + "]";
  };
  if (dims.size() > static_cast<size_t>(kMaxRank)) {
    return InvalidArgument("shape has ", dims.size(), " dimensions, at most ", kMaxRank);
  }
  if (std::any_of(dims.begin(), dims.end(), [](int64_t d) { return d < -1; }) ||
      std::count(dims.begin(), dims.end(), -1) > 1) {
    return InvalidArgument("shape ", wanted(), " must have no dimension below 0 but one -1");
  }
  const auto mismatch = [&] {
    return InvalidArgument("cannot reshape ", from.ToString(), " (", from.num_elements(),
                           " elements) to ", wanted());
  };
  std::vector<int64_t> sizes(dims.begin(), dims.end());
  if (const auto open = std::find(sizes.begin(), sizes.end(), -1); open != sizes.end()) {
    const bool beside_zero = std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
    // An empty product is 1. Beside an entry of 0, sizes of 0 are left out.
    const auto product = [&](std::span<const int64_t> of) -> Result<int64_t> {
      std::vector<int64_t> counted;
      std::copy_if(of.begin(), of.end(), std::back_inserter(counted),
                   [&](int64_t d) { return d > 0 || (d == 0 && !beside_zero); });
      RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(counted));
      RUNNEL_RETURN_IF_ERROR(shape.CheckSize(1));
      return shape.num_elements();
    };
    RUNNEL_ASSIGN_OR_RETURN(const int64_t elements, product(from.dims()));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t others, product(sizes));
    const bool left_out = beside_zero && from.num_elements() == 0;
    if (!left_out && elements % others != 0) return mismatch();
    *open = elements / others;
  }
  RUNNEL_ASSIGN_OR_RETURN(Shape out, Shape::Make(sizes));
  RUNNEL_RETURN_IF_ERROR(out.CheckSize(1));
  if (out.num_elements() != from.num_elements()) return mismatch();
  return out;
}

}  // namespace runnel
