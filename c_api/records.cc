// TFRecord files: read and written without a graph.
#include <mutex>
#include <optional>

#include "c_api/internal.h"
#include "core/io/record_file.h"
#include "core/io/tfrecord.h"

using runnel::Compression;
using runnel::RecordFileWriter;
using runnel::RecordReader;
using runnel::Ref;
using runnel::Result;
using runnel::Status;
using namespace runnel::capi;

struct rnl_record_reader_t final : Child {
  using Child::Child;
  std::string path;
  Compression compression = Compression::kNone;
  mutable std::mutex mutex;            // guards the rest
  std::optional<RecordReader> reader;  // from creation on
};

struct rnl_record_writer_t final : Child {
  using Child::Child;
  mutable std::mutex mutex;  // guards the rest
  std::optional<RecordFileWriter> writer;
};

namespace {

Status PathAndCompression(rnl_str_t path, rnl_str_t compression, std::string* out_path,
                          Compression* out_compression) {
  std::string_view path_view, name;
  RUNNEL_RETURN_IF_ERROR(ToView(path, "path", &path_view));
  RUNNEL_RETURN_IF_ERROR(ToView(compression, "compression", &name));
  RUNNEL_ASSIGN_OR_RETURN(*out_compression, runnel::ParseCompression(name));
  *out_path = path_view;
  return runnel::OkStatus();
}

}  // namespace

rnl_status_t* rnl_record_reader_open(rnl_runtime_t* runtime, rnl_str_t path, rnl_str_t compression,
                                     rnl_record_reader_t** out_reader) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_reader);
    *out_reader = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    const auto handle =
        Ref<rnl_record_reader_t>::Adopt(new rnl_record_reader_t(Ref<rnl_runtime_t>::Share(runtime)));
    RUNNEL_RETURN_IF_ERROR(PathAndCompression(path, compression, &handle->path, &handle->compression));
    Result<RecordReader> reader =
        RecordReader::Open(runnel::FileSystem(), handle->path, handle->compression);
    RUNNEL_RETURN_IF_ERROR(reader.status());
    handle->reader.emplace(std::move(*reader));
    *out_reader = Retain(handle.get());
    return runnel::OkStatus();
  });
}

rnl_record_reader_t* rnl_record_reader_retain(rnl_record_reader_t* reader) { return Retain(reader); }

void rnl_record_reader_release(rnl_record_reader_t* reader) { Release(reader); }

rnl_status_t* rnl_record_reader_next(rnl_record_reader_t* reader, rnl_bytes_t** out_record) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_record);
    *out_record = nullptr;
    RNL_CHECK_NOT_NULL(reader);
    RUNNEL_RETURN_IF_ERROR(reader->runtime().CheckProcess());
    const auto record = Ref<rnl_bytes_t>::Adopt(NewBytes({}));
    const std::lock_guard lock(reader->mutex);
    const Status status = reader->reader->Read(&record->bytes);
    if (status.code() == runnel::Code::kOutOfRange) return runnel::OkStatus();
    RUNNEL_RETURN_IF_ERROR(status);
    *out_record = Retain(record.get());
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_record_reader_seek(rnl_record_reader_t* reader, uint64_t offset_bytes) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(reader);
    RUNNEL_RETURN_IF_ERROR(reader->runtime().CheckProcess());
    const std::lock_guard lock(reader->mutex);
    // Records are found from the beginning of the file on, which compressed data has to be read from.
    Result<RecordReader> anew =
        RecordReader::Open(runnel::FileSystem(), reader->path, reader->compression);
    RUNNEL_RETURN_IF_ERROR(anew.status());
    RUNNEL_RETURN_IF_ERROR(anew->SkipTo(offset_bytes));
    reader->reader.emplace(std::move(*anew));
    return runnel::OkStatus();
  });
}

uint64_t rnl_record_reader_offset(const rnl_record_reader_t* reader) {
  if (reader == nullptr) return 0;
  const std::lock_guard lock(reader->mutex);
  return reader->reader->offset();
}

rnl_status_t* rnl_record_reader_progress(const rnl_record_reader_t* reader, uint64_t* out_read_bytes,
                                         uint64_t* out_size_bytes) {
  return Guard([&]() -> Status {
    if (out_read_bytes != nullptr) *out_read_bytes = 0;
    if (out_size_bytes != nullptr) *out_size_bytes = 0;
    RNL_CHECK_NOT_NULL(reader);
    const std::lock_guard lock(reader->mutex);
    const runnel::InputStream& stream = reader->reader->stream();
    if (out_read_bytes != nullptr) *out_read_bytes = stream.file_offset();
    if (out_size_bytes != nullptr) *out_size_bytes = stream.file_size();
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_record_writer_create(rnl_runtime_t* runtime, rnl_str_t path, rnl_str_t compression,
                                       int32_t level, rnl_record_writer_t** out_writer) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_writer);
    *out_writer = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    const auto handle =
        Ref<rnl_record_writer_t>::Adopt(new rnl_record_writer_t(Ref<rnl_runtime_t>::Share(runtime)));
    std::string file;
    Compression kind = Compression::kNone;
    RUNNEL_RETURN_IF_ERROR(PathAndCompression(path, compression, &file, &kind));
    Result<RecordFileWriter> writer = RecordFileWriter::Create(runnel::FileSystem(), file, kind, level);
    RUNNEL_RETURN_IF_ERROR(writer.status());
    handle->writer.emplace(std::move(*writer));
    *out_writer = Retain(handle.get());
    return runnel::OkStatus();
  });
}

rnl_record_writer_t* rnl_record_writer_retain(rnl_record_writer_t* writer) { return Retain(writer); }

void rnl_record_writer_release(rnl_record_writer_t* writer) { Release(writer); }

rnl_status_t* rnl_record_writer_write(rnl_record_writer_t* writer, rnl_str_t record) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(writer);
    RUNNEL_RETURN_IF_ERROR(writer->runtime().CheckProcess());
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(record, "record", &view));
    const std::lock_guard lock(writer->mutex);
    return writer->writer->Write(view);
  });
}

rnl_status_t* rnl_record_writer_flush(rnl_record_writer_t* writer, bool sync) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(writer);
    RUNNEL_RETURN_IF_ERROR(writer->runtime().CheckProcess());
    const std::lock_guard lock(writer->mutex);
    return sync ? writer->writer->Sync() : writer->writer->Flush();
  });
}

rnl_status_t* rnl_record_writer_close(rnl_record_writer_t* writer) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(writer);
    RUNNEL_RETURN_IF_ERROR(writer->runtime().CheckProcess());
    const std::lock_guard lock(writer->mutex);
    return writer->writer->Close();
  });
}
