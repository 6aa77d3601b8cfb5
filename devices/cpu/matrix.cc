// Array: bands and diagonals of matrices, Roll, and the shape of a broadcast: MatrixBandPart,
// MatrixDiag, MatrixDiagPart, MatrixSetDiag with their forms for several diagonals, Diag, DiagPart,
// Roll, BroadcastArgs.
//
// Elements are moved, not looked at, so kernels know their size alone. Diagonal d of a matrix is that of
// the elements (y, y + d).
#include <algorithm>
#include <cstring>

#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"

namespace runnel::cpu {
namespace {

constexpr char kBandPart[] = "MatrixBandPart";
constexpr char kDiag[] = "MatrixDiag";
constexpr char kDiagV2[] = "MatrixDiagV2";
constexpr char kDiagV3[] = "MatrixDiagV3";
constexpr char kDiagPart[] = "MatrixDiagPart";
constexpr char kDiagPartV2[] = "MatrixDiagPartV2";
constexpr char kDiagPartV3[] = "MatrixDiagPartV3";
constexpr char kSetDiag[] = "MatrixSetDiag";
constexpr char kSetDiagV2[] = "MatrixSetDiagV2";
constexpr char kSetDiagV3[] = "MatrixSetDiagV3";
constexpr char kTensorDiag[] = "Diag";
constexpr char kTensorDiagPart[] = "DiagPart";
constexpr char kRoll[] = "Roll";
constexpr char kBroadcastArgs[] = "BroadcastArgs";

struct Plain {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
};

// The size of the matrices in a tensor of rank 2 or more, and how many there are.
struct Matrices {
  int64_t count, rows, columns;
};
rnlp_status_t* MatricesOf(const rnlp_run_t* run, const char* op, const rnlp_tensor_t* tensor,
                          Matrices* out) {
  if (tensor->rank < 2) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input should have rank 2 or more, got shape %s",
                op, ShapeText(tensor).text);
  }
  *out = {ProductOf(tensor->dims, 0, tensor->rank - 2), tensor->dims[tensor->rank - 2],
          tensor->dims[tensor->rank - 1]};
  return nullptr;
}

struct BandPartKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    Matrices m;
    RUNNEL_CPU_RETURN_IF_ERROR(MatricesOf(run, op, input, &m));
    int64_t lower = 0, upper = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "num_lower", run->inputs[1], &lower));
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "num_upper", run->inputs[2], &upper));
    if (lower > m.rows || upper > m.columns) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: num_lower %lld and num_upper %lld should be negative or at most the rows and "
                  "columns of %s",
                  op, static_cast<long long>(lower), static_cast<long long>(upper),
                  ShapeText(input).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, input));
    const auto bytes = static_cast<int64_t>(TypeSize(input->dtype));
    const char* from = Data<const char>(input);
    char* to = Data<char>(run->outputs[0]);
    const int64_t row_bytes = m.columns * bytes;
    ParallelFor(run, m.count * m.rows, RowBlock(m.columns), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t row = i % m.rows;
        const int64_t first = lower < 0 ? 0 : std::clamp<int64_t>(row - lower, 0, m.columns);
        const int64_t last =
            upper < 0 ? m.columns : std::clamp<int64_t>(row + upper + 1, first, m.columns);
        char* out = to + i * row_bytes;
        const char* in = from + i * row_bytes;
        std::memset(out, 0, static_cast<size_t>(first * bytes));
        if (out != in) {
          std::memcpy(out + first * bytes, in + first * bytes,
                      static_cast<size_t>((last - first) * bytes));
        }
        std::memset(out + last * bytes, 0, static_cast<size_t>((m.columns - last) * bytes));
      }
    });
    return nullptr;
  }
};

// Which diagonals, and at which end of their row short ones lie.
struct Diagonals {
  int64_t lower = 0, upper = 0;
  int64_t rows = 0, columns = 0;
  int64_t longest = 0;
  bool left_above = true, left_below = true;

  int64_t count() const { return upper - lower + 1; }
  int64_t Length(int64_t d) const {
    return std::min(rows + std::min<int64_t>(d, 0), columns - std::max<int64_t>(d, 0));
  }
  int64_t Offset(int64_t d) const {
    const bool left = (d >= 0 && left_above) || (d <= 0 && left_below);
    return left ? 0 : longest - Length(d);
  }
  void SetLongest() {
    longest = std::min(rows + std::min<int64_t>(upper, 0), columns - std::max<int64_t>(lower, 0));
  }
};

