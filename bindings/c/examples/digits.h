/* Handwritten-like digits, drawn: a stand-in for MNIST where its files are not at hand.
 *
 * Each digit is a few strokes whose control points, slant, size, place and pen width vary from image to
 * image, with some noise on top. The same seed gives the same images on every run. */
#ifndef RUNNEL_EXAMPLES_DIGITS_H_
#define RUNNEL_EXAMPLES_DIGITS_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DIGIT_SIDE = 28, DIGIT_PIXELS = DIGIT_SIDE * DIGIT_SIDE };

/* Draws `count` images of DIGIT_PIXELS bytes (0 paper, 255 ink) and their labels, every digit equally
 * often to within one. `images` and `labels` are the caller's, large enough. */
void digits_draw(uint64_t seed, size_t count, uint8_t* images, uint8_t* labels);

#ifdef __cplusplus
}
#endif

#endif /* RUNNEL_EXAMPLES_DIGITS_H_ */
