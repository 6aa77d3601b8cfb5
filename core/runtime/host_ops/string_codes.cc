// Strings to and from other things: numbers, base64, hashes, the text of tensors.
#include <vector>

#include "core/base/hash.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/number_text.h"
#include "core/runtime/host_ops/tensor_text.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// ---- numbers ----

class StringToNumber : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    type_ = AttrOr(node, "out_type", DType::kFloat);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    switch (type_) {
      case DType::kFloat:
        return RunAs<float>(ctx);
      case DType::kDouble:
        return RunAs<double>(ctx);
      case DType::kInt32:
        return RunAs<int32_t>(ctx);
      case DType::kInt64:
        return RunAs<int64_t>(ctx);
      case DType::kUInt32:
        return RunAs<uint32_t>(ctx);
      case DType::kUInt64:
        return RunAs<uint64_t>(ctx);
      default:
        return Unimplemented("strings as numbers of type ", DTypeName(type_));
    }
  }

 private:
  template <typename T>
  Status RunAs(HostContext& ctx) {
    const Tensor& input = ctx.inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const output, NewOutput(ctx, 0, type_, input.shape()));
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      if (ReadNumber(input.string_at(i), static_cast<T*>(output->data()) + i)) continue;
      return InvalidArgument("string ", i, ", \"", EscapedText(input.string_at(i).substr(0, 100)),
                             "\", is no ", DTypeName(type_));
    }
    return OkStatus();
  }
  DType type_ = DType::kFloat;
};

// ---- base64 ----

constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

class EncodeBase64 : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    pad_ = AttrOr(node, "pad", false);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    const Tensor& input = ctx.inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const output,
                            NewOutput(ctx, 0, DType::kString, input.shape()));
    std::string text;
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      const std::string_view in = input.string_at(i);
      text.clear();
      for (size_t at = 0; at < in.size(); at += 3) {
        uint32_t bits = 0;
        const size_t n = std::min<size_t>(3, in.size() - at);
        for (size_t k = 0; k < 3; ++k)
          bits = bits << 8 | (k < n ? static_cast<uint8_t>(in[at + k]) : 0u);
        for (size_t k = 0; k <= n; ++k) text += kDigits[bits >> (18 - 6 * k) & 63];
        if (pad_) text.append(3 - n, '=');
      }
      RUNNEL_RETURN_IF_ERROR(SetString(*output, i, text));
    }
    return OkStatus();
  }

 private:
  bool pad_ = false;
};

class DecodeBase64 : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& input = ctx.inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const output,
                            NewOutput(ctx, 0, DType::kString, input.shape()));
    std::string text;
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      std::string_view in = input.string_at(i);
      text.clear();
      if (in.size() % 4 == 0 && in.ends_with("=")) in.remove_suffix(in.ends_with("==") ? 2 : 1);
      if (in.size() % 4 == 1) {
        return InvalidArgument("string ", i, " has ", in.size(),
                               " characters, which is no length of base64");
      }
      uint32_t bits = 0;
      for (size_t k = 0; k < in.size(); ++k) {
        const char* const digit = std::char_traits<char>::find(kDigits, 64, in[k]);
        if (digit == nullptr) {
          return InvalidArgument("string ", i, " has at byte ", k,
                                 " a character that is not of base64: \"", EscapedText(in.substr(k, 1)),
                                 "\"");
        }
        bits = bits << 6 | static_cast<uint32_t>(digit - kDigits);
        if (k % 4 > 0) text += static_cast<char>(bits >> (6 - 2 * (k % 4)) & 255);
      }
      RUNNEL_RETURN_IF_ERROR(SetString(*output, i, text));
    }
    return OkStatus();
  }
};

// ---- hashes ----

class BucketKernel : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    buckets_ = AttrOr<int64_t>(node, "num_buckets", 0);
    if (buckets_ < 1) return InvalidArgument("num_buckets is ", buckets_, ", expected at least 1");
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    const Tensor& input = ctx.inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const output, NewOutput(ctx, 0, DType::kInt64, input.shape()));
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      static_cast<int64_t*>(output->data())[i] =
          static_cast<int64_t>(Hash(input.string_at(i)) % static_cast<uint64_t>(buckets_));
    }
    return OkStatus();
  }

 private:
  virtual uint64_t Hash(std::string_view text) const = 0;
  int64_t buckets_ = 1;
};

