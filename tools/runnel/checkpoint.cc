// runnel checkpoint: looks into TensorFlow's V2 checkpoints.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "tools/common/error.h"
#include "tools/runnel/command.h"
#include "tools/runnel/tensors.h"

namespace runnel::tools {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();  // null in JSON

CheckpointHandle Open(rnl_runtime_t* runtime, const std::string& prefix) {
  CheckpointHandle checkpoint;
  Check(rnl_checkpoint_open(runtime, Str(prefix), Out(&checkpoint)));
  return checkpoint;
}

std::vector<int64_t> ShapeOf(const rnl_checkpoint_t* checkpoint, size_t i) {
  const int64_t* dims = nullptr;
  const int32_t rank = rnl_checkpoint_shape(checkpoint, i, &dims);
  return std::vector<int64_t>(dims, dims + std::max(rank, 0));
}

std::string ShapeText(const std::vector<int64_t>& shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) text += Cat(i == 0 ? "" : ",", shape[i]);
  return text + "]";
}

void DescribeEntry(const rnl_checkpoint_t* checkpoint, size_t i, JsonWriter* json) {
  json->Key("name").String(View(rnl_checkpoint_name(checkpoint, i)));
  json->Key("dtype").String(View(rnl_dtype_name(rnl_checkpoint_dtype(checkpoint, i))));
  json->Key("shape").BeginArray();
  for (int64_t dim : ShapeOf(checkpoint, i)) json->Int(dim);
  json->EndArray();
}

int List(rnl_runtime_t* runtime, const Args& args) {
  const CheckpointHandle checkpoint = Open(runtime, args.positional()[1]);
  for (size_t i = 0; i < rnl_checkpoint_count(checkpoint.get()); ++i) {
    JsonWriter json;
    json.BeginObject();
    DescribeEntry(checkpoint.get(), i, &json);
    PrintLine(args.Has("json") ? json.EndObject().text()
                               : Cat(View(rnl_checkpoint_name(checkpoint.get(), i)), "  ",
                                     View(rnl_dtype_name(rnl_checkpoint_dtype(checkpoint.get(), i))),
                                     ShapeText(ShapeOf(checkpoint.get(), i))));
  }
  return 0;
}

int Read(rnl_runtime_t* runtime, const Args& args) {
  const CheckpointHandle checkpoint = Open(runtime, args.positional()[1]);
  const std::string& name = args.positional()[2];
  TensorHandle tensor;
  Check(rnl_checkpoint_read(checkpoint.get(), Str(name), Out(&tensor)));
  if (args.Has("out")) WriteNpy(args.Text("out"), ToArray(tensor.get()));
  if (args.Has("json")) {
    for (size_t i = 0; i < rnl_checkpoint_count(checkpoint.get()); ++i) {
      if (View(rnl_checkpoint_name(checkpoint.get(), i)) != name) continue;
      JsonWriter json;
      json.BeginObject();
      DescribeEntry(checkpoint.get(), i, &json);
      json.Key("file");
      if (args.Has("out")) {
        json.String(args.Text("out"));
      } else {
        json.Null();
      }
      PrintLine(json.EndObject().text());
    }
  } else if (!args.Has("out")) {
    BytesHandle text;
    Check(rnl_tensor_to_text(tensor.get(), 100, Out(&text)));
    PrintLine(View(rnl_bytes_view(text.get())));
  }
  return 0;
}

template <typename T>
double LargestDifference(const Array& a, const Array& b) {
  double largest = 0;
  for (size_t i = 0; i + sizeof(T) <= a.bytes.size(); i += sizeof(T)) {
    if (std::memcmp(a.bytes.data() + i, b.bytes.data() + i, sizeof(T)) == 0) continue;
    T x, y;
    std::memcpy(&x, a.bytes.data() + i, sizeof(T));
    std::memcpy(&y, b.bytes.data() + i, sizeof(T));
    const double difference = std::fabs(static_cast<double>(x) - static_cast<double>(y));
    largest =
        std::isnan(difference) ? std::numeric_limits<double>::infinity() : std::max(largest, difference);
  }
  return largest;
}

// How two arrays of one type and shape differ: 0 if they are the same bits, infinity where there is no
// number for it.
double Difference(const Array& a, const Array& b) {
  if (a.bytes == b.bytes && a.strings == b.strings) return 0;
  switch (a.dtype) {
    case RNL_FLOAT:
    case RNL_COMPLEX64:
      return LargestDifference<float>(a, b);
    case RNL_DOUBLE:
    case RNL_COMPLEX128:
      return LargestDifference<double>(a, b);
    case RNL_INT32:
      return LargestDifference<int32_t>(a, b);
    case RNL_INT64:
      return LargestDifference<int64_t>(a, b);
    default:
      return std::numeric_limits<double>::infinity();
  }
}

