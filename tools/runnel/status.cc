// runnel status: how a server and the cluster around it are.
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "tools/common/error.h"
#include "tools/common/handle.h"
#include "tools/runnel/command.h"

namespace runnel::tools {
namespace {

constexpr int64_t kTimeoutMs = 5000;

// The value of a key as it stands in an object that librunnel wrote: a text without its quotes, or what
// is none. Quotes within texts are escaped, so that what looks like a key is one.
std::string_view Field(std::string_view object, std::string_view key) {
  const std::string mark = Cat("\"", key, "\":");
  const size_t at = object.find(mark);
  if (at == std::string_view::npos) return {};
  std::string_view value = object.substr(at + mark.size());
  if (value.starts_with('"')) {
    size_t end = 1;
    while (end < value.size() && value[end] != '"') end += value[end] == '\\' ? 2 : 1;
    return value.substr(1, std::min(end, value.size()) - 1);
  }
  const bool is_list = value.starts_with('[');
  return value.substr(0, value.find_first_of(is_list ? "]" : ",}") + (is_list ? 1 : 0));
}

struct Answer {
  std::vector<std::string> lines;  // one for each task, for people
  bool all_answer = false;
};

// Of the JSON of rnl_server_status.
Answer Read(std::string_view json) {
  Answer answer;
  answer.all_answer = true;
  constexpr std::string_view kBegin = "{\"name\":";
  for (size_t at = json.find(kBegin); at != std::string_view::npos;) {
    const size_t next = json.find(kBegin, at + 1);
    const std::string_view task = json.substr(at, next - at);
    const std::string_view error = Field(task, "error");
    std::string line = Cat(Field(task, "name"), " at ", Field(task, "address"), ": ");
    if (error == "null") {
      line += Cat("life ", Field(task, "incarnation"), ", ", Field(task, "step"), " steps, ",
                  Field(task, "bytes"), " bytes, ", Field(task, "devices"));
    } else {
      answer.all_answer = false;
      line += Cat("does not answer: ", error);
    }
    answer.lines.push_back(std::move(line));
    at = next;
  }
  answer.all_answer = answer.all_answer && !answer.lines.empty();
  return answer;
}

// It computes nothing: one thread, and no device.
RuntimeHandle MakeLightRuntime() {
  RuntimeOptionsHandle options;
  Check(rnl_runtime_options_create(Out(&options)));
  Check(rnl_runtime_options_set_threads(options.get(), 1));
  Check(rnl_runtime_options_set_default_plugins(options.get(), false));
  RuntimeHandle runtime;
  Check(rnl_runtime_create(options.get(), Out(&runtime)));
  return runtime;
}

int Run(const Args& args) {
  std::string target = args.positional()[0];
  if (target.find("://") == std::string::npos) target = "runnel://" + target;
  SessionOptionsHandle options;
  Check(rnl_session_options_create(Out(&options)));
  Check(rnl_session_options_set_target(options.get(), Str(target)));
  if (args.Has("key-file"))
    Check(rnl_session_options_set_key_file(options.get(), Str(args.Text("key-file"))));
  if (args.Has("certificate") || args.Has("private-key") || args.Has("authority")) {
    Check(rnl_session_options_set_certificates(options.get(), Str(args.Text("certificate")),
                                               Str(args.Text("private-key")),
                                               Str(args.Text("authority"))));
  }
  Check(rnl_session_options_set_connect_timeout(options.get(),
                                                args.Integer("timeout-ms", kTimeoutMs, 1, 3'600'000)));
  const RuntimeHandle runtime = MakeLightRuntime();
  BytesHandle bytes;
  Check(rnl_server_status(runtime.get(), options.get(), !args.Has("health"), Out(&bytes)));
  const std::string json(View(rnl_bytes_view(bytes.get())));
  const Answer answer = Read(json);
  if (args.Has("json")) {
    PrintLine(json);
  } else {
    for (const std::string& line : answer.lines) PrintLine(line);
  }
  return answer.all_answer ? 0 : 1;
}

constexpr Option kOptions[] = {
    {"health", "", "ask this server alone: for a probe of whether it lives"},
    {"timeout-ms", "MS", "how long to wait for the answer (default: 5000)"},
    {"key-file", "FILE", "the key that all tasks and clients share (default: RUNNEL_CLUSTER_KEY_FILE)"},
    {"certificate", "FILE", "this client's, where tasks have certificates"},
    {"private-key", "FILE", "its key, of mode 0600"},
    {"authority", "FILE", "who signs the certificates of all tasks and clients"},
    kJsonOption,
};

}  // namespace

constexpr Command kStatusCommand = {
    "status",
    "TARGET",
    1,
    1,
    "Tell how the tasks of a cluster are.",
    "Asks the server at TARGET, runnel://HOST:PORT, for itself and all other tasks of its cluster: "
    "names,\n"
    "addresses, incarnations (a number of each life), devices, the steps that each has taken part in, "
    "and\n"
    "the bytes of host memory that it uses. Exit status 0 if all answer, 1 if one does not. With "
    "--health\n"
    "only TARGET is asked, which is what a liveness probe wants. Without TLS the server wants\n"
    "RUNNEL_CLUSTER_TOKEN.",
    kOptions,
    Run};

}  // namespace runnel::tools
