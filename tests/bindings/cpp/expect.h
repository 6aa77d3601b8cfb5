// Expectations over the C++ binding's exceptions.
#ifndef RUNNEL_TESTS_BINDINGS_CPP_EXPECT_H_
#define RUNNEL_TESTS_BINDINGS_CPP_EXPECT_H_

#include <gtest/gtest.h>

#include <runnel/runnel.hpp>

namespace runnel_test {

// Passes if `f` throws an Error of that code whose message has all the pieces.
template <typename F>
testing::AssertionResult Throws(F&& f, runnel::Code code,
                                std::initializer_list<const char*> pieces = {}) {
  try {
    f();
  } catch (const runnel::Error& e) {
    if (e.code() != code) {
      return testing::AssertionFailure() << "code " << static_cast<int>(e.code()) << ": " << e.what();
    }
    for (const char* piece : pieces) {
      if (e.message().find(piece) == std::string::npos) {
        return testing::AssertionFailure() << "no " << piece << " in: " << e.what();
      }
    }
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "nothing was thrown";
}

template <typename T>
std::vector<T> Values(const runnel::Tensor& tensor) {
  const std::span<const T> data = tensor.data<T>();
  return {data.begin(), data.end()};
}

// One runtime with the CPU for all tests of the program.
inline const runnel::Runtime& SharedRuntime() {
  static const runnel::Runtime runtime = runnel::Runtime::Create();
  return runtime;
}

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_BINDINGS_CPP_EXPECT_H_
