// CSVDataset: records of comma separated values in files, as RFC 4180 has them. Quoted fields may go
// over several lines. A record that is none fails, and the pass goes on behind it.
#include <algorithm>
#include <vector>

#include "core/runtime/data/dataset_node.h"
#include "core/runtime/data/files_dataset.h"
#include "core/runtime/host_ops/csv_field.h"
#include "core/runtime/host_ops/families.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

struct CsvFormat {
  bool header = false;  // the first record of a file is not given
  bool quotes = true;
  char delimiter = ',';
  std::string na_value;
  std::vector<int64_t> selected, excluded;  // columns, rising; one of the two is empty
  Element defaults;                         // one for each output
};

class CsvReader final : public FileReader {
 public:
  CsvReader(std::unique_ptr<InputStream> stream, const CsvFormat& format,
            const std::vector<DType>& types)
      : stream_(std::move(stream)), format_(format), types_(types), buffer_(size_t{64} << 10, '\0') {}

  Status SkipHeader() {
    Status record;
    const Result<bool> any = ReadRecord(nullptr, nullptr, &record);
    if (any.ok() && *any && record.ok()) return OkStatus();
    if (any.ok()) {
      return InvalidArgument("Can't read header of file \"", stream_->path(), "\"",
                             record.ok() ? "" : StrCat(": ", record.message()));
    }
    return any.status();
  }
  Result<bool> Read(Allocator* allocator, Element* out) override {
    const uint64_t begin = offset();
    Status record;
    out->clear();
    RUNNEL_ASSIGN_OR_RETURN(const bool any, ReadRecord(allocator, out, &record));
    if (!any) return false;
    if (record.ok() && out->size() != types_.size()) {
      record = InvalidArgument("Expect ", types_.size(), " fields but have ", out->size(), " in record");
    }
    if (record.ok()) return true;
    return record.WithPrefix(StrCat("\"", stream_->path(), "\", the record at byte ", begin));
  }
  bool GoesOnAfter(const Status& failure) const override {
    return failure.code() == Code::kInvalidArgument;
  }
  uint64_t offset() const override { return offset_; }
  Status SkipTo(uint64_t offset) override {
    if (offset < offset_) return DataLoss("there is no record at byte ", offset);
    uint64_t skipped = 0;
    uint64_t left = offset - offset_;
    const auto here = static_cast<size_t>(std::min<uint64_t>(left, end_ - at_));
    Take(here);
    left -= here;
    RUNNEL_RETURN_IF_ERROR(stream_->Skip(left, &skipped));
    offset_ += skipped;
    return OkStatus();
  }

 private:
  void Take(size_t count) {
    at_ += count;
    offset_ += count;
  }
  // Whether there is a character.
  Result<bool> More() {
    if (at_ < end_) return true;
    at_ = end_ = 0;
    RUNNEL_RETURN_IF_ERROR(stream_->Read(buffer_.data(), buffer_.size(), &end_));
    return end_ > 0;
  }
  // Behind '\r', which "\n" may follow.
  Status EndLine(char last) {
    if (last != '\r') return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(const bool any, More());
    if (any && buffer_[at_] == '\n') Take(1);
    return OkStatus();
  }

  // False at the end of the file. `out` null: what the record holds is not wanted. *record: the first
  // thing that is wrong with it; the next call begins behind it anyway. Errors: those of the file.
  Result<bool> ReadRecord(Allocator* allocator, Element* out, Status* record) {
    RUNNEL_ASSIGN_OR_RETURN(const bool any, More());
    if (!any) return false;
    size_t selected = 0, excluded = 0;
    bool ended = false;
    for (int64_t column = 0; !ended; ++column) {
      bool wanted = out != nullptr;
      if (!format_.selected.empty()) {
        const bool is = selected < format_.selected.size() && format_.selected[selected] == column;
        wanted = wanted && is;
        selected += is ? 1 : 0;
      }
      if (excluded < format_.excluded.size() && format_.excluded[excluded] == column) {
        wanted = false;
        ++excluded;
      }
      Status field;
      RUNNEL_RETURN_IF_ERROR(ReadField(wanted, &ended, &field));
      if (field.ok() && wanted) field = Put(allocator, out);
      if (record->ok() && !field.ok()) *record = std::move(field);
    }
    return true;
  }

  // Reads up to the delimiter or the end of the record, into field_ if it is wanted.
  Status ReadField(bool wanted, bool* ended, Status* problem) {
    field_.clear();
    RUNNEL_ASSIGN_OR_RETURN(bool any, More());
    if (any && format_.quotes && buffer_[at_] == '"') {
      Take(1);
      return ReadQuoted(wanted, ended, problem);
    }
    while (any) {
      const char c = buffer_[at_];
      Take(1);
      if (c == format_.delimiter) return OkStatus();
      if (c == '\n' || c == '\r') {
        *ended = true;
        return EndLine(c);
      }
      if (format_.quotes && c == '"' && problem->ok()) {
        *problem = InvalidArgument("Unquoted fields cannot have quotes inside");
      }
      if (wanted) field_ += c;
      RUNNEL_ASSIGN_OR_RETURN(any, More());
    }
    *ended = true;
    return OkStatus();
  }

