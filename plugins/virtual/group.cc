// The last member to come does the work for all, by the order of their ranks. As with libraries that do
// this for real, a member that never comes is waited for until somebody aborts, and members whose calls
// differ have no result: here they hear why.
#include "plugins/virtual/group.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

#include "devices/cpu/types.h"
#include "plugins/virtual/device.h"

namespace runnel::virtual_device {
namespace {

using plugin::Delete;
using plugin::New;
using plugin::OutOfMemory;

// Who is to hear of an end, and of what.
struct Call {
  const rnlp_host_t* host = nullptr;
  rnlp_done_fn_t done = nullptr;
  void* arg = nullptr;
  int32_t code = RNLP_OK;
  const char* message = "";

  void Tell() const { done(arg, code == RNLP_OK ? nullptr : Fail(host, code, "%s: %s", kId, message)); }
  // On a thread of the host's, not on this stack; where it has no memory for that, here.
  static void Deliver(Call call) {
    auto* later = New<Call>(call.host, call);
    if (later == nullptr) return call.Tell();
    const rnlp_range_fn_t tell = [](void* self, int64_t, int64_t) {
      const Call told = *static_cast<Call*>(self);
      Delete(told.host, static_cast<Call*>(self));
      told.Tell();
    };
    const OwnedStatus scheduled(call.host, call.host->schedule(call.host, tell, later));
    if (scheduled.ok()) return;
    Delete(call.host, later);
    call.Tell();
  }
};

struct Part {
  uint32_t rank = 0;
  Call call;
  rnlp_all_reduce_t what{};
  std::shared_ptr<Storage> src, dst;
};

struct Meeting {
  std::mutex mutex;  // guards all below
  uint32_t size = 0;
  std::map<uint32_t, Call> joining;  // by rank
  bool complete = false;
  std::map<uint64_t, std::vector<Part>> parts;  // by the number of the call
};

// The medium between devices, of all runtimes in the process.
struct Medium {
  std::mutex mutex;  // guards all below
  uint64_t names = 0;
  std::map<std::string, std::weak_ptr<Meeting>> meetings;
};
Medium& TheMedium() {
  static Medium medium;
  return medium;
}

template <typename T>
T Combined(int32_t combine, T a, T b) {
  using C = cpu::Compute<T>;
  const C x = static_cast<C>(cpu::Load(a)), y = static_cast<C>(cpu::Load(b));
  switch (combine) {
    case RNLP_COMBINE_PRODUCT:
      return cpu::Store<T>(x * y);
    case RNLP_COMBINE_MIN:
      return y < x || std::isnan(static_cast<double>(y)) ? b : a;
    case RNLP_COMBINE_MAX:
      return y > x || std::isnan(static_cast<double>(y)) ? b : a;
    default:
      return cpu::Store<T>(x + y);
  }
}

// Into the first part's result, then from there to all.
template <typename T>
void Combine(std::vector<Part>& parts) {
  const auto at = [](const std::shared_ptr<Storage>& storage, uint64_t offset) {
    return reinterpret_cast<T*>(storage->data + offset);
  };
  const rnlp_all_reduce_t& what = parts[0].what;
  std::vector<T> result(what.count);
  for (uint64_t i = 0; i < what.count; ++i) {
    T value = at(parts[0].src, what.src_offset_bytes)[i];
    for (size_t p = 1; p < parts.size(); ++p)
      value = Combined(what.combine, value, at(parts[p].src, parts[p].what.src_offset_bytes)[i]);
    if constexpr (!std::is_integral_v<T>) {
      using C = cpu::Compute<T>;
      if (what.combine == RNLP_COMBINE_MEAN)
        value = cpu::Store<T>(static_cast<C>(cpu::Load(value)) / static_cast<C>(parts.size()));
    }
    result[i] = value;
  }
  for (const Part& part : parts)
    std::copy(result.begin(), result.end(), at(part.dst, part.what.dst_offset_bytes));
}

using Types = cpu::TypeList<float, double, cpu::Half, cpu::BFloat16, int32_t, int64_t>;

void Reduce(std::vector<Part> parts) {
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.rank < b.rank; });
  const rnlp_all_reduce_t& first = parts[0].what;
  int32_t code = RNLP_OK;
  const char* message = "";
  for (const Part& part : parts) {
    if (part.what.count != first.count || part.what.dtype != first.dtype ||
        part.what.combine != first.combine) {
      code = RNLP_INTERNAL;
      message = "members of a group made different calls";
    } else if (part.src->freed || part.dst->freed) {
      code = RNLP_INTERNAL;
      message = "a group was to use a buffer that is freed";
    }
  }
  if (code == RNLP_OK)
    cpu::ForType(Types{}, first.dtype, [&]<typename Tag>(Tag) { Combine<typename Tag::Type>(parts); });
  for (Part& part : parts) {
    part.call.code = code;
    part.call.message = message;
    part.src = part.dst = nullptr;
    Call::Deliver(part.call);
  }
}

}  // namespace
}  // namespace runnel::virtual_device

