// Steps of optimizers, and rows of variables that are combined with updates. The formulas are in the docs of
// the ops (core/ops/training_ops.cc).
#include "devices/cuda/device_code/element_ops.h"
#include "devices/cuda/device_code/optimizer_args.h"

namespace runnel::cuda {

RUNNEL_DEVICE float Decay(float old, float now, float rest) { return old + (now - old) * rest; }
RUNNEL_DEVICE float FtrlPower(float v, float power) { return power == 0.5f ? sqrtf(v) : powf(v, power); }

// x[0] is the variable, x[1..] what is kept beside it; g the gradient, s the scalars.
RUNNEL_DEVICE void Ftrl(float* x, float g, const float* s, bool times_rate, bool shrinks) {
  const float rate = times_rate ? 1.0f : s[0], weight = times_rate ? s[0] : 1.0f;
  const float l1 = s[1] * weight, l2 = 2.0f * s[2] * weight;
  const float shrinkage = shrinks ? 2.0f * s[3] : 0.0f, power = -s[shrinks ? 4 : 3];
  const float accum = x[1] + g * g;
  const float scale = FtrlPower(accum, power);
  const float shrunk = shrinks ? g + shrinkage * x[0] : g;
  x[2] += shrunk * weight - (scale - FtrlPower(x[1], power)) / rate * x[0];
  const float pull = (x[2] < 0 ? -l1 : l1) - x[2];
  x[0] = fabsf(x[2]) > l1 ? pull / (scale / rate + l2) : 0.0f;
  x[1] = accum;
}

RUNNEL_DEVICE void Step(int rule, float* x, float g, const float* s, bool option) {
  switch (rule) {
    case kDescendRule:
      x[0] -= g * s[0];
      break;
    case kMomentumRule:
      x[1] = x[1] * s[1] + g;
      x[0] -= option ? g * s[0] + x[1] * s[1] * s[0] : x[1] * s[0];
      break;
    case kKerasMomentumRule:
      x[1] = x[1] * s[1] - g * s[0];
      x[0] += option ? x[1] * s[1] - g * s[0] : x[1];
      break;
    case kAdamRule: {
      const float alpha = s[2] * sqrtf(1.0f - s[1]) / (1.0f - s[0]);
      const float rest1 = 1.0f - s[3], rest2 = 1.0f - s[4];
      x[1] = Decay(x[1], g, rest1);
      x[2] = Decay(x[2], g * g, rest2);
      const float direction = option ? g * rest1 + x[1] * s[3] : x[1];
      x[0] -= direction * alpha / (sqrtf(x[2]) + s[5]);
      break;
    }
    case kAdaMaxRule:
      x[1] = Decay(x[1], g, 1.0f - s[2]);
      x[2] = fmaxf(s[3] * x[2], fabsf(g));
      x[0] -= s[1] / (1.0f - s[0]) * (x[1] / (x[2] + s[4]));
      break;
    case kAdagradRule:
      if (option) x[1] += g * g;
      x[0] -= g * s[0] / sqrtf(x[1]);
      break;
    case kAdagradV2Rule:
      if (option) x[1] += g * g;
      x[0] -= g * s[0] / (sqrtf(x[1]) + s[1]);
      break;
    case kAdadeltaRule: {
      const float rest = 1.0f - s[1];
      x[1] = Decay(x[1], g * g, rest);
      const float update = g * (sqrtf(x[2] + s[2]) / sqrtf(x[1] + s[2]));
      x[0] -= update * s[0];
      x[2] = Decay(x[2], update * update, rest);
      break;
    }
    case kRmsPropRule:
      x[1] = Decay(x[1], g * g, 1.0f - s[1]);
      x[2] = x[2] * s[2] + g * s[0] / sqrtf(x[1] + s[3]);
      x[0] -= x[2];
      break;
    case kCenteredRmsPropRule: {
      const float rest = 1.0f - s[1];
      x[1] = Decay(x[1], g, rest);
      x[2] = Decay(x[2], g * g, rest);
      x[3] = x[3] * s[2] + g * s[0] / sqrtf(x[2] - x[1] * x[1] + s[3]);
      x[0] -= x[3];
      break;
    }
    case kFtrlRule:
      Ftrl(x, g, s, option, false);
      break;
    default:
      Ftrl(x, g, s, option, true);
      break;
  }
}

RUNNEL_DEVICE i64 IndexAt(u64 indices, int wide, i64 i) {
  return wide ? At<const i64>(indices)[i] : At<const i32>(indices)[i];
}

template <typename T, typename Args>
RUNNEL_DEVICE void LoadScalars(const Args& a, float* scalars) {
  RUNNEL_UNROLL
  for (int i = 0; i < kMaxScalars; ++i) {
    scalars[i] = i < a.num_scalars ? Load(*At<const T>(a.scalars[i])) : 0.0f;
  }
}
// One element of a variable and of what is kept beside it.
template <typename T, typename Args>
RUNNEL_DEVICE void StepAt(const Args& a, const u64* slots, i64 at, float gradient, const float* scalars) {
  float x[kMaxSlots];
  RUNNEL_UNROLL
  for (int slot = 0; slot < kMaxSlots; ++slot) {
    x[slot] = slot < a.num_slots ? Load(At<const T>(slots[slot])[at]) : 0.0f;
  }
  Step(a.rule, x, gradient, scalars, a.option != 0);
  RUNNEL_UNROLL
  for (int slot = 0; slot < kMaxSlots; ++slot) {
    if (slot < a.num_slots) At<T>(slots[slot])[at] = Store<T>(x[slot]);
  }
}

template <typename T>
RUNNEL_DEVICE void OptimizerBody(const OptimizerArgs& a) {
  float scalars[kMaxScalars];
  LoadScalars<T>(a, scalars);
  // The last whose blocks begin at this one or before it.
  const int block = static_cast<int>(blockIdx.x);
  int low = 0;
  for (int high = a.members - 1; low < high;) {
    const int middle = (low + high + 1) / 2;
    if (a.member[middle].first_block <= block) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const OptimizerMember& member = a.member[low];
  const T* grad = At<const T>(member.grad);
  const i64 first = static_cast<i64>(block - member.first_block) * kUpdatesPerBlock;
  const i64 last = first + kUpdatesPerBlock < member.count ? first + kUpdatesPerBlock : member.count;
  for (i64 i = first + threadIdx.x; i < last; i += kUpdateThreads)
    StepAt<T>(a, member.slots, i, Load(grad[i]), scalars);
}
RUNNEL_KERNEL(optimizer_f32, OptimizerArgs) { OptimizerBody<float>(a); }
RUNNEL_KERNEL(optimizer_f16, OptimizerArgs) { OptimizerBody<Half>(a); }
RUNNEL_KERNEL(optimizer_bf16, OptimizerArgs) { OptimizerBody<BFloat16>(a); }

template <typename T>
RUNNEL_DEVICE void OptimizerRowsBody(const OptimizerRowsArgs& a) {
  float scalars[kMaxScalars];
  LoadScalars<T>(a, scalars);
  const T* grad = At<const T>(a.grad);
  for (i64 i = ThreadIndex(); i < a.row; i += NumThreads()) {
    // A thread has its column in every row, so that what is named twice is done twice, in order.
    for (i64 k = 0; k < a.num_indices; ++k) {
      const i64 row = IndexAt(a.indices, a.wide, k);
      if (row < 0 || row >= a.num_rows) continue;
      StepAt<T>(a, a.slots, row * a.row + i, Load(grad[k * a.row + i]), scalars);
    }
  }
}
RUNNEL_KERNEL(optimizer_rows_f32, OptimizerRowsArgs) { OptimizerRowsBody<float>(a); }
RUNNEL_KERNEL(optimizer_rows_f16, OptimizerRowsArgs) { OptimizerRowsBody<Half>(a); }
RUNNEL_KERNEL(optimizer_rows_bf16, OptimizerRowsArgs) { OptimizerRowsBody<BFloat16>(a); }

template <typename T>
RUNNEL_DEVICE T ScatterOne(int code, T old, T now) {
  int binary = kAdd;
  switch (code) {
    case kScatterUpdate: return now;
    case kScatterSub: binary = kSub; break;
    case kScatterMul: binary = kMul; break;
    case kScatterDiv: binary = kDiv; break;
    case kScatterMax: binary = kMaximum; break;
    case kScatterMin: binary = kMinimum; break;
    default: break;
  }
  return Store<T>(Binary(binary, Load(old), Load(now), 0.0f));
}
template <typename T>
RUNNEL_DEVICE void ScatterRowsBody(const ScatterRowsArgs& a) {
  const T* from = At<const T>(a.from);
  for (i64 i = ThreadIndex(); i < a.row; i += NumThreads()) {
    for (i64 k = 0; k < a.num_indices; ++k) {
      const i64 row = a.indices == 0 ? 0 : IndexAt(a.indices, a.wide, k);
      if (row < 0 || row >= a.num_rows) continue;
      T* to = At<T>(a.to) + row * a.row + i;
      *to = ScatterOne(a.code, *to, from[a.from_is_scalar ? 0 : k * a.row + i]);
    }
  }
}
RUNNEL_KERNEL(scatter_rows_f32, ScatterRowsArgs) { ScatterRowsBody<float>(a); }
RUNNEL_KERNEL(scatter_rows_f16, ScatterRowsArgs) { ScatterRowsBody<Half>(a); }
RUNNEL_KERNEL(scatter_rows_bf16, ScatterRowsArgs) { ScatterRowsBody<BFloat16>(a); }
RUNNEL_KERNEL(scatter_rows_i32, ScatterRowsArgs) { ScatterRowsBody<i32>(a); }
RUNNEL_KERNEL(scatter_rows_i64, ScatterRowsArgs) { ScatterRowsBody<i64>(a); }

}  // namespace runnel::cuda
