#include "core/graph/device_name.h"

#include <charconv>

namespace runnel {
namespace {

bool ParseInt(std::string_view text, int* out) {
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return ec == std::errc() && end == text.data() + text.size() && *out >= 0;
}

std::string Upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return out;
}

bool IsType(std::string_view text) {
  if (text.empty() || !(std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_'))
    return false;
  for (const char c : text) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  }
  return true;
}

// "TYPE", "TYPE:3", "TYPE:*", "*", "*:3".
bool ParseTypeAndId(std::string_view text, DeviceName* out) {
  const size_t colon = text.find(':');
  const std::string_view type = text.substr(0, colon);
  if (type != "*") {
    if (!IsType(type)) return false;
    out->type = Upper(type);
  }
  if (colon == std::string_view::npos) return true;
  const std::string_view id = text.substr(colon + 1);
  if (id == "*") return true;
  int value = 0;
  if (!ParseInt(id, &value)) return false;
  out->id = value;
  return true;
}

template <typename T>
bool MergePart(std::optional<T>* mine, const std::optional<T>& other) {
  if (!other) return true;
  if (*mine && !(**mine == *other)) return false;
  *mine = other;
  return true;
}

template <typename T>
bool PartMatches(const std::optional<T>& want, const std::optional<T>& have) {
  return !want || (have && *want == *have);
}

}  // namespace

Result<DeviceName> DeviceName::Parse(std::string_view text) {
  DeviceName name;
  std::string_view rest = text;
  while (!rest.empty()) {
    if (rest[0] != '/')
      return InvalidArgument("device \"", text, "\": expected '/' before \"", rest, "\"");
    const size_t end = rest.find('/', 1);
    const std::string_view piece = rest.substr(1, end == std::string_view::npos ? end : end - 1);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end);
    const size_t colon = piece.find(':');
    const std::string_view key = piece.substr(0, colon);
    const std::string_view value =
        colon == std::string_view::npos ? std::string_view() : piece.substr(colon + 1);
    bool ok = true;
    int number = 0;
    if (key == "job") {
      ok = value == "*" || IsType(value);
      if (ok && value != "*") name.job = std::string(value);
    } else if (key == "replica" || key == "task") {
      ok = value == "*" || ParseInt(value, &number);
      if (ok && value != "*") (key == "task" ? name.task : name.replica) = number;
    } else if (key == "device") {
      ok = ParseTypeAndId(value, &name);
    } else {
      ok = colon != std::string_view::npos && ParseTypeAndId(piece, &name);  // "/cpu:0"
    }
    if (!ok) {
      return InvalidArgument("device \"", text, "\": cannot read \"/", piece,
                             "\"; expected /job:NAME, /replica:N, /task:N or /device:TYPE:N");
    }
  }
  return name;
}

std::string DeviceName::ToString() const {
  std::string out;
  if (job) out += "/job:" + *job;
  if (replica) out += StrCat("/replica:", *replica);
  if (task) out += StrCat("/task:", *task);
  if (type || id) out += StrCat("/device:", type ? *type : "*", ":", id ? std::to_string(*id) : "*");
  return out;
}

bool DeviceName::Matches(const DeviceName& full) const {
  return PartMatches(job, full.job) && PartMatches(replica, full.replica) &&
         PartMatches(task, full.task) && PartMatches(type, full.type) && PartMatches(id, full.id);
}

bool DeviceName::MergeFrom(const DeviceName& other) {
  return MergePart(&job, other.job) && MergePart(&replica, other.replica) &&
         MergePart(&task, other.task) && MergePart(&type, other.type) && MergePart(&id, other.id);
}

}  // namespace runnel
