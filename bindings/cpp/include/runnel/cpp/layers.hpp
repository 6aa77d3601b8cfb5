// Builders of layers and the like. Made of the rows of core/learn by tools/generate; not to be edited.
//
// What a builder must be told comes first, what it may be told is in a struct of arguments:
//   layers::Dense(128, {.activation = "relu", .kernel_initializer = initializers::HeNormal()})
// clang-format off
#ifndef RUNNEL_CPP_LAYERS_HPP_
#define RUNNEL_CPP_LAYERS_HPP_

#include "learn.hpp"

RUNNEL_CPP_NAMESPACE

// Layers, which models are made of.
namespace layers {

// The input of a sequential model: sizes of a sample, without the batch; -1: any size, as of the batch.
inline Layer Input(const Sizes& shape, DType dtype = DType::kFloat, const std::string& name = "", int64_t batch_size = -1) {
  return Layer(detail::SpecWriter("Input").Add("shape", shape).Add("dtype", std::string(Name(dtype)))
      .Add("name", name, std::string()).Add("batch_size", batch_size, int64_t{-1}).Take());
}

struct ActivationArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Applies an activation, element by element but for softmax. Shapes: y is like x.
inline Layer Activation(const Spec& activation, const ActivationArgs& args = {}) {
  return Layer(detail::SpecWriter("Activation").Add("activation", activation)
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct AdaptiveAveragePooling1DArgs {
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The means of windows that divide each axis into output_size as evenly as they can, and overlap by one where
// that is needed. Shapes: x [b, n, c], y [b, m, c].
inline Layer AdaptiveAveragePooling1D(const Sizes& output_size, const AdaptiveAveragePooling1DArgs& args = {})
    {
  return Layer(detail::SpecWriter("AdaptiveAveragePooling1D").Add("output_size", output_size)
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct AdaptiveAveragePooling2DArgs {
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The means of windows that divide each axis into output_size as evenly as they can, and overlap by one where
// that is needed. Shapes: x [b, h, w, c], y [b, h', w', c].
inline Layer AdaptiveAveragePooling2D(const Sizes& output_size, const AdaptiveAveragePooling2DArgs& args = {})
    {
  return Layer(detail::SpecWriter("AdaptiveAveragePooling2D").Add("output_size", output_size)
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct AdaptiveAveragePooling3DArgs {
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The means of windows that divide each axis into output_size as evenly as they can, and overlap by one where
// that is needed. Shapes: x [b, d, h, w, c], y [b, d', h', w', c].
inline Layer AdaptiveAveragePooling3D(const Sizes& output_size, const AdaptiveAveragePooling3DArgs& args = {})
    {
  return Layer(detail::SpecWriter("AdaptiveAveragePooling3D").Add("output_size", output_size)
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct AdaptiveMaxPooling1DArgs {
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The largest values of windows that divide each axis into output_size as evenly as they can, and overlap by
// one where that is needed. Shapes: x [b, n, c], y [b, m, c].
inline Layer AdaptiveMaxPooling1D(const Sizes& output_size, const AdaptiveMaxPooling1DArgs& args = {}) {
  return Layer(detail::SpecWriter("AdaptiveMaxPooling1D").Add("output_size", output_size)
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct AdaptiveMaxPooling2DArgs {
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The largest values of windows that divide each axis into output_size as evenly as they can, and overlap by
// one where that is needed. Shapes: x [b, h, w, c], y [b, h', w', c].
inline Layer AdaptiveMaxPooling2D(const Sizes& output_size, const AdaptiveMaxPooling2DArgs& args = {}) {
  return Layer(detail::SpecWriter("AdaptiveMaxPooling2D").Add("output_size", output_size)
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct AdaptiveMaxPooling3DArgs {
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The largest values of windows that divide each axis into output_size as evenly as they can, and overlap by
// one where that is needed. Shapes: x [b, d, h, w, c], y [b, d', h', w', c].
inline Layer AdaptiveMaxPooling3D(const Sizes& output_size, const AdaptiveMaxPooling3DArgs& args = {}) {
  return Layer(detail::SpecWriter("AdaptiveMaxPooling3D").Add("output_size", output_size)
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct AddArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The sum of the inputs, which broadcast.
inline Layer Add(const AddArgs& args = {}) {
  return Layer(detail::SpecWriter("Add").Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct AdditiveAttentionArgs {
  bool use_scale = true;
  double dropout = 0.0;
  std::int64_t seed = 0;
  bool use_causal_mask = false;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// softmax(scores) value, where the scores are the sums of scale tanh(query + key) over features. With
// use_causal_mask a step attends to none behind it. Masks: what the value's masks counts for nothing, and
// what the query's masks gives zeros. Shapes: query [b, n, c], value [b, m, d], key [b, m, c], which is the
// value where it is left out; y [b, n, d]. Source: Bahdanau et al. 2014. Weights: scale.
inline Layer AdditiveAttention(const AdditiveAttentionArgs& args = {}) {
  return Layer(detail::SpecWriter("AdditiveAttention").Add("use_scale", args.use_scale, bool(true))
      .Add("dropout", args.dropout, double(0.0)).Add("seed", args.seed, std::int64_t(0))
      .Add("use_causal_mask", args.use_causal_mask, bool(false)).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct AlphaDropoutArgs {
  Sizes noise_shape = {};
  std::int64_t seed = 0;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// As Dropout for what selu gives: mean and variance stay. Shapes: y is like x.
inline Layer AlphaDropout(double rate, const AlphaDropoutArgs& args = {}) {
  return Layer(detail::SpecWriter("AlphaDropout").Add("rate", rate)
      .Add("noise_shape", args.noise_shape, Sizes({})).Add("seed", args.seed, std::int64_t(0))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct AttentionArgs {
  bool use_scale = false;
  std::string score_mode = "dot";  // dot, concat
  double dropout = 0.0;
  std::int64_t seed = 0;
  bool use_causal_mask = false;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// softmax(scores) value, where the scores are products of query and key, by a trained scale with use_scale,
// or the sums of tanh(query + key). With use_causal_mask a step attends to none behind it. Masks: what the
// value's masks counts for nothing, and what the query's masks gives zeros. Shapes: query [b, n, c], value
// [b, m, d], key [b, m, c], which is the value where it is left out; y [b, n, d]. Source: Luong et al. 2015.
// Weights: scale, concat_score_weight.
inline Layer Attention(const AttentionArgs& args = {}) {
  return Layer(detail::SpecWriter("Attention").Add("use_scale", args.use_scale, bool(false))
      .Add("score_mode", args.score_mode, std::string("dot")).Add("dropout", args.dropout, double(0.0))
      .Add("seed", args.seed, std::int64_t(0)).Add("use_causal_mask", args.use_causal_mask, bool(false))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct AverageArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The mean of the inputs, element by element; they broadcast.
inline Layer Average(const AverageArgs& args = {}) {
  return Layer(detail::SpecWriter("Average").Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct AveragePooling1DArgs {
  Sizes pool_size = {2};
  Sizes strides = {0};
  std::string padding = "VALID";  // valid, same
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The mean of each window. Shapes: x [b, n, c], y [b, m, c].
inline Layer AveragePooling1D(const AveragePooling1DArgs& args = {}) {
  return Layer(detail::SpecWriter("AveragePooling1D").Add("pool_size", args.pool_size, Sizes({2}))
      .Add("strides", args.strides, Sizes({0})).Add("padding", args.padding, std::string("VALID"))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct AveragePooling2DArgs {
  Sizes pool_size = {2, 2};
  Sizes strides = {0, 0};
  std::string padding = "VALID";  // valid, same
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The mean of each window. Shapes: x [b, h, w, c], y [b, h', w', c].
inline Layer AveragePooling2D(const AveragePooling2DArgs& args = {}) {
  return Layer(detail::SpecWriter("AveragePooling2D").Add("pool_size", args.pool_size, Sizes({2, 2}))
      .Add("strides", args.strides, Sizes({0, 0})).Add("padding", args.padding, std::string("VALID"))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct AveragePooling3DArgs {
  Sizes pool_size = {2, 2, 2};
  Sizes strides = {0, 0, 0};
  std::string padding = "VALID";  // valid, same
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The mean of each window. Shapes: x [b, d, h, w, c], y [b, d', h', w', c].
inline Layer AveragePooling3D(const AveragePooling3DArgs& args = {}) {
  return Layer(detail::SpecWriter("AveragePooling3D").Add("pool_size", args.pool_size, Sizes({2, 2, 2}))
      .Add("strides", args.strides, Sizes({0, 0, 0})).Add("padding", args.padding, std::string("VALID"))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct BatchNormalizationArgs {
  std::int64_t axis = -1;
  double momentum = 0.99;
  double epsilon = 0.001;
  bool center = true;
  bool scale = true;
  Spec beta_initializer = "zeros";
  Spec gamma_initializer = "ones";
  Spec beta_regularizer = "";
  Spec gamma_regularizer = "";
  Spec beta_constraint = "";
  Spec gamma_constraint = "";
  Spec moving_mean_initializer = "zeros";
  Spec moving_variance_initializer = "ones";
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// (x - mean) / sqrt(variance + epsilon) gamma + beta for each channel. While training, mean and variance are
// those of the batch, and moving_mean and moving_variance follow them; else these are used, also by a layer
// that is not trainable. Shapes: x [..., c], with c along axis, y like it; all weights [c]. Weights: gamma,
// beta, moving_mean, moving_variance.
inline Layer BatchNormalization(const BatchNormalizationArgs& args = {}) {
  return Layer(detail::SpecWriter("BatchNormalization").Add("axis", args.axis, std::int64_t(-1))
      .Add("momentum", args.momentum, double(0.99)).Add("epsilon", args.epsilon, double(0.001))
      .Add("center", args.center, bool(true)).Add("scale", args.scale, bool(true))
      .Add("beta_initializer", args.beta_initializer, Spec("zeros"))
      .Add("gamma_initializer", args.gamma_initializer, Spec("ones"))
      .Add("beta_regularizer", args.beta_regularizer, Spec(""))
      .Add("gamma_regularizer", args.gamma_regularizer, Spec(""))
      .Add("beta_constraint", args.beta_constraint, Spec(""))
      .Add("gamma_constraint", args.gamma_constraint, Spec(""))
      .Add("moving_mean_initializer", args.moving_mean_initializer, Spec("zeros"))
      .Add("moving_variance_initializer", args.moving_variance_initializer, Spec("ones"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct BidirectionalArgs {
  std::string merge_mode = "concat";
  Spec backward_layer = "";
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Calls a recurrent layer, by its spec, and one like it that goes backwards, or backward_layer, and merges
// what both give: concat, sum, ave, mul, or none, which gives both. With sequences, masked steps give zeros.
// States and initial states: those of the first layer, then those of the second. Shapes: as the layer's, with
// concat of twice its units.
inline Layer Bidirectional(const Spec& layer, const BidirectionalArgs& args = {}) {
  return Layer(detail::SpecWriter("Bidirectional").Add("layer", layer)
      .Add("merge_mode", args.merge_mode, std::string("concat"))
      .Add("backward_layer", args.backward_layer, Spec("")).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct CategoryEncodingArgs {
  std::string output_mode = "multi_hot";  // multi_hot, one_hot, count
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Numbers of categories, at least 0 and below num_tokens, as vectors of num_tokens. int gives the numbers
// themselves, one_hot a vector for each of them, multi_hot and count one for all of a sample. Shapes: x [b,
// n]; y [b, n], with one_hot [b, n, depth], or [b, depth] if n is 1, with the others [b, depth].
inline Layer CategoryEncoding(std::int64_t num_tokens, const CategoryEncodingArgs& args = {}) {
  return Layer(detail::SpecWriter("CategoryEncoding").Add("num_tokens", num_tokens)
      .Add("output_mode", args.output_mode, std::string("multi_hot"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct CenterCropArgs {
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The middle of images; of smaller ones the largest part of its proportions, made larger. Shapes: x [b, h, w,
// c], y [b, height, width, c].
inline Layer CenterCrop(std::int64_t height, std::int64_t width, const CenterCropArgs& args = {}) {
  return Layer(detail::SpecWriter("CenterCrop").Add("height", height).Add("width", width)
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct ConcatenateArgs {
  std::int64_t axis = -1;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The inputs one behind the other along an axis.
inline Layer Concatenate(const ConcatenateArgs& args = {}) {
  return Layer(detail::SpecWriter("Concatenate").Add("axis", args.axis, std::int64_t(-1))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct Conv1DArgs {
  std::int64_t strides = 1;
  std::string padding = "VALID";  // valid, same, causal
  std::int64_t dilation_rate = 1;
  std::int64_t groups = 1;
  Spec activation = "";
  bool use_bias = true;
  Spec kernel_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec kernel_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec bias_constraint = "";
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Convolution along one axis. padding 'causal' lets no output depend on later inputs. Shapes: x [b, n, c], y
// [b, m, filters]; kernel [kernel_size, c / groups, filters], bias [filters]. Weights: kernel, bias.
inline Layer Conv1D(std::int64_t filters, std::int64_t kernel_size, const Conv1DArgs& args = {}) {
  return Layer(detail::SpecWriter("Conv1D").Add("filters", filters).Add("kernel_size", kernel_size)
      .Add("strides", args.strides, std::int64_t(1)).Add("padding", args.padding, std::string("VALID"))
      .Add("dilation_rate", args.dilation_rate, std::int64_t(1))
      .Add("groups", args.groups, std::int64_t(1)).Add("activation", args.activation, Spec(""))
      .Add("use_bias", args.use_bias, bool(true))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec(""))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct Conv1DTransposeArgs {
  Sizes strides = {1};
  std::string padding = "VALID";  // valid, same
  Spec activation = "";
  bool use_bias = true;
  Spec kernel_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec kernel_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec bias_constraint = "";
  Sizes output_padding = {};
  Sizes dilation_rate = {1};
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The gradient of a convolution by its input, which makes its input larger; output_padding, below the
// strides, makes it that much longer. Shapes: x [b, n, c], y [b, m, filters]; kernel [kernel_size, filters,
// c], bias [filters]. Weights: kernel, bias.
inline Layer Conv1DTranspose(std::int64_t filters, const Sizes& kernel_size,
    const Conv1DTransposeArgs& args = {}) {
  return Layer(detail::SpecWriter("Conv1DTranspose").Add("filters", filters)
      .Add("kernel_size", kernel_size).Add("strides", args.strides, Sizes({1}))
      .Add("padding", args.padding, std::string("VALID")).Add("activation", args.activation, Spec(""))
      .Add("use_bias", args.use_bias, bool(true))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec(""))
      .Add("output_padding", args.output_padding, Sizes({}))
      .Add("dilation_rate", args.dilation_rate, Sizes({1}))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct Conv2DArgs {
  Sizes strides = {1, 1};
  std::string padding = "VALID";  // valid, same
  Sizes dilation_rate = {1, 1};
  std::int64_t groups = 1;
  Spec activation = "";
  bool use_bias = true;
  Spec kernel_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec kernel_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec bias_constraint = "";
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Convolution over images. Shapes: x [b, h, w, c], y [b, h', w', filters]; kernel [kernel_size, c / groups,
// filters], bias [filters]. Weights: kernel, bias.
inline Layer Conv2D(std::int64_t filters, const Sizes& kernel_size, const Conv2DArgs& args = {}) {
  return Layer(detail::SpecWriter("Conv2D").Add("filters", filters).Add("kernel_size", kernel_size)
      .Add("strides", args.strides, Sizes({1, 1})).Add("padding", args.padding, std::string("VALID"))
      .Add("dilation_rate", args.dilation_rate, Sizes({1, 1}))
      .Add("groups", args.groups, std::int64_t(1)).Add("activation", args.activation, Spec(""))
      .Add("use_bias", args.use_bias, bool(true))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec(""))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct Conv2DTransposeArgs {
  Sizes strides = {1, 1};
  std::string padding = "VALID";  // valid, same
  Spec activation = "";
  bool use_bias = true;
  Spec kernel_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec kernel_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec bias_constraint = "";
  Sizes output_padding = {};
  Sizes dilation_rate = {1, 1};
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The gradient of a convolution by its input, which makes its input larger; output_padding, below the
// strides, makes it that much longer. Shapes: x [b, h, w, c], y [b, h', w', filters]; kernel [kernel_size,
// filters, c], bias [filters]. Weights: kernel, bias.
inline Layer Conv2DTranspose(std::int64_t filters, const Sizes& kernel_size,
    const Conv2DTransposeArgs& args = {}) {
  return Layer(detail::SpecWriter("Conv2DTranspose").Add("filters", filters)
      .Add("kernel_size", kernel_size).Add("strides", args.strides, Sizes({1, 1}))
      .Add("padding", args.padding, std::string("VALID")).Add("activation", args.activation, Spec(""))
      .Add("use_bias", args.use_bias, bool(true))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec(""))
      .Add("output_padding", args.output_padding, Sizes({}))
      .Add("dilation_rate", args.dilation_rate, Sizes({1, 1}))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct Conv3DArgs {
  Sizes strides = {1, 1, 1};
  std::string padding = "VALID";  // valid, same
  Sizes dilation_rate = {1, 1, 1};
  std::int64_t groups = 1;
  Spec activation = "";
  bool use_bias = true;
  Spec kernel_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec kernel_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec bias_constraint = "";
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Convolution over volumes. Shapes: x [b, d, h, w, c], y [b, d', h', w', filters]; kernel [kernel_size, c /
// groups, filters], bias [filters]. Weights: kernel, bias.
inline Layer Conv3D(std::int64_t filters, const Sizes& kernel_size, const Conv3DArgs& args = {}) {
  return Layer(detail::SpecWriter("Conv3D").Add("filters", filters).Add("kernel_size", kernel_size)
      .Add("strides", args.strides, Sizes({1, 1, 1})).Add("padding", args.padding, std::string("VALID"))
      .Add("dilation_rate", args.dilation_rate, Sizes({1, 1, 1}))
      .Add("groups", args.groups, std::int64_t(1)).Add("activation", args.activation, Spec(""))
      .Add("use_bias", args.use_bias, bool(true))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec(""))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct Conv3DTransposeArgs {
  Sizes strides = {1, 1, 1};
  std::string padding = "VALID";  // valid, same
  Spec activation = "";
  bool use_bias = true;
  Spec kernel_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec kernel_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec bias_constraint = "";
  Sizes output_padding = {};
  Sizes dilation_rate = {1, 1, 1};
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The gradient of a convolution by its input, which makes its input larger; output_padding, below the
// strides, makes it that much longer. Shapes: x [b, d, h, w, c], y [b, d', h', w', filters]; kernel
// [kernel_size, filters, c], bias [filters]. Weights: kernel, bias.
inline Layer Conv3DTranspose(std::int64_t filters, const Sizes& kernel_size,
    const Conv3DTransposeArgs& args = {}) {
  return Layer(detail::SpecWriter("Conv3DTranspose").Add("filters", filters)
      .Add("kernel_size", kernel_size).Add("strides", args.strides, Sizes({1, 1, 1}))
      .Add("padding", args.padding, std::string("VALID")).Add("activation", args.activation, Spec(""))
      .Add("use_bias", args.use_bias, bool(true))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec(""))
      .Add("output_padding", args.output_padding, Sizes({}))
      .Add("dilation_rate", args.dilation_rate, Sizes({1, 1, 1}))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct ConvLSTM1DArgs {
  Sizes strides = {1};
  std::string padding = "VALID";  // valid, same
  std::string data_format = "channels_last";  // channels_last, channels_first
  Sizes dilation_rate = {1};
  Spec activation = "tanh";
  Spec recurrent_activation = "sigmoid";
  bool use_bias = true;
  Spec kernel_initializer = "glorot_uniform";
  Spec recurrent_initializer = "orthogonal";
  Spec bias_initializer = "zeros";
  bool unit_forget_bias = true;
  Spec kernel_regularizer = "";
  Spec recurrent_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec recurrent_constraint = "";
  Spec bias_constraint = "";
  double dropout = 0.0;
  double recurrent_dropout = 0.0;
  std::int64_t seed = 0;
  bool return_sequences = false;
  bool return_state = false;
  bool go_backwards = false;
  bool stateful = false;
  bool unroll = false;
  bool zero_output_for_mask = false;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// LSTM over images: the products of inputs and of states with kernels are convolutions, that of states padded
// to their size. dropout and recurrent_dropout drop the same elements for all gates. Shapes: x [b, steps, n,
// c], y [b, m, filters] or [b, steps, m, filters]; kernel [kernel_size, c, 4 filters], recurrent_kernel
// [kernel_size, filters, 4 filters], bias [4 filters]. Source: Shi et al. 2015. Weights: kernel,
// recurrent_kernel, bias.
inline Layer ConvLSTM1D(std::int64_t filters, const Sizes& kernel_size, const ConvLSTM1DArgs& args = {}) {
  return Layer(detail::SpecWriter("ConvLSTM1D").Add("filters", filters).Add("kernel_size", kernel_size)
      .Add("strides", args.strides, Sizes({1})).Add("padding", args.padding, std::string("VALID"))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("dilation_rate", args.dilation_rate, Sizes({1}))
      .Add("activation", args.activation, Spec("tanh"))
      .Add("recurrent_activation", args.recurrent_activation, Spec("sigmoid"))
      .Add("use_bias", args.use_bias, bool(true))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("recurrent_initializer", args.recurrent_initializer, Spec("orthogonal"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("unit_forget_bias", args.unit_forget_bias, bool(true))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("recurrent_regularizer", args.recurrent_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("recurrent_constraint", args.recurrent_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec("")).Add("dropout", args.dropout, double(0.0))
      .Add("recurrent_dropout", args.recurrent_dropout, double(0.0))
      .Add("seed", args.seed, std::int64_t(0))
      .Add("return_sequences", args.return_sequences, bool(false))
      .Add("return_state", args.return_state, bool(false))
      .Add("go_backwards", args.go_backwards, bool(false)).Add("stateful", args.stateful, bool(false))
      .Add("unroll", args.unroll, bool(false))
      .Add("zero_output_for_mask", args.zero_output_for_mask, bool(false))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct ConvLSTM2DArgs {
  Sizes strides = {1, 1};
  std::string padding = "VALID";  // valid, same
  std::string data_format = "channels_last";  // channels_last, channels_first
  Sizes dilation_rate = {1, 1};
  Spec activation = "tanh";
  Spec recurrent_activation = "sigmoid";
  bool use_bias = true;
  Spec kernel_initializer = "glorot_uniform";
  Spec recurrent_initializer = "orthogonal";
  Spec bias_initializer = "zeros";
  bool unit_forget_bias = true;
  Spec kernel_regularizer = "";
  Spec recurrent_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec recurrent_constraint = "";
  Spec bias_constraint = "";
  double dropout = 0.0;
  double recurrent_dropout = 0.0;
  std::int64_t seed = 0;
  bool return_sequences = false;
  bool return_state = false;
  bool go_backwards = false;
  bool stateful = false;
  bool unroll = false;
  bool zero_output_for_mask = false;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// LSTM over images: the products of inputs and of states with kernels are convolutions, that of states padded
// to their size. dropout and recurrent_dropout drop the same elements for all gates. Shapes: x [b, steps, h,
// w, c], y [b, h', w', filters] or [b, steps, h', w', filters]; kernel [kernel_size, c, 4 filters],
// recurrent_kernel [kernel_size, filters, 4 filters], bias [4 filters]. Source: Shi et al. 2015. Weights:
// kernel, recurrent_kernel, bias.
inline Layer ConvLSTM2D(std::int64_t filters, const Sizes& kernel_size, const ConvLSTM2DArgs& args = {}) {
  return Layer(detail::SpecWriter("ConvLSTM2D").Add("filters", filters).Add("kernel_size", kernel_size)
      .Add("strides", args.strides, Sizes({1, 1})).Add("padding", args.padding, std::string("VALID"))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("dilation_rate", args.dilation_rate, Sizes({1, 1}))
      .Add("activation", args.activation, Spec("tanh"))
      .Add("recurrent_activation", args.recurrent_activation, Spec("sigmoid"))
      .Add("use_bias", args.use_bias, bool(true))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("recurrent_initializer", args.recurrent_initializer, Spec("orthogonal"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("unit_forget_bias", args.unit_forget_bias, bool(true))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("recurrent_regularizer", args.recurrent_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("recurrent_constraint", args.recurrent_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec("")).Add("dropout", args.dropout, double(0.0))
      .Add("recurrent_dropout", args.recurrent_dropout, double(0.0))
      .Add("seed", args.seed, std::int64_t(0))
      .Add("return_sequences", args.return_sequences, bool(false))
      .Add("return_state", args.return_state, bool(false))
      .Add("go_backwards", args.go_backwards, bool(false)).Add("stateful", args.stateful, bool(false))
      .Add("unroll", args.unroll, bool(false))
      .Add("zero_output_for_mask", args.zero_output_for_mask, bool(false))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct ConvLSTM3DArgs {
  Sizes strides = {1, 1, 1};
  std::string padding = "VALID";  // valid, same
  std::string data_format = "channels_last";  // channels_last, channels_first
  Sizes dilation_rate = {1, 1, 1};
  Spec activation = "tanh";
  Spec recurrent_activation = "sigmoid";
  bool use_bias = true;
  Spec kernel_initializer = "glorot_uniform";
  Spec recurrent_initializer = "orthogonal";
  Spec bias_initializer = "zeros";
  bool unit_forget_bias = true;
  Spec kernel_regularizer = "";
  Spec recurrent_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec recurrent_constraint = "";
  Spec bias_constraint = "";
  double dropout = 0.0;
  double recurrent_dropout = 0.0;
  std::int64_t seed = 0;
  bool return_sequences = false;
  bool return_state = false;
  bool go_backwards = false;
  bool stateful = false;
  bool unroll = false;
  bool zero_output_for_mask = false;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// LSTM over images: the products of inputs and of states with kernels are convolutions, that of states padded
// to their size. dropout and recurrent_dropout drop the same elements for all gates. Shapes: x [b, steps, d,
// h, w, c], y [b, d', h', w', filters] or [b, steps, d', h', w', filters]; kernel [kernel_size, c, 4
// filters], recurrent_kernel [kernel_size, filters, 4 filters], bias [4 filters]. Source: Shi et al. 2015.
// Weights: kernel, recurrent_kernel, bias.
inline Layer ConvLSTM3D(std::int64_t filters, const Sizes& kernel_size, const ConvLSTM3DArgs& args = {}) {
  return Layer(detail::SpecWriter("ConvLSTM3D").Add("filters", filters).Add("kernel_size", kernel_size)
      .Add("strides", args.strides, Sizes({1, 1, 1})).Add("padding", args.padding, std::string("VALID"))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("dilation_rate", args.dilation_rate, Sizes({1, 1, 1}))
      .Add("activation", args.activation, Spec("tanh"))
      .Add("recurrent_activation", args.recurrent_activation, Spec("sigmoid"))
      .Add("use_bias", args.use_bias, bool(true))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("recurrent_initializer", args.recurrent_initializer, Spec("orthogonal"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("unit_forget_bias", args.unit_forget_bias, bool(true))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("recurrent_regularizer", args.recurrent_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("recurrent_constraint", args.recurrent_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec("")).Add("dropout", args.dropout, double(0.0))
      .Add("recurrent_dropout", args.recurrent_dropout, double(0.0))
      .Add("seed", args.seed, std::int64_t(0))
      .Add("return_sequences", args.return_sequences, bool(false))
      .Add("return_state", args.return_state, bool(false))
      .Add("go_backwards", args.go_backwards, bool(false)).Add("stateful", args.stateful, bool(false))
      .Add("unroll", args.unroll, bool(false))
      .Add("zero_output_for_mask", args.zero_output_for_mask, bool(false))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct Cropping1DArgs {
  Sizes cropping = {1};
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Leaves out positions at both ends. Shapes: x [b, n, c].
inline Layer Cropping1D(const Cropping1DArgs& args = {}) {
  return Layer(detail::SpecWriter("Cropping1D").Add("cropping", args.cropping, Sizes({1}))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct Cropping2DArgs {
  Sizes cropping = {0};
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Leaves out the edges: one number, [height, width], or [top, bottom, left, right]. Shapes: x [b, h, w, c].
inline Layer Cropping2D(const Cropping2DArgs& args = {}) {
  return Layer(detail::SpecWriter("Cropping2D").Add("cropping", args.cropping, Sizes({0}))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct Cropping3DArgs {
  Sizes cropping = {1};
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Leaves out the edges: one number, one for each axis, or two for each. Shapes: x [b, d, h, w, c].
inline Layer Cropping3D(const Cropping3DArgs& args = {}) {
  return Layer(detail::SpecWriter("Cropping3D").Add("cropping", args.cropping, Sizes({1}))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct CustomScaleLayerArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// x + scale other, as InceptionResNet adds its blocks. Shapes: y is like x, and other.
inline Layer CustomScaleLayer(double scale, const CustomScaleLayerArgs& args = {}) {
  return Layer(detail::SpecWriter("CustomScaleLayer").Add("scale", scale)
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct DenseArgs {
  Spec activation = "";
  bool use_bias = true;
  Spec kernel_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec kernel_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec bias_constraint = "";
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// activation(x kernel + bias) over the last dimension. Shapes: x [..., n], y [..., units]; kernel [n, units],
// bias [units]. Weights: kernel, bias.
inline Layer Dense(std::int64_t units, const DenseArgs& args = {}) {
  return Layer(detail::SpecWriter("Dense").Add("units", units)
      .Add("activation", args.activation, Spec("")).Add("use_bias", args.use_bias, bool(true))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec("")).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct DepthwiseConv1DArgs {
  std::int64_t strides = 1;
  std::string padding = "VALID";  // valid, same
  std::int64_t depth_multiplier = 1;
  std::int64_t dilation_rate = 1;
  Spec activation = "";
  bool use_bias = true;
  Spec depthwise_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec depthwise_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec depthwise_constraint = "";
  Spec bias_constraint = "";
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Convolves each channel by itself, along one axis. Shapes: x [b, n, c], y [b, m, c depth_multiplier]; kernel
// [kernel_size, c, depth_multiplier], bias [c depth_multiplier]. Weights: kernel, bias.
inline Layer DepthwiseConv1D(std::int64_t kernel_size, const DepthwiseConv1DArgs& args = {}) {
  return Layer(detail::SpecWriter("DepthwiseConv1D").Add("kernel_size", kernel_size)
      .Add("strides", args.strides, std::int64_t(1)).Add("padding", args.padding, std::string("VALID"))
      .Add("depth_multiplier", args.depth_multiplier, std::int64_t(1))
      .Add("dilation_rate", args.dilation_rate, std::int64_t(1))
      .Add("activation", args.activation, Spec("")).Add("use_bias", args.use_bias, bool(true))
      .Add("depthwise_initializer", args.depthwise_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("depthwise_regularizer", args.depthwise_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("depthwise_constraint", args.depthwise_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec(""))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct DepthwiseConv2DArgs {
  Sizes strides = {1, 1};
  std::string padding = "VALID";  // valid, same
  std::int64_t depth_multiplier = 1;
  Sizes dilation_rate = {1, 1};
  Spec activation = "";
  bool use_bias = true;
  Spec depthwise_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec depthwise_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec depthwise_constraint = "";
  Spec bias_constraint = "";
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Convolves each channel by itself. Shapes: x [b, h, w, c], y [b, h', w', c depth_multiplier]; kernel
// [kernel_size, c, depth_multiplier], bias [c depth_multiplier]. Weights: kernel, bias.
inline Layer DepthwiseConv2D(const Sizes& kernel_size, const DepthwiseConv2DArgs& args = {}) {
  return Layer(detail::SpecWriter("DepthwiseConv2D").Add("kernel_size", kernel_size)
      .Add("strides", args.strides, Sizes({1, 1})).Add("padding", args.padding, std::string("VALID"))
      .Add("depth_multiplier", args.depth_multiplier, std::int64_t(1))
      .Add("dilation_rate", args.dilation_rate, Sizes({1, 1}))
      .Add("activation", args.activation, Spec("")).Add("use_bias", args.use_bias, bool(true))
      .Add("depthwise_initializer", args.depthwise_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("depthwise_regularizer", args.depthwise_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("depthwise_constraint", args.depthwise_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec(""))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct DiscretizationArgs {
  std::vector<double> bin_boundaries = {};
  std::int64_t num_bins = 0;
  double epsilon = 0.01;
  std::string output_mode = "int";  // int, one_hot, multi_hot, count
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The number of the bin that x falls into: how many of bin_boundaries are not above it. From data num_bins
// bins of about as many values each are learned. int gives the numbers themselves, one_hot a vector for each
// of them, multi_hot and count one for all of a sample. Shapes: x [b, n]; y [b, n], with one_hot [b, n,
// depth], or [b, depth] if n is 1, with the others [b, depth].
inline Layer Discretization(const DiscretizationArgs& args = {}) {
  return Layer(detail::SpecWriter("Discretization")
      .Add("bin_boundaries", args.bin_boundaries, std::vector<double>({}))
      .Add("num_bins", args.num_bins, std::int64_t(0)).Add("epsilon", args.epsilon, double(0.01))
      .Add("output_mode", args.output_mode, std::string("int")).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct DotArgs {
  bool normalize = false;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The sums of products along an axis of each, one number or two, behind the batch; with normalize of vectors
// of length 1. Shapes: x [b, ..., n, ...], other [b, ..., n, ...], y [b, what else x has, what else other
// has], or [b, 1] where that is nothing.
inline Layer Dot(const Sizes& axes, const DotArgs& args = {}) {
  return Layer(detail::SpecWriter("Dot").Add("axes", axes).Add("normalize", args.normalize, bool(false))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct DropoutArgs {
  Sizes noise_shape = {};
  std::int64_t seed = 0;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// While training, makes each element 0 with probability rate and the others larger by 1 / (1 - rate). Along
// axes of size 1 in noise_shape all go together; none in it is the size of x. Shapes: y is like x.
inline Layer Dropout(double rate, const DropoutArgs& args = {}) {
  return Layer(detail::SpecWriter("Dropout").Add("rate", rate)
      .Add("noise_shape", args.noise_shape, Sizes({})).Add("seed", args.seed, std::int64_t(0))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct ELUArgs {
  double alpha = 1.0;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// x where it is positive, alpha (exp(x) - 1) elsewhere. Shapes: y is like x.
inline Layer ELU(const ELUArgs& args = {}) {
  return Layer(detail::SpecWriter("ELU").Add("alpha", args.alpha, double(1.0))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct EinsumDenseArgs {
  Spec activation = "";
  std::string bias_axes = "";
  Spec kernel_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec kernel_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec bias_constraint = "";
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The product of x and kernel by an equation of einsum, as abc,cd->abd, plus bias along bias_axes, if they
// are said. output_shape has the sizes of y behind the batch that x does not say; -1: those of x. In front of
// both or behind both dots may stand for more dimensions. Shapes: as the equation says; bias from the first
// of bias_axes on. Weights: kernel, bias.
inline Layer EinsumDense(const std::string& equation, const Sizes& output_shape,
    const EinsumDenseArgs& args = {}) {
  return Layer(detail::SpecWriter("EinsumDense").Add("equation", equation)
      .Add("output_shape", output_shape).Add("activation", args.activation, Spec(""))
      .Add("bias_axes", args.bias_axes, std::string(""))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec("")).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct EmbeddingArgs {
  Spec embeddings_initializer = "uniform";
  Spec embeddings_regularizer = "";
  Spec embeddings_constraint = "";
  bool mask_zero = false;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Gives each number, which is at least 0 and below input_dim, its row of embeddings. Shapes: x [...], y [...,
// output_dim]; embeddings [input_dim, output_dim]. Weights: embeddings.
inline Layer Embedding(std::int64_t input_dim, std::int64_t output_dim, const EmbeddingArgs& args = {}) {
  return Layer(detail::SpecWriter("Embedding").Add("input_dim", input_dim).Add("output_dim", output_dim)
      .Add("embeddings_initializer", args.embeddings_initializer, Spec("uniform"))
      .Add("embeddings_regularizer", args.embeddings_regularizer, Spec(""))
      .Add("embeddings_constraint", args.embeddings_constraint, Spec(""))
      .Add("mask_zero", args.mask_zero, bool(false)).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct FlattenArgs {
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Joins all dimensions but the first. Shapes: x [b, n, m, ...], y [b, n m ...].
inline Layer Flatten(const FlattenArgs& args = {}) {
  return Layer(detail::SpecWriter("Flatten")
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct GRUArgs {
  Spec activation = "tanh";
  Spec recurrent_activation = "sigmoid";
  bool use_bias = true;
  Spec kernel_initializer = "glorot_uniform";
  Spec recurrent_initializer = "orthogonal";
  Spec bias_initializer = "zeros";
  Spec kernel_regularizer = "";
  Spec recurrent_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec recurrent_constraint = "";
  Spec bias_constraint = "";
  double dropout = 0.0;
  double recurrent_dropout = 0.0;
  std::int64_t seed = 0;
  bool return_sequences = false;
  bool return_state = false;
  bool go_backwards = false;
  bool stateful = false;
  bool unroll = false;
  bool zero_output_for_mask = false;
  bool reset_after = true;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Gated recurrent unit: h = z h + (1 - z) activation(k), with the gates z and r by recurrent_activation; z,
// r, k are x kernel + h recurrent_kernel + bias, in this order, where r multiplies what h gives to k
// (reset_after) or h before it does. Gives the output of the last step, with return_sequences of all steps,
// and behind them with return_state the states, as values of their own. A step whose mask is false changes no
// state; its output is that of the step before, or zeros with zero_output_for_mask. dropout and
// recurrent_dropout drop the same elements of inputs and states in every step. Initial states may be further
// inputs; then, as in Keras, the mask is only passed on. With stateful a batch, whose size has to be known,
// begins with the states that the one before ended with. Errors: UNIMPLEMENTED for stateful where a strategy
// divides batches. Shapes: x [b, steps, n], y [b, units] or [b, steps, units], states [b, units]; kernel [n,
// 3 units], recurrent_kernel [units, 3 units], bias [2, 3 units], of inputs and of states, or [3 units]
// without reset_after. Source: Cho et al. 2014. Weights: kernel, recurrent_kernel, bias.
inline Layer GRU(std::int64_t units, const GRUArgs& args = {}) {
  return Layer(detail::SpecWriter("GRU").Add("units", units)
      .Add("activation", args.activation, Spec("tanh"))
      .Add("recurrent_activation", args.recurrent_activation, Spec("sigmoid"))
      .Add("use_bias", args.use_bias, bool(true))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("recurrent_initializer", args.recurrent_initializer, Spec("orthogonal"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("recurrent_regularizer", args.recurrent_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("recurrent_constraint", args.recurrent_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec("")).Add("dropout", args.dropout, double(0.0))
      .Add("recurrent_dropout", args.recurrent_dropout, double(0.0))
      .Add("seed", args.seed, std::int64_t(0))
      .Add("return_sequences", args.return_sequences, bool(false))
      .Add("return_state", args.return_state, bool(false))
      .Add("go_backwards", args.go_backwards, bool(false)).Add("stateful", args.stateful, bool(false))
      .Add("unroll", args.unroll, bool(false))
      .Add("zero_output_for_mask", args.zero_output_for_mask, bool(false))
      .Add("reset_after", args.reset_after, bool(true)).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct GaussianDropoutArgs {
  std::int64_t seed = 0;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// While training, multiplies by normal noise of mean 1 and variance rate / (1 - rate). Shapes: y is like x.
inline Layer GaussianDropout(double rate, const GaussianDropoutArgs& args = {}) {
  return Layer(detail::SpecWriter("GaussianDropout").Add("rate", rate)
      .Add("seed", args.seed, std::int64_t(0)).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct GaussianNoiseArgs {
  std::int64_t seed = 0;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// While training, adds normal noise. Shapes: y is like x.
inline Layer GaussianNoise(double stddev, const GaussianNoiseArgs& args = {}) {
  return Layer(detail::SpecWriter("GaussianNoise").Add("stddev", stddev)
      .Add("seed", args.seed, std::int64_t(0)).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct GlobalAveragePooling1DArgs {
  bool keepdims = false;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The Mean over all positions, of those that count if there is a mask. Shapes: x [b, n, c], y [b, c].
inline Layer GlobalAveragePooling1D(const GlobalAveragePooling1DArgs& args = {}) {
  return Layer(detail::SpecWriter("GlobalAveragePooling1D").Add("keepdims", args.keepdims, bool(false))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct GlobalAveragePooling2DArgs {
  bool keepdims = false;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The Mean over all positions. Shapes: x [b, h, w, c], y [b, c].
inline Layer GlobalAveragePooling2D(const GlobalAveragePooling2DArgs& args = {}) {
  return Layer(detail::SpecWriter("GlobalAveragePooling2D").Add("keepdims", args.keepdims, bool(false))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct GlobalAveragePooling3DArgs {
  bool keepdims = false;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The Mean over all positions. Shapes: x [b, d, h, w, c], y [b, c].
inline Layer GlobalAveragePooling3D(const GlobalAveragePooling3DArgs& args = {}) {
  return Layer(detail::SpecWriter("GlobalAveragePooling3D").Add("keepdims", args.keepdims, bool(false))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct GlobalMaxPooling1DArgs {
  bool keepdims = false;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The Max over all positions. Shapes: x [b, n, c], y [b, c].
inline Layer GlobalMaxPooling1D(const GlobalMaxPooling1DArgs& args = {}) {
  return Layer(detail::SpecWriter("GlobalMaxPooling1D").Add("keepdims", args.keepdims, bool(false))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct GlobalMaxPooling2DArgs {
  bool keepdims = false;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The Max over all positions. Shapes: x [b, h, w, c], y [b, c].
inline Layer GlobalMaxPooling2D(const GlobalMaxPooling2DArgs& args = {}) {
  return Layer(detail::SpecWriter("GlobalMaxPooling2D").Add("keepdims", args.keepdims, bool(false))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct GlobalMaxPooling3DArgs {
  bool keepdims = false;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The Max over all positions. Shapes: x [b, d, h, w, c], y [b, c].
inline Layer GlobalMaxPooling3D(const GlobalMaxPooling3DArgs& args = {}) {
  return Layer(detail::SpecWriter("GlobalMaxPooling3D").Add("keepdims", args.keepdims, bool(false))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct GroupNormalizationArgs {
  std::int64_t groups = 32;
  std::int64_t axis = -1;
  double epsilon = 0.001;
  bool center = true;
  bool scale = true;
  Spec beta_initializer = "zeros";
  Spec gamma_initializer = "ones";
  Spec beta_regularizer = "";
  Spec gamma_regularizer = "";
  Spec beta_constraint = "";
  Spec gamma_constraint = "";
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// (x - mean) / sqrt(variance + epsilon) gamma + beta over the positions and channels of each group of
// channels; groups -1: one for each channel. Shapes: x [b, ..., c], y like it; gamma and beta [c]. Weights:
// gamma, beta.
inline Layer GroupNormalization(const GroupNormalizationArgs& args = {}) {
  return Layer(detail::SpecWriter("GroupNormalization").Add("groups", args.groups, std::int64_t(32))
      .Add("axis", args.axis, std::int64_t(-1)).Add("epsilon", args.epsilon, double(0.001))
      .Add("center", args.center, bool(true)).Add("scale", args.scale, bool(true))
      .Add("beta_initializer", args.beta_initializer, Spec("zeros"))
      .Add("gamma_initializer", args.gamma_initializer, Spec("ones"))
      .Add("beta_regularizer", args.beta_regularizer, Spec(""))
      .Add("gamma_regularizer", args.gamma_regularizer, Spec(""))
      .Add("beta_constraint", args.beta_constraint, Spec(""))
      .Add("gamma_constraint", args.gamma_constraint, Spec("")).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct GroupedQueryAttentionArgs {
  double dropout = 0.0;
  bool use_bias = true;
  std::int64_t sliding_window = 0;
  Spec kernel_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec kernel_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec bias_constraint = "";
  bool use_gate = false;
  std::int64_t seed = 0;
  bool use_causal_mask = false;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// MultiHeadAttention where heads of queries share those of keys and values, num_query_heads /
// num_key_value_heads of them each. With sliding_window steps that are that far apart, or further, do not
// attend; with use_gate what heads give is multiplied with sigmoids of one more product of the query. Shapes:
// query [b, n, c], value [b, m, d], key [b, m, e], which is the value where it is left out; y [b, n, c].
// Source: Ainslie et al. 2023. Weights: query_kernel, query_bias, key_kernel, key_bias, gate_kernel,
// gate_bias, value_kernel, value_bias, attention_output_kernel, attention_output_bias.
inline Layer GroupedQueryAttention(std::int64_t head_dim, std::int64_t num_query_heads,
    std::int64_t num_key_value_heads, const GroupedQueryAttentionArgs& args = {}) {
  return Layer(detail::SpecWriter("GroupedQueryAttention").Add("head_dim", head_dim)
      .Add("num_query_heads", num_query_heads).Add("num_key_value_heads", num_key_value_heads)
      .Add("dropout", args.dropout, double(0.0)).Add("use_bias", args.use_bias, bool(true))
      .Add("sliding_window", args.sliding_window, std::int64_t(0))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec("")).Add("use_gate", args.use_gate, bool(false))
      .Add("seed", args.seed, std::int64_t(0)).Add("use_causal_mask", args.use_causal_mask, bool(false))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct HashingArgs {
  std::vector<std::string> mask_value = {};
  Sizes salt = {};
  std::string output_mode = "int";  // int, one_hot, multi_hot, count
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Strings, or whole numbers as strings, by a hash: FarmHash64, or SipHash64 with a salt. What equals
// mask_value gives 0, and nothing else does. int gives the numbers themselves, one_hot a vector for each of
// them, multi_hot and count one for all of a sample. Shapes: x [b, n]; y [b, n], with one_hot [b, n, depth],
// or [b, depth] if n is 1, with the others [b, depth].
inline Layer Hashing(std::int64_t num_bins, const HashingArgs& args = {}) {
  return Layer(detail::SpecWriter("Hashing").Add("num_bins", num_bins)
      .Add("mask_value", args.mask_value, std::vector<std::string>({})).Add("salt", args.salt, Sizes({}))
      .Add("output_mode", args.output_mode, std::string("int")).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct IdentityArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// x itself.
inline Layer Identity(const IdentityArgs& args = {}) {
  return Layer(detail::SpecWriter("Identity").Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct IntegerLookupArgs {
  std::int64_t max_tokens = 0;
  std::int64_t num_oov_indices = 1;
  Sizes mask_token = {};
  std::int64_t oov_token = -1;
  Sizes vocabulary = {};
  std::vector<double> idf_weights = {};
  bool invert = false;
  std::string output_mode = "int";  // int, one_hot, multi_hot, count, tf_idf
  bool pad_to_max_tokens = false;
  std::string oov_method = "floormod";  // floormod, farmhash
  Sizes salt = {};
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The number of a whole number. A mask_token gives 0 in mode int and counts for nothing else; what is not in
// the vocabulary gives one of num_oov_indices numbers behind it, and an error if there are none; the
// vocabulary follows. It is given, or learned from data: the most frequent ones. With invert the other way
// round. tf_idf: count times idf_weights. int gives the numbers themselves, one_hot a vector for each of
// them, multi_hot and count one for all of a sample. Shapes: x [b, n]; y [b, n], with one_hot [b, n, depth],
// or [b, depth] if n is 1, with the others [b, depth].
inline Layer IntegerLookup(const IntegerLookupArgs& args = {}) {
  return Layer(detail::SpecWriter("IntegerLookup").Add("max_tokens", args.max_tokens, std::int64_t(0))
      .Add("num_oov_indices", args.num_oov_indices, std::int64_t(1))
      .Add("mask_token", args.mask_token, Sizes({})).Add("oov_token", args.oov_token, std::int64_t(-1))
      .Add("vocabulary", args.vocabulary, Sizes({}))
      .Add("idf_weights", args.idf_weights, std::vector<double>({}))
      .Add("invert", args.invert, bool(false)).Add("output_mode", args.output_mode, std::string("int"))
      .Add("pad_to_max_tokens", args.pad_to_max_tokens, bool(false))
      .Add("oov_method", args.oov_method, std::string("floormod")).Add("salt", args.salt, Sizes({}))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct LSTMArgs {
  Spec activation = "tanh";
  Spec recurrent_activation = "sigmoid";
  bool use_bias = true;
  Spec kernel_initializer = "glorot_uniform";
  Spec recurrent_initializer = "orthogonal";
  Spec bias_initializer = "zeros";
  bool unit_forget_bias = true;
  Spec kernel_regularizer = "";
  Spec recurrent_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec recurrent_constraint = "";
  Spec bias_constraint = "";
  double dropout = 0.0;
  double recurrent_dropout = 0.0;
  std::int64_t seed = 0;
  bool return_sequences = false;
  bool return_state = false;
  bool go_backwards = false;
  bool stateful = false;
  bool unroll = false;
  bool zero_output_for_mask = false;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Long short-term memory: c = f c + i activation(k), h = o activation(c) with the gates i, f and o by
// recurrent_activation; i, f, k, o are x kernel + h recurrent_kernel + bias, in this order. The states are h
// and c. unit_forget_bias gives f a bias of ones to begin with. Gives the output of the last step, with
// return_sequences of all steps, and behind them with return_state the states, as values of their own. A step
// whose mask is false changes no state; its output is that of the step before, or zeros with
// zero_output_for_mask. dropout and recurrent_dropout drop the same elements of inputs and states in every
// step. Initial states may be further inputs; then, as in Keras, the mask is only passed on. With stateful a
// batch, whose size has to be known, begins with the states that the one before ended with. Errors:
// UNIMPLEMENTED for stateful where a strategy divides batches. Shapes: x [b, steps, n], y [b, units] or [b,
// steps, units], states [b, units]; kernel [n, 4 units], recurrent_kernel [units, 4 units], bias [4 units].
// Source: Hochreiter and Schmidhuber 1997. Weights: kernel, recurrent_kernel, bias.
inline Layer LSTM(std::int64_t units, const LSTMArgs& args = {}) {
  return Layer(detail::SpecWriter("LSTM").Add("units", units)
      .Add("activation", args.activation, Spec("tanh"))
      .Add("recurrent_activation", args.recurrent_activation, Spec("sigmoid"))
      .Add("use_bias", args.use_bias, bool(true))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("recurrent_initializer", args.recurrent_initializer, Spec("orthogonal"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("unit_forget_bias", args.unit_forget_bias, bool(true))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("recurrent_regularizer", args.recurrent_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("recurrent_constraint", args.recurrent_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec("")).Add("dropout", args.dropout, double(0.0))
      .Add("recurrent_dropout", args.recurrent_dropout, double(0.0))
      .Add("seed", args.seed, std::int64_t(0))
      .Add("return_sequences", args.return_sequences, bool(false))
      .Add("return_state", args.return_state, bool(false))
      .Add("go_backwards", args.go_backwards, bool(false)).Add("stateful", args.stateful, bool(false))
      .Add("unroll", args.unroll, bool(false))
      .Add("zero_output_for_mask", args.zero_output_for_mask, bool(false))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct LayerNormalizationArgs {
  Sizes axis = {-1};
  double epsilon = 0.001;
  bool center = true;
  bool scale = true;
  Spec beta_initializer = "zeros";
  Spec gamma_initializer = "ones";
  Spec beta_regularizer = "";
  Spec gamma_regularizer = "";
  Spec beta_constraint = "";
  Spec gamma_constraint = "";
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// (x - mean) / sqrt(variance + epsilon) gamma + beta over one or more dimensions of each sample. Shapes: y is
// like x; gamma and beta have the sizes along axis. Weights: gamma, beta.
inline Layer LayerNormalization(const LayerNormalizationArgs& args = {}) {
  return Layer(detail::SpecWriter("LayerNormalization").Add("axis", args.axis, Sizes({-1}))
      .Add("epsilon", args.epsilon, double(0.001)).Add("center", args.center, bool(true))
      .Add("scale", args.scale, bool(true)).Add("beta_initializer", args.beta_initializer, Spec("zeros"))
      .Add("gamma_initializer", args.gamma_initializer, Spec("ones"))
      .Add("beta_regularizer", args.beta_regularizer, Spec(""))
      .Add("gamma_regularizer", args.gamma_regularizer, Spec(""))
      .Add("beta_constraint", args.beta_constraint, Spec(""))
      .Add("gamma_constraint", args.gamma_constraint, Spec("")).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct LayerScaleArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// x gamma, which begins at init_values, as in ConvNeXt. Shapes: x [..., projection_dim], y like it; gamma
// [projection_dim]. Source: Touvron et al. 2021. Weights: gamma.
inline Layer LayerScale(double init_values, std::int64_t projection_dim, const LayerScaleArgs& args = {}) {
  return Layer(detail::SpecWriter("LayerScale").Add("init_values", init_values)
      .Add("projection_dim", projection_dim).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct LeakyReLUArgs {
  double negative_slope = 0.3;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// x where it is positive, negative_slope x elsewhere. Shapes: y is like x.
inline Layer LeakyReLU(const LeakyReLUArgs& args = {}) {
  return Layer(detail::SpecWriter("LeakyReLU").Add("negative_slope", args.negative_slope, double(0.3))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct MaskingArgs {
  double mask_value = 0.0;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Steps whose features are all mask_value become zeros that do not count: recurrent layers, attention,
// GlobalAveragePooling1D, losses and metrics leave them out. Shapes: x [b, steps, n], y like it.
inline Layer Masking(const MaskingArgs& args = {}) {
  return Layer(detail::SpecWriter("Masking").Add("mask_value", args.mask_value, double(0.0))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct MaxPooling1DArgs {
  Sizes pool_size = {2};
  Sizes strides = {0};
  std::string padding = "VALID";  // valid, same
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The largest value of each window. Shapes: x [b, n, c], y [b, m, c].
inline Layer MaxPooling1D(const MaxPooling1DArgs& args = {}) {
  return Layer(detail::SpecWriter("MaxPooling1D").Add("pool_size", args.pool_size, Sizes({2}))
      .Add("strides", args.strides, Sizes({0})).Add("padding", args.padding, std::string("VALID"))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct MaxPooling2DArgs {
  Sizes pool_size = {2, 2};
  Sizes strides = {0, 0};
  std::string padding = "VALID";  // valid, same
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The largest value of each window. Shapes: x [b, h, w, c], y [b, h', w', c].
inline Layer MaxPooling2D(const MaxPooling2DArgs& args = {}) {
  return Layer(detail::SpecWriter("MaxPooling2D").Add("pool_size", args.pool_size, Sizes({2, 2}))
      .Add("strides", args.strides, Sizes({0, 0})).Add("padding", args.padding, std::string("VALID"))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct MaxPooling3DArgs {
  Sizes pool_size = {2, 2, 2};
  Sizes strides = {0, 0, 0};
  std::string padding = "VALID";  // valid, same
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The largest value of each window. Shapes: x [b, d, h, w, c], y [b, d', h', w', c].
inline Layer MaxPooling3D(const MaxPooling3DArgs& args = {}) {
  return Layer(detail::SpecWriter("MaxPooling3D").Add("pool_size", args.pool_size, Sizes({2, 2, 2}))
      .Add("strides", args.strides, Sizes({0, 0, 0})).Add("padding", args.padding, std::string("VALID"))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct MaximumArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The largest of the inputs, element by element; they broadcast.
inline Layer Maximum(const MaximumArgs& args = {}) {
  return Layer(detail::SpecWriter("Maximum").Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct MinimumArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The smallest of the inputs, element by element; they broadcast.
inline Layer Minimum(const MinimumArgs& args = {}) {
  return Layer(detail::SpecWriter("Minimum").Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct MultiHeadAttentionArgs {
  std::int64_t value_dim = 0;
  double dropout = 0.0;
  bool use_bias = true;
  Sizes output_shape = {};
  Sizes attention_axes = {};
  Spec kernel_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec kernel_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec bias_constraint = "";
  std::int64_t seed = 0;
  bool use_causal_mask = false;
  std::int64_t sliding_window = 0;
  bool use_gate = false;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// softmax(q k / sqrt(key_dim)) v for each head, where q, k and v are products of query, key and value with
// kernels, and the product of all heads' results with one more. value_dim is key_dim unless it is given,
// output_shape the query's features. With use_causal_mask a step attends to none behind it. attention_axes
// are those of query, value and key that are attended over, all between batch and features unless they are
// given. With sliding_window steps that are that far apart, or further, do not attend; with use_gate what
// heads give is multiplied with sigmoids of one more product of the query. Errors: UNIMPLEMENTED for masks of
// more than [b, n]. Shapes: query [b, n, c], value [b, m, d], key [b, m, e], which is the value where it is
// left out; y [b, n, c] or [b, n, output_shape]. Source: Vaswani et al. 2017. Weights: query_kernel,
// query_bias, key_kernel, key_bias, gate_kernel, gate_bias, value_kernel, value_bias,
// attention_output_kernel, attention_output_bias.
inline Layer MultiHeadAttention(std::int64_t num_heads, std::int64_t key_dim,
    const MultiHeadAttentionArgs& args = {}) {
  return Layer(detail::SpecWriter("MultiHeadAttention").Add("num_heads", num_heads)
      .Add("key_dim", key_dim).Add("value_dim", args.value_dim, std::int64_t(0))
      .Add("dropout", args.dropout, double(0.0)).Add("use_bias", args.use_bias, bool(true))
      .Add("output_shape", args.output_shape, Sizes({}))
      .Add("attention_axes", args.attention_axes, Sizes({}))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec("")).Add("seed", args.seed, std::int64_t(0))
      .Add("use_causal_mask", args.use_causal_mask, bool(false))
      .Add("sliding_window", args.sliding_window, std::int64_t(0))
      .Add("use_gate", args.use_gate, bool(false)).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct MultiplyArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The product of the inputs, element by element; they broadcast.
inline Layer Multiply(const MultiplyArgs& args = {}) {
  return Layer(detail::SpecWriter("Multiply").Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct NormalizationArgs {
  Sizes axis = {-1};
  std::vector<double> mean = {};
  std::vector<double> variance = {};
  bool invert = false;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// (x - mean) / sqrt(variance), or the other way round with invert. mean and variance are given, learned from
// data, or weights; those axes have their own, counted with the batch, and the rest share them. Shapes: y is
// like x. Weights: own_mean, own_variance.
inline Layer Normalization(const NormalizationArgs& args = {}) {
  return Layer(detail::SpecWriter("Normalization").Add("axis", args.axis, Sizes({-1}))
      .Add("mean", args.mean, std::vector<double>({}))
      .Add("variance", args.variance, std::vector<double>({})).Add("invert", args.invert, bool(false))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct PReLUArgs {
  Spec alpha_initializer = "zeros";
  Spec alpha_regularizer = "";
  Spec alpha_constraint = "";
  Sizes shared_axes = {};
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// x where it is positive, alpha x elsewhere, with an alpha for each element of a sample, or for all along
// shared_axes. Shapes: y is like x; alpha is like x without the batch, and 1 along shared_axes. Weights:
// alpha.
inline Layer PReLU(const PReLUArgs& args = {}) {
  return Layer(detail::SpecWriter("PReLU")
      .Add("alpha_initializer", args.alpha_initializer, Spec("zeros"))
      .Add("alpha_regularizer", args.alpha_regularizer, Spec(""))
      .Add("alpha_constraint", args.alpha_constraint, Spec(""))
      .Add("shared_axes", args.shared_axes, Sizes({})).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct PermuteArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Other order of dimensions, counted from 1, without the batch.
inline Layer Permute(const Sizes& dims, const PermuteArgs& args = {}) {
  return Layer(detail::SpecWriter("Permute").Add("dims", dims).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct RMSNormalizationArgs {
  Sizes axis = {-1};
  double epsilon = 1e-06;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// x / sqrt(mean of x squared + epsilon) scale over one or more dimensions of each sample. Shapes: y is like
// x; scale has the sizes along axis. Weights: scale.
inline Layer RMSNormalization(const RMSNormalizationArgs& args = {}) {
  return Layer(detail::SpecWriter("RMSNormalization").Add("axis", args.axis, Sizes({-1}))
      .Add("epsilon", args.epsilon, double(1e-06)).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct RandomBrightnessArgs {
  std::vector<double> value_range = {0.0f, 255.0f};
  std::int64_t seed = 0;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// While training, adds up to factor of value_range, within it. Shapes: x [b, h, w, c], y like it.
inline Layer RandomBrightness(const std::vector<double>& factor, const RandomBrightnessArgs& args = {}) {
  return Layer(detail::SpecWriter("RandomBrightness").Add("factor", factor)
      .Add("value_range", args.value_range, std::vector<double>({0.0f, 255.0f}))
      .Add("seed", args.seed, std::int64_t(0))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct RandomContrastArgs {
  std::vector<double> value_range = {0.0f, 255.0f};
  std::int64_t seed = 0;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// While training, moves values away from the mean of their channel, or towards it, by up to factor, within
// value_range. Shapes: x [b, h, w, c], y like it.
inline Layer RandomContrast(const std::vector<double>& factor, const RandomContrastArgs& args = {}) {
  return Layer(detail::SpecWriter("RandomContrast").Add("factor", factor)
      .Add("value_range", args.value_range, std::vector<double>({0.0f, 255.0f}))
      .Add("seed", args.seed, std::int64_t(0))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct RandomCropArgs {
  std::int64_t seed = 0;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// While training, a part of each image, the same place for a batch; else the largest part in the middle of
// these proportions, resized. Shapes: x [b, h, w, c], y [b, height, width, c].
inline Layer RandomCrop(std::int64_t height, std::int64_t width, const RandomCropArgs& args = {}) {
  return Layer(detail::SpecWriter("RandomCrop").Add("height", height).Add("width", width)
      .Add("seed", args.seed, std::int64_t(0))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct RandomFlipArgs {
  std::string mode = "horizontal_and_vertical";  // horizontal_and_vertical, horizontal, vertical
  std::int64_t seed = 0;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// While training, mirrors half of the images. Shapes: x [b, h, w, c], y like it.
inline Layer RandomFlip(const RandomFlipArgs& args = {}) {
  return Layer(detail::SpecWriter("RandomFlip")
      .Add("mode", args.mode, std::string("horizontal_and_vertical"))
      .Add("seed", args.seed, std::int64_t(0))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct RandomRotationArgs {
  std::string fill_mode = "reflect";  // reflect, constant, wrap, nearest
  std::string interpolation = "bilinear";  // bilinear, nearest
  std::int64_t seed = 0;
  double fill_value = 0.0;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// While training, turns images by up to factor of a full turn, or by [lowest, highest]. Shapes: x [b, h, w,
// c], y like it.
inline Layer RandomRotation(const std::vector<double>& factor, const RandomRotationArgs& args = {}) {
  return Layer(detail::SpecWriter("RandomRotation").Add("factor", factor)
      .Add("fill_mode", args.fill_mode, std::string("reflect"))
      .Add("interpolation", args.interpolation, std::string("bilinear"))
      .Add("seed", args.seed, std::int64_t(0)).Add("fill_value", args.fill_value, double(0.0))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct RandomTranslationArgs {
  std::string fill_mode = "reflect";  // reflect, constant, wrap, nearest
  std::string interpolation = "bilinear";  // bilinear, nearest
  std::int64_t seed = 0;
  double fill_value = 0.0;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// While training, moves images by up to these parts of their size. Shapes: x [b, h, w, c], y like it.
inline Layer RandomTranslation(const std::vector<double>& height_factor,
    const std::vector<double>& width_factor, const RandomTranslationArgs& args = {}) {
  return Layer(detail::SpecWriter("RandomTranslation").Add("height_factor", height_factor)
      .Add("width_factor", width_factor).Add("fill_mode", args.fill_mode, std::string("reflect"))
      .Add("interpolation", args.interpolation, std::string("bilinear"))
      .Add("seed", args.seed, std::int64_t(0)).Add("fill_value", args.fill_value, double(0.0))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct RandomZoomArgs {
  std::vector<double> width_factor = {};
  std::string fill_mode = "reflect";  // reflect, constant, wrap, nearest
  std::string interpolation = "bilinear";  // bilinear, nearest
  std::int64_t seed = 0;
  double fill_value = 0.0;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// While training, zooms out by a positive factor or in by a negative one, by the same in both directions
// unless width_factor is given. Shapes: x [b, h, w, c], y like it.
inline Layer RandomZoom(const std::vector<double>& height_factor, const RandomZoomArgs& args = {}) {
  return Layer(detail::SpecWriter("RandomZoom").Add("height_factor", height_factor)
      .Add("width_factor", args.width_factor, std::vector<double>({}))
      .Add("fill_mode", args.fill_mode, std::string("reflect"))
      .Add("interpolation", args.interpolation, std::string("bilinear"))
      .Add("seed", args.seed, std::int64_t(0)).Add("fill_value", args.fill_value, double(0.0))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct ReLUArgs {
  double max_value = -1.0;
  double negative_slope = 0.0;
  double threshold = 0.0;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// x above threshold, negative_slope (x - threshold) below it, at most max_value if that is not negative.
// Shapes: y is like x.
inline Layer ReLU(const ReLUArgs& args = {}) {
  return Layer(detail::SpecWriter("ReLU").Add("max_value", args.max_value, double(-1.0))
      .Add("negative_slope", args.negative_slope, double(0.0))
      .Add("threshold", args.threshold, double(0.0)).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct RepeatVectorArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Repeats each sample. Shapes: x [b, m], y [b, n, m].
inline Layer RepeatVector(std::int64_t n, const RepeatVectorArgs& args = {}) {
  return Layer(detail::SpecWriter("RepeatVector").Add("n", n).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct RescalingArgs {
  double offset = 0.0;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// x scale + offset; integers become floating. Shapes: y is like x.
inline Layer Rescaling(double scale, const RescalingArgs& args = {}) {
  return Layer(detail::SpecWriter("Rescaling").Add("scale", scale)
      .Add("offset", args.offset, double(0.0)).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct ReshapeArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The same elements in another shape, without the batch. One size may be -1: what is left.
inline Layer Reshape(const Sizes& target_shape, const ReshapeArgs& args = {}) {
  return Layer(detail::SpecWriter("Reshape").Add("target_shape", target_shape)
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct ResizingArgs {
  std::string interpolation = "bilinear";
  bool crop_to_aspect_ratio = false;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Images of another size: bilinear, nearest, bicubic or area. With crop_to_aspect_ratio what does not fit the
// proportions is cut off first. Shapes: x [b, h, w, c], y [b, height, width, c].
inline Layer Resizing(std::int64_t height, std::int64_t width, const ResizingArgs& args = {}) {
  return Layer(detail::SpecWriter("Resizing").Add("height", height).Add("width", width)
      .Add("interpolation", args.interpolation, std::string("bilinear"))
      .Add("crop_to_aspect_ratio", args.crop_to_aspect_ratio, bool(false))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct SeparableConv1DArgs {
  std::int64_t strides = 1;
  std::string padding = "VALID";  // valid, same
  std::int64_t dilation_rate = 1;
  std::int64_t depth_multiplier = 1;
  Spec activation = "";
  bool use_bias = true;
  Spec depthwise_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec depthwise_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec depthwise_constraint = "";
  Spec bias_constraint = "";
  Spec pointwise_initializer = "glorot_uniform";
  Spec pointwise_regularizer = "";
  Spec pointwise_constraint = "";
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Convolves each channel by itself along one axis, then mixes the channels. Shapes: x [b, n, c], y [b, m,
// filters]; depthwise_kernel [kernel_size, c, depth_multiplier], pointwise_kernel [1, c depth_multiplier,
// filters], bias [filters]. Weights: depthwise_kernel, pointwise_kernel, bias.
inline Layer SeparableConv1D(std::int64_t filters, std::int64_t kernel_size,
    const SeparableConv1DArgs& args = {}) {
  return Layer(detail::SpecWriter("SeparableConv1D").Add("filters", filters)
      .Add("kernel_size", kernel_size).Add("strides", args.strides, std::int64_t(1))
      .Add("padding", args.padding, std::string("VALID"))
      .Add("dilation_rate", args.dilation_rate, std::int64_t(1))
      .Add("depth_multiplier", args.depth_multiplier, std::int64_t(1))
      .Add("activation", args.activation, Spec("")).Add("use_bias", args.use_bias, bool(true))
      .Add("depthwise_initializer", args.depthwise_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("depthwise_regularizer", args.depthwise_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("depthwise_constraint", args.depthwise_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec(""))
      .Add("pointwise_initializer", args.pointwise_initializer, Spec("glorot_uniform"))
      .Add("pointwise_regularizer", args.pointwise_regularizer, Spec(""))
      .Add("pointwise_constraint", args.pointwise_constraint, Spec(""))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct SeparableConv2DArgs {
  Sizes strides = {1, 1};
  std::string padding = "VALID";  // valid, same
  Sizes dilation_rate = {1, 1};
  std::int64_t depth_multiplier = 1;
  Spec activation = "";
  bool use_bias = true;
  Spec depthwise_initializer = "glorot_uniform";
  Spec bias_initializer = "zeros";
  Spec depthwise_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec depthwise_constraint = "";
  Spec bias_constraint = "";
  Spec pointwise_initializer = "glorot_uniform";
  Spec pointwise_regularizer = "";
  Spec pointwise_constraint = "";
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Convolves each channel by itself, then mixes the channels. Shapes: x [b, h, w, c], y [b, h', w', filters];
// depthwise_kernel [kernel_size, c, depth_multiplier], pointwise_kernel [1, 1, c depth_multiplier, filters],
// bias [filters]. Weights: depthwise_kernel, pointwise_kernel, bias.
inline Layer SeparableConv2D(std::int64_t filters, const Sizes& kernel_size,
    const SeparableConv2DArgs& args = {}) {
  return Layer(detail::SpecWriter("SeparableConv2D").Add("filters", filters)
      .Add("kernel_size", kernel_size).Add("strides", args.strides, Sizes({1, 1}))
      .Add("padding", args.padding, std::string("VALID"))
      .Add("dilation_rate", args.dilation_rate, Sizes({1, 1}))
      .Add("depth_multiplier", args.depth_multiplier, std::int64_t(1))
      .Add("activation", args.activation, Spec("")).Add("use_bias", args.use_bias, bool(true))
      .Add("depthwise_initializer", args.depthwise_initializer, Spec("glorot_uniform"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("depthwise_regularizer", args.depthwise_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("depthwise_constraint", args.depthwise_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec(""))
      .Add("pointwise_initializer", args.pointwise_initializer, Spec("glorot_uniform"))
      .Add("pointwise_regularizer", args.pointwise_regularizer, Spec(""))
      .Add("pointwise_constraint", args.pointwise_constraint, Spec(""))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct SimpleRNNArgs {
  Spec activation = "tanh";
  bool use_bias = true;
  Spec kernel_initializer = "glorot_uniform";
  Spec recurrent_initializer = "orthogonal";
  Spec bias_initializer = "zeros";
  Spec kernel_regularizer = "";
  Spec recurrent_regularizer = "";
  Spec bias_regularizer = "";
  Spec activity_regularizer = "";
  Spec kernel_constraint = "";
  Spec recurrent_constraint = "";
  Spec bias_constraint = "";
  double dropout = 0.0;
  double recurrent_dropout = 0.0;
  std::int64_t seed = 0;
  bool return_sequences = false;
  bool return_state = false;
  bool go_backwards = false;
  bool stateful = false;
  bool unroll = false;
  bool zero_output_for_mask = false;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// h = activation(x kernel + h recurrent_kernel + bias) step by step. Gives the output of the last step, with
// return_sequences of all steps, and behind them with return_state the states, as values of their own. A step
// whose mask is false changes no state; its output is that of the step before, or zeros with
// zero_output_for_mask. dropout and recurrent_dropout drop the same elements of inputs and states in every
// step. Initial states may be further inputs; then, as in Keras, the mask is only passed on. With stateful a
// batch, whose size has to be known, begins with the states that the one before ended with. Errors:
// UNIMPLEMENTED for stateful where a strategy divides batches. Shapes: x [b, steps, n], y [b, units] or [b,
// steps, units], states [b, units]; kernel [n, units], recurrent_kernel [units, units], bias [units].
// Weights: kernel, recurrent_kernel, bias.
inline Layer SimpleRNN(std::int64_t units, const SimpleRNNArgs& args = {}) {
  return Layer(detail::SpecWriter("SimpleRNN").Add("units", units)
      .Add("activation", args.activation, Spec("tanh")).Add("use_bias", args.use_bias, bool(true))
      .Add("kernel_initializer", args.kernel_initializer, Spec("glorot_uniform"))
      .Add("recurrent_initializer", args.recurrent_initializer, Spec("orthogonal"))
      .Add("bias_initializer", args.bias_initializer, Spec("zeros"))
      .Add("kernel_regularizer", args.kernel_regularizer, Spec(""))
      .Add("recurrent_regularizer", args.recurrent_regularizer, Spec(""))
      .Add("bias_regularizer", args.bias_regularizer, Spec(""))
      .Add("activity_regularizer", args.activity_regularizer, Spec(""))
      .Add("kernel_constraint", args.kernel_constraint, Spec(""))
      .Add("recurrent_constraint", args.recurrent_constraint, Spec(""))
      .Add("bias_constraint", args.bias_constraint, Spec("")).Add("dropout", args.dropout, double(0.0))
      .Add("recurrent_dropout", args.recurrent_dropout, double(0.0))
      .Add("seed", args.seed, std::int64_t(0))
      .Add("return_sequences", args.return_sequences, bool(false))
      .Add("return_state", args.return_state, bool(false))
      .Add("go_backwards", args.go_backwards, bool(false)).Add("stateful", args.stateful, bool(false))
      .Add("unroll", args.unroll, bool(false))
      .Add("zero_output_for_mask", args.zero_output_for_mask, bool(false))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct SoftmaxArgs {
  std::int64_t axis = -1;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// exp(x) divided by its sum over a dimension. Shapes: y is like x.
inline Layer Softmax(const SoftmaxArgs& args = {}) {
  return Layer(detail::SpecWriter("Softmax").Add("axis", args.axis, std::int64_t(-1))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct SpatialDropout1DArgs {
  std::int64_t seed = 0;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// As Dropout, for whole channels. Shapes: x [b, n, c], y like it.
inline Layer SpatialDropout1D(double rate, const SpatialDropout1DArgs& args = {}) {
  return Layer(detail::SpecWriter("SpatialDropout1D").Add("rate", rate)
      .Add("seed", args.seed, std::int64_t(0)).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct SpatialDropout2DArgs {
  std::int64_t seed = 0;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// As Dropout, for whole channels. Shapes: x [b, h, w, c], y like it.
inline Layer SpatialDropout2D(double rate, const SpatialDropout2DArgs& args = {}) {
  return Layer(detail::SpecWriter("SpatialDropout2D").Add("rate", rate)
      .Add("seed", args.seed, std::int64_t(0))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct SpatialDropout3DArgs {
  std::int64_t seed = 0;
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// As Dropout, for whole channels. Shapes: x [b, d, h, w, c], y like it.
inline Layer SpatialDropout3D(double rate, const SpatialDropout3DArgs& args = {}) {
  return Layer(detail::SpecWriter("SpatialDropout3D").Add("rate", rate)
      .Add("seed", args.seed, std::int64_t(0))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct StochasticDepthArgs {
  std::int64_t seed = 0;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// As Dropout, for whole samples, as ConvNeXt drops what a block adds. Shapes: y is like x. Source: Huang et
// al. 2016.
inline Layer StochasticDepth(double drop_path_rate, const StochasticDepthArgs& args = {}) {
  return Layer(detail::SpecWriter("StochasticDepth").Add("drop_path_rate", drop_path_rate)
      .Add("seed", args.seed, std::int64_t(0)).Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct StringLookupArgs {
  std::int64_t max_tokens = 0;
  std::int64_t num_oov_indices = 1;
  std::vector<std::string> mask_token = {};
  std::string oov_token = "[UNK]";
  std::vector<std::string> vocabulary = {};
  std::vector<double> idf_weights = {};
  bool invert = false;
  std::string output_mode = "int";  // int, one_hot, multi_hot, count, tf_idf
  bool pad_to_max_tokens = false;
  std::string oov_method = "floormod";  // floormod, farmhash
  Sizes salt = {};
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The number of a string. A mask_token gives 0 in mode int and counts for nothing else; what is not in the
// vocabulary gives one of num_oov_indices numbers behind it, and an error if there are none; the vocabulary
// follows. It is given, or learned from data: the most frequent ones. With invert the other way round.
// tf_idf: count times idf_weights. int gives the numbers themselves, one_hot a vector for each of them,
// multi_hot and count one for all of a sample. Shapes: x [b, n]; y [b, n], with one_hot [b, n, depth], or [b,
// depth] if n is 1, with the others [b, depth].
inline Layer StringLookup(const StringLookupArgs& args = {}) {
  return Layer(detail::SpecWriter("StringLookup").Add("max_tokens", args.max_tokens, std::int64_t(0))
      .Add("num_oov_indices", args.num_oov_indices, std::int64_t(1))
      .Add("mask_token", args.mask_token, std::vector<std::string>({}))
      .Add("oov_token", args.oov_token, std::string("[UNK]"))
      .Add("vocabulary", args.vocabulary, std::vector<std::string>({}))
      .Add("idf_weights", args.idf_weights, std::vector<double>({}))
      .Add("invert", args.invert, bool(false)).Add("output_mode", args.output_mode, std::string("int"))
      .Add("pad_to_max_tokens", args.pad_to_max_tokens, bool(false))
      .Add("oov_method", args.oov_method, std::string("floormod")).Add("salt", args.salt, Sizes({}))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct SubtractArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The first input without the second; they broadcast.
inline Layer Subtract(const SubtractArgs& args = {}) {
  return Layer(detail::SpecWriter("Subtract").Add("name", args.name, std::string(""))
      .Add("trainable", args.trainable, bool(true)).Add("dtype", args.dtype, std::string("")).Take());
}

struct TextVectorizationArgs {
  std::int64_t max_tokens = 0;
  std::string standardize = "lower_and_strip_punctuation";
  std::string split = "whitespace";
  Sizes ngrams = {};
  std::string output_mode = "int";  // int, one_hot, multi_hot, count, tf_idf
  std::int64_t output_sequence_length = 0;
  bool pad_to_max_tokens = false;
  std::vector<std::string> vocabulary = {};
  std::vector<double> idf_weights = {};
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// The words of texts by number: 0 behind the last one, 1 for those that are not in the vocabulary, which is
// given, or learned from data: the most frequent ones. standardize: lower, strip_punctuation,
// lower_and_strip_punctuation or none; split: whitespace, character or none; ngrams: neighbours as words too,
// of as many words as the list says, or of up to a number. Shapes: x [b] or [b, 1] strings; y [b, longest] or
// [b, output_sequence_length] in mode int, else [b, words].
inline Layer TextVectorization(const TextVectorizationArgs& args = {}) {
  return Layer(detail::SpecWriter("TextVectorization")
      .Add("max_tokens", args.max_tokens, std::int64_t(0))
      .Add("standardize", args.standardize, std::string("lower_and_strip_punctuation"))
      .Add("split", args.split, std::string("whitespace")).Add("ngrams", args.ngrams, Sizes({}))
      .Add("output_mode", args.output_mode, std::string("int"))
      .Add("output_sequence_length", args.output_sequence_length, std::int64_t(0))
      .Add("pad_to_max_tokens", args.pad_to_max_tokens, bool(false))
      .Add("vocabulary", args.vocabulary, std::vector<std::string>({}))
      .Add("idf_weights", args.idf_weights, std::vector<double>({}))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct TimeDistributedArgs {
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Calls a layer, by its spec, on every step. One with moving statistics trains on one step after the other.
// Errors: of training, UNIMPLEMENTED for such a layer where the number of steps is not known. Shapes: x [b,
// steps, ...], y [b, steps, ...]; the layer takes [b, ...].
inline Layer TimeDistributed(const Spec& layer, const TimeDistributedArgs& args = {}) {
  return Layer(detail::SpecWriter("TimeDistributed").Add("layer", layer)
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct UnitNormalizationArgs {
  Sizes axis = {-1};
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Divides by the Euclidean norm of one or more dimensions. Shapes: y is like x.
inline Layer UnitNormalization(const UnitNormalizationArgs& args = {}) {
  return Layer(detail::SpecWriter("UnitNormalization").Add("axis", args.axis, Sizes({-1}))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct UpSampling1DArgs {
  std::int64_t size = 2;
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Repeats each position. Shapes: x [b, n, c], y [b, n size, c].
inline Layer UpSampling1D(const UpSampling1DArgs& args = {}) {
  return Layer(detail::SpecWriter("UpSampling1D").Add("size", args.size, std::int64_t(2))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct UpSampling2DArgs {
  Sizes size = {2, 2};
  std::string interpolation = "nearest";  // nearest, bilinear
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Makes images larger. Shapes: x [b, h, w, c], y [b, h size, w size, c].
inline Layer UpSampling2D(const UpSampling2DArgs& args = {}) {
  return Layer(detail::SpecWriter("UpSampling2D").Add("size", args.size, Sizes({2, 2}))
      .Add("interpolation", args.interpolation, std::string("nearest"))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct UpSampling3DArgs {
  Sizes size = {2, 2, 2};
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Repeats each position along each axis. Shapes: x [b, d, h, w, c].
inline Layer UpSampling3D(const UpSampling3DArgs& args = {}) {
  return Layer(detail::SpecWriter("UpSampling3D").Add("size", args.size, Sizes({2, 2, 2}))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct ZeroPadding1DArgs {
  Sizes padding = {1};
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Zeros before and behind. Shapes: x [b, n, c], y [b, n + padding, c].
inline Layer ZeroPadding1D(const ZeroPadding1DArgs& args = {}) {
  return Layer(detail::SpecWriter("ZeroPadding1D").Add("padding", args.padding, Sizes({1}))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct ZeroPadding2DArgs {
  Sizes padding = {1};
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Zeros around: one number, [height, width], or [top, bottom, left, right]. Shapes: x [b, h, w, c].
inline Layer ZeroPadding2D(const ZeroPadding2DArgs& args = {}) {
  return Layer(detail::SpecWriter("ZeroPadding2D").Add("padding", args.padding, Sizes({1}))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

struct ZeroPadding3DArgs {
  Sizes padding = {1};
  std::string data_format = "channels_last";  // channels_last, channels_first
  std::string name = "";
  bool trainable = true;
  std::string dtype = "";
};
// Zeros around: one number, one for each axis, or two for each. Shapes: x [b, d, h, w, c].
inline Layer ZeroPadding3D(const ZeroPadding3DArgs& args = {}) {
  return Layer(detail::SpecWriter("ZeroPadding3D").Add("padding", args.padding, Sizes({1}))
      .Add("data_format", args.data_format, std::string("channels_last"))
      .Add("name", args.name, std::string("")).Add("trainable", args.trainable, bool(true))
      .Add("dtype", args.dtype, std::string("")).Take());
}

}  // namespace layers

// Activations: functions of one value that layers apply to what they give.
namespace activations {

struct CeluArgs {
  double alpha = 1.0;
};
// The activation celu.
inline Spec Celu(const CeluArgs& args = {}) {
  return Spec(detail::SpecWriter("celu").Add("alpha", args.alpha, double(1.0)).Take());
}

// The activation elu.
inline Spec Elu() {
  return Spec(detail::SpecWriter("elu").Take());
}

// The activation exponential.
inline Spec Exponential() {
  return Spec(detail::SpecWriter("exponential").Take());
}

struct GeluArgs {
  bool approximate = false;
};
// The activation gelu.
inline Spec Gelu(const GeluArgs& args = {}) {
  return Spec(detail::SpecWriter("gelu").Add("approximate", args.approximate, bool(false)).Take());
}

// The activation glu.
inline Spec Glu() {
  return Spec(detail::SpecWriter("glu").Take());
}

struct HardShrinkArgs {
  double threshold = 0.5;
};
// The activation hard_shrink.
inline Spec HardShrink(const HardShrinkArgs& args = {}) {
  return Spec(detail::SpecWriter("hard_shrink").Add("threshold", args.threshold, double(0.5)).Take());
}

// The activation hard_sigmoid.
inline Spec HardSigmoid() {
  return Spec(detail::SpecWriter("hard_sigmoid").Take());
}

// The activation hard_silu.
inline Spec HardSilu() {
  return Spec(detail::SpecWriter("hard_silu").Take());
}

// The activation hard_tanh.
inline Spec HardTanh() {
  return Spec(detail::SpecWriter("hard_tanh").Take());
}

struct LeakyReluArgs {
  double negative_slope = 0.2;
};
// The activation leaky_relu.
inline Spec LeakyRelu(const LeakyReluArgs& args = {}) {
  return Spec(detail::SpecWriter("leaky_relu")
      .Add("negative_slope", args.negative_slope, double(0.2)).Take());
}

// The activation log_sigmoid.
inline Spec LogSigmoid() {
  return Spec(detail::SpecWriter("log_sigmoid").Take());
}

// The activation log_softmax.
inline Spec LogSoftmax() {
  return Spec(detail::SpecWriter("log_softmax").Take());
}

// The activation mish.
inline Spec Mish() {
  return Spec(detail::SpecWriter("mish").Take());
}

// The activation relu.
inline Spec Relu() {
  return Spec(detail::SpecWriter("relu").Take());
}

// The activation relu6.
inline Spec Relu6() {
  return Spec(detail::SpecWriter("relu6").Take());
}

// The activation selu.
inline Spec Selu() {
  return Spec(detail::SpecWriter("selu").Take());
}

// The activation sigmoid.
inline Spec Sigmoid() {
  return Spec(detail::SpecWriter("sigmoid").Take());
}

// The activation silu.
inline Spec Silu() {
  return Spec(detail::SpecWriter("silu").Take());
}

struct SoftShrinkArgs {
  double threshold = 0.5;
};
// The activation soft_shrink.
inline Spec SoftShrink(const SoftShrinkArgs& args = {}) {
  return Spec(detail::SpecWriter("soft_shrink").Add("threshold", args.threshold, double(0.5)).Take());
}

// The activation softmax.
inline Spec Softmax() {
  return Spec(detail::SpecWriter("softmax").Take());
}

// The activation softplus.
inline Spec Softplus() {
  return Spec(detail::SpecWriter("softplus").Take());
}

// The activation softsign.
inline Spec Softsign() {
  return Spec(detail::SpecWriter("softsign").Take());
}

// The activation sparse_plus.
inline Spec SparsePlus() {
  return Spec(detail::SpecWriter("sparse_plus").Take());
}

// The activation sparse_sigmoid.
inline Spec SparseSigmoid() {
  return Spec(detail::SpecWriter("sparse_sigmoid").Take());
}

// The activation sparsemax.
inline Spec Sparsemax() {
  return Spec(detail::SpecWriter("sparsemax").Take());
}

struct SquareplusArgs {
  double b = 4.0;
};
// The activation squareplus.
inline Spec Squareplus(const SquareplusArgs& args = {}) {
  return Spec(detail::SpecWriter("squareplus").Add("b", args.b, double(4.0)).Take());
}

// The activation tanh.
inline Spec Tanh() {
  return Spec(detail::SpecWriter("tanh").Take());
}

// The activation tanh_shrink.
inline Spec TanhShrink() {
  return Spec(detail::SpecWriter("tanh_shrink").Take());
}

// The activation threshold.
inline Spec Threshold(double threshold, double default_value) {
  return Spec(detail::SpecWriter("threshold").Add("threshold", threshold)
      .Add("default_value", default_value).Take());
}

}  // namespace activations

// Initializers: what weights are at first.
namespace initializers {

struct ConstantArgs {
  double value = 0.0;
};
// The initializer Constant.
inline Spec Constant(const ConstantArgs& args = {}) {
  return Spec(detail::SpecWriter("Constant").Add("value", args.value, double(0.0)).Take());
}

struct GlorotNormalArgs {
  std::int64_t seed = 0;
};
// VarianceScaling(1, 'fan_avg', 'truncated_normal').
inline Spec GlorotNormal(const GlorotNormalArgs& args = {}) {
  return Spec(detail::SpecWriter("GlorotNormal").Add("seed", args.seed, std::int64_t(0)).Take());
}

struct GlorotUniformArgs {
  std::int64_t seed = 0;
};
// VarianceScaling(1, 'fan_avg', 'uniform').
inline Spec GlorotUniform(const GlorotUniformArgs& args = {}) {
  return Spec(detail::SpecWriter("GlorotUniform").Add("seed", args.seed, std::int64_t(0)).Take());
}

struct HeNormalArgs {
  std::int64_t seed = 0;
};
// VarianceScaling(2, 'fan_in', 'truncated_normal').
inline Spec HeNormal(const HeNormalArgs& args = {}) {
  return Spec(detail::SpecWriter("HeNormal").Add("seed", args.seed, std::int64_t(0)).Take());
}

struct HeUniformArgs {
  std::int64_t seed = 0;
};
// VarianceScaling(2, 'fan_in', 'uniform').
inline Spec HeUniform(const HeUniformArgs& args = {}) {
  return Spec(detail::SpecWriter("HeUniform").Add("seed", args.seed, std::int64_t(0)).Take());
}

struct IdentityArgs {
  double gain = 1.0;
};
// The initializer Identity.
inline Spec Identity(const IdentityArgs& args = {}) {
  return Spec(detail::SpecWriter("Identity").Add("gain", args.gain, double(1.0)).Take());
}

struct LecunNormalArgs {
  std::int64_t seed = 0;
};
// VarianceScaling(1, 'fan_in', 'truncated_normal').
inline Spec LecunNormal(const LecunNormalArgs& args = {}) {
  return Spec(detail::SpecWriter("LecunNormal").Add("seed", args.seed, std::int64_t(0)).Take());
}

struct LecunUniformArgs {
  std::int64_t seed = 0;
};
// VarianceScaling(1, 'fan_in', 'uniform').
inline Spec LecunUniform(const LecunUniformArgs& args = {}) {
  return Spec(detail::SpecWriter("LecunUniform").Add("seed", args.seed, std::int64_t(0)).Take());
}

// The initializer Ones.
inline Spec Ones() {
  return Spec(detail::SpecWriter("Ones").Take());
}

struct OrthogonalArgs {
  double gain = 1.0;
  std::int64_t seed = 0;
};
// A matrix whose columns, or rows, are orthogonal and of norm gain.
inline Spec Orthogonal(const OrthogonalArgs& args = {}) {
  return Spec(detail::SpecWriter("Orthogonal").Add("gain", args.gain, double(1.0))
      .Add("seed", args.seed, std::int64_t(0)).Take());
}

struct RandomNormalArgs {
  double mean = 0.0;
  double stddev = 0.05;
  std::int64_t seed = 0;
};
// The initializer RandomNormal.
inline Spec RandomNormal(const RandomNormalArgs& args = {}) {
  return Spec(detail::SpecWriter("RandomNormal").Add("mean", args.mean, double(0.0))
      .Add("stddev", args.stddev, double(0.05)).Add("seed", args.seed, std::int64_t(0)).Take());
}

struct RandomUniformArgs {
  double minval = -0.05;
  double maxval = 0.05;
  std::int64_t seed = 0;
};
// The initializer RandomUniform.
inline Spec RandomUniform(const RandomUniformArgs& args = {}) {
  return Spec(detail::SpecWriter("RandomUniform").Add("minval", args.minval, double(-0.05))
      .Add("maxval", args.maxval, double(0.05)).Add("seed", args.seed, std::int64_t(0)).Take());
}

struct TruncatedNormalArgs {
  double mean = 0.0;
  double stddev = 0.05;
  std::int64_t seed = 0;
};
// Normal, but never further from the mean than two standard deviations.
inline Spec TruncatedNormal(const TruncatedNormalArgs& args = {}) {
  return Spec(detail::SpecWriter("TruncatedNormal").Add("mean", args.mean, double(0.0))
      .Add("stddev", args.stddev, double(0.05)).Add("seed", args.seed, std::int64_t(0)).Take());
}

struct UnitForgetBiasArgs {
  std::string others = "zeros";
};
// The bias of an LSTM with unit_forget_bias: ones for the second quarter, which is the gate that forgets,
// another initializer's values for the rest.
inline Spec UnitForgetBias(const UnitForgetBiasArgs& args = {}) {
  return Spec(detail::SpecWriter("UnitForgetBias")
      .Add("others", args.others, std::string("zeros")).Take());
}

struct VarianceScalingArgs {
  double scale = 1.0;
  std::string mode = "fan_in";  // fan_in, fan_out, fan_avg
  std::string distribution = "truncated_normal";  // truncated_normal, untruncated_normal, uniform
  std::int64_t seed = 0;
};
// Variance scale / n, where n is how many inputs or outputs a unit has.
inline Spec VarianceScaling(const VarianceScalingArgs& args = {}) {
  return Spec(detail::SpecWriter("VarianceScaling").Add("scale", args.scale, double(1.0))
      .Add("mode", args.mode, std::string("fan_in"))
      .Add("distribution", args.distribution, std::string("truncated_normal"))
      .Add("seed", args.seed, std::int64_t(0)).Take());
}

// The initializer Zeros.
inline Spec Zeros() {
  return Spec(detail::SpecWriter("Zeros").Take());
}

}  // namespace initializers

// Regularizers: what weights and activities cost.
namespace regularizers {

struct L1Args {
  double l1 = 0.01;
};
// l1 times the sum of all magnitudes.
inline Spec L1(const L1Args& args = {}) {
  return Spec(detail::SpecWriter("L1").Add("l1", args.l1, double(0.01)).Take());
}

struct L1L2Args {
  double l1 = 0.0;
  double l2 = 0.0;
};
// l1 times the sum of all magnitudes and l2 times that of all squares.
inline Spec L1L2(const L1L2Args& args = {}) {
  return Spec(detail::SpecWriter("L1L2").Add("l1", args.l1, double(0.0))
      .Add("l2", args.l2, double(0.0)).Take());
}

struct L2Args {
  double l2 = 0.01;
};
// l2 times the sum of all squares.
inline Spec L2(const L2Args& args = {}) {
  return Spec(detail::SpecWriter("L2").Add("l2", args.l2, double(0.01)).Take());
}

struct OrthogonalRegularizerArgs {
  double factor = 0.01;
  std::string mode = "rows";  // rows, columns
};
// factor times the mean cosine, without sign, of any two rows, or columns, of a matrix.
inline Spec OrthogonalRegularizer(const OrthogonalRegularizerArgs& args = {}) {
  return Spec(detail::SpecWriter("OrthogonalRegularizer").Add("factor", args.factor, double(0.01))
      .Add("mode", args.mode, std::string("rows")).Take());
}

}  // namespace regularizers

// Constraints, which weights keep to after each step.
namespace constraints {

struct MaxNormArgs {
  double max_value = 2.0;
  Sizes axis = {0};
};
// Weights of a larger norm along one or more axes are made as small as it.
inline Spec MaxNorm(const MaxNormArgs& args = {}) {
  return Spec(detail::SpecWriter("MaxNorm").Add("max_value", args.max_value, double(2.0))
      .Add("axis", args.axis, Sizes({0})).Take());
}

struct MinMaxNormArgs {
  double min_value = 0.0;
  double max_value = 1.0;
  double rate = 1.0;
  Sizes axis = {0};
};
// Norms along one or more axes come between both, by the share `rate` of the way.
inline Spec MinMaxNorm(const MinMaxNormArgs& args = {}) {
  return Spec(detail::SpecWriter("MinMaxNorm").Add("min_value", args.min_value, double(0.0))
      .Add("max_value", args.max_value, double(1.0)).Add("rate", args.rate, double(1.0))
      .Add("axis", args.axis, Sizes({0})).Take());
}

// Negative weights become 0.
inline Spec NonNeg() {
  return Spec(detail::SpecWriter("NonNeg").Take());
}

struct UnitNormArgs {
  Sizes axis = {0};
};
// Weights get norm 1 along one or more axes.
inline Spec UnitNorm(const UnitNormArgs& args = {}) {
  return Spec(detail::SpecWriter("UnitNorm").Add("axis", args.axis, Sizes({0})).Take());
}

}  // namespace constraints

// Losses: what a model is trained to make small. They are metrics, too.
namespace losses {

struct BinaryCrossentropyArgs {
  bool from_logits = false;
  double label_smoothing = 0.0;
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// Cross entropy of labels from 0 to 1 and predicted probabilities, or of logits.
inline Spec BinaryCrossentropy(const BinaryCrossentropyArgs& args = {}) {
  return Spec(detail::SpecWriter("BinaryCrossentropy").Add("from_logits", args.from_logits, bool(false))
      .Add("label_smoothing", args.label_smoothing, double(0.0))
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct BinaryFocalCrossentropyArgs {
  bool apply_class_balancing = false;
  double alpha = 0.25;
  double gamma = 2.0;
  bool from_logits = false;
  double label_smoothing = 0.0;
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// BinaryCrossentropy by (1 - the probability of the label) to the power gamma, so that what is predicted well
// weighs less; with apply_class_balancing by alpha for labels 1 and 1 - alpha for labels 0.
inline Spec BinaryFocalCrossentropy(const BinaryFocalCrossentropyArgs& args = {}) {
  return Spec(detail::SpecWriter("BinaryFocalCrossentropy")
      .Add("apply_class_balancing", args.apply_class_balancing, bool(false))
      .Add("alpha", args.alpha, double(0.25)).Add("gamma", args.gamma, double(2.0))
      .Add("from_logits", args.from_logits, bool(false))
      .Add("label_smoothing", args.label_smoothing, double(0.0))
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct CTCArgs {
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// Connectionist temporal classification: minus the logarithm of the probability that the steps of y_pred,
// which are logits, say the classes of y_true with blanks and repetitions between them. Class 0 is the blank,
// and behind the last class of a shorter row of y_true. Shapes: y_true [b, most classes], y_pred [b, steps,
// classes]. Source: Graves et al. 2006.
inline Spec CTC(const CTCArgs& args = {}) {
  return Spec(detail::SpecWriter("CTC")
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct CategoricalCrossentropyArgs {
  bool from_logits = false;
  double label_smoothing = 0.0;
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// Cross entropy of distributions over classes, one-hot ones for instance, and predicted ones, or logits.
inline Spec CategoricalCrossentropy(const CategoricalCrossentropyArgs& args = {}) {
  return Spec(detail::SpecWriter("CategoricalCrossentropy")
      .Add("from_logits", args.from_logits, bool(false))
      .Add("label_smoothing", args.label_smoothing, double(0.0))
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct CategoricalFocalCrossentropyArgs {
  double alpha = 0.25;
  double gamma = 2.0;
  bool from_logits = false;
  double label_smoothing = 0.0;
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// CategoricalCrossentropy by alpha (1 - the probability) to the power gamma.
inline Spec CategoricalFocalCrossentropy(const CategoricalFocalCrossentropyArgs& args = {}) {
  return Spec(detail::SpecWriter("CategoricalFocalCrossentropy").Add("alpha", args.alpha, double(0.25))
      .Add("gamma", args.gamma, double(2.0)).Add("from_logits", args.from_logits, bool(false))
      .Add("label_smoothing", args.label_smoothing, double(0.0))
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct CategoricalGeneralizedCrossEntropyArgs {
  double q = 0.5;
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// (1 - the probability of the class to the power q) / q: between cross entropy and distance, for labels that
// may be wrong. Shapes: y_true [b] or [b, 1], y_pred [b, classes].
inline Spec CategoricalGeneralizedCrossEntropy(const CategoricalGeneralizedCrossEntropyArgs& args = {}) {
  return Spec(detail::SpecWriter("CategoricalGeneralizedCrossEntropy").Add("q", args.q, double(0.5))
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct CategoricalHingeArgs {
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// max(1 + the largest wrong score - the right score, 0).
inline Spec CategoricalHinge(const CategoricalHingeArgs& args = {}) {
  return Spec(detail::SpecWriter("CategoricalHinge")
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct CircleArgs {
  double gamma = 80.0;
  double margin = 0.4;
  bool remove_diagonal = true;
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// Draws embeddings of a class together and those of others apart, the more the further they are from where
// they should be, over all pairs of a batch. The mean is of samples that have a loss. Shapes: y_true [b] or
// [b, 1], classes; y_pred [b, n], of length 1. Source: Sun et al. 2020.
inline Spec Circle(const CircleArgs& args = {}) {
  return Spec(detail::SpecWriter("Circle").Add("gamma", args.gamma, double(80.0))
      .Add("margin", args.margin, double(0.4)).Add("remove_diagonal", args.remove_diagonal, bool(true))
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct CosineSimilarityArgs {
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// Minus the cosine of the angle between the vectors.
inline Spec CosineSimilarity(const CosineSimilarityArgs& args = {}) {
  return Spec(detail::SpecWriter("CosineSimilarity")
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct DiceArgs {
  Sizes axis = {};
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// 1 - twice what labels and predictions share by what both have, over the axes, or over the batch as a whole.
inline Spec Dice(const DiceArgs& args = {}) {
  return Spec(detail::SpecWriter("Dice").Add("axis", args.axis, Sizes({}))
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct HingeArgs {
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// The mean of max(1 - y_true y_pred, 0); labels 0 count as -1.
inline Spec Hinge(const HingeArgs& args = {}) {
  return Spec(detail::SpecWriter("Hinge")
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct HuberArgs {
  double delta = 1.0;
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// Half the squared difference up to delta, linear beyond; the mean.
inline Spec Huber(const HuberArgs& args = {}) {
  return Spec(detail::SpecWriter("Huber").Add("delta", args.delta, double(1.0))
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct KLDivergenceArgs {
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// The sum of y_true log(y_true / y_pred).
inline Spec KLDivergence(const KLDivergenceArgs& args = {}) {
  return Spec(detail::SpecWriter("KLDivergence")
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct LogCoshArgs {
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// The mean of log(cosh(difference)).
inline Spec LogCosh(const LogCoshArgs& args = {}) {
  return Spec(detail::SpecWriter("LogCosh")
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct MeanAbsoluteErrorArgs {
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// The mean of all distances.
inline Spec MeanAbsoluteError(const MeanAbsoluteErrorArgs& args = {}) {
  return Spec(detail::SpecWriter("MeanAbsoluteError")
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct MeanAbsolutePercentageErrorArgs {
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// 100 times the mean of all distances by the labels' magnitudes.
inline Spec MeanAbsolutePercentageError(const MeanAbsolutePercentageErrorArgs& args = {}) {
  return Spec(detail::SpecWriter("MeanAbsolutePercentageError")
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct MeanSquaredErrorArgs {
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// The mean of the squares of all differences.
inline Spec MeanSquaredError(const MeanSquaredErrorArgs& args = {}) {
  return Spec(detail::SpecWriter("MeanSquaredError")
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct MeanSquaredLogarithmicErrorArgs {
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// The mean of the squared differences of log(1 + x).
inline Spec MeanSquaredLogarithmicError(const MeanSquaredLogarithmicErrorArgs& args = {}) {
  return Spec(detail::SpecWriter("MeanSquaredLogarithmicError")
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct PoissonArgs {
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// The mean of y_pred - y_true log(y_pred).
inline Spec Poisson(const PoissonArgs& args = {}) {
  return Spec(detail::SpecWriter("Poisson")
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct SparseCategoricalCrossentropyArgs {
  bool from_logits = false;
  std::int64_t ignore_class = -2147483648;
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// Cross entropy of classes by number and predicted probabilities, or logits. Labels ignore_class do not
// count. Shapes: y_true [...] or [..., 1], y_pred [..., classes].
inline Spec SparseCategoricalCrossentropy(const SparseCategoricalCrossentropyArgs& args = {}) {
  return Spec(detail::SpecWriter("SparseCategoricalCrossentropy")
      .Add("from_logits", args.from_logits, bool(false))
      .Add("ignore_class", args.ignore_class, std::int64_t(-2147483648))
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct SquaredHingeArgs {
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// The mean of max(1 - y_true y_pred, 0) squared; labels 0 count as -1.
inline Spec SquaredHinge(const SquaredHingeArgs& args = {}) {
  return Spec(detail::SpecWriter("SquaredHinge")
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

struct TverskyArgs {
  double alpha = 0.5;
  double beta = 0.5;
  Sizes axis = {};
  std::string reduction = "sum_over_batch_size";  // sum_over_batch_size, sum, mean_with_sample_weight
};
// As Dice, where alpha weighs what predictions miss and beta what they have too much.
inline Spec Tversky(const TverskyArgs& args = {}) {
  return Spec(detail::SpecWriter("Tversky").Add("alpha", args.alpha, double(0.5))
      .Add("beta", args.beta, double(0.5)).Add("axis", args.axis, Sizes({}))
      .Add("reduction", args.reduction, std::string("sum_over_batch_size")).Take());
}

}  // namespace losses

// Metrics: what is told of a model besides its loss.
namespace metrics {

struct AUCArgs {
  std::int64_t num_thresholds = 200;
  std::string curve = "ROC";  // roc, pr
  std::string summation_method = "interpolation";  // interpolation, minoring, majoring
  bool from_logits = false;
  std::string name = "";
};
// The area below the receiver operating characteristic, or below precision over recall, over evenly spaced
// thresholds: by interpolation, or by the smaller or larger of two neighbours.
inline Spec AUC(const AUCArgs& args = {}) {
  return Spec(detail::SpecWriter("AUC").Add("num_thresholds", args.num_thresholds, std::int64_t(200))
      .Add("curve", args.curve, std::string("ROC"))
      .Add("summation_method", args.summation_method, std::string("interpolation"))
      .Add("from_logits", args.from_logits, bool(false)).Add("name", args.name, std::string("")).Take());
}

struct BinaryAccuracyArgs {
  double threshold = 0.5;
  std::string name = "";
};
// How many predictions are on their label's side of the threshold.
inline Spec BinaryAccuracy(const BinaryAccuracyArgs& args = {}) {
  return Spec(detail::SpecWriter("BinaryAccuracy").Add("threshold", args.threshold, double(0.5))
      .Add("name", args.name, std::string("")).Take());
}

struct BinaryIoUArgs {
  Sizes target_class_ids = {0, 1};
  double threshold = 0.5;
  std::string name = "";
};
// IoU of what is below threshold, class 0, and the rest, class 1.
inline Spec BinaryIoU(const BinaryIoUArgs& args = {}) {
  return Spec(detail::SpecWriter("BinaryIoU")
      .Add("target_class_ids", args.target_class_ids, Sizes({0, 1}))
      .Add("threshold", args.threshold, double(0.5)).Add("name", args.name, std::string("")).Take());
}

struct CategoricalAccuracyArgs {
  std::string name = "";
};
// How often the likeliest class is that of the largest label.
inline Spec CategoricalAccuracy(const CategoricalAccuracyArgs& args = {}) {
  return Spec(detail::SpecWriter("CategoricalAccuracy").Add("name", args.name, std::string("")).Take());
}

struct F1ScoreArgs {
  std::string average = "macro";  // macro, micro, weighted
  double threshold = 0.0;
  std::string name = "";
};
// The harmonic mean of precision and recall: the mean of classes, also weighted by how often they are, or
// (micro) over all. What is above threshold counts as predicted, or the largest of a sample where that is 0.
// Shapes: [b, classes].
inline Spec F1Score(const F1ScoreArgs& args = {}) {
  return Spec(detail::SpecWriter("F1Score").Add("average", args.average, std::string("macro"))
      .Add("threshold", args.threshold, double(0.0)).Add("name", args.name, std::string("")).Take());
}

struct FBetaScoreArgs {
  std::string average = "macro";  // macro, micro, weighted
  double beta = 1.0;
  double threshold = 0.0;
  std::string name = "";
};
// As F1Score, with recall beta times as important as precision. Shapes: [b, classes].
inline Spec FBetaScore(const FBetaScoreArgs& args = {}) {
  return Spec(detail::SpecWriter("FBetaScore").Add("average", args.average, std::string("macro"))
      .Add("beta", args.beta, double(1.0)).Add("threshold", args.threshold, double(0.0))
      .Add("name", args.name, std::string("")).Take());
}

struct FalseNegativesArgs {
  double thresholds = 0.5;
  std::string name = "";
};
// The weight of those that are and were not predicted to be.
inline Spec FalseNegatives(const FalseNegativesArgs& args = {}) {
  return Spec(detail::SpecWriter("FalseNegatives").Add("thresholds", args.thresholds, double(0.5))
      .Add("name", args.name, std::string("")).Take());
}

struct FalsePositivesArgs {
  double thresholds = 0.5;
  std::string name = "";
};
// The weight of those that were predicted to be and are not.
inline Spec FalsePositives(const FalsePositivesArgs& args = {}) {
  return Spec(detail::SpecWriter("FalsePositives").Add("thresholds", args.thresholds, double(0.5))
      .Add("name", args.name, std::string("")).Take());
}

struct IoUArgs {
  bool sparse_y_true = true;
  bool sparse_y_pred = true;
  std::string name = "";
};
// What classes and their predictions share of what they cover together, the mean of the classes that are
// named. Labels and predictions are classes by number, or one value for each class.
inline Spec IoU(std::int64_t num_classes, const Sizes& target_class_ids, const IoUArgs& args = {}) {
  return Spec(detail::SpecWriter("IoU").Add("num_classes", num_classes)
      .Add("target_class_ids", target_class_ids).Add("sparse_y_true", args.sparse_y_true, bool(true))
      .Add("sparse_y_pred", args.sparse_y_pred, bool(true))
      .Add("name", args.name, std::string("")).Take());
}

struct MeanIoUArgs {
  bool sparse_y_true = true;
  bool sparse_y_pred = true;
  std::string name = "";
};
// IoU of all classes.
inline Spec MeanIoU(std::int64_t num_classes, const MeanIoUArgs& args = {}) {
  return Spec(detail::SpecWriter("MeanIoU").Add("num_classes", num_classes)
      .Add("sparse_y_true", args.sparse_y_true, bool(true))
      .Add("sparse_y_pred", args.sparse_y_pred, bool(true))
      .Add("name", args.name, std::string("")).Take());
}

struct OneHotIoUArgs {
  std::string name = "";
};
// IoU of labels and predictions with one value for each class.
inline Spec OneHotIoU(std::int64_t num_classes, const Sizes& target_class_ids, const OneHotIoUArgs& args = {})
    {
  return Spec(detail::SpecWriter("OneHotIoU").Add("num_classes", num_classes)
      .Add("target_class_ids", target_class_ids).Add("name", args.name, std::string("")).Take());
}

struct OneHotMeanIoUArgs {
  std::string name = "";
};
// IoU of all classes, of labels and predictions with one value for each.
inline Spec OneHotMeanIoU(std::int64_t num_classes, const OneHotMeanIoUArgs& args = {}) {
  return Spec(detail::SpecWriter("OneHotMeanIoU").Add("num_classes", num_classes)
      .Add("name", args.name, std::string("")).Take());
}

struct PrecisionArgs {
  double thresholds = -1.0;
  std::int64_t top_k = 0;
  std::int64_t class_id = -1;
  std::string name = "";
};
// How many of those that were predicted to be are, of all classes or of class_id. Predicted is what is above
// thresholds, 0.5 if that is -1; with top_k only the so many largest of a sample, and those, whatever they
// are, if thresholds is -1.
inline Spec Precision(const PrecisionArgs& args = {}) {
  return Spec(detail::SpecWriter("Precision").Add("thresholds", args.thresholds, double(-1.0))
      .Add("top_k", args.top_k, std::int64_t(0)).Add("class_id", args.class_id, std::int64_t(-1))
      .Add("name", args.name, std::string("")).Take());
}

struct PrecisionAtRecallArgs {
  std::int64_t num_thresholds = 200;
  std::int64_t class_id = -1;
  std::string name = "";
};
// The best precision where recall is at least that.
inline Spec PrecisionAtRecall(double recall, const PrecisionAtRecallArgs& args = {}) {
  return Spec(detail::SpecWriter("PrecisionAtRecall").Add("recall", recall)
      .Add("num_thresholds", args.num_thresholds, std::int64_t(200))
      .Add("class_id", args.class_id, std::int64_t(-1)).Add("name", args.name, std::string("")).Take());
}

struct R2ScoreArgs {
  std::string class_aggregation = "uniform_average";  // uniform_average, variance_weighted_average
  std::string name = "";
};
// 1 - the squared differences by those from the labels' mean: of each output, and their mean. Shapes: [b,
// outputs].
inline Spec R2Score(const R2ScoreArgs& args = {}) {
  return Spec(detail::SpecWriter("R2Score")
      .Add("class_aggregation", args.class_aggregation, std::string("uniform_average"))
      .Add("name", args.name, std::string("")).Take());
}

struct RecallArgs {
  double thresholds = -1.0;
  std::int64_t top_k = 0;
  std::int64_t class_id = -1;
  std::string name = "";
};
// How many of those that are were predicted to be, of all classes or of class_id. Predicted is what Precision
// says.
inline Spec Recall(const RecallArgs& args = {}) {
  return Spec(detail::SpecWriter("Recall").Add("thresholds", args.thresholds, double(-1.0))
      .Add("top_k", args.top_k, std::int64_t(0)).Add("class_id", args.class_id, std::int64_t(-1))
      .Add("name", args.name, std::string("")).Take());
}

struct RecallAtPrecisionArgs {
  std::int64_t num_thresholds = 200;
  std::int64_t class_id = -1;
  std::string name = "";
};
// The best recall where precision is at least that.
inline Spec RecallAtPrecision(double precision, const RecallAtPrecisionArgs& args = {}) {
  return Spec(detail::SpecWriter("RecallAtPrecision").Add("precision", precision)
      .Add("num_thresholds", args.num_thresholds, std::int64_t(200))
      .Add("class_id", args.class_id, std::int64_t(-1)).Add("name", args.name, std::string("")).Take());
}

struct RootMeanSquaredErrorArgs {
  std::string name = "";
};
// The square root of the mean of all squared differences.
inline Spec RootMeanSquaredError(const RootMeanSquaredErrorArgs& args = {}) {
  return Spec(detail::SpecWriter("RootMeanSquaredError").Add("name", args.name, std::string("")).Take());
}

struct SensitivityAtSpecificityArgs {
  std::int64_t num_thresholds = 200;
  std::int64_t class_id = -1;
  std::string name = "";
};
// The best sensitivity where specificity is at least that.
inline Spec SensitivityAtSpecificity(double specificity, const SensitivityAtSpecificityArgs& args = {}) {
  return Spec(detail::SpecWriter("SensitivityAtSpecificity").Add("specificity", specificity)
      .Add("num_thresholds", args.num_thresholds, std::int64_t(200))
      .Add("class_id", args.class_id, std::int64_t(-1)).Add("name", args.name, std::string("")).Take());
}

struct SparseCategoricalAccuracyArgs {
  std::string name = "";
};
// How often the likeliest class is the label. Shapes: y_true [...] or [..., 1], y_pred [..., classes].
inline Spec SparseCategoricalAccuracy(const SparseCategoricalAccuracyArgs& args = {}) {
  return Spec(detail::SpecWriter("SparseCategoricalAccuracy")
      .Add("name", args.name, std::string("")).Take());
}

struct SparseTopKCategoricalAccuracyArgs {
  std::int64_t k = 5;
  std::string name = "";
};
// How often the label is among the k likeliest classes. Shapes: y_true [b] or [b, 1], y_pred [b, classes].
inline Spec SparseTopKCategoricalAccuracy(const SparseTopKCategoricalAccuracyArgs& args = {}) {
  return Spec(detail::SpecWriter("SparseTopKCategoricalAccuracy").Add("k", args.k, std::int64_t(5))
      .Add("name", args.name, std::string("")).Take());
}

struct SpecificityAtSensitivityArgs {
  std::int64_t num_thresholds = 200;
  std::int64_t class_id = -1;
  std::string name = "";
};
// The best specificity where sensitivity is at least that.
inline Spec SpecificityAtSensitivity(double sensitivity, const SpecificityAtSensitivityArgs& args = {}) {
  return Spec(detail::SpecWriter("SpecificityAtSensitivity").Add("sensitivity", sensitivity)
      .Add("num_thresholds", args.num_thresholds, std::int64_t(200))
      .Add("class_id", args.class_id, std::int64_t(-1)).Add("name", args.name, std::string("")).Take());
}

struct TopKCategoricalAccuracyArgs {
  std::int64_t k = 5;
  std::string name = "";
};
// How often the class of the largest label is among the k likeliest. Shapes: [b, classes].
inline Spec TopKCategoricalAccuracy(const TopKCategoricalAccuracyArgs& args = {}) {
  return Spec(detail::SpecWriter("TopKCategoricalAccuracy").Add("k", args.k, std::int64_t(5))
      .Add("name", args.name, std::string("")).Take());
}

struct TrueNegativesArgs {
  double thresholds = 0.5;
  std::string name = "";
};
// The weight of those that are not and were not predicted to be.
inline Spec TrueNegatives(const TrueNegativesArgs& args = {}) {
  return Spec(detail::SpecWriter("TrueNegatives").Add("thresholds", args.thresholds, double(0.5))
      .Add("name", args.name, std::string("")).Take());
}

struct TruePositivesArgs {
  double thresholds = 0.5;
  std::string name = "";
};
// The weight of those that are and were predicted to be.
inline Spec TruePositives(const TruePositivesArgs& args = {}) {
  return Spec(detail::SpecWriter("TruePositives").Add("thresholds", args.thresholds, double(0.5))
      .Add("name", args.name, std::string("")).Take());
}

}  // namespace metrics

// Optimizers: how weights follow their gradients.
namespace optimizers {

struct AdadeltaArgs {
  Spec learning_rate = "0.001";
  double rho = 0.95;
  double epsilon = 1e-07;
  double weight_decay = 0.0;
  double clipnorm = 0.0;
  double clipvalue = 0.0;
  double global_clipnorm = 0.0;
  bool use_ema = false;
  double ema_momentum = 0.99;
  std::int64_t ema_overwrite_frequency = 0;
  double loss_scale_factor = 1.0;
  std::int64_t gradient_accumulation_steps = 1;
};
// Steps as large as recent ones. Source: Zeiler 2012.
inline Spec Adadelta(const AdadeltaArgs& args = {}) {
  return Spec(detail::SpecWriter("Adadelta").Add("learning_rate", args.learning_rate, Spec("0.001"))
      .Add("rho", args.rho, double(0.95)).Add("epsilon", args.epsilon, double(1e-07))
      .Add("weight_decay", args.weight_decay, double(0.0)).Add("clipnorm", args.clipnorm, double(0.0))
      .Add("clipvalue", args.clipvalue, double(0.0))
      .Add("global_clipnorm", args.global_clipnorm, double(0.0))
      .Add("use_ema", args.use_ema, bool(false)).Add("ema_momentum", args.ema_momentum, double(0.99))
      .Add("ema_overwrite_frequency", args.ema_overwrite_frequency, std::int64_t(0))
      .Add("loss_scale_factor", args.loss_scale_factor, double(1.0))
      .Add("gradient_accumulation_steps", args.gradient_accumulation_steps, std::int64_t(1)).Take());
}

struct AdafactorArgs {
  Spec learning_rate = "0.001";
  double beta_2_decay = -0.8;
  double epsilon_1 = 1e-30;
  double epsilon_2 = 0.001;
  double clip_threshold = 1.0;
  bool relative_step = true;
  double weight_decay = 0.0;
  double clipnorm = 0.0;
  double clipvalue = 0.0;
  double global_clipnorm = 0.0;
  bool use_ema = false;
  double ema_momentum = 0.99;
  std::int64_t ema_overwrite_frequency = 0;
  double loss_scale_factor = 1.0;
  std::int64_t gradient_accumulation_steps = 1;
};
// Divides gradients by the root of their mean squares, of which a matrix keeps those of rows and columns
// alone; steps are as large as weights are, and at most 1 / sqrt(step). Source: Shazeer and Stern 2018.
inline Spec Adafactor(const AdafactorArgs& args = {}) {
  return Spec(detail::SpecWriter("Adafactor").Add("learning_rate", args.learning_rate, Spec("0.001"))
      .Add("beta_2_decay", args.beta_2_decay, double(-0.8))
      .Add("epsilon_1", args.epsilon_1, double(1e-30)).Add("epsilon_2", args.epsilon_2, double(0.001))
      .Add("clip_threshold", args.clip_threshold, double(1.0))
      .Add("relative_step", args.relative_step, bool(true))
      .Add("weight_decay", args.weight_decay, double(0.0)).Add("clipnorm", args.clipnorm, double(0.0))
      .Add("clipvalue", args.clipvalue, double(0.0))
      .Add("global_clipnorm", args.global_clipnorm, double(0.0))
      .Add("use_ema", args.use_ema, bool(false)).Add("ema_momentum", args.ema_momentum, double(0.99))
      .Add("ema_overwrite_frequency", args.ema_overwrite_frequency, std::int64_t(0))
      .Add("loss_scale_factor", args.loss_scale_factor, double(1.0))
      .Add("gradient_accumulation_steps", args.gradient_accumulation_steps, std::int64_t(1)).Take());
}

struct AdagradArgs {
  Spec learning_rate = "0.001";
  double initial_accumulator_value = 0.1;
  double epsilon = 1e-07;
  double weight_decay = 0.0;
  double clipnorm = 0.0;
  double clipvalue = 0.0;
  double global_clipnorm = 0.0;
  bool use_ema = false;
  double ema_momentum = 0.99;
  std::int64_t ema_overwrite_frequency = 0;
  double loss_scale_factor = 1.0;
  std::int64_t gradient_accumulation_steps = 1;
};
// Divides gradients by the root of the sum of their squares. Source: Duchi et al. 2011.
inline Spec Adagrad(const AdagradArgs& args = {}) {
  return Spec(detail::SpecWriter("Adagrad").Add("learning_rate", args.learning_rate, Spec("0.001"))
      .Add("initial_accumulator_value", args.initial_accumulator_value, double(0.1))
      .Add("epsilon", args.epsilon, double(1e-07)).Add("weight_decay", args.weight_decay, double(0.0))
      .Add("clipnorm", args.clipnorm, double(0.0)).Add("clipvalue", args.clipvalue, double(0.0))
      .Add("global_clipnorm", args.global_clipnorm, double(0.0))
      .Add("use_ema", args.use_ema, bool(false)).Add("ema_momentum", args.ema_momentum, double(0.99))
      .Add("ema_overwrite_frequency", args.ema_overwrite_frequency, std::int64_t(0))
      .Add("loss_scale_factor", args.loss_scale_factor, double(1.0))
      .Add("gradient_accumulation_steps", args.gradient_accumulation_steps, std::int64_t(1)).Take());
}

struct AdamArgs {
  Spec learning_rate = "0.001";
  double beta_1 = 0.9;
  double beta_2 = 0.999;
  double epsilon = 1e-07;
  bool amsgrad = false;
  double weight_decay = 0.0;
  double clipnorm = 0.0;
  double clipvalue = 0.0;
  double global_clipnorm = 0.0;
  bool use_ema = false;
  double ema_momentum = 0.99;
  std::int64_t ema_overwrite_frequency = 0;
  double loss_scale_factor = 1.0;
  std::int64_t gradient_accumulation_steps = 1;
};
// Moving means of gradients and of their squares. Source: Kingma and Ba 2014.
inline Spec Adam(const AdamArgs& args = {}) {
  return Spec(detail::SpecWriter("Adam").Add("learning_rate", args.learning_rate, Spec("0.001"))
      .Add("beta_1", args.beta_1, double(0.9)).Add("beta_2", args.beta_2, double(0.999))
      .Add("epsilon", args.epsilon, double(1e-07)).Add("amsgrad", args.amsgrad, bool(false))
      .Add("weight_decay", args.weight_decay, double(0.0)).Add("clipnorm", args.clipnorm, double(0.0))
      .Add("clipvalue", args.clipvalue, double(0.0))
      .Add("global_clipnorm", args.global_clipnorm, double(0.0))
      .Add("use_ema", args.use_ema, bool(false)).Add("ema_momentum", args.ema_momentum, double(0.99))
      .Add("ema_overwrite_frequency", args.ema_overwrite_frequency, std::int64_t(0))
      .Add("loss_scale_factor", args.loss_scale_factor, double(1.0))
      .Add("gradient_accumulation_steps", args.gradient_accumulation_steps, std::int64_t(1)).Take());
}

struct AdamWArgs {
  Spec learning_rate = "0.001";
  double beta_1 = 0.9;
  double beta_2 = 0.999;
  double epsilon = 1e-07;
  bool amsgrad = false;
  double weight_decay = 0.0;
  double clipnorm = 0.0;
  double clipvalue = 0.0;
  double global_clipnorm = 0.0;
  bool use_ema = false;
  double ema_momentum = 0.99;
  std::int64_t ema_overwrite_frequency = 0;
  double loss_scale_factor = 1.0;
  std::int64_t gradient_accumulation_steps = 1;
};
// Adam with weights that decay by themselves, 0.004 unless weight_decay says otherwise.
inline Spec AdamW(const AdamWArgs& args = {}) {
  return Spec(detail::SpecWriter("AdamW").Add("learning_rate", args.learning_rate, Spec("0.001"))
      .Add("beta_1", args.beta_1, double(0.9)).Add("beta_2", args.beta_2, double(0.999))
      .Add("epsilon", args.epsilon, double(1e-07)).Add("amsgrad", args.amsgrad, bool(false))
      .Add("weight_decay", args.weight_decay, double(0.0)).Add("clipnorm", args.clipnorm, double(0.0))
      .Add("clipvalue", args.clipvalue, double(0.0))
      .Add("global_clipnorm", args.global_clipnorm, double(0.0))
      .Add("use_ema", args.use_ema, bool(false)).Add("ema_momentum", args.ema_momentum, double(0.99))
      .Add("ema_overwrite_frequency", args.ema_overwrite_frequency, std::int64_t(0))
      .Add("loss_scale_factor", args.loss_scale_factor, double(1.0))
      .Add("gradient_accumulation_steps", args.gradient_accumulation_steps, std::int64_t(1)).Take());
}

struct AdamaxArgs {
  Spec learning_rate = "0.001";
  double beta_1 = 0.9;
  double beta_2 = 0.999;
  double epsilon = 1e-07;
  double weight_decay = 0.0;
  double clipnorm = 0.0;
  double clipvalue = 0.0;
  double global_clipnorm = 0.0;
  bool use_ema = false;
  double ema_momentum = 0.99;
  std::int64_t ema_overwrite_frequency = 0;
  double loss_scale_factor = 1.0;
  std::int64_t gradient_accumulation_steps = 1;
};
// Adam with the largest recent gradient in place of the squares.
inline Spec Adamax(const AdamaxArgs& args = {}) {
  return Spec(detail::SpecWriter("Adamax").Add("learning_rate", args.learning_rate, Spec("0.001"))
      .Add("beta_1", args.beta_1, double(0.9)).Add("beta_2", args.beta_2, double(0.999))
      .Add("epsilon", args.epsilon, double(1e-07)).Add("weight_decay", args.weight_decay, double(0.0))
      .Add("clipnorm", args.clipnorm, double(0.0)).Add("clipvalue", args.clipvalue, double(0.0))
      .Add("global_clipnorm", args.global_clipnorm, double(0.0))
      .Add("use_ema", args.use_ema, bool(false)).Add("ema_momentum", args.ema_momentum, double(0.99))
      .Add("ema_overwrite_frequency", args.ema_overwrite_frequency, std::int64_t(0))
      .Add("loss_scale_factor", args.loss_scale_factor, double(1.0))
      .Add("gradient_accumulation_steps", args.gradient_accumulation_steps, std::int64_t(1)).Take());
}

struct FtrlArgs {
  Spec learning_rate = "0.001";
  double learning_rate_power = -0.5;
  double initial_accumulator_value = 0.1;
  double l1_regularization_strength = 0.0;
  double l2_regularization_strength = 0.0;
  double l2_shrinkage_regularization_strength = 0.0;
  double beta = 0.0;
  double weight_decay = 0.0;
  double clipnorm = 0.0;
  double clipvalue = 0.0;
  double global_clipnorm = 0.0;
  bool use_ema = false;
  double ema_momentum = 0.99;
  std::int64_t ema_overwrite_frequency = 0;
  double loss_scale_factor = 1.0;
  std::int64_t gradient_accumulation_steps = 1;
};
// Follow the regularised leader. Source: McMahan et al. 2013.
inline Spec Ftrl(const FtrlArgs& args = {}) {
  return Spec(detail::SpecWriter("Ftrl").Add("learning_rate", args.learning_rate, Spec("0.001"))
      .Add("learning_rate_power", args.learning_rate_power, double(-0.5))
      .Add("initial_accumulator_value", args.initial_accumulator_value, double(0.1))
      .Add("l1_regularization_strength", args.l1_regularization_strength, double(0.0))
      .Add("l2_regularization_strength", args.l2_regularization_strength, double(0.0))
      .Add("l2_shrinkage_regularization_strength", args.l2_shrinkage_regularization_strength, double(0.0))
      .Add("beta", args.beta, double(0.0)).Add("weight_decay", args.weight_decay, double(0.0))
      .Add("clipnorm", args.clipnorm, double(0.0)).Add("clipvalue", args.clipvalue, double(0.0))
      .Add("global_clipnorm", args.global_clipnorm, double(0.0))
      .Add("use_ema", args.use_ema, bool(false)).Add("ema_momentum", args.ema_momentum, double(0.99))
      .Add("ema_overwrite_frequency", args.ema_overwrite_frequency, std::int64_t(0))
      .Add("loss_scale_factor", args.loss_scale_factor, double(1.0))
      .Add("gradient_accumulation_steps", args.gradient_accumulation_steps, std::int64_t(1)).Take());
}

struct LambArgs {
  Spec learning_rate = "0.001";
  double beta_1 = 0.9;
  double beta_2 = 0.999;
  double epsilon = 1e-07;
  double weight_decay = 0.0;
  double clipnorm = 0.0;
  double clipvalue = 0.0;
  double global_clipnorm = 0.0;
  bool use_ema = false;
  double ema_momentum = 0.99;
  std::int64_t ema_overwrite_frequency = 0;
  double loss_scale_factor = 1.0;
  std::int64_t gradient_accumulation_steps = 1;
};
// Adam's steps, as long as the variable is large. Source: You et al. 2019.
inline Spec Lamb(const LambArgs& args = {}) {
  return Spec(detail::SpecWriter("Lamb").Add("learning_rate", args.learning_rate, Spec("0.001"))
      .Add("beta_1", args.beta_1, double(0.9)).Add("beta_2", args.beta_2, double(0.999))
      .Add("epsilon", args.epsilon, double(1e-07)).Add("weight_decay", args.weight_decay, double(0.0))
      .Add("clipnorm", args.clipnorm, double(0.0)).Add("clipvalue", args.clipvalue, double(0.0))
      .Add("global_clipnorm", args.global_clipnorm, double(0.0))
      .Add("use_ema", args.use_ema, bool(false)).Add("ema_momentum", args.ema_momentum, double(0.99))
      .Add("ema_overwrite_frequency", args.ema_overwrite_frequency, std::int64_t(0))
      .Add("loss_scale_factor", args.loss_scale_factor, double(1.0))
      .Add("gradient_accumulation_steps", args.gradient_accumulation_steps, std::int64_t(1)).Take());
}

struct LionArgs {
  Spec learning_rate = "0.001";
  double beta_1 = 0.9;
  double beta_2 = 0.99;
  double weight_decay = 0.0;
  double clipnorm = 0.0;
  double clipvalue = 0.0;
  double global_clipnorm = 0.0;
  bool use_ema = false;
  double ema_momentum = 0.99;
  std::int64_t ema_overwrite_frequency = 0;
  double loss_scale_factor = 1.0;
  std::int64_t gradient_accumulation_steps = 1;
};
// The sign of a moving mean. Source: Chen et al. 2023.
inline Spec Lion(const LionArgs& args = {}) {
  return Spec(detail::SpecWriter("Lion").Add("learning_rate", args.learning_rate, Spec("0.001"))
      .Add("beta_1", args.beta_1, double(0.9)).Add("beta_2", args.beta_2, double(0.99))
      .Add("weight_decay", args.weight_decay, double(0.0)).Add("clipnorm", args.clipnorm, double(0.0))
      .Add("clipvalue", args.clipvalue, double(0.0))
      .Add("global_clipnorm", args.global_clipnorm, double(0.0))
      .Add("use_ema", args.use_ema, bool(false)).Add("ema_momentum", args.ema_momentum, double(0.99))
      .Add("ema_overwrite_frequency", args.ema_overwrite_frequency, std::int64_t(0))
      .Add("loss_scale_factor", args.loss_scale_factor, double(1.0))
      .Add("gradient_accumulation_steps", args.gradient_accumulation_steps, std::int64_t(1)).Take());
}

struct LossScaleOptimizerArgs {
  double initial_scale = 32768.0;
  std::int64_t dynamic_growth_steps = 2000;
  double weight_decay = 0.0;
  double clipnorm = 0.0;
  double clipvalue = 0.0;
  double global_clipnorm = 0.0;
  bool use_ema = false;
  double ema_momentum = 0.99;
  std::int64_t ema_overwrite_frequency = 0;
  double loss_scale_factor = 1.0;
  std::int64_t gradient_accumulation_steps = 1;
};
// Another optimizer, by its spec, over gradients of a loss times a scale, by which they are divided again: so
// that small ones are not 0 in half. The scale doubles after so many steps; a step with a gradient that is
// not finite is left out and halves it.
inline Spec LossScaleOptimizer(const Spec& inner_optimizer, const LossScaleOptimizerArgs& args = {}) {
  return Spec(detail::SpecWriter("LossScaleOptimizer").Add("inner_optimizer", inner_optimizer)
      .Add("initial_scale", args.initial_scale, double(32768.0))
      .Add("dynamic_growth_steps", args.dynamic_growth_steps, std::int64_t(2000))
      .Add("weight_decay", args.weight_decay, double(0.0)).Add("clipnorm", args.clipnorm, double(0.0))
      .Add("clipvalue", args.clipvalue, double(0.0))
      .Add("global_clipnorm", args.global_clipnorm, double(0.0))
      .Add("use_ema", args.use_ema, bool(false)).Add("ema_momentum", args.ema_momentum, double(0.99))
      .Add("ema_overwrite_frequency", args.ema_overwrite_frequency, std::int64_t(0))
      .Add("loss_scale_factor", args.loss_scale_factor, double(1.0))
      .Add("gradient_accumulation_steps", args.gradient_accumulation_steps, std::int64_t(1)).Take());
}

struct NadamArgs {
  Spec learning_rate = "0.001";
  double beta_1 = 0.9;
  double beta_2 = 0.999;
  double epsilon = 1e-07;
  double weight_decay = 0.0;
  double clipnorm = 0.0;
  double clipvalue = 0.0;
  double global_clipnorm = 0.0;
  bool use_ema = false;
  double ema_momentum = 0.99;
  std::int64_t ema_overwrite_frequency = 0;
  double loss_scale_factor = 1.0;
  std::int64_t gradient_accumulation_steps = 1;
};
// Adam with Nesterov's momentum. Source: Dozat 2015.
inline Spec Nadam(const NadamArgs& args = {}) {
  return Spec(detail::SpecWriter("Nadam").Add("learning_rate", args.learning_rate, Spec("0.001"))
      .Add("beta_1", args.beta_1, double(0.9)).Add("beta_2", args.beta_2, double(0.999))
      .Add("epsilon", args.epsilon, double(1e-07)).Add("weight_decay", args.weight_decay, double(0.0))
      .Add("clipnorm", args.clipnorm, double(0.0)).Add("clipvalue", args.clipvalue, double(0.0))
      .Add("global_clipnorm", args.global_clipnorm, double(0.0))
      .Add("use_ema", args.use_ema, bool(false)).Add("ema_momentum", args.ema_momentum, double(0.99))
      .Add("ema_overwrite_frequency", args.ema_overwrite_frequency, std::int64_t(0))
      .Add("loss_scale_factor", args.loss_scale_factor, double(1.0))
      .Add("gradient_accumulation_steps", args.gradient_accumulation_steps, std::int64_t(1)).Take());
}

struct RMSpropArgs {
  Spec learning_rate = "0.001";
  double rho = 0.9;
  double momentum = 0.0;
  double epsilon = 1e-07;
  bool centered = false;
  double weight_decay = 0.0;
  double clipnorm = 0.0;
  double clipvalue = 0.0;
  double global_clipnorm = 0.0;
  bool use_ema = false;
  double ema_momentum = 0.99;
  std::int64_t ema_overwrite_frequency = 0;
  double loss_scale_factor = 1.0;
  std::int64_t gradient_accumulation_steps = 1;
};
// Divides gradients by the root of a moving mean of their squares.
inline Spec RMSprop(const RMSpropArgs& args = {}) {
  return Spec(detail::SpecWriter("RMSprop").Add("learning_rate", args.learning_rate, Spec("0.001"))
      .Add("rho", args.rho, double(0.9)).Add("momentum", args.momentum, double(0.0))
      .Add("epsilon", args.epsilon, double(1e-07)).Add("centered", args.centered, bool(false))
      .Add("weight_decay", args.weight_decay, double(0.0)).Add("clipnorm", args.clipnorm, double(0.0))
      .Add("clipvalue", args.clipvalue, double(0.0))
      .Add("global_clipnorm", args.global_clipnorm, double(0.0))
      .Add("use_ema", args.use_ema, bool(false)).Add("ema_momentum", args.ema_momentum, double(0.99))
      .Add("ema_overwrite_frequency", args.ema_overwrite_frequency, std::int64_t(0))
      .Add("loss_scale_factor", args.loss_scale_factor, double(1.0))
      .Add("gradient_accumulation_steps", args.gradient_accumulation_steps, std::int64_t(1)).Take());
}

struct SGDArgs {
  Spec learning_rate = "0.01";
  double momentum = 0.0;
  bool nesterov = false;
  double weight_decay = 0.0;
  double clipnorm = 0.0;
  double clipvalue = 0.0;
  double global_clipnorm = 0.0;
  bool use_ema = false;
  double ema_momentum = 0.99;
  std::int64_t ema_overwrite_frequency = 0;
  double loss_scale_factor = 1.0;
  std::int64_t gradient_accumulation_steps = 1;
};
// Gradient descent, with momentum if that is not 0.
inline Spec SGD(const SGDArgs& args = {}) {
  return Spec(detail::SpecWriter("SGD").Add("learning_rate", args.learning_rate, Spec("0.01"))
      .Add("momentum", args.momentum, double(0.0)).Add("nesterov", args.nesterov, bool(false))
      .Add("weight_decay", args.weight_decay, double(0.0)).Add("clipnorm", args.clipnorm, double(0.0))
      .Add("clipvalue", args.clipvalue, double(0.0))
      .Add("global_clipnorm", args.global_clipnorm, double(0.0))
      .Add("use_ema", args.use_ema, bool(false)).Add("ema_momentum", args.ema_momentum, double(0.99))
      .Add("ema_overwrite_frequency", args.ema_overwrite_frequency, std::int64_t(0))
      .Add("loss_scale_factor", args.loss_scale_factor, double(1.0))
      .Add("gradient_accumulation_steps", args.gradient_accumulation_steps, std::int64_t(1)).Take());
}

}  // namespace optimizers

// Schedules: learning rates that follow the number of steps.
namespace schedules {

struct CosineDecayArgs {
  double alpha = 0.0;
  double warmup_target = -1.0;
  std::int64_t warmup_steps = 0;
};
// Half a cosine down to alpha initial_learning_rate. With a warmup_target that is not negative the rate first
// goes there along a line, in warmup_steps, and the cosine begins there.
inline Spec CosineDecay(double initial_learning_rate, std::int64_t decay_steps,
    const CosineDecayArgs& args = {}) {
  return Spec(detail::SpecWriter("CosineDecay").Add("initial_learning_rate", initial_learning_rate)
      .Add("decay_steps", decay_steps).Add("alpha", args.alpha, double(0.0))
      .Add("warmup_target", args.warmup_target, double(-1.0))
      .Add("warmup_steps", args.warmup_steps, std::int64_t(0)).Take());
}

struct CosineDecayRestartsArgs {
  double t_mul = 2.0;
  double m_mul = 1.0;
  double alpha = 0.0;
};
// Half cosines down to alpha initial_learning_rate, each t_mul times as long as the one before and m_mul
// times as high. Source: Loshchilov and Hutter 2016.
inline Spec CosineDecayRestarts(double initial_learning_rate, std::int64_t first_decay_steps,
    const CosineDecayRestartsArgs& args = {}) {
  return Spec(detail::SpecWriter("CosineDecayRestarts")
      .Add("initial_learning_rate", initial_learning_rate).Add("first_decay_steps", first_decay_steps)
      .Add("t_mul", args.t_mul, double(2.0)).Add("m_mul", args.m_mul, double(1.0))
      .Add("alpha", args.alpha, double(0.0)).Take());
}

struct ExponentialDecayArgs {
  bool staircase = false;
};
// initial_learning_rate decay_rate^(step / decay_steps).
inline Spec ExponentialDecay(double initial_learning_rate, std::int64_t decay_steps, double decay_rate,
    const ExponentialDecayArgs& args = {}) {
  return Spec(detail::SpecWriter("ExponentialDecay").Add("initial_learning_rate", initial_learning_rate)
      .Add("decay_steps", decay_steps).Add("decay_rate", decay_rate)
      .Add("staircase", args.staircase, bool(false)).Take());
}

struct InverseTimeDecayArgs {
  bool staircase = false;
};
// initial_learning_rate / (1 + decay_rate step / decay_steps).
inline Spec InverseTimeDecay(double initial_learning_rate, std::int64_t decay_steps, double decay_rate,
    const InverseTimeDecayArgs& args = {}) {
  return Spec(detail::SpecWriter("InverseTimeDecay").Add("initial_learning_rate", initial_learning_rate)
      .Add("decay_steps", decay_steps).Add("decay_rate", decay_rate)
      .Add("staircase", args.staircase, bool(false)).Take());
}

// values[i] for steps above boundaries[i - 1] and up to boundaries[i].
inline Spec PiecewiseConstantDecay(const Sizes& boundaries, const std::vector<double>& values) {
  return Spec(detail::SpecWriter("PiecewiseConstantDecay").Add("boundaries", boundaries)
      .Add("values", values).Take());
}

struct PolynomialDecayArgs {
  double end_learning_rate = 0.0001;
  double power = 1.0;
  bool cycle = false;
};
// From the first rate to the last one along a power of what is left of decay_steps; with cycle of the next
// multiple of them.
inline Spec PolynomialDecay(double initial_learning_rate, std::int64_t decay_steps,
    const PolynomialDecayArgs& args = {}) {
  return Spec(detail::SpecWriter("PolynomialDecay").Add("initial_learning_rate", initial_learning_rate)
      .Add("decay_steps", decay_steps).Add("end_learning_rate", args.end_learning_rate, double(0.0001))
      .Add("power", args.power, double(1.0)).Add("cycle", args.cycle, bool(false)).Take());
}

}  // namespace schedules

// Callbacks, which watch a fit.
namespace callbacks {

struct BackupAndRestoreArgs {
  std::string save_freq = "epoch";
  bool delete_checkpoint = true;
};
// Keeps weights, the optimizer's state and the place in the fit as a checkpoint in `backup_dir`, written
// after each epoch and, if `save_freq` is a number, after so many batches. A fit that finds one there goes on
// from it. A fit that ends without a failure deletes it, unless delete_checkpoint is false.
inline Spec BackupAndRestore(const std::string& backup_dir, const BackupAndRestoreArgs& args = {}) {
  return Spec(detail::SpecWriter("BackupAndRestore").Add("backup_dir", backup_dir)
      .Add("save_freq", args.save_freq, std::string("epoch"))
      .Add("delete_checkpoint", args.delete_checkpoint, bool(true)).Take());
}

struct CSVLoggerArgs {
  std::string separator = ",";
  bool append = false;
};
// Writes a line of values by commas for each epoch, behind a line of their names.
inline Spec CSVLogger(const std::string& filename, const CSVLoggerArgs& args = {}) {
  return Spec(detail::SpecWriter("CSVLogger").Add("filename", filename)
      .Add("separator", args.separator, std::string(","))
      .Add("append", args.append, bool(false)).Take());
}

struct EarlyStoppingArgs {
  std::string monitor = "val_loss";
  double min_delta = 0.0;
  std::int64_t patience = 0;
  std::string mode = "auto";  // auto, min, max
  bool restore_best_weights = false;
  std::int64_t start_from_epoch = 0;
  std::string baseline = "";
};
// Ends the fit when `monitor` has not become better for `patience` epochs, or not better than the number
// `baseline`.
inline Spec EarlyStopping(const EarlyStoppingArgs& args = {}) {
  return Spec(detail::SpecWriter("EarlyStopping").Add("monitor", args.monitor, std::string("val_loss"))
      .Add("min_delta", args.min_delta, double(0.0)).Add("patience", args.patience, std::int64_t(0))
      .Add("mode", args.mode, std::string("auto"))
      .Add("restore_best_weights", args.restore_best_weights, bool(false))
      .Add("start_from_epoch", args.start_from_epoch, std::int64_t(0))
      .Add("baseline", args.baseline, std::string("")).Take());
}

struct ModelCheckpointArgs {
  std::string monitor = "val_loss";
  bool save_best_only = false;
  std::string mode = "auto";  // auto, min, max
  std::string save_freq = "epoch";
  std::string initial_value_threshold = "";
};
// Writes the weights as a checkpoint, or as a file of Keras where filepath ends in .weights.h5, after each
// epoch or, if `save_freq` is a number, after so many batches; with save_best_only only where `monitor` is
// the best so far, and better than the number `initial_value_threshold`. In filepath {epoch} and {batch}
// stand for their numbers, from 1, and the names of values for these, also by Python's formats: {epoch:02d},
// {val_loss:.2f}.
inline Spec ModelCheckpoint(const std::string& filepath, const ModelCheckpointArgs& args = {}) {
  return Spec(detail::SpecWriter("ModelCheckpoint").Add("filepath", filepath)
      .Add("monitor", args.monitor, std::string("val_loss"))
      .Add("save_best_only", args.save_best_only, bool(false))
      .Add("mode", args.mode, std::string("auto")).Add("save_freq", args.save_freq, std::string("epoch"))
      .Add("initial_value_threshold", args.initial_value_threshold, std::string("")).Take());
}

struct ReduceLROnPlateauArgs {
  std::string monitor = "val_loss";
  double min_delta = 0.0001;
  std::int64_t patience = 10;
  std::string mode = "auto";  // auto, min, max
  double factor = 0.1;
  std::int64_t cooldown = 0;
  double min_lr = 0.0;
};
// Multiplies the learning rate by `factor` when `monitor` has not become better for `patience` epochs.
inline Spec ReduceLROnPlateau(const ReduceLROnPlateauArgs& args = {}) {
  return Spec(detail::SpecWriter("ReduceLROnPlateau")
      .Add("monitor", args.monitor, std::string("val_loss"))
      .Add("min_delta", args.min_delta, double(0.0001)).Add("patience", args.patience, std::int64_t(10))
      .Add("mode", args.mode, std::string("auto")).Add("factor", args.factor, double(0.1))
      .Add("cooldown", args.cooldown, std::int64_t(0)).Add("min_lr", args.min_lr, double(0.0)).Take());
}

struct TensorBoardArgs {
  std::string log_dir = "logs";
  std::int64_t histogram_freq = 0;
  bool write_graph = true;
  std::string update_freq = "epoch";
};
// Writes event files for TensorBoard: the values of each epoch to log_dir/train and log_dir/validation, the
// graph once, histograms of weights every `histogram_freq` epochs, and the loss of each batch, or of every so
// many, if `update_freq` is batch or a number.
inline Spec TensorBoard(const TensorBoardArgs& args = {}) {
  return Spec(detail::SpecWriter("TensorBoard").Add("log_dir", args.log_dir, std::string("logs"))
      .Add("histogram_freq", args.histogram_freq, std::int64_t(0))
      .Add("write_graph", args.write_graph, bool(true))
      .Add("update_freq", args.update_freq, std::string("epoch")).Take());
}

// Ends the fit at a batch whose loss is no finite number.
inline Spec TerminateOnNaN() {
  return Spec(detail::SpecWriter("TerminateOnNaN").Take());
}

}  // namespace callbacks

// Hooks, which see each step of a trainer.
namespace hooks {

struct CheckpointSaverHookArgs {
  std::string checkpoint_dir = "";
  double save_secs = 0.0;
  std::int64_t save_steps = 0;
  std::string checkpoint_basename = "model.ckpt";
};
// Writes a checkpoint at the beginning, every so many steps or seconds, and at the end.
inline Spec CheckpointSaverHook(const CheckpointSaverHookArgs& args = {}) {
  return Spec(detail::SpecWriter("CheckpointSaverHook")
      .Add("checkpoint_dir", args.checkpoint_dir, std::string(""))
      .Add("save_secs", args.save_secs, double(0.0)).Add("save_steps", args.save_steps, std::int64_t(0))
      .Add("checkpoint_basename", args.checkpoint_basename, std::string("model.ckpt")).Take());
}

// Fetches tensors at the end, for the program.
inline Spec FinalOpsHook(const std::vector<std::string>& final_ops) {
  return Spec(detail::SpecWriter("FinalOpsHook").Add("final_ops", final_ops).Take());
}

// Holds the first runs back until the global step has been reached.
inline Spec GlobalStepWaiterHook(std::int64_t wait_until_step) {
  return Spec(detail::SpecWriter("GlobalStepWaiterHook").Add("wait_until_step", wait_until_step).Take());
}

struct LoggingTensorHookArgs {
  std::int64_t every_n_iter = 0;
  double every_n_secs = 0.0;
  bool at_end = false;
};
// Writes the tensors' values to the log, with severity info, every so many runs or seconds, and at the end if
// `at_end`.
inline Spec LoggingTensorHook(const std::vector<std::string>& tensors, const LoggingTensorHookArgs& args = {})
    {
  return Spec(detail::SpecWriter("LoggingTensorHook").Add("tensors", tensors)
      .Add("every_n_iter", args.every_n_iter, std::int64_t(0))
      .Add("every_n_secs", args.every_n_secs, double(0.0))
      .Add("at_end", args.at_end, bool(false)).Take());
}

struct NanTensorHookArgs {
  bool fail_on_nan_loss = true;
};
// Ends the run with a failure when the loss is not a number, or stops it.
inline Spec NanTensorHook(const std::string& loss_tensor, const NanTensorHookArgs& args = {}) {
  return Spec(detail::SpecWriter("NanTensorHook").Add("loss_tensor", loss_tensor)
      .Add("fail_on_nan_loss", args.fail_on_nan_loss, bool(true)).Take());
}

struct ProfilerHookArgs {
  std::int64_t save_steps = 0;
  double save_secs = 0.0;
  std::string output_dir = "";
};
// Traces a run every so many steps or seconds, into timeline-STEP.json.
inline Spec ProfilerHook(const ProfilerHookArgs& args = {}) {
  return Spec(detail::SpecWriter("ProfilerHook").Add("save_steps", args.save_steps, std::int64_t(0))
      .Add("save_secs", args.save_secs, double(0.0))
      .Add("output_dir", args.output_dir, std::string("")).Take());
}

struct StepCounterHookArgs {
  std::int64_t every_n_steps = 100;
  double every_n_secs = 0.0;
  std::string output_dir = "";
};
// Writes steps per second, as global_step/sec, to the log and an event file.
inline Spec StepCounterHook(const StepCounterHookArgs& args = {}) {
  return Spec(detail::SpecWriter("StepCounterHook")
      .Add("every_n_steps", args.every_n_steps, std::int64_t(100))
      .Add("every_n_secs", args.every_n_secs, double(0.0))
      .Add("output_dir", args.output_dir, std::string("")).Take());
}

struct StopAtStepHookArgs {
  std::int64_t num_steps = 0;
  std::int64_t last_step = 0;
};
// Stops at the global step `last_step`, or after `num_steps` more than there were at the beginning.
inline Spec StopAtStepHook(const StopAtStepHookArgs& args = {}) {
  return Spec(detail::SpecWriter("StopAtStepHook").Add("num_steps", args.num_steps, std::int64_t(0))
      .Add("last_step", args.last_step, std::int64_t(0)).Take());
}

struct SummarySaverHookArgs {
  std::int64_t save_steps = 0;
  double save_secs = 0.0;
  std::string output_dir = "";
};
// Writes what a summary op gives to an event file, every so many steps or seconds.
inline Spec SummarySaverHook(const std::string& summary_op, const SummarySaverHookArgs& args = {}) {
  return Spec(detail::SpecWriter("SummarySaverHook").Add("summary_op", summary_op)
      .Add("save_steps", args.save_steps, std::int64_t(0)).Add("save_secs", args.save_secs, double(0.0))
      .Add("output_dir", args.output_dir, std::string("")).Take());
}

}  // namespace hooks

// Feature columns: how an estimator of Runnel's own takes what it is fed with.
namespace columns {

// Which interval between boundaries each number of a numeric column lies in, lower ends included.
inline Spec BucketizedColumn(const Spec& source_column, const std::vector<double>& boundaries) {
  return Spec(detail::SpecWriter("bucketized_column").Add("source_column", source_column)
      .Add("boundaries", boundaries).Take());
}

// A hash of each string or whole number. Empty strings and -1 are missing values.
inline Spec CategoricalColumnWithHashBucket(const std::string& key, std::int64_t hash_bucket_size) {
  return Spec(detail::SpecWriter("categorical_column_with_hash_bucket").Add("key", key)
      .Add("hash_bucket_size", hash_bucket_size).Take());
}

struct CategoricalColumnWithIdentityArgs {
  std::int64_t default_value = -1;
};
// Whole numbers below num_buckets, as they are; others are default_value, or a failure where that is -1. -1
// is a missing value.
inline Spec CategoricalColumnWithIdentity(const std::string& key, std::int64_t num_buckets,
    const CategoricalColumnWithIdentityArgs& args = {}) {
  return Spec(detail::SpecWriter("categorical_column_with_identity").Add("key", key)
      .Add("num_buckets", num_buckets)
      .Add("default_value", args.default_value, std::int64_t(-1)).Take());
}

struct CategoricalColumnWithVocabularyFileArgs {
  std::int64_t default_value = -1;
  std::int64_t num_oov_buckets = 0;
};
// The same for the first vocabulary_size lines of a file.
inline Spec CategoricalColumnWithVocabularyFile(const std::string& key, const std::string& vocabulary_file,
    std::int64_t vocabulary_size, const CategoricalColumnWithVocabularyFileArgs& args = {}) {
  return Spec(detail::SpecWriter("categorical_column_with_vocabulary_file").Add("key", key)
      .Add("vocabulary_file", vocabulary_file).Add("vocabulary_size", vocabulary_size)
      .Add("default_value", args.default_value, std::int64_t(-1))
      .Add("num_oov_buckets", args.num_oov_buckets, std::int64_t(0)).Take());
}

struct CategoricalColumnWithVocabularyListArgs {
  std::int64_t default_value = -1;
  std::int64_t num_oov_buckets = 0;
};
// The place of each value in a list; others are default_value, or hashed into num_oov_buckets behind it.
inline Spec CategoricalColumnWithVocabularyList(const std::string& key,
    const std::vector<std::string>& vocabulary_list, const CategoricalColumnWithVocabularyListArgs& args = {})
    {
  return Spec(detail::SpecWriter("categorical_column_with_vocabulary_list").Add("key", key)
      .Add("vocabulary_list", vocabulary_list).Add("default_value", args.default_value, std::int64_t(-1))
      .Add("num_oov_buckets", args.num_oov_buckets, std::int64_t(0)).Take());
}

struct CrossedColumnArgs {
  std::int64_t hash_key = 956888297470;
};
// A hash of every combination of values of features, by key, and of categorical columns: those of columns
// first, as TensorFlow has them. The keys of a crossed column among them are crossed with the others.
inline Spec CrossedColumn(const std::vector<std::string>& keys, std::int64_t hash_bucket_size,
    const CrossedColumnArgs& args = {}) {
  return Spec(detail::SpecWriter("crossed_column").Add("keys", keys)
      .Add("hash_bucket_size", hash_bucket_size)
      .Add("hash_key", args.hash_key, std::int64_t(956888297470)).Take());
}

struct EmbeddingColumnArgs {
  std::string combiner = "mean";  // mean, sqrtn, sum
  Spec initializer = "";
  double max_norm = 0.0;
};
// A trained vector for each value of a categorical column; those of several values are combined.
inline Spec EmbeddingColumn(const Spec& categorical_column, std::int64_t dimension,
    const EmbeddingColumnArgs& args = {}) {
  return Spec(detail::SpecWriter("embedding_column").Add("categorical_column", categorical_column)
      .Add("dimension", dimension).Add("combiner", args.combiner, std::string("mean"))
      .Add("initializer", args.initializer, Spec(""))
      .Add("max_norm", args.max_norm, double(0.0)).Take());
}

// How often each value of a categorical column is there.
inline Spec IndicatorColumn(const Spec& categorical_column) {
  return Spec(detail::SpecWriter("indicator_column")
      .Add("categorical_column", categorical_column).Take());
}

struct NumericColumnArgs {
  Sizes shape = {1};
};
// The numbers of a feature, `shape` of them for each sample.
inline Spec NumericColumn(const std::string& key, const NumericColumnArgs& args = {}) {
  return Spec(detail::SpecWriter("numeric_column").Add("key", key)
      .Add("shape", args.shape, Sizes({1})).Take());
}

struct SharedEmbeddingsArgs {
  std::string combiner = "mean";  // mean, sqrtn, sum
  Spec initializer = "";
  double max_norm = 0.0;
  std::string shared_embedding_collection_name = "";
};
// An embedding for each categorical column, with the same vectors for all.
inline Spec SharedEmbeddings(const std::vector<Spec>& categorical_columns, std::int64_t dimension,
    const SharedEmbeddingsArgs& args = {}) {
  return Spec(detail::SpecWriter("shared_embeddings").Add("categorical_columns", categorical_columns)
      .Add("dimension", dimension).Add("combiner", args.combiner, std::string("mean"))
      .Add("initializer", args.initializer, Spec("")).Add("max_norm", args.max_norm, double(0.0))
      .Add("shared_embedding_collection_name", args.shared_embedding_collection_name, std::string("")).Take());
}

}  // namespace columns

// Estimators that Runnel has ready.
namespace estimators {

struct DNNClassifierArgs {
  Spec optimizer = "Adagrad(0.001)";
  std::string activation_fn = "relu";
  double dropout = 0.0;
  bool batch_norm = false;
  std::int64_t n_classes = 2;
  Spec weight_column = "";
  std::vector<std::string> label_vocabulary = {};
  std::string loss_reduction = "sum_over_batch_size";  // sum_over_batch_size, sum
};
// Classes by a network of fully connected layers over feature columns.
inline Spec DNNClassifier(const Sizes& hidden_units, const std::vector<Spec>& feature_columns,
    const DNNClassifierArgs& args = {}) {
  return Spec(detail::SpecWriter("DNNClassifier").Add("hidden_units", hidden_units)
      .Add("feature_columns", feature_columns).Add("optimizer", args.optimizer, Spec("Adagrad(0.001)"))
      .Add("activation_fn", args.activation_fn, std::string("relu"))
      .Add("dropout", args.dropout, double(0.0)).Add("batch_norm", args.batch_norm, bool(false))
      .Add("n_classes", args.n_classes, std::int64_t(2))
      .Add("weight_column", args.weight_column, Spec(""))
      .Add("label_vocabulary", args.label_vocabulary, std::vector<std::string>({}))
      .Add("loss_reduction", args.loss_reduction, std::string("sum_over_batch_size")).Take());
}

struct DNNLinearCombinedClassifierArgs {
  std::vector<Spec> linear_feature_columns = {};
  Spec linear_optimizer = "";
  std::vector<Spec> dnn_feature_columns = {};
  Spec dnn_optimizer = "Adagrad(0.001)";
  Sizes dnn_hidden_units = {};
  std::string dnn_activation_fn = "relu";
  double dnn_dropout = 0.0;
  bool batch_norm = false;
  std::int64_t n_classes = 2;
  Spec weight_column = "";
  std::vector<std::string> label_vocabulary = {};
  std::string loss_reduction = "sum_over_batch_size";  // sum_over_batch_size, sum
};
// Classes by the sum of a linear model and a network: wide and deep.
inline Spec DNNLinearCombinedClassifier(const DNNLinearCombinedClassifierArgs& args = {}) {
  return Spec(detail::SpecWriter("DNNLinearCombinedClassifier")
      .Add("linear_feature_columns", args.linear_feature_columns, std::vector<Spec>({}))
      .Add("linear_optimizer", args.linear_optimizer, Spec(""))
      .Add("dnn_feature_columns", args.dnn_feature_columns, std::vector<Spec>({}))
      .Add("dnn_optimizer", args.dnn_optimizer, Spec("Adagrad(0.001)"))
      .Add("dnn_hidden_units", args.dnn_hidden_units, Sizes({}))
      .Add("dnn_activation_fn", args.dnn_activation_fn, std::string("relu"))
      .Add("dnn_dropout", args.dnn_dropout, double(0.0)).Add("batch_norm", args.batch_norm, bool(false))
      .Add("n_classes", args.n_classes, std::int64_t(2))
      .Add("weight_column", args.weight_column, Spec(""))
      .Add("label_vocabulary", args.label_vocabulary, std::vector<std::string>({}))
      .Add("loss_reduction", args.loss_reduction, std::string("sum_over_batch_size")).Take());
}

struct DNNLinearCombinedRegressorArgs {
  std::vector<Spec> linear_feature_columns = {};
  Spec linear_optimizer = "";
  std::vector<Spec> dnn_feature_columns = {};
  Spec dnn_optimizer = "Adagrad(0.001)";
  Sizes dnn_hidden_units = {};
  std::string dnn_activation_fn = "relu";
  double dnn_dropout = 0.0;
  bool batch_norm = false;
  std::int64_t label_dimension = 1;
  Spec weight_column = "";
  std::string loss_reduction = "sum_over_batch_size";  // sum_over_batch_size, sum
};
// Numbers by the sum of a linear model and a network.
inline Spec DNNLinearCombinedRegressor(const DNNLinearCombinedRegressorArgs& args = {}) {
  return Spec(detail::SpecWriter("DNNLinearCombinedRegressor")
      .Add("linear_feature_columns", args.linear_feature_columns, std::vector<Spec>({}))
      .Add("linear_optimizer", args.linear_optimizer, Spec(""))
      .Add("dnn_feature_columns", args.dnn_feature_columns, std::vector<Spec>({}))
      .Add("dnn_optimizer", args.dnn_optimizer, Spec("Adagrad(0.001)"))
      .Add("dnn_hidden_units", args.dnn_hidden_units, Sizes({}))
      .Add("dnn_activation_fn", args.dnn_activation_fn, std::string("relu"))
      .Add("dnn_dropout", args.dnn_dropout, double(0.0)).Add("batch_norm", args.batch_norm, bool(false))
      .Add("label_dimension", args.label_dimension, std::int64_t(1))
      .Add("weight_column", args.weight_column, Spec(""))
      .Add("loss_reduction", args.loss_reduction, std::string("sum_over_batch_size")).Take());
}

struct DNNRegressorArgs {
  Spec optimizer = "Adagrad(0.001)";
  std::string activation_fn = "relu";
  double dropout = 0.0;
  bool batch_norm = false;
  std::int64_t label_dimension = 1;
  Spec weight_column = "";
  std::string loss_reduction = "sum_over_batch_size";  // sum_over_batch_size, sum
};
// Numbers by a network of fully connected layers over feature columns.
inline Spec DNNRegressor(const Sizes& hidden_units, const std::vector<Spec>& feature_columns,
    const DNNRegressorArgs& args = {}) {
  return Spec(detail::SpecWriter("DNNRegressor").Add("hidden_units", hidden_units)
      .Add("feature_columns", feature_columns).Add("optimizer", args.optimizer, Spec("Adagrad(0.001)"))
      .Add("activation_fn", args.activation_fn, std::string("relu"))
      .Add("dropout", args.dropout, double(0.0)).Add("batch_norm", args.batch_norm, bool(false))
      .Add("label_dimension", args.label_dimension, std::int64_t(1))
      .Add("weight_column", args.weight_column, Spec(""))
      .Add("loss_reduction", args.loss_reduction, std::string("sum_over_batch_size")).Take());
}

struct LinearClassifierArgs {
  Spec optimizer = "";
  std::int64_t n_classes = 2;
  Spec weight_column = "";
  std::vector<std::string> label_vocabulary = {};
  std::string loss_reduction = "sum_over_batch_size";  // sum_over_batch_size, sum
};
// Classes by a weighted sum of feature columns.
inline Spec LinearClassifier(const std::vector<Spec>& feature_columns, const LinearClassifierArgs& args = {})
    {
  return Spec(detail::SpecWriter("LinearClassifier").Add("feature_columns", feature_columns)
      .Add("optimizer", args.optimizer, Spec("")).Add("n_classes", args.n_classes, std::int64_t(2))
      .Add("weight_column", args.weight_column, Spec(""))
      .Add("label_vocabulary", args.label_vocabulary, std::vector<std::string>({}))
      .Add("loss_reduction", args.loss_reduction, std::string("sum_over_batch_size")).Take());
}

struct LinearRegressorArgs {
  Spec optimizer = "";
  std::int64_t label_dimension = 1;
  Spec weight_column = "";
  std::string loss_reduction = "sum_over_batch_size";  // sum_over_batch_size, sum
};
// Numbers by a weighted sum of feature columns.
inline Spec LinearRegressor(const std::vector<Spec>& feature_columns, const LinearRegressorArgs& args = {}) {
  return Spec(detail::SpecWriter("LinearRegressor").Add("feature_columns", feature_columns)
      .Add("optimizer", args.optimizer, Spec(""))
      .Add("label_dimension", args.label_dimension, std::int64_t(1))
      .Add("weight_column", args.weight_column, Spec(""))
      .Add("loss_reduction", args.loss_reduction, std::string("sum_over_batch_size")).Take());
}

}  // namespace estimators

// Strategies: how training is divided over devices and tasks.
namespace strategies {

struct CentralStorageArgs {
  std::vector<std::string> devices = {};
};
// The weights and the optimizer's state are in the host's memory; every device reads them in each step and
// computes a part of the batch. Otherwise as Mirrored.
inline Spec CentralStorage(const CentralStorageArgs& args = {}) {
  return Spec(detail::SpecWriter("CentralStorage")
      .Add("devices", args.devices, std::vector<std::string>({})).Take());
}

struct MirroredArgs {
  std::vector<std::string> devices = {};
  std::string cross_device_ops = "auto";  // auto, reduction_to_one_device, all_reduce
};
// Every device has a copy of the weights and computes a part of each batch; gradients are added up in the
// order of the devices. cross_device_ops: with all_reduce the devices add them up as the group that they form
// (NCCL), and each updates its own copy of the weights and of the optimizer's state; with
// reduction_to_one_device the first one adds, updates, and gives the weights to all. auto is all_reduce where
// the devices form a group. Loss, gradients and metrics are those of the whole batch on one device, whatever
// its size, but for layers that normalise by their batch: they take the statistics of their part, as with
// Keras' MirroredStrategy. Moving statistics are the means of the parts', weighed by their rows, which Keras
// does not weigh. devices: as 'GPU:0'; none: all but the host.
inline Spec Mirrored(const MirroredArgs& args = {}) {
  return Spec(detail::SpecWriter("Mirrored").Add("devices", args.devices, std::vector<std::string>({}))
      .Add("cross_device_ops", args.cross_device_ops, std::string("auto")).Take());
}

struct MultiWorkerMirroredArgs {
  std::int64_t shards = 0;
  bool elastic = false;
  std::string cross_device_ops = "auto";  // auto, reduction_to_one_device, all_reduce
};
// Every task of a cluster, chief and workers, has a copy of the weights and computes a part of each batch,
// which the chief reads; otherwise as Mirrored. cross_device_ops: with all_reduce the tasks add gradients up
// by CollectiveReduce, over NCCL where their devices reach each other, and each updates its own copy of the
// weights and of the optimizer's state; with reduction_to_one_device the chief adds them up, updates, and
// sends the weights to all. auto is all_reduce, unless there are shards or there is one task. With shards
// each batch is divided into so many parts however many tasks there are, which are added up in their order:
// equal data and seeds then give equal bits. elastic: tasks may come and go between steps, and training goes
// on with those that are there; it needs shards and a model_dir.
inline Spec MultiWorkerMirrored(const MultiWorkerMirroredArgs& args = {}) {
  return Spec(detail::SpecWriter("MultiWorkerMirrored").Add("shards", args.shards, std::int64_t(0))
      .Add("elastic", args.elastic, bool(false))
      .Add("cross_device_ops", args.cross_device_ops, std::string("auto")).Take());
}

struct ParameterServerArgs {
  bool sync = false;
  std::int64_t shards = 0;
  bool elastic = false;
  std::int64_t replicas_to_aggregate = 0;
  std::int64_t max_staleness = -1;
};
// The weights and the optimizer's state are on parameter servers. Without sync each task trains with batches
// of its own, as it does without a strategy: updates may be of weights that others have changed, but none is
// lost: each one of a weight and of what the optimizer keeps of it is made on its server of the values that
// are there by then, one after another. Counts of steps, as Adam's correction and schedules have them, are
// those that a task has read; moving statistics are the last task's. gradient_accumulation_steps is
// UNIMPLEMENTED there. max_staleness: a task drops a gradient if there have been more updates than that since
// it read the weights; updates that others make in the same moment do not count. With sync the tasks compute
// parts of each batch, as with MultiWorkerMirrored, but read the weights from the servers in each step.
// replicas_to_aggregate: with sync, each task has batches of its own, and the chief makes an update of the
// mean of so many gradients, its own and the first that come, as TensorFlow's SyncReplicasOptimizer; those
// that come later are dropped. Tasks beyond that number are backups: workers may die and come back while
// training goes on.
inline Spec ParameterServer(const ParameterServerArgs& args = {}) {
  return Spec(detail::SpecWriter("ParameterServer").Add("sync", args.sync, bool(false))
      .Add("shards", args.shards, std::int64_t(0)).Add("elastic", args.elastic, bool(false))
      .Add("replicas_to_aggregate", args.replicas_to_aggregate, std::int64_t(0))
      .Add("max_staleness", args.max_staleness, std::int64_t(-1)).Take());
}

}  // namespace strategies

// Exporters: what train_and_evaluate exports, and when.
namespace exporters {

struct BestExporterArgs {
  std::string name = "best_exporter";
  std::string metric = "loss";
  std::string mode = "min";  // min, max
  std::int64_t exports_to_keep = 5;
};
// Writes a SavedModel after an evaluation whose metric is better than all before.
inline Spec BestExporter(const BestExporterArgs& args = {}) {
  return Spec(detail::SpecWriter("BestExporter").Add("name", args.name, std::string("best_exporter"))
      .Add("metric", args.metric, std::string("loss")).Add("mode", args.mode, std::string("min"))
      .Add("exports_to_keep", args.exports_to_keep, std::int64_t(5)).Take());
}

// Writes a SavedModel at the end.
inline Spec FinalExporter(const std::string& name) {
  return Spec(detail::SpecWriter("FinalExporter").Add("name", name).Take());
}

struct LatestExporterArgs {
  std::int64_t exports_to_keep = 5;
};
// Writes a SavedModel after every evaluation, and keeps the newest.
inline Spec LatestExporter(const std::string& name, const LatestExporterArgs& args = {}) {
  return Spec(detail::SpecWriter("LatestExporter").Add("name", name)
      .Add("exports_to_keep", args.exports_to_keep, std::int64_t(5)).Take());
}

}  // namespace exporters

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_LAYERS_HPP_
