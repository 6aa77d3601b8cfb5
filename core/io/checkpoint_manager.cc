#include "core/io/checkpoint_manager.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/clock.h"
#include "core/io/bundle_reader.h"
#include "core/io/bundle_writer.h"

namespace runnel {
namespace {

constexpr std::string_view kSpaces = " \t\r";
constexpr uint64_t kMaxStateBytes = 16 << 20;

std::string StatePath(const std::string& folder) { return JoinPath(folder, "checkpoint"); }

// As protobuf's text form escapes: \" \\ \n and octal for what is not printable.
std::string Quote(std::string_view value) {
  std::string text = "\"";
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      text += '\\';
      for (int shift = 6; shift >= 0; shift -= 3) text += static_cast<char>('0' + ((byte >> shift) & 7));
    } else {
      text += c;
    }
  }
  return text + "\"";
}

bool Unquote(std::string_view text, std::string* value) {
  if (text.size() < 2 || (text.front() != '"' && text.front() != '\'') || text.back() != text.front())
    return false;
  const char quote = text.front();
  text = text.substr(1, text.size() - 2);
  value->clear();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == quote) return false;
    if (text[i] != '\\') {
      value->push_back(text[i]);
      continue;
    }
    if (++i == text.size()) return false;
    const size_t simple = std::string_view("ntr\"'\\").find(text[i]);
    if (simple != std::string_view::npos) {
      value->push_back("\n\t\r\"'\\"[simple]);
      continue;
    }
    int octal = 0;
    size_t digits = 0;
    for (; digits < 3 && i + digits < text.size() && text[i + digits] >= '0' && text[i + digits] <= '7';
         ++digits) {
      octal = octal * 8 + (text[i + digits] - '0');
    }
    if (digits == 0 || octal > 255) return false;
    value->push_back(static_cast<char>(octal));
    i += digits - 1;
  }
  return true;
}

// The name in the state file for a prefix, and the inverse.
std::string Shorten(const std::string& folder, const std::string& prefix) {
  return FolderOf(prefix) == folder ? FileNameOf(prefix) : prefix;
}
std::string Lengthen(const std::string& folder, const std::string& name) {
  return !name.empty() && name.front() == '/' ? name : JoinPath(folder, name);
}

double NowSeconds() { return static_cast<double>(UnixMicros()) / 1e6; }

}  // namespace

Result<CheckpointState> ParseCheckpointState(std::string_view text) {
  CheckpointState state;
  for (int number = 1; !text.empty(); ++number) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    line.remove_prefix(std::min(line.find_first_not_of(kSpaces), line.size()));
    line = line.substr(0, line.find_last_not_of(kSpaces) + 1);
    if (line.empty() || line.front() == '#') continue;
    const size_t colon = line.find(':');
    std::string_view field = line.substr(0, colon);
    field = field.substr(0, field.find_last_not_of(kSpaces) + 1);
    const bool is_latest = field == "model_checkpoint_path",
               is_one = field == "all_model_checkpoint_paths",
               is_time = field == "all_model_checkpoint_timestamps",
               is_preserved = field == "last_preserved_timestamp";
    if (!is_latest && !is_one && !is_time && !is_preserved) continue;
    std::string_view quoted =
        colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
    quoted.remove_prefix(std::min(quoted.find_first_not_of(kSpaces), quoted.size()));
    if (is_time || is_preserved) {
      double seconds = 0;
      const auto [stop, error] = std::from_chars(quoted.data(), quoted.data() + quoted.size(), seconds);
      if (error != std::errc() || stop != quoted.data() + quoted.size() || !(seconds >= 0)) {
        return DataLoss("line ", number, " of the checkpoint state has no time in seconds");
      }
      if (is_time) {
        state.times.push_back(seconds);
      } else {
        state.last_preserved = seconds;
      }
      continue;
    }
    std::string value;
    if (!Unquote(quoted, &value))
      return DataLoss("line ", number, " of the checkpoint state is damaged");
    if (is_latest)
      state.latest = std::move(value);
    else
      state.all.push_back(std::move(value));
  }
  state.times.resize(state.all.size());
  return state;
}

