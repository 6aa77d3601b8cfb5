#include "plugins/onnx/move.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace runnel::onnx {
namespace {

// Transposes elements of `size` bytes. The input is walked in its order, once for every kRun places of
// what comes last in the output: so the reads are as many streams, and the writes whole cache lines.
template <size_t size>
void MoveElements(const char* from, const Ints& dims, const Ints& perm, char* to) {
  constexpr int64_t kRun = 16;
  const size_t rank = dims.size();
  const auto last = static_cast<size_t>(perm.back());
  // Axes but the last of the output, in the order of the input; strides are in elements.
  struct Axis {
    int64_t count = 0, read = 0, write = 0, at = 0;
  };
  std::vector<Axis> all(rank), others;
  int64_t read_stride = 1, write_stride = 1, rest = 1;
  for (size_t d = rank; d-- > 0;) {
    all[d].count = dims[d];
    all[d].read = read_stride;
    read_stride *= dims[d];
    Axis& written = all[static_cast<size_t>(perm[d])];
    written.write = write_stride;
    write_stride *= dims[static_cast<size_t>(perm[d])];
  }
  for (size_t d = 0; d < rank; ++d) {
    if (d == last) continue;
    others.push_back(all[d]);
    rest *= all[d].count;
  }
  const int64_t columns = all[last].count;
  const size_t step = static_cast<size_t>(all[last].read) * size;
  for (int64_t begin = 0; begin < columns; begin += kRun) {
    const auto run = static_cast<size_t>(std::min(kRun, columns - begin));
    int64_t read = begin * all[last].read, write = begin;
    for (int64_t i = 0; i < rest; ++i) {
      const char* source = from + static_cast<size_t>(read) * size;
      char* target = to + static_cast<size_t>(write) * size;
      for (size_t k = 0; k < run; ++k, source += step, target += size) std::memcpy(target, source, size);
      for (size_t o = others.size(); o-- > 0;) {
        Axis& axis = others[o];
        read += axis.read;
        write += axis.write;
        if (++axis.at < axis.count) break;
        read -= axis.read * axis.count;
        write -= axis.write * axis.count;
        axis.at = 0;
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
