// A libnvrtc that is none: compiles the plugin's generated sources with the host's compiler, in the
// language of tests/cuda/fake, to libraries that the fake driver loads. Headers come from the source
// tree.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

extern char** environ;

namespace {

struct Program {
  std::string source, log, image;
};

int Run(char* const* arguments, const std::string& log) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 2, log.c_str(), 0x241 /* create, cut, write */, 0600);
  pid_t child = 0;
  const int failed = posix_spawn(&child, arguments[0], &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return failed;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  return status;
}

int CopyOut(const std::string& from, char* to) {
  std::memcpy(to, from.c_str(), from.size() + 1);
  return 0;
}

}  // namespace

extern "C" {

int nvrtcVersion(int* major, int* minor) {
  *major = 0;
  *minor = 1;
  return 0;
}
int nvrtcCreateProgram(Program** out, const char* source, const char*, int, const char* const*,
                       const char* const*) {
  *out = new Program{source, {}, {}};
  return 0;
}
int nvrtcDestroyProgram(Program** program) {
  delete *program;
  *program = nullptr;
  return 0;
}
int nvrtcCompileProgram(Program* program, int, const char* const*) {
  std::string stem = FAKE_NVRTC_FOLDER "/fused-XXXXXX";
  const int fd = mkstemp(stem.data());
  if (fd < 0) return 1;
  close(fd);
  const std::string source = stem + ".cc", library = stem + ".so", log = stem + ".log";
  std::FILE* file = std::fopen(source.c_str(), "w");
  if (file == nullptr) return 1;
  std::fputs(program->source.c_str(), file);
  std::fclose(file);
  constexpr const char* kLanguage = FAKE_NVRTC_ROOT "/tests/cuda/fake/language.h";
  const char* arguments[] = {FAKE_NVRTC_COMPILER,
                             "-std=c++20",
                             "-O1",
                             "-ffp-contract=off",
                             "-fPIC",
                             "-shared",
                             "-I",
                             FAKE_NVRTC_ROOT,
                             "-include",
                             kLanguage,
                             source.c_str(),
                             FAKE_NVRTC_DRIVER,
                             "-o",
                             library.c_str(),
                             nullptr};
  const int status = Run(const_cast<char* const*>(arguments), log);
  if (status != 0) {
    if (std::FILE* words = std::fopen(log.c_str(), "r")) {
      char text[4096];
      program->log.assign(text, std::fread(text, 1, sizeof(text), words));
      std::fclose(words);
    }
  } else {
    program->image = "fake cubin " + library;
  }
  for (const std::string& done : {stem, source, log}) unlink(done.c_str());
  return status;
}
int nvrtcGetCUBINSize(Program* program, size_t* out) {
  *out = program->image.size() + 1;
  return program->image.empty() ? 1 : 0;
}
int nvrtcGetCUBIN(Program* program, char* out) { return CopyOut(program->image, out); }
int nvrtcGetPTXSize(Program*, size_t*) { return 1; }
int nvrtcGetPTX(Program*, char*) { return 1; }
int nvrtcGetProgramLogSize(Program* program, size_t* out) {
  *out = program->log.size() + 1;
  return 0;
}
int nvrtcGetProgramLog(Program* program, char* out) { return CopyOut(program->log, out); }

}  // extern "C"
