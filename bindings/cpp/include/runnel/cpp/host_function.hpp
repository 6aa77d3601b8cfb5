// Functions of the program that nodes call: PyFunc and its kin, by token.
#ifndef RUNNEL_CPP_HOST_FUNCTION_HPP_
#define RUNNEL_CPP_HOST_FUNCTION_HPP_

#include <functional>
#include <new>

#include "runtime.hpp"
#include "tensor.hpp"

RUNNEL_CPP_NAMESPACE

// One call; it ends with the function.
class HostCall {
 public:
  explicit HostCall(rnl_host_call_t* raw) : raw_(raw) {}
  // The runtime that the call is of, for new tensors.
  Runtime runtime() const { return Runtime::Adopt(rnl_host_call_runtime(raw_)); }
  std::string_view token() const { return View(rnl_host_call_token(raw_)); }
  // Name of the node that calls.
  std::string_view node() const { return View(rnl_host_call_node(raw_)); }
  std::size_t num_inputs() const { return rnl_host_call_num_inputs(raw_); }
  Outcome<Tensor> input(std::size_t index) const {
    rnl_tensor_t* out = nullptr;
    rnl_status_t* status = rnl_host_call_input(raw_, index, &out);
    return detail::Finish(status, [&] { return Tensor::Adopt(out); });
  }
  std::size_t num_outputs() const { return rnl_host_call_num_outputs(raw_); }
  // What output `index` must be.
  DType output_dtype(std::size_t index) const {
    return static_cast<DType>(rnl_host_call_output_dtype(raw_, index));
  }
  // Whether the step has been cancelled meanwhile: nobody waits for the outputs.
  bool is_cancelled() const { return rnl_host_call_is_cancelled(raw_); }

 private:
  rnl_host_call_t* raw_;
};

// Gives a tensor for each output. What it throws, or the error that it gives, ends the step.
using HostFunction = std::function<Outcome<std::vector<Tensor>>(const HostCall&)>;

namespace detail {

inline rnl_status_t* RefuseCall(const Error& error) {
  return rnl_status_create(static_cast<rnl_code_t>(error.code()), Str(error.message()));
}

inline rnl_status_t* SetOutputs(rnl_host_call_t* call, const std::vector<Tensor>& results) {
  if (results.size() != rnl_host_call_num_outputs(call)) {
    return RefuseCall(
        Error(Code::kInvalidArgument, "the function gave " + std::to_string(results.size()) +
                                          " tensors, expected " +
                                          std::to_string(rnl_host_call_num_outputs(call))));
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (rnl_status_t* status = rnl_host_call_set_output(call, i, results[i].get())) return status;
  }
  return nullptr;
}

// Nothing of the program's may unwind into C.
inline rnl_status_t* CallHostFunction(void* arg, rnl_host_call_t* call) {
  const auto& function = *static_cast<const HostFunction*>(arg);
#if defined(RUNNEL_RESULTS)
  const auto results = function(HostCall(call));
  return results.ok() ? SetOutputs(call, *results) : RefuseCall(results.error());
#else
  try {
    return SetOutputs(call, function(HostCall(call)));
  } catch (const Error& error) {
    return RefuseCall(error);
  } catch (const std::bad_alloc&) {
    return rnl_status_create(RNL_RESOURCE_EXHAUSTED, Str("no memory in the function"));
  } catch (const std::exception& error) {
    return rnl_status_create(RNL_UNKNOWN, rnl_str(error.what()));
  } catch (...) {
    return rnl_status_create(RNL_UNKNOWN, Str("the function threw something that is no std::exception"));
  }
#endif
}

inline void DropHostFunction(void* arg) { delete static_cast<HostFunction*>(arg); }

}  // namespace detail

// PyFunc, PyFuncStateless and EagerPyFunc nodes with this token call `function` from now on; empty: none
// is there, and they fail with UNIMPLEMENTED. It is called on threads of Runnel's, several at once, and
// may run steps. A step that is cancelled does not wait for it.
inline Outcome<void> SetHostFunction(const Runtime& runtime, std::string_view token,
                                     HostFunction function) {
  if (!function) {
    return detail::Check(
        rnl_runtime_set_host_function(runtime.get(), Str(token), nullptr, nullptr, nullptr));
  }
  auto* const kept = new HostFunction(std::move(function));
  rnl_status_t* status = rnl_runtime_set_host_function(
      runtime.get(), Str(token), detail::CallHostFunction, kept, detail::DropHostFunction);
  if (status != nullptr) delete kept;
  return detail::Check(status);
}

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_HOST_FUNCTION_HPP_
