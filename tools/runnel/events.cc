// runnel events: looks into event files, TensorBoard's.
//
// Source: TensorFlow's event.proto, summary.proto, histogram.proto, tensor.proto, by field numbers.
#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/runnel/record_input.h"
#include "tools/runnel/wire.h"

namespace runnel::tools {
namespace {

// What one event tells, or one of the values of its summary.
struct Item {
  double wall_time = 0;  // seconds since 1970
  int64_t step = 0;
  std::string_view kind;  // "scalar", "histogram", ..., "graph", "version"
  std::string_view tag;
  std::optional<double> value;  // of a scalar
  std::string_view bytes;       // the message of another kind, or a text
};

// A tensor that is a single number of a kind that curves are made of. Numbers of tensor.proto.
std::optional<double> OneNumber(std::string_view tensor) {
  constexpr int64_t kFloat = 1, kDouble = 2, kInt32 = 3, kInt64 = 9;
  int64_t dtype = 0, count = 0;
  std::optional<double> value;
  std::string_view content;
  for (Wire in(tensor); in.Next();) {
    if (in.field() == 1) dtype = in.integer();
    if (in.field() == 4) content = in.bytes();
    const bool is_value = in.field() == 5 || in.field() == 6 || in.field() == 7 || in.field() == 10;
    if (!is_value) continue;
    ++count;
    if (in.is_bytes()) {  // a packed list: one number fills it
      if (in.field() == 5 && in.bytes().size() == 4) content = in.bytes();
      if (in.field() == 6 && in.bytes().size() == 8) content = in.bytes();
      if (in.field() == 7 || in.field() == 10) {
        std::string one("\x08", 1);
        one += in.bytes();
        Wire inner(one);
        if (inner.Next()) value = static_cast<double>(inner.integer());
        if (inner.Next()) return std::nullopt;
      }
    } else {
      value = in.field() == 5   ? static_cast<double>(in.real32())
              : in.field() == 6 ? in.real64()
                                : static_cast<double>(in.integer());
    }
  }
  if (count > 1) return std::nullopt;
  if (!content.empty()) {
    std::string one(1, static_cast<char>(content.size() == 4 ? 0x0d : 0x09));  // fixed32 or fixed64
    one += content;
    Wire inner(one);
    if (content.size() != 4 && content.size() != 8) return std::nullopt;
    if (!inner.Next()) return std::nullopt;
    if (dtype == kFloat && content.size() == 4) return static_cast<double>(inner.real32());
    if (dtype == kDouble && content.size() == 8) return inner.real64();
    if (dtype == kInt32 && content.size() == 4)
      return static_cast<double>(static_cast<int32_t>(inner.integer()));
    if (dtype == kInt64 && content.size() == 8) return static_cast<double>(inner.integer());
    return std::nullopt;
  }
  return dtype == kFloat || dtype == kDouble || dtype == kInt32 || dtype == kInt64 ? value
                                                                                   : std::nullopt;
}

// A field of a message that is a message or text; empty without it.
std::string_view Find(std::string_view message, uint32_t field) {
  std::string_view found;
  for (Wire in(message); in.Next();) {
    if (in.field() == field && in.is_bytes()) found = in.bytes();
  }
  return found;
}

// Calls `use` for each thing that the event tells. False: it is damaged.
template <typename Use>
bool ReadEvent(std::string_view event, Use use) {
  Item base;
  Wire times(event);
  while (times.Next()) {
    if (times.field() == 1) base.wall_time = times.real64();
    if (times.field() == 2) base.step = times.integer();
  }
  if (!times.ok()) return false;
  const auto give = [&](std::string_view kind, std::string_view tag, std::string_view bytes) {
    Item item = base;
    item.kind = kind;
    item.tag = tag;
    item.bytes = bytes;
    use(item);
  };
  for (Wire in(event); in.Next();) {
    if (!in.is_bytes()) continue;
    const std::string_view bytes = in.bytes();
    if (in.field() == 3) give("version", "", bytes);
    if (in.field() == 4) give("graph", "", bytes);
    if (in.field() == 6) give("log", "", Find(bytes, 2));
    if (in.field() == 7) give("session", "", bytes);
    if (in.field() == 8) give("run_metadata", Find(bytes, 1), Find(bytes, 2));
    if (in.field() == 9) give("meta_graph", "", bytes);
    if (in.field() != 5) continue;
    Wire summary(bytes);
    while (summary.Next()) {
      if (summary.field() != 1 || !summary.is_bytes()) continue;
      Item item = base;
      item.kind = "none";
      Wire value(summary.bytes());
      while (value.Next()) {
        if (value.field() == 1) item.tag = value.bytes();
        if (value.field() == 2) {
          item.kind = "scalar";
          item.value = static_cast<double>(value.real32());
        }
        if (value.field() >= 4 && value.field() <= 8 && value.field() != 7) {
          item.kind = value.field() == 4   ? "image"
                      : value.field() == 5 ? "histogram"
                      : value.field() == 6 ? "audio"
                                           : "tensor";
          item.bytes = value.bytes();
        }
      }
      if (!value.ok()) return false;
      if (item.kind == "tensor" && (item.value = OneNumber(item.bytes))) item.kind = "scalar";
      use(item);
    }
    if (!summary.ok()) return false;
  }
  return true;
}

void WriteHistogram(std::string_view message, JsonWriter* json) {
  static constexpr const char* kNames[] = {"min", "max", "num", "sum", "sum_squares"};
  double numbers[5] = {};
  std::vector<double> lists[2];
  for (Wire in(message); in.Next();) {
    if (in.field() >= 1 && in.field() <= 5) numbers[in.field() - 1] = in.real64();
    if (in.field() != 6 && in.field() != 7) continue;
    std::vector<double>& list = lists[in.field() - 6];
    if (!in.is_bytes()) {
      list.push_back(in.real64());
      continue;
    }
    for (size_t i = 0; i + 8 <= in.bytes().size(); i += 8) {
      double one;
      std::memcpy(&one, in.bytes().data() + i, sizeof(one));
      list.push_back(one);
    }
  }
  for (int i = 0; i < 5; ++i) json->Key(kNames[i]).Double(numbers[i]);
  for (int i = 0; i < 2; ++i) {
    json->Key(i == 0 ? "bucket_limit" : "bucket").BeginArray();
    for (const double one : lists[i]) json->Double(one);
    json->EndArray();
  }
}

std::string JsonOf(const Item& item) {
  JsonWriter json;
  json.BeginObject().Key("wall_time").Double(item.wall_time).Key("step").Int(item.step);
  json.Key("kind").String(item.kind);
  if (!item.tag.empty()) json.Key("tag").String(item.tag);
  if (item.value) {
    json.Key("value").Double(*item.value);
  } else if (item.kind == "version" || item.kind == "log") {
    json.Key("text").String(item.bytes);
  } else if (item.kind == "histogram") {
    WriteHistogram(item.bytes, &json);
  } else if (item.kind == "image" || item.kind == "audio") {
    for (Wire in(item.bytes); in.Next();) {
      if (item.kind == "image" && in.field() == 1) json.Key("height").Int(in.integer());
      if (item.kind == "image" && in.field() == 2) json.Key("width").Int(in.integer());
      if (item.kind == "audio" && in.field() == 1) json.Key("sample_rate").Float(in.real32());
      if (in.field() == 4 && in.is_bytes()) json.Key("bytes").Uint(in.bytes().size());
    }
  } else {
    json.Key("bytes").Uint(item.bytes.size());
  }
  return json.EndObject().text();
}

// The event files of a folder, by name; or the file itself.
std::vector<std::string> FilesOf(const std::string& path) {
  if (!IsDirectory(path)) return {path};
  std::vector<std::string> files;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(path, failed)) {
    const std::string name = entry.path().filename().string();
    if (name.find("tfevents") != std::string::npos) files.push_back(entry.path().string());
  }
  if (failed) Fail("\"", path, "\" cannot be read: ", failed.message());
  if (files.empty()) Fail("\"", path, "\" has no event file (events.out.tfevents...)");
  std::sort(files.begin(), files.end());
  return files;
}

template <typename Use>
void Walk(rnl_runtime_t* runtime, const Args& args, Use use) {
  const std::vector<std::string> tags = args.All("tag");
  for (const std::string& file : FilesOf(args.positional()[1])) {
    ReadRecords(runtime, file, args, [&](uint64_t offset, std::string_view record) {
      const bool whole = ReadEvent(record, [&](const Item& item) {
        if (tags.empty() || std::find(tags.begin(), tags.end(), item.tag) != tags.end()) use(item);
      });
      if (!whole) Fail("DATA_LOSS: record at byte ", offset, " of \"", file, "\" is no event");
      return true;
    });
  }
}

int List(rnl_runtime_t* runtime, const Args& args) {
  struct Row {
    int64_t count = 0, first_step = 0, last_step = 0;
    std::optional<double> last;
  };
  std::map<std::pair<std::string, std::string>, Row> rows;  // by kind and tag
  std::optional<Error> failure;                             // told behind what came before it
  try {
    Walk(runtime, args, [&](const Item& item) {
      Row& row = rows[{std::string(item.kind), std::string(item.tag)}];
      if (row.count++ == 0) row.first_step = item.step;
      row.last_step = item.step;
      row.last = item.value;
    });
  } catch (const Error& error) {
    if (rows.empty()) throw;
    failure = error;
  }
  LineWriter out(args);
  for (const auto& [key, row] : rows) {
    if (args.Has("json")) {
      JsonWriter json;
      json.BeginObject().Key("kind").String(key.first).Key("tag").String(key.second);
      json.Key("count").Int(row.count).Key("first_step").Int(row.first_step);
      json.Key("last_step").Int(row.last_step).Key("last_value");
      row.last ? json.Double(*row.last) : json.Null();
      out.Write(json.EndObject().text());
    } else {
      out.Write(Cat(key.first, key.second.empty() ? "" : "  ", key.second, "  ", row.count,
                    row.count == 1 ? " event, step " : " events, steps ", row.first_step,
                    row.count == 1 ? "" : Cat(" to ", row.last_step), row.last ? ", last " : "",
                    row.last ? Cat(*row.last) : ""));
    }
  }
  out.Close();
  if (failure) throw Error(*failure);
  return 0;
}

int Show(rnl_runtime_t* runtime, const Args& args) {
  LineWriter out(args);
  Walk(runtime, args, [&](const Item& item) {
    if (args.Has("json")) {
      out.Write(JsonOf(item));
      return;
    }
    const bool is_text = item.kind == "version" || item.kind == "log";
    out.Write(Cat("step ", item.step, "  ", item.kind, item.tag.empty() ? "" : "  ", item.tag, "  ",
                  item.value ? Cat(*item.value)
                  : is_text  ? std::string(item.bytes)
                             : Cat(item.bytes.size(), " bytes")));
  });
  out.Close();
  return 0;
}

// CSV has the scalars alone, which are what tables are made of.
int Convert(rnl_runtime_t* runtime, const Args& args) {
  const bool csv = args.Choice("to", "jsonl", {"jsonl", "csv"}) == "csv";
  LineWriter out(args);
  if (csv) out.Write("wall_time,step,tag,value");
  Walk(runtime, args, [&](const Item& item) {
    if (!csv) out.Write(JsonOf(item));
    if (!csv || !item.value) return;
    JsonWriter time, value;
    time.Double(item.wall_time);
    value.Double(*item.value);
    const bool finite = *item.value - *item.value == 0;
    out.Write(Cat(time.text(), ",", item.step, ",", CsvCell(item.tag), ",",
                  finite ? value.text() : Cat(*item.value)));
  });
  out.Close();
  return 0;
}

int Run(const Args& args) {
  const std::string& action = args.positional()[0];
  int (*run)(rnl_runtime_t*, const Args&) = action == "list"      ? List
                                            : action == "show"    ? Show
                                            : action == "convert" ? Convert
                                                                  : nullptr;
  if (run == nullptr) throw UsageError(Cat("expected list, show or convert, got \"", action, "\""));
  const RuntimeHandle runtime = MakeRuntime(args);
  return run(runtime.get(), args);
}

constexpr Option kOptions[] = {
    {"to", "FORMAT", "convert: jsonl, or csv, which has the scalars alone (default: jsonl)"},
    {"tag", "TAG", "only what bears this tag", true},
    kCompressionOption,
    kOutOption,
    kJsonOption,
    kProgressOption};

}  // namespace

constexpr Command kEventsCommand = {
    "events",
    "list PATH | show PATH | convert PATH",
    2,
    2,
    "List, show or convert what event files tell.",
    "PATH is an event file, or a folder with some. list has a line for each tag: how often, at which "
    "steps, the\n"
    "last value; show prints every event; convert writes one JSON object for each, or its scalars as "
    "CSV. A file\n"
    "that is cut off or damaged ends the command with the byte where it is; what comes before has been\n"
    "written then.",
    kOptions,
    Run};

}  // namespace runnel::tools
