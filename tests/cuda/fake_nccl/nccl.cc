// A libnccl that is none: its members are the fake driver's devices of this process, and an all-reduce
// is a host function on each member's stream that waits for the others, as the library's kernels do. It
// behaves as the true one where that is awkward: calls are still in progress when they return, a member
// that does not come is waited for until somebody aborts, two members on one GPU are refused, and calls
// that differ are an error that shows some time later.
#include <cuda.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "devices/cuda/device_code/language.h"
#include "devices/cuda/libraries/nccl_api.h"
#include "tests/cuda/fake/memory.h"

namespace {

using runnel::cuda::BFloat16;
using runnel::cuda::Half;
using runnel::cuda::Load;
using runnel::cuda::Store;
using runnel::cuda::nccl::Comm;
using runnel::cuda::nccl::Config;
using runnel::cuda::nccl::Id;
using runnel::cuda::nccl::kBFloat16;
using runnel::cuda::nccl::kDouble;
using runnel::cuda::nccl::kFloat;
using runnel::cuda::nccl::kHalf;
using runnel::cuda::nccl::kInProgress;
using runnel::cuda::nccl::kInt32;
using runnel::cuda::nccl::kInt64;
using runnel::cuda::nccl::kMax;
using runnel::cuda::nccl::kMean;
using runnel::cuda::nccl::kMin;
using runnel::cuda::nccl::kProduct;
using runnel::cuda::nccl::kSuccess;
using runnel::cuda::nccl::Op;
using runnel::cuda::nccl::Result;
using runnel::cuda::nccl::Type;

constexpr Result kInvalidUsage = static_cast<Result>(5), kInvalidArgument = static_cast<Result>(4);

struct Arrived {
  int rank;
  const void* src;
  void* dst;
  size_t count;
  Type type;
  Op op;
};

struct World {
  std::mutex mutex;  // guards all below
  std::condition_variable changed;
  int size = 0;
  std::map<int, CUcontext> members;  // by rank
  bool refused = false;              // two of them are on one device
  std::map<uint64_t, std::vector<Arrived>> calls;
  std::map<uint64_t, bool> over;
  bool differ = false;
};

std::mutex worlds_mutex;
std::map<uint64_t, std::shared_ptr<World>> worlds;
uint64_t names = 0;

}  // namespace

struct ncclComm {
  std::shared_ptr<World> world;
  int rank = 0;
  uint64_t calls = 0;
  int asked = 0;  // since the last call
  bool finalized = false;
  std::shared_ptr<bool> aborted = std::make_shared<bool>(false);  // guarded by the world's lock
};

namespace {

struct Call {
  std::shared_ptr<World> world;
  std::shared_ptr<bool> aborted;
  uint64_t number;
  Arrived mine;
};

template <typename T>
auto Value(T value) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    return static_cast<double>(Load(value));
  } else {
    return value;
  }
}
template <typename T, typename V>
T Narrow(V value) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    return Store<T>(static_cast<float>(value));
  } else {
    return static_cast<T>(value);
  }
}

template <typename T>
void Reduce(const std::vector<Arrived>& parts) {
  std::vector<T> result(parts[0].count);
  for (size_t i = 0; i < result.size(); ++i) {
    auto value = Value(static_cast<const T*>(parts[0].src)[i]);
    for (size_t p = 1; p < parts.size(); ++p) {
      const auto next = Value(static_cast<const T*>(parts[p].src)[i]);
      switch (parts[0].op) {
        case kProduct:
          value *= next;
          break;
        case kMax:
          value = std::max(value, next);
          break;
        case kMin:
          value = std::min(value, next);
          break;
        default:
          value += next;
      }
    }
    if (parts[0].op == kMean) value /= static_cast<decltype(value)>(parts.size());
    result[i] = Narrow<T>(value);
  }
  for (const Arrived& part : parts) std::copy(result.begin(), result.end(), static_cast<T*>(part.dst));
}

void ReduceAll(std::vector<Arrived> parts) {
  std::sort(parts.begin(), parts.end(),
            [](const Arrived& a, const Arrived& b) { return a.rank < b.rank; });
  switch (parts[0].type) {
    case kInt32:
      return Reduce<int32_t>(parts);
    case kInt64:
      return Reduce<int64_t>(parts);
    case kHalf:
      return Reduce<Half>(parts);
    case kBFloat16:
      return Reduce<BFloat16>(parts);
    case kFloat:
      return Reduce<float>(parts);
    case kDouble:
      return Reduce<double>(parts);
  }
}

