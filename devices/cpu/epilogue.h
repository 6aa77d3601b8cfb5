// What follows a product at once, while its results are still in the cache: a bias along their columns,
// then element-wise functions. The same loops on the same values as kernels of their own: the same bits.
#ifndef RUNNEL_DEVICES_CPU_EPILOGUE_H_
#define RUNNEL_DEVICES_CPU_EPILOGUE_H_

#include <string_view>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/simd.h"

namespace runnel::cpu {

struct Epilogue {
  static constexpr int kMaxSteps = 2;

  // Reads attr "epilogue" (core/passes/epilogue.h) of a node in float or double. Errors:
  // INVALID_ARGUMENT.
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node, int32_t dtype);
  // This, with the bias of a run. Errors: INVALID_ARGUMENT unless that is a vector of `columns`.
  rnlp_status_t* Bind(const rnlp_run_t* run, const char* op, int64_t columns, Epilogue* out) const;

  bool any() const { return add != nullptr || num_steps > 0; }
  // In f32, register tiles add the bias and apply the limits that the first `limit_steps` steps are.
  struct Limits {
    bool has_low = false, has_high = false;
    float low = 0, high = 0;
  };
  bool StartsInTiles() const { return element_bytes == 4 && (add != nullptr || limit_steps > 0); }
  // On rows x columns results that lie `ld` elements apart; the first column is the bias's `column`.
  void Apply(void* results, int64_t rows, int64_t columns, int64_t ld, int64_t column) const;
  // The same on results that come from tiles.
  void ApplyRest(void* results, int64_t rows, int64_t columns, int64_t ld, int64_t column) const;
  // On `count` results side by side of one channel.
  void ApplyToChannel(void* results, int64_t count, int64_t channel) const;

  void AddLimits(std::string_view step);

  BinaryLoop add = nullptr;  // NULL: no bias
  UnaryLoop steps[kMaxSteps] = {};
  int num_steps = 0;
  int limit_steps = 0;  // of f32, that only limit
  Limits limits;
  int64_t element_bytes = 0;
  const char* bias = nullptr;
};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_EPILOGUE_H_
