// What `runnel records` and `runnel events` share: files of records that are read with their compression
// found out and progress shown, and text that goes to standard output or a file.
#ifndef RUNNEL_TOOLS_RUNNEL_RECORD_INPUT_H_
#define RUNNEL_TOOLS_RUNNEL_RECORD_INPUT_H_

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

#include "tools/runnel/command.h"

namespace runnel::tools {

inline constexpr Option kCompressionOption = {"compression", "KIND",
                                              "none, zlib or gzip (default: what the file begins with)"};
inline constexpr Option kOutOption = {"out", "FILE", "write to a file instead of standard output"};

// Calls `record` with the place of each record in the file, in bytes of what is decompressed, and its
// bytes, until it answers false. Throws Error with file and byte where the file is cut off or damaged;
// what came before has been given.
void ReadRecords(rnl_runtime_t* runtime, const std::string& path, const Args& args,
                 const std::function<bool(uint64_t offset, std::string_view record)>& record);

// Lines to standard output, or to the file that --out names. Throws Error if they cannot be written.
class LineWriter {
 public:
  explicit LineWriter(const Args& args);
  ~LineWriter();
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;
  void Write(std::string_view line);
  // At the end, which a destructor cannot tell a failure of.
  void Close();

 private:
  [[noreturn]] void FailToWrite() const;
  const std::string path_;  // empty: standard output
  std::FILE* file_;
};

bool IsUtf8(std::string_view text);
// A string where `bytes` are UTF-8, else {"base64": "..."}.
void WriteBytes(std::string_view bytes, JsonWriter* json);
// A cell of a CSV file, in quotes where it needs them. Source: RFC 4180.
std::string CsvCell(std::string_view text);

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_RUNNEL_RECORD_INPUT_H_
