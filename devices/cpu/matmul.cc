// Math: MatMul, BatchMatMulV2 and their fused forms. f32 and f64 through the vector GEMM, half and
// bfloat16 by way of f32; other types, and what is tiny, by plain loops that add in the order of k.
#include <algorithm>

#include "devices/cpu/gemm.h"
#include "devices/cpu/kernel_base.h"
#include "devices/cpu/packed.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"
#include "devices/cpu/widen.h"

namespace runnel::cpu {
namespace {

// Rows [row_begin, row_end) of C = A * B.
template <typename T>
void PlainRows(int64_t row_begin, int64_t row_end, int64_t n, int64_t k, MatrixView<T> a,
               MatrixView<T> b, bool conj_a, bool conj_b, T* c) {
  using C = Compute<T>;
  constexpr int64_t kPiece = 256;
  C sum[kPiece];
  (void)conj_a;
  (void)conj_b;
  for (int64_t i = row_begin; i < row_end; ++i) {
    for (int64_t j0 = 0; j0 < n; j0 += kPiece) {
      const int64_t cols = std::min(kPiece, n - j0);
      std::fill_n(sum, cols, C{});
      for (int64_t p = 0; p < k; ++p) {
        C x = Load(a.data[i * a.row_stride + p * a.col_stride]);
        if constexpr (requires { x.im; }) {
          if (conj_a) x.im = -x.im;
        }
        const T* from = b.data + p * b.row_stride + j0 * b.col_stride;
        for (int64_t j = 0; j < cols; ++j) {
          C y = Load(from[j * b.col_stride]);
          if constexpr (requires { y.im; }) {
            if (conj_b) y.im = -y.im;
          }
          sum[j] = AddValues(sum[j], MulValues(x, y));
        }
      }
      for (int64_t j = 0; j < cols; ++j) c[i * n + j0 + j] = Store<T>(sum[j]);
    }
  }
}

// Products done side by side in a batch, each with a workspace of its own.
constexpr int64_t kSlots = 8;
constexpr char kFusedMatMul[] = "_FusedMatMul";
constexpr char kFusedBatchMatMul[] = "_FusedBatchMatMulV2";
constexpr int64_t kSmallProduct = 2000000;  // flops below which a batch is split by product

// Operands and result of a narrow product as floats, one after the other in a workspace.
struct Widened {
  uint64_t a_bytes, b_bytes, c_bytes;
  Widened(int64_t m, int64_t n, int64_t k)
      : a_bytes(WidenedBytes(m * k)), b_bytes(WidenedBytes(k * n)), c_bytes(WidenedBytes(m * n)) {}
  uint64_t total() const { return a_bytes + b_bytes + c_bytes; }
  // Whether the product is worth it, and the floats can be counted.
  static bool Pays(int64_t m, int64_t n, int64_t k) {
    constexpr double kLeast = 1024, kMost = 1e15;
    const double products = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    return m > 0 && n > 0 && k > 0 && products >= kLeast && products <= kMost;
  }
};
struct MatMulKernel {
  const char* op;
  bool transpose_a = false;
  bool transpose_b = false;
  bool batched = false;
  int32_t dtype = 0;
  Isa isa = Isa::kBase;
  const GemmTable* gemms = nullptr;
  Epilogue epilogue;           // of the fused ops
  FusedProgram program;        // the epilogue's
  uint64_t planned_bytes = 0;  // set once, by plan

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 0);
    isa = ChooseIsa(host);
    gemms = &Gemms(isa);
    if (IsFused()) RUNNEL_CPU_RETURN_IF_ERROR(epilogue.Init(host, node, dtype, &program));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, batched ? "adj_x" : "transpose_a", &transpose_a));
    return AttrBool(host, node, batched ? "adj_y" : "transpose_b", &transpose_b);
  }

  bool IsFused() const { return op == kFusedMatMul || op == kFusedBatchMatMul; }
  bool IsVectorised() const { return dtype == RNLP_FLOAT || dtype == RNLP_DOUBLE; }
  bool IsWidened(int64_t m, int64_t n, int64_t k) const {
    return (dtype == RNLP_HALF || dtype == RNLP_BFLOAT16) && Widened::Pays(m, n, k);
  }
  uint64_t SlotBytes(int64_t m, int64_t n, int64_t k, bool packed) const {
    if (IsWidened(m, n, k)) {
      return Widened(m, n, k).total() + GemmWorkspaceBytes(m, n, k, sizeof(float), false);
    }
    return IsVectorised() ? GemmWorkspaceBytes(m, n, k, TypeSize(dtype), packed) : 0;
  }
  // How many matrices b holds; -1: unknown.
  static int64_t MatricesOf(const rnlp_tensor_t* b) {
    int64_t count = 1;
    for (int32_t i = 0; i + 2 < b->rank; ++i) {
      if (b->dims[i] < 0 || __builtin_mul_overflow(count, b->dims[i], &count)) return -1;
    }
    return b->rank < 2 ? -1 : count;
  }
  // Where all of a batch meet the same matrix, their rows are those of one product.
  bool IsOneProduct(const rnlp_tensor_t* b) const { return !transpose_a && MatricesOf(b) == 1; }
  // Workspaces side by side for a batch; 1 where the batch is unknown.
  static int64_t Slots(int64_t batch, int64_t m, int64_t n, int64_t k) {
    if (batch < 2 || m < 0 || n < 0 || k < 0) return 1;
    if (2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) > kSmallProduct)
      return 1;
    return std::min(kSlots, batch);
  }

  rnlp_status_t* Plan(rnlp_plan_t* plan) {
    const rnlp_tensor_t* a = plan->inputs[0];
    const rnlp_tensor_t* b = plan->inputs[1];
    int64_t m = -1, k = -1, n = -1, batch = batched ? -1 : 1;
    if (a->rank >= 2) {
      m = a->dims[a->rank - (transpose_a ? 1 : 2)];
      k = a->dims[a->rank - (transpose_a ? 2 : 1)];
    }
    if (b->rank >= 2) n = b->dims[b->rank - (transpose_b ? 2 : 1)];
    if (batched && plan->outputs[0]->rank >= 2) {
      const rnlp_tensor_t* c = plan->outputs[0];
      int64_t product = 1;
      for (int32_t i = 0; i + 2 < c->rank && product >= 0; ++i) {
        if (c->dims[i] < 0 || __builtin_mul_overflow(product, c->dims[i], &product)) product = -1;
      }
      batch = product;
    }
    if (batch > 1 && m >= 0 && IsOneProduct(b) && !__builtin_mul_overflow(m, batch, &m)) batch = 1;
    const bool packs =
        IsVectorised() && m > 1 && n > 1 && k > 0 && batch == 1 && MatricesOf(b) == 1 &&
        AskForPacked(plan, 1, transpose_b ? PackedKind::kTransposedMatrix : PackedKind::kMatrix,
                     static_cast<int>(isa), PackedBytes(n, k), PackedMatrixVariant());
    if (packs) PackedAlone(plan);
    planned_bytes = SlotBytes(m, n, k, packs) * static_cast<uint64_t>(Slots(batch, m, n, k));
    plan->workspace_bytes = planned_bytes;
    if (m >= 0 && n >= 0 && k >= 0 && batch >= 0) {
      const double flops = 2.0 * static_cast<double>(batch) * static_cast<double>(m) *
                           static_cast<double>(n) * static_cast<double>(k);
      const double rate = dtype == RNLP_FLOAT                          ? 100
                          : dtype == RNLP_DOUBLE || IsWidened(m, n, k) ? 50
                                                                       : 2;
      const double bytes = static_cast<double>(batch) * TypeSize(dtype) *
                           (static_cast<double>(m) * static_cast<double>(k) +
                            static_cast<double>(k) * static_cast<double>(n) +
                            static_cast<double>(m) * static_cast<double>(n));
      plan->cost_ns = static_cast<uint64_t>(50 + flops / rate + bytes * 0.05);
    }
    return nullptr;
  }

  uint64_t PackedBytes(int64_t n, int64_t k) const {
    if (static_cast<double>(n) * static_cast<double>(k) > 1e13) return 0;
    return PackedMatrixBytes(*gemms, n, k, TypeSize(dtype));
  }
  template <typename T>
  void PackType(const rnlp_run_t* run, int64_t n, int64_t k) const {
    const T* b = Data<T>(run->inputs[0]);
    PackMatrix(run, *gemms, n, k, transpose_b ? MatrixView<T>{b, 1, k} : MatrixView<T>{b, n, 1},
               Data<T>(run->outputs[0]));
  }
  rnlp_status_t* Pack(const rnlp_run_t* run) const {
    const rnlp_tensor_t* b = run->inputs[0];
    const int64_t k = b->dims[b->rank - (transpose_b ? 1 : 2)];
    const int64_t n = b->dims[b->rank - (transpose_b ? 2 : 1)];
    ForType(TypeList<float, double>(), dtype,
            [&](auto tag) { PackType<typename decltype(tag)::Type>(run, n, k); });
    return nullptr;
  }

  // One product, parallel inside unless `run` is NULL.
  template <typename T>
  void Product(const rnlp_run_t* run, int64_t m, int64_t n, int64_t k, const T* a, const T* b, T* c,
               void* workspace, const Epilogue* after, const void* packed) const {
    const MatrixView<T> view_a = transpose_a ? MatrixView<T>{a, 1, m} : MatrixView<T>{a, k, 1};
    const MatrixView<T> view_b = transpose_b ? MatrixView<T>{b, 1, k} : MatrixView<T>{b, n, 1};
    if constexpr (kIsNarrow<T>) {
      if (IsWidened(m, n, k)) return WidenedProduct(run, m, n, k, view_a, view_b, c, workspace);
    }
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
      Gemm(run, *gemms, m, n, k, view_a, view_b, c, workspace, after, static_cast<const T*>(packed));
    } else {
      (void)after, (void)packed;  // are for f32 and f64 only
      const bool conj_a = batched && transpose_a;
      const bool conj_b = batched && transpose_b;
      if (run == nullptr) return PlainRows(0, m, n, k, view_a, view_b, conj_a, conj_b, c);
      ParallelFor(run, m, RowBlock(n * k), [&](int64_t begin, int64_t end) {
        PlainRows(begin, end, n, k, view_a, view_b, conj_a, conj_b, c);
      });
    }
  }

  template <typename T>
  void WidenedProduct(const rnlp_run_t* run, int64_t m, int64_t n, int64_t k, MatrixView<T> a,
                      MatrixView<T> b, T* c, void* workspace) const {
    const Widened floats(m, n, k);
    char* const memory = static_cast<char*>(workspace);
    auto* const wide_a = reinterpret_cast<float*>(memory);
    auto* const wide_b = reinterpret_cast<float*>(memory + floats.a_bytes);
    auto* const wide_c = reinterpret_cast<float*>(memory + floats.a_bytes + floats.b_bytes);
    Convert(run, a.data, wide_a, m * k);
    Convert(run, b.data, wide_b, k * n);
    Gemm<float>(run, *gemms, m, n, k, {wide_a, a.row_stride, a.col_stride},
                {wide_b, b.row_stride, b.col_stride}, wide_c, memory + floats.total(), nullptr, nullptr);
    Convert(run, wide_c, c, m * n);
  }

  template <typename T>
  rnlp_status_t* RunType(const rnlp_run_t* run, const Dims& out, int64_t m, int64_t n, int64_t k) const {
    const rnlp_tensor_t* a = run->inputs[0];
    const rnlp_tensor_t* b = run->inputs[1];
    int64_t batch = 1;
    for (int32_t i = 0; i + 2 < out.rank; ++i) batch *= out.size[i];
    Epilogue bound;
    if (IsFused()) RUNNEL_CPU_RETURN_IF_ERROR(epilogue.Bind(run, op, n, true, &bound));
    if (batch * m * n == 0) return nullptr;

    if (batch > 1 && IsOneProduct(b)) {
      m *= batch;
      batch = 1;
    }
    const void* packed = batch == 1 ? PackedOf(run) : nullptr;
    const uint64_t slot_bytes = SlotBytes(m, n, k, packed != nullptr);
    int64_t slots = Slots(batch, m, n, k);
    if (slot_bytes * static_cast<uint64_t>(slots) > planned_bytes) slots = 1;
    void* workspace = run->workspace;
    void* own = nullptr;
    if (slot_bytes > planned_bytes || (slot_bytes > 0 && workspace == nullptr)) {
      own = run->host->alloc(run->host, slot_bytes);
      if (own == nullptr) {
        return Fail(run->host, RNLP_RESOURCE_EXHAUSTED, "%s: no host memory for %llu bytes of workspace",
                    op, static_cast<unsigned long long>(slot_bytes));
      }
      workspace = own;
      slots = 1;
    }
    // Where product `index` of the batch finds its operand, by broadcasting over the batch dimensions.
    const auto offset = [&](const rnlp_tensor_t* tensor, int64_t index, int64_t matrix) {
      int64_t at = 0, step = 1;
      for (int32_t i = out.rank - 3; i >= 0; --i) {
        const int64_t coordinate = index % out.size[i];
        index /= out.size[i];
        const int32_t dim = i - (out.rank - tensor->rank);
        if (dim < 0) continue;
        if (tensor->dims[dim] != 1) at += coordinate * step;
        step *= tensor->dims[dim];
      }
      return at * matrix;
    };
    const auto products = [&](const rnlp_run_t* inner, int64_t begin, int64_t end, char* memory) {
      for (int64_t i = begin; i < end && !IsStopped(run); ++i) {
        Product<T>(inner, m, n, k, Data<T>(a) + offset(a, i, m * k), Data<T>(b) + offset(b, i, k * n),
                   Data<T>(run->outputs[0]) + i * m * n, memory, bound.any() ? &bound : nullptr, packed);
      }
    };
    if (slots == 1) {
      products(run, 0, batch, static_cast<char*>(workspace));
    } else {
      ParallelFor(run, slots, 1, [&](int64_t begin, int64_t end) {
        for (int64_t slot = begin; slot < end; ++slot) {
          products(nullptr, batch * slot / slots, batch * (slot + 1) / slots,
                   static_cast<char*>(workspace) + static_cast<uint64_t>(slot) * slot_bytes);
        }
      });
    }
    if (own != nullptr) run->host->free(run->host, own, slot_bytes);
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* a = run->inputs[0];
    const rnlp_tensor_t* b = run->inputs[1];
    const bool ranks_fit = batched ? a->rank >= 2 && b->rank >= 2 : a->rank == 2 && b->rank == 2;
    if (!ranks_fit) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: arguments should be matrices%s, got shapes %s and %s", op,
                  batched ? " or batches of them" : "", ShapeText(a).text, ShapeText(b).text);
    }
    const int64_t m = a->dims[a->rank - (transpose_a ? 1 : 2)];
    const int64_t k = a->dims[a->rank - (transpose_a ? 2 : 1)];
    const int64_t k_of_b = b->dims[b->rank - (transpose_b ? 1 : 2)];
    const int64_t n = b->dims[b->rank - (transpose_b ? 2 : 1)];
    if (k != k_of_b) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: inner dimensions differ: %lld and %lld, of shapes %s%s and %s%s", op,
                  static_cast<long long>(k), static_cast<long long>(k_of_b), ShapeText(a).text,
                  transpose_a ? " transposed" : "", ShapeText(b).text, transpose_b ? " transposed" : "");
    }
    Dims out;
    out.rank = std::max(a->rank, b->rank);
    for (int32_t i = 0; i + 2 < out.rank; ++i) {
      const int32_t at_a = i - (out.rank - a->rank);
      const int32_t at_b = i - (out.rank - b->rank);
      const int64_t size_a = at_a < 0 ? 1 : a->dims[at_a];
      const int64_t size_b = at_b < 0 ? 1 : b->dims[at_b];
      if (size_a != size_b && size_a != 1 && size_b != 1) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: batch dimensions of %s and %s do not broadcast", op, ShapeText(a).text,
                    ShapeText(b).text);
      }
      out.size[i] = size_a == 1 ? size_b : size_a;
    }
    out.size[out.rank - 2] = m;
    out.size[out.rank - 1] = n;
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    using Factors = TypeList<float, double, Half, BFloat16, int16_t, int32_t, int64_t, Complex<float>,
                             Complex<double>>;
    return VisitType<rnlp_status_t*>(Factors(), dtype, nullptr, [&](auto tag) {
      return RunType<typename decltype(tag)::Type>(run, out, m, n, k);
    });
  }
};

