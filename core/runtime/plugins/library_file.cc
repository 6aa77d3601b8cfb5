#include "core/runtime/plugins/library_file.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "core/base/checked.h"

namespace runnel {
namespace {

#if defined(__x86_64__)
constexpr int kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr int kMachine = EM_AARCH64;
#elif defined(__i386__)
constexpr int kMachine = EM_386;
#elif defined(__arm__)
constexpr int kMachine = EM_ARM;
#elif defined(__riscv)
constexpr int kMachine = EM_RISCV;
#else
constexpr int kMachine = EM_NONE;  // not checked
#endif

std::string MachineName(int machine) {
  switch (machine) {
    case EM_X86_64:
      return "x86-64";
    case EM_AARCH64:
      return "AArch64";
    case EM_386:
      return "x86 (32 bits)";
    case EM_ARM:
      return "ARM (32 bits)";
    case EM_RISCV:
      return "RISC-V";
    default:
      return StrCat("machine ", machine);
  }
}

// Closes on every way out.
struct File {
  int fd;
  ~File() {
    if (fd >= 0) close(fd);
  }
  bool Read(uint64_t offset, void* out, size_t size) const {
    char* to = static_cast<char*>(out);
    while (size > 0) {
      const ssize_t n = pread(fd, to, size, static_cast<off_t>(offset));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      to += n;
      offset += static_cast<uint64_t>(n);
      size -= static_cast<size_t>(n);
    }
    return true;
  }
};

Status Truncated(const std::string& what, uint64_t expected, uint64_t actual) {
  return DataLoss(what, ": the file is truncated: expected at least ", expected, " bytes, it has ",
                  actual);
}

// Every segment and the section table must lie inside the file.
Status CheckExtents(const std::string& what, const File& file, const ElfW(Ehdr) & header,
                    uint64_t size) {
  const uint64_t program_end = header.e_phoff + uint64_t{header.e_phentsize} * header.e_phnum;
  if (program_end > size || program_end < header.e_phoff) return Truncated(what, program_end, size);
  const uint64_t section_end = header.e_shoff + uint64_t{header.e_shentsize} * header.e_shnum;
  if (section_end > size || section_end < header.e_shoff) return Truncated(what, section_end, size);
  if (header.e_phentsize != sizeof(ElfW(Phdr))) {
    return InvalidArgument(what, ": program headers of ", header.e_phentsize, " bytes, expected ",
                           sizeof(ElfW(Phdr)));
  }
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment;
    if (!file.Read(header.e_phoff + i * sizeof(segment), &segment, sizeof(segment))) {
      return Truncated(what, program_end, size);
    }
    uint64_t end;
    if (!CheckedAdd<uint64_t>(segment.p_offset, segment.p_filesz, &end) || end > size) {
      return Truncated(what, end, size);
    }
  }
  return {};
}

}  // namespace

std::string OwnFolder() {
  Dl_info info;
  link_map* map = nullptr;
  std::string path;
  if (dladdr1(reinterpret_cast<void*>(&OwnFolder), &info, reinterpret_cast<void**>(&map),
              RTLD_DL_LINKMAP) == 0 ||
      map == nullptr) {
    return {};
  }
  if (map->l_name == nullptr || map->l_name[0] == '\0') {  // the program itself
    char buffer[PATH_MAX];
    const ssize_t n = readlink("/proc/self/exe", buffer, sizeof(buffer));
    if (n <= 0 || n == static_cast<ssize_t>(sizeof(buffer))) return {};
    path.assign(buffer, static_cast<size_t>(n));
  } else {
    char resolved[PATH_MAX];  // not malloc's: the folder does not depend on there being memory
    if (realpath(map->l_name, resolved) == nullptr) return {};
    path = resolved;
  }
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {};
  return slash == 0 ? "/" : path.substr(0, slash);
}

Result<std::vector<std::string>> PluginCandidates(std::string_view path_or_id,
                                                  std::vector<std::string>* out_skipped) {
  if (path_or_id.empty() || path_or_id.find('\0') != std::string_view::npos) {
    return InvalidArgument("plugin path or id \"", path_or_id, "\" is empty or holds a NUL byte");
  }
  std::vector<std::string> candidates;
  if (path_or_id.find('/') != std::string_view::npos) {
    candidates.emplace_back(path_or_id);
    return candidates;
  }
  constexpr std::string_view kOurs = "runnel.";
  if (path_or_id.substr(0, kOurs.size()) == kOurs) path_or_id.remove_prefix(kOurs.size());
  const bool is_file_name = path_or_id.find(".so") != std::string_view::npos;
  const std::string file =
      is_file_name ? std::string(path_or_id) : StrCat("librunnel_", path_or_id, ".so");

  auto add = [&](std::string_view folder) {
    if (folder.empty() || folder.front() != '/') {
      if (out_skipped != nullptr) out_skipped->emplace_back(folder);
      return;
    }
    candidates.push_back(StrCat(folder, folder.back() == '/' ? "" : "/", file));
  };
  const std::string own = OwnFolder();
  if (!own.empty()) {
    add(own);
    // A program in bin/ that has core linked in: its plugins are in lib/ beside bin/.
    const size_t slash = own.rfind('/');
    if (slash != std::string::npos && own.substr(slash) != "/lib") add(own.substr(0, slash) + "/lib");
  }
  if (const char* list = std::getenv("RUNNEL_PLUGIN_PATH")) {
    std::string_view rest = list;
    while (!rest.empty()) {
      const size_t colon = rest.find(':');
      add(rest.substr(0, colon));
      rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
    }
  }
  return candidates;
}

