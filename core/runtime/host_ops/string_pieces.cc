// Pieces of strings: splitting, joining, cutting, counting.
#include <algorithm>
#include <vector>

#include "core/base/checked.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view WithoutLeadingSpace(std::string_view text) {
  size_t n = 0;
  while (n < text.size() && IsSpace(text[n])) ++n;
  return text.substr(n);
}

std::string_view Stripped(std::string_view text) {
  text = WithoutLeadingSpace(text);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

// ---- splitting ----

using Pieces = std::vector<std::string_view>;

class SplitKernel : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "input", 1));
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 1, "the separator", 0));
    const Tensor& input = ctx.inputs[0];
    const std::string_view separator = ctx.inputs[1].string_at(0);
    Pieces pieces;
    std::vector<int64_t> counts;
    int64_t most = 0;
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      const size_t before = pieces.size();
      Split(input.string_at(i), separator, &pieces);
      counts.push_back(static_cast<int64_t>(pieces.size() - before));
      most = std::max(most, counts.back());
    }
    const int64_t n = static_cast<int64_t>(pieces.size());
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const indices, NewOutput(ctx, 0, DType::kInt64, Shape{n, 2}));
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const values, NewOutput(ctx, 1, DType::kString, Shape{n}));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const shape, NewOutput(ctx, 2, DType::kInt64, Shape{2}));
    int64_t* at = static_cast<int64_t*>(indices->data());
    for (size_t row = 0; row < counts.size(); ++row) {
      for (int64_t column = 0; column < counts[row]; ++column) {
        *at++ = static_cast<int64_t>(row);
        *at++ = column;
      }
    }
    for (int64_t i = 0; i < n; ++i) {
      RUNNEL_RETURN_IF_ERROR(SetString(*values, i, pieces[static_cast<size_t>(i)]));
    }
    static_cast<int64_t*>(shape->data())[0] = input.num_elements();
    static_cast<int64_t*>(shape->data())[1] = most;
    return OkStatus();
  }

 protected:
  virtual void Split(std::string_view text, std::string_view separator, Pieces* out) const = 0;
};

class StringSplit : public SplitKernel {
 public:
  Status Init(const HostNode& node) override {
    skip_empty_ = AttrOr(node, "skip_empty", true);
    return OkStatus();
  }

 private:
  void Split(std::string_view text, std::string_view separators, Pieces* out) const override {
    if (separators.empty()) {
      for (size_t i = 0; i < text.size(); ++i) out->push_back(text.substr(i, 1));
      return;
    }
    // Of an empty string TensorFlow gives no piece, whatever skip_empty says.
    while (!text.empty()) {
      const size_t end = text.find_first_of(separators);
      const std::string_view piece = text.substr(0, end);
      if (!piece.empty() || !skip_empty_) out->push_back(piece);
      if (end == std::string_view::npos) return;
      text.remove_prefix(end + 1);
      if (text.empty() && !skip_empty_) out->push_back(text);
    }
  }
  bool skip_empty_ = true;
};

class StringSplitV2 : public SplitKernel {
 public:
  Status Init(const HostNode& node) override {
    max_split_ = AttrOr<int64_t>(node, "maxsplit", -1);
    return OkStatus();
  }

 private:
  void Split(std::string_view text, std::string_view separator, Pieces* out) const override {
    if (max_split_ == 0) {
      out->push_back(text);
      return;
    }
    int64_t splits = 0;
    if (!separator.empty()) {
      for (size_t at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
        out->push_back(text.substr(0, at));
        text.remove_prefix(at + separator.size());
        if (++splits == max_split_) break;
      }
      out->push_back(text);
      return;
    }
    for (text = WithoutLeadingSpace(text); !text.empty();) {
      const size_t end =
          static_cast<size_t>(std::find_if(text.begin(), text.end(), IsSpace) - text.begin());
      out->push_back(text.substr(0, end));
      text = WithoutLeadingSpace(text.substr(end));
      if (++splits != max_split_) continue;
      out->push_back(text);
      return;
    }
  }
  int64_t max_split_ = -1;
};

// ---- joining ----