void Run(void* arg) {
  const std::unique_ptr<Call> call(static_cast<Call*>(arg));
  World& world = *call->world;
  std::unique_lock<std::mutex> lock(world.mutex);
  std::vector<Arrived>& parts = world.calls[call->number];
  parts.push_back(call->mine);
  const Arrived& first = parts.front();
  if (call->mine.count != first.count || call->mine.type != first.type || call->mine.op != first.op)
    world.differ = true;
  if (static_cast<int>(parts.size()) == world.size && !world.differ) {
    ReduceAll(parts);
    world.over[call->number] = true;
  }
  world.changed.notify_all();
  world.changed.wait(lock, [&] { return *call->aborted || world.over.contains(call->number); });
}

}  // namespace

extern "C" {

Result ncclGetVersion(int* out) {
  *out = 22809;
  return kSuccess;
}
const char* ncclGetErrorString(Result result) {
  return result == kInvalidUsage ? "invalid usage" : "an error of the tests";
}
const char* ncclGetLastError(ncclComm*) { return "said by the tests' NCCL"; }

Result ncclGetUniqueId(Id* out) {
  const std::lock_guard<std::mutex> lock(worlds_mutex);
  *out = {};
  const uint64_t name = ++names;
  worlds[name] = std::make_shared<World>();
  std::memcpy(out->bytes, &name, sizeof(name));
  return kSuccess;
}

Result ncclCommInitRankConfig(Comm* out, int size, Id id, int rank, Config* config) {
  if (config->magic != 0xcafebeef || config->version < 21400 || config->blocking != 0)
    return kInvalidArgument;
  CUcontext context = nullptr;
  if (cuCtxGetCurrent(&context) != CUDA_SUCCESS || context == nullptr) return kInvalidUsage;
  uint64_t name = 0;
  std::memcpy(&name, id.bytes, sizeof(name));
  std::shared_ptr<World> world;
  {
    const std::lock_guard<std::mutex> lock(worlds_mutex);
    const auto it = worlds.find(name);
    if (it == worlds.end()) return kInvalidArgument;
    world = it->second;
  }
  const std::lock_guard<std::mutex> lock(world->mutex);
  world->size = size;
  for (const auto& [other, taken] : world->members) world->refused |= taken == context;
  if (!world->members.emplace(rank, context).second) return kInvalidUsage;
  *out = new ncclComm;
  (*out)->world = world;
  (*out)->rank = rank;
  return kInProgress;
}

Result ncclCommGetAsyncError(Comm comm, Result* out) {
  World& world = *comm->world;
  const std::lock_guard<std::mutex> lock(world.mutex);
  const bool joined = static_cast<int>(world.members.size()) == world.size;
  *out = world.differ || (joined && world.refused) ? kInvalidUsage
         : !joined || comm->asked++ < 3            ? kInProgress
                                                   : kSuccess;
  return kSuccess;
}

// Still in progress, as all else. What is under way must not be left so.
Result ncclCommFinalize(Comm comm) {
  comm->asked = 0;
  comm->finalized = true;
  return kInProgress;
}
Result ncclCommDestroy(Comm comm) {
  if (!comm->finalized) return kInvalidUsage;
  delete comm;
  return kSuccess;
}
Result ncclCommAbort(Comm comm) {
  {
    const std::lock_guard<std::mutex> lock(comm->world->mutex);
    *comm->aborted = true;
    comm->world->changed.notify_all();
  }
  delete comm;
  return kSuccess;
}

Result ncclAllReduce(const void* src, void* dst, size_t count, Type type, Op op, Comm comm,
                     CUstream_st* stream) {
  comm->asked = 0;
  const auto host = [](const void* address) {
    return fake_cuda::HostAddress(reinterpret_cast<uint64_t>(address));
  };
  auto* call = new Call{
      comm->world,
      comm->aborted,
      comm->calls++,
      {comm->rank, count == 0 ? nullptr : host(src), count == 0 ? nullptr : host(dst), count, type, op}};
  if (cuLaunchHostFunc(stream, Run, call) == CUDA_SUCCESS) return kInProgress;
  delete call;
  return kInvalidUsage;
}
}
