/* Fused element-wise regions: how the host hands a device several element-wise ops as one kernel.
 *
 * A device that has a kernel row for RNLP_OP_FUSED_ELEMENTWISE is asked, through the row's `supports`,
 * whether it runs a program; the host makes one of neighbouring nodes that pass no value to anything in
 * between. Without such a row, or after "no", the nodes stay as they are.
 *
 * The node has inputs and outputs of one type, attr T, and
 *
 *   program  string     instructions, each followed by ";":  OP ' ' VALUE [ ' ' VALUE ] ';'
 *                       OP is the name of an op with no attr but T, and means what that op means.
 *                       Values are numbered: the inputs first, then the results of the instructions in
 *                       order. "AddV2 0 1;Relu 3;Mul 4 2;" takes three inputs.
 *   results  list(int)  the values that are the outputs, in order, each once; never an input
 *   runs     list(int)  by input, how its elements spread over the outputs' elements:
 *                       RNLP_RUN_ALL: one for one. RNLP_RUN_ONE: a single element for all.
 *                       run > 0: element i of an output meets (i / run) modulo the number of elements
 *
 * All outputs have one shape. An output may be written over an RNLP_RUN_ALL input that dies here, where
 * the row's aliases allow it.
 */
#ifndef RNLP_FUSED_H_
#define RNLP_FUSED_H_

#define RNLP_OP_FUSED_ELEMENTWISE "_FusedElementwise"

#define RNLP_RUN_ALL 0
#define RNLP_RUN_ONE (-1)

/* What the host keeps to. */
#define RNLP_FUSED_MAX_INPUTS 12
#define RNLP_FUSED_MAX_OUTPUTS 4
#define RNLP_FUSED_MAX_INSTRUCTIONS 32

#endif /* RNLP_FUSED_H_ */