// What kernels of diagonals share: attr align, and input k.
struct DiagonalKernel {
  const char* op;
  bool left_above = true, left_below = true;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    rnlp_str_t align = {"LEFT_LEFT", 9};
    if (std::strstr(op, "V3") != nullptr) {
      RUNNEL_CPU_RETURN_IF_ERROR(host->attr_string(host, node, "align", &align));
    }
    const auto begins = [&](const char* text) {
      return align.size >= std::strlen(text) && std::memcmp(align.data, text, std::strlen(text)) == 0;
    };
    left_above = begins("LEFT_");
    left_below = align.size >= 5 && std::memcmp(align.data + align.size - 5, "_LEFT", 5) == 0;
    return nullptr;
  }

  // k is a scalar or one or two numbers; NULL: the main diagonal.
  rnlp_status_t* ReadBand(const rnlp_run_t* run, const rnlp_tensor_t* k, Diagonals* out) const {
    out->left_above = left_above;
    out->left_below = left_below;
    if (k == nullptr) return nullptr;
    if (k->rank > 1 || k->num_elements < 1 || k->num_elements > 2) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: k should be a scalar or a vector of one or two, got shape %s", op,
                  ShapeText(k).text);
    }
    out->lower = IndexAt(k, 0);
    out->upper = IndexAt(k, k->num_elements - 1);
    if (out->lower <= out->upper) return nullptr;
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: k[0] is %lld, it should not be above k[1], %lld",
                op, static_cast<long long>(out->lower), static_cast<long long>(out->upper));
  }
  // The diagonals of the matrices of `input`.
  rnlp_status_t* Find(const rnlp_run_t* run, const rnlp_tensor_t* input, const rnlp_tensor_t* k,
                      Matrices* m, Diagonals* out) const {
    RUNNEL_CPU_RETURN_IF_ERROR(MatricesOf(run, op, input, m));
    RUNNEL_CPU_RETURN_IF_ERROR(ReadBand(run, k, out));
    for (const int64_t d : {out->lower, out->upper}) {
      if (d == 0 || (-m->rows < d && d < m->columns)) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: diagonal %lld is not in matrices of shape %s",
                  op, static_cast<long long>(d), ShapeText(input).text);
    }
    out->rows = m->rows;
    out->columns = m->columns;
    out->SetLongest();
    return nullptr;
  }
  static Dims DiagonalDims(const rnlp_tensor_t* input, const Diagonals& d) {
    Dims dims;
    for (int32_t i = 0; i < input->rank - 2; ++i) dims.Add(input->dims[i]);
    if (d.count() > 1) dims.Add(d.count());
    dims.Add(d.longest);
    return dims;
  }

  // Copies diagonals between matrices and their rows, for matrices [begin, end).
  static void Move(const Diagonals& d, char* matrices, char* diagonals, bool to_matrices, int64_t bytes,
                   int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      char* matrix = matrices + i * d.rows * d.columns * bytes;
      for (int64_t row = 0; row < d.count(); ++row) {
        const int64_t k = d.upper - row;
        const int64_t length = d.Length(k);
        if (length <= 0) continue;
        char* one = matrix + (std::max<int64_t>(-k, 0) * d.columns + std::max<int64_t>(k, 0)) * bytes;
        char* flat = diagonals + ((i * d.count() + row) * d.longest + d.Offset(k)) * bytes;
        for (int64_t n = 0; n < length; ++n) {
          if (to_matrices) {
            std::memcpy(one, flat, static_cast<size_t>(bytes));
          } else {
            std::memcpy(flat, one, static_cast<size_t>(bytes));
          }
          one += (d.columns + 1) * bytes;
          flat += bytes;
        }
      }
    }
  }
  rnlp_status_t* Padding(const rnlp_run_t* run, const rnlp_tensor_t* value) const {
    if (value == nullptr) {
      ZeroOutput(run, 0);
      return nullptr;
    }
    if (value->num_elements != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: padding_value should be a scalar, got shape %s",
                  op, ShapeText(value).text);
    }
    FillOutput(run, 0, value->data);
    return nullptr;
  }
};

struct DiagPartKernel : DiagonalKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const bool is_band = run->num_inputs > 1;
    Matrices m;
    Diagonals d;
    RUNNEL_CPU_RETURN_IF_ERROR(Find(run, run->inputs[0], is_band ? run->inputs[1] : nullptr, &m, &d));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, DiagonalDims(run->inputs[0], d)));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    if (d.count() > 1) RUNNEL_CPU_RETURN_IF_ERROR(Padding(run, is_band ? run->inputs[2] : nullptr));
    const auto bytes = static_cast<int64_t>(TypeSize(run->inputs[0]->dtype));
    ParallelFor(run, m.count, RowBlock(d.count() * d.longest), [&](int64_t begin, int64_t end) {
      Move(d, Data<char>(run->inputs[0]), Data<char>(run->outputs[0]), false, bytes, begin, end);
    });
    return nullptr;
  }
};