class HashBucket : public BucketKernel {
  uint64_t Hash(std::string_view text) const override { return MurmurHash64(text); }
};
class FastBucket : public BucketKernel {
  uint64_t Hash(std::string_view text) const override { return FarmFingerprint64(text); }
};
class StrongBucket : public BucketKernel {
 public:
  Status Init(const HostNode& node) override {
    key_ = AttrOr<std::vector<int64_t>>(node, "key", {});
    if (key_.size() != 2) return InvalidArgument("key has ", key_.size(), " numbers, expected 2");
    return BucketKernel::Init(node);
  }

 private:
  uint64_t Hash(std::string_view text) const override {
    return SipHash24(static_cast<uint64_t>(key_[0]), static_cast<uint64_t>(key_[1]), text);
  }
  std::vector<int64_t> key_;
};

class Fingerprint : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& data = ctx.inputs[0];
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 1, "method", 0));
    const std::string_view method = ctx.inputs[1].string_at(0);
    if (method != "farmhash64") {
      return InvalidArgument("method is \"", method, "\", expected \"farmhash64\"");
    }
    if (data.shape().rank() == 0) return InvalidArgument("data must have a rank of at least 1");
    if (!IsPlainData(data.dtype()) && data.dtype() != DType::kString) {
      return InvalidArgument("values of type ", DTypeName(data.dtype()), " have no fingerprint");
    }
    const int64_t rows = data.shape().dim(0);
    const int64_t width = rows == 0 ? 0 : data.num_elements() / rows;
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const output, NewOutput(ctx, 0, DType::kUInt8, Shape{rows, 8}));
    for (int64_t row = 0; row < rows; ++row) {
      const uint64_t hash = data.dtype() == DType::kString ? OfStrings(data, row * width, width)
                                                           : OfBytes(data, row * width, width);
      Put(hash, static_cast<char*>(output->data()) + row * 8);
    }
    return OkStatus();
  }

 private:
  static void Put(uint64_t value, char* out) {
    for (int i = 0; i < 8; ++i) out[i] = static_cast<char>(value >> (8 * i) & 255);
  }
  static uint64_t OfBytes(const Tensor& data, int64_t first, int64_t count) {
    const size_t size = DTypeSize(data.dtype());
    return FarmFingerprint64({static_cast<const char*>(data.data()) + static_cast<size_t>(first) * size,
                              static_cast<size_t>(count) * size});
  }
  static uint64_t OfStrings(const Tensor& data, int64_t first, int64_t count) {
    if (count == 1) return FarmFingerprint64(data.string_at(first));
    std::string all(static_cast<size_t>(count) * 8, '\0');
    for (int64_t i = 0; i < count; ++i) {
      Put(FarmFingerprint64(data.string_at(first + i)), all.data() + i * 8);
    }
    return FarmFingerprint64(all);
  }
};

// ---- text of tensors ----

class StringFormat : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    summarize_ = AttrOr<int64_t>(node, "summarize", 3);
    const std::string text = StringAttrOr(node, "template", "%s");
    const std::string placeholder = StringAttrOr(node, "placeholder", "%s");
    size_t at = 0;
    while (!placeholder.empty()) {
      const size_t next = text.find(placeholder, at);
      if (next == std::string::npos) break;
      pieces_.push_back(text.substr(at, next - at));
      at = next + placeholder.size();
    }
    pieces_.push_back(text.substr(at));
    if (pieces_.size() == node.input_types.size() + 1) return OkStatus();
    return InvalidArgument("template has ", pieces_.size() - 1, " placeholders \"", placeholder,
                           "\" for ", node.input_types.size(), " inputs");
  }
  Status Run(HostContext& ctx) override {
    std::string out = pieces_[0];
    for (size_t i = 0; i < ctx.inputs.size(); ++i) {
      out += NestedText(ctx.inputs[i], summarize_);
      out += pieces_[i + 1];
    }
    return SetStringScalar(ctx, 0, out);
  }

 private:
  int64_t summarize_ = 3;
  std::vector<std::string> pieces_;
};

constexpr HostKernelRow kRows[] = {
    {.op = "StringToNumber", .create = CreateKernel<StringToNumber>},
    {.op = "EncodeBase64", .create = CreateKernel<EncodeBase64>},
    {.op = "DecodeBase64", .create = CreateKernel<DecodeBase64>},
    {.op = "StringToHashBucket", .create = CreateKernel<HashBucket>},
    {.op = "StringToHashBucketFast", .create = CreateKernel<FastBucket>},
    {.op = "StringToHashBucketStrong", .create = CreateKernel<StrongBucket>},
    {.op = "Fingerprint", .create = CreateKernel<Fingerprint>},
    {.op = "StringFormat", .create = CreateKernel<StringFormat>},
};

}  // namespace

std::span<const HostKernelRow> StringCodeKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
