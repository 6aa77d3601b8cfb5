// Fourier transforms over the last one, two or three dimensions: FFT, IFFT, RFFT and IRFFT. Computed in
// double: lengths that are powers of two by Cooley & Tukey's method, all others as a convolution of such
// a length (Bluestein 1970).
#include <algorithm>
#include <atomic>
#include <complex>
#include <cstring>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

using Number = std::complex<double>;

constexpr char kFft[] = "FFT";
constexpr char kFft2[] = "FFT2D";
constexpr char kFft3[] = "FFT3D";
constexpr char kIfft[] = "IFFT";
constexpr char kIfft2[] = "IFFT2D";
constexpr char kIfft3[] = "IFFT3D";
constexpr char kRfft[] = "RFFT";
constexpr char kRfft2[] = "RFFT2D";
constexpr char kRfft3[] = "RFFT3D";
constexpr char kIrfft[] = "IRFFT";
constexpr char kIrfft2[] = "IRFFT2D";
constexpr char kIrfft3[] = "IRFFT3D";

Number Times(Number a, Number b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
// exp(-2 pi i k / n)
Number Root(int64_t k, int64_t n) {
  const double angle = -2 * M_PI * static_cast<double>(k) / static_cast<double>(n);
  return {std::cos(angle), std::sin(angle)};
}

// Memory for a run, counted in numbers; NULL where there is none.
class Memory {
 public:
  Memory(const rnlp_host_t* host, double count) : host_(host) {
    if (count > 1e13) return;
    bytes_ = static_cast<uint64_t>(count) * sizeof(Number) + sizeof(Number);
    data_ = static_cast<Number*>(host->alloc(host, bytes_));
  }
  ~Memory() {
    if (data_ != nullptr) host_->free(host_, data_, bytes_);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  Number* data() const { return data_; }

 private:
  const rnlp_host_t* host_;
  uint64_t bytes_ = 0;
  Number* data_ = nullptr;
};

// What all transforms of one length share.
class Length {
 public:
  explicit Length(int64_t n) : n_(n) {
    while (padded_ < n) padded_ *= 2;
    direct_ = padded_ == n;
    if (!direct_) {
      while (padded_ < 2 * n - 1) padded_ *= 2;
    }
  }
  double tables() const { return static_cast<double>(direct_ ? padded_ : 2 * padded_ + n_); }
  double workspace() const { return direct_ ? 0 : static_cast<double>(padded_); }

  void Fill(Number* memory) {
    roots_ = memory;
    for (int64_t k = 0; k < padded_ / 2; ++k) roots_[k] = Root(k, padded_);
    if (direct_) return;
    chirp_ = roots_ + padded_;
    filter_ = chirp_ + n_;
    std::fill(filter_, filter_ + padded_, Number{});
    int64_t square = 0;  // k^2 modulo 2n, which keeps the angle small
    for (int64_t k = 0; k < n_; ++k, square = (square + 2 * k - 1) % (2 * n_)) {
      chirp_[k] = Root(square, 2 * n_);
      filter_[k] = std::conj(chirp_[k]);
      if (k > 0) filter_[padded_ - k] = filter_[k];
    }
    Powers(filter_);
  }

  // In place; the inverse is not divided by the length.
  void Transform(Number* x, bool inverse, Number* workspace) const {
    if (inverse) std::for_each(x, x + n_, [](Number& v) { v = std::conj(v); });
    if (direct_) {
      Powers(x);
    } else {
      for (int64_t k = 0; k < n_; ++k) workspace[k] = Times(x[k], chirp_[k]);
      std::fill(workspace + n_, workspace + padded_, Number{});
      Powers(workspace);
      for (int64_t k = 0; k < padded_; ++k) workspace[k] = std::conj(Times(workspace[k], filter_[k]));
      Powers(workspace);
      const double scale = 1 / static_cast<double>(padded_);
      for (int64_t k = 0; k < n_; ++k) x[k] = Times(std::conj(workspace[k]) * scale, chirp_[k]);
    }
    if (inverse) std::for_each(x, x + n_, [](Number& v) { v = std::conj(v); });
  }

 private:
  void Powers(Number* x) const {
    const int64_t n = padded_;
    for (int64_t i = 1, j = 0; i < n; ++i) {
      int64_t bit = n >> 1;
      for (; (j & bit) != 0; bit >>= 1) j ^= bit;
      j ^= bit;
      if (i < j) std::swap(x[i], x[j]);
    }
    for (int64_t size = 2; size <= n; size *= 2) {
      const int64_t half = size / 2, step = n / size;
      for (int64_t at = 0; at < n; at += size) {
        for (int64_t k = 0; k < half; ++k) {
          const Number a = x[at + k], b = Times(x[at + k + half], roots_[k * step]);
          x[at + k] = a + b;
          x[at + k + half] = a - b;
        }
      }
    }
  }

  int64_t n_, padded_ = 1;
  bool direct_ = false;
  Number* roots_ = nullptr;
  Number* chirp_ = nullptr;
  Number* filter_ = nullptr;
};

struct FourierKernel {
  const char* op;
  bool inverse = false, real = false;
  int32_t rank = 1;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    inverse = op[0] == 'I';
    real = op[inverse ? 1 : 0] == 'R';
    const size_t size = std::strlen(op);
    rank = op[size - 1] == 'D' ? op[size - 2] - '0' : 1;
    const int32_t from = host->node_input_dtype(host, node, 0),
                  to = host->node_output_dtype(host, node, 0);
    const int32_t whole = real && !inverse ? to : from, part = real && !inverse ? from : to;
    if (real && part != (whole == RNLP_COMPLEX64 ? RNLP_FLOAT : RNLP_DOUBLE)) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: the parts of %s are not %s", op, TypeName(whole),
                  TypeName(part));
    }
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    if (input->rank < rank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: input should have rank %d or more, got shape %s", op, rank,
                  ShapeText(input).text);
    }
    // sizes: of the transform, in each of the dimensions.
    int64_t sizes[3];
    Dims dims;
    for (int32_t i = 0; i < input->rank; ++i) dims.Add(input->dims[i]);
    const int32_t first = input->rank - rank;
    if (real) {
      const rnlp_tensor_t* length = run->inputs[1];
      if (length->rank != 1 || length->dims[0] != rank) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: fft_length should be a vector of %d, got shape %s", op, rank,
                    ShapeText(length).text);
      }
      for (int32_t i = 0; i < rank; ++i) {
        sizes[i] = IndexAt(length, i);
        if (sizes[i] < 0) {
          return Fail(run->host, RNLP_INVALID_ARGUMENT,
                      "%s: fft_length[%d] is %lld, sizes are not negative", op, i,
                      static_cast<long long>(sizes[i]));
        }
        // What is longer is cut; what is shorter is refused, as in TensorFlow.
        const int64_t needed = inverse && i == rank - 1 && sizes[i] > 0 ? sizes[i] / 2 + 1 : sizes[i];
        if (input->dims[first + i] < needed) {
          return Fail(
              run->host, RNLP_INVALID_ARGUMENT,
              "%s: input %s should be at least %lld long in dimension %d for fft_length[%d] = %lld", op,
              ShapeText(input).text, static_cast<long long>(needed), first + i, i,
              static_cast<long long>(sizes[i]));
        }
        dims.size[first + i] = !inverse && i == rank - 1 && sizes[i] > 0 ? sizes[i] / 2 + 1 : sizes[i];
      }
    } else {
      for (int32_t i = 0; i < rank; ++i) sizes[i] = input->dims[first + i];
    }
    int64_t elements = 0;
    if (!Product(dims.size, dims.rank, &elements)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a result of shape %s has too many elements", op,
                  ShapeText(dims.rank, dims.size).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    if (elements == 0) return nullptr;
    return input->dtype == RNLP_COMPLEX64 || input->dtype == RNLP_FLOAT ? Typed<float>(run, sizes)
                                                                        : Typed<double>(run, sizes);
  }

  // Element `at` of what is read, as a number.
  template <typename T>
  Number Read(const rnlp_tensor_t* tensor, int64_t at) const {
    if (real && !inverse) return {static_cast<double>(Data<T>(tensor)[at]), 0};
    const Complex<T> value = Data<Complex<T>>(tensor)[at];
    return {static_cast<double>(value.re), static_cast<double>(value.im)};
  }

  template <typename T>
  rnlp_status_t* Typed(const rnlp_run_t* run, const int64_t* given) const {
    const rnlp_tensor_t* input = run->inputs[0];
    const rnlp_tensor_t* output = run->outputs[0];
    // Always three dimensions, the first ones perhaps of size 1.
    int64_t n[3] = {1, 1, 1}, in[3] = {1, 1, 1}, out[3] = {1, 1, 1};
    for (int32_t i = 0; i < rank; ++i) {
      n[3 - rank + i] = given[i];
      in[3 - rank + i] = input->dims[input->rank - rank + i];
      out[3 - rank + i] = output->dims[output->rank - rank + i];
    }
    const int64_t volume = n[0] * n[1] * n[2], in_volume = in[0] * in[1] * in[2],
                  out_volume = out[0] * out[1] * out[2];
    const int64_t count = output->num_elements / out_volume;
    Length lengths[3] = {Length(n[0]), Length(n[1]), Length(n[2])};
    double tables = 0, longest = 0;
    for (int axis = 0; axis < 3; ++axis) {
      tables += lengths[axis].tables();
      longest = std::max(longest, lengths[axis].workspace() + static_cast<double>(n[axis]));
    }
    const Memory shared(run->host, tables);
    if (shared.data() == nullptr) return OutOfMemory(run->host, op);
    Number* at = shared.data();
    for (Length& length : lengths) {
      length.Fill(at);
      at += static_cast<int64_t>(length.tables());
    }
    std::atomic<bool> no_memory{false};
    const double scale = inverse ? 1 / static_cast<double>(volume) : 1;
    Slots(run, count, output->num_elements >= kBlockElements, [&](int64_t, int64_t begin, int64_t end) {
      const Memory memory(run->host, static_cast<double>(volume) + longest);
      if (memory.data() == nullptr) {
        no_memory = true;
        return;
      }
      Number* x = memory.data();
      Number* line = x + volume;
      for (int64_t item = begin; item < end && !IsStopped(run); ++item) {
        // What of the input is there; the rest is 0. Of a half only what fits counts.
        std::fill(x, x + volume, Number{});
        const int64_t half = real && inverse ? n[2] / 2 + 1 : n[2];
        for (int64_t i = 0; i < std::min(in[0], n[0]); ++i) {
          for (int64_t j = 0; j < std::min(in[1], n[1]); ++j) {
            for (int64_t k = 0; k < std::min(in[2], half); ++k) {
              x[(i * n[1] + j) * n[2] + k] =
                  Read<T>(input, item * in_volume + (i * in[1] + j) * in[2] + k);
            }
          }
        }
        const int64_t strides[3] = {n[1] * n[2], n[2], 1};
        for (int axis = 0; axis < 3; ++axis) {
          if (n[axis] == 1) continue;
          const int a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
          for (int64_t i = 0; i < n[a]; ++i) {
            // A half has not been completed before its own dimension, the last.
            const int64_t columns = b == 2 && real && inverse ? half : n[b];
            for (int64_t j = 0; j < columns; ++j) {
              Number* from = x + i * strides[a] + j * strides[b];
              for (int64_t k = 0; k < n[axis]; ++k) line[k] = from[k * strides[axis]];
              if (axis == 2 && real && inverse) {
                // The imaginary parts at 0 and in the middle count for nothing.
                line[0] = line[0].real();
                if (n[2] % 2 == 0) line[n[2] / 2] = line[n[2] / 2].real();
                for (int64_t k = half; k < n[2]; ++k) line[k] = std::conj(line[n[2] - k]);
              }
              lengths[axis].Transform(line, inverse, line + n[axis]);
              for (int64_t k = 0; k < n[axis]; ++k) from[k * strides[axis]] = line[k];
            }
          }
        }
        for (int64_t i = 0; i < out[0] * out[1]; ++i) {
          for (int64_t k = 0; k < out[2]; ++k) {
            const Number value = x[i * n[2] + k] * scale;
            const int64_t to = item * out_volume + i * out[2] + k;
            if (real && inverse) {
              Data<T>(output)[to] = static_cast<T>(value.real());
            } else {
              Data<Complex<T>>(output)[to] = {static_cast<T>(value.real()),
                                              static_cast<T>(value.imag())};
            }
          }
        }
      }
    });
    return no_memory ? OutOfMemory(run->host, op) : nullptr;
  }
};

