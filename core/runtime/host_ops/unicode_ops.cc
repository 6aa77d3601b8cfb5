// Text as characters: case, scripts, and encodings.
#include <algorithm>
#include <vector>

#include "core/base/unicode.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/numbers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

template <bool kUpper>
class StringCase : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    const std::string encoding = StringAttrOr(node, "encoding", "");
    if (!encoding.empty() && encoding != "utf-8") {
      return InvalidArgument("encoding is \"", encoding, "\", expected \"utf-8\", or none for ASCII");
    }
    utf8_ = !encoding.empty();
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    const Tensor& input = ctx.inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const output,
                            NewOutput(ctx, 0, DType::kString, input.shape()));
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      std::string text;
      if (utf8_) {
        text = kUpper ? UpperCase(input.string_at(i)) : LowerCase(input.string_at(i));
      } else {
        text = input.string_at(i);
        const char from = kUpper ? 'a' : 'A';
        for (char& c : text) {
          if (c >= from && c < from + 26) c = static_cast<char>(c ^ 0x20);
        }
      }
      RUNNEL_RETURN_IF_ERROR(SetString(*output, i, text));
    }
    return OkStatus();
  }

 private:
  bool utf8_ = false;
};

class UnicodeScript : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& input = ctx.inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const output, NewOutput(ctx, 0, DType::kInt32, input.shape()));
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      ElementsOf<int32_t>(*output)[i] = ScriptOf(ElementsOf<int32_t>(input)[i]);
    }
    return OkStatus();
  }
};

// What becomes of bytes, or code points, that are no characters.
class TextKernel : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    const std::string errors = StringAttrOr(node, "errors", "replace");
    strict_ = errors == "strict";
    ignores_ = errors == "ignore";
    replaces_controls_ = AttrOr(node, "replace_control_characters", false);
    const int64_t replacement = AttrOr<int64_t>(node, "replacement_char", 0xFFFD);
    if (replacement < 0 || replacement > 0x10FFFF) {
      return InvalidArgument("replacement_char is ", replacement, ", which is no code point");
    }
    replacement_ = static_cast<int32_t>(replacement);
    if (const std::string* name = node.attr<std::string>("input_encoding")) {
      RUNNEL_ASSIGN_OR_RETURN(input_, TextEncoding::Find(*name));
    }
    if (const std::string* name = node.attr<std::string>("output_encoding")) {
      RUNNEL_ASSIGN_OR_RETURN(output_, TextEncoding::Find(*name));
    }
    return OkStatus();
  }

 protected:
  // Calls f(c, at) for every character of string i, with the byte where it begins.
  template <typename F>
  Status Decode(const Tensor& strings, int64_t i, const F& f) const {
    const std::string_view all = strings.string_at(i);
    std::string_view rest = all;
    RUNNEL_ASSIGN_OR_RETURN(const TextEncoding encoding, input_.Begin(&rest));
    // A mark of the order of bytes belongs to the first character.
    for (int64_t at = 0; !rest.empty(); at = static_cast<int64_t>(all.size() - rest.size())) {
      int32_t c = 0;
      if (!encoding.Take(&rest, &c)) {
        if (strict_) return InvalidArgument("string ", i, ": at byte ", at, " there is no character");
        if (ignores_) continue;
        c = replacement_;
      } else if (replaces_controls_ && c <= 0x1F) {
        if (ignores_) continue;
        c = replacement_;
      }
      f(c, at);
    }
    return OkStatus();
  }
  // A replacement that is a surrogate, which TensorFlow takes, is written as U+FFFD.
  void Encode(int32_t c, std::string* out) const { output_.Append(IsCharacter(c) ? c : 0xFFFD, out); }

  bool strict_ = false, ignores_ = false, replaces_controls_ = false;
  int32_t replacement_ = 0xFFFD;
  TextEncoding input_, output_;
};

