// A vector whose indices are checked: what a model says decides them, and how long lists are.
#ifndef RUNNEL_PLUGINS_ONNX_LIST_H_
#define RUNNEL_PLUGINS_ONNX_LIST_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace runnel::onnx {

[[noreturn]] void Invalid(std::string message);  // model.h

template <typename T>
class List : public std::vector<T> {
  using Base = std::vector<T>;

 public:
  using Base::Base;
  List() = default;
  List(Base base) : Base(std::move(base)) {}  // NOLINT: the same with checks

  T& operator[](size_t i) {
    Check(i);
    return Base::operator[](i);
  }
  const T& operator[](size_t i) const {
    Check(i);
    return Base::operator[](i);
  }
  T& back() {
    Check(0);
    return Base::back();
  }
  const T& back() const {
    Check(0);
    return Base::back();
  }

 private:
  void Check(size_t i) const {
    if (i >= Base::size())
      Invalid("element " + std::to_string(i) + " of a list of " + std::to_string(Base::size()));
  }
};

using Ints = List<int64_t>;

}  // namespace runnel::onnx

#endif  // RUNNEL_PLUGINS_ONNX_LIST_H_
