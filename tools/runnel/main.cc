// The `runnel` program: runs, differentiates and trains graphs, and tells what a runtime has.
//
// A command answers on standard output and nowhere else; progress and errors go to standard error. Exit
// status: 0 what was asked holds, 1 it does not, 2 the command line is wrong.
#include <cstdio>
#include <exception>
#include <new>

#include "tools/common/error.h"
#include "tools/runnel/command.h"
#include "tools/runnel/compile.h"

namespace runnel::tools {
namespace {

const Command* const kCommands[] = {
    &kRunCommand,      &kTraceCommand,   &kInspectCommand,    &kGradCommand,    &kTrainCommand,
    &kOpsCommand,      &kDevicesCommand, &kCheckpointCommand, &kConvertCommand, &kRecordsCommand,
    &kEventsCommand,   &kWorkerCommand,  &kClusterCommand,    &kStatusCommand,  &kBenchCommand,
    &kQuantizeCommand, &kCompileCommand, &kLayersCommand,     &kNewCommand};

std::string Usage() {
  std::string text = "usage: runnel COMMAND [ARGUMENTS]\n\ncommands:\n";
  for (const Command* command : kCommands) {
    text +=
        Cat("  ", command->name, std::string(12 - command->name.size(), ' '), command->summary, "\n");
  }
  return text + "\nrunnel COMMAND --help tells more about one; runnel --version prints the version.";
}

std::string Help(const Command& command) {
  std::string text = Cat("usage: runnel ", command.name, " ", command.arguments,
                         command.arguments.empty() ? "" : " ", "[OPTIONS]\n\n", command.summary, "\n");
  if (!command.details.empty()) text += Cat("\n", command.details, "\n");
  text += Cat("\noptions:\n", DescribeOptions(command.options));
  text.pop_back();
  return text;
}

const Command& FindCommand(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Command* command : kCommands) {
    if (command->name == name) return *command;
    names.push_back(command->name);
  }
  const auto nearest = Nearest(name, names);
  throw UsageError(
      Cat("unknown command \"", name, "\"", nearest ? Cat("; did you mean ", *nearest, "?") : ""));
}

int RunProgram(const std::vector<std::string>& words, std::string* help) {
  *help = "runnel --help";
  if (words.empty() || words[0] == "--help" || words[0] == "help") {
    if (words.empty())
      throw UsageError(
          "expected a command: run, trace, inspect, bench, grad, train, ops, layers, devices, "
          "checkpoint, "
          "convert, compile, quantize, "
          "records, events, worker, cluster, status or new");
    PrintLine(words.size() > 1 ? Help(FindCommand(words[1])) : Usage());
    return 0;
  }
  if (words[0] == "--version") {
    const uint32_t abi = rnl_abi_version();
    PrintLine(Cat("runnel ", View(rnl_version()), " (ABI ", abi >> 16, ".", abi & 0xffff, ")"));
    return 0;
  }
  const Command& command = FindCommand(words[0]);
  *help = Cat("runnel ", command.name, " --help");
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  for (const std::string& word : rest) {
    if (word == "--") break;
    if (word != "--help") continue;
    PrintLine(Help(command));
    return 0;
  }
  const Args args = Args::Parse(command.options, rest, command.min_arguments, command.max_arguments,
                                command.arguments);
  Check(rnl_require(RNL_ABI_VERSION));
  return command.run(args);
}

int Main(int argc, char** argv) {
  std::string help;
  try {
    return RunProgram(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc), &help);
  } catch (const UsageError& error) {
    std::fprintf(stderr, "runnel: %s (%s)\n", error.what(), help.c_str());
    return 2;
  } catch (const Error& error) {
    std::fprintf(stderr, "runnel: %s\n", error.what());
  } catch (const std::bad_alloc&) {
    std::fputs("runnel: out of memory\n", stderr);
  }
  return 1;
}

}  // namespace
}  // namespace runnel::tools

int main(int argc, char** argv) { return runnel::tools::Main(argc, argv); }