// Appends piece by piece, and says so where the whole does not fit.
class Joiner {
 public:
  explicit Joiner(std::string_view separator) : separator_(separator) {}
  void Add(std::string_view piece) {
    if (!first_) text_ += separator_;
    first_ = false;
    text_ += piece;
  }
  const std::string& text() const { return text_; }
  void Clear() {
    text_.clear();
    first_ = true;
  }

 private:
  const std::string_view separator_;
  std::string text_;
  bool first_ = true;
};

class ReduceJoin : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    keep_dims_ = AttrOr(node, "keep_dims", false);
    separator_ = StringAttrOr(node, "separator", "");
    return OkStatus();
  }

  Status Run(HostContext& ctx) override {
    const Tensor& input = ctx.inputs[0];
    const Tensor& axes = ctx.inputs[1];
    const int rank = input.shape().rank();
    std::vector<int64_t> strides(static_cast<size_t>(rank), 1);
    for (int d = rank - 1; d > 0; --d) {
      strides[static_cast<size_t>(d) - 1] = strides[static_cast<size_t>(d)] * input.shape().dim(d);
    }
    std::vector<bool> joined(static_cast<size_t>(rank));
    Walk within, over;  // offsets of what is joined, and of the results
    for (int64_t i = axes.num_elements() - 1; i >= 0; --i) {
      const int64_t axis = axes.int_at(i);
      if (axis < -rank || axis >= rank) {
        return OutOfRange("reduction index ", axis, " is not in [", -rank, ",", rank, "): inputs are ",
                          input.shape().ToString());
      }
      const size_t d = static_cast<size_t>(axis < 0 ? axis + rank : axis);
      if (joined[d]) return InvalidArgument("reduction index ", axis, " is given twice");
      joined[d] = true;
      within.Add(input.shape().dim(static_cast<int>(d)), strides[d]);
    }
    Shape out;
    for (size_t d = 0; d < joined.size(); ++d) {
      const int64_t size = input.shape().dim(static_cast<int>(d));
      if (!joined[d]) over.Add(size, strides[d]);
      if (!joined[d] || keep_dims_) out.Append(joined[d] ? 1 : size);
    }
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const output, NewOutput(ctx, 0, DType::kString, out));
    Joiner joiner(separator_);
    for (int64_t i = 0; i < over.count(); ++i) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      joiner.Clear();
      const int64_t begin = over.Offset(i);
      for (int64_t k = 0; k < within.count(); ++k) {
        joiner.Add(input.string_at(begin + within.Offset(k)));
      }
      RUNNEL_RETURN_IF_ERROR(SetString(*output, i, joiner.text()));
    }
    return OkStatus();
  }

 private:
  // Some dimensions of a tensor, the last one fastest. They are dimensions of a tensor that there is, so
  // their product fits, unless another one is 0: then nothing is looked at.
  class Walk {
   public:
    void Add(int64_t size, int64_t stride) {
      dims_.push_back({size, stride});
      if (!CheckedMul(count_, size, &count_)) count_ = 0;
    }
    int64_t count() const { return count_; }
    int64_t Offset(int64_t i) const {
      int64_t offset = 0;
      for (size_t d = dims_.size(); d-- > 0;) {
        offset += i % dims_[d].first * dims_[d].second;
        i /= dims_[d].first;
      }
      return offset;
    }

   private:
    std::vector<std::pair<int64_t, int64_t>> dims_;
    int64_t count_ = 1;
  };

  bool keep_dims_ = false;
  std::string separator_;
};