constexpr int32_t kComplexTypes[] = {RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr int32_t kRealTypesHere[] = {RNLP_FLOAT, RNLP_DOUBLE};
constexpr rnlp_type_constraint_t kT[] = {Types("Tcomplex", kComplexTypes),
                                         Types("Treal", kRealTypesHere)};
constexpr rnlp_arg_mark_t kArgs[] = {{"fft_length", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};

template <const char* kOp>
constexpr rnlp_kernel_row_t Row(bool real) {
  return MakeRow({.op = kOp,
                  .types = kT,
                  .num_types = real ? 2u : 1u,
                  .args = real ? kArgs : nullptr,
                  .num_args = real ? 1u : 0u,
                  .create = Create<FourierKernel, kOp>,
                  .destroy = Destroy<FourierKernel>,
                  .plan = PlanElements<50000>,
                  .run = Run<FourierKernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kFourierRows[] = {
    Row<kFft>(false),   Row<kFft2>(false),  Row<kFft3>(false),  Row<kIfft>(false),
    Row<kIfft2>(false), Row<kIfft3>(false), Row<kRfft>(true),   Row<kRfft2>(true),
    Row<kRfft3>(true),  Row<kIrfft>(true),  Row<kIrfft2>(true), Row<kIrfft3>(true),
};
RUNNEL_CPU_ROWS(Fourier)

}  // namespace runnel::cpu
