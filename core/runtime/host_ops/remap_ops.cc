// Kernels of warm starts with changed vocabularies. Files are untrusted: numbers are checked against
// what is there.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/io/bundle_reader.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/numbers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// The lines of `text` in [first, first + count), all from `first` on if count is below 0, without '\r'.
// Errors: INVALID_ARGUMENT if there are fewer.
Result<std::vector<std::string>> Lines(const std::string& path, std::string_view text, int64_t first,
                                       int64_t count) {
  std::vector<std::string> lines;
  const auto complete = [&] { return count >= 0 && static_cast<int64_t>(lines.size()) == count; };
  int64_t seen = 0;
  for (; !text.empty() && (seen < first || !complete()); ++seen) {
    const size_t end = text.find('\n');
    if (seen >= first) {
      lines.emplace_back(text.substr(0, end));
      std::erase(lines.back(), '\r');
    }
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  if (count < 0 || (seen >= first && complete())) return lines;
  return InvalidArgument("\"", path, "\" has ", seen, " lines, expected ", count, " from line ", first,
                         " on");
}

class GenerateVocabRemapping : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    offset_ = AttrOr<int64_t>(node, "new_vocab_offset", 0);
    count_ = AttrOr<int64_t>(node, "num_new_vocab", 0);
    old_size_ = AttrOr<int64_t>(node, "old_vocab_size", -1);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<std::string> new_lines,
                            Read(ctx, 0, "new_vocab_file", offset_, count_));
    std::unordered_map<std::string, int64_t> old;
    if (count_ > 0) {
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<std::string> old_lines,
                              Read(ctx, 1, "old_vocab_file", 0, old_size_));
      if (old_lines.empty()) {
        return OutOfRange("old_vocab_file \"", ctx.inputs[1].string_at(0), "\" has no lines to take");
      }
      for (const std::string& line : old_lines) {
        const auto number = static_cast<int64_t>(old.size());
        if (const auto [it, is_new] = old.try_emplace(line, number); !is_new) {
          return FailedPrecondition("old_vocab_file \"", ctx.inputs[1].string_at(0), "\" has \"", line,
                                    "\" in line ", it->second + 1, " and again later");
        }
      }
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const remapping, NewOutput(ctx, 0, DType::kInt64, Shape{count_}));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const present, NewOutput(ctx, 1, DType::kInt32, Shape()));
    int32_t found = 0;
    for (size_t i = 0; i < new_lines.size(); ++i) {
      const auto it = old.find(new_lines[i]);
      ElementsOf<int64_t>(*remapping)[i] = it == old.end() ? -1 : it->second;
      found += it == old.end() ? 0 : 1;
    }
    *ElementsOf<int32_t>(*present) = found;
    return OkStatus();
  }

 private:
  static Result<std::vector<std::string>> Read(HostContext& ctx, size_t input, std::string_view what,
                                               int64_t first, int64_t count) {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[input], DType::kString, what));
    RUNNEL_ASSIGN_OR_RETURN(const std::string path, FilePath(ctx, ctx.inputs[input].string_at(0)));
    RUNNEL_ASSIGN_OR_RETURN(const std::string text, Files(ctx).ReadAll(path));
    return Lines(path, text, first, count);
  }

  int64_t offset_ = 0, count_ = 0, old_size_ = -1;
};

