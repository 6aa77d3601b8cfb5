#include "net/wire/cluster_spec.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "core/graph/wire.h"
#include "net/proto/cluster.pb.h"

namespace runnel::net {
namespace {

constexpr size_t kMaxNameBytes = 255;
constexpr std::string_view kRdma = "rdma://";

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsJobName(std::string_view name) {
  return !name.empty() && name.size() <= kMaxNameBytes && IsLetter(name[0]) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return IsLetter(c) || IsDigit(c) || c == '_'; });
}

// A printable excerpt of a text that came from outside.
std::string Shown(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 64)) out += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > 64) out += "...";
  return out;
}

Status NoRdma(std::string_view text) {
  return Unimplemented("address \"", Shown(text),
                       "\": rdma is not there; tasks are joined by TCP, and those of one host by Unix "
                       "sockets and shared memory");
}

bool ParseNumber(std::string_view text, int64_t* out) {
  if (text.empty() || text.size() > 10 || !std::all_of(text.begin(), text.end(), IsDigit)) return false;
  return std::from_chars(text.data(), text.data() + text.size(), *out).ec == std::errc();
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// Calls piece(text) for each text between separators.
template <typename F>
Status Split(std::string_view text, std::string_view separators, F piece) {
  while (true) {
    const size_t end = text.find_first_of(separators);
    RUNNEL_RETURN_IF_ERROR(piece(Trim(text.substr(0, end))));
    if (end == std::string_view::npos) return OkStatus();
    text.remove_prefix(end + 1);
  }
}

}  // namespace

Result<Address> Address::ParseTarget(std::string_view text) {
  constexpr std::string_view kScheme = "runnel://";
  if (text.starts_with(kScheme)) return Parse(text.substr(kScheme.size()));
  if (text.starts_with(kRdma)) return NoRdma(text);
  return InvalidArgument("target \"", Shown(text), "\": expected runnel://host:port");
}

Result<Address> Address::Parse(std::string_view text) {
  const auto bad = [&](std::string_view why) {
    return InvalidArgument("address \"", Shown(text), "\": ", why);
  };
  if (text.starts_with(kRdma)) return NoRdma(text);
  Address out;
  std::string_view rest;
  if (text.starts_with("[")) {
    const size_t close = text.find(']');
    if (close == std::string_view::npos) return bad("there is no ']' after the IPv6 address");
    out.host = text.substr(1, close - 1);
    in6_addr parsed;
    if (inet_pton(AF_INET6, out.host.c_str(), &parsed) != 1) return bad("no IPv6 address in brackets");
    rest = text.substr(close + 1);
  } else {
    const size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return bad("expected host:port, there is no port");
    out.host = text.substr(0, colon);
    if (out.host.find(':') != std::string::npos) return bad("an IPv6 address stands in brackets");
    rest = text.substr(colon);
    if (out.host.empty() || out.host.size() > kMaxNameBytes)
      return bad("the host is missing or too long");
    for (const char c : out.host) {
      if (!IsLetter(c) && !IsDigit(c) && c != '.' && c != '-' && c != '_')
        return bad("a host has letters, digits, '.', '-' and '_'");
    }
  }
  int64_t port = 0;
  if (!rest.starts_with(":") || !ParseNumber(rest.substr(1), &port) || port > 65535) {
    return bad("the port is a number from 0 to 65535");
  }
  out.port = static_cast<int>(port);
  return out;
}

std::string Address::ToString() const {
  return host.find(':') != std::string::npos ? StrCat("[", host, "]:", port) : StrCat(host, ":", port);
}

bool Address::IsLoopback() const {
  if (host == "localhost" || host == "::1") return true;
  in_addr v4;
  return inet_pton(AF_INET, host.c_str(), &v4) == 1 && (ntohl(v4.s_addr) >> 24) == 127;
}

Status ClusterSpec::AddTask(std::string_view job, int64_t index, std::string_view address) {
  if (!IsJobName(job)) {
    return InvalidArgument("job \"", Shown(job),
                           "\": a job name is a letter followed by letters, digits and '_'");
  }
  if (index < 0 || index > kMaxTaskIndex) {
    return InvalidArgument("job \"", job, "\": a task number is from 0 to ", kMaxTaskIndex, ", got ",
                           index);
  }
  auto parsed = Address::Parse(address);
  if (!parsed.ok()) return parsed.status().WithPrefix(StrCat("job \"", job, "\" task ", index));
  if (num_tasks_ >= kMaxTasks) {
    return ResourceExhausted("a cluster has at most ", kMaxTasks, " tasks");
  }
  auto it = tasks_.find(job);
  if (it != tasks_.end() && it->second.contains(static_cast<int>(index))) {
    return AlreadyExists("job \"", job, "\" has a task ", index, " already, at ",
                         it->second.at(static_cast<int>(index)));
  }
  if (it == tasks_.end()) it = tasks_.emplace(std::string(job), std::map<int, std::string>()).first;
  it->second.emplace(static_cast<int>(index), parsed->ToString());
  ++num_tasks_;
  return OkStatus();
}

// ---- text ----

