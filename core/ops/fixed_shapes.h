// Shape functions of ops whose outputs have a size that only a run knows: each output's rank, and the
// dims that are always the same, written as text.
#ifndef RUNNEL_CORE_OPS_FIXED_SHAPES_H_
#define RUNNEL_CORE_OPS_FIXED_SHAPES_H_

#include <cstddef>
#include <string_view>

#include "core/ops/shape_helpers.h"

namespace runnel {

// A text that may be an argument of a template.
template <size_t kSize>
struct FixedText {
  char text[kSize] = {};
  constexpr FixedText(const char (&from)[kSize]) {  // NOLINT: implicit, so that rows write the text
    for (size_t i = 0; i < kSize; ++i) text[i] = from[i];
  }
  constexpr std::string_view view() const { return {text, kSize - 1}; }
};

Status SetFixedShapes(ShapeContext& ctx, std::string_view text);

// Outputs in their order, with ";" between; dims with "x" between, "?" for one that is not known; an
// empty piece is a scalar, "*" a shape of any rank. "?x2;?;2" are the parts of a sparse matrix.
template <FixedText kText>
Status FixedShapes(ShapeContext& ctx) {
  return SetFixedShapes(ctx, kText.view());
}

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_FIXED_SHAPES_H_