struct BatchKernel : MatMulKernel {
  BatchKernel() { batched = true; }
};

rnlp_status_t* PlanMatMul(const rnlp_host_t*, rnlp_kernel_t* kernel, rnlp_plan_t* plan) {
  return reinterpret_cast<MatMulKernel*>(kernel)->Plan(plan);
}

constexpr char kMatMul[] = "MatMul";
constexpr char kBatchMatMul[] = "BatchMatMulV2";
constexpr int32_t kTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,      RNLP_BFLOAT16,
                              RNLP_INT32, RNLP_INT64,  RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr int32_t kFusedTypes[] = {RNLP_FLOAT, RNLP_DOUBLE};
constexpr int32_t kBatchTypes[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,      RNLP_BFLOAT16,  RNLP_INT16,
                                   RNLP_INT32, RNLP_INT64,  RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr rnlp_type_constraint_t kT = Types("T", kTypes);
constexpr rnlp_type_constraint_t kBatchT = Types("T", kBatchTypes);
constexpr rnlp_type_constraint_t kFusedT = Types("T", kFusedTypes);

}  // namespace

constexpr rnlp_kernel_row_t kMatMulRows[] = {
    MakeRow({.op = kMatMul,
             .types = &kT,
             .num_types = 1,
             .create = Create<MatMulKernel, kMatMul>,
             .destroy = Destroy<MatMulKernel>,
             .plan = PlanMatMul,
             .run = Run<MatMulKernel>,
             .pack = Pack<MatMulKernel>}),
    MakeRow({.op = kFusedMatMul,
             .types = &kFusedT,
             .num_types = 1,
             .create = Create<MatMulKernel, kFusedMatMul>,
             .destroy = Destroy<MatMulKernel>,
             .plan = PlanMatMul,
             .run = Run<MatMulKernel>,
             .pack = Pack<MatMulKernel>}),
    MakeRow({.op = kBatchMatMul,
             .types = &kBatchT,
             .num_types = 1,
             .create = Create<BatchKernel, kBatchMatMul>,
             .destroy = Destroy<BatchKernel>,
             .plan = PlanMatMul,
             .run = Run<BatchKernel>,
             .pack = Pack<BatchKernel>}),
    MakeRow({.op = kFusedBatchMatMul,
             .types = &kFusedT,
             .num_types = 1,
             .create = Create<BatchKernel, kFusedBatchMatMul>,
             .destroy = Destroy<BatchKernel>,
             .plan = PlanMatMul,
             .run = Run<BatchKernel>,
             .pack = Pack<BatchKernel>}),
};
RUNNEL_CPU_ROWS(MatMul)

}  // namespace runnel::cpu