// The checkpoints' entries walked side by side; both are sorted by name.
class Comparison {
 public:
  Comparison(const rnl_checkpoint_t* a, const rnl_checkpoint_t* b, double tolerance)
      : a_(a), b_(b), tolerance_(tolerance) {}

  // Whether all is equal. Differences go into `json`, as elements of an array, and to `text`.
  bool Run(JsonWriter* json, std::string* text) {
    size_t i = 0, j = 0;
    const size_t a_count = rnl_checkpoint_count(a_), b_count = rnl_checkpoint_count(b_);
    while (i < a_count || j < b_count) {
      const std::string_view x = View(rnl_checkpoint_name(a_, i)), y = View(rnl_checkpoint_name(b_, j));
      if (j == b_count || (i < a_count && x < y)) {
        Report(x, "only in the first", kNoNumber, json, text);
        ++i;
      } else if (i == a_count || y < x) {
        Report(y, "only in the second", kNoNumber, json, text);
        ++j;
      } else {
        CompareEntry(i++, j++, json, text);
      }
    }
    return different_ == 0;
  }
  int64_t compared() const { return compared_; }

 private:
  void CompareEntry(size_t i, size_t j, JsonWriter* json, std::string* text) {
    ++compared_;
    const std::string_view name = View(rnl_checkpoint_name(a_, i));
    const rnl_dtype_t x_dtype = rnl_checkpoint_dtype(a_, i), y_dtype = rnl_checkpoint_dtype(b_, j);
    if (x_dtype != y_dtype) {
      Report(name, Cat(View(rnl_dtype_name(x_dtype)), " and ", View(rnl_dtype_name(y_dtype))), kNoNumber,
             json, text);
      return;
    }
    if (ShapeOf(a_, i) != ShapeOf(b_, j)) {
      Report(name, Cat("shape ", ShapeText(ShapeOf(a_, i)), " and ", ShapeText(ShapeOf(b_, j))),
             kNoNumber, json, text);
      return;
    }
    TensorHandle x, y;
    Check(rnl_checkpoint_read(a_, Str(name), Out(&x)));
    Check(rnl_checkpoint_read(b_, Str(name), Out(&y)));
    const double difference = Difference(ToArray(x.get()), ToArray(y.get()));
    if (difference > tolerance_)
      Report(name, Cat("values differ by up to ", difference), difference, json, text);
  }
  void Report(std::string_view name, const std::string& reason, double difference, JsonWriter* json,
              std::string* text) {
    ++different_;
    json->BeginObject().Key("name").String(name).Key("reason").String(reason);
    json->Key("max_abs_diff").Double(difference).EndObject();
    *text += Cat(name, ": ", reason, "\n");
  }

  const rnl_checkpoint_t* a_;
  const rnl_checkpoint_t* b_;
  const double tolerance_;
  int64_t compared_ = 0, different_ = 0;
};

int Compare(rnl_runtime_t* runtime, const Args& args) {
  const CheckpointHandle a = Open(runtime, args.positional()[1]),
                         b = Open(runtime, args.positional()[2]);
  Comparison comparison(a.get(), b.get(), args.Number("tolerance", 0, 0, 1e300));
  JsonWriter different;
  std::string text;
  different.BeginObject().Key("different").BeginArray();
  const bool equal = comparison.Run(&different, &text);
  different.EndArray().Key("compared").Int(comparison.compared()).Key("equal").Bool(equal).EndObject();
  if (args.Has("json")) {
    PrintLine(different.text());
  } else {
    PrintLine(Cat(text, comparison.compared(), " compared: ", equal ? "equal" : "different"));
  }
  return equal ? 0 : 1;
}

int Run(const Args& args) {
  struct Action {
    std::string_view name;
    size_t words;
    std::string_view usage;
    int (*run)(rnl_runtime_t*, const Args&);
  };
  static constexpr Action kActions[] = {{"list", 2, "list PREFIX", List},
                                        {"read", 3, "read PREFIX NAME", Read},
                                        {"compare", 3, "compare PREFIX PREFIX", Compare}};
  const std::vector<std::string>& words = args.positional();
  for (const Action& action : kActions) {
    if (words[0] != action.name) continue;
    if (words.size() != action.words) throw UsageError(Cat("expected runnel checkpoint ", action.usage));
    const RuntimeHandle runtime = MakeRuntime(args);
    return action.run(runtime.get(), args);
  }
  throw UsageError(Cat("expected list, read or compare, got \"", words[0], "\""));
}

constexpr Option kOptions[] = {
    {"out", "FILE", "read: write the tensor as .npy"},
    {"tolerance", "T", "compare: differences up to this are none (default: 0)"},
    kJsonOption};

}  // namespace

constexpr Command kCheckpointCommand = {
    "checkpoint",
    "list PREFIX | read PREFIX NAME | compare PREFIX PREFIX",
    1,
    3,
    "List, read or compare checkpoints.",
    "PREFIX is that of PREFIX.index and PREFIX.data-…, as --save wrote them.",
    kOptions,
    Run};

}  // namespace runnel::tools