class LoadAndRemapMatrix : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    rows_ = AttrOr<int64_t>(node, "num_rows", 0);
    columns_ = AttrOr<int64_t>(node, "num_cols", 1);
    at_a_time_ = AttrOr<int64_t>(node, "max_rows_in_memory", -1);
    return OkStatus();
  }

  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(
        CheckScalar(ctx.inputs[0], DType::kString, "ckpt_path", /*allow_vector=*/true));
    RUNNEL_RETURN_IF_ERROR(
        CheckScalar(ctx.inputs[1], DType::kString, "old_tensor_name", /*allow_vector=*/true));
    const Tensor& rows = ctx.inputs[2];
    const Tensor& columns = ctx.inputs[3];
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 2, "row_remapping", 1));
    RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 3, "col_remapping", 1));
    if (rows.num_elements() != rows_) {
      return InvalidArgument("row_remapping has ", rows.num_elements(), " elements, num_rows is ",
                             rows_);
    }
    const bool moves = columns.num_elements() > 0;
    if (moves && columns.num_elements() != columns_) {
      return InvalidArgument("col_remapping has ", columns.num_elements(), " elements, num_cols is ",
                             columns_);
    }
    RUNNEL_ASSIGN_OR_RETURN(const std::string prefix, FilePath(ctx, ctx.inputs[0].string_at(0)));
    RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<BundleReader> reader,
                            BundleReader::Open(Files(ctx), prefix));
    const std::string_view name = ctx.inputs[1].string_at(0);
    RUNNEL_ASSIGN_OR_RETURN(const Shape old, OldShape(*reader, name, moves));
    RUNNEL_RETURN_IF_ERROR(CheckNumbers(rows, old.dim(0), "row_remapping"));
    RUNNEL_RETURN_IF_ERROR(CheckNumbers(columns, old.dim(1), "col_remapping"));
    RUNNEL_ASSIGN_OR_RETURN(Tensor* const out, NewOutput(ctx, 0, DType::kFloat, Shape{rows_, columns_}));
    RUNNEL_RETURN_IF_ERROR(Load(ctx, *reader, name, old, out));
    return Fill(ctx, out);
  }

 private:
  Result<Shape> OldShape(const BundleReader& reader, std::string_view name, bool moves) const {
    const BundleEntry* const entry = reader.Find(name);
    if (entry == nullptr) {
      return NotFound("checkpoint \"", reader.prefix(), "\" has no tensor \"", name, "\"");
    }
    if (entry->dtype != DType::kFloat || entry->shape.rank() != 2) {
      return InvalidArgument("tensor \"", name, "\" of checkpoint \"", reader.prefix(), "\" is ",
                             DTypeName(entry->dtype), entry->shape.ToString(),
                             ", expected a matrix of float");
    }
    if (!moves && entry->shape.dim(1) != columns_) {
      return InvalidArgument("tensor \"", name, "\" has shape ", entry->shape.ToString(),
                             ", where the size of its 2nd dimension is ", entry->shape.dim(1),
                             " instead of being equal to num_cols=", columns_);
    }
    return entry->shape;
  }

  // Each number names one of `count`, and no two the same; below 0 it names none.
  static Status CheckNumbers(const Tensor& numbers, int64_t count, std::string_view what) {
    std::unordered_map<int64_t, int64_t> places;
    for (int64_t i = 0; i < numbers.num_elements(); ++i) {
      const int64_t old = numbers.int_at(i);
      if (old < 0) continue;
      if (old >= count)
        return InvalidArgument(what, "[", i, "] is ", old, ", the old tensor has only ", count);
      if (const auto [it, is_new] = places.try_emplace(old, i); !is_new) {
        return Unimplemented(what, ": Old ID ", old, " is mapped to both new ID ", it->second, " and ",
                             i, ", which is not supported");
      }
    }
    return OkStatus();
  }

  // Old rows are read in stretches; those before the first and after the last that is wanted are not.
  Status Load(HostContext& ctx, const BundleReader& reader, std::string_view name, const Shape& old,
              Tensor* out) const {
    const Tensor& rows = ctx.inputs[2];
    const Tensor& columns = ctx.inputs[3];
    std::vector<std::pair<int64_t, int64_t>> wanted;  // old row, new row
    for (int64_t i = 0; i < rows_; ++i) {
      if (rows.int_at(i) >= 0) wanted.emplace_back(rows.int_at(i), i);
    }
    std::sort(wanted.begin(), wanted.end());
    const int64_t width = old.dim(1);
    for (size_t next = 0; next < wanted.size();) {
      RUNNEL_RETURN_IF_ERROR(CheckNotCancelled(ctx));
      const int64_t first = wanted[next].first, last = wanted.back().first;
      const int64_t count = at_a_time_ > 0 ? std::min(at_a_time_, last - first + 1) : last - first + 1;
      RUNNEL_ASSIGN_OR_RETURN(
          const Tensor part,
          reader.ReadSlice(name, TensorSlice({{first, count}, {0, width}}), ctx.allocator));
      for (; next < wanted.size() && wanted[next].first < first + count; ++next) {
        const float* const from = ElementsOf<float>(part) + (wanted[next].first - first) * width;
        float* const to = ElementsOf<float>(*out) + wanted[next].second * columns_;
        for (int64_t j = 0; j < columns_; ++j) {
          const int64_t column = columns.num_elements() > 0 ? columns.int_at(j) : j;
          if (column >= 0) to[j] = from[column];
        }
      }
    }
    return OkStatus();
  }

  Status Fill(HostContext& ctx, Tensor* out) const {
    const Tensor& rows = ctx.inputs[2];
    const Tensor& columns = ctx.inputs[3];
    const Tensor& values = ctx.inputs[4];
    int64_t next = 0;
    for (int64_t i = 0; i < rows_; ++i) {
      for (int64_t j = 0; j < columns_; ++j) {
        const bool is_there =
            rows.int_at(i) >= 0 && (columns.num_elements() == 0 || columns.int_at(j) >= 0);
        if (is_there) continue;
        if (next == values.num_elements()) {
          return InvalidArgument("initializing_values contained ", next,
                                 " elements, but more missing values remain.");
        }
        ElementsOf<float>(*out)[i * columns_ + j] = ElementsOf<const float>(values)[next++];
      }
    }
    if (next == values.num_elements()) return OkStatus();
    return InvalidArgument("initializing_values contained ", values.num_elements(),
                           " elements, but only ", next,
                           " elements were used to fill in missing values.");
  }

  int64_t rows_ = 0, columns_ = 1, at_a_time_ = -1;
};

constexpr HostKernelRow kRows[] = {
    {.op = "GenerateVocabRemapping", .create = CreateKernel<GenerateVocabRemapping>},
    {.op = "LoadAndRemapMatrix", .create = CreateKernel<LoadAndRemapMatrix>},
};

}  // namespace

std::span<const HostKernelRow> RemapKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