  // Behind the first quote.
  Status ReadQuoted(bool wanted, bool* ended, Status* problem) {
    for (;;) {
      RUNNEL_ASSIGN_OR_RETURN(bool any, More());
      if (!any) {
        if (problem->ok()) {
          *problem = InvalidArgument("Reached end of file without closing quoted field in record");
        }
        *ended = true;
        return OkStatus();
      }
      char c = buffer_[at_];
      Take(1);
      if (c == '"') {
        RUNNEL_ASSIGN_OR_RETURN(any, More());
        if (!any) {
          *ended = true;
          return OkStatus();
        }
        c = buffer_[at_];
        Take(1);
        if (c == format_.delimiter) return OkStatus();
        if (c == '\n' || c == '\r') {
          *ended = true;
          return EndLine(c);
        }
        if (c != '"' && problem->ok()) {
          *problem = InvalidArgument("Quote inside a string has to be escaped by another quote");
        }
      }
      if (wanted) field_ += c;
    }
  }

  Status Put(Allocator* allocator, Element* out) {
    const size_t index = out->size();
    if (index >= types_.size()) {
      return InvalidArgument("Expect ", types_.size(), " fields but have more in record");
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor value, Tensor::Allocate(allocator, types_[index], Shape()));
    out->push_back(std::move(value));
    return SetCsvField(field_, format_.na_value, format_.defaults[index], {index, -1}, &out->back(), 0);
  }

  const std::unique_ptr<InputStream> stream_;
  const CsvFormat& format_;  // both kept by the iterator
  const std::vector<DType>& types_;
  std::string buffer_;
  size_t at_ = 0, end_ = 0;  // of what is left in it
  uint64_t offset_ = 0;      // of the next character
  std::string field_;
};

class CsvFiles final : public FilesDataset {
 public:
  CsvFiles(DatasetInfo info, FileSet files, Compression compression, CsvFormat format)
      : FilesDataset(std::move(info), std::move(files), compression), format_(std::move(format)) {}

 private:
  Result<std::unique_ptr<FileReader>> MakeReader(std::unique_ptr<InputStream> stream) const override {
    auto reader = std::make_unique<CsvReader>(std::move(stream), format_, info().types);
    if (format_.header) RUNNEL_RETURN_IF_ERROR(reader->SkipHeader());
    return std::unique_ptr<FileReader>(std::move(reader));
  }
  const CsvFormat format_;
};

Result<std::vector<int64_t>> Columns(DatasetInputs& in, std::string_view what) {
  RUNNEL_ASSIGN_OR_RETURN(std::vector<int64_t> columns, in.Ints(what));
  for (size_t i = 1; i < columns.size(); ++i) {
    if (columns[i - 1] >= columns[i])
      return InvalidArgument(what, " should be strictly increasing indices");
  }
  if (!columns.empty() && columns[0] < 0)
    return InvalidArgument(what, " should be non-negative indices");
  return columns;
}

template <bool kHasExcluded>
Result<Ref<Dataset>> BuildCsv(const DatasetNode& node, DatasetInputs& in) {
  CsvFormat format;
  RUNNEL_ASSIGN_OR_RETURN(FileSet files, TakeFiles(in));
  RUNNEL_ASSIGN_OR_RETURN(files.compression, in.String("compression_type"));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t buffer_size, in.Int("buffer_size"));
  RUNNEL_ASSIGN_OR_RETURN(format.header, in.Bool("header"));
  RUNNEL_ASSIGN_OR_RETURN(const std::string delimiter, in.String("field_delim"));
  RUNNEL_ASSIGN_OR_RETURN(format.quotes, in.Bool("use_quote_delim"));
  RUNNEL_ASSIGN_OR_RETURN(format.na_value, in.String("na_value"));
  RUNNEL_ASSIGN_OR_RETURN(format.selected, Columns(in, "select_cols"));
  RUNNEL_ASSIGN_OR_RETURN(format.defaults, in.Kept(node.count("output_types")));
  if (kHasExcluded) {
    RUNNEL_ASSIGN_OR_RETURN(format.excluded, Columns(in, "exclude_cols"));
  }
  for (size_t i = 0; i < format.defaults.size(); ++i) {
    const Tensor& otherwise = format.defaults[i];
    if (otherwise.shape().rank() > 1) {
      return InvalidArgument("Each record default should be at most rank 1, that of field ", i,
                             " has shape ", otherwise.shape().ToString());
    }
    if (otherwise.num_elements() > 1) {
      return InvalidArgument("There should only be 1 default per field but field ", i, " has ",
                             otherwise.num_elements());
    }
  }
  if (buffer_size <= 0) return InvalidArgument("buffer_size should be positive, got ", buffer_size);
  if (delimiter.size() != 1)
    return InvalidArgument("field_delim should be only 1 char, got \"", delimiter, "\"");
  format.delimiter = delimiter[0];
  if (!format.selected.empty() && format.selected.size() != node.info.types.size()) {
    return InvalidArgument("select_cols should match output size: it has ", format.selected.size(),
                           " entries for ", node.info.types.size(), " outputs");
  }
  if (!format.selected.empty() && !format.excluded.empty())
    return InvalidArgument("Either select_cols or exclude_cols should be empty");
  RUNNEL_ASSIGN_OR_RETURN(const Compression compression, ParseCompression(files.compression));
  return Ref<Dataset>(MakeRef<CsvFiles>(node.info, std::move(files), compression, std::move(format)));
}

constexpr HostKernelRow kRows[] = {
    {.op = "CSVDataset", .create = DatasetKernel<BuildCsv<false>>::Create},
    {.op = "ExperimentalCSVDataset", .create = DatasetKernel<BuildCsv<false>>::Create},
    {.op = "CSVDatasetV2", .create = DatasetKernel<BuildCsv<true>>::Create},
};

}  // namespace

std::span<const HostKernelRow> CsvDatasetKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
