// Crossed features: of each row all combinations of one feature from every column, as texts or as
// hashes.
#include <limits>
#include <vector>

#include "core/base/checked.h"
#include "core/base/hash.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/numbers.h"
#include "core/runtime/host_ops/sparse_parts.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// A column of features: of a row, values [begins[row], begins[row + 1]).
struct Column {
  const Tensor* values = nullptr;
  std::vector<int64_t> begins;
  bool is_sparse = false;
};

class CrossKernel : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    count_ = AttrOr<int64_t>(node, "N", 0);
    num_dense_ = static_cast<int64_t>(AttrOr<std::vector<DType>>(node, "dense_types", {}).size());
    return OkStatus();
  }

  Status Run(HostContext& ctx) override {
    int64_t rows = 0;
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Column> columns, Columns(ctx, &rows));
    std::vector<int64_t> counts;
    int64_t total = 0, most = 0;
    for (int64_t row = 0; row < rows; ++row) {
      int64_t count = columns.empty() ? 0 : 1;
      for (const Column& column : columns) {
        const size_t at = static_cast<size_t>(row);
        if (!CheckedMul(count, column.begins[at + 1] - column.begins[at], &count)) return TooMany();
      }
      counts.push_back(count);
      most = std::max(most, count);
      if (!CheckedAdd(total, count, &total)) return TooMany();
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const indices, NewOutput(ctx, 0, DType::kInt64, Shape{total, 2}));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const values,
                            NewOutput(ctx, 1, hashed() ? DType::kInt64 : DType::kString, Shape{total}));
    RUNNEL_RETURN_IF_ERROR(SetVector(ctx, 2, {rows, most}));
    int64_t* at = ElementsOf<int64_t>(*indices);
    int64_t next = 0;
    std::vector<int64_t> places(columns.size());
    for (int64_t row = 0; row < rows; ++row) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      for (int64_t k = 0; k < counts[static_cast<size_t>(row)]; ++k) {
        // The last column runs fastest.
        int64_t rest = k;
        for (size_t c = columns.size(); c-- > 0;) {
          const int64_t begin = columns[c].begins[static_cast<size_t>(row)];
          const int64_t size = columns[c].begins[static_cast<size_t>(row) + 1] - begin;
          places[c] = begin + rest % size;
          rest /= size;
        }
        RUNNEL_RETURN_IF_ERROR(Cross(columns, places, *values, next++));
        *at++ = row;
        *at++ = k;
      }
    }
    return OkStatus();
  }

 protected:
  virtual bool hashed() const = 0;
  virtual Status Cross(const std::vector<Column>& columns, const std::vector<int64_t>& places,
                       const Tensor& values, int64_t at) const = 0;

  static Status CrossTexts(const std::vector<Column>& columns, const std::vector<int64_t>& places,
                           std::string_view separator, bool hash_strings, const Tensor& values,
                           int64_t at) {
    std::string text;
    for (size_t c = 0; c < columns.size(); ++c) {
      if (c > 0) text += separator;
      const Tensor& from = *columns[c].values;
      if (from.dtype() != DType::kString) {
        text += StrCat(from.int_at(places[c]));
      } else if (hash_strings) {
        text += StrCat(static_cast<int64_t>(FarmFingerprint64(from.string_at(places[c]))));
      } else {
        text += from.string_at(places[c]);
      }
    }
    return SetString(values, at, text);
  }
  static int64_t Bucket(uint64_t hash, int64_t buckets) {
    // Without buckets what is not negative.
    const uint64_t most = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
    return static_cast<int64_t>(hash % (buckets > 0 ? static_cast<uint64_t>(buckets) : most));
  }

 private:
  static Status TooMany() { return InvalidArgument("there would be too many crosses"); }

  Result<std::vector<Column>> Columns(const HostContext& ctx, int64_t* rows) const {
    std::vector<Column> columns;
    *rows = -1;
    const auto check_rows = [&](int64_t have, std::string_view what, int64_t i) {
      if (*rows < 0) *rows = have;
      return *rows == have
                 ? OkStatus()
                 : InvalidArgument(what, " ", i, " has ", have, " rows, those before it ", *rows);
    };
    const auto input = [&](int64_t i) -> const Tensor& { return ctx.inputs[static_cast<size_t>(i)]; };
    for (int64_t i = 0; i < count_; ++i) {
      RUNNEL_ASSIGN_OR_RETURN(const SparseParts parts,
                              SparseParts::Make(input(i), input(count_ + i), input(2 * count_ + i),
                                                StrCat("sparse input ", i)));
      if (parts.rank() != 2) {
        return InvalidArgument("sparse input ", i, " has rank ", parts.rank(), ", expected 2");
      }
      RUNNEL_RETURN_IF_ERROR(check_rows(parts.dim(0), "sparse input", i));
      Column column{&parts.values(), {0}, true};
      int64_t at = 0;
      column.begins.resize(static_cast<size_t>(*rows) + 1);
      for (int64_t row = 0; row < *rows; ++row) {
        while (at < parts.size() && parts.index(at, 0) == row) ++at;
        column.begins[static_cast<size_t>(row) + 1] = at;
      }
      if (at != parts.size()) {
        return InvalidArgument("sparse input ", i, ": indices[", at, ",0] = ", parts.index(at, 0),
                               " is out of order, or not in [0,", *rows, ")");
      }
      columns.push_back(std::move(column));
    }
    for (int64_t i = 0; i < num_dense_; ++i) {
      const Tensor& dense = input(3 * count_ + i);
      if (dense.shape().rank() != 2) {
        return InvalidArgument("dense input ", i, " has shape ", dense.shape().ToString(),
                               ", expected a matrix");
      }
      RUNNEL_RETURN_IF_ERROR(check_rows(dense.shape().dim(0), "dense input", i));
      Column column{&dense, {}, false};
      for (int64_t row = 0; row <= *rows; ++row) column.begins.push_back(row * dense.shape().dim(1));
      columns.push_back(std::move(column));
    }
    *rows = std::max<int64_t>(0, *rows);
    return columns;
  }

  int64_t count_ = 0, num_dense_ = 0;
};

