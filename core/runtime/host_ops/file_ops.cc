// ReadFile, WriteFile and MatchingFiles: files of the task that runs them. They hold a host thread while
// the disk works.
#include <set>
#include <utility>

#include "core/io/match_files.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class ReadFileKernel : public HostKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "filename"));
    RUNNEL_ASSIGN_OR_RETURN(const std::string path, FilePath(ctx, ctx.inputs[0].string_at(0)));
    RUNNEL_ASSIGN_OR_RETURN(const std::string contents, Files(ctx).ReadAll(path));
    return SetStringScalar(ctx, 0, contents);
  }
};

class WriteFileKernel : public HostKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "filename"));
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[1], DType::kString, "contents"));
    RUNNEL_ASSIGN_OR_RETURN(const std::string path, FilePath(ctx, ctx.inputs[0].string_at(0)));
    const FileSystem files = Files(ctx);
    RUNNEL_RETURN_IF_ERROR(files.MakeFolders(FolderOf(path)));
    return files.WriteAtomically(path, ctx.inputs[1].string_at(0));
  }
};

class MatchingFilesKernel : public HostKernel {
 public:
  Status Run(HostContext& ctx) override {
    const Tensor& patterns = ctx.inputs[0];
    if (patterns.dtype() != DType::kString || patterns.shape().rank() > 1) {
      return InvalidArgument("pattern must be a scalar or a vector of strings, got ",
                             DTypeName(patterns.dtype()), patterns.shape().ToString());
    }
    std::set<std::string> found;
    for (int64_t i = 0; i < patterns.num_elements(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(const std::string pattern, FilePath(ctx, patterns.string_at(i)));
      RUNNEL_ASSIGN_OR_RETURN(const auto paths, MatchFiles(Files(ctx), pattern));
      found.insert(paths.begin(), paths.end());
    }
    RUNNEL_ASSIGN_OR_RETURN(Tensor names, Tensor::Allocate(ctx.allocator, DType::kString,
                                                           Shape{static_cast<int64_t>(found.size())}));
    auto* const strings = static_cast<StringBuffer*>(names.buffer().get());
    size_t at = 0;
    for (const std::string& path : found) RUNNEL_RETURN_IF_ERROR(strings->Set(at++, path));
    ctx.outputs[0] = std::move(names);
    return OkStatus();
  }
};

template <typename Kernel>
Result<std::unique_ptr<HostKernel>> Make(const HostNode&) {
  return std::unique_ptr<HostKernel>(std::make_unique<Kernel>());
}

constexpr HostKernelRow kRows[] = {
    {.op = "ReadFile", .create = Make<ReadFileKernel>},
    {.op = "WriteFile", .create = Make<WriteFileKernel>},
    {.op = "MatchingFiles", .create = Make<MatchingFilesKernel>},
};

}  // namespace

std::span<const HostKernelRow> FileKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