class UnsortedSegmentJoin : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    separator_ = StringAttrOr(node, "separator", "");
    return OkStatus();
  }

  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 2, "num_segments", 0));
    const Tensor& input = ctx.inputs[0];
    const Tensor& ids = ctx.inputs[1];
    const int64_t segments = ctx.inputs[2].int_at(0);
    const int ids_rank = ids.shape().rank();
    const auto dims = input.shape().dims();
    const bool is_prefix = ids_rank <= input.shape().rank() &&
                           Shape(dims.first(static_cast<size_t>(ids_rank))) == ids.shape();
    if (!is_prefix || ids_rank == 0) {
      return InvalidArgument("segment_ids of shape ", ids.shape().ToString(),
                             " must be a prefix of the shape of inputs, ", input.shape().ToString(),
                             ", and no scalar");
    }
    if (segments < 0) return InvalidArgument("num_segments is ", segments, ", expected at least 0");
    int64_t slice = 1;
    Shape out{segments};
    for (const int64_t dim : dims.subspan(static_cast<size_t>(ids_rank))) {
      slice *= dim;
      out.Append(dim);
    }
    std::vector<std::pair<int64_t, int64_t>> order;  // id, place
    for (int64_t i = 0; i < ids.num_elements(); ++i) {
      const int64_t id = ids.int_at(i);
      if (id < 0 || id >= segments) {
        return InvalidArgument("segment_ids[", i, "] = ", id, " is not in [0,", segments, ")");
      }
      order.emplace_back(id, i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const output, NewOutput(ctx, 0, DType::kString, out));
    Joiner joiner(separator_);
    for (size_t begin = 0; begin < order.size();) {
      size_t end = begin;
      while (end < order.size() && order[end].first == order[begin].first) ++end;
      for (int64_t k = 0; k < slice; ++k) {
        joiner.Clear();
        for (size_t i = begin; i < end; ++i) joiner.Add(input.string_at(order[i].second * slice + k));
        RUNNEL_RETURN_IF_ERROR(SetString(*output, order[begin].first * slice + k, joiner.text()));
      }
      begin = end;
    }
    return OkStatus();
  }

 private:
  std::string separator_;
};

