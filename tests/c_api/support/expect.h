// GoogleTest expectations about statuses.
#ifndef RUNNEL_TESTS_C_API_SUPPORT_EXPECT_H_
#define RUNNEL_TESTS_C_API_SUPPORT_EXPECT_H_

#include <gtest/gtest.h>

#include "tests/c_api/support/handles.h"

namespace runnel_test {

inline testing::AssertionResult IsOk(rnl_status_t* status) {
  const Status s(status);
  if (s.ok()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << s.ToString();
}

// The code is `code` and the message has every one of `pieces`.
inline testing::AssertionResult Fails(rnl_status_t* status, rnl_code_t code,
                                      std::initializer_list<const char*> pieces = {}) {
  const Status s(status);
  if (s.code() != code) {
    return testing::AssertionFailure()
           << "expected " << Str(rnl_code_name(code)) << ", got " << s.ToString();
  }
  for (const char* piece : pieces) {
    if (s.message().find(piece) == std::string::npos) {
      return testing::AssertionFailure() << "no \"" << piece << "\" in: " << s.message();
    }
  }
  return testing::AssertionSuccess();
}

// A runtime with the CPU, or without any device.
inline Runtime NewRuntime(int threads = 2) {
  RuntimeOptions options;
  Runtime runtime;
  EXPECT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
  EXPECT_TRUE(IsOk(rnl_runtime_options_set_threads(options, threads)));
  EXPECT_TRUE(IsOk(rnl_runtime_create(options, runtime.out())));
  return runtime;
}
inline Runtime NewBareRuntime() {
  RuntimeOptions options;
  Runtime runtime;
  EXPECT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
  EXPECT_TRUE(IsOk(rnl_runtime_options_set_threads(options, 1)));
  EXPECT_TRUE(IsOk(rnl_runtime_options_set_default_plugins(options, false)));
  EXPECT_TRUE(IsOk(rnl_runtime_create(options, runtime.out())));
  return runtime;
}

inline Tensor FloatTensor(rnl_runtime_t* runtime, std::vector<int64_t> dims, std::vector<float> values) {
  Tensor tensor;
  EXPECT_TRUE(
      IsOk(rnl_tensor_from_data(runtime, RNL_FLOAT, static_cast<int32_t>(dims.size()), dims.data(),
                                values.data(), values.size() * sizeof(float), tensor.out())));
  return tensor;
}
inline std::vector<float> Floats(const rnl_tensor_t* tensor) {
  const auto* data = static_cast<const float*>(rnl_tensor_data(tensor));
  if (data == nullptr) return {};
  return std::vector<float>(data, data + rnl_tensor_num_elements(tensor));
}

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_C_API_SUPPORT_EXPECT_H_
