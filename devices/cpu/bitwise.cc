// Math: integers as patterns of bits.
#include <algorithm>
#include <iterator>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

struct And {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return static_cast<T>(a ^ b);
  }
};
struct Invert {
  template <typename T>
  static T Do(T x) {
    return static_cast<T>(~x);
  }
};
// Places outside of the type are brought into it, as TensorFlow does.
template <typename T>
int Places(T by) {
  return static_cast<int>(std::clamp<T>(by, 0, static_cast<T>(8 * sizeof(T) - 1)));
}
struct LeftShift {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return static_cast<T>(static_cast<Wrap<T>>(a) << Places(b));
  }
};
struct RightShift {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return static_cast<T>(a >> Places(b));
  }
};

constexpr UnaryEntry kAllUnary[] = {{"Invert", -1, UnaryLoopFor<Invert, IntegerList>}};
constexpr auto kUnary = ChosenRows<kAllUnary>::kPicked;
constexpr BinaryEntry kAllBinary[] = {
    {"BitwiseAnd", -1, BinaryLoopFor<And, IntegerList>},
    {"BitwiseOr", -1, BinaryLoopFor<Or, IntegerList>},
    {"BitwiseXor", -1, BinaryLoopFor<Xor, IntegerList>},
    {"LeftShift", -1, BinaryLoopFor<LeftShift, IntegerList>},
    {"RightShift", -1, BinaryLoopFor<RightShift, IntegerList>},
};
constexpr auto kBinary = ChosenRows<kAllBinary>::kPicked;

constexpr int32_t kIntegers[] = {RNLP_INT8,  RNLP_INT16,  RNLP_INT32,  RNLP_INT64,
                                 RNLP_UINT8, RNLP_UINT16, RNLP_UINT32, RNLP_UINT64};
constexpr rnlp_type_constraint_t kIntegerT = Types("T", kIntegers);

constexpr rnlp_kernel_row_t Row(const char* op) {
  return MakeRow({.op = op,
                  .types = &kIntegerT,
                  .num_types = 1,
                  .aliases = kBinaryInPlace,
                  .num_aliases = 2,
                  .create = CreateBinaryOf<kBinary>,
                  .destroy = Destroy<BinaryKernel>,
                  .plan = PlanElements<250>,
                  .run = runnel::cpu::Run<BinaryKernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kBitwiseRows[] = {
    Row("BitwiseAnd"),
    Row("BitwiseOr"),
    Row("BitwiseXor"),
    Row("LeftShift"),
    Row("RightShift"),
    MakeRow({.op = "Invert",
             .types = &kIntegerT,
             .num_types = 1,
             .aliases = kUnaryInPlace,
             .num_aliases = 1,
             .create = CreateUnaryOf<kUnary>,
             .destroy = Destroy<UnaryKernel>,
             .plan = PlanElements<200>,
             .run = runnel::cpu::Run<UnaryKernel>}),
};
RUNNEL_CPU_ROWS(Bitwise)

}  // namespace runnel::cpu
