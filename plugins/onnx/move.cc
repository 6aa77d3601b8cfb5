#include "plugins/onnx/move.h"

#include <algorithm>
#include <cstring>

namespace runnel::onnx {
namespace {

// Transposes elements of `size` bytes. The input is walked in its order, once for every kRun places of
// what comes last in the output: so the reads are as many streams, and the writes whole cache lines.
template <size_t size>
void MoveElements(const char* from, const Ints& dims, const Ints& perm, char* to) {
  constexpr int64_t kRun = 16;
  const size_t rank = dims.size();
  Ints in(rank, 1), out(rank, 1);  // strides, in elements, by axis of the input
  for (size_t d = rank - 1; d-- > 0;) in[d] = in[d + 1] * dims[d + 1];
  int64_t stride = 1;
  for (size_t d = rank; d-- > 0;) {
    const auto axis = static_cast<size_t>(perm[d]);
    out[axis] = stride;
    stride *= dims[axis];
  }
  const auto last = static_cast<size_t>(perm[rank - 1]);
  Ints others;  // axes but the last of the output
  int64_t count = 1;
  for (size_t d = 0; d < rank; ++d) {
    if (d == last) continue;
    others.push_back(static_cast<int64_t>(d));
    count *= dims[d];
  }
  Ints at(rank, 0);
  for (int64_t begin = 0; begin < dims[last]; begin += kRun) {
    const int64_t run = std::min(kRun, dims[last] - begin);
    int64_t read = begin * in[last], write = begin;
    std::fill(at.begin(), at.end(), 0);
    for (int64_t i = 0; i < count; ++i) {
      const char* source = from + static_cast<size_t>(read) * size;
      char* target = to + static_cast<size_t>(write) * size;
      for (int64_t k = 0; k < run; ++k) {
        std::memcpy(target + static_cast<size_t>(k) * size,
                    source + static_cast<size_t>(k * in[last]) * size, size);
      }
      for (size_t o = others.size(); o-- > 0;) {
        const auto axis = static_cast<size_t>(others[o]);
        read += in[axis];
        write += out[axis];
        if (++at[axis] < dims[axis]) break;
        read -= in[axis] * dims[axis];
        write -= out[axis] * dims[axis];
        at[axis] = 0;
      }
    }
  }
}

}  // namespace

void MoveAxes(const char* from, const Ints& dims, const Ints& perm, int64_t size, char* to) {
  switch (size) {
    case 1:
      return MoveElements<1>(from, dims, perm, to);
    case 2:
      return MoveElements<2>(from, dims, perm, to);
    case 4:
      return MoveElements<4>(from, dims, perm, to);
    case 8:
      return MoveElements<8>(from, dims, perm, to);
    default:
      return MoveElements<16>(from, dims, perm, to);
  }
}

}  // namespace runnel::onnx
