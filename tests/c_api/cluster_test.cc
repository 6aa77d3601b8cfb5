// Clusters and servers through the C ABI: descriptions, a server in this process, a model that trains on
// it.
#include <sys/socket.h>
#include <unistd.h>

#include "tests/c_api/support/expect.h"
#include "tests/c_api/support/model.h"

namespace runnel_test {
namespace {

std::string Text(rnl_str_t view) { return {view.data, view.size}; }

TEST(Cluster, SaysWhatItWasToldInBothEncodings) {
  Cluster cluster;
  ASSERT_TRUE(IsOk(rnl_cluster_create(cluster.out())));
  ASSERT_TRUE(IsOk(rnl_cluster_add_task(cluster, rnl_str("worker"), 3, rnl_str("b:2"))));
  ASSERT_TRUE(IsOk(rnl_cluster_add_task(cluster, rnl_str("worker"), 1, rnl_str("[::1]:1"))));
  ASSERT_TRUE(IsOk(rnl_cluster_add_task(cluster, rnl_str("ps"), 0, rnl_str("c:3"))));
  Bytes text, message;
  ASSERT_TRUE(IsOk(rnl_cluster_to_text(cluster, text.out())));
  EXPECT_EQ(Text(rnl_bytes_view(text)), "ps=c:3;worker=1@[::1]:1,3@b:2");
  ASSERT_TRUE(IsOk(rnl_cluster_to_message(cluster, message.out())));
  for (const bool from_text : {true, false}) {
    Cluster again;
    ASSERT_TRUE(IsOk(from_text ? rnl_cluster_from_text(rnl_bytes_view(text), again.out())
                               : rnl_cluster_from_message(rnl_bytes_view(message), again.out())));
    Names jobs;
    ASSERT_TRUE(IsOk(rnl_cluster_jobs(again, jobs.out())));
    ASSERT_EQ(rnl_names_count(jobs), 2u);
    EXPECT_EQ(Text(rnl_names_get(jobs, 1)), "worker");
    size_t count = 0;
    ASSERT_TRUE(IsOk(rnl_cluster_num_tasks(again, rnl_str("worker"), &count)));
    EXPECT_EQ(count, 2u);
    int64_t task = 0;
    ASSERT_TRUE(IsOk(rnl_cluster_task_at(again, rnl_str("worker"), 1, &task)));
    EXPECT_EQ(task, 3);
    Bytes address;
    ASSERT_TRUE(IsOk(rnl_cluster_task_address(again, rnl_str("worker"), task, address.out())));
    EXPECT_EQ(Text(rnl_bytes_view(address)), "b:2");
    EXPECT_TRUE(Fails(rnl_cluster_task_at(again, rnl_str("worker"), 2, &task), RNL_OUT_OF_RANGE,
                      {"has 2 tasks, got position 2"}));
    EXPECT_TRUE(Fails(rnl_cluster_task_address(again, rnl_str("worker"), 2, address.out()),
                      RNL_NOT_FOUND, {"no task 2; its tasks: 1, 3"}));
    EXPECT_TRUE(Fails(rnl_cluster_num_tasks(again, rnl_str("chief"), &count), RNL_NOT_FOUND,
                      {"no job \"chief\"; its jobs: ps, worker"}));
  }
}

TEST(Cluster, RefusesWhatMakesNoSense) {
  Cluster cluster;
  EXPECT_TRUE(Fails(rnl_cluster_from_text(rnl_str("worker=a"), cluster.out()), RNL_INVALID_ARGUMENT,
                    {"address \"a\"", "there is no port"}));
  EXPECT_EQ(cluster.get(), nullptr);
  EXPECT_TRUE(
      Fails(rnl_cluster_from_message(rnl_str("\x0a\x7f"), cluster.out()), RNL_DATA_LOSS, {"byte 0"}));
  EXPECT_TRUE(Fails(rnl_cluster_from_text({nullptr, 3}, cluster.out()), RNL_INVALID_ARGUMENT, {"NULL"}));
  EXPECT_TRUE(Fails(rnl_cluster_add_task(nullptr, rnl_str("a"), 0, rnl_str("a:1")), RNL_INVALID_ARGUMENT,
                    {"NULL"}));
  ASSERT_TRUE(IsOk(rnl_cluster_from_text(rnl_str("a=b:1"), cluster.out())));
  EXPECT_TRUE(Fails(rnl_cluster_add_task(cluster, rnl_str("a"), 0, rnl_str("c:1")), RNL_ALREADY_EXISTS,
                    {"has a task 0 already, at b:1"}));
  ServerOptions options;
  EXPECT_TRUE(Fails(rnl_server_options_create(cluster, rnl_str("a"), 1, options.out()), RNL_NOT_FOUND,
                    {"no task 1"}));
  ASSERT_TRUE(IsOk(rnl_server_options_create(cluster, rnl_str("a"), 0, options.out())));
  EXPECT_TRUE(
      Fails(rnl_server_options_set_heartbeat(options, 10, 5), RNL_INVALID_ARGUMENT, {"10 and 5"}));
  EXPECT_TRUE(
      Fails(rnl_server_options_set_receive_limit(options, 1000), RNL_INVALID_ARGUMENT, {"got 1000"}));
  EXPECT_EQ(rnl_server_target(nullptr).size, 0u);
  SessionOptions session_options;
  ASSERT_TRUE(IsOk(rnl_session_options_create(session_options.out())));
  EXPECT_TRUE(Fails(rnl_session_options_set_target(session_options, rnl_str("grpc://a:1")),
                    RNL_INVALID_ARGUMENT, {"expected runnel://"}));
  EXPECT_TRUE(Fails(rnl_session_options_set_target(session_options, rnl_str("rdma://a:1")),
                    RNL_UNIMPLEMENTED, {"rdma://a:1", "rdma is not there"}));
}

TEST(DeviceSetter, SpreadsVariablesInTurnOrByBytes) {
  Cluster cluster;
  ASSERT_TRUE(IsOk(rnl_cluster_from_text(rnl_str("ps=a:1,3@b:1,c:1"), cluster.out())));
  const uint64_t sizes[] = {100, 10, 20, 5, 30, 1};
  const int in_turn[] = {0, 3, 4, 0, 3, 4};
  const int by_bytes[] = {0, 3, 4, 3, 3, 4};  // totals 100, 45, 21
  for (const bool bytes : {false, true}) {
    Handle<rnl_device_setter_t, rnl_device_setter_release> setter;
    ASSERT_TRUE(IsOk(rnl_device_setter_create(cluster, rnl_str("ps"), bytes, setter.out())));
    for (int i = 0; i < 6; ++i) {
      rnl_str_t device;
      ASSERT_TRUE(IsOk(rnl_device_setter_next(setter, sizes[i], &device)));
      EXPECT_EQ(Text(device), "/job:ps/task:" + std::to_string((bytes ? by_bytes : in_turn)[i])) << i;
    }
    EXPECT_TRUE(Fails(rnl_device_setter_create(cluster, rnl_str("worker"), bytes, setter.out()),
                      RNL_NOT_FOUND, {"no job \"worker\""}));
  }
}

class ServerTest : public testing::Test {
 protected:
  void Open(rnl_server_t* server) {
    SessionOptions options;
    ASSERT_TRUE(IsOk(rnl_session_options_create(options.out())));
    ASSERT_TRUE(IsOk(rnl_session_options_set_target(options, rnl_server_target(server))));
    ASSERT_TRUE(IsOk(rnl_session_options_set_token(options, rnl_server_token(server))));
    ASSERT_TRUE(IsOk(rnl_session_create(model_.graph, options, session_.out())));
  }
  Runtime runtime_ = NewRuntime();
  Model model_;
  Session session_;
};

TEST_F(ServerTest, AModelTrainsOnALocalServerAsItDoesInThisProcess) {
  ASSERT_TRUE(IsOk(BuildModel(runtime_, &model_)));
  Tensor x, labels;
  ASSERT_TRUE(IsOk(MakeBatch(runtime_, &x, &labels)));
  std::vector<float> losses[2];
  for (const int remote : {0, 1}) {
    Server server;
    if (remote == 1) {
      ASSERT_TRUE(IsOk(rnl_server_start_local(runtime_, server.out())));
      Open(server);
    } else {
      ASSERT_TRUE(IsOk(rnl_session_create(model_.graph, nullptr, session_.out())));
    }
    ASSERT_TRUE(IsOk(Initialise(model_, session_)));
    for (int i = 0; i < 20; ++i) {
      float loss = 0;
      ASSERT_TRUE(IsOk(TrainStep(model_, session_, x, labels, nullptr, &loss)));
      losses[remote].push_back(loss);
    }
    session_.reset();
  }
  EXPECT_LT(losses[0].back(), losses[0].front());
  EXPECT_EQ(losses[0], losses[1]);
}

TEST_F(ServerTest, PartialRunsDevicesLogsAndMetadataAreThoseOfTheCluster) {
  ASSERT_TRUE(IsOk(BuildModel(runtime_, &model_)));
  Tensor x, labels, out;
  ASSERT_TRUE(IsOk(MakeBatch(runtime_, &x, &labels)));
  Server server;
  ASSERT_TRUE(IsOk(rnl_server_start_local(runtime_, server.out())));
  Open(server);
  ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  const rnl_output_t feeds[] = {model_.x, model_.labels};
  const rnl_output_t fetches[] = {model_.logits, model_.loss};
  rnl_tensor_t *const first[] = {x}, *const second[] = {labels};
  PartialRun partial;
  ASSERT_TRUE(
      IsOk(rnl_session_begin_partial_run(session_, feeds, 2, fetches, 2, nullptr, 0, partial.out())));
  EXPECT_TRUE(Fails(rnl_partial_run_step(partial, feeds, first, 1, &fetches[1], out.out(), 1),
                    RNL_INVALID_ARGUMENT, {"cannot be computed yet"}));
  ASSERT_TRUE(IsOk(rnl_partial_run_step(partial, feeds, first, 1, fetches, out.out(), 1)));
  EXPECT_EQ(Floats(out).size(), 18u);
  ASSERT_TRUE(IsOk(rnl_partial_run_step(partial, &feeds[1], second, 1, &fetches[1], out.out(), 1)));
  EXPECT_NEAR(Floats(out)[0], 1.0986f, 1e-3f);
  // One that is left alone ends with its session.
  ASSERT_TRUE(
      IsOk(rnl_session_begin_partial_run(session_, feeds, 2, fetches, 2, nullptr, 0, partial.out())));

  Names devices, lines;
  ASSERT_TRUE(IsOk(rnl_session_devices(session_, devices.out())));
  ASSERT_GE(rnl_names_count(devices), 1u);
  EXPECT_EQ(Text(rnl_names_get(devices, 0)), "/job:local/replica:0/task:0/device:CPU:0");
  ASSERT_TRUE(IsOk(rnl_session_task_logs(session_, lines.out())));
  EXPECT_GE(rnl_names_count(lines), 3u);
  EXPECT_NE(Text(rnl_names_get(lines, 0)).find("/job:local/replica:0/task:0: "), std::string::npos);

  RunOptions options;
  Metadata metadata;
  ASSERT_TRUE(IsOk(rnl_run_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_run_options_set_trace(options, true)));
  ASSERT_TRUE(IsOk(rnl_metadata_create(metadata.out())));
  ASSERT_TRUE(IsOk(rnl_session_run_outputs(session_, options, feeds, first, 1, fetches, out.out(), 1,
                                           nullptr, 0, metadata)));
  EXPECT_GT(rnl_metadata_num_node_stats(metadata), 1u);
  rnl_str_t device;
  ASSERT_TRUE(IsOk(rnl_metadata_node_stats(metadata, 0, nullptr, nullptr, &device, nullptr, nullptr)));
  EXPECT_EQ(Text(device).find("/job:local/replica:0/task:0"), 0u) << Text(device);
  Handle<rnl_trace_t, rnl_trace_release> trace;
  ASSERT_TRUE(IsOk(rnl_trace_create(trace.out())));
  EXPECT_TRUE(IsOk(rnl_trace_add_step(trace, metadata)));

  Session here;
  ASSERT_TRUE(IsOk(rnl_session_create(model_.graph, nullptr, here.out())));
  ASSERT_TRUE(IsOk(rnl_session_devices(here, devices.out())));
  EXPECT_EQ(Text(rnl_names_get(devices, 0)), "/job:localhost/replica:0/task:0/device:CPU:0");
  ASSERT_TRUE(IsOk(rnl_session_task_logs(here, lines.out())));
  EXPECT_EQ(rnl_names_count(lines), 0u);
}

TEST_F(ServerTest, AResetDropsVariablesAndEndsSessions) {
  ASSERT_TRUE(IsOk(BuildModel(runtime_, &model_)));
  Tensor x, labels;
  ASSERT_TRUE(IsOk(MakeBatch(runtime_, &x, &labels)));
  Server server;
  ASSERT_TRUE(IsOk(rnl_server_start_local(runtime_, server.out())));
  Open(server);
  ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  SessionOptions options;
  ASSERT_TRUE(IsOk(rnl_session_options_create(options.out())));
  EXPECT_TRUE(Fails(rnl_session_reset(runtime_, nullptr, nullptr, 0), RNL_FAILED_PRECONDITION,
                    {"a session in this process"}));
  ASSERT_TRUE(IsOk(rnl_session_options_set_target(options, rnl_server_target(server))));
  ASSERT_TRUE(IsOk(rnl_session_options_set_token(options, rnl_server_token(server))));
  const rnl_str_t other = rnl_str("other"), missing = {nullptr, 3};
  EXPECT_TRUE(
      Fails(rnl_session_reset(runtime_, options, &missing, 1), RNL_INVALID_ARGUMENT, {"containers"}));
  ASSERT_TRUE(IsOk(rnl_session_reset(runtime_, options, &other, 1)));
  EXPECT_TRUE(Fails(TrainStep(model_, session_, x, labels, nullptr, nullptr), RNL_ABORTED, {"reset"}));
  Open(server);
  EXPECT_TRUE(IsOk(TrainStep(model_, session_, x, labels, nullptr, nullptr)));
  ASSERT_TRUE(IsOk(rnl_session_reset(runtime_, options, nullptr, 0)));
  Open(server);
  EXPECT_TRUE(Fails(TrainStep(model_, session_, x, labels, nullptr, nullptr), RNL_FAILED_PRECONDITION));
}

TEST_F(ServerTest, AServerThatStopsEndsItsSessionsWithItsName) {
  ASSERT_TRUE(IsOk(BuildModel(runtime_, &model_)));
  Server server;
  ASSERT_TRUE(IsOk(rnl_server_start_local(runtime_, server.out())));
  Open(server);
  ASSERT_TRUE(IsOk(Initialise(model_, session_)));
  ASSERT_TRUE(IsOk(rnl_server_stop(server)));
  ASSERT_TRUE(IsOk(rnl_server_stop(server)));
  rnl_tensor_t* out = nullptr;
  const rnl_str_t target = rnl_str("init");
  EXPECT_TRUE(Fails(
      rnl_session_run(session_, nullptr, nullptr, nullptr, 0, nullptr, &out, 0, &target, 1, nullptr),
      RNL_UNAVAILABLE, {"/job:local/task:0 was stopped"}));
  EXPECT_TRUE(IsOk(rnl_session_close(session_)));
}

TEST_F(ServerTest, ASocketThatIsNoneIsRefused) {
  Cluster cluster;
  ASSERT_TRUE(IsOk(rnl_cluster_from_text(rnl_str("a=127.0.0.1:0"), cluster.out())));
  ServerOptions options;
  ASSERT_TRUE(IsOk(rnl_server_options_create(cluster, rnl_str("a"), 0, options.out())));
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_TRUE(IsOk(rnl_server_options_set_listen_fd(options, ends[0])));
  Server server;
  EXPECT_TRUE(
      Fails(rnl_server_start(runtime_, options, server.out()), RNL_INVALID_ARGUMENT, {"none of TCP"}));
  EXPECT_NE(close(ends[0]), 0) << "it was taken over, and closed";
  close(ends[1]);
}

}  // namespace
}  // namespace runnel_test
