// Event files: what TensorBoard draws its curves from. Records that hold Event messages, the first of
// which names the version "brain.Event:2".
// Source: TensorFlow's event.proto, summary.proto, graph.proto.
#ifndef RUNNEL_CORE_IO_EVENT_FILE_H_
#define RUNNEL_CORE_IO_EVENT_FILE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/tfrecord.h"

namespace runnel {

struct ScalarSummary {
  std::string tag;
  float value = 0;
};

struct Event {
  double wall_time = 0;  // seconds since 1970
  int64_t step = 0;
  std::string file_version = {};  // of the first event
  std::string graph_def = {};     // bytes of a GraphDef
  std::vector<ScalarSummary> scalars = {};
  std::string summary = {};  // bytes of a Summary; decoding fills `scalars` as far as it holds some
  std::string run_tag = {};  // with the bytes of a RunMetadata
  std::string run_metadata = {};
};

std::string EncodeEvent(const Event& event);
// Skips what Event above has no place for. Errors: DATA_LOSS.
Result<Event> DecodeEvent(std::string_view bytes);

// One thread.
class EventWriter {
 public:
  // Makes "folder/events.out.tfevents.<seconds>.<suffix>", and the folder; a number follows if there is
  // such a file. `wall_time` in seconds since 1970.
  static Result<EventWriter> Create(const FileSystem& files, const std::string& folder,
                                    std::string_view suffix, double wall_time);
  const std::string& path() const { return path_; }
  Status Write(const Event& event) { return records_.Write(EncodeEvent(event)); }
  // Durable from here on. Events are in the file, for other readers, as soon as they are written.
  Status Sync() { return records_.Sync(); }
  Status Close() { return records_.Close(); }

 private:
  EventWriter(RecordWriter records, std::string path)
      : records_(std::move(records)), path_(std::move(path)) {}
  RecordWriter records_;
  std::string path_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_EVENT_FILE_H_
