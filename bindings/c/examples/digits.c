/* Strokes are polylines in a box of 1 by 1, y downwards; curves are smoothed by cutting corners twice
 * (Chaikin). Ink is a function of the distance to the nearest stroke, so edges are grey as in MNIST. */
#include "digits.h"

#include <math.h>
#include <string.h>

enum { MAX_POINTS = 12, MAX_SMOOTH = MAX_POINTS * 4 };

typedef struct {
  float x, y;
} point_t;

typedef struct {
  int digit; /* for the reader of the table */
  int count;
  point_t points[MAX_POINTS];
} stroke_t;

/* One way of writing a digit: rows of kStrokes that stand together. */
typedef struct {
  int first, count;
} glyph_t;

static const stroke_t kStrokes[] = {
    {0,
     9,
     {{.5f, .05f},
      {.2f, .1f},
      {.1f, .5f},
      {.2f, .9f},
      {.5f, .97f},
      {.8f, .9f},
      {.9f, .5f},
      {.8f, .1f},
      {.48f, .04f}}},
    {1, 2, {{.55f, .03f}, {.47f, .97f}}},
    {1, 3, {{.3f, .25f}, {.55f, .03f}, {.52f, .97f}}},
    {2,
     8,
     {{.15f, .28f},
      {.25f, .05f},
      {.7f, .0f},
      {.85f, .3f},
      {.6f, .6f},
      {.12f, .95f},
      {.45f, .92f},
      {.92f, .95f}}},
    {2,
     10,
     {{.18f, .25f},
      {.3f, .02f},
      {.75f, .05f},
      {.78f, .4f},
      {.5f, .75f},
      {.2f, .98f},
      {.1f, .8f},
      {.3f, .75f},
      {.6f, .98f},
      {.92f, .9f}}},
    {3,
     11,
     {{.15f, .15f},
      {.4f, .0f},
      {.85f, .05f},
      {.8f, .4f},
      {.4f, .47f},
      {.45f, .48f},
      {.9f, .5f},
      {.9f, .9f},
      {.5f, 1.f},
      {.2f, .95f},
      {.1f, .82f}}},
    {4, 3, {{.3f, .03f}, {.12f, .55f}, {.9f, .52f}}},
    {4, 2, {{.72f, .2f}, {.62f, .97f}}},
    {4, 4, {{.62f, .03f}, {.1f, .62f}, {.5f, .64f}, {.92f, .6f}}},
    {4, 2, {{.65f, .03f}, {.6f, .97f}}},
    {5,
     9,
     {{.25f, .05f},
      {.22f, .45f},
      {.3f, .42f},
      {.7f, .35f},
      {.92f, .6f},
      {.85f, .92f},
      {.5f, 1.f},
      {.2f, .96f},
      {.1f, .85f}}},
    {5, 2, {{.25f, .05f}, {.88f, .04f}}},
    {6,
     10,
     {{.7f, .03f},
      {.35f, .2f},
      {.12f, .55f},
      {.15f, .92f},
      {.5f, 1.f},
      {.85f, .92f},
      {.85f, .6f},
      {.55f, .5f},
      {.25f, .6f},
      {.16f, .75f}}},
    {7, 4, {{.1f, .1f}, {.5f, .07f}, {.9f, .07f}, {.4f, .97f}}},
    {7, 5, {{.1f, .2f}, {.12f, .06f}, {.88f, .07f}, {.65f, .4f}, {.42f, .97f}}},
    {7, 2, {{.35f, .5f}, {.8f, .48f}}},
    {8,
     12,
     {{.8f, .15f},
      {.5f, .0f},
      {.15f, .1f},
      {.2f, .4f},
      {.75f, .55f},
      {.88f, .85f},
      {.5f, 1.f},
      {.12f, .88f},
      {.22f, .58f},
      {.7f, .42f},
      {.88f, .2f},
      {.75f, .1f}}},
    {9,
     10,
     {{.82f, .25f},
      {.75f, .05f},
      {.4f, .0f},
      {.12f, .2f},
      {.2f, .48f},
      {.5f, .5f},
      {.8f, .3f},
      {.83f, .1f},
      {.8f, .5f},
      {.7f, .98f}}},
};

/* Ways of writing: two entries a digit, the same one twice where there is only one. */
static const glyph_t kGlyphs[10][2] = {
    {{0, 1}, {0, 1}},   {{1, 1}, {2, 1}},   {{3, 1}, {4, 1}},   {{5, 1}, {5, 1}},   {{6, 2}, {8, 2}},
    {{10, 2}, {10, 2}}, {{12, 1}, {12, 1}}, {{13, 1}, {14, 2}}, {{16, 1}, {16, 1}}, {{17, 1}, {17, 1}},
};

