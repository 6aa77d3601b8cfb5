#include "devices/cpu/strided_copy.h"

#include <algorithm>
#include <cstring>

#include "devices/cpu/transpose.h"

namespace runnel::cpu {
namespace {

struct Bytes16 {
  uint64_t low, high;
};

template <typename U>
void CopyRow(const void* in_data, int64_t in_stride, void* out_data, int64_t out_stride, int64_t n) {
  const U* in = static_cast<const U*>(in_data);
  U* out = static_cast<U*>(out_data);
  if (in_stride == 0 && out_stride == 1) {
    std::fill_n(out, n, *in);
  } else if (out_stride == 1) {
    for (int64_t i = 0; i < n; ++i) out[i] = in[i * in_stride];
  } else {
    for (int64_t i = 0; i < n; ++i) out[i * out_stride] = in[i * in_stride];
  }
}
using RowFn = void (*)(const void*, int64_t, void*, int64_t, int64_t);
RowFn RowFor(uint32_t bytes) {
  switch (bytes) {
    case 1:
      return CopyRow<uint8_t>;
    case 2:
      return CopyRow<uint16_t>;
    case 4:
      return CopyRow<uint32_t>;
    case 8:
      return CopyRow<uint64_t>;
    default:
      return CopyRow<Bytes16>;
  }
}

// A square of a transpose: out[c * out_column + r] = in[r * in_row + c].
template <typename U>
void CopyTile(const void* in_data, int64_t in_row, void* out_data, int64_t out_column, int64_t rows,
              int64_t columns) {
  const U* in = static_cast<const U*>(in_data);
  U* out = static_cast<U*>(out_data);
  for (int64_t c = 0; c < columns; ++c) {
    for (int64_t r = 0; r < rows; ++r) out[c * out_column + r] = in[r * in_row + c];
  }
}
void CopyTile(Isa isa, int64_t bytes, const void* in, int64_t in_row, void* out, int64_t out_column,
              int64_t rows, int64_t columns) {
  switch (bytes) {
    case 1:
      return CopyTile<uint8_t>(in, in_row, out, out_column, rows, columns);
    case 2:
      return CopyTile<uint16_t>(in, in_row, out, out_column, rows, columns);
    case 4:
      return Transpose(isa, rows, columns, static_cast<const uint32_t*>(in), in_row,
                       static_cast<uint32_t*>(out), out_column);
    case 8:
      return Transpose(isa, rows, columns, static_cast<const uint64_t*>(in), in_row,
                       static_cast<uint64_t*>(out), out_column);
    default:
      return CopyTile<Bytes16>(in, in_row, out, out_column, rows, columns);
  }
}

// Calls f(in_offset, out_offset) for iterations [begin, end) of the first `loops` loops.
template <typename F>
void ForEach(const StridedCopy& copy, int loops, int64_t begin, int64_t end, const F& f) {
  int64_t index[StridedCopy::kMaxLoops];
  int64_t in = 0, out = 0, rest = begin;
  for (int i = loops - 1; i >= 0; --i) {
    index[i] = rest % copy.size[i];
    rest /= copy.size[i];
    in += index[i] * copy.in_stride[i];
    out += index[i] * copy.out_stride[i];
  }
  for (int64_t at = begin; at < end; ++at) {
    f(in, out);
    for (int i = loops - 1; i >= 0; --i) {
      in += copy.in_stride[i];
      out += copy.out_stride[i];
      if (++index[i] < copy.size[i]) break;
      in -= copy.in_stride[i] * copy.size[i];
      out -= copy.out_stride[i] * copy.size[i];
      index[i] = 0;
    }
  }
}

int64_t Iterations(const StridedCopy& copy, int loops) {
  int64_t count = 1;
  for (int i = 0; i < loops; ++i) count *= copy.size[i];
  return count;
}

constexpr int64_t kTile = 16;
// Of transposes with a side of less than a tile, as images of three channels are.
constexpr int64_t kLongTile = 1024;
constexpr int64_t kFewestTransposed = 64;

}  // namespace

rnlp_status_t* CopyElements(const rnlp_run_t* run, const rnlp_tensor_t* in, int64_t in_offset,
                            uint32_t output, int64_t out_offset, int64_t n) {
  if (in->dtype != RNLP_STRING) {
    const int64_t bytes = TypeSize(in->dtype);
    if (n > 0) {
      std::memcpy(Data<char>(run->outputs[output]) + out_offset * bytes,
                  Data<const char>(in) + in_offset * bytes, static_cast<size_t>(n * bytes));
    }
    return nullptr;
  }
  for (int64_t i = 0; i < n; ++i) {
    const rnlp_str_t& from = Data<rnlp_str_t>(in)[in_offset + i];
    RUNNEL_CPU_RETURN_IF_ERROR(
        run->host->step_set_string(run->host, run->step, output, out_offset + i, from.data, from.size));
  }
  return nullptr;
}

rnlp_status_t* RunCopy(const rnlp_run_t* run, StridedCopy& copy, const rnlp_tensor_t* in,
                       int64_t in_offset, uint32_t output, int64_t out_offset) {
  if (copy.empty) return nullptr;
  if (in->dtype == RNLP_STRING) {
    rnlp_status_t* failure = nullptr;
    ForEach(copy, copy.loops, 0, Iterations(copy, copy.loops), [&](int64_t from, int64_t to) {
      if (failure == nullptr)
        failure = CopyElements(run, in, in_offset + from, output, out_offset + to, 1);
    });
    return failure;
  }
  const int64_t bytes = TypeSize(in->dtype);
  const char* source = Data<const char>(in) + in_offset * bytes;
  char* target = Data<char>(run->outputs[output]) + out_offset * bytes;
  if (copy.loops == 0) {
    std::memcpy(target, source, static_cast<size_t>(bytes));
    return nullptr;
  }
  const int last = copy.loops - 1;
  const int64_t n = copy.size[last];
  const bool dense = copy.in_stride[last] == 1 && copy.out_stride[last] == 1;
  if (last == 0 && dense) {
    ParallelFor(run, n, kMoveBytes / bytes, [&](int64_t begin, int64_t end) {
      std::memcpy(target + begin * bytes, source + begin * bytes,
                  static_cast<size_t>((end - begin) * bytes));
    });
    return nullptr;
  }
  // A transpose: some outer loop runs along the input while the inner one jumps. Squares keep both sides
  // in cache.
  if (copy.out_stride[last] == 1 && copy.in_stride[last] != 1 && n > 1) {
    for (int along = 0; along < last; ++along) {
      const int64_t width = copy.size[along];
      if (copy.in_stride[along] != 1 || width < 2 || n * width < kFewestTransposed) continue;
      const int64_t tile_columns = n < kTile ? kLongTile : kTile,
                    tile_rows = width < kTile ? kLongTile : kTile;
      const int64_t out_column = copy.out_stride[along];
      const int64_t in_row = copy.in_stride[last];
      // The two loops of the square leave the list; its strips take their place.
      for (int i = along; i + 1 < last; ++i) {
        copy.size[i] = copy.size[i + 1];
        copy.in_stride[i] = copy.in_stride[i + 1];
        copy.out_stride[i] = copy.out_stride[i + 1];
      }
      const int outer = last - 1;
      copy.size[outer] = (width + tile_columns - 1) / tile_columns;
      copy.in_stride[outer] = tile_columns;
      copy.out_stride[outer] = tile_columns * out_column;
      const Isa isa = ChooseIsa(run->host);
      const int64_t strips = Iterations(copy, outer + 1);
      const int64_t per_row = copy.size[outer];
      const int64_t of_strip = n * std::min(width, tile_columns);
      ParallelFor(
          run, strips, strips * of_strip < kParallelElements ? strips : RowBlock(of_strip),
          [&](int64_t begin, int64_t end) {
            int64_t strip = begin;
            ForEach(copy, outer + 1, begin, end, [&](int64_t from, int64_t to) {
              const int64_t columns = std::min(tile_columns, width - strip++ % per_row * tile_columns);
              for (int64_t r = 0; r < n; r += tile_rows) {
                CopyTile(isa, bytes, source + (from + r * in_row) * bytes, in_row,
                         target + (to + r) * bytes, out_column, std::min(tile_rows, n - r), columns);
              }
            });
          });
      return nullptr;
    }
  }
  const RowFn row = RowFor(static_cast<uint32_t>(bytes));
  const int64_t rows = Iterations(copy, last);
  ParallelFor(
      run, rows, rows * n < kParallelElements ? rows : RowBlock(n), [&](int64_t begin, int64_t end) {
        ForEach(copy, last, begin, end, [&](int64_t from, int64_t to) {
          if (dense)
            std::memcpy(target + to * bytes, source + from * bytes, static_cast<size_t>(n * bytes));
          else
            row(source + from * bytes, copy.in_stride[last], target + to * bytes, copy.out_stride[last],
                n);
        });
      });
  return nullptr;
}

void FillElements(void* out, const void* value, uint32_t bytes, int64_t n) {
  if (n > 0) RowFor(bytes)(value, 0, out, 1, n);
}

void FillOutput(const rnlp_run_t* run, uint32_t output, const void* value) {
  const rnlp_tensor_t* out = run->outputs[output];
  const uint32_t bytes = TypeSize(out->dtype);
  ParallelFor(run, out->num_elements, kMoveBytes / bytes, [&](int64_t begin, int64_t end) {
    FillElements(Data<char>(out) + begin * bytes, value, bytes, end - begin);
  });
}

void ZeroOutput(const rnlp_run_t* run, uint32_t output) {
  const rnlp_tensor_t* out = run->outputs[output];
  if (out->dtype == RNLP_STRING) return;
  const int64_t bytes = out->num_elements * TypeSize(out->dtype);
  ParallelFor(run, bytes, kMoveBytes, [&](int64_t begin, int64_t end) {
    std::memset(Data<char>(out) + begin, 0, static_cast<size_t>(end - begin));
  });
}

rnlp_status_t* ReadDims(const rnlp_run_t* run, const char* op, const char* arg,
                        const rnlp_tensor_t* tensor, Dims* out) {
  return plugin::ReadDims(run->host, op, arg, tensor, out);
}

rnlp_status_t* Axis(const rnlp_run_t* run, const char* op, const char* arg, int64_t axis, int32_t rank,
                    int32_t* out) {
  return plugin::CheckAxis(run->host, op, arg, axis, rank, out);
}

}  // namespace runnel::cpu