Result<ClusterSpec> ClusterSpec::FromText(std::string_view text) {
  ClusterSpec spec;
  const auto add_job = [&spec](std::string_view line) -> Status {
    if (line.empty() || line[0] == '#') return OkStatus();
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos) {
      return InvalidArgument("cluster: expected job=host:port,..., got \"", Shown(line), "\"");
    }
    const std::string_view job = Trim(line.substr(0, equals));
    int64_t next = 0;
    return Split(line.substr(equals + 1), ",", [&](std::string_view task) -> Status {
      int64_t index = next;
      const size_t at = task.find('@');
      if (at != std::string_view::npos) {
        if (!ParseNumber(Trim(task.substr(0, at)), &index)) {
          return InvalidArgument("job \"", Shown(job), "\": expected a task number before '@', got \"",
                                 Shown(task), "\"");
        }
        task = Trim(task.substr(at + 1));
      }
      next = index + 1;
      return spec.AddTask(job, index, task);
    });
  };
  RUNNEL_RETURN_IF_ERROR(Split(text, ";\n", add_job));
  if (spec.empty()) return InvalidArgument("cluster: there is no task in it");
  return spec;
}

std::string ClusterSpec::ToText() const {
  std::string out;
  for (const auto& [job, tasks] : tasks_) {
    out += StrCat(out.empty() ? "" : ";", job, "=");
    int next = 0;
    for (const auto& [index, address] : tasks) {
      if (next > 0 || index != 0) out += next > 0 ? "," : "";
      if (index != next) out += StrCat(index, "@");
      out += address;
      next = index + 1;
    }
  }
  return out;
}

// ---- message ----

Result<ClusterSpec> ClusterSpec::FromMessage(std::string_view bytes) {
  WireFailure failure;
  ClusterSpec spec;
  Status status;
  const auto read_task = [&](WireReader in, const std::string& job) {
    int64_t index = 0;
    std::string address;
    while (in.Next()) {
      switch (in.field()) {
        case tensorflow_JobDef_TasksEntry_key_tag:
          in.Read(&index);
          break;
        case tensorflow_JobDef_TasksEntry_value_tag:
          in.Read(&address);
          break;
        default:
          in.Skip();
      }
    }
    if (in.Done() && status.ok()) status = spec.AddTask(job, index, address);
  };
  const auto read_job = [&](WireReader in) {
    // Entries of a map may precede the name.
    std::string name;
    for (const bool tasks : {false, true}) {
      WireReader pass = in;
      while (status.ok() && pass.Next()) {
        if (pass.field() == tensorflow_JobDef_name_tag && !tasks) {
          pass.Read(&name);
        } else if (pass.field() == tensorflow_JobDef_tasks_tag && tasks) {
          read_task(pass.Message(), name);
        } else {
          pass.Skip();
        }
      }
    }
  };
  WireReader in(bytes, &failure);
  while (status.ok() && in.Next()) {
    if (in.field() == tensorflow_ClusterDef_job_tag) {
      read_job(in.Message());
    } else {
      in.Skip();
    }
  }
  if (failure.failed()) {
    return MakeStatus(failure.code, "ClusterDef: byte ", failure.at - bytes.data(), ": ",
                      failure.message);
  }
  RUNNEL_RETURN_IF_ERROR(status);
  if (spec.empty()) return InvalidArgument("ClusterDef: there is no task in it");
  return spec;
}

Result<std::string> ClusterSpec::ToMessage() const {
  WireWriter out;
  const auto walk = [&] {
    for (const auto& [job, tasks] : tasks_) {
      const size_t job_mark = out.Begin(tensorflow_ClusterDef_job_tag);
      out.String(tensorflow_JobDef_name_tag, job);
      for (const auto& [index, address] : tasks) {
        const size_t mark = out.Begin(tensorflow_JobDef_tasks_tag);
        out.VarintIfSet(tensorflow_JobDef_TasksEntry_key_tag, static_cast<uint64_t>(index));
        out.String(tensorflow_JobDef_TasksEntry_value_tag, address);
        out.End(mark);
      }
      out.End(job_mark);
    }
  };
  walk();
  std::string bytes;
  RUNNEL_RETURN_IF_ERROR(out.Start(&bytes));
  walk();
  return bytes;
}

// ---- look-ups ----

std::vector<std::string> ClusterSpec::jobs() const {
  std::vector<std::string> out;
  for (const auto& [job, tasks] : tasks_) out.push_back(job);
  return out;
}

Result<const std::map<int, std::string>*> ClusterSpec::FindJob(std::string_view job) const {
  const auto it = tasks_.find(job);
  if (it != tasks_.end()) return &it->second;
  std::string known;
  for (const auto& [name, tasks] : tasks_) known += StrCat(known.empty() ? "" : ", ", name);
  return NotFound("the cluster has no job \"", Shown(job), "\"; its jobs: ", known);
}

Result<std::vector<int>> ClusterSpec::TaskIndices(std::string_view job) const {
  RUNNEL_ASSIGN_OR_RETURN(const auto* tasks, FindJob(job));
  std::vector<int> out;
  for (const auto& [index, address] : *tasks) out.push_back(index);
  return out;
}

Result<int> ClusterSpec::NumTasks(std::string_view job) const {
  RUNNEL_ASSIGN_OR_RETURN(const auto* tasks, FindJob(job));
  return static_cast<int>(tasks->size());
}

Result<std::string> ClusterSpec::TaskAddress(std::string_view job, int64_t index) const {
  RUNNEL_ASSIGN_OR_RETURN(const auto* tasks, FindJob(job));
  const auto it =
      index < 0 || index > kMaxTaskIndex ? tasks->end() : tasks->find(static_cast<int>(index));
  if (it != tasks->end()) return it->second;
  std::string known;
  for (const auto& [number, address] : *tasks) {
    if (known.size() > 200) {
      known += ", ...";
      break;
    }
    known += StrCat(known.empty() ? "" : ", ", number);
  }
  return NotFound("job \"", job, "\" has no task ", index, "; its tasks: ", known);
}

}  // namespace runnel::net
