// runnel worker: one task of a cluster, until it is told to end.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "tools/common/error.h"
#include "tools/runnel/command.h"
#include "tools/runnel/done.h"
#include "tools/runnel/replica.h"

namespace runnel::tools {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (!in) Fail("cannot read ", path);
  return text;
}

int Run(const Args& args) {
  // The threads that come inherit this: the signals are only for sigwait.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);

  const std::string text = args.Text("cluster"), job = args.Text("job");
  if (text.empty() || job.empty()) throw UsageError("worker needs --cluster and --job");
  const std::string spec = text[0] == '@' ? ReadFile(text.substr(1)) : text;
  ClusterHandle cluster;
  Check(rnl_cluster_from_text(Str(spec), Out(&cluster)));
  const int64_t task = args.Integer("task", 0, 0, 999'999);
  size_t count = 0;
  if (args.Has("until")) Check(rnl_cluster_num_tasks(cluster.get(), Str(args.Text("until")), &count));
  ServerOptionsHandle options;
  Check(rnl_server_options_create(cluster.get(), Str(job), task, Out(&options)));
  if (args.Has("listen-fd")) {
    Check(rnl_server_options_set_listen_fd(
        options.get(), static_cast<int32_t>(args.Integer("listen-fd", -1, 0, 1 << 20))));
  }
  if (args.Has("insecure-network")) Check(rnl_server_options_set_insecure_network(options.get(), true));
  if (args.Has("key-file"))
    Check(rnl_server_options_set_key_file(options.get(), Str(args.Text("key-file"))));
  if (args.Has("certificate") || args.Has("private-key") || args.Has("authority")) {
    Check(rnl_server_options_set_certificates(options.get(), Str(args.Text("certificate")),
                                              Str(args.Text("private-key")),
                                              Str(args.Text("authority"))));
  }
  if (args.Has("files")) Check(rnl_server_options_set_files(options.get(), Str(args.Text("files"))));
  const int64_t interval_ms = args.Integer("heartbeat-ms", 500, 1, 3'600'000);
  Check(rnl_server_options_set_heartbeat(
      options.get(), interval_ms,
      args.Integer("dead-ms", std::max<int64_t>(3000, 6 * interval_ms), interval_ms, 86'400'000)));
  if (args.Has("receive-mib")) {
    const auto mib = static_cast<uint64_t>(args.Integer("receive-mib", 256, 1, 1 << 20));
    Check(rnl_server_options_set_receive_limit(options.get(), mib << 20));
  }
  const bool knows_token = secure_getenv("RUNNEL_CLUSTER_TOKEN") != nullptr;
  const RuntimeHandle runtime = MakeRuntime(args);
  ServerHandle server;
  Check(rnl_server_start(runtime.get(), options.get(), Out(&server)));
  const std::string_view target = View(rnl_server_target(server.get()));
  const std::string_view token = View(rnl_server_token(server.get()));
  const bool tells_token = !knows_token && !token.empty();  // with TLS there is none
  if (args.Has("json")) {
    JsonWriter json;
    json.BeginObject().Key("target").String(target);
    if (tells_token) json.Key("token").String(token);
    json.EndObject();
    PrintLine(json.text());
  } else {
    PrintLine(Cat("/job:", job, "/task:", task, " serves at ", target));
    if (tells_token) PrintLine(Cat("others need RUNNEL_CLUSTER_TOKEN=", token));
  }
  std::fflush(stdout);
  std::thread done;
  if (count > 0) {
    done = std::thread([&] {
      try {
        AwaitDone(runtime.get(), server.get(), job, task, count);
        kill(getpid(), SIGTERM);
      } catch (const Error&) {
        // The server was stopped: the signal has come.
      }
    });
  }
  // A launcher that watches this task hears that it lives.
  const int report_fd = ReportFd();
  const int64_t beat_ms = BeatMs();
  const timespec beat = {beat_ms / 1000, beat_ms % 1000 * 1'000'000};
  do {
    if (report_fd >= 0) Say(report_fd, "alive", false);
  } while (report_fd >= 0 ? sigtimedwait(&ends, nullptr, &beat) < 0 : sigwaitinfo(&ends, nullptr) < 0);
  Check(rnl_server_stop(server.get()));
  if (done.joinable()) done.join();
  return 0;
}

constexpr Option kOptions[] = {
    {"cluster", "SPEC", "all tasks: \"ps=host:port;worker=host:port,host:port\", or @FILE with that"},
    {"job", "J", "which job this is of"},
    {"task", "N", "which of its tasks (default 0)"},
    {"until", "JOB", "end when every task of this job has ended (`runnel train` says that it has)"},
    {"listen-fd", "FD", "a socket that listens already, inherited (default: binds the task's address)"},
    {"key-file", "FILE",
     "TLS with this key, the same for all tasks and clients (`openssl rand -hex 32`; mode 0600)"},
    {"certificate", "FILE",
     "TLS with certificates: this task's, for the name that the cluster has for it"},
    {"private-key", "FILE", "its key, of mode 0600"},
    {"authority", "FILE", "who signs the certificates of all tasks and clients"},
    {"files", "DIR", "where ops may read and write files (default: nowhere)"},
    {"insecure-network", "", "listen where other machines reach it, without TLS"},
    {"heartbeat-ms", "MS", "between two signs of life (default 500)"},
    {"dead-ms", "MS", "a peer without one for so long counts as dead (default 3000)"},
    {"receive-mib", "MIB", "what peers may have sent that nothing has used yet (default 256)"},
    {"silent-connections", "N",
     "how many may be open that have not said hello; the oldest go first (default 256)"},
    kPluginOption,
    kThreadsOption,
    kJsonOption,
};

}  // namespace

constexpr Command kWorkerCommand = {
    "worker",
    "",
    0,
    0,
    "Serve as one task of a cluster.",
    "It is master and worker: sessions with its address as their target run on the whole cluster.\n"
    "Tasks and clients show each other RUNNEL_CLUSTER_TOKEN of their environment; without one the "
    "worker\n"
    "makes one up and prints it. SIGTERM or SIGINT ends it.",
    kOptions,
    Run};

}  // namespace runnel::tools
