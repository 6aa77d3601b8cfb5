// Every registered op alone: with inputs that it does not expect, one too few and one too many, attrs by
// default and at their edges; here and on a server. Each is a value or a status, in time. Before each
// the case's name is written to the file that is the argument, for whoever finds this process gone.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/c_api/process/cases.h"

namespace runnel_test {
namespace {

constexpr int64_t kTimeoutMs = 40;
// A run that takes as long as this did not look at its deadline.
constexpr int64_t kHangMs = 10'000;

// Survives this process.
class Note {
 public:
  explicit Note(const char* path) {
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0 || ftruncate(fd, kSize) != 0) return;
    void* map = mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (map != MAP_FAILED) text_ = static_cast<char*>(map);
    close(fd);
  }
  void Write(const std::string& text) {
    if (text_ != nullptr) std::snprintf(text_, kSize, "%s", text.c_str());
  }

 private:
  static constexpr size_t kSize = 4096;
  char* text_ = nullptr;
};

// ---- what inputs are fed with ----

const std::vector<std::vector<int64_t>> kShapes = {{}, {2}, {2, 2}, {1, 2, 2, 1}, {0}, {3, 0}};

// "DT_FLOAT"; empty for no type.
std::string NameOfType(rnl_dtype_t dtype) {
  if (dtype == RNL_INVALID) return {};
  std::string name = "DT_" + Str(rnl_dtype_name(dtype));
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

// Small numbers, among them one below 0 and 0.
Tensor ValueOf(rnl_runtime_t* runtime, rnl_dtype_t dtype, const std::vector<int64_t>& dims,
               int64_t first) {
  int64_t count = 1;
  for (const int64_t d : dims) count *= d;
  Tensor tensor;
  const int32_t rank = static_cast<int32_t>(dims.size());
  if (dtype == RNL_STRING) {
    const std::vector<rnl_str_t> values(static_cast<size_t>(count), rnl_str("a,1"));
    (void)Status(
        rnl_tensor_from_strings(runtime, rank, dims.data(), values.data(), values.size(), tensor.out()));
    return tensor;
  }
  std::vector<char> bytes(static_cast<size_t>(count) * rnl_dtype_size(dtype));
  for (int64_t i = 0; i < count; ++i) {
    const int64_t value = first + i % 4;
    char* at = bytes.data() + static_cast<size_t>(i) * rnl_dtype_size(dtype);
    const auto put = [at](auto number) { std::memcpy(at, &number, sizeof(number)); };
    if (dtype == RNL_FLOAT || dtype == RNL_COMPLEX64)
      put(static_cast<float>(value));
    else if (dtype == RNL_DOUBLE)
      put(static_cast<double>(value));
    else if (dtype == RNL_INT64 || dtype == RNL_UINT64)
      put(value);
    else if (dtype == RNL_INT32)
      put(static_cast<int32_t>(value));
    else if (dtype == RNL_BOOL)
      put(static_cast<uint8_t>(value & 1));
    else
      put(static_cast<uint8_t>(value));
  }
  (void)Status(
      rnl_tensor_from_data(runtime, dtype, rank, dims.data(), bytes.data(), bytes.size(), tensor.out()));
  return tensor;
}

// ---- graphs ----

// How attrs are chosen: as the op says, or at an edge.
enum class Choice { kDefault, kZero, kNegative, kHuge, kEmpty, kCount };

std::string TypeValue(rnl_dtype_t dtype) { return "type: " + NameOfType(dtype); }

std::string ListOf(const std::string& item, int count) {
  std::string text = "list {";
  for (int i = 0; i < count; ++i) text += " " + item;
  return text + " }";
}

std::string EdgeInt(Choice choice, int64_t plain) {
  if (choice == Choice::kZero || choice == Choice::kEmpty) return "0";
  if (choice == Choice::kNegative) return "-1";
  if (choice == Choice::kHuge) return "1099511627776";
  return std::to_string(plain);
}

// An attr's value as GraphDef text. Empty: it is left out.
std::string AttrText(const rnl_op_t* op, size_t a, const std::string& type, rnl_dtype_t dtype, int count,
                     Choice choice) {
  const bool has_default = !Str(rnl_op_attr_default(op, a)).empty();
  if (has_default && choice == Choice::kDefault && type != "type") return {};
  const std::string allowed =
      rnl_op_attr_num_allowed(op, a) > 0 ? Str(rnl_op_attr_allowed(op, a, 0)) : std::string();
  const int64_t least = rnl_op_attr_minimum(op, a);
  const bool is_list = type.starts_with("list(");
  const std::string one = is_list ? type.substr(5, type.size() - 6) : type;
  const int length = choice == Choice::kEmpty ? 0 : count;
  if (one == "int") {
    const int64_t plain = is_list || least < 1 ? 1 : least;
    const std::string value = "i: " + EdgeInt(choice, plain);
    return is_list ? ListOf(value, length == 0 ? 0 : 4) : value;
  }
  if (one == "float") {
    const std::string value = choice == Choice::kDefault ? "f: 1" : "f: nan";
    return is_list ? ListOf(value, length) : value;
  }
  if (one == "bool") {
    const std::string value = choice == Choice::kNegative ? "b: true" : "b: false";
    return is_list ? ListOf(value, length) : value;
  }
  if (one == "type") {
    rnl_dtype_t wanted = dtype;
    bool fits = allowed.empty();
    for (size_t k = 0; k < rnl_op_attr_num_allowed(op, a); ++k)
      fits |= rnl_dtype_from_name(rnl_op_attr_allowed(op, a, k)) == dtype;
    if (!fits) wanted = rnl_dtype_from_name(rnl_str(allowed.c_str()));
    if (has_default && !is_list && wanted != dtype) return {};
    return is_list ? ListOf(TypeValue(wanted), length) : TypeValue(wanted);
  }
  if (one == "string") {
    const std::string value =
        "s: \"" + (choice == Choice::kDefault ? (allowed.empty() ? "x" : allowed) : "") + "\"";
    return is_list ? ListOf(value, length) : value;
  }
  if (one == "shape") {
    const std::string dims = choice == Choice::kDefault    ? " dim { size: 2 }"
                             : choice == Choice::kEmpty    ? " unknown_rank: true"
                             : choice == Choice::kNegative ? " dim { size: -1 } dim { size: 2 }"
                             : choice == Choice::kHuge
                                 ? " dim { size: 1099511627776 } dim { size: 4096 }"
                                 : " dim { size: 0 }";
    return is_list ? ListOf("shape {" + dims + " }", length) : "shape {" + dims + " }";
  }
  if (one == "tensor") {
    return choice == Choice::kDefault ? "tensor { dtype: DT_FLOAT tensor_shape { } float_val: 1 }"
                                      : "tensor { dtype: DT_FLOAT tensor_shape { dim { size: 3 } } }";
  }
  if (one == "func") {
    const std::string value =
        std::string("func { name: \"") + (choice == Choice::kDefault ? "negate" : "missing") + "\" }";
    return is_list ? ListOf(value, length) : value;
  }
  return {};
}

constexpr char kLibrary[] = R"(library { function {
  signature { name: "negate" input_arg { name: "x" type: DT_FLOAT }
              output_arg { name: "y" type: DT_FLOAT } }
  node_def { name: "n" op: "Neg" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
  ret { key: "y" value: "n:y:0" } } }
)";

