#include "devices/vulkan/canary.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "devices/vulkan/kernels/gemm.h"
#include "plugins/sdk/half.h"

namespace runnel::vulkan {
namespace {

// Of small whole numbers, which every type has and adds up exactly.
struct Trial {
  int32_t dtype;
  int64_t m, n, k;  // no multiples of a tile
};
constexpr Trial kFloatTrial = {RNLP_FLOAT, 70, 68, 36};
constexpr Trial kHalfTrial = {RNLP_HALF, 150, 136, 40};

float Left(int64_t i) { return static_cast<float>(i * 7 % 13 - 6); }
float Right(int64_t i) { return static_cast<float>(i * 5 % 11 - 5); }

struct Tensors {
  rnlp_device_t* device;
  rnlp_buffer_t* buffers[3] = {};
  rnlp_queue_t* queue = nullptr;
  ~Tensors() {
    if (queue != nullptr) {
      queue->Drain();
      plugin::Delete(device->host, queue);
    }
    for (rnlp_buffer_t* buffer : buffers) {
      if (buffer != nullptr) device->memory.Free(buffer);
    }
  }
};

// Sets *out_wrong to what came out wrong, empty if nothing did.
rnlp_status_t* Try(rnlp_device_t* device, const Trial& trial, std::string* out_wrong) {
  const rnlp_host_t* host = device->host;
  const bool half = trial.dtype == RNLP_HALF;
  const size_t element_bytes = half ? 2 : 4;
  Tensors t{device};
  t.queue = plugin::New<rnlp_queue_t>(host, device, device->queues[0]);
  if (t.queue == nullptr) return plugin::OutOfMemory(host, sizeof(rnlp_queue_t), kId);
  RNLP_TRY(t.queue->Init());
  const int64_t counts[3] = {trial.m * trial.k, trial.k * trial.n, trial.m * trial.n};
  rnlp_tensor_t tensors[3] = {};
  std::vector<char> values[3];
  for (size_t i = 0; i < 3; ++i) {
    rnlp_tensor_t& tensor = tensors[i];
    tensor.dtype = trial.dtype;
    tensor.rank = 1;
    tensor.dims = &counts[i];
    tensor.num_elements = counts[i];
    tensor.size_bytes = static_cast<uint64_t>(counts[i]) * element_bytes;
    RNLP_TRY(device->memory.Allocate(tensor.size_bytes, &t.buffers[i]));
    tensor.buffer = t.buffers[i];
    values[i].resize(tensor.size_bytes);
  }
  const auto put = [&](size_t i, int64_t at, float value) {
    const uint16_t short_value = half ? plugin::ToHalf(value).bits : uint16_t{0};
    const void* const from = half ? static_cast<const void*>(&short_value) : &value;
    std::memcpy(values[i].data() + static_cast<size_t>(at) * element_bytes, from, element_bytes);
  };
  const auto result = [&](int64_t at) {
    const char* const from = values[2].data() + static_cast<size_t>(at) * element_bytes;
    float value = 0;
    uint16_t short_value = 0;
    std::memcpy(half ? static_cast<void*>(&short_value) : &value, from, element_bytes);
    return half ? plugin::ToFloat(plugin::Half{short_value}) : value;
  };
  for (int64_t i = 0; i < counts[0]; ++i) put(0, i, Left(i));
  for (int64_t i = 0; i < counts[1]; ++i) put(1, i, Right(i));
  const auto place = [&](size_t i) { return rnlp_place_t{t.buffers[i], 0, nullptr}; };
  const auto memory = [&](size_t i) { return rnlp_place_t{nullptr, 0, values[i].data()}; };
  for (size_t i = 0; i < 2; ++i) RNLP_TRY(t.queue->Copy(memory(i), place(i), tensors[i].size_bytes));

  rnlp_run_t run{};
  run.size_bytes = RNLP_SIZE_TO(rnlp_run_t, step);  // NOLINT: a pointer is its last field
  run.queue = t.queue;
  run.host = host;
  Gemm gemm;
  gemm.a = &tensors[0];
  gemm.b = &tensors[1];
  gemm.out = &tensors[2];
  gemm.m = trial.m;
  gemm.n = trial.n;
  gemm.k = trial.k;
  RNLP_TRY(RecordGemm(&run, gemm));
  RNLP_TRY(t.queue->Copy(place(2), memory(2), tensors[2].size_bytes));
  t.queue->Drain();
  RNLP_TRY(device->CheckAlive());
  for (int64_t m = 0; m < trial.m; ++m) {
    for (int64_t n = 0; n < trial.n; ++n) {
      float want = 0;
      for (int64_t k = 0; k < trial.k; ++k) want += Left(m * trial.k + k) * Right(k * trial.n + n);
      const float got = result(m * trial.n + n);
      if (got == want) continue;
      char text[128];
      std::snprintf(text, sizeof(text), "element (%lld,%lld) is %g, not %g", static_cast<long long>(m),
                    static_cast<long long>(n), static_cast<double>(got), static_cast<double>(want));
      *out_wrong = text;
      return nullptr;
    }
  }
  return nullptr;
}

}  // namespace

rnlp_status_t* RunCanary(rnlp_device_t* device) {
  const uint64_t mode = device->instance->options.canary;
  if (mode == 0 || (mode == 1 && device->physical.quirks.known_good)) return nullptr;
  const char* const name = device->physical.properties.deviceName;
  std::string wrong;
  RNLP_TRY(Try(device, kFloatTrial, &wrong));
  if (!wrong.empty()) {
    return Fail(
        device->host, RNLP_UNAVAILABLE,
        "%s: %s computes a product of small integers wrong: %s; configuration \"canary\" 0 opens "
        "it all the same",
        kId, name, wrong.c_str());
  }
  if (!device->has_matrices()) return nullptr;
  RNLP_TRY(Try(device, kHalfTrial, &wrong));
  if (wrong.empty()) return nullptr;
  device->wrong_matrices = true;
  plugin::Log(device->host, RNLP_LOG_WARNING,
              "%s: %s multiplies matrices of halves wrong: %s; they go another way", kId, name,
              wrong.c_str());
  return nullptr;
}

}  // namespace runnel::vulkan
