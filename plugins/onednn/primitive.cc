#include "plugins/onednn/primitive.h"

#include <algorithm>
#include <utility>

// Of the OpenMP runtime that libdnnl itself links: the compiler's own may be another one.
extern "C" int omp_get_max_threads(void);
extern "C" void omp_set_num_threads(int count);

namespace runnel::onednn {

const dnnl::engine& Engine() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

OneThread::OneThread() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }
OneThread::~OneThread() { omp_set_num_threads(before_); }

rnlp_status_t* FailWith(const rnlp_host_t* host, const char* op, const dnnl::error& error) {
  return plugin::Fail(host, error.status == dnnl_out_of_memory ? RNLP_RESOURCE_EXHAUSTED : RNLP_INTERNAL,
                      "%s: oneDNN answered %d (%s)", op, static_cast<int>(error.status), error.what());
}

rnlp_status_t* CheckPlanned(const rnlp_host_t* host, const char* op, const rnlp_tensor_t* tensor,
                            int32_t rank, const int64_t* dims) {
  if (tensor->rank == rank && std::equal(dims, dims + rank, tensor->dims)) return nullptr;
  return plugin::Fail(host, RNLP_INVALID_ARGUMENT, "%s: planned for shape %s, got %s", op,
                      plugin::ShapeText(rank, dims).c_str(), plugin::ShapeText(tensor).c_str());
}

void Reorder(const dnnl::memory::desc& from, const void* source, const dnnl::memory::desc& to,
             void* target) {
  dnnl::stream stream(Engine());
  dnnl::memory in(from, Engine(), const_cast<void*>(source)), out(to, Engine(), target);
  dnnl::reorder(in, out).execute(stream, in, out);
}

bool AskForPacked(const dnnl::memory::desc& desc, uint64_t kind, rnlp_plan_t* plan) {
  if (!RNLP_HAS(rnlp_plan_t, plan, packed_input) || plan->input_lives == nullptr ||
      plan->input_lives[1] == RNLP_INPUT_PER_RUN) {
    return false;
  }
  plan->packed_bytes = desc.get_size();
  plan->packed_layout = LayoutId(desc, kind);
  plan->packed_input = 1;
  return true;
}

uint64_t LayoutId(const dnnl::memory::desc& desc, uint64_t kind) {
  const dnnl_memory_desc_t& data = desc.data;
  const dnnl_blocking_desc_t& blocks = data.format_desc.blocking;
  uint64_t id = 14695981039346656037u;  // FNV-1a
  const auto mix = [&id](uint64_t value) { id = (id ^ value) * 1099511628211u; };
  mix(kind);
  mix(static_cast<uint64_t>(data.data_type));
  mix(static_cast<uint64_t>(data.ndims));
  for (int i = 0; i < data.ndims; ++i) {
    mix(static_cast<uint64_t>(data.padded_dims[i]));
    mix(static_cast<uint64_t>(blocks.strides[i]));
  }
  for (int i = 0; i < blocks.inner_nblks; ++i) {
    mix(static_cast<uint64_t>(blocks.inner_blks[i]));
    mix(static_cast<uint64_t>(blocks.inner_idxs[i]));
  }
  return id;
}

Primitive::Primitive(const dnnl::primitive& primitive, std::vector<Argument> arguments)
    : primitive_(primitive), arguments_(std::move(arguments)), idle_(std::make_unique<Idle>()) {}

Primitive::Call::Call(const Primitive& of) : stream(Engine()) {
  for (const Argument& argument : of.arguments_) {
    memories.emplace_back(argument.desc, Engine(), nullptr);
    arguments.push_back({argument.id, memories.back().get()});
  }
}

void Primitive::Run(std::initializer_list<const void*> data) const {
  std::unique_ptr<Call> call;
  {
    const std::lock_guard<std::mutex> lock(idle_->mutex);
    if (!idle_->calls.empty()) {
      call = std::move(idle_->calls.back());
      idle_->calls.pop_back();
    } else {
      idle_->calls.reserve(++idle_->made);  // so that giving it back cannot fail
    }
  }
  if (call == nullptr) call = std::make_unique<Call>(*this);
  for (size_t i = 0; i < call->memories.size(); ++i)
    call->memories[i].set_data_handle(const_cast<void*>(data.begin()[i]), call->stream);
  const dnnl_status_t status =
      dnnl_primitive_execute(primitive_.get(), call->stream.get(),
                             static_cast<int>(call->arguments.size()), call->arguments.data());
  const std::lock_guard<std::mutex> lock(idle_->mutex);
  idle_->calls.push_back(std::move(call));
  if (status != dnnl_success) throw dnnl::error(status, "a primitive did not run");
}

}  // namespace runnel::onednn
