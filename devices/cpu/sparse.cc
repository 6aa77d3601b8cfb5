// Sparse: SparseToDense SparseTensorDenseMatMul. A sparse tensor is its indices, a row of them for each
// value, its values and its dense shape.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr char kToDense[] = "SparseToDense";
constexpr char kMatMul[] = "SparseTensorDenseMatMul";

struct ToDenseKernel {
  const char* op;
  bool validates = true;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return AttrBool(host, node, "validate_indices", &validates);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* indices = run->inputs[0];
    const rnlp_tensor_t* values = run->inputs[2];
    const rnlp_tensor_t* fill = run->inputs[3];
    Dims out;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadDims(run, op, "output_shape", run->inputs[1], &out));
    const int64_t count = indices->rank == 0 ? 1 : indices->dims[0];
    const int64_t depth = indices->rank < 2 ? 1 : indices->dims[1];
    const bool fits = indices->rank <= 2 && depth == out.rank && fill->num_elements == 1 &&
                      (values->rank == 0 || (values->rank == 1 && values->dims[0] == count));
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: sparse_indices %s should have a row of %d for each of sparse_values %s, "
                  "default_value %s should be a scalar",
                  op, ShapeText(indices).text, out.rank, ShapeText(values).text, ShapeText(fill).text);
    }
    int64_t elements = 0;
    if (!Product(out.size, out.rank, &elements)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a result of shape %s has too many elements", op,
                  ShapeText(out.rank, out.size).text);
    }
    int64_t strides[kMaxRank + 1];
    Strides(out.rank, out.size, strides);
    int64_t before = -1;
    for (int64_t i = 0; i < count; ++i) {
      for (int64_t d = 0; d < depth; ++d) {
        const int64_t index = IndexAt(indices, i * depth + d);
        if (index >= 0 && index < out.size[d]) continue;
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: sparse_indices[%lld,%lld] = %lld is not in "
                    "[0, %lld)",
                    op, static_cast<long long>(i), static_cast<long long>(d),
                    static_cast<long long>(index), static_cast<long long>(out.size[d]));
      }
      const int64_t place = Place(indices, i, depth, strides);
      if (validates && place <= before) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: sparse_indices[%lld] %s the one before", op,
                    static_cast<long long>(i), place == before ? "repeats" : "is out of order after");
      }
      before = place;
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    const rnlp_tensor_t* dense = run->outputs[0];
    if (fill->dtype != RNLP_STRING) {
      FillOutput(run, 0, fill->data);
    } else {
      for (int64_t i = 0; i < dense->num_elements; ++i) {
        RUNNEL_CPU_RETURN_IF_ERROR(CopyElements(run, fill, 0, 0, i, 1));
      }
    }
    for (int64_t i = 0; i < count; ++i) {
      RUNNEL_CPU_RETURN_IF_ERROR(
          CopyElements(run, values, values->rank == 0 ? 0 : i, 0, Place(indices, i, depth, strides), 1));
    }
    return nullptr;
  }
  static int64_t Place(const rnlp_tensor_t* indices, int64_t i, int64_t depth, const int64_t* strides) {
    int64_t place = 0;
    for (int64_t d = 0; d < depth; ++d) place += IndexAt(indices, i * depth + d) * strides[d];
    return place;
  }
};

template <typename T>
T Conjugate(T value) {
  if constexpr (std::is_same_v<T, Complex<float>> || std::is_same_v<T, Complex<double>>) {
    return {value.re, -value.im};
  } else {
    return value;
  }
}

