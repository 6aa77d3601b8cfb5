// Event files: summaries, graphs and run metadata for TensorBoard.
#include <unistd.h>

#include <mutex>
#include <optional>
#include <set>

#include "c_api/internal.h"
#include "core/base/clock.h"
#include "core/io/event_file.h"
#include "core/io/proto.h"
#include "core/io/summary.h"

using runnel::Event;
using runnel::EventWriter;
using runnel::FailedPrecondition;
using runnel::InvalidArgument;
using runnel::Ref;
using runnel::Status;
using namespace runnel::capi;

struct rnl_event_writer_t final : Child {
  using Child::Child;
  std::string path;
  std::mutex mutex;  // guards the rest
  std::optional<EventWriter> writer;
  std::set<std::string> run_tags;
};

namespace {

double NowSeconds() { return static_cast<double>(runnel::UnixMicros()) / 1e6; }

std::string HostName() {
  char name[256] = {};
  if (::gethostname(name, sizeof(name) - 1) != 0 || name[0] == '\0') return "localhost";
  return name;
}

// Whether bytes are the fields of some message: what tells a mistake from a message at no cost.
bool IsMessage(std::string_view bytes) {
  runnel::ProtoReader reader(bytes);
  while (reader.Next()) {
  }
  return reader.ok();
}

Status Add(rnl_event_writer_t* writer, Event event, double wall_time) {
  event.wall_time = wall_time < 0 ? NowSeconds() : wall_time;
  if (!(event.wall_time >= 0 && event.wall_time < 1e15)) {
    return InvalidArgument("wall_time is ", wall_time, ", expected seconds since 1970");
  }
  if (!writer->writer) return FailedPrecondition("\"", writer->path, "\" is closed");
  return writer->writer->Write(event);
}

}  // namespace

rnl_status_t* rnl_event_writer_create(rnl_runtime_t* runtime, rnl_str_t folder, rnl_str_t suffix,
                                      rnl_event_writer_t** out_writer) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_writer);
    *out_writer = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::string_view folder_view, suffix_view;
    RUNNEL_RETURN_IF_ERROR(ToView(folder, "folder", &folder_view));
    RUNNEL_RETURN_IF_ERROR(ToView(suffix, "suffix", &suffix_view));
    if (folder_view.empty()) return InvalidArgument("the folder has no name");
    if (suffix_view.find('/') != std::string_view::npos) {
      return InvalidArgument("the suffix \"", suffix_view, "\" has a slash in it");
    }
    const std::string host = suffix_view.empty() ? HostName() : std::string(suffix_view);
    auto writer =
        EventWriter::Create(runnel::FileSystem(), std::string(folder_view), host, NowSeconds());
    RUNNEL_RETURN_IF_ERROR(writer.status());
    const auto handle =
        Ref<rnl_event_writer_t>::Adopt(new rnl_event_writer_t(Ref<rnl_runtime_t>::Share(runtime)));
    handle->path = writer->path();
    handle->writer.emplace(std::move(*writer));
    *out_writer = Retain(handle.get());
    return runnel::OkStatus();
  });
}

rnl_event_writer_t* rnl_event_writer_retain(rnl_event_writer_t* writer) { return Retain(writer); }

void rnl_event_writer_release(rnl_event_writer_t* writer) { Release(writer); }

rnl_str_t rnl_event_writer_path(const rnl_event_writer_t* writer) {
  return writer == nullptr ? kEmpty : ToC(std::string_view(writer->path));
}

rnl_status_t* rnl_event_writer_add_scalar(rnl_event_writer_t* writer, rnl_str_t tag, float value,
                                          int64_t step, double wall_time) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(writer);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(tag, "tag", &view));
    const std::lock_guard lock(writer->mutex);
    return Add(writer, {.step = step, .summary = runnel::EncodeScalarSummary(view, value)}, wall_time);
  });
}

rnl_status_t* rnl_event_writer_add_summary(rnl_event_writer_t* writer, rnl_str_t summary, int64_t step,
                                           double wall_time) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(writer);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(summary, "summary", &view));
    const auto tags = runnel::SummaryTags(view);
    if (!tags.ok()) return InvalidArgument("argument summary: ", tags.status().message());
    const std::lock_guard lock(writer->mutex);
    return Add(writer, {.step = step, .summary = std::string(view)}, wall_time);
  });
}

rnl_status_t* rnl_event_writer_add_graph(rnl_event_writer_t* writer, rnl_str_t graph_def,
                                         double wall_time) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(writer);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(graph_def, "graph_def", &view));
    if (view.empty() || !IsMessage(view)) return InvalidArgument("graph_def is no binary GraphDef");
    const std::lock_guard lock(writer->mutex);
    return Add(writer, {.graph_def = std::string(view)}, wall_time);
  });
}

rnl_status_t* rnl_event_writer_add_run_metadata(rnl_event_writer_t* writer, rnl_str_t tag,
                                                rnl_str_t run_metadata, int64_t step, double wall_time) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(writer);
    std::string_view tag_view, bytes;
    RUNNEL_RETURN_IF_ERROR(ToView(tag, "tag", &tag_view));
    RUNNEL_RETURN_IF_ERROR(ToView(run_metadata, "run_metadata", &bytes));
    if (tag_view.empty()) return InvalidArgument("run metadata need a tag");
    if (!IsMessage(bytes)) return InvalidArgument("run_metadata is no RunMetadata");
    const std::lock_guard lock(writer->mutex);
    const auto [it, is_new] = writer->run_tags.emplace(tag_view);
    if (!is_new) return runnel::AlreadyExists("run metadata with the tag \"", tag_view, "\" are there");
    Status status =
        Add(writer, {.step = step, .run_tag = *it, .run_metadata = std::string(bytes)}, wall_time);
    if (!status.ok()) writer->run_tags.erase(it);
    return status;
  });
}

rnl_status_t* rnl_event_writer_flush(rnl_event_writer_t* writer) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(writer);
    const std::lock_guard lock(writer->mutex);
    if (!writer->writer) return FailedPrecondition("\"", writer->path, "\" is closed");
    return writer->writer->Sync();
  });
}

rnl_status_t* rnl_event_writer_close(rnl_event_writer_t* writer) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(writer);
    const std::lock_guard lock(writer->mutex);
    if (!writer->writer) return runnel::OkStatus();
    const Status synced = writer->writer->Sync();
    const Status closed = writer->writer->Close();
    writer->writer.reset();
    return synced.ok() ? closed : synced;
  });
}
