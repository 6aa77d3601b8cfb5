// Queues and fences of the CUDA plugin: who waits for what, and who is told when.
#include <atomic>
#include <cstring>
#include <numeric>

#include "tests/cuda/cuda_test.h"

namespace runnel {
namespace {

class CudaQueues : public CudaTest {
 protected:
  struct Flag {
    std::atomic<bool> set{false};
    void Set() {
      set = true;
      set.notify_all();
    }
    void Await() { set.wait(false); }
  };
  static void Told(void* flag, rnlp_status_t* failed) {
    EXPECT_EQ(failed, nullptr);
    static_cast<Flag*>(flag)->Set();
  }
  // A queue with a fence, as the host has them.
  struct Lane {
    Lane(Device* d, int32_t kind) : device(d) {
      EXPECT_EQ(api().queue_create(device->handle(), kind, &queue), nullptr);
      EXPECT_EQ(api().fence_create(device->handle(), &fence), nullptr);
    }
    ~Lane() {
      api().queue_destroy(device->handle(), queue);
      api().fence_destroy(device->handle(), fence);
    }
    const rnlp_device_api_t& api() const { return device->api(); }
    // Nothing behind it is done before the flag is set.
    void Hold(Flag* until) {
      const auto wait = [](void* flag, int64_t, int64_t) { static_cast<Flag*>(flag)->Await(); };
      EXPECT_EQ(api().queue_host_call(queue, wait, until), nullptr);
    }
    void Copy(const rnlp_place_t& from, const rnlp_place_t& to, uint64_t size_bytes) {
      EXPECT_EQ(api().queue_copy(queue, &from, &to, size_bytes), nullptr);
    }
    void Signal() { EXPECT_EQ(api().queue_signal(queue, fence, ++point), nullptr); }
    void Notify(Flag* flag) { EXPECT_EQ(api().fence_notify(fence, point, Told, flag), nullptr); }
    void Wait() {
      Signal();
      EXPECT_EQ(api().fence_wait(fence, point, UINT64_MAX), nullptr);
    }
    Device* const device;
    rnlp_queue_t* queue = nullptr;
    rnlp_fence_t* fence = nullptr;
    uint64_t point = 0;
  };
  static rnlp_place_t On(const Ref<Buffer>& buffer) { return {buffer->device_buffer(), 0, nullptr}; }
  static rnlp_place_t At(std::vector<char>* host) { return {nullptr, 0, host->data()}; }
  static std::vector<char> Numbered(size_t size) {
    std::vector<char> bytes(size);
    std::iota(bytes.begin(), bytes.end(), '\0');
    return bytes;
  }
};

// The thread that tells must not be waiting for the long one alone. Again and again, for it has to have
// begun with that.
TEST_F(CudaQueues, AShortCopyIsToldOfWhileALongComputationGoesOn) {
  ASSERT_TRUE(cuda()->Open().ok());
  const Ref<Buffer> there = *cuda()->AllocateBuffer(64);
  std::vector<char> bytes(64);
  Lane computes(cuda(), RNLP_QUEUE_COMPUTE), copies(cuda(), RNLP_QUEUE_COPY_IN);
  for (int n = 0; n < 50; ++n) {
    Flag end, long_over, short_over;
    computes.Hold(&end);
    computes.Signal();
    computes.Notify(&long_over);
    copies.Copy(At(&bytes), On(there), bytes.size());
    copies.Signal();
    copies.Notify(&short_over);
    short_over.Await();
    EXPECT_FALSE(long_over.set);
    end.Set();
    long_over.Await();
  }
}

// From and to memory that the driver does not know: it would hold the thread until the stream is there.
TEST_F(CudaQueues, WhoGivesALargeCopyToABusyQueueDoesNotWait) {
  constexpr size_t kBytes = 3 << 20;
  ASSERT_TRUE(cuda()->Open().ok());
  const Ref<Buffer> there = *cuda()->AllocateBuffer(kBytes);
  std::vector<char> bytes = Numbered(kBytes), back(kBytes);
  Lane lane(cuda(), RNLP_QUEUE_COMPUTE);
  Flag end;
  lane.Hold(&end);
  lane.Copy(At(&bytes), On(there), kBytes);
  lane.Copy(On(there), At(&back), kBytes);
  end.Set();
  lane.Wait();
  EXPECT_EQ(bytes, back);
}

// Many small ones, too.
TEST_F(CudaQueues, NoNumberOfSmallCopiesWaitsForABusyQueue) {
  constexpr size_t kBytes = 1000, kCopies = 100;
  ASSERT_TRUE(cuda()->Open().ok());
  const Ref<Buffer> there = *cuda()->AllocateBuffer(kBytes);
  std::vector<char> bytes = Numbered(kBytes);
  std::vector<std::vector<char>> back(kCopies, std::vector<char>(kBytes));
  Lane in(cuda(), RNLP_QUEUE_COPY_IN), out(cuda(), RNLP_QUEUE_COPY_OUT);
  in.Copy(At(&bytes), On(there), kBytes);
  in.Wait();
  Flag end;
  out.Hold(&end);
  for (std::vector<char>& one : back) out.Copy(On(there), At(&one), kBytes);
  end.Set();
  out.Wait();
  for (const std::vector<char>& one : back) ASSERT_EQ(one, bytes);
}

// By slots, by several of them, and as they are where there is no room.
TEST_F(CudaQueues, CopiesAreRightWhateverMayBePinned) {
  constexpr size_t kMost = 18 << 20;
  for (const char* most : {"0", "70000", "1000000", "20000000", "268435456"}) {
    Begin({{"cuda.pinned_bytes", most}});
    ASSERT_TRUE(cuda()->Open().ok());
    const Ref<Buffer> there = *cuda()->AllocateBuffer(kMost);
    Lane in(cuda(), RNLP_QUEUE_COPY_IN), out(cuda(), RNLP_QUEUE_COPY_OUT);
    for (const size_t size : {size_t{1}, size_t{65536}, size_t{65537}, size_t{800'000}, kMost,
                              size_t{70'000}, size_t{300'000}, kMost - 1}) {
      std::vector<char> bytes = Numbered(size), back(size);
      in.Copy(At(&bytes), On(there), size);
      in.Wait();
      out.Copy(On(there), At(&back), size);
      out.Wait();
      ASSERT_EQ(bytes, back) << size << " bytes, " << most << " pinned";
    }
  }
}

}  // namespace
}  // namespace runnel
