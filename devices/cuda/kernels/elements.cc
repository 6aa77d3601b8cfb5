#include "devices/cuda/kernels/elements.h"

#include <algorithm>
#include <iterator>

#include "devices/cuda/device_code/element_codes.h"

namespace runnel::cuda {
namespace {

struct Named {
  std::string_view op;
  const char* code;
};

// Each code is an op by the same name, but for those that have attrs, are no floats, or are no op.
#define RUNNEL_CUDA_NAMED(name) {#name, "k" #name},
constexpr Named kUnary[] = {RUNNEL_CUDA_UNARY_CODES(RUNNEL_CUDA_NAMED){"Round", "kRint"},
                            {"Inv", "kReciprocal"}};
constexpr Named kBinary[] = {RUNNEL_CUDA_BINARY_CODES(RUNNEL_CUDA_NAMED){"AddV2", "kAdd"},
                             {"RealDiv", "kDiv"},
                             {"Mod", "kTruncateMod"},
                             {"InvGrad", "kReciprocalGrad"}};
#undef RUNNEL_CUDA_NAMED
constexpr std::string_view kOthers[] = {"LeakyRelu",     "LogicalNot", "Copy",
                                        "LeakyReluGrad", "LogicalAnd", "LogicalOr"};

template <size_t kCount>
const char* Find(const Named (&list)[kCount], std::string_view op) {
  if (std::find(std::begin(kOthers), std::end(kOthers), op) != std::end(kOthers)) return nullptr;
  for (const Named& named : list) {
    if (named.op == op) return named.code;
  }
  return nullptr;
}

}  // namespace

const char* UnaryCodeName(std::string_view op) { return Find(kUnary, op); }
const char* BinaryCodeName(std::string_view op) { return Find(kBinary, op); }

}  // namespace runnel::cuda