struct SetDiagKernel : DiagonalKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    Matrices m;
    Diagonals d;
    RUNNEL_CPU_RETURN_IF_ERROR(Find(run, input, run->num_inputs > 2 ? run->inputs[2] : nullptr, &m, &d));
    const Dims wanted = DiagonalDims(input, d);
    const rnlp_tensor_t* diagonal = run->inputs[1];
    if (diagonal->rank != wanted.rank ||
        !std::equal(wanted.size, wanted.size + wanted.rank, diagonal->dims)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: diagonal has shape %s, expected %s for input %s", op, ShapeText(diagonal).text,
                  ShapeText(wanted.rank, wanted.size).text, ShapeText(input).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, input));
    const auto bytes = static_cast<int64_t>(TypeSize(input->dtype));
    const int64_t matrix = m.rows * m.columns * bytes;
    const char* from = Data<const char>(input);
    char* to = Data<char>(run->outputs[0]);
    ParallelFor(run, m.count, RowBlock(m.rows * m.columns), [&](int64_t begin, int64_t end) {
      if (from != to) {
        std::memcpy(to + begin * matrix, from + begin * matrix,
                    static_cast<size_t>((end - begin) * matrix));
      }
      Move(d, to, Data<char>(diagonal), true, bytes, begin, end);
    });
    return nullptr;
  }
};

struct DiagKernel : DiagonalKernel {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* diagonal = run->inputs[0];
    const bool is_band = run->num_inputs > 1;
    Diagonals d;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadBand(run, is_band ? run->inputs[1] : nullptr, &d));
    int64_t rows = -1, columns = -1;
    if (is_band) {
      RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "num_rows", run->inputs[2], &rows));
      RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "num_cols", run->inputs[3], &columns));
    }
    const int32_t inner = d.count() > 1 ? 2 : 1;
    if (diagonal->rank < inner || (inner == 2 && diagonal->dims[diagonal->rank - 2] != d.count())) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: diagonal %s should have %lld rows in its last two dimensions for k", op,
                  ShapeText(diagonal).text, static_cast<long long>(d.count()));
    }
    d.longest = diagonal->dims[diagonal->rank - 1];
    int64_t least_rows = 0, least_columns = 0;
    const bool overflows =
        __builtin_sub_overflow(d.longest, std::min<int64_t>(d.upper, 0), &least_rows) ||
        __builtin_add_overflow(d.longest, std::max<int64_t>(d.lower, 0), &least_columns);
    if (rows < 0 && columns < 0) {
      rows = columns = std::max(least_rows, least_columns);
    } else {
      if (rows < 0) rows = least_rows;
      if (columns < 0) columns = least_columns;
    }
    if (overflows || rows < least_rows || columns < least_columns ||
        (rows != least_rows && columns != least_columns)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: a matrix of %lld rows and %lld columns has no such diagonals (%lld to %lld, the "
                  "longest of %lld elements)",
                  op, static_cast<long long>(rows), static_cast<long long>(columns),
                  static_cast<long long>(d.lower), static_cast<long long>(d.upper),
                  static_cast<long long>(d.longest));
    }
    d.rows = rows;
    d.columns = columns;
    Dims dims;
    for (int32_t i = 0; i < diagonal->rank - inner; ++i) dims.Add(diagonal->dims[i]);
    const int64_t count = ProductOf(dims.size, 0, dims.rank);
    if (dims.rank + 2 > kMaxRank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the result has more than %d dimensions", op,
                  kMaxRank);
    }
    dims.Add(rows);
    dims.Add(columns);
    int64_t elements = 0;
    if (!Product(dims.size, dims.rank, &elements)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a result of shape %s has too many elements", op,
                  ShapeText(dims.rank, dims.size).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    RUNNEL_CPU_RETURN_IF_ERROR(Padding(run, is_band ? run->inputs[4] : nullptr));
    const auto bytes = static_cast<int64_t>(TypeSize(diagonal->dtype));
    ParallelFor(run, count, RowBlock(d.count() * d.longest), [&](int64_t begin, int64_t end) {
      Move(d, Data<char>(run->outputs[0]), Data<char>(diagonal), true, bytes, begin, end);
    });
    return nullptr;
  }
};