std::string ResourceText(const std::string& name, int which) {
  static constexpr const char* kTexts[] = {
      "op: \"VarHandleOp\" attr { key: \"dtype\" value { type: DT_FLOAT } } "
      "attr { key: \"shape\" value { shape { dim { size: 2 } } } }",
      "op: \"FIFOQueueV2\" attr { key: \"component_types\" value { list { type: DT_FLOAT } } }",
      "op: \"ConditionalAccumulator\" attr { key: \"dtype\" value { type: DT_FLOAT } } "
      "attr { key: \"shape\" value { shape { } } }",
      "op: \"Placeholder\" attr { key: \"dtype\" value { type: DT_RESOURCE } }"};
  return "node { name: \"" + name + "\" " + kTexts[which % 4] + " }\n";
}

std::string ConstText(const std::string& name, int value) {
  return "node { name: \"" + name +
         "\" op: \"Const\" attr { key: \"dtype\" value { type: DT_INT32 } } " +
         "attr { key: \"value\" value { tensor { dtype: DT_INT32 tensor_shape { } int_val: " +
         std::to_string(value) + " } } } }\n";
}

// A list of two elements that were never set, and an array of two elements.
std::string ListText(const std::string& name, const std::string& type) {
  return ConstText(name + "_shape", -1) + ConstText(name + "_count", 2) + "node { name: \"" + name +
         "\" op: \"TensorListReserve\" input: \"" + name + "_shape\" input: \"" + name +
         "_count\" attr { key: \"element_dtype\" value { type: " + type + " } } " +
         "attr { key: \"shape_type\" value { type: DT_INT32 } } }\n";
}
std::string ArrayText(const std::string& name, const std::string& type) {
  return ConstText(name + "_size", 2) + "node { name: \"" + name + "\" op: \"TensorArrayV3\" input: \"" +
         name + "_size\" attr { key: \"dtype\" value { type: " + type + " } } }\n";
}