// For every row its n-grams of each width, one width after the other.
class StringNGrams : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    separator_ = StringAttrOr(node, "separator", "");
    left_pad_ = StringAttrOr(node, "left_pad", "");
    right_pad_ = StringAttrOr(node, "right_pad", "");
    pad_width_ = AttrOr<int64_t>(node, "pad_width", 0);
    keep_short_ = AttrOr(node, "preserve_short_sequences", false);
    widths_ = AttrOr<std::vector<int64_t>>(node, "ngram_widths", {});
    for (const int64_t width : widths_) {
      if (width < 1) return InvalidArgument("ngram_widths has ", width, ", expected at least 1");
    }
    return OkStatus();
  }

  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 0, "data", 1));
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 1, "data_splits", 1));
    const Tensor& data = ctx.inputs[0];
    const Tensor& splits = ctx.inputs[1];
    const int64_t rows = splits.num_elements() - 1;
    RUNNEL_RETURN_IF_ERROR(CheckSplits(data, splits));
    std::vector<int64_t> ends(1, 0);
    int64_t total = 0;
    for (int64_t row = 0; row < rows; ++row) {
      int64_t count = 0;
      const int64_t length = splits.int_at(row + 1) - splits.int_at(row);
      for (const int64_t width : widths_) {
        if (!CheckedAdd(count, Count(length, width), &count)) return TooMany();
      }
      if (keep_short_ && length > 0 && count == 0) count = 1;
      if (!CheckedAdd(total, count, &total)) return TooMany();
      ends.push_back(total);
    }
    if (splits.dtype() == DType::kInt32 && total > INT32_MAX) return TooMany();
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const ngrams, NewOutput(ctx, 0, DType::kString, Shape{total}));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out_splits, NewOutput(ctx, 1, splits.dtype(), splits.shape()));
    for (int64_t i = 0; i <= rows; ++i) {
      const int64_t end = ends[static_cast<size_t>(i)];
      if (splits.dtype() == DType::kInt32) {
        static_cast<int32_t*>(out_splits->data())[i] = static_cast<int32_t>(end);
      } else {
        static_cast<int64_t*>(out_splits->data())[i] = end;
      }
    }
    int64_t at = 0;
    for (int64_t row = 0; row < rows; ++row) {
      const int64_t begin = splits.int_at(row), length = splits.int_at(row + 1) - begin;
      for (const int64_t width : widths_) {
        RUNNEL_RETURN_IF_ERROR(Make(ctx, *ngrams, begin, Count(length, width), width, &at));
      }
      if (at == ends[static_cast<size_t>(row) + 1]) continue;
      // A short row as it is, with as much padding as is asked for.
      int64_t width = length;
      if (pad_width_ > 0 && (pad_width_ > INT32_MAX || !CheckedAdd(width, 2 * pad_width_, &width))) {
        return TooMany();
      }
      RUNNEL_RETURN_IF_ERROR(Make(ctx, *ngrams, begin, 1, width, &at));
    }
    return OkStatus();
  }

 private:
  static Status TooMany() { return InvalidArgument("there would be too many n-grams"); }
  static Status CheckSplits(const Tensor& data, const Tensor& splits) {
    const int64_t n = splits.num_elements();
    if (n == 0) return OkStatus();
    for (int64_t i = 0; i < n; ++i) {
      const int64_t least = i == 0 ? 0 : splits.int_at(i - 1), split = splits.int_at(i);
      const bool fits = i == 0 ? split == 0 : split >= least && split <= data.num_elements();
      if (!fits) {
        return InvalidArgument("data_splits[", i, "] is ", split, ", expected ",
                               i == 0 ? "0" : "rising numbers up to the size of data");
      }
    }
    if (splits.int_at(n - 1) == data.num_elements()) return OkStatus();
    return InvalidArgument("data_splits end with ", splits.int_at(n - 1), ", data has ",
                           data.num_elements(), " strings");
  }
  int64_t PadOf(int64_t width) const {
    return pad_width_ < 0 ? width - 1 : std::min(pad_width_, width - 1);
  }
  // Saturates: the sum over rows is checked.
  int64_t Count(int64_t length, int64_t width) const {
    int64_t padded = 0;
    if (!CheckedMul(PadOf(width), int64_t{2}, &padded) || !CheckedAdd(padded, length, &padded)) {
      return INT64_MAX;
    }
    return std::max<int64_t>(0, padded - width + 1);
  }
  Status Make(const HostContext& ctx, const Tensor& out, int64_t begin, int64_t count, int64_t width,
              int64_t* at) const {
    const int64_t pad = PadOf(width);
    Joiner joiner(separator_);
    for (int64_t i = 0; i < count; ++i) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      const int64_t left = std::max<int64_t>(0, pad - i);
      const int64_t right = std::max<int64_t>(0, pad - (count - i - 1));
      const int64_t first = begin + (left > 0 ? 0 : i - pad);
      joiner.Clear();
      for (int64_t k = 0; k < left; ++k) joiner.Add(left_pad_);
      for (int64_t k = 0; k < width - left - right; ++k) joiner.Add(ctx.inputs[0].string_at(first + k));
      for (int64_t k = 0; k < right; ++k) joiner.Add(right_pad_);
      RUNNEL_RETURN_IF_ERROR(SetString(out, (*at)++, joiner.text()));
    }
    return OkStatus();
  }

  std::string separator_, left_pad_, right_pad_;
  int64_t pad_width_ = 0;
  bool keep_short_ = false;
  std::vector<int64_t> widths_;
};

// ---- cutting and counting ----

bool ContinuesCharacter(char c) { return (static_cast<uint8_t>(c) & 0xC0) == 0x80; }

int64_t CountCharacters(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return !ContinuesCharacter(c); });
}

// The byte where character `n` begins, or the end of the text.
size_t CharacterAt(std::string_view text, int64_t n) {
  size_t at = 0;
  for (; at < text.size() && n > 0; --n) {
    ++at;
    while (at < text.size() && ContinuesCharacter(text[at])) ++at;
  }
  return at;
}

class UnitKernel : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    characters_ = StringAttrOr(node, "unit", "BYTE") == "UTF8_CHAR";
    return OkStatus();
  }

 protected:
  bool characters_ = false;
};

class StringLength : public UnitKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& input = ctx.inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const output, NewOutput(ctx, 0, DType::kInt32, input.shape()));
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      const std::string_view text = input.string_at(i);
      const int64_t length = characters_ ? CountCharacters(text) : static_cast<int64_t>(text.size());
      if (length > INT32_MAX) return InvalidArgument("string ", i, " has ", length, " bytes");
      static_cast<int32_t*>(output->data())[i] = static_cast<int32_t>(length);
    }
    return OkStatus();
  }
};