uint64_t FeatureOf(const Tensor& values, int64_t at) {
  return values.dtype() == DType::kString ? FarmFingerprint64(values.string_at(at))
                                          : static_cast<uint64_t>(values.int_at(at));
}

class SparseCross : public CrossKernel {
 public:
  Status Init(const HostNode& node) override {
    hashed_ = AttrOr(node, "hashed_output", false);
    buckets_ = AttrOr<int64_t>(node, "num_buckets", 0);
    key_ = AttrOr<int64_t>(node, "hash_key", 0);
    hash_strings_ = AttrOr(node, "internal_type", DType::kString) == DType::kInt64;
    const DType wanted = hashed_ ? DType::kInt64 : DType::kString;
    if (AttrOr(node, "out_type", wanted) != wanted) {
      return InvalidArgument("out_type must be ", DTypeName(wanted), " as hashed_output says");
    }
    return CrossKernel::Init(node);
  }

 private:
  bool hashed() const override { return hashed_; }
  Status Cross(const std::vector<Column>& columns, const std::vector<int64_t>& places,
               const Tensor& values, int64_t at) const override {
    if (!hashed_) return CrossTexts(columns, places, "_X_", hash_strings_, values, at);
    uint64_t hash = static_cast<uint64_t>(key_);
    for (size_t c = 0; c < columns.size(); ++c) {
      hash = FarmFingerprintCat64(hash, FeatureOf(*columns[c].values, places[c]));
    }
    ElementsOf<int64_t>(values)[at] = Bucket(hash, buckets_);
    return OkStatus();
  }

  bool hashed_ = false, hash_strings_ = false;
  int64_t buckets_ = 0, key_ = 0;
};

