// Tensors: dense arrays whose elements are seen as std::span, without a copy.
#ifndef RUNNEL_CPP_TENSOR_HPP_
#define RUNNEL_CPP_TENSOR_HPP_

#include <functional>
#include <initializer_list>
#include <memory>

#include "dtype.hpp"
#include "runtime.hpp"

RUNNEL_CPP_NAMESPACE

using Shape = std::vector<std::int64_t>;

class Tensor : public Shared<rnl_tensor_t, rnl_tensor_retain, rnl_tensor_release> {
 public:
  Tensor() = default;
  static Tensor Adopt(rnl_tensor_t* handle) { return Tensor(handle); }

  // Numbers uninitialised, strings empty.
  static Outcome<Tensor> Empty(const Runtime& runtime, DType dtype, const Shape& shape) {
    rnl_tensor_t* out = nullptr;
    return Made(rnl_tensor_create(runtime.get(), static_cast<rnl_dtype_t>(dtype), Rank(shape),
                                  shape.data(), &out),
                out);
  }
  // A copy of `values`. Errors: INVALID_ARGUMENT unless they are as many as `shape` says.
  template <Element T>
  static Outcome<Tensor> From(const Runtime& runtime, std::span<const T> values, const Shape& shape) {
    rnl_tensor_t* out = nullptr;
    return Made(rnl_tensor_from_data(runtime.get(), static_cast<rnl_dtype_t>(kDTypeOf<T>), Rank(shape),
                                     shape.data(), values.data(), values.size_bytes(), &out),
                out);
  }
  template <Element T>
  static Outcome<Tensor> From(const Runtime& runtime, std::initializer_list<T> values,
                              const Shape& shape) {
    return From(runtime, std::span<const T>(values.begin(), values.size()), shape);
  }
  template <Element T>
  static Outcome<Tensor> Scalar(const Runtime& runtime, T value) {
    return From(runtime, std::span<const T>(&value, 1), {});
  }
  static Outcome<Tensor> Strings(const Runtime& runtime, std::span<const std::string> values,
                                 const Shape& shape) {
    const std::vector<rnl_str_t> views = detail::Strs(values);
    rnl_tensor_t* out = nullptr;
    return Made(rnl_tensor_from_strings(runtime.get(), Rank(shape), shape.data(), views.data(),
                                        views.size(), &out),
                out);
  }
  // Shares memory, which must stay valid and unchanged until `done` was called, once, on whichever
  // thread drops the last use; it must not throw or use Runnel. It is called also when this fails.
  template <Element T>
  static Outcome<Tensor> Wrap(const Runtime& runtime, std::span<T> values, const Shape& shape,
                              std::function<void()> done = {}) {
    auto kept = std::make_unique<std::function<void()>>(std::move(done));
    rnl_tensor_t* out = nullptr;
    rnl_status_t* status = rnl_tensor_wrap(
        runtime.get(), static_cast<rnl_dtype_t>(kDTypeOf<std::remove_const_t<T>>), Rank(shape),
        shape.data(), const_cast<std::remove_const_t<T>*>(values.data()), values.size_bytes(),
        [](void* arg, void*, std::size_t) {
          Done(std::unique_ptr<std::function<void()>>(static_cast<std::function<void()>*>(arg)));
        },
        kept.get(), &out);
    if (status != nullptr) {
      Done(std::move(kept));
    } else {
      static_cast<void>(kept.release());  // the deleter's now
    }
    return Made(status, out);
  }
  // The vector moves into the tensor: no copy, nothing to keep alive.
  template <Element T>
  requires(!std::same_as<T, bool>)  // std::vector<bool> has no elements to share
      static Outcome<Tensor> Wrap(const Runtime& runtime, std::vector<T> values, const Shape& shape) {
    auto kept = std::make_shared<std::vector<T>>(std::move(values));
    return Wrap(runtime, std::span<T>(*kept), shape, [kept] {});
  }
  // Takes over a DLPack tensor; on failure it stays the caller's.
  static Outcome<Tensor> FromDlpack(const Runtime& runtime, DLManagedTensor* dlpack) {
    rnl_tensor_t* out = nullptr;
    return Made(rnl_tensor_from_dlpack(runtime.get(), dlpack, &out), out);
  }
  // Shares a host tensor; the receiver calls the deleter.
  Outcome<DLManagedTensor*> ToDlpack() const {
    DLManagedTensor* out = nullptr;
    rnl_status_t* status = rnl_tensor_to_dlpack(get(), &out);
    return detail::Finish(status, [&] { return out; });
  }

