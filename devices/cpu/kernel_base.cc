#include "devices/cpu/kernel_base.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace runnel::cpu {

rnlp_status_t* Fail(const rnlp_host_t* host, int32_t code, const char* format, ...) {
  char message[512];
  va_list args;
  va_start(args, format);
  int size = std::vsnprintf(message, sizeof(message), format, args);
  va_end(args);
  if (size < 0) size = 0;
  if (size > static_cast<int>(sizeof(message)) - 1) size = static_cast<int>(sizeof(message)) - 1;
  return host->fail(host, code, message, static_cast<size_t>(size));
}

rnlp_status_t* OutOfMemory(const rnlp_host_t* host, const char* op) {
  return Fail(host, RNLP_RESOURCE_EXHAUSTED, "%s: no host memory for the kernel", op);
}

rnlp_status_t* Stopped(const rnlp_run_t* run, const char* op) {
  return Fail(run->host, RNLP_CANCELLED, "%s: its step is over", op);
}

ShapeText::ShapeText(int32_t rank, const int64_t* dims) {
  if (rank < 0) {
    std::snprintf(text, sizeof(text), "[unknown]");
    return;
  }
  size_t used = 0;
  text[used++] = '[';
  for (int32_t i = 0; i < rank; ++i) {
    if (used > sizeof(text) - 32) {
      std::memcpy(text + used, ",...", 4);
      used += 4;
      break;
    }
    used += static_cast<size_t>(std::snprintf(
        text + used, sizeof(text) - used, i == 0 ? "%lld" : ",%lld", static_cast<long long>(dims[i])));
  }
  text[used++] = ']';
  text[used] = '\0';
}

const char* TypeName(int32_t dtype) {
  switch (dtype) {
    case RNLP_FLOAT:
      return "float";
    case RNLP_DOUBLE:
      return "double";
    case RNLP_INT32:
      return "int32";
    case RNLP_UINT8:
      return "uint8";
    case RNLP_INT16:
      return "int16";
    case RNLP_INT8:
      return "int8";
    case RNLP_STRING:
      return "string";
    case RNLP_COMPLEX64:
      return "complex64";
    case RNLP_INT64:
      return "int64";
    case RNLP_BOOL:
      return "bool";
    case RNLP_BFLOAT16:
      return "bfloat16";
    case RNLP_UINT16:
      return "uint16";
    case RNLP_COMPLEX128:
      return "complex128";
    case RNLP_HALF:
      return "half";
    case RNLP_RESOURCE:
      return "resource";
    case RNLP_UINT32:
      return "uint32";
    case RNLP_UINT64:
      return "uint64";
    default:
      return "another type";
  }
}

uint32_t TypeSize(int32_t dtype) {
  return dtype == RNLP_STRING ? uint32_t{sizeof(rnlp_str_t)} : plugin::DTypeSize(dtype);
}

namespace {

// Part of each layout, since forms are saved with plans (core/io/plan_file.h): to be raised with any
// change of what a form of the same kind, instruction set and variant holds. Below 16.
constexpr uint64_t kPackedOrder = 1;
#if defined(__x86_64__)
constexpr uint64_t kArchitecture = 0;
#elif defined(__aarch64__)
constexpr uint64_t kArchitecture = 1;
#else
constexpr uint64_t kArchitecture = 2;
#endif

}  // namespace

bool AskForPacked(rnlp_plan_t* plan, uint32_t input, PackedKind kind, int isa, uint64_t bytes,
                  uint64_t variant) {
  if (!RNLP_HAS(rnlp_plan_t, plan, packed_input) || input >= plan->num_inputs || bytes == 0 ||
      plan->input_lives == nullptr || plan->input_lives[input] == RNLP_INPUT_PER_RUN) {
    return false;
  }
  plan->packed_bytes = bytes;
  plan->packed_layout = static_cast<uint64_t>(kind) | static_cast<uint64_t>(isa) << 8 |
                        kArchitecture << 10 | kPackedOrder << 12 | variant << 16;
  plan->packed_input = input;
  return true;
}

rnlp_status_t* EnsureOutput(const rnlp_run_t* run, const char* op, uint32_t index, int32_t rank,
                            const int64_t* dims) {
  const rnlp_tensor_t* output = run->outputs[index];
  if (output->rank < 0) {
    return run->host->step_allocate_output(run->host, run->step, index, rank, dims);
  }
  bool same = output->rank == rank;
  for (int32_t i = 0; same && i < rank; ++i) same = output->dims[i] == dims[i];
  if (same) return nullptr;
  return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: output %u should have shape %s, was planned as %s",
              op, index, ShapeText(rank, dims).text, ShapeText(output).text);
}

rnlp_status_t* Workspace::Failed(const char* op) const {
  return Fail(run->host, RNLP_RESOURCE_EXHAUSTED, "%s: no host memory for %llu bytes of workspace", op,
              static_cast<unsigned long long>(own_bytes));
}

rnlp_status_t* ScalarIndex(const rnlp_run_t* run, const char* op, const char* arg,
                           const rnlp_tensor_t* tensor, int64_t* out) {
  if (tensor->num_elements != 1) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: %s should be a scalar, got shape %s", op, arg,
                ShapeText(tensor).text);
  }
  *out = IndexAt(tensor, 0);
  return nullptr;
}

uint64_t EstimateCost(const rnlp_plan_t* plan, double ns_per_element) {
  double bytes = 0;
  double elements = 0;
  for (uint32_t i = 0; i < plan->num_inputs; ++i) {
    const rnlp_tensor_t* input = plan->inputs[i];
    if (input->num_elements < 0) return 0;
    bytes += static_cast<double>(input->num_elements) * TypeSize(input->dtype);
    if (static_cast<double>(input->num_elements) > elements)
      elements = static_cast<double>(input->num_elements);
  }
  for (uint32_t i = 0; i < plan->num_outputs; ++i) {
    const rnlp_tensor_t* output = plan->outputs[i];
    if (output->num_elements < 0) return 0;
    bytes += static_cast<double>(output->num_elements) * TypeSize(output->dtype);
    if (static_cast<double>(output->num_elements) > elements)
      elements = static_cast<double>(output->num_elements);
  }
  return static_cast<uint64_t>(20 + bytes * 0.1 + elements * ns_per_element);
}

rnlp_status_t* SupportsChosenTypes(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                                   const rnlp_tensor_t* const*, uint32_t, rnlp_support_t* out) {
  const auto chosen = [](int32_t dtype) { return dtype == RNLP_RESOURCE || IsChosenType(dtype); };
  bool all = true;
  for (uint32_t i = 0; i < host->node_num_inputs(host, node); ++i) {
    all &= chosen(host->node_input_dtype(host, node, i));
  }
  for (uint32_t i = 0; i < host->node_num_outputs(host, node); ++i) {
    all &= chosen(host->node_output_dtype(host, node, i));
  }
  out->supported = all ? 1 : 0;
  if (!all) out->reason = "an element type is not in this build (RUNNEL_ONLY_TYPES)";
  return nullptr;
}

}  // namespace runnel::cpu
