// Neighbouring pixels of a row as one row of a product (window_matrix.h), where there are too few
// columns to fill a vector: the windows of `pixels` neighbours are one that is wider, the filter stands
// in it once for each of them, and the columns are those of all. What is multiplied by the zeros beside
// the filter costs less than empty lanes.
#ifndef RUNNEL_DEVICES_CPU_WINDOW_JOIN_H_
#define RUNNEL_DEVICES_CPU_WINDOW_JOIN_H_

#include "devices/cpu/gemm.h"
#include "devices/cpu/types.h"
#include "devices/cpu/window_matrix.h"

namespace runnel::cpu {

// Joins nothing where that does not pay. `lanes` and `tile_cols` are those of the tiles that multiply.
WindowJoin JoinOf(const WindowMatrix& windows, int64_t columns, int64_t lanes, int64_t tile_cols);

WindowMatrix Joined(const WindowMatrix& windows, const WindowJoin& join);
ImageLayout Joined(const ImageLayout& image, const WindowJoin& join);  // its channels lie side by side

// Rows [begin, begin + depth) of the joined filter, each zero-filled to `tile` columns.
template <typename T>
void PackJoinedFilter(const WindowMatrix& windows, const FilterMatrix& filter, const WindowJoin& join,
                      int64_t columns, int64_t begin, int64_t depth, int64_t tile, Compute<T>* out);

// Rows [row, row + rows) of the product that was not joined, one element after another. A zero times an
// infinity or a NaN is a NaN, which belongs to no pixel but the one whose window has it.
template <typename T>
void MultiplyApart(const WindowMatrix& windows, const FilterMatrix& filter, int64_t columns, int64_t row,
                   int64_t rows, Compute<T>* out);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_WINDOW_JOIN_H_
