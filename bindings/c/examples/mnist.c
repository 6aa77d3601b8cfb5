/* Finds, checks and joins the pairs of files (images, labels) of MNIST. */
#include "mnist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "digits.h"
#include "idx.h"

enum { DRAWN_TRAIN = 12000, DRAWN_TEST = 2000, PATH_SIZE = 4096 };

static int readable(const char* path) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) return 0;
  fclose(file);
  return 1;
}

/* Completes `path` (PATH_SIZE bytes) to `dir`/`name`.gz, or without .gz. */
static int find_file(const char* dir, const char* name, char* path) {
  snprintf(path, PATH_SIZE, "%s/%s.gz", dir, name);
  if (readable(path)) return 1;
  snprintf(path, PATH_SIZE, "%s/%s", dir, name);
  return readable(path);
}

static int load_set(const char* dir, const char* prefix, mnist_set_t* set, char* error,
                    size_t error_size) {
  char name[64], path[PATH_SIZE];
  idx_t images, labels;
  size_t i;
  snprintf(name, sizeof(name), "%s-images-idx3-ubyte", prefix);
  if (!find_file(dir, name, path)) {
    snprintf(error, error_size, "%s: has no %s or %s.gz", dir, name, name);
    return 0;
  }
  if (!idx_read(path, &images, error, error_size)) return 0;
  set->images = images.data;
  if (images.rank != 3 || images.dims[1] != 28 || images.dims[2] != 28) {
    snprintf(error, error_size, "%s: expected images of 28 by 28", path);
    return 0;
  }
  set->count = images.dims[0];
  snprintf(name, sizeof(name), "%s-labels-idx1-ubyte", prefix);
  if (!find_file(dir, name, path)) {
    snprintf(error, error_size, "%s: has no %s or %s.gz", dir, name, name);
    return 0;
  }
  if (!idx_read(path, &labels, error, error_size)) return 0;
  set->labels = labels.data;
  if (labels.count != set->count) {
    snprintf(error, error_size, "%s: %lu labels for %lu images", path, (unsigned long)labels.count,
             (unsigned long)set->count);
    return 0;
  }
  if (set->count == 0) {
    snprintf(error, error_size, "%s: holds no images", path);
    return 0;
  }
  for (i = 0; i < set->count; ++i) {
    if (set->labels[i] >= MNIST_CLASSES) {
      snprintf(error, error_size, "%s: label %lu is %d, expected 0 to 9", path, (unsigned long)i,
               set->labels[i]);
      return 0;
    }
  }
  return 1;
}

static int draw_set(uint64_t seed, size_t count, mnist_set_t* set) {
  set->images = malloc(count * MNIST_PIXELS);
  set->labels = malloc(count);
  if (set->images == NULL || set->labels == NULL) return 0;
  set->count = count;
  digits_draw(seed, count, set->images, set->labels);
  return 1;
}

int mnist_load(const char* dir, uint64_t seed, mnist_t* out, char* error, size_t error_size) {
  char found[PATH_SIZE - 64], path[PATH_SIZE];
  int ok;
  memset(out, 0, sizeof(*out));
  if (dir == NULL && getenv("RUNNEL_DATA_DIR") != NULL) {
    snprintf(found, sizeof(found), "%s/datasets/mnist", getenv("RUNNEL_DATA_DIR"));
    if (find_file(found, "train-images-idx3-ubyte", path)) dir = found;
  }
  if (dir != NULL) {
    ok = load_set(dir, "train", &out->train, error, error_size) &&
         load_set(dir, "t10k", &out->test, error, error_size);
  } else {
    out->drawn = 1;
    ok = draw_set(2 * seed, DRAWN_TRAIN, &out->train) && draw_set(2 * seed + 1, DRAWN_TEST, &out->test);
    if (!ok) snprintf(error, error_size, "no memory for %d drawn digits", DRAWN_TRAIN + DRAWN_TEST);
  }
  if (!ok) mnist_free(out);
  return ok;
}

void mnist_free(mnist_t* mnist) {
  free(mnist->train.images);
  free(mnist->train.labels);
  free(mnist->test.images);
  free(mnist->test.labels);
  memset(mnist, 0, sizeof(*mnist));
}

void mnist_pixels(const mnist_set_t* set, size_t index, float* out) {
  const uint8_t* image = set->images + index * MNIST_PIXELS;
  int i;
  for (i = 0; i < MNIST_PIXELS; ++i) out[i] = (float)image[i] * (1.0f / 255.0f);
}
