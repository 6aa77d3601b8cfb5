// Shape functions that many rows share, and the pieces that others are made of.
//
// All of them work on partial shapes: unknown stays unknown, and a contradiction is an error that names
// the arguments and their shapes.
#ifndef RUNNEL_CORE_OPS_SHAPE_HELPERS_H_
#define RUNNEL_CORE_OPS_SHAPE_HELPERS_H_

#include <optional>
#include <string>

#include "core/graph/shape_context.h"

namespace runnel {

// Whole shape functions.
Status NoOutputShape(ShapeContext& ctx);     // the op has no outputs, and its inputs any shape
Status LateShape(ShapeContext& ctx);         // known only when the op has run
Status ScalarShape(ShapeContext& ctx);       // every output is a scalar
Status UnchangedShape(ShapeContext& ctx);    // output i is like input i, handle data too
Status BroadcastShape(ShapeContext& ctx);    // output 0 is what inputs 0 and 1 broadcast to
Status SameInputsShape(ShapeContext& ctx);   // output 0 is what all inputs must be like
Status ReductionShape(ShapeContext& ctx);    // input 0 without the axes in input 1; attr keep_dims
Status VectorInputShape(ShapeContext& ctx);  // output 0 has the shape that input 0 spells out

// "x is [2,3]": how errors name argument `arg` (as in the schema) and its shape.
std::string ArgIs(const ShapeContext& ctx, int i, std::string_view arg);

// Input i's shape, or one of `rank` unknown dims. Errors: `arg must have rank 2, its shape is [3]`.
Result<Shape> RequireRank(const ShapeContext& ctx, int i, std::string_view arg, int rank);
Status RequireScalar(const ShapeContext& ctx, int i, std::string_view arg);
// What inputs i and j must both be. Errors: `a is [2], b is [3]: shapes must be equal`.
Result<Shape> RequireSame(const ShapeContext& ctx, int i, std::string_view a, int j, std::string_view b);

// The value of input i, if it is known and one integer.
std::optional<int64_t> ConstantInt(ShapeContext& ctx, int i);
// The value of input i, if it is known and a vector (or scalar) of integers. Errors: INVALID_ARGUMENT if
// it is known and neither.
Result<std::optional<std::vector<int64_t>>> ConstantInts(ShapeContext& ctx, int i, std::string_view arg);
// An attr of kind int; `otherwise` if it is absent.
int64_t IntAttr(const ShapeContext& ctx, std::string_view name, int64_t otherwise = 0);
bool BoolAttr(const ShapeContext& ctx, std::string_view name);

// Brings an axis of [-rank,rank) into [0,rank). Errors: `axis 3 is out of range: x is [2,3]`.
Result<int> NormalAxis(int64_t axis, int rank, std::string_view what, const std::string& arg_is);

// dims [first,last) of a shape of known rank.
Shape SubShape(const Shape& shape, int first, int last);
// a followed by b; unknown if either is.
Shape Concat(const Shape& a, const Shape& b);
// a + b, a * b of dims: unknown if either is. Errors: INVALID_ARGUMENT on overflow.
Result<int64_t> AddDims(int64_t a, int64_t b);
Result<int64_t> MulDims(int64_t a, int64_t b);

// Inputs 0 and 1 are "input" and "paddings": output[i] = input[i] + sign * (both paddings of i), as far
// as known.
Status PaddedShape(ShapeContext& ctx, int sign);
Status PadShape(ShapeContext& ctx);  // with sign 1

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_SHAPE_HELPERS_H_