// One op in one situation.
struct Trial {
  std::string name;  // of its node
  std::string about;
  size_t num_outputs = 0;
  std::vector<std::pair<std::string, rnl_dtype_t>> feeds;
  std::vector<int64_t> dims;
  int64_t first = 0;
};

struct Situation {
  rnl_dtype_t dtype;
  size_t shape;  // of kShapes
  Choice choice = Choice::kDefault;
  int more_inputs = 0;  // than the op takes
  int resource = 0;     // which kind resources are
  int64_t first = 0;    // of the values
};

class Builder {
 public:
  explicit Builder(rnl_graph_t* graph) : graph_(graph) {}

  // Adds the op in a situation. False if the graph refuses it, as it may.
  bool Add(const rnl_op_t* op, const Situation& s, Trial* out) {
    const std::string op_name = Str(rnl_op_name(op));
    const std::string prefix = "t" + std::to_string(next_++);
    out->name = prefix + "_op";
    out->about = op_name + " of " + NameOfType(s.dtype) + ", shape " + std::to_string(s.shape) +
                 ", attrs " + std::to_string(static_cast<int>(s.choice)) + ", inputs " +
                 std::to_string(s.more_inputs) + ", resource " + std::to_string(s.resource) + ", from " +
                 std::to_string(s.first);
    out->dims = kShapes[s.shape];
    out->first = s.first;
    out->feeds.clear();
    std::map<std::string, std::string> attrs;
    std::map<std::string, rnl_dtype_t> types;
    std::map<std::string, bool> lists;
    const int count = 2;
    for (size_t a = 0; a < rnl_op_num_attrs(op); ++a) {
      const std::string name = Str(rnl_op_attr_name(op, a)), type = Str(rnl_op_attr_type(op, a));
      lists[name] = type == "list(type)";
      const std::string text = AttrText(op, a, type, s.dtype, count, s.choice);
      types[name] = s.dtype;
      if (text.empty()) {
        const rnl_dtype_t given = rnl_dtype_from_name(rnl_op_attr_default(op, a));
        if (given != RNL_INVALID) types[name] = given;
        continue;
      }
      attrs[name] = text;
      const size_t at = text.find("type: ");
      if (at == std::string::npos) continue;
      const size_t end = text.find_first_of(" }", at + 6);
      types[name] = rnl_dtype_from_name(rnl_str(text.substr(at + 6, end - at - 6).c_str()));
    }
    std::vector<rnl_dtype_t> inputs;
    for (size_t i = 0; i < rnl_op_num_inputs(op); ++i) {
      std::string type = Str(rnl_op_input_type(op, i));
      int length = 1;
      if (const size_t star = type.find(" * "); star != std::string::npos) {
        const std::string number = type.substr(0, star);
        attrs[number] = "i: " + std::to_string(count);
        length = count;
        type = type.substr(star + 3);
      }
      if (type.starts_with("Ref(")) type = type.substr(4, type.size() - 5);
      const auto attr = types.find(type);
      if (attr != types.end() && lists[type]) length = s.choice == Choice::kEmpty ? 0 : count;
      const rnl_dtype_t dtype =
          attr != types.end() ? attr->second : rnl_dtype_from_name(rnl_str(type.c_str()));
      for (int k = 0; k < length; ++k) inputs.push_back(dtype);
    }
    for (int k = 0; k < s.more_inputs; ++k) inputs.push_back(s.dtype);
    if (s.more_inputs < 0 && inputs.empty()) return false;
    if (s.more_inputs < 0) inputs.resize(inputs.size() - 1);
    std::string text = once_ ? "" : kLibrary;
    std::string node = "node { name: \"" + out->name + "\" op: \"" + op_name + "\"";
    for (size_t i = 0; i < inputs.size(); ++i) {
      const std::string name = prefix + "_in" + std::to_string(i);
      const std::string element = NameOfType(s.dtype);
      if (inputs[i] == RNL_RESOURCE && op_name.starts_with("TensorArray") && !element.empty()) {
        text += ArrayText(name, element);
      } else if (inputs[i] == RNL_RESOURCE) {
        text += ResourceText(name, s.resource);
      } else if (inputs[i] == RNL_VARIANT) {
        if (element.empty()) return false;
        text += ListText(name, element);
      } else {
        const std::string type = NameOfType(inputs[i]);
        if (type.empty()) return false;
        text.append("node { name: \"")
            .append(name)
            .append("\" op: \"Placeholder\" attr { key: \"dtype\" ");
        text.append("value { type: ").append(type).append(" } } attr { key: \"shape\" value { shape { ");
        text.append("unknown_rank: true } } } }\n");
        out->feeds.emplace_back(name, inputs[i]);
      }
      node.append(" input: \"").append(name).append("\"");
    }
    for (const auto& [name, value] : attrs)
      node.append(" attr { key: \"").append(name).append("\" value { ").append(value).append(" } }");
    text += node + " }\n";
    const Status status(rnl_graph_import(graph_, {text.data(), text.size()}, nullptr));
    once_ |= status.ok();
    if (!status.ok()) {
      // It says of which node, unless the text itself is none, which is this test's mistake.
      if (status.message().find("_op") == std::string::npos &&
          status.message().find("_in") == std::string::npos)
        odd_.insert(out->about + ": " + status.ToString());
      return false;
    }
    rnl_node_t added = RNL_NO_NODE;
    if (!Status(rnl_graph_find_node(graph_, {out->name.data(), out->name.size()}, &added)).ok())
      return false;
    out->num_outputs = rnl_graph_num_outputs(graph_, added);
    return true;
  }
  const std::set<std::string>& odd() const { return odd_; }

