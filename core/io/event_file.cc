#include "core/io/event_file.h"

#include <cmath>
#include <cstdio>

#include "core/io/proto.h"

namespace runnel {
namespace {

// Event: 1 wall_time, 2 step, 3 file_version, 4 graph_def, 5 summary, 8 tagged_run_metadata (1 tag,
// 2 run_metadata).
// Summary: 1 value, repeated. Value: 1 tag, 2 simple_value.
bool DecodeScalar(std::string_view bytes, std::vector<ScalarSummary>* scalars) {
  ProtoReader reader(bytes);
  ScalarSummary scalar;
  bool is_scalar = false;
  while (reader.Next()) {
    std::string_view tag;
    if (reader.field() == 1 && reader.ReadBytes(&tag)) scalar.tag = tag;
    if (reader.field() == 2) is_scalar = reader.ReadFloat(&scalar.value);
  }
  if (is_scalar && reader.ok()) scalars->push_back(std::move(scalar));
  return reader.ok();
}

}  // namespace

std::string EncodeEvent(const Event& event) {
  ProtoWriter writer;
  writer.Double(1, event.wall_time);
  if (event.step != 0) writer.Int64(2, event.step);
  if (!event.file_version.empty()) writer.Bytes(3, event.file_version);
  if (!event.graph_def.empty()) writer.Bytes(4, event.graph_def);
  if (!event.summary.empty()) writer.Bytes(5, event.summary);
  if (!event.scalars.empty()) {
    ProtoWriter summary;
    for (const ScalarSummary& scalar : event.scalars) {
      ProtoWriter value;
      value.Bytes(1, scalar.tag);
      value.Float(2, scalar.value);
      summary.Bytes(1, value.bytes());
    }
    writer.Bytes(5, summary.bytes());
  }
  if (!event.run_tag.empty()) {
    ProtoWriter tagged;
    tagged.Bytes(1, event.run_tag);
    tagged.Bytes(2, event.run_metadata);
    writer.Bytes(8, tagged.bytes());
  }
  return writer.Take();
}

Result<Event> DecodeEvent(std::string_view bytes) {
  ProtoReader reader(bytes);
  Event event;
  while (reader.Next()) {
    std::string_view value;
    if (reader.field() == 1) reader.ReadDouble(&event.wall_time);
    if (reader.field() == 2) reader.ReadInt64(&event.step);
    if (reader.field() == 3 && reader.ReadBytes(&value)) event.file_version = value;
    if (reader.field() == 4 && reader.ReadBytes(&value)) event.graph_def = value;
    if (reader.field() == 5 && reader.ReadBytes(&value)) {
      event.summary = value;
      ProtoReader summary(value);
      while (summary.Next()) {
        std::string_view scalar;
        if (summary.field() == 1 && summary.ReadBytes(&scalar) &&
            !DecodeScalar(scalar, &event.scalars)) {
          return DataLoss("a value of an event's summary is damaged");
        }
      }
      if (!summary.ok()) return DataLoss("an event's summary is damaged");
    }
    if (reader.field() == 8 && reader.ReadBytes(&value)) {
      ProtoReader tagged(value);
      while (tagged.Next()) {
        std::string_view part;
        if (tagged.field() == 1 && tagged.ReadBytes(&part)) event.run_tag = part;
        if (tagged.field() == 2 && tagged.ReadBytes(&part)) event.run_metadata = part;
      }
      if (!tagged.ok()) return DataLoss("an event's run metadata are damaged");
    }
  }
  if (!reader.ok()) return DataLoss("an event is damaged");
  return event;
}

Result<EventWriter> EventWriter::Create(const FileSystem& files, const std::string& folder,
                                        std::string_view suffix, double wall_time) {
  if (!std::isfinite(wall_time) || wall_time < 0 || wall_time > 1e15) {
    return InvalidArgument("wall_time is ", wall_time, ", expected seconds since 1970");
  }
  RUNNEL_RETURN_IF_ERROR(files.MakeFolders(folder));
  char seconds[32];
  std::snprintf(seconds, sizeof(seconds), "%010lld", static_cast<long long>(wall_time));
  const std::string name =
      JoinPath(folder, StrCat("events.out.tfevents.", seconds, suffix.empty() ? "" : ".", suffix));
  std::string path = name;
  for (int n = 1;; ++n) {
    RUNNEL_ASSIGN_OR_RETURN(const bool exists, files.Exists(path));
    if (!exists) break;
    path = StrCat(name, ".", n);
  }
  Result<RecordWriter> records = RecordWriter::Create(files, path);
  if (!records.ok()) return records.status();
  EventWriter writer(std::move(*records), path);
  RUNNEL_RETURN_IF_ERROR(writer.Write({.wall_time = wall_time, .file_version = "brain.Event:2"}));
  return writer;
}

}  // namespace runnel