struct rnlp_group_t {
  rnlp_device_t* device = nullptr;
  std::shared_ptr<runnel::virtual_device::Meeting> meeting;
  uint32_t rank = 0;
  uint64_t next_call = 0;
  bool aborted = false;  // guarded by the meeting's lock
};

namespace runnel::virtual_device {
namespace {

rnlp_status_t* Means(rnlp_device_t* device, char out[RNLP_GROUP_MEANS_BYTES]) {
  if (device->instance->options.groups == 0) {
    return Fail(device->host, RNLP_UNIMPLEMENTED, "%s: configuration \"groups\" is 0", kId);
  }
  // Devices of other processes are not reached.
  std::snprintf(out, RNLP_GROUP_MEANS_BYTES, "virtual, in process %ld", static_cast<long>(getpid()));
  return nullptr;
}

rnlp_status_t* Name(rnlp_device_t* device, uint8_t out[RNLP_GROUP_NAME_BYTES]) {
  RNLP_TRY(device->CheckAlive());
  Medium& medium = TheMedium();
  std::lock_guard<std::mutex> lock(medium.mutex);
  std::memset(out, 0, RNLP_GROUP_NAME_BYTES);
  const uint64_t number = ++medium.names;
  std::memcpy(out, &number, sizeof(number));
  return nullptr;
}

rnlp_status_t* Join(rnlp_device_t* device, const uint8_t name[RNLP_GROUP_NAME_BYTES], uint32_t size,
                    uint32_t rank, rnlp_done_fn_t done, void* arg, rnlp_group_t** out) {
  return Guard(device->host, [&]() -> rnlp_status_t* {
    RNLP_TRY(device->CheckAlive());
    if (rank >= size) {
      return Fail(device->host, RNLP_INVALID_ARGUMENT, "%s: rank %u in a group of %u", kId, rank, size);
    }
    std::shared_ptr<Meeting> meeting;
    {
      Medium& medium = TheMedium();
      std::lock_guard<std::mutex> lock(medium.mutex);
      std::erase_if(medium.meetings, [](const auto& entry) { return entry.second.expired(); });
      std::weak_ptr<Meeting>& known =
          medium.meetings[std::string(reinterpret_cast<const char*>(name), RNLP_GROUP_NAME_BYTES)];
      meeting = known.lock();
      if (meeting == nullptr) known = meeting = std::make_shared<Meeting>();
    }
    auto* group = New<rnlp_group_t>(device->host);
    if (group == nullptr) return OutOfMemory(device->host, sizeof(rnlp_group_t), kId);
    *group = {device, meeting, rank, 0, false};
    Call call{device->host, done, arg};
    std::map<uint32_t, Call> whole;
    {
      std::lock_guard<std::mutex> lock(meeting->mutex);
      if (meeting->size == 0) meeting->size = size;
      if (device->instance->options.groups == 2) {
        call.code = RNLP_FAILED_PRECONDITION;
        call.message = "configuration \"groups\" is 2: nobody is reached";
        whole.emplace(rank, call);
      } else if (meeting->complete || meeting->size != size ||
                 !meeting->joining.emplace(rank, call).second) {
        Delete(device->host, group);
        return Fail(device->host, RNLP_INVALID_ARGUMENT,
                    "%s: rank %u of %u is taken, or the group is not of that size", kId, rank, size);
      }
      *out = group;
      if (meeting->joining.size() == size) {
        meeting->complete = true;
        whole.swap(meeting->joining);
      }
    }
    for (const auto& [member, joined] : whole) Call::Deliver(joined);
    return nullptr;
  });
}

rnlp_status_t* AllReduce(rnlp_group_t* group, const rnlp_all_reduce_t* what, rnlp_done_fn_t done,
                         void* arg) {
  rnlp_device_t* const device = group->device;
  return Guard(device->host, [&]() -> rnlp_status_t* {
    RNLP_TRY(device->CheckAlive());
    const bool mean = what->combine == RNLP_COMBINE_MEAN;
    const uint64_t element = what->dtype == RNLP_DOUBLE || what->dtype == RNLP_INT64    ? 8
                             : what->dtype == RNLP_FLOAT || what->dtype == RNLP_INT32   ? 4
                             : what->dtype == RNLP_HALF || what->dtype == RNLP_BFLOAT16 ? 2
                                                                                        : 0;
    const bool whole = what->dtype == RNLP_INT32 || what->dtype == RNLP_INT64;
    if (element == 0 || what->combine < RNLP_COMBINE_SUM || what->combine > RNLP_COMBINE_MEAN ||
        (mean && whole)) {
      return Fail(device->host, RNLP_UNIMPLEMENTED, "%s: a reduction %d of type %d", kId, what->combine,
                  what->dtype);
    }
    const auto fits = [&](const rnlp_buffer_t* buffer, uint64_t offset) {
      const uint64_t size = buffer->storage->size_bytes;
      return offset <= size && what->count <= (size - offset) / element;
    };
    if (!fits(what->src, what->src_offset_bytes) || !fits(what->dst, what->dst_offset_bytes)) {
      return Fail(device->host, RNLP_INVALID_ARGUMENT, "%s: %llu elements are more than a buffer has",
                  kId, static_cast<unsigned long long>(what->count));
    }
    Part part{group->rank, {device->host, done, arg}, *what, what->src->storage, what->dst->storage};
    Meeting& meeting = *group->meeting;
    std::vector<Part> whole_set;
    {
      std::lock_guard<std::mutex> lock(meeting.mutex);
      if (group->aborted || !meeting.complete) {
        return Fail(device->host, RNLP_ABORTED, "%s: the group has %s", kId,
                    group->aborted ? "ended" : "not been joined by all");
      }
      std::vector<Part>& parts = meeting.parts[group->next_call++];
      parts.push_back(std::move(part));
      if (parts.size() == meeting.size) {
        whole_set.swap(parts);
        meeting.parts.erase(group->next_call - 1);
      }
    }
    if (!whole_set.empty()) Reduce(std::move(whole_set));
    return nullptr;
  });
}

void Abort(rnlp_group_t* group) {
  std::vector<Call> ended;
  {
    Meeting& meeting = *group->meeting;
    std::lock_guard<std::mutex> lock(meeting.mutex);
    group->aborted = true;
    if (const auto it = meeting.joining.find(group->rank); it != meeting.joining.end()) {
      ended.push_back(it->second);
      meeting.joining.erase(it);
    }
    for (auto& [number, parts] : meeting.parts) {
      for (const Part& part : parts) {
        if (part.rank == group->rank) ended.push_back(part.call);
      }
      std::erase_if(parts, [&](const Part& part) { return part.rank == group->rank; });
    }
  }
  for (Call& call : ended) {
    call.code = RNLP_ABORTED;
    call.message = "the group was aborted";
    Call::Deliver(call);
  }
}

void Destroy(rnlp_group_t* group) { Delete(group->device->host, group); }

}  // namespace

constinit const rnlp_group_api_t kGroupApi = {
    .size_bytes = RNLP_SIZE_TO(rnlp_group_api_t, destroy),
    .means = Means,
    .name = Name,
    .join = Join,
    .all_reduce = AllReduce,
    .abort = Abort,
    .destroy = Destroy,
};

}  // namespace runnel::virtual_device