// What an input says of one run is a copy's: any number of them may be under way.
class WithSeparator : public CrossKernel {
 public:
  WithSeparator(const CrossKernel& like, std::string_view separator)
      : CrossKernel(like), separator_(separator) {}

 private:
  bool hashed() const override { return false; }
  Status Cross(const std::vector<Column>& columns, const std::vector<int64_t>& places,
               const Tensor& values, int64_t at) const override {
    return CrossTexts(columns, places, separator_, false, values, at);
  }
  const std::string_view separator_;
};

class SparseCrossV2 : public CrossKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& separator = ctx.inputs.back();
    if (separator.shape().rank() != 0) {
      return InvalidArgument("sep must be a scalar, got shape ", separator.shape().ToString());
    }
    WithSeparator one(*this, separator.string_at(0));
    return one.Run(ctx);
  }

 private:
  bool hashed() const override { return false; }
  Status Cross(const std::vector<Column>&, const std::vector<int64_t>&, const Tensor&,
               int64_t) const override {
    return Internal("a cross without a separator");
  }
};

class WithOptions : public CrossKernel {
 public:
  WithOptions(const CrossKernel& like, std::span<const Tensor> options)
      : CrossKernel(like),
        buckets_(options[0].int_at(0)),
        strong_(*ElementsOf<bool>(options[1])),
        salt_{static_cast<uint64_t>(options[2].int_at(0)), static_cast<uint64_t>(options[2].int_at(1))} {
  }

 private:
  bool hashed() const override { return true; }
  // As in TensorFlow, of a number four bytes are hashed, and one of a dense column only if it must be.
  uint64_t Feature(const Column& column, int64_t at) const {
    const Tensor& values = *column.values;
    std::string text;
    if (values.dtype() == DType::kString) {
      text = values.string_at(at);
    } else if (!strong_ && !column.is_sparse) {
      return static_cast<uint64_t>(values.int_at(at));
    } else {
      for (int i = 0; i < 4; ++i) text += static_cast<char>(values.int_at(at) >> (8 * i) & 255);
    }
    return strong_ ? SipHash24(salt_[0], salt_[1], text) : FarmFingerprint64(text);
  }
  Status Cross(const std::vector<Column>& columns, const std::vector<int64_t>& places,
               const Tensor& values, int64_t at) const override {
    uint64_t hash = Feature(columns[0], places[0]);
    for (size_t c = 1; c < columns.size(); ++c) {
      hash = FarmFingerprintCat64(hash, Feature(columns[c], places[c]));
    }
    ElementsOf<int64_t>(values)[at] = Bucket(hash, buckets_);
    return OkStatus();
  }

  const int64_t buckets_;
  const bool strong_;
  const uint64_t salt_[2];
};

class SparseCrossHashed : public CrossKernel {
 public:
  Status Run(HostContext& ctx) override {
    const std::span<const Tensor> options = ctx.inputs.last(3);
    if (options[0].shape().rank() != 0 || options[1].shape().rank() != 0 ||
        options[2].num_elements() != 2) {
      return InvalidArgument("num_buckets and strong_hash must be scalars and salt two numbers, got ",
                             options[0].shape().ToString(), ", ", options[1].shape().ToString(), " and ",
                             options[2].shape().ToString());
    }
    WithOptions one(*this, options);
    return one.Run(ctx);
  }

 private:
  bool hashed() const override { return true; }
  Status Cross(const std::vector<Column>&, const std::vector<int64_t>&, const Tensor&,
               int64_t) const override {
    return Internal("a cross without options");
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "SparseCross", .create = CreateKernel<SparseCross>},
    {.op = "SparseCrossV2", .create = CreateKernel<SparseCrossV2>},
    {.op = "SparseCrossHashed", .create = CreateKernel<SparseCrossHashed>},
};

}  // namespace

std::span<const HostKernelRow> SparseCrossKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
