//! Builders of layers, losses, optimizers and what else models are made of: a function takes what must be told, and gives a
//! value with a method for everything that may be. Displayed, it is a spec: `"Dense(units=128, activation=relu)"`.
//!
//! Made from the rows of core/learn by tools/generate; not to be edited.

macro_rules! spec {
    ($builder:ident) => {
        impl Display for $builder {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

/// Layers, which models are made of.
pub mod layers {
    use crate::spec::{Sizes, SpecText};
    use crate::DType;
    use std::fmt::{self, Display};

    /// The input of a sequential model: sizes of a sample, without the batch; -1: any size, as of the batch.
    pub fn input(shape: impl Into<Sizes>) -> Input {
        Input(SpecText::new("Input").sizes("shape", shape.into()))
    }

    /// What [`fn@input`] began.
    #[derive(Clone, Debug)]
    pub struct Input(SpecText);
    spec!(Input);

    impl Input {
        /// Default: float.
        pub fn dtype(self, value: DType) -> Self {
            Input(self.0.raw("dtype", value))
        }

        /// Without one, it is made up.
        pub fn name(self, value: &str) -> Self {
            Input(self.0.text("name", value))
        }

        /// Default: -1, any.
        pub fn batch_size(self, value: i64) -> Self {
            Input(self.0.raw("batch_size", value))
        }
    }

    /// Applies an activation, element by element but for softmax. Shapes: y is like x.
    pub fn activation(activation: impl Display) -> Activation {
        Activation(SpecText::new("Activation").raw("activation", activation))
    }

    /// What [`fn@activation`] began.
    #[derive(Clone, Debug)]
    pub struct Activation(SpecText);
    spec!(Activation);

    impl Activation {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Activation(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Activation(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Activation(self.0.text("dtype", value))
        }
    }

    /// The means of windows that divide each axis into output\_size as evenly as they can, and overlap by one where
    /// that is needed. Shapes: x \[b, n, c\], y \[b, m, c\].
    pub fn adaptive_average_pooling1d(output_size: impl Into<Sizes>) -> AdaptiveAveragePooling1D {
        AdaptiveAveragePooling1D(SpecText::new("AdaptiveAveragePooling1D").sizes("output_size", output_size.into()))
    }

    /// What [`fn@adaptive_average_pooling1d`] began.
    #[derive(Clone, Debug)]
    pub struct AdaptiveAveragePooling1D(SpecText);
    spec!(AdaptiveAveragePooling1D);

    impl AdaptiveAveragePooling1D {
        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            AdaptiveAveragePooling1D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            AdaptiveAveragePooling1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            AdaptiveAveragePooling1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            AdaptiveAveragePooling1D(self.0.text("dtype", value))
        }
    }

    /// The means of windows that divide each axis into output\_size as evenly as they can, and overlap by one where
    /// that is needed. Shapes: x \[b, h, w, c\], y \[b, h', w', c\].
    pub fn adaptive_average_pooling2d(output_size: impl Into<Sizes>) -> AdaptiveAveragePooling2D {
        AdaptiveAveragePooling2D(SpecText::new("AdaptiveAveragePooling2D").sizes("output_size", output_size.into()))
    }

    /// What [`fn@adaptive_average_pooling2d`] began.
    #[derive(Clone, Debug)]
    pub struct AdaptiveAveragePooling2D(SpecText);
    spec!(AdaptiveAveragePooling2D);

    impl AdaptiveAveragePooling2D {
        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            AdaptiveAveragePooling2D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            AdaptiveAveragePooling2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            AdaptiveAveragePooling2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            AdaptiveAveragePooling2D(self.0.text("dtype", value))
        }
    }

    /// The means of windows that divide each axis into output\_size as evenly as they can, and overlap by one where
    /// that is needed. Shapes: x \[b, d, h, w, c\], y \[b, d', h', w', c\].
    pub fn adaptive_average_pooling3d(output_size: impl Into<Sizes>) -> AdaptiveAveragePooling3D {
        AdaptiveAveragePooling3D(SpecText::new("AdaptiveAveragePooling3D").sizes("output_size", output_size.into()))
    }

    /// What [`fn@adaptive_average_pooling3d`] began.
    #[derive(Clone, Debug)]
    pub struct AdaptiveAveragePooling3D(SpecText);
    spec!(AdaptiveAveragePooling3D);

    impl AdaptiveAveragePooling3D {
        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            AdaptiveAveragePooling3D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            AdaptiveAveragePooling3D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            AdaptiveAveragePooling3D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            AdaptiveAveragePooling3D(self.0.text("dtype", value))
        }
    }

    /// The largest values of windows that divide each axis into output\_size as evenly as they can, and overlap by one
    /// where that is needed. Shapes: x \[b, n, c\], y \[b, m, c\].
    pub fn adaptive_max_pooling1d(output_size: impl Into<Sizes>) -> AdaptiveMaxPooling1D {
        AdaptiveMaxPooling1D(SpecText::new("AdaptiveMaxPooling1D").sizes("output_size", output_size.into()))
    }

    /// What [`fn@adaptive_max_pooling1d`] began.
    #[derive(Clone, Debug)]
    pub struct AdaptiveMaxPooling1D(SpecText);
    spec!(AdaptiveMaxPooling1D);

    impl AdaptiveMaxPooling1D {
        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            AdaptiveMaxPooling1D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            AdaptiveMaxPooling1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            AdaptiveMaxPooling1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            AdaptiveMaxPooling1D(self.0.text("dtype", value))
        }
    }

    /// The largest values of windows that divide each axis into output\_size as evenly as they can, and overlap by one
    /// where that is needed. Shapes: x \[b, h, w, c\], y \[b, h', w', c\].
    pub fn adaptive_max_pooling2d(output_size: impl Into<Sizes>) -> AdaptiveMaxPooling2D {
        AdaptiveMaxPooling2D(SpecText::new("AdaptiveMaxPooling2D").sizes("output_size", output_size.into()))
    }

    /// What [`fn@adaptive_max_pooling2d`] began.
    #[derive(Clone, Debug)]
    pub struct AdaptiveMaxPooling2D(SpecText);
    spec!(AdaptiveMaxPooling2D);

    impl AdaptiveMaxPooling2D {
        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            AdaptiveMaxPooling2D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            AdaptiveMaxPooling2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            AdaptiveMaxPooling2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            AdaptiveMaxPooling2D(self.0.text("dtype", value))
        }
    }

    /// The largest values of windows that divide each axis into output\_size as evenly as they can, and overlap by one
    /// where that is needed. Shapes: x \[b, d, h, w, c\], y \[b, d', h', w', c\].
    pub fn adaptive_max_pooling3d(output_size: impl Into<Sizes>) -> AdaptiveMaxPooling3D {
        AdaptiveMaxPooling3D(SpecText::new("AdaptiveMaxPooling3D").sizes("output_size", output_size.into()))
    }

    /// What [`fn@adaptive_max_pooling3d`] began.
    #[derive(Clone, Debug)]
    pub struct AdaptiveMaxPooling3D(SpecText);
    spec!(AdaptiveMaxPooling3D);

    impl AdaptiveMaxPooling3D {
        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            AdaptiveMaxPooling3D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            AdaptiveMaxPooling3D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            AdaptiveMaxPooling3D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            AdaptiveMaxPooling3D(self.0.text("dtype", value))
        }
    }

    /// The sum of the inputs, which broadcast.
    pub fn add() -> Add {
        Add(SpecText::new("Add"))
    }

    /// What [`fn@add`] began.
    #[derive(Clone, Debug)]
    pub struct Add(SpecText);
    spec!(Add);

    impl Add {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Add(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Add(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Add(self.0.text("dtype", value))
        }
    }

    /// softmax(scores) value, where the scores are the sums of scale tanh(query + key) over features. With
    /// use\_causal\_mask a step attends to none behind it. Masks: what the value's masks counts for nothing, and what
    /// the query's masks gives zeros. Shapes: query \[b, n, c\], value \[b, m, d\], key \[b, m, c\], which is the value
    /// where it is left out; y \[b, n, d\]. Source: Bahdanau et al. 2014. Weights: scale.
    pub fn additive_attention() -> AdditiveAttention {
        AdditiveAttention(SpecText::new("AdditiveAttention"))
    }

    /// What [`fn@additive_attention`] began.
    #[derive(Clone, Debug)]
    pub struct AdditiveAttention(SpecText);
    spec!(AdditiveAttention);

    impl AdditiveAttention {
        /// Default: true.
        pub fn use_scale(self, value: bool) -> Self {
            AdditiveAttention(self.0.raw("use_scale", value))
        }

        /// Default: 0.0.
        pub fn dropout(self, value: f64) -> Self {
            AdditiveAttention(self.0.float("dropout", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            AdditiveAttention(self.0.raw("seed", value))
        }

        /// Default: false.
        pub fn use_causal_mask(self, value: bool) -> Self {
            AdditiveAttention(self.0.raw("use_causal_mask", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            AdditiveAttention(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            AdditiveAttention(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            AdditiveAttention(self.0.text("dtype", value))
        }
    }

    /// As Dropout for what selu gives: mean and variance stay. Shapes: y is like x.
    pub fn alpha_dropout(rate: f64) -> AlphaDropout {
        AlphaDropout(SpecText::new("AlphaDropout").float("rate", rate))
    }

    /// What [`fn@alpha_dropout`] began.
    #[derive(Clone, Debug)]
    pub struct AlphaDropout(SpecText);
    spec!(AlphaDropout);

    impl AlphaDropout {
        /// Default: \[\].
        pub fn noise_shape(self, value: impl Into<Sizes>) -> Self {
            AlphaDropout(self.0.sizes("noise_shape", value.into()))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            AlphaDropout(self.0.raw("seed", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            AlphaDropout(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            AlphaDropout(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            AlphaDropout(self.0.text("dtype", value))
        }
    }

    /// softmax(scores) value, where the scores are products of query and key, by a trained scale with use\_scale, or
    /// the sums of tanh(query + key). With use\_causal\_mask a step attends to none behind it. Masks: what the value's
    /// masks counts for nothing, and what the query's masks gives zeros. Shapes: query \[b, n, c\], value \[b, m, d\],
    /// key \[b, m, c\], which is the value where it is left out; y \[b, n, d\]. Source: Luong et al. 2015. Weights:
    /// scale, concat\_score\_weight.
    pub fn attention() -> Attention {
        Attention(SpecText::new("Attention"))
    }

    /// What [`fn@attention`] began.
    #[derive(Clone, Debug)]
    pub struct Attention(SpecText);
    spec!(Attention);

    impl Attention {
        /// Default: false.
        pub fn use_scale(self, value: bool) -> Self {
            Attention(self.0.raw("use_scale", value))
        }

        /// One of dot, concat. Default: "dot".
        pub fn score_mode(self, value: &str) -> Self {
            Attention(self.0.text("score_mode", value))
        }

        /// Default: 0.0.
        pub fn dropout(self, value: f64) -> Self {
            Attention(self.0.float("dropout", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            Attention(self.0.raw("seed", value))
        }

        /// Default: false.
        pub fn use_causal_mask(self, value: bool) -> Self {
            Attention(self.0.raw("use_causal_mask", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Attention(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Attention(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Attention(self.0.text("dtype", value))
        }
    }

    /// The mean of the inputs, element by element; they broadcast.
    pub fn average() -> Average {
        Average(SpecText::new("Average"))
    }

    /// What [`fn@average`] began.
    #[derive(Clone, Debug)]
    pub struct Average(SpecText);
    spec!(Average);

    impl Average {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Average(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Average(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Average(self.0.text("dtype", value))
        }
    }

    /// The mean of each window. Shapes: x \[b, n, c\], y \[b, m, c\].
    pub fn average_pooling1d() -> AveragePooling1D {
        AveragePooling1D(SpecText::new("AveragePooling1D"))
    }

    /// What [`fn@average_pooling1d`] began.
    #[derive(Clone, Debug)]
    pub struct AveragePooling1D(SpecText);
    spec!(AveragePooling1D);

    impl AveragePooling1D {
        /// Default: \[2\].
        pub fn pool_size(self, value: impl Into<Sizes>) -> Self {
            AveragePooling1D(self.0.sizes("pool_size", value.into()))
        }

        /// Default: \[0\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            AveragePooling1D(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            AveragePooling1D(self.0.text("padding", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            AveragePooling1D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            AveragePooling1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            AveragePooling1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            AveragePooling1D(self.0.text("dtype", value))
        }
    }

    /// The mean of each window. Shapes: x \[b, h, w, c\], y \[b, h', w', c\].
    pub fn average_pooling2d() -> AveragePooling2D {
        AveragePooling2D(SpecText::new("AveragePooling2D"))
    }

    /// What [`fn@average_pooling2d`] began.
    #[derive(Clone, Debug)]
    pub struct AveragePooling2D(SpecText);
    spec!(AveragePooling2D);

    impl AveragePooling2D {
        /// Default: \[2, 2\].
        pub fn pool_size(self, value: impl Into<Sizes>) -> Self {
            AveragePooling2D(self.0.sizes("pool_size", value.into()))
        }

        /// Default: \[0, 0\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            AveragePooling2D(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            AveragePooling2D(self.0.text("padding", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            AveragePooling2D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            AveragePooling2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            AveragePooling2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            AveragePooling2D(self.0.text("dtype", value))
        }
    }

    /// The mean of each window. Shapes: x \[b, d, h, w, c\], y \[b, d', h', w', c\].
    pub fn average_pooling3d() -> AveragePooling3D {
        AveragePooling3D(SpecText::new("AveragePooling3D"))
    }

    /// What [`fn@average_pooling3d`] began.
    #[derive(Clone, Debug)]
    pub struct AveragePooling3D(SpecText);
    spec!(AveragePooling3D);

    impl AveragePooling3D {
        /// Default: \[2, 2, 2\].
        pub fn pool_size(self, value: impl Into<Sizes>) -> Self {
            AveragePooling3D(self.0.sizes("pool_size", value.into()))
        }

        /// Default: \[0, 0, 0\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            AveragePooling3D(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            AveragePooling3D(self.0.text("padding", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            AveragePooling3D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            AveragePooling3D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            AveragePooling3D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            AveragePooling3D(self.0.text("dtype", value))
        }
    }

    /// (x - mean) / sqrt(variance + epsilon) gamma + beta for each channel. While training, mean and variance are those
    /// of the batch, and moving\_mean and moving\_variance follow them; else these are used, also by a layer that is
    /// not trainable. Shapes: x \[..., c\], with c along axis, y like it; all weights \[c\]. Weights: gamma, beta,
    /// moving\_mean, moving\_variance.
    pub fn batch_normalization() -> BatchNormalization {
        BatchNormalization(SpecText::new("BatchNormalization"))
    }

    /// What [`fn@batch_normalization`] began.
    #[derive(Clone, Debug)]
    pub struct BatchNormalization(SpecText);
    spec!(BatchNormalization);

    impl BatchNormalization {
        /// Default: -1.
        pub fn axis(self, value: i64) -> Self {
            BatchNormalization(self.0.raw("axis", value))
        }

        /// Default: 0.99.
        pub fn momentum(self, value: f64) -> Self {
            BatchNormalization(self.0.float("momentum", value))
        }

        /// Default: 0.001.
        pub fn epsilon(self, value: f64) -> Self {
            BatchNormalization(self.0.float("epsilon", value))
        }

        /// Default: true.
        pub fn center(self, value: bool) -> Self {
            BatchNormalization(self.0.raw("center", value))
        }

        /// Default: true.
        pub fn scale(self, value: bool) -> Self {
            BatchNormalization(self.0.raw("scale", value))
        }

        /// Default: "zeros".
        pub fn beta_initializer(self, value: impl Display) -> Self {
            BatchNormalization(self.0.raw("beta_initializer", value))
        }

        /// Default: "ones".
        pub fn gamma_initializer(self, value: impl Display) -> Self {
            BatchNormalization(self.0.raw("gamma_initializer", value))
        }

        /// Default: "".
        pub fn beta_regularizer(self, value: impl Display) -> Self {
            BatchNormalization(self.0.raw("beta_regularizer", value))
        }

        /// Default: "".
        pub fn gamma_regularizer(self, value: impl Display) -> Self {
            BatchNormalization(self.0.raw("gamma_regularizer", value))
        }

        /// Default: "".
        pub fn beta_constraint(self, value: impl Display) -> Self {
            BatchNormalization(self.0.raw("beta_constraint", value))
        }

        /// Default: "".
        pub fn gamma_constraint(self, value: impl Display) -> Self {
            BatchNormalization(self.0.raw("gamma_constraint", value))
        }

        /// Default: "zeros".
        pub fn moving_mean_initializer(self, value: impl Display) -> Self {
            BatchNormalization(self.0.raw("moving_mean_initializer", value))
        }

        /// Default: "ones".
        pub fn moving_variance_initializer(self, value: impl Display) -> Self {
            BatchNormalization(self.0.raw("moving_variance_initializer", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            BatchNormalization(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            BatchNormalization(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            BatchNormalization(self.0.text("dtype", value))
        }
    }

    /// Calls a recurrent layer, by its spec, and one like it that goes backwards, or backward\_layer, and merges what
    /// both give: concat, sum, ave, mul, or none, which gives both. With sequences, masked steps give zeros. States and
    /// initial states: those of the first layer, then those of the second. Shapes: as the layer's, with concat of twice
    /// its units.
    pub fn bidirectional(layer: impl Display) -> Bidirectional {
        Bidirectional(SpecText::new("Bidirectional").raw("layer", layer))
    }

    /// What [`fn@bidirectional`] began.
    #[derive(Clone, Debug)]
    pub struct Bidirectional(SpecText);
    spec!(Bidirectional);

    impl Bidirectional {
        /// Default: "concat".
        pub fn merge_mode(self, value: &str) -> Self {
            Bidirectional(self.0.text("merge_mode", value))
        }

        /// Default: "".
        pub fn backward_layer(self, value: impl Display) -> Self {
            Bidirectional(self.0.raw("backward_layer", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Bidirectional(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Bidirectional(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Bidirectional(self.0.text("dtype", value))
        }
    }

    /// Numbers of categories, at least 0 and below num\_tokens, as vectors of num\_tokens. int gives the numbers
    /// themselves, one\_hot a vector for each of them, multi\_hot and count one for all of a sample. Shapes: x \[b,
    /// n\]; y \[b, n\], with one\_hot \[b, n, depth\], or \[b, depth\] if n is 1, with the others \[b, depth\].
    pub fn category_encoding(num_tokens: i64) -> CategoryEncoding {
        CategoryEncoding(SpecText::new("CategoryEncoding").raw("num_tokens", num_tokens))
    }

    /// What [`fn@category_encoding`] began.
    #[derive(Clone, Debug)]
    pub struct CategoryEncoding(SpecText);
    spec!(CategoryEncoding);

    impl CategoryEncoding {
        /// One of multi\_hot, one\_hot, count. Default: "multi\_hot".
        pub fn output_mode(self, value: &str) -> Self {
            CategoryEncoding(self.0.text("output_mode", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            CategoryEncoding(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            CategoryEncoding(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            CategoryEncoding(self.0.text("dtype", value))
        }
    }

    /// The middle of images; of smaller ones the largest part of its proportions, made larger. Shapes: x \[b, h, w,
    /// c\], y \[b, height, width, c\].
    pub fn center_crop(height: i64, width: i64) -> CenterCrop {
        CenterCrop(SpecText::new("CenterCrop").raw("height", height).raw("width", width))
    }

    /// What [`fn@center_crop`] began.
    #[derive(Clone, Debug)]
    pub struct CenterCrop(SpecText);
    spec!(CenterCrop);

    impl CenterCrop {
        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            CenterCrop(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            CenterCrop(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            CenterCrop(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            CenterCrop(self.0.text("dtype", value))
        }
    }

    /// The inputs one behind the other along an axis.
    pub fn concatenate() -> Concatenate {
        Concatenate(SpecText::new("Concatenate"))
    }

    /// What [`fn@concatenate`] began.
    #[derive(Clone, Debug)]
    pub struct Concatenate(SpecText);
    spec!(Concatenate);

    impl Concatenate {
        /// Default: -1.
        pub fn axis(self, value: i64) -> Self {
            Concatenate(self.0.raw("axis", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Concatenate(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Concatenate(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Concatenate(self.0.text("dtype", value))
        }
    }

    /// Convolution along one axis. padding 'causal' lets no output depend on later inputs. Shapes: x \[b, n, c\], y
    /// \[b, m, filters\]; kernel \[kernel\_size, c / groups, filters\], bias \[filters\]. Weights: kernel, bias.
    pub fn conv1d(filters: i64, kernel_size: i64) -> Conv1D {
        Conv1D(SpecText::new("Conv1D").raw("filters", filters).raw("kernel_size", kernel_size))
    }

    /// What [`fn@conv1d`] began.
    #[derive(Clone, Debug)]
    pub struct Conv1D(SpecText);
    spec!(Conv1D);

    impl Conv1D {
        /// Default: 1.
        pub fn strides(self, value: i64) -> Self {
            Conv1D(self.0.raw("strides", value))
        }

        /// One of valid, same, causal. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            Conv1D(self.0.text("padding", value))
        }

        /// Default: 1.
        pub fn dilation_rate(self, value: i64) -> Self {
            Conv1D(self.0.raw("dilation_rate", value))
        }

        /// Default: 1.
        pub fn groups(self, value: i64) -> Self {
            Conv1D(self.0.raw("groups", value))
        }

        /// Default: "".
        pub fn activation(self, value: impl Display) -> Self {
            Conv1D(self.0.raw("activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            Conv1D(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            Conv1D(self.0.raw("kernel_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            Conv1D(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            Conv1D(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            Conv1D(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            Conv1D(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            Conv1D(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            Conv1D(self.0.raw("bias_constraint", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            Conv1D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Conv1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Conv1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Conv1D(self.0.text("dtype", value))
        }
    }

    /// The gradient of a convolution by its input, which makes its input larger; output\_padding, below the strides,
    /// makes it that much longer. Shapes: x \[b, n, c\], y \[b, m, filters\]; kernel \[kernel\_size, filters, c\], bias
    /// \[filters\]. Weights: kernel, bias.
    pub fn conv1d_transpose(filters: i64, kernel_size: impl Into<Sizes>) -> Conv1DTranspose {
        Conv1DTranspose(SpecText::new("Conv1DTranspose").raw("filters", filters).sizes("kernel_size", kernel_size.into()))
    }

    /// What [`fn@conv1d_transpose`] began.
    #[derive(Clone, Debug)]
    pub struct Conv1DTranspose(SpecText);
    spec!(Conv1DTranspose);

    impl Conv1DTranspose {
        /// Default: \[1\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            Conv1DTranspose(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            Conv1DTranspose(self.0.text("padding", value))
        }

        /// Default: "".
        pub fn activation(self, value: impl Display) -> Self {
            Conv1DTranspose(self.0.raw("activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            Conv1DTranspose(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            Conv1DTranspose(self.0.raw("kernel_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            Conv1DTranspose(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            Conv1DTranspose(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            Conv1DTranspose(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            Conv1DTranspose(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            Conv1DTranspose(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            Conv1DTranspose(self.0.raw("bias_constraint", value))
        }

        /// Default: \[\].
        pub fn output_padding(self, value: impl Into<Sizes>) -> Self {
            Conv1DTranspose(self.0.sizes("output_padding", value.into()))
        }

        /// Default: \[1\].
        pub fn dilation_rate(self, value: impl Into<Sizes>) -> Self {
            Conv1DTranspose(self.0.sizes("dilation_rate", value.into()))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            Conv1DTranspose(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Conv1DTranspose(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Conv1DTranspose(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Conv1DTranspose(self.0.text("dtype", value))
        }
    }

    /// Convolution over images. Shapes: x \[b, h, w, c\], y \[b, h', w', filters\]; kernel \[kernel\_size, c / groups,
    /// filters\], bias \[filters\]. Weights: kernel, bias.
    pub fn conv2d(filters: i64, kernel_size: impl Into<Sizes>) -> Conv2D {
        Conv2D(SpecText::new("Conv2D").raw("filters", filters).sizes("kernel_size", kernel_size.into()))
    }

    /// What [`fn@conv2d`] began.
    #[derive(Clone, Debug)]
    pub struct Conv2D(SpecText);
    spec!(Conv2D);

    impl Conv2D {
        /// Default: \[1, 1\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            Conv2D(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            Conv2D(self.0.text("padding", value))
        }

        /// Default: \[1, 1\].
        pub fn dilation_rate(self, value: impl Into<Sizes>) -> Self {
            Conv2D(self.0.sizes("dilation_rate", value.into()))
        }

        /// Default: 1.
        pub fn groups(self, value: i64) -> Self {
            Conv2D(self.0.raw("groups", value))
        }

        /// Default: "".
        pub fn activation(self, value: impl Display) -> Self {
            Conv2D(self.0.raw("activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            Conv2D(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            Conv2D(self.0.raw("kernel_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            Conv2D(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            Conv2D(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            Conv2D(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            Conv2D(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            Conv2D(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            Conv2D(self.0.raw("bias_constraint", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            Conv2D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Conv2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Conv2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Conv2D(self.0.text("dtype", value))
        }
    }

    /// The gradient of a convolution by its input, which makes its input larger; output\_padding, below the strides,
    /// makes it that much longer. Shapes: x \[b, h, w, c\], y \[b, h', w', filters\]; kernel \[kernel\_size, filters,
    /// c\], bias \[filters\]. Weights: kernel, bias.
    pub fn conv2d_transpose(filters: i64, kernel_size: impl Into<Sizes>) -> Conv2DTranspose {
        Conv2DTranspose(SpecText::new("Conv2DTranspose").raw("filters", filters).sizes("kernel_size", kernel_size.into()))
    }

    /// What [`fn@conv2d_transpose`] began.
    #[derive(Clone, Debug)]
    pub struct Conv2DTranspose(SpecText);
    spec!(Conv2DTranspose);

    impl Conv2DTranspose {
        /// Default: \[1, 1\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            Conv2DTranspose(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            Conv2DTranspose(self.0.text("padding", value))
        }

        /// Default: "".
        pub fn activation(self, value: impl Display) -> Self {
            Conv2DTranspose(self.0.raw("activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            Conv2DTranspose(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            Conv2DTranspose(self.0.raw("kernel_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            Conv2DTranspose(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            Conv2DTranspose(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            Conv2DTranspose(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            Conv2DTranspose(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            Conv2DTranspose(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            Conv2DTranspose(self.0.raw("bias_constraint", value))
        }

        /// Default: \[\].
        pub fn output_padding(self, value: impl Into<Sizes>) -> Self {
            Conv2DTranspose(self.0.sizes("output_padding", value.into()))
        }

        /// Default: \[1, 1\].
        pub fn dilation_rate(self, value: impl Into<Sizes>) -> Self {
            Conv2DTranspose(self.0.sizes("dilation_rate", value.into()))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            Conv2DTranspose(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Conv2DTranspose(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Conv2DTranspose(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Conv2DTranspose(self.0.text("dtype", value))
        }
    }

    /// Convolution over volumes. Shapes: x \[b, d, h, w, c\], y \[b, d', h', w', filters\]; kernel \[kernel\_size, c /
    /// groups, filters\], bias \[filters\]. Weights: kernel, bias.
    pub fn conv3d(filters: i64, kernel_size: impl Into<Sizes>) -> Conv3D {
        Conv3D(SpecText::new("Conv3D").raw("filters", filters).sizes("kernel_size", kernel_size.into()))
    }

    /// What [`fn@conv3d`] began.
    #[derive(Clone, Debug)]
    pub struct Conv3D(SpecText);
    spec!(Conv3D);

    impl Conv3D {
        /// Default: \[1, 1, 1\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            Conv3D(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            Conv3D(self.0.text("padding", value))
        }

        /// Default: \[1, 1, 1\].
        pub fn dilation_rate(self, value: impl Into<Sizes>) -> Self {
            Conv3D(self.0.sizes("dilation_rate", value.into()))
        }

        /// Default: 1.
        pub fn groups(self, value: i64) -> Self {
            Conv3D(self.0.raw("groups", value))
        }

        /// Default: "".
        pub fn activation(self, value: impl Display) -> Self {
            Conv3D(self.0.raw("activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            Conv3D(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            Conv3D(self.0.raw("kernel_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            Conv3D(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            Conv3D(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            Conv3D(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            Conv3D(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            Conv3D(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            Conv3D(self.0.raw("bias_constraint", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            Conv3D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Conv3D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Conv3D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Conv3D(self.0.text("dtype", value))
        }
    }

    /// The gradient of a convolution by its input, which makes its input larger; output\_padding, below the strides,
    /// makes it that much longer. Shapes: x \[b, d, h, w, c\], y \[b, d', h', w', filters\]; kernel \[kernel\_size,
    /// filters, c\], bias \[filters\]. Weights: kernel, bias.
    pub fn conv3d_transpose(filters: i64, kernel_size: impl Into<Sizes>) -> Conv3DTranspose {
        Conv3DTranspose(SpecText::new("Conv3DTranspose").raw("filters", filters).sizes("kernel_size", kernel_size.into()))
    }

    /// What [`fn@conv3d_transpose`] began.
    #[derive(Clone, Debug)]
    pub struct Conv3DTranspose(SpecText);
    spec!(Conv3DTranspose);

    impl Conv3DTranspose {
        /// Default: \[1, 1, 1\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            Conv3DTranspose(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            Conv3DTranspose(self.0.text("padding", value))
        }

        /// Default: "".
        pub fn activation(self, value: impl Display) -> Self {
            Conv3DTranspose(self.0.raw("activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            Conv3DTranspose(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            Conv3DTranspose(self.0.raw("kernel_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            Conv3DTranspose(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            Conv3DTranspose(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            Conv3DTranspose(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            Conv3DTranspose(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            Conv3DTranspose(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            Conv3DTranspose(self.0.raw("bias_constraint", value))
        }

        /// Default: \[\].
        pub fn output_padding(self, value: impl Into<Sizes>) -> Self {
            Conv3DTranspose(self.0.sizes("output_padding", value.into()))
        }

        /// Default: \[1, 1, 1\].
        pub fn dilation_rate(self, value: impl Into<Sizes>) -> Self {
            Conv3DTranspose(self.0.sizes("dilation_rate", value.into()))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            Conv3DTranspose(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Conv3DTranspose(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Conv3DTranspose(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Conv3DTranspose(self.0.text("dtype", value))
        }
    }

    /// LSTM over images: the products of inputs and of states with kernels are convolutions, that of states padded to
    /// their size. dropout and recurrent\_dropout drop the same elements for all gates. Shapes: x \[b, steps, n, c\], y
    /// \[b, m, filters\] or \[b, steps, m, filters\]; kernel \[kernel\_size, c, 4 filters\], recurrent\_kernel
    /// \[kernel\_size, filters, 4 filters\], bias \[4 filters\]. Source: Shi et al. 2015. Weights: kernel,
    /// recurrent\_kernel, bias.
    pub fn conv_lstm1d(filters: i64, kernel_size: impl Into<Sizes>) -> ConvLSTM1D {
        ConvLSTM1D(SpecText::new("ConvLSTM1D").raw("filters", filters).sizes("kernel_size", kernel_size.into()))
    }

    /// What [`fn@conv_lstm1d`] began.
    #[derive(Clone, Debug)]
    pub struct ConvLSTM1D(SpecText);
    spec!(ConvLSTM1D);

    impl ConvLSTM1D {
        /// Default: \[1\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            ConvLSTM1D(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            ConvLSTM1D(self.0.text("padding", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            ConvLSTM1D(self.0.text("data_format", value))
        }

        /// Default: \[1\].
        pub fn dilation_rate(self, value: impl Into<Sizes>) -> Self {
            ConvLSTM1D(self.0.sizes("dilation_rate", value.into()))
        }

        /// Default: "tanh".
        pub fn activation(self, value: impl Display) -> Self {
            ConvLSTM1D(self.0.raw("activation", value))
        }

        /// Default: "sigmoid".
        pub fn recurrent_activation(self, value: impl Display) -> Self {
            ConvLSTM1D(self.0.raw("recurrent_activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            ConvLSTM1D(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            ConvLSTM1D(self.0.raw("kernel_initializer", value))
        }

        /// Default: "orthogonal".
        pub fn recurrent_initializer(self, value: impl Display) -> Self {
            ConvLSTM1D(self.0.raw("recurrent_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            ConvLSTM1D(self.0.raw("bias_initializer", value))
        }

        /// Default: true.
        pub fn unit_forget_bias(self, value: bool) -> Self {
            ConvLSTM1D(self.0.raw("unit_forget_bias", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            ConvLSTM1D(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn recurrent_regularizer(self, value: impl Display) -> Self {
            ConvLSTM1D(self.0.raw("recurrent_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            ConvLSTM1D(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            ConvLSTM1D(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            ConvLSTM1D(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn recurrent_constraint(self, value: impl Display) -> Self {
            ConvLSTM1D(self.0.raw("recurrent_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            ConvLSTM1D(self.0.raw("bias_constraint", value))
        }

        /// Default: 0.0.
        pub fn dropout(self, value: f64) -> Self {
            ConvLSTM1D(self.0.float("dropout", value))
        }

        /// Default: 0.0.
        pub fn recurrent_dropout(self, value: f64) -> Self {
            ConvLSTM1D(self.0.float("recurrent_dropout", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            ConvLSTM1D(self.0.raw("seed", value))
        }

        /// Default: false.
        pub fn return_sequences(self, value: bool) -> Self {
            ConvLSTM1D(self.0.raw("return_sequences", value))
        }

        /// Default: false.
        pub fn return_state(self, value: bool) -> Self {
            ConvLSTM1D(self.0.raw("return_state", value))
        }

        /// Default: false.
        pub fn go_backwards(self, value: bool) -> Self {
            ConvLSTM1D(self.0.raw("go_backwards", value))
        }

        /// Default: false.
        pub fn stateful(self, value: bool) -> Self {
            ConvLSTM1D(self.0.raw("stateful", value))
        }

        /// Default: false.
        pub fn unroll(self, value: bool) -> Self {
            ConvLSTM1D(self.0.raw("unroll", value))
        }

        /// Default: false.
        pub fn zero_output_for_mask(self, value: bool) -> Self {
            ConvLSTM1D(self.0.raw("zero_output_for_mask", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            ConvLSTM1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            ConvLSTM1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            ConvLSTM1D(self.0.text("dtype", value))
        }
    }

    /// LSTM over images: the products of inputs and of states with kernels are convolutions, that of states padded to
    /// their size. dropout and recurrent\_dropout drop the same elements for all gates. Shapes: x \[b, steps, h, w,
    /// c\], y \[b, h', w', filters\] or \[b, steps, h', w', filters\]; kernel \[kernel\_size, c, 4 filters\],
    /// recurrent\_kernel \[kernel\_size, filters, 4 filters\], bias \[4 filters\]. Source: Shi et al. 2015. Weights:
    /// kernel, recurrent\_kernel, bias.
    pub fn conv_lstm2d(filters: i64, kernel_size: impl Into<Sizes>) -> ConvLSTM2D {
        ConvLSTM2D(SpecText::new("ConvLSTM2D").raw("filters", filters).sizes("kernel_size", kernel_size.into()))
    }

    /// What [`fn@conv_lstm2d`] began.
    #[derive(Clone, Debug)]
    pub struct ConvLSTM2D(SpecText);
    spec!(ConvLSTM2D);

    impl ConvLSTM2D {
        /// Default: \[1, 1\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            ConvLSTM2D(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            ConvLSTM2D(self.0.text("padding", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            ConvLSTM2D(self.0.text("data_format", value))
        }

        /// Default: \[1, 1\].
        pub fn dilation_rate(self, value: impl Into<Sizes>) -> Self {
            ConvLSTM2D(self.0.sizes("dilation_rate", value.into()))
        }

        /// Default: "tanh".
        pub fn activation(self, value: impl Display) -> Self {
            ConvLSTM2D(self.0.raw("activation", value))
        }

        /// Default: "sigmoid".
        pub fn recurrent_activation(self, value: impl Display) -> Self {
            ConvLSTM2D(self.0.raw("recurrent_activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            ConvLSTM2D(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            ConvLSTM2D(self.0.raw("kernel_initializer", value))
        }

        /// Default: "orthogonal".
        pub fn recurrent_initializer(self, value: impl Display) -> Self {
            ConvLSTM2D(self.0.raw("recurrent_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            ConvLSTM2D(self.0.raw("bias_initializer", value))
        }

        /// Default: true.
        pub fn unit_forget_bias(self, value: bool) -> Self {
            ConvLSTM2D(self.0.raw("unit_forget_bias", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            ConvLSTM2D(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn recurrent_regularizer(self, value: impl Display) -> Self {
            ConvLSTM2D(self.0.raw("recurrent_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            ConvLSTM2D(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            ConvLSTM2D(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            ConvLSTM2D(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn recurrent_constraint(self, value: impl Display) -> Self {
            ConvLSTM2D(self.0.raw("recurrent_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            ConvLSTM2D(self.0.raw("bias_constraint", value))
        }

        /// Default: 0.0.
        pub fn dropout(self, value: f64) -> Self {
            ConvLSTM2D(self.0.float("dropout", value))
        }

        /// Default: 0.0.
        pub fn recurrent_dropout(self, value: f64) -> Self {
            ConvLSTM2D(self.0.float("recurrent_dropout", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            ConvLSTM2D(self.0.raw("seed", value))
        }

        /// Default: false.
        pub fn return_sequences(self, value: bool) -> Self {
            ConvLSTM2D(self.0.raw("return_sequences", value))
        }

        /// Default: false.
        pub fn return_state(self, value: bool) -> Self {
            ConvLSTM2D(self.0.raw("return_state", value))
        }

        /// Default: false.
        pub fn go_backwards(self, value: bool) -> Self {
            ConvLSTM2D(self.0.raw("go_backwards", value))
        }

        /// Default: false.
        pub fn stateful(self, value: bool) -> Self {
            ConvLSTM2D(self.0.raw("stateful", value))
        }

        /// Default: false.
        pub fn unroll(self, value: bool) -> Self {
            ConvLSTM2D(self.0.raw("unroll", value))
        }

        /// Default: false.
        pub fn zero_output_for_mask(self, value: bool) -> Self {
            ConvLSTM2D(self.0.raw("zero_output_for_mask", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            ConvLSTM2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            ConvLSTM2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            ConvLSTM2D(self.0.text("dtype", value))
        }
    }

    /// LSTM over images: the products of inputs and of states with kernels are convolutions, that of states padded to
    /// their size. dropout and recurrent\_dropout drop the same elements for all gates. Shapes: x \[b, steps, d, h, w,
    /// c\], y \[b, d', h', w', filters\] or \[b, steps, d', h', w', filters\]; kernel \[kernel\_size, c, 4 filters\],
    /// recurrent\_kernel \[kernel\_size, filters, 4 filters\], bias \[4 filters\]. Source: Shi et al. 2015. Weights:
    /// kernel, recurrent\_kernel, bias.
    pub fn conv_lstm3d(filters: i64, kernel_size: impl Into<Sizes>) -> ConvLSTM3D {
        ConvLSTM3D(SpecText::new("ConvLSTM3D").raw("filters", filters).sizes("kernel_size", kernel_size.into()))
    }

    /// What [`fn@conv_lstm3d`] began.
    #[derive(Clone, Debug)]
    pub struct ConvLSTM3D(SpecText);
    spec!(ConvLSTM3D);

    impl ConvLSTM3D {
        /// Default: \[1, 1, 1\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            ConvLSTM3D(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            ConvLSTM3D(self.0.text("padding", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            ConvLSTM3D(self.0.text("data_format", value))
        }

        /// Default: \[1, 1, 1\].
        pub fn dilation_rate(self, value: impl Into<Sizes>) -> Self {
            ConvLSTM3D(self.0.sizes("dilation_rate", value.into()))
        }

        /// Default: "tanh".
        pub fn activation(self, value: impl Display) -> Self {
            ConvLSTM3D(self.0.raw("activation", value))
        }

        /// Default: "sigmoid".
        pub fn recurrent_activation(self, value: impl Display) -> Self {
            ConvLSTM3D(self.0.raw("recurrent_activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            ConvLSTM3D(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            ConvLSTM3D(self.0.raw("kernel_initializer", value))
        }

        /// Default: "orthogonal".
        pub fn recurrent_initializer(self, value: impl Display) -> Self {
            ConvLSTM3D(self.0.raw("recurrent_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            ConvLSTM3D(self.0.raw("bias_initializer", value))
        }

        /// Default: true.
        pub fn unit_forget_bias(self, value: bool) -> Self {
            ConvLSTM3D(self.0.raw("unit_forget_bias", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            ConvLSTM3D(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn recurrent_regularizer(self, value: impl Display) -> Self {
            ConvLSTM3D(self.0.raw("recurrent_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            ConvLSTM3D(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            ConvLSTM3D(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            ConvLSTM3D(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn recurrent_constraint(self, value: impl Display) -> Self {
            ConvLSTM3D(self.0.raw("recurrent_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            ConvLSTM3D(self.0.raw("bias_constraint", value))
        }

        /// Default: 0.0.
        pub fn dropout(self, value: f64) -> Self {
            ConvLSTM3D(self.0.float("dropout", value))
        }

        /// Default: 0.0.
        pub fn recurrent_dropout(self, value: f64) -> Self {
            ConvLSTM3D(self.0.float("recurrent_dropout", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            ConvLSTM3D(self.0.raw("seed", value))
        }

        /// Default: false.
        pub fn return_sequences(self, value: bool) -> Self {
            ConvLSTM3D(self.0.raw("return_sequences", value))
        }

        /// Default: false.
        pub fn return_state(self, value: bool) -> Self {
            ConvLSTM3D(self.0.raw("return_state", value))
        }

        /// Default: false.
        pub fn go_backwards(self, value: bool) -> Self {
            ConvLSTM3D(self.0.raw("go_backwards", value))
        }

        /// Default: false.
        pub fn stateful(self, value: bool) -> Self {
            ConvLSTM3D(self.0.raw("stateful", value))
        }

        /// Default: false.
        pub fn unroll(self, value: bool) -> Self {
            ConvLSTM3D(self.0.raw("unroll", value))
        }

        /// Default: false.
        pub fn zero_output_for_mask(self, value: bool) -> Self {
            ConvLSTM3D(self.0.raw("zero_output_for_mask", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            ConvLSTM3D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            ConvLSTM3D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            ConvLSTM3D(self.0.text("dtype", value))
        }
    }

    /// Leaves out positions at both ends. Shapes: x \[b, n, c\].
    pub fn cropping1d() -> Cropping1D {
        Cropping1D(SpecText::new("Cropping1D"))
    }

    /// What [`fn@cropping1d`] began.
    #[derive(Clone, Debug)]
    pub struct Cropping1D(SpecText);
    spec!(Cropping1D);

    impl Cropping1D {
        /// Default: \[1\].
        pub fn cropping(self, value: impl Into<Sizes>) -> Self {
            Cropping1D(self.0.sizes("cropping", value.into()))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Cropping1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Cropping1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Cropping1D(self.0.text("dtype", value))
        }
    }

    /// Leaves out the edges: one number, \[height, width\], or \[top, bottom, left, right\]. Shapes: x \[b, h, w, c\].
    pub fn cropping2d() -> Cropping2D {
        Cropping2D(SpecText::new("Cropping2D"))
    }

    /// What [`fn@cropping2d`] began.
    #[derive(Clone, Debug)]
    pub struct Cropping2D(SpecText);
    spec!(Cropping2D);

    impl Cropping2D {
        /// Default: \[0\].
        pub fn cropping(self, value: impl Into<Sizes>) -> Self {
            Cropping2D(self.0.sizes("cropping", value.into()))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            Cropping2D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Cropping2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Cropping2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Cropping2D(self.0.text("dtype", value))
        }
    }

    /// Leaves out the edges: one number, one for each axis, or two for each. Shapes: x \[b, d, h, w, c\].
    pub fn cropping3d() -> Cropping3D {
        Cropping3D(SpecText::new("Cropping3D"))
    }

    /// What [`fn@cropping3d`] began.
    #[derive(Clone, Debug)]
    pub struct Cropping3D(SpecText);
    spec!(Cropping3D);

    impl Cropping3D {
        /// Default: \[1\].
        pub fn cropping(self, value: impl Into<Sizes>) -> Self {
            Cropping3D(self.0.sizes("cropping", value.into()))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            Cropping3D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Cropping3D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Cropping3D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Cropping3D(self.0.text("dtype", value))
        }
    }

    /// x + scale other, as InceptionResNet adds its blocks. Shapes: y is like x, and other.
    pub fn custom_scale_layer(scale: f64) -> CustomScaleLayer {
        CustomScaleLayer(SpecText::new("CustomScaleLayer").float("scale", scale))
    }

    /// What [`fn@custom_scale_layer`] began.
    #[derive(Clone, Debug)]
    pub struct CustomScaleLayer(SpecText);
    spec!(CustomScaleLayer);

    impl CustomScaleLayer {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            CustomScaleLayer(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            CustomScaleLayer(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            CustomScaleLayer(self.0.text("dtype", value))
        }
    }

    /// activation(x kernel + bias) over the last dimension. Shapes: x \[..., n\], y \[..., units\]; kernel \[n,
    /// units\], bias \[units\]. Weights: kernel, bias.
    pub fn dense(units: i64) -> Dense {
        Dense(SpecText::new("Dense").raw("units", units))
    }

    /// What [`fn@dense`] began.
    #[derive(Clone, Debug)]
    pub struct Dense(SpecText);
    spec!(Dense);

    impl Dense {
        /// Default: "".
        pub fn activation(self, value: impl Display) -> Self {
            Dense(self.0.raw("activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            Dense(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            Dense(self.0.raw("kernel_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            Dense(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            Dense(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            Dense(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            Dense(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            Dense(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            Dense(self.0.raw("bias_constraint", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Dense(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Dense(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Dense(self.0.text("dtype", value))
        }
    }

    /// Convolves each channel by itself, along one axis. Shapes: x \[b, n, c\], y \[b, m, c depth\_multiplier\]; kernel
    /// \[kernel\_size, c, depth\_multiplier\], bias \[c depth\_multiplier\]. Weights: kernel, bias.
    pub fn depthwise_conv1d(kernel_size: i64) -> DepthwiseConv1D {
        DepthwiseConv1D(SpecText::new("DepthwiseConv1D").raw("kernel_size", kernel_size))
    }

    /// What [`fn@depthwise_conv1d`] began.
    #[derive(Clone, Debug)]
    pub struct DepthwiseConv1D(SpecText);
    spec!(DepthwiseConv1D);

    impl DepthwiseConv1D {
        /// Default: 1.
        pub fn strides(self, value: i64) -> Self {
            DepthwiseConv1D(self.0.raw("strides", value))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            DepthwiseConv1D(self.0.text("padding", value))
        }

        /// Default: 1.
        pub fn depth_multiplier(self, value: i64) -> Self {
            DepthwiseConv1D(self.0.raw("depth_multiplier", value))
        }

        /// Default: 1.
        pub fn dilation_rate(self, value: i64) -> Self {
            DepthwiseConv1D(self.0.raw("dilation_rate", value))
        }

        /// Default: "".
        pub fn activation(self, value: impl Display) -> Self {
            DepthwiseConv1D(self.0.raw("activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            DepthwiseConv1D(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn depthwise_initializer(self, value: impl Display) -> Self {
            DepthwiseConv1D(self.0.raw("depthwise_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            DepthwiseConv1D(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn depthwise_regularizer(self, value: impl Display) -> Self {
            DepthwiseConv1D(self.0.raw("depthwise_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            DepthwiseConv1D(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            DepthwiseConv1D(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn depthwise_constraint(self, value: impl Display) -> Self {
            DepthwiseConv1D(self.0.raw("depthwise_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            DepthwiseConv1D(self.0.raw("bias_constraint", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            DepthwiseConv1D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            DepthwiseConv1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            DepthwiseConv1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            DepthwiseConv1D(self.0.text("dtype", value))
        }
    }

    /// Convolves each channel by itself. Shapes: x \[b, h, w, c\], y \[b, h', w', c depth\_multiplier\]; kernel
    /// \[kernel\_size, c, depth\_multiplier\], bias \[c depth\_multiplier\]. Weights: kernel, bias.
    pub fn depthwise_conv2d(kernel_size: impl Into<Sizes>) -> DepthwiseConv2D {
        DepthwiseConv2D(SpecText::new("DepthwiseConv2D").sizes("kernel_size", kernel_size.into()))
    }

    /// What [`fn@depthwise_conv2d`] began.
    #[derive(Clone, Debug)]
    pub struct DepthwiseConv2D(SpecText);
    spec!(DepthwiseConv2D);

    impl DepthwiseConv2D {
        /// Default: \[1, 1\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            DepthwiseConv2D(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            DepthwiseConv2D(self.0.text("padding", value))
        }

        /// Default: 1.
        pub fn depth_multiplier(self, value: i64) -> Self {
            DepthwiseConv2D(self.0.raw("depth_multiplier", value))
        }

        /// Default: \[1, 1\].
        pub fn dilation_rate(self, value: impl Into<Sizes>) -> Self {
            DepthwiseConv2D(self.0.sizes("dilation_rate", value.into()))
        }

        /// Default: "".
        pub fn activation(self, value: impl Display) -> Self {
            DepthwiseConv2D(self.0.raw("activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            DepthwiseConv2D(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn depthwise_initializer(self, value: impl Display) -> Self {
            DepthwiseConv2D(self.0.raw("depthwise_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            DepthwiseConv2D(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn depthwise_regularizer(self, value: impl Display) -> Self {
            DepthwiseConv2D(self.0.raw("depthwise_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            DepthwiseConv2D(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            DepthwiseConv2D(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn depthwise_constraint(self, value: impl Display) -> Self {
            DepthwiseConv2D(self.0.raw("depthwise_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            DepthwiseConv2D(self.0.raw("bias_constraint", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            DepthwiseConv2D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            DepthwiseConv2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            DepthwiseConv2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            DepthwiseConv2D(self.0.text("dtype", value))
        }
    }

    /// The number of the bin that x falls into: how many of bin\_boundaries are not above it. From data num\_bins bins
    /// of about as many values each are learned. int gives the numbers themselves, one\_hot a vector for each of them,
    /// multi\_hot and count one for all of a sample. Shapes: x \[b, n\]; y \[b, n\], with one\_hot \[b, n, depth\], or
    /// \[b, depth\] if n is 1, with the others \[b, depth\].
    pub fn discretization() -> Discretization {
        Discretization(SpecText::new("Discretization"))
    }

    /// What [`fn@discretization`] began.
    #[derive(Clone, Debug)]
    pub struct Discretization(SpecText);
    spec!(Discretization);

    impl Discretization {
        /// Default: \[\].
        pub fn bin_boundaries(self, value: &[f64]) -> Self {
            Discretization(self.0.floats("bin_boundaries", value))
        }

        /// Default: 0.
        pub fn num_bins(self, value: i64) -> Self {
            Discretization(self.0.raw("num_bins", value))
        }

        /// Default: 0.01.
        pub fn epsilon(self, value: f64) -> Self {
            Discretization(self.0.float("epsilon", value))
        }

        /// One of int, one\_hot, multi\_hot, count. Default: "int".
        pub fn output_mode(self, value: &str) -> Self {
            Discretization(self.0.text("output_mode", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Discretization(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Discretization(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Discretization(self.0.text("dtype", value))
        }
    }

    /// The sums of products along an axis of each, one number or two, behind the batch; with normalize of vectors of
    /// length 1. Shapes: x \[b, ..., n, ...\], other \[b, ..., n, ...\], y \[b, what else x has, what else other has\],
    /// or \[b, 1\] where that is nothing.
    pub fn dot(axes: impl Into<Sizes>) -> Dot {
        Dot(SpecText::new("Dot").sizes("axes", axes.into()))
    }

    /// What [`fn@dot`] began.
    #[derive(Clone, Debug)]
    pub struct Dot(SpecText);
    spec!(Dot);

    impl Dot {
        /// Default: false.
        pub fn normalize(self, value: bool) -> Self {
            Dot(self.0.raw("normalize", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Dot(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Dot(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Dot(self.0.text("dtype", value))
        }
    }

    /// While training, makes each element 0 with probability rate and the others larger by 1 / (1 - rate). Along axes
    /// of size 1 in noise\_shape all go together; none in it is the size of x. Shapes: y is like x.
    pub fn dropout(rate: f64) -> Dropout {
        Dropout(SpecText::new("Dropout").float("rate", rate))
    }

    /// What [`fn@dropout`] began.
    #[derive(Clone, Debug)]
    pub struct Dropout(SpecText);
    spec!(Dropout);

    impl Dropout {
        /// Default: \[\].
        pub fn noise_shape(self, value: impl Into<Sizes>) -> Self {
            Dropout(self.0.sizes("noise_shape", value.into()))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            Dropout(self.0.raw("seed", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Dropout(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Dropout(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Dropout(self.0.text("dtype", value))
        }
    }

    /// x where it is positive, alpha (exp(x) - 1) elsewhere. Shapes: y is like x.
    pub fn elu() -> ELU {
        ELU(SpecText::new("ELU"))
    }

    /// What [`fn@elu`] began.
    #[derive(Clone, Debug)]
    pub struct ELU(SpecText);
    spec!(ELU);

    impl ELU {
        /// Default: 1.0.
        pub fn alpha(self, value: f64) -> Self {
            ELU(self.0.float("alpha", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            ELU(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            ELU(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            ELU(self.0.text("dtype", value))
        }
    }

    /// The product of x and kernel by an equation of einsum, as abc,cd-\>abd, plus bias along bias\_axes, if they are
    /// said. output\_shape has the sizes of y behind the batch that x does not say; -1: those of x. In front of both or
    /// behind both dots may stand for more dimensions. Shapes: as the equation says; bias from the first of bias\_axes
    /// on. Weights: kernel, bias.
    pub fn einsum_dense(equation: &str, output_shape: impl Into<Sizes>) -> EinsumDense {
        EinsumDense(SpecText::new("EinsumDense").text("equation", equation).sizes("output_shape", output_shape.into()))
    }

    /// What [`fn@einsum_dense`] began.
    #[derive(Clone, Debug)]
    pub struct EinsumDense(SpecText);
    spec!(EinsumDense);

    impl EinsumDense {
        /// Default: "".
        pub fn activation(self, value: impl Display) -> Self {
            EinsumDense(self.0.raw("activation", value))
        }

        /// Default: "".
        pub fn bias_axes(self, value: &str) -> Self {
            EinsumDense(self.0.text("bias_axes", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            EinsumDense(self.0.raw("kernel_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            EinsumDense(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            EinsumDense(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            EinsumDense(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            EinsumDense(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            EinsumDense(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            EinsumDense(self.0.raw("bias_constraint", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            EinsumDense(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            EinsumDense(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            EinsumDense(self.0.text("dtype", value))
        }
    }

    /// Gives each number, which is at least 0 and below input\_dim, its row of embeddings. Shapes: x \[...\], y \[...,
    /// output\_dim\]; embeddings \[input\_dim, output\_dim\]. Weights: embeddings.
    pub fn embedding(input_dim: i64, output_dim: i64) -> Embedding {
        Embedding(SpecText::new("Embedding").raw("input_dim", input_dim).raw("output_dim", output_dim))
    }

    /// What [`fn@embedding`] began.
    #[derive(Clone, Debug)]
    pub struct Embedding(SpecText);
    spec!(Embedding);

    impl Embedding {
        /// Default: "uniform".
        pub fn embeddings_initializer(self, value: impl Display) -> Self {
            Embedding(self.0.raw("embeddings_initializer", value))
        }

        /// Default: "".
        pub fn embeddings_regularizer(self, value: impl Display) -> Self {
            Embedding(self.0.raw("embeddings_regularizer", value))
        }

        /// Default: "".
        pub fn embeddings_constraint(self, value: impl Display) -> Self {
            Embedding(self.0.raw("embeddings_constraint", value))
        }

        /// Default: false.
        pub fn mask_zero(self, value: bool) -> Self {
            Embedding(self.0.raw("mask_zero", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Embedding(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Embedding(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Embedding(self.0.text("dtype", value))
        }
    }

    /// Joins all dimensions but the first. Shapes: x \[b, n, m, ...\], y \[b, n m ...\].
    pub fn flatten() -> Flatten {
        Flatten(SpecText::new("Flatten"))
    }

    /// What [`fn@flatten`] began.
    #[derive(Clone, Debug)]
    pub struct Flatten(SpecText);
    spec!(Flatten);

    impl Flatten {
        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            Flatten(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Flatten(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Flatten(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Flatten(self.0.text("dtype", value))
        }
    }

    /// Gated recurrent unit: h = z h + (1 - z) activation(k), with the gates z and r by recurrent\_activation; z, r, k
    /// are x kernel + h recurrent\_kernel + bias, in this order, where r multiplies what h gives to k (reset\_after) or
    /// h before it does. Gives the output of the last step, with return\_sequences of all steps, and behind them with
    /// return\_state the states, as values of their own. A step whose mask is false changes no state; its output is
    /// that of the step before, or zeros with zero\_output\_for\_mask. dropout and recurrent\_dropout drop the same
    /// elements of inputs and states in every step. Initial states may be further inputs; then, as in Keras, the mask
    /// is only passed on. With stateful a batch, whose size has to be known, begins with the states that the one before
    /// ended with. Errors: UNIMPLEMENTED for stateful where a strategy divides batches. Shapes: x \[b, steps, n\], y
    /// \[b, units\] or \[b, steps, units\], states \[b, units\]; kernel \[n, 3 units\], recurrent\_kernel \[units, 3
    /// units\], bias \[2, 3 units\], of inputs and of states, or \[3 units\] without reset\_after. Source: Cho et al.
    /// 2014. Weights: kernel, recurrent\_kernel, bias.
    pub fn gru(units: i64) -> GRU {
        GRU(SpecText::new("GRU").raw("units", units))
    }

    /// What [`fn@gru`] began.
    #[derive(Clone, Debug)]
    pub struct GRU(SpecText);
    spec!(GRU);

    impl GRU {
        /// Default: "tanh".
        pub fn activation(self, value: impl Display) -> Self {
            GRU(self.0.raw("activation", value))
        }

        /// Default: "sigmoid".
        pub fn recurrent_activation(self, value: impl Display) -> Self {
            GRU(self.0.raw("recurrent_activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            GRU(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            GRU(self.0.raw("kernel_initializer", value))
        }

        /// Default: "orthogonal".
        pub fn recurrent_initializer(self, value: impl Display) -> Self {
            GRU(self.0.raw("recurrent_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            GRU(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            GRU(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn recurrent_regularizer(self, value: impl Display) -> Self {
            GRU(self.0.raw("recurrent_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            GRU(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            GRU(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            GRU(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn recurrent_constraint(self, value: impl Display) -> Self {
            GRU(self.0.raw("recurrent_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            GRU(self.0.raw("bias_constraint", value))
        }

        /// Default: 0.0.
        pub fn dropout(self, value: f64) -> Self {
            GRU(self.0.float("dropout", value))
        }

        /// Default: 0.0.
        pub fn recurrent_dropout(self, value: f64) -> Self {
            GRU(self.0.float("recurrent_dropout", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            GRU(self.0.raw("seed", value))
        }

        /// Default: false.
        pub fn return_sequences(self, value: bool) -> Self {
            GRU(self.0.raw("return_sequences", value))
        }

        /// Default: false.
        pub fn return_state(self, value: bool) -> Self {
            GRU(self.0.raw("return_state", value))
        }

        /// Default: false.
        pub fn go_backwards(self, value: bool) -> Self {
            GRU(self.0.raw("go_backwards", value))
        }

        /// Default: false.
        pub fn stateful(self, value: bool) -> Self {
            GRU(self.0.raw("stateful", value))
        }

        /// Default: false.
        pub fn unroll(self, value: bool) -> Self {
            GRU(self.0.raw("unroll", value))
        }

        /// Default: false.
        pub fn zero_output_for_mask(self, value: bool) -> Self {
            GRU(self.0.raw("zero_output_for_mask", value))
        }

        /// Default: true.
        pub fn reset_after(self, value: bool) -> Self {
            GRU(self.0.raw("reset_after", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            GRU(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            GRU(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            GRU(self.0.text("dtype", value))
        }
    }

    /// While training, multiplies by normal noise of mean 1 and variance rate / (1 - rate). Shapes: y is like x.
    pub fn gaussian_dropout(rate: f64) -> GaussianDropout {
        GaussianDropout(SpecText::new("GaussianDropout").float("rate", rate))
    }

    /// What [`fn@gaussian_dropout`] began.
    #[derive(Clone, Debug)]
    pub struct GaussianDropout(SpecText);
    spec!(GaussianDropout);

    impl GaussianDropout {
        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            GaussianDropout(self.0.raw("seed", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            GaussianDropout(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            GaussianDropout(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            GaussianDropout(self.0.text("dtype", value))
        }
    }

    /// While training, adds normal noise. Shapes: y is like x.
    pub fn gaussian_noise(stddev: f64) -> GaussianNoise {
        GaussianNoise(SpecText::new("GaussianNoise").float("stddev", stddev))
    }

    /// What [`fn@gaussian_noise`] began.
    #[derive(Clone, Debug)]
    pub struct GaussianNoise(SpecText);
    spec!(GaussianNoise);

    impl GaussianNoise {
        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            GaussianNoise(self.0.raw("seed", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            GaussianNoise(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            GaussianNoise(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            GaussianNoise(self.0.text("dtype", value))
        }
    }

    /// The Mean over all positions, of those that count if there is a mask. Shapes: x \[b, n, c\], y \[b, c\].
    pub fn global_average_pooling1d() -> GlobalAveragePooling1D {
        GlobalAveragePooling1D(SpecText::new("GlobalAveragePooling1D"))
    }

    /// What [`fn@global_average_pooling1d`] began.
    #[derive(Clone, Debug)]
    pub struct GlobalAveragePooling1D(SpecText);
    spec!(GlobalAveragePooling1D);

    impl GlobalAveragePooling1D {
        /// Default: false.
        pub fn keepdims(self, value: bool) -> Self {
            GlobalAveragePooling1D(self.0.raw("keepdims", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            GlobalAveragePooling1D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            GlobalAveragePooling1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            GlobalAveragePooling1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            GlobalAveragePooling1D(self.0.text("dtype", value))
        }
    }

    /// The Mean over all positions. Shapes: x \[b, h, w, c\], y \[b, c\].
    pub fn global_average_pooling2d() -> GlobalAveragePooling2D {
        GlobalAveragePooling2D(SpecText::new("GlobalAveragePooling2D"))
    }

    /// What [`fn@global_average_pooling2d`] began.
    #[derive(Clone, Debug)]
    pub struct GlobalAveragePooling2D(SpecText);
    spec!(GlobalAveragePooling2D);

    impl GlobalAveragePooling2D {
        /// Default: false.
        pub fn keepdims(self, value: bool) -> Self {
            GlobalAveragePooling2D(self.0.raw("keepdims", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            GlobalAveragePooling2D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            GlobalAveragePooling2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            GlobalAveragePooling2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            GlobalAveragePooling2D(self.0.text("dtype", value))
        }
    }

    /// The Mean over all positions. Shapes: x \[b, d, h, w, c\], y \[b, c\].
    pub fn global_average_pooling3d() -> GlobalAveragePooling3D {
        GlobalAveragePooling3D(SpecText::new("GlobalAveragePooling3D"))
    }

    /// What [`fn@global_average_pooling3d`] began.
    #[derive(Clone, Debug)]
    pub struct GlobalAveragePooling3D(SpecText);
    spec!(GlobalAveragePooling3D);

    impl GlobalAveragePooling3D {
        /// Default: false.
        pub fn keepdims(self, value: bool) -> Self {
            GlobalAveragePooling3D(self.0.raw("keepdims", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            GlobalAveragePooling3D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            GlobalAveragePooling3D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            GlobalAveragePooling3D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            GlobalAveragePooling3D(self.0.text("dtype", value))
        }
    }

    /// The Max over all positions. Shapes: x \[b, n, c\], y \[b, c\].
    pub fn global_max_pooling1d() -> GlobalMaxPooling1D {
        GlobalMaxPooling1D(SpecText::new("GlobalMaxPooling1D"))
    }

    /// What [`fn@global_max_pooling1d`] began.
    #[derive(Clone, Debug)]
    pub struct GlobalMaxPooling1D(SpecText);
    spec!(GlobalMaxPooling1D);

    impl GlobalMaxPooling1D {
        /// Default: false.
        pub fn keepdims(self, value: bool) -> Self {
            GlobalMaxPooling1D(self.0.raw("keepdims", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            GlobalMaxPooling1D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            GlobalMaxPooling1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            GlobalMaxPooling1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            GlobalMaxPooling1D(self.0.text("dtype", value))
        }
    }

    /// The Max over all positions. Shapes: x \[b, h, w, c\], y \[b, c\].
    pub fn global_max_pooling2d() -> GlobalMaxPooling2D {
        GlobalMaxPooling2D(SpecText::new("GlobalMaxPooling2D"))
    }

    /// What [`fn@global_max_pooling2d`] began.
    #[derive(Clone, Debug)]
    pub struct GlobalMaxPooling2D(SpecText);
    spec!(GlobalMaxPooling2D);

    impl GlobalMaxPooling2D {
        /// Default: false.
        pub fn keepdims(self, value: bool) -> Self {
            GlobalMaxPooling2D(self.0.raw("keepdims", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            GlobalMaxPooling2D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            GlobalMaxPooling2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            GlobalMaxPooling2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            GlobalMaxPooling2D(self.0.text("dtype", value))
        }
    }

    /// The Max over all positions. Shapes: x \[b, d, h, w, c\], y \[b, c\].
    pub fn global_max_pooling3d() -> GlobalMaxPooling3D {
        GlobalMaxPooling3D(SpecText::new("GlobalMaxPooling3D"))
    }

    /// What [`fn@global_max_pooling3d`] began.
    #[derive(Clone, Debug)]
    pub struct GlobalMaxPooling3D(SpecText);
    spec!(GlobalMaxPooling3D);

    impl GlobalMaxPooling3D {
        /// Default: false.
        pub fn keepdims(self, value: bool) -> Self {
            GlobalMaxPooling3D(self.0.raw("keepdims", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            GlobalMaxPooling3D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            GlobalMaxPooling3D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            GlobalMaxPooling3D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            GlobalMaxPooling3D(self.0.text("dtype", value))
        }
    }

    /// (x - mean) / sqrt(variance + epsilon) gamma + beta over the positions and channels of each group of channels;
    /// groups -1: one for each channel. Shapes: x \[b, ..., c\], y like it; gamma and beta \[c\]. Weights: gamma, beta.
    pub fn group_normalization() -> GroupNormalization {
        GroupNormalization(SpecText::new("GroupNormalization"))
    }

    /// What [`fn@group_normalization`] began.
    #[derive(Clone, Debug)]
    pub struct GroupNormalization(SpecText);
    spec!(GroupNormalization);

    impl GroupNormalization {
        /// Default: 32.
        pub fn groups(self, value: i64) -> Self {
            GroupNormalization(self.0.raw("groups", value))
        }

        /// Default: -1.
        pub fn axis(self, value: i64) -> Self {
            GroupNormalization(self.0.raw("axis", value))
        }

        /// Default: 0.001.
        pub fn epsilon(self, value: f64) -> Self {
            GroupNormalization(self.0.float("epsilon", value))
        }

        /// Default: true.
        pub fn center(self, value: bool) -> Self {
            GroupNormalization(self.0.raw("center", value))
        }

        /// Default: true.
        pub fn scale(self, value: bool) -> Self {
            GroupNormalization(self.0.raw("scale", value))
        }

        /// Default: "zeros".
        pub fn beta_initializer(self, value: impl Display) -> Self {
            GroupNormalization(self.0.raw("beta_initializer", value))
        }

        /// Default: "ones".
        pub fn gamma_initializer(self, value: impl Display) -> Self {
            GroupNormalization(self.0.raw("gamma_initializer", value))
        }

        /// Default: "".
        pub fn beta_regularizer(self, value: impl Display) -> Self {
            GroupNormalization(self.0.raw("beta_regularizer", value))
        }

        /// Default: "".
        pub fn gamma_regularizer(self, value: impl Display) -> Self {
            GroupNormalization(self.0.raw("gamma_regularizer", value))
        }

        /// Default: "".
        pub fn beta_constraint(self, value: impl Display) -> Self {
            GroupNormalization(self.0.raw("beta_constraint", value))
        }

        /// Default: "".
        pub fn gamma_constraint(self, value: impl Display) -> Self {
            GroupNormalization(self.0.raw("gamma_constraint", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            GroupNormalization(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            GroupNormalization(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            GroupNormalization(self.0.text("dtype", value))
        }
    }

    /// MultiHeadAttention where heads of queries share those of keys and values, num\_query\_heads /
    /// num\_key\_value\_heads of them each. With sliding\_window steps that are that far apart, or further, do not
    /// attend; with use\_gate what heads give is multiplied with sigmoids of one more product of the query. Shapes:
    /// query \[b, n, c\], value \[b, m, d\], key \[b, m, e\], which is the value where it is left out; y \[b, n, c\].
    /// Source: Ainslie et al. 2023. Weights: query\_kernel, query\_bias, key\_kernel, key\_bias, gate\_kernel,
    /// gate\_bias, value\_kernel, value\_bias, attention\_output\_kernel, attention\_output\_bias.
    pub fn grouped_query_attention(head_dim: i64, num_query_heads: i64, num_key_value_heads: i64) -> GroupedQueryAttention {
        GroupedQueryAttention(SpecText::new("GroupedQueryAttention").raw("head_dim", head_dim).raw("num_query_heads", num_query_heads).raw("num_key_value_heads", num_key_value_heads))
    }

    /// What [`fn@grouped_query_attention`] began.
    #[derive(Clone, Debug)]
    pub struct GroupedQueryAttention(SpecText);
    spec!(GroupedQueryAttention);

    impl GroupedQueryAttention {
        /// Default: 0.0.
        pub fn dropout(self, value: f64) -> Self {
            GroupedQueryAttention(self.0.float("dropout", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            GroupedQueryAttention(self.0.raw("use_bias", value))
        }

        /// Default: 0.
        pub fn sliding_window(self, value: i64) -> Self {
            GroupedQueryAttention(self.0.raw("sliding_window", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            GroupedQueryAttention(self.0.raw("kernel_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            GroupedQueryAttention(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            GroupedQueryAttention(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            GroupedQueryAttention(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            GroupedQueryAttention(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            GroupedQueryAttention(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            GroupedQueryAttention(self.0.raw("bias_constraint", value))
        }

        /// Default: false.
        pub fn use_gate(self, value: bool) -> Self {
            GroupedQueryAttention(self.0.raw("use_gate", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            GroupedQueryAttention(self.0.raw("seed", value))
        }

        /// Default: false.
        pub fn use_causal_mask(self, value: bool) -> Self {
            GroupedQueryAttention(self.0.raw("use_causal_mask", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            GroupedQueryAttention(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            GroupedQueryAttention(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            GroupedQueryAttention(self.0.text("dtype", value))
        }
    }

    /// Strings, or whole numbers as strings, by a hash: FarmHash64, or SipHash64 with a salt. What equals mask\_value
    /// gives 0, and nothing else does. int gives the numbers themselves, one\_hot a vector for each of them, multi\_hot
    /// and count one for all of a sample. Shapes: x \[b, n\]; y \[b, n\], with one\_hot \[b, n, depth\], or \[b,
    /// depth\] if n is 1, with the others \[b, depth\].
    pub fn hashing(num_bins: i64) -> Hashing {
        Hashing(SpecText::new("Hashing").raw("num_bins", num_bins))
    }

    /// What [`fn@hashing`] began.
    #[derive(Clone, Debug)]
    pub struct Hashing(SpecText);
    spec!(Hashing);

    impl Hashing {
        /// Default: \[\].
        pub fn mask_value(self, value: &[&str]) -> Self {
            Hashing(self.0.texts("mask_value", value))
        }

        /// Default: \[\].
        pub fn salt(self, value: impl Into<Sizes>) -> Self {
            Hashing(self.0.sizes("salt", value.into()))
        }

        /// One of int, one\_hot, multi\_hot, count. Default: "int".
        pub fn output_mode(self, value: &str) -> Self {
            Hashing(self.0.text("output_mode", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Hashing(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Hashing(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Hashing(self.0.text("dtype", value))
        }
    }

    /// x itself.
    pub fn identity() -> Identity {
        Identity(SpecText::new("Identity"))
    }

    /// What [`fn@identity`] began.
    #[derive(Clone, Debug)]
    pub struct Identity(SpecText);
    spec!(Identity);

    impl Identity {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Identity(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Identity(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Identity(self.0.text("dtype", value))
        }
    }

    /// The number of a whole number. A mask\_token gives 0 in mode int and counts for nothing else; what is not in the
    /// vocabulary gives one of num\_oov\_indices numbers behind it, and an error if there are none; the vocabulary
    /// follows. It is given, or learned from data: the most frequent ones. With invert the other way round. tf\_idf:
    /// count times idf\_weights. int gives the numbers themselves, one\_hot a vector for each of them, multi\_hot and
    /// count one for all of a sample. Shapes: x \[b, n\]; y \[b, n\], with one\_hot \[b, n, depth\], or \[b, depth\] if
    /// n is 1, with the others \[b, depth\].
    pub fn integer_lookup() -> IntegerLookup {
        IntegerLookup(SpecText::new("IntegerLookup"))
    }

    /// What [`fn@integer_lookup`] began.
    #[derive(Clone, Debug)]
    pub struct IntegerLookup(SpecText);
    spec!(IntegerLookup);

    impl IntegerLookup {
        /// Default: 0.
        pub fn max_tokens(self, value: i64) -> Self {
            IntegerLookup(self.0.raw("max_tokens", value))
        }

        /// Default: 1.
        pub fn num_oov_indices(self, value: i64) -> Self {
            IntegerLookup(self.0.raw("num_oov_indices", value))
        }

        /// Default: \[\].
        pub fn mask_token(self, value: impl Into<Sizes>) -> Self {
            IntegerLookup(self.0.sizes("mask_token", value.into()))
        }

        /// Default: -1.
        pub fn oov_token(self, value: i64) -> Self {
            IntegerLookup(self.0.raw("oov_token", value))
        }

        /// Default: \[\].
        pub fn vocabulary(self, value: impl Into<Sizes>) -> Self {
            IntegerLookup(self.0.sizes("vocabulary", value.into()))
        }

        /// Default: \[\].
        pub fn idf_weights(self, value: &[f64]) -> Self {
            IntegerLookup(self.0.floats("idf_weights", value))
        }

        /// Default: false.
        pub fn invert(self, value: bool) -> Self {
            IntegerLookup(self.0.raw("invert", value))
        }

        /// One of int, one\_hot, multi\_hot, count, tf\_idf. Default: "int".
        pub fn output_mode(self, value: &str) -> Self {
            IntegerLookup(self.0.text("output_mode", value))
        }

        /// Default: false.
        pub fn pad_to_max_tokens(self, value: bool) -> Self {
            IntegerLookup(self.0.raw("pad_to_max_tokens", value))
        }

        /// One of floormod, farmhash. Default: "floormod".
        pub fn oov_method(self, value: &str) -> Self {
            IntegerLookup(self.0.text("oov_method", value))
        }

        /// Default: \[\].
        pub fn salt(self, value: impl Into<Sizes>) -> Self {
            IntegerLookup(self.0.sizes("salt", value.into()))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            IntegerLookup(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            IntegerLookup(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            IntegerLookup(self.0.text("dtype", value))
        }
    }

    /// Long short-term memory: c = f c + i activation(k), h = o activation(c) with the gates i, f and o by
    /// recurrent\_activation; i, f, k, o are x kernel + h recurrent\_kernel + bias, in this order. The states are h and
    /// c. unit\_forget\_bias gives f a bias of ones to begin with. Gives the output of the last step, with
    /// return\_sequences of all steps, and behind them with return\_state the states, as values of their own. A step
    /// whose mask is false changes no state; its output is that of the step before, or zeros with
    /// zero\_output\_for\_mask. dropout and recurrent\_dropout drop the same elements of inputs and states in every
    /// step. Initial states may be further inputs; then, as in Keras, the mask is only passed on. With stateful a
    /// batch, whose size has to be known, begins with the states that the one before ended with. Errors: UNIMPLEMENTED
    /// for stateful where a strategy divides batches. Shapes: x \[b, steps, n\], y \[b, units\] or \[b, steps, units\],
    /// states \[b, units\]; kernel \[n, 4 units\], recurrent\_kernel \[units, 4 units\], bias \[4 units\]. Source:
    /// Hochreiter and Schmidhuber 1997. Weights: kernel, recurrent\_kernel, bias.
    pub fn lstm(units: i64) -> LSTM {
        LSTM(SpecText::new("LSTM").raw("units", units))
    }

    /// What [`fn@lstm`] began.
    #[derive(Clone, Debug)]
    pub struct LSTM(SpecText);
    spec!(LSTM);

    impl LSTM {
        /// Default: "tanh".
        pub fn activation(self, value: impl Display) -> Self {
            LSTM(self.0.raw("activation", value))
        }

        /// Default: "sigmoid".
        pub fn recurrent_activation(self, value: impl Display) -> Self {
            LSTM(self.0.raw("recurrent_activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            LSTM(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            LSTM(self.0.raw("kernel_initializer", value))
        }

        /// Default: "orthogonal".
        pub fn recurrent_initializer(self, value: impl Display) -> Self {
            LSTM(self.0.raw("recurrent_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            LSTM(self.0.raw("bias_initializer", value))
        }

        /// Default: true.
        pub fn unit_forget_bias(self, value: bool) -> Self {
            LSTM(self.0.raw("unit_forget_bias", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            LSTM(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn recurrent_regularizer(self, value: impl Display) -> Self {
            LSTM(self.0.raw("recurrent_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            LSTM(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            LSTM(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            LSTM(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn recurrent_constraint(self, value: impl Display) -> Self {
            LSTM(self.0.raw("recurrent_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            LSTM(self.0.raw("bias_constraint", value))
        }

        /// Default: 0.0.
        pub fn dropout(self, value: f64) -> Self {
            LSTM(self.0.float("dropout", value))
        }

        /// Default: 0.0.
        pub fn recurrent_dropout(self, value: f64) -> Self {
            LSTM(self.0.float("recurrent_dropout", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            LSTM(self.0.raw("seed", value))
        }

        /// Default: false.
        pub fn return_sequences(self, value: bool) -> Self {
            LSTM(self.0.raw("return_sequences", value))
        }

        /// Default: false.
        pub fn return_state(self, value: bool) -> Self {
            LSTM(self.0.raw("return_state", value))
        }

        /// Default: false.
        pub fn go_backwards(self, value: bool) -> Self {
            LSTM(self.0.raw("go_backwards", value))
        }

        /// Default: false.
        pub fn stateful(self, value: bool) -> Self {
            LSTM(self.0.raw("stateful", value))
        }

        /// Default: false.
        pub fn unroll(self, value: bool) -> Self {
            LSTM(self.0.raw("unroll", value))
        }

        /// Default: false.
        pub fn zero_output_for_mask(self, value: bool) -> Self {
            LSTM(self.0.raw("zero_output_for_mask", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            LSTM(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            LSTM(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            LSTM(self.0.text("dtype", value))
        }
    }

    /// (x - mean) / sqrt(variance + epsilon) gamma + beta over one or more dimensions of each sample. Shapes: y is like
    /// x; gamma and beta have the sizes along axis. Weights: gamma, beta.
    pub fn layer_normalization() -> LayerNormalization {
        LayerNormalization(SpecText::new("LayerNormalization"))
    }

    /// What [`fn@layer_normalization`] began.
    #[derive(Clone, Debug)]
    pub struct LayerNormalization(SpecText);
    spec!(LayerNormalization);

    impl LayerNormalization {
        /// Default: \[-1\].
        pub fn axis(self, value: impl Into<Sizes>) -> Self {
            LayerNormalization(self.0.sizes("axis", value.into()))
        }

        /// Default: 0.001.
        pub fn epsilon(self, value: f64) -> Self {
            LayerNormalization(self.0.float("epsilon", value))
        }

        /// Default: true.
        pub fn center(self, value: bool) -> Self {
            LayerNormalization(self.0.raw("center", value))
        }

        /// Default: true.
        pub fn scale(self, value: bool) -> Self {
            LayerNormalization(self.0.raw("scale", value))
        }

        /// Default: "zeros".
        pub fn beta_initializer(self, value: impl Display) -> Self {
            LayerNormalization(self.0.raw("beta_initializer", value))
        }

        /// Default: "ones".
        pub fn gamma_initializer(self, value: impl Display) -> Self {
            LayerNormalization(self.0.raw("gamma_initializer", value))
        }

        /// Default: "".
        pub fn beta_regularizer(self, value: impl Display) -> Self {
            LayerNormalization(self.0.raw("beta_regularizer", value))
        }

        /// Default: "".
        pub fn gamma_regularizer(self, value: impl Display) -> Self {
            LayerNormalization(self.0.raw("gamma_regularizer", value))
        }

        /// Default: "".
        pub fn beta_constraint(self, value: impl Display) -> Self {
            LayerNormalization(self.0.raw("beta_constraint", value))
        }

        /// Default: "".
        pub fn gamma_constraint(self, value: impl Display) -> Self {
            LayerNormalization(self.0.raw("gamma_constraint", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            LayerNormalization(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            LayerNormalization(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            LayerNormalization(self.0.text("dtype", value))
        }
    }

    /// x gamma, which begins at init\_values, as in ConvNeXt. Shapes: x \[..., projection\_dim\], y like it; gamma
    /// \[projection\_dim\]. Source: Touvron et al. 2021. Weights: gamma.
    pub fn layer_scale(init_values: f64, projection_dim: i64) -> LayerScale {
        LayerScale(SpecText::new("LayerScale").float("init_values", init_values).raw("projection_dim", projection_dim))
    }

    /// What [`fn@layer_scale`] began.
    #[derive(Clone, Debug)]
    pub struct LayerScale(SpecText);
    spec!(LayerScale);

    impl LayerScale {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            LayerScale(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            LayerScale(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            LayerScale(self.0.text("dtype", value))
        }
    }

    /// x where it is positive, negative\_slope x elsewhere. Shapes: y is like x.
    pub fn leaky_relu() -> LeakyReLU {
        LeakyReLU(SpecText::new("LeakyReLU"))
    }

    /// What [`fn@leaky_relu`] began.
    #[derive(Clone, Debug)]
    pub struct LeakyReLU(SpecText);
    spec!(LeakyReLU);

    impl LeakyReLU {
        /// Default: 0.3.
        pub fn negative_slope(self, value: f64) -> Self {
            LeakyReLU(self.0.float("negative_slope", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            LeakyReLU(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            LeakyReLU(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            LeakyReLU(self.0.text("dtype", value))
        }
    }

    /// Steps whose features are all mask\_value become zeros that do not count: recurrent layers, attention,
    /// GlobalAveragePooling1D, losses and metrics leave them out. Shapes: x \[b, steps, n\], y like it.
    pub fn masking() -> Masking {
        Masking(SpecText::new("Masking"))
    }

    /// What [`fn@masking`] began.
    #[derive(Clone, Debug)]
    pub struct Masking(SpecText);
    spec!(Masking);

    impl Masking {
        /// Default: 0.0.
        pub fn mask_value(self, value: f64) -> Self {
            Masking(self.0.float("mask_value", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Masking(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Masking(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Masking(self.0.text("dtype", value))
        }
    }

    /// The largest value of each window. Shapes: x \[b, n, c\], y \[b, m, c\].
    pub fn max_pooling1d() -> MaxPooling1D {
        MaxPooling1D(SpecText::new("MaxPooling1D"))
    }

    /// What [`fn@max_pooling1d`] began.
    #[derive(Clone, Debug)]
    pub struct MaxPooling1D(SpecText);
    spec!(MaxPooling1D);

    impl MaxPooling1D {
        /// Default: \[2\].
        pub fn pool_size(self, value: impl Into<Sizes>) -> Self {
            MaxPooling1D(self.0.sizes("pool_size", value.into()))
        }

        /// Default: \[0\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            MaxPooling1D(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            MaxPooling1D(self.0.text("padding", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            MaxPooling1D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            MaxPooling1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            MaxPooling1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            MaxPooling1D(self.0.text("dtype", value))
        }
    }

    /// The largest value of each window. Shapes: x \[b, h, w, c\], y \[b, h', w', c\].
    pub fn max_pooling2d() -> MaxPooling2D {
        MaxPooling2D(SpecText::new("MaxPooling2D"))
    }

    /// What [`fn@max_pooling2d`] began.
    #[derive(Clone, Debug)]
    pub struct MaxPooling2D(SpecText);
    spec!(MaxPooling2D);

    impl MaxPooling2D {
        /// Default: \[2, 2\].
        pub fn pool_size(self, value: impl Into<Sizes>) -> Self {
            MaxPooling2D(self.0.sizes("pool_size", value.into()))
        }

        /// Default: \[0, 0\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            MaxPooling2D(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            MaxPooling2D(self.0.text("padding", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            MaxPooling2D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            MaxPooling2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            MaxPooling2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            MaxPooling2D(self.0.text("dtype", value))
        }
    }

    /// The largest value of each window. Shapes: x \[b, d, h, w, c\], y \[b, d', h', w', c\].
    pub fn max_pooling3d() -> MaxPooling3D {
        MaxPooling3D(SpecText::new("MaxPooling3D"))
    }

    /// What [`fn@max_pooling3d`] began.
    #[derive(Clone, Debug)]
    pub struct MaxPooling3D(SpecText);
    spec!(MaxPooling3D);

    impl MaxPooling3D {
        /// Default: \[2, 2, 2\].
        pub fn pool_size(self, value: impl Into<Sizes>) -> Self {
            MaxPooling3D(self.0.sizes("pool_size", value.into()))
        }

        /// Default: \[0, 0, 0\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            MaxPooling3D(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            MaxPooling3D(self.0.text("padding", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            MaxPooling3D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            MaxPooling3D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            MaxPooling3D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            MaxPooling3D(self.0.text("dtype", value))
        }
    }

    /// The largest of the inputs, element by element; they broadcast.
    pub fn maximum() -> Maximum {
        Maximum(SpecText::new("Maximum"))
    }

    /// What [`fn@maximum`] began.
    #[derive(Clone, Debug)]
    pub struct Maximum(SpecText);
    spec!(Maximum);

    impl Maximum {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Maximum(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Maximum(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Maximum(self.0.text("dtype", value))
        }
    }

    /// The smallest of the inputs, element by element; they broadcast.
    pub fn minimum() -> Minimum {
        Minimum(SpecText::new("Minimum"))
    }

    /// What [`fn@minimum`] began.
    #[derive(Clone, Debug)]
    pub struct Minimum(SpecText);
    spec!(Minimum);

    impl Minimum {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Minimum(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Minimum(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Minimum(self.0.text("dtype", value))
        }
    }

    /// softmax(q k / sqrt(key\_dim)) v for each head, where q, k and v are products of query, key and value with
    /// kernels, and the product of all heads' results with one more. value\_dim is key\_dim unless it is given,
    /// output\_shape the query's features. With use\_causal\_mask a step attends to none behind it. attention\_axes are
    /// those of query, value and key that are attended over, all between batch and features unless they are given. With
    /// sliding\_window steps that are that far apart, or further, do not attend; with use\_gate what heads give is
    /// multiplied with sigmoids of one more product of the query. Errors: UNIMPLEMENTED for masks of more than \[b,
    /// n\]. Shapes: query \[b, n, c\], value \[b, m, d\], key \[b, m, e\], which is the value where it is left out; y
    /// \[b, n, c\] or \[b, n, output\_shape\]. Source: Vaswani et al. 2017. Weights: query\_kernel, query\_bias,
    /// key\_kernel, key\_bias, gate\_kernel, gate\_bias, value\_kernel, value\_bias, attention\_output\_kernel,
    /// attention\_output\_bias.
    pub fn multi_head_attention(num_heads: i64, key_dim: i64) -> MultiHeadAttention {
        MultiHeadAttention(SpecText::new("MultiHeadAttention").raw("num_heads", num_heads).raw("key_dim", key_dim))
    }

    /// What [`fn@multi_head_attention`] began.
    #[derive(Clone, Debug)]
    pub struct MultiHeadAttention(SpecText);
    spec!(MultiHeadAttention);

    impl MultiHeadAttention {
        /// Default: 0.
        pub fn value_dim(self, value: i64) -> Self {
            MultiHeadAttention(self.0.raw("value_dim", value))
        }

        /// Default: 0.0.
        pub fn dropout(self, value: f64) -> Self {
            MultiHeadAttention(self.0.float("dropout", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            MultiHeadAttention(self.0.raw("use_bias", value))
        }

        /// Default: \[\].
        pub fn output_shape(self, value: impl Into<Sizes>) -> Self {
            MultiHeadAttention(self.0.sizes("output_shape", value.into()))
        }

        /// Default: \[\].
        pub fn attention_axes(self, value: impl Into<Sizes>) -> Self {
            MultiHeadAttention(self.0.sizes("attention_axes", value.into()))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            MultiHeadAttention(self.0.raw("kernel_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            MultiHeadAttention(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            MultiHeadAttention(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            MultiHeadAttention(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            MultiHeadAttention(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            MultiHeadAttention(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            MultiHeadAttention(self.0.raw("bias_constraint", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            MultiHeadAttention(self.0.raw("seed", value))
        }

        /// Default: false.
        pub fn use_causal_mask(self, value: bool) -> Self {
            MultiHeadAttention(self.0.raw("use_causal_mask", value))
        }

        /// Default: 0.
        pub fn sliding_window(self, value: i64) -> Self {
            MultiHeadAttention(self.0.raw("sliding_window", value))
        }

        /// Default: false.
        pub fn use_gate(self, value: bool) -> Self {
            MultiHeadAttention(self.0.raw("use_gate", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            MultiHeadAttention(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            MultiHeadAttention(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            MultiHeadAttention(self.0.text("dtype", value))
        }
    }

    /// The product of the inputs, element by element; they broadcast.
    pub fn multiply() -> Multiply {
        Multiply(SpecText::new("Multiply"))
    }

    /// What [`fn@multiply`] began.
    #[derive(Clone, Debug)]
    pub struct Multiply(SpecText);
    spec!(Multiply);

    impl Multiply {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Multiply(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Multiply(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Multiply(self.0.text("dtype", value))
        }
    }

    /// (x - mean) / sqrt(variance), or the other way round with invert. mean and variance are given, learned from data,
    /// or weights; those axes have their own, counted with the batch, and the rest share them. Shapes: y is like x.
    /// Weights: own\_mean, own\_variance.
    pub fn normalization() -> Normalization {
        Normalization(SpecText::new("Normalization"))
    }

    /// What [`fn@normalization`] began.
    #[derive(Clone, Debug)]
    pub struct Normalization(SpecText);
    spec!(Normalization);

    impl Normalization {
        /// Default: \[-1\].
        pub fn axis(self, value: impl Into<Sizes>) -> Self {
            Normalization(self.0.sizes("axis", value.into()))
        }

        /// Default: \[\].
        pub fn mean(self, value: &[f64]) -> Self {
            Normalization(self.0.floats("mean", value))
        }

        /// Default: \[\].
        pub fn variance(self, value: &[f64]) -> Self {
            Normalization(self.0.floats("variance", value))
        }

        /// Default: false.
        pub fn invert(self, value: bool) -> Self {
            Normalization(self.0.raw("invert", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Normalization(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Normalization(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Normalization(self.0.text("dtype", value))
        }
    }

    /// x where it is positive, alpha x elsewhere, with an alpha for each element of a sample, or for all along
    /// shared\_axes. Shapes: y is like x; alpha is like x without the batch, and 1 along shared\_axes. Weights: alpha.
    pub fn prelu() -> PReLU {
        PReLU(SpecText::new("PReLU"))
    }

    /// What [`fn@prelu`] began.
    #[derive(Clone, Debug)]
    pub struct PReLU(SpecText);
    spec!(PReLU);

    impl PReLU {
        /// Default: "zeros".
        pub fn alpha_initializer(self, value: impl Display) -> Self {
            PReLU(self.0.raw("alpha_initializer", value))
        }

        /// Default: "".
        pub fn alpha_regularizer(self, value: impl Display) -> Self {
            PReLU(self.0.raw("alpha_regularizer", value))
        }

        /// Default: "".
        pub fn alpha_constraint(self, value: impl Display) -> Self {
            PReLU(self.0.raw("alpha_constraint", value))
        }

        /// Default: \[\].
        pub fn shared_axes(self, value: impl Into<Sizes>) -> Self {
            PReLU(self.0.sizes("shared_axes", value.into()))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            PReLU(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            PReLU(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            PReLU(self.0.text("dtype", value))
        }
    }

    /// Other order of dimensions, counted from 1, without the batch.
    pub fn permute(dims: impl Into<Sizes>) -> Permute {
        Permute(SpecText::new("Permute").sizes("dims", dims.into()))
    }

    /// What [`fn@permute`] began.
    #[derive(Clone, Debug)]
    pub struct Permute(SpecText);
    spec!(Permute);

    impl Permute {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Permute(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Permute(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Permute(self.0.text("dtype", value))
        }
    }

    /// x / sqrt(mean of x squared + epsilon) scale over one or more dimensions of each sample. Shapes: y is like x;
    /// scale has the sizes along axis. Weights: scale.
    pub fn rms_normalization() -> RMSNormalization {
        RMSNormalization(SpecText::new("RMSNormalization"))
    }

    /// What [`fn@rms_normalization`] began.
    #[derive(Clone, Debug)]
    pub struct RMSNormalization(SpecText);
    spec!(RMSNormalization);

    impl RMSNormalization {
        /// Default: \[-1\].
        pub fn axis(self, value: impl Into<Sizes>) -> Self {
            RMSNormalization(self.0.sizes("axis", value.into()))
        }

        /// Default: 1e-06.
        pub fn epsilon(self, value: f64) -> Self {
            RMSNormalization(self.0.float("epsilon", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            RMSNormalization(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            RMSNormalization(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            RMSNormalization(self.0.text("dtype", value))
        }
    }

    /// While training, adds up to factor of value\_range, within it. Shapes: x \[b, h, w, c\], y like it.
    pub fn random_brightness(factor: &[f64]) -> RandomBrightness {
        RandomBrightness(SpecText::new("RandomBrightness").floats("factor", factor))
    }

    /// What [`fn@random_brightness`] began.
    #[derive(Clone, Debug)]
    pub struct RandomBrightness(SpecText);
    spec!(RandomBrightness);

    impl RandomBrightness {
        /// Default: \[0.0, 255.0\].
        pub fn value_range(self, value: &[f64]) -> Self {
            RandomBrightness(self.0.floats("value_range", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            RandomBrightness(self.0.raw("seed", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            RandomBrightness(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            RandomBrightness(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            RandomBrightness(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            RandomBrightness(self.0.text("dtype", value))
        }
    }

    /// While training, moves values away from the mean of their channel, or towards it, by up to factor, within
    /// value\_range. Shapes: x \[b, h, w, c\], y like it.
    pub fn random_contrast(factor: &[f64]) -> RandomContrast {
        RandomContrast(SpecText::new("RandomContrast").floats("factor", factor))
    }

    /// What [`fn@random_contrast`] began.
    #[derive(Clone, Debug)]
    pub struct RandomContrast(SpecText);
    spec!(RandomContrast);

    impl RandomContrast {
        /// Default: \[0.0, 255.0\].
        pub fn value_range(self, value: &[f64]) -> Self {
            RandomContrast(self.0.floats("value_range", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            RandomContrast(self.0.raw("seed", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            RandomContrast(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            RandomContrast(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            RandomContrast(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            RandomContrast(self.0.text("dtype", value))
        }
    }

    /// While training, a part of each image, the same place for a batch; else the largest part in the middle of these
    /// proportions, resized. Shapes: x \[b, h, w, c\], y \[b, height, width, c\].
    pub fn random_crop(height: i64, width: i64) -> RandomCrop {
        RandomCrop(SpecText::new("RandomCrop").raw("height", height).raw("width", width))
    }

    /// What [`fn@random_crop`] began.
    #[derive(Clone, Debug)]
    pub struct RandomCrop(SpecText);
    spec!(RandomCrop);

    impl RandomCrop {
        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            RandomCrop(self.0.raw("seed", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            RandomCrop(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            RandomCrop(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            RandomCrop(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            RandomCrop(self.0.text("dtype", value))
        }
    }

    /// While training, mirrors half of the images. Shapes: x \[b, h, w, c\], y like it.
    pub fn random_flip() -> RandomFlip {
        RandomFlip(SpecText::new("RandomFlip"))
    }

    /// What [`fn@random_flip`] began.
    #[derive(Clone, Debug)]
    pub struct RandomFlip(SpecText);
    spec!(RandomFlip);

    impl RandomFlip {
        /// One of horizontal\_and\_vertical, horizontal, vertical. Default: "horizontal\_and\_vertical".
        pub fn mode(self, value: &str) -> Self {
            RandomFlip(self.0.text("mode", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            RandomFlip(self.0.raw("seed", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            RandomFlip(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            RandomFlip(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            RandomFlip(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            RandomFlip(self.0.text("dtype", value))
        }
    }

    /// While training, turns images by up to factor of a full turn, or by \[lowest, highest\]. Shapes: x \[b, h, w,
    /// c\], y like it.
    pub fn random_rotation(factor: &[f64]) -> RandomRotation {
        RandomRotation(SpecText::new("RandomRotation").floats("factor", factor))
    }

    /// What [`fn@random_rotation`] began.
    #[derive(Clone, Debug)]
    pub struct RandomRotation(SpecText);
    spec!(RandomRotation);

    impl RandomRotation {
        /// One of reflect, constant, wrap, nearest. Default: "reflect".
        pub fn fill_mode(self, value: &str) -> Self {
            RandomRotation(self.0.text("fill_mode", value))
        }

        /// One of bilinear, nearest. Default: "bilinear".
        pub fn interpolation(self, value: &str) -> Self {
            RandomRotation(self.0.text("interpolation", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            RandomRotation(self.0.raw("seed", value))
        }

        /// Default: 0.0.
        pub fn fill_value(self, value: f64) -> Self {
            RandomRotation(self.0.float("fill_value", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            RandomRotation(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            RandomRotation(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            RandomRotation(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            RandomRotation(self.0.text("dtype", value))
        }
    }

    /// While training, moves images by up to these parts of their size. Shapes: x \[b, h, w, c\], y like it.
    pub fn random_translation(height_factor: &[f64], width_factor: &[f64]) -> RandomTranslation {
        RandomTranslation(SpecText::new("RandomTranslation").floats("height_factor", height_factor).floats("width_factor", width_factor))
    }

    /// What [`fn@random_translation`] began.
    #[derive(Clone, Debug)]
    pub struct RandomTranslation(SpecText);
    spec!(RandomTranslation);

    impl RandomTranslation {
        /// One of reflect, constant, wrap, nearest. Default: "reflect".
        pub fn fill_mode(self, value: &str) -> Self {
            RandomTranslation(self.0.text("fill_mode", value))
        }

        /// One of bilinear, nearest. Default: "bilinear".
        pub fn interpolation(self, value: &str) -> Self {
            RandomTranslation(self.0.text("interpolation", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            RandomTranslation(self.0.raw("seed", value))
        }

        /// Default: 0.0.
        pub fn fill_value(self, value: f64) -> Self {
            RandomTranslation(self.0.float("fill_value", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            RandomTranslation(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            RandomTranslation(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            RandomTranslation(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            RandomTranslation(self.0.text("dtype", value))
        }
    }

    /// While training, zooms out by a positive factor or in by a negative one, by the same in both directions unless
    /// width\_factor is given. Shapes: x \[b, h, w, c\], y like it.
    pub fn random_zoom(height_factor: &[f64]) -> RandomZoom {
        RandomZoom(SpecText::new("RandomZoom").floats("height_factor", height_factor))
    }

    /// What [`fn@random_zoom`] began.
    #[derive(Clone, Debug)]
    pub struct RandomZoom(SpecText);
    spec!(RandomZoom);

    impl RandomZoom {
        /// Default: \[\].
        pub fn width_factor(self, value: &[f64]) -> Self {
            RandomZoom(self.0.floats("width_factor", value))
        }

        /// One of reflect, constant, wrap, nearest. Default: "reflect".
        pub fn fill_mode(self, value: &str) -> Self {
            RandomZoom(self.0.text("fill_mode", value))
        }

        /// One of bilinear, nearest. Default: "bilinear".
        pub fn interpolation(self, value: &str) -> Self {
            RandomZoom(self.0.text("interpolation", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            RandomZoom(self.0.raw("seed", value))
        }

        /// Default: 0.0.
        pub fn fill_value(self, value: f64) -> Self {
            RandomZoom(self.0.float("fill_value", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            RandomZoom(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            RandomZoom(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            RandomZoom(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            RandomZoom(self.0.text("dtype", value))
        }
    }

    /// x above threshold, negative\_slope (x - threshold) below it, at most max\_value if that is not negative. Shapes:
    /// y is like x.
    pub fn relu() -> ReLU {
        ReLU(SpecText::new("ReLU"))
    }

    /// What [`fn@relu`] began.
    #[derive(Clone, Debug)]
    pub struct ReLU(SpecText);
    spec!(ReLU);

    impl ReLU {
        /// Default: -1.0.
        pub fn max_value(self, value: f64) -> Self {
            ReLU(self.0.float("max_value", value))
        }

        /// Default: 0.0.
        pub fn negative_slope(self, value: f64) -> Self {
            ReLU(self.0.float("negative_slope", value))
        }

        /// Default: 0.0.
        pub fn threshold(self, value: f64) -> Self {
            ReLU(self.0.float("threshold", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            ReLU(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            ReLU(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            ReLU(self.0.text("dtype", value))
        }
    }

    /// Repeats each sample. Shapes: x \[b, m\], y \[b, n, m\].
    pub fn repeat_vector(n: i64) -> RepeatVector {
        RepeatVector(SpecText::new("RepeatVector").raw("n", n))
    }

    /// What [`fn@repeat_vector`] began.
    #[derive(Clone, Debug)]
    pub struct RepeatVector(SpecText);
    spec!(RepeatVector);

    impl RepeatVector {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            RepeatVector(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            RepeatVector(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            RepeatVector(self.0.text("dtype", value))
        }
    }

    /// x scale + offset; integers become floating. Shapes: y is like x.
    pub fn rescaling(scale: f64) -> Rescaling {
        Rescaling(SpecText::new("Rescaling").float("scale", scale))
    }

    /// What [`fn@rescaling`] began.
    #[derive(Clone, Debug)]
    pub struct Rescaling(SpecText);
    spec!(Rescaling);

    impl Rescaling {
        /// Default: 0.0.
        pub fn offset(self, value: f64) -> Self {
            Rescaling(self.0.float("offset", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Rescaling(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Rescaling(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Rescaling(self.0.text("dtype", value))
        }
    }

    /// The same elements in another shape, without the batch. One size may be -1: what is left.
    pub fn reshape(target_shape: impl Into<Sizes>) -> Reshape {
        Reshape(SpecText::new("Reshape").sizes("target_shape", target_shape.into()))
    }

    /// What [`fn@reshape`] began.
    #[derive(Clone, Debug)]
    pub struct Reshape(SpecText);
    spec!(Reshape);

    impl Reshape {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Reshape(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Reshape(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Reshape(self.0.text("dtype", value))
        }
    }

    /// Images of another size: bilinear, nearest, bicubic or area. With crop\_to\_aspect\_ratio what does not fit the
    /// proportions is cut off first. Shapes: x \[b, h, w, c\], y \[b, height, width, c\].
    pub fn resizing(height: i64, width: i64) -> Resizing {
        Resizing(SpecText::new("Resizing").raw("height", height).raw("width", width))
    }

    /// What [`fn@resizing`] began.
    #[derive(Clone, Debug)]
    pub struct Resizing(SpecText);
    spec!(Resizing);

    impl Resizing {
        /// Default: "bilinear".
        pub fn interpolation(self, value: &str) -> Self {
            Resizing(self.0.text("interpolation", value))
        }

        /// Default: false.
        pub fn crop_to_aspect_ratio(self, value: bool) -> Self {
            Resizing(self.0.raw("crop_to_aspect_ratio", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            Resizing(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Resizing(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Resizing(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Resizing(self.0.text("dtype", value))
        }
    }

    /// Convolves each channel by itself along one axis, then mixes the channels. Shapes: x \[b, n, c\], y \[b, m,
    /// filters\]; depthwise\_kernel \[kernel\_size, c, depth\_multiplier\], pointwise\_kernel \[1, c depth\_multiplier,
    /// filters\], bias \[filters\]. Weights: depthwise\_kernel, pointwise\_kernel, bias.
    pub fn separable_conv1d(filters: i64, kernel_size: i64) -> SeparableConv1D {
        SeparableConv1D(SpecText::new("SeparableConv1D").raw("filters", filters).raw("kernel_size", kernel_size))
    }

    /// What [`fn@separable_conv1d`] began.
    #[derive(Clone, Debug)]
    pub struct SeparableConv1D(SpecText);
    spec!(SeparableConv1D);

    impl SeparableConv1D {
        /// Default: 1.
        pub fn strides(self, value: i64) -> Self {
            SeparableConv1D(self.0.raw("strides", value))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            SeparableConv1D(self.0.text("padding", value))
        }

        /// Default: 1.
        pub fn dilation_rate(self, value: i64) -> Self {
            SeparableConv1D(self.0.raw("dilation_rate", value))
        }

        /// Default: 1.
        pub fn depth_multiplier(self, value: i64) -> Self {
            SeparableConv1D(self.0.raw("depth_multiplier", value))
        }

        /// Default: "".
        pub fn activation(self, value: impl Display) -> Self {
            SeparableConv1D(self.0.raw("activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            SeparableConv1D(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn depthwise_initializer(self, value: impl Display) -> Self {
            SeparableConv1D(self.0.raw("depthwise_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            SeparableConv1D(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn depthwise_regularizer(self, value: impl Display) -> Self {
            SeparableConv1D(self.0.raw("depthwise_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            SeparableConv1D(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            SeparableConv1D(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn depthwise_constraint(self, value: impl Display) -> Self {
            SeparableConv1D(self.0.raw("depthwise_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            SeparableConv1D(self.0.raw("bias_constraint", value))
        }

        /// Default: "glorot\_uniform".
        pub fn pointwise_initializer(self, value: impl Display) -> Self {
            SeparableConv1D(self.0.raw("pointwise_initializer", value))
        }

        /// Default: "".
        pub fn pointwise_regularizer(self, value: impl Display) -> Self {
            SeparableConv1D(self.0.raw("pointwise_regularizer", value))
        }

        /// Default: "".
        pub fn pointwise_constraint(self, value: impl Display) -> Self {
            SeparableConv1D(self.0.raw("pointwise_constraint", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            SeparableConv1D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            SeparableConv1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            SeparableConv1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            SeparableConv1D(self.0.text("dtype", value))
        }
    }

    /// Convolves each channel by itself, then mixes the channels. Shapes: x \[b, h, w, c\], y \[b, h', w', filters\];
    /// depthwise\_kernel \[kernel\_size, c, depth\_multiplier\], pointwise\_kernel \[1, 1, c depth\_multiplier,
    /// filters\], bias \[filters\]. Weights: depthwise\_kernel, pointwise\_kernel, bias.
    pub fn separable_conv2d(filters: i64, kernel_size: impl Into<Sizes>) -> SeparableConv2D {
        SeparableConv2D(SpecText::new("SeparableConv2D").raw("filters", filters).sizes("kernel_size", kernel_size.into()))
    }

    /// What [`fn@separable_conv2d`] began.
    #[derive(Clone, Debug)]
    pub struct SeparableConv2D(SpecText);
    spec!(SeparableConv2D);

    impl SeparableConv2D {
        /// Default: \[1, 1\].
        pub fn strides(self, value: impl Into<Sizes>) -> Self {
            SeparableConv2D(self.0.sizes("strides", value.into()))
        }

        /// One of valid, same. Default: "VALID".
        pub fn padding(self, value: &str) -> Self {
            SeparableConv2D(self.0.text("padding", value))
        }

        /// Default: \[1, 1\].
        pub fn dilation_rate(self, value: impl Into<Sizes>) -> Self {
            SeparableConv2D(self.0.sizes("dilation_rate", value.into()))
        }

        /// Default: 1.
        pub fn depth_multiplier(self, value: i64) -> Self {
            SeparableConv2D(self.0.raw("depth_multiplier", value))
        }

        /// Default: "".
        pub fn activation(self, value: impl Display) -> Self {
            SeparableConv2D(self.0.raw("activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            SeparableConv2D(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn depthwise_initializer(self, value: impl Display) -> Self {
            SeparableConv2D(self.0.raw("depthwise_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            SeparableConv2D(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn depthwise_regularizer(self, value: impl Display) -> Self {
            SeparableConv2D(self.0.raw("depthwise_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            SeparableConv2D(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            SeparableConv2D(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn depthwise_constraint(self, value: impl Display) -> Self {
            SeparableConv2D(self.0.raw("depthwise_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            SeparableConv2D(self.0.raw("bias_constraint", value))
        }

        /// Default: "glorot\_uniform".
        pub fn pointwise_initializer(self, value: impl Display) -> Self {
            SeparableConv2D(self.0.raw("pointwise_initializer", value))
        }

        /// Default: "".
        pub fn pointwise_regularizer(self, value: impl Display) -> Self {
            SeparableConv2D(self.0.raw("pointwise_regularizer", value))
        }

        /// Default: "".
        pub fn pointwise_constraint(self, value: impl Display) -> Self {
            SeparableConv2D(self.0.raw("pointwise_constraint", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            SeparableConv2D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            SeparableConv2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            SeparableConv2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            SeparableConv2D(self.0.text("dtype", value))
        }
    }

    /// h = activation(x kernel + h recurrent\_kernel + bias) step by step. Gives the output of the last step, with
    /// return\_sequences of all steps, and behind them with return\_state the states, as values of their own. A step
    /// whose mask is false changes no state; its output is that of the step before, or zeros with
    /// zero\_output\_for\_mask. dropout and recurrent\_dropout drop the same elements of inputs and states in every
    /// step. Initial states may be further inputs; then, as in Keras, the mask is only passed on. With stateful a
    /// batch, whose size has to be known, begins with the states that the one before ended with. Errors: UNIMPLEMENTED
    /// for stateful where a strategy divides batches. Shapes: x \[b, steps, n\], y \[b, units\] or \[b, steps, units\],
    /// states \[b, units\]; kernel \[n, units\], recurrent\_kernel \[units, units\], bias \[units\]. Weights: kernel,
    /// recurrent\_kernel, bias.
    pub fn simple_rnn(units: i64) -> SimpleRNN {
        SimpleRNN(SpecText::new("SimpleRNN").raw("units", units))
    }

    /// What [`fn@simple_rnn`] began.
    #[derive(Clone, Debug)]
    pub struct SimpleRNN(SpecText);
    spec!(SimpleRNN);

    impl SimpleRNN {
        /// Default: "tanh".
        pub fn activation(self, value: impl Display) -> Self {
            SimpleRNN(self.0.raw("activation", value))
        }

        /// Default: true.
        pub fn use_bias(self, value: bool) -> Self {
            SimpleRNN(self.0.raw("use_bias", value))
        }

        /// Default: "glorot\_uniform".
        pub fn kernel_initializer(self, value: impl Display) -> Self {
            SimpleRNN(self.0.raw("kernel_initializer", value))
        }

        /// Default: "orthogonal".
        pub fn recurrent_initializer(self, value: impl Display) -> Self {
            SimpleRNN(self.0.raw("recurrent_initializer", value))
        }

        /// Default: "zeros".
        pub fn bias_initializer(self, value: impl Display) -> Self {
            SimpleRNN(self.0.raw("bias_initializer", value))
        }

        /// Default: "".
        pub fn kernel_regularizer(self, value: impl Display) -> Self {
            SimpleRNN(self.0.raw("kernel_regularizer", value))
        }

        /// Default: "".
        pub fn recurrent_regularizer(self, value: impl Display) -> Self {
            SimpleRNN(self.0.raw("recurrent_regularizer", value))
        }

        /// Default: "".
        pub fn bias_regularizer(self, value: impl Display) -> Self {
            SimpleRNN(self.0.raw("bias_regularizer", value))
        }

        /// Default: "".
        pub fn activity_regularizer(self, value: impl Display) -> Self {
            SimpleRNN(self.0.raw("activity_regularizer", value))
        }

        /// Default: "".
        pub fn kernel_constraint(self, value: impl Display) -> Self {
            SimpleRNN(self.0.raw("kernel_constraint", value))
        }

        /// Default: "".
        pub fn recurrent_constraint(self, value: impl Display) -> Self {
            SimpleRNN(self.0.raw("recurrent_constraint", value))
        }

        /// Default: "".
        pub fn bias_constraint(self, value: impl Display) -> Self {
            SimpleRNN(self.0.raw("bias_constraint", value))
        }

        /// Default: 0.0.
        pub fn dropout(self, value: f64) -> Self {
            SimpleRNN(self.0.float("dropout", value))
        }

        /// Default: 0.0.
        pub fn recurrent_dropout(self, value: f64) -> Self {
            SimpleRNN(self.0.float("recurrent_dropout", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            SimpleRNN(self.0.raw("seed", value))
        }

        /// Default: false.
        pub fn return_sequences(self, value: bool) -> Self {
            SimpleRNN(self.0.raw("return_sequences", value))
        }

        /// Default: false.
        pub fn return_state(self, value: bool) -> Self {
            SimpleRNN(self.0.raw("return_state", value))
        }

        /// Default: false.
        pub fn go_backwards(self, value: bool) -> Self {
            SimpleRNN(self.0.raw("go_backwards", value))
        }

        /// Default: false.
        pub fn stateful(self, value: bool) -> Self {
            SimpleRNN(self.0.raw("stateful", value))
        }

        /// Default: false.
        pub fn unroll(self, value: bool) -> Self {
            SimpleRNN(self.0.raw("unroll", value))
        }

        /// Default: false.
        pub fn zero_output_for_mask(self, value: bool) -> Self {
            SimpleRNN(self.0.raw("zero_output_for_mask", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            SimpleRNN(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            SimpleRNN(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            SimpleRNN(self.0.text("dtype", value))
        }
    }

    /// exp(x) divided by its sum over a dimension. Shapes: y is like x.
    pub fn softmax() -> Softmax {
        Softmax(SpecText::new("Softmax"))
    }

    /// What [`fn@softmax`] began.
    #[derive(Clone, Debug)]
    pub struct Softmax(SpecText);
    spec!(Softmax);

    impl Softmax {
        /// Default: -1.
        pub fn axis(self, value: i64) -> Self {
            Softmax(self.0.raw("axis", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Softmax(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Softmax(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Softmax(self.0.text("dtype", value))
        }
    }

    /// As Dropout, for whole channels. Shapes: x \[b, n, c\], y like it.
    pub fn spatial_dropout1d(rate: f64) -> SpatialDropout1D {
        SpatialDropout1D(SpecText::new("SpatialDropout1D").float("rate", rate))
    }

    /// What [`fn@spatial_dropout1d`] began.
    #[derive(Clone, Debug)]
    pub struct SpatialDropout1D(SpecText);
    spec!(SpatialDropout1D);

    impl SpatialDropout1D {
        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            SpatialDropout1D(self.0.raw("seed", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            SpatialDropout1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            SpatialDropout1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            SpatialDropout1D(self.0.text("dtype", value))
        }
    }

    /// As Dropout, for whole channels. Shapes: x \[b, h, w, c\], y like it.
    pub fn spatial_dropout2d(rate: f64) -> SpatialDropout2D {
        SpatialDropout2D(SpecText::new("SpatialDropout2D").float("rate", rate))
    }

    /// What [`fn@spatial_dropout2d`] began.
    #[derive(Clone, Debug)]
    pub struct SpatialDropout2D(SpecText);
    spec!(SpatialDropout2D);

    impl SpatialDropout2D {
        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            SpatialDropout2D(self.0.raw("seed", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            SpatialDropout2D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            SpatialDropout2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            SpatialDropout2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            SpatialDropout2D(self.0.text("dtype", value))
        }
    }

    /// As Dropout, for whole channels. Shapes: x \[b, d, h, w, c\], y like it.
    pub fn spatial_dropout3d(rate: f64) -> SpatialDropout3D {
        SpatialDropout3D(SpecText::new("SpatialDropout3D").float("rate", rate))
    }

    /// What [`fn@spatial_dropout3d`] began.
    #[derive(Clone, Debug)]
    pub struct SpatialDropout3D(SpecText);
    spec!(SpatialDropout3D);

    impl SpatialDropout3D {
        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            SpatialDropout3D(self.0.raw("seed", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            SpatialDropout3D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            SpatialDropout3D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            SpatialDropout3D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            SpatialDropout3D(self.0.text("dtype", value))
        }
    }

    /// As Dropout, for whole samples, as ConvNeXt drops what a block adds. Shapes: y is like x. Source: Huang et al.
    /// 2016.
    pub fn stochastic_depth(drop_path_rate: f64) -> StochasticDepth {
        StochasticDepth(SpecText::new("StochasticDepth").float("drop_path_rate", drop_path_rate))
    }

    /// What [`fn@stochastic_depth`] began.
    #[derive(Clone, Debug)]
    pub struct StochasticDepth(SpecText);
    spec!(StochasticDepth);

    impl StochasticDepth {
        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            StochasticDepth(self.0.raw("seed", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            StochasticDepth(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            StochasticDepth(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            StochasticDepth(self.0.text("dtype", value))
        }
    }

    /// The number of a string. A mask\_token gives 0 in mode int and counts for nothing else; what is not in the
    /// vocabulary gives one of num\_oov\_indices numbers behind it, and an error if there are none; the vocabulary
    /// follows. It is given, or learned from data: the most frequent ones. With invert the other way round. tf\_idf:
    /// count times idf\_weights. int gives the numbers themselves, one\_hot a vector for each of them, multi\_hot and
    /// count one for all of a sample. Shapes: x \[b, n\]; y \[b, n\], with one\_hot \[b, n, depth\], or \[b, depth\] if
    /// n is 1, with the others \[b, depth\].
    pub fn string_lookup() -> StringLookup {
        StringLookup(SpecText::new("StringLookup"))
    }

    /// What [`fn@string_lookup`] began.
    #[derive(Clone, Debug)]
    pub struct StringLookup(SpecText);
    spec!(StringLookup);

    impl StringLookup {
        /// Default: 0.
        pub fn max_tokens(self, value: i64) -> Self {
            StringLookup(self.0.raw("max_tokens", value))
        }

        /// Default: 1.
        pub fn num_oov_indices(self, value: i64) -> Self {
            StringLookup(self.0.raw("num_oov_indices", value))
        }

        /// Default: \[\].
        pub fn mask_token(self, value: &[&str]) -> Self {
            StringLookup(self.0.texts("mask_token", value))
        }

        /// Default: "\[UNK\]".
        pub fn oov_token(self, value: &str) -> Self {
            StringLookup(self.0.text("oov_token", value))
        }

        /// Default: \[\].
        pub fn vocabulary(self, value: &[&str]) -> Self {
            StringLookup(self.0.texts("vocabulary", value))
        }

        /// Default: \[\].
        pub fn idf_weights(self, value: &[f64]) -> Self {
            StringLookup(self.0.floats("idf_weights", value))
        }

        /// Default: false.
        pub fn invert(self, value: bool) -> Self {
            StringLookup(self.0.raw("invert", value))
        }

        /// One of int, one\_hot, multi\_hot, count, tf\_idf. Default: "int".
        pub fn output_mode(self, value: &str) -> Self {
            StringLookup(self.0.text("output_mode", value))
        }

        /// Default: false.
        pub fn pad_to_max_tokens(self, value: bool) -> Self {
            StringLookup(self.0.raw("pad_to_max_tokens", value))
        }

        /// One of floormod, farmhash. Default: "floormod".
        pub fn oov_method(self, value: &str) -> Self {
            StringLookup(self.0.text("oov_method", value))
        }

        /// Default: \[\].
        pub fn salt(self, value: impl Into<Sizes>) -> Self {
            StringLookup(self.0.sizes("salt", value.into()))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            StringLookup(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            StringLookup(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            StringLookup(self.0.text("dtype", value))
        }
    }

    /// The first input without the second; they broadcast.
    pub fn subtract() -> Subtract {
        Subtract(SpecText::new("Subtract"))
    }

    /// What [`fn@subtract`] began.
    #[derive(Clone, Debug)]
    pub struct Subtract(SpecText);
    spec!(Subtract);

    impl Subtract {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Subtract(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            Subtract(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            Subtract(self.0.text("dtype", value))
        }
    }

    /// The words of texts by number: 0 behind the last one, 1 for those that are not in the vocabulary, which is given,
    /// or learned from data: the most frequent ones. standardize: lower, strip\_punctuation,
    /// lower\_and\_strip\_punctuation or none; split: whitespace, character or none; ngrams: neighbours as words too,
    /// of as many words as the list says, or of up to a number. Shapes: x \[b\] or \[b, 1\] strings; y \[b, longest\]
    /// or \[b, output\_sequence\_length\] in mode int, else \[b, words\].
    pub fn text_vectorization() -> TextVectorization {
        TextVectorization(SpecText::new("TextVectorization"))
    }

    /// What [`fn@text_vectorization`] began.
    #[derive(Clone, Debug)]
    pub struct TextVectorization(SpecText);
    spec!(TextVectorization);

    impl TextVectorization {
        /// Default: 0.
        pub fn max_tokens(self, value: i64) -> Self {
            TextVectorization(self.0.raw("max_tokens", value))
        }

        /// Default: "lower\_and\_strip\_punctuation".
        pub fn standardize(self, value: &str) -> Self {
            TextVectorization(self.0.text("standardize", value))
        }

        /// Default: "whitespace".
        pub fn split(self, value: &str) -> Self {
            TextVectorization(self.0.text("split", value))
        }

        /// Default: \[\].
        pub fn ngrams(self, value: impl Into<Sizes>) -> Self {
            TextVectorization(self.0.sizes("ngrams", value.into()))
        }

        /// One of int, one\_hot, multi\_hot, count, tf\_idf. Default: "int".
        pub fn output_mode(self, value: &str) -> Self {
            TextVectorization(self.0.text("output_mode", value))
        }

        /// Default: 0.
        pub fn output_sequence_length(self, value: i64) -> Self {
            TextVectorization(self.0.raw("output_sequence_length", value))
        }

        /// Default: false.
        pub fn pad_to_max_tokens(self, value: bool) -> Self {
            TextVectorization(self.0.raw("pad_to_max_tokens", value))
        }

        /// Default: \[\].
        pub fn vocabulary(self, value: &[&str]) -> Self {
            TextVectorization(self.0.texts("vocabulary", value))
        }

        /// Default: \[\].
        pub fn idf_weights(self, value: &[f64]) -> Self {
            TextVectorization(self.0.floats("idf_weights", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            TextVectorization(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            TextVectorization(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            TextVectorization(self.0.text("dtype", value))
        }
    }

    /// Calls a layer, by its spec, on every step. One with moving statistics trains on one step after the other.
    /// Errors: of training, UNIMPLEMENTED for such a layer where the number of steps is not known. Shapes: x \[b,
    /// steps, ...\], y \[b, steps, ...\]; the layer takes \[b, ...\].
    pub fn time_distributed(layer: impl Display) -> TimeDistributed {
        TimeDistributed(SpecText::new("TimeDistributed").raw("layer", layer))
    }

    /// What [`fn@time_distributed`] began.
    #[derive(Clone, Debug)]
    pub struct TimeDistributed(SpecText);
    spec!(TimeDistributed);

    impl TimeDistributed {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            TimeDistributed(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            TimeDistributed(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            TimeDistributed(self.0.text("dtype", value))
        }
    }

    /// Divides by the Euclidean norm of one or more dimensions. Shapes: y is like x.
    pub fn unit_normalization() -> UnitNormalization {
        UnitNormalization(SpecText::new("UnitNormalization"))
    }

    /// What [`fn@unit_normalization`] began.
    #[derive(Clone, Debug)]
    pub struct UnitNormalization(SpecText);
    spec!(UnitNormalization);

    impl UnitNormalization {
        /// Default: \[-1\].
        pub fn axis(self, value: impl Into<Sizes>) -> Self {
            UnitNormalization(self.0.sizes("axis", value.into()))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            UnitNormalization(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            UnitNormalization(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            UnitNormalization(self.0.text("dtype", value))
        }
    }

    /// Repeats each position. Shapes: x \[b, n, c\], y \[b, n size, c\].
    pub fn up_sampling1d() -> UpSampling1D {
        UpSampling1D(SpecText::new("UpSampling1D"))
    }

    /// What [`fn@up_sampling1d`] began.
    #[derive(Clone, Debug)]
    pub struct UpSampling1D(SpecText);
    spec!(UpSampling1D);

    impl UpSampling1D {
        /// Default: 2.
        pub fn size(self, value: i64) -> Self {
            UpSampling1D(self.0.raw("size", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            UpSampling1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            UpSampling1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            UpSampling1D(self.0.text("dtype", value))
        }
    }

    /// Makes images larger. Shapes: x \[b, h, w, c\], y \[b, h size, w size, c\].
    pub fn up_sampling2d() -> UpSampling2D {
        UpSampling2D(SpecText::new("UpSampling2D"))
    }

    /// What [`fn@up_sampling2d`] began.
    #[derive(Clone, Debug)]
    pub struct UpSampling2D(SpecText);
    spec!(UpSampling2D);

    impl UpSampling2D {
        /// Default: \[2, 2\].
        pub fn size(self, value: impl Into<Sizes>) -> Self {
            UpSampling2D(self.0.sizes("size", value.into()))
        }

        /// One of nearest, bilinear. Default: "nearest".
        pub fn interpolation(self, value: &str) -> Self {
            UpSampling2D(self.0.text("interpolation", value))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            UpSampling2D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            UpSampling2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            UpSampling2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            UpSampling2D(self.0.text("dtype", value))
        }
    }

    /// Repeats each position along each axis. Shapes: x \[b, d, h, w, c\].
    pub fn up_sampling3d() -> UpSampling3D {
        UpSampling3D(SpecText::new("UpSampling3D"))
    }

    /// What [`fn@up_sampling3d`] began.
    #[derive(Clone, Debug)]
    pub struct UpSampling3D(SpecText);
    spec!(UpSampling3D);

    impl UpSampling3D {
        /// Default: \[2, 2, 2\].
        pub fn size(self, value: impl Into<Sizes>) -> Self {
            UpSampling3D(self.0.sizes("size", value.into()))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            UpSampling3D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            UpSampling3D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            UpSampling3D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            UpSampling3D(self.0.text("dtype", value))
        }
    }

    /// Zeros before and behind. Shapes: x \[b, n, c\], y \[b, n + padding, c\].
    pub fn zero_padding1d() -> ZeroPadding1D {
        ZeroPadding1D(SpecText::new("ZeroPadding1D"))
    }

    /// What [`fn@zero_padding1d`] began.
    #[derive(Clone, Debug)]
    pub struct ZeroPadding1D(SpecText);
    spec!(ZeroPadding1D);

    impl ZeroPadding1D {
        /// Default: \[1\].
        pub fn padding(self, value: impl Into<Sizes>) -> Self {
            ZeroPadding1D(self.0.sizes("padding", value.into()))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            ZeroPadding1D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            ZeroPadding1D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            ZeroPadding1D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            ZeroPadding1D(self.0.text("dtype", value))
        }
    }

    /// Zeros around: one number, \[height, width\], or \[top, bottom, left, right\]. Shapes: x \[b, h, w, c\].
    pub fn zero_padding2d() -> ZeroPadding2D {
        ZeroPadding2D(SpecText::new("ZeroPadding2D"))
    }

    /// What [`fn@zero_padding2d`] began.
    #[derive(Clone, Debug)]
    pub struct ZeroPadding2D(SpecText);
    spec!(ZeroPadding2D);

    impl ZeroPadding2D {
        /// Default: \[1\].
        pub fn padding(self, value: impl Into<Sizes>) -> Self {
            ZeroPadding2D(self.0.sizes("padding", value.into()))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            ZeroPadding2D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            ZeroPadding2D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            ZeroPadding2D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            ZeroPadding2D(self.0.text("dtype", value))
        }
    }

    /// Zeros around: one number, one for each axis, or two for each. Shapes: x \[b, d, h, w, c\].
    pub fn zero_padding3d() -> ZeroPadding3D {
        ZeroPadding3D(SpecText::new("ZeroPadding3D"))
    }

    /// What [`fn@zero_padding3d`] began.
    #[derive(Clone, Debug)]
    pub struct ZeroPadding3D(SpecText);
    spec!(ZeroPadding3D);

    impl ZeroPadding3D {
        /// Default: \[1\].
        pub fn padding(self, value: impl Into<Sizes>) -> Self {
            ZeroPadding3D(self.0.sizes("padding", value.into()))
        }

        /// One of channels\_last, channels\_first. Default: "channels\_last".
        pub fn data_format(self, value: &str) -> Self {
            ZeroPadding3D(self.0.text("data_format", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            ZeroPadding3D(self.0.text("name", value))
        }

        /// Default: true.
        pub fn trainable(self, value: bool) -> Self {
            ZeroPadding3D(self.0.raw("trainable", value))
        }

        /// Default: "".
        pub fn dtype(self, value: &str) -> Self {
            ZeroPadding3D(self.0.text("dtype", value))
        }
    }
}

/// Activations: functions of one value that layers apply to what they give.
pub mod activations {
    use crate::spec::SpecText;
    use std::fmt::{self, Display};

    /// The activation celu.
    pub fn celu() -> Celu {
        Celu(SpecText::new("celu"))
    }

    /// What [`fn@celu`] began.
    #[derive(Clone, Debug)]
    pub struct Celu(SpecText);
    spec!(Celu);

    impl Celu {
        /// Default: 1.0.
        pub fn alpha(self, value: f64) -> Self {
            Celu(self.0.float("alpha", value))
        }
    }

    /// The activation elu.
    pub fn elu() -> Elu {
        Elu(SpecText::new("elu"))
    }

    /// What [`fn@elu`] began.
    #[derive(Clone, Debug)]
    pub struct Elu(SpecText);
    spec!(Elu);

    /// The activation exponential.
    pub fn exponential() -> Exponential {
        Exponential(SpecText::new("exponential"))
    }

    /// What [`fn@exponential`] began.
    #[derive(Clone, Debug)]
    pub struct Exponential(SpecText);
    spec!(Exponential);

    /// The activation gelu.
    pub fn gelu() -> Gelu {
        Gelu(SpecText::new("gelu"))
    }

    /// What [`fn@gelu`] began.
    #[derive(Clone, Debug)]
    pub struct Gelu(SpecText);
    spec!(Gelu);

    impl Gelu {
        /// Default: false.
        pub fn approximate(self, value: bool) -> Self {
            Gelu(self.0.raw("approximate", value))
        }
    }

    /// The activation glu.
    pub fn glu() -> Glu {
        Glu(SpecText::new("glu"))
    }

    /// What [`fn@glu`] began.
    #[derive(Clone, Debug)]
    pub struct Glu(SpecText);
    spec!(Glu);

    /// The activation hard\_shrink.
    pub fn hard_shrink() -> HardShrink {
        HardShrink(SpecText::new("hard_shrink"))
    }

    /// What [`fn@hard_shrink`] began.
    #[derive(Clone, Debug)]
    pub struct HardShrink(SpecText);
    spec!(HardShrink);

    impl HardShrink {
        /// Default: 0.5.
        pub fn threshold(self, value: f64) -> Self {
            HardShrink(self.0.float("threshold", value))
        }
    }

    /// The activation hard\_sigmoid.
    pub fn hard_sigmoid() -> HardSigmoid {
        HardSigmoid(SpecText::new("hard_sigmoid"))
    }

    /// What [`fn@hard_sigmoid`] began.
    #[derive(Clone, Debug)]
    pub struct HardSigmoid(SpecText);
    spec!(HardSigmoid);

    /// The activation hard\_silu.
    pub fn hard_silu() -> HardSilu {
        HardSilu(SpecText::new("hard_silu"))
    }

    /// What [`fn@hard_silu`] began.
    #[derive(Clone, Debug)]
    pub struct HardSilu(SpecText);
    spec!(HardSilu);

    /// The activation hard\_tanh.
    pub fn hard_tanh() -> HardTanh {
        HardTanh(SpecText::new("hard_tanh"))
    }

    /// What [`fn@hard_tanh`] began.
    #[derive(Clone, Debug)]
    pub struct HardTanh(SpecText);
    spec!(HardTanh);

    /// The activation leaky\_relu.
    pub fn leaky_relu() -> LeakyRelu {
        LeakyRelu(SpecText::new("leaky_relu"))
    }

    /// What [`fn@leaky_relu`] began.
    #[derive(Clone, Debug)]
    pub struct LeakyRelu(SpecText);
    spec!(LeakyRelu);

    impl LeakyRelu {
        /// Default: 0.2.
        pub fn negative_slope(self, value: f64) -> Self {
            LeakyRelu(self.0.float("negative_slope", value))
        }
    }

    /// The activation log\_sigmoid.
    pub fn log_sigmoid() -> LogSigmoid {
        LogSigmoid(SpecText::new("log_sigmoid"))
    }

    /// What [`fn@log_sigmoid`] began.
    #[derive(Clone, Debug)]
    pub struct LogSigmoid(SpecText);
    spec!(LogSigmoid);

    /// The activation log\_softmax.
    pub fn log_softmax() -> LogSoftmax {
        LogSoftmax(SpecText::new("log_softmax"))
    }

    /// What [`fn@log_softmax`] began.
    #[derive(Clone, Debug)]
    pub struct LogSoftmax(SpecText);
    spec!(LogSoftmax);

    /// The activation mish.
    pub fn mish() -> Mish {
        Mish(SpecText::new("mish"))
    }

    /// What [`fn@mish`] began.
    #[derive(Clone, Debug)]
    pub struct Mish(SpecText);
    spec!(Mish);

    /// The activation relu.
    pub fn relu() -> Relu {
        Relu(SpecText::new("relu"))
    }

    /// What [`fn@relu`] began.
    #[derive(Clone, Debug)]
    pub struct Relu(SpecText);
    spec!(Relu);

    /// The activation relu6.
    pub fn relu6() -> Relu6 {
        Relu6(SpecText::new("relu6"))
    }

    /// What [`fn@relu6`] began.
    #[derive(Clone, Debug)]
    pub struct Relu6(SpecText);
    spec!(Relu6);

    /// The activation selu.
    pub fn selu() -> Selu {
        Selu(SpecText::new("selu"))
    }

    /// What [`fn@selu`] began.
    #[derive(Clone, Debug)]
    pub struct Selu(SpecText);
    spec!(Selu);

    /// The activation sigmoid.
    pub fn sigmoid() -> Sigmoid {
        Sigmoid(SpecText::new("sigmoid"))
    }

    /// What [`fn@sigmoid`] began.
    #[derive(Clone, Debug)]
    pub struct Sigmoid(SpecText);
    spec!(Sigmoid);

    /// The activation silu.
    pub fn silu() -> Silu {
        Silu(SpecText::new("silu"))
    }

    /// What [`fn@silu`] began.
    #[derive(Clone, Debug)]
    pub struct Silu(SpecText);
    spec!(Silu);

    /// The activation soft\_shrink.
    pub fn soft_shrink() -> SoftShrink {
        SoftShrink(SpecText::new("soft_shrink"))
    }

    /// What [`fn@soft_shrink`] began.
    #[derive(Clone, Debug)]
    pub struct SoftShrink(SpecText);
    spec!(SoftShrink);

    impl SoftShrink {
        /// Default: 0.5.
        pub fn threshold(self, value: f64) -> Self {
            SoftShrink(self.0.float("threshold", value))
        }
    }

    /// The activation softmax.
    pub fn softmax() -> Softmax {
        Softmax(SpecText::new("softmax"))
    }

    /// What [`fn@softmax`] began.
    #[derive(Clone, Debug)]
    pub struct Softmax(SpecText);
    spec!(Softmax);

    /// The activation softplus.
    pub fn softplus() -> Softplus {
        Softplus(SpecText::new("softplus"))
    }

    /// What [`fn@softplus`] began.
    #[derive(Clone, Debug)]
    pub struct Softplus(SpecText);
    spec!(Softplus);

    /// The activation softsign.
    pub fn softsign() -> Softsign {
        Softsign(SpecText::new("softsign"))
    }

    /// What [`fn@softsign`] began.
    #[derive(Clone, Debug)]
    pub struct Softsign(SpecText);
    spec!(Softsign);

    /// The activation sparse\_plus.
    pub fn sparse_plus() -> SparsePlus {
        SparsePlus(SpecText::new("sparse_plus"))
    }

    /// What [`fn@sparse_plus`] began.
    #[derive(Clone, Debug)]
    pub struct SparsePlus(SpecText);
    spec!(SparsePlus);

    /// The activation sparse\_sigmoid.
    pub fn sparse_sigmoid() -> SparseSigmoid {
        SparseSigmoid(SpecText::new("sparse_sigmoid"))
    }

    /// What [`fn@sparse_sigmoid`] began.
    #[derive(Clone, Debug)]
    pub struct SparseSigmoid(SpecText);
    spec!(SparseSigmoid);

    /// The activation sparsemax.
    pub fn sparsemax() -> Sparsemax {
        Sparsemax(SpecText::new("sparsemax"))
    }

    /// What [`fn@sparsemax`] began.
    #[derive(Clone, Debug)]
    pub struct Sparsemax(SpecText);
    spec!(Sparsemax);

    /// The activation squareplus.
    pub fn squareplus() -> Squareplus {
        Squareplus(SpecText::new("squareplus"))
    }

    /// What [`fn@squareplus`] began.
    #[derive(Clone, Debug)]
    pub struct Squareplus(SpecText);
    spec!(Squareplus);

    impl Squareplus {
        /// Default: 4.0.
        pub fn b(self, value: f64) -> Self {
            Squareplus(self.0.float("b", value))
        }
    }

    /// The activation tanh.
    pub fn tanh() -> Tanh {
        Tanh(SpecText::new("tanh"))
    }

    /// What [`fn@tanh`] began.
    #[derive(Clone, Debug)]
    pub struct Tanh(SpecText);
    spec!(Tanh);

    /// The activation tanh\_shrink.
    pub fn tanh_shrink() -> TanhShrink {
        TanhShrink(SpecText::new("tanh_shrink"))
    }

    /// What [`fn@tanh_shrink`] began.
    #[derive(Clone, Debug)]
    pub struct TanhShrink(SpecText);
    spec!(TanhShrink);

    /// The activation threshold.
    pub fn threshold(threshold: f64, default_value: f64) -> Threshold {
        Threshold(SpecText::new("threshold").float("threshold", threshold).float("default_value", default_value))
    }

    /// What [`fn@threshold`] began.
    #[derive(Clone, Debug)]
    pub struct Threshold(SpecText);
    spec!(Threshold);
}

/// Initializers: what weights are at first.
pub mod initializers {
    use crate::spec::SpecText;
    use std::fmt::{self, Display};

    /// The initializer Constant.
    pub fn constant() -> Constant {
        Constant(SpecText::new("Constant"))
    }

    /// What [`fn@constant`] began.
    #[derive(Clone, Debug)]
    pub struct Constant(SpecText);
    spec!(Constant);

    impl Constant {
        /// Default: 0.0.
        pub fn value(self, value: f64) -> Self {
            Constant(self.0.float("value", value))
        }
    }

    /// VarianceScaling(1, 'fan\_avg', 'truncated\_normal').
    pub fn glorot_normal() -> GlorotNormal {
        GlorotNormal(SpecText::new("GlorotNormal"))
    }

    /// What [`fn@glorot_normal`] began.
    #[derive(Clone, Debug)]
    pub struct GlorotNormal(SpecText);
    spec!(GlorotNormal);

    impl GlorotNormal {
        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            GlorotNormal(self.0.raw("seed", value))
        }
    }

    /// VarianceScaling(1, 'fan\_avg', 'uniform').
    pub fn glorot_uniform() -> GlorotUniform {
        GlorotUniform(SpecText::new("GlorotUniform"))
    }

    /// What [`fn@glorot_uniform`] began.
    #[derive(Clone, Debug)]
    pub struct GlorotUniform(SpecText);
    spec!(GlorotUniform);

    impl GlorotUniform {
        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            GlorotUniform(self.0.raw("seed", value))
        }
    }

    /// VarianceScaling(2, 'fan\_in', 'truncated\_normal').
    pub fn he_normal() -> HeNormal {
        HeNormal(SpecText::new("HeNormal"))
    }

    /// What [`fn@he_normal`] began.
    #[derive(Clone, Debug)]
    pub struct HeNormal(SpecText);
    spec!(HeNormal);

    impl HeNormal {
        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            HeNormal(self.0.raw("seed", value))
        }
    }

    /// VarianceScaling(2, 'fan\_in', 'uniform').
    pub fn he_uniform() -> HeUniform {
        HeUniform(SpecText::new("HeUniform"))
    }

    /// What [`fn@he_uniform`] began.
    #[derive(Clone, Debug)]
    pub struct HeUniform(SpecText);
    spec!(HeUniform);

    impl HeUniform {
        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            HeUniform(self.0.raw("seed", value))
        }
    }

    /// The initializer Identity.
    pub fn identity() -> Identity {
        Identity(SpecText::new("Identity"))
    }

    /// What [`fn@identity`] began.
    #[derive(Clone, Debug)]
    pub struct Identity(SpecText);
    spec!(Identity);

    impl Identity {
        /// Default: 1.0.
        pub fn gain(self, value: f64) -> Self {
            Identity(self.0.float("gain", value))
        }
    }

    /// VarianceScaling(1, 'fan\_in', 'truncated\_normal').
    pub fn lecun_normal() -> LecunNormal {
        LecunNormal(SpecText::new("LecunNormal"))
    }

    /// What [`fn@lecun_normal`] began.
    #[derive(Clone, Debug)]
    pub struct LecunNormal(SpecText);
    spec!(LecunNormal);

    impl LecunNormal {
        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            LecunNormal(self.0.raw("seed", value))
        }
    }

    /// VarianceScaling(1, 'fan\_in', 'uniform').
    pub fn lecun_uniform() -> LecunUniform {
        LecunUniform(SpecText::new("LecunUniform"))
    }

    /// What [`fn@lecun_uniform`] began.
    #[derive(Clone, Debug)]
    pub struct LecunUniform(SpecText);
    spec!(LecunUniform);

    impl LecunUniform {
        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            LecunUniform(self.0.raw("seed", value))
        }
    }

    /// The initializer Ones.
    pub fn ones() -> Ones {
        Ones(SpecText::new("Ones"))
    }

    /// What [`fn@ones`] began.
    #[derive(Clone, Debug)]
    pub struct Ones(SpecText);
    spec!(Ones);

    /// A matrix whose columns, or rows, are orthogonal and of norm gain.
    pub fn orthogonal() -> Orthogonal {
        Orthogonal(SpecText::new("Orthogonal"))
    }

    /// What [`fn@orthogonal`] began.
    #[derive(Clone, Debug)]
    pub struct Orthogonal(SpecText);
    spec!(Orthogonal);

    impl Orthogonal {
        /// Default: 1.0.
        pub fn gain(self, value: f64) -> Self {
            Orthogonal(self.0.float("gain", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            Orthogonal(self.0.raw("seed", value))
        }
    }

    /// The initializer RandomNormal.
    pub fn random_normal() -> RandomNormal {
        RandomNormal(SpecText::new("RandomNormal"))
    }

    /// What [`fn@random_normal`] began.
    #[derive(Clone, Debug)]
    pub struct RandomNormal(SpecText);
    spec!(RandomNormal);

    impl RandomNormal {
        /// Default: 0.0.
        pub fn mean(self, value: f64) -> Self {
            RandomNormal(self.0.float("mean", value))
        }

        /// Default: 0.05.
        pub fn stddev(self, value: f64) -> Self {
            RandomNormal(self.0.float("stddev", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            RandomNormal(self.0.raw("seed", value))
        }
    }

    /// The initializer RandomUniform.
    pub fn random_uniform() -> RandomUniform {
        RandomUniform(SpecText::new("RandomUniform"))
    }

    /// What [`fn@random_uniform`] began.
    #[derive(Clone, Debug)]
    pub struct RandomUniform(SpecText);
    spec!(RandomUniform);

    impl RandomUniform {
        /// Default: -0.05.
        pub fn minval(self, value: f64) -> Self {
            RandomUniform(self.0.float("minval", value))
        }

        /// Default: 0.05.
        pub fn maxval(self, value: f64) -> Self {
            RandomUniform(self.0.float("maxval", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            RandomUniform(self.0.raw("seed", value))
        }
    }

    /// Normal, but never further from the mean than two standard deviations.
    pub fn truncated_normal() -> TruncatedNormal {
        TruncatedNormal(SpecText::new("TruncatedNormal"))
    }

    /// What [`fn@truncated_normal`] began.
    #[derive(Clone, Debug)]
    pub struct TruncatedNormal(SpecText);
    spec!(TruncatedNormal);

    impl TruncatedNormal {
        /// Default: 0.0.
        pub fn mean(self, value: f64) -> Self {
            TruncatedNormal(self.0.float("mean", value))
        }

        /// Default: 0.05.
        pub fn stddev(self, value: f64) -> Self {
            TruncatedNormal(self.0.float("stddev", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            TruncatedNormal(self.0.raw("seed", value))
        }
    }

    /// The bias of an LSTM with unit\_forget\_bias: ones for the second quarter, which is the gate that forgets,
    /// another initializer's values for the rest.
    pub fn unit_forget_bias() -> UnitForgetBias {
        UnitForgetBias(SpecText::new("UnitForgetBias"))
    }

    /// What [`fn@unit_forget_bias`] began.
    #[derive(Clone, Debug)]
    pub struct UnitForgetBias(SpecText);
    spec!(UnitForgetBias);

    impl UnitForgetBias {
        /// Default: "zeros".
        pub fn others(self, value: &str) -> Self {
            UnitForgetBias(self.0.text("others", value))
        }
    }

    /// Variance scale / n, where n is how many inputs or outputs a unit has.
    pub fn variance_scaling() -> VarianceScaling {
        VarianceScaling(SpecText::new("VarianceScaling"))
    }

    /// What [`fn@variance_scaling`] began.
    #[derive(Clone, Debug)]
    pub struct VarianceScaling(SpecText);
    spec!(VarianceScaling);

    impl VarianceScaling {
        /// Default: 1.0.
        pub fn scale(self, value: f64) -> Self {
            VarianceScaling(self.0.float("scale", value))
        }

        /// One of fan\_in, fan\_out, fan\_avg. Default: "fan\_in".
        pub fn mode(self, value: &str) -> Self {
            VarianceScaling(self.0.text("mode", value))
        }

        /// One of truncated\_normal, untruncated\_normal, uniform. Default: "truncated\_normal".
        pub fn distribution(self, value: &str) -> Self {
            VarianceScaling(self.0.text("distribution", value))
        }

        /// Default: 0.
        pub fn seed(self, value: i64) -> Self {
            VarianceScaling(self.0.raw("seed", value))
        }
    }

    /// The initializer Zeros.
    pub fn zeros() -> Zeros {
        Zeros(SpecText::new("Zeros"))
    }

    /// What [`fn@zeros`] began.
    #[derive(Clone, Debug)]
    pub struct Zeros(SpecText);
    spec!(Zeros);
}

/// Regularizers: what weights and activities cost.
pub mod regularizers {
    use crate::spec::SpecText;
    use std::fmt::{self, Display};

    /// l1 times the sum of all magnitudes.
    pub fn l1() -> L1 {
        L1(SpecText::new("L1"))
    }

    /// What [`fn@l1`] began.
    #[derive(Clone, Debug)]
    pub struct L1(SpecText);
    spec!(L1);

    impl L1 {
        /// Default: 0.01.
        pub fn l1(self, value: f64) -> Self {
            L1(self.0.float("l1", value))
        }
    }

    /// l1 times the sum of all magnitudes and l2 times that of all squares.
    pub fn l1_l2() -> L1L2 {
        L1L2(SpecText::new("L1L2"))
    }

    /// What [`fn@l1_l2`] began.
    #[derive(Clone, Debug)]
    pub struct L1L2(SpecText);
    spec!(L1L2);

    impl L1L2 {
        /// Default: 0.0.
        pub fn l1(self, value: f64) -> Self {
            L1L2(self.0.float("l1", value))
        }

        /// Default: 0.0.
        pub fn l2(self, value: f64) -> Self {
            L1L2(self.0.float("l2", value))
        }
    }

    /// l2 times the sum of all squares.
    pub fn l2() -> L2 {
        L2(SpecText::new("L2"))
    }

    /// What [`fn@l2`] began.
    #[derive(Clone, Debug)]
    pub struct L2(SpecText);
    spec!(L2);

    impl L2 {
        /// Default: 0.01.
        pub fn l2(self, value: f64) -> Self {
            L2(self.0.float("l2", value))
        }
    }

    /// factor times the mean cosine, without sign, of any two rows, or columns, of a matrix.
    pub fn orthogonal_regularizer() -> OrthogonalRegularizer {
        OrthogonalRegularizer(SpecText::new("OrthogonalRegularizer"))
    }

    /// What [`fn@orthogonal_regularizer`] began.
    #[derive(Clone, Debug)]
    pub struct OrthogonalRegularizer(SpecText);
    spec!(OrthogonalRegularizer);

    impl OrthogonalRegularizer {
        /// Default: 0.01.
        pub fn factor(self, value: f64) -> Self {
            OrthogonalRegularizer(self.0.float("factor", value))
        }

        /// One of rows, columns. Default: "rows".
        pub fn mode(self, value: &str) -> Self {
            OrthogonalRegularizer(self.0.text("mode", value))
        }
    }
}

/// Constraints, which weights keep to after each step.
pub mod constraints {
    use crate::spec::{Sizes, SpecText};
    use std::fmt::{self, Display};

    /// Weights of a larger norm along one or more axes are made as small as it.
    pub fn max_norm() -> MaxNorm {
        MaxNorm(SpecText::new("MaxNorm"))
    }

    /// What [`fn@max_norm`] began.
    #[derive(Clone, Debug)]
    pub struct MaxNorm(SpecText);
    spec!(MaxNorm);

    impl MaxNorm {
        /// Default: 2.0.
        pub fn max_value(self, value: f64) -> Self {
            MaxNorm(self.0.float("max_value", value))
        }

        /// Default: \[0\].
        pub fn axis(self, value: impl Into<Sizes>) -> Self {
            MaxNorm(self.0.sizes("axis", value.into()))
        }
    }

    /// Norms along one or more axes come between both, by the share `rate` of the way.
    pub fn min_max_norm() -> MinMaxNorm {
        MinMaxNorm(SpecText::new("MinMaxNorm"))
    }

    /// What [`fn@min_max_norm`] began.
    #[derive(Clone, Debug)]
    pub struct MinMaxNorm(SpecText);
    spec!(MinMaxNorm);

    impl MinMaxNorm {
        /// Default: 0.0.
        pub fn min_value(self, value: f64) -> Self {
            MinMaxNorm(self.0.float("min_value", value))
        }

        /// Default: 1.0.
        pub fn max_value(self, value: f64) -> Self {
            MinMaxNorm(self.0.float("max_value", value))
        }

        /// Default: 1.0.
        pub fn rate(self, value: f64) -> Self {
            MinMaxNorm(self.0.float("rate", value))
        }

        /// Default: \[0\].
        pub fn axis(self, value: impl Into<Sizes>) -> Self {
            MinMaxNorm(self.0.sizes("axis", value.into()))
        }
    }

    /// Negative weights become 0.
    pub fn non_neg() -> NonNeg {
        NonNeg(SpecText::new("NonNeg"))
    }

    /// What [`fn@non_neg`] began.
    #[derive(Clone, Debug)]
    pub struct NonNeg(SpecText);
    spec!(NonNeg);

    /// Weights get norm 1 along one or more axes.
    pub fn unit_norm() -> UnitNorm {
        UnitNorm(SpecText::new("UnitNorm"))
    }

    /// What [`fn@unit_norm`] began.
    #[derive(Clone, Debug)]
    pub struct UnitNorm(SpecText);
    spec!(UnitNorm);

    impl UnitNorm {
        /// Default: \[0\].
        pub fn axis(self, value: impl Into<Sizes>) -> Self {
            UnitNorm(self.0.sizes("axis", value.into()))
        }
    }
}

/// Losses: what a model is trained to make small. They are metrics, too.
pub mod losses {
    use crate::spec::{Sizes, SpecText};
    use std::fmt::{self, Display};

    /// Cross entropy of labels from 0 to 1 and predicted probabilities, or of logits.
    pub fn binary_crossentropy() -> BinaryCrossentropy {
        BinaryCrossentropy(SpecText::new("BinaryCrossentropy"))
    }

    /// What [`fn@binary_crossentropy`] began.
    #[derive(Clone, Debug)]
    pub struct BinaryCrossentropy(SpecText);
    spec!(BinaryCrossentropy);

    impl BinaryCrossentropy {
        /// Default: false.
        pub fn from_logits(self, value: bool) -> Self {
            BinaryCrossentropy(self.0.raw("from_logits", value))
        }

        /// Default: 0.0.
        pub fn label_smoothing(self, value: f64) -> Self {
            BinaryCrossentropy(self.0.float("label_smoothing", value))
        }

        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            BinaryCrossentropy(self.0.text("reduction", value))
        }
    }

    /// BinaryCrossentropy by (1 - the probability of the label) to the power gamma, so that what is predicted well
    /// weighs less; with apply\_class\_balancing by alpha for labels 1 and 1 - alpha for labels 0.
    pub fn binary_focal_crossentropy() -> BinaryFocalCrossentropy {
        BinaryFocalCrossentropy(SpecText::new("BinaryFocalCrossentropy"))
    }

    /// What [`fn@binary_focal_crossentropy`] began.
    #[derive(Clone, Debug)]
    pub struct BinaryFocalCrossentropy(SpecText);
    spec!(BinaryFocalCrossentropy);

    impl BinaryFocalCrossentropy {
        /// Default: false.
        pub fn apply_class_balancing(self, value: bool) -> Self {
            BinaryFocalCrossentropy(self.0.raw("apply_class_balancing", value))
        }

        /// Default: 0.25.
        pub fn alpha(self, value: f64) -> Self {
            BinaryFocalCrossentropy(self.0.float("alpha", value))
        }

        /// Default: 2.0.
        pub fn gamma(self, value: f64) -> Self {
            BinaryFocalCrossentropy(self.0.float("gamma", value))
        }

        /// Default: false.
        pub fn from_logits(self, value: bool) -> Self {
            BinaryFocalCrossentropy(self.0.raw("from_logits", value))
        }

        /// Default: 0.0.
        pub fn label_smoothing(self, value: f64) -> Self {
            BinaryFocalCrossentropy(self.0.float("label_smoothing", value))
        }

        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            BinaryFocalCrossentropy(self.0.text("reduction", value))
        }
    }

    /// Connectionist temporal classification: minus the logarithm of the probability that the steps of y\_pred, which
    /// are logits, say the classes of y\_true with blanks and repetitions between them. Class 0 is the blank, and
    /// behind the last class of a shorter row of y\_true. Shapes: y\_true \[b, most classes\], y\_pred \[b, steps,
    /// classes\]. Source: Graves et al. 2006.
    pub fn ctc() -> CTC {
        CTC(SpecText::new("CTC"))
    }

    /// What [`fn@ctc`] began.
    #[derive(Clone, Debug)]
    pub struct CTC(SpecText);
    spec!(CTC);

    impl CTC {
        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            CTC(self.0.text("reduction", value))
        }
    }

    /// Cross entropy of distributions over classes, one-hot ones for instance, and predicted ones, or logits.
    pub fn categorical_crossentropy() -> CategoricalCrossentropy {
        CategoricalCrossentropy(SpecText::new("CategoricalCrossentropy"))
    }

    /// What [`fn@categorical_crossentropy`] began.
    #[derive(Clone, Debug)]
    pub struct CategoricalCrossentropy(SpecText);
    spec!(CategoricalCrossentropy);

    impl CategoricalCrossentropy {
        /// Default: false.
        pub fn from_logits(self, value: bool) -> Self {
            CategoricalCrossentropy(self.0.raw("from_logits", value))
        }

        /// Default: 0.0.
        pub fn label_smoothing(self, value: f64) -> Self {
            CategoricalCrossentropy(self.0.float("label_smoothing", value))
        }

        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            CategoricalCrossentropy(self.0.text("reduction", value))
        }
    }

    /// CategoricalCrossentropy by alpha (1 - the probability) to the power gamma.
    pub fn categorical_focal_crossentropy() -> CategoricalFocalCrossentropy {
        CategoricalFocalCrossentropy(SpecText::new("CategoricalFocalCrossentropy"))
    }

    /// What [`fn@categorical_focal_crossentropy`] began.
    #[derive(Clone, Debug)]
    pub struct CategoricalFocalCrossentropy(SpecText);
    spec!(CategoricalFocalCrossentropy);

    impl CategoricalFocalCrossentropy {
        /// Default: 0.25.
        pub fn alpha(self, value: f64) -> Self {
            CategoricalFocalCrossentropy(self.0.float("alpha", value))
        }

        /// Default: 2.0.
        pub fn gamma(self, value: f64) -> Self {
            CategoricalFocalCrossentropy(self.0.float("gamma", value))
        }

        /// Default: false.
        pub fn from_logits(self, value: bool) -> Self {
            CategoricalFocalCrossentropy(self.0.raw("from_logits", value))
        }

        /// Default: 0.0.
        pub fn label_smoothing(self, value: f64) -> Self {
            CategoricalFocalCrossentropy(self.0.float("label_smoothing", value))
        }

        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            CategoricalFocalCrossentropy(self.0.text("reduction", value))
        }
    }

    /// (1 - the probability of the class to the power q) / q: between cross entropy and distance, for labels that may
    /// be wrong. Shapes: y\_true \[b\] or \[b, 1\], y\_pred \[b, classes\].
    pub fn categorical_generalized_cross_entropy() -> CategoricalGeneralizedCrossEntropy {
        CategoricalGeneralizedCrossEntropy(SpecText::new("CategoricalGeneralizedCrossEntropy"))
    }

    /// What [`fn@categorical_generalized_cross_entropy`] began.
    #[derive(Clone, Debug)]
    pub struct CategoricalGeneralizedCrossEntropy(SpecText);
    spec!(CategoricalGeneralizedCrossEntropy);

    impl CategoricalGeneralizedCrossEntropy {
        /// Default: 0.5.
        pub fn q(self, value: f64) -> Self {
            CategoricalGeneralizedCrossEntropy(self.0.float("q", value))
        }

        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            CategoricalGeneralizedCrossEntropy(self.0.text("reduction", value))
        }
    }

    /// max(1 + the largest wrong score - the right score, 0).
    pub fn categorical_hinge() -> CategoricalHinge {
        CategoricalHinge(SpecText::new("CategoricalHinge"))
    }

    /// What [`fn@categorical_hinge`] began.
    #[derive(Clone, Debug)]
    pub struct CategoricalHinge(SpecText);
    spec!(CategoricalHinge);

    impl CategoricalHinge {
        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            CategoricalHinge(self.0.text("reduction", value))
        }
    }

    /// Draws embeddings of a class together and those of others apart, the more the further they are from where they
    /// should be, over all pairs of a batch. The mean is of samples that have a loss. Shapes: y\_true \[b\] or \[b,
    /// 1\], classes; y\_pred \[b, n\], of length 1. Source: Sun et al. 2020.
    pub fn circle() -> Circle {
        Circle(SpecText::new("Circle"))
    }

    /// What [`fn@circle`] began.
    #[derive(Clone, Debug)]
    pub struct Circle(SpecText);
    spec!(Circle);

    impl Circle {
        /// Default: 80.0.
        pub fn gamma(self, value: f64) -> Self {
            Circle(self.0.float("gamma", value))
        }

        /// Default: 0.4.
        pub fn margin(self, value: f64) -> Self {
            Circle(self.0.float("margin", value))
        }

        /// Default: true.
        pub fn remove_diagonal(self, value: bool) -> Self {
            Circle(self.0.raw("remove_diagonal", value))
        }

        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            Circle(self.0.text("reduction", value))
        }
    }

    /// Minus the cosine of the angle between the vectors.
    pub fn cosine_similarity() -> CosineSimilarity {
        CosineSimilarity(SpecText::new("CosineSimilarity"))
    }

    /// What [`fn@cosine_similarity`] began.
    #[derive(Clone, Debug)]
    pub struct CosineSimilarity(SpecText);
    spec!(CosineSimilarity);

    impl CosineSimilarity {
        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            CosineSimilarity(self.0.text("reduction", value))
        }
    }

    /// 1 - twice what labels and predictions share by what both have, over the axes, or over the batch as a whole.
    pub fn dice() -> Dice {
        Dice(SpecText::new("Dice"))
    }

    /// What [`fn@dice`] began.
    #[derive(Clone, Debug)]
    pub struct Dice(SpecText);
    spec!(Dice);

    impl Dice {
        /// Default: \[\].
        pub fn axis(self, value: impl Into<Sizes>) -> Self {
            Dice(self.0.sizes("axis", value.into()))
        }

        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            Dice(self.0.text("reduction", value))
        }
    }

    /// The mean of max(1 - y\_true y\_pred, 0); labels 0 count as -1.
    pub fn hinge() -> Hinge {
        Hinge(SpecText::new("Hinge"))
    }

    /// What [`fn@hinge`] began.
    #[derive(Clone, Debug)]
    pub struct Hinge(SpecText);
    spec!(Hinge);

    impl Hinge {
        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            Hinge(self.0.text("reduction", value))
        }
    }

    /// Half the squared difference up to delta, linear beyond; the mean.
    pub fn huber() -> Huber {
        Huber(SpecText::new("Huber"))
    }

    /// What [`fn@huber`] began.
    #[derive(Clone, Debug)]
    pub struct Huber(SpecText);
    spec!(Huber);

    impl Huber {
        /// Default: 1.0.
        pub fn delta(self, value: f64) -> Self {
            Huber(self.0.float("delta", value))
        }

        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            Huber(self.0.text("reduction", value))
        }
    }

    /// The sum of y\_true log(y\_true / y\_pred).
    pub fn kl_divergence() -> KLDivergence {
        KLDivergence(SpecText::new("KLDivergence"))
    }

    /// What [`fn@kl_divergence`] began.
    #[derive(Clone, Debug)]
    pub struct KLDivergence(SpecText);
    spec!(KLDivergence);

    impl KLDivergence {
        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            KLDivergence(self.0.text("reduction", value))
        }
    }

    /// The mean of log(cosh(difference)).
    pub fn log_cosh() -> LogCosh {
        LogCosh(SpecText::new("LogCosh"))
    }

    /// What [`fn@log_cosh`] began.
    #[derive(Clone, Debug)]
    pub struct LogCosh(SpecText);
    spec!(LogCosh);

    impl LogCosh {
        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            LogCosh(self.0.text("reduction", value))
        }
    }

    /// The mean of all distances.
    pub fn mean_absolute_error() -> MeanAbsoluteError {
        MeanAbsoluteError(SpecText::new("MeanAbsoluteError"))
    }

    /// What [`fn@mean_absolute_error`] began.
    #[derive(Clone, Debug)]
    pub struct MeanAbsoluteError(SpecText);
    spec!(MeanAbsoluteError);

    impl MeanAbsoluteError {
        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            MeanAbsoluteError(self.0.text("reduction", value))
        }
    }

    /// 100 times the mean of all distances by the labels' magnitudes.
    pub fn mean_absolute_percentage_error() -> MeanAbsolutePercentageError {
        MeanAbsolutePercentageError(SpecText::new("MeanAbsolutePercentageError"))
    }

    /// What [`fn@mean_absolute_percentage_error`] began.
    #[derive(Clone, Debug)]
    pub struct MeanAbsolutePercentageError(SpecText);
    spec!(MeanAbsolutePercentageError);

    impl MeanAbsolutePercentageError {
        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            MeanAbsolutePercentageError(self.0.text("reduction", value))
        }
    }

    /// The mean of the squares of all differences.
    pub fn mean_squared_error() -> MeanSquaredError {
        MeanSquaredError(SpecText::new("MeanSquaredError"))
    }

    /// What [`fn@mean_squared_error`] began.
    #[derive(Clone, Debug)]
    pub struct MeanSquaredError(SpecText);
    spec!(MeanSquaredError);

    impl MeanSquaredError {
        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            MeanSquaredError(self.0.text("reduction", value))
        }
    }

    /// The mean of the squared differences of log(1 + x).
    pub fn mean_squared_logarithmic_error() -> MeanSquaredLogarithmicError {
        MeanSquaredLogarithmicError(SpecText::new("MeanSquaredLogarithmicError"))
    }

    /// What [`fn@mean_squared_logarithmic_error`] began.
    #[derive(Clone, Debug)]
    pub struct MeanSquaredLogarithmicError(SpecText);
    spec!(MeanSquaredLogarithmicError);

    impl MeanSquaredLogarithmicError {
        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            MeanSquaredLogarithmicError(self.0.text("reduction", value))
        }
    }

    /// The mean of y\_pred - y\_true log(y\_pred).
    pub fn poisson() -> Poisson {
        Poisson(SpecText::new("Poisson"))
    }

    /// What [`fn@poisson`] began.
    #[derive(Clone, Debug)]
    pub struct Poisson(SpecText);
    spec!(Poisson);

    impl Poisson {
        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            Poisson(self.0.text("reduction", value))
        }
    }

    /// Cross entropy of classes by number and predicted probabilities, or logits. Labels ignore\_class do not count.
    /// Shapes: y\_true \[...\] or \[..., 1\], y\_pred \[..., classes\].
    pub fn sparse_categorical_crossentropy() -> SparseCategoricalCrossentropy {
        SparseCategoricalCrossentropy(SpecText::new("SparseCategoricalCrossentropy"))
    }

    /// What [`fn@sparse_categorical_crossentropy`] began.
    #[derive(Clone, Debug)]
    pub struct SparseCategoricalCrossentropy(SpecText);
    spec!(SparseCategoricalCrossentropy);

    impl SparseCategoricalCrossentropy {
        /// Default: false.
        pub fn from_logits(self, value: bool) -> Self {
            SparseCategoricalCrossentropy(self.0.raw("from_logits", value))
        }

        /// Default: -2147483648.
        pub fn ignore_class(self, value: i64) -> Self {
            SparseCategoricalCrossentropy(self.0.raw("ignore_class", value))
        }

        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            SparseCategoricalCrossentropy(self.0.text("reduction", value))
        }
    }

    /// The mean of max(1 - y\_true y\_pred, 0) squared; labels 0 count as -1.
    pub fn squared_hinge() -> SquaredHinge {
        SquaredHinge(SpecText::new("SquaredHinge"))
    }

    /// What [`fn@squared_hinge`] began.
    #[derive(Clone, Debug)]
    pub struct SquaredHinge(SpecText);
    spec!(SquaredHinge);

    impl SquaredHinge {
        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            SquaredHinge(self.0.text("reduction", value))
        }
    }

    /// As Dice, where alpha weighs what predictions miss and beta what they have too much.
    pub fn tversky() -> Tversky {
        Tversky(SpecText::new("Tversky"))
    }

    /// What [`fn@tversky`] began.
    #[derive(Clone, Debug)]
    pub struct Tversky(SpecText);
    spec!(Tversky);

    impl Tversky {
        /// Default: 0.5.
        pub fn alpha(self, value: f64) -> Self {
            Tversky(self.0.float("alpha", value))
        }

        /// Default: 0.5.
        pub fn beta(self, value: f64) -> Self {
            Tversky(self.0.float("beta", value))
        }

        /// Default: \[\].
        pub fn axis(self, value: impl Into<Sizes>) -> Self {
            Tversky(self.0.sizes("axis", value.into()))
        }

        /// One of sum\_over\_batch\_size, sum, mean\_with\_sample\_weight. Default: "sum\_over\_batch\_size".
        pub fn reduction(self, value: &str) -> Self {
            Tversky(self.0.text("reduction", value))
        }
    }
}

/// Metrics: what is told of a model besides its loss.
pub mod metrics {
    use crate::spec::{Sizes, SpecText};
    use std::fmt::{self, Display};

    /// The area below the receiver operating characteristic, or below precision over recall, over evenly spaced
    /// thresholds: by interpolation, or by the smaller or larger of two neighbours.
    pub fn auc() -> AUC {
        AUC(SpecText::new("AUC"))
    }

    /// What [`fn@auc`] began.
    #[derive(Clone, Debug)]
    pub struct AUC(SpecText);
    spec!(AUC);

    impl AUC {
        /// Default: 200.
        pub fn num_thresholds(self, value: i64) -> Self {
            AUC(self.0.raw("num_thresholds", value))
        }

        /// One of roc, pr. Default: "ROC".
        pub fn curve(self, value: &str) -> Self {
            AUC(self.0.text("curve", value))
        }

        /// One of interpolation, minoring, majoring. Default: "interpolation".
        pub fn summation_method(self, value: &str) -> Self {
            AUC(self.0.text("summation_method", value))
        }

        /// Default: false.
        pub fn from_logits(self, value: bool) -> Self {
            AUC(self.0.raw("from_logits", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            AUC(self.0.text("name", value))
        }
    }

    /// How many predictions are on their label's side of the threshold.
    pub fn binary_accuracy() -> BinaryAccuracy {
        BinaryAccuracy(SpecText::new("BinaryAccuracy"))
    }

    /// What [`fn@binary_accuracy`] began.
    #[derive(Clone, Debug)]
    pub struct BinaryAccuracy(SpecText);
    spec!(BinaryAccuracy);

    impl BinaryAccuracy {
        /// Default: 0.5.
        pub fn threshold(self, value: f64) -> Self {
            BinaryAccuracy(self.0.float("threshold", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            BinaryAccuracy(self.0.text("name", value))
        }
    }

    /// IoU of what is below threshold, class 0, and the rest, class 1.
    pub fn binary_io_u() -> BinaryIoU {
        BinaryIoU(SpecText::new("BinaryIoU"))
    }

    /// What [`fn@binary_io_u`] began.
    #[derive(Clone, Debug)]
    pub struct BinaryIoU(SpecText);
    spec!(BinaryIoU);

    impl BinaryIoU {
        /// Default: \[0, 1\].
        pub fn target_class_ids(self, value: impl Into<Sizes>) -> Self {
            BinaryIoU(self.0.sizes("target_class_ids", value.into()))
        }

        /// Default: 0.5.
        pub fn threshold(self, value: f64) -> Self {
            BinaryIoU(self.0.float("threshold", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            BinaryIoU(self.0.text("name", value))
        }
    }

    /// How often the likeliest class is that of the largest label.
    pub fn categorical_accuracy() -> CategoricalAccuracy {
        CategoricalAccuracy(SpecText::new("CategoricalAccuracy"))
    }

    /// What [`fn@categorical_accuracy`] began.
    #[derive(Clone, Debug)]
    pub struct CategoricalAccuracy(SpecText);
    spec!(CategoricalAccuracy);

    impl CategoricalAccuracy {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            CategoricalAccuracy(self.0.text("name", value))
        }
    }

    /// The harmonic mean of precision and recall: the mean of classes, also weighted by how often they are, or (micro)
    /// over all. What is above threshold counts as predicted, or the largest of a sample where that is 0. Shapes: \[b,
    /// classes\].
    pub fn f1_score() -> F1Score {
        F1Score(SpecText::new("F1Score"))
    }

    /// What [`fn@f1_score`] began.
    #[derive(Clone, Debug)]
    pub struct F1Score(SpecText);
    spec!(F1Score);

    impl F1Score {
        /// One of macro, micro, weighted. Default: "macro".
        pub fn average(self, value: &str) -> Self {
            F1Score(self.0.text("average", value))
        }

        /// Default: 0.0.
        pub fn threshold(self, value: f64) -> Self {
            F1Score(self.0.float("threshold", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            F1Score(self.0.text("name", value))
        }
    }

    /// As F1Score, with recall beta times as important as precision. Shapes: \[b, classes\].
    pub fn f_beta_score() -> FBetaScore {
        FBetaScore(SpecText::new("FBetaScore"))
    }

    /// What [`fn@f_beta_score`] began.
    #[derive(Clone, Debug)]
    pub struct FBetaScore(SpecText);
    spec!(FBetaScore);

    impl FBetaScore {
        /// One of macro, micro, weighted. Default: "macro".
        pub fn average(self, value: &str) -> Self {
            FBetaScore(self.0.text("average", value))
        }

        /// Default: 1.0.
        pub fn beta(self, value: f64) -> Self {
            FBetaScore(self.0.float("beta", value))
        }

        /// Default: 0.0.
        pub fn threshold(self, value: f64) -> Self {
            FBetaScore(self.0.float("threshold", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            FBetaScore(self.0.text("name", value))
        }
    }

    /// The weight of those that are and were not predicted to be.
    pub fn false_negatives() -> FalseNegatives {
        FalseNegatives(SpecText::new("FalseNegatives"))
    }

    /// What [`fn@false_negatives`] began.
    #[derive(Clone, Debug)]
    pub struct FalseNegatives(SpecText);
    spec!(FalseNegatives);

    impl FalseNegatives {
        /// Default: 0.5.
        pub fn thresholds(self, value: f64) -> Self {
            FalseNegatives(self.0.float("thresholds", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            FalseNegatives(self.0.text("name", value))
        }
    }

    /// The weight of those that were predicted to be and are not.
    pub fn false_positives() -> FalsePositives {
        FalsePositives(SpecText::new("FalsePositives"))
    }

    /// What [`fn@false_positives`] began.
    #[derive(Clone, Debug)]
    pub struct FalsePositives(SpecText);
    spec!(FalsePositives);

    impl FalsePositives {
        /// Default: 0.5.
        pub fn thresholds(self, value: f64) -> Self {
            FalsePositives(self.0.float("thresholds", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            FalsePositives(self.0.text("name", value))
        }
    }

    /// What classes and their predictions share of what they cover together, the mean of the classes that are named.
    /// Labels and predictions are classes by number, or one value for each class.
    pub fn io_u(num_classes: i64, target_class_ids: impl Into<Sizes>) -> IoU {
        IoU(SpecText::new("IoU").raw("num_classes", num_classes).sizes("target_class_ids", target_class_ids.into()))
    }

    /// What [`fn@io_u`] began.
    #[derive(Clone, Debug)]
    pub struct IoU(SpecText);
    spec!(IoU);

    impl IoU {
        /// Default: true.
        pub fn sparse_y_true(self, value: bool) -> Self {
            IoU(self.0.raw("sparse_y_true", value))
        }

        /// Default: true.
        pub fn sparse_y_pred(self, value: bool) -> Self {
            IoU(self.0.raw("sparse_y_pred", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            IoU(self.0.text("name", value))
        }
    }

    /// IoU of all classes.
    pub fn mean_io_u(num_classes: i64) -> MeanIoU {
        MeanIoU(SpecText::new("MeanIoU").raw("num_classes", num_classes))
    }

    /// What [`fn@mean_io_u`] began.
    #[derive(Clone, Debug)]
    pub struct MeanIoU(SpecText);
    spec!(MeanIoU);

    impl MeanIoU {
        /// Default: true.
        pub fn sparse_y_true(self, value: bool) -> Self {
            MeanIoU(self.0.raw("sparse_y_true", value))
        }

        /// Default: true.
        pub fn sparse_y_pred(self, value: bool) -> Self {
            MeanIoU(self.0.raw("sparse_y_pred", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            MeanIoU(self.0.text("name", value))
        }
    }

    /// IoU of labels and predictions with one value for each class.
    pub fn one_hot_io_u(num_classes: i64, target_class_ids: impl Into<Sizes>) -> OneHotIoU {
        OneHotIoU(SpecText::new("OneHotIoU").raw("num_classes", num_classes).sizes("target_class_ids", target_class_ids.into()))
    }

    /// What [`fn@one_hot_io_u`] began.
    #[derive(Clone, Debug)]
    pub struct OneHotIoU(SpecText);
    spec!(OneHotIoU);

    impl OneHotIoU {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            OneHotIoU(self.0.text("name", value))
        }
    }

    /// IoU of all classes, of labels and predictions with one value for each.
    pub fn one_hot_mean_io_u(num_classes: i64) -> OneHotMeanIoU {
        OneHotMeanIoU(SpecText::new("OneHotMeanIoU").raw("num_classes", num_classes))
    }

    /// What [`fn@one_hot_mean_io_u`] began.
    #[derive(Clone, Debug)]
    pub struct OneHotMeanIoU(SpecText);
    spec!(OneHotMeanIoU);

    impl OneHotMeanIoU {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            OneHotMeanIoU(self.0.text("name", value))
        }
    }

    /// How many of those that were predicted to be are, of all classes or of class\_id. Predicted is what is above
    /// thresholds, 0.5 if that is -1; with top\_k only the so many largest of a sample, and those, whatever they are,
    /// if thresholds is -1.
    pub fn precision() -> Precision {
        Precision(SpecText::new("Precision"))
    }

    /// What [`fn@precision`] began.
    #[derive(Clone, Debug)]
    pub struct Precision(SpecText);
    spec!(Precision);

    impl Precision {
        /// Default: -1.0.
        pub fn thresholds(self, value: f64) -> Self {
            Precision(self.0.float("thresholds", value))
        }

        /// Default: 0.
        pub fn top_k(self, value: i64) -> Self {
            Precision(self.0.raw("top_k", value))
        }

        /// Default: -1.
        pub fn class_id(self, value: i64) -> Self {
            Precision(self.0.raw("class_id", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Precision(self.0.text("name", value))
        }
    }

    /// The best precision where recall is at least that.
    pub fn precision_at_recall(recall: f64) -> PrecisionAtRecall {
        PrecisionAtRecall(SpecText::new("PrecisionAtRecall").float("recall", recall))
    }

    /// What [`fn@precision_at_recall`] began.
    #[derive(Clone, Debug)]
    pub struct PrecisionAtRecall(SpecText);
    spec!(PrecisionAtRecall);

    impl PrecisionAtRecall {
        /// Default: 200.
        pub fn num_thresholds(self, value: i64) -> Self {
            PrecisionAtRecall(self.0.raw("num_thresholds", value))
        }

        /// Default: -1.
        pub fn class_id(self, value: i64) -> Self {
            PrecisionAtRecall(self.0.raw("class_id", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            PrecisionAtRecall(self.0.text("name", value))
        }
    }

    /// 1 - the squared differences by those from the labels' mean: of each output, and their mean. Shapes: \[b,
    /// outputs\].
    pub fn r2_score() -> R2Score {
        R2Score(SpecText::new("R2Score"))
    }

    /// What [`fn@r2_score`] began.
    #[derive(Clone, Debug)]
    pub struct R2Score(SpecText);
    spec!(R2Score);

    impl R2Score {
        /// One of uniform\_average, variance\_weighted\_average. Default: "uniform\_average".
        pub fn class_aggregation(self, value: &str) -> Self {
            R2Score(self.0.text("class_aggregation", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            R2Score(self.0.text("name", value))
        }
    }

    /// How many of those that are were predicted to be, of all classes or of class\_id. Predicted is what Precision
    /// says.
    pub fn recall() -> Recall {
        Recall(SpecText::new("Recall"))
    }

    /// What [`fn@recall`] began.
    #[derive(Clone, Debug)]
    pub struct Recall(SpecText);
    spec!(Recall);

    impl Recall {
        /// Default: -1.0.
        pub fn thresholds(self, value: f64) -> Self {
            Recall(self.0.float("thresholds", value))
        }

        /// Default: 0.
        pub fn top_k(self, value: i64) -> Self {
            Recall(self.0.raw("top_k", value))
        }

        /// Default: -1.
        pub fn class_id(self, value: i64) -> Self {
            Recall(self.0.raw("class_id", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            Recall(self.0.text("name", value))
        }
    }

    /// The best recall where precision is at least that.
    pub fn recall_at_precision(precision: f64) -> RecallAtPrecision {
        RecallAtPrecision(SpecText::new("RecallAtPrecision").float("precision", precision))
    }

    /// What [`fn@recall_at_precision`] began.
    #[derive(Clone, Debug)]
    pub struct RecallAtPrecision(SpecText);
    spec!(RecallAtPrecision);

    impl RecallAtPrecision {
        /// Default: 200.
        pub fn num_thresholds(self, value: i64) -> Self {
            RecallAtPrecision(self.0.raw("num_thresholds", value))
        }

        /// Default: -1.
        pub fn class_id(self, value: i64) -> Self {
            RecallAtPrecision(self.0.raw("class_id", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            RecallAtPrecision(self.0.text("name", value))
        }
    }

    /// The square root of the mean of all squared differences.
    pub fn root_mean_squared_error() -> RootMeanSquaredError {
        RootMeanSquaredError(SpecText::new("RootMeanSquaredError"))
    }

    /// What [`fn@root_mean_squared_error`] began.
    #[derive(Clone, Debug)]
    pub struct RootMeanSquaredError(SpecText);
    spec!(RootMeanSquaredError);

    impl RootMeanSquaredError {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            RootMeanSquaredError(self.0.text("name", value))
        }
    }

    /// The best sensitivity where specificity is at least that.
    pub fn sensitivity_at_specificity(specificity: f64) -> SensitivityAtSpecificity {
        SensitivityAtSpecificity(SpecText::new("SensitivityAtSpecificity").float("specificity", specificity))
    }

    /// What [`fn@sensitivity_at_specificity`] began.
    #[derive(Clone, Debug)]
    pub struct SensitivityAtSpecificity(SpecText);
    spec!(SensitivityAtSpecificity);

    impl SensitivityAtSpecificity {
        /// Default: 200.
        pub fn num_thresholds(self, value: i64) -> Self {
            SensitivityAtSpecificity(self.0.raw("num_thresholds", value))
        }

        /// Default: -1.
        pub fn class_id(self, value: i64) -> Self {
            SensitivityAtSpecificity(self.0.raw("class_id", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            SensitivityAtSpecificity(self.0.text("name", value))
        }
    }

    /// How often the likeliest class is the label. Shapes: y\_true \[...\] or \[..., 1\], y\_pred \[..., classes\].
    pub fn sparse_categorical_accuracy() -> SparseCategoricalAccuracy {
        SparseCategoricalAccuracy(SpecText::new("SparseCategoricalAccuracy"))
    }

    /// What [`fn@sparse_categorical_accuracy`] began.
    #[derive(Clone, Debug)]
    pub struct SparseCategoricalAccuracy(SpecText);
    spec!(SparseCategoricalAccuracy);

    impl SparseCategoricalAccuracy {
        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            SparseCategoricalAccuracy(self.0.text("name", value))
        }
    }

    /// How often the label is among the k likeliest classes. Shapes: y\_true \[b\] or \[b, 1\], y\_pred \[b, classes\].
    pub fn sparse_top_k_categorical_accuracy() -> SparseTopKCategoricalAccuracy {
        SparseTopKCategoricalAccuracy(SpecText::new("SparseTopKCategoricalAccuracy"))
    }

    /// What [`fn@sparse_top_k_categorical_accuracy`] began.
    #[derive(Clone, Debug)]
    pub struct SparseTopKCategoricalAccuracy(SpecText);
    spec!(SparseTopKCategoricalAccuracy);

    impl SparseTopKCategoricalAccuracy {
        /// Default: 5.
        pub fn k(self, value: i64) -> Self {
            SparseTopKCategoricalAccuracy(self.0.raw("k", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            SparseTopKCategoricalAccuracy(self.0.text("name", value))
        }
    }

    /// The best specificity where sensitivity is at least that.
    pub fn specificity_at_sensitivity(sensitivity: f64) -> SpecificityAtSensitivity {
        SpecificityAtSensitivity(SpecText::new("SpecificityAtSensitivity").float("sensitivity", sensitivity))
    }

    /// What [`fn@specificity_at_sensitivity`] began.
    #[derive(Clone, Debug)]
    pub struct SpecificityAtSensitivity(SpecText);
    spec!(SpecificityAtSensitivity);

    impl SpecificityAtSensitivity {
        /// Default: 200.
        pub fn num_thresholds(self, value: i64) -> Self {
            SpecificityAtSensitivity(self.0.raw("num_thresholds", value))
        }

        /// Default: -1.
        pub fn class_id(self, value: i64) -> Self {
            SpecificityAtSensitivity(self.0.raw("class_id", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            SpecificityAtSensitivity(self.0.text("name", value))
        }
    }

    /// How often the class of the largest label is among the k likeliest. Shapes: \[b, classes\].
    pub fn top_k_categorical_accuracy() -> TopKCategoricalAccuracy {
        TopKCategoricalAccuracy(SpecText::new("TopKCategoricalAccuracy"))
    }

    /// What [`fn@top_k_categorical_accuracy`] began.
    #[derive(Clone, Debug)]
    pub struct TopKCategoricalAccuracy(SpecText);
    spec!(TopKCategoricalAccuracy);

    impl TopKCategoricalAccuracy {
        /// Default: 5.
        pub fn k(self, value: i64) -> Self {
            TopKCategoricalAccuracy(self.0.raw("k", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            TopKCategoricalAccuracy(self.0.text("name", value))
        }
    }

    /// The weight of those that are not and were not predicted to be.
    pub fn true_negatives() -> TrueNegatives {
        TrueNegatives(SpecText::new("TrueNegatives"))
    }

    /// What [`fn@true_negatives`] began.
    #[derive(Clone, Debug)]
    pub struct TrueNegatives(SpecText);
    spec!(TrueNegatives);

    impl TrueNegatives {
        /// Default: 0.5.
        pub fn thresholds(self, value: f64) -> Self {
            TrueNegatives(self.0.float("thresholds", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            TrueNegatives(self.0.text("name", value))
        }
    }

    /// The weight of those that are and were predicted to be.
    pub fn true_positives() -> TruePositives {
        TruePositives(SpecText::new("TruePositives"))
    }

    /// What [`fn@true_positives`] began.
    #[derive(Clone, Debug)]
    pub struct TruePositives(SpecText);
    spec!(TruePositives);

    impl TruePositives {
        /// Default: 0.5.
        pub fn thresholds(self, value: f64) -> Self {
            TruePositives(self.0.float("thresholds", value))
        }

        /// Default: "".
        pub fn name(self, value: &str) -> Self {
            TruePositives(self.0.text("name", value))
        }
    }
}

/// Optimizers: how weights follow their gradients.
pub mod optimizers {
    use crate::spec::SpecText;
    use std::fmt::{self, Display};

    /// Steps as large as recent ones. Source: Zeiler 2012.
    pub fn adadelta() -> Adadelta {
        Adadelta(SpecText::new("Adadelta"))
    }

    /// What [`fn@adadelta`] began.
    #[derive(Clone, Debug)]
    pub struct Adadelta(SpecText);
    spec!(Adadelta);

    impl Adadelta {
        /// Default: "0.001".
        pub fn learning_rate(self, value: impl Display) -> Self {
            Adadelta(self.0.raw("learning_rate", value))
        }

        /// Default: 0.95.
        pub fn rho(self, value: f64) -> Self {
            Adadelta(self.0.float("rho", value))
        }

        /// Default: 1e-07.
        pub fn epsilon(self, value: f64) -> Self {
            Adadelta(self.0.float("epsilon", value))
        }

        /// Default: 0.0.
        pub fn weight_decay(self, value: f64) -> Self {
            Adadelta(self.0.float("weight_decay", value))
        }

        /// Default: 0.0.
        pub fn clipnorm(self, value: f64) -> Self {
            Adadelta(self.0.float("clipnorm", value))
        }

        /// Default: 0.0.
        pub fn clipvalue(self, value: f64) -> Self {
            Adadelta(self.0.float("clipvalue", value))
        }

        /// Default: 0.0.
        pub fn global_clipnorm(self, value: f64) -> Self {
            Adadelta(self.0.float("global_clipnorm", value))
        }

        /// Default: false.
        pub fn use_ema(self, value: bool) -> Self {
            Adadelta(self.0.raw("use_ema", value))
        }

        /// Default: 0.99.
        pub fn ema_momentum(self, value: f64) -> Self {
            Adadelta(self.0.float("ema_momentum", value))
        }

        /// Default: 0.
        pub fn ema_overwrite_frequency(self, value: i64) -> Self {
            Adadelta(self.0.raw("ema_overwrite_frequency", value))
        }

        /// Default: 1.0.
        pub fn loss_scale_factor(self, value: f64) -> Self {
            Adadelta(self.0.float("loss_scale_factor", value))
        }

        /// Default: 1.
        pub fn gradient_accumulation_steps(self, value: i64) -> Self {
            Adadelta(self.0.raw("gradient_accumulation_steps", value))
        }
    }

    /// Divides gradients by the root of their mean squares, of which a matrix keeps those of rows and columns alone;
    /// steps are as large as weights are, and at most 1 / sqrt(step). Source: Shazeer and Stern 2018.
    pub fn adafactor() -> Adafactor {
        Adafactor(SpecText::new("Adafactor"))
    }

    /// What [`fn@adafactor`] began.
    #[derive(Clone, Debug)]
    pub struct Adafactor(SpecText);
    spec!(Adafactor);

    impl Adafactor {
        /// Default: "0.001".
        pub fn learning_rate(self, value: impl Display) -> Self {
            Adafactor(self.0.raw("learning_rate", value))
        }

        /// Default: -0.8.
        pub fn beta_2_decay(self, value: f64) -> Self {
            Adafactor(self.0.float("beta_2_decay", value))
        }

        /// Default: 1e-30.
        pub fn epsilon_1(self, value: f64) -> Self {
            Adafactor(self.0.float("epsilon_1", value))
        }

        /// Default: 0.001.
        pub fn epsilon_2(self, value: f64) -> Self {
            Adafactor(self.0.float("epsilon_2", value))
        }

        /// Default: 1.0.
        pub fn clip_threshold(self, value: f64) -> Self {
            Adafactor(self.0.float("clip_threshold", value))
        }

        /// Default: true.
        pub fn relative_step(self, value: bool) -> Self {
            Adafactor(self.0.raw("relative_step", value))
        }

        /// Default: 0.0.
        pub fn weight_decay(self, value: f64) -> Self {
            Adafactor(self.0.float("weight_decay", value))
        }

        /// Default: 0.0.
        pub fn clipnorm(self, value: f64) -> Self {
            Adafactor(self.0.float("clipnorm", value))
        }

        /// Default: 0.0.
        pub fn clipvalue(self, value: f64) -> Self {
            Adafactor(self.0.float("clipvalue", value))
        }

        /// Default: 0.0.
        pub fn global_clipnorm(self, value: f64) -> Self {
            Adafactor(self.0.float("global_clipnorm", value))
        }

        /// Default: false.
        pub fn use_ema(self, value: bool) -> Self {
            Adafactor(self.0.raw("use_ema", value))
        }

        /// Default: 0.99.
        pub fn ema_momentum(self, value: f64) -> Self {
            Adafactor(self.0.float("ema_momentum", value))
        }

        /// Default: 0.
        pub fn ema_overwrite_frequency(self, value: i64) -> Self {
            Adafactor(self.0.raw("ema_overwrite_frequency", value))
        }

        /// Default: 1.0.
        pub fn loss_scale_factor(self, value: f64) -> Self {
            Adafactor(self.0.float("loss_scale_factor", value))
        }

        /// Default: 1.
        pub fn gradient_accumulation_steps(self, value: i64) -> Self {
            Adafactor(self.0.raw("gradient_accumulation_steps", value))
        }
    }

    /// Divides gradients by the root of the sum of their squares. Source: Duchi et al. 2011.
    pub fn adagrad() -> Adagrad {
        Adagrad(SpecText::new("Adagrad"))
    }

    /// What [`fn@adagrad`] began.
    #[derive(Clone, Debug)]
    pub struct Adagrad(SpecText);
    spec!(Adagrad);

    impl Adagrad {
        /// Default: "0.001".
        pub fn learning_rate(self, value: impl Display) -> Self {
            Adagrad(self.0.raw("learning_rate", value))
        }

        /// Default: 0.1.
        pub fn initial_accumulator_value(self, value: f64) -> Self {
            Adagrad(self.0.float("initial_accumulator_value", value))
        }

        /// Default: 1e-07.
        pub fn epsilon(self, value: f64) -> Self {
            Adagrad(self.0.float("epsilon", value))
        }

        /// Default: 0.0.
        pub fn weight_decay(self, value: f64) -> Self {
            Adagrad(self.0.float("weight_decay", value))
        }

        /// Default: 0.0.
        pub fn clipnorm(self, value: f64) -> Self {
            Adagrad(self.0.float("clipnorm", value))
        }

        /// Default: 0.0.
        pub fn clipvalue(self, value: f64) -> Self {
            Adagrad(self.0.float("clipvalue", value))
        }

        /// Default: 0.0.
        pub fn global_clipnorm(self, value: f64) -> Self {
            Adagrad(self.0.float("global_clipnorm", value))
        }

        /// Default: false.
        pub fn use_ema(self, value: bool) -> Self {
            Adagrad(self.0.raw("use_ema", value))
        }

        /// Default: 0.99.
        pub fn ema_momentum(self, value: f64) -> Self {
            Adagrad(self.0.float("ema_momentum", value))
        }

        /// Default: 0.
        pub fn ema_overwrite_frequency(self, value: i64) -> Self {
            Adagrad(self.0.raw("ema_overwrite_frequency", value))
        }

        /// Default: 1.0.
        pub fn loss_scale_factor(self, value: f64) -> Self {
            Adagrad(self.0.float("loss_scale_factor", value))
        }

        /// Default: 1.
        pub fn gradient_accumulation_steps(self, value: i64) -> Self {
            Adagrad(self.0.raw("gradient_accumulation_steps", value))
        }
    }

    /// Moving means of gradients and of their squares. Source: Kingma and Ba 2014.
    pub fn adam() -> Adam {
        Adam(SpecText::new("Adam"))
    }

    /// What [`fn@adam`] began.
    #[derive(Clone, Debug)]
    pub struct Adam(SpecText);
    spec!(Adam);

    impl Adam {
        /// Default: "0.001".
        pub fn learning_rate(self, value: impl Display) -> Self {
            Adam(self.0.raw("learning_rate", value))
        }

        /// Default: 0.9.
        pub fn beta_1(self, value: f64) -> Self {
            Adam(self.0.float("beta_1", value))
        }

        /// Default: 0.999.
        pub fn beta_2(self, value: f64) -> Self {
            Adam(self.0.float("beta_2", value))
        }

        /// Default: 1e-07.
        pub fn epsilon(self, value: f64) -> Self {
            Adam(self.0.float("epsilon", value))
        }

        /// Default: false.
        pub fn amsgrad(self, value: bool) -> Self {
            Adam(self.0.raw("amsgrad", value))
        }

        /// Default: 0.0.
        pub fn weight_decay(self, value: f64) -> Self {
            Adam(self.0.float("weight_decay", value))
        }

        /// Default: 0.0.
        pub fn clipnorm(self, value: f64) -> Self {
            Adam(self.0.float("clipnorm", value))
        }

        /// Default: 0.0.
        pub fn clipvalue(self, value: f64) -> Self {
            Adam(self.0.float("clipvalue", value))
        }

        /// Default: 0.0.
        pub fn global_clipnorm(self, value: f64) -> Self {
            Adam(self.0.float("global_clipnorm", value))
        }

        /// Default: false.
        pub fn use_ema(self, value: bool) -> Self {
            Adam(self.0.raw("use_ema", value))
        }

        /// Default: 0.99.
        pub fn ema_momentum(self, value: f64) -> Self {
            Adam(self.0.float("ema_momentum", value))
        }

        /// Default: 0.
        pub fn ema_overwrite_frequency(self, value: i64) -> Self {
            Adam(self.0.raw("ema_overwrite_frequency", value))
        }

        /// Default: 1.0.
        pub fn loss_scale_factor(self, value: f64) -> Self {
            Adam(self.0.float("loss_scale_factor", value))
        }

        /// Default: 1.
        pub fn gradient_accumulation_steps(self, value: i64) -> Self {
            Adam(self.0.raw("gradient_accumulation_steps", value))
        }
    }

    /// Adam with weights that decay by themselves, 0.004 unless weight\_decay says otherwise.
    pub fn adamw() -> AdamW {
        AdamW(SpecText::new("AdamW"))
    }

    /// What [`fn@adamw`] began.
    #[derive(Clone, Debug)]
    pub struct AdamW(SpecText);
    spec!(AdamW);

    impl AdamW {
        /// Default: "0.001".
        pub fn learning_rate(self, value: impl Display) -> Self {
            AdamW(self.0.raw("learning_rate", value))
        }

        /// Default: 0.9.
        pub fn beta_1(self, value: f64) -> Self {
            AdamW(self.0.float("beta_1", value))
        }

        /// Default: 0.999.
        pub fn beta_2(self, value: f64) -> Self {
            AdamW(self.0.float("beta_2", value))
        }

        /// Default: 1e-07.
        pub fn epsilon(self, value: f64) -> Self {
            AdamW(self.0.float("epsilon", value))
        }

        /// Default: false.
        pub fn amsgrad(self, value: bool) -> Self {
            AdamW(self.0.raw("amsgrad", value))
        }

        /// Default: 0.0.
        pub fn weight_decay(self, value: f64) -> Self {
            AdamW(self.0.float("weight_decay", value))
        }

        /// Default: 0.0.
        pub fn clipnorm(self, value: f64) -> Self {
            AdamW(self.0.float("clipnorm", value))
        }

        /// Default: 0.0.
        pub fn clipvalue(self, value: f64) -> Self {
            AdamW(self.0.float("clipvalue", value))
        }

        /// Default: 0.0.
        pub fn global_clipnorm(self, value: f64) -> Self {
            AdamW(self.0.float("global_clipnorm", value))
        }

        /// Default: false.
        pub fn use_ema(self, value: bool) -> Self {
            AdamW(self.0.raw("use_ema", value))
        }

        /// Default: 0.99.
        pub fn ema_momentum(self, value: f64) -> Self {
            AdamW(self.0.float("ema_momentum", value))
        }

        /// Default: 0.
        pub fn ema_overwrite_frequency(self, value: i64) -> Self {
            AdamW(self.0.raw("ema_overwrite_frequency", value))
        }

        /// Default: 1.0.
        pub fn loss_scale_factor(self, value: f64) -> Self {
            AdamW(self.0.float("loss_scale_factor", value))
        }

        /// Default: 1.
        pub fn gradient_accumulation_steps(self, value: i64) -> Self {
            AdamW(self.0.raw("gradient_accumulation_steps", value))
        }
    }

    /// Adam with the largest recent gradient in place of the squares.
    pub fn adamax() -> Adamax {
        Adamax(SpecText::new("Adamax"))
    }

    /// What [`fn@adamax`] began.
    #[derive(Clone, Debug)]
    pub struct Adamax(SpecText);
    spec!(Adamax);

    impl Adamax {
        /// Default: "0.001".
        pub fn learning_rate(self, value: impl Display) -> Self {
            Adamax(self.0.raw("learning_rate", value))
        }

        /// Default: 0.9.
        pub fn beta_1(self, value: f64) -> Self {
            Adamax(self.0.float("beta_1", value))
        }

        /// Default: 0.999.
        pub fn beta_2(self, value: f64) -> Self {
            Adamax(self.0.float("beta_2", value))
        }

        /// Default: 1e-07.
        pub fn epsilon(self, value: f64) -> Self {
            Adamax(self.0.float("epsilon", value))
        }

        /// Default: 0.0.
        pub fn weight_decay(self, value: f64) -> Self {
            Adamax(self.0.float("weight_decay", value))
        }

        /// Default: 0.0.
        pub fn clipnorm(self, value: f64) -> Self {
            Adamax(self.0.float("clipnorm", value))
        }

        /// Default: 0.0.
        pub fn clipvalue(self, value: f64) -> Self {
            Adamax(self.0.float("clipvalue", value))
        }

        /// Default: 0.0.
        pub fn global_clipnorm(self, value: f64) -> Self {
            Adamax(self.0.float("global_clipnorm", value))
        }

        /// Default: false.
        pub fn use_ema(self, value: bool) -> Self {
            Adamax(self.0.raw("use_ema", value))
        }

        /// Default: 0.99.
        pub fn ema_momentum(self, value: f64) -> Self {
            Adamax(self.0.float("ema_momentum", value))
        }

        /// Default: 0.
        pub fn ema_overwrite_frequency(self, value: i64) -> Self {
            Adamax(self.0.raw("ema_overwrite_frequency", value))
        }

        /// Default: 1.0.
        pub fn loss_scale_factor(self, value: f64) -> Self {
            Adamax(self.0.float("loss_scale_factor", value))
        }

        /// Default: 1.
        pub fn gradient_accumulation_steps(self, value: i64) -> Self {
            Adamax(self.0.raw("gradient_accumulation_steps", value))
        }
    }

    /// Follow the regularised leader. Source: McMahan et al. 2013.
    pub fn ftrl() -> Ftrl {
        Ftrl(SpecText::new("Ftrl"))
    }

    /// What [`fn@ftrl`] began.
    #[derive(Clone, Debug)]
    pub struct Ftrl(SpecText);
    spec!(Ftrl);

    impl Ftrl {
        /// Default: "0.001".
        pub fn learning_rate(self, value: impl Display) -> Self {
            Ftrl(self.0.raw("learning_rate", value))
        }

        /// Default: -0.5.
        pub fn learning_rate_power(self, value: f64) -> Self {
            Ftrl(self.0.float("learning_rate_power", value))
        }

        /// Default: 0.1.
        pub fn initial_accumulator_value(self, value: f64) -> Self {
            Ftrl(self.0.float("initial_accumulator_value", value))
        }

        /// Default: 0.0.
        pub fn l1_regularization_strength(self, value: f64) -> Self {
            Ftrl(self.0.float("l1_regularization_strength", value))
        }

        /// Default: 0.0.
        pub fn l2_regularization_strength(self, value: f64) -> Self {
            Ftrl(self.0.float("l2_regularization_strength", value))
        }

        /// Default: 0.0.
        pub fn l2_shrinkage_regularization_strength(self, value: f64) -> Self {
            Ftrl(self.0.float("l2_shrinkage_regularization_strength", value))
        }

        /// Default: 0.0.
        pub fn beta(self, value: f64) -> Self {
            Ftrl(self.0.float("beta", value))
        }

        /// Default: 0.0.
        pub fn weight_decay(self, value: f64) -> Self {
            Ftrl(self.0.float("weight_decay", value))
        }

        /// Default: 0.0.
        pub fn clipnorm(self, value: f64) -> Self {
            Ftrl(self.0.float("clipnorm", value))
        }

        /// Default: 0.0.
        pub fn clipvalue(self, value: f64) -> Self {
            Ftrl(self.0.float("clipvalue", value))
        }

        /// Default: 0.0.
        pub fn global_clipnorm(self, value: f64) -> Self {
            Ftrl(self.0.float("global_clipnorm", value))
        }

        /// Default: false.
        pub fn use_ema(self, value: bool) -> Self {
            Ftrl(self.0.raw("use_ema", value))
        }

        /// Default: 0.99.
        pub fn ema_momentum(self, value: f64) -> Self {
            Ftrl(self.0.float("ema_momentum", value))
        }

        /// Default: 0.
        pub fn ema_overwrite_frequency(self, value: i64) -> Self {
            Ftrl(self.0.raw("ema_overwrite_frequency", value))
        }

        /// Default: 1.0.
        pub fn loss_scale_factor(self, value: f64) -> Self {
            Ftrl(self.0.float("loss_scale_factor", value))
        }

        /// Default: 1.
        pub fn gradient_accumulation_steps(self, value: i64) -> Self {
            Ftrl(self.0.raw("gradient_accumulation_steps", value))
        }
    }

    /// Adam's steps, as long as the variable is large. Source: You et al. 2019.
    pub fn lamb() -> Lamb {
        Lamb(SpecText::new("Lamb"))
    }

    /// What [`fn@lamb`] began.
    #[derive(Clone, Debug)]
    pub struct Lamb(SpecText);
    spec!(Lamb);

    impl Lamb {
        /// Default: "0.001".
        pub fn learning_rate(self, value: impl Display) -> Self {
            Lamb(self.0.raw("learning_rate", value))
        }

        /// Default: 0.9.
        pub fn beta_1(self, value: f64) -> Self {
            Lamb(self.0.float("beta_1", value))
        }

        /// Default: 0.999.
        pub fn beta_2(self, value: f64) -> Self {
            Lamb(self.0.float("beta_2", value))
        }

        /// Default: 1e-07.
        pub fn epsilon(self, value: f64) -> Self {
            Lamb(self.0.float("epsilon", value))
        }

        /// Default: 0.0.
        pub fn weight_decay(self, value: f64) -> Self {
            Lamb(self.0.float("weight_decay", value))
        }

        /// Default: 0.0.
        pub fn clipnorm(self, value: f64) -> Self {
            Lamb(self.0.float("clipnorm", value))
        }

        /// Default: 0.0.
        pub fn clipvalue(self, value: f64) -> Self {
            Lamb(self.0.float("clipvalue", value))
        }

        /// Default: 0.0.
        pub fn global_clipnorm(self, value: f64) -> Self {
            Lamb(self.0.float("global_clipnorm", value))
        }

        /// Default: false.
        pub fn use_ema(self, value: bool) -> Self {
            Lamb(self.0.raw("use_ema", value))
        }

        /// Default: 0.99.
        pub fn ema_momentum(self, value: f64) -> Self {
            Lamb(self.0.float("ema_momentum", value))
        }

        /// Default: 0.
        pub fn ema_overwrite_frequency(self, value: i64) -> Self {
            Lamb(self.0.raw("ema_overwrite_frequency", value))
        }

        /// Default: 1.0.
        pub fn loss_scale_factor(self, value: f64) -> Self {
            Lamb(self.0.float("loss_scale_factor", value))
        }

        /// Default: 1.
        pub fn gradient_accumulation_steps(self, value: i64) -> Self {
            Lamb(self.0.raw("gradient_accumulation_steps", value))
        }
    }

    /// The sign of a moving mean. Source: Chen et al. 2023.
    pub fn lion() -> Lion {
        Lion(SpecText::new("Lion"))
    }

    /// What [`fn@lion`] began.
    #[derive(Clone, Debug)]
    pub struct Lion(SpecText);
    spec!(Lion);

    impl Lion {
        /// Default: "0.001".
        pub fn learning_rate(self, value: impl Display) -> Self {
            Lion(self.0.raw("learning_rate", value))
        }

        /// Default: 0.9.
        pub fn beta_1(self, value: f64) -> Self {
            Lion(self.0.float("beta_1", value))
        }

        /// Default: 0.99.
        pub fn beta_2(self, value: f64) -> Self {
            Lion(self.0.float("beta_2", value))
        }

        /// Default: 0.0.
        pub fn weight_decay(self, value: f64) -> Self {
            Lion(self.0.float("weight_decay", value))
        }

        /// Default: 0.0.
        pub fn clipnorm(self, value: f64) -> Self {
            Lion(self.0.float("clipnorm", value))
        }

        /// Default: 0.0.
        pub fn clipvalue(self, value: f64) -> Self {
            Lion(self.0.float("clipvalue", value))
        }

        /// Default: 0.0.
        pub fn global_clipnorm(self, value: f64) -> Self {
            Lion(self.0.float("global_clipnorm", value))
        }

        /// Default: false.
        pub fn use_ema(self, value: bool) -> Self {
            Lion(self.0.raw("use_ema", value))
        }

        /// Default: 0.99.
        pub fn ema_momentum(self, value: f64) -> Self {
            Lion(self.0.float("ema_momentum", value))
        }

        /// Default: 0.
        pub fn ema_overwrite_frequency(self, value: i64) -> Self {
            Lion(self.0.raw("ema_overwrite_frequency", value))
        }

        /// Default: 1.0.
        pub fn loss_scale_factor(self, value: f64) -> Self {
            Lion(self.0.float("loss_scale_factor", value))
        }

        /// Default: 1.
        pub fn gradient_accumulation_steps(self, value: i64) -> Self {
            Lion(self.0.raw("gradient_accumulation_steps", value))
        }
    }

    /// Another optimizer, by its spec, over gradients of a loss times a scale, by which they are divided again: so that
    /// small ones are not 0 in half. The scale doubles after so many steps; a step with a gradient that is not finite
    /// is left out and halves it.
    pub fn loss_scale_optimizer(inner_optimizer: impl Display) -> LossScaleOptimizer {
        LossScaleOptimizer(SpecText::new("LossScaleOptimizer").raw("inner_optimizer", inner_optimizer))
    }

    /// What [`fn@loss_scale_optimizer`] began.
    #[derive(Clone, Debug)]
    pub struct LossScaleOptimizer(SpecText);
    spec!(LossScaleOptimizer);

    impl LossScaleOptimizer {
        /// Default: 32768.0.
        pub fn initial_scale(self, value: f64) -> Self {
            LossScaleOptimizer(self.0.float("initial_scale", value))
        }

        /// Default: 2000.
        pub fn dynamic_growth_steps(self, value: i64) -> Self {
            LossScaleOptimizer(self.0.raw("dynamic_growth_steps", value))
        }

        /// Default: 0.0.
        pub fn weight_decay(self, value: f64) -> Self {
            LossScaleOptimizer(self.0.float("weight_decay", value))
        }

        /// Default: 0.0.
        pub fn clipnorm(self, value: f64) -> Self {
            LossScaleOptimizer(self.0.float("clipnorm", value))
        }

        /// Default: 0.0.
        pub fn clipvalue(self, value: f64) -> Self {
            LossScaleOptimizer(self.0.float("clipvalue", value))
        }

        /// Default: 0.0.
        pub fn global_clipnorm(self, value: f64) -> Self {
            LossScaleOptimizer(self.0.float("global_clipnorm", value))
        }

        /// Default: false.
        pub fn use_ema(self, value: bool) -> Self {
            LossScaleOptimizer(self.0.raw("use_ema", value))
        }

        /// Default: 0.99.
        pub fn ema_momentum(self, value: f64) -> Self {
            LossScaleOptimizer(self.0.float("ema_momentum", value))
        }

        /// Default: 0.
        pub fn ema_overwrite_frequency(self, value: i64) -> Self {
            LossScaleOptimizer(self.0.raw("ema_overwrite_frequency", value))
        }

        /// Default: 1.0.
        pub fn loss_scale_factor(self, value: f64) -> Self {
            LossScaleOptimizer(self.0.float("loss_scale_factor", value))
        }

        /// Default: 1.
        pub fn gradient_accumulation_steps(self, value: i64) -> Self {
            LossScaleOptimizer(self.0.raw("gradient_accumulation_steps", value))
        }
    }

    /// Adam with Nesterov's momentum. Source: Dozat 2015.
    pub fn nadam() -> Nadam {
        Nadam(SpecText::new("Nadam"))
    }

    /// What [`fn@nadam`] began.
    #[derive(Clone, Debug)]
    pub struct Nadam(SpecText);
    spec!(Nadam);

    impl Nadam {
        /// Default: "0.001".
        pub fn learning_rate(self, value: impl Display) -> Self {
            Nadam(self.0.raw("learning_rate", value))
        }

        /// Default: 0.9.
        pub fn beta_1(self, value: f64) -> Self {
            Nadam(self.0.float("beta_1", value))
        }

        /// Default: 0.999.
        pub fn beta_2(self, value: f64) -> Self {
            Nadam(self.0.float("beta_2", value))
        }

        /// Default: 1e-07.
        pub fn epsilon(self, value: f64) -> Self {
            Nadam(self.0.float("epsilon", value))
        }

        /// Default: 0.0.
        pub fn weight_decay(self, value: f64) -> Self {
            Nadam(self.0.float("weight_decay", value))
        }

        /// Default: 0.0.
        pub fn clipnorm(self, value: f64) -> Self {
            Nadam(self.0.float("clipnorm", value))
        }

        /// Default: 0.0.
        pub fn clipvalue(self, value: f64) -> Self {
            Nadam(self.0.float("clipvalue", value))
        }

        /// Default: 0.0.
        pub fn global_clipnorm(self, value: f64) -> Self {
            Nadam(self.0.float("global_clipnorm", value))
        }

        /// Default: false.
        pub fn use_ema(self, value: bool) -> Self {
            Nadam(self.0.raw("use_ema", value))
        }

        /// Default: 0.99.
        pub fn ema_momentum(self, value: f64) -> Self {
            Nadam(self.0.float("ema_momentum", value))
        }

        /// Default: 0.
        pub fn ema_overwrite_frequency(self, value: i64) -> Self {
            Nadam(self.0.raw("ema_overwrite_frequency", value))
        }

        /// Default: 1.0.
        pub fn loss_scale_factor(self, value: f64) -> Self {
            Nadam(self.0.float("loss_scale_factor", value))
        }

        /// Default: 1.
        pub fn gradient_accumulation_steps(self, value: i64) -> Self {
            Nadam(self.0.raw("gradient_accumulation_steps", value))
        }
    }

    /// Divides gradients by the root of a moving mean of their squares.
    pub fn rmsprop() -> RMSprop {
        RMSprop(SpecText::new("RMSprop"))
    }

    /// What [`fn@rmsprop`] began.
    #[derive(Clone, Debug)]
    pub struct RMSprop(SpecText);
    spec!(RMSprop);

    impl RMSprop {
        /// Default: "0.001".
        pub fn learning_rate(self, value: impl Display) -> Self {
            RMSprop(self.0.raw("learning_rate", value))
        }

        /// Default: 0.9.
        pub fn rho(self, value: f64) -> Self {
            RMSprop(self.0.float("rho", value))
        }

        /// Default: 0.0.
        pub fn momentum(self, value: f64) -> Self {
            RMSprop(self.0.float("momentum", value))
        }

        /// Default: 1e-07.
        pub fn epsilon(self, value: f64) -> Self {
            RMSprop(self.0.float("epsilon", value))
        }

        /// Default: false.
        pub fn centered(self, value: bool) -> Self {
            RMSprop(self.0.raw("centered", value))
        }

        /// Default: 0.0.
        pub fn weight_decay(self, value: f64) -> Self {
            RMSprop(self.0.float("weight_decay", value))
        }

        /// Default: 0.0.
        pub fn clipnorm(self, value: f64) -> Self {
            RMSprop(self.0.float("clipnorm", value))
        }

        /// Default: 0.0.
        pub fn clipvalue(self, value: f64) -> Self {
            RMSprop(self.0.float("clipvalue", value))
        }

        /// Default: 0.0.
        pub fn global_clipnorm(self, value: f64) -> Self {
            RMSprop(self.0.float("global_clipnorm", value))
        }

        /// Default: false.
        pub fn use_ema(self, value: bool) -> Self {
            RMSprop(self.0.raw("use_ema", value))
        }

        /// Default: 0.99.
        pub fn ema_momentum(self, value: f64) -> Self {
            RMSprop(self.0.float("ema_momentum", value))
        }

        /// Default: 0.
        pub fn ema_overwrite_frequency(self, value: i64) -> Self {
            RMSprop(self.0.raw("ema_overwrite_frequency", value))
        }

        /// Default: 1.0.
        pub fn loss_scale_factor(self, value: f64) -> Self {
            RMSprop(self.0.float("loss_scale_factor", value))
        }

        /// Default: 1.
        pub fn gradient_accumulation_steps(self, value: i64) -> Self {
            RMSprop(self.0.raw("gradient_accumulation_steps", value))
        }
    }

    /// Gradient descent, with momentum if that is not 0.
    pub fn sgd() -> SGD {
        SGD(SpecText::new("SGD"))
    }

    /// What [`fn@sgd`] began.
    #[derive(Clone, Debug)]
    pub struct SGD(SpecText);
    spec!(SGD);

    impl SGD {
        /// Default: "0.01".
        pub fn learning_rate(self, value: impl Display) -> Self {
            SGD(self.0.raw("learning_rate", value))
        }

        /// Default: 0.0.
        pub fn momentum(self, value: f64) -> Self {
            SGD(self.0.float("momentum", value))
        }

        /// Default: false.
        pub fn nesterov(self, value: bool) -> Self {
            SGD(self.0.raw("nesterov", value))
        }

        /// Default: 0.0.
        pub fn weight_decay(self, value: f64) -> Self {
            SGD(self.0.float("weight_decay", value))
        }

        /// Default: 0.0.
        pub fn clipnorm(self, value: f64) -> Self {
            SGD(self.0.float("clipnorm", value))
        }

        /// Default: 0.0.
        pub fn clipvalue(self, value: f64) -> Self {
            SGD(self.0.float("clipvalue", value))
        }

        /// Default: 0.0.
        pub fn global_clipnorm(self, value: f64) -> Self {
            SGD(self.0.float("global_clipnorm", value))
        }

        /// Default: false.
        pub fn use_ema(self, value: bool) -> Self {
            SGD(self.0.raw("use_ema", value))
        }

        /// Default: 0.99.
        pub fn ema_momentum(self, value: f64) -> Self {
            SGD(self.0.float("ema_momentum", value))
        }

        /// Default: 0.
        pub fn ema_overwrite_frequency(self, value: i64) -> Self {
            SGD(self.0.raw("ema_overwrite_frequency", value))
        }

        /// Default: 1.0.
        pub fn loss_scale_factor(self, value: f64) -> Self {
            SGD(self.0.float("loss_scale_factor", value))
        }

        /// Default: 1.
        pub fn gradient_accumulation_steps(self, value: i64) -> Self {
            SGD(self.0.raw("gradient_accumulation_steps", value))
        }
    }
}

/// Schedules: learning rates that follow the number of steps.
pub mod schedules {
    use crate::spec::{Sizes, SpecText};
    use std::fmt::{self, Display};

    /// Half a cosine down to alpha initial\_learning\_rate. With a warmup\_target that is not negative the rate first
    /// goes there along a line, in warmup\_steps, and the cosine begins there.
    pub fn cosine_decay(initial_learning_rate: f64, decay_steps: i64) -> CosineDecay {
        CosineDecay(SpecText::new("CosineDecay").float("initial_learning_rate", initial_learning_rate).raw("decay_steps", decay_steps))
    }

    /// What [`fn@cosine_decay`] began.
    #[derive(Clone, Debug)]
    pub struct CosineDecay(SpecText);
    spec!(CosineDecay);

    impl CosineDecay {
        /// Default: 0.0.
        pub fn alpha(self, value: f64) -> Self {
            CosineDecay(self.0.float("alpha", value))
        }

        /// Default: -1.0.
        pub fn warmup_target(self, value: f64) -> Self {
            CosineDecay(self.0.float("warmup_target", value))
        }

        /// Default: 0.
        pub fn warmup_steps(self, value: i64) -> Self {
            CosineDecay(self.0.raw("warmup_steps", value))
        }
    }

    /// Half cosines down to alpha initial\_learning\_rate, each t\_mul times as long as the one before and m\_mul times
    /// as high. Source: Loshchilov and Hutter 2016.
    pub fn cosine_decay_restarts(initial_learning_rate: f64, first_decay_steps: i64) -> CosineDecayRestarts {
        CosineDecayRestarts(SpecText::new("CosineDecayRestarts").float("initial_learning_rate", initial_learning_rate).raw("first_decay_steps", first_decay_steps))
    }

    /// What [`fn@cosine_decay_restarts`] began.
    #[derive(Clone, Debug)]
    pub struct CosineDecayRestarts(SpecText);
    spec!(CosineDecayRestarts);

    impl CosineDecayRestarts {
        /// Default: 2.0.
        pub fn t_mul(self, value: f64) -> Self {
            CosineDecayRestarts(self.0.float("t_mul", value))
        }

        /// Default: 1.0.
        pub fn m_mul(self, value: f64) -> Self {
            CosineDecayRestarts(self.0.float("m_mul", value))
        }

        /// Default: 0.0.
        pub fn alpha(self, value: f64) -> Self {
            CosineDecayRestarts(self.0.float("alpha", value))
        }
    }

    /// initial\_learning\_rate decay\_rate^(step / decay\_steps).
    pub fn exponential_decay(initial_learning_rate: f64, decay_steps: i64, decay_rate: f64) -> ExponentialDecay {
        ExponentialDecay(SpecText::new("ExponentialDecay").float("initial_learning_rate", initial_learning_rate).raw("decay_steps", decay_steps).float("decay_rate", decay_rate))
    }

    /// What [`fn@exponential_decay`] began.
    #[derive(Clone, Debug)]
    pub struct ExponentialDecay(SpecText);
    spec!(ExponentialDecay);

    impl ExponentialDecay {
        /// Default: false.
        pub fn staircase(self, value: bool) -> Self {
            ExponentialDecay(self.0.raw("staircase", value))
        }
    }

    /// initial\_learning\_rate / (1 + decay\_rate step / decay\_steps).
    pub fn inverse_time_decay(initial_learning_rate: f64, decay_steps: i64, decay_rate: f64) -> InverseTimeDecay {
        InverseTimeDecay(SpecText::new("InverseTimeDecay").float("initial_learning_rate", initial_learning_rate).raw("decay_steps", decay_steps).float("decay_rate", decay_rate))
    }

    /// What [`fn@inverse_time_decay`] began.
    #[derive(Clone, Debug)]
    pub struct InverseTimeDecay(SpecText);
    spec!(InverseTimeDecay);

    impl InverseTimeDecay {
        /// Default: false.
        pub fn staircase(self, value: bool) -> Self {
            InverseTimeDecay(self.0.raw("staircase", value))
        }
    }

    /// values\[i\] for steps above boundaries\[i - 1\] and up to boundaries\[i\].
    pub fn piecewise_constant_decay(boundaries: impl Into<Sizes>, values: &[f64]) -> PiecewiseConstantDecay {
        PiecewiseConstantDecay(SpecText::new("PiecewiseConstantDecay").sizes("boundaries", boundaries.into()).floats("values", values))
    }

    /// What [`fn@piecewise_constant_decay`] began.
    #[derive(Clone, Debug)]
    pub struct PiecewiseConstantDecay(SpecText);
    spec!(PiecewiseConstantDecay);

    /// From the first rate to the last one along a power of what is left of decay\_steps; with cycle of the next
    /// multiple of them.
    pub fn polynomial_decay(initial_learning_rate: f64, decay_steps: i64) -> PolynomialDecay {
        PolynomialDecay(SpecText::new("PolynomialDecay").float("initial_learning_rate", initial_learning_rate).raw("decay_steps", decay_steps))
    }

    /// What [`fn@polynomial_decay`] began.
    #[derive(Clone, Debug)]
    pub struct PolynomialDecay(SpecText);
    spec!(PolynomialDecay);

    impl PolynomialDecay {
        /// Default: 0.0001.
        pub fn end_learning_rate(self, value: f64) -> Self {
            PolynomialDecay(self.0.float("end_learning_rate", value))
        }

        /// Default: 1.0.
        pub fn power(self, value: f64) -> Self {
            PolynomialDecay(self.0.float("power", value))
        }

        /// Default: false.
        pub fn cycle(self, value: bool) -> Self {
            PolynomialDecay(self.0.raw("cycle", value))
        }
    }
}

/// Callbacks, which watch a fit.
pub mod callbacks {
    use crate::spec::SpecText;
    use std::fmt::{self, Display};

    /// Keeps weights, the optimizer's state and the place in the fit as a checkpoint in `backup_dir`, written after
    /// each epoch and, if `save_freq` is a number, after so many batches. A fit that finds one there goes on from it. A
    /// fit that ends without a failure deletes it, unless delete\_checkpoint is false.
    pub fn backup_and_restore(backup_dir: &str) -> BackupAndRestore {
        BackupAndRestore(SpecText::new("BackupAndRestore").text("backup_dir", backup_dir))
    }

    /// What [`fn@backup_and_restore`] began.
    #[derive(Clone, Debug)]
    pub struct BackupAndRestore(SpecText);
    spec!(BackupAndRestore);

    impl BackupAndRestore {
        /// Default: "epoch".
        pub fn save_freq(self, value: &str) -> Self {
            BackupAndRestore(self.0.text("save_freq", value))
        }

        /// Default: true.
        pub fn delete_checkpoint(self, value: bool) -> Self {
            BackupAndRestore(self.0.raw("delete_checkpoint", value))
        }
    }

    /// Writes a line of values by commas for each epoch, behind a line of their names.
    pub fn csv_logger(filename: &str) -> CSVLogger {
        CSVLogger(SpecText::new("CSVLogger").text("filename", filename))
    }

    /// What [`fn@csv_logger`] began.
    #[derive(Clone, Debug)]
    pub struct CSVLogger(SpecText);
    spec!(CSVLogger);

    impl CSVLogger {
        /// Default: ",".
        pub fn separator(self, value: &str) -> Self {
            CSVLogger(self.0.text("separator", value))
        }

        /// Default: false.
        pub fn append(self, value: bool) -> Self {
            CSVLogger(self.0.raw("append", value))
        }
    }

    /// Ends the fit when `monitor` has not become better for `patience` epochs, or not better than the number
    /// `baseline`.
    pub fn early_stopping() -> EarlyStopping {
        EarlyStopping(SpecText::new("EarlyStopping"))
    }

    /// What [`fn@early_stopping`] began.
    #[derive(Clone, Debug)]
    pub struct EarlyStopping(SpecText);
    spec!(EarlyStopping);

    impl EarlyStopping {
        /// Default: "val\_loss".
        pub fn monitor(self, value: &str) -> Self {
            EarlyStopping(self.0.text("monitor", value))
        }

        /// Default: 0.0.
        pub fn min_delta(self, value: f64) -> Self {
            EarlyStopping(self.0.float("min_delta", value))
        }

        /// Default: 0.
        pub fn patience(self, value: i64) -> Self {
            EarlyStopping(self.0.raw("patience", value))
        }

        /// One of auto, min, max. Default: "auto".
        pub fn mode(self, value: &str) -> Self {
            EarlyStopping(self.0.text("mode", value))
        }

        /// Default: false.
        pub fn restore_best_weights(self, value: bool) -> Self {
            EarlyStopping(self.0.raw("restore_best_weights", value))
        }

        /// Default: 0.
        pub fn start_from_epoch(self, value: i64) -> Self {
            EarlyStopping(self.0.raw("start_from_epoch", value))
        }

        /// Default: "".
        pub fn baseline(self, value: &str) -> Self {
            EarlyStopping(self.0.text("baseline", value))
        }
    }

    /// Writes the weights as a checkpoint, or as a file of Keras where filepath ends in .weights.h5, after each epoch
    /// or, if `save_freq` is a number, after so many batches; with save\_best\_only only where `monitor` is the best so
    /// far, and better than the number `initial_value_threshold`. In filepath {epoch} and {batch} stand for their
    /// numbers, from 1, and the names of values for these, also by Python's formats: {epoch:02d}, {val\_loss:.2f}.
    pub fn model_checkpoint(filepath: &str) -> ModelCheckpoint {
        ModelCheckpoint(SpecText::new("ModelCheckpoint").text("filepath", filepath))
    }

    /// What [`fn@model_checkpoint`] began.
    #[derive(Clone, Debug)]
    pub struct ModelCheckpoint(SpecText);
    spec!(ModelCheckpoint);

    impl ModelCheckpoint {
        /// Default: "val\_loss".
        pub fn monitor(self, value: &str) -> Self {
            ModelCheckpoint(self.0.text("monitor", value))
        }

        /// Default: false.
        pub fn save_best_only(self, value: bool) -> Self {
            ModelCheckpoint(self.0.raw("save_best_only", value))
        }

        /// One of auto, min, max. Default: "auto".
        pub fn mode(self, value: &str) -> Self {
            ModelCheckpoint(self.0.text("mode", value))
        }

        /// Default: "epoch".
        pub fn save_freq(self, value: &str) -> Self {
            ModelCheckpoint(self.0.text("save_freq", value))
        }

        /// Default: "".
        pub fn initial_value_threshold(self, value: &str) -> Self {
            ModelCheckpoint(self.0.text("initial_value_threshold", value))
        }
    }

    /// Multiplies the learning rate by `factor` when `monitor` has not become better for `patience` epochs.
    pub fn reduce_lr_on_plateau() -> ReduceLROnPlateau {
        ReduceLROnPlateau(SpecText::new("ReduceLROnPlateau"))
    }

    /// What [`fn@reduce_lr_on_plateau`] began.
    #[derive(Clone, Debug)]
    pub struct ReduceLROnPlateau(SpecText);
    spec!(ReduceLROnPlateau);

    impl ReduceLROnPlateau {
        /// Default: "val\_loss".
        pub fn monitor(self, value: &str) -> Self {
            ReduceLROnPlateau(self.0.text("monitor", value))
        }

        /// Default: 0.0001.
        pub fn min_delta(self, value: f64) -> Self {
            ReduceLROnPlateau(self.0.float("min_delta", value))
        }

        /// Default: 10.
        pub fn patience(self, value: i64) -> Self {
            ReduceLROnPlateau(self.0.raw("patience", value))
        }

        /// One of auto, min, max. Default: "auto".
        pub fn mode(self, value: &str) -> Self {
            ReduceLROnPlateau(self.0.text("mode", value))
        }

        /// Default: 0.1.
        pub fn factor(self, value: f64) -> Self {
            ReduceLROnPlateau(self.0.float("factor", value))
        }

        /// Default: 0.
        pub fn cooldown(self, value: i64) -> Self {
            ReduceLROnPlateau(self.0.raw("cooldown", value))
        }

        /// Default: 0.0.
        pub fn min_lr(self, value: f64) -> Self {
            ReduceLROnPlateau(self.0.float("min_lr", value))
        }
    }

    /// Writes event files for TensorBoard: the values of each epoch to log\_dir/train and log\_dir/validation, the
    /// graph once, histograms of weights every `histogram_freq` epochs, and the loss of each batch, or of every so
    /// many, if `update_freq` is batch or a number.
    pub fn tensor_board() -> TensorBoard {
        TensorBoard(SpecText::new("TensorBoard"))
    }

    /// What [`fn@tensor_board`] began.
    #[derive(Clone, Debug)]
    pub struct TensorBoard(SpecText);
    spec!(TensorBoard);

    impl TensorBoard {
        /// Default: "logs".
        pub fn log_dir(self, value: &str) -> Self {
            TensorBoard(self.0.text("log_dir", value))
        }

        /// Default: 0.
        pub fn histogram_freq(self, value: i64) -> Self {
            TensorBoard(self.0.raw("histogram_freq", value))
        }

        /// Default: true.
        pub fn write_graph(self, value: bool) -> Self {
            TensorBoard(self.0.raw("write_graph", value))
        }

        /// Default: "epoch".
        pub fn update_freq(self, value: &str) -> Self {
            TensorBoard(self.0.text("update_freq", value))
        }
    }

    /// Ends the fit at a batch whose loss is no finite number.
    pub fn terminate_on_nan() -> TerminateOnNaN {
        TerminateOnNaN(SpecText::new("TerminateOnNaN"))
    }

    /// What [`fn@terminate_on_nan`] began.
    #[derive(Clone, Debug)]
    pub struct TerminateOnNaN(SpecText);
    spec!(TerminateOnNaN);
}

/// Hooks, which see each step of a trainer.
pub mod hooks {
    use crate::spec::SpecText;
    use std::fmt::{self, Display};

    /// Writes a checkpoint at the beginning, every so many steps or seconds, and at the end.
    pub fn checkpoint_saver_hook() -> CheckpointSaverHook {
        CheckpointSaverHook(SpecText::new("CheckpointSaverHook"))
    }

    /// What [`fn@checkpoint_saver_hook`] began.
    #[derive(Clone, Debug)]
    pub struct CheckpointSaverHook(SpecText);
    spec!(CheckpointSaverHook);

    impl CheckpointSaverHook {
        /// Default: "".
        pub fn checkpoint_dir(self, value: &str) -> Self {
            CheckpointSaverHook(self.0.text("checkpoint_dir", value))
        }

        /// Default: 0.0.
        pub fn save_secs(self, value: f64) -> Self {
            CheckpointSaverHook(self.0.float("save_secs", value))
        }

        /// Default: 0.
        pub fn save_steps(self, value: i64) -> Self {
            CheckpointSaverHook(self.0.raw("save_steps", value))
        }

        /// Default: "model.ckpt".
        pub fn checkpoint_basename(self, value: &str) -> Self {
            CheckpointSaverHook(self.0.text("checkpoint_basename", value))
        }
    }

    /// Fetches tensors at the end, for the program.
    pub fn final_ops_hook(final_ops: &[&str]) -> FinalOpsHook {
        FinalOpsHook(SpecText::new("FinalOpsHook").texts("final_ops", final_ops))
    }

    /// What [`fn@final_ops_hook`] began.
    #[derive(Clone, Debug)]
    pub struct FinalOpsHook(SpecText);
    spec!(FinalOpsHook);

    /// Holds the first runs back until the global step has been reached.
    pub fn global_step_waiter_hook(wait_until_step: i64) -> GlobalStepWaiterHook {
        GlobalStepWaiterHook(SpecText::new("GlobalStepWaiterHook").raw("wait_until_step", wait_until_step))
    }

    /// What [`fn@global_step_waiter_hook`] began.
    #[derive(Clone, Debug)]
    pub struct GlobalStepWaiterHook(SpecText);
    spec!(GlobalStepWaiterHook);

    /// Writes the tensors' values to the log, with severity info, every so many runs or seconds, and at the end if
    /// `at_end`.
    pub fn logging_tensor_hook(tensors: &[&str]) -> LoggingTensorHook {
        LoggingTensorHook(SpecText::new("LoggingTensorHook").texts("tensors", tensors))
    }

    /// What [`fn@logging_tensor_hook`] began.
    #[derive(Clone, Debug)]
    pub struct LoggingTensorHook(SpecText);
    spec!(LoggingTensorHook);

    impl LoggingTensorHook {
        /// Default: 0.
        pub fn every_n_iter(self, value: i64) -> Self {
            LoggingTensorHook(self.0.raw("every_n_iter", value))
        }

        /// Default: 0.0.
        pub fn every_n_secs(self, value: f64) -> Self {
            LoggingTensorHook(self.0.float("every_n_secs", value))
        }

        /// Default: false.
        pub fn at_end(self, value: bool) -> Self {
            LoggingTensorHook(self.0.raw("at_end", value))
        }
    }

    /// Ends the run with a failure when the loss is not a number, or stops it.
    pub fn nan_tensor_hook(loss_tensor: &str) -> NanTensorHook {
        NanTensorHook(SpecText::new("NanTensorHook").text("loss_tensor", loss_tensor))
    }

    /// What [`fn@nan_tensor_hook`] began.
    #[derive(Clone, Debug)]
    pub struct NanTensorHook(SpecText);
    spec!(NanTensorHook);

    impl NanTensorHook {
        /// Default: true.
        pub fn fail_on_nan_loss(self, value: bool) -> Self {
            NanTensorHook(self.0.raw("fail_on_nan_loss", value))
        }
    }

    /// Traces a run every so many steps or seconds, into timeline-STEP.json.
    pub fn profiler_hook() -> ProfilerHook {
        ProfilerHook(SpecText::new("ProfilerHook"))
    }

    /// What [`fn@profiler_hook`] began.
    #[derive(Clone, Debug)]
    pub struct ProfilerHook(SpecText);
    spec!(ProfilerHook);

    impl ProfilerHook {
        /// Default: 0.
        pub fn save_steps(self, value: i64) -> Self {
            ProfilerHook(self.0.raw("save_steps", value))
        }

        /// Default: 0.0.
        pub fn save_secs(self, value: f64) -> Self {
            ProfilerHook(self.0.float("save_secs", value))
        }

        /// Default: "".
        pub fn output_dir(self, value: &str) -> Self {
            ProfilerHook(self.0.text("output_dir", value))
        }
    }

    /// Writes steps per second, as global\_step/sec, to the log and an event file.
    pub fn step_counter_hook() -> StepCounterHook {
        StepCounterHook(SpecText::new("StepCounterHook"))
    }

    /// What [`fn@step_counter_hook`] began.
    #[derive(Clone, Debug)]
    pub struct StepCounterHook(SpecText);
    spec!(StepCounterHook);

    impl StepCounterHook {
        /// Default: 100.
        pub fn every_n_steps(self, value: i64) -> Self {
            StepCounterHook(self.0.raw("every_n_steps", value))
        }

        /// Default: 0.0.
        pub fn every_n_secs(self, value: f64) -> Self {
            StepCounterHook(self.0.float("every_n_secs", value))
        }

        /// Default: "".
        pub fn output_dir(self, value: &str) -> Self {
            StepCounterHook(self.0.text("output_dir", value))
        }
    }

    /// Stops at the global step `last_step`, or after `num_steps` more than there were at the beginning.
    pub fn stop_at_step_hook() -> StopAtStepHook {
        StopAtStepHook(SpecText::new("StopAtStepHook"))
    }

    /// What [`fn@stop_at_step_hook`] began.
    #[derive(Clone, Debug)]
    pub struct StopAtStepHook(SpecText);
    spec!(StopAtStepHook);

    impl StopAtStepHook {
        /// Default: 0.
        pub fn num_steps(self, value: i64) -> Self {
            StopAtStepHook(self.0.raw("num_steps", value))
        }

        /// Default: 0.
        pub fn last_step(self, value: i64) -> Self {
            StopAtStepHook(self.0.raw("last_step", value))
        }
    }

    /// Writes what a summary op gives to an event file, every so many steps or seconds.
    pub fn summary_saver_hook(summary_op: &str) -> SummarySaverHook {
        SummarySaverHook(SpecText::new("SummarySaverHook").text("summary_op", summary_op))
    }

    /// What [`fn@summary_saver_hook`] began.
    #[derive(Clone, Debug)]
    pub struct SummarySaverHook(SpecText);
    spec!(SummarySaverHook);

    impl SummarySaverHook {
        /// Default: 0.
        pub fn save_steps(self, value: i64) -> Self {
            SummarySaverHook(self.0.raw("save_steps", value))
        }

        /// Default: 0.0.
        pub fn save_secs(self, value: f64) -> Self {
            SummarySaverHook(self.0.float("save_secs", value))
        }

        /// Default: "".
        pub fn output_dir(self, value: &str) -> Self {
            SummarySaverHook(self.0.text("output_dir", value))
        }
    }
}

/// Feature columns: how an estimator of Runnel's own takes what it is fed with.
pub mod columns {
    use crate::spec::{Sizes, SpecText};
    use std::fmt::{self, Display};

    /// Which interval between boundaries each number of a numeric column lies in, lower ends included.
    pub fn bucketized_column(source_column: impl Display, boundaries: &[f64]) -> BucketizedColumn {
        BucketizedColumn(SpecText::new("bucketized_column").raw("source_column", source_column).floats("boundaries", boundaries))
    }

    /// What [`fn@bucketized_column`] began.
    #[derive(Clone, Debug)]
    pub struct BucketizedColumn(SpecText);
    spec!(BucketizedColumn);

    /// A hash of each string or whole number. Empty strings and -1 are missing values.
    pub fn categorical_column_with_hash_bucket(key: &str, hash_bucket_size: i64) -> CategoricalColumnWithHashBucket {
        CategoricalColumnWithHashBucket(SpecText::new("categorical_column_with_hash_bucket").text("key", key).raw("hash_bucket_size", hash_bucket_size))
    }

    /// What [`fn@categorical_column_with_hash_bucket`] began.
    #[derive(Clone, Debug)]
    pub struct CategoricalColumnWithHashBucket(SpecText);
    spec!(CategoricalColumnWithHashBucket);

    /// Whole numbers below num\_buckets, as they are; others are default\_value, or a failure where that is -1. -1 is a
    /// missing value.
    pub fn categorical_column_with_identity(key: &str, num_buckets: i64) -> CategoricalColumnWithIdentity {
        CategoricalColumnWithIdentity(SpecText::new("categorical_column_with_identity").text("key", key).raw("num_buckets", num_buckets))
    }

    /// What [`fn@categorical_column_with_identity`] began.
    #[derive(Clone, Debug)]
    pub struct CategoricalColumnWithIdentity(SpecText);
    spec!(CategoricalColumnWithIdentity);

    impl CategoricalColumnWithIdentity {
        /// Default: -1.
        pub fn default_value(self, value: i64) -> Self {
            CategoricalColumnWithIdentity(self.0.raw("default_value", value))
        }
    }

    /// The same for the first vocabulary\_size lines of a file.
    pub fn categorical_column_with_vocabulary_file(key: &str, vocabulary_file: &str, vocabulary_size: i64) -> CategoricalColumnWithVocabularyFile {
        CategoricalColumnWithVocabularyFile(SpecText::new("categorical_column_with_vocabulary_file").text("key", key).text("vocabulary_file", vocabulary_file).raw("vocabulary_size", vocabulary_size))
    }

    /// What [`fn@categorical_column_with_vocabulary_file`] began.
    #[derive(Clone, Debug)]
    pub struct CategoricalColumnWithVocabularyFile(SpecText);
    spec!(CategoricalColumnWithVocabularyFile);

    impl CategoricalColumnWithVocabularyFile {
        /// Default: -1.
        pub fn default_value(self, value: i64) -> Self {
            CategoricalColumnWithVocabularyFile(self.0.raw("default_value", value))
        }

        /// Default: 0.
        pub fn num_oov_buckets(self, value: i64) -> Self {
            CategoricalColumnWithVocabularyFile(self.0.raw("num_oov_buckets", value))
        }
    }

    /// The place of each value in a list; others are default\_value, or hashed into num\_oov\_buckets behind it.
    pub fn categorical_column_with_vocabulary_list(key: &str, vocabulary_list: &[&str]) -> CategoricalColumnWithVocabularyList {
        CategoricalColumnWithVocabularyList(SpecText::new("categorical_column_with_vocabulary_list").text("key", key).texts("vocabulary_list", vocabulary_list))
    }

    /// What [`fn@categorical_column_with_vocabulary_list`] began.
    #[derive(Clone, Debug)]
    pub struct CategoricalColumnWithVocabularyList(SpecText);
    spec!(CategoricalColumnWithVocabularyList);

    impl CategoricalColumnWithVocabularyList {
        /// Default: -1.
        pub fn default_value(self, value: i64) -> Self {
            CategoricalColumnWithVocabularyList(self.0.raw("default_value", value))
        }

        /// Default: 0.
        pub fn num_oov_buckets(self, value: i64) -> Self {
            CategoricalColumnWithVocabularyList(self.0.raw("num_oov_buckets", value))
        }
    }

    /// A hash of every combination of values of features, by key, and of categorical columns: those of columns first,
    /// as TensorFlow has them. The keys of a crossed column among them are crossed with the others.
    pub fn crossed_column(keys: &[&str], hash_bucket_size: i64) -> CrossedColumn {
        CrossedColumn(SpecText::new("crossed_column").texts("keys", keys).raw("hash_bucket_size", hash_bucket_size))
    }

    /// What [`fn@crossed_column`] began.
    #[derive(Clone, Debug)]
    pub struct CrossedColumn(SpecText);
    spec!(CrossedColumn);

    impl CrossedColumn {
        /// Default: 956888297470.
        pub fn hash_key(self, value: i64) -> Self {
            CrossedColumn(self.0.raw("hash_key", value))
        }
    }

    /// A trained vector for each value of a categorical column; those of several values are combined.
    pub fn embedding_column(categorical_column: impl Display, dimension: i64) -> EmbeddingColumn {
        EmbeddingColumn(SpecText::new("embedding_column").raw("categorical_column", categorical_column).raw("dimension", dimension))
    }

    /// What [`fn@embedding_column`] began.
    #[derive(Clone, Debug)]
    pub struct EmbeddingColumn(SpecText);
    spec!(EmbeddingColumn);

    impl EmbeddingColumn {
        /// One of mean, sqrtn, sum. Default: "mean".
        pub fn combiner(self, value: &str) -> Self {
            EmbeddingColumn(self.0.text("combiner", value))
        }

        /// Default: "".
        pub fn initializer(self, value: impl Display) -> Self {
            EmbeddingColumn(self.0.raw("initializer", value))
        }

        /// Default: 0.0.
        pub fn max_norm(self, value: f64) -> Self {
            EmbeddingColumn(self.0.float("max_norm", value))
        }
    }

    /// How often each value of a categorical column is there.
    pub fn indicator_column(categorical_column: impl Display) -> IndicatorColumn {
        IndicatorColumn(SpecText::new("indicator_column").raw("categorical_column", categorical_column))
    }

    /// What [`fn@indicator_column`] began.
    #[derive(Clone, Debug)]
    pub struct IndicatorColumn(SpecText);
    spec!(IndicatorColumn);

    /// The numbers of a feature, `shape` of them for each sample.
    pub fn numeric_column(key: &str) -> NumericColumn {
        NumericColumn(SpecText::new("numeric_column").text("key", key))
    }

    /// What [`fn@numeric_column`] began.
    #[derive(Clone, Debug)]
    pub struct NumericColumn(SpecText);
    spec!(NumericColumn);

    impl NumericColumn {
        /// Default: \[1\].
        pub fn shape(self, value: impl Into<Sizes>) -> Self {
            NumericColumn(self.0.sizes("shape", value.into()))
        }
    }

    /// An embedding for each categorical column, with the same vectors for all.
    pub fn shared_embeddings(categorical_columns: &[&dyn Display], dimension: i64) -> SharedEmbeddings {
        SharedEmbeddings(SpecText::new("shared_embeddings").specs("categorical_columns", categorical_columns).raw("dimension", dimension))
    }

    /// What [`fn@shared_embeddings`] began.
    #[derive(Clone, Debug)]
    pub struct SharedEmbeddings(SpecText);
    spec!(SharedEmbeddings);

    impl SharedEmbeddings {
        /// One of mean, sqrtn, sum. Default: "mean".
        pub fn combiner(self, value: &str) -> Self {
            SharedEmbeddings(self.0.text("combiner", value))
        }

        /// Default: "".
        pub fn initializer(self, value: impl Display) -> Self {
            SharedEmbeddings(self.0.raw("initializer", value))
        }

        /// Default: 0.0.
        pub fn max_norm(self, value: f64) -> Self {
            SharedEmbeddings(self.0.float("max_norm", value))
        }

        /// Default: "".
        pub fn shared_embedding_collection_name(self, value: &str) -> Self {
            SharedEmbeddings(self.0.text("shared_embedding_collection_name", value))
        }
    }
}

/// Estimators that Runnel has ready.
pub mod estimators {
    use crate::spec::{Sizes, SpecText};
    use std::fmt::{self, Display};

    /// Classes by a network of fully connected layers over feature columns.
    pub fn dnn_classifier(hidden_units: impl Into<Sizes>, feature_columns: &[&dyn Display]) -> DNNClassifier {
        DNNClassifier(SpecText::new("DNNClassifier").sizes("hidden_units", hidden_units.into()).specs("feature_columns", feature_columns))
    }

    /// What [`fn@dnn_classifier`] began.
    #[derive(Clone, Debug)]
    pub struct DNNClassifier(SpecText);
    spec!(DNNClassifier);

    impl DNNClassifier {
        /// Default: "Adagrad(0.001)".
        pub fn optimizer(self, value: impl Display) -> Self {
            DNNClassifier(self.0.raw("optimizer", value))
        }

        /// Default: "relu".
        pub fn activation_fn(self, value: &str) -> Self {
            DNNClassifier(self.0.text("activation_fn", value))
        }

        /// Default: 0.0.
        pub fn dropout(self, value: f64) -> Self {
            DNNClassifier(self.0.float("dropout", value))
        }

        /// Default: false.
        pub fn batch_norm(self, value: bool) -> Self {
            DNNClassifier(self.0.raw("batch_norm", value))
        }

        /// Default: 2.
        pub fn n_classes(self, value: i64) -> Self {
            DNNClassifier(self.0.raw("n_classes", value))
        }

        /// Default: "".
        pub fn weight_column(self, value: impl Display) -> Self {
            DNNClassifier(self.0.raw("weight_column", value))
        }

        /// Default: \[\].
        pub fn label_vocabulary(self, value: &[&str]) -> Self {
            DNNClassifier(self.0.texts("label_vocabulary", value))
        }

        /// One of sum\_over\_batch\_size, sum. Default: "sum\_over\_batch\_size".
        pub fn loss_reduction(self, value: &str) -> Self {
            DNNClassifier(self.0.text("loss_reduction", value))
        }
    }

    /// Classes by the sum of a linear model and a network: wide and deep.
    pub fn dnn_linear_combined_classifier() -> DNNLinearCombinedClassifier {
        DNNLinearCombinedClassifier(SpecText::new("DNNLinearCombinedClassifier"))
    }

    /// What [`fn@dnn_linear_combined_classifier`] began.
    #[derive(Clone, Debug)]
    pub struct DNNLinearCombinedClassifier(SpecText);
    spec!(DNNLinearCombinedClassifier);

    impl DNNLinearCombinedClassifier {
        /// Default: \[\].
        pub fn linear_feature_columns(self, value: &[&dyn Display]) -> Self {
            DNNLinearCombinedClassifier(self.0.specs("linear_feature_columns", value))
        }

        /// Default: "".
        pub fn linear_optimizer(self, value: impl Display) -> Self {
            DNNLinearCombinedClassifier(self.0.raw("linear_optimizer", value))
        }

        /// Default: \[\].
        pub fn dnn_feature_columns(self, value: &[&dyn Display]) -> Self {
            DNNLinearCombinedClassifier(self.0.specs("dnn_feature_columns", value))
        }

        /// Default: "Adagrad(0.001)".
        pub fn dnn_optimizer(self, value: impl Display) -> Self {
            DNNLinearCombinedClassifier(self.0.raw("dnn_optimizer", value))
        }

        /// Default: \[\].
        pub fn dnn_hidden_units(self, value: impl Into<Sizes>) -> Self {
            DNNLinearCombinedClassifier(self.0.sizes("dnn_hidden_units", value.into()))
        }

        /// Default: "relu".
        pub fn dnn_activation_fn(self, value: &str) -> Self {
            DNNLinearCombinedClassifier(self.0.text("dnn_activation_fn", value))
        }

        /// Default: 0.0.
        pub fn dnn_dropout(self, value: f64) -> Self {
            DNNLinearCombinedClassifier(self.0.float("dnn_dropout", value))
        }

        /// Default: false.
        pub fn batch_norm(self, value: bool) -> Self {
            DNNLinearCombinedClassifier(self.0.raw("batch_norm", value))
        }

        /// Default: 2.
        pub fn n_classes(self, value: i64) -> Self {
            DNNLinearCombinedClassifier(self.0.raw("n_classes", value))
        }

        /// Default: "".
        pub fn weight_column(self, value: impl Display) -> Self {
            DNNLinearCombinedClassifier(self.0.raw("weight_column", value))
        }

        /// Default: \[\].
        pub fn label_vocabulary(self, value: &[&str]) -> Self {
            DNNLinearCombinedClassifier(self.0.texts("label_vocabulary", value))
        }

        /// One of sum\_over\_batch\_size, sum. Default: "sum\_over\_batch\_size".
        pub fn loss_reduction(self, value: &str) -> Self {
            DNNLinearCombinedClassifier(self.0.text("loss_reduction", value))
        }
    }

    /// Numbers by the sum of a linear model and a network.
    pub fn dnn_linear_combined_regressor() -> DNNLinearCombinedRegressor {
        DNNLinearCombinedRegressor(SpecText::new("DNNLinearCombinedRegressor"))
    }

    /// What [`fn@dnn_linear_combined_regressor`] began.
    #[derive(Clone, Debug)]
    pub struct DNNLinearCombinedRegressor(SpecText);
    spec!(DNNLinearCombinedRegressor);

    impl DNNLinearCombinedRegressor {
        /// Default: \[\].
        pub fn linear_feature_columns(self, value: &[&dyn Display]) -> Self {
            DNNLinearCombinedRegressor(self.0.specs("linear_feature_columns", value))
        }

        /// Default: "".
        pub fn linear_optimizer(self, value: impl Display) -> Self {
            DNNLinearCombinedRegressor(self.0.raw("linear_optimizer", value))
        }

        /// Default: \[\].
        pub fn dnn_feature_columns(self, value: &[&dyn Display]) -> Self {
            DNNLinearCombinedRegressor(self.0.specs("dnn_feature_columns", value))
        }

        /// Default: "Adagrad(0.001)".
        pub fn dnn_optimizer(self, value: impl Display) -> Self {
            DNNLinearCombinedRegressor(self.0.raw("dnn_optimizer", value))
        }

        /// Default: \[\].
        pub fn dnn_hidden_units(self, value: impl Into<Sizes>) -> Self {
            DNNLinearCombinedRegressor(self.0.sizes("dnn_hidden_units", value.into()))
        }

        /// Default: "relu".
        pub fn dnn_activation_fn(self, value: &str) -> Self {
            DNNLinearCombinedRegressor(self.0.text("dnn_activation_fn", value))
        }

        /// Default: 0.0.
        pub fn dnn_dropout(self, value: f64) -> Self {
            DNNLinearCombinedRegressor(self.0.float("dnn_dropout", value))
        }

        /// Default: false.
        pub fn batch_norm(self, value: bool) -> Self {
            DNNLinearCombinedRegressor(self.0.raw("batch_norm", value))
        }

        /// Default: 1.
        pub fn label_dimension(self, value: i64) -> Self {
            DNNLinearCombinedRegressor(self.0.raw("label_dimension", value))
        }

        /// Default: "".
        pub fn weight_column(self, value: impl Display) -> Self {
            DNNLinearCombinedRegressor(self.0.raw("weight_column", value))
        }

        /// One of sum\_over\_batch\_size, sum. Default: "sum\_over\_batch\_size".
        pub fn loss_reduction(self, value: &str) -> Self {
            DNNLinearCombinedRegressor(self.0.text("loss_reduction", value))
        }
    }

    /// Numbers by a network of fully connected layers over feature columns.
    pub fn dnn_regressor(hidden_units: impl Into<Sizes>, feature_columns: &[&dyn Display]) -> DNNRegressor {
        DNNRegressor(SpecText::new("DNNRegressor").sizes("hidden_units", hidden_units.into()).specs("feature_columns", feature_columns))
    }

    /// What [`fn@dnn_regressor`] began.
    #[derive(Clone, Debug)]
    pub struct DNNRegressor(SpecText);
    spec!(DNNRegressor);

    impl DNNRegressor {
        /// Default: "Adagrad(0.001)".
        pub fn optimizer(self, value: impl Display) -> Self {
            DNNRegressor(self.0.raw("optimizer", value))
        }

        /// Default: "relu".
        pub fn activation_fn(self, value: &str) -> Self {
            DNNRegressor(self.0.text("activation_fn", value))
        }

        /// Default: 0.0.
        pub fn dropout(self, value: f64) -> Self {
            DNNRegressor(self.0.float("dropout", value))
        }

        /// Default: false.
        pub fn batch_norm(self, value: bool) -> Self {
            DNNRegressor(self.0.raw("batch_norm", value))
        }

        /// Default: 1.
        pub fn label_dimension(self, value: i64) -> Self {
            DNNRegressor(self.0.raw("label_dimension", value))
        }

        /// Default: "".
        pub fn weight_column(self, value: impl Display) -> Self {
            DNNRegressor(self.0.raw("weight_column", value))
        }

        /// One of sum\_over\_batch\_size, sum. Default: "sum\_over\_batch\_size".
        pub fn loss_reduction(self, value: &str) -> Self {
            DNNRegressor(self.0.text("loss_reduction", value))
        }
    }

    /// Classes by a weighted sum of feature columns.
    pub fn linear_classifier(feature_columns: &[&dyn Display]) -> LinearClassifier {
        LinearClassifier(SpecText::new("LinearClassifier").specs("feature_columns", feature_columns))
    }

    /// What [`fn@linear_classifier`] began.
    #[derive(Clone, Debug)]
    pub struct LinearClassifier(SpecText);
    spec!(LinearClassifier);

    impl LinearClassifier {
        /// Default: "".
        pub fn optimizer(self, value: impl Display) -> Self {
            LinearClassifier(self.0.raw("optimizer", value))
        }

        /// Default: 2.
        pub fn n_classes(self, value: i64) -> Self {
            LinearClassifier(self.0.raw("n_classes", value))
        }

        /// Default: "".
        pub fn weight_column(self, value: impl Display) -> Self {
            LinearClassifier(self.0.raw("weight_column", value))
        }

        /// Default: \[\].
        pub fn label_vocabulary(self, value: &[&str]) -> Self {
            LinearClassifier(self.0.texts("label_vocabulary", value))
        }

        /// One of sum\_over\_batch\_size, sum. Default: "sum\_over\_batch\_size".
        pub fn loss_reduction(self, value: &str) -> Self {
            LinearClassifier(self.0.text("loss_reduction", value))
        }
    }

    /// Numbers by a weighted sum of feature columns.
    pub fn linear_regressor(feature_columns: &[&dyn Display]) -> LinearRegressor {
        LinearRegressor(SpecText::new("LinearRegressor").specs("feature_columns", feature_columns))
    }

    /// What [`fn@linear_regressor`] began.
    #[derive(Clone, Debug)]
    pub struct LinearRegressor(SpecText);
    spec!(LinearRegressor);

    impl LinearRegressor {
        /// Default: "".
        pub fn optimizer(self, value: impl Display) -> Self {
            LinearRegressor(self.0.raw("optimizer", value))
        }

        /// Default: 1.
        pub fn label_dimension(self, value: i64) -> Self {
            LinearRegressor(self.0.raw("label_dimension", value))
        }

        /// Default: "".
        pub fn weight_column(self, value: impl Display) -> Self {
            LinearRegressor(self.0.raw("weight_column", value))
        }

        /// One of sum\_over\_batch\_size, sum. Default: "sum\_over\_batch\_size".
        pub fn loss_reduction(self, value: &str) -> Self {
            LinearRegressor(self.0.text("loss_reduction", value))
        }
    }
}

/// Strategies: how training is divided over devices and tasks.
pub mod strategies {
    use crate::spec::SpecText;
    use std::fmt::{self, Display};

    /// The weights and the optimizer's state are in the host's memory; every device reads them in each step and
    /// computes a part of the batch. Otherwise as Mirrored.
    pub fn central_storage() -> CentralStorage {
        CentralStorage(SpecText::new("CentralStorage"))
    }

    /// What [`fn@central_storage`] began.
    #[derive(Clone, Debug)]
    pub struct CentralStorage(SpecText);
    spec!(CentralStorage);

    impl CentralStorage {
        /// Default: \[\].
        pub fn devices(self, value: &[&str]) -> Self {
            CentralStorage(self.0.texts("devices", value))
        }
    }

    /// Every device has a copy of the weights and computes a part of each batch; gradients are added up in the order of
    /// the devices. cross\_device\_ops: with all\_reduce the devices add them up as the group that they form (NCCL),
    /// and each updates its own copy of the weights and of the optimizer's state; with reduction\_to\_one\_device the
    /// first one adds, updates, and gives the weights to all. auto is all\_reduce where the devices form a group. Loss,
    /// gradients and metrics are those of the whole batch on one device, whatever its size, but for layers that
    /// normalise by their batch: they take the statistics of their part, as with Keras' MirroredStrategy. Moving
    /// statistics are the means of the parts', weighed by their rows, which Keras does not weigh. devices: as 'GPU:0';
    /// none: all but the host.
    pub fn mirrored() -> Mirrored {
        Mirrored(SpecText::new("Mirrored"))
    }

    /// What [`fn@mirrored`] began.
    #[derive(Clone, Debug)]
    pub struct Mirrored(SpecText);
    spec!(Mirrored);

    impl Mirrored {
        /// Default: \[\].
        pub fn devices(self, value: &[&str]) -> Self {
            Mirrored(self.0.texts("devices", value))
        }

        /// One of auto, reduction\_to\_one\_device, all\_reduce. Default: "auto".
        pub fn cross_device_ops(self, value: &str) -> Self {
            Mirrored(self.0.text("cross_device_ops", value))
        }
    }

    /// Every task of a cluster, chief and workers, has a copy of the weights and computes a part of each batch, which
    /// the chief reads; otherwise as Mirrored. cross\_device\_ops: with all\_reduce the tasks add gradients up by
    /// CollectiveReduce, over NCCL where their devices reach each other, and each updates its own copy of the weights
    /// and of the optimizer's state; with reduction\_to\_one\_device the chief adds them up, updates, and sends the
    /// weights to all. auto is all\_reduce, unless there are shards or there is one task. With shards each batch is
    /// divided into so many parts however many tasks there are, which are added up in their order: equal data and seeds
    /// then give equal bits. elastic: tasks may come and go between steps, and training goes on with those that are
    /// there; it needs shards and a model\_dir.
    pub fn multi_worker_mirrored() -> MultiWorkerMirrored {
        MultiWorkerMirrored(SpecText::new("MultiWorkerMirrored"))
    }

    /// What [`fn@multi_worker_mirrored`] began.
    #[derive(Clone, Debug)]
    pub struct MultiWorkerMirrored(SpecText);
    spec!(MultiWorkerMirrored);

    impl MultiWorkerMirrored {
        /// Default: 0.
        pub fn shards(self, value: i64) -> Self {
            MultiWorkerMirrored(self.0.raw("shards", value))
        }

        /// Default: false.
        pub fn elastic(self, value: bool) -> Self {
            MultiWorkerMirrored(self.0.raw("elastic", value))
        }

        /// One of auto, reduction\_to\_one\_device, all\_reduce. Default: "auto".
        pub fn cross_device_ops(self, value: &str) -> Self {
            MultiWorkerMirrored(self.0.text("cross_device_ops", value))
        }
    }

    /// The weights and the optimizer's state are on parameter servers. Without sync each task trains with batches of
    /// its own, as it does without a strategy: updates may be of weights that others have changed, but none is lost:
    /// each one of a weight and of what the optimizer keeps of it is made on its server of the values that are there by
    /// then, one after another. Counts of steps, as Adam's correction and schedules have them, are those that a task
    /// has read; moving statistics are the last task's. gradient\_accumulation\_steps is UNIMPLEMENTED there.
    /// max\_staleness: a task drops a gradient if there have been more updates than that since it read the weights;
    /// updates that others make in the same moment do not count. With sync the tasks compute parts of each batch, as
    /// with MultiWorkerMirrored, but read the weights from the servers in each step. replicas\_to\_aggregate: with
    /// sync, each task has batches of its own, and the chief makes an update of the mean of so many gradients, its own
    /// and the first that come, as TensorFlow's SyncReplicasOptimizer; those that come later are dropped. Tasks beyond
    /// that number are backups: workers may die and come back while training goes on.
    pub fn parameter_server() -> ParameterServer {
        ParameterServer(SpecText::new("ParameterServer"))
    }

    /// What [`fn@parameter_server`] began.
    #[derive(Clone, Debug)]
    pub struct ParameterServer(SpecText);
    spec!(ParameterServer);

    impl ParameterServer {
        /// Default: false.
        pub fn sync(self, value: bool) -> Self {
            ParameterServer(self.0.raw("sync", value))
        }

        /// Default: 0.
        pub fn shards(self, value: i64) -> Self {
            ParameterServer(self.0.raw("shards", value))
        }

        /// Default: false.
        pub fn elastic(self, value: bool) -> Self {
            ParameterServer(self.0.raw("elastic", value))
        }

        /// Default: 0.
        pub fn replicas_to_aggregate(self, value: i64) -> Self {
            ParameterServer(self.0.raw("replicas_to_aggregate", value))
        }

        /// Default: -1.
        pub fn max_staleness(self, value: i64) -> Self {
            ParameterServer(self.0.raw("max_staleness", value))
        }
    }
}

/// Exporters: what train\_and\_evaluate exports, and when.
pub mod exporters {
    use crate::spec::SpecText;
    use std::fmt::{self, Display};

    /// Writes a SavedModel after an evaluation whose metric is better than all before.
    pub fn best_exporter() -> BestExporter {
        BestExporter(SpecText::new("BestExporter"))
    }

    /// What [`fn@best_exporter`] began.
    #[derive(Clone, Debug)]
    pub struct BestExporter(SpecText);
    spec!(BestExporter);

    impl BestExporter {
        /// Default: "best\_exporter".
        pub fn name(self, value: &str) -> Self {
            BestExporter(self.0.text("name", value))
        }

        /// Default: "loss".
        pub fn metric(self, value: &str) -> Self {
            BestExporter(self.0.text("metric", value))
        }

        /// One of min, max. Default: "min".
        pub fn mode(self, value: &str) -> Self {
            BestExporter(self.0.text("mode", value))
        }

        /// Default: 5.
        pub fn exports_to_keep(self, value: i64) -> Self {
            BestExporter(self.0.raw("exports_to_keep", value))
        }
    }

    /// Writes a SavedModel at the end.
    pub fn final_exporter(name: &str) -> FinalExporter {
        FinalExporter(SpecText::new("FinalExporter").text("name", name))
    }

    /// What [`fn@final_exporter`] began.
    #[derive(Clone, Debug)]
    pub struct FinalExporter(SpecText);
    spec!(FinalExporter);

    /// Writes a SavedModel after every evaluation, and keeps the newest.
    pub fn latest_exporter(name: &str) -> LatestExporter {
        LatestExporter(SpecText::new("LatestExporter").text("name", name))
    }

    /// What [`fn@latest_exporter`] began.
    #[derive(Clone, Debug)]
    pub struct LatestExporter(SpecText);
    spec!(LatestExporter);

    impl LatestExporter {
        /// Default: 5.
        pub fn exports_to_keep(self, value: i64) -> Self {
            LatestExporter(self.0.raw("exports_to_keep", value))
        }
    }
}