class Substr : public UnitKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& input = ctx.inputs[0];
    const Tensor& pos = ctx.inputs[1];
    const Tensor& len = ctx.inputs[2];
    if (!(pos.shape() == len.shape())) {
      return InvalidArgument("pos has shape ", pos.shape().ToString(), ", len ", len.shape().ToString(),
                             ": they must be alike");
    }
    RUNNEL_ASSIGN_OR_RETURN(const Shape out, Broadcast(input.shape(), pos.shape()));
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const output, NewOutput(ctx, 0, DType::kString, out));
    for (int64_t i = 0; i < output->num_elements(); ++i) {
      const std::string_view text = input.string_at(Source(out, input.shape(), i));
      const int64_t place = Source(out, pos.shape(), i);
      RUNNEL_ASSIGN_OR_RETURN(const std::string_view piece,
                              Cut(text, pos.int_at(place), len.int_at(place), i));
      RUNNEL_RETURN_IF_ERROR(SetString(*output, i, piece));
    }
    return OkStatus();
  }

 private:
  static Result<Shape> Broadcast(const Shape& a, const Shape& b) {
    const int rank = std::max(a.rank(), b.rank());
    Shape out;
    for (int d = 0; d < rank; ++d) {
      const int da = d - (rank - a.rank()), db = d - (rank - b.rank());
      const int64_t x = da < 0 ? 1 : a.dim(da), y = db < 0 ? 1 : b.dim(db);
      if (x != y && x != 1 && y != 1) {
        return InvalidArgument("input has shape ", a.ToString(), ", pos ", b.ToString(),
                               ": they do not broadcast");
      }
      out.Append(x == 1 ? y : x);
    }
    return out;
  }
  // Which element of a tensor of shape `from` is element i of what it broadcasts to.
  static int64_t Source(const Shape& out, const Shape& from, int64_t i) {
    int64_t source = 0, stride = 1;
    for (int d = out.rank() - 1; d >= 0; --d) {
      const int of = d - (out.rank() - from.rank());
      if (of >= 0 && from.dim(of) != 1) source += i % out.dim(d) * stride;
      if (of >= 0) stride *= from.dim(of);
      i /= out.dim(d);
    }
    return source;
  }
  Result<std::string_view> Cut(std::string_view text, int64_t pos, int64_t len, int64_t i) const {
    const int64_t size = characters_ ? CountCharacters(text) : static_cast<int64_t>(text.size());
    if (pos > size || pos < -size) {
      return InvalidArgument("pos ", pos, " is outside of string ", i, ", which has ", size,
                             characters_ ? " characters" : " bytes");
    }
    if (pos < 0) pos += size;
    if (!characters_) {
      // As in TensorFlow, a len below 0 takes the rest.
      return text.substr(static_cast<size_t>(pos),
                         len < 0 ? std::string_view::npos : static_cast<size_t>(len));
    }
    text.remove_prefix(CharacterAt(text, pos));
    return text.substr(0, CharacterAt(text, len));
  }
};

class StringStrip : public AttrKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& input = ctx.inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(const Tensor* const output,
                            NewOutput(ctx, 0, DType::kString, input.shape()));
    for (int64_t i = 0; i < input.num_elements(); ++i) {
      RUNNEL_RETURN_IF_ERROR(SetString(*output, i, Stripped(input.string_at(i))));
    }
    return OkStatus();
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "StringSplit", .create = CreateKernel<StringSplit>},
    {.op = "StringSplitV2", .create = CreateKernel<StringSplitV2>},
    {.op = "ReduceJoin", .create = CreateKernel<ReduceJoin>},
    {.op = "UnsortedSegmentJoin", .create = CreateKernel<UnsortedSegmentJoin>},
    {.op = "StringNGrams", .create = CreateKernel<StringNGrams>},
    {.op = "StringLength", .create = CreateKernel<StringLength>},
    {.op = "Substr", .create = CreateKernel<Substr>},
    {.op = "StringStrip", .create = CreateKernel<StringStrip>},
};

}  // namespace

std::span<const HostKernelRow> StringPieceKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
