// TFRecord files, and the Examples and SequenceExamples in them, without a graph.
#ifndef RUNNEL_CPP_RECORDS_HPP_
#define RUNNEL_CPP_RECORDS_HPP_

#include <optional>
#include <span>

#include "runtime.hpp"

RUNNEL_CPP_NAMESPACE

// Gives the records of a TFRecord file, to any number of threads. compression: "", "ZLIB" or "GZIP".
class RecordReader
    : public Shared<rnl_record_reader_t, rnl_record_reader_retain, rnl_record_reader_release> {
 public:
  RecordReader() = default;
  static Outcome<RecordReader> Open(const Runtime& runtime, std::string_view path,
                                    std::string_view compression = {}) {
    rnl_record_reader_t* out = nullptr;
    rnl_status_t* status = rnl_record_reader_open(runtime.get(), Str(path), Str(compression), &out);
    return detail::Finish(status, [&] { return RecordReader(out); });
  }
  // None at the end. Errors: DATA_LOSS with file and byte, which every later call answers too.
  Outcome<std::optional<std::string>> Next() const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_record_reader_next(get(), &out);
    return detail::Finish(status, [&] {
      return out == nullptr ? std::optional<std::string>() : std::optional(detail::TakeBytes(out));
    });
  }
  // Goes to the record that begins there, as offset told.
  Outcome<void> Seek(std::uint64_t offset) const {
    return detail::Check(rnl_record_reader_seek(get(), offset));
  }
  // Where the next record begins, in bytes of what is decompressed.
  std::uint64_t offset() const { return rnl_record_reader_offset(get()); }
  struct Progress {
    std::uint64_t read_bytes = 0, size_bytes = 0;  // of the file
  };
  Outcome<Progress> GetProgress() const {
    Progress progress;
    rnl_status_t* status = rnl_record_reader_progress(get(), &progress.read_bytes, &progress.size_bytes);
    return detail::Finish(status, [&] { return progress; });
  }

 private:
  explicit RecordReader(rnl_record_reader_t* adopted) : Shared(adopted) {}
};

// Writes a TFRecord file anew, from any number of threads. Who does not close it learns of no failure.
class RecordWriter
    : public Shared<rnl_record_writer_t, rnl_record_writer_retain, rnl_record_writer_release> {
 public:
  RecordWriter() = default;
  // level: 0 to 9, of a file that is compressed; -1: the usual one.
  static Outcome<RecordWriter> Create(const Runtime& runtime, std::string_view path,
                                      std::string_view compression = {}, int level = -1) {
    rnl_record_writer_t* out = nullptr;
    rnl_status_t* status =
        rnl_record_writer_create(runtime.get(), Str(path), Str(compression), level, &out);
    return detail::Finish(status, [&] { return RecordWriter(out); });
  }
  Outcome<void> Write(std::string_view record) const {
    return detail::Check(rnl_record_writer_write(get(), Str(record)));
  }
  // All that was written is in the file for readers; with `sync` it survives a loss of power too.
  Outcome<void> Flush(bool sync = false) const {
    return detail::Check(rnl_record_writer_flush(get(), sync));
  }
  Outcome<void> Close() const { return detail::Check(rnl_record_writer_close(get())); }

 private:
  explicit RecordWriter(rnl_record_writer_t* adopted) : Shared(adopted) {}
};

// TensorFlow's Example, and a SequenceExample, which has lists of steps besides. One thread at a time.
class Example {
 public:
  // The values of a feature, borrowed until the example changes: those of its dtype, the rest is empty.
  // A feature of no kind is RNL_INVALID.
  struct Values {
    rnl_dtype_t dtype = RNL_INVALID;
    std::span<const float> floats;
    std::span<const std::int64_t> ints;
    std::vector<std::string_view> strings;
  };

