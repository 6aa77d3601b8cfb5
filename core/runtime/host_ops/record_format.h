// RecordFormat: how a reader takes records out of one work item after another, which is a file's path or
// stands for itself.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_RECORD_FORMAT_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_RECORD_FORMAT_H_

#include <cstdint>
#include <memory>
#include <string>

#include "core/io/input_stream.h"
#include "core/runtime/host_ops/host_kernel.h"

namespace runnel {

// One operation at a time.
class RecordFormat {
 public:
  virtual ~RecordFormat() = default;
  // Begins with a work item. Errors: those of opening the file that `ctx` lets it open.
  virtual Status Begin(const HostContext& ctx, const std::string& work) = 0;
  // The next record of it. False: there is none. An error may come again.
  virtual Result<bool> Next(std::string* key, std::string* value) = 0;
  // What was begun is given up.
  virtual void End() = 0;
  // Whether a work item is one record, so that all there is to know between two is how many there were.
  virtual bool is_one_record() const { return false; }
};

std::unique_ptr<RecordFormat> MakeIdentityFormat();
std::unique_ptr<RecordFormat> MakeWholeFileFormat();
std::unique_ptr<RecordFormat> MakeTextLineFormat(int64_t skip_header_lines);
std::unique_ptr<RecordFormat> MakeTfRecordFormat(Compression compression);
struct FixedLength {
  int64_t header_bytes = 0, record_bytes = 0, footer_bytes = 0;
  int64_t hop_bytes = 0;  // from one record to the next; 0: record_bytes
  Compression compression = Compression::kNone;
};
std::unique_ptr<RecordFormat> MakeFixedLengthFormat(const FixedLength& lengths);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_RECORD_FORMAT_H_
