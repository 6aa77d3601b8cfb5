// runnel records: looks into TFRecord files and the Examples in them.
#include <algorithm>
#include <limits>
#include <map>

#include "tools/common/error.h"
#include "tools/runnel/record_input.h"

namespace runnel::tools {
namespace {

struct Values {
  rnl_dtype_t dtype = RNL_INVALID;
  const void* data = nullptr;
  size_t count = 0;
};

// What a record is taken for. Bytes do not tell: what can be read as an Example with features is one.
ExampleHandle ToExample(std::string_view record, const std::string& kind) {
  const auto parse = [&](bool sequence, bool must) {
    ExampleHandle example;
    rnl_status_t* const status = rnl_example_parse(Str(record), sequence, Out(&example));
    if (must) Check(status);
    if (!must) rnl_status_release(status);
    return example;
  };
  if (kind == "bytes") return nullptr;
  if (kind == "example") return parse(false, true);
  if (kind == "sequence") return parse(true, true);
  ExampleHandle example = parse(true, false);
  if (example != nullptr && rnl_example_num_lists(example.get()) > 0) return example;
  example = parse(false, false);
  if (example != nullptr && rnl_example_num_features(example.get()) > 0) return example;
  return nullptr;
}

Values FeatureOf(const rnl_example_t* example, std::string_view name) {
  Values v;
  Check(rnl_example_feature(example, Str(name), &v.dtype, &v.data, &v.count));
  return v;
}

void WriteValue(const Values& v, size_t i, JsonWriter* json) {
  if (v.dtype == RNL_FLOAT) json->Float(static_cast<const float*>(v.data)[i]);
  if (v.dtype == RNL_INT64) json->Int(static_cast<const int64_t*>(v.data)[i]);
  if (v.dtype == RNL_STRING) WriteBytes(View(static_cast<const rnl_str_t*>(v.data)[i]), json);
}

// null for a feature of no kind.
void WriteValues(const Values& v, JsonWriter* json) {
  if (v.dtype == RNL_INVALID) {
    json->Null();
    return;
  }
  json->BeginArray();
  for (size_t i = 0; i < v.count; ++i) WriteValue(v, i, json);
  json->EndArray();
}

void WriteFeatures(const rnl_example_t* example, JsonWriter* json) {
  json->BeginObject();
  for (size_t i = 0; i < rnl_example_num_features(example); ++i) {
    const std::string_view name = View(rnl_example_feature_name(example, i));
    json->Key(name);
    WriteValues(FeatureOf(example, name), json);
  }
  json->EndObject();
}

void WriteLists(const rnl_example_t* example, JsonWriter* json) {
  json->BeginObject();
  for (size_t i = 0; i < rnl_example_num_lists(example); ++i) {
    const rnl_str_t name = rnl_example_list_name(example, i);
    size_t steps = 0;
    Check(rnl_example_num_steps(example, name, &steps));
    json->Key(View(name)).BeginArray();
    for (size_t step = 0; step < steps; ++step) {
      Values v;
      Check(rnl_example_step(example, name, step, &v.dtype, &v.data, &v.count));
      WriteValues(v, json);
    }
    json->EndArray();
  }
  json->EndObject();
}

// The features of an Example; {"context": ..., "lists": ...} of a SequenceExample; {"record": ...} of
// other bytes.
std::string JsonOf(const rnl_example_t* example, std::string_view record) {
  JsonWriter json;
  if (example == nullptr) {
    json.BeginObject().Key("record");
    WriteBytes(record, &json);
    json.EndObject();
  } else if (rnl_example_is_sequence(example)) {
    json.BeginObject().Key("context");
    WriteFeatures(example, &json);
    json.Key("lists");
    WriteLists(example, &json);
    json.EndObject();
  } else {
    WriteFeatures(example, &json);
  }
  return json.text();
}

std::string_view KindOf(const rnl_example_t* example) {
  return example == nullptr ? "bytes" : rnl_example_is_sequence(example) ? "sequence" : "example";
}

// "label int64[1], image string[1]; tokens 5 steps".
std::string Contents(const rnl_example_t* example) {
  std::string text;
  for (size_t i = 0; i < rnl_example_num_features(example); ++i) {
    const std::string_view name = View(rnl_example_feature_name(example, i));
    const Values v = FeatureOf(example, name);
    const std::string_view type = v.dtype == RNL_INVALID ? "none" : View(rnl_dtype_name(v.dtype));
    text += Cat(i == 0 ? "" : ", ", name, " ", type, "[", v.count, "]");
  }
  for (size_t i = 0; i < rnl_example_num_lists(example); ++i) {
    const rnl_str_t name = rnl_example_list_name(example, i);
    size_t steps = 0;
    Check(rnl_example_num_steps(example, name, &steps));
    text += Cat(i > 0 ? ", " : text.empty() ? "" : "; ", View(name), " ", steps, " steps");
  }
  return text;
}

void DescribeContents(const rnl_example_t* example, JsonWriter* json) {
  json->Key("features").BeginArray();
  for (size_t i = 0; i < rnl_example_num_features(example); ++i) {
    const std::string_view name = View(rnl_example_feature_name(example, i));
    const Values v = FeatureOf(example, name);
    json->BeginObject().Key("name").String(name).Key("dtype");
    v.dtype == RNL_INVALID ? json->Null() : json->String(View(rnl_dtype_name(v.dtype)));
    json->Key("values").Uint(v.count).EndObject();
  }
  json->EndArray().Key("lists").BeginArray();
  for (size_t i = 0; i < rnl_example_num_lists(example); ++i) {
    const rnl_str_t name = rnl_example_list_name(example, i);
    size_t steps = 0;
    Check(rnl_example_num_steps(example, name, &steps));
    json->BeginObject().Key("name").String(View(name)).Key("steps").Uint(steps).EndObject();
  }
  json->EndArray();
}

// Calls `use(index, offset, record)` for the records that --skip and --count leave.
template <typename Use>
void Walk(rnl_runtime_t* runtime, const Args& args, Use use) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  const int64_t skip = args.Integer("skip", 0, 0, most), count = args.Integer("count", most, 0, most);
  if (count == 0) return;
  int64_t index = 0, used = 0;
  ReadRecords(runtime, args.positional()[1], args, [&](uint64_t offset, std::string_view record) {
    if (index++ < skip) return true;
    use(index - 1, offset, record);
    return ++used < count;
  });
}

std::string Kind(const Args& args) {
  return args.Choice("kind", "auto", {"auto", "example", "sequence", "bytes"});
}

int List(rnl_runtime_t* runtime, const Args& args) {
  const std::string kind = Kind(args);
  LineWriter out(args);
  int64_t count = 0;
  uint64_t bytes = 0;
  Walk(runtime, args, [&](int64_t index, uint64_t offset, std::string_view record) {
    const ExampleHandle example = ToExample(record, kind);
    ++count;
    bytes += record.size();
    if (args.Has("json")) {
      JsonWriter json;
      json.BeginObject().Key("index").Int(index).Key("offset").Uint(offset);
      json.Key("bytes").Uint(record.size()).Key("kind").String(KindOf(example.get()));
      if (example != nullptr) DescribeContents(example.get(), &json);
      out.Write(json.EndObject().text());
    } else {
      out.Write(Cat(index, "  byte ", offset, "  ", record.size(), " bytes  ", KindOf(example.get()),
                    example == nullptr ? "" : "  ", example == nullptr ? "" : Contents(example.get())));
    }
  });
  if (!args.Has("json")) out.Write(Cat(count, " records, ", bytes, " bytes"));
  out.Close();
  return 0;
}

int Show(rnl_runtime_t* runtime, const Args& args) {
  const std::string kind = Kind(args);
  LineWriter out(args);
  Walk(runtime, args, [&](int64_t index, uint64_t offset, std::string_view record) {
    const ExampleHandle example = ToExample(record, kind);
    if (args.Has("json")) {
      out.Write(JsonOf(example.get(), record));
      return;
    }
    out.Write(Cat("record ", index, ", byte ", offset, ", ", record.size(),
                  " bytes: ", KindOf(example.get())));
    if (example == nullptr) {
      JsonWriter json;
      WriteBytes(record, &json);
      out.Write(Cat("  ", json.text()));
      return;
    }
    const auto values = [](const Values& v) {
      JsonWriter json;
      WriteValues(v, &json);
      return json.text();
    };
    for (size_t i = 0; i < rnl_example_num_features(example.get()); ++i) {
      const std::string_view name = View(rnl_example_feature_name(example.get(), i));
      out.Write(Cat("  ", name, ": ", values(FeatureOf(example.get(), name))));
    }
    for (size_t i = 0; i < rnl_example_num_lists(example.get()); ++i) {
      const rnl_str_t name = rnl_example_list_name(example.get(), i);
      size_t steps = 0;
      Check(rnl_example_num_steps(example.get(), name, &steps));
      for (size_t step = 0; step < steps; ++step) {
        Values v;
        Check(rnl_example_step(example.get(), name, step, &v.dtype, &v.data, &v.count));
        out.Write(Cat("  ", View(name), "[", step, "]: ", values(v)));
      }
    }
  });
  out.Close();
  return 0;
}

// A single value as it is, several as a JSON list, bytes that are no UTF-8 as base64 behind "base64:".
std::string Cell(const Values& v) {
  if (v.count == 0) return "";
  JsonWriter json;
  if (v.count > 1) {
    WriteValues(v, &json);
    return CsvCell(json.text());
  }
  if (v.dtype == RNL_STRING) {
    const std::string_view text = View(*static_cast<const rnl_str_t*>(v.data));
    if (IsUtf8(text)) return CsvCell(text);
    WriteBytes(text, &json);
    const std::string object = json.text();  // {"base64":"..."}
    return Cat("base64:", object.substr(11, object.size() - 13));
  }
  if (v.dtype == RNL_FLOAT &&
      !(*static_cast<const float*>(v.data) - *static_cast<const float*>(v.data) == 0))
    return Cat(*static_cast<const float*>(v.data));  // nan, inf and -inf, which JSON has no words for
  WriteValue(v, 0, &json);
  return json.text();
}

// The columns are the names of all features of the file, or those that are asked for.
int ToCsv(rnl_runtime_t* runtime, const Args& args) {
  const std::string kind = args.Has("kind") ? Kind(args) : "example";
  std::vector<std::string> columns = args.All("column");
  if (columns.empty()) {
    std::map<std::string, bool, std::less<>> names;
    Walk(runtime, args, [&](int64_t, uint64_t, std::string_view record) {
      const ExampleHandle example = ToExample(record, kind);
      for (size_t i = 0; i < rnl_example_num_features(example.get()); ++i) {
        const std::string_view name = View(rnl_example_feature_name(example.get(), i));
        if (names.find(name) == names.end()) names.emplace(name, true);
      }
    });
    for (const auto& [name, used] : names) columns.push_back(name);
  }
  LineWriter out(args);
  std::string line;
  for (const std::string& column : columns) line += Cat(line.empty() ? "" : ",", CsvCell(column));
  out.Write(line);
  Walk(runtime, args, [&](int64_t, uint64_t, std::string_view record) {
    const ExampleHandle example = ToExample(record, kind);
    line.clear();
    for (size_t i = 0; i < columns.size(); ++i) {
      Values v;
      rnl_status_release(
          rnl_example_feature(example.get(), Str(columns[i]), &v.dtype, &v.data, &v.count));
      line += Cat(i == 0 ? "" : ",", Cell(v));
    }
    out.Write(line);
  });
  out.Close();
  return 0;
}

int Convert(rnl_runtime_t* runtime, const Args& args) {
  if (args.Choice("to", "jsonl", {"jsonl", "csv"}) == "csv") return ToCsv(runtime, args);
  const std::string kind = Kind(args);
  LineWriter out(args);
  Walk(runtime, args, [&](int64_t, uint64_t, std::string_view record) {
    out.Write(JsonOf(ToExample(record, kind).get(), record));
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
    {"to", "FORMAT", "convert: jsonl or csv (default: jsonl)"},
    {"column", "NAME", "convert to csv: a feature that is a column (default: all of the file)", true},
    {"kind", "KIND", "what records are: example, sequence, bytes, or auto, which finds out (default)"},
    {"skip", "N", "leave the first records out"},
    {"count", "N", "at most so many records"},
    kCompressionOption,
    kOutOption,
    kJsonOption,
    kProgressOption};

}  // namespace

constexpr Command kRecordsCommand = {
    "records",
    "list FILE | show FILE | convert FILE",
    2,
    2,
    "List, show or convert the records of TFRecord files.",
    "list tells where each record is and what it holds; show prints the values of Examples and\n"
    "SequenceExamples; convert writes one JSON object or one row of CSV for each. In JSON a feature is "
    "a list;\n"
    "bytes that are no UTF-8 are {\"base64\": ...}. A file that is cut off or damaged ends the command "
    "with the\n"
    "byte where it is; what comes before has been written then.",
    kOptions,
    Run};

}  // namespace runnel::tools