class UnicodeDecode : public TextKernel {
 public:
  Status Init(const HostNode& node) override {
    splits_type_ = AttrOr(node, "Tsplits", DType::kInt64);
    return TextKernel::Init(node);
  }
  Status Run(HostContext& ctx) override {
    const Tensor& input = ctx.inputs[0];
    std::vector<int32_t> characters;
    std::vector<int64_t> starts, splits{0};
    const bool wants_starts = ctx.outputs.size() > 2;
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      RUNNEL_RETURN_IF_ERROR(Decode(input, i, [&](int32_t c, int64_t at) {
        characters.push_back(c);
        if (wants_starts) starts.push_back(at);
      }));
      splits.push_back(static_cast<int64_t>(characters.size()));
    }
    if (splits_type_ == DType::kInt32 && splits.back() > INT32_MAX) {
      return InvalidArgument("there are ", splits.back(), " characters, too many for splits of int32");
    }
    const Shape shape{splits.back()};
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out_splits,
                            NewOutput(ctx, 0, splits_type_, Shape{static_cast<int64_t>(splits.size())}));
    for (size_t i = 0; i < splits.size(); ++i) {
      if (splits_type_ == DType::kInt32) {
        ElementsOf<int32_t>(*out_splits)[i] = static_cast<int32_t>(splits[i]);
      } else {
        ElementsOf<int64_t>(*out_splits)[i] = splits[i];
      }
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const values, NewOutput(ctx, 1, DType::kInt32, shape));
    std::copy(characters.begin(), characters.end(), ElementsOf<int32_t>(*values));
    if (!wants_starts) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const offsets, NewOutput(ctx, 2, DType::kInt64, shape));
    std::copy(starts.begin(), starts.end(), ElementsOf<int64_t>(*offsets));
    return OkStatus();
  }

 private:
  DType splits_type_ = DType::kInt64;
};

class UnicodeEncode : public TextKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "input_values", 1));
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 1, "input_splits", 1));
    const Tensor& values = ctx.inputs[0];
    const Tensor& splits = ctx.inputs[1];
    const int64_t rows = splits.num_elements() - 1, n = values.num_elements();
    if (rows < 0) return InvalidArgument("input_splits are empty, expected a 0 at least");
    for (int64_t i = 0; i <= rows; ++i) {
      const int64_t split = splits.int_at(i);
      const bool fits = i == 0 ? split == 0 : split >= splits.int_at(i - 1) && split <= n;
      if (fits && (i < rows || split == n)) continue;
      return InvalidArgument("input_splits[", i, "] is ", split,
                             ", expected numbers that do not fall, from 0 to ", n);
    }
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const output, NewOutput(ctx, 0, DType::kString, Shape{rows}));
    std::string text;
    for (int64_t row = 0; row < rows; ++row) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      text.clear();
      for (int64_t i = splits.int_at(row); i < splits.int_at(row + 1); ++i) {
        int32_t c = ElementsOf<int32_t>(values)[i];
        if (!IsCharacter(c)) {
          if (strict_) return InvalidArgument("input_values[", i, "] = ", c, " is no character");
          if (ignores_) continue;
          c = replacement_;
        }
        Encode(c, &text);
      }
      RUNNEL_RETURN_IF_ERROR(SetString(*output, row, text));
    }
    return OkStatus();
  }
};

class UnicodeTranscode : public TextKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& input = ctx.inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const output,
                            NewOutput(ctx, 0, DType::kString, input.shape()));
    std::string text;
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      text.clear();
      RUNNEL_RETURN_IF_ERROR(Decode(input, i, [&](int32_t c, int64_t) { Encode(c, &text); }));
      RUNNEL_RETURN_IF_ERROR(SetString(*output, i, text));
    }
    return OkStatus();
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "StringLower", .create = CreateKernel<StringCase<false>>},
    {.op = "StringUpper", .create = CreateKernel<StringCase<true>>},
    {.op = "UnicodeScript", .create = CreateKernel<UnicodeScript>},
    {.op = "UnicodeDecode", .create = CreateKernel<UnicodeDecode>},
    {.op = "UnicodeDecodeWithOffsets", .create = CreateKernel<UnicodeDecode>},
    {.op = "UnicodeEncode", .create = CreateKernel<UnicodeEncode>},
    {.op = "UnicodeTranscode", .create = CreateKernel<UnicodeTranscode>},
};

}  // namespace

std::span<const HostKernelRow> UnicodeKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
