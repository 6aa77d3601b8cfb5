#include "devices/vulkan/canary.h"

#include <cstring>

#include "devices/vulkan/gemm.h"

namespace runnel::vulkan {
namespace {

constexpr int64_t kM = 70, kN = 68, kK = 36;  // no multiples of a tile

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

}  // namespace

rnlp_status_t* RunCanary(rnlp_device_t* device) {
  const uint64_t mode = device->instance->options.canary;
  if (mode == 0 || (mode == 1 && device->physical.quirks.known_good)) return nullptr;
  const rnlp_host_t* host = device->host;
  Tensors t{device};
  t.queue = plugin::New<rnlp_queue_t>(host, device, device->queues[0]);
  if (t.queue == nullptr) return plugin::OutOfMemory(host, sizeof(rnlp_queue_t), kId);
  RNLP_TRY(t.queue->Init());
  const int64_t counts[3] = {kM * kK, kK * kN, kM * kN};
  rnlp_tensor_t tensors[3] = {};
  for (int i = 0; i < 3; ++i) {
    rnlp_tensor_t& tensor = tensors[i];
    tensor.dtype = RNLP_FLOAT;
    tensor.rank = 1;
    tensor.dims = &counts[i];
    tensor.num_elements = counts[i];
    tensor.size_bytes = static_cast<uint64_t>(counts[i]) * 4;
    RNLP_TRY(device->memory.Allocate(tensor.size_bytes, &t.buffers[i]));
    tensor.buffer = t.buffers[i];
  }
  std::vector<float> values[3];
  for (int i = 0; i < 3; ++i) values[i].resize(static_cast<size_t>(counts[i]));
  for (int64_t i = 0; i < counts[0]; ++i) values[0][static_cast<size_t>(i)] = Left(i);
  for (int64_t i = 0; i < counts[1]; ++i) values[1][static_cast<size_t>(i)] = Right(i);
  const auto place = [&](int i) { return rnlp_place_t{t.buffers[i], 0, nullptr}; };
  const auto memory = [&](int i) { return rnlp_place_t{nullptr, 0, values[i].data()}; };
  for (int i = 0; i < 2; ++i) RNLP_TRY(t.queue->Copy(memory(i), place(i), tensors[i].size_bytes));

  rnlp_run_t run{};
  run.size_bytes = RNLP_SIZE_TO(rnlp_run_t, step);  // NOLINT: a pointer is its last field
  run.queue = t.queue;
  run.host = host;
  Gemm gemm;
  gemm.a = &tensors[0];
  gemm.b = &tensors[1];
  gemm.out = &tensors[2];
  gemm.m = kM;
  gemm.n = kN;
  gemm.k = kK;
  RNLP_TRY(RecordGemm(&run, gemm));
  RNLP_TRY(t.queue->Copy(place(2), memory(2), tensors[2].size_bytes));
  t.queue->Drain();
  RNLP_TRY(device->CheckAlive());
  for (int64_t m = 0; m < kM; ++m) {
    for (int64_t n = 0; n < kN; ++n) {
      float want = 0;
      for (int64_t k = 0; k < kK; ++k) want += Left(m * kK + k) * Right(k * kN + n);
      const float got = values[2][static_cast<size_t>(m * kN + n)];
      if (got == want) continue;
      return Fail(
          host, RNLP_UNAVAILABLE,
          "%s: %s computes a product of small integers wrong: element (%lld,%lld) is %g, not %g; "
          "configuration \"canary\" 0 opens it all the same",
          kId, device->physical.properties.deviceName, static_cast<long long>(m),
          static_cast<long long>(n), static_cast<double>(got), static_cast<double>(want));
    }
  }
  return nullptr;
}

}  // namespace runnel::vulkan
