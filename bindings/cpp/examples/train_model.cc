// Trains one of the models in models/ on data that it makes itself, and prints the loss.
//
//   ./cpp_train_model lenet|resnet20|char_lstm|gpt [STEPS]
#include <cstdio>

#include "models/models.hpp"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: cpp_train_model lenet|resnet20|char_lstm|gpt [STEPS]\n", stderr);
    return 2;
  }
  try {
    const int steps = argc > 2 ? std::atoi(argv[2]) : 200;
    models::Train(models::Runtime::Create(), argv[1], steps, [&](int step, float loss) {
      if (step % 10 == 0 || step == steps - 1)
        std::printf("step %4d  loss %.6f\n", step, static_cast<double>(loss));
    });
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
