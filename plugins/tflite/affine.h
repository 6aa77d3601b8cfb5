// Operators over quantised tensors as nodes of Runnel's Affine ops, which compute as LiteRT's reference
// kernels do, bit by bit.
#ifndef RUNNEL_PLUGINS_TFLITE_AFFINE_H_
#define RUNNEL_PLUGINS_TFLITE_AFFINE_H_

#include "plugins/tflite/convert.h"

namespace runnel::tflite {

void AffineAdd(Op& op);
void AffineSub(Op& op);
void AffineMul(Op& op);
void AffineConv2D(Op& op);
void AffineDepthwiseConv2D(Op& op);
void AffineFullyConnected(Op& op);
void AffineTransposeConv(Op& op);
void AffineAveragePool(Op& op);
void AffineMaxPool(Op& op);
void AffineSoftmax(Op& op);
void AffineLogistic(Op& op);
void AffineTanh(Op& op);
void AffineMean(Op& op);
void AffineSvdf(Op& op);
// Quantised weights meet real numbers, which are quantised in the step (hybrid.cc).
void HybridConv2D(Op& op);
void HybridDepthwiseConv2D(Op& op);
void HybridFullyConnected(Op& op);
void HybridSvdf(Op& op);  // ops_recurrent.cc
// Those of a quantised tensor, a constant.
std::string Scales(Scope& scope, const Tensor& tensor);
// Over real numbers.
void Softmax(Op& op);
void LeakyRelu(Op& op);
void HardSwish(Op& op);
void AffineRequantize(Op& op);
void AffineLeakyRelu(Op& op);
void AffineHardSwish(Op& op);
void AffineRelu(Op& op);
void AffineRelu6(Op& op);
void AffineReluN1To1(Op& op);

}  // namespace runnel::tflite

#endif  // RUNNEL_PLUGINS_TFLITE_AFFINE_H_
