// Strings: StringJoin, Add, and AsString. Numbers are printed without the C library's locale.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/rows.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {
namespace {

constexpr char kJoin[] = "StringJoin";
constexpr char kAdd[] = "Add";
constexpr char kAsString[] = "AsString";

constexpr size_t kMaxSeparator = 256;
constexpr int64_t kMaxPrecision = 1 << 20;

// Memory from the host that is given back at the end; small requests stay on the stack.
class Scratch {
 public:
  explicit Scratch(const rnlp_host_t* host) : host_(host) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    if (data_ != stack_) host_->free(host_, data_, size_);
  }
  // NULL if there is no memory. What was there before is gone.
  char* Get(size_t size) {
    if (size <= size_) return data_;
    if (data_ != stack_) host_->free(host_, data_, size_);
    data_ = stack_;
    size_ = sizeof(stack_);
    char* larger = static_cast<char*>(host_->alloc(host_, size));
    if (larger == nullptr) return nullptr;
    data_ = larger;
    size_ = size;
    return data_;
  }

 private:
  const rnlp_host_t* host_;
  char stack_[1024];
  char* data_ = stack_;
  size_t size_ = sizeof(stack_);
};

struct JoinKernel {
  const char* op;
  size_t separator_size = 0;
  char separator[kMaxSeparator];

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    rnlp_str_t text = {"", 0};
    if (rnlp_status_t* status = host->attr_string(host, node, "separator", &text)) {
      if (host->status_code(host, status) != RNLP_NOT_FOUND) return status;
      host->status_release(host, status);
    }
    if (text.size > kMaxSeparator) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: separator has %zu bytes, at most %zu are allowed",
                  op, text.size, kMaxSeparator);
    }
    separator_size = text.size;
    if (text.size > 0) std::memcpy(separator, text.data, text.size);
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* like = run->inputs[0];
    for (uint32_t k = 0; k < run->num_inputs; ++k) {
      if (run->inputs[k]->rank == 0) continue;
      if (like->rank == 0) {
        like = run->inputs[k];
      } else if (!SameDims(like, run->inputs[k])) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT,
                    "%s: inputs that are no scalars should be alike, got %s and %s", op,
                    ShapeText(like).text, ShapeText(run->inputs[k]).text);
      }
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, like));
    Scratch scratch(run->host);
    for (int64_t i = 0; i < like->num_elements; ++i) {
      size_t size = separator_size * (run->num_inputs - 1);
      for (uint32_t k = 0; k < run->num_inputs; ++k) size += Part(run, k, i).size;
      char* text = scratch.Get(size);
      if (text == nullptr) {
        return Fail(run->host, RNLP_RESOURCE_EXHAUSTED, "%s: no host memory for a string of %zu bytes",
                    op, size);
      }
      size_t at = 0;
      for (uint32_t k = 0; k < run->num_inputs; ++k) {
        if (k > 0 && separator_size > 0) {
          std::memcpy(text + at, separator, separator_size);
          at += separator_size;
        }
        const rnlp_str_t part = Part(run, k, i);
        if (part.size > 0) std::memcpy(text + at, part.data, part.size);
        at += part.size;
      }
      RUNNEL_CPU_RETURN_IF_ERROR(run->host->step_set_string(run->host, run->step, 0, i, text, size));
    }
    return nullptr;
  }
  static rnlp_str_t Part(const rnlp_run_t* run, uint32_t input, int64_t i) {
    const rnlp_tensor_t* tensor = run->inputs[input];
    return Data<rnlp_str_t>(tensor)[tensor->rank == 0 ? 0 : i];
  }
};

// Joins two strings, with broadcasting.
struct AddKernel {
  const char* op;

  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Dims dims;
    if (!plugin::BroadcastShapes(run->inputs, 2, &dims)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: shapes %s and %s do not broadcast", op,
                  ShapeText(run->inputs[0]).text, ShapeText(run->inputs[1]).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    plugin::BroadcastLoop<2> loops;
    loops.Init(run->inputs, dims);
    const int64_t inner = loops.inner(), last = loops.rank - 1;
    Scratch scratch(run->host);
    rnlp_status_t* failed = nullptr;
    loops.ForRows(0, loops.rows(), [&](int64_t row, const int64_t* offsets) {
      for (int64_t i = 0; i < inner && failed == nullptr; ++i) {
        const rnlp_str_t a = Data<rnlp_str_t>(run->inputs[0])[offsets[0] + i * loops.strides[0][last]];
        const rnlp_str_t b = Data<rnlp_str_t>(run->inputs[1])[offsets[1] + i * loops.strides[1][last]];
        char* const text = scratch.Get(a.size + b.size);
        if (text == nullptr) {
          failed = Fail(run->host, RNLP_RESOURCE_EXHAUSTED,
                        "%s: no host memory for a string of %zu bytes", op, a.size + b.size);
          return;
        }
        if (a.size > 0) std::memcpy(text, a.data, a.size);
        if (b.size > 0) std::memcpy(text + a.size, b.data, b.size);
        failed =
            run->host->step_set_string(run->host, run->step, 0, row * inner + i, text, a.size + b.size);
      }
    });
    return failed;
  }
};