  Example() = default;
  static Outcome<Example> Create(bool sequence = false) {
    rnl_example_t* out = nullptr;
    rnl_status_t* status = rnl_example_create(sequence, &out);
    return detail::Finish(status, [&] { return Example(out); });
  }
  // Errors: INVALID_ARGUMENT with the byte where they are none.
  static Outcome<Example> Parse(std::string_view bytes, bool sequence = false) {
    rnl_example_t* out = nullptr;
    rnl_status_t* status = rnl_example_parse(Str(bytes), sequence, &out);
    return detail::Finish(status, [&] { return Example(out); });
  }
  // As TensorFlow reads it. Equal examples give equal bytes.
  Outcome<std::string> Serialize() const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_example_serialize(get(), &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }
  Outcome<void> Set(std::string_view name, std::span<const float> values) {
    return Set(name, RNL_FLOAT, values.data(), values.size());
  }
  Outcome<void> Set(std::string_view name, std::span<const std::int64_t> values) {
    return Set(name, RNL_INT64, values.data(), values.size());
  }
  Outcome<void> Set(std::string_view name, std::span<const std::string> values) {
    const auto views = detail::Strs(values);
    return Set(name, RNL_STRING, views.data(), views.size());
  }
  // Errors, of these: FAILED_PRECONDITION for an Example that is no SequenceExample.
  Outcome<void> AddList(std::string_view name) {
    return detail::Check(rnl_example_add_list(get(), Str(name)));
  }
  Outcome<void> AddStep(std::string_view list, std::span<const float> values) {
    return AddStep(list, RNL_FLOAT, values.data(), values.size());
  }
  Outcome<void> AddStep(std::string_view list, std::span<const std::int64_t> values) {
    return AddStep(list, RNL_INT64, values.data(), values.size());
  }
  Outcome<void> AddStep(std::string_view list, std::span<const std::string> values) {
    const auto views = detail::Strs(values);
    return AddStep(list, RNL_STRING, views.data(), views.size());
  }
  bool is_sequence() const { return rnl_example_is_sequence(get()); }
  // Sorted.
  std::vector<std::string> features() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < rnl_example_num_features(get()); ++i)
      out.emplace_back(View(rnl_example_feature_name(get(), i)));
    return out;
  }
  std::vector<std::string> lists() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < rnl_example_num_lists(get()); ++i)
      out.emplace_back(View(rnl_example_list_name(get(), i)));
    return out;
  }
  Outcome<Values> Feature(std::string_view name) const {
    Raw raw;
    rnl_status_t* status = rnl_example_feature(get(), Str(name), &raw.dtype, &raw.values, &raw.count);
    return detail::Finish(status, [&] { return ToValues(raw); });
  }
  Outcome<std::size_t> NumSteps(std::string_view list) const {
    std::size_t count = 0;
    rnl_status_t* status = rnl_example_num_steps(get(), Str(list), &count);
    return detail::Finish(status, [&] { return count; });
  }
  Outcome<Values> Step(std::string_view list, std::size_t step) const {
    Raw raw;
    rnl_status_t* status = rnl_example_step(get(), Str(list), step, &raw.dtype, &raw.values, &raw.count);
    return detail::Finish(status, [&] { return ToValues(raw); });
  }
  // For calls of the C ABI. Stays owned here.
  rnl_example_t* get() const noexcept { return handle_.get(); }

 private:
  struct Raw {
    rnl_dtype_t dtype = RNL_INVALID;
    const void* values = nullptr;
    std::size_t count = 0;
  };
  explicit Example(rnl_example_t* adopted) : handle_(adopted) {}
  Outcome<void> Set(std::string_view name, rnl_dtype_t dtype, const void* values, std::size_t count) {
    return detail::Check(rnl_example_set_feature(get(), Str(name), dtype, values, count));
  }
  Outcome<void> AddStep(std::string_view list, rnl_dtype_t dtype, const void* values,
                        std::size_t count) {
    return detail::Check(rnl_example_add_step(get(), Str(list), dtype, values, count));
  }
  static Values ToValues(const Raw& raw) {
    Values out;
    out.dtype = raw.dtype;
    if (raw.dtype == RNL_FLOAT) out.floats = {static_cast<const float*>(raw.values), raw.count};
    if (raw.dtype == RNL_INT64) out.ints = {static_cast<const std::int64_t*>(raw.values), raw.count};
    if (raw.dtype == RNL_STRING) {
      const auto* strings = static_cast<const rnl_str_t*>(raw.values);
      for (std::size_t i = 0; i < raw.count; ++i) out.strings.push_back(View(strings[i]));
    }
    return out;
  }
  Unique<rnl_example_t, rnl_example_release> handle_;
};

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_RECORDS_HPP_