struct TensorDiagKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    if (2 * input->rank > kMaxRank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the result has more than %d dimensions", op,
                  kMaxRank);
    }
    Dims dims;
    for (int32_t i = 0; i < 2 * input->rank; ++i) dims.Add(input->dims[i % input->rank]);
    int64_t elements = 0;
    if (!Product(dims.size, dims.rank, &elements)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a result of shape %s has too many elements", op,
                  ShapeText(dims.rank, dims.size).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    ZeroOutput(run, 0);
    const size_t bytes = TypeSize(input->dtype);
    const int64_t step = input->num_elements + 1;
    for (int64_t i = 0; i < input->num_elements; ++i) {
      std::memcpy(Data<char>(run->outputs[0]) + static_cast<size_t>(i * step) * bytes,
                  Data<const char>(input) + static_cast<size_t>(i) * bytes, bytes);
    }
    return nullptr;
  }
};

struct TensorDiagPartKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    const int32_t half = input->rank / 2;
    if (half == 0 || input->rank % 2 != 0 ||
        !std::equal(input->dims, input->dims + half, input->dims + half)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: the dimensions of input should be given twice, its shape is %s", op,
                  ShapeText(input).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, half, input->dims));
    const size_t bytes = TypeSize(input->dtype);
    const int64_t n = run->outputs[0]->num_elements;
    for (int64_t i = 0; i < n; ++i) {
      std::memcpy(Data<char>(run->outputs[0]) + static_cast<size_t>(i) * bytes,
                  Data<const char>(input) + static_cast<size_t>(i * (n + 1)) * bytes, bytes);
    }
    return nullptr;
  }
};

// Along each rolled axis there are two pieces, which change places; a copy for each choice of pieces.
struct RollKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    const rnlp_tensor_t* shift = run->inputs[1];
    const rnlp_tensor_t* axes = run->inputs[2];
    if (input->rank < 1 || shift->rank > 1 || !SameDims(shift, axes)) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: shift %s and axis %s should be two scalars or vectors of one length, for input %s "
          "of rank 1 or more",
          op, ShapeText(shift).text, ShapeText(axes).text, ShapeText(input).text);
    }
    int64_t moved[kMaxRank + 1] = {};
    for (int64_t i = 0; i < axes->num_elements; ++i) {
      int32_t axis = 0;
      RUNNEL_CPU_RETURN_IF_ERROR(cpu::Axis(run, op, "axis", IndexAt(axes, i), input->rank, &axis));
      const int64_t dim = std::max<int64_t>(input->dims[axis], 1);
      const int64_t by = IndexAt(shift, i) % dim;
      moved[axis] = (moved[axis] + by + dim) % dim;
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, input));
    if (input->num_elements == 0) return nullptr;
    int64_t strides[kMaxRank + 1];
    Strides(input->rank, input->dims, strides);
    return Copy(run, moved, strides, 0, 0, 0, input->dims);
  }
  // Chooses a piece for axis `axis` and those behind it.
  rnlp_status_t* Copy(const rnlp_run_t* run, const int64_t* moved, const int64_t* strides, int32_t axis,
                      int64_t from, int64_t to, const int64_t* sizes) const {
    const rnlp_tensor_t* input = run->inputs[0];
    int64_t own[kMaxRank + 1];
    std::copy_n(sizes, input->rank, own);
    while (axis < input->rank && moved[axis] == 0) ++axis;
    if (axis == input->rank) {
      StridedCopy copy;
      for (int32_t i = 0; i < input->rank; ++i) copy.Loop(own[i], strides[i], strides[i]);
      return RunCopy(run, copy, input, from, 0, to);
    }
    const int64_t dim = input->dims[axis], by = moved[axis];
    own[axis] = dim - by;
    RUNNEL_CPU_RETURN_IF_ERROR(Copy(run, moved, strides, axis + 1, from, to + by * strides[axis], own));
    own[axis] = by;
    return Copy(run, moved, strides, axis + 1, from + (dim - by) * strides[axis], to, own);
  }
};

