#include "plugins/virtual/host_proxy.h"

#include <utility>

namespace runnel::virtual_device {
namespace {

// For a member of rnlp_host_t, the function that calls it on the real host.
template <auto kMember>
struct Forward;
template <typename R, typename... Args, R (*rnlp_host_t::*kMember)(const rnlp_host_t*, Args...)>
struct Forward<kMember> {
  static R Call(const rnlp_host_t* host, Args... args) {
    const rnlp_host_t* real = static_cast<const HostProxy*>(host)->real;
    return (real->*kMember)(real, args...);
  }
};

template <auto... kMembers>
void ForwardAll(rnlp_host_t* table) {
  ((table->*kMembers = Forward<kMembers>::Call), ...);
}

rnlp_status_t* AllocateOutput(const rnlp_host_t* host, rnlp_step_t* step, uint32_t index, int32_t rank,
                              const int64_t* dims) {
  const auto* proxy = static_cast<const HostProxy*>(host);
  rnlp_status_t* status = proxy->real->step_allocate_output(proxy->real, step, index, rank, dims);
  return status != nullptr ? status : proxy->allocated(proxy->arg, index);
}

}  // namespace

HostProxy::HostProxy(const rnlp_host_t* real_host, Allocated allocated_fn, void* allocated_arg)
    : rnlp_host_t{}, real(real_host), allocated(allocated_fn), arg(allocated_arg) {
  using Host = rnlp_host_t;
  size_bytes = RNLP_SIZE_TO(rnlp_host_t, step_random_counter);
  abi_major = real_host->abi_major;
  abi_minor = RNLP_ABI_MINOR;
  ForwardAll<&Host::fail, &Host::status_release, &Host::status_code, &Host::status_message, &Host::log,
             &Host::alloc, &Host::free, &Host::parallel_for, &Host::num_threads, &Host::schedule,
             &Host::config, &Host::node_name, &Host::node_op, &Host::node_num_inputs,
             &Host::node_num_outputs, &Host::node_input_dtype, &Host::node_output_dtype, &Host::attr_int,
             &Host::attr_float, &Host::attr_bool, &Host::attr_type, &Host::attr_string,
             &Host::attr_int_list, &Host::attr_float_list, &Host::attr_shape, &Host::step_set_string,
             &Host::step_cancelled, &Host::step_random_counter>(this);
  step_allocate_output = AllocateOutput;
}

}  // namespace runnel::virtual_device
