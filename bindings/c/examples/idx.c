/* The reader of idx.h on zlib, whose gzread passes plain files through unchanged. */
#include "idx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { IDX_UNSIGNED_BYTE = 0x08, IDX_CHUNK_BYTES = 1 << 24, DEFLATE_MAX_RATIO = 1032 };

static int fail(char* error, size_t error_size, const char* path, const char* what) {
  snprintf(error, error_size, "%s: %s", path, what);
  return 0;
}

/* Bytes of the file as it lies on disk, or -1. */
static long long file_size(const char* path) {
  FILE* file = fopen(path, "rb");
  long long size = -1;
  if (file == NULL) return -1;
  if (fseek(file, 0, SEEK_END) == 0) size = ftell(file);
  fclose(file);
  return size;
}

/* Reads exactly `size` bytes unless the file ends or is damaged before that. */
static int read_all(gzFile file, uint8_t* to, size_t size) {
  while (size > 0) {
    unsigned chunk = size > IDX_CHUNK_BYTES ? IDX_CHUNK_BYTES : (unsigned)size;
    int got = gzread(file, to, chunk);
    if (got <= 0) return 0;
    to += got;
    size -= (size_t)got;
  }
  return 1;
}

static int read_open_file(gzFile file, long long disk_size, const char* path, idx_t* idx, char* error,
                          size_t error_size) {
  uint8_t head[4], dim[4];
  char text[128];
  unsigned long long limit = (unsigned long long)disk_size;
  int i;
  if (!read_all(file, head, 4))
    return fail(error, error_size, path, "too short for an IDX header of 4 bytes");
  if (head[0] != 0 || head[1] != 0) {
    return fail(error, error_size, path, "not an IDX file: it does not start with two zero bytes");
  }
  if (head[2] != IDX_UNSIGNED_BYTE) {
    snprintf(text, sizeof(text), "IDX element type 0x%02x, expected 0x08 (unsigned bytes)", head[2]);
    return fail(error, error_size, path, text);
  }
  if (head[3] < 1 || head[3] > IDX_MAX_RANK) {
    snprintf(text, sizeof(text), "IDX file with %d dimensions, expected 1 to %d", head[3], IDX_MAX_RANK);
    return fail(error, error_size, path, text);
  }
  idx->rank = head[3];
  idx->count = 1;
  if (!gzdirect(file)) limit *= DEFLATE_MAX_RATIO;
  for (i = 0; i < idx->rank; ++i) {
    if (!read_all(file, dim, 4)) return fail(error, error_size, path, "IDX header is cut short");
    idx->dims[i] = (size_t)dim[0] << 24 | (size_t)dim[1] << 16 | (size_t)dim[2] << 8 | dim[3];
    if (idx->dims[i] != 0 && idx->count > limit / idx->dims[i]) {
      return fail(error, error_size, path, "IDX header promises more data than the file can hold");
    }
    idx->count *= idx->dims[i];
  }
  idx->data = malloc(idx->count > 0 ? idx->count : 1);
  if (idx->data == NULL) return fail(error, error_size, path, "no memory for its data");
  if (!read_all(file, idx->data, idx->count)) {
    int code = Z_OK;
    const char* reason = gzerror(file, &code);
    if (code == Z_OK || code == Z_BUF_ERROR) {
      snprintf(text, sizeof(text), "truncated: its header promises %llu bytes of data",
               (unsigned long long)idx->count);
    } else {
      snprintf(text, sizeof(text), "damaged gzip data (%s)", reason);
    }
    return fail(error, error_size, path, text);
  }
  /* One more read: it finds bytes too many, and lets zlib compare the checksum at the end. */
  i = gzread(file, head, 1);
  if (i < 0) return fail(error, error_size, path, "damaged or truncated gzip data (wrong checksum)");
  if (i > 0) return fail(error, error_size, path, "holds more data than its IDX header promises");
  return 1;
}

int idx_read(const char* path, idx_t* out, char* error, size_t error_size) {
  long long disk_size = file_size(path);
  gzFile file;
  int ok;
  memset(out, 0, sizeof(*out));
  file = disk_size < 0 ? NULL : gzopen(path, "rb");
  if (file == NULL) return fail(error, error_size, path, "cannot be opened");
  ok = read_open_file(file, disk_size, path, out, error, error_size);
  if (gzclose_r(file) != Z_OK && ok) {
    ok = fail(error, error_size, path, "truncated gzip data");
  }
  if (!ok) idx_free(out);
  return ok;
}

void idx_free(idx_t* idx) {
  free(idx->data);
  memset(idx, 0, sizeof(*idx));
}