 private:
  rnl_graph_t* const graph_;
  int next_ = 0;
  bool once_ = false;
  std::set<std::string> odd_;
};

std::vector<Situation> Situations(bool few) {
  std::vector<Situation> all = {{RNL_FLOAT, 2},
                                {RNL_FLOAT, 2, Choice::kDefault, -1},
                                {RNL_INT32, 1, Choice::kDefault, 1},
                                {RNL_FLOAT, 3},
                                {RNL_FLOAT, 3, Choice::kHuge},
                                {RNL_FLOAT, 0, Choice::kDefault, 0, 1},
                                {RNL_INT32, 2, Choice::kDefault, 0, 0, 1}};
  if (few) return all;
  for (size_t shape = 0; shape < kShapes.size(); ++shape) {
    all.push_back({RNL_FLOAT, shape, Choice::kDefault, 0, static_cast<int>(shape), -1});
    all.push_back({RNL_INT32, shape, Choice::kDefault, 0, 1, 1});
  }
  for (const rnl_dtype_t dtype : {RNL_STRING, RNL_BOOL, RNL_COMPLEX64, RNL_QINT8, RNL_BFLOAT16})
    all.push_back({dtype, 2});
  for (int choice = 1; choice < static_cast<int>(Choice::kCount); ++choice) {
    all.push_back({RNL_FLOAT, 2, static_cast<Choice>(choice)});
    all.push_back({RNL_FLOAT, 3, static_cast<Choice>(choice), 0, 1});
    all.push_back({RNL_INT32, 1, static_cast<Choice>(choice), 0, 2, -1});
  }
  return all;
}

struct Counts {
  size_t trials = 0, values = 0, late = 0, refused = 0, internal = 0;
};

