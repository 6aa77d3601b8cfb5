// How the programs under tools/ fail: by throwing one Error, which main prints on one line.
//
// A message names the thing, what was expected and what was got, and where it helps, what to do.
#ifndef RUNNEL_TOOLS_COMMON_ERROR_H_
#define RUNNEL_TOOLS_COMMON_ERROR_H_

#include <sstream>
#include <stdexcept>
#include <string>

namespace runnel::tools {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The words on the command line are wrong: main prints the message and where to find help, exit
// status 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

template <typename... Parts>
std::string Cat(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  return text.str();
}

template <typename... Parts>
[[noreturn]] void Fail(const Parts&... parts) {
  throw Error(Cat(parts...));
}

}  // namespace runnel::tools

#endif  // RUNNEL_TOOLS_COMMON_ERROR_H_
