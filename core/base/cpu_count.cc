#include "core/base/cpu_count.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/descriptor.h"

namespace runnel {
namespace {

// Empty if it cannot be read.
std::string ReadSmallFile(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return {};
  std::string text;
  char chunk[4096];
  for (;;) {
    const ssize_t got = ::read(file.get(), chunk, sizeof(chunk));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0 || text.size() > (1 << 20)) break;
    text.append(chunk, static_cast<size_t>(got));
  }
  return text;
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool Lists(std::string_view list, std::string_view word) {
  const auto words = Split(list, ',');
  return std::find(words.begin(), words.end(), word) != words.end();
}

// mountinfo writes a space as \040.
std::string Unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    int code = 0;
    if (text[i] == '\\' && i + 3 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 4, code, 8).ptr == text.data() + i + 4) {
      out += static_cast<char>(code);
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

// One hierarchy of cgroups with the cpu controller, as this process sees it.
struct Hierarchy {
  bool is_v2 = false;
  std::string mount_root, mount_point;  // which cgroup is mounted where
  std::string cgroup;                   // this process's
};

std::vector<Hierarchy> Hierarchies(const std::string& root) {
  std::vector<Hierarchy> found;
  const std::string mounts = ReadSmallFile(root + "/proc/self/mountinfo");
  const std::string cgroups = ReadSmallFile(root + "/proc/self/cgroup");
  for (const std::string_view line : Split(mounts, '\n')) {
    // ID PARENT MAJOR:MINOR ROOT POINT OPTIONS [TAGS...] - TYPE SOURCE OPTIONS
    const std::vector<std::string_view> words = Split(line, ' ');
    const auto dash = std::find(words.begin(), words.end(), "-");
    if (words.size() < 6 || words.end() - dash < 4) continue;
    const bool is_v2 = dash[1] == "cgroup2";
    if (!is_v2 && !(dash[1] == "cgroup" && Lists(dash[3], "cpu"))) continue;
    Hierarchy one{is_v2, Unescaped(words[3]), Unescaped(words[4]), {}};
    for (const std::string_view entry : Split(cgroups, '\n')) {
      // NUMBER:CONTROLLERS:PATH, of version 2 0::PATH
      const size_t first = entry.find(':');
      const size_t second = first == entry.npos ? first : entry.find(':', first + 1);
      if (second == entry.npos) continue;
      const std::string_view controllers = entry.substr(first + 1, second - first - 1);
      if (is_v2 ? controllers.empty() : Lists(controllers, "cpu")) one.cgroup = entry.substr(second + 1);
    }
    found.push_back(std::move(one));
  }
  return found;
}

bool ReadNumber(std::string_view text, int64_t* out) {
  return std::from_chars(text.data(), text.data() + text.size(), *out).ec == std::errc();
}

// The quota of one cgroup as CPUs, rounded up; 0 for none.
int64_t QuotaOf(const Hierarchy& hierarchy, const std::string& folder) {
  int64_t quota = 0, period = 0;
  if (hierarchy.is_v2) {
    const std::string text = ReadSmallFile(folder + "/cpu.max");  // "200000 100000" or "max 100000"
    const size_t space = text.find(' ');
    if (space == text.npos || !ReadNumber(text, &quota)) return 0;
    if (!ReadNumber(std::string_view(text).substr(space + 1), &period)) return 0;
  } else {
    if (!ReadNumber(ReadSmallFile(folder + "/cpu.cfs_quota_us"), &quota)) return 0;
    if (!ReadNumber(ReadSmallFile(folder + "/cpu.cfs_period_us"), &period)) return 0;
  }
  if (quota <= 0 || period <= 0) return 0;
  return quota / period + (quota % period != 0 ? 1 : 0);
}

// Path of the process's cgroup below the mount point. "" for the mounted cgroup itself, and where the
// process's cgroup lies outside of it, as in a container that mounts only a part.
std::string BelowMount(const Hierarchy& hierarchy) {
  std::string_view path = hierarchy.cgroup;
  if (path.starts_with("/..")) return {};
  if (hierarchy.mount_root != "/") {
    if (!path.starts_with(hierarchy.mount_root)) return {};
    path.remove_prefix(hierarchy.mount_root.size());
    if (!path.empty() && path[0] != '/') return {};
  }
  return path == "/" ? std::string() : std::string(path);
}

int AffinityCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return std::max(CPU_COUNT(&set), 1);
  return static_cast<int>(std::max<long>(sysconf(_SC_NPROCESSORS_ONLN), 1));
}

}  // namespace

int CgroupCpus(const std::string& root) {
  int64_t least = 0;
  for (const Hierarchy& hierarchy : Hierarchies(root)) {
    std::string below = BelowMount(hierarchy);
    for (;;) {
      const int64_t cpus = QuotaOf(hierarchy, root + hierarchy.mount_point + below);
      if (cpus > 0 && (least == 0 || cpus < least)) least = cpus;
      const size_t slash = below.rfind('/');
      if (slash == below.npos) break;
      below.resize(slash);
    }
  }
  return static_cast<int>(std::min<int64_t>(least, 1 << 20));
}

int UsableCpus(const std::string& root) {
  const int affinity = AffinityCpus(), quota = CgroupCpus(root);
  return quota > 0 ? std::min(affinity, quota) : affinity;
}

}  // namespace runnel