// Runs what was added to a graph, one node after another.
int RunTrials(rnl_runtime_t* runtime, rnl_graph_t* graph, const rnl_session_options_t* options,
              const std::vector<Trial>& trials, Note* note, Counts* counts) {
  Session session;
  REQUIRE_OK(rnl_session_create(graph, options, session.out()));
  RunOptions in_time;
  REQUIRE_OK(rnl_run_options_create(in_time.out()));
  REQUIRE_OK(rnl_run_options_set_timeout(in_time, kTimeoutMs));
  for (const Trial& trial : trials) {
    note->Write("running " + trial.about);
    std::vector<std::string> feed_names, fetch_names;
    std::vector<Tensor> fed;
    std::vector<rnl_str_t> feeds, fetches;
    std::vector<rnl_tensor_t*> fed_values;
    for (const auto& [name, dtype] : trial.feeds) {
      feed_names.push_back(name);
      fed.push_back(ValueOf(runtime, dtype, trial.dims, trial.first));
    }
    for (size_t k = 0; k < trial.num_outputs; ++k)
      fetch_names.push_back(trial.name + ":" + std::to_string(k));
    for (size_t k = 0; k < fed.size(); ++k) {
      feeds.push_back({feed_names[k].data(), feed_names[k].size()});
      fed_values.push_back(fed[k]);
    }
    for (const std::string& name : fetch_names) fetches.push_back({name.data(), name.size()});
    const rnl_str_t target = {trial.name.data(), trial.name.size()};
    std::vector<rnl_tensor_t*> fetched(fetches.size());
    const auto start = std::chrono::steady_clock::now();
    const Status status(rnl_session_run(session, in_time, feeds.data(), fed_values.data(), feeds.size(),
                                        fetches.data(), fetched.data(), fetches.size(), &target, 1,
                                        nullptr));
    const auto took = std::chrono::steady_clock::now() - start;
    for (rnl_tensor_t* tensor : fetched) rnl_tensor_release(tensor);
    REQUIRE(took < std::chrono::milliseconds(kHangMs), "%s: took %lld ms", trial.about.c_str(),
            static_cast<long long>(took / std::chrono::milliseconds(1)));
    REQUIRE(status.code() != RNL_INTERNAL && status.code() != RNL_UNKNOWN, "%s: %s", trial.about.c_str(),
            status.ToString().c_str());
    // What was lost says so; then nothing after it could be told apart.
    REQUIRE(status.code() != RNL_UNAVAILABLE && status.code() != RNL_ABORTED, "%s: %s",
            trial.about.c_str(), status.ToString().c_str());
    ++counts->trials;
    counts->values += status.ok() ? 1 : 0;
    counts->late += status.code() == RNL_DEADLINE_EXCEEDED ? 1 : 0;
  }
  note->Write("closing");
  REQUIRE_OK(rnl_session_close(session));
  return 0;
}

int EveryOp(const char* argument, bool remote) {
  REQUIRE(chdir(argument) == 0, "%s", argument);
  Note note("every_op.now");
  Runtime runtime;
  REQUIRE_OK(rnl_runtime_create(nullptr, runtime.out()));
  Names names;
  REQUIRE_OK(rnl_runtime_ops(runtime, names.out()));
  using Server = Handle<rnl_server_t, rnl_server_release>;
  Server server;
  SessionOptions options;
  REQUIRE_OK(rnl_session_options_create(options.out()));
  if (remote) {
    REQUIRE_OK(rnl_server_start_local(runtime, server.out()));
    REQUIRE_OK(rnl_session_options_set_target(options, rnl_server_target(server)));
    REQUIRE_OK(rnl_session_options_set_token(options, rnl_server_token(server)));
  }
  Counts counts;
  for (size_t i = 0; i < rnl_names_count(names); ++i) {
    const std::string name = Str(rnl_names_get(names, i));
    Op op;
    REQUIRE_OK(rnl_runtime_find_op(runtime, {name.data(), name.size()}, op.out()));
    Graph graph;
    REQUIRE_OK(rnl_graph_create(runtime, graph.out()));
    Builder builder(graph);
    std::vector<Trial> trials;
    note.Write("adding " + name);
    for (const Situation& situation : Situations(remote)) {
      Trial trial;
      if (builder.Add(op, situation, &trial)) {
        REQUIRE(name[0] != '_', "%s was added to a graph", name.c_str());
        trials.push_back(std::move(trial));
      } else {
        ++counts.refused;
      }
    }
    for (const std::string& odd : builder.odd()) std::fprintf(stderr, "%s\n", odd.c_str());
    REQUIRE(builder.odd().empty(), "refusals that name no node");
    counts.internal += name[0] == '_' ? 1 : 0;
    if (trials.empty()) continue;
    const int failed = RunTrials(runtime, graph, options, trials, &note, &counts);
    if (failed != 0) return failed;
  }
  std::printf("%zu trials: %zu values, %zu in vain, %zu too late; %zu refused\n", counts.trials,
              counts.values, counts.trials - counts.values - counts.late, counts.late, counts.refused);
  REQUIRE(counts.internal > 5, "%zu internal ops", counts.internal);
  REQUIRE(counts.trials > 2 * rnl_names_count(names), "%zu trials", counts.trials);
  REQUIRE(counts.values > rnl_names_count(names), "%zu of %zu", counts.values, counts.trials);
  return 0;
}

}  // namespace

int EveryOpAlone(const char* argument) { return EveryOp(argument, false); }
int EveryOpOnAServer(const char* argument) { return EveryOp(argument, true); }

}  // namespace runnel_test