bool SaysShortage(const std::string& path, const char* reason) {
  // "annot create" is what glibc's loader says where it has no memory for tables of its own.
  constexpr const char* kWords[] = {"annot allocate", "annot create", "out of memory",
                                    "failed to map segment", "oo many open files"};
  for (const char* words : kWords) {
    if (std::strstr(reason, words) != nullptr) return true;
  }
  // dlerror's text for an existing file when there is no memory for the file's name.
  return reason == path + ": cannot open shared object file: No such file or directory" &&
         access(path.c_str(), F_OK) == 0;
}

Status CheckLibraryFile(const std::string& path, std::string_view kind) {
  const std::string what = StrCat(kind, " ", path);
  const File file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};  // a pipe hangs nobody
  struct stat stat_buffer;
  if (file.fd < 0 || fstat(file.fd, &stat_buffer) != 0) {
    const int error = errno;
    // The file may exist.
    if (error == EMFILE || error == ENFILE || error == ENOMEM) {
      return ResourceExhausted(what, ": cannot be opened: ", std::strerror(error),
                               error == ENOMEM ? "" : "; file descriptors are limited by RLIMIT_NOFILE");
    }
    const char* reason = error == EACCES   ? "permission denied"
                         : error == ENOENT ? "no such file"
                                           : nullptr;
    const std::string text = reason != nullptr ? reason : StrCat("cannot be opened (errno ", error, ")");
    return error == EACCES ? PermissionDenied(what, ": ", text) : NotFound(what, ": ", text);
  }
  if (!S_ISREG(stat_buffer.st_mode)) {
    return InvalidArgument(what, ": not a regular file, expected a shared library");
  }
  const uint64_t size = static_cast<uint64_t>(stat_buffer.st_size);
  unsigned char ident[EI_NIDENT] = {};
  const bool has_ident = size >= EI_NIDENT && file.Read(0, ident, EI_NIDENT);
  if (size > 0 && file.Read(0, ident, std::min<size_t>(size, SELFMAG)) &&
      std::memcmp(ident, ELFMAG, std::min<size_t>(size, SELFMAG)) != 0) {
    return InvalidArgument(what, ": not a shared library (no ELF header)");
  }
  if (!has_ident || size < sizeof(ElfW(Ehdr))) return Truncated(what, sizeof(ElfW(Ehdr)), size);
  const int own_class = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  const int own_data = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
  if (ident[EI_CLASS] != own_class || ident[EI_DATA] != own_data) {
    return FailedPrecondition(what, ": built for ", ident[EI_CLASS] == ELFCLASS64 ? 64 : 32, " bits, ",
                              ident[EI_DATA] == ELFDATA2MSB ? "big" : "little",
                              "-endian; this process has ", sizeof(void*) * 8, " bits, ",
                              own_data == ELFDATA2MSB ? "big" : "little", "-endian");
  }
  ElfW(Ehdr) header;
  if (!file.Read(0, &header, sizeof(header))) return Truncated(what, sizeof(header), size);
  if (kMachine != EM_NONE && header.e_machine != kMachine) {
    return FailedPrecondition(what, ": built for ", MachineName(header.e_machine), ", this process is ",
                              MachineName(kMachine));
  }
  if (header.e_type != ET_DYN) {
    return InvalidArgument(what, ": ELF file of type ", header.e_type, ", expected a shared library (",
                           ET_DYN, ")");
  }
  return CheckExtents(what, file, header, size);
}

Result<OwnLibrary> OpenOwnLibrary(std::string_view file) {
  OwnLibrary library{StrCat(OwnFolder(), "/", file)};
  RUNNEL_RETURN_IF_ERROR(CheckLibraryFile(library.path, "library"));
  // Never closed: by the time that anybody would close it, it may have threads, and its code is in
  // plans.
  library.handle = dlopen(library.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library.handle == nullptr) {
    const char* const reason = dlerror();
    if (reason != nullptr && SaysShortage(library.path, reason)) {
      return ResourceExhausted(library.path, ": cannot be loaded: ", reason);
    }
    return FailedPrecondition(library.path,
                              ": cannot be loaded: ", reason == nullptr ? "unknown" : reason);
  }
  return library;
}

Result<const BuiltPart*> OpenPart(std::string_view file) {
  RUNNEL_ASSIGN_OR_RETURN(const OwnLibrary library, OpenOwnLibrary(file));
  const auto open = reinterpret_cast<OpenPartFn>(dlsym(library.handle, kOpenPartSymbol));
  const BuiltPart* const part = open == nullptr ? nullptr : open(kBuildMark);
  if (part == nullptr) {
    return FailedPrecondition(library.path, " is of another build than this library (", kBuildMark, ")");
  }
  if (part->core_mark != kBuildMark) {
    return FailedPrecondition(library.path, " was loaded for another copy of librunnel in this process");
  }
  return part;
}

}  // namespace runnel