struct BroadcastArgsKernel : Plain {
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* a = run->inputs[0];
    const rnlp_tensor_t* b = run->inputs[1];
    if (a->rank != 1 || b->rank != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: s0 %s and s1 %s should be vectors", op,
                  ShapeText(a).text, ShapeText(b).text);
    }
    const int64_t size = std::max(a->dims[0], b->dims[0]);
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 1, &size));
    for (int64_t i = 0; i < size; ++i) {
      const int64_t at_a = i - (size - a->dims[0]), at_b = i - (size - b->dims[0]);
      const int64_t x = at_a < 0 ? 1 : IndexAt(a, at_a), y = at_b < 0 ? 1 : IndexAt(b, at_b);
      if (x != y && x != 1 && y != 1) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: dimensions %lld and %lld, of entry %lld of the result, do not broadcast", op,
                    static_cast<long long>(x), static_cast<long long>(y), static_cast<long long>(i));
      }
      const int64_t dim = x == 1 ? y : x;
      if (a->dtype == RNLP_INT32) {
        Data<int32_t>(run->outputs[0])[i] = static_cast<int32_t>(dim);
      } else {
        Data<int64_t>(run->outputs[0])[i] = dim;
      }
    }
    return nullptr;
  }
};

constexpr uint32_t kHostConstant = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr int32_t kPlainTypes[] = {RNLP_FLOAT,     RNLP_DOUBLE,     RNLP_HALF,   RNLP_BFLOAT16,
                                   RNLP_INT8,      RNLP_INT16,      RNLP_INT32,  RNLP_INT64,
                                   RNLP_UINT8,     RNLP_UINT16,     RNLP_UINT32, RNLP_UINT64,
                                   RNLP_COMPLEX64, RNLP_COMPLEX128, RNLP_BOOL};
constexpr rnlp_type_constraint_t kPlainT[] = {Types("T", kPlainTypes)};
constexpr rnlp_type_constraint_t kBandT[] = {Types("T", kPlainTypes), Types("Tindex", kIndexTypes)};
constexpr rnlp_type_constraint_t kRollT[] = {Types("T", kMovableTypes), Types("Tshift", kIndexTypes),
                                             Types("Taxis", kIndexTypes)};
constexpr rnlp_type_constraint_t kIndexT[] = {Types("T", kIndexTypes)};
constexpr rnlp_arg_mark_t kBandArgs[] = {{"num_lower", RNLP_ARG_HOST}, {"num_upper", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kDiagArgs[] = {{"k", kHostConstant},
                                         {"num_rows", kHostConstant},
                                         {"num_cols", kHostConstant},
                                         {"padding_value", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kPartArgs[] = {{"k", kHostConstant}, {"padding_value", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kSetArgs[] = {{"k", kHostConstant}};
constexpr rnlp_arg_mark_t kRollArgs[] = {{"shift", kHostConstant}, {"axis", kHostConstant}};
constexpr rnlp_arg_mark_t kShapeArgs[] = {
    {"s0", RNLP_ARG_HOST}, {"s1", RNLP_ARG_HOST}, {"r0", RNLP_ARG_HOST}};
constexpr rnlp_alias_t kInPlace[] = {{0, 0}};

template <class K, const char* kOp, size_t kTypes>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t (&types)[kTypes],
                                std::span<const rnlp_arg_mark_t> args = {}, bool in_place = false) {
  return MakeRow({.op = kOp,
                  .types = types,
                  .num_types = kTypes,
                  .args = args.data(),
                  .num_args = static_cast<uint32_t>(args.size()),
                  .aliases = in_place ? kInPlace : nullptr,
                  .num_aliases = in_place ? 1u : 0u,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<300>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kMatrixRows[] = {
    Row<BandPartKernel, kBandPart>(kBandT, kBandArgs, true),
    Row<DiagKernel, kDiag>(kPlainT),
    Row<DiagKernel, kDiagV2>(kPlainT, kDiagArgs),
    Row<DiagKernel, kDiagV3>(kPlainT, kDiagArgs),
    Row<DiagPartKernel, kDiagPart>(kPlainT),
    Row<DiagPartKernel, kDiagPartV2>(kPlainT, kPartArgs),
    Row<DiagPartKernel, kDiagPartV3>(kPlainT, kPartArgs),
    Row<SetDiagKernel, kSetDiag>(kPlainT, {}, true),
    Row<SetDiagKernel, kSetDiagV2>(kPlainT, kSetArgs, true),
    Row<SetDiagKernel, kSetDiagV3>(kPlainT, kSetArgs, true),
    Row<TensorDiagKernel, kTensorDiag>(kPlainT),
    Row<TensorDiagPartKernel, kTensorDiagPart>(kPlainT),
    Row<RollKernel, kRoll>(kRollT, kRollArgs),
    Row<BroadcastArgsKernel, kBroadcastArgs>(kIndexT, kShapeArgs),
};
RUNNEL_CPU_ROWS(Matrix)

}  // namespace runnel::cpu
