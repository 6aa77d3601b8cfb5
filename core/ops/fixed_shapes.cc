#include "core/ops/fixed_shapes.h"

namespace runnel {

Status SetFixedShapes(ShapeContext& ctx, std::string_view text) {
  for (int i = 0; i < ctx.num_outputs(); ++i) {
    const size_t end = text.find(';');
    const std::string_view piece = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (piece == "*") {
      ctx.set_output(i, Shape::Unknown());
      continue;
    }
    Shape shape;
    for (size_t at = 0; at < piece.size(); at += 2) {
      shape.Append(piece[at] == '?' ? kUnknownDim : piece[at] - '0');
    }
    ctx.set_output(i, std::move(shape));
  }
  return OkStatus();
}

}  // namespace runnel