/* SplitMix64. Source: Steele, Lea, Flood 2014. */
static uint64_t next_u64(uint64_t* state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static float uniform(uint64_t* state, float low, float high) {
  return low + (high - low) * (float)(next_u64(state) >> 40) * (1.0f / 16777216.0f);
}

/* Roughly normal, bounded: the sum of four uniforms. */
static float wobble(uint64_t* state, float scale) {
  float sum = 0;
  int i;
  for (i = 0; i < 4; ++i) sum += uniform(state, -1, 1);
  return scale * sum * 0.5f;
}

static int cut_corners(const point_t* in, int count, point_t* out) {
  int i, n = 0;
  out[n++] = in[0];
  for (i = 0; i + 1 < count; ++i) {
    if (i > 0) {
      out[n].x = 0.75f * in[i].x + 0.25f * in[i + 1].x;
      out[n++].y = 0.75f * in[i].y + 0.25f * in[i + 1].y;
    }
    if (i + 2 < count) {
      out[n].x = 0.25f * in[i].x + 0.75f * in[i + 1].x;
      out[n++].y = 0.25f * in[i].y + 0.75f * in[i + 1].y;
    }
  }
  out[n++] = in[count - 1];
  return n;
}

/* Inks every pixel whose centre is nearer than the pen to the segment a-b; the darkest stroke wins. */
static void draw_segment(point_t a, point_t b, float radius, uint8_t* image) {
  float reach = radius + 1.0f;
  int x0 = (int)floorf(fminf(a.x, b.x) - reach), x1 = (int)ceilf(fmaxf(a.x, b.x) + reach);
  int y0 = (int)floorf(fminf(a.y, b.y) - reach), y1 = (int)ceilf(fmaxf(a.y, b.y) + reach);
  float dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
  int x, y;
  if (x0 < 0) x0 = 0;
  if (y0 < 0) y0 = 0;
  if (x1 > DIGIT_SIDE - 1) x1 = DIGIT_SIDE - 1;
  if (y1 > DIGIT_SIDE - 1) y1 = DIGIT_SIDE - 1;
  for (y = y0; y <= y1; ++y) {
    for (x = x0; x <= x1; ++x) {
      float px = (float)x - a.x, py = (float)y - a.y;
      float t = length2 > 0 ? (px * dx + py * dy) / length2 : 0;
      float ex, ey, ink;
      t = t < 0 ? 0 : t > 1 ? 1 : t;
      ex = px - t * dx;
      ey = py - t * dy;
      ink = (radius + 0.6f - sqrtf(ex * ex + ey * ey)) / 1.2f;
      if (ink > 0) {
        int value = ink >= 1 ? 255 : (int)(ink * 255.0f);
        if (value > image[y * DIGIT_SIDE + x]) image[y * DIGIT_SIDE + x] = (uint8_t)value;
      }
    }
  }
}

static void draw_digit(int digit, uint64_t* state, uint8_t* image) {
  const glyph_t* glyph = &kGlyphs[digit][next_u64(state) & 1];
  float angle = wobble(state, 0.16f), slant = uniform(state, -0.1f, 0.35f);
  float width = uniform(state, 10.0f, 15.0f), height = uniform(state, 16.0f, 20.5f);
  float centre_x = 13.5f + wobble(state, 1.8f), centre_y = 13.5f + wobble(state, 1.8f);
  float radius = uniform(state, 0.7f, 1.7f);
  float c = cosf(angle), s = sinf(angle);
  int row, i;
  for (row = glyph->first; row < glyph->first + glyph->count; ++row) {
    const stroke_t* stroke = &kStrokes[row];
    point_t a[MAX_SMOOTH], b[MAX_SMOOTH];
    int count = stroke->count;
    for (i = 0; i < count; ++i) {
      float y = (stroke->points[i].y - 0.5f + wobble(state, 0.05f)) * height;
      float x = (stroke->points[i].x - 0.5f + wobble(state, 0.05f)) * width - slant * y;
      a[i].x = centre_x + c * x - s * y;
      a[i].y = centre_y + s * x + c * y;
    }
    if (count > 3) { /* short strokes keep their corners */
      count = cut_corners(a, count, b);
      count = cut_corners(b, count, a);
    }
    for (i = 0; i + 1 < count; ++i) draw_segment(a[i], a[i + 1], radius, image);
  }
  for (i = 0; i < DIGIT_PIXELS; ++i) { /* paper and ink are not perfect */
    int value = image[i];
    if (value > 0)
      value += (int)wobble(state, 24.0f);
    else if ((next_u64(state) & 255) == 0)
      value = (int)uniform(state, 20.0f, 120.0f);
    image[i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
  }
}

void digits_draw(uint64_t seed, size_t count, uint8_t* images, uint8_t* labels) {
  size_t i;
  memset(images, 0, count * DIGIT_PIXELS);
  for (i = 0; i < count; ++i) {
    uint64_t state = seed * 0x2545f4914f6cdd1du + i * 0xd1342543de82ef95u + 1;
    labels[i] = (uint8_t)(i % 10);
    draw_digit(labels[i], &state, images + i * DIGIT_PIXELS);
  }
}