struct AsStringKernel {
  const char* op;
  int32_t dtype = 0;
  std::chars_format format = std::chars_format::fixed;
  int precision = 6;
  size_t width = 0;
  char fill = 0;  // '0', ' ', '+', '-' or none

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    dtype = host->node_input_dtype(host, node, 0);
    int64_t asked_precision = -1, asked_width = -1;
    bool scientific = false, shortest = false;
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "precision", &asked_precision));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, "width", &asked_width));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "scientific", &scientific));
    RUNNEL_CPU_RETURN_IF_ERROR(AttrBool(host, node, "shortest", &shortest));
    rnlp_str_t text = {"", 0};
    if (rnlp_status_t* status = host->attr_string(host, node, "fill", &text)) {
      if (host->status_code(host, status) != RNLP_NOT_FOUND) return status;
      host->status_release(host, status);
    }
    const bool is_float = dtype == RNLP_FLOAT || dtype == RNLP_DOUBLE || dtype == RNLP_COMPLEX64 ||
                          dtype == RNLP_COMPLEX128;
    if (text.size > 1 || (text.size == 1 && std::strchr("0 +-", text.data[0]) == nullptr)) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: Fill string must be one or fewer characters of '0', ' ', '+', '-', got \"%.*s\"",
                  op, static_cast<int>(std::min<size_t>(text.size, 32)), text.data);
    }
    if (scientific && shortest) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: Cannot select both scientific and shortest notation",
                  op);
    }
    if (!is_float && (asked_precision >= 0 || scientific || shortest)) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: %s not supported for datatype %s", op,
                  asked_precision >= 0 ? "precision" : "scientific and shortest format",
                  TypeName(dtype));
    }
    if (asked_precision > kMaxPrecision || asked_width > kMaxPrecision) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: precision %lld and width %lld should be at most %lld", op,
                  static_cast<long long>(asked_precision), static_cast<long long>(asked_width),
                  static_cast<long long>(kMaxPrecision));
    }
    if (asked_precision >= 0) precision = static_cast<int>(asked_precision);
    if (asked_width > 0) width = static_cast<size_t>(asked_width);
    if (text.size == 1) fill = text.data[0];
    if (scientific) format = std::chars_format::scientific;
    if (shortest) format = std::chars_format::general;
    return nullptr;
  }

  // Enough for one number: sign, 309 digits before the point, the point and what precision asks for.
  size_t Capacity() const { return 330 + static_cast<size_t>(precision) + width; }

  // Pads digits[0..size) as printf would, in place; the buffer holds Capacity bytes. Returns the new
  // size.
  size_t Pad(char* text, size_t size, bool is_finite) const {
    if ((fill == '+' || fill == ' ') && text[0] != '-') {
      std::memmove(text + 1, text, size);
      text[0] = fill;
      ++size;
    }
    if (size >= width) return size;
    const size_t missing = width - size;
    if (fill == '-') {
      std::memset(text + size, ' ', missing);
    } else if (fill == '0' && is_finite) {
      const size_t sign = text[0] == '-' ? 1 : 0;
      std::memmove(text + sign + missing, text + sign, size - sign);
      std::memset(text + sign, '0', missing);
    } else {
      std::memmove(text + missing, text, size);
      std::memset(text, ' ', missing);
    }
    return width;
  }
  size_t PrintFloat(double value, char* text, size_t capacity) const {
    char* end = text + capacity - width - 1;
    if (std::isnan(value)) value = std::fabs(value);
    const std::to_chars_result result = std::to_chars(text, end, value, format, precision);
    const size_t size = result.ec == std::errc() ? static_cast<size_t>(result.ptr - text) : 0;
    return Pad(text, size, std::isfinite(value));
  }
  size_t PrintInt(int64_t value, char* text, size_t capacity) const {
    const std::to_chars_result result = std::to_chars(text, text + capacity, value);
    return Pad(text, static_cast<size_t>(result.ptr - text), true);
  }
  size_t PrintComplex(double re, double im, char* text, size_t capacity) const {
    size_t size = 0;
    text[size++] = '(';
    size += PrintFloat(re, text + size, capacity);
    text[size++] = ',';
    size += PrintFloat(im, text + size, capacity);
    text[size++] = ')';
    return size;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* input = run->inputs[0];
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, input));
    const size_t capacity = Capacity();
    Scratch scratch(run->host);
    char* text = scratch.Get(2 * capacity + 8);
    if (text == nullptr) return OutOfMemory(run->host, op);
    for (int64_t i = 0; i < input->num_elements; ++i) {
      size_t size = 0;
      switch (dtype) {
        case RNLP_BOOL: {
          size = Data<bool>(input)[i] ? 4 : 5;
          std::memcpy(text, size == 4 ? "true" : "false", size);
          size = Pad(text, size, false);
          break;
        }
        case RNLP_FLOAT:
          size = PrintFloat(static_cast<double>(Data<float>(input)[i]), text, capacity);
          break;
        case RNLP_DOUBLE:
          size = PrintFloat(Data<double>(input)[i], text, capacity);
          break;
        case RNLP_COMPLEX64: {
          const Complex<float> value = Data<Complex<float>>(input)[i];
          size =
              PrintComplex(static_cast<double>(value.re), static_cast<double>(value.im), text, capacity);
          break;
        }
        case RNLP_COMPLEX128: {
          const Complex<double> value = Data<Complex<double>>(input)[i];
          size = PrintComplex(value.re, value.im, text, capacity);
          break;
        }
        case RNLP_INT8:
          size = PrintInt(Data<int8_t>(input)[i], text, capacity);
          break;
        case RNLP_INT16:
          size = PrintInt(Data<int16_t>(input)[i], text, capacity);
          break;
        case RNLP_INT32:
          size = PrintInt(Data<int32_t>(input)[i], text, capacity);
          break;
        default:
          size = PrintInt(Data<int64_t>(input)[i], text, capacity);
          break;
      }
      RUNNEL_CPU_RETURN_IF_ERROR(run->host->step_set_string(run->host, run->step, 0, i, text, size));
    }
    return nullptr;
  }
};

