/* IDX: the file format of MNIST, plain or compressed with gzip.
 *
 * A header says how many dimensions there are and how long each is; unsigned bytes follow. Nothing in a
 * file is trusted: sizes are checked against the file's length before memory is allocated for them. */
#ifndef RUNNEL_EXAMPLES_IDX_H_
#define RUNNEL_EXAMPLES_IDX_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define IDX_MAX_RANK 4

typedef struct {
  int rank;
  size_t dims[IDX_MAX_RANK];
  size_t count; /* product of dims */
  uint8_t* data;
} idx_t;

/* Reads a whole file of unsigned bytes.
 * Errors: returns 0, writes one line naming the file to `error`, and leaves *out empty.
 * Ownership: the caller frees *out with idx_free. */
int idx_read(const char* path, idx_t* out, char* error, size_t error_size);

/* Takes an empty one too. */
void idx_free(idx_t* idx);

#ifdef __cplusplus
}
#endif

#endif /* RUNNEL_EXAMPLES_IDX_H_ */
