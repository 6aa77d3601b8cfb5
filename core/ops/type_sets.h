// The sets of element types that many rows share, spelt as row text. Macros, because row text is put
// together from string literals.
#ifndef RUNNEL_CORE_OPS_TYPE_SETS_H_
#define RUNNEL_CORE_OPS_TYPE_SETS_H_

// TensorFlow's realnumbertype and numbertype.
#define RUNNEL_REAL_TYPES \
  "{float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}"
#define RUNNEL_NUMBER_TYPES                                                              \
  "{float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, " \
  "bfloat16, uint16, complex128, half, uint32, uint64}"
#define RUNNEL_FLOAT_TYPES "{half, bfloat16, float, double}"
#define RUNNEL_INTEGER_TYPES "{int8, int16, int32, int64, uint8, uint16, uint32, uint64}"
#define RUNNEL_FLOAT_COMPLEX_TYPES "{bfloat16, half, float, double, complex64, complex128}"
#define RUNNEL_SIGNED_COMPLEX_TYPES \
  "{bfloat16, half, float, double, int32, int64, complex64, complex128}"
#define RUNNEL_ARITHMETIC_TYPES                                                         \
  "{bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, " \
  "int64, complex64, complex128}"
#define RUNNEL_REAL_NUMBER_TYPES \
  "{bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64}"
// The effect of an index out of range; the empty text and DEFAULT mean ERROR on the CPU.
#define RUNNEL_BAD_INDICES "bad_indices_policy: {'', 'DEFAULT', 'ERROR', 'IGNORE'} = ''"

#endif  // RUNNEL_CORE_OPS_TYPE_SETS_H_
