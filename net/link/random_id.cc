#include "net/link/random_id.h"

#include <sys/random.h>
#include <sys/types.h>

namespace runnel::net {

uint64_t RandomId() {
  uint64_t id = 0;
  while (id == 0) {
    if (getrandom(&id, sizeof(id), 0) != static_cast<ssize_t>(sizeof(id))) id = 0;
  }
  return id;
}

}  // namespace runnel::net