  DType dtype() const { return static_cast<DType>(rnl_tensor_dtype(get())); }
  std::span<const std::int64_t> dims() const {
    return {rnl_tensor_dims(get()), static_cast<std::size_t>(rnl_tensor_rank(get()))};
  }
  Shape shape() const { return Shape(dims().begin(), dims().end()); }
  std::size_t size() const { return static_cast<std::size_t>(rnl_tensor_num_elements(get())); }
  // The device whose memory holds it; empty for host memory.
  std::string_view device() const { return View(rnl_tensor_device(get())); }

  // The elements, valid while the tensor is. Errors: INVALID_ARGUMENT for another type;
  // FAILED_PRECONDITION for a tensor in device memory, which to_host brings.
  template <Element T>
  Outcome<std::span<const T>> data() const {
    if (dtype() != kDTypeOf<T>) return detail::Fail<std::span<const T>>(Mismatch(kDTypeOf<T>));
    const void* elements = rnl_tensor_data(get());
    if (elements == nullptr && !device().empty()) {
      return detail::Fail<std::span<const T>>(
          Error(Code::kFailedPrecondition, "the tensor is in the memory of " + std::string(device())));
    }
    return std::span<const T>(static_cast<const T*>(elements), size());
  }
  // To be written before the tensor is fed. Errors: also FAILED_PRECONDITION if somebody shares them.
  template <Element T>
  Outcome<std::span<T>> mutable_data() {
    if (dtype() != kDTypeOf<T>) return detail::Fail<std::span<T>>(Mismatch(kDTypeOf<T>));
    void* out = nullptr;
    rnl_status_t* status = size() == 0 ? nullptr : rnl_tensor_mutable_data(get(), &out);
    return detail::Finish(status, [&] { return std::span<T>(static_cast<T*>(out), size()); });
  }
  // The only element. Errors: INVALID_ARGUMENT for another type, or if there are others.
  template <Element T>
  Outcome<T> item() const {
    RUNNEL_TRY_ASSIGN(elements, data<T>());
    if (elements.size() != 1) {
      return detail::Fail<T>(
          Error(Code::kInvalidArgument,
                "a tensor of " + std::to_string(elements.size()) + " elements is no scalar"));
    }
    return T(elements[0]);
  }
  // Bytes of the elements; 0 where they are not plain data.
  std::size_t size_bytes() const { return rnl_tensor_size_bytes(get()); }
  // Copies all elements, from a device too. Errors: INVALID_ARGUMENT for another type or number.
  template <Element T>
  Outcome<void> CopyTo(std::span<T> values) const {
    if (dtype() != kDTypeOf<T>) return detail::Fail(Mismatch(kDTypeOf<T>));
    return detail::Check(rnl_tensor_copy_to(get(), values.data(), values.size_bytes()));
  }
  // Copies `value` into a string tensor. Errors: FAILED_PRECONDITION if somebody shares the elements.
  Outcome<void> SetString(std::size_t index, std::string_view value) {
    return detail::Check(rnl_tensor_set_string(get(), static_cast<std::int64_t>(index), Str(value)));
  }
  // Element `index` of a string tensor, borrowed.
  Outcome<std::string_view> string(std::size_t index) const {
    rnl_str_t out{};
    rnl_status_t* status = rnl_tensor_get_string(get(), static_cast<std::int64_t>(index), &out);
    return detail::Finish(status, [&] { return View(out); });
  }
  Outcome<Tensor> to_host() const {
    rnl_tensor_t* out = nullptr;
    return Made(rnl_tensor_to_host(get(), &out), out);
  }
  // The same elements, shared, under another shape.
  Outcome<Tensor> reshape(const Shape& shape) const {
    rnl_tensor_t* out = nullptr;
    return Made(rnl_tensor_reshape(get(), Rank(shape), shape.data(), &out), out);
  }
  // "float[2,3] = [1 2 3 ...]".
  Outcome<std::string> text(std::int32_t max_elements = 16) const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_tensor_to_text(get(), max_elements, &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }

 private:
  explicit Tensor(rnl_tensor_t* adopted) : Shared(adopted) {}
  static std::int32_t Rank(const Shape& shape) { return static_cast<std::int32_t>(shape.size()); }
  static Outcome<Tensor> Made(rnl_status_t* status, rnl_tensor_t*& out) {
    return detail::Finish(status, [&] { return Tensor(out); });
  }
  static void Done(std::unique_ptr<std::function<void()>> done) noexcept {
    if (*done) (*done)();
  }
  Error Mismatch(DType wanted) const {
    return Error(Code::kInvalidArgument,
                 "elements are " + std::string(Name(dtype())) + ", not " + std::string(Name(wanted)));
  }
};

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_TENSOR_HPP_