std::string PrintCheckpointState(const CheckpointState& state) {
  std::string text = StrCat("model_checkpoint_path: ", Quote(state.latest), "\n");
  for (const std::string& path : state.all)
    text += StrCat("all_model_checkpoint_paths: ", Quote(path), "\n");
  const auto add = [&text](std::string_view field, double seconds) {
    char digits[64];
    const auto end = std::to_chars(digits, digits + sizeof(digits), seconds).ptr;
    text += StrCat(field, ": ", std::string_view(digits, static_cast<size_t>(end - digits)), "\n");
  };
  for (const double seconds : state.times) add("all_model_checkpoint_timestamps", seconds);
  if (state.last_preserved > 0) add("last_preserved_timestamp", state.last_preserved);
  return text;
}

Result<CheckpointState> ReadCheckpointState(const FileSystem& files, const std::string& folder) {
  RUNNEL_ASSIGN_OR_RETURN(const std::string text, files.ReadAll(StatePath(folder), kMaxStateBytes));
  Result<CheckpointState> state = ParseCheckpointState(text);
  if (!state.ok()) return state.status().WithPrefix(StatePath(folder));
  return state;
}

Result<std::string> LatestCheckpoint(const FileSystem& files, const std::string& folder) {
  const Result<CheckpointState> state = ReadCheckpointState(files, folder);
  if (!state.ok()) return state.status();
  if (state->latest.empty()) return NotFound("\"", StatePath(folder), "\" names no checkpoint");
  return Lengthen(folder, state->latest);
}

Result<CheckpointManager> CheckpointManager::Open(FileSystem files, std::string folder,
                                                  KeepRules rules) {
  CheckpointManager manager(files, std::move(folder), std::move(rules));
  manager.opened_ = NowSeconds();
  Result<CheckpointState> state = ReadCheckpointState(files, manager.folder_);
  if (state.ok()) {
    manager.state_ = std::move(*state);
  } else if (state.status().code() != Code::kNotFound) {
    return state.status();
  }
  return manager;
}

std::string CheckpointManager::PrefixFor(std::string_view name, int64_t step) const {
  return JoinPath(folder_, StrCat(name, "-", step));
}

Status CheckpointManager::Record(const std::string& prefix, double seconds) {
  {
    RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<BundleReader> written,
                            BundleReader::Open(files_, prefix));
    RUNNEL_RETURN_IF_ERROR(written->Verify());
  }
  if (seconds < 0) seconds = NowSeconds();
  CheckpointState next;
  next.last_preserved = state_.last_preserved;
  next.latest = Shorten(folder_, prefix);
  size_t meant = 1;
  const auto is_meant = [&](const std::string& name) { return name.starts_with(rules_.name_prefix); };
  for (const std::string& name : state_.all) meant += name != next.latest && is_meant(name) ? 1 : 0;
  std::vector<std::string> old;
  for (size_t i = 0; i < state_.all.size(); ++i) {
    const std::string& name = state_.all[i];
    if (name == next.latest) continue;
    if (rules_.newest <= 0 || meant <= static_cast<size_t>(rules_.newest) || !is_meant(name)) {
      next.all.push_back(name);
      next.times.push_back(state_.times[i]);
      continue;
    }
    --meant;
    const double since = next.last_preserved > 0 ? next.last_preserved : opened_;
    if (rules_.every_hours > 0 && state_.times[i] >= since + rules_.every_hours * 3600) {
      next.last_preserved = state_.times[i];  // it stays, and is listed no more
    } else {
      old.push_back(name);
    }
  }
  next.all.push_back(next.latest);
  next.times.push_back(seconds);
  // The state file is written first: it never names a checkpoint that has been deleted.
  RUNNEL_RETURN_IF_ERROR(files_.WriteAtomically(StatePath(folder_), PrintCheckpointState(next)));
  state_ = std::move(next);
  for (const std::string& name : old) {
    RUNNEL_RETURN_IF_ERROR(RemoveBundle(files_, Lengthen(folder_, name)));
    RUNNEL_RETURN_IF_ERROR(files_.Remove(Lengthen(folder_, name) + ".meta"));
  }
  return OkStatus();
}

}  // namespace runnel
