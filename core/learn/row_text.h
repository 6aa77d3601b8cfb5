// Text that many rows of layers share.
#ifndef RUNNEL_CORE_LEARN_ROW_TEXT_H_
#define RUNNEL_CORE_LEARN_ROW_TEXT_H_

// Keras' arguments of a kernel and a bias, behind the activation.
#define RUNNEL_KERNEL_ARGS                                                                           \
  "activation: string = ''; use_bias: bool = true; kernel_initializer: string = 'glorot_uniform'; "  \
  "bias_initializer: string = 'zeros'; kernel_regularizer: string = ''; bias_regularizer: string = " \
  "''; "                                                                                             \
  "activity_regularizer: string = ''; kernel_constraint: string = ''; bias_constraint: string = ''"

#define RUNNEL_KERNEL(shape_text)                                               \
  {                                                                             \
    .name = "kernel", .shape = shape_text, .initializer = "kernel_initializer", \
    .regularizer = "kernel_regularizer", .constraint = "kernel_constraint",     \
  }
#define RUNNEL_BIAS(shape_text)                                                             \
  {                                                                                         \
    .name = "bias", .shape = shape_text, .initializer = "bias_initializer",                 \
    .regularizer = "bias_regularizer", .constraint = "bias_constraint", .when = "use_bias", \
  }

#endif  // RUNNEL_CORE_LEARN_ROW_TEXT_H_
