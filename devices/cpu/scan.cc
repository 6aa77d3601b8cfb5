// Math: what goes along one axis element by element: Cumsum Cumprod TopKV2.
#include <algorithm>
#include <limits>

#include "devices/cpu/rows.h"
#include "devices/cpu/strided_copy.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr char kCumsum[] = "Cumsum";
constexpr char kCumprod[] = "Cumprod";
constexpr char kTopK[] = "TopKV2";

struct Sum {
  template <typename T>
  static T Do(T a, T b) {
    return AddValues(a, b);
  }
  static constexpr int kStart = 0;
};
struct Prod {
  template <typename T>
  static T Do(T a, T b) {
    return MulValues(a, b);
  }
  static constexpr int kStart = 1;
};

template <class Op>
struct ScanKernel {
  const char* op;
  bool exclusive = false;
  bool reverse = false;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "exclusive", &exclusive));
    return AttrBool(host, node, "reverse", &reverse);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[0];
    int64_t value = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "axis", run->inputs[1], &value));
    int32_t axis = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(Axis(run, op, "axis", value, x->rank, &axis));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, x));
    if (x->num_elements == 0) return nullptr;
    const int64_t length = x->dims[axis];
    const int64_t inner = ProductOf(x->dims, axis + 1, x->rank);
    VisitType<bool>(RealList{}, x->dtype, false, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      ParallelFor(run, x->num_elements / length, RowBlock(length), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          const int64_t first = row / inner * length * inner + row % inner;
          Along(run, Data<T>(x) + first, Data<T>(run->outputs[0]) + first, length, inner);
        }
      });
      return true;
    });
    return nullptr;
  }
  // `out` may be `in`.
  template <typename T>
  void Along(const rnlp_run_t* run, const T* in, T* out, int64_t length, int64_t step) const {
    Compute<T> so_far = static_cast<Compute<T>>(Op::kStart);
    Looks looks(run, kBlockElements);
    for (int64_t i = 0; i < length && !looks.Stop(); ++i) {
      const int64_t at = (reverse ? length - 1 - i : i) * step;
      const Compute<T> next = Op::Do(so_far, Load(in[at]));
      out[at] = Store<T>(exclusive ? so_far : next);
      so_far = next;
    }
  }
};

// Keeps the best k places seen so far as a heap in the row of indices, so that nothing is allocated.
struct TopKKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    int64_t k = 0;
    RUNNEL_CPU_RETURN_IF_ERROR(ScalarIndex(run, op, "k", run->inputs[1], &k));
    const int64_t length = input->rank == 0 ? 0 : input->dims[input->rank - 1];
    if (input->rank == 0 || k < 0 || k > length) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: k is %lld, expected at least 0 and at most the last dimension of input %s", op,
                  static_cast<long long>(k), ShapeText(input).text);
    }
    const int64_t bits = 8 * static_cast<int64_t>(TypeSize(run->outputs[1]->dtype));
    if (bits < 64 && (length >> (bits - 1)) != 0) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: index_type %s does not count a row of input %s",
                  op, TypeName(run->outputs[1]->dtype), ShapeText(input).text);
    }
    Dims out;
    for (int32_t i = 0; i + 1 < input->rank; ++i) out.Add(input->dims[i]);
    out.Add(k);
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, out));
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 1, out));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    using Places = TypeList<int16_t, int32_t, int64_t>;
    VisitType<bool>(Places{}, run->outputs[1]->dtype, false, [&](auto place) {
      Rows<typename decltype(place)::Type>(run, length, k);
      return true;
    });
    return nullptr;
  }
  template <typename P>
  static void Rows(const rnlp_run_t* run, int64_t length, int64_t k) {
    const rnlp_tensor_t* input = run->inputs[0];
    VisitType<bool>(RealList{}, input->dtype, false, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      ParallelFor(run, input->num_elements / length, RowBlock(length), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          Row(run, Data<T>(input) + row * length, static_cast<P>(length), static_cast<P>(k),
              Data<T>(run->outputs[0]) + row * k, Data<P>(run->outputs[1]) + row * k);
        }
      });
      return true;
    });
  }
  template <typename T, typename P>
  static void Row(const rnlp_run_t* run, const T* in, P length, P k, T* values, P* places) {
    // A total order: NaN above everything, equals by place.
    const auto better = [in](P a, P b) {
      const Compute<T> x = Load(in[a]), y = Load(in[b]);
      if constexpr (std::is_floating_point_v<Compute<T>>) {
        if (std::isnan(x) || std::isnan(y)) {
          return std::isnan(x) && std::isnan(y) ? a < b : std::isnan(x);
        }
      }
      return x != y ? x > y : a < b;
    };
    for (P i = 0; i < k; ++i) places[i] = i;
    // As make_heap and sort_heap do, with looks between.
    Looks looks(run);
    for (int64_t i = 2; i <= k && !looks.Stop(); ++i) std::push_heap(places, places + i, better);
    for (P i = k; i < length; ++i) {
      if (looks.Stop()) return;
      if (!better(i, places[0])) continue;
      std::pop_heap(places, places + k, better);
      places[k - 1] = i;
      std::push_heap(places, places + k, better);
    }
    for (P i = k; i > 1; --i) {
      if (looks.Stop()) return;
      std::pop_heap(places, places + i, better);
    }
    for (P i = 0; i < k; ++i) values[i] = in[places[i]];
  }
};

constexpr rnlp_type_constraint_t kScanT[] = {Types("T", kRealTypes), Types("Tidx", kIndexTypes)};
constexpr int32_t kPlaceTypes[] = {RNLP_INT16, RNLP_INT32, RNLP_INT64};
constexpr rnlp_type_constraint_t kTopT[] = {Types("T", kRealTypes), Types("Tk", kPlaceTypes),
                                            Types("index_type", kPlaceTypes)};
constexpr rnlp_arg_mark_t kAxisArg[] = {{"axis", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};
constexpr rnlp_arg_mark_t kCount[] = {{"k", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};
constexpr rnlp_alias_t kInPlace[] = {{0, 0}};

template <class K, const char* kOp>
constexpr rnlp_kernel_row_t ScanRow() {
  return MakeRow({.op = kOp,
                  .types = kScanT,
                  .num_types = 2,
                  .args = kAxisArg,
                  .num_args = 1,
                  .aliases = kInPlace,
                  .num_aliases = 1,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<1000>,
                  .run = Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kScanRows[] = {
    ScanRow<ScanKernel<Sum>, kCumsum>(),
    ScanRow<ScanKernel<Prod>, kCumprod>(),
    MakeRow({.op = kTopK,
             .types = kTopT,
             .num_types = 3,
             .args = kCount,
             .num_args = 1,
             .create = Create<TopKKernel, kTopK>,
             .destroy = Destroy<TopKKernel>,
             .plan = PlanElements<3000>,
             .run = Run<TopKKernel>}),
};
RUNNEL_CPU_ROWS(Scan)

}  // namespace runnel::cpu
