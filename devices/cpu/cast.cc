// Math: Cast, between all real types and bool; quantised numbers are integers.
//
// A float that an integer type cannot hold gives what TensorFlow gives on x86: the most negative value
// for int32 and int64; smaller integers keep the low bits of the int32. With Truncate, bits that the new
// type lacks are cut instead of rounded.
#include <algorithm>
#include <cmath>

#include "devices/cpu/casts.h"
#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

template <typename I, typename F>
I CheckedInt(F value) {
  // The bounds are powers of two, so they are exact in F.
  constexpr F kLow = static_cast<F>(std::numeric_limits<I>::min());
  return value >= kLow && value < -kLow ? static_cast<I>(value) : std::numeric_limits<I>::min();
}

template <typename To, typename From>
To Convert(From from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else if constexpr (std::is_same_v<To, bool>) {
    return Load(from) != 0;
  } else if constexpr (kIsNarrow<To>) {
    return Store<To>(static_cast<float>(Load(from)));
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<Compute<From>>) {
    const auto value = Load(from);
    if constexpr (std::is_same_v<To, int64_t>) {
      return CheckedInt<int64_t>(value);
    } else if constexpr (std::is_same_v<To, uint64_t>) {
      constexpr Compute<From> kHalfway = static_cast<Compute<From>>(9223372036854775808.0);
      if (value < kHalfway) return static_cast<uint64_t>(CheckedInt<int64_t>(value));
      return static_cast<uint64_t>(CheckedInt<int64_t>(value - kHalfway)) ^ (uint64_t{1} << 63);
    } else if constexpr (std::is_same_v<To, uint32_t>) {
      return static_cast<uint32_t>(CheckedInt<int64_t>(value));
    } else {
      return static_cast<To>(CheckedInt<int32_t>(value));
    }
  } else {
    return static_cast<To>(Load(from));
  }
}

template <typename From, typename To>
void CastLoop(const void* in_data, void* out_data, int64_t n) {
  const From* in = static_cast<const From*>(in_data);
  To* out = static_cast<To*>(out_data);
  for (int64_t i = 0; i < n; ++i) out[i] = Convert<To>(in[i]);
}

// Clears the lowest `bits` bits of every number, keeping NaN a NaN.
template <typename T, typename U>
void ClearLowBits(const void* in_data, int bits, void* out_data, int64_t n) {
  const T* in = static_cast<const T*>(in_data);
  T* out = static_cast<T*>(out_data);
  for (int64_t i = 0; i < n; ++i) {
    const U cleared = std::bit_cast<U>(in[i]) & (~U{0} << bits);
    out[i] = std::isnan(in[i]) ? in[i] : std::bit_cast<T>(cleared);
  }
}

constexpr char kCast[] = "Cast";
using AllTypes = TypeList<float, double, Half, BFloat16, int8_t, int16_t, int32_t, int64_t, uint8_t,
                          uint16_t, uint32_t, uint64_t, bool>;

// Quantised numbers are cast as the integers that hold them.
int32_t PlainType(int32_t dtype) {
  switch (dtype) {
    case RNLP_QINT8:
      return RNLP_INT8;
    case RNLP_QUINT8:
      return RNLP_UINT8;
    case RNLP_QINT16:
      return RNLP_INT16;
    case RNLP_QUINT16:
      return RNLP_UINT16;
    case RNLP_QINT32:
      return RNLP_INT32;
    default:
      return dtype;
  }
}

int MantissaBits(int32_t dtype) {
  switch (dtype) {
    case RNLP_DOUBLE:
      return 52;
    case RNLP_FLOAT:
      return 23;
    case RNLP_HALF:
      return 10;
    case RNLP_BFLOAT16:
      return 7;
    default:
      return -1;
  }
}

struct CastKernel {
  const char* op;
  UnaryLoop loop = nullptr;
  uint32_t in_bytes = 0;
  uint32_t out_bytes = 0;
  int clear_bits = 0;  // of a float or double source

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    const int32_t from = PlainType(host->node_input_dtype(host, node, 0));
    const int32_t to = PlainType(host->node_output_dtype(host, node, 0));
    loop = VisitType<UnaryLoop>(AllTypes{}, from, nullptr, [&](auto from_tag) -> UnaryLoop {
      using From = typename decltype(from_tag)::Type;
      return VisitType<UnaryLoop>(AllTypes{}, to, nullptr, [](auto to_tag) -> UnaryLoop {
        return &CastLoop<From, typename decltype(to_tag)::Type>;
      });
    });
    if (const UnaryLoop fast = casts::LoopOf(ChooseIsa(host), from, to)) loop = fast;
    if (loop == nullptr) {
      return Fail(host, RNLP_UNIMPLEMENTED, "%s: no CPU kernel from %s to %s", op, TypeName(from),
                  TypeName(to));
    }
    in_bytes = TypeSize(from);
    out_bytes = TypeSize(to);
    bool truncate = false;
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "Truncate", &truncate));
    if (truncate && (from == RNLP_FLOAT || from == RNLP_DOUBLE) && MantissaBits(to) >= 0) {
      clear_bits = std::max(0, MantissaBits(from) - MantissaBits(to));
    }
    return nullptr;
  }

  void Call(const char* in, char* out, int64_t n) const {
    if (clear_bits == 0) return loop(in, out, n);
    alignas(16) char piece[2048];
    const int64_t capacity = static_cast<int64_t>(sizeof(piece)) / in_bytes;
    for (int64_t i = 0; i < n; i += capacity) {
      const int64_t count = std::min(capacity, n - i);
      if (in_bytes == 4)
        ClearLowBits<float, uint32_t>(in + i * in_bytes, clear_bits, piece, count);
      else
        ClearLowBits<double, uint64_t>(in + i * in_bytes, clear_bits, piece, count);
      loop(piece, out + i * out_bytes, count);
    }
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    const char* in = Data<const char>(run->inputs[0]);
    char* out = Data<char>(run->outputs[0]);
    ParallelFor(run, run->inputs[0]->num_elements, kParallelElements, [&](int64_t begin, int64_t end) {
      Call(in + begin * in_bytes, out + begin * out_bytes, end - begin);
    });
    return nullptr;
  }
};

constexpr int32_t kCastTypes[] = {RNLP_FLOAT,  RNLP_DOUBLE,  RNLP_HALF,  RNLP_BFLOAT16, RNLP_INT8,
                                  RNLP_INT16,  RNLP_INT32,   RNLP_INT64, RNLP_UINT8,    RNLP_UINT16,
                                  RNLP_UINT32, RNLP_UINT64,  RNLP_BOOL,  RNLP_QINT8,    RNLP_QUINT8,
                                  RNLP_QINT16, RNLP_QUINT16, RNLP_QINT32};
constexpr rnlp_type_constraint_t kT[] = {Types("SrcT", kCastTypes), Types("DstT", kCastTypes)};

}  // namespace

constexpr rnlp_kernel_row_t kCastRows[] = {
    MakeRow({.op = kCast,
             .types = kT,
             .num_types = 2,
             .create = Create<CastKernel, kCast>,
             .destroy = Destroy<CastKernel>,
             .plan = PlanElements<500>,
             .run = Run<CastKernel>}),
};
RUNNEL_CPU_ROWS(Cast)

}  // namespace runnel::cpu
