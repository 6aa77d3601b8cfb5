#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "tests/net/bench/peers.h"
#include "tests/net/bench/report.h"

#ifdef RUNNEL_BENCH_GRPC
#include <grpcpp/grpcpp.h>

#include "tensor.grpc.pb.h"
#endif

namespace runnel::net {

#ifndef RUNNEL_BENCH_GRPC

double GrpcGigabytesPerSecond(bool, size_t, size_t) { return std::numeric_limits<double>::quiet_NaN(); }

#else

namespace {

class Receiver final : public runnel_bench::Tensors::Service {
 public:
  grpc::Status Send(grpc::ServerContext*, grpc::ServerReader<runnel_bench::Tensor>* reader,
                    runnel_bench::Received* received) override {
    runnel_bench::Tensor tensor;
    uint64_t bytes = 0;
    std::vector<char> target;  // where the tensor is wanted
    while (reader->Read(&tensor)) {
      target.resize(tensor.data().size());
      std::memcpy(target.data(), tensor.data().data(), target.size());
      bytes += target.size();
    }
    received->set_bytes(bytes);
    return grpc::Status::OK;
  }
};

}  // namespace

double GrpcGigabytesPerSecond(bool over_unix, size_t bytes, size_t count) {
  Receiver receiver;
  int port = 0;
  const std::string path = "unix:/tmp/runnel_bench_grpc_" + std::to_string(getpid());
  grpc::ServerBuilder builder;
  builder.SetMaxReceiveMessageSize(-1);
  builder.AddListeningPort(over_unix ? path : "127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&receiver);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) std::abort();
  const auto stub = runnel_bench::Tensors::NewStub(grpc::CreateChannel(
      over_unix ? path : "127.0.0.1:" + std::to_string(port), grpc::InsecureChannelCredentials()));
  double seconds = 0;
  for (const size_t times : {size_t{4}, count}) {  // the first few connect
    grpc::ClientContext context;
    runnel_bench::Received received;
    runnel_bench::Tensor tensor;
    const std::vector<char> source(bytes, 1);
    const auto start = Clock::now();
    const auto writer = stub->Send(&context, &received);
    for (size_t i = 0; i < times; ++i) {
      tensor.set_data(source.data(), source.size());
      if (!writer->Write(tensor)) std::abort();
    }
    writer->WritesDone();
    if (!writer->Finish().ok() || received.bytes() != bytes * times) std::abort();
    seconds = SecondsSince(start);
  }
  server->Shutdown();
  return 1e-9 * static_cast<double>(bytes * count) / seconds;
}

#endif

}  // namespace runnel::net