constexpr int32_t kPrintable[] = {RNLP_INT8,   RNLP_INT16, RNLP_INT32,     RNLP_INT64,     RNLP_FLOAT,
                                  RNLP_DOUBLE, RNLP_BOOL,  RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr rnlp_type_constraint_t kPrintT[] = {Types("T", kPrintable)};
constexpr rnlp_arg_mark_t kJoinArgs[] = {{"inputs", RNLP_ARG_HOST}, {"output", RNLP_ARG_HOST}};
constexpr int32_t kString[] = {RNLP_STRING};
constexpr rnlp_type_constraint_t kStringT = Types("T", kString);
constexpr rnlp_arg_mark_t kAddArgs[] = {
    {"x", RNLP_ARG_HOST}, {"y", RNLP_ARG_HOST}, {"z", RNLP_ARG_HOST}};
constexpr rnlp_arg_mark_t kPrintArgs[] = {{"input", RNLP_ARG_HOST}, {"output", RNLP_ARG_HOST}};

}  // namespace

constexpr rnlp_kernel_row_t kStringRows[] = {
    MakeRow({.op = kJoin,
             .args = kJoinArgs,
             .num_args = 2,
             .create = Create<JoinKernel, kJoin>,
             .destroy = Destroy<JoinKernel>,
             .plan = PlanElements<100000>,
             .run = Run<JoinKernel>}),
    MakeRow({.op = kAdd,
             .types = &kStringT,
             .num_types = 1,
             .args = kAddArgs,
             .num_args = 3,
             .create = Create<AddKernel, kAdd>,
             .destroy = Destroy<AddKernel>,
             .plan = PlanElements<100000>,
             .run = Run<AddKernel>}),
    MakeRow({.op = kAsString,
             .types = kPrintT,
             .num_types = 1,
             .args = kPrintArgs,
             .num_args = 2,
             .create = Create<AsStringKernel, kAsString>,
             .destroy = Destroy<AsStringKernel>,
             .plan = PlanElements<200000>,
             .run = Run<AsStringKernel>}),
};
RUNNEL_CPU_ROWS(String)

}  // namespace runnel::cpu