// product[row] += value * b[column], value by value, in their order. Threads take columns of the
// product.
struct MatMulKernel {
  const char* op;
  bool adjoint_a = false;
  bool adjoint_b = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "adjoint_a", &adjoint_a));
    return AttrBool(host, node, "adjoint_b", &adjoint_b);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* indices = run->inputs[0];
    const rnlp_tensor_t* values = run->inputs[1];
    const rnlp_tensor_t* b = run->inputs[3];
    Dims a;
    RUNNEL_CPU_RETURN_IF_ERROR(ReadDims(run, op, "a_shape", run->inputs[2], &a));
    const bool shapes_fit = a.rank == 2 && b->rank == 2 && indices->rank == 2 && indices->dims[1] == 2 &&
                            values->rank == 1 && values->dims[0] == indices->dims[0];
    if (!shapes_fit) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: a_shape should be two numbers, b %s a matrix, a_indices %s a pair for each of "
                  "a_values %s",
                  op, ShapeText(b).text, ShapeText(indices).text, ShapeText(values).text);
    }
    const int64_t rows = a.size[adjoint_a ? 1 : 0];
    const int64_t inner = a.size[adjoint_a ? 0 : 1];
    const int64_t columns = b->dims[adjoint_b ? 0 : 1];
    if (inner != b->dims[adjoint_b ? 1 : 0]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: the inner dimensions of a %s and b %s differ",
                  op, ShapeText(a.rank, a.size).text, ShapeText(b).text);
    }
    for (int64_t i = 0; i < indices->num_elements; ++i) {
      const int64_t index = IndexAt(indices, i);
      if (index >= 0 && index < a.size[i % 2]) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: a_indices[%lld,%lld] = %lld is not in [0, %lld)", op,
                  static_cast<long long>(i / 2), static_cast<long long>(i % 2),
                  static_cast<long long>(index), static_cast<long long>(a.size[i % 2]));
    }
    const int64_t dims[2] = {rows, columns};
    int64_t elements = 0;
    if (!Product(dims, 2, &elements)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a product of shape %s has too many elements",
                  op, ShapeText(2, dims).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, 2, dims));
    ZeroOutput(run, 0);
    using List = TypeList<float, double, Half, BFloat16, int32_t, Complex<float>, Complex<double>>;
    return VisitType<rnlp_status_t*>(List{}, values->dtype, nullptr, [&](auto tag) -> rnlp_status_t* {
      using T = typename decltype(tag)::Type;
      if constexpr (std::is_same_v<Compute<T>, T>) {
        Multiply<T>(run, columns, Data<T>(run->outputs[0]));
        return nullptr;
      } else {
        return MultiplyWide<T>(run, columns, elements);
      }
    });
  }
  // Halves are added up as floats, and rounded once.
  template <typename T>
  rnlp_status_t* MultiplyWide(const rnlp_run_t* run, int64_t columns, int64_t elements) const {
    if (elements == 0) return nullptr;
    const uint64_t bytes = static_cast<uint64_t>(elements) * sizeof(Compute<T>);
    auto* sums = static_cast<Compute<T>*>(run->host->alloc(run->host, bytes));
    if (sums == nullptr) return OutOfMemory(run->host, op);
    std::fill_n(sums, elements, Compute<T>{});
    Multiply<T>(run, columns, sums);
    T* out = Data<T>(run->outputs[0]);
    for (int64_t i = 0; i < elements; ++i) out[i] = Store<T>(sums[i]);
    run->host->free(run->host, sums, bytes);
    return nullptr;
  }
  // Adds to `sums`, which are 0.
  template <typename T>
  void Multiply(const rnlp_run_t* run, int64_t columns, Compute<T>* sums) const {
    const rnlp_tensor_t* indices = run->inputs[0];
    const int64_t count = run->inputs[1]->num_elements;
    const int64_t b_row = adjoint_b ? 1 : columns;
    const int64_t b_column = adjoint_b ? run->inputs[3]->dims[1] : 1;
    const int64_t block = columns == 0 || count < kParallelElements / columns
                              ? columns
                              : std::max<int64_t>(16, columns / 16);
    ParallelFor(run, columns, block, [&](int64_t begin, int64_t end) {
      Looks looks(run, std::max<int64_t>(1, kBlockElements / (end - begin)));
      for (int64_t i = 0; i < count && !looks.Stop(); ++i) {
        const int64_t row = IndexAt(indices, 2 * i + (adjoint_a ? 1 : 0));
        const int64_t inner = IndexAt(indices, 2 * i + (adjoint_a ? 0 : 1));
        auto value = Load(Data<T>(run->inputs[1])[i]);
        if (adjoint_a) value = Conjugate(value);
        const T* from = Data<T>(run->inputs[3]) + inner * b_row;
        Compute<T>* to = sums + row * columns;
        for (int64_t j = begin; j < end; ++j) {
          auto factor = Load(from[j * b_column]);
          if (adjoint_b) factor = Conjugate(factor);
          to[j] = AddValues(to[j], MulValues(value, factor));
        }
      }
    });
  }
};

constexpr int32_t kProductTypes[] = {RNLP_FLOAT, RNLP_DOUBLE,    RNLP_HALF,      RNLP_BFLOAT16,
                                     RNLP_INT32, RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr rnlp_type_constraint_t kDenseT[] = {Types("T", kMovableTypes), Types("Tindices", kIndexTypes)};
constexpr rnlp_type_constraint_t kProductT[] = {Types("T", kProductTypes),
                                                Types("Tindices", kIndexTypes)};
constexpr rnlp_arg_mark_t kOutputShape[] = {{"output_shape", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};
constexpr rnlp_arg_mark_t kAShape[] = {{"a_shape", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

}  // namespace

constexpr rnlp_kernel_row_t kSparseRows[] = {
    MakeRow({.op = kToDense,
             .types = kDenseT,
             .num_types = 2,
             .args = kOutputShape,
             .num_args = 1,
             .create = Create<ToDenseKernel, kToDense>,
             .destroy = Destroy<ToDenseKernel>,
             .plan = PlanElements<500>,
             .run = Run<ToDenseKernel>}),
    MakeRow({.op = kMatMul,
             .types = kProductT,
             .num_types = 2,
             .args = kAShape,
             .num_args = 1,
             .create = Create<MatMulKernel, kMatMul>,
             .destroy = Destroy<MatMulKernel>,
             .plan = PlanElements<1000>,
             .run = Run<MatMulKernel>}),
};
RUNNEL_CPU_ROWS(Sparse)

}  // namespace runnel::cpu
